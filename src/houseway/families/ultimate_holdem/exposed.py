"""Ultimate hold'em: what cards of the bank and other players' hands are worth to a player.

Dealt by chance: hole cards and what is known besides, and some flops. From a flop on every card
that can still come is counted, and every bank hand. What a start is worth without that knowledge,
and what betting at once is, was counted: only the difference is left to chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

import numpy as np

from houseway.analysis.odds import counted
from houseway.analysis.protect.part import Exposure, Work
from houseway.analysis.simulate.chance import start
from houseway.analysis.suits import start_name, starts
from houseway.families.ultimate_holdem.known import known_to_all, known_to_one
from houseway.families.ultimate_holdem.rules import Rules
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.terms import Terms
from houseway.hands.arrays import Floats

_SEEN: Final = {1: "one of the bank's two cards seen", 2: "both cards of the bank seen"}
_PLAY: Final = {
    1: "before the first bet",
    2: "bet at once when ahead, later when the flop or the river puts the hand ahead",
}
_COVER: Final = "have the bank's cards lie flat and covered until every hand is played or folded"
_HANDS_APART: Final = "let nobody show or name a hand before the river's bets are made"
# Situations of each kind for one sample asked for: with less known more is counted in each.
_SHARE: Final = {2: 0.1, 1: 0.03, 0: 0.05}


def exposed(terms: Terms[UltimateHoldem], work: Work) -> list[Exposure]:
    base = next(bet for bet in counted(terms)[0] if bet.name == "ante")
    rules = Rules(terms.filing)
    first = max(times for street, times in rules.bets if street == 0)
    by_start = _by_start(base.strategy["before the flop"], first)
    found = []
    for number, seen in enumerate((2, 1)):
        situations = max(16, round(work.samples * _SHARE[seen]))
        sums = known_to_one(rules.pays(), seen, situations, start(work.seed, seen))
        value, error = _estimated(sums, rules.scale, by_start, first)
        found.append(
            Exposure(
                what=_SEEN[seen], bet="ante", ev=float(base.ev) + value, gain=value,
                standard_error=error, play=_PLAY[seen], remedy=_COVER,
            )
        )  # fmt: skip
        work.progress(0.5 + 0.15 * (number + 1))
    others = terms.seats - 2
    checked = np.array([by_start[index][2] for index in starts()], np.uint8)
    for number, players in enumerate(sorted({1, others})):
        situations = max(16, round(work.samples * _SHARE[0]))
        gains = known_to_all(
            rules.pays(), 2 * players, situations, checked, start(work.seed, 10 + players)
        )
        gain = gains / rules.scale
        hands = "another player's hand" if players == 1 else f"all {players} other players' hands"
        mean = float(gain.mean())
        found.append(
            Exposure(
                what=f"{hands} known", bet="ante", ev=float(base.ev) + mean, gain=mean,
                standard_error=float(gain.std()) / sqrt(situations),
                play="on flop and river, by the cards that cannot come; the first bet as ever",
                remedy=_HANDS_APART,
            )
        )  # fmt: skip
        work.progress(0.8 + 0.1 * (number + 1))
    return found


def _by_start(
    chart: Mapping[str, Mapping[str, Any]], first: int
) -> dict[int, tuple[float, float, bool]]:
    """By start: its value, that of the largest bet at once, and whether it checks."""
    found = {}
    for number in set(starts().tolist()):
        line = chart[start_name(number)]
        best = max(value for name, value in line.items() if name != "choice")
        found[number] = best, line[f"bet {first}"], line["choice"] == "check"
    return found


def _estimated(
    sums: Floats, scale: int, by_start: Mapping[int, tuple[float, float, bool]], first: int
) -> tuple[float, float]:
    """The gain over best play without the knowledge, and its standard error.

    What betting at once brings in the same deals is known on average, and tells how lucky they
    were.
    """
    start_of = sums[:, 0].astype(int)
    base, at_once = (np.array([by_start[s][i] for s in start_of]) for i in (0, 1))
    gain = sums[:, 1] / scale - base
    luck = (sums[:, 2] + first * sums[:, 3]) / scale - at_once
    share = float((gain * luck).mean() / (luck**2).mean())
    clean = gain - share * luck
    return float(clean.mean()), float(clean.std()) / sqrt(len(clean))
