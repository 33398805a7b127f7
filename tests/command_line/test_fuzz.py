"""Every command and kind of file, with something wrong in it: status 2 and words, never more."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from tests.command_line.fuzzing import KINDS
from tests.command_line.running import check, no_faults

__all__ = ["no_faults"]
pytestmark = pytest.mark.usefixtures("no_faults")

FOUND = json.loads((Path(__file__).parent / "found.json").read_text(encoding="utf-8"))
SEED = os.environ.get("HOUSEWAY_SEED", "1")


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_once(name: str, tmp_path: Path) -> None:
    """Inputs that ended in a traceback when they were found."""
    given = FOUND[name]
    files = {file: text.encode("latin-1") for file, text in given["files"].items()}
    assert check(given["words"], files, tmp_path) in (1, 2)


def _fuzz(kind: str, count: int, folder: Path) -> None:
    statuses = set()
    for number in range(count):
        label = f"{SEED} {kind} {number}"  # the seed of this one input
        given = KINDS[kind](random.Random(label))
        try:
            statuses.add(check(given.words, given.files, folder))
        except Exception as error:
            files = {name: content.decode("latin-1") for name, content in given.files.items()}
            kept = json.dumps({"words": given.words, "files": files})
            raise AssertionError(f"{label}: {error}\n{kept[:20_000]}") from error
    assert 2 in statuses or 1 in statuses


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_of_every_kind(kind: str, tmp_path: Path) -> None:
    _fuzz(kind, 10, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_of_every_kind(kind: str, tmp_path: Path) -> None:
    _fuzz(kind, 10_000, tmp_path)
