"""Collections of an invented house with a player-dealer: a jackpot drop, fees by the hour."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

from houseway.filings.catalogue import DATA
from houseway.filings.loader import parse_filing
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.collection import fees
from houseway.table.banked import BankedTable
from houseway.table.opening import open_table
from houseway.table.setup import Setup
from tests.table.tables import CLUB, Clock, Kept, Stacked, fill, refused

DAY, NIGHT = "06:00-18:00", "18:00-06:00"


def house(*options: dict[str, Any]) -> FilingBase:
    """Three card poker of the Casino Club under fees of its own: $1 a player, the bank $2."""
    data = copy.deepcopy(tomllib.loads((DATA / f"{CLUB}.toml").read_text(encoding="utf-8")))
    group = {
        "kind": "california",
        "bank_basis": "flat",
        "player_basis": "flat",
        "cite": "Fees | 1",
        "option": [
            {"number": n, "limits": "5-300", "bank": ["0+: 2"], "player": ["0+: 1"], "lines": "1"}
            | one
            for n, one in enumerate(options, 1)
        ],
    }
    one = {"name": "fees", "title": "Fees", "cite": "Fees | 1", "group": [group]}
    return parse_filing(data | {"id": "riverbend/tcp", "collection": {"set": [one]}}, "house.toml")


def table_of(filing: FilingBase, *schedule: str, clock: Clock) -> tuple[BankedTable, Kept]:
    journal = Kept()
    setup = Setup(filing.id, schedule=schedule)
    table = open_table(setup, journal, Stacked(), clock, filing=filing)
    assert isinstance(table, BankedTable)
    fill(table)
    return table, journal


def play(table: BankedTable) -> None:
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()


def test_a_jackpot_drop_is_paid_by_every_bettor_beside_the_fee() -> None:
    filing = house({"jackpot": "0.50"})
    assert isinstance(filing, PlayerDealerFiling)
    layout = Layout(1, (SeatWagers(2, {"ante": 10_00}), SeatWagers(3, {"ante": 5_00})))
    found = fees(make_terms(filing, schedule=1), layout)
    assert found is not None
    assert (found.bank, found.seats, found.jackpot) == (
        2_00, {"2": 1_00, "3": 1_00}, {"2": 50, "3": 50},
    )  # fmt: skip


def test_it_is_kept_apart_and_goes_back_with_a_void_hand() -> None:
    table, journal = table_of(house({"jackpot": "0.50"}), "1", clock=Clock())
    play(table)
    assert (table.state.ledger["drop"], table.state.ledger["jackpot"]) == (3_00, 50)
    assert dict(journal.records("fees_taken")[0].jackpot) == {"2": 50}
    table.void("a fire alarm", by="floor")
    assert table.state.stack("Bob") == 1_000_00
    assert table.state.ledger["drop"] == table.state.ledger["jackpot"] == 0


def test_the_hour_picks_the_fee() -> None:
    filing = house({"hours": DAY}, {"hours": NIGHT, "bank": ["0+: 3"], "player": ["0+: 2"]})
    clock = Clock()  # six in the evening
    clock.move(minutes=-5)
    table, journal = table_of(filing, "1", "2", clock=clock)
    play(table)
    table.act("Bob", 2, "fold")
    clock.move(minutes=10)
    play(table)
    taken = journal.records("fees_taken")
    assert [(one.schedule, one.bank, dict(one.seats)) for one in taken] == [
        ("1", 2_00, {"2": 1_00}), ("2", 3_00, {"2": 2_00}),
    ]  # fmt: skip


def test_a_table_has_one_option_at_any_hour() -> None:
    filing = house({"hours": DAY}, {"hours": NIGHT}, {})
    for schedule, code in (
        (("1",), "hours-missing"),
        (("1", "2", "3"), "several-schedules"),
        (("3", "2"), "several-schedules"),
    ):
        with refused(code):
            table_of(filing, *schedule, clock=Clock())
