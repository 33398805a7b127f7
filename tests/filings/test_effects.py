"""No data without effect: a key changes an answer, is told only, or is listed as not yet shown."""

from __future__ import annotations

import json
import random
from itertools import chain
from typing import Any

import pytest

from tests.filings.effects import KEPT, Witness, deciding_keys
from tests.filings.probes import EVENING, HEADS_UP, TESTS

LISTED: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
SHOWN: dict[str, Any] = LISTED["shown"]
TESTED: dict[str, str] = LISTED["shown by a test"]


def test_every_key_is_shown_or_listed() -> None:
    """A new key needs a change that shows: `python -m tests.filings.effects KEY` looks for one."""
    listed = [*SHOWN, *TESTED, *LISTED["not yet shown"]]
    assert sorted(listed) == sorted(deciding_keys())


def test_the_tests_named_exist() -> None:
    for key, named in TESTED.items():
        file, name = named.split("::")
        assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8"), key


def test_another_value_changes_an_answer() -> None:
    quick = [key for key, one in SHOWN.items() if one[3] not in (EVENING, HEADS_UP)]
    for key in random.Random(6).sample(quick, 40):
        check(key)


@pytest.mark.long
@pytest.mark.parametrize("key", SHOWN)
def test_another_value_of_every_key_changes_an_answer(key: str) -> None:
    check(key)


def check(key: str) -> None:
    filing, path, value, probe, *first = SHOWN[key]
    before = tuple((tuple(place), put) for place, put in chain(*first))
    assert Witness(filing, tuple(path), value, probe, before).shows(), (
        f"{key}: {value!r} at {path} of {filing} is answered like what is filed"
    )
