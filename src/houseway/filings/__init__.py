"""Filings as cited data: the schema, the loader, the terms a house chooses, show, diff, lint.

Rules stand in `data/<house>/<game>.toml`, each with its source. Nothing here plays a game.
"""

from houseway.filings.loader import index, load, load_file, open_filing, schedule_sets
from houseway.filings.terms import Schedule, Terms, find_schedule, make_terms

__all__ = [
    "Schedule", "Terms", "find_schedule", "index", "load", "load_file", "make_terms",
    "open_filing", "schedule_sets",
]  # fmt: skip
