"""docs/errors.md is whole and true; no way to give a code is missed in reading the source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.filings.loader import open_filing
from tests.tools import error_codes

SOURCE = '''
from houseway.filings.lint.finding import error

class Wrong(Exception):
    def __init__(self, code: str, message: str, *, where: str = "") -> None: ...

class Worse(Wrong):
    """As wrong."""

def refuse(hand: int, code: str, why: str) -> Wrong: ...

TABLE = {"a": ("of-table", "by a table"), "b": ("of-table-too", "by it too")}

def check(x: int, given: dict[str, str], log: object) -> None:
    if x:
        raise Wrong("plain", f"{x} is wrong")
    raise Worse(
        "derived" if x else "otherwise", "in two " "pieces", where="here"
    )
    yield refuse(3, "through", "a function")
    code, message = "named", "with words"
    yield Wrong(code, message)
    code, message = TABLE.get("a", ("or-else", given["message"]))
    yield Wrong(code, message)
    yield Wrong(given["code"], given["message"])
    yield error("finding", "doubtful", "there")
    log.error("nothing", "of ours")

Kind = type[Wrong]

def passed_in(path: str, kind: Kind = Worse) -> None:
    raise kind("of-a-kind", "whatever it is", where=path)

def general(code: str) -> str: ...

general("H")
'''
FINDING = "def error(code: str, message: str, where: str) -> object: ..."
OTHER = """
def refuse(status: int, scope: object, code: str, message: str) -> object: ...

refuse(403, None, "of-another", "by the same name")
"""


def test_the_page_is_whole_and_true() -> None:
    assert error_codes.problems() == []


def test_every_way_to_give_a_code_is_read(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "one.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "finding.py").write_text(FINDING, encoding="utf-8")
    (tmp_path / "other.py").write_text(OTHER, encoding="utf-8")
    errors, findings = error_codes.codes(tmp_path)
    assert {name: one.messages for name, one in errors.items()} == {
        "plain": {"… is wrong"},
        "derived": {"in two pieces"},
        "otherwise": {"in two pieces"},
        "through": {"a function"},
        "named": {"with words"},
        "of-table": {"by a table"},
        "of-table-too": {"by it too"},
        "or-else": {"…"},
        "of-a-kind": {"whatever it is"},
        "of-another": {"by the same name"},
    }
    assert {name: one.messages for name, one in findings.items()} == {"finding": {"doubtful"}}


def test_no_code_stands_in_the_source_unread() -> None:
    """A second, cruder reading: the first words after the name of an error."""
    errors, _ = error_codes.codes()
    given = re.compile(
        r"\b(?:HousewayError|Refused|FilingError|CannotHaveHappened)\(\s*\"([^\"]+)\""
    )
    crude = {
        code
        for path in error_codes.SOURCE.rglob("*.py")
        for code in given.findall(path.read_text(encoding="utf-8"))
    }
    assert len(crude) > 150
    assert crude <= errors.keys()


def test_codes_the_protocol_names_stand_on_the_page() -> None:
    errors, _ = error_codes.codes()
    protocol = (error_codes.ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    chapter = protocol.partition("## Errors")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z]+-[a-z-]+)`", chapter))
    assert len(named) > 20
    assert named <= errors.keys()


def test_an_error_of_the_program_stands_on_the_page() -> None:
    with pytest.raises(HousewayError) as refused:
        open_filing("500-club/no-such-game")
    assert f"| `{refused.value.code}` |" in error_codes.PAGE.read_text(encoding="utf-8")
