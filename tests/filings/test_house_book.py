"""The house book: held against each filing, filling in what is left open, and saying so."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houseway.cli import app
from houseway.errors import Problems, Refused
from houseway.filings import house_book
from houseway.filings.catalogue import own_ids
from houseway.filings.house_book import check_hours, choose, floor_procedures, opened, read_book
from houseway.filings.loader import load
from houseway.histories.verify import verify
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table, restore
from houseway.table.setup import Setup, by_the_book
from tests.table.tables import Clock, Stacked, refused

TCP = "casino-club/three-card-poker-6-card-bonus"
HOLDEM = "500-club/texas-holdem"
BOOK = f"""
house = "Riverbend Cardroom"
procedures = "player-dealer"

[ordinance]
cite = "Municipal Code 5.20.110"
most_wager = 80
backline = false
opens = "10:00"
closes = "02:00"

[[game]]
filing = "{TCP}"
options = {{ coverage = "net" }}
schedule = 1
limits = "5-60"

[[game]]
filing = "{TCP}"
table = "7"
schedule = 2

[[button]]
name = "No action"
means = "hand it in and pay no collection"

[[word]]
name = "the floor"
means = "the shift manager"
"""
ROUND = f"""
filing = "{TCP}"
[bank]
seat = 1
wager = 500
cards = "Jd 8c 4s"
[[seat]]
number = 2
cards = "Kh 7d 2s"
wagers = {{ ante = 10 }}
actions = ["play"]
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(BOOK, encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def answer(*arguments: str | Path) -> Any:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


# What a book may say.


def test_everything_wrong_is_said_at_once_each_with_its_place(tmp_path: Path) -> None:
    path = written(
        tmp_path / "house.toml",
        f"""
house = "Riverbend"
procedures = ["nobody-knows"]
[ordinance]
cite = "Municipal Code"
most_wager = 100
[[game]]
filing = "{TCP}"
options = {{ coverage = "some", wheels = 4 }}
decks = 3
schedule = 99
limits = "5-500"
[[game]]
filing = "nowhere/nothing"
[[game]]
filing = "{TCP}"
""",
    )
    with pytest.raises(Problems) as caught:
        read_book(path)
    assert {(one.where.removeprefix(f"{path}: "), one.code) for one in caught.value.found} == {
        ("game[0].options.coverage", "bad-option"),
        ("game[0].options.wheels", "unknown-option"),
        ("game[0].decks", "bad-option"),
        ("game[0].schedule", "unknown-schedule"),
        ("game[0].limits", "limits-not-permitted"),
        ("game[1].filing", "unknown-filing"),
        ("game[2]", "bad-value"),
        ("procedures", "unknown-procedures"),
    }


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("wheels = 4", "wheels"),
        ('[ordinance]\ncite = "x"\nopens = "25:00"', "ordinance.opens"),
        ('[ordinance]\ncite = "x"\nzone = "Moon/Crater"', "ordinance.zone"),
        ("[ordinance]\nmost_wager = 5", "ordinance.cite"),
    ],
)
def test_a_key_or_value_nobody_knows_is_refused(tmp_path: Path, line: str, place: str) -> None:
    path = written(tmp_path / "house.toml", f'house = "Riverbend"\n{line}\n')
    done = run("filings", "--house", path)
    assert done.exit_code == 2
    assert f"house.toml: {place}" in done.stderr


def test_limits_beyond_the_option_are_refused_with_its_clause(tmp_path: Path) -> None:
    """Option 1 is for tables of $5 to $500 (000:439)."""
    path = written(
        tmp_path / "house.toml",
        f'house = "R"\n[[game]]\nfiling = "{TCP}"\nschedule = 1\nlimits = "5-900"\n',
    )
    done = run("filings", "--house", path)
    assert "game[0].limits" in done.stderr
    assert "$5 to $500" in done.stderr


def test_the_example_of_the_page_is_a_book(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "house-book.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert found is not None
    book = read_book(written(tmp_path / "house.toml", found[1]))
    assert [one.table for one in book.game] == ["", "7"]


# What it decides.


def test_a_round_is_settled_under_the_book_and_says_so(book: Path, tmp_path: Path) -> None:
    """Option 1: a bank pays $0.50 of $5 to $50 of action, players nothing (000:439)."""
    file = written(tmp_path / "round.toml", ROUND)
    plain = answer("adjudicate", file)
    assert "fees" not in plain
    assert "house_book" not in plain
    settled = answer("adjudicate", file, "--house", book)
    assert settled["fees"] == {"bank": "0.50", "seats": {}}
    assert settled["net"] == plain["net"]
    assert settled["house_book"]["options.coverage"] == "net"
    assert settled["house_book"]["limits"] == "$5 to $60"
    assert set(settled["house_book"]) == {"options.coverage", "schedule", "limits", "ordinance"}
    assert "limits: $5 to $60, by the house book" in settled["warnings"]
    assert "by the house book" in run("adjudicate", file, "--house", book).stdout


def test_what_the_round_file_says_comes_first(book: Path, tmp_path: Path) -> None:
    """Option 3: $1 of $5 to $100 of action (000:449)."""
    file = written(tmp_path / "round.toml", f'schedule = 3\nlimits = "5-70"\n{ROUND}')
    settled = answer("adjudicate", file, "--house", book)
    assert settled["fees"]["bank"] == "1.00"
    assert set(settled["house_book"]) == {"options.coverage", "ordinance"}


def test_a_wager_off_the_books_limits_names_the_book(book: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "round.toml", ROUND.replace("ante = 10", "ante = 65"))
    assert run("adjudicate", file).exit_code == 0
    done = run("adjudicate", file, "--house", book)
    assert done.exit_code == 2
    assert "outside the limits of $5 to $60" in done.stderr
    assert "the posted table limits, by the house book" in done.stderr


def test_the_citys_cap_holds_whatever_is_posted(book: Path, tmp_path: Path) -> None:
    file = written(tmp_path / "round.toml", f'limits = "5-200"\n{ROUND}')
    done = run("adjudicate", file, "--house", book)
    assert done.exit_code == 2
    assert "no wager over $80, by the house book" in done.stderr
    assert "Municipal Code 5.20.110" in done.stderr
    capped = written(tmp_path / "cap.toml", BOOK.replace('limits = "5-60"\n', ""))
    over = written(tmp_path / "over.toml", ROUND.replace("ante = 10", "ante = 90"))
    done = run("adjudicate", over, "--house", capped)
    assert "$90 is over the $80 the city allows, by the house book" in done.stderr


def test_the_city_forbids_backline_bets_a_filing_permits(tmp_path: Path, book: Path) -> None:
    filing = next(one for one in own_ids() if _permits(one))
    text = f"""
filing = "{filing}"
[bank]
seat = 1
wager = 500
[[seat]]
number = 2
wagers = {{ SPOT = 10 }}
[[seat.backline]]
name = "Ann"
wagers = {{ SPOT = 10 }}
"""
    spots: Any = load(filing)
    spot = next(one.name for one in spots.spot if one.base)
    file = written(tmp_path / "round.toml", text.replace("SPOT", spot))
    done = run("adjudicate", file, "--house", book)
    assert done.exit_code == 2
    assert "the city does not allow backline betting, by the house book" in done.stderr
    assert "backline betting" not in run("adjudicate", file).stderr


def _permits(filing: str) -> bool:
    spots = getattr(load(filing), "spot", [])
    return any(spot.base and spot.backline == "permitted" for spot in spots)


def test_a_tables_own_line_comes_before_that_of_all(book: Path) -> None:
    with opened(book):
        assert choose(load(TCP)).schedule == ("1",)
        assert choose(load(TCP), table="7").schedule == ("2",)
        assert choose(load(TCP), table="7").limits == "5-60"
        assert choose(load(HOLDEM)).by_book == ("ordinance",)
    assert house_book.in_force() is None


@pytest.mark.parametrize(
    ("hour", "is_open"), [(17, False), (18, True), (3, True), (9, True), (10, False), (11, False)]
)
def test_tables_open_in_the_citys_hours(book: Path, hour: int, is_open: bool) -> None:
    """10:00 to 02:00 in California; in January that is 18:00 to 10:00 by Greenwich."""
    with opened(book):
        now = datetime(2025, 1, 5, hour, 0, tzinfo=UTC)
        if is_open:
            check_hours(now)
            return
        with pytest.raises(Refused) as caught:
            check_hours(now)
    assert (caught.value.code, caught.value.cite) == ("closed-hours", "Municipal Code 5.20.110")


def test_the_floors_procedures_are_those_of_the_kind_of_game(book: Path) -> None:
    with opened(book):
        assert floor_procedures(load(TCP).kind) == "player-dealer"
        assert floor_procedures(load(HOLDEM).kind) == ""


# Everywhere it decides.


def test_sheet_and_sign_tell_the_book_apart(book: Path) -> None:
    sheet = run("show", TCP, "--house", book).stdout
    assert "By the house book, not filed" in sheet
    assert "hand it in and pay no collection" in sheet
    told = answer("show", TCP, "--house", book)["house_book"]
    assert told["games"][0]["schedule"] == ["1"]
    assert told["words"] == {"the floor": "the shift manager"}
    sign = answer("sign", TCP, "--house", book)
    assert sign["limits"] == {"min": "5.00", "max": "60.00"}
    assert {"schedule", "limits"} <= set(sign["house_book"])
    assert any("no wager over $80" in line for line in sign["warnings"])
    done = run("sign", TCP, "--schedule", "1", "--limits", "5-100", "--house", book)
    assert (done.exit_code, "no wager over $80" in done.stderr) == (2, True)
    assert run("sign", TCP).exit_code == 2  # without a book both must be said


def test_odds_and_simulation_are_counted_under_the_book(tmp_path: Path) -> None:
    filing = "napa-valley/ez-baccarat-panda-8"
    path = written(
        tmp_path / "house.toml", f'house = "R"\n[[game]]\nfiling = "{filing}"\ndecks = 8\n'
    )
    made = answer("odds", filing, "--house", path)
    assert (made["decks"], made["house_book"]) == (8, {"decks": 8})
    assert "decks: 8, by the house book" in made["assumed"]
    tcp = written(tmp_path / "tcp.toml", BOOK)
    given = (TCP, "--bank", "500", "--rounds", "200", "--seats", "3", "--house", tcp)
    made = answer("simulate", *given)
    assert made["cells"][0]["schedule"] == "1"
    assert {"schedule", "limits", "options.coverage"} <= set(made["house_book"])


def test_a_table_is_dealt_under_the_book_and_its_log_needs_none(book: Path, tmp_path: Path) -> None:
    given = ("deal", TCP, "--seed", "1", "--seats", "3", "--house", book)
    assert "coverage, schedule, limits and ordinance: by the house book" in run(*given).stdout
    log = written(tmp_path / "log", run(*given, "--json").stdout)
    setup = json.loads(log.read_text(encoding="utf-8").splitlines()[0])["setup"]
    assert setup["ordinance"]["most_wager"] == "80.00"
    assert setup["house_book"] == ["options.coverage", "schedule", "limits", "ordinance"]
    book.unlink()
    assert verify(log).status == "verified"


def test_a_table_holds_to_the_ordinance_of_its_log(book: Path) -> None:
    with opened(book):
        setup = by_the_book(Setup(TCP, limits="5-80"), load(TCP))
    journal = MemoryJournal()
    table: Any = open_table(setup, journal, Stacked(), Clock())
    table.sit("Ann", 1, buy_in=1000_00)
    table.sit("Bob", 2, buy_in=1000_00)
    table.take_bank("Ann", 500_00)
    with refused("off-limits"):
        table.place("Bob", 2, {"ante": 90_00})
    again: Any = restore(journal.entries, journal, Stacked(), Clock())
    assert again.state.terms.ordinance.most_wager == 80_00
    table.place("Bob", 2, {"ante": 80_00})


def test_what_the_house_changes_is_no_longer_by_the_book(book: Path) -> None:
    with opened(book):
        setup = by_the_book(Setup(TCP), load(TCP))
    table = open_table(setup, MemoryJournal(), Stacked(), Clock())
    table.change_terms({"limits": "5-50"}, by="Floor")
    assert table.state.setup.house_book == ("options.coverage", "schedule", "ordinance")
    with refused("limits-not-permitted"):
        table.change_terms({"limits": "5-100"}, by="Floor")
    with refused("not-a-term"):
        table.change_terms({"ordinance": None}, by="Floor")


def test_the_floor_follows_the_procedures_of_the_book_where_the_filing_is_silent(
    book: Path, tmp_path: Path
) -> None:
    """A bank's card seen before anybody acts: the set voids the round, and the answer says whose
    word that is. What the filing orders itself is never replaced.
    """
    errors = '[[error]]\nkind = "flashed-card"\nplace = "bank"\nnoticed = "deal"\n'
    file = written(tmp_path / "round.toml", f"{ROUND}\n{errors}")
    plain = answer("adjudicate", file)
    assert (plain["ruling"], "house_book" in plain) == ("floor", False)
    told = answer("adjudicate", file, "--house", book)
    assert told["ruling"] == "void"
    assert told["house_book"]["procedures"] == "player-dealer"
    assert told["remedy"]["source"] == "house"
