"""Three card poker counted out: every hand of the player against every hand of the bank.

With several decks the same card can come twice, so hands are three of 52 kinds of cards with
repetition, each counted as often as it can be dealt. Hands of the player that differ only in the
names of suits are counted once. The bank's hands are sorted by the cards of it that are seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards import CARDS
from houseway.hands.arrays import Indexes, Integers, Small
from houseway.hands.kernels import leaf
from houseway.rounds.judging import Judged, judge

# How the player's hand stands to the bank's, and whether the bank qualifies.
STANDINGS: Final = 6
HIGHER_Q, HIGHER_N, EQUAL_Q, EQUAL_N, LOWER_Q, LOWER_N = range(STANDINGS)
FOLD: Final = -1  # the last choice; the others are sizes of the play wager, the smallest first
KINDS: Final = 52
# Of the bank's hands with so many cards seen: into how many groups they fall.
GROUPS: Final = (1, KINDS, KINDS**2, KINDS**3)


class Pays(NamedTuple):
    """A filing's rules in whole parts of the ante; `goals` are kinds of best play."""

    play: Integers  # [goal, size, category of the player's hand, standing]
    fold: Integers  # [goal, category]


@dataclass(frozen=True, slots=True)
class Counts:
    """Cases by result, and what playing gains over folding, each size over the one before."""

    cases: Integers  # [goal, size or FOLD, category, standing]
    gains: Integers  # [goal, size, row, strength]: parts of the ante, summed over all cases
    mixed: npt.NDArray[
        np.bool_
    ]  # [goal, row, strength]: played with some suits, folded with others


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands in the order of their worth: strengths count from 0."""

    strengths: Indexes  # [kind, kind, kind], kinds rising
    judged: tuple[Judged, ...]  # [strength]


@cache
def all_hands() -> Hands:
    """Every hand that any number of decks can deal, read by the readable ranking."""
    three = judge("three-card")
    found: dict[int, tuple[Judged, list[tuple[int, int, int]]]] = {}
    for kinds in combinations_with_replacement(range(KINDS), 3):
        hand = three([CARDS[kind] for kind in kinds])
        found.setdefault(hand.strength, (hand, []))[1].append(kinds)
    ordered = [found[strength] for strength in sorted(found)]
    strengths = np.zeros((KINDS,) * 3, np.int32)
    for place, (_, alike) in enumerate(ordered):
        for kinds in alike:
            strengths[kinds] = place
    return Hands(strengths, tuple(hand for hand, _ in ordered))


def player_hands(decks: int) -> tuple[Indexes, Integers]:
    """A hand for all that differ only in the names of suits, and how many deals it stands for."""
    weights: Counter[tuple[tuple[int, ...], ...]] = Counter()
    example: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}
    for kinds in combinations_with_replacement(range(KINDS), 3):
        ways = prod(comb(decks, count) for count in Counter(kinds).values())
        if ways:
            by_suit = sorted(tuple(k // 4 for k in kinds if k % 4 == suit) for suit in range(4))
            weights[tuple(by_suit)] += ways
            example.setdefault(tuple(by_suit), kinds)
    chosen = np.array([example[key] for key in weights], np.int32)
    return chosen, np.array(list(weights.values()), np.int64)


def hands_from(pack: Integers) -> tuple[Indexes, Integers]:
    """Every hand of a pack in which suits are not alike, and how many deals it stands for."""
    weights = {
        kinds: prod(comb(int(pack[kind]), count) for kind, count in Counter(kinds).items())
        for kinds in combinations_with_replacement(range(KINDS), 3)
    }
    dealt = [kinds for kinds, ways in weights.items() if ways]
    return np.array(dealt, np.int32), np.array([weights[kinds] for kinds in dealt], np.int64)


def count(
    pays: Pays, qualifies: Sequence[bool], categories: Sequence[int], *, pack: Integers, seen: int,
    fixed: Small | None = None, choices: Small | None = None,
) -> tuple[Counts, Counts]:  # fmt: skip
    """All deals of a pack, cards by kind, under best play: by `seen` of the bank's cards and by
    none of them.

    `qualifies` and `categories` go by strength. Rows of gains are the ranks of the card seen;
    one row where none or more than one is seen. `fixed[plan, row, strength]` says what other
    players do: their cases follow those of the goals. What is best with each hand and card
    seen is written into `choices[hand, card]`, where that is wanted.
    """
    hands = all_hands()
    alike = bool((pack == pack[0]).all())
    chosen, weights = player_hands(int(pack[0])) if alike else hands_from(pack)
    (goals, sizes, *_), rows = pays.play.shape, 13 if seen == 1 else 1
    if fixed is None:
        fixed = np.zeros((0, rows, len(hands.judged)), np.uint8)
    if choices is None:
        choices = np.zeros((0, 0), np.uint8)
    cases = np.zeros((2, goals + len(fixed), sizes + 1, 7, STANDINGS), np.int64)
    gains = np.zeros((2, goals, sizes, rows, len(hands.judged)), np.int64)
    made = np.zeros((2, goals, rows, len(hands.judged), 2), np.bool_)
    _count_all(
        pays, hands.strengths, np.array(qualifies), np.array(categories, np.int64), chosen, weights,
        pack, seen, np.zeros(KINDS, np.int64), np.zeros((GROUPS[seen] + 1, STANDINGS), np.int64),
        fixed, cases, gains, made, choices,
    )  # fmt: skip
    mixed = made[..., 0] & made[..., FOLD]
    return (
        Counts(cases[0], gains[0], mixed[0]),
        Counts(cases[1], gains[1, :, :, :1], mixed[1, :, :1]),
    )


@leaf
def _count_all(
    pays: Pays, strengths: Indexes, qualifies: npt.NDArray[np.bool_], categories: Integers,
    chosen: Indexes, weights: Integers, pack: Integers, seen: int, left: Integers, groups: Integers,
    fixed: Small, cases: Integers, gains: Integers, made: npt.NDArray[np.bool_], choices: Small,
) -> None:  # fmt: skip
    unseen = groups.shape[0] - 1  # the last group: all bank hands together
    for n in range(chosen.shape[0]):
        for kind in range(KINDS):
            left[kind] = pack[kind]
        for i in range(3):
            left[chosen[n, i]] -= 1
        own = strengths[chosen[n, 0], chosen[n, 1], chosen[n, 2]]
        groups[:] = 0
        bank_hands(strengths, qualifies, own, left, seen, groups)
        for group in range(unseen):
            for i in range(STANDINGS):
                groups[unseen, i] += groups[group, i]
        category = categories[own]
        for group in range(unseen + 1):
            which = int(group == unseen)
            row = group // 4 if seen == 1 and not which else 0
            for goal in range(pays.play.shape[0]):
                number = groups[group].sum()
                if not number:
                    continue
                before = best = number * pays.fold[goal, category]
                choice = FOLD
                for size in range(pays.play.shape[1]):
                    play = 0
                    for i in range(STANDINGS):
                        play += groups[group, i] * pays.play[goal, size, category, i]
                    gains[which, goal, size, row, own] += weights[n] * (play - before)
                    if play > best:
                        best, choice = play, size
                    before = play
                made[which, goal, row, own, min(choice, 0)] = True
                for i in range(STANDINGS):
                    cases[which, goal, choice, category, i] += weights[n] * groups[group, i]
                if goal == 0 and not which and choices.shape[0]:
                    choices[n, group] = choice != FOLD
            if which:
                continue
            for plan in range(fixed.shape[0]):
                choice = 0 if fixed[plan, row, own] else FOLD
                place = pays.play.shape[0] + plan
                for i in range(STANDINGS):
                    cases[0, place, choice, category, i] += weights[n] * groups[group, i]


@leaf
def bank_hands(
    strengths: Indexes, qualifies: npt.NDArray[np.bool_], own: int, left: Integers, seen: int,
    groups: Integers,
) -> None:  # fmt: skip
    """The bank's hands beside the player's, by the cards of them that are seen."""
    for i in range(KINDS):
        for j in range(i, KINDS):
            two = left[i] * left[j] if i != j else left[i] * (left[i] - 1) // 2
            if two <= 0:
                continue
            for k in range(j, KINDS):
                if k != j:
                    ways = two * left[k]
                elif i != j:
                    ways = left[i] * (left[j] * (left[j] - 1) // 2)
                else:
                    ways = two * (left[i] - 2) // 3
                if ways <= 0:
                    continue
                bank = strengths[i, j, k]
                standing = EQUAL_Q
                if own > bank:
                    standing = HIGHER_Q
                elif own < bank:
                    standing = LOWER_Q
                standing += not qualifies[bank]
                if seen == 0:
                    groups[0, standing] += ways
                elif seen == 1:
                    groups[i, standing] += ways
                    groups[j, standing] += ways
                    groups[k, standing] += ways
                elif seen == 2:
                    groups[i * KINDS + j, standing] += ways
                    groups[i * KINDS + k, standing] += ways
                    groups[j * KINDS + k, standing] += ways
                else:
                    groups[(i * KINDS + j) * KINDS + k, standing] += ways
