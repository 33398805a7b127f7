"""What lint knows of Chinese poker."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from houseway.families.chinese_poker.schema import NAMES, ChinesePoker
from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.lint.finding import Defect, warning


def _check(filing: ChinesePoker) -> Iterator[Defect]:
    """Bonus and sweep tables: points rise with the hand, and every row can come."""
    game = filing.game
    for segment in NAMES:
        rows = [(row, points) for row in game.bonus.rows if (points := getattr(row, segment))]
        for (low, fewer), (high, more) in pairwise(rows):
            if more <= fewer:
                yield warning(
                    "rows-out-of-order",
                    f"{high.label} has {more} points in the {segment} and stands after {low.label} "
                    f"with {fewer}: figures may have been exchanged",
                    f"game.bonus, {high.hand}",
                    game.bonus.cite,
                )
    royal = next((row for row in game.bonus.rows if row.hand == "royal-flush"), None)
    if royal is not None and royal.middle and game.foul.equal_segments == "foul":
        yield warning(
            "row-unreachable",
            f"{royal.label} in the middle has {royal.middle} points, but the bottom cannot rank "
            "above it and an equal one is a foul: the points are never won",
            "game.bonus, royal-flush",
            game.bonus.cite,
        )
    for better, worse in pairwise(game.clean_sweep.rows):
        if worse.points > better.points:
            yield warning(
                "rows-out-of-order",
                f"{worse.label} collects {worse.points} and stands below {better.label} with "
                f"{better.points}: rows or figures may have been exchanged",
                f"game.clean_sweep, {worse.hand}",
                game.clean_sweep.cite,
            )


LINT = FamilyLint(check=_check, words={r"action buttons?": always})
