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

from houseway.hands.arrays import Integers
from houseway.hands.kernels import leaf

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


class Ahead(NamedTuple):
    """Cards dealt before anybody asks for them, each with the generator as it was before."""

    cards: Stock
    states: State  # [card, word]


def new_ahead(count: int) -> Ahead:
    return Ahead(np.zeros(count, np.uint8), np.zeros((count, 4), np.uint64))


@leaf
def deal_ahead(shoe: Shoe, state: State, ahead: Ahead) -> int:
    """As many cards as there is room for and the shoe still has; how many that is."""
    count = min(ahead.cards.shape[0], shoe.stock.shape[0] - shoe.place[0])
    for number in range(count):
        for word in range(4):
            ahead.states[number, word] = state[word]
        ahead.cards[number] = deal(shoe, state)
    return int(count)


@leaf
def put_back(shoe: Shoe, state: State, ahead: Ahead, dealt: int, used: int) -> None:
    """Undo the deals that nobody asked for, the last one first."""
    for number in range(dealt - 1, used - 1, -1):
        _go_back(state, ahead, number)
        place = shoe.place[0] - 1
        other = place + below(state, shoe.stock.shape[0] - place)
        card = shoe.stock[place]
        shoe.stock[place] = shoe.stock[other]
        shoe.stock[other] = card
        shoe.place[0] = place
        _go_back(state, ahead, number)


@leaf
def _go_back(state: State, ahead: Ahead, number: int) -> None:
    for word in range(4):
        state[word] = ahead.states[number, word]


class Habits(NamedTuple):
    """All that may lie at the seats, case by case, those of a player together.

    A case is drawn at once: an even choice among the player's, then with a chance the other one
    that stands beside it (the alias method).
    """

    first: Integers  # [player]: the first case
    choices: Integers  # [player]: how many there are
    share: Integers  # [case]: the share of `WHOLE` that stays
    other: Integers  # [case]: the case that has the rest
    amount: Integers  # [case, spot], cents
    action: Integers  # [case]: what counts in the table action
    fee: Integers  # [case]: the player's own; below zero where none is filed
    skill: Integers  # [case]: which of the table's ways to play


@leaf
def draw_wagers(habits: Habits, state: State, drawn: Integers, wagers: Integers) -> None:
    """The wagers of a round into [player, spot], their cases into [player].

    A round needs somebody who wagers.
    """
    players, spots = wagers.shape
    somebody = False
    while not somebody:
        for player in range(players):
            case = habits.first[player]
            if habits.choices[player] > 1:
                case += below(state, habits.choices[player])
                if int(bits(state)) >= habits.share[case]:
                    case = habits.other[case]
            drawn[player] = case
            for spot in range(spots):
                amount = habits.amount[case, spot]
                wagers[player, spot] = amount
                somebody |= amount > 0
