"""What lint knows of three card poker."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.favours import check_bets
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.lint.family import FamilyLint
from houseway.filings.lint.finding import Defect
from houseway.filings.lint.folding import check_forfeits


def _check(filing: ThreeCardPoker) -> Iterator[Defect]:
    yield from check_forfeits(filing, filing.game.play, filing.game.play.fold_forfeits)


LINT = FamilyLint(
    bets=check_bets,
    check=_check,
    cards_held=3,
    later_wagers=lambda filing: {"play": filing.game.play},
    words={
        r"pair plus": lambda filing: filing.find_spot("pair_plus") is not None,
        r"(6|six) card bonus": lambda filing: filing.find_spot("six_card_bonus") is not None,
    },
)
