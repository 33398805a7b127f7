"""Hands as files of their own: what a family gives whose hands are no round files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from houseway.family import find_family
from houseway.reading import parse_toml, whole_number
from houseway.rounds.events import Event
from houseway.table import records as r
from houseway.table.setup import Setup
from houseway.table.views import Viewer

if TYPE_CHECKING:
    from houseway.histories.explain import Reason


class Exported(NamedTuple):
    """The text of a file, and the ending its name should have."""

    text: str
    suffix: str


class Played(Protocol):
    """A settled hand of a log, ready to be written."""

    @property
    def number(self) -> int: ...

    @property
    def setup(self) -> Setup: ...

    def export(self) -> Exported: ...


class HandFile(Protocol):
    """What a family gives as its hand files."""

    def reads(self, data: Mapping[str, Any]) -> bool:
        """Whether a parsed file is a hand of this family."""

    def blank(self, filing: Any) -> dict[str, Any]:
        """A hand file of a small game of a filing in which nothing has happened yet."""

    def replayed(self, data: Mapping[str, Any], place: str) -> dict[str, Any]:
        """The hand played or scored, as `houseway replay --json` tells it."""

    def explained(self, data: Mapping[str, Any], place: str) -> list[Reason]:
        """The way of the ruling step by step: facts, clause, consequence."""

    def played(self, state: Any, settled: Any) -> Played:
        """The hand a table has just settled, from its state before that record."""

    def taken_away(self, header: r.Opened, entries: Sequence[r.Entry], viewer: Viewer) -> Played:
        """A settled hand from its own records and a header with its terms, with what the asker
        may know of it.
        """


class Hindsight(Protocol):
    """What a family gives that can say who had how much of the pot as the cards came."""

    def __call__(
        self, filing: Any, events: Sequence[Event], /
    ) -> Iterable[tuple[int, Mapping[int, float]]]:
        """Parts of the pot by seat, after the event at a place; from what the asker has seen."""


def hand_file(family: str) -> HandFile:
    given: HandFile = find_family(family).part("hand_file")
    return given


def schedule_number(schedule: str) -> int | str:
    number = whole_number(schedule)
    return schedule if number is None else number


def hand_tables(text: str, *, file: str = "hand") -> list[tuple[dict[str, Any], str]]:
    """The hands of a file's text as parsed tables, each with its place: one, or many numbered."""
    data = parse_toml(text, where=file)
    if not data or any(name in data for name in ("actions", "variant", "player", "_filing")):
        return [(data, file)]
    return [(one, f"{file} [{key}]") for key, one in data.items() if isinstance(one, dict)]
