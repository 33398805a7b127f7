"""The rankings by the keys that filings use, each made once with its details.

| key | hand | details |
| --- | --- | --- |
| `high` | best five of five to seven cards, board included | `wheel` |
| `high-joker` | the same with one joker | `joker`, `wheel` |
| `high-two-jokers` | the same with two jokers | `joker`, `wheel` |
| `high-wild` | the same with one joker that is any card | |
| `mexican` | five of the 41 cards | `joker_dealt`: `face-up` or `face-down` |
| `short-deck` | the 36 cards from six up; a flush beats a full house | `trips` |
| `omaha-high` | two hole cards and three of the board | `wheel` |
| `omaha-ace-to-five-8` | the same for low, eight or better | |
| `three-card` | three cards | |
| `two-card` | a front hand of two, the joker an ace, or any card | `wild` |
| `ace-to-five-8` | low of five different ranks, none above 8 | `joker_is_ace` |
| `ace-to-five`, `razz` | low without a qualifier | `joker_is_lowest` of the former |
| `deuce-to-seven` | lowest high hand of five cards | |
| `badugi` | four cards | |
| `chinese-front` | a three-card segment; middle and back are `high` | |

`joker` is what a joker may be (`houseway.hands.joker`); `wheel` says where the straight
5-4-3-2-ace stands: `lowest` (as all filings here have it), `second`, or `none`; `trips` whether
three of a kind is `under-straight` or `over-straight`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from houseway.hands.badugi import Badugi
from houseway.hands.chinese import Front
from houseway.hands.five_high import HIGH_ORDER, RANKS, FiveHigh, Wheel, runs_of
from houseway.hands.joker import JOKER_ORDER, WILD_ORDER, JokerHigh, JokerUse
from houseway.hands.low import AceToFive, DeuceToSeven
from houseway.hands.mexican import MEXICAN_ORDER, JokerDealt, Mexican
from houseway.hands.omaha import TwoAndThree
from houseway.hands.three_card import THREE_CARD_ORDER, ThreeCard
from houseway.hands.two_card import TwoCard
from houseway.hands.value import Category, Ranking

Trips = Literal["under-straight", "over-straight"]


def _high(*, wheel: Wheel = "lowest") -> FiveHigh:
    return FiveHigh(runs=runs_of(RANKS, wheel))


def _high_joker(
    *, joker: JokerUse = "ace-straight-flush", wheel: Wheel = "lowest", jokers: int = 1
) -> JokerHigh:
    order = WILD_ORDER if joker == "wild" else JOKER_ORDER
    return JokerHigh(joker=joker, jokers=jokers, order=order, runs=runs_of(RANKS, wheel))


def _high_two_jokers(
    *, joker: JokerUse = "ace-straight-flush", wheel: Wheel = "lowest"
) -> JokerHigh:
    return _high_joker(joker=joker, wheel=wheel, jokers=2)


def _short_deck(*, trips: Trips = "under-straight") -> FiveHigh:
    straight: list[Category] = ["straight", "three-of-a-kind"]
    order: tuple[Category, ...] = (
        "royal-flush", "straight-flush", "four-of-a-kind", "flush", "full-house",
        *(straight if trips == "under-straight" else straight[::-1]),
        "two-pair", "one-pair", "high-card",
    )  # fmt: skip
    return FiveHigh(order=order, runs=runs_of(RANKS[:9]))


def _low_8(*, joker_is_ace: bool = False) -> AceToFive:
    return AceToFive(qualifier=8, joker_is_ace=joker_is_ace)


_DETAILS: Final[dict[str, tuple[object, ...]]] = {
    "joker": get_args(JokerUse),
    "wheel": get_args(Wheel),
    "joker_dealt": get_args(JokerDealt),
    "joker_is_ace": (True, False),
    "joker_is_lowest": (True, False),
    "trips": get_args(Trips),
    "wild": (True, False),
}
RANKINGS: Final[dict[str, tuple[Callable[..., Ranking], frozenset[str]]]] = {
    "high": (_high, frozenset({"wheel"})),
    "high-joker": (_high_joker, frozenset({"joker", "wheel"})),
    "high-two-jokers": (_high_two_jokers, frozenset({"joker", "wheel"})),
    "high-wild": (lambda: _high_joker(joker="wild"), frozenset()),
    "mexican": (Mexican, frozenset({"joker_dealt"})),
    "short-deck": (_short_deck, frozenset({"trips"})),
    "omaha-high": (lambda **details: TwoAndThree(_high(**details)), frozenset({"wheel"})),
    "omaha-ace-to-five-8": (lambda: TwoAndThree(_low_8()), frozenset()),
    "three-card": (ThreeCard, frozenset()),
    "two-card": (TwoCard, frozenset({"wild"})),
    "ace-to-five-8": (_low_8, frozenset({"joker_is_ace"})),
    "ace-to-five": (AceToFive, frozenset({"joker_is_lowest"})),
    "razz": (AceToFive, frozenset()),
    "deuce-to-seven": (DeuceToSeven, frozenset()),
    "badugi": (Badugi, frozenset()),
    "chinese-front": (Front, frozenset()),
}


@cache
def ranking(key: str, **details: str | bool) -> Ranking:
    """The ranking a filing names, with the details it gives; asked for twice, it is the same one.

    >>> from houseway.cards import parse_cards
    >>> ranking("high").value(parse_cards("As Ks"), parse_cards("Qs Js Ts 2d 2c")).name
    'Royal flush'
    """
    if key not in RANKINGS:
        raise ValueError(f"no ranking is called {key!r}; there are {', '.join(RANKINGS)}")
    make, known = RANKINGS[key]
    for name, value in details.items():
        if name not in known:
            has = ", ".join(sorted(known)) or "none"
            raise ValueError(f"ranking {key!r} has no detail {name!r}; it has {has}")
        if value not in _DETAILS[name]:
            allowed = ", ".join(map(str, _DETAILS[name]))
            raise ValueError(f"{name} = {value!r} of ranking {key!r} is none of {allowed}")
    return make(**details)


class Named(NamedTuple):
    """The hands of a ranking that a pay table can name, best first, and what it reads."""

    names: tuple[Category, ...]
    cards: range
    jokers: int = 0

    @property
    def said(self) -> str:
        low, high = self.cards[0], self.cards[-1]
        return str(low) if low == high else f"{low} to {high}"


CATEGORIES: Final[dict[str, Named]] = {
    "high": Named(HIGH_ORDER, range(5, 8)),
    "high-joker": Named(JOKER_ORDER, range(5, 8), 1),
    "high-two-jokers": Named(JOKER_ORDER, range(5, 8), 2),
    "high-wild": Named(WILD_ORDER, range(5, 8), 1),
    "three-card": Named(THREE_CARD_ORDER, range(3, 4)),
}


# Best first, as a chart on the wall has them.
_CHARTS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("high", "omaha-high"), HIGH_ORDER),
    **dict.fromkeys(("high-joker", "high-two-jokers"), JOKER_ORDER),
    "high-wild": WILD_ORDER,
    "mexican": MEXICAN_ORDER,
    "short-deck": (
        *HIGH_ORDER[: HIGH_ORDER.index("full-house")],
        "flush",
        "full-house",
        *HIGH_ORDER[HIGH_ORDER.index("straight") :],
    ),
    "short-deck-trips": (
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "flush",
        "full-house",
        "three-of-a-kind",
        "straight",
        "two-pair",
        "one-pair",
        "high-card",
    ),
    "three-card": THREE_CARD_ORDER,
    "two-card": ("one-pair", "high-card"),
    "deuce-to-seven": tuple(reversed(HIGH_ORDER)),
    "badugi": ("badugi", "three-card-badugi", "two-card-badugi", "one-card-badugi"),
    "chinese-front": ("three-of-a-kind", "one-pair", "high-card"),
    **dict.fromkeys(
        ("ace-to-five-8", "ace-to-five-8-joker-ace", "omaha-ace-to-five-8"),
        ("5-4-3-2-A", "8-7-6-5-4"),
    ),
    **dict.fromkeys(
        ("ace-to-five", "ace-to-five-joker", "razz"), ("5-4-3-2-A", "K-Q-J-T-9", "pairs below")
    ),
}


def chart(key: str) -> list[str]:
    """The hands of a ranking in words, best first; of lows the best and the last.

    >>> chart("three-card")[:2]
    ['Mini royal flush', 'Straight flush']
    >>> chart("razz")
    ['5-4-3-2-A', 'K-Q-J-T-9', 'Pairs below']
    """
    ranks = set("AKQJT98765432-")
    return [
        name if ranks.issuperset(name) else name.replace("-", " ").capitalize()
        for name in _CHARTS[key]
    ]
