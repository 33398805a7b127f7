"""Cards that lay on the table and that nobody can name, written `??`.

An unknown card may be dealt, laid down and passed on like any other. Whoever asks what it is gets
`NeededError`, which says that the answer depends on it.
"""

from __future__ import annotations

from typing import Any, NoReturn

from houseway.cards.card import Card, Tile, parse_cards, parse_tiles

UNKNOWN = "??"
# One that is held and thrown away like any other, where nobody asks what it is; it has no rank.
UNNAMED = Card(UNKNOWN, -1, -2, -1)


class NeededError(Exception):
    """The rules must know a card that is unknown."""

    def __init__(self, key: Any) -> None:
        self.key = key
        super().__init__(str(key))


def need(self: Any, *_: object) -> NoReturn:
    """For what depends on an unknown card: tells which."""
    raise NeededError(self.key)


class UnknownCard(Card):
    """A card of which nothing is known but where it lay (`key`)."""

    __slots__ = ("key",)
    key: Any

    def __init__(self, key: Any) -> None:
        object.__setattr__(self, "key", key)

    text = rank = suit = index = property(need)
    __eq__ = __hash__ = need

    def __repr__(self) -> str:
        return UNKNOWN


class UnknownTile(Tile):
    """A tile of which nothing is known but where it lay (`key`)."""

    __slots__ = ("key",)
    key: Any

    def __init__(self, key: Any) -> None:
        object.__setattr__(self, "key", key)

    text = pips = property(need)
    __eq__ = __hash__ = need

    def __repr__(self) -> str:
        return UNKNOWN


def parse_with_unknown(text: str, *, tiles: bool = False) -> list[Card | Tile | None]:
    """Cards or tiles as written, None where one is unknown.

    >>> parse_with_unknown("Qd ?? 3s")
    [Card(Qd), None, Card(3s)]
    """
    if UNKNOWN not in text:
        return list(parse_tiles(text) if tiles else parse_cards(text))
    found: list[Card | Tile | None] = []
    parse = parse_tiles if tiles else parse_cards
    for token in text.replace(UNKNOWN, f" {UNKNOWN} ").split():
        found += [None] if token == UNKNOWN else parse(token)
    return found
