"""Games in which a seat may fold: what a fold loses must be wagers of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.filings.lint.finding import Defect, error, warning
from houseway.filings.schema.base import Cited
from houseway.filings.schema.common import PlayerDealerFiling


def check_forfeits(
    filing: PlayerDealerFiling, rule: Cited, forfeits: Sequence[str]
) -> Iterator[Defect]:
    for name in forfeits:
        if filing.find_spot(name) is None:
            yield error(
                "unknown-wager",
                f"a fold is to lose {name!r}, which is no wager of the game",
                "game, fold",
                rule.cite,
            )
    if "ante" not in forfeits:
        yield warning(
            "fold-is-free",
            "a fold does not lose the ante: nobody would ever stay in with a losing hand",
            "game, fold",
            rule.cite,
        )
