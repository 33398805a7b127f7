"""One error for everything a user can get wrong: a code, the facts, the place and the clause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def did_you_mean(name: str, known: Iterable[str], *, otherwise: str = "") -> str:
    """The end of a sentence about a name nobody knows: the nearest ones, or all there are.

    Where those are too many, `otherwise` says how to find them.

    >>> did_you_mean("pair_plsu", ["ante", "pair_plus"]), did_you_mean("x", ["ante", "blind"])
    ("; did you mean 'pair_plus'?", "; there are 'ante', 'blind'")
    """
    from difflib import get_close_matches

    names = sorted(set(known))
    near = get_close_matches(name, names, n=3, cutoff=0.4 if otherwise else 0.6)
    if near:
        return f"; did you mean {' or '.join(map(repr, near))}?"
    if otherwise:
        return f"; {otherwise}"
    return f"; there are {', '.join(map(repr, names))}" if names else "; there is none"


class HousewayError(Exception):
    """What was wrong, where, under which rule, and what to do."""

    def __init__(self, code: str, message: str, *, where: str = "", cite: str = "") -> None:
        self.code, self.message, self.where, self.cite = code, message, where, cite
        super().__init__(message)

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} [{self.cite}]" if self.cite else text

    def __reduce__(self) -> tuple[Any, ...]:
        """It comes back whole from another process, of whatever kind it is."""
        return type(self).__new__, (type(self), self.message), self.__dict__

    def as_json(self) -> dict[str, str]:
        return {
            "code": self.code,
            "message": self.message,
            "where": self.where,
            "cite": self.cite,
        }


class FilingError(HousewayError):
    """A filing that does not load, or is not in the catalogue."""


class Refused(HousewayError):  # noqa: N818  (the trade's word: a move is refused)
    """A wager or a choice the rules do not allow."""


class CannotHaveHappened(HousewayError):  # noqa: N818
    """A record that contradicts the rules or itself."""


class HandRefused(CannotHaveHappened):
    """A hand that the rules refuse: the action with its place counted from 0, or the field."""

    def __init__(
        self, code: str, message: str, *, refused: str, index: int | None = None, cite: str = ""
    ) -> None:
        where = refused if index is None else f"actions[{index}] {refused!r}"
        super().__init__(code, message, where=where, cite=cite)
        self.refused, self.index = refused, index

    def as_json(self) -> dict[str, Any]:
        return {
            **super().as_json(),
            "refused": self.refused,
            "refused_index": self.index,
            "reason": self.message,
        }


class Problems(HousewayError):  # noqa: N818
    """Every defect found at once; the first one speaks for all."""

    def __init__(self, found: list[HousewayError]) -> None:
        self.found = found
        first = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        super().__init__(first.code, first.message + more, where=first.where, cite=first.cite)


def raise_all(found: list[HousewayError]) -> None:
    """Raise what was found: nothing, the one error, or all of them together."""
    if len(found) == 1:
        raise found[0]
    if found:
        raise Problems(found)
