"""What a coach may know of a decision, and what it says: the interface of a family's `coach`.

A coach is asked with what the seat itself was told, written down: the decision as it was put, the
round's events as the seat saw them, its own wagers. It never sees the table, so it cannot know
more than the player it helps.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from houseway.cards import Card, Tile, parse_cards, parse_tiles
from houseway.errors import Refused
from houseway.family import find_family
from houseway.filings.pinned import Rules, canonical
from houseway.filings.schema.base import cents
from houseway.filings.terms import Terms
from houseway.rounds.piles import PILE
from houseway.rounds.steps import Place
from houseway.table.codec import read_event
from houseway.table.setup import Setup, terms_of
from houseway.table.sight import Sight

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A decision as its seat sees it."""

    terms: Terms[Any]
    stakes: Mapping[str, Any]
    seat: int
    place: Place  # where the seat's cards lie: its number, or "bank"
    kind: str
    hand: int
    choices: tuple[str, ...]
    costs: Mapping[str, int]  # of each choice, in cents
    verbs: tuple[str, ...]
    facts: Mapping[str, Any]
    wagers: Mapping[str, int]  # the seat's own, in cents
    text: str  # the cards the decision is about, as written
    sight: Sight

    @property
    def cards(self) -> tuple[Card, ...]:
        return parse_cards(self.text)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return parse_tiles(self.text)


class Worth(NamedTuple):
    """What a choice is expected to bring from here on, in cents."""

    move: str
    cents: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What a coach says of a decision. What it cannot say is left empty."""

    hand: str = ""  # what the seat holds, by name
    best: str = ""  # the best choice; empty where none can be called so
    worth: tuple[Worth, ...] = ()
    unit: str = ""  # the wager that costs are told in
    why: str = ""  # in a sentence
    how: str = ""  # how it is known
    row: str = ""  # of the filing's chart, where one decides
    cite: str = ""
    facts: tuple[tuple[str, str], ...] = ()  # more figures, each with its name
    more: Mapping[str, Any] = field(default_factory=dict)  # for the page: both hands of a setting

    def as_json(self, wagers: Mapping[str, int]) -> dict[str, Any]:
        unit = wagers.get(self.unit, 0)
        best = max((one.cents for one in self.worth), default=0.0)
        return {
            "hand": self.hand,
            "best": self.best,
            "moves": [
                {
                    "move": one.move,
                    "value": round(one.cents / 100, 4),
                    "cost": round((best - one.cents) / 100, 4),
                    "units": round((best - one.cents) / unit, 4) if unit else None,
                }
                for one in self.worth
            ],
            "unit": self.unit,
            "why": self.why,
            "how": self.how,
            "row": self.row,
            "cite": self.cite,
            "facts": [list(one) for one in self.facts],
            **self.more,
        }


class Coach(Protocol):
    """What a family gives as its coach; one that cannot advise refuses with `no-advice`."""

    def __call__(self, seen: Seen, /) -> Advice: ...


def best_of(worth: Iterable[Worth]) -> str:
    """The choice that brings most; of equal ones the first named."""
    return max(worth, key=lambda one: one.cents).move


def no_advice(why: str) -> Refused:
    return Refused("no-advice", why, where="coach")


def advise(question: Mapping[str, Any]) -> dict[str, Any]:
    """The advice for a question as `service/backroom/coach.py` writes it."""
    seen = read_question(question)
    if seen.kind == PILE:
        return Advice(why="One pile is as good as another: nobody has seen into them.").as_json({})
    family = find_family(seen.terms.filing.family)
    coach: Coach | None = family.part("coach")
    if coach is None:
        raise no_advice(f"nobody has taught the coach {family.label.lower()}")
    try:
        return coach(seen).as_json(seen.wagers)
    except ImportError as missing:
        raise no_advice(
            f"the coach counts with {missing.name}, which is not installed: houseway[analysis]"
        ) from missing


def read_question(question: Mapping[str, Any]) -> Seen:
    ask, setup = question["ask"], question["setup"]
    return Seen(
        terms=terms_from(question["rules"], setup),
        stakes=setup.get("stakes", {}),
        seat=ask["seat"],
        place=question["place"],
        kind=ask["kind"],
        hand=ask["hand"],
        choices=tuple(one["move"] for one in ask["choices"]),
        costs={one["move"]: cents(one["cost"]) for one in ask["choices"]},
        verbs=tuple(ask["verbs"]),
        facts=ask["facts"],
        wagers=question["wagers"],
        text=ask["cards"],
        sight=Sight(map(read_event, question["events"])),
    )


def terms_from(rules: str, setup: Mapping[str, Any]) -> Terms[Any]:
    """The terms of a table, the same for all that play alike."""
    return _terms(rules, canonical(setup))


@lru_cache(maxsize=64)
def _terms(rules: str, setup: str) -> Terms[Any]:
    return terms_of(Setup.from_json(json.loads(setup)), Rules(rules).filing)


def prepare(terms: Terms[Any]) -> None:
    """Work out what a game's coach keeps of its terms, before somebody waits for advice."""
    coach = find_family(terms.filing.family).part("coach")
    for find in _KEPT.get(coach.__module__, ()) if coach else ():
        find(terms)


_KEPT: dict[str, list[Callable[[Terms[Any]], Any]]] = {}  # by the module of the coach


def once_for_terms(make: Callable[[Terms[Any]], T], *, most: int = 16) -> Callable[[Terms[Any]], T]:
    """What is worked out of the terms alone is kept for the games asked about last."""
    made: OrderedDict[int, tuple[Terms[Any], T]] = OrderedDict()

    def find(terms: Terms[Any]) -> T:
        known = made.get(id(terms))
        if known is None:
            known = made[id(terms)] = (terms, make(terms))  # held, so that its id stays its own
            if len(made) > most:
                made.popitem(last=False)
        made.move_to_end(id(terms))
        return known[1]

    _KEPT.setdefault(make.__module__, []).append(find)
    return find
