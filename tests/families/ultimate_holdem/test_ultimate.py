"""Ultimate hold'em in the four houses, clause by clause. Figures worked out from the texts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.building import outcomes, refusal, settle_round

CASINO = "casino-club/ultimate-texas-holdem"
GENERIC = "generic/ultimate-texas-holdem"
NAPA = "napa-valley/ultimate-texas-holdem"
CLUB500 = "500-club/ultimate-texas-holdem"
HOUSES = [CASINO, GENERIC, NAPA, CLUB500]

DRY = "Kd 9c 7h 4s 2d"  # no pair, no flush or straight near


def bank(cards: str, seat: int = 4, wager: int = 100_000) -> dict[str, Any]:
    return {"seat": seat, "wager": wager, "cards": cards}


def seat(number: int, cards: str, *actions: str, ante: int = 10, **bonus: int) -> dict[str, Any]:
    return {
        "number": number,
        "cards": cards,
        "wagers": {"ante": ante, "blind": ante, **bonus},
        "actions": list(actions),
    }


def one(filing: str, board: str, bank_cards: str, *seats: dict[str, Any]) -> dict[str, Any]:
    return outcomes(settle_round(filing, bank(bank_cards), *seats, board=board))


@pytest.mark.parametrize("filing", HOUSES)
def test_an_unqualified_bank_returns_the_ante_and_plays_the_rest(filing: str) -> None:
    found = one(
        filing, DRY, "Qc Jh",
        seat(1, "Ac 3h", "check", "check", "bet 1"),
        seat(2, "Th 8s", "check", "check", "bet 1"),
        seat(3, "Qs Jd", "check", "check", "bet 1"),
    )  # fmt: skip
    assert found == {
        "1.ante": ("push", 0), "1.play": ("win", 10), "1.blind": ("push", 0),
        "2.ante": ("push", 0), "2.play": ("lose", -10), "2.blind": ("lose", -10),
        "3.ante": ("push", 0), "3.play": ("push", 0), "3.blind": ("push", 0),
    }  # fmt: skip


@pytest.mark.parametrize("filing", HOUSES)
def test_a_qualified_bank_pays_collects_and_ties(filing: str) -> None:
    found = one(
        filing, DRY, "9h 3h",
        seat(1, "Kc 3s", "bet 4"),
        seat(2, "7s 8s", "bet 3"),
        seat(3, "9s 3c", "check", "bet 2"),
    )  # fmt: skip
    assert found == {
        "1.ante": ("win", 10), "1.play": ("win", 40), "1.blind": ("push", 0),
        "2.ante": ("lose", -10), "2.play": ("lose", -30), "2.blind": ("lose", -10),
        "3.ante": ("push", 0), "3.play": ("push", 0), "3.blind": ("push", 0),
    }  # fmt: skip


# hand: board, bank's cards, seat's winning cards
WINNERS = {
    "royal flush": ("Ah Kh Qh 2c 3d", "2d 4s", "Jh Th"),
    "straight flush": ("9h 8h 7h 2c 3d", "2d 4s", "6h 5h"),
    "four of a kind": ("9h 9d 7h 2c 3d", "2d 4s", "9c 9s"),
    "full house": ("9h 9d 7h 2c 3d", "2d 4s", "9c 7s"),
    "flush": ("Kh 9h 7h 2c 3d", "2d 4s", "6h 5h"),
    "straight": ("Kh 9d 8h 7c 2d", "2s 4s", "6h 5s"),
    "three of a kind": ("9h 9d 7h 2c 3d", "2d 4s", "9c Ks"),
}
BLIND = {"royal flush": 5000, "straight flush": 500, "four of a kind": 100, "full house": 30,
         "flush": 15, "straight": 10, "three of a kind": 0}  # fmt: skip
TRIPS = {
    CASINO: [50, 40, 20, 7, 6, 5, 3],
    GENERIC: [50, 40, 30, 8, 7, 4, 3],
    NAPA: [50, 40, 30, 8, 6, 5, 3],
    CLUB500: [50, 40, 30, 8, 7, 4, 3],
}


@pytest.mark.parametrize("hand", list(WINNERS))
@pytest.mark.parametrize("filing", HOUSES)
def test_blind_and_trips_pay_each_row(filing: str, hand: str) -> None:
    board, bank_cards, cards = WINNERS[hand]
    found = one(filing, board, bank_cards, seat(1, cards, "bet 4", trips=5))
    assert found["1.blind"] == (("win", BLIND[hand]) if BLIND[hand] else ("push", 0))
    assert found["1.trips"] == ("win", 5 * TRIPS[filing][list(WINNERS).index(hand)])


@pytest.mark.parametrize("filing", HOUSES)
def test_trips_pays_a_losing_and_a_tied_hand_and_loses_below_three_of_a_kind(filing: str) -> None:
    found = one(
        filing, "9h 9d 7h 2c 3d", "9s 7s",
        seat(1, "9c Ks", "bet 4", trips=5),
        seat(2, "Kc Kd", "bet 4", trips=5),
    )  # fmt: skip
    assert found["1.trips"] == ("win", 15)
    assert found["2.trips"] == ("lose", -5)


@pytest.mark.parametrize("filing", [CASINO, GENERIC, NAPA])
def test_a_folded_hand_keeps_its_trips_bet(filing: str) -> None:
    found = one(
        filing, "9h 9d 7h 2c 3d", "Ks Kd",
        seat(1, "9c 4s", "check", "check", "fold", trips=5),
        seat(2, "Qc 4d", "check", "check", "fold", trips=5),
    )  # fmt: skip
    assert found == {
        "1.ante": ("lose", -10), "1.blind": ("lose", -10), "1.trips": ("win", 15),
        "2.ante": ("lose", -10), "2.blind": ("lose", -10), "2.trips": ("lose", -5),
    }  # fmt: skip


def test_500_club_reads_a_folded_trips_bet_from_the_board_alone() -> None:
    found = one(
        CLUB500, "9h 9d 7h 2c 3d", "Ks Kd", seat(1, "9c 4s", "check", "check", "fold", trips=5)
    )
    assert found["1.trips"] == ("lose", -5)
    found = one(CLUB500, "9h 9d 9s 2c 3d", "Ks Kd", seat(1, "9c 4s", "fold", trips=5))
    assert found["1.trips"] == ("win", 15)


@pytest.mark.parametrize("filing", [CASINO, GENERIC, NAPA])
@pytest.mark.parametrize(
    "actions",
    [["fold"], ["check", "fold"], ["bet 2"], ["bet 1"], ["check", "bet 3"], ["check", "bet 4"],
     ["check", "bet 1"], ["check", "check", "check"], ["check", "check", "bet 2"]],
)  # fmt: skip
def test_choices_not_open_on_a_street_are_refused(filing: str, actions: list[str]) -> None:
    error = refusal(filing, bank("Ks Kc"), seat(1, "9h 4h", *actions), board=DRY)
    assert error.code == "not-a-choice"
    assert error.cite


def test_a_missing_choice_names_only_what_is_open_on_the_street() -> None:
    error = refusal(CASINO, bank("Ks Kc"), seat(1, "9h 4h", "check"), board=DRY)
    assert (error.code, error.where) == ("no-choice", "seat 1")
    assert "must choose (bet 2, check)" in error.message


def test_500_club_lets_a_player_fold_at_any_time() -> None:
    for actions in (["fold"], ["check", "fold"], ["check", "check", "fold"]):
        found = one(CLUB500, DRY, "Ks Kc", seat(1, "9h 4h", *actions))
        assert found == {"1.ante": ("lose", -10), "1.blind": ("lose", -10)}


def test_500_club_needs_no_board_when_all_have_folded_without_trips() -> None:
    answer = settle_round(CLUB500, bank("Ks Kc"), seat(1, "9h 4h", "fold"), board="")
    assert answer.settlement.net == {"1": -2000, "bank": 2000}


@pytest.mark.parametrize("turned", [0, 3, 5])
def test_500_club_a_board_nobody_waits_for_is_turned_by_three_and_two(turned: int) -> None:
    board = "Ah 8d 7c 5s 2d Jc Qd"
    one_seat = seat(1, "9h 4h", "fold")
    answer = settle_round(CLUB500, bank("Ks Kc"), one_seat, board=board[: 3 * turned])
    assert answer.settlement.net == {"1": -2000, "bank": 2000}
    error = refusal(CLUB500, bank("Ks Kc"), one_seat, board=board[: 3 * (turned + 1)])
    assert (error.code, error.where) == ("too-many-cards", "board")


def test_a_raise_is_made_once() -> None:
    error = refusal(CASINO, bank("Ks Kc"), seat(1, "9h 4h", "bet 4", "bet 2"), board=DRY)
    assert error.code == "too-many-choices"


# beaten hand: board, bank, seat
BEATEN = {
    "straight flush": ("9h 8h 7h 2c 3d", "Jh Th", "6h 5h"),
    "four of a kind": ("9h 9d 7h 7c 3d", "9c 9s", "7d 7s"),
    "full house": ("9h 9d 7h 2c 3d", "9c 7s", "7d 7c"),
    "flush": ("Kh 9h 7h 2c 3d", "Ah 3h", "6h 5h"),
    "straight": ("Kh 9d 8h 7c 2h", "Ah 3h", "6d 5s"),
    "three of a kind": ("9h 9d 7h 2c 3d", "9c Ks", "9s Qs"),
}
BAD_BEAT = {NAPA: [7500, 500, 50, 30, 20, 9], CLUB500: [10000, 500, 40, 25, 20, 9]}


@pytest.mark.parametrize("bank_loses", [False, True])
@pytest.mark.parametrize("hand", list(BEATEN))
@pytest.mark.parametrize("filing", [NAPA, CLUB500])
def test_bad_beat_pays_by_the_beaten_hand_whoever_held_it(
    filing: str, hand: str, bank_loses: bool
) -> None:
    board, better, worse = BEATEN[hand]
    bank_cards, cards = (worse, better) if bank_loses else (better, worse)
    found = one(filing, board, bank_cards, seat(1, cards, "bet 4", trips=5, bad_beat=5))
    assert found["1.bad_beat"] == ("win", 5 * BAD_BEAT[filing][list(BEATEN).index(hand)])


@pytest.mark.parametrize("filing", [NAPA, CLUB500])
def test_bad_beat_loses_on_a_tie_on_a_small_hand_and_on_an_unqualified_bank(filing: str) -> None:
    tie = one(filing, "9h 9d 9s Ac Kd", "2c 3d", seat(1, "2d 3h", "bet 4", trips=5, bad_beat=5))
    assert tie["1.bad_beat"] == ("lose", -5)
    small = one(filing, DRY, "Ks 3s", seat(1, "Ac Ad", "bet 4", trips=5, bad_beat=5))
    assert small["1.bad_beat"] == ("lose", -5)
    none = one(filing, DRY, "Qc Jh", seat(1, "Ac 3h", "bet 4", trips=5, bad_beat=5))
    assert none["1.bad_beat"] == ("lose", -5)


def test_bad_beat_of_a_folded_hand() -> None:
    board, better, worse = BEATEN["three of a kind"]
    fold = ("check", "check", "fold")
    napa = one(NAPA, board, better, seat(1, worse, *fold, trips=5, bad_beat=5))
    assert napa["1.bad_beat"] == ("win", 45)
    assert napa["1.trips"] == ("win", 15)
    higher = one(NAPA, board, worse, seat(1, better, *fold, trips=5, bad_beat=5))
    assert higher["1.bad_beat"] == ("lose", -5)
    club = one(CLUB500, board, better, seat(1, worse, *fold, trips=5, bad_beat=5))
    assert club["1.bad_beat"] == ("lose", -5)


@pytest.mark.parametrize(
    ("filing", "order"),
    [
        (CASINO, ["ante", "play", "blind", "trips"]),
        (GENERIC, ["ante", "play", "blind", "trips"]),
        (NAPA, ["play", "ante", "blind", "trips"]),
        (CLUB500, ["ante", "blind", "play", "trips"]),
    ],
)
def test_wagers_are_settled_in_the_filed_order(filing: str, order: list[str]) -> None:
    answer = settle_round(filing, bank("9h 3h"), seat(1, "7s 8s", "bet 3", trips=5), board=DRY)
    assert [line.wager for line in answer.settlement.lines] == order


@pytest.mark.parametrize(("bank_seat", "first"), [(1, 3), (3, 6), (6, 1), (7, 1)])
@pytest.mark.parametrize("filing", HOUSES)
def test_the_seat_left_of_the_bank_is_settled_first(
    filing: str, bank_seat: int, first: int
) -> None:
    hands = {1: "As 3c", 3: "Ad 3h", 6: "Ac 5c"}
    seats = [seat(n, cards, "bet 4") for n, cards in hands.items() if n != bank_seat]
    answer = settle_round(filing, bank("Qc Jh", seat=bank_seat), *seats, board=DRY)
    assert answer.result.first_action == first


def test_seats_of_the_houses() -> None:
    for filing, seats in ((CASINO, 7), (GENERIC, 7), (NAPA, 7), (CLUB500, 8)):
        settle_round(filing, bank("Qc Jh"), seat(seats, "As 3c", "bet 4"), board=DRY)
        error = refusal(filing, bank("Qc Jh"), seat(seats + 1, "As 3c", "bet 4"), board=DRY)
        assert error.code == "no-such-seat"


@pytest.mark.parametrize("filing", HOUSES)
def test_ante_and_blind_must_be_equal_and_both_placed(filing: str) -> None:
    for wagers, code in (
        ({"ante": 10, "blind": 5}, "unequal"),
        ({"ante": 10}, "needs-base-wager"),
        ({"blind": 10}, "needs-base-wager"),
        ({"trips": 5}, "needs-base-wager"),
    ):
        error = refusal(
            filing, bank("Qc Jh"), {**seat(1, "As 3c", "bet 4"), "wagers": wagers}, board=DRY
        )
        assert error.code == code


def test_bad_beat_needs_trips_at_napa_only() -> None:
    wagers = {"ante": 10, "blind": 10, "bad_beat": 5}
    one_seat = {**seat(1, "As 3c", "bet 4"), "wagers": wagers}
    assert refusal(NAPA, bank("Qc Jh"), one_seat, board=DRY).code == "needs-base-wager"
    settle_round(CLUB500, bank("Qc Jh"), one_seat, board=DRY)
    assert refusal(CASINO, bank("Qc Jh"), one_seat, board=DRY).code == "no-such-wager"
    assert refusal(GENERIC, bank("Qc Jh"), one_seat, board=DRY).code == "no-such-wager"


def behind(**wagers: int) -> dict[str, Any]:
    return {**seat(1, "9c 4d", "bet 4"), "backline": [{"name": "B1", "wagers": wagers}]}


def test_napa_backline_bettors_may_bet_only_the_bonuses_and_need_no_ante() -> None:
    board = "9h 9d 7h 2c 3d"
    answer = settle_round(NAPA, bank("Ks Kd"), behind(trips=5), board=board)
    assert answer.settlement.net["1/B1"] == 1500
    assert refusal(NAPA, bank("Ks Kd"), behind(ante=5, blind=5), board=board).code == "no-backline"
    error = refusal(NAPA, bank("Ks Kd"), behind(bad_beat=5), board=board)
    assert error.code == "needs-base-wager"
    settle_round(NAPA, bank("Ks Kd"), behind(trips=5, bad_beat=5), board=board)


def test_backline_in_the_other_houses() -> None:
    board = "9h 9d 7h 2c 3d"
    answer = settle_round(CASINO, bank("Ks Kd"), behind(ante=5, blind=5), board=board)
    assert answer.settlement.net["1/B1"] == 2500  # ante 5, play 4 x 5; the blind pushes
    assert refusal(CASINO, bank("Ks Kd"), behind(trips=5), board=board).code == "needs-base-wager"
    for filing in (GENERIC, CLUB500):
        error = refusal(filing, bank("Ks Kd"), behind(ante=5, blind=5), board=board)
        assert error.code == "no-backline"
    settle_round(
        GENERIC, bank("Ks Kd"), behind(ante=5, blind=5), board=board, options={"backline": True}
    )


def test_casino_club_trips_is_at_most_50_and_generic_has_no_schedule() -> None:
    error = refusal(CASINO, bank("Qc Jh"), seat(1, "As 3c", "bet 4", trips=51), board=DRY)
    assert error.code == "off-limits"
    error = refusal(GENERIC, bank("Qc Jh"), seat(1, "As 3c", "bet 4"), board=DRY, schedule=1)
    assert error.code == "no-schedule"


@pytest.mark.parametrize(
    ("filing", "schedule", "bank_fee", "seats"),
    [
        # ante + blind + trips of two seats: 20+5 and 100 = 125
        (CASINO, 1, "2.00", {}),
        (NAPA, 1, "2.00", {"1": "0.50", "2": "0.50"}),
        (NAPA, 8, "2.00", {}),
        (CLUB500, 2, "3.00", {}),
    ],
)
def test_collection_counts_ante_blind_and_bonus_not_the_play_wager(
    filing: str, schedule: int, bank_fee: str, seats: dict[str, str]
) -> None:
    answer = settle_round(
        filing,
        bank("Qc Jh"),
        seat(1, "As 3c", "bet 4", trips=5),
        seat(2, "Ad 3d", "bet 4", ante=50),
        board=DRY,
        schedule=schedule,
    )
    assert answer.as_json()["fees"] == {"bank": bank_fee, "seats": seats}


@pytest.mark.parametrize("wager", [0, 5, 10, 25, 40, 50, 55, 60])
def test_a_short_bank_runs_dry_within_a_seat(wager: int) -> None:
    # Casino Club: ante 10, play 30, blind pushes, trips 5 x 3 = 15.
    answer = settle_round(
        CASINO,
        bank("Ks Kd", wager=wager),
        seat(1, "9c 4s", "bet 3", trips=5),
        board="9h 9d 7h 2c 3d",
    )
    left, expected = wager, []
    for due in (10, 30, 0, 15):
        paid = min(left, due)
        left -= paid
        expected.append(paid)
    assert [line.net // 100 for line in answer.settlement.lines] == expected
    assert sum(answer.settlement.net.values()) == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"board": "Kd 9c 7h 4s"}, "too-few-cards"),
        ({"board": "Kd 9c 7h 4s 2d 3d"}, "too-many-cards"),
        ({"board": "Kd 9c 7h 4s As"}, "card-too-often"),
    ],
)
def test_a_board_has_five_cards(change: dict[str, str], code: str) -> None:
    assert refusal(CASINO, bank("Qc Jh"), seat(1, "As 3c", "bet 4"), **change).code == code
