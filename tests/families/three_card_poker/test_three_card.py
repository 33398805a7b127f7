"""Three card poker in the four houses, clause by clause. Figures worked out from the texts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.building import outcomes, refusal, settle_round

CASINO = "casino-club/three-card-poker-6-card-bonus"
OUTLAWS = "outlaws/three-card-poker-6-card-bonus"
NAPA = "napa-valley/three-card-poker-6-card-bonus-1.3"
CLUB500 = "500-club/three-card-poker-6-card-bonus"
HOUSES = [CASINO, OUTLAWS, NAPA, CLUB500]

JACK_HIGH = "Jd 8c 4s"
QUEEN_HIGH = "Qd 8c 4s"


def bank(cards: str, seat: int = 4, wager: int = 5000) -> dict[str, Any]:
    return {"seat": seat, "wager": wager, "cards": cards}


def seat(number: int, cards: str, action: str | None = "play", **wagers: float) -> dict[str, Any]:
    wagers = wagers or {"ante": 10}
    return {
        "number": number,
        "cards": cards,
        "wagers": wagers,
        "actions": [action] if action else [],
    }


@pytest.mark.parametrize(
    ("filing", "higher", "lower", "equal"),
    [
        # Casino Club 1.b pays every ante that did not fold, whatever the hands.
        (CASINO, ("win", 10), ("win", 10), ("win", 10)),
        # Outlaws 5.b pays a higher hand, returns a lower one; a tie pushes.
        (OUTLAWS, ("win", 10), ("push", 0), ("push", 0)),
        # Napa 5.a pays every ante regardless.
        (NAPA, ("win", 10), ("win", 10), ("win", 10)),
        # 500 Club 1.a pays a higher hand and collects a lower one.
        (CLUB500, ("win", 10), ("lose", -10), ("push", 0)),
    ],
)
def test_ante_when_the_bank_does_not_qualify(
    filing: str, higher: tuple[str, int], lower: tuple[str, int], equal: tuple[str, int]
) -> None:
    answer = settle_round(
        filing,
        bank(JACK_HIGH),
        seat(1, "Kh 7d 2s"),
        seat(2, "Th 7s 2c"),
        seat(3, "Js 8h 4d"),
    )
    found = outcomes(answer)
    assert (found["1.ante"], found["2.ante"], found["3.ante"]) == (higher, lower, equal)
    assert {found[f"{n}.play"] for n in (1, 2, 3)} == {("push", 0)}


@pytest.mark.parametrize("filing", HOUSES)
def test_a_qualifying_bank_pays_higher_collects_lower_and_ties_push(filing: str) -> None:
    answer = settle_round(
        filing,
        bank(QUEEN_HIGH),
        seat(1, "Kh 7d 2s"),
        seat(2, "Qh 8d 3s"),
        seat(3, "Qs 8h 4d"),
    )
    assert outcomes(answer) == {
        "1.ante": ("win", 10), "1.play": ("win", 10),
        "2.ante": ("lose", -10), "2.play": ("lose", -10),
        "3.ante": ("push", 0), "3.play": ("push", 0),
    }  # fmt: skip


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("Jd Tc 8s", False), ("Qd 3c 2s", True), ("2d 2c 3s", True), ("3d 4c 5s", True),
        ("Jd 9d 7d", True), ("Kd 3c 2s", True), ("Ad 5c 4s", True), ("Jd Tc 9s", True),
    ],
)  # fmt: skip
def test_queen_high_or_any_pair_or_better_qualifies(
    filing: str, cards: str, qualifies: bool
) -> None:
    answer = settle_round(
        filing, bank(cards), seat(1, "Ah Ac Ad" if cards[0] != "A" else "Kh Kc Ks")
    )
    assert outcomes(answer)["1.play"] == (("win", 10) if qualifies else ("push", 0))


PAIR_PLUS = [
    ("Ah Kh Qh", 200), ("Kh Qh Jh", 40), ("Ah 2h 3h", 40), ("2h 2s 2c", 30), ("Ah Kd Qh", 6),
    ("Ah 2d 3h", 6), ("Ah Kh Jh", 3), ("2h 2s 3c", 1),
]  # fmt: skip


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(("cards", "pays"), PAIR_PLUS)
def test_pair_plus_pays_each_row(filing: str, cards: str, pays: int) -> None:
    answer = settle_round(filing, bank("9d 8c 6s"), seat(1, cards, ante=10, pair_plus=5))
    assert outcomes(answer)["1.pair_plus"] == ("win", 5 * pays)
    line = next(x for x in answer.settlement.lines if x.wager == "pair_plus")
    assert line.odds == pays


@pytest.mark.parametrize("filing", HOUSES)
def test_pair_plus_loses_without_a_pair_and_is_forfeited_by_a_fold(filing: str) -> None:
    answer = settle_round(
        filing,
        bank("9d 8c 6s"),
        seat(1, "Ah Kd Jc", ante=10, pair_plus=5),
        seat(2, "2h 2d 2c", "fold", ante=10, pair_plus=5),
    )
    found = outcomes(answer)
    assert found["1.pair_plus"] == ("lose", -5)
    assert found["2.pair_plus"] == ("lose", -5)
    assert found["2.ante"] == ("lose", -10)
    assert "2.play" not in found


SIX_CARD = {
    # hand: (bank, player, category index)
    "royal flush": ("Ah Kh 2c", "Qh Jh Th"),
    "straight flush": ("9h 8h 2c", "7h 6h 5h"),
    "four of a kind": ("9h 9c 2c", "9d 9s 5h"),
    "full house": ("9h 9c 2c", "9d 2s 5h"),
    "flush": ("9h 8h 2c", "Kh 6h 5h"),
    "straight": ("9h 8c 2c", "7d 6s 5h"),
    "three of a kind": ("9h 9c 2c", "9d Ks 5h"),
}
SIX_CARD_PAYS = {
    CASINO: [1000, 200, 100, 20, 15, 10, 7],
    OUTLAWS: [1000, 200, 50, 25, 15, 10, 5],
    NAPA: [1000, 200, 100, 20, 15, 10, 7],
    CLUB500: [1000, 200, 100, 20, 15, 9, 5],
}


@pytest.mark.parametrize("action", ["play", "fold"])
@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("row", range(7), ids=list(SIX_CARD))
def test_six_card_bonus_pays_each_row_folded_or_not(filing: str, row: int, action: str) -> None:
    bank_cards, cards = list(SIX_CARD.values())[row]
    answer = settle_round(
        filing, bank(bank_cards, wager=50_000), seat(1, cards, action, ante=10, six_card_bonus=5)
    )
    expected = 5 * SIX_CARD_PAYS[filing][row]
    assert outcomes(answer)["1.six_card_bonus"] == ("win", expected)


@pytest.mark.parametrize("filing", HOUSES)
def test_six_card_bonus_loses_with_two_pairs(filing: str) -> None:
    answer = settle_round(filing, bank("9h 9c 2c"), seat(1, "Kd Ks 5h", ante=10, six_card_bonus=5))
    assert outcomes(answer)["1.six_card_bonus"] == ("lose", -5)


def test_casino_club_settles_play_before_ante_and_others_ante_before_play() -> None:
    for filing, first in ((CASINO, "play"), (OUTLAWS, "ante"), (NAPA, "ante"), (CLUB500, "ante")):
        answer = settle_round(
            filing, bank(QUEEN_HIGH, wager=15), seat(1, "Kh Kd 2s", ante=10, pair_plus=5)
        )
        lines = answer.settlement.lines
        assert lines[0].wager == first
        assert [line.net for line in lines] == [1000, 500, 0]
        assert [line.outcome for line in lines] == ["win", "win", "no_action"]
        assert [line.uncovered for line in lines] == [0, 500, 500]


BUTTON = [
    ("A", 1), ("2", 2), ("3", 3), ("4", 5), ("5", 6), ("6", 7), ("7", 1), ("8", 2), ("9", 3),
    ("T", 5), ("J", 6), ("Q", 7), ("K", 1),
]  # fmt: skip


@pytest.mark.parametrize("filing", [CASINO, OUTLAWS])
@pytest.mark.parametrize(("rank", "first"), BUTTON)
def test_action_button_by_the_third_card_counted_without_the_bank(
    filing: str, rank: str, first: int
) -> None:
    # The bank in seat 4 of seven: seats 1 2 3 5 6 7 are one to six, then round again.
    hands = ["2h 5d 8h", "2d 5h 8d", "3h 6d 9h", "3d 6h 9d", "3s 6s 9s", "4h 7d Th"]
    seats = [seat(n, hand) for n, hand in zip((1, 2, 3, 5, 6, 7), hands, strict=True)]
    others = "Kc Jc" if rank not in "KJ" else "Qc Tc"
    answer = settle_round(filing, bank(f"{others} {rank}c"), *seats)
    assert answer.result.first_action == first


@pytest.mark.parametrize("filing", [NAPA, CLUB500])
def test_without_a_button_the_seat_left_of_the_bank_is_first(filing: str) -> None:
    answer = settle_round(filing, bank(QUEEN_HIGH), seat(3, "Kh 7d 2s"), seat(6, "Kd 7s 2c"))
    assert answer.result.first_action == 6


def test_seats_without_a_wager_are_passed_over() -> None:
    # Third card 4: seat 5 is fourth beside the bank in 4; only 3 and 6 wager, 6 comes next.
    answer = settle_round(CASINO, bank("Kc Jc 4c"), seat(3, "2h 5d 8h"), seat(6, "2d 5c 8d"))
    assert answer.result.first_action == 6


def test_napa_item_8_collects_losers_before_winners_are_paid() -> None:
    answer = settle_round(
        NAPA,
        bank(QUEEN_HIGH, wager=25),
        seat(5, "Kh 7d 2s"),  # first in turn, wins 20
        seat(6, "Th 7s 2c"),  # loses 20, collected first
    )
    assert [line.bettor for line in answer.settlement.lines] == ["6", "6", "5", "5"]
    assert answer.settlement.net == {"5": 500, "6": -2000, "bank": 1500}


def test_seat_by_seat_the_first_winner_exhausts_the_bank() -> None:
    answer = settle_round(
        CLUB500, bank(QUEEN_HIGH, wager=25), seat(5, "Kh 7d 2s"), seat(6, "Th 7s 2c")
    )
    assert answer.settlement.net == {"5": 2000, "6": -500, "bank": -1500}
    assert [line.uncovered for line in answer.settlement.lines] == [0, 0, 500, 1000]


@pytest.mark.parametrize("wager", range(0, 61, 5))
def test_a_short_bank_runs_dry_at_each_place(wager: int) -> None:
    # In order: seat 5 wins 10 + 10, seat 6 loses 10 + 10, seat 7 wins 10 + 10.
    answer = settle_round(
        CLUB500,
        bank(QUEEN_HIGH, wager=wager),
        seat(5, "Kh 7d 2s"),
        seat(6, "Th 7s 2c"),
        seat(7, "Kd 7h 2d"),
    )
    left, expected = wager, []
    for amount in (10, 10, -10, -10, 10, 10):
        moved = min(left, 10)
        left -= moved
        expected.append(moved if amount > 0 else -moved)
    assert [line.net // 100 for line in answer.settlement.lines] == expected
    assert answer.settlement.bank_left == max(0, wager - 60) * 100
    assert sum(answer.settlement.net.values()) == 0


def test_backline_bettors_follow_their_seat_and_are_settled_after_it() -> None:
    one = seat(5, "Kh 7d 2s")
    one["backline"] = [
        {"name": "B1", "wagers": {"ante": 20}},
        {"name": "B2", "wagers": {"ante": 5, "pair_plus": 5}},
    ]
    answer = settle_round(CASINO, bank("8c 4s Qd"), one, seat(6, "Th 7s 2c"))
    # A queen counts twelve: seat 7, without a wager; seat 5 is the next with one.
    assert [line.bettor for line in answer.settlement.lines] == [
        "5", "5", "5/B1", "5/B1", "5/B2", "5/B2", "5/B2", "6", "6",
    ]  # fmt: skip
    assert answer.settlement.net["5/B1"] == 4000
    assert answer.settlement.net["5/B2"] == 500


@pytest.mark.parametrize("filing", [OUTLAWS, CLUB500, NAPA])
def test_backline_betting_is_refused_where_it_is_not_filed(filing: str) -> None:
    one = seat(5, "Kh 7d 2s")
    one["backline"] = [{"name": "B1", "wagers": {"ante": 20}}]
    assert refusal(filing, bank(QUEEN_HIGH), one).code == "no-backline"


def test_napa_is_silent_on_backline_and_the_house_may_allow_it() -> None:
    one = seat(5, "Kh 7d 2s")
    one["backline"] = [{"name": "B1", "wagers": {"ante": 20}}]
    answer = settle_round(NAPA, bank(QUEEN_HIGH), one, options={"backline": True})
    assert answer.settlement.net["5/B1"] == 4000


@pytest.mark.parametrize("bonus", ["pair_plus", "six_card_bonus"])
@pytest.mark.parametrize("filing", [CASINO, OUTLAWS, CLUB500])
def test_a_bonus_needs_an_ante_except_at_napa(filing: str, bonus: str) -> None:
    assert refusal(filing, bank(QUEEN_HIGH), seat(1, "Kh 7d 2s", None, **{bonus: 5})).code == (
        "needs-base-wager"
    )
    answer = settle_round(NAPA, bank(QUEEN_HIGH), seat(1, "Kh Kd 2s", None, **{bonus: 5}))
    assert [line.wager for line in answer.settlement.lines] == [bonus]
    assert answer.settlement.net["1"] == (500 if bonus == "pair_plus" else -500)


def test_casino_club_backline_bonus_needs_a_backline_ante() -> None:
    one = seat(5, "Kh 7d 2s")
    one["backline"] = [{"name": "B1", "wagers": {"pair_plus": 5}}]
    assert refusal(CASINO, bank(QUEEN_HIGH), one).code == "needs-base-wager"


@pytest.mark.parametrize(("bonus", "most"), [("pair_plus", 50), ("six_card_bonus", 25)])
@pytest.mark.parametrize("filing", [CASINO, OUTLAWS])
def test_bonus_limits_hold_without_a_schedule(filing: str, bonus: str, most: int) -> None:
    one = seat(1, "Kh 7d 2s")
    settle_round(filing, bank(QUEEN_HIGH), {**one, "wagers": {"ante": 100, bonus: most}})
    over = {**one, "wagers": {"ante": 100, bonus: most + 1}}
    error = refusal(filing, bank(QUEEN_HIGH), over)
    assert error.code == "off-limits"
    assert f"${most}" in error.message


@pytest.mark.parametrize(
    ("filing", "schedule", "ante", "fine"),
    [
        (CASINO, 1, 5, True), (CASINO, 1, 4, False), (CASINO, 1, 500, True),
        (CASINO, 1, 501, False), (CLUB500, 1, 10_000, True), (CLUB500, 1, 10_001, False),
        (NAPA, 1, 100, True),
        (NAPA, 1, 101, False), (NAPA, 8, 4, False), (NAPA, 8, 5000, True),
    ],
)  # fmt: skip
def test_table_limits_of_the_schedule(filing: str, schedule: int, ante: int, fine: bool) -> None:
    args = (filing, bank(QUEEN_HIGH, wager=90_000), seat(1, "Kh 7d 2s", ante=ante))
    if fine:
        settle_round(*args, schedule=schedule)
    else:
        assert refusal(*args, schedule=schedule).code == "off-limits"


def test_posted_limits_bind_when_they_are_given() -> None:
    one = seat(1, "Kh 7d 2s", ante=10)
    assert refusal(CASINO, bank(QUEEN_HIGH), one, limits="25-100").code == "off-limits"
    settle_round(CASINO, bank(QUEEN_HIGH), one, limits="5-100")


@pytest.mark.parametrize(
    ("filing", "schedule", "antes", "bank_fee", "player_fees"),
    [
        # Casino Club 1: 5-50 .50, 51-100 1, 101-300 2, 301-500 4, 501+ 5
        (CASINO, 1, [50], "0.50", {}), (CASINO, 1, [25, 26], "1.00", {}),
        (CASINO, 1, [100.50], "1.00", {}), (CASINO, 1, [101], "2.00", {}),
        (CASINO, 1, [300, 201], "5.00", {}),
        # Outlaws 1: ante 5-300 .50, 301-500 1; action 5-100 .50 ... 401+ 3
        (OUTLAWS, 1, [300, 301], "3.00", {"1": "0.50", "2": "1.00"}),
        (OUTLAWS, 4, [49], "1.00", {}), (OUTLAWS, 5, [100], "0.50", {}),
        (OUTLAWS, 5, [301], "5.00", {}),
        # Napa 1: 1-100 $1, 101+ $2, and 50 cents a player
        (NAPA, 1, [50, 50], "1.00", {"1": "0.50", "2": "0.50"}),
        (NAPA, 7, [100, 100], "3.00", {"1": "1.00", "2": "1.00"}),
        # 500 Club 1: 1-34 $1, 35-99 $2, 100-199 $4, 200-299 $5, 300+ $7
        (CLUB500, 1, [34], "1.00", {}), (CLUB500, 1, [35], "2.00", {}),
        (CLUB500, 1, [299, 1], "7.00", {}),
    ],
)  # fmt: skip
def test_collection(
    filing: str, schedule: int, antes: list[float], bank_fee: str, player_fees: dict[str, str]
) -> None:
    hands = ["Kh 7d 2s", "Kd 7h 2d"]
    seats = [seat(n, hands[n - 1], ante=ante) for n, ante in enumerate(antes, 1)]
    answer = settle_round(filing, bank(QUEEN_HIGH, wager=9000), *seats, schedule=schedule)
    assert answer.as_json()["fees"] == {"bank": bank_fee, "seats": player_fees}


def test_bonus_bets_and_backline_count_in_the_table_action() -> None:
    one = seat(1, "Kh 7d 2s", ante=30, pair_plus=10, six_card_bonus=10)
    one["backline"] = [{"name": "B1", "wagers": {"ante": 5}}]
    answer = settle_round(CASINO, bank(QUEEN_HIGH), one, schedule=1)
    assert answer.as_json()["fees"]["bank"] == "1.00"  # 55 lies in 51-100


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"actions": ["raise"]}, "not-a-choice"),
        ({"actions": ["play", "play"]}, "too-many-choices"),
        ({"actions": ["fold", "play"]}, "too-many-choices"),
        ({"actions": []}, "no-choice"),
        ({"cards": "Kh 7d"}, "too-few-cards"),
        ({"cards": "Kh 7d 2s 3s"}, "too-many-cards"),
        ({"cards": "Kh 7d 8c"}, "card-too-often"),
        ({"cards": "Kh 7d Jk"}, "card-too-often"),
        ({"cards": "Kh 7d 1s"}, "not-a-card"),
        ({"number": 4}, "bank-seat"),
        ({"number": 8}, "no-such-seat"),
        ({"wagers": {"ante": 10, "trips": 5}}, "no-such-wager"),
    ],
)
def test_what_cannot_have_happened_is_refused(change: dict[str, Any], code: str) -> None:
    error = refusal(CASINO, bank(QUEEN_HIGH), {**seat(1, "Kh 7d 2s"), **change})
    assert error.code == code
    assert error.where


def test_napa_plays_with_up_to_eight_decks() -> None:
    one = seat(1, "Qd Qd Qd", ante=10, six_card_bonus=5)
    assert refusal(NAPA, bank("Qd 8c 4s"), one).code == "card-too-often"
    answer = settle_round(NAPA, bank("Qd 8c 4s"), one, decks=4)
    # Four queens of one suit are four of a kind: 100 to 1.
    assert outcomes(answer)["1.six_card_bonus"] == ("win", 500)
    five = settle_round(NAPA, bank("Qd Qd 4s"), one, decks=5)
    assert outcomes(five)["1.six_card_bonus"] == ("win", 500)  # five of a kind pays as four


def test_napa_table_size_is_an_option() -> None:
    one = seat(10, "Kh 7d 2s")
    assert refusal(NAPA, bank(QUEEN_HIGH), one).code == "no-such-seat"
    settle_round(NAPA, bank(QUEEN_HIGH), one, options={"seats": 10})
    assert refusal(NAPA, bank(QUEEN_HIGH), one, options={"seats": 9}).code == "bad-option"


def test_net_coverage_lets_collected_money_pay_later_winners() -> None:
    seats = [seat(5, "Th 7s 2c"), seat(6, "Kh 7d 2s")]
    gross = settle_round(CLUB500, bank(QUEEN_HIGH, wager=20), *seats)
    net = settle_round(CLUB500, bank(QUEEN_HIGH, wager=20), *seats, options={"coverage": "net"})
    assert gross.settlement.net == {"5": -2000, "6": 0, "bank": 2000}
    assert net.settlement.net == {"5": -2000, "6": 2000, "bank": 0}
