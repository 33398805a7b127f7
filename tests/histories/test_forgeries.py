"""Forgeries with a whole chain: refused, or of a kind that no log by itself can show.

`UNPROVED` is the whole list of the latter, with the reason; docs/security.md says the same to
those who rely on a log. Whatever else passes is a defect.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.catalogue import filing_ids
from houseway.histories.event_log import write_log
from houseway.histories.findings import Verified
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.records import VERSION
from tests.histories.forger import (
    Forgery,
    Log,
    additions,
    arrangements,
    changes,
    commands,
    honest,
    numbered,
    opened,
    sealed,
)

# One of every family, and of poker one with draws, one with a bring-in, one with a kitty of time.
FILINGS = (
    "casino-club/three-card-poker-6-card-bonus",
    "napa-valley/ultimate-texas-holdem",
    "500-club/ez-baccarat",
    "500-club/fortune-pai-gow-poker",
    "napa-valley/pai-gow-tiles",
    "casino-club/pure-21.5-blackjack",
    "500-club/face-up-chinese-poker",
    "500-club/texas-holdem",
    "500-club/2-7-triple-draw",
    "500-club/seven-card-stud",
    "outlaws/pure-21.5-blackjack",
)

# What a log cannot prove by itself: pattern of the forgery, and why.
UNPROVED: tuple[tuple[str, str], ...] = (
    (r"\S+\.at nudged",
     "a time may be any between its neighbours"),
    (r"opened\.at backwards",
     "nothing stands before the opening"),
    (r"opened\.setup\.(table|seconds_to_act|limits|cut|dealt_from|stakes\S*) .*",
     "a choice of the house that no round of this log has come upon"),
    (r"terms_changed\.setup\.(seconds_to_act|limits|cut|stakes\S*) .*",
     "a choice of the house that no round of this log has come upon"),
    (r"command terms_changed left out",
     "a choice of the house that no round of this log has come upon"),
    (r"(terms_changed|round_voided)\.author .*",
     "who of the house decided is what the house wrote"),
    (r"(closed)\.author (added|dropped|a stranger|somebody else)",
     "who of the house decided is what the house wrote"),
    (r"correction\.(author (a stranger|somebody else)|of one (more|less)|reason other words)",
     "a correction is a decision: the log proves that it was written, not that it was right"),
    (r"round_voided\.reason other words",
     "a hand is voided for a reason that the house gives"),
    (r"bank_declined\.why .*",
     "why somebody declines is what they said"),
    (r"(sat|came)\.third_party .*",
     "for whom somebody plays stands in no other record"),
    (r"sat\.unseen .*",
     "whether somebody has seen a hand elsewhere stands in no other record"),
    (r"(sat_out|leaving|left|cashed_out|bank_declined)\.author dropped",
     "the house may do it for one who is away"),
    (r"(sat|came|left|cashed_out)\.more dropped",
     "two commands of the same moment are worth the same as one"),
    (r"(bought_in) left out of its command",
     "one may sit down without chips, if none of them is missed later"),
    (r"timed_out left out of its command",
     "the house plays the bots, late or in time"),
    (r"(shuffled|reshuffled)\.order (first|last) two swapped",
     "cards that were never dealt have been seen by nobody"),
    (r"happened:rolled\.event\.dice reversed",
     "dice that come to the same are the same throw"),
    (r"button_drawn\.cards\S* .*",
     "a card that does not win the button decides nothing"),
    (r"command \S+ after the next",
     "two commands that have nothing to do with each other, in the other order"),
)  # fmt: skip


def check(log: Log, path: Path) -> Verified:
    path.write_bytes(sealed(log))
    return verify(path)


def unproved(what: str) -> bool:
    return any(re.fullmatch(pattern, what) for pattern, _ in UNPROVED)


def passing(forgeries: Iterable[Forgery], path: Path) -> tuple[int, Counter[str]]:
    """How many forgeries there were, and those that pass and should not."""
    tried, passed = 0, Counter[str]()
    for what, log in forgeries:
        tried += 1
        if check(log, path).ok and not unproved(what):
            passed[what] += 1
    return tried, passed


@pytest.mark.parametrize("filing", FILINGS)
def test_an_evening_with_everything_in_it_is_verified(filing: str, tmp_path: Path) -> None:
    found = check(opened(honest(filing)), tmp_path / "log")
    assert (found.status, found.findings) == ("verified", [])
    assert found.corrections == [
        {"line": found.corrections[0]["line"], "of": 3, "by": "Floor", "reason": "a chip was found"}
    ]


@pytest.mark.parametrize("filing", FILINGS)
def test_a_forgery_is_refused_or_listed_as_unproved(filing: str, tmp_path: Path) -> None:
    """A sample of all that can be changed, left out, doubled, moved and added."""
    log = opened(honest(filing, rounds=1))
    every = [*changes(log), *arrangements(log), *additions(log)]
    some = random.Random(filing).sample(every, 20)
    _, passed = passing(some, tmp_path / "log")
    assert not passed


@pytest.mark.long
@pytest.mark.parametrize("filing", filing_ids())
def test_every_forgery_is_refused_or_listed_as_unproved(filing: str, tmp_path: Path) -> None:
    log = opened(honest(filing, rounds=1))
    for forgeries in (changes(log, every=True), arrangements(log, every=True), additions(log)):
        tried, passed = passing(forgeries, tmp_path / "log")
        assert tried > 100
        assert not passed


# The forgeries of old that passed, by name.


def forged(filing: str, tmp_path: Path, kind: str, change: Any) -> Verified:
    log = copy.deepcopy(opened(honest(filing)))
    touched = [record for record in log if record["kind"] == kind and change(record) is not False]
    assert touched
    return check(log, tmp_path / "log")


def test_a_fee_moved_to_a_seat_is_refused(tmp_path: Path) -> None:
    def change(record: Any) -> None:
        for one in record["moves"]:
            one[1] = "seat:2"

    found = forged(FILINGS[0], tmp_path, "fees_taken", change)
    assert found.status == "forged"
    assert "moves is" in found.findings[0].message


def test_the_fee_of_a_pot_moved_to_a_seat_is_refused(tmp_path: Path) -> None:
    def change(record: Any) -> None:
        for one in record["moves"]:
            if one[1] == "drop":
                one[1] = "seat:1"

    assert forged("500-club/texas-holdem", tmp_path, "chips_moved", change).status == "forged"


def test_a_deck_with_a_card_twice_or_of_one_card_is_refused(tmp_path: Path) -> None:
    def twice(record: Any) -> None:
        cards = record["order"].split()
        cards[-1] = cards[-2]
        record["order"] = " ".join(cards)

    found = forged(FILINGS[0], tmp_path, "shuffled", twice)
    assert "the deck has no more" in found.findings[0].message

    def single(record: Any) -> None:
        record["order"] = record["order"][:2]

    found = forged(FILINGS[0], tmp_path, "shuffled", single)
    assert "cards are missing from the deck" in found.findings[0].message


@pytest.mark.parametrize("filing", [FILINGS[0], "500-club/texas-holdem", FILINGS[5]])
def test_cards_that_were_dealt_in_another_order_are_refused(filing: str, tmp_path: Path) -> None:
    def change(record: Any) -> None:
        record["order"] = " ".join(record["order"].split()[1::-1] + record["order"].split()[2:])

    found = forged(filing, tmp_path, "shuffled", change)
    assert "cards is" in found.findings[0].message or "event is" in found.findings[0].message


def test_a_die_with_seven_eyes_is_refused(tmp_path: Path) -> None:
    def change(record: Any) -> bool:
        if record["event"]["did"] != "rolled":
            return False
        record["event"]["dice"] = [7, 1, 1]
        return True

    found = forged("napa-valley/pai-gow-tiles", tmp_path, "happened", change)
    assert "a die shows 7" in found.findings[0].message


def test_times_that_run_backwards_are_refused(tmp_path: Path) -> None:
    log = opened(honest(FILINGS[0]))
    for record in log[len(log) // 2 :]:
        record["at"] = log[0]["at"]
    found = check(log, tmp_path / "log")
    assert "the time runs backwards" in found.findings[0].message
    assert found.findings[0].line == len(log) // 2 + 1


@pytest.mark.parametrize("filing", FILINGS)
def test_bots_made_people_and_people_made_bots_are_refused(filing: str, tmp_path: Path) -> None:
    def people(record: Any) -> Any:
        return record.pop("bot", False)

    found = forged(filing, tmp_path, "sat", people)
    assert 'author is missing and should be "Ada"' in found.findings[0].message

    def bots(record: Any) -> bool:
        if record.get("bot"):
            return False
        record["bot"] = True
        return True

    found = forged(filing, tmp_path, "sat", bots)
    assert 'author is "Zoe" and should be missing' in found.findings[0].message


def test_a_correction_needs_its_cause_and_its_author(tmp_path: Path) -> None:
    def nobody(record: Any) -> None:
        del record["author"]

    found = forged(FILINGS[0], tmp_path, "correction", nobody)
    assert "says who decided it" in found.findings[0].message

    def nothing(record: Any) -> None:
        record["reason"] = ""

    found = forged(FILINGS[0], tmp_path, "correction", nothing)
    assert "says why" in found.findings[0].message


def test_a_changed_version_or_format_does_not_switch_the_replay_off(tmp_path: Path) -> None:
    for version in ("0.0.1", "99.0"):
        found = forged(FILINGS[0], tmp_path, "opened", lambda one, v=version: one.update(version=v))
        assert (found.ok, found.status) == (False, "not-replayed")
    found = forged(
        FILINGS[0], tmp_path, "opened", lambda record: record.update(fingerprint="0" * 64)
    )
    assert found.status == "forged"  # it is not the hash of the filing beside it
    found = forged(FILINGS[0], tmp_path, "opened", lambda record: record.pop("authors"))
    assert found.status == "forged"  # the first format names no authors


def test_chips_brought_in_and_taken_out_again_do_not_add_up(tmp_path: Path) -> None:
    """A buy-in made larger is missed at the closing, where everybody cashes out all they have."""
    log = opened(honest(FILINGS[0]))
    bought = next(record for record in log if record["kind"] == "bought_in")
    bought["amount"] = bought["moves"][0][2] = "700.00"
    found = check(log, tmp_path / "log")
    assert "amount is" in found.findings[0].message


def test_a_key_that_means_nothing_and_a_line_written_in_another_way_are_refused(
    tmp_path: Path,
) -> None:
    log = opened(honest(FILINGS[0]))
    log[3]["note"] = "paid in full"
    assert "note is" in check(log, tmp_path / "log").findings[0].message
    path = tmp_path / "log"
    path.write_bytes(sealed(opened(honest(FILINGS[0]))))
    assert verify(path).ok


def test_a_line_that_is_no_record_is_a_finding_and_not_an_error(tmp_path: Path) -> None:
    found = forged(FILINGS[0], tmp_path, "sat_out", lambda record: record.update(kind="sat_down"))
    assert (found.status, found.findings[0].code) == ("forged", "not-a-record")


# What no log proves by itself: these pass, and the page on security says so.


def test_a_shorter_evening_is_another_honest_log(tmp_path: Path) -> None:
    """Only the last hash, noted elsewhere, tells that an evening went on."""
    journal = MemoryJournal()
    from houseway.filings.loader import load

    game = load(FILINGS[0])
    evening = start_evening(usual_setup(game), journal, random.Random(1), seats=3)
    for _ in evening.play(1):
        pass
    entries = len(journal.entries)
    for _ in evening.play(1):
        pass
    longer = MemoryJournal()
    again = start_evening(usual_setup(game), longer, random.Random(1), seats=3)
    for _ in again.play(1):
        pass
    assert longer.entries == journal.entries[:entries]
    again.table.close()
    evening.table.close()
    seals = set()
    for one in (journal, longer):
        found = check(opened(tuple(write_log(one.entries))), tmp_path / "log")
        assert found.ok
        seals.add(found.seal)
    assert len(seals) == 2


def test_a_person_renamed_everywhere_is_another_honest_log(tmp_path: Path) -> None:
    text = json.dumps(opened(honest(FILINGS[0]))).replace('"Zoe"', '"Eve"')
    assert check(json.loads(text), tmp_path / "log").ok


def test_all_times_moved_by_a_day_are_another_honest_log(tmp_path: Path) -> None:
    text = json.dumps(opened(honest(FILINGS[0]))).replace("2025-01-01T", "2025-01-02T")
    assert check(json.loads(text), tmp_path / "log").ok


def test_an_invented_correction_with_author_and_cause_passes_and_is_shown(tmp_path: Path) -> None:
    parts = commands(opened(honest(FILINGS[0])))
    new = {"n": 0, "v": VERSION, "at": parts[-2][-1]["at"], "author": "Floor",
           "kind": "correction", "of": 1, "reason": "because"}  # fmt: skip
    found = check(numbered([*parts[:-1], [new], parts[-1]]), tmp_path / "log")
    assert found.ok
    assert [one["reason"] for one in found.corrections] == ["a chip was found", "because"]


def test_the_page_on_security_lists_what_is_not_proved() -> None:
    page = (Path(__file__).parents[2] / "docs" / "security.md").read_text()
    assert "## What a log proves" in page
    for _, why in UNPROVED:
        assert why in " ".join(page.split()), why
