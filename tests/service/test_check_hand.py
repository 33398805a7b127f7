"""The page's check of a hand, by the page's own code, against proofs of the service's."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.service.tables.wire import records_for
from houseway.table import records as r
from houseway.table.commitment import turned
from houseway.table.proofs import proof
from houseway.table.told import Teller
from tests.service.running import PATIENCE
from tests.table.test_commitment import BY_HAND, play
from tests.table.test_proofs import rounds

NODE = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
assert NODE, "node comes with the test extra"
FILINGS = (
    "500-club/texas-holdem",
    "500-club/2-7-triple-draw",
    "casino-club/three-card-poker-6-card-bonus",
    "napa-valley/ez-baccarat-panda-8",
    "napa-valley/pai-gow-tiles",  # piles, and unused ones shown
    "500-club/face-up-pai-gow-poker",
    "500-club/face-up-chinese-poker",
)


def run(cases: Sequence[Any]) -> list[Any]:
    assert NODE is not None
    script = Path(__file__).with_name("check_hand.mjs")
    made = subprocess.run(
        [NODE, str(script)], input=json.dumps(cases), capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    answers: list[Any] = json.loads(made.stdout)
    return answers


@cache
def hands(filing: str, device: str = "") -> list[dict[str, Any]]:
    """Every hand of an evening as each of those at the table may ask for it, and a stranger."""
    entries = play(filing, 3, dealt_from=device)
    names = sorted({e.record.name for e in entries if isinstance(e.record, r.Sat)})
    kept = [(e.record.shuffle, e.record.root) for e in entries if isinstance(e.record, r.Committed)]
    teller = Teller(load(filing))
    return [
        {
            "proof": {"round": 1, "shuffles": proof(entries[: last + 1], first, viewer)},
            "records": records_for(entries[first : last + 1], viewer, teller),
            "kept": kept,
        }
        for first, last in rounds(entries)
        for viewer in (None, *names)
    ]


def verdicts(answers: Sequence[Any]) -> list[list[bool | None]]:
    return [[line["good"] for line in answer] for answer in answers]


@pytest.mark.parametrize(("filing", "device"), [*((one, "") for one in FILINGS), BY_HAND])
def test_an_honest_hand_holds_for_everybody(filing: str, device: str) -> None:
    answers = run(hands(filing, device))
    assert answers
    assert all(all(good is True for good in one) for one in verdicts(answers)), answers


def test_the_page_turns_an_order_as_the_table_does() -> None:
    cases = [
        (52, "ab" * 32, [["Ann", "lucky"]]), (416, "cd" * 32, [["Zoë", "七"], ["Bob", "x,3:"]]),
        (1, "00", [["a", "b"]]), (53, "11", []),
    ]  # fmt: skip
    due = [turned(cards, root, [(n, w) for n, w in words]) for cards, root, words in cases]
    assert run([{"turned": case} for case in cases]) == due


def own(filing: str = FILINGS[0]) -> dict[str, Any]:
    """A hand as one who sits at the table sees it."""
    case = next(c for c in hands(filing) if len(c["proof"]["shuffles"][0]["opened"]) >= 2)
    return copy.deepcopy(case)


def forgeries() -> list[dict[str, Any]]:
    made = []

    def forge(change: Any) -> None:
        case = own()
        change(case, case["proof"]["shuffles"][0])
        made.append(case)

    forge(lambda _, one: one["opened"][0].update(card="Jk"))  # another card
    forge(lambda _, one: one["opened"][0].update(salt="00" * 32))
    forge(lambda _, one: one["opened"][0]["path"].pop())
    forge(lambda _, one: one["opened"][0]["path"].append("00" * 32))
    forge(lambda _, one: one["opened"][0].update(place=one["opened"][1]["place"]))
    forge(lambda _, one: one["opened"].pop(0))  # a card that is not proved
    forge(lambda _, one: one.update(root="00" * 32))
    forge(lambda _, one: one.update(dealt_before=1))
    forge(lambda _, one: one.update(published=10**6))  # after the cards
    forge(lambda _, one: one.update(words=[*one["words"], ["Eve", "steered"]]))
    forge(lambda case, one: case.update(kept=[[one["shuffle"], "11" * 32]]))  # told another
    return made


def test_what_does_not_hold_is_said() -> None:
    for answer in verdicts(run(forgeries())):
        assert False in answer


def test_a_page_that_was_not_there_does_not_vouch_for_the_time() -> None:
    case = own() | {"kept": []}
    (good,) = verdicts(run([case]))
    assert good[0] is None
    assert False not in good


def test_a_table_without_commitments_is_said_to_have_none() -> None:
    case = own() | {"proof": {"round": 1, "shuffles": []}}
    assert verdicts(run([case])) == [[None]]
