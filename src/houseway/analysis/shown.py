"""What a result shows of itself: a line at a prompt, a table in a notebook, a data frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from houseway.errors import HousewayError

FRAMES: Final = ("pandas", "polars")


class Shown(ABC):
    """A result with a row for each thing it speaks of."""

    __slots__ = ()

    @abstractmethod
    def in_short(self) -> str:
        """On one line."""

    @abstractmethod
    def rows(self) -> Iterator[Mapping[str, Any]]:
        """What a table of it has, the same keys in every row."""

    def __repr__(self) -> str:
        return f"<{self.in_short()}>"

    def _repr_html_(self) -> str:
        from houseway.analysis.par.document import Column, Grid, numbers
        from houseway.analysis.par.html import fragment

        rows = list(self.rows())
        names = list(rows[0]) if rows else []
        figures = {name for row in rows for name in names if isinstance(row[name], int | float)}
        columns = (numbers(n) if n in figures else Column(n) for n in map(str, names))
        cells = tuple(tuple(_said(row[name]) for name in names) for row in rows)
        return fragment(Grid(title=self.in_short(), columns=tuple(columns), rows=cells))

    def to_frame(self, library: str = "") -> Any:
        """A data frame of its rows by pandas, or by polars where that is asked for or alone."""
        if library not in ("", *FRAMES):
            raise HousewayError(
                "no-such-library", f"{library!r}: say {' or '.join(FRAMES)}", where="library"
            )
        for name in (library,) if library else FRAMES:
            if find_spec(name) is not None:
                return import_module(name).DataFrame([dict(row) for row in self.rows()])
        raise HousewayError(
            "missing-extra",
            f"a data frame needs {library or ' or '.join(FRAMES)}: install it with pip",
            where="to_frame",
        )


def _said(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.6f}" if abs(value) < 1000 else f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
