"""What each key of the schema is for, in a line: for editors and for the drafts of `new`.

Nothing is written twice: a line is the comment beside the key, what its wording says it is about
and what its values mean, or what the table it holds is.
"""

from __future__ import annotations

import ast
import inspect
import io
import textwrap
import tokenize
from collections.abc import Mapping
from functools import cache
from typing import Any

from houseway.family import family_names
from houseway.filings.schema.base import Record
from houseway.filings.schema.walk import records_of
from houseway.filings.wording import RecordWords, words_for, words_of


def describe(model: type[Record], key: str) -> str:
    """What a key is for: its own words, or those of the table it holds or stands in."""
    said = own_words(model, key)
    if not said:
        held = records_of(model.model_fields[key].annotation)
        said = about(held[0] if held else model)
    return said


def own_words(model: type[Record], key: str) -> str:
    """What is said of the key itself; empty where its table says it all."""
    said = _comment(model, key) or _about(model, key)
    return said[:1].upper() + said[1:]


def values_in_words(model: type[Record], key: str) -> Mapping[Any, str]:
    """What each value of a fixed choice means; empty where they speak for themselves."""
    wording = _words(model).keys.get(key)
    said = wording.says if wording is not None else None
    return said if isinstance(said, Mapping) else {}


def _about(model: type[Record], key: str) -> str:
    wording = _words(model).keys.get(key)
    return wording.about if wording is not None else ""


@cache
def _words(model: type[Record]) -> RecordWords:
    for family in family_names():
        words = words_for(family)
        if any(base in words for base in model.__mro__):
            found = words_of(model, words)
            if found.keys or found.sentence:
                return found
    return RecordWords()


def about(model: type[Record]) -> str:
    """What a table of the schema is: the first paragraph of its docstring, on one line."""
    return " ".join((inspect.getdoc(model) or model.__name__).split("\n\n")[0].split())


def _comment(model: type[Record], key: str) -> str:
    for base in model.__mro__:
        if key in vars(base).get("__annotations__", {}):
            return _comments(base).get(key, "")
    return ""


@cache
def _comments(model: type) -> dict[str, str]:
    """The comments beside the keys of a class, and those on the lines right above them."""
    try:
        source = textwrap.dedent(inspect.getsource(model))
    except (OSError, TypeError):  # no source is kept where this runs
        return {}
    written: dict[int, str] = {}
    alone: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            written[line] = token.string.removeprefix("#").strip()
            if not token.line[: token.start[1]].strip():
                alone.add(line)
    body = ast.parse(source).body[0]
    found: dict[str, str] = {}
    for node in getattr(body, "body", ()):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            first = node.lineno
            while first - 1 in alone:
                first -= 1
            lines = range(first, (node.end_lineno or node.lineno) + 1)
            said = " ".join(written[line] for line in lines if line in written)
            if said and not said.startswith("noqa"):
                found[node.target.id] = said
    return found
