"""A shuffle that is fixed before anybody can know or change it, and proved card by card.

The house shuffles and publishes one hash, the root of a tree with a leaf for every place of its
order: SHA-256 over a zero byte, the place's own salt, and the place and the card in text (`7 Ah`);
a node is SHA-256 over a one byte and its two children, and a node without a neighbour moves up as
it is. A place is opened by its card, its salt and the hashes beside its way to the root, which
say nothing of any other place.

Words of the players, spoken after the root is known, turn the order: the card dealt at a place is
the one that lies at `turned(...)` of it. Whoever fixed the order did not know the words, and who
spoke them does not know the order.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SALT_BITS = 256
Words = Sequence[tuple[str, str]]  # who said what, in the order they said it


class Opening(NamedTuple):
    """One place of an order, with what proves it."""

    place: int
    card: str
    salt: str
    path: tuple[str, ...]  # the hashes beside the way up, the lowest first

    def root(self, cards: int) -> str:
        """The root that this place follows from, in a tree over so many cards."""
        node = _leaf(bytes.fromhex(self.salt), self.place, self.card)
        beside = iter(map(bytes.fromhex, self.path))
        place, width = self.place, cards
        while width > 1:
            if place % 2:
                node = _node(next(beside), node)
            elif place + 1 < width:
                node = _node(node, next(beside))
            place, width = place // 2, (width + 1) // 2
        return node.hex()


class Promise:
    """An order of cards and its secret: what the house knows of its own commitment."""

    def __init__(self, order: str, secret: str) -> None:
        self.order = order.split()
        key = bytes.fromhex(secret)
        self._salts = [hmac.digest(key, b"%d" % place, "sha256") for place in range(len(self))]
        level = [_leaf(self._salts[place], place, card) for place, card in enumerate(self.order)]
        self._levels = [level]
        while len(level) > 1:
            pairs = [level[place : place + 2] for place in range(0, len(level), 2)]
            level = [_node(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
            self._levels.append(level)

    def __len__(self) -> int:
        return len(self.order)

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    def open(self, place: int) -> Opening:
        """What proves which card lies at a place."""
        path, up = [], place
        for level in self._levels[:-1]:
            if up ^ 1 < len(level):
                path.append(level[up ^ 1].hex())
            up //= 2
        return Opening(place, self.order[place], self._salts[place].hex(), tuple(path))


def turned(cards: int, root: str, words: Words) -> list[int]:
    """For each card in the order dealt, its place in the order the house has promised.

    Without a word that is the same place. With words it is an even shuffle drawn from them:
    Fisher and Yates by numbers of SHA-256 over the root and everything said.
    """
    places = list(range(cards))
    if not words:
        return places
    said = (f"{len(text.encode())}:{text}," for one in words for text in one)
    numbers = _numbers(hashlib.sha256(f"houseway words 1\n{root}\n{''.join(said)}".encode()))
    for last in range(cards - 1, 0, -1):
        chosen = _below(last + 1, numbers)
        places[last], places[chosen] = places[chosen], places[last]
    return places


def _numbers(key: hashlib._Hash) -> Iterator[int]:
    """Whole numbers of 32 bits without end."""
    seed, block = key.digest(), 0
    while True:
        drawn = hashlib.sha256(seed + block.to_bytes(4, "big")).digest()
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def _below(bound: int, numbers: Iterable[int]) -> int:
    """A number under a bound, every one equally likely: those beyond its last multiple are
    passed over."""
    most = 2**32 - 2**32 % bound
    return next(number for number in numbers if number < most) % bound


def _leaf(salt: bytes, place: int, card: str) -> bytes:
    return hashlib.sha256(b"\0" + salt + f"{place} {card}".encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
