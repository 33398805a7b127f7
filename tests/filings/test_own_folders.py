"""Folders of one's own: their filings join the catalogue for every command and the library."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import houseway
from houseway.cli import app
from houseway.errors import FilingError
from houseway.filings import catalogue
from houseway.filings.catalogue import VARIABLE, Catalogue, filing_ids, in_force, joined
from houseway.filings.loader import load, readings_of, schedule_sets
from houseway.histories.event_log import EventLog
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from tests.filings.riverbend import ID, ROUND, filing_text, folder

OURS = "casino-club/three-card-poker-6-card-bonus"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return folder(tmp_path / "own")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def answer(*arguments: str | Path) -> Any:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_folder_joins_the_catalogue_and_leaves_it_again(own: Path) -> None:
    before = filing_ids()
    with joined(own):
        assert set(filing_ids()) - set(before) == {ID}
        assert load(ID).title == "Three Card Poker"
        assert load(OURS).house == "Casino Club"
    assert filing_ids() == before
    assert VARIABLE not in os.environ
    with pytest.raises(FilingError, match="no filing"):
        load(ID)


def test_the_environment_names_several_folders(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    text = filing_text().replace(ID, "riverbend/other-game")
    (other / "flat.toml").write_text(text, encoding="utf-8")  # need not lie in a house's folder
    monkeypatch.setenv(VARIABLE, os.pathsep.join((str(own), str(other))))
    assert {ID, "riverbend/other-game"} <= set(filing_ids())
    assert answer("show", "riverbend/other-game")["id"] == "riverbend/other-game"


def test_the_library_takes_folders_too(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    houseway.use_filings(own)
    assert houseway.filing(ID).id == ID
    assert ID in [line["id"] for line in houseway.catalogue()]
    net = houseway.adjudicate(houseway.parse_round(ROUND)).as_json()["net"]
    assert net == {"bank": "-10.00", "2": "10.00"}


def test_an_id_the_catalogue_has_is_refused_and_ours_stays(own: Path) -> None:
    path = own / "mine.toml"
    path.write_text(filing_text().replace(ID, OURS), encoding="utf-8")
    with joined(own) as found:
        assert load(OURS).house == "Casino Club"
        (bad,) = found.not_loaded()
        assert bad.error is not None
        assert (bad.path, bad.error.code) == (path, "filing-known")
        assert "give this one its own id" in bad.error.message


def test_the_same_id_twice_is_said_of_the_second(own: Path) -> None:
    (own / "zz").mkdir()
    (own / "zz" / "again.toml").write_text(filing_text(), encoding="utf-8")
    with joined(own) as found:
        (bad,) = found.not_loaded()
    assert bad.path.name == "again.toml"
    assert "three-card-poker.toml" in str(bad.error)


def test_a_file_with_a_defect_is_said_with_its_place_and_the_others_load(own: Path) -> None:
    (own / "broken.toml").write_text("id = \n", encoding="utf-8")
    (own / "wrong.toml").write_text(
        filing_text().replace(ID, "riverbend/wrong").replace("seats = 6", "seats = 60"),
        encoding="utf-8",
    )
    done = run("filings", "--filings", own)
    assert done.exit_code == 1
    assert ID in done.stdout
    assert "wrong.toml: table.seats" in done.stderr
    assert "broken.toml" in done.stderr
    done = run("show", "riverbend/wrong", "--filings", own)
    assert done.exit_code == 2
    assert "table.seats" in done.stderr
    done = run("lint", "--filings", own, "--json")
    assert {"wrong.toml", "broken.toml"} <= {
        Path(f["filing"]).name for f in json.loads(done.stdout)
    }


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = run("filings", "--filings", tmp_path / "nowhere")
    assert done.exit_code == 2
    assert "nowhere" in done.stderr


def test_a_house_book_beside_filings_is_none(own: Path) -> None:
    (own / "house.toml").write_text('house = "Riverbend"\n', encoding="utf-8")
    with joined(own) as found:
        assert found.not_loaded() == []


def test_a_folder_has_so_many_filings_at_most(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MOST_FILES", 0)
    with joined(own), pytest.raises(FilingError, match="0 filings at most"):
        filing_ids()


COLLECTION = """
house = "riverbend"
title = "Fees of all tables"
source = "own"

[[set]]
name = "tables"
title = "All tables"
games = ["riverbend/three-card-poker"]
cite = "Fees | 1-9"

[[set.group]]
kind = "california"
options = "1"
bank_basis = "table-action"
player_basis = "flat"
cite = "Fees, option 1 | 2"
option = [{ number = 1, limits = "5-100", player = ["0+: 3"], bank = ["5+: 7"], lines = "2" }]
"""
READING = """
[[reading]]
id = "riverbend 1"
title = "Who pays"
doubt = "The text does not say who pays first."
taken = "The bank pays first."
touches = ["riverbend/three-card-poker"]
"""


@pytest.fixture
def with_collection(own: Path) -> Path:
    """The filing names a set of a document beside it: $3 from a player, $7 from the bank."""
    text = filing_text()
    text = text[: text.index("[[collection.set]]")] + '[collection]\nshared = ["fees/tables"]\n'
    (own / "riverbend" / "three-card-poker.toml").write_text(text, encoding="utf-8")
    for name, body in (("collections/fees", COLLECTION), ("readings/own", READING)):
        path = own / f"{name}.toml"
        path.parent.mkdir()
        path.write_text(body, encoding="utf-8")
    return own


def test_collections_and_readings_beside_the_filings_are_found(with_collection: Path) -> None:
    with joined(with_collection) as found:
        assert found.not_loaded() == []
        filing = load(ID)
        assert [one.title for one in schedule_sets(filing)] == ["All tables"]
        assert [one.id for one in readings_of(filing)] == ["riverbend 1"]
    file = with_collection / "riverbend" / "three-card-poker.toml"
    assert run("lint", file).exit_code == 0  # named by its path it finds them too
    assert answer("show", file)["schedule_sets"][0]["name"] == "tables"


def test_a_log_carries_a_collection_of_ones_own(with_collection: Path, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with joined(with_collection), EventLog(path, durable=False) as log:
        evening = start_evening(usual_setup(load(ID)), log, random.Random(1), seats=3)
        for _ in evening.play(2):
            pass
        evening.table.close()
    found = verify(path)
    assert found.status == "verified"
    assert "has no filing riverbend/three-card-poker" in found.notes[0]
    with joined(with_collection):
        assert verify(path).notes == []


def test_every_command_takes_an_own_id(own: Path, tmp_path: Path) -> None:
    """The fee of option 1: $0.50 from a player, $1 from the bank up to $100 of action (63-64)."""
    at = ("--filings", own)
    assert answer("show", ID, *at)["house"] == "Riverbend Cardroom"
    assert answer("sign", ID, "--schedule", "1", "--limits", "5-100", *at)["schedules"] == [1]
    assert answer("diff", ID, OURS, *at)
    assert answer("lint", ID, *at) == []
    file = tmp_path / "round.toml"
    file.write_text(f"schedule = 1\n{ROUND}", encoding="utf-8")
    settled = answer("adjudicate", file, *at)
    assert settled["net"] == {"bank": "-10.00", "2": "10.00"}
    assert settled["fees"] == {"bank": "1.00", "seats": {"2": "0.50"}}
    done = run("deal", ID, "--seed", "3", "--seats", "3", "--json", *at)
    log = tmp_path / "log"
    log.write_text(done.stdout, encoding="utf-8")
    assert run("verify", log).exit_code == 0  # which needs no folder
    exported = tmp_path / "exported.toml"
    exported.write_text(run("export", log, "--round", "1").stdout, encoding="utf-8")
    assert f'filing = "{ID}"' in exported.read_text(encoding="utf-8")
    assert answer("adjudicate", exported, *at)["filing"] == ID
    assert answer("odds", ID, *at)["bets"].keys() == {"ante", "pair_plus"}
    assert answer("simulate", ID, "--rounds", "200", "--bank", "500", "--seats", "3", *at)["cells"]
    assert run("adjudicate", file).exit_code == 2


def test_a_poker_hand_names_an_own_filing(tmp_path: Path) -> None:
    source = catalogue.DATA / "outlaws" / "holdem.toml"
    text = source.read_text(encoding="utf-8").replace("outlaws/holdem", "riverbend/holdem", 1)
    (tmp_path / "holdem.toml").write_text(text, encoding="utf-8")
    done = run("deal", "riverbend/holdem", "--seed", "1", "--seats", "3", "--json",
               "--filings", tmp_path)  # fmt: skip
    log = tmp_path / "log"
    log.write_text(done.stdout, encoding="utf-8")
    hand = tmp_path / "hand.phh"
    hand.write_text(run("export", log, "--round", "1").stdout, encoding="utf-8")
    assert "_filing = 'riverbend/holdem'" in hand.read_text(encoding="utf-8").replace('"', "'")
    assert answer("replay", hand, "--filings", tmp_path)["finishing_stacks"]
    assert run("replay", hand).exit_code == 2


def test_two_folders_with_one_id_are_two_catalogues(own: Path, tmp_path: Path) -> None:
    """Nothing kept of one is told of the other: here the ante pushes without a queen."""
    other = folder(tmp_path / "other")
    path = other / "riverbend" / "three-card-poker.toml"
    text = path.read_text(encoding="utf-8")
    at = text.index("[game.ante_unqualified]")
    path.write_text(text[:at] + text[at:].replace('"win"', '"push"', 3), encoding="utf-8")
    file = tmp_path / "round.toml"
    file.write_text(ROUND, encoding="utf-8")
    assert answer("adjudicate", file, "--filings", own)["net"]["2"] == "10.00"
    assert answer("adjudicate", file, "--filings", other)["net"]["2"] == "0.00"
    assert Catalogue((own,)).load(ID) is not Catalogue((other,)).load(ID)
    assert in_force() == Catalogue()
