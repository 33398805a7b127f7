"""Charts and jokers that no filing of the catalogue has: set and settled by hand."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.cards import JOKER, cards_of, parse_cards, write
from houseway.errors import HousewayError
from houseway.families.pai_gow_poker.charts import rules_for, set_by_chart
from houseway.families.pai_gow_poker.house_way import house_way, setter_of
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.wording import chart_row
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.terms import make_terms
from houseway.hands.joker import JokerUse
from houseway.hands.rankings import ranking
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import RoundFile
from tests.families.test_golden import written

Data = dict[str, Any]
CEDAR_PASS = Path(__file__).parents[3] / "examples/filings/cedar-pass/pai-gow-poker.toml"
DECK = cards_of("joker-53")


def made(change: Callable[[Data], None] = lambda _: None) -> PaiGowPoker:
    data = copy.deepcopy(read_toml(CEDAR_PASS))
    change(data)
    filing = parse_filing(data, "house.toml")
    assert isinstance(filing, PaiGowPoker)
    return filing


def row_of(data: Data, hand: str) -> Data:
    rows: list[Data] = data["game"]["house_way"]["row"]
    return next(row for row in rows if row["hand"] == hand)


def queens_or_better(data: Data) -> None:
    """Full house: a pair of queens or better in front; otherwise it stays together."""
    row = row_of(data, "Full house")
    row["ways"] = [
        {
            "says": "queens or better in front", "front": "pair", "front_from": "Q",
            "behind": "three-of-a-kind",
        },
        {"says": "no queens, so the full house behind", "behind": "full-house"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "front"),
    [
        ("9s 9h 9d Qc Qd 4s 2h", "Qc Qd"),
        ("9s 9h 9d Kc Kd 4s 2h", "Kc Kd"),
        ("9s 9h 9d Jc Jd 4s 2h", "4s 2h"),  # jacks are too low: nines full of jacks behind
        ("Qs Qh Qd Jc Jd 4s 2h", "4s 2h"),  # a pair of the three would leave no three behind
        ("9s 9h 9d Kc Kd 4s 4h", "Kc Kd"),
        ("9s 9h 9d 5c 5d 4s 4h", "5c 5d"),  # nines full of fours behind, the higher front
    ],
)
def test_a_pair_of_a_rank_or_better_in_front(cards: str, front: str) -> None:
    found = house_way(made(queens_or_better), parse_cards(cards))
    assert set(found.front) == set(parse_cards(front))
    assert ("queens or better in front" in found.row) == (front[0] in "QK")


def test_the_rule_sheet_says_which_pair() -> None:
    chart = made(queens_or_better).game.house_way
    assert chart is not None
    (row,) = (row for row in chart.row if row.hand == "Full house")
    assert "[a pair (of Q or better) in front, three of a kind behind]" in chart_row(row)


def test_a_chart_that_asks_for_a_pair_a_hand_need_not_have_is_refused() -> None:
    def no_second_way(data: Data) -> None:
        queens_or_better(data)
        del row_of(data, "Full house")["ways"][1]

    with pytest.raises(
        HousewayError, match=r"no row can set every hand with sets of 3\+2, A and J"
    ):
        made(no_second_way)


@pytest.mark.parametrize("change", [lambda _: None, queens_or_better], ids=["filed", "queens"])
def test_the_compiled_chart_reads_second_pairs_and_cards_beside(
    change: Callable[[Data], None],
) -> None:
    filing = made(change)
    chart, setter = filing.game.house_way, setter_of(make_terms(filing))
    assert chart is not None
    assert setter is not None
    dice = random.Random(19)
    hands = [dice.sample(range(53), 7) for _ in range(3_000)]
    # Two pairs or a full house with high cards beside, where the chart tells second pairs apart.
    for _ in range(3_000):
        one, two = dice.sample(range(13), 2)
        held = {4 * one, 4 * one + 1, 4 * two, 4 * two + 1, dice.choice([4 * one + 2, 51])}
        rest = [card for card in (*range(40, 53), *range(40)) if card not in held]
        hands.append([*held, *dice.sample(rest[:20], 7 - len(held))])
    rules = rules_for(filing, chart)
    fronts = set_by_chart(rules, np.array(hands, np.uint8), flush=True)
    for hand, front in zip(hands, fronts, strict=True):
        cards = [DECK[card] for card in hand]
        found = sorted(cards[place].rank or 14 for place in front)
        assert found == sorted(card.rank or 14 for card in setter.set(cards).front), write(cards)


# What the joker may be


@pytest.mark.parametrize(
    ("use", "cards", "name"),
    [
        ("ace", "Kc Qd Js Th Jk", "Ace-high straight"),  # the ace itself makes it
        ("ace", "Kc Qd Js 9h Jk", "Ace high, king-queen-jack-nine"),  # no ten
        ("ace", "Kc Qc Jc 9c Jk", "Ace high, king-queen-jack-nine"),  # of no suit
        ("ace", "Ac Ad Ah As Jk", "Five aces"),
        ("wild", "Kc Qd Js 9h Jk", "King-high straight"),
        ("wild", "Kc Kd 4s 4h Jk", "Kings full of fours"),
        ("wild", "9c 9d 9s 9h Jk", "Five nines"),
        ("wild", "9c 9d 9s 2h Jk", "Four nines, two kicker"),
    ],
)
def test_five_cards_by_what_the_joker_may_be(use: JokerUse, cards: str, name: str) -> None:
    assert ranking("high-joker", joker=use).value(parse_cards(cards)).name == name


def wild(data: Data) -> None:
    data["game"]["joker"]["use"] = "wild"
    del data["settlement"]["wager_order"][1:], data["spot"][1:], data["pay_table"]
    row_of(data, "Five aces")["ways"][0] = {
        "says": "split", "front": "pair", "behind": "three-of-a-kind",
    }  # fmt: skip


def test_a_wild_joker_in_front_pairs_the_card_beside_it() -> None:
    # The bank's ace-queen in front of a pair of fives. Seat 1 sets king and joker, a pair of kings,
    # in front of a pair of aces: both higher. Seat 2's nines beat the fives, its king-jack loses.
    filing = made(wild)
    answer = adjudicate(
        RoundFile.model_validate(
            {
                "filing": filing.id,
                "bank": {"seat": 7, "wager": 1000, "cards": "As Qd 5s 5h Jd 9c 7h"},
                "seat": [
                    {
                        "number": 1, "cards": "Kh Jk Ac Ad 8c 4s 2d", "wagers": {"game": 100},
                        "set": "Kh Jk",
                    },
                    {
                        "number": 2, "cards": "Ks Jc 9h 9s 6c 3d 2c", "wagers": {"game": 100},
                        "set": "Ks Jc",
                    },
                ],
            }
        ),
        terms=make_terms(filing),
    )  # fmt: skip
    lines = [line for line in answer.settlement.lines if line.wager == "game"]
    assert [written(line) for line in lines] == [
        "1 game 100.00 win 1:1 +100.00",
        "2 game 100.00 push 0.00",
    ]
    assert lines[0].because.startswith("front: Pair of kings beats ace high")


@pytest.mark.parametrize(
    ("cards", "front"),
    [
        # The joker pairs the ace: the row for one pair. A pair stays behind, and of such settings
        # ace and king in front of a pair of nines is the highest.
        ("Ah Kd 9c 7s 5h 3d Jk", "Ah Kd"),
        # Two pairs and the joker are a full house: a pair in front of three of a kind.
        ("9c 9d 4s 4h Kc 7d Jk", "9c 9d"),
        # Five nines are split: a pair of kings in front of four nines.
        ("9c 9d 9s 9h Kc 7d Jk", "Kc Jk"),
    ],
)
def test_a_chart_reads_a_wild_joker_with_the_greatest_set(cards: str, front: str) -> None:
    found = house_way(made(wild), parse_cards(cards))
    assert sorted(c.rank for c in found.front) == sorted(c.rank for c in parse_cards(front))


def test_every_hand_with_a_wild_joker_is_set_and_none_is_foul() -> None:
    filing = made(wild)
    setter = setter_of(make_terms(filing))
    assert setter is not None
    front = ranking("two-card", wild=True)
    dice = random.Random(5)
    for _ in range(2_000):
        found = setter.set([JOKER, *dice.sample(DECK[:52], 6)])
        assert front.strength(found.front) <= setter.ranking.strength(found.back)


def test_odds_are_not_those_of_another_joker() -> None:
    with pytest.raises(HousewayError, match="hands are counted with a joker that is"):
        odds(made(wild), recompute=True)


def five_kings_without_a_row(data: Data) -> None:
    wild(data)
    row_of(data, "Five aces")["ranks"] = "A"


def ace_high_with_a_wild_joker(data: Data) -> None:
    wild(data)
    data["game"]["ace_high_push"] = {"cite": "X | 1"}


def misspelt(data: Data) -> None:
    data["game"]["joker"]["use"] = "aces"


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (five_kings_without_a_row, "game.house_way", "no row is for hands with sets of 5, K"),
        (ace_high_with_a_wild_joker, "game.joker.use", "ace_high_push is known with a joker"),
        (misspelt, "joker.use", "'ace'"),
    ],
)
def test_what_a_joker_cannot_be_is_refused(
    change: Callable[[Data], None], place: str, said: str
) -> None:
    with pytest.raises(HousewayError) as caught:
        made(change)
    assert said in str(caught.value)
    assert place in str(caught.value)
