"""Every settled example comes out as settled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rounds import check_file

CASES = Path(__file__).parent / "cases"
ROUNDS = sorted([*CASES.glob("twentyone/*.toml"), *CASES.glob("tablegames/*.toml")])


def test_the_examples_are_there() -> None:
    assert len(ROUNDS) >= 30


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_settled_example(path: Path) -> None:
    check_file(path)
