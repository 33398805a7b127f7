"""Errors of the dealer, each with the remedy its filing orders, to the card and to the chip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.cards import write
from houseway.errors import Refused
from houseway.families.poker.phh import parse_hands
from houseway.filings.loader import load
from houseway.rounds.events import Burned, Called, Mixed, Taken
from houseway.table import records as r
from houseway.table.opening import restore
from houseway.table.views import snapshot
from tests.table.erring import (
    BUTTON,
    DECK,
    DRAW,
    HOLDEM,
    board,
    check,
    check_phh,
    exported,
    finish,
    hand_of,
    happened,
    holdem,
    move,
)
from tests.table.tables import Kept, Stacked, fill, numbers, poker, refused
from tests.table.test_views import cards_in

# Boxed cards: outlaws, Rules, boxed card (002:39 and 99).


def test_outlaws_boxed_down_card_is_replaced_when_the_cards_are_out(tmp_path: Path) -> None:
    table, journal = holdem()
    (declared, *_) = table.declare("boxed-card", place=2, number=2)
    event = declared.record.event
    assert write(event.cards) == "2d"
    assert event.cite == "Rules, boxed card"
    assert hand_of(table, 2) == "2c 5h"
    assert table.waiting_for()[0].seat == 1  # the same question again
    move(table, "cc", "cc", "cc")
    assert board(table) == "9h Jd 8d"  # 7s was burned
    finish(table)
    check(table, journal, tmp_path)
    text = check_phh(journal)
    assert '"d dh p1 2c5h"' in text
    assert "2d" not in text


def test_outlaws_boxed_board_card_makes_room_for_the_next(tmp_path: Path) -> None:
    table, journal = holdem()
    move(table, "cc", "cc", "cc")
    assert board(table) == "7s 9h Jd"
    table.declare("boxed-card", place="board", number=2)
    assert board(table) == "7s Jd 8d"
    move(table, "cc", "cc", "cc")
    assert board(table) == "7s Jd 8d Td"  # Kh was burned
    finish(table)
    check(table, journal, tmp_path)
    assert '"d db 7sJd8d", "d ' not in check_phh(journal)
    assert '"d db 7sJd8d"' in check_phh(journal)


def test_outlaws_boxed_card_on_top_of_the_deck_counts_for_nothing(tmp_path: Path) -> None:
    table, journal = holdem()
    table.declare("boxed-card", place="deck")
    assert snapshot(table, None)["cards"]["aside"] == [["5h"]]
    move(table, "cc", "cc", "cc")
    assert board(table) == "9h Jd 8d"  # 7s is the burn instead of it
    finish(table)
    check(table, journal, tmp_path)
    check_phh(journal)


def test_outlaws_boxed_card_is_called_before_anybody_acts() -> None:
    table, _ = holdem()
    move(table, "cc")
    with refused("too-late") as refusal:
        table.declare("boxed-card", place=2, number=1)
    assert refusal.info.value.cite == "Rules, boxed card"
    move(table, "cc", "cc")
    with refused("too-late"):
        table.declare("boxed-card", place=3, number=1)  # dealt a street ago
    table.declare("boxed-card", place="board", number=1)
    with refused("no-such-card"):
        table.declare("boxed-card", place="board", number=4)
    with refused("no-such-hand"):
        table.declare("boxed-card", place=5, number=1)


# Exposed cards: outlaws, Rules, exposed card (002:41 and 101).


def test_outlaws_exposed_card_is_changed_and_becomes_the_first_burn(tmp_path: Path) -> None:
    table, journal = holdem()
    table.declare("exposed-card", place=3, number=1)
    assert hand_of(table, 3) == "3d 5h"
    assert "3c" in cards_in(snapshot(table, None)["events"])  # everybody has seen it
    assert "5h" not in cards_in(snapshot(table, "Ann"))
    move(table, "cc", "cc", "cc")
    assert board(table) == "7s 9h Jd"  # 3c lay on top and was burned
    assert Called("3c, which was exposed, is the burn") in happened(journal)
    move(table, "cc", "cc", "cc")
    assert board(table) == "7s 9h Jd Kh"  # an ordinary burn again
    finish(table)
    # Cy has lost the pair; Ann's fours win what lies beside the blinds, which are the fee.
    assert table.state.stack("Ann") == 100_00 - 3_00 + 5_00
    check(table, journal, tmp_path)
    assert '"d dh p2 3d5h"' in check_phh(journal)


def test_outlaws_two_exposed_cards_are_a_misdeal_and_everything_goes_back(tmp_path: Path) -> None:
    table, journal = holdem()
    table.declare("exposed-card", place=3, number=1)
    assert table.state.ledger["drop"] == 4_00
    table.declare("exposed-card", place=1, number=2)
    void = journal.records("round_voided")[-1]
    assert void.reason == "misdeal: 2 cards were exposed on the deal [Rules, exposed card]"
    assert [table.state.stack(name) for name in ("Ann", "Bob", "Cy")] == [100_00] * 3
    assert table.state.ledger["drop"] == table.state.ledger["pot"] == 0
    check(table, journal, tmp_path)
    table.deal()
    assert table.state.button == 1  # the same hand again


def test_outlaws_exposed_card_is_of_the_deal_only() -> None:
    table, _ = holdem()
    move(table, "cc")
    with refused("too-late"):
        table.declare("exposed-card", place=2, number=1)
    move(table, "cc", "cc")
    with refused("not-settled"):
        table.declare("exposed-card", place=2, number=1)


def test_outlaws_draw_the_exposed_card_is_burned_before_the_draw(tmp_path: Path) -> None:
    deck = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c 5d 5h Kc Qc Jc Tc"
    table, journal = holdem(deck=deck, filing=DRAW)
    table.declare("exposed-card", place=2, number=5)  # 5c
    assert hand_of(table, 2) == "2c 2d 2h 2s Kc"
    move(table, "cc", "cc", "cc", "sd Kc", "sd", "sd")
    assert hand_of(table, 2) == "2c 2d 2h 2s Qc"  # Qc is the next: 5c was the burn
    assert sum(isinstance(event, Burned) for event in happened(journal)) == 0
    finish(table)
    check(table, journal, tmp_path)
    check_phh(journal)


def test_outlaws_draw_a_boxed_card_among_those_drawn_is_replaced(tmp_path: Path) -> None:
    deck = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c 5d 5h Kc Qc Jc Tc"
    table, journal = holdem(deck=deck, filing=DRAW)
    move(table, "cc", "cc", "cc", "sd 5c", "sd", "sd")
    assert hand_of(table, 2) == "2c 2d 2h 2s Qc"
    with refused("too-late"):
        table.declare("boxed-card", place=2, number=4)  # kept from the deal
    table.declare("boxed-card", place=2, number=5)
    assert hand_of(table, 2) == "2c 2d 2h 2s Jc"
    with refused("not-settled"):
        table.declare("exposed-card", place=2, number=5)
    finish(table)
    check(table, journal, tmp_path)
    assert '"d dh p1 Jc"' in check_phh(journal)


# A wrong number of cards: outlaws, Rules, wrong number of cards (002:43 and 103).


@pytest.mark.parametrize("acts", [(), ("cc",)])
def test_outlaws_wrong_number_before_two_have_acted_is_a_misdeal(
    acts: tuple[str, ...], tmp_path: Path
) -> None:
    table, journal = holdem()
    move(table, *acts)
    table.declare("wrong-number", place=3, number=3)
    void = journal.records("round_voided")[-1]
    assert void.reason.startswith("misdeal: seat 3 has 3 cards instead of 2")
    assert "Rules, wrong number of cards" in void.reason
    assert [table.state.stack(name) for name in ("Ann", "Bob", "Cy")] == [100_00] * 3
    assert not table.state.ledger["drop"]
    check(table, journal, tmp_path)


def test_outlaws_wrong_number_after_two_have_acted_forfeits_the_money(tmp_path: Path) -> None:
    table, journal = holdem()
    move(table, "cc", "cc")  # Ann and Bob call; Cy, the big blind, is to act
    table.declare("wrong-number", place=1, number=3)
    assert table.waiting_for()[0].seat == 3
    assert not table.state.engine.holding[2]
    move(table, "cc")  # the flop, for Bob and Cy
    assert table.waiting_for()[0].seat == 2
    finish(table)
    # Khe blinds are the fee (O-1): 3 of Ann and 2 of Bob are the pot. Khrees beat twos.
    assert table.state.stack("Ann") == 97_00
    assert table.state.stack("Bob") == 97_00
    assert table.state.stack("Cy") == 100_00 - 3_00 + 5_00
    assert table.state.ledger["drop"] == 4_00
    assert journal.records("hand_settled")[-1].fee == 4_00
    check(table, journal, tmp_path)
    check_phh(journal)  # declared dead out of turn
    error = parse_hands(exported(journal))[0].errors[0]
    assert (error["kind"], error["number"]) == ("wrong-number", 3)


def test_outlaws_wrong_number_of_the_one_to_act_is_a_fold_in_turn(tmp_path: Path) -> None:
    table, journal = holdem()
    move(table, "cc", "cc")
    table.declare("wrong-number", place=3, number=1)
    assert board(table) == "7s 9h Jd"  # the betting was over with that
    finish(table)
    assert table.state.stack("Cy") == 97_00
    assert table.state.stack("Ann") == 100_00 - 3_00 + 5_00  # fours
    check(table, journal, tmp_path)
    assert '"p2 f"' not in check_phh(journal)


def test_outlaws_wrong_number_of_a_bettor_leaves_the_bet_in_the_pot(tmp_path: Path) -> None:
    """All monies: what nobody called is not given back either."""
    table, journal = holdem()
    move(table, "cc", "cc", "cc", "cc", "cbr 300", "f")  # on the flop Cy bets 3, Ann folds
    table.declare("wrong-number", place=3, number=4)
    assert table.state.phase == "idle"  # Bob is alone and has won
    assert table.state.stack("Cy") == 100_00 - 3_00 - 3_00
    assert table.state.stack("Bob") == 100_00 - 3_00 + 5_00 + 3_00
    assert journal.records("hand_settled")[-1].awards == (r.Award(2, "pot", 8_00),)
    check(table, journal, tmp_path)
    check_phh(journal)


def test_outlaws_wrong_number_of_one_who_is_all_in(tmp_path: Path) -> None:
    table, journal = poker(HOLDEM, BUTTON, DECK)
    for seat, (name, chips) in enumerate((("Ann", 100_00), ("Bob", 100_00), ("Cy", 30_00)), 1):
        table.sit(name, seat, buy_in=chips)
    table.deal()
    moves = ["cbr 600", "cbr 900", "cbr 1200", "cc", "cc"]  # before the flop, capped
    move(table, *moves)
    move(table, "cbr 300", "cbr 600", "cbr 900", "cbr 1200", "cc", "cc")
    move(table, "cbr 600", "cc", "cc")  # the turn: Cy is all-in
    assert table.state.stack("Cy") == 0
    table.declare("wrong-number", place=3, number=3)
    finish(table)
    # 30 each, less the 4 of the blinds, is the pot; fours beat twos.
    assert table.state.stack("Cy") == 0
    assert table.state.stack("Ann") == 100_00 - 30_00 + 86_00
    check(table, journal, tmp_path)


def test_outlaws_the_right_number_is_no_error() -> None:
    table, _ = holdem()
    with refused("right-number"):
        table.declare("wrong-number", place=3, number=2)
    with refused("no-such-hand"):
        table.declare("wrong-number", place=5, number=3)


def test_outlaws_a_folded_hand_with_a_wrong_number_counts_too() -> None:
    table, journal = holdem()
    move(table, "f")
    table.declare("wrong-number", place=1, number=3)  # only that player has acted: a misdeal
    assert "1 of the players have acted" in journal.records("round_voided")[-1].reason
    table, _ = holdem()
    move(table, "cc", "f")
    table.declare("wrong-number", place=2, number=3)  # two have: the hand is gone already
    assert table.waiting_for()[0].seat == 3


def test_outlaws_draw_wrong_number_found_during_the_draw(tmp_path: Path) -> None:
    deck = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c 5d 5h Kc Qc Jc Tc"
    table, journal = holdem(deck=deck, filing=DRAW)
    move(table, "cc", "cc", "cc", "sd 5c")  # Bob draws one; Cy is to draw
    with refused("right-number"):
        table.declare("wrong-number", place=2, number=5)
    table.declare("wrong-number", place=2, number=6)
    assert table.waiting_for()[0].seat == 3
    move(table, "sd 5d", "sd")
    assert hand_of(table, 3) == "3c 3d 3h 3s Qc"  # Bob got none
    finish(table)
    assert table.state.stack("Bob") == 27_00
    check(table, journal, tmp_path)


def test_outlaws_draw_the_last_hand_left_wins_at_once(tmp_path: Path) -> None:
    table, journal = holdem(filing=DRAW, deck="2c")
    move(table, "cc", "cc", "cc")
    table.declare("wrong-number", place=3, number=6)
    table.declare("wrong-number", place=2, number=4)  # Bob was to draw; Ann is left
    assert table.state.phase == "idle"
    assert table.state.stack("Ann") == 30_00 - 3_00 + 5_00
    check(table, journal, tmp_path)


# Khe board: outlaws, Rules, flop of too many cards, early flop, turn and river (002:45-51).


def reshuffled(journal: Kept) -> list[set[str]]:
    return [set(record.order.split()) for record in journal.records("reshuffled")]


def test_outlaws_flop_of_four_cards_is_shuffled_in_but_not_the_burn(tmp_path: Path) -> None:
    table, journal = holdem("Kc Qc Jc Tc")
    move(table, "cc", "cc", "cc")
    table.declare("board-too-large", number=4)
    assert board(table) == "Kc Qc Jc"  # no new burn
    (order,) = reshuffled(journal)
    assert {"7s", "9h", "Jd", "8d"} < order
    assert "5h" not in order
    assert len(order) == 52 - 6 - 1
    taken = next(event for event in happened(journal) if isinstance(event, Taken))
    assert write(taken.cards) == "7s 9h Jd 8d"
    assert table.state.stock.left == 45 - 3
    assert table.waiting_for()[0].seat == 2
    finish(table)
    check(table, journal, tmp_path)
    assert '"d db KcQcJc"' in check_phh(journal)


def test_outlaws_flop_of_too_many_is_called_at_once_and_of_the_flop_only() -> None:
    table, _ = holdem()
    with refused("not-settled"):
        table.declare("board-too-large", number=4)
    move(table, "cc", "cc", "cc")
    with refused("right-number"):
        table.declare("board-too-large", number=3)
    move(table, "cc")
    with refused("not-settled"):
        table.declare("board-too-large", number=4)
    move(table, "cc", "cc")
    with refused("not-settled"):
        table.declare("board-too-large", number=2)  # the turn


def test_outlaws_early_flop_is_taken_back_and_the_burn_stays(tmp_path: Path) -> None:
    table, journal = holdem("Kc Qc Jc Tc 9c")
    move(table, "cc")
    table.declare("early-board")
    assert board(table) == ""
    assert table.waiting_for()[0].seat == 2  # the betting goes on
    (order,) = reshuffled(journal)
    assert len(order) == 45
    assert {"7s", "9h", "Jd"} < order
    assert "5h" not in order
    assert {"7s", "9h", "Jd"} <= cards_in(snapshot(table, None)["events"])
    move(table, "cc", "cc")
    assert board(table) == "Kc Qc Jc"
    assert sum(isinstance(event, Burned) for event in happened(journal)) == 1
    move(table, "cc", "cc", "cc")
    assert board(table) == "Kc Qc Jc 9c"  # the turn has its own burn
    finish(table)
    check(table, journal, tmp_path)
    assert "7s" not in check_phh(journal)


def test_outlaws_early_turn_is_replaced_and_shuffled_in_before_the_river(tmp_path: Path) -> None:
    table, journal = holdem("Kc")
    move(table, "cc", "cc", "cc", "cc")
    table.declare("early-board")  # 8d burned, Kh turned up
    assert board(table) == "7s 9h Jd"
    assert not reshuffled(journal)
    move(table, "cc", "cc")
    assert board(table) == "7s 9h Jd Qs"  # Td burned: what would have been the river
    move(table, "cc", "cc", "cc")
    (order,) = reshuffled(journal)
    assert "Kh" in order
    assert not {"5h", "8d", "Td"} & order
    assert len(order) == 52 - 6 - 3 - 4
    assert board(table) == "7s 9h Jd Qs Kc"  # without a burn
    assert sum(isinstance(event, Burned) for event in happened(journal)) == 3
    finish(table)
    check(table, journal, tmp_path)
    assert "Kh" not in check_phh(journal)


def test_outlaws_early_river_is_shuffled_in_the_same_way(tmp_path: Path) -> None:
    table, journal = holdem("Kc")
    move(table, *["cc"] * 7)  # to the turn, and one check
    assert board(table) == "7s 9h Jd Kh"
    table.declare("early-board")  # Td burned, Qs turned up
    assert not reshuffled(journal)
    move(table, "cc", "cc")
    (order,) = reshuffled(journal)
    assert "Qs" in order
    assert not {"5h", "8d", "Td"} & order
    assert board(table) == "7s 9h Jd Kh Kc"
    finish(table)
    check(table, journal, tmp_path)
    check_phh(journal)


def test_outlaws_early_turn_and_early_river_in_one_hand(tmp_path: Path) -> None:
    table, journal = holdem("Kc")
    move(table, "cc", "cc", "cc", "cc")
    table.declare("early-board")
    move(table, "cc", "cc", "cc")
    table.declare("early-board")  # Ac, without a burn: none is due before this river
    move(table, "cc", "cc")
    (order,) = reshuffled(journal)
    assert {"Kh", "Ac"} < order
    assert board(table) == "7s 9h Jd Qs Kc"
    finish(table)
    check(table, journal, tmp_path)


def test_outlaws_no_board_is_early_once_all_of_it_lies() -> None:
    table, _ = holdem()
    move(table, *["cc"] * 9)
    with refused("not-settled"):
        table.declare("early-board")


def test_outlaws_an_exposed_card_is_the_burn_of_an_early_flop(tmp_path: Path) -> None:
    table, journal = holdem("Kc Qc Jc")
    table.declare("exposed-card", place=3, number=1)
    move(table, "cc")
    table.declare("early-board")
    assert not any(isinstance(event, Burned) for event in happened(journal))
    (order,) = reshuffled(journal)
    assert "3c" not in order
    move(table, "cc", "cc")
    assert board(table) == "Kc Qc Jc"
    finish(table)
    check(table, journal, tmp_path)


def test_a_hand_that_ends_before_the_remedy_is_complete_just_ends(tmp_path: Path) -> None:
    table, journal = holdem()
    move(table, "cc", "cc", "cc", "cc")
    table.declare("early-board")
    move(table, "cbr 300", "f", "f")
    assert table.state.phase == "idle"
    assert not any(isinstance(event, Mixed) for event in happened(journal))
    check(table, journal, tmp_path)
    check_phh(journal)


# What holds for all of them.


def test_outlaws_hi_low_has_the_same_errors_by_the_same_clauses() -> None:
    same: list[Any] = [load("outlaws/holdem-hi-lo"), load(HOLDEM)]
    assert same[0].game.dealer_errors == same[1].game.dealer_errors
    table, _ = holdem(filing="outlaws/holdem-hi-lo")
    table.declare("exposed-card", place=3, number=1)
    assert hand_of(table, 3) == "3d 5h"


@pytest.mark.parametrize(
    "error",
    [
        {"kind": "boxed-card", "place": 2, "number": 1},
        {"kind": "exposed-card", "place": 2, "number": 1},
        {"kind": "wrong-number", "place": 2, "number": 3},
        {"kind": "early-board"},
        {"kind": "board-too-large", "number": 4},
    ],
)
@pytest.mark.parametrize("filing", ["500-club/texas-holdem", "napa-valley/texas-holdem"])
def test_poker_g_30_other_houses_settle_none_of_them(filing: str, error: dict[str, Any]) -> None:
    stakes: dict[str, Any] = {
        "structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4],
    }  # fmt: skip
    table, journal = poker(filing, stakes=stakes)
    fill(table)
    table.deal()
    before = len(journal.entries)
    with refused("not-settled") as refusal:
        table.declare(**error)
    assert "voids" in refusal.info.value.message  # what can be done
    assert len(journal.entries) == before


def test_a_refused_error_changes_and_writes_nothing() -> None:
    table, journal = holdem()
    before, events = len(journal.entries), list(table.state.events)
    with refused("no-such-error"):
        table.declare("spilled-drink")
    with refused("no-such-card"):
        table.declare("exposed-card", place=3, number=3)
    assert len(journal.entries) == before
    assert table.state.events == events
    move(table, "cc")  # and the hand goes on


def test_an_error_is_declared_while_a_hand_is_played() -> None:
    table, _ = poker(HOLDEM, BUTTON)
    fill(table, buy_in=100_00)
    with refused("no-round"):
        table.declare("early-board")


def test_an_error_is_one_record_with_its_clause_first_of_its_command() -> None:
    table, _ = holdem()
    entries = table.declare("early-board")
    assert numbers(entries) == list(range(entries[0].number, entries[0].number + len(entries)))
    written = r.write_entry(entries[0])
    assert written["event"] == {
        "did": "declared",
        "error": {"kind": "early-board"},
        "says": "the flop was dealt before the betting was done and is not in play",
        "cite": "Rules, early flop",
    }
    assert r.read_entry(written) == entries[0]
    assert [entry.record.kind for entry in entries].count("reshuffled") == 1
    assert all(entry.more for entry in entries[:-1])
    assert not entries[-1].more


def test_the_present_decision_gets_its_whole_time_again() -> None:
    table, _ = holdem()
    table._clock.move(seconds=20)
    table.declare("exposed-card", place=3, number=1)
    assert table.state.asked_at == table._clock().isoformat(timespec="milliseconds")


def test_a_table_restored_after_a_reshuffle_deals_on_from_the_logged_order() -> None:
    table, journal = holdem("Kc Qc Jc Tc 9c 8c 7c")
    table.declare("early-board")
    again: Any = restore(journal.entries, journal, Stacked(), table._clock)
    move(again, "cc", "cc", "cc")
    assert board(again) == "Kc Qc Jc"
    again.declare("board-too-large", number=5)  # a second shuffle, after the restart
    assert len(journal.records("reshuffled")) == 2
    third = restore(journal.entries, journal, Stacked(), table._clock)
    assert third.state.events == again.state.events


def test_errors_raise_refused_and_not_a_fault() -> None:
    table, _ = holdem()
    with pytest.raises(Refused):
        table.declare("boxed-card", place="board", number=1)
    assert not table.fault
    move(table, "cc")
