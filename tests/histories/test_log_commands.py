"""`deal`, `verify`, `export` and `report` as a user types them: answers, errors, exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from tests.table.tables import PURE


def run(*words: str | Path) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    answer = CliRunner().invoke(app, [str(word) for word in words])
    if answer.exception is not None and not isinstance(answer.exception, SystemExit):
        raise answer.exception
    return answer.exit_code, answer.stdout, answer.stderr


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "evening.log"
    status, lines, _ = run("deal", PURE, "--seed", "7", "--rounds", "3", "--json")
    assert status == 0
    path.write_text(lines)
    return path


def tampered(log: Path, tmp_path: Path, change: Any) -> Path:
    path = tmp_path / "tampered.log"
    path.write_text("".join(change(log.read_text().splitlines(keepends=True))))
    return path


def test_deal_with_json_writes_a_log_and_nothing_else(log: Path) -> None:
    written = [json.loads(line) for line in log.read_text().splitlines()]
    assert [one["n"] for one in written] == list(range(len(written)))
    assert written[0]["kind"] == "opened"
    assert written[-1]["kind"] == "closed"


def test_an_honest_log_is_verified_exported_and_reported(log: Path, tmp_path: Path) -> None:
    status, said, _ = run("verify", log)
    assert status == 0
    assert "the chain is whole, 3 rounds played again alike" in said
    status, text, _ = run("export", log, "--round", "2")
    assert status == 0
    round_file = tmp_path / "two.toml"
    round_file.write_text(text)
    assert run("adjudicate", round_file)[0] == 0
    status, said, _ = run("report", log, "--json")
    assert status == 0
    assert json.loads(said)["total"]["hands"] == 3


def test_a_count_that_differs_is_status_1(log: Path, tmp_path: Path) -> None:
    drop = json.loads(run("report", log, "--json")[1])["total"]["drop"]
    sheet = tmp_path / "count.toml"
    sheet.write_text(f'[[box]]\ntable = "1"\namount = {drop}\n')
    assert run("report", log, "--counted", sheet)[0] == 0
    sheet.write_text('[[box]]\ntable = "1"\namount = 0.50\n')
    status, said, _ = run("report", log, "--counted", sheet, "--json")
    assert status == 1
    assert json.loads(said)["counted"][0]["counted"] == "0.50"


def test_a_tampered_log_is_status_1_and_the_line_is_named(log: Path, tmp_path: Path) -> None:
    path = tampered(log, tmp_path, lambda lines: [*lines[:9], *lines[10:]])
    status, said, _ = run("verify", path, "--json")
    assert status == 1
    finding = json.loads(said)["findings"][0]
    assert (finding["code"], finding["line"]) == ("dropped", 10)
    status, said, _ = run("verify", path)
    assert status == 1
    assert "line 10: record 9 is missing before record 10 [dropped]" in said
    for words in (("export", path, "--round", "1"), ("report", path)):
        status, _, error = run(*words)
        assert status == 2
        assert f"{path}, line 10" in error.replace("\n", " ")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "no-such-file"),
        (b"hello\nworld\n", "not-a-log"),
        (b'{"kind": "opened"}\n', "not-a-log"),
        (b"[1]\n", "not-a-log"),
        (bytes(range(256)), "not-a-log"),
    ],
)
@pytest.mark.parametrize("command", [["verify"], ["export", "--round", "1"], ["report"]])
def test_what_is_no_log_is_status_2_and_says_so(
    command: list[str], content: bytes | None, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    status, said, _ = run(*command, path, "--json")
    assert status == 2
    error = json.loads(said)["error"]
    assert error["code"] == code
    assert str(path) in error["where"]
    status, said, told = run(*command, path)
    assert (status, said) == (2, "")
    assert told.startswith("error: ")


def test_an_empty_file_is_found_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    status, said, _ = run("verify", path, "--json")
    assert status == 1
    assert json.loads(said)["findings"][0]["code"] == "empty"
    assert run("report", path)[0] == 2
    assert run("export", path, "--round", "1")[0] == 2


@pytest.mark.parametrize("number", ["0", "-1", "4", "99"])
def test_a_round_out_of_range_is_status_2_and_names_the_last(log: Path, number: str) -> None:
    status, said, _ = run("export", log, "--round", number, "--json")
    assert status == 2
    error = json.loads(said)["error"]
    assert error["code"] == "no-such-round"
    assert "its last is 3" in error["message"]


def test_a_log_is_not_counted_twice(log: Path) -> None:
    status, said, _ = run("report", log, log, "--json")
    assert status == 2
    assert json.loads(said)["error"]["code"] == "named-twice"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("nowhere/nothing",), "unknown-filing"),
        ((PURE, "--rounds", "0"), "bad-rounds"),
        ((PURE, "--seats", "1"), "bad-seats"),
        ((PURE, "--seats", "99"), "bad-seats"),
    ],
)
def test_deal_refuses_with_status_2(words: tuple[str, ...], code: str) -> None:
    status, said, _ = run("deal", *words, "--json")
    assert status == 2
    assert json.loads(said)["error"]["code"] == code
