"""Pai gow tiles settled: dice and order, both hands compared, copies, settings, limits, fees."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from houseway.errors import HousewayError, Problems
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile

TILES = "napa-valley/pai-gow-tiles"
Seat = dict[str, Any]


def settle(
    seats: dict[int, Seat],
    *,
    bank: str = "52 41 33 32",
    bank_set: str | None = None,
    seat: int = 8,
    wager: int | str = 100_000,
    dice: list[int] | None = None,
    **more: Any,
) -> Adjudication:
    """A round as a file would state it; a wager of 10 and the house way unless a seat says else."""
    entries = []
    for number, given in seats.items():
        entry: Seat = {"number": number, "wagers": {"game": 10}, **given}
        if "set" not in entry and "actions" not in entry:
            entry.setdefault("house_way", True)
        entries.append(entry)
    own: Seat = {"seat": seat, "wager": wager, "cards": bank}
    if bank_set is not None:
        own["set"] = bank_set
    return adjudicate(
        RoundFile.model_validate(
            {"filing": TILES, "dice": dice or [3, 3, 3], "bank": own, "seat": entries, **more}
        )
    )


def refusal(seats: dict[int, Seat], **more: Any) -> HousewayError:
    with pytest.raises(HousewayError) as refused:
        settle(seats, **more)
    return refused.value


def codes(error: HousewayError) -> list[str]:
    return [one.code for one in error.found] if isinstance(error, Problems) else [error.code]


def net(answer: Adjudication) -> dict[str, str]:
    return answer.as_json()["net"]  # type: ignore[no-any-return]


# --- dice and first action -----------------------------------------------------------------------

FACES = {
    3: [1, 1, 1], 4: [1, 1, 2], 5: [1, 2, 2], 6: [2, 2, 2], 7: [3, 2, 2], 8: [3, 3, 2],
    9: [3, 3, 3], 10: [4, 3, 3], 11: [4, 4, 3], 12: [4, 4, 4], 13: [5, 4, 4], 14: [5, 5, 4],
    15: [5, 5, 5], 16: [6, 5, 5], 17: [6, 6, 5], 18: [6, 6, 6],
}  # fmt: skip
# The bank counts 1, 9 and 17; the others follow counter-clockwise. On 9 and 17 the seat at the
# bank's left, the next clockwise, has the button. Totals 3 to 18, counted off by hand.
BUTTON = {
    8: "6 5 4 3 2 1 1 7 6 5 4 3 2 1 1 7",
    1: "7 6 5 4 3 2 2 8 7 6 5 4 3 2 2 8",
    3: "1 8 7 6 5 4 4 2 1 8 7 6 5 4 4 2",
    5: "3 2 1 8 7 6 6 4 3 2 1 8 7 6 6 4",
}
# Seven seats of four tiles each and the bank's: 32 tiles.
FULL = "66 66 11 11|44 44 31 31|55 55 33 33|22 22 65 65|64 64 61 61|51 51 63 54|62 53 52 43"
BANK = "41 32 42 21"


@pytest.mark.parametrize("bank", BUTTON)
@pytest.mark.parametrize("total", FACES)
def test_items_5_and_6_the_dice_name_the_first_seat(bank: int, total: int) -> None:
    others = [n for n in range(1, 9) if n != bank]
    seats = {n: {"cards": cards} for n, cards in zip(others, FULL.split("|"), strict=True)}
    answer = settle(seats, bank=BANK, seat=bank, dice=FACES[total])
    button = int(BUTTON[bank].split()[total - 3])
    assert answer.result.first_action == button
    # Settled clockwise from there, the bank passed over.
    order = [n for n in [*range(button, 9), *range(1, button)] if n != bank]
    assert [line.seat for line in answer.settlement.lines] == order


@pytest.mark.parametrize(
    ("bank", "total", "wagering", "first"),
    [
        (8, 10, (1, 4), 1),  # seat 7 is empty, then the bank, then seat 1
        (8, 14, (1, 4), 4),  # seat 3
        (8, 9, (5,), 5),  # left of the bank is seat 1
        (8, 16, (2, 7), 2),
        (3, 3, (2, 5), 2),  # seat 1
        (3, 9, (2, 1), 1),  # from seat 4 round to 1
        (1, 18, (7, 3), 3),  # seat 8, then past the bank
        (5, 17, (4,), 4),
    ],
)
def test_r3_seats_without_a_wager_are_passed_over_clockwise(
    bank: int, total: int, wagering: tuple[int, ...], first: int
) -> None:
    hands = ("66 11 31 33", "44 55 22 65")
    seats = {n: {"cards": cards} for n, cards in zip(wagering, hands, strict=False)}
    answer = settle(seats, seat=bank, dice=FACES[total])
    assert answer.result.first_action == first


def test_dice_are_needed_and_must_be_three() -> None:
    one: dict[int, Seat] = {1: {"cards": "66 11 31 33"}}
    for dice in ([3, 3], [3, 3, 7], [0, 3, 3], [1, 2, 3, 4]):
        error = refusal(one, dice=dice)
        assert (error.code, error.where) == ("bad-dice", "dice")
    bank = {"seat": 1, "wager": 20, "cards": "31 31 65 55", "set": "65 55"}
    seat = {"number": 2, "wagers": {"game": 20}, "cards": "42 21 64 63", "set": "64 63"}
    other = {"number": 3, "wagers": {"game": 20}, "cards": "66 66 64 54", "set": "64 54"}
    base = {"filing": TILES, "bank": bank}
    with pytest.raises(HousewayError, match="dice"):  # the bank reaches only one of two winners
        adjudicate(RoundFile.model_validate({**base, "seat": [seat, other]}))
    assert adjudicate(RoundFile.model_validate({**base, "seat": [seat]})).result.first_action == 2


# --- how winners are determined ----------------------------------------------------------------

# Each bank is its four tiles and the two of its low hand; each row a seat's tiles, the two it
# sets low, and what becomes of the wager.
COMPARED = {
    # Low five with Yun, high nine with Gor.
    ("44 61 31 41", "44 61"): [
        ("33 64 11 63", "33 64", "win"),  # six; wong
        ("66 64 11 63", "66 64", "push"),  # two; wong
        ("66 52 33 64", "33 64", "win"),  # six; nine with Teen
        ("55 63 33 64", "33 64", "push"),  # six; nine with Mooy, under Gor
        ("62 65 33 64", "33 64", "push"),  # six; nine with Foo
        ("22 65 33 55", "22 65", "lose"),  # five with Bon, under Yun; six
        ("66 65 31 55", "66 65", "lose"),  # three; four
        ("44 52 66 61", "44 52", "push"),  # a copy of five with Yun (ruling 169); nine with Teen
        ("31 32 33 64", "33 64", "push"),  # six; a copy of nine with Gor
        ("44 52 31 32", "44 52", "lose"),  # two copies
        ("44 52 33 55", "44 52", "lose"),  # a copy; six
        ("31 32 55 65", "55 65", "lose"),  # one; a copy
    ],
    # Low zero, high nine with Teen: every zero ties, whatever its tiles (ruling 172).
    ("55 64 66 61", "55 64"): [
        ("31 33 11 62", "31 33", "push"),  # zero with Gor; gong
        ("65 63 11 62", "65 63", "push"),  # zero with Foo; gong
        ("31 33 65 62", "31 33", "lose"),  # zero; nine with Foo
        ("31 33 65 63", "31 33", "lose"),  # zero; zero
        ("55 65 11 62", "55 65", "win"),  # one; gong
        ("31 33 66 52", "31 33", "lose"),  # zero; a copy of nine with Teen
    ],
    # Zero and zero.
    ("55 64 31 33", "55 64"): [
        ("65 63 22 51", "65 63", "lose"),
        ("65 64 22 51", "22 51", "push"),  # zero; one
        ("65 64 66 55", "65 64", "win"),  # one; two
    ],
    # Low one with Gor, high a pair of Bon.
    ("22 22 61 31", "61 31"): [
        ("33 33 55 11", "55 11", "win"),  # two; pair of Chong
        ("66 66 55 11", "55 11", "win"),
        ("42 21 55 11", "55 11", "win"),  # the supreme pair
        ("65 65 66 64", "66 64", "push"),  # pairs below Bon
        ("51 51 66 64", "66 64", "push"),
        ("63 54 66 64", "66 64", "push"),
        ("66 63 55 11", "55 11", "push"),  # wong
        ("31 61 51 51", "31 61", "lose"),  # a copy of one with Gor; pair of Look
        ("65 55 63 54", "65 55", "lose"),  # one with Mooy, under Gor; pair of nines
    ],
    # Low two, high the supreme pair.
    ("42 21 66 55", "66 55"): [
        ("11 11 33 41", "33 41", "lose"),
        ("11 11 33 61", "33 61", "push"),  # three; pair of Dey
    ],
    # Low four with Gor, high a wong with Teen.
    ("66 63 31 55", "31 55"): [
        ("66 54 33 65", "33 65", "push"),  # seven; a copy, whichever nine (ruling 170)
        ("11 54 33 65", "33 65", "push"),  # wong with Dey
        ("66 44 33 65", "33 65", "push"),  # gong
        ("41 32 33 65", "33 65", "win"),  # the lowest pair
        ("66 54 22 55", "22 55", "lose"),  # four with Mooy; a copy
    ],
    # Low four with Gor, high a gong with Teen.
    ("66 44 31 55", "31 55"): [
        ("66 62 33 65", "33 65", "push"),  # a copy, whichever eight
        ("66 44 33 65", "33 65", "push"),
        ("11 53 33 65", "33 65", "push"),  # gong with Dey
        ("11 63 33 65", "33 65", "win"),  # wong with Dey
        ("66 61 33 65", "33 65", "push"),  # nine
    ],
    # Low four with Gor, high a gong with Dey.
    ("11 62 31 55", "31 55"): [
        ("66 53 33 65", "33 65", "win"),
        ("11 44 33 65", "33 65", "push"),
    ],
    # Low five with Chop Bot, high nine with Teen. Gee Joon counts three or six.
    ("52 62 61 66", "52 62"): [
        ("42 31 55 55", "42 31", "win"),  # seven, as three
        ("21 33 55 55", "21 33", "win"),  # nine, as three
        ("42 64 55 55", "42 64", "win"),  # six, as six
        ("42 63 55 55", "42 63", "win"),  # five with Chop Gow, as six
        ("21 44 55 55", "21 44", "push"),  # four, as six
        ("42 43 55 55", "42 43", "push"),  # three, as six
        ("21 11 55 55", "21 11", "win"),  # eight, as six
        ("42 65 55 55", "42 65", "win"),  # seven, as six
    ],
    # Low eight with Chop Ng beside a Gee Joon, high nine with Teen (ruling 173).
    ("42 32 66 61", "42 32"): [
        ("21 41 55 55", "21 41", "push"),  # a copy
        ("11 33 55 55", "11 33", "win"),  # eight with Dey
        ("52 65 55 55", "52 65", "win"),  # eight with Foo
    ],
}  # fmt: skip
ROWS = [(bank, *row) for bank, rows in COMPARED.items() for row in rows]


@pytest.mark.parametrize(("bank", "cards", "small", "expected"), ROWS)
def test_both_hands_compared(bank: tuple[str, str], cards: str, small: str, expected: str) -> None:
    answer = settle({1: {"cards": cards, "set": small}}, bank=bank[0], bank_set=bank[1])
    (line,) = answer.settlement.lines
    assert line.outcome == expected
    assert line.net == {"win": 1000, "lose": -1000, "push": 0}[expected]
    assert line.cite == "How Winners are Determined and Paid"
    assert "low: " in line.because
    assert "high: " in line.because
    assert answer.result.house_way == {}


@pytest.mark.parametrize(("bank", "cards", "small", "expected"), ROWS)
def test_ruling_174_naming_the_higher_two_sets_the_same_hand(
    bank: tuple[str, str], cards: str, small: str, expected: str
) -> None:
    rest = cards.split()
    for tile in small.split():
        rest.remove(tile)
    other = bank[0].split()
    for tile in bank[1].split():
        other.remove(tile)
    answer = settle(
        {1: {"cards": cards, "set": " ".join(rest)}}, bank=bank[0], bank_set=" ".join(other)
    )
    assert answer.settlement.lines[0].outcome == expected


def test_ruling_176_winners_are_paid_one_to_one() -> None:
    answer = settle(
        {1: {"cards": "33 64 11 63", "set": "33 64", "wagers": {"game": "37.50"}}},
        bank="44 61 31 41",
        bank_set="44 61",
    )
    (line,) = answer.as_json()["lines"]
    assert (line["odds"], line["net"]) == ("1:1", "37.50")


# --- settings ------------------------------------------------------------------------------------


def test_item_12_the_player_dealer_has_the_final_say() -> None:
    """By the chart the Teens are split into six and seven; whole they are nine and a pair."""
    seats: dict[int, Seat] = {1: {"cards": "55 55 65 61", "set": "65 61"}}  # eight; pair of Mooy
    by_chart = settle(seats, bank="66 66 31 41")
    assert net(by_chart) == {"1": "10.00", "bank": "-10.00"}
    assert by_chart.result.house_way == {"bank": "66 31"}
    asked = settle(seats, bank="66 66 31 41", bank_set="31 41")
    assert net(asked) == {"1": "-10.00", "bank": "10.00"}
    assert asked.result.house_way == {}


def test_item_10_house_way_hands_are_told_with_the_bank() -> None:
    answer = settle(
        {
            1: {"cards": "44 44 66 11"},
            2: {"cards": "33 33 55 65", "set": "33 55"},
            3: {"cards": "61 54 64 22", "actions": ["house_way"]},
        },
        bank="62 53 31 65",
    )
    # Seat 3 has no pair: nine above one beats six above eight and three above zero.
    assert answer.result.house_way == {"bank": "31 65", "1": "44 11", "3": "61 22"}
    assert answer.warnings == ("reading table-games 161 decided seat 3's setting",)


def test_ruling_161_is_named_for_the_bank_too() -> None:
    answer = settle({1: {"cards": "33 33 55 65", "set": "55 65"}}, bank="66 63 55 31")
    assert answer.warnings == ("reading table-games 161 decided the bank's setting",)
    assert answer.result.house_way == {"bank": "55 31"}


@pytest.mark.parametrize(
    ("small", "code"),
    [
        ("66 44", "not-a-setting"),  # 44 is not in the hand
        ("66 66", "not-a-setting"),  # only one is
        ("54 33", "not-a-setting"),  # the hand holds the other nine
        ("66", "not-a-setting"),
        ("66 11 31", "not-a-setting"),
        ("", "not-a-setting"),
        ("66 Ah", "not-a-card"),
        ("56 11", "not-a-card"),
    ],
)
def test_item_9_a_set_must_be_two_tiles_of_the_hand(small: str, code: str) -> None:
    error = refusal({1: {"cards": "66 63 31 33", "set": small}})
    assert (error.code, error.where) == (code, "seat 1")
    assert error.cite == "Dealing Procedures and Round of Play, items 9 and 10"
    error = refusal({1: {"cards": "44 11 31 22"}}, bank="66 63 31 33", bank_set=small)
    assert (error.code, error.where) == (code, "bank")
    assert error.cite == "Dealing Procedures and Round of Play, item 12"


def test_a_seat_must_set_or_ask_for_the_house_way() -> None:
    error = refusal({1: {"cards": "66 11 31 33", "house_way": False}})
    assert (error.code, error.where) == ("no-choice", "seat 1")
    error = refusal({1: {"cards": "66 11 31 33", "actions": ["fold"]}})
    assert error.where == "seat 1"
    error = refusal({1: {"cards": "66 11 31 33", "actions": ["set 66 11", "set 31 33"]}})
    assert (error.code, error.where) == ("too-many-choices", "seat 1")


# --- tiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("66 11 31", "too-few-cards"), ("", "too-few-cards"), ("66 11 31 33 22", "too-many-cards"),
    ],
)  # fmt: skip
def test_item_7_every_hand_has_four_tiles(cards: str, code: str) -> None:
    error = refusal({1: {"cards": cards}})
    assert (error.code, error.where) == (code, "seat 1")
    assert error.cite == "Dealing Procedures and Round of Play, items 1-8"
    error = refusal({1: {"cards": "44 61 22 65"}}, bank=cards)
    assert (error.code, error.where) == (code, "bank")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("66 66 31 33", "66 11 22 55"),  # a Teen three times
        ("63 11 31 33", "63 44 22 55"),  # the 63 lies once in the set
        ("42 11 31 33", "42 44 22 55"),
        ("52 11 31 22", "44 66 22 55"),  # with the bank's 52
    ],
)
def test_the_set_has_two_of_ranks_1_to_11_and_one_of_each_other_face(one: str, other: str) -> None:
    error = refusal({1: {"cards": one}, 2: {"cards": other}})
    assert codes(error) == ["card-too-often"]
    assert error.cite == "Description of the Deck and Number of Decks Used"


def test_item_8_tiles_of_a_seat_without_a_wager_may_be_written_down() -> None:
    seats: dict[int, Seat] = {
        1: {"cards": "66 11 31 22"},
        2: {"cards": "44 61 65 55", "wagers": {}, "house_way": False},
    }
    answer = settle(seats)
    assert [line.seat for line in answer.settlement.lines] == [1]
    seats[2]["cards"] = "44 61 65 52"  # the bank has the 52
    assert codes(refusal(seats)) == ["card-too-often"]


def test_cards_are_no_tiles() -> None:
    assert codes(refusal({1: {"cards": "Ah Kd Qc 2s"}})) == ["not-a-card"]


# --- wagers, limits and fees -------------------------------------------------------------------


def test_backline_betting_is_permitted_and_follows_the_seat() -> None:
    behind = [{"name": "B2", "wagers": {"game": 40}}, {"name": "B1", "wagers": {"game": 5}}]
    answer = settle(
        {1: {"cards": "33 64 11 63", "set": "33 64", "backline": behind},
         2: {"cards": "66 65 31 55", "set": "66 65"}},
        bank="44 61 31 41", bank_set="44 61",
    )  # fmt: skip
    assert net(answer) == {"1": "10.00", "1/B2": "40.00", "1/B1": "5.00", "2": "-10.00",
                           "bank": "-45.00"}  # fmt: skip
    assert [line.bettor for line in answer.settlement.lines] == ["1", "1/B2", "1/B1", "2"]


@pytest.mark.parametrize("wager", ["fortune", "ante", "tie", "player"])
def test_there_is_one_wager_the_game(wager: str) -> None:
    error = refusal({1: {"cards": "66 11 31 22", "wagers": {"game": 10, wager: 5}}})
    assert codes(error) == ["no-such-wager"]


def test_eight_positions_with_the_bank_among_them() -> None:
    hand = {"cards": "66 11 31 22"}
    assert codes(refusal({9: hand})) == ["no-such-seat"]
    assert codes(refusal({8: hand})) == ["bank-seat"]
    assert codes(refusal({1: hand}, seat=9))[0] == "no-such-seat"


@pytest.mark.parametrize(
    ("schedule", "amount", "fine"),
    [
        # Ruling 177: the lowest bracket is the minimum, and there is no maximum.
        (1, "9.99", False), (1, "10", True), (1, "25000", True), (4, "9.99", False),
        (5, "49.99", False), (5, "50", True), (6, "49", False), (6, "50", True),
        # Ruling 179.
        (7, "99", False), (7, "100", True), (8, "99.99", False), (8, "100", True),
        # Options 9 to 12: between 10 and no limit.
        (9, "9", False), (9, "10", True), (12, "9.50", False), (12, "10", True),
        (12, "100000", True),
    ],
)  # fmt: skip
def test_limits_of_the_schedules(schedule: int, amount: str, fine: bool) -> None:
    seats: dict[int, Seat] = {1: {"cards": "66 11 31 22", "wagers": {"game": amount}}}
    if fine:
        settle(seats, schedule=schedule)
    else:
        error = refusal(seats, schedule=schedule)
        assert (error.code, error.where) == ("off-limits", "seat 1, game")


@pytest.mark.parametrize(
    ("schedule", "amount", "bank", "player"),
    [
        (1, "10", "1", "1"), (1, "500", "1", "1"), (1, "500.50", "1", "1"), (1, "501", "3", "1"),
        (1, "1000", "3", "1"), (1, "1001", "3", "2"),
        (2, "1000", "3", "1"), (2, "1001", "5", "2"),
        (3, "500", "2", "1"), (3, "500.99", "2", "1"),
        (4, "501", "5", "1"), (4, "2000", "5", "2"), (4, "2001", "5", "3"),
        (5, "5000", "5", "2"), (5, "5001", "10", "2"), (5, "1000", "5", "1"),
        (6, "1000", "5", "1"), (6, "2001", "5", "3"), (6, "5000", "5", "3"),
        (7, "100", "5", "1"), (7, "1001", "5", "2"), (7, "5001", "10", "3"),
        (8, "100", "5", "2"), (8, "2001", "5", "4"), (8, "4001", "5", "6"), (8, "5001", "10", "6"),
        (9, "10", "2", "0"), (9, "501", "5", "0"), (9, "1001", "8", "0"), (9, "5001", "15", "0"),
        (10, "10", "3", "0"), (10, "1001", "6", "0"), (10, "10001", "20", "0"),
        (11, "2001", "12", "0"), (11, "5001", "20", "0"), (11, "10001", "35", "0"),
        (12, "1000", "5", "0"), (12, "4000", "10", "0"), (12, "4001", "20", "0"),
        (12, "15000", "35", "0"), (12, "15001", "50", "0"),
    ],
)  # fmt: skip
def test_fees_of_bank_and_player(schedule: int, amount: str, bank: str, player: str) -> None:
    seats: dict[int, Seat] = {1: {"cards": "66 11 31 22", "wagers": {"game": amount}}}
    fees = settle(seats, schedule=schedule).as_json()["fees"]
    own = {} if player == "0" else {"1": f"{Decimal(player):.2f}"}
    assert fees == {"bank": f"{Decimal(bank):.2f}", "seats": own}


def test_fees_each_bettor_by_the_own_wager_the_bank_by_all_of_them() -> None:
    behind = [{"name": "B1", "wagers": {"game": 1001}}]
    seats: dict[int, Seat] = {
        1: {"cards": "66 11 31 22", "wagers": {"game": 10}, "backline": behind},
        3: {"cards": "44 61 65 55", "wagers": {"game": 2500}},
    }
    assert settle(seats, schedule=4).as_json()["fees"] == {
        "bank": "5.00", "seats": {"1": "1.00", "1/B1": "2.00", "3": "3.00"}
    }  # fmt: skip


@pytest.mark.parametrize(("schedule", "amount"), [(3, 501), (3, 5000), (6, 5001), (6, 9000)])
def test_ruling_178_a_bracket_without_a_fee_is_refused(schedule: int, amount: int) -> None:
    seats: dict[int, Seat] = {1: {"cards": "66 11 31 22", "wagers": {"game": amount}}}
    error = refusal(seats, schedule=schedule)
    assert (error.code, error.where) == ("no-fee-filed", "table action")
    assert f"option {schedule}" in error.cite


# --- short banks -------------------------------------------------------------------------------

# Against five and nine: seat 1 wins 10, its backline 20, seat 2 pushes, seat 3 loses 30, seat 4
# wins 40. The dice give seat 1 the button.
DRY: dict[int, Seat] = {
    1: {"cards": "33 64 11 63", "set": "33 64",
        "backline": [{"name": "B1", "wagers": {"game": 20}}]},
    2: {"cards": "55 54 33 64", "set": "33 64", "wagers": {"game": 25}},
    3: {"cards": "22 65 51 55", "set": "22 65", "wagers": {"game": 30}},
    4: {"cards": "66 52 62 66", "set": "66 52", "wagers": {"game": 40}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("bank", "nets", "outcomes"),
    [
        (0, "0 0 0 0 0", "no_action no_action no_action no_action no_action"),
        (4, "4 0 0 0 0", "win no_action no_action no_action no_action"),
        (10, "10 0 0 0 0", "win no_action no_action no_action no_action"),
        (17, "10 7 0 0 0", "win win no_action no_action no_action"),
        (30, "10 20 0 0 0", "win win no_action no_action no_action"),
        (31, "10 20 0 -1 0", "win win push lose no_action"),
        (60, "10 20 0 -30 0", "win win push lose no_action"),
        (75, "10 20 0 -30 15", "win win push lose win"),
        (100, "10 20 0 -30 40", "win win push lose win"),
    ],
)
def test_r1_the_bank_runs_dry_at_every_place(bank: int, nets: str, outcomes: str) -> None:
    answer = settle(DRY, bank="44 61 31 41", bank_set="44 61", wager=bank)
    lines = answer.settlement.lines
    assert [line.bettor for line in lines] == ["1", "1/B1", "2", "3", "4"]
    assert [line.net for line in lines] == [int(n) * 100 for n in nets.split()]
    assert [line.outcome for line in lines] == outcomes.split()


def test_the_button_decides_who_is_paid_by_a_short_bank() -> None:
    answer = settle(DRY, bank="44 61 31 41", bank_set="44 61", wager=50, dice=[4, 4, 5])
    # 13 is seat 4: it takes 40; seat 1 gets 10 more, those after it nothing.
    assert net(answer) == {"1": "10.00", "1/B1": "0.00", "2": "0.00", "3": "0.00", "4": "40.00",
                           "bank": "-50.00"}  # fmt: skip
