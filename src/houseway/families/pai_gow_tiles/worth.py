"""What each way to set four tiles brings in the hands of a row of the house-way chart, exactly."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import numpy as np

from houseway.analysis.two_hands import nets_of, results_of
from houseway.cards import TILE_SET
from houseway.families.pai_gow_tiles.counting import BANKS, all_hands, count
from houseway.families.pai_gow_tiles.odds import Kind, faces_of, kinds_of, strengths_of, value_of
from houseway.families.pai_gow_tiles.outcomes import verdicts
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.terms import Terms
from houseway.hands.tiles import tile_name

_HIGH = ("the highest high hand", "the middle one", "the highest low hand")


def worth(
    terms: Terms[PaiGowTiles], column: str, rows: Collection[str]
) -> dict[str, dict[str, float]]:
    """By some rows: in units of the wager, the mean of all hands the row is for, against all banks
    set by the chart."""
    del column
    hands = all_hands()
    kinds = kinds_of(terms.filing, hands)
    wanted = [kind for kind in kinds if kind.way.row in rows]
    if not wanted:
        return {}
    judged = verdicts(terms.filing)
    by_faces = {faces_of(kind.tiles): strengths_of(kind.settings[kind.by_chart]) for kind in kinds}
    bank = np.array([by_faces[faces_of(hand)] for hand in hands], np.int16)
    settings = np.array([[strengths_of(one) for one in kind.settings] for kind in wanted], np.int16)
    tiles = np.array([kind.tiles for kind in wanted], np.uint8)
    results = count(tiles, settings, bank, results_of(judged))
    nets = nets_of(judged)
    sums: dict[str, dict[str, Fraction]] = {}
    dealt: dict[str, int] = {}
    for kind, result in zip(wanted, results, strict=True):
        row = kind.way.row
        dealt[row] = dealt.get(row, 0) + kind.hands
        own = sums.setdefault(row, {})
        for name, settings_so in _choices(kind).items():
            best = max(value_of(result[one], nets) for one in settings_so)
            own[name] = own.get(name, Fraction(0)) + kind.hands * best
    return {
        row: {name: float(total / (dealt[row] * BANKS)) for name, total in own.items()}
        for row, own in sums.items()
    }


def _choices(kind: Kind) -> dict[str, list[int]]:
    """The ways to set a hand, by what becomes of its pairs; without one, by the high hand."""
    names = [tile_name(TILE_SET[tile]) for tile in kind.tiles]
    pairs = sum(names.count(name) == 2 for name in set(names))
    by_high = sorted(
        range(len(kind.settings)), key=lambda i: strengths_of(kind.settings[i])[::-1], reverse=True
    )
    if not pairs:
        return {name: [one] for name, one in zip(_HIGH, by_high, strict=True)}
    word = "both pairs" if pairs == 2 else "the pair"
    return {f"{word} whole": by_high[:1], f"{word} split": by_high[1:]}
