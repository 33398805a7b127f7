"""No data without effect: a key changes an answer, is told only, or is listed as not yet shown."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.filings.effects import KEPT, Witness, deciding_keys

LISTED: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
SHOWN: dict[str, Any] = LISTED["shown"]


def test_every_key_is_shown_or_listed() -> None:
    """A new key needs a change that shows: `python -m tests.filings.effects KEY` looks for one."""
    assert {*SHOWN, *LISTED["not yet shown"]} == deciding_keys()
    assert not {*SHOWN} & {*LISTED["not yet shown"]}


@pytest.mark.parametrize("key", random.Random(6).sample(sorted(SHOWN), 8))
def test_another_value_changes_an_answer(key: str) -> None:
    check(key)


@pytest.mark.long
@pytest.mark.parametrize("key", SHOWN)
def test_another_value_of_every_key_changes_an_answer(key: str) -> None:
    check(key)


def check(key: str) -> None:
    filing, path, value, probe = SHOWN[key]
    assert Witness(filing, tuple(path), value, probe).shows(), (
        f"{key}: {value!r} at {path} of {filing} is answered like what is filed"
    )
