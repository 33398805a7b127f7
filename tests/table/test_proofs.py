"""What of a promised order is opened to whom: what they saw, and nothing that stays hidden."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.rounds.events import Burned, Chose, Dealt, Event, Shown
from houseway.table import records as r
from houseway.table.commitment import Opening, turned
from houseway.table.proofs import proof
from tests.catalogue import some
from tests.table.tables import IDS
from tests.table.test_commitment import ROUND_ENDS, play

STARTS = (r.BankTaken, r.HandStarted)


def rounds(entries: list[r.Entry]) -> list[tuple[int, int]]:
    """The first and the last entry of every round, as the service keeps them."""
    found, first = [], 0
    for entry in entries:
        if isinstance(entry.record, STARTS):
            first = entry.number
        elif isinstance(entry.record, ROUND_ENDS):
            found.append((first, entry.number))
    return found


def seen_when_dealt(entries: list[r.Entry], viewer: str | None) -> list[str]:
    return [
        card.text
        for entry in entries
        if isinstance(entry.record, r.Happened)
        and isinstance(event := entry.record.event, Dealt)
        and (entry.record.eyes is None or viewer in entry.record.eyes)
        for card in event.cards or ()
    ]


def known(entries: list[r.Entry], viewer: str | None) -> set[str]:
    """Every card a viewer has seen, by the events of the round as they may see them."""
    shown = [
        card.text
        for entry in entries
        if isinstance(entry.record, r.Happened) and isinstance(entry.record.event, Shown)
        for card in entry.record.event.cards
    ]
    return {*seen_when_dealt(entries, viewer), *shown}


@pytest.mark.parametrize("filing", some(IDS))
def test_what_is_opened_is_proved_and_was_seen(filing: str) -> None:
    entries = play(filing, rounds=3)
    names = sorted({e.record.name for e in entries if isinstance(e.record, r.Sat)})
    for first, last in rounds(entries):
        of_round = entries[first : last + 1]
        for viewer in (None, *names):
            shuffles = proof(entries[: last + 1], first, viewer)
            assert shuffles
            opened = [one for shuffle in shuffles for one in shuffle["opened"]]
            cards = [one["card"] for one in opened]
            assert not set(cards) - known(of_round, viewer)
            missing = list(cards)
            for card in seen_when_dealt(of_round, viewer):
                missing.remove(card)  # every card seen when it was dealt is opened
            for shuffle in shuffles:
                check(shuffle, of_round)


def check(shuffle: dict[str, Any], of_round: list[r.Entry]) -> None:
    """As a browser does."""
    places = turned(shuffle["cards"], shuffle["root"], [(n, w) for n, w in shuffle["words"]])
    for one in shuffle["opened"]:
        opening = Opening(one["place"], one["card"], one["salt"], tuple(one["path"]))
        assert opening.root(shuffle["cards"]) == shuffle["root"]
        assert places[one["position"]] == one["place"]
        assert of_round[0].number <= one["record"] <= of_round[-1].number
    published = shuffle["published"]
    dealing = next(e.number for e in of_round if isinstance(e.record, r.Happened))
    assert shuffle["at_once"] or published < dealing


# Worked by hand: who may have what opened.

ORDER = "Ah Kh Qh Jh Th 9h 8h 7h"
SECRET = "0b" * 32


def entries_of(*events: tuple[Event, tuple[str, ...] | None]) -> list[r.Entry]:
    from houseway.table.shoes import commit

    records: list[r.Record] = [
        r.Prepared(ORDER, SECRET),
        commit(1, ORDER, SECRET),
        r.Shuffled(0, ORDER, 8),
    ]
    records += [r.Happened(event, eyes) for event, eyes in events]
    return [r.Entry(number, "", record) for number, record in enumerate(records)]


def dealt(place: int, cards: str, *eyes: str) -> tuple[Event, tuple[str, ...] | None]:
    from houseway.cards import parse_cards

    pieces = tuple(parse_cards(cards))
    return Dealt(place, 1, len(pieces), pieces, (place,) if eyes else None), eyes or None


def shown(place: int, cards: str) -> tuple[Event, None]:
    from houseway.cards import parse_cards

    return Shown(place, tuple(parse_cards(cards))), None


def opened(entries: list[r.Entry], viewer: str | None) -> dict[int, str]:
    (shuffle,) = proof(entries, 0, viewer)
    return {one["position"]: one["card"] for one in shuffle["opened"]}


def test_a_mucked_hand_a_burn_and_the_rest_of_the_deck_stay_closed() -> None:
    entries = entries_of(
        dealt(1, "Ah Kh", "Ann"), dealt(2, "Qh Jh", "Bob"), (Burned(1), None), dealt(9, "9h")
    )
    assert opened(entries, "Ann") == {0: "Ah", 1: "Kh", 5: "9h"}
    assert opened(entries, "Bob") == {2: "Qh", 3: "Jh", 5: "9h"}
    assert opened(entries, None) == {5: "9h"}


def test_a_hand_that_was_shown_is_opened_to_all() -> None:
    entries = entries_of(
        dealt(1, "Ah Kh", "Ann"), dealt(2, "Qh Jh", "Bob"),
        (Chose(1, "bet", 1, "cc", False), None), shown(2, "Jh Qh"),
    )  # fmt: skip
    assert opened(entries, "Ann") == {0: "Ah", 1: "Kh", 2: "Qh", 3: "Jh"}
    assert opened(entries, None) == {2: "Qh", 3: "Jh"}


def test_one_card_shown_opens_one_card() -> None:
    entries = entries_of(dealt(2, "Ah Kh", "Bob"), shown(2, "Kh"))
    assert opened(entries, "Ann") == {1: "Kh"}


def test_which_cards_were_drawn_stays_between_the_player_and_the_dealer() -> None:
    entries = entries_of(
        dealt(2, "Ah Kh", "Bob"), (Chose(2, "draw", 1, "sd Kh", True), ("Bob",)),
        dealt(2, "Qh", "Bob"), shown(2, "Ah Qh"),
    )  # fmt: skip
    assert opened(entries, "Ann") == {}
    assert opened(entries, "Bob") == {0: "Ah", 1: "Kh", 2: "Qh"}


def test_an_earlier_hand_of_the_same_shoe_is_counted_and_not_opened() -> None:
    entries = entries_of(dealt(1, "Ah"), dealt(2, "Kh"), dealt(1, "Qh"))
    (shuffle,) = proof(entries, entries[-1].number, None)
    assert shuffle["dealt_before"] == 2
    assert [one["position"] for one in shuffle["opened"]] == [2]


def test_a_table_without_commitments_has_nothing_to_prove() -> None:
    entries = entries_of(dealt(1, "Ah"))[2:]
    assert proof(entries, 0, None) == []
