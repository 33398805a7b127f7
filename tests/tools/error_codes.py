"""Reads off the source every code that can be given to a person, with its messages.

    python -m tests.tools.error_codes            write docs/errors.md and the codes of docs/lint.md
    python -m tests.tools.error_codes --check    say what is missing or stale; status 1 if so

A code is what is given for the parameter `code` of a function or class that also takes words
(`message`, `why` or `said`). What to do about each stands in docs/errors.toml, by hand; of what
lint finds, in filings/lint/codes.toml.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from houseway.filings.lint.codes import codes as lint_codes

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
REMEDIES = ROOT / "docs" / "errors.toml"
PAGE = ROOT / "docs" / "errors.md"
LINT_PAGE = ROOT / "docs" / "lint.md"
CODE = re.compile(r"[a-z][a-z0-9-]*")
WORDS = ("message", "why", "said")
LINT = ("error", "warning", "note")  # makers of findings, in filings/lint and the families

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = list[ast.AST]


@dataclass(slots=True)
class Code:
    """A code: the messages it comes with."""

    messages: set[str] = field(default_factory=set)


@cache
def codes(source: Path = SOURCE) -> tuple[dict[str, Code], dict[str, Code]]:
    """Codes of errors, and codes of what `lint` finds."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in source.rglob("*.py")}
    makers = _makers(trees)
    errors: defaultdict[str, Code] = defaultdict(Code)
    findings: defaultdict[str, Code] = defaultdict(Code)
    for path, tree in trees.items():
        lint = _imports_finding(tree)
        homes = _homes(tree, source)
        for call, scope in _calls(tree):
            name = _name(call.func)
            finds = name in LINT
            if finds and not (lint and isinstance(call.func, ast.Name)):
                continue  # `log.error` is no finding
            kept = findings if finds else errors
            # A class of errors that was passed in takes what all of them take.
            known = {path: (0, 1)} if _is_passed_in(name, scope) else makers.get(name, {})
            home = path if path in known else homes.get(name)
            # Without a home any of the name will do: what is no code of theirs is passed over.
            places = known.values() if home is None else [known[home]] if home in known else []
            for place_of_code, place_of_words in places:
                given = _given(call, "code", place_of_code)
                words = next(
                    (w for key in WORDS if (w := _given(call, key, place_of_words)) is not None),
                    None,
                )
                for code, message in _pairs(given, words, scope):
                    if CODE.fullmatch(code):
                        kept[code].messages.add(message)
    return dict(errors), dict(findings)


@cache
def _within(room: ast.AST) -> tuple[ast.AST, ...]:
    """All that stands in a module or a function: asked for again and again."""
    return tuple(ast.walk(room))


def _makers(trees: Mapping[Path, ast.Module]) -> dict[str, dict[Path, tuple[int, int]]]:
    """Functions and classes that take a code and words: the places of both, by file."""
    found: defaultdict[str, dict[Path, tuple[int, int]]] = defaultdict(dict)
    bases: dict[str, list[str]] = {}
    for path, tree in trees.items():
        for node in _within(tree):
            if isinstance(node, Function):
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                names = [one.arg for one in given if one.arg != "self"]
                _note(found[node.name], path, names)
            elif isinstance(node, ast.ClassDef):
                bases[node.name] = [_name(base) for base in node.bases]
                made = next(
                    (n for n in node.body if isinstance(n, Function) and n.name == "__init__"), None
                )
                if made is not None:
                    names = [one.arg for one in (*made.args.args[1:], *made.args.kwonlyargs)]
                else:
                    names = [
                        one.target.id
                        for one in node.body
                        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                    ]
                _note(found[node.name], path, names)
    for name in bases:  # an error made from another takes what that one takes
        line = name
        while not found[line] and bases.get(line):
            line = bases[line][0]
        found[name] = found[line]
    return {name: places for name, places in found.items() if places and name != "__init__"}


def _note(places: dict[Path, tuple[int, int]], path: Path, given: list[str]) -> None:
    words = [word for word in WORDS if word in given]
    if "code" in given and words:
        places[path] = given.index("code"), given.index(words[0])


def _homes(tree: ast.Module, source: Path) -> dict[str, Path]:
    """The files that names are imported from, where those are files of ours."""
    found = {}
    for node in _within(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway."):
            path = source.joinpath(*str(node.module).split(".")[1:]).with_suffix(".py")
            if path.exists():
                found.update({one.asname or one.name: path for one in node.names})
    return found


def _imports_finding(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and any(one.name in LINT for one in node.names)
        for node in _within(tree)
    )


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, Scope]]:
    left: list[tuple[ast.AST, Scope]] = [(tree, [tree])]
    while left:
        node, scope = left.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield child, scope
            left.append((child, [child, *scope] if isinstance(child, Function) else scope))


def _is_passed_in(name: str, scope: Scope) -> bool:
    return any(
        one.arg == name and one.annotation is not None and "Kind" in ast.unparse(one.annotation)
        for room in scope
        if isinstance(room, Function)
        for one in (*room.args.args, *room.args.kwonlyargs)
    )


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _given(call: ast.Call, name: str, place: int) -> ast.expr | None:
    for word in call.keywords:
        if word.arg == name:
            return word.value
    return call.args[place] if place < len(call.args) else None


def _pairs(
    code: ast.expr | None, words: ast.expr | None, scope: Scope
) -> Iterator[tuple[str, str]]:
    """Every code an expression can be, with the words that go with it."""
    if isinstance(code, ast.Constant) and isinstance(code.value, str):
        yield code.value, _text(words, scope)
    elif isinstance(code, ast.IfExp):
        yield from _pairs(code.body, words, scope)
        yield from _pairs(code.orelse, words, scope)
    elif isinstance(code, ast.Call) and _name(code.func) == "get":  # {…}.get(kind, otherwise)
        yield from _of_table(code, words, scope)
    elif isinstance(code, ast.Name):
        for value, beside in _assigned(code.id, scope):
            yield from _pairs(value, beside or words, scope)


def _of_table(call: ast.Call, words: ast.expr | None, scope: Scope) -> Iterator[tuple[str, str]]:
    table = call.func.value if isinstance(call.func, ast.Attribute) else None
    if isinstance(table, ast.Name):
        table = next((value for value, _ in _assigned(table.id, scope)), None)
    values = [*(table.values if isinstance(table, ast.Dict) else []), *call.args[1:]]
    for value in values:
        if isinstance(value, ast.Tuple):
            yield from _pairs(value.elts[0], value.elts[1], scope)
        else:
            yield from _pairs(value, words, scope)


def _assigned(name: str, scope: Scope) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """What a name is given in the nearest scope that gives it anything, and what stands beside."""
    for room in scope:
        found = [*_assignments(name, room)]
        if found:
            yield from found
            return


def _assignments(name: str, room: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    for node in _within(room):
        if isinstance(node, ast.AnnAssign):
            targets: list[ast.expr] = [node.target]
        elif isinstance(node, ast.Assign):
            targets = node.targets
        else:
            continue
        if node.value is None:
            continue
        for target in targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield node.value, None
            elif isinstance(target, ast.Tuple):
                places = [one.id if isinstance(one, ast.Name) else "" for one in target.elts]
                if name not in places:
                    continue
                if isinstance(node.value, ast.Tuple):
                    beside = [i for i, one in enumerate(places) if one in WORDS]
                    words = node.value.elts[beside[0]] if beside else None
                    yield node.value.elts[places.index(name)], words
                elif places.index(name) == 0:  # code, message = TABLE.get(…)
                    yield node.value, None


def _text(words: ast.expr | None, scope: Scope) -> str:
    """A message with … for what is filled in."""
    if isinstance(words, ast.Constant):
        return str(words.value)
    if isinstance(words, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "…" for part in words.values
        )
    if isinstance(words, ast.BinOp):
        return _text(words.left, scope) + _text(words.right, scope)
    if isinstance(words, ast.Name):
        before = [value for value, _ in _assigned(words.id, scope) if value.lineno < words.lineno]
        last = max(before, key=lambda value: value.lineno, default=None)
        if isinstance(last, ast.Constant | ast.JoinedStr):
            return _text(last, scope)
    return "…"


def remedies() -> dict[str, dict[str, str]]:
    return tomllib.loads(REMEDIES.read_text(encoding="utf-8"))


def page() -> str:
    errors, _ = codes()
    written = remedies()
    return "\n".join(
        [
            "# Codes of errors and findings",
            "",
            "Written by `python -m tests.tools.error_codes` from the source and from",
            "`docs/errors.toml`, which says what to do; a test fails when it is stale. … stands",
            "for what a message fills in. Every error has a `code`, a `message`, `where` it is and",
            "the clause it rests on (`cite`), with `--json` and over the wire alike. A code is",
            "not given another meaning.",
            "",
            *_table(errors, written["errors"]),
            "What lint finds stands in [lint.md](lint.md).",
            "",
        ]
    )


MARK = "## The codes\n"


def lint_page() -> str:
    """The page on lint: its prose by hand, its codes from the source and the data beside it."""
    found = codes()[1]
    known = lint_codes()
    lines = [LINT_PAGE.read_text(encoding="utf-8").partition(MARK)[0] + MARK]
    for name, code in sorted(known.items()):
        messages = sorted(found[name].messages if name in found else ())
        lines += [
            f"### {name}",
            "",
            code.means,
            "",
            f"- Example: {code.example}",
            f"- Mend: {code.mend}{' `--fix` does it.' if code.fix else ''}",
            *(f"- Says: {' '.join(message.split())}" for message in messages if message != "…"),
            "",
        ]
    return "\n".join(lines)


def _table(found: dict[str, Code], written: dict[str, str]) -> list[str]:
    lines = ["| code | message | what to do |", "| --- | --- | --- |"]
    for name, one in sorted(found.items()):
        messages = "<br>".join(_cell(message) for message in sorted(one.messages) if message)
        lines.append(f"| `{name}` | {messages} | {written.get(name, '')} |")
    return [*lines, ""]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def problems() -> list[str]:
    """What keeps the page from being whole and true."""
    said = []
    books = {"docs/errors.toml": set(remedies()["errors"]), "lint/codes.toml": set(lint_codes())}
    for (book, known), found in zip(books.items(), codes(), strict=True):
        for name in sorted(found.keys() - known):
            messages = "; ".join(sorted(found[name].messages))
            said.append(f"{book} has nothing on {name}: {messages}")
        for name in sorted(known - found.keys()):
            said.append(f"{book} speaks of {name}, which nothing gives")
    for file, written in ((PAGE, page), (LINT_PAGE, lint_page)):
        if not file.exists() or file.read_text(encoding="utf-8") != written():
            said.append(f"docs/{file.name} is stale; run python -m tests.tools.error_codes")
    return said


def main(arguments: list[str]) -> int:
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
        LINT_PAGE.write_text(lint_page(), encoding="utf-8")
    found = problems()
    print("\n".join(found) or f"{PAGE.name} and {LINT_PAGE.name} are whole")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
