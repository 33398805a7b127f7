"""Ultimate hold'em with more cards known than a player's own, in compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np

from houseway.analysis.simulate.chance import State, below
from houseway.analysis.suits import starts
from houseway.families.ultimate_holdem.board import stands_to
from houseway.families.ultimate_holdem.counting import (
    BEFORE,
    FLOP,
    Pays,
    best_on_river,
    worth_of,
)
from houseway.hands.arrays import Floats, Small
from houseway.hands.kernels import BITS, EMPTY, HIGH_7, KEYS, Table, leaf, strength, sums_of, tables
from houseway.hands.tables import part

_ROUND: Final = 8  # flops between two looks at whether the first choice is clear
_MOST: Final = 128
_CLEAR: Final = 3.0  # standard errors
_TRIED: Final = 8
OWN: Final = 2
STAKES, PLAY, CHECK, BASE = range(4)  # sums over boards and bank hands


@leaf
def _draw(deck: Small, begin: int, number: int, state: State) -> None:
    """Brings cards of the rest of the deck, by chance, to the places from `begin` on."""
    for place in range(begin, begin + number):
        other = place + below(state, deck.shape[0] - place)
        deck[place], deck[other] = deck[other], deck[place]


@leaf
def flop_of(
    table: Table, categories: Table, pays: Pays, deck: Small, seen: int, flop: int, first: int,
    choices: Small, follow: bool, sums: Floats,
) -> None:  # fmt: skip
    """One flop, at the places from `flop` on; later cards come from those from `first` on. Of the
    bank's cards those after the own two are `seen`.

    On average over boards and bank hands: ante and blind, a play wager of one ante, the best of
    the river. The river's choices are written down by cards; where they are to be followed the
    last sum is what comes of those written down.
    """
    key, bits = sums_of(deck[flop:], 3)
    own_key, own_bits = sums_of(deck, OWN)
    bank_key, bank_bits = sums_of(deck[OWN:], seen)
    own_key, bank_key = own_key - EMPTY, bank_key - EMPTY
    _, known = sums_of(deck, first)
    sums[:] = 0.0
    cases = 0
    for i in range(first, deck.shape[0]):
        for j in range(first, i):
            board, of_board = key + KEYS[deck[i]] + KEYS[deck[j]], bits + BITS[deck[i]]
            of_board += BITS[deck[j]]
            own = int(strength(table, HIGH_7, board + own_key, of_board + own_bits))
            stand = stands_to(
                table, pays.qualifies, own, board + bank_key, of_board + bank_bits, OWN - seen,
                known + BITS[deck[i]] + BITS[deck[j]],
            )  # fmt: skip
            banks = sum(stand)
            stakes, play = worth_of(pays, categories[own], stand)
            choice, best = best_on_river(pays, pays.fold * banks, stakes, play)
            sums[STAKES] += stakes
            sums[PLAY] += play
            sums[CHECK] += best
            cases += banks
            low, high = min(deck[i], deck[j]), max(deck[i], deck[j])
            if follow:
                made = choices[low, high]
                if made == pays.bets.shape[0]:
                    sums[BASE] += pays.fold * banks
                else:
                    sums[BASE] += stakes + pays.bets[made, 1] * play
            else:
                choices[low, high] = choice
    for i in range(4):
        sums[i] /= cases


@leaf
def _bet(pays: Pays, street: int, sums: Floats) -> float:
    """The best bet of a street; far below everything where there is none."""
    best = -1e18
    for bet in range(pays.bets.shape[0]):
        if pays.bets[bet, 0] == street:
            best = max(best, sums[STAKES] + pays.bets[bet, 1] * sums[PLAY])
    return best


@leaf
def _flops(
    table: Table, categories: Table, pays: Pays, seen: int, number: int, deck: Small,
    choices: Small, sums: Floats, state: State, total: Floats,
) -> None:  # fmt: skip
    """Adds some flops: ante and blind, a play wager, what waiting brings, and the square of what
    betting at once has over it."""
    for _ in range(number):
        _draw(deck, OWN + seen, 3, state)
        flop_of(
            table, categories, pays, deck, seen, OWN + seen, OWN + seen + 3, choices, False, sums
        )
        later = max(sums[CHECK], _bet(pays, FLOP, sums))
        total[STAKES] += sums[STAKES]
        total[PLAY] += sums[PLAY]
        total[CHECK] += later
        total[BASE] += (_bet(pays, BEFORE, sums) - later) ** 2


@leaf
def _one_by_one(
    table: Table, categories: Table, pays: Pays, seen: int, start_of: Small, deck: Small,
    choices: Small, sums: Floats, total: Floats, state: State, out: Floats,
) -> None:  # fmt: skip
    for n in range(out.shape[0]):
        _draw(deck, 0, OWN + seen, state)
        total[:] = 0.0
        flops = 0
        at_once = False
        while flops < _MOST:
            _flops(table, categories, pays, seen, _ROUND, deck, choices, sums, state, total)
            flops += _ROUND
            ahead = _bet(pays, BEFORE, total) - total[CHECK]
            at_once = ahead > 0.0
            if ahead**2 > _CLEAR**2 * max(total[BASE] - ahead**2 / flops, 0.0):
                break
        # What is chosen is tried on other flops: on these the luck of the choice would count too.
        total[:] = 0.0
        _flops(table, categories, pays, seen, _TRIED, deck, choices, sums, state, total)
        one, two = max(deck[0], deck[1]), min(deck[0], deck[1])
        out[n, 0] = start_of[one * (one - 1) // 2 + two]
        out[n, 1] = (_bet(pays, BEFORE, total) if at_once else total[CHECK]) / _TRIED
        out[n, 2], out[n, 3] = total[STAKES] / _TRIED, total[PLAY] / _TRIED
        out[n, 4] = at_once


def known_to_one(pays: Pays, seen: int, situations: int, state: State) -> Floats:
    """[situation]: start, value of best play with so many of the bank's cards seen, ante and
    blind, a play wager of one ante, whether it is bet at once."""
    out = np.zeros((situations, 5))
    _one_by_one(
        tables(), part("category"), pays, seen, starts().astype(np.uint8),
        np.arange(52, dtype=np.uint8), np.zeros((52, 52), np.uint8),
        np.zeros(4), np.zeros(4), state, out,
    )  # fmt: skip
    return out


@leaf
def _together(
    table: Table, categories: Table, pays: Pays, dead: int, checked: Small, deck: Small,
    choices: Small, sums: Floats, informed: Floats, state: State, out: Floats,
) -> None:  # fmt: skip
    for n in range(out.shape[0]):
        _draw(deck, 0, OWN + 3 + dead, state)
        one, two = max(deck[0], deck[1]), min(deck[0], deck[1])
        out[n] = 0.0
        if not checked[one * (one - 1) // 2 + two]:
            continue
        # The flop lies after the own cards, other players' hands after it.
        flop_of(table, categories, pays, deck, 0, OWN, OWN + 3, choices, False, sums)
        bets = _bet(pays, FLOP, sums) > sums[CHECK]
        flop_of(table, categories, pays, deck, 0, OWN, OWN + 3 + dead, choices, True, informed)
        base = _bet(pays, FLOP, informed) if bets else informed[BASE]
        out[n] = max(informed[CHECK], _bet(pays, FLOP, informed)) - base


def known_to_all(pays: Pays, dead: int, situations: int, checked: Small, state: State) -> Floats:
    """[situation]: what is gained on flop and river by knowing so many cards of other players.

    `checked[hole cards]` says which hands wait for the flop; the others have bet already.
    """
    out = np.zeros(situations)
    _together(
        tables(), part("category"), pays, dead, checked, np.arange(52, dtype=np.uint8),
        np.zeros((52, 52), np.uint8), np.zeros(4), np.zeros(4), state, out,
    )  # fmt: skip
    return out
