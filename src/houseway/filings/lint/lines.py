"""The line of a file that a finding is about, as near as its place names it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

_HEADER = re.compile(r"\[(\[?)([\w.-]+)\]")
_KEY = re.compile(r"([\w-]+) *=")
_NAMED = re.compile(r"(?:spot|term|rule|notice|pay_table|option) ([^,]+)")
_SET = re.compile(r"set ([\w.-]+)(?:, options ([\d, -]+))?")
_OPTION = re.compile(r"schedule [\w.-]+/(\d+)")


def line_of(text: str, where: str) -> int:
    """The line, from 1; that of the table around it, or the first, where no line is nearer.

    >>> text = '[table]\\nseats = 7\\n[[spot]]\\nname = "ante"\\n[[spot]]\\nname = "tie"\\n'
    >>> [line_of(text, at) for at in ("table.seats", "spot[1].limits", "spot tie", "bank")]
    [2, 5, 6, 1]
    """
    lines = text.splitlines()
    for pattern in _patterns(where):
        for number, line in enumerate(lines, 1):
            if pattern.search(line):
                return number
    place = f"{where}."
    found = [(len(path), -at) for path, at in _keys(lines) if _leads_to(path, place)]
    return -max(found)[1] if found else 1


def _patterns(where: str) -> Iterator[re.Pattern[str]]:
    """What stands on the line of a place that is written in words."""
    if named := _NAMED.match(where):
        yield re.compile(rf'^(?:name|term|topic|wager) *= *"{re.escape(named[1])}"')
    if found := _SET.match(where):
        if found[2]:
            yield re.compile(rf'^options *= *"{re.escape(found[2])}"')
        yield re.compile(rf'^name *= *"{re.escape(found[1])}"')
    if option := _OPTION.match(where):
        yield re.compile(rf"\bnumber *= *{option[1]}\b")


def _keys(lines: list[str]) -> Iterator[tuple[str, int]]:
    """The tables and keys of a TOML file by their paths, items of a list counted from 0."""
    counted: Counter[str] = Counter()
    table = ""
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = _within(header[2], counted)
            if header[1]:
                counted[table] += 1
                table = f"{table}[{counted[table] - 1}]"
            yield table, number
        elif key := _KEY.match(line):
            yield f"{table}.{key[1]}".lstrip("."), number


def _within(name: str, counted: Counter[str]) -> str:
    """A header's path with the place of every list it lies in: `set.group` in `set[1].group`."""
    path = ""
    for part in name.split("."):
        if counted[path]:
            path = f"{path}[{counted[path] - 1}]"
        path = f"{path}.{part}".lstrip(".")
    return path


def _leads_to(path: str, place: str) -> bool:
    return place.startswith((f"{path}.", f"{path}["))
