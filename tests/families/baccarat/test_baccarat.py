"""Baccarat dealt and settled: drawing, lines, tie, dragon 7, panda 8, in both houses."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile

NAPA, CLUB = "napa-valley/ez-baccarat-panda-8", "500-club/ez-baccarat"
HOUSES = (NAPA, CLUB)
Seats = dict[int, dict[str, Any]]

# A card for each value, in a suit for the player hand and one for the banker hand.
P = {v: f"{r}h" for v, r in enumerate("KA23456789")}
B = {v: f"{r}c" for v, r in enumerate("QA23456789")}

# As both filings print it: banker totals down, values of the player's third card across.
CHART = {
    7: "S S S S S S S S S S",
    6: "S S S S S S H H S S",
    5: "S S S S H H H H S S",
    4: "S S H H H H H H S S",
    3: "H H H H H H H H S H",
    2: "H H H H H H H H H H",
    1: "H H H H H H H H H H",
    0: "H H H H H H H H H H",
}
CELLS = [
    (filing, total, value, letter == "H")
    for filing in HOUSES
    for total, row in CHART.items()
    for value, letter in enumerate(row.split())
]

PLAYER_CLAUSE = {
    NAPA: "Dealing Procedures and Round of Play, Baccarat rules, bullet 1",
    CLUB: "Dealing Procedures and Round of Play, item 5.a",
}
ALONE_CLAUSE = {
    NAPA: "Dealing Procedures and Round of Play, Baccarat rules, bullet 2",
    CLUB: "Dealing Procedures and Round of Play, item 5.b",
}
CHART_CLAUSE = {
    NAPA: "Dealing Procedures and Round of Play, Baccarat rules, bullet 3 and chart",
    CLUB: "Dealing Procedures and Round of Play, items 5.c and 6",
}
NATURAL_CLAUSE = {
    NAPA: "Card Values and Hand Rankings, Natural 9 and Natural 8; banker's chart",
    CLUB: "EZ Baccarat Hand Rankings, Natural 9 and Natural 8; Dealing Procedures, item 6",
}


def settle(
    filing: str,
    player: str,
    banker: str,
    seats: Seats | None = None,
    *,
    bank: int = 5,
    wager: int | str = 100_000,
    **more: Any,
) -> Adjudication:
    """A round as a file would state it; a seat's `backline` stands among its wagers."""
    entries = []
    for number, wagers in (seats or {1: {"player": 10}}).items():
        own = {name: amount for name, amount in wagers.items() if name != "backline"}
        behind = [{"name": n, "wagers": w} for n, w in wagers.get("backline", {}).items()]
        entries.append({"number": number, "wagers": own, "backline": behind})
    return adjudicate(
        RoundFile.model_validate(
            {
                "filing": filing,
                "bank": {"seat": bank, "wager": wager},
                "hands": {"player": player, "banker": banker},
                "seat": entries,
                **more,
            }
        )
    )


def refusal(*args: Any, **more: Any) -> HousewayError:
    with pytest.raises(HousewayError) as refused:
        settle(*args, **more)
    return refused.value


def outcomes(answer: Adjudication) -> dict[str, str]:
    return {f"{line.bettor}.{line.wager}": line.outcome for line in answer.settlement.lines}


def net(answer: Adjudication) -> dict[str, str]:
    return answer.as_json()["net"]  # type: ignore[no-any-return]


# --- who draws -------------------------------------------------------------------------------


@pytest.mark.parametrize(("filing", "total", "value", "draws"), CELLS)
def test_bankers_chart_cell(filing: str, total: int, value: int, draws: bool) -> None:
    """The cell's own way is accepted; the other is refused at the banker, by the chart."""
    player = f"{P[0]} Jd {P[value]}"
    stands, takes = f"{B[0]} {B[total]}", f"{B[0]} {B[total]} 9s"
    right, wrong = (takes, stands) if draws else (stands, takes)
    settle(filing, player, right)
    error = refusal(filing, player, wrong)
    assert (error.code, error.where, error.cite) == (
        "too-few-cards" if draws else "too-many-cards",
        "banker",
        CHART_CLAUSE[filing],
    )


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("total", range(8))
@pytest.mark.parametrize("stood_on", [6, 7])
def test_banker_draws_to_five_when_the_player_hand_stood(
    filing: str, total: int, stood_on: int
) -> None:
    player = f"{P[0]} {P[stood_on]}"
    stands, takes = f"{B[0]} {B[total]}", f"{B[0]} {B[total]} 9s"
    right, wrong = (takes, stands) if total <= 5 else (stands, takes)
    settle(filing, player, right)
    error = refusal(filing, player, wrong)
    assert (error.where, error.cite) == ("banker", ALONE_CLAUSE[filing])


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("total", range(8))
def test_player_hand_draws_to_five_and_stands_from_six(filing: str, total: int) -> None:
    stands, takes = f"{P[0]} {P[total]}", f"{P[0]} {P[total]} 9d"
    right, wrong = (takes, stands) if total <= 5 else (stands, takes)
    settle(filing, right, f"{B[0]} {B[7]}")
    error = refusal(filing, wrong, f"{B[0]} {B[7]}")
    assert (error.where, error.cite) == ("player", PLAYER_CLAUSE[filing])


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", range(10))
def test_ruling_97_a_natural_in_either_hand_ends_the_drawing(
    filing: str, natural: int, other: int
) -> None:
    settle(filing, f"{P[0]} {P[natural]}", f"{B[0]} {B[other]}")
    settle(filing, f"{P[0]} {P[other]}", f"{B[0]} {B[natural]}")
    for player, banker, where in (
        (f"{P[0]} {P[natural]}", f"{B[0]} {B[other]} 2s", "banker"),
        (f"{P[0]} {P[other]} 2d", f"{B[0]} {B[natural]}", "player"),
        (f"{P[0]} {P[natural]} 2d", f"{B[0]} {B[other]}", "player"),
        (f"{P[0]} {P[other]}", f"{B[0]} {B[natural]} 2s", "banker"),
    ):
        error = refusal(filing, player, banker)
        assert (error.code, error.where) == ("too-many-cards", where)
        assert error.cite == NATURAL_CLAUSE[filing]


@pytest.mark.parametrize(
    ("player", "banker", "words"),
    [
        ("Kh 5d", "Kc 7s", "a player hand of 5 draws another card"),
        ("Kh Jd 4h", "Kc 5s", "a banker hand of 5 draws another card"),
        ("Kh 6d 2c", "Kc 7s", "2c cannot have been dealt: the player hand stands on 6"),
        ("Kh Jd 8h", "Kc 5s 2c", "2c cannot have been dealt: the banker hand stands on 5"),
        ("Kh 8d", "Kc 5s 2c", "2c cannot have been dealt: a natural ended the drawing"),
        ("Kh Jd 3h 2c", "Kc 7s", "2c cannot have been dealt: a hand gets no fourth card"),
    ],
)
def test_a_refusal_says_why_a_card_is_missing_or_too_many(
    player: str, banker: str, words: str
) -> None:
    assert words in refusal(NAPA, player, banker).message


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", range(8))
def test_ruling_97_the_letter_as_an_option(filing: str, natural: int, other: int) -> None:
    """Each hand draws by its own total, whatever the other holds."""
    letter: dict[str, Any] = {"options": {"natural_ends_drawing": False}}
    third = " 2d" if other <= 5 else ""
    settle(filing, f"{P[0]} {P[other]}{third}", f"{B[0]} {B[natural]}", **letter)
    settle(filing, f"{P[0]} {P[natural]}", f"{B[0]} {B[other]}{third}", **letter)
    wrong = "" if third else " 2d"
    assert refusal(filing, f"{P[0]} {P[other]}{wrong}", f"{B[0]} {B[natural]}", **letter)
    assert refusal(filing, f"{P[0]} {P[natural]}", f"{B[0]} {B[other]}{wrong}", **letter)


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("value", range(10))
def test_ruling_97_the_letter_banker_natural_never_draws(
    filing: str, natural: int, value: int
) -> None:
    """The chart has no row past seven."""
    letter: dict[str, Any] = {"options": {"natural_ends_drawing": False}}
    player = f"{P[0]} Jd {P[value]}"
    settle(filing, player, f"{B[0]} {B[natural]}", **letter)
    error = refusal(filing, player, f"{B[0]} {B[natural]} 2s", **letter)
    assert (error.where, error.cite) == ("banker", CHART_CLAUSE[filing])


@pytest.mark.parametrize("filing", HOUSES)
def test_ruling_98_points_decide_not_the_name_of_a_natural(filing: str) -> None:
    answer = settle(
        filing,
        "Kh 4d 5h",  # nine with three cards
        "Kc 8s",  # natural eight
        {6: {"player": 10}, 7: {"banker": 10}},
        options={"natural_ends_drawing": False},
    )
    assert outcomes(answer) == {"6.player": "win", "7.banker": "lose"}


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(
    ("player", "banker", "where", "code"),
    [
        ("Kh", "Kc 7s", "player", "too-few-cards"),
        ("Kh 7d", "Kc", "banker", "too-few-cards"),
        ("", "Kc 7s", "player", "too-few-cards"),
        ("Kh 2d 3c 4c", "Kc 7s", "player", "too-many-cards"),
        ("Kh 7d", "Kc 2s 3s 4s", "banker", "too-many-cards"),
    ],
)
def test_hands_of_two_or_three_cards(
    filing: str, player: str, banker: str, where: str, code: str
) -> None:
    error = refusal(filing, player, banker)
    assert (error.code, error.where) == (code, where)
    assert error.cite


@pytest.mark.parametrize("filing", HOUSES)
def test_cards_elsewhere_than_in_the_two_hands_are_refused(filing: str) -> None:
    base = {"filing": filing, "hands": {"player": "Kh 7d", "banker": "Kc 7s"}}
    wagers = {"number": 1, "wagers": {"player": 10}}
    for entry in (
        {"bank": {"seat": 5, "wager": 100, "cards": "2c 3c"}, "seat": [wagers]},
        {"bank": {"seat": 5, "wager": 100}, "seat": [{**wagers, "cards": "2c 3c"}]},
        {"bank": {"seat": 5, "wager": 100}, "seat": [wagers], "board": "2c"},
        {"bank": {"seat": 5, "wager": 100}, "seat": [{**wagers, "actions": ["hit"]}]},
    ):
        with pytest.raises(HousewayError):
            adjudicate(RoundFile.model_validate({**base, **entry}))


# --- how winners are determined ----------------------------------------------------------------

ALL = ("player", "banker", "tie", "panda_8", "dragon_7")


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(
    ("player", "banker", "expected"),
    [
        # Two seats, one on each line; 10 on the line and 1 on every other spot.
        ("Kh 7d", "Kc 6s", "win lose lose lose lose"),
        ("Kh 6d", "Kc 7s", "lose win lose lose lose"),  # seven with two cards: no dragon
        ("Kh 9d", "Kc 8s", "win lose lose lose lose"),
        ("Kh 8d", "Kc 9s", "lose win lose lose lose"),
        ("Kh 8d", "Kc 7s", "win lose lose lose lose"),  # eight with two cards: no panda
        ("Kh 6d", "Kc 6s", "push push win lose lose"),
        ("Kh 8d", "Kc 8s", "push push win lose lose"),
        ("Kh 9d", "Kc 9s", "push push win lose lose"),
        ("Kh Jd Qh", "Kc Js Qc", "push push win lose lose"),  # zero each
        ("Kh 7d", "Kc 5s 2c", "push push win lose lose"),  # three-card seven against seven
        ("Kh 2d 6h", "Kc 6s 2c", "push push win lose lose"),  # three-card eights
        ("Kh 6d", "Kc 5s 2c", "lose win lose lose win"),  # dragon against a two-card six
        ("Kh Jd 6h", "Kc 6s Ac", "lose win lose lose win"),  # against a three-card six
        ("Kh Jd Qh", "Kc 3s 4c", "lose win lose lose win"),  # against nothing
        ("Kh 2d 6h", "Kc 6s Ac", "win lose lose win lose"),  # eight beats the three-card seven
        ("Kh 3d 6h", "Kc 6s Ac", "win lose lose lose lose"),  # nine beats it
        ("Kh 3d 5c", "4c 3s", "win lose lose win lose"),  # panda against a two-card seven
        ("Kh Jd 8h", "Kc 2s Qc", "win lose lose win lose"),  # against a three-card two
        ("Kh Jd 8h", "Kc 2s 8c", "win lose lose win lose"),  # against nothing
        ("Kh 2d 6h", "Kc 6s 3c", "lose win lose lose lose"),  # three-card eight under nine
        ("Kh 5d 4h", "Kc 7s", "win lose lose lose lose"),  # three-card nine: no panda
        ("Kh Jd 7h", "Kc 6s 2c", "lose win lose lose lose"),  # banker's three-card eight
    ],
)
def test_winners_of_every_spot(filing: str, player: str, banker: str, expected: str) -> None:
    bonus = {"tie": 1, "panda_8": 1, "dragon_7": 1}
    answer = settle(
        filing, player, banker, {6: {"player": 10, **bonus}, 7: {"banker": 10, **bonus}}
    )
    want = dict(zip(ALL, expected.split(), strict=True))
    got = outcomes(answer)
    for wager in ("tie", "panda_8", "dragon_7"):
        assert got[f"6.{wager}"] == got[f"7.{wager}"] == want[wager]
    assert (got["6.player"], got["7.banker"]) == (want["player"], want["banker"])
    pays = {"player": 10, "banker": 10, "tie": 8, "panda_8": 25, "dragon_7": 40}
    stakes = {"player": 10, "banker": 10, "tie": 1, "panda_8": 1, "dragon_7": 1}

    def result(line: str) -> int:
        return sum(
            pays[spot] if want[spot] == "win" else -stakes[spot] if want[spot] == "lose" else 0
            for spot in (line, "tie", "panda_8", "dragon_7")
        )

    assert net(answer) == {
        "6": f"{result('player')}.00",
        "7": f"{result('banker')}.00",
        "bank": f"{-result('player') - result('banker')}.00",
    }


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(
    ("wager", "player", "banker", "odds", "won"),
    [
        ("player", "Kh 7d", "Kc 6s", "1:1", "12.50"),
        ("banker", "Kh 6d", "Kc 7s", "1:1", "12.50"),
        ("tie", "Kh 6d", "Kc 6s", "8:1", "100.00"),
        ("panda_8", "Kh 3d 5c", "4c 3s", "25:1", "312.50"),
        ("dragon_7", "Kh 6d", "Kc 5s 2c", "40:1", "500.00"),
    ],
)
def test_each_pay_row(
    filing: str, wager: str, player: str, banker: str, odds: str, won: str
) -> None:
    wagers: dict[str, Any] = {wager: "12.50"}
    if wager in ("panda_8", "dragon_7") and filing == CLUB:
        wagers["player"] = 10
    line = next(
        line
        for line in settle(filing, player, banker, {1: wagers}).as_json()["lines"]
        if line["wager"] == wager
    )
    assert (line["outcome"], line["odds"], line["net"]) == ("win", odds, won)
    assert line["because"]
    assert line["cite"]


@pytest.mark.parametrize("filing", HOUSES)
def test_ruling_100_banker_line_is_paid_on_a_three_card_seven_or_pushes_by_option(
    filing: str,
) -> None:
    seats: Seats = {6: {"banker": 10, "dragon_7": 1}, 7: {"player": 10}}
    paid = settle(filing, "Kh 6d", "Kc 5s 2c", seats)
    assert net(paid) == {"6": "50.00", "7": "-10.00", "bank": "-40.00"}
    assert "reading table-games 100 decided the banker line: win" in paid.warnings
    push: dict[str, Any] = {"options": {"banker_three_card_seven": "push"}}
    pushed = settle(filing, "Kh 6d", "Kc 5s 2c", seats, **push)
    assert net(pushed) == {"6": "40.00", "7": "-10.00", "bank": "-30.00"}
    assert outcomes(pushed)["6.banker"] == "push"
    assert not pushed.warnings
    # Any other win of the banker is paid, any loss collected, under the option too.
    for player, banker, outcome in (
        ("Kh 6d", "Kc 7s", "win"),  # seven with two cards
        ("Kh 6d", "Kc 5s 3c", "win"),  # eight with three
        ("Kh 7d", "Kc 5s 2c", "push"),  # a tie of sevens
        ("Kh 2d 6h", "Kc 6s Ac", "lose"),  # three-card seven beaten by eight
    ):
        answer = settle(filing, player, banker, {6: {"banker": 10}}, **push)
        assert outcomes(answer) == {"6.banker": outcome}


def test_ruling_99_napa_lines_push_on_a_tie_and_the_reading_is_named() -> None:
    answer = settle(NAPA, "Kh 6d", "Kc 6s", {6: {"player": 10}, 7: {"banker": 10}})
    assert net(answer) == {"6": "0.00", "7": "0.00", "bank": "0.00"}
    assert answer.warnings == (
        "reading table-games 99 decided the player line: push",
        "reading table-games 99 decided the banker line: push",
    )
    only_tie = settle(NAPA, "Kh 6d", "Kc 6s", {6: {"tie": 10}})
    assert only_tie.warnings == ()


def test_500_club_item_4f_lines_push_on_a_tie() -> None:
    answer = settle(CLUB, "Kh 6d", "Kc 6s", {6: {"player": 10, "banker": 20, "tie": 5}})
    assert net(answer) == {"6": "40.00", "bank": "-40.00"}
    assert answer.warnings == ()
    push = next(line for line in answer.settlement.lines if line.wager == "player")
    assert push.cite.startswith("Dealing Procedures and Round of Play, item 4.f")


@pytest.mark.parametrize("filing", HOUSES)
def test_ruling_97_is_named_where_it_decided(filing: str) -> None:
    named = ("reading table-games 97 decided that a natural ended the drawing",)
    seats: Seats = {1: {"player": 10}}
    assert settle(filing, "Kh 5d", "Kc 8s", seats).warnings == named
    assert settle(filing, "Kh 9d", "Kc 5s", seats).warnings == named
    assert settle(filing, "Kh 9d", "Kc 6s", seats).warnings == ()
    assert settle(filing, "Kh 6d", "Kc 8s", seats).warnings == ()
    assert settle(filing, "Kh 7d", "Kc 6s", seats).warnings == ()
