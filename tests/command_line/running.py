"""A command run in this process, and what must hold of whatever it was given."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway import printing
from houseway.cli import app

# Written apart from the code under test: what a terminal would act upon.
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class FaultError(Exception):
    """An exception nobody foresaw."""


@pytest.fixture
def no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """The net under the commands taken away: what would fall into it fails the test."""

    def fault(error: Exception) -> None:
        raise FaultError(f"{type(error).__name__}: {error}") from error

    monkeypatch.setattr(printing, "fault", fault)


def run(*words: str | Path) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    answer = CliRunner().invoke(app, [str(word) for word in words])
    if answer.exception is not None and not isinstance(answer.exception, SystemExit):
        raise answer.exception
    return answer.exit_code, answer.stdout, answer.stderr


def check(words: Sequence[str], files: Mapping[str, bytes], folder: Path) -> int:
    """Run a command over files in a folder; words may name them as {name}. The status."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    given = [word.replace("{folder}", str(folder)) for word in words]
    status, out, err = run(*given)
    said = out + err
    assert status in (0, 1, 2), said
    assert "Traceback" not in said
    assert not RAW.search(said), said[RAW.search(said).start() - 20 :][:60]  # type: ignore[union-attr]
    if status == 2:
        assert said.strip()
        if "--json" in given and out:
            error = json.loads(out)["error"]
            assert error["code"]
            assert error["message"]
    return status
