"""What `data/traces` knows of the texts: which lines are blank, bear no rule, or name a step."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from pydantic import Field, ValidationError

from houseway.errors import FilingError
from houseway.filings.catalogue import DATA
from houseway.filings.loader import read_toml
from houseway.filings.schema.base import Record
from houseway.filings.schema.collection import Lines

TRACES = DATA / "traces"
TESTS = TRACES / "tests.json"
Place = tuple[str, int]  # a text and a line of it

# Why a line orders nothing.
NO_RULE = {
    "heading": "a heading",
    "page": "the head or mark of a page",
    "lead-in": "leads in the list or table below it",
    "pointer": "names the document in which the rule stands",
    "restated": "says in brief what other clauses order",
    "description": "describes a product",
    "drawing": "belongs to a drawing",
    "proof": "a printer's proof of the layout",
    "another": "belongs to another game of the text",
}
Reason = Literal[
    "heading", "page", "lead-in", "pointer", "restated", "description", "drawing", "proof",
    "another",
]  # fmt: skip


class Held(Record):
    """Lines that no citation covers, and the keys, rules or steps that hold them."""

    clause: str
    lines: Lines
    by: list[str] = Field(min_length=1)
    filing: str = ""  # where the text's other games are not meant


class TextTrace(Record):
    """A text line by line, as far as citations do not tell."""

    lines: int
    blank: Lines
    no_rule: dict[Reason, Lines] = Field(default_factory=dict)
    held: list[Held] = Field(default_factory=list)


class Steps(Record):
    """Parts of the program by name, and the told rules and terms they carry out."""

    step: dict[str, str]
    rule: dict[str, list[str]]
    term: dict[str, list[str]]


def line_numbers(lines: str, text: str = "") -> Iterator[Place]:
    """The single lines of `"12, 14-16, 004:3587"`; bare ones belong to the text given."""
    for part in lines.split(","):
        found = re.fullmatch(r"(?:(\d{3}|own):)?(\d+)(?:-(\d+))?", part.strip())
        if found is None:
            raise FilingError("bad-value", f"{part.strip()!r} is no line range", where="lines")
        for line in range(int(found[2]), int(found[3] or found[2]) + 1):
            yield found[1] or text, line


@lru_cache(maxsize=8)
def text_trace(text: str) -> TextTrace | None:
    """What is known of a text; None of one that is not ours."""
    path = TRACES / f"{text}.toml"
    if not path.is_file():
        return None
    try:
        return TextTrace.model_validate(read_toml(path))
    except ValidationError as error:
        raise FilingError("bad-value", str(error), where=str(path)) from None


def text_names() -> list[str]:
    """The texts that are traced."""
    return sorted(path.stem for path in TRACES.glob("[0-9]*.toml"))


@lru_cache(maxsize=1)
def steps() -> Steps:
    return Steps.model_validate(read_toml(TRACES / "steps.toml"))


@lru_cache(maxsize=1)
def lines_tested() -> dict[Place, tuple[str, ...]]:
    """The tests that name a line, as `scripts/make-trace` found them."""
    found: dict[Place, list[str]] = {}
    if TESTS.is_file():
        for test, lines in json.loads(TESTS.read_text(encoding="utf-8")).items():
            for place in line_numbers(lines, ""):
                found.setdefault(place, []).append(test)
    return {place: tuple(tests) for place, tests in found.items()}
