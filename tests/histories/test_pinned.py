"""A log carries its filing: it is played again by that, whatever the catalogue says by then."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from houseway.filings import loader, pinned
from houseway.filings.catalogue import own_ids
from houseway.filings.loader import load, parse_filing, schedule_sets
from houseway.filings.pinned import Rules, past_rules
from houseway.filings.schema.common import FilingBase
from houseway.histories import verify as verifying
from houseway.histories.event_log import EventLog, read_log
from houseway.histories.export import export_round
from houseway.histories.verify import verify
from houseway.table import records as r
from houseway.table.evening import SteadyClock, bring_back, start_evening, usual_setup
from houseway.table.setup import fingerprint
from houseway.table.views import visible
from tests.histories.forger import opened, sealed

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
DOUBLE_HAND = "napa-valley/double-hand-poker"
OLD = sorted((Path(__file__).parent / "fixtures").glob("logs-0.1.0*/*.log"))


def written(path: Path, filing: FilingBase, **setup: Any) -> Path:
    """A log of two rounds."""
    with EventLog(path, durable=False) as log:
        terms = usual_setup(filing)
        for name, value in setup.items():
            object.__setattr__(terms, name, value)
        evening = start_evening(terms, log, random.Random(6), seats=3, filing=filing)
        for _ in evening.play(2):
            pass
        evening.table.close()
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return written(tmp_path / "log", load(THREE_CARD))


def changed(filing_id: str, change: Any) -> FilingBase:
    data = load(filing_id).model_dump(mode="json")
    change(data)
    return parse_filing(data, "changed")


def dearer(data: dict[str, Any]) -> None:
    """Another pay table: what a straight pays of pair plus."""
    for table in data["pay_table"]:
        for row in table["rows"]:
            row["pays"] = "77:1"


def other_key(data: dict[str, Any]) -> None:
    data["table"]["seats"] -= 1
    data["deck"]["alternating"] = 1 if data["deck"]["alternating"] == 2 else 2


@pytest.mark.parametrize("change", [dearer, other_key])
def test_a_filing_that_changed_since_is_said_and_the_log_verifies(
    log: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    before = export_round(log, 1).text
    assert verify(log).notes == []
    now = changed(THREE_CARD, change)
    monkeypatch.setattr(verifying, "load", lambda _: now)
    found = verify(log)
    assert found.status == "verified"
    assert found.notes == [
        f"the filing {THREE_CARD} has changed since; the log is held against the one it carries"
    ]
    assert export_round(log, 1).text == before


def test_a_filing_that_is_gone_from_the_catalogue_is_said_and_the_log_verifies(
    tmp_path: Path,
) -> None:
    def elsewhere(data: dict[str, Any]) -> None:
        data["id"] = "riverbend/three-card-poker"

    log = written(tmp_path / "log", changed(THREE_CARD, elsewhere))
    found = verify(log)
    assert found.status == "verified"
    assert found.notes == [
        "the catalogue has no filing riverbend/three-card-poker; the log is held against the one "
        "it carries"
    ]
    assert 'filing = "riverbend/three-card-poker"' in export_round(log, 1).text


def test_a_collection_set_that_changed_is_not_looked_for_again(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has the sets it was played by: those of the catalogue are not read."""

    def gone(_: Any, reference: str, file: str) -> Any:
        raise AssertionError(f"{file} looks for {reference}")

    monkeypatch.setattr(verifying, "changed_since", lambda _: "")
    monkeypatch.setattr(loader, "find_set", gone)
    assert verify(log).status == "verified"


def test_the_chart_of_another_filing_is_carried_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Double hand poker files no house way; an option puts the chart of another in force."""
    named = load(DOUBLE_HAND).names_filings
    assert named
    log = written(tmp_path / "log", load(DOUBLE_HAND), options={"house_way_chart": named[0]})
    (header, *_) = read_log(log)
    assert isinstance(header.record, r.Opened)
    assert header.record.rules is not None
    assert set(header.record.rules.as_json()["others"]) == set(named)
    monkeypatch.setattr(verifying, "changed_since", lambda _: "")
    monkeypatch.setattr(loader, "in_force", None)  # whoever asks the catalogue falls over
    pinned._filing.cache_clear()
    pinned._other.cache_clear()
    assert verify(log).status == "verified"


@pytest.mark.parametrize("old", OLD, ids=lambda old: old.stem)
def test_an_optional_key_more_in_the_schema_changes_nothing_for_old_logs(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table of a filing is written with one key more than 0.1.0 knew."""
    honest = FilingBase.model_dump

    def longer(self: FilingBase, **how: Any) -> dict[str, Any]:
        return honest(self, **how) | {"news": ""}

    monkeypatch.setattr(FilingBase, "model_dump", longer)
    path = Path(shutil.copy(old, tmp_path / "log"))
    found = verify(path, running=True)
    assert (found.status, found.replayed) == ("verified", True)


def test_the_rules_of_0_1_0_are_found_by_the_hash_their_logs_pin() -> None:
    for old in OLD:
        header = r.read_entry(json.loads(old.read_bytes().splitlines()[0])).record
        assert isinstance(header, r.Opened)
        rules = past_rules(header.setup.filing)
        assert rules is not None
        assert fingerprint(header.setup, rules) == header.fingerprint
        assert "without" not in rules.as_json()["filing"]["deck"]  # which came later


@pytest.mark.parametrize("filing", own_ids())
def test_a_filing_is_the_same_read_from_what_a_log_carries(filing: str) -> None:
    one = load(filing)
    again = Rules.of(one).filing
    assert again.model_dump() == one.model_dump()
    assert schedule_sets(again) == schedule_sets(one)
    assert loader.readings_of(again) == loader.readings_of(one)
    assert Rules.of(again) == Rules.of(one)
    assert len(Rules.of(one).text) < 100_000


@pytest.mark.parametrize("name", ["nothing/here", "../0.1.0/outlaws/holdem", "collections", "a\0b"])
def test_no_other_file_is_taken_for_a_filing_of_the_past(name: str) -> None:
    assert past_rules(name) is None


def forge(log: Path, tmp_path: Path, change: Any) -> Any:
    lines = opened(log.read_text(encoding="utf-8").splitlines())
    change(lines[0])
    path = tmp_path / "forged"
    path.write_bytes(sealed(lines))
    return verify(path)


def test_a_pay_table_changed_in_the_log_is_found_by_its_hash(log: Path, tmp_path: Path) -> None:
    """The chain is made anew around it; the hash in the header still pins the old filing."""
    found = forge(log, tmp_path, lambda header: dearer(header["rules"]["filing"]))
    assert (found.status, found.findings[0].line) == ("forged", 1)
    assert "is not the one its hash pins" in found.findings[0].message


def test_a_pay_table_changed_with_its_hash_is_found_by_what_was_paid_or_said(
    log: Path, tmp_path: Path
) -> None:
    """Nothing but a signature or an anchor proves which filing it was; that it is not the one of
    the catalogue is said.
    """

    def change(header: dict[str, Any]) -> None:
        dearer(header["rules"]["filing"])
        setup = r.Opened("", "", r.read_record(header).setup).setup  # type: ignore[attr-defined]
        header["fingerprint"] = fingerprint(setup, Rules.read(header["rules"]))

    found = forge(log, tmp_path, change)
    assert found.status == "forged" or "has changed since" in found.notes[0]


@pytest.mark.parametrize("rules", [{}, {"filing": 3}, {"filing": {"family": "poker"}}, []])
def test_rules_that_are_none_open_no_table(log: Path, tmp_path: Path, rules: Any) -> None:
    found = forge(log, tmp_path, lambda header: header.update(rules=rules))
    assert found.status in ("forged", "not-replayed")


def test_a_line_of_an_older_version_carries_no_rules(log: Path, tmp_path: Path) -> None:
    found = forge(log, tmp_path, lambda header: header.update(v=2))
    assert [finding.code for finding in found.findings] == ["not-a-record"]


def test_a_table_goes_on_by_the_filing_of_its_log(tmp_path: Path) -> None:
    """The catalogue's filing has changed meanwhile: nothing of it is asked."""

    def richer(data: dict[str, Any]) -> None:
        data["id"] = "riverbend/three-card-poker"
        dearer(data)

    path = tmp_path / "going-on"
    filing = changed(THREE_CARD, richer)
    with EventLog(path, durable=False) as begun:
        start_evening(usual_setup(filing), begun, random.Random(6), seats=3, filing=filing)
    with EventLog(path, durable=False) as going_on:
        evening = bring_back(
            going_on.entries_before, going_on, random.Random(2), clock=SteadyClock()
        )
        assert not evening.table.other_rules
        assert evening.table.state.filing.pays("pair_plus").rows[0].pays == 77
        for _ in evening.play(2):
            pass
    assert verify(path, running=True).status == "verified"


def test_nobody_at_the_table_is_sent_the_filing(log: Path) -> None:
    (header, *_) = read_log(log)
    seen = visible(header, "Ann")
    assert seen is not None
    assert "rules" not in r.write_entry(seen)
