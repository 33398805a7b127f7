"""Hands as players write them: `AhKh`, `AKs`, `QQ+`, `A5s-A2s`, `AA**`, `15%`, `random`.

A range is every holding it stands for, each as likely as another; commas join parts of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from houseway.cards import Card, NotationError, parse_cards
from houseway.errors import HousewayError

Holding = tuple[Card, ...]

RANKS: Final = "AKQJT98765432"
MOST_HOLDINGS: Final = 400_000  # all of Omaha's are 270,725
FORMS: Final = (
    "cards (AhKh), `random`, or parts joined by commas: AK, AKs, AKo, QQ, each with + for all "
    "above it, QQ-99 or A5s-A2s for a row, 15% for the best part of all hands; with more than two "
    "cards AA** or AhKh**, with :ds, :ss or :r for double suited, suited or all suits different"
)
_CLASS = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,3})?)%")
_PATTERN = re.compile(rf"((?:Jk|[{RANKS}][shdc]?|\*)+)(:ds|:ss|:r)?")
_TOKEN = re.compile(rf"Jk|[{RANKS}][shdc]?|\*")


def holdings(word: str, size: int, deck: Sequence[Card]) -> tuple[Holding, ...] | None:
    """Every holding of `size` cards a word stands for; None for any cards at all.

    >>> from houseway.cards import CARDS
    >>> len(holdings("AKs", 2, CARDS)), len(holdings("QQ+", 2, CARDS))
    (4, 18)
    """
    if word.lower() in ("random", "*"):
        return None
    found: dict[frozenset[Card], Holding] = {}
    for part in word.split(","):
        for holding in _part(part.strip(), size, deck):
            found.setdefault(frozenset(holding), holding)
            if len(found) > MOST_HOLDINGS:
                raise _bad(word, f"it stands for more than {MOST_HOLDINGS:,} holdings")
    if not found:
        raise _bad(word, "no holding of this game's deck is like that")
    return tuple(found.values())


def _bad(word: str, why: str) -> HousewayError:
    return HousewayError("bad-hand", f"{word!r}: {why}; a hand is {FORMS}", where="hands")


def _part(text: str, size: int, deck: Sequence[Card]) -> Iterator[Holding]:
    if size == 2:
        if percent := _PERCENT.fullmatch(text):
            yield from _best_share(text, float(percent[1]), deck)
            return
        if classes := _classes(text):
            for name in classes:
                yield from _of_class(name, deck)
            return
    pattern = _PATTERN.fullmatch(text)
    tokens = _TOKEN.findall(pattern[1]) if pattern else []
    if pattern is None or all(len(token) == 2 for token in tokens):
        try:
            cards = tuple(parse_cards(text))
        except NotationError as error:
            raise _bad(text, str(error)) from None
        if not cards:
            raise _bad(text, "no card is named")
        yield cards
        return
    if len(tokens) != size:
        raise _bad(text, f"it names {len(tokens)} cards; a hand of this game has {size}")
    yield from _like(tokens, pattern[2] or "", deck)


# Hold'em's classes of hands


def _classes(text: str) -> list[str]:
    """The classes a word of two ranks names, `AKs` or `QQ`; none where it is no such word."""
    text, rising = text.removesuffix("+"), text.endswith("+")
    first, dash, last = text.partition("-")
    one = _CLASS.fullmatch(first)
    if one is None:
        return []
    if one[1] == one[2] and one[3]:
        raise _bad(text, "a pair is never suited")
    high, low, kind = *sorted(one[1] + one[2], key=RANKS.index), one[3]
    if dash:
        other = _CLASS.fullmatch(last)
        if other is None or rising or other[3] != kind:
            return []
        end = sorted(other[1] + other[2], key=RANKS.index)
        if (high == low) != (end[0] == end[1]) or (high != low and end[0] != high):
            return []
        return _row(high, low, end[1], kind)
    if not rising:
        return [high + low + kind]
    return _row(high, low, "A" if high == low else RANKS[RANKS.index(high) + 1], kind)


def _row(high: str, low: str, end: str, kind: str) -> list[str]:
    """Pairs from one rank to another; or one high card with side cards from one to another."""
    a, b = sorted((RANKS.index(low), RANKS.index(end)))
    return [(rank if high == low else high) + rank + kind for rank in RANKS[a : b + 1]]


def _of_class(name: str, deck: Sequence[Card]) -> Iterator[Holding]:
    high, low, kind = name[0], name[1], name[2:]
    ones = [card for card in deck if card.text[0] == high]
    others = [card for card in deck if card.text[0] == low]
    pairs = combinations(ones, 2) if high == low else product(ones, others)
    for one, other in pairs:
        if not kind or (one.text[1] == other.text[1]) == (kind == "s"):
            yield one, other


@lru_cache(maxsize=1)
def starting_hands() -> tuple[str, ...]:
    """The 169 starting hands, best first by their equity against any hand."""
    from importlib.resources import files

    return tuple(files(__package__).joinpath("starting_hands.txt").read_text("ascii").split())


def _best_share(text: str, percent: float, deck: Sequence[Card]) -> Iterator[Holding]:
    if not 0 < percent <= 100 or len(deck) != 52:
        raise _bad(text, "a part of all hands is above 0% and at most 100%, of a deck of 52")
    wanted, taken = percent / 100 * 1326, 0
    for name in starting_hands():
        if taken >= wanted:
            return
        for holding in _of_class(name, deck):
            taken += 1
            yield holding


# Hands of more cards, some of them named


def _like(tokens: Sequence[str], suits: str, deck: Sequence[Card]) -> Iterator[Holding]:
    named = [[c for c in deck if c.text.startswith(token)] for token in tokens if token != "*"]
    free = tokens.count("*")
    begun = {frozenset(cards) for cards in product(*named) if len({*cards}) == len(named)}
    for cards in begun:
        rest = [card for card in deck if card not in cards]
        for others in combinations(rest, free):
            holding = (*cards, *others)
            if _suited(holding, suits):
                yield holding


def _suited(holding: Holding, suits: str) -> bool:
    if not suits:
        return True
    counts = sorted((sum(c.text[1] == s for c in holding) for s in "shdc"), reverse=True)
    if suits == ":r":
        return counts[0] == 1
    return counts[0] >= 2 and (counts[1] >= 2) == (suits == ":ds")
