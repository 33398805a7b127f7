"""What a user hands us is bounded before it is parsed: kind of file, size, depth, digits."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway import reading
from houseway.errors import CannotHaveHappened, FilingError, HousewayError
from houseway.families.poker.phh import read_hands
from houseway.filings.catalogue import DATA
from houseway.filings.loader import read_toml
from houseway.histories.count_sheet import read_count_sheet
from houseway.histories.event_log import lines_of, read_log
from houseway.histories.round_file import parse_round, read_round

READERS: dict[str, Callable[[Path], Any]] = {
    "a filing": read_toml,
    "a round file": read_round,
    "a PHH hand": read_hands,
    "a count sheet": read_count_sheet,
    "a log": read_log,
}
reader = pytest.mark.parametrize("read", READERS.values(), ids=READERS)


def refusal(work: Callable[..., Any], *given: Any, **more: Any) -> HousewayError:
    with pytest.raises(HousewayError) as refused:
        work(*given, **more)
    assert refused.value.message
    return refused.value


@reader
def test_a_folder_a_pipe_a_socket_and_a_device_are_no_files(
    read: Callable[[Path], Any], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    bound = socket.socket(socket.AF_UNIX)
    bound.bind(str(tmp_path / "socket.toml"))
    bound.close()
    (tmp_path / "to-zero.toml").symlink_to("/dev/zero")
    places = {
        tmp_path: "folder", tmp_path / "pipe.toml": "pipe", tmp_path / "socket.toml": "socket",
        Path("/dev/zero"): "device", tmp_path / "to-zero.toml": "device",
    }  # fmt: skip
    for path, kind in places.items():
        error = refusal(read, path)
        assert (error.code, error.where) == ("not-a-file", str(path))
        assert kind in error.message


@reader
def test_what_cannot_be_opened_is_said(read: Callable[[Path], Any], tmp_path: Path) -> None:
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    (tmp_path / "there.toml").write_text("")
    for name in ("none.toml", "loop.toml", "there.toml/below.toml", "n" * 5000, "nul\0.toml"):
        error = refusal(read, tmp_path / name)
        assert error.code == "no-such-file", name
        assert str(tmp_path) in error.where


@pytest.mark.parametrize("name", ["loop", "n" * 5000, "nul\0", "none", "a/b"])
def test_whether_there_is_a_file_never_fails(name: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "a").write_text("")
    assert not reading.is_file(tmp_path / name)
    assert reading.is_file(tmp_path / "a")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(10**12)  # a hole: it takes no room on the disk
    for read in (read_toml, read_round, read_hands, read_count_sheet):
        assert refusal(read, path).code == "too-large"
    assert refusal(read_log, path).code == "too-large"  # one line of it is too long
    assert refusal(reading.parse_toml, "a = 1\n" * 4_000_000).code == "too-large"


def test_a_long_log_is_read_line_by_line_and_a_long_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join(b"%d\n" % number for number in range(1000)) + b"torn")
    assert list(lines_of(path))[-2:] == [b"999\n", b"torn"]
    path.write_bytes(b"one\n" + b"x" * (reading.MOST_LINE + 1) + b"\nthree\n")
    lines = lines_of(path)
    assert next(lines) == b"one\n"
    error = refusal(next, lines)
    assert (error.code, error.where) == ("too-large", f"{path}, line 2")


DEEP = {
    "dotted keys": "a" + ".a" * 30_000 + " = 1",
    "dotted keys in quotes": '"a"' + ' . "a"' * 10_000 + " = 1",
    "dotted keys in mixed quotes": "a" + ".'a'.b.\"c\"" * 5_000 + " = 1",
    "a dotted header": "[a" + ".a" * 30_000 + "]",
    "a dotted header of tables": "[[a" + ".a" * 30_000 + "]]",
    "dotted keys in a table": "a = {b" + ".b" * 30_000 + " = 1}",
    "lists": "a = " + "[" * 100_000,
    "closed lists": "a = " + "[" * 30_000 + "]" * 30_000,
    "tables": "a = " + "{a=" * 20_000,
    "lists behind a string": 'b = """"""""\na = ' + "[" * 100_000,
    "lists behind quotes in a string": "b = ''''it''s'''''\na = " + "[" * 100_000,
    "lists behind a comment": "# it's\na = " + "[" * 100_000,
    "lists behind an escape": 'b = "\\\\"\na = ' + "[" * 100_000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_toml_that_is_nested_too_deep_is_refused_before_it_is_parsed(text: str) -> None:
    error = refusal(reading.parse_toml, text, where="round")
    assert (error.code, error.where) == ("too-deep", "round, line " + str(text.count("\n") + 1))
    assert refusal(parse_round, text).code == "too-deep"


@pytest.mark.parametrize(
    "text",
    ['"""\n\\' * 20_000, '"\\"' * 20_000, "'" * 60_001,
     '"""a' + '\\"""' * 15_000, "'''\n''" * 9_999],
    ids=["open long strings", "escapes", "quotes", "escaped ends", "half ends"],
)  # fmt: skip
def test_broken_strings_are_looked_through_once(text: str) -> None:
    """Each of these would take a scanner that starts again behind every quote minutes."""
    assert refusal(reading.parse_toml, "a = " + text).code == "not-toml"
    assert refusal(reading.parse_json, text).code == "not-json"


@pytest.mark.parametrize(
    "text",
    ["9" * 4_301, "0x" + "f" * 60_000, "-" + "9" * 50_000, "1." + "3" * 50_000, "1e999999999",
     "1e-999999999", "9" * 41, "1_" * 100 + "1", "1E+4000", "[1, 2, 1e99999]"],
)  # fmt: skip
def test_numbers_have_few_digits(text: str) -> None:
    error = refusal(reading.parse_toml, f"x = 2\nn = {text}")
    assert error.code == "bad-value"


def test_numbers_of_the_trade_are_read_exactly() -> None:
    text = "n = 1_000_000\nm = -12.50\ni = inf\nt = 2025-01-01T12:00:00.123456-08:00\nd = 12:00:00"
    read = reading.parse_toml(text + f'\nhash = "{"9" * 64}"\nversion = "1.2.3.4.5"')
    assert (read["n"], read["m"]) == (1_000_000, Decimal("-12.50"))
    assert read["hash"] == "9" * 64
    assert reading.parse_json('{"n": 12, "m": 0.10, "hash": "%s"}' % ("9" * 64)) == {
        "n": 12, "m": Decimal("0.10"), "hash": "9" * 64,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [("[" * 100_000, "too-deep"), ('{"a":' * 20_000, "too-deep"), ("[" * 33 + "]" * 33, "too-deep"),
     ('["\\"", ' + "[" * 40, "too-deep"), ("9" * 5_000, "bad-value"),
     ("-" + "9" * 50, "bad-value"),
     ("[1e999999999]", "bad-value"), ("1" * 50 + ".5", "bad-value"), ("NaN", "bad-value"),
     ("-Infinity", "bad-value"), ("{", "not-json"), ('"\\ud800', "not-json"), ("", "not-json"),
     ('{"a": 1, "a": 2}', "key-twice")],
)  # fmt: skip
def test_json_is_bounded_alike(text: str, code: str) -> None:
    assert refusal(reading.parse_json, text, where="body").code == code


def test_a_caller_may_name_its_own_kind_of_error(tmp_path: Path) -> None:
    assert isinstance(refusal(read_toml, tmp_path / "none.toml"), FilingError)
    assert isinstance(refusal(read_round, tmp_path / "none.toml"), CannotHaveHappened)


def test_every_file_of_the_catalogue_is_within_bounds() -> None:
    paths = [*DATA.rglob("*.toml")]
    assert len(paths) > 47
    for path in paths:
        assert read_toml(path)


@pytest.mark.parametrize(
    "text", ["", 'a"b\\c', "\x1b[2J", "\x7f\x85\u202e", "\n\t\r", "♥ é \U0001f0cf"]
)
def test_text_is_written_as_toml_that_says_the_same_and_moves_no_terminal(text: str) -> None:
    written = reading.toml_text(text)
    assert reading.parse_toml(f"a = {written}") == {"a": text}
    assert not reading.CONTROL.search(written)
