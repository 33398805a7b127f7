"""What each choice brings with two cards, total by total, against one card of the bank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Final

import numpy as np

from houseway.families.twenty_one.coach import engine_of
from houseway.families.twenty_one.counting import evaluate
from houseway.families.twenty_one.play import first_deals, natural_chance
from houseway.families.twenty_one.rules import (
    DEALT,
    DOUBLE,
    FROM_SPLIT,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
)
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.splits import Split
from houseway.families.twenty_one.ways import VALUES
from houseway.filings.terms import Terms

_MOVES: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SURRENDER: "surrender"}


def worth(
    terms: Terms[TwentyOne], column: str, rows: Collection[str]
) -> dict[str, dict[str, float]]:
    """By some rows of the card; in units of the wager, once the bank is known to have no natural.

    A total is the mean of its hands, as often as each is dealt.
    """
    engine = engine_of(terms)
    up = VALUES.find(column) if column else -1
    if not 0 <= up < len(engine.shoe) or engine.tables.is_frozen(up):
        return {}
    found = evaluate(engine, up, np.zeros_like(engine.shoe)).moves
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    pairs: dict[str, dict[str, float]] = {}
    for deal, share in first_deals(engine, up):
        number = engine.tables.index[deal]
        open_, total = int(engine.open[DEALT, number]), engine.tables.total(deal, FROM_SPLIT)
        values = {word: float(found[number, i]) for i, (move, word) in enumerate(_MOVES.items())
                  if open_ & move}  # fmt: skip
        weight = share * (1 - natural_chance(engine, up, deal))
        for word, value in values.items():
            row = sums[f"{'soft' if total.is_soft else 'hard'} {total.points}"][word]
            row[0] += weight * value
            row[1] += weight
        pair = f"pair {VALUES[deal[0]] * 2}"
        if open_ & SPLIT and pair in rows:
            pairs[pair] = {**values, "split": Split(engine, up, deal[0]).mean()}
    means = {
        row: {word: summed / weight for word, (summed, weight) in words.items() if weight}
        for row, words in sums.items()
        if row in rows
    }
    return {**means, **pairs}
