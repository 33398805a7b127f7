"""Faults at pai gow tables: cards replaced, misdeals, hands set anew, tiles touched too late."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.cards import parse_cards, write
from houseway.families.pai_gow_poker.house_way import setter_of
from houseway.histories.adjudicate import adjudicate
from houseway.histories.export import played
from houseway.histories.round_file import parse_round
from houseway.rounds.events import Burned, Chose, Dealt, Declared, Shown, Taken
from houseway.rounds.piles import PILE
from houseway.table.opening import restore
from houseway.table.views import snapshot
from tests.table.erring import check, happened
from tests.table.tables import Kept, Stacked, banked, fill, refused
from tests.table.test_views import cards_in

DOUBLE_HAND = "napa-valley/double-hand-poker"
CHARTED = {"house_way_chart": "napa-valley/fortune-pai-gow-poker-1.0"}
TILES = "napa-valley/pai-gow-tiles"


def dealt(
    filing: str = DOUBLE_HAND, *, tops: tuple[str, ...] = (), **setup: Any
) -> tuple[Any, Kept]:
    """Ann banks at seat 1; Bob and Cy have $10 and $20 at seats 2 and 3; the cards are out."""
    setup = {"schedule": ("2",)} | setup
    table, journal = banked(filing, *tops, **setup)
    fill(table, buy_in=1_000_00)
    table.take_bank("Ann", 200_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Cy", 3, {"game": 20_00})
    table.no_more_bets()
    if table.waiting_for()[0].kind == PILE:
        table.act("Ann", 1, "pile 1")
    return table, journal


def pile(table: Any, place: int | str) -> list[Any]:
    seat = table.state.bank.seat if place == "bank" else place
    cards: list[Any] = table.state.cards_of(seat)
    return cards


def plain_card(table: Any, place: int | str) -> int:
    """The number of a card that is no ace and no joker."""
    cards = enumerate(pile(table, place), 1)
    return next(i for i, card in cards if not card.is_joker and card.rank != 14)


def left_over(journal: Kept) -> tuple[Any, ...]:
    return parse_cards(journal.records("shuffled")[-1].order)[49:]


def low_pair(cards: list[Any]) -> str:
    """The two lowest cards of different rank in front, which is never foul."""
    ordered = sorted(cards, key=lambda card: 15 if card.is_joker else card.rank)
    other = next(card for card in ordered if card.rank != ordered[0].rank)
    return f"set {ordered[0]} {other}"


def set_all(table: Any, *names: str) -> None:
    for name, seat in (("Bob", 2), ("Cy", 3)):
        if name in names:
            table.act(name, seat, low_pair(pile(table, seat)))


def everything_back(table: Any, journal: Kept, cite: str) -> None:
    void = journal.records("round_voided")[-1]
    assert void.reason.startswith("misdeal: ")
    assert void.reason.endswith(f"[{cite}]")
    assert [table.state.stack(name) for name in ("Ann", "Bob", "Cy")] == [1_000_00] * 3
    assert not table.state.ledger["drop"]
    assert journal.records("fees_taken")  # they had been taken
    assert table.state.offer.turn == 1  # the same bank, the same turn


# Boxed and exposed cards (003:215-221).


@pytest.mark.parametrize("kind", ["boxed-card", "exposed-card"])
@pytest.mark.parametrize("place", [2, "bank"])
def test_double_hand_a_shown_card_is_replaced_by_the_first_left_over(
    kind: str, place: int | str, tmp_path: Path
) -> None:
    table, journal = dealt()
    before, number = pile(table, place), plain_card(table, place)
    card = before[number - 1]
    (entry, *_) = table.declare(kind, place=place, number=number)
    assert entry.record.event.cards == (card,)
    assert entry.record.event.cite == "Object of the game, boxed or exposed card"
    replaced = left_over(journal)[0]
    assert pile(table, place) == [one for one in before if one is not card] + [replaced]
    assert card.text in cards_in(snapshot(table, None)["events"])
    assert replaced.text not in cards_in(snapshot(table, "Cy"))
    assert len(snapshot(table, None)["cards"][str(place)][0]) == 7
    if place == 2:
        with refused("not-in-hand"):
            table.act("Bob", 2, f"set {card} {before[number % 7]}")
        table.act("Bob", 2, low_pair(pile(table, 2)))  # the new card may be used
    else:
        set_all(table, "Bob")
    set_all(table, "Cy")
    table.act("Ann", 1, low_pair(pile(table, "bank")))
    burned = [event for event in happened(journal) if isinstance(event, Burned)]
    assert burned[-1] == Burned(3)  # of the four left over
    check(table, journal, tmp_path)
    *_, last = played(journal.entries)
    answer = adjudicate(parse_round(last.export().text))
    assert answer.settlement.net == journal.records("settled")[-1].net


def test_double_hand_misdeal_a_an_ace_or_the_joker_is_shown(tmp_path: Path) -> None:
    table, journal = dealt()
    place, number = next(
        (place, number)
        for place in (2, 3, "bank")
        for number, card in enumerate(pile(table, place), 1)
        if card.is_joker or card.rank == 14
    )
    table.declare("exposed-card", place=place, number=number)
    everything_back(table, journal, "Object of the game, misdeals (a)")
    check(table, journal, tmp_path)


def test_double_hand_misdeal_b_two_cards_are_shown(tmp_path: Path) -> None:
    table, journal = dealt()
    table.declare("boxed-card", place=2, number=plain_card(table, 2))
    table.declare("exposed-card", place="bank", number=plain_card(table, "bank"))
    everything_back(table, journal, "Object of the game, misdeals (b)")
    check(table, journal, tmp_path)


def test_double_hand_a_card_is_replaced_until_its_hand_is_set() -> None:
    table, _ = dealt()
    set_all(table, "Bob")
    with refused("too-late"):
        table.declare("exposed-card", place=2, number=plain_card(table, 2))
    table.declare("exposed-card", place=3, number=plain_card(table, 3))
    set_all(table, "Cy")
    with refused("too-late"):
        table.declare("exposed-card", place="bank", number=1)
    with refused("no-such-hand"):
        table.declare("exposed-card", place=9, number=1)


def test_double_hand_answers_given_before_an_error_stand(tmp_path: Path) -> None:
    table, journal = dealt()
    set_all(table, "Bob")
    table.declare("boxed-card", place=3, number=plain_card(table, 3))
    assert [ask.seat for ask in table.waiting_for()] == [3]
    again = restore(journal.entries, Kept(), Stacked(), table._clock)
    assert [ask.seat for ask in again.waiting_for()] == [3]
    set_all(table, "Cy")
    assert [ask.kind for ask in table.waiting_for()] == ["set-bank"]
    check(table, journal, tmp_path)


# Other misdeals (003:223, 230, 232).


def test_double_hand_misdeal_c_the_banks_hand_is_miscounted(tmp_path: Path) -> None:
    table, journal = dealt()
    with refused("right-number"):
        table.declare("wrong-number", place="bank", number=7)
    with refused("not-settled"):
        table.declare("wrong-number", place=2, number=6)  # of players nothing is said
    set_all(table, "Bob", "Cy")
    table.declare("wrong-number", place="bank", number=8)
    everything_back(table, journal, "Object of the game, misdeals (c)")
    check(table, journal, tmp_path)


def test_double_hand_two_identical_cards_are_a_misdeal(tmp_path: Path) -> None:
    table, journal = dealt()
    with refused("nothing-open"):
        table.declare("identical-cards")
    set_all(table, "Bob", "Cy")  # the bank's hand is opened
    table.declare("identical-cards")
    everything_back(table, journal, "Object of the game, identical cards")
    check(table, journal, tmp_path)


def test_double_hand_a_pile_at_the_wrong_spot_is_a_misdeal_until_the_cup_is_closed(
    tmp_path: Path,
) -> None:
    table, journal = dealt()
    table.declare("wrong-pile", place=3)
    everything_back(table, journal, "Object of the game, wrong spot")
    check(table, journal, tmp_path)
    table, journal = dealt()
    set_all(table, "Bob")
    with refused("too-late") as refusal:
        table.declare("wrong-pile", place=3)
    assert refusal.info.value.cite == "Object of the game, wrong spot"


# Hands set anew (003:226-227).


def with_bank(bank: str) -> tuple[Any, Kept]:
    """A deal that gives the bank these cards, whichever pile the dice send it."""
    others = [
        "3c 3d 3h 3s 4c 4d 4h", "5c 5d 5h 5s 6c 6d 6h", "8c 8d 8h 8s Tc Td Th",
        "Ac Ad Ah As Qc Qd Qh", "6s 7d 7h 7s Jc Jh Js", "2c 2d 2s Kc Kd Ks Qs",
    ]  # fmt: skip
    for place in range(7):
        piles = [*others[:place], bank, *others[place:]]
        table, journal = dealt(tops=(" ".join(piles),))
        if write(pile(table, "bank")) == bank:
            return table, journal
    raise AssertionError("the bank got no pile")


def test_double_hand_a_foul_bank_hand_is_reset_by_management(tmp_path: Path) -> None:
    table, journal = with_bank("9c 9d 2h 4s 7c Jd Kh")
    foul = "set 9c 9d"
    with refused("too-early"):
        table.declare("reset", place="bank", lay=foul, move="set 2h 4s")
    set_all(table, "Bob", "Cy")
    with refused("bank-foul"):
        table.act("Ann", 1, foul)  # the house dealer does not let it happen
    with refused("not-foul"):
        table.declare("reset", place="bank", lay="set 2h 4s", move="set Kh Jd")
    with refused("bank-foul"):
        table.declare("reset", place="bank", lay=foul, move=foul)
    table.declare("foul-hand", place="bank", lay=foul, move="set Kh Jd")
    assert table.state.phase != "play"  # play has gone on to the end
    event = next(event for event in happened(journal) if isinstance(event, Declared))
    assert event.cite == "Object of the game, foul bank hand"
    assert "management sets king high, jack kicker in front" in event.says
    settled = journal.records("settled")[-1]
    assert set(settled.net) == {"2", "3", "bank"}
    check(table, journal, tmp_path)
    *_, last = played(journal.entries)
    text = last.export().text
    assert 'set = "Kh Jd"' in text
    assert adjudicate(parse_round(text)).settlement.net == settled.net


def test_double_hand_a_house_way_hand_set_wrong_is_reset_by_the_chart(tmp_path: Path) -> None:
    table, journal = dealt(options=CHARTED)
    setter = setter_of(table.state.terms)
    assert setter is not None
    cards = pile(table, 2)
    way = setter.set(cards)
    right = f"set {write(way.front)}"
    wrong = next(
        f"set {one} {other}"
        for one in cards
        for other in cards
        if one.rank != other.rank and {one.rank, other.rank} != {card.rank for card in way.front}
    )
    table.act("Bob", 2, "house_way")
    with refused("too-early"):
        table.declare("reset", place=2, lay=wrong)
    set_all(table, "Cy")
    with refused("house-way"):
        table.declare("reset", place=2, lay=right)
    with refused("not-house-way"):
        table.declare("reset", place=3, lay=wrong)
    with refused("not-in-hand") as refusal:
        table.declare("reset", place=2, lay=low_pair(pile(table, 3)))
    assert not {card.text for card in cards} & cards_in(refusal.info.value.message)
    table.declare("wrong-setting", place=2, lay=wrong)
    shown = [event for event in happened(journal) if isinstance(event, Shown) and event.place == 2]
    assert shown[-1].cards == way.front + way.back
    assert [ask.kind for ask in table.waiting_for()] == ["set-bank"]
    table.act("Ann", 1, "house_way")
    settled = journal.records("settled")[-1]
    assert settled.house_way["2"] == write(way.front)
    check(table, journal, tmp_path)
    *_, last = played(journal.entries)
    assert adjudicate(parse_round(last.export().text)).settlement.net == settled.net


@pytest.mark.parametrize(
    "filing",
    [
        "napa-valley/fortune-pai-gow-poker-1.0", "500-club/fortune-pai-gow-poker",
        "500-club/face-up-pai-gow-poker",
    ],
)  # fmt: skip
def test_the_other_pai_gow_filings_settle_no_fault_of_the_deal(filing: str) -> None:
    table, journal = dealt(filing, schedule=())
    before = len(journal.entries)
    for kind in ("exposed-card", "boxed-card", "wrong-number", "reset", "wrong-pile"):
        with refused("not-settled"):
            table.declare(kind, place=2, number=1)
    assert len(journal.entries) == before


# Touched tiles (003:1156).


def tiles() -> tuple[Any, Kept]:
    table, journal = banked(TILES)
    fill(table, buy_in=1_000_00)
    table.come("Dee", buy_in=1_000_00)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Cy", 3, {"game": 20_00})
    table.place("Dee", 2, {"game": 40_00})
    table.no_more_bets()
    table.act("Ann", 1, "pile 1")
    return table, journal


def test_tiles_item_11_who_touches_the_tiles_forfeits_hand_and_wager(tmp_path: Path) -> None:
    table, journal = tiles()
    with refused("too-early") as refusal:
        table.declare("touched", place=2)
    assert refusal.info.value.cite == "Dealing Procedures and Round of Play, item 11"
    table.act("Bob", 2, "house_way")
    table.act("Cy", 3, "house_way")
    table.declare("touched", place=2)
    with refused("forfeit"):
        table.declare("touched", place=2)
    with refused("no-such-hand"):
        table.declare("touched", place=5)
    table.act("Ann", 1, "house_way")
    settled = journal.records("settled")[-1]
    lines = {line.bettor: line for line in settled.lines}
    assert (lines["2"].outcome, lines["2"].net) == ("lose", -10_00)
    assert (lines["2/Dee"].outcome, lines["2/Dee"].net) == ("lose", -40_00)
    assert lines["2"].cite == "Dealing Procedures and Round of Play, item 11"
    assert lines["3"].cite != lines["2"].cite
    assert settled.net["bank"] == 50_00 - settled.net["3"]
    assert not any(isinstance(e, Shown) and e.place == 2 for e in happened(journal))
    check(table, journal, tmp_path)
    *_, last = played(journal.entries)
    with refused("dealer-error") as refusal:
        last.export()
    assert refusal.info.value.cite == "Dealing Procedures and Round of Play, item 11"


def test_tiles_one_behind_who_touches_the_own_wager_loses_that_alone(tmp_path: Path) -> None:
    table, journal = tiles()
    table.act("Bob", 2, "house_way")
    table.act("Cy", 3, "house_way")
    table.declare("touched", place="2/Dee")
    table.act("Ann", 1, "house_way")
    lines = {line.bettor: line for line in journal.records("settled")[-1].lines}
    assert (lines["2/Dee"].outcome, lines["2/Dee"].net) == ("lose", -40_00)
    assert lines["2"].cite != lines["2/Dee"].cite
    assert any(isinstance(e, Shown) and e.place == 2 for e in happened(journal))
    check(table, journal, tmp_path)


def test_tiles_know_no_other_error() -> None:
    table, _ = tiles()
    with refused("no-such-error"):
        table.declare("exposed-card", place=2, number=1)


def test_games_without_such_rules_refuse_every_error() -> None:
    table, journal = banked("casino-club/three-card-poker-6-card-bonus")
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    with refused("not-settled"):
        table.declare("exposed-card", place=2, number=1)
    table.act("Bob", 2, "play")
    assert any(isinstance(event, Chose) for event in happened(journal))
    assert not any(isinstance(event, Taken) for event in happened(journal))
    assert any(isinstance(event, Dealt) for event in happened(journal))
