"""What lint knows of pai gow tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from houseway.analysis.favours import check_bets
from houseway.cards import TILE_SET
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.lint.finding import Defect, warning
from houseway.hands.tiles import tile_name


def _check(filing: PaiGowTiles) -> Iterator[Defect]:
    """Every hand should have a row of the chart; what has none is set by a reading alone."""
    rule = filing.game.house_way.no_pair
    if not rule.reading:
        return
    hands, without = _without_a_pair()
    yield warning(
        "chart-incomplete",
        f"{without:,} of {hands:,} hands have no row in the chart, those without a pair: the "
        f"bank sets them by reading {rule.reading}, not by the filing",
        "game.house_way",
        rule.cite,
    )


@cache
def _without_a_pair() -> tuple[int, int]:
    """How many hands there are, and how many without a pair."""
    hands = [{tile_name(tile) for tile in hand} for hand in combinations(TILE_SET, 4)]
    return len(hands), sum(len(names) == 4 for names in hands)


LINT = FamilyLint(
    check=_check,
    bets=check_bets,
    words={r"house way": always, r"tiles?": always},
)
