"""What a seat, a stranger and one who stands behind may see, and nothing more."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.filings.loader import load
from houseway.rounds.events import Called, Chose, Dealt, Shown
from houseway.table import records as r
from houseway.table.evening import NAMES, start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.sight import Sight
from houseway.table.views import View, snapshot, visible
from tests.catalogue import some
from tests.table.tables import CLUB, IDS, PURE, banked, fill

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")
TILES = re.compile(r"(?:set )?[1-6][1-6](?: [1-6][1-6])*")


def cards_in(written: Any) -> set[str]:
    """Every card or tile named anywhere in a document."""
    if isinstance(written, dict):
        return set().union(*map(cards_in, written.values())) if written else set()
    if isinstance(written, list):
        return set().union(*map(cards_in, written)) if written else set()
    if not isinstance(written, str):
        return set()
    if TILES.fullmatch(written):
        return set(written.removeprefix("set ").split())
    return set(CARD.findall(written))


def test_the_deck_is_nobodys_to_see() -> None:
    entry = r.Entry(3, "", r.Shuffled(0, "Ah Kd", 52))
    assert visible(entry, "Ann") is None
    assert visible(entry, None) is None


def test_a_card_face_down_is_its_seats_own() -> None:
    event = Dealt(2, 1, 2, parse_cards("Ah Kd"), (2,))
    entry = r.Entry(3, "", r.Happened(event, ("Bob",)))
    assert visible(entry, "Bob") is entry
    for viewer in ("Ann", None, ""):
        seen = visible(entry, viewer)
        assert seen is not None
        assert seen.record == r.Happened(Dealt(2, 1, 2, None, ()), ())


def test_who_sits_down_later_does_not_see_the_cards_of_the_one_before() -> None:
    table, journal = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    table.act("Bob", 2, "fold")
    table.leave("Bob")
    table.sit("Dee", 2, buy_in=100_00)
    dealt = [e for e in journal.entries if getattr(e.record, "eyes", None) == ("Bob",)]
    assert dealt
    for entry in dealt:
        seen = visible(entry, "Dee")
        assert seen is not None
        assert "cards" not in r.write_entry(seen)["event"]
    assert "Ah" not in json.dumps(snapshot(table, "Dee")["cards"]["2"])
    assert snapshot(table, "Dee")["cards"]["2"] == [[None, None, None]]


def test_a_snapshot_says_what_the_viewer_must_decide_and_nobody_elses_questions() -> None:
    table, _ = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    own, other = snapshot(table, "Bob"), snapshot(table, "Cy")
    (ask,) = own["asks"]
    assert ask["choices"] == [{"move": "play", "cost": "10.00"}, {"move": "fold", "cost": "0.00"}]
    assert other["asks"] == []
    assert own["waiting"]["seats"] == other["waiting"]["seats"] == [2]
    assert own["phase"] == "play"
    assert own["bank"] == {"seat": 1, "name": "Ann", "turn": 1, "wager": "500.00"}
    assert own["seats"][1] == {"seat": 2, "name": "Bob", "stack": "990.00"}
    assert own["wagers"]["2"]["wagers"] == {"ante": "10.00"}
    assert own["shoe"]["left"] == 52 - 6
    assert all(card is not None for card in own["cards"]["2"][0])
    assert other["cards"]["2"] == [[None, None, None]]
    assert other["cards"]["bank"][0].count(None) == 2  # one of the bank's cards lies open


def test_snapshots_are_plain_json() -> None:
    table, _ = banked(PURE, "8h 6c 8d Kc")
    fill(table, ("Ann", "Bob"))
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.no_more_bets()
    seen = json.loads(json.dumps(snapshot(table, "Bob")))
    assert seen["asks"][0]["facts"]["cards"] == "8h 8d"
    assert {"move": "split", "cost": "10.00"} in seen["asks"][0]["choices"]


# Following cards.


def test_sight_of_a_split_hand_moves_the_second_card() -> None:
    eight, other, ten, two = parse_cards("8h 8d Th 2c")
    sight = Sight(
        [
            Dealt(2, 1, 1, (eight,), None),
            Dealt(2, 1, 1, (other,), None),
            Chose(2, "play", 1, "split"),
            Dealt(2, 1, 1, (ten,), None),
            Dealt(2, 2, 1, (two,), None),
        ]
    )
    assert sight.hands[2] == [[eight, ten], [other, two]]


def test_sight_of_draws_counts_what_it_cannot_see() -> None:
    own = parse_cards("2h 3d 4c 5s Kh")
    events: list[Any] = [
        Dealt(1, 1, 5, own, (1,)),
        Dealt(2, 1, 5, None, ()),
        Chose(1, "draw", 1, "draw Kh", True, None, 1),
        Called("draws 1"),
        Chose(2, "draw", 1, None, True, None, 2),
        Called("these words are for people: draws 5"),
        Dealt(1, 1, 1, parse_cards("7d"), (1,)),
        Dealt(2, 1, 2, None, ()),
    ]
    sight = Sight(events)
    assert sight.cards(1) == parse_cards("2h 3d 4c 5s 7d")
    assert sight.hands[2] == [[None] * 5]


def test_sight_of_a_board_turned_up_in_two_steps() -> None:
    board = parse_cards("2h 3d 4c 5s Kh")
    sight = Sight(
        [Dealt("board", 1, 5, None, ()), Shown("board", board[:3]), Shown("board", board[3:])]
    )
    assert sight.cards("board") == board


# Nothing leaks: every entry and snapshot of every viewer, against what lies open or is their own.


def open_cards(event: Any, seat: int | None) -> set[str]:
    """Cards an event shows to a seat; worked out from the rules, not from the code under test."""
    if isinstance(event, Dealt):
        if event.private_to is None or (seat is not None and seat in event.private_to):
            return {card.text for card in event.cards or ()}
        return set()
    if isinstance(event, Shown):
        return {card.text for card in event.cards}
    if isinstance(event, Chose) and event.move and (not event.secret or event.seat == seat):
        return cards_in(event.move)
    return set()


def test_the_search_for_leaks_finds_cards_and_tiles() -> None:
    assert cards_in({"a": ["Ah", {"b": "set 65 31"}], "c": "bet 4", "d": "10.00"}) == {
        "Ah", "65", "31",
    }  # fmt: skip


@pytest.mark.parametrize("filing", some(IDS))
def test_no_viewer_is_sent_a_card_they_may_not_know(filing: str) -> None:
    journal = MemoryJournal()
    evening = start_evening(
        usual_setup(load(filing)), journal, random.Random(11), seats=3, stack=300_00
    )
    viewers: list[tuple[str | None, int | None]] = [
        (NAMES[0], 1), (NAMES[1], 2), (NAMES[2], 3), ("Stranger", None), (None, None),
    ]  # fmt: skip
    known: dict[Any, set[str]] = {viewer: set() for viewer, _ in viewers}
    for entries in evening.play(6):
        for entry in entries:
            if entry.record.kind in ("shuffled", "reshuffled", "no_more_bets", "hand_started"):
                for viewer, _ in viewers:
                    if entry.record.kind != "reshuffled":
                        known[viewer] = set()
            for viewer, seat in viewers:
                if isinstance(entry.record, r.Happened):
                    known[viewer] |= open_cards(entry.record.event, seat)
                if isinstance(entry.record, r.ButtonDrawn):
                    continue
                seen = visible(entry, viewer)
                if seen is not None:
                    written = r.write_record(seen.record)
                    for name in ("seat", "schedule", "round", "setup"):
                        written.pop(name, None)
                    assert cards_in(written) <= known[viewer], (viewer, written)
        for viewer, _ in viewers:
            seen_now = snapshot(evening.table, viewer)
            told = {key: seen_now[key] for key in ("cards", "events", "asks")}
            assert cards_in(told) <= known[viewer], (viewer, told)


def test_a_kept_view_sees_the_same_as_a_new_one() -> None:
    journal = MemoryJournal()
    evening = start_evening(usual_setup(load(CLUB)), journal, random.Random(3), seats=3)
    kept = View(evening.table, NAMES[1])
    for _ in evening.play(10):
        assert kept.sight().hands == View(evening.table, NAMES[1]).sight().hands
