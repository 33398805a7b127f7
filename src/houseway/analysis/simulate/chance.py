"""Random numbers, cards and wagers inside compiled code, the same ones for every engine.

A block of rounds has a generator of its own (xoshiro256**, 256 bits of state), started from a
hash of the seed and the block's number. A number below n is taken from 32 random bits; what that
favours is under one in eighty million for the largest shoe.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels import leaf

Integers = npt.NDArray[np.int64]
State = npt.NDArray[np.uint64]
Stock = npt.NDArray[np.uint8]

WHOLE: Final = 1 << 32  # a certainty, in shares

_FIVE: Final = np.uint64(5)
_SEVEN: Final = np.uint64(7)
_NINE: Final = np.uint64(9)
_SEVENTEEN: Final = np.uint64(17)
_FORTY_FIVE: Final = np.uint64(45)
_HALF: Final = np.uint64(32)


def start(seed: int, block: int) -> State:
    """The generator of a block.

    >>> bool((start(1, 0) == start(1, 0)).all()), bool((start(1, 0) == start(1, 1)).any())
    (True, False)
    """
    digest = sha256(f"houseway simulate {seed} {block}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


@leaf
def _turned(word: np.uint64, by: np.uint64) -> np.uint64:
    return (word << by) | (word >> (np.uint64(64) - by))


@leaf
def bits(state: State) -> np.uint64:
    """The next 32 random bits."""
    found = _turned(state[1] * _FIVE, _SEVEN) * _NINE
    shifted = state[1] << _SEVENTEEN
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = _turned(state[3], _FORTY_FIVE)
    return found >> _HALF


@leaf
def below(state: State, count: int) -> int:
    """A number from 0 to count - 1."""
    return int((bits(state) * np.uint64(count)) >> _HALF)


class Shoe(NamedTuple):
    """The cards of a table. Those dealt lie before the place; any of the rest may come next."""

    stock: Stock
    place: Integers  # of one number
    cut: int  # a round that would begin here shuffles first; 0 where every round does
    burned: int


@leaf
def open_round(shoe: Shoe) -> None:
    """Shuffle before a round where it is due: the cards dealt may come again."""
    if shoe.cut == 0:
        shoe.place[0] = 0
    elif shoe.place[0] >= shoe.cut or shoe.place[0] == 0:
        shoe.place[0] = shoe.burned


@leaf
def deal(shoe: Shoe, state: State) -> int:
    """The next card."""
    place = shoe.place[0]
    other = place + below(state, shoe.stock.shape[0] - place)
    card = shoe.stock[other]
    shoe.stock[other] = shoe.stock[place]
    shoe.stock[place] = card
    shoe.place[0] = place + 1
    return int(card)


class Habits(NamedTuple):
    """What players wager. A player has habits with their shares, a habit has amounts by spot.

    Shares run up to `WHOLE`. Spots are numbered as in the filing; masks hold a bit a spot.
    """

    habits: Integers  # [player]
    habit_share: Integers  # [player, habit]
    choices: Integers  # [player, habit, spot]; 0 where the spot follows another
    share: Integers  # [player, habit, spot, choice]
    amount: Integers  # [player, habit, spot, choice]
    follows: Integers  # [spot]: the spot whose amount it takes, -1 for none
    needs: Integers  # [spot]: mask of spots that must all be filled
    needs_any: Integers  # [spot]: mask of spots of which one must be filled
    excludes: Integers  # [spot]: mask of spots that must be empty


@leaf
def draw_wagers(habits: Habits, state: State, wagers: Integers) -> None:
    """The wagers of a round into [player, spot], cents. A round needs somebody who wagers."""
    while not _drawn(habits, state, wagers):
        pass


@leaf
def _drawn(habits: Habits, state: State, wagers: Integers) -> bool:
    players, spots = wagers.shape
    somebody = False
    for player in range(players):
        habit = 0
        if habits.habits[player] > 1:
            drawn = int(bits(state))
            while drawn >= habits.habit_share[player, habit]:
                habit += 1
        placed = 0
        for spot in range(spots):
            amount = 0
            count = habits.choices[player, habit, spot]
            if count > 0:
                chosen = 0
                if count > 1:
                    drawn = int(bits(state))
                    while drawn >= habits.share[player, habit, spot, chosen]:
                        chosen += 1
                amount = habits.amount[player, habit, spot, chosen]
            elif habits.follows[spot] >= 0:
                amount = wagers[player, habits.follows[spot]]
            wagers[player, spot] = amount
            if amount > 0:
                placed |= 1 << spot
        # A spot whose condition is not met is left empty.
        for spot in range(spots):
            if not placed >> spot & 1:
                continue
            any_of = habits.needs_any[spot]
            if (
                habits.needs[spot] & placed != habits.needs[spot]
                or (any_of != 0 and any_of & placed == 0)
                or habits.excludes[spot] & placed != 0
            ):
                wagers[player, spot] = 0
                placed &= ~(1 << spot)
        somebody |= placed != 0
    return somebody
