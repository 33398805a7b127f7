"""Bonus bets by data in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.cards.card import RANK_NAMES, RANKS
from houseway.filings.schema.bonus import Also, Count, When
from houseway.filings.wording.base import Words, listed, spot_name, whole
from houseway.hands.value import plural

_RANK_NAMES = {rank: (RANK_NAMES[n], plural(n)) for n, rank in enumerate(RANKS, 2)}
_PAIRS = {
    "any": "a pair",
    "mixed": "a pair of two colors",
    "colored": "a pair of one color and two suits",
    "suited": "a pair of one suit",
}
_COLORS = {"red": "all red", "black": "all black", "same": "all of one color"}
_BASE = {
    "won": "the base wager wins",
    "lost": "the base wager loses",
    "pushed": "the base wager is returned",
    "folded": "the hand was folded",
}


def bonus_places(names: list[str]) -> str:
    """Whose cards a bonus bet looks at."""
    return listed(_PLACES.get(name, f"the {spot_name(name)} cards") for name in names)


_PLACES = {
    "own": "the seat's cards",
    "bank": "the bank's hand",
    "bank-up": "the bank's first card",
    "bank-first": "the bank's first two cards",
    "board": "the board",
    "flop": "the flop",
    "player": "the player hand",
    "banker": "the banker hand",
    "player-first": "the player hand's first two cards",
    "banker-first": "the banker hand's first two cards",
}


def _ranks(text: str) -> str:
    """
    >>> _ranks("77K")
    'two sevens and one king'
    """
    numbers = ("", "one", "two", "three", "four", "five", "six", "seven")
    return listed(
        f"{numbers[many]} {_RANK_NAMES[rank][many > 1]}" if rank in _RANK_NAMES else rank
        for rank in dict.fromkeys(text)
        if (many := text.count(rank))
    )


def _either(yes: str, no: str) -> Callable[[bool], str]:
    return lambda value: yes if value else no


_SAYS: dict[str, Callable[[Any], str]] = {
    "hand": lambda names: listed(map(spot_name, names), "or"),
    "led_by": lambda text: (
        f"led by {listed((_RANK_NAMES.get(rank, (rank,))[0] for rank in text), 'or')}"
    ),
    "exactly": lambda text: text,
    "ranks": _ranks,
    "holds": lambda text: f"{_ranks(text)} among the cards",
    "pair": _PAIRS.__getitem__,
    "sequence": _either("ranks in sequence", "no sequence"),
    "suited": _either("all of one suit", "not of one suit"),
    "color": _COLORS.__getitem__,
    "red_first": lambda count: f"begins with {count} red",
    "copies": lambda count: f"{count} of the rank it is matched with",
    "suited_copies": lambda count: f"{count} of its rank and suit",
    "cards": lambda count: f"in {count} cards",
    "total": lambda count: f"a total of {count}",
    "low_total": lambda count: f"a total of {count} with aces as one",
    "margin": lambda count: _margin(count),
    "natural": _either("a natural", "no natural"),
    "over": _either("over", "not over"),
    "bank_natural": _either("the bank has a natural", "the bank has no natural"),
    "bank_qualifies": _either("the bank qualifies", "the bank does not qualify"),
    "base": lambda states: listed((_BASE[state] for state in states), "or"),
}


def _margin(count: Count) -> str:
    if (count.low, count.high) == (0, 0):
        return "as much as the other hand"
    return "more than the other hand" if count == MORE else f"{count} more than the other hand"


MORE = Count(low=1, high=None)


def when_words(when: When) -> str:
    """
    >>> when_words(When(total=6, cards=3, margin="1+"))
    'in 3 cards, a total of 6, more than the other hand'
    """
    return ", ".join(_SAYS[key](value) for key, value in when.given.items())


def also_words(also: Also) -> str:
    """
    >>> also_words(Also(looks_at=["bank"], color="red"))
    "the bank's hand all red"
    """
    return f"{bonus_places(also.looks_at)} {when_words(also)}"


BONUS: Words = {When: whole(when_words), Also: whole(also_words), Count: whole(str)}
