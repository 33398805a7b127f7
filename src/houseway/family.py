"""What a game family gives to the house, and how the house finds it.

Every shared package (filings, rounds, settlement, table, histories, analysis, service) asks a
family for its parts here and imports none of them. A family is a package with a `FAMILY`; ours
stand in `houseway.families`, others name theirs under the entry point `houseway.families`.
`docs/families.md` is the recipe.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from houseway.errors import FilingError

OURS = "houseway.families"
ENTRY_POINT = "houseway.families"


@dataclass(frozen=True, kw_only=True)
class Family:
    """The parts of a family, each named `module:member` within its package.

    A part is loaded when it is asked for, so that a filing is read without the counting code and
    odds are found without the page. Parts left empty are not given; who asks for them says so.
    """

    name: str  # as filings write it: "three-card-poker"
    label: str  # as people say it: "Three card poker"
    package: str
    # Required: what a filing may say, how it is put into words, how it is played.
    schema: str
    wording: str
    procedure: str
    # Given where the family has it.
    lint: str = ""  # findings only this family can have
    odds: str = ""  # every bet counted
    bonus: str = ""  # the cases of bonus bets by data, for counting them
    shoe: str = ""  # the next round from the cards left of a shoe
    exposed: str = ""  # what cards are worth that a player should not know
    card: str = ""  # how to play, on a card
    worth: str = ""  # what each choice brings in a column of that card
    coach: str = ""  # what each choice of a decision is worth, and why
    kernel: str = ""  # rounds compiled for simulation
    skill: str = ""  # players who follow what was counted, for simulation
    bot: str = ""  # plays for a seat without a person
    felt: str = ""  # how the page lays out the table and asks for a round's facts
    orders: str = ""  # what keys of its game order when something goes wrong
    stakes: str = ""  # what choices add to the wagers
    scoreboard: str = ""  # what is posted of the rounds dealt so far
    filings: str = ""  # a folder of filings that come with it, as <house>/<game>.toml
    house_way: str = ""  # sets a hand from its notation
    equity: str = ""  # what hands are worth against each other
    plays: str = ""  # which cards of a shown hand have won a share of the pot
    named: str = ""  # what a shown hand makes
    hindsight: str = ""  # who had how much of a pot as its cards came
    table: str = ""  # seats, forced bets and pots of a game without a player-dealer
    hand_file: str = ""  # hands as files, where they are no round files

    def part(self, kind: str) -> Any:
        """A part of the family, loaded; None where it does not give one."""
        place = getattr(self, kind)
        return _loaded(self.package, place) if place else None

    @property
    def folder(self) -> Path | None:
        """Where its filings stand; None where it brings none."""
        if not self.filings:
            return None
        home = import_module(self.package).__file__
        assert home is not None
        return Path(home).parent / self.filings


@cache
def _loaded(package: str, place: str) -> Any:
    module, _, member = place.partition(":")
    found = import_module(f"{package}.{module}")
    return getattr(found, member) if member else found


@lru_cache(maxsize=1)
def _ours() -> dict[str, str]:
    """The modules of our families by name: a package is called as its family."""
    package = import_module(OURS)
    return {
        found.name.replace("_", "-"): f"{OURS}.{found.name}"
        for found in iter_modules(package.__path__)
        if found.ispkg
    }


@lru_cache(maxsize=1)
def _others() -> dict[str, EntryPoint]:
    """Families of other packages by name; what is ours cannot be replaced."""
    return {point.name: point for point in entry_points(group=ENTRY_POINT)}


def other_families() -> list[Family]:
    """The families that other packages bring."""
    return [find_family(name) for name in family_names() if name not in _ours()]


def family_names() -> list[str]:
    """Every family there is, ours first."""
    return [*_ours(), *(name for name in sorted(_others()) if name not in _ours())]


@lru_cache(maxsize=64)
def find_family(name: str) -> Family:
    """The family of that name."""
    if name in _ours():
        found = import_module(_ours()[name]).FAMILY
    elif name in _others():
        found = _load(_others()[name])
    else:
        raise FilingError(
            "unknown-family",
            f"{name!r} is no family; known are {', '.join(family_names())}",
            where="family",
        )
    if not isinstance(found, Family) or found.name != name:
        raise FilingError(
            "bad-family",
            f"the package that offers the family {name!r} gives no `Family` of that name; see "
            "docs/families.md",
            where="family",
        )
    return found


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        raise FilingError(
            "bad-family",
            f"the family {point.name!r} cannot be loaded from {point.value!r}: {error}; mend that "
            "package or uninstall it",
            where="family",
        ) from error


def families_with(kind: str) -> list[Family]:
    """The families that give a part."""
    return [one for name in family_names() if getattr(one := find_family(name), kind)]
