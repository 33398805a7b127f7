"""A house's version of a known game needs data and nothing else.

Each test makes a filing of a house that does not exist out of the parts of real ones: order,
qualifier, button, prerequisites and fees come from different filings. The rounds are worked out
by hand from the clauses that were put together.
"""

from __future__ import annotations

import copy
from decimal import Decimal
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.filings.catalogue import DATA
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile
from tests.families.test_golden import written

Data = dict[str, Any]


def real(filing: str) -> Data:
    """The data of a filing of the catalogue, to be taken apart."""
    return copy.deepcopy(read_toml(DATA / f"{filing}.toml"))


def opened(game: str, data: Data) -> PlayerDealerFiling:
    """The data as a filing of the invented house."""
    data |= {"id": f"riverbend/{game}", "house": "Riverbend Cardroom", "title": game}
    data["source"] = {"file": "own", "lines": "1-99"}
    filing = parse_filing(data, f"{game}.toml")
    assert isinstance(filing, PlayerDealerFiling)
    return filing


def settled(filing: PlayerDealerFiling, schedule: int | str | None, **round_: Any) -> Adjudication:
    file = RoundFile.model_validate({"filing": filing.id, **round_})
    return adjudicate(file, terms=make_terms(filing, schedule=schedule))


def lines(answer: Adjudication) -> list[str]:
    return [written(line) for line in answer.settlement.lines]


def fees(answer: Adjudication) -> dict[str, Decimal]:
    taken = answer.as_json()["fees"]
    return {who: Decimal(fee) for who, fee in {"bank": taken["bank"], **taken["seats"]}.items()}


def refusal(filing: PlayerDealerFiling, **round_: Any) -> HousewayError:
    with pytest.raises(HousewayError) as refused:
        settled(filing, None, **round_)
    return refused.value


def seat(number: int, cards: str = "", **rest: Any) -> Data:
    return {"number": number, "cards": cards, **rest}


# Three card poker: Napa's table, bonus bets and pay tables; Outlaw's button, order of wagers, rule
# for a bank that does not qualify and fees; and a qualifier of its own, a king.


@pytest.fixture(scope="module")
def three_card() -> PlayerDealerFiling:
    data, outlaws = (
        real("napa-valley/three-card-poker-6-card-bonus-1.3"),
        real("outlaws/three-card-poker-6-card-bonus"),
    )
    for part in ("first_action", "settlement", "collection"):
        data[part] = outlaws[part]
    for rule in ("ante_unqualified", "play_unqualified"):
        data["game"][rule] = outlaws["game"][rule]
    data["game"]["qualifies"]["high_card"] = "K"
    return opened("three-card-poker", data)


def test_invented_three_card_poker_queen_high_does_not_qualify(
    three_card: PlayerDealerFiling,
) -> None:
    # The third card, a three, puts the button on seat 3. Seat 3 has Napa's bonus without an ante
    # and four queens with the bank's; seat 5 is lower and pushes by Outlaw's rule; seat 1 wins.
    answer = settled(
        three_card, 1,
        bank={"seat": 8, "wager": 5000, "cards": "Qd 9c 3h"},
        seat=[
            seat(1, "Ac 7d 2s", wagers={"ante": 10}, actions=["play"]),
            seat(3, "Qh Qs Qc", wagers={"six_card_bonus": 5}),
            seat(5, "8s 6d 2c", wagers={"ante": 350}, actions=["play"]),
        ],
    )  # fmt: skip
    assert answer.result.first_action == 3
    assert lines(answer) == [
        "3 six_card_bonus 5.00 win 100:1 +500.00",
        "5 ante 350.00 push 0.00",
        "5 play 350.00 push 0.00",
        "1 ante 10.00 win 1:1 +10.00",
        "1 play 10.00 push 0.00",
    ]
    # Table action 365: 2.00; players by their ante, so nothing from seat 3.
    assert fees(answer) == {"bank": 2, "1": Decimal("0.50"), "5": 1}


def test_invented_three_card_poker_king_high_qualifies(three_card: PlayerDealerFiling) -> None:
    # Seat by seat, not losers first as at Napa: seat 1's loss leaves 480 for seat 5's win.
    answer = settled(
        three_card, None,
        bank={"seat": 8, "wager": 500, "cards": "Kd 9c Ah"},
        seat=[
            seat(1, "Kc 8d 2s", wagers={"ante": 10}, actions=["play"]),
            seat(5, "2h 2d 9s", wagers={"ante": 300}, actions=["play"]),
        ],
    )  # fmt: skip
    assert lines(answer) == [
        "1 ante 10.00 lose -10.00",
        "1 play 10.00 lose -10.00",
        "5 ante 300.00 win 1:1 +300.00",
        "5 play 300.00 win 1:1 +180.00 short 120.00",
    ]


# Ultimate hold'em: Casino Club's deal and fees, 500 Club's early folds, trips by the board alone
# and bad beat rule, Napa's wagers and their order, the generic trips table, and a button by the
# bank's second card as in three card poker.


@pytest.fixture(scope="module")
def ultimate() -> PlayerDealerFiling:
    data = real("casino-club/ultimate-texas-holdem")
    club, napa = real("500-club/ultimate-texas-holdem"), real("napa-valley/ultimate-texas-holdem")
    generic = real("generic/ultimate-texas-holdem")
    for rule in ("street", "fold", "bad_beat"):
        data["game"][rule] = club["game"][rule]
    data["spot"], data["settlement"] = napa["spot"], napa["settlement"]
    tables = {table["name"]: table for table in data["pay_table"]}
    tables |= {t["name"]: t for t in generic["pay_table"] if t["name"] == "trips"}
    tables |= {t["name"]: t for t in napa["pay_table"] if t["name"] == "bad_beat"}
    data["pay_table"] = list(tables.values())
    data["first_action"] = real("casino-club/three-card-poker-6-card-bonus")["first_action"]
    data["first_action"]["card"] = 2
    return opened("ultimate-texas-holdem", data)


def test_invented_ultimate_holdem_folds_early_and_settles_from_the_button(
    ultimate: PlayerDealerFiling,
) -> None:
    # The bank's second card, a five, names the fifth seat but the bank's: 1, 3, 4, 5, 6.
    answer = settled(
        ultimate, 1,
        board="9h 9s 9c 4d 2h",
        bank={"seat": 2, "wager": 1000, "cards": "Kc 5d"},
        seat=[
            seat(3, "As Qd", wagers={"ante": 20, "blind": 20, "trips": 10}, actions=["fold"]),
            seat(
                6, "4s 4c", wagers={"ante": 10, "blind": 10, "trips": 5, "bad_beat": 5},
                actions=["check", "bet 2"], backline=[{"name": "B1", "wagers": {"trips": 5}}],
            ),
        ],
    )  # fmt: skip
    assert answer.result.first_action == 6
    assert lines(answer) == [
        "6 play 20.00 win 1:1 +20.00",
        "6 ante 10.00 win 1:1 +10.00",
        "6 blind 10.00 win 3:1 +30.00",
        "6 trips 5.00 win 8:1 +40.00",
        "6 bad_beat 5.00 win 9:1 +45.00",
        "6/B1 trips 5.00 win 8:1 +40.00",
        "3 ante 20.00 lose -20.00",
        "3 blind 20.00 lose -20.00",
        "3 trips 10.00 win 3:1 +30.00",
    ]
    assert fees(answer) == {"bank": 1}  # table action 85


def test_invented_ultimate_holdem_keeps_napas_prerequisites(ultimate: PlayerDealerFiling) -> None:
    bank = {"seat": 2, "wager": 100, "cards": "Kc 5d"}
    wagers = {"ante": 10, "blind": 10, "bad_beat": 5}
    alone = seat(3, "As Qd", wagers=wagers, actions=["fold"])
    assert refusal(ultimate, bank=bank, seat=[alone]).code == "needs-base-wager"


# Baccarat: 500 Club's table, Napa's prerequisites and fees, the settling from the house dealer's
# right of Napa's 21st Century Blackjack, and a banker line that pushes on three-card sevens.


@pytest.fixture(scope="module")
def baccarat() -> PlayerDealerFiling:
    data, napa = real("500-club/ez-baccarat"), real("napa-valley/ez-baccarat-panda-8")
    century = real("napa-valley/21st-century-blackjack-8.0")
    data["spot"], data["collection"] = napa["spot"], napa["collection"]
    data["first_action"] = century["first_action"]
    data["settlement"]["direction"] = century["settlement"]["direction"]
    data["settlement"]["wager_order"] = ["banker", "player", "dragon_7", "panda_8", "tie"]
    data["game"]["banker_line"]["three_card_seven"] = "push"
    data["game"]["banker_line"].pop("option", None)
    return opened("ez-baccarat", data)


def test_invented_baccarat_settles_from_the_right_and_pushes_the_banker_on_a_dragon(
    baccarat: PlayerDealerFiling,
) -> None:
    answer = settled(
        baccarat, 1,
        bank={"seat": 1, "wager": 400},
        hands={"player": "4c 2d", "banker": "2s 3h 2c"},
        seat=[
            seat(3, wagers={"banker": 10, "tie": 5}),
            seat(5, wagers={"dragon_7": 5}),
            seat(7, wagers={"player": 20, "dragon_7": 5}),
        ],
    )  # fmt: skip
    assert answer.result.first_action == 7
    assert lines(answer) == [
        "7 player 20.00 lose -20.00",
        "7 dragon_7 5.00 win 40:1 +200.00",
        "5 dragon_7 5.00 win 40:1 +180.00 short 20.00",
        "3 banker 10.00 no_action 0.00",
        "3 tie 5.00 no_action 0.00 short 5.00",
    ]
    half = Decimal("0.50")
    assert fees(answer) == {"bank": 1, "3": half, "5": half, "7": half}  # table action 45


def test_invented_baccarat_keeps_napas_bar_on_both_lines(baccarat: PlayerDealerFiling) -> None:
    both = seat(3, wagers={"player": 10, "banker": 10})
    assert refusal(baccarat, bank={"seat": 1, "wager": 100}, seat=[both]).code == "excluded"


# Pai gow poker: Napa's fortune game with the bank face up, the ace-high bet and push of 500 Club's
# Face Up, the joker and the fees of 500 Club's fortune game, and no dice: the bank's left is first.


@pytest.fixture(scope="module")
def pai_gow() -> PlayerDealerFiling:
    data, face_up = (
        real("napa-valley/fortune-pai-gow-poker-1.0"),
        real("500-club/face-up-pai-gow-poker"),
    )
    fortune = real("500-club/fortune-pai-gow-poker")
    for rule in ("bank_sets", "ace_high_push", "foul"):
        data["game"][rule] = face_up["game"][rule]
    data["game"]["joker"] = {**fortune["game"]["joker"], "flush_option": ""}
    data["spot"] += [spot for spot in face_up["spot"] if spot["name"] == "ace_high"]
    data["pay_table"] += [t for t in face_up["pay_table"] if t["name"] == "ace_high"]
    data["settlement"] = face_up["settlement"]
    data["collection"] = fortune["collection"]
    data["first_action"] = real("500-club/three-card-poker-6-card-bonus")["first_action"]
    return opened("pai-gow-poker", data)


def test_invented_pai_gow_poker_opens_the_bank_first_and_throws_no_dice(
    pai_gow: PlayerDealerFiling,
) -> None:
    # Seat 5's joker is an ace, for it makes no plain flush: aces behind, queen and ten in front
    # of the bank's ace and king, a push. Its fortune bet reads a flush, and seat 6's eights, with
    # Napa's bonus bet and no game wager, win it an envy prize.
    answer = settled(
        pai_gow, 1,
        bank={"seat": 3, "wager": 1000, "cards": "9c 9d Ah Kh 7s 5d 3c"},
        seat=[
            seat(5, "Jk Qh Th 6h 2h As 4s", house_way=True,
                 wagers={"game": 20, "ace_high": 5, "fortune": 5}),
            seat(6, "8c 8d 8h 8s 2c 3d 5h", wagers={"fortune": 10}),
        ],
    )  # fmt: skip
    assert answer.result.first_action == 5
    assert dict(answer.result.house_way) == {"5": "Qh Th", "bank": "Ah Kh"}
    assert lines(answer) == [
        "5 game 20.00 push 0.00",
        "5 ace_high 5.00 lose -5.00",
        "5 fortune 5.00 win 4:1 +20.00",
        "5 envy 0.00 win +5.00",
        "6 fortune 10.00 win 25:1 +250.00",
    ]
    assert fees(answer) == {"bank": 2, "5": Decimal("0.50")}


def test_invented_pai_gow_poker_ace_high_bank_pushes(pai_gow: PlayerDealerFiling) -> None:
    answer = settled(
        pai_gow, None,
        bank={"seat": 7, "wager": 1000, "cards": "Ac Kd Td 8s 6h 4c 2s"},
        seat=[seat(2, "9c 9d 9h 9s 3c 3d 5h", wagers={"game": 50, "ace_high": 10})],
    )  # fmt: skip
    assert lines(answer) == ["2 game 50.00 push 0.00", "2 ace_high 10.00 win 5:1 +50.00"]


# Tiles: Napa's tiles at a table of seven, counted by the dice as in its Double Hand Poker, piles
# clockwise, settled counter-clockwise, the bank bound to the chart as in 500 Club's fortune game,
# nobody else may ask for it, and the fees of Napa's other games.


@pytest.fixture(scope="module")
def tiles() -> PlayerDealerFiling:
    data, double = real("napa-valley/pai-gow-tiles"), real("napa-valley/double-hand-poker")
    data["first_action"], data["table"] = double["first_action"], double["table"]
    data["game"]["piles"]["direction"] = "clockwise"
    data["settlement"]["direction"] = "counter-clockwise"
    data["game"]["bank_sets"]["final_say"] = "house-way"
    data["game"]["players_set"]["house_way"] = False
    data["collection"] = double["collection"]
    return opened("pai-gow-tiles", data)


BANK_TILES = {"seat": 2, "wager": 40, "cards": "65 65 63 55"}
TWO_PAIRS = seat(7, "33 33 61 61", set="61 61", wagers={"game": 30})


def test_invented_tiles_count_clockwise_and_settle_counter_clockwise(
    tiles: PlayerDealerFiling,
) -> None:
    # Thirteen: eight is the bank's seat 2, so seat 7 is first; then 6, 5 and 4. The bank's pair of
    # eleven dots stays whole over a nine. Two pairs win; a gong over a four loses twice.
    answer = settled(
        tiles, 2, dice=[3, 4, 6], bank=BANK_TILES,
        seat=[seat(4, "66 44 62 21", set="44 21", wagers={"game": 20}), TWO_PAIRS],
    )  # fmt: skip
    assert answer.result.first_action == 7
    assert lines(answer) == [
        "7 game 30.00 win 1:1 +30.00",
        "4 game 20.00 lose -10.00 short 10.00",
    ]
    assert fees(answer) == {"bank": 2, "4": Decimal("0.50"), "7": Decimal("0.50")}


def test_invented_tiles_refuse_a_bank_set_against_the_chart(tiles: PlayerDealerFiling) -> None:
    bank = {**BANK_TILES, "set": "65 63"}
    refused = refusal(tiles, dice=[3, 4, 6], bank=bank, seat=[TWO_PAIRS])
    assert refused.code == "not-the-house-way"


def test_invented_tiles_refuse_a_player_the_house_way(tiles: PlayerDealerFiling) -> None:
    asks = seat(7, "33 33 61 61", house_way=True, wagers={"game": 30})
    assert refusal(tiles, dice=[3, 4, 6], bank=BANK_TILES, seat=[asks]).code == "not-a-choice"


# 21: Pure Spanish 21.5 with Casino Club's deck, natural and backline, insurance of exactly half and
# surrender at any time of No Bust 4.3, the settling of 21st Century 8.0 and Outlaw's fees.


@pytest.fixture(scope="module")
def twenty_one() -> PlayerDealerFiling:
    data = real("500-club/pure-spanish-21.5")
    casino, napa = (
        real("casino-club/pure-21.5-blackjack"),
        real("napa-valley/no-bust-21st-century-blackjack-4.3"),
    )
    century = real("napa-valley/21st-century-blackjack-8.0")
    data["deck"] = casino["deck"]
    for rule in ("natural", "check"):
        data["game"][rule] = casino["game"][rule]
    for rule in ("insurance", "surrender"):
        data["game"][rule] = napa["game"][rule]
    data["game"]["results"]["both_natural"] = casino["game"]["results"]["both_natural"]
    del data["game"]["results"]["equal_21"]
    behind = next(spot for spot in casino["spot"] if spot["name"] == "game")["backline"]
    for spot in data["spot"]:
        spot["backline"] = behind
    data["first_action"] = century["first_action"]
    data["settlement"] |= {
        "direction": century["settlement"]["direction"],
        "wager_order": ["match_dealer", "game", "insurance"],
    }
    data["collection"] = real("outlaws/pure-21.5-blackjack")["collection"]
    return opened("pure-21.5", data)


def test_invented_21_insures_by_half_rescues_surrenders_late_and_settles_from_the_right(
    twenty_one: PlayerDealerFiling,
) -> None:
    # The bank stands on soft 18. Seat 5 insures, doubles 11 to 14 and takes the double back; seat
    # 8 has one match of another suit and soft 20; seat 1 gives up half on 19, after a hit.
    answer = settled(
        twenty_one, 1,
        bank={"seat": 3, "wager": 500, "cards": "Ad 7c"},
        seat=[
            seat(1, "Kd 6h", draws="3c", wagers={"game": 10}, actions=["hit", "surrender"]),
            seat(5, "9c 2d", draws="3h", wagers={"game": 20},
                 actions=["insure 10", "double", "rescue"]),
            seat(8, "As 9h", wagers={"game": 30, "match_dealer": 5}, actions=["stand"],
                 backline=[{"name": "B1", "wagers": {"game": 10}}]),
        ],
    )  # fmt: skip
    assert answer.result.first_action == 8
    assert lines(answer) == [
        "8 match_dealer 5.00 win 4:1 +20.00",
        "8 game 30.00 win 1:1 +30.00",
        "8/B1 game 10.00 win 1:1 +10.00",
        "5 game 40.00 lose -20.00",
        "5 insurance 10.00 lose -10.00",
        "1 game 10.00 lose -5.00",
    ]
    half = Decimal("0.50")
    assert fees(answer) == {"bank": 1, "1": half, "5": half, "8": half}  # table action 75


def test_invented_21_natural_pushes_a_natural_and_21_ties_21(
    twenty_one: PlayerDealerFiling,
) -> None:
    natural = settled(
        twenty_one, None,
        bank={"seat": 3, "wager": 500, "cards": "Kd Ad"},
        seat=[seat(5, "Ac Ts", wagers={"game": 20}), seat(6, "9c 9d", wagers={"game": 10})],
    )  # fmt: skip
    assert lines(natural) == ["6 game 10.00 lose -10.00", "5 game 20.00 push 0.00"]
    tied = settled(
        twenty_one, None,
        bank={"seat": 3, "wager": 500, "cards": "6d 5c Td"},
        seat=[seat(5, "5d 6s", draws="Kc", wagers={"game": 20}, actions=["double"])],
    )  # fmt: skip
    assert lines(tied) == ["5 game 40.00 push 0.00"]


def test_invented_21_refuses_insurance_of_less_than_half(twenty_one: PlayerDealerFiling) -> None:
    less = seat(5, "9c 9d", wagers={"game": 20}, actions=["insure 5", "stand"])
    bank = {"seat": 3, "wager": 500, "cards": "Ad 7c"}
    assert refusal(twenty_one, bank=bank, seat=[less]).code == "not-open"
