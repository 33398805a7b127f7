"""Filings as cited data: the schema, the loader, the terms a house chooses, show, diff, lint.

Rules stand in `data/<house>/<game>.toml`, each with its source. Nothing here plays a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.filings.catalogue import index
    from houseway.filings.loader import load, load_file, open_filing, schedule_sets
    from houseway.filings.schedules import Schedule, find_schedule
    from houseway.filings.terms import Terms, make_terms

# The schema takes a while to import; the index of the catalogue does without it.
_HOMES = {
    "index": "catalogue",
    **dict.fromkeys(("load", "load_file", "open_filing", "schedule_sets"), "loader"),
    **dict.fromkeys(("Schedule", "find_schedule"), "schedules"),
    **dict.fromkeys(("Terms", "make_terms"), "terms"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


__all__ = [
    "Schedule", "Terms", "find_schedule", "index", "load", "load_file", "make_terms",
    "open_filing", "schedule_sets",
]  # fmt: skip
