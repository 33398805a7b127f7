"""A round at a player-dealer table: fees, decisions, added wagers, chips after the settlement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.table.opening import restore
from houseway.table.records import Happened
from tests.table.tables import CLUB, PURE, Kept, Stacked, banked, fill, refused

# The round of the format's description: three of a royal flush against a queen high.
EXAMPLE = "Ah Kh Qh 2c 3d 7s Qd 8c 3s"


def test_the_rounds_example_moves_the_chips_it_says() -> None:
    table, journal = banked(CLUB, EXAMPLE, schedule=("1",))
    table.sit("Ann", 4, buy_in=10_000_00)
    table.sit("Bob", 5, buy_in=1_000_00)
    table.sit("Cy", 6, buy_in=1_000_00)
    table.come("Dee", buy_in=1_000_00)
    table.take_bank("Ann", 5_000_00)
    table.place("Bob", 5, {"ante": 10_00, "pair_plus": 5_00, "six_card_bonus": 5_00})
    table.place("Cy", 6, {"ante": 25_00})
    table.place("Dee", 5, {"ante": 20_00})
    table.no_more_bets()
    table.act("Bob", 5, "play")
    table.act("Cy", 6, "fold")
    # Ante and play 20, mini royal 200 to 1 on 5, six card bonus lost; 40 behind; 25 folded.
    (settled,) = journal.records("settled")
    assert dict(settled.net) == {"5": 1_015_00, "5/Dee": 40_00, "6": -25_00, "bank": -1_030_00}
    assert table.state.stack("Bob") == 2_015_00
    assert table.state.stack("Dee") == 1_040_00
    assert table.state.stack("Cy") == 975_00
    # 65 of action: a fee of 1 from the bank.
    assert table.state.stack("Ann") == 10_000_00 - 1_030_00 - 1_00
    assert table.state.ledger["drop"] == 1_00
    assert table.state.ledger["bank"] == 0


def test_the_order_of_the_deck_is_logged_before_the_first_card() -> None:
    table, journal = banked(CLUB, EXAMPLE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    kinds = journal.kinds()
    assert kinds.index("shuffled") < kinds.index("happened")
    assert journal.records("shuffled")[0].order.startswith("Ah Kh Qh 2c")


def test_fees_are_taken_before_the_deal() -> None:
    table, journal = banked(CLUB, schedule=("1",))
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    entries = table.no_more_bets()
    kinds = [entry.record.kind for entry in entries]
    assert kinds[:3] == ["no_more_bets", "fees_taken", "shuffled"]
    assert journal.records("fees_taken")[0].action == 10_00


def test_a_short_bank_leaves_wagers_without_action_and_everything_adds_up() -> None:
    table, journal = banked(CLUB, EXAMPLE)
    fill(table)
    table.take_bank("Ann", 15_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.place("Cy", 3, {"ante": 25_00})
    table.no_more_bets()
    table.act("Bob", 2, "play")
    table.act("Cy", 3, "fold")
    (settled,) = journal.records("settled")
    # The button (a three) falls on seat 4 and passes to seat 2: play 10, half of the ante.
    lines = {(line.bettor, line.wager): (line.net, line.uncovered) for line in settled.lines}
    assert lines == {("2", "play"): (10_00, 0), ("2", "ante"): (5_00, 5_00),
                     ("3", "ante"): (0, 25_00)}  # fmt: skip
    assert table.state.stack("Bob") == 1_015_00
    assert table.state.stack("Cy") == 1_000_00
    assert table.state.stack("Ann") == 985_00


# Added wagers.


def test_a_play_wager_takes_chips_of_the_player_and_of_those_behind() -> None:
    table, journal = banked(CLUB, EXAMPLE)
    fill(table, ("Ann", "Bob"))
    table.come("Dee", buy_in=40_00)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.place("Dee", 2, {"ante": 20_00})
    table.no_more_bets()
    table.act("Bob", 2, "play")
    (added,) = journal.records("stake_added")
    assert [tuple(move) for move in added.moves] == [
        ("seat:2", "felt:2", 10_00),
        ("rail:Dee", "felt:2/Dee", 20_00),
    ]


def test_a_player_without_chips_cannot_play_and_may_fold() -> None:
    table, _ = banked(CLUB, EXAMPLE)
    fill(table, ("Ann", "Bob"), buy_in=15_00)
    table.take_bank("Ann", 15_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    with refused("not-enough"):
        table.act("Bob", 2, "play")
    table.buy_in("Bob", 5_00)
    table.act("Bob", 2, "play")


def hand_of_21(cards: str, *moves: str, wager: int = 10_00, buy_in: int = 1_000_00) -> Kept:
    """Ann banks, Bob plays seat 2; cards in the order dealt: Bob, bank, Bob, bank, draws."""
    table, journal = banked(PURE, cards)
    fill(table, ("Ann", "Bob"), buy_in=buy_in)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": wager})
    table.no_more_bets()
    for move in moves:
        table.act("Bob", 2, move)
    return journal


@pytest.mark.parametrize(
    ("moves", "added"),
    [
        (("double",), [10_00]),
        (("double 4",), [4_00]),
        (("hit", "stand"), []),
        (("surrender",), []),
    ],
)
def test_casino_club_pure_a_double_adds_what_it_says(
    moves: tuple[str, ...], added: list[int]
) -> None:
    journal = hand_of_21("5h 6c 6d Kc 2h 3d", *moves)
    assert [sum(m.amount for m in one.moves) for one in journal.records("stake_added")] == added


def test_casino_club_pure_every_split_adds_a_wager() -> None:
    # Eights against a six: split, an eight comes, split again, then stand on each.
    journal = hand_of_21("8h 6c 8d Kc 8s Th 9h 9d Qc", "split", "split", "stand", "stand", "stand")
    assert [sum(m.amount for m in one.moves) for one in journal.records("stake_added")] == [
        10_00,
        10_00,
    ]
    (settled,) = journal.records("settled")
    assert [line.staked for line in settled.lines] == [10_00, 10_00, 10_00]


def test_casino_club_pure_insurance_is_the_players_own() -> None:
    journal = hand_of_21("9h Ac 8d Kc", "insure 5")
    (added,) = journal.records("stake_added")
    assert [tuple(move) for move in added.moves] == [("seat:2", "felt:2", 5_00)]
    (settled,) = journal.records("settled")  # the bank has its natural
    assert dict(settled.net) == {"2": 0, "bank": 0}  # 10 lost, 5 paid 2 to 1


def test_spanish_a_second_double_adds_as_much_as_lies_there() -> None:
    table, journal = banked(
        "500-club/pure-spanish-21.5", "5h 6c 3d Kc 2h 2d 3h", options={"double_double_down": True}
    )
    fill(table, ("Ann", "Bob"))
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.no_more_bets()
    for move in ("double", "double", "stand"):
        table.act("Bob", 2, move)
    assert [sum(m.amount for m in one.moves) for one in journal.records("stake_added")] == [
        10_00,
        20_00,
    ]


def test_a_backline_bettor_follows_a_double_for_less_in_proportion() -> None:
    table, journal = banked(PURE, "5h 6c 6d Kc 2h 3d")
    fill(table, ("Ann", "Bob"))
    table.come("Dee", buy_in=100_00)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Dee", 2, {"game": 25_00})
    table.no_more_bets()
    table.act("Bob", 2, "double 4")
    (added,) = journal.records("stake_added")
    assert {move.target: move.amount for move in added.moves} == {
        "felt:2": 4_00,
        "felt:2/Dee": 10_00,
    }


def test_the_seat_cannot_double_beyond_what_one_behind_can_follow() -> None:
    table, _ = banked(PURE, "8h 6c 8d Kc 3h 2h")
    fill(table, ("Ann", "Bob"))
    table.come("Dee", buy_in=20_00)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Dee", 2, {"game": 10_00})
    table.no_more_bets()
    table.act("Bob", 2, "split")
    with refused("not-enough"):
        table.act("Bob", 2, "double")


# Turn and seat.


def test_only_the_player_of_a_seat_decides_and_only_in_turn() -> None:
    table, _ = banked(CLUB, EXAMPLE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.place("Cy", 3, {"ante": 10_00})
    table.no_more_bets()
    with refused("out-of-turn"):
        table.act("Cy", 3, "play")
    with refused("not-yours"):
        table.act("Cy", 2, "play")
    with refused("not-a-choice"):
        table.act("Bob", 2, "stand")


def test_one_person_plays_several_circles() -> None:
    table, _ = banked(PURE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Bob", 6, {"game": 10_00})
    table.no_more_bets()
    seats = set()
    while table.waiting_for():
        ask = table.waiting_for()[0]
        seats.add(ask.seat)
        table.act("Bob", ask.seat, "stand" if "stand" in ask.choices else ask.choices[0])
    assert table.state.round == 1
    assert seats <= {2, 6}


# Bringing a table back.


@pytest.mark.parametrize("cut", range(3))
def test_a_round_goes_on_where_the_records_end(cut: int) -> None:
    """Restored after every command of a round, the table ends with the same chips."""
    table, journal = banked(CLUB, EXAMPLE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.place("Cy", 3, {"ante": 25_00})
    steps: list[Callable[[Any], object]] = [
        lambda t: t.no_more_bets(),
        lambda t: t.act("Bob", 2, "play"),
        lambda t: t.act("Cy", 3, "fold"),
    ]
    for number, step in enumerate(steps):
        if number == cut:
            source = Stacked(EXAMPLE) if cut == 0 else Stacked()
            table = restore(journal.entries, journal, source)  # type: ignore[assignment]
        step(table)
    (settled,) = journal.records("settled")
    assert dict(settled.net) == {"2": 20_00, "3": -25_00, "bank": 5_00}
    assert table.state.stack("Bob") == 1_020_00


def test_restoring_refuses_records_that_do_not_replay() -> None:
    table, journal = banked(CLUB, EXAMPLE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    entries = list(journal.entries)
    for place, entry in enumerate(entries):
        event = getattr(entry.record, "event", None)
        if event is not None and getattr(event, "place", None) == "bank":
            changed = Happened(event._replace(cards=event.cards[::-1]), ())
            entries[place] = entry._replace(record=changed)
            break
    with pytest.raises(AssertionError, match="does not replay"):
        restore(entries, Kept(), Stacked())
