"""Finds which tests name which lines of the texts, for the trace.

    python -m tests.tools.line_tests            write data/traces/tests.json anew
    python -m tests.tools.line_tests --check    status 1 if it is stale

A test names a line where its docstring or a comment in or above it has "003:1156" or "003:81,
375"; a case where its comment has "003_….txt lines 616, 618-621". What stands outside every test
of a module belongs to the module. Lines that a test works with, as data, are not named by it.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from houseway.filings.trace.texts import TESTS

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests"
_SPAN = r"\d+(?:-\d+)?"
_NAMED = re.compile(
    rf"\b(00[0-4])(?::|_[0-9a-f]{{16}}\.txt,? lines? )({_SPAN}(?:(?:,| and) ?{_SPAN})*)"
)


def lines_named(text: str) -> Iterator[str]:
    """The lines a text names, each as `003:616` or `003:618-621`.

    >>> list(lines_named("003:81, 375; 004_de408d14f49bb3f5.txt lines 616, 618-621; at 10:30"))
    ['003:81', '003:375', '004:616', '004:618-621']
    """
    for found in _NAMED.finditer(text):
        last = 0
        for span in re.findall(_SPAN, found[2]):
            first = int(span.partition("-")[0])
            if first <= last:
                break  # no line any more: "003:629, 12 seats"
            yield f"{found[1]}:{span}"
            last = int(span.rpartition("-")[2])


def _said(text: str) -> list[str]:
    """A module line by line, but for its docstrings and comments empty.

    >>> _said("'Of 003:81.'\\nx = '003:82'  # 003:83\\n")
    ["'Of 003:81.'", '# 003:83']
    """
    lines = text.splitlines()
    said = [""] * len(lines)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                its_own = slice(first.lineno - 1, first.end_lineno)
                said[its_own] = lines[its_own]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            said[token.start[0] - 1] = token.string
    return said


def _of_module(path: Path) -> Iterator[tuple[str, str]]:
    """The parts of a test module: its tests with the comments above them, and the rest."""
    text = path.read_text(encoding="utf-8")
    lines, name = text.splitlines(), path.relative_to(ROOT).as_posix()
    said = _said(text)
    rest = list(said)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[:5] == "test_":
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
            while first and lines[first - 1].lstrip().startswith("#"):
                first -= 1
            assert node.end_lineno is not None
            yield f"{name}::{node.name}", "\n".join(said[first : node.end_lineno])
            rest[first : node.end_lineno] = [""] * (node.end_lineno - first)
    yield name, "\n".join(rest)


def _parts() -> Iterator[tuple[str, str]]:
    for path in sorted(HERE.rglob("*")):
        if path.name.startswith("test_") and path.suffix == ".py":
            yield from _of_module(path)
        elif path.suffix in (".toml", ".phh") and path.parent.name != "bad":
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def index_of_tests() -> str:
    """The index as a file: a line for each test that names lines."""
    named = {name: ", ".join(dict.fromkeys(lines_named(text))) for name, text in _parts()}
    rows = (f"  {json.dumps(name)}: {json.dumps(lines)}" for name, lines in named.items() if lines)
    return "{\n" + ",\n".join(rows) + "\n}\n"


def main() -> int:
    made = index_of_tests()
    if "--check" in sys.argv[1:]:
        fresh = TESTS.is_file() and TESTS.read_text(encoding="utf-8") == made
        print("fresh" if fresh else "stale: run python -m tests.tools.line_tests")
        return 0 if fresh else 1
    TESTS.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
