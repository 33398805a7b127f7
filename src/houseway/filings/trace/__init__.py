"""Every clause of a filing's text: what holds it, whether it is executed or told, what tests it.

Most of a trace follows from the citations of the filing, its schedules and its readings; what no
citation covers (headings, pages, steps without a key) stands in `data/traces`, by text.
"""

from houseway.filings.trace.clauses import Clause, Kind, count, lines_by_kind, trace

__all__ = ["Clause", "Kind", "count", "lines_by_kind", "trace"]
