"""Versions of the event log: what 0.1.0 wrote of poker is understood, verified and carried on."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import seeded_source
from houseway.errors import CannotHaveHappened
from houseway.families.poker.hand_file import PlayedHand
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.filings.pinned import past_rules
from houseway.histories.event_log import START, EventLog, parse_line, read_log, seal_of, write_log
from houseway.histories.export import played
from houseway.histories.verify import verify
from houseway.histories.versions import upgraded
from houseway.rounds.events import Chose
from houseway.table import records as r
from houseway.table.evening import SteadyClock, bring_back, start_evening, usual_setup
from houseway.table.setup import Setup, fingerprint
from houseway.table.stakes import quiet_move
from houseway.table.told import Teller
from houseway.table.views import View
from tests.catalogue import some
from tests.table.tables import Kept

OLD = sorted((Path(__file__).parent / "fixtures" / "logs-0.1.0-poker").glob("*.log"))
BROKEN_OFF = [log for log in OLD if log.stem.endswith("broken-off")]
POKER = [one for one in filing_ids() if load(one).family == "poker"]
SHORT = {
    "fold": "f", "check": "cc", "call": "cc", "bring in": "pb", "stand pat": "sd", "muck": "sm",
    "show": "sm -", "turn up": "ex", "keep down": "keep",
}  # fmt: skip
VERBS = {"bet": "cbr", "raise": "cbr", "draw": "sd", "discard": "sd"}


def lines_of(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def choices(entries: list[r.Entry]) -> Iterator[tuple[r.Entry, Chose]]:
    for entry in entries:
        if isinstance(entry.record, r.Happened) and isinstance(entry.record.event, Chose):
            yield entry, entry.record.event


def sealed(written: list[dict[str, Any]]) -> bytes:
    """Lines with a chain of their own."""
    before, out = START, b""
    for one in written:
        one.pop("hash", None)
        body = json.dumps(one, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
        before = seal_of(before, body)
        out += body + f',"hash":"{before}"}}\n'.encode()
    return out


@pytest.mark.parametrize("log", OLD, ids=lambda log: log.stem)
def test_a_log_of_the_first_version_verifies_and_is_played_again(log: Path) -> None:
    assert all("v" not in line for line in lines_of(log))
    found = verify(log, running=log in BROKEN_OFF)
    assert found.ok, found.findings
    assert found.replayed
    assert found.rounds


@pytest.mark.parametrize("log", OLD, ids=lambda log: log.stem)
def test_what_was_paid_is_what_the_old_log_moved(log: Path) -> None:
    """The chips that were written behind each choice, where none came back with them."""
    written = lines_of(log)
    compared = 0
    for entry, event in choices(read_log(log)):
        number = entry.number + 1
        while written[number - 1].get("more") and written[number]["kind"] == "happened":
            number += 1
        moved = written[number]
        if not written[number - 1].get("more") or moved["kind"] != "chips_moved":
            assert written[number - 1].get("more") or event.put is None
            continue  # nothing was paid, or the hand ended and was paid out
        paid = [amount for source, _, amount in moved["moves"] if source == f"seat:{event.seat}"]
        if not any(target.startswith("seat:") for _, target, _ in moved["moves"]):
            assert paid == ([f"{event.put.paid / 100:.2f}"] if event.put else [])
            compared += 1
    assert compared > 1


@pytest.mark.parametrize("log", BROKEN_OFF, ids=lambda log: log.stem)
def test_a_broken_off_hand_is_carried_on_in_the_present_version(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "log"
    shutil.copy(log, path)
    with EventLog(path, durable=False) as going_on:
        before = going_on.entries_before
        evening = bring_back(before, going_on, random.Random(2), clock=SteadyClock())
        assert evening.table.waiting_for(), "it ends in the middle of a hand"
        for _ in evening.play(2):
            pass
    assert path.read_bytes().startswith(log.read_bytes()), "what was written stays as it is"
    versions = [line.get("v", 1) for line in lines_of(path)]
    assert versions == [1] * len(before) + [r.VERSION] * (len(versions) - len(before))
    found = verify(path, running=True)
    assert found.ok, found.findings
    assert found.replayed
    hands = list(played(read_log(path)))
    assert len(hands) == 4
    for one in hands:
        (again,) = parse_hands(one.export().text)
        assert isinstance(one, PlayedHand)
        assert replay(again).result.stacks == one.settled.stacks


def as_first_version(entries: list[r.Entry]) -> Iterator[dict[str, Any]]:
    """Entries as 0.1.0 wrote them."""
    for entry in entries:
        written = r.write_entry(entry)
        del written["v"]
        if isinstance(entry.record, r.Opened):
            rules = past_rules(entry.record.setup.filing)
            assert rules is not None
            written["fingerprint"] = fingerprint(entry.record.setup, rules)
            del written["rules"]
        event = written.get("event", {})
        for key in ("paid", "to", "all_in", "number"):
            event.pop(key, None)
        for key in ("by", "wager"):
            written.pop(key, None)
        if "move" in event:
            verb, _, rest = event["move"].partition(" ")
            event["move"] = SHORT.get(event["move"]) or f"{VERBS[verb]} {rest}"
        yield written


class Lively:
    """Bets and calls a lot, so that stacks run short."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def choose(self, ask: Any, view: View) -> str:
        held = list(view.sight().cards(ask.seat))
        if ask.kind == "bet" and ask.facts["least"] is not None and self._dice.random() < 0.4:
            amount = self._dice.choice((ask.facts["least"], ask.facts["most"]))
            return f"{ask.beyond.verbs[0]} {amount}"
        if ask.kind == "draw" and self._dice.random() < 0.7:
            thrown = held[: self._dice.randint(1, ask.facts["most"])]
            return f"draw {' '.join(card.text for card in thrown)}"
        if ask.kind in ("bet", "expose"):
            return str(ask.choices[-1])
        return quiet_move(ask, held)


@pytest.mark.parametrize("filing", some(POKER))
def test_nothing_is_lost_by_having_been_written_in_the_first_version(
    filing: str, tmp_path: Path
) -> None:
    """Hands with short stacks: posted blinds, antes and bring-ins for less, side pots."""
    kept = Kept()
    then = past_rules(filing)
    assert then is not None
    setup = usual_setup(then.filing)
    evening = start_evening(setup, kept, seeded_source(3), seats=5, filing=then.filing)
    table, dice = evening.table, random.Random(filing)
    evening.bots = dict.fromkeys(evening.bots, Lively(dice))  # type: ignore[arg-type]
    for _ in evening.play(6):
        pass
    table.close()
    path = tmp_path / "log"
    path.write_bytes(sealed(list(as_first_version(kept.entries))))
    header, *rest = read_log(path)
    assert rest == kept.entries[1:]
    assert header.record.rules == then  # type: ignore[attr-defined]
    assert verify(path).ok


def test_the_words_of_an_old_hand_are_those_of_a_new_one() -> None:
    """Read off the fixture's lines: blinds of 1 and 3 at seats 2 and 3, all call, all check."""
    log = next(log for log in OLD if "errors" in log.stem)
    teller = Teller(load("outlaws/holdem"))
    told = [line for entry in read_log(log) for line in teller.tell(entry)]
    blinds = "Seat 2 puts in $1; seat 3 puts in $3; the house takes $4"
    assert [line for line in told[told.index(blinds) :] if line.startswith("Seat")][:7] == [
        blinds,
        "Seat 1 calls $3",
        "Seat 2 calls $2",
        "Seat 3 checks",
        "Seat 2 checks",
        "Seat 3 checks",
        "Seat 1 checks",
    ]


def test_a_filing_that_is_gone_leaves_unsaid_what_was_not_written() -> None:
    log = next(log for log in OLD if "triple-draw" in log.stem)
    written = [r.read_entry(line) for line in lines_of(log)]
    header = written[0].record
    assert isinstance(header, r.Opened)
    gone = Setup.from_json(header.setup.as_json() | {"filing": "nowhere/gone"})
    entries = [written[0]._replace(record=r.Opened("0.1.0", "", gone)), *written[1:]]
    after = list(upgraded(entries))
    assert [entry.record for entry in after[1:]] == [entry.record for entry in written[1:]]
    assert {entry.version for entry in after} == {r.VERSION}


def test_a_card_changed_in_an_old_log_is_found_though_its_chain_is_made_anew(
    tmp_path: Path,
) -> None:
    log = next(log for log in OLD if "errors" in log.stem)
    written = lines_of(log)
    board = next(line for line in written if line.get("event", {}).get("place") == "board")
    board["event"]["cards"] = "As Ks Qs"
    path = tmp_path / "log"
    path.write_bytes(sealed(written))
    found = verify(path)
    assert [finding.code for finding in found.findings] == ["replay"]


def test_a_choice_changed_in_an_old_log_is_found_by_its_bytes(tmp_path: Path) -> None:
    log = next(log for log in OLD if "errors" in log.stem)
    path = tmp_path / "log"
    path.write_bytes(log.read_bytes().replace(b'"move":"cc"', b'"move":"f"', 1))
    assert [finding.code for finding in verify(path).findings] == ["changed"]


def test_a_version_from_the_future_is_refused() -> None:
    (line,) = write_log([r.Entry(0, "", r.SatIn("Ann"))])
    assert '"v":3' in line
    with pytest.raises(CannotHaveHappened, match=r"version 4 .* reads up to 3"):
        parse_line(line.replace('"v":3', '"v":4').encode(), 1)


def test_a_line_made_older_than_those_before_it_is_found(tmp_path: Path) -> None:
    kept = Kept()
    evening = start_evening(usual_setup(load("outlaws/holdem")), kept, seeded_source(3), seats=3)
    for _ in evening.play(1):
        pass
    evening.table.close()
    written = [r.write_entry(entry) for entry in kept.entries]
    del written[-1]["v"]
    path = tmp_path / "log"
    path.write_bytes(sealed(written))
    (finding,) = verify(path).findings
    assert (finding.code, finding.line) == ("not-a-record", len(written))


@pytest.mark.parametrize(
    ("kind", "key", "value"), [("chips_moved", "by", 2), ("sat", "third_party", False)]
)
def test_an_old_line_says_no_more_than_its_version_could(
    tmp_path: Path, kind: str, key: str, value: Any
) -> None:
    written = lines_of(next(log for log in OLD if "errors" in log.stem))
    next(line for line in written if line["kind"] == kind)[key] = value
    path = tmp_path / "log"
    path.write_bytes(sealed(written))
    assert not verify(path).ok
