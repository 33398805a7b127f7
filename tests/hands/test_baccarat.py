"""Baccarat: points, the filed drawing chart, and the published counts of eight decks."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest

from houseway.cards import CARDS, Card, cards_of, parse_cards
from houseway.hands.baccarat import (
    ThirdCardRule,
    baccarat_hand,
    card_points,
    points,
)

# Both filings print this chart, banker totals 7 to 0 by the player's third card 0 to 9.
FILED_CHART = {
    7: "SSSSSSSSSS",
    6: "SSSSSSHHSS",
    5: "SSSSHHHHSS",
    4: "SSHHHHHHSS",
    3: "HHHHHHHHSH",
    2: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    0: "HHHHHHHHHH",
}
ROWS = {
    total: {value for value, cell in enumerate(cells) if cell == "H"}
    for total, cells in FILED_CHART.items()
}
FILED = ThirdCardRule.from_chart(ROWS, player_draws_to=5, banker_draws_to=5)
LITERAL = ThirdCardRule.from_chart(
    ROWS, player_draws_to=5, banker_draws_to=5, natural_ends_drawing=False
)
# One card for each count, 0 to 9.
BY_COUNT = parse_cards("Kc Ac 2c 3c 4c 5c 6c 7c 8c 9c")


def two_cards(total: int) -> tuple[Card, Card]:
    return BY_COUNT[0], BY_COUNT[total]


# --- what cards and hands count ------------------------------------------------------------


def test_pictures_and_tens_count_nothing_an_ace_one_others_their_face() -> None:
    assert {c.text[0]: card_points(c) for c in CARDS} == {
        "T": 0, "J": 0, "Q": 0, "K": 0, "A": 1, **{str(n): n for n in range(2, 10)}
    }  # fmt: skip


def test_only_the_right_hand_digit_counts() -> None:
    for cards in product(BY_COUNT, repeat=3):
        assert points(cards) == int(str(sum(map(BY_COUNT.index, cards)))[-1])


@pytest.mark.parametrize(
    ("cards", "strength", "natural", "name"),
    [
        ("9h Kd", 9, True, "natural 9"),
        ("5h 4d", 9, True, "natural 9"),
        ("3c 5c", 8, True, "natural 8"),
        ("3c 4c 2d", 9, False, "9"),
        ("Ah Ad 6s", 8, False, "8"),
        ("Kh 7d", 7, False, "7"),
        ("Kh Qd Js", 0, False, "0"),
    ],
)
def test_filed_hand_rankings(cards: str, strength: int, natural: bool, name: str) -> None:
    value = baccarat_hand(parse_cards(cards))
    assert (value.strength, value.is_natural, value.name) == (strength, natural, name)
    assert value.cards == len(parse_cards(cards))


def test_ruling_98_a_natural_eight_loses_to_a_three_card_nine() -> None:
    assert baccarat_hand(parse_cards("3c 5c")) < baccarat_hand(parse_cards("3c 4c 2d"))
    assert baccarat_hand(parse_cards("3c 5c")) == baccarat_hand(parse_cards("Ah Ad 6s"))


@pytest.mark.parametrize("cards", ["9h", "2c 2d 2h 2s"])
def test_a_hand_has_two_or_three_cards(cards: str) -> None:
    with pytest.raises(ValueError, match="two or three"):
        baccarat_hand(parse_cards(cards))


# --- the third card ------------------------------------------------------------------------


@pytest.mark.parametrize("rule", [FILED, LITERAL])
def test_player_hits_on_five_or_less_and_stands_on_six_or_seven(rule: ThirdCardRule) -> None:
    for player, banker in product(range(8), range(8)):
        due = rule.next_to_draw(two_cards(player), two_cards(banker))
        assert (due == "player") is (player <= 5)


@pytest.mark.parametrize("rule", [FILED, LITERAL])
def test_banker_hits_on_five_or_less_when_the_player_stood(rule: ThirdCardRule) -> None:
    for player, banker in product((6, 7), range(8)):
        due = rule.next_to_draw(two_cards(player), two_cards(banker))
        assert due == ("banker" if banker <= 5 else None)


@pytest.mark.parametrize("rule", [FILED, LITERAL])
@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", range(10))
def test_every_cell_of_the_filed_chart(rule: ThirdCardRule, banker: int, third: int) -> None:
    for player in range(6):
        due = rule.next_to_draw((*two_cards(player), BY_COUNT[third]), two_cards(banker))
        assert due == ("banker" if FILED_CHART[banker][third] == "H" else None)


@pytest.mark.parametrize(
    ("banker", "draws_on"),
    [
        (3, set(range(10)) - {8}),
        (4, set(range(10)) - {0, 1, 8, 9}),
        (5, {4, 5, 6, 7}),
        (6, {6, 7}),
    ],
)
def test_filed_sentences_for_banker_3_to_6_say_what_the_chart_says(
    banker: int, draws_on: set[int]
) -> None:
    drawn = {
        third
        for third in range(10)
        if FILED.next_to_draw((*two_cards(5), BY_COUNT[third]), two_cards(banker))
    }
    assert drawn == draws_on


def test_ruling_103_totals_0_to_2_and_7_follow_the_chart() -> None:
    for third in range(10):
        player = (*two_cards(0), BY_COUNT[third])
        assert [FILED.next_to_draw(player, two_cards(total)) for total in (0, 1, 2, 7)] == [
            "banker", "banker", "banker", None
        ]  # fmt: skip


def test_ruling_97_a_natural_in_either_hand_ends_the_drawing() -> None:
    for natural, other in product((8, 9), range(10)):
        assert FILED.next_to_draw(two_cards(natural), two_cards(other)) is None
        assert FILED.next_to_draw(two_cards(other), two_cards(natural)) is None


def test_ruling_97_read_literally_the_player_draws_against_a_natural() -> None:
    for natural, total in product((8, 9), range(10)):
        due = LITERAL.next_to_draw(two_cards(total), two_cards(natural))
        assert due == ("player" if total <= 5 else None)
        # The banker with a natural has no row in the chart and stands.
        drawn = (*two_cards(0), BY_COUNT[total])
        assert LITERAL.next_to_draw(drawn, two_cards(natural)) is None
        # Against a player's natural the banker draws as against any hand that stood.
        due = LITERAL.next_to_draw(two_cards(natural), two_cards(total))
        assert due == ("banker" if total <= 5 else None)


def test_complete_hands_draw_no_more() -> None:
    for player, banker in product(range(8), range(8)):
        hands = (*two_cards(player), BY_COUNT[5]), (*two_cards(banker), BY_COUNT[5])
        assert FILED.next_to_draw(*hands) is None


def test_the_first_two_cards_decide_also_when_a_third_makes_eight() -> None:
    # Banker 3 with a drawn 5 holds eight points, and that is no natural.
    assert FILED.next_to_draw(parse_cards("Kh 2d"), parse_cards("Kd 3c 5c")) == "player"


def test_a_hand_of_one_card_is_refused() -> None:
    with pytest.raises(ValueError, match="the player hand has 1 cards and the banker hand 2"):
        FILED.next_to_draw(parse_cards("Kh"), parse_cards("Kd 3c"))


def test_a_chart_without_a_row_is_refused() -> None:
    with pytest.raises(ValueError, match=r"lacks the rows \[6, 7\]"):
        ThirdCardRule.from_chart(
            {total: ROWS[total] for total in range(6)}, player_draws_to=5, banker_draws_to=5
        )


def test_a_chart_with_a_third_card_of_ten_is_refused() -> None:
    with pytest.raises(ValueError, match="10 in the banker's row 6"):
        ThirdCardRule.from_chart({**ROWS, 6: {6, 10}}, player_draws_to=5, banker_draws_to=5)


# --- every way eight decks can fall ----------------------------------------------------------

Finished = tuple[int, int, int, int]  # player points and cards, banker points and cards


@cache
def eight_decks() -> Counter[Finished]:
    """Over every order of six cards from the shoe: how often each pair of final hands comes.

    Cards of one count are alike, so sequences of counts are weighted with what is left of each;
    cards that are not drawn multiply by all that could have followed.
    """
    stock = Counter(card_points(c) for c in cards_of("standard-52", 8))
    left = [stock[count] for count in range(10)]
    finished: Counter[Finished] = Counter()

    def play(player: tuple[Card, ...], banker: tuple[Card, ...], ways: int) -> None:
        dealt = len(player) + len(banker)
        if dealt < 4:
            due = "player" if len(player) == len(banker) else "banker"
        elif (side := FILED.next_to_draw(player, banker)) is None:
            for undealt in range(dealt, 6):
                ways *= 416 - undealt
            finished[points(player), len(player), points(banker), len(banker)] += ways
            return
        else:
            due = side
        for count, one in enumerate(BY_COUNT):
            weight = ways * left[count]
            left[count] -= 1
            if due == "player":
                play((*player, one), banker, weight)
            else:
                play(player, (*banker, one), weight)
            left[count] += 1

    play((), (), 1)
    return finished


def ways(margin: int | None = None, **wanted: int) -> int:
    names = ("player", "player_cards", "banker", "banker_cards")
    return sum(
        count
        for hands, count in eight_decks().items()
        if (margin is None or hands[0] - hands[2] == margin)
        and all(dict(zip(names, hands, strict=True))[name] == n for name, n in wanted.items())
    )


def test_published_counts_of_player_banker_and_tie_in_eight_decks() -> None:
    """Wizard of Odds, baccarat appendix 1 (wizardofodds.com/games/baccarat/appendix/1)."""
    assert sum(eight_decks().values()) == 4_998_398_275_503_360
    assert sum(ways(m) for m in range(1, 10)) == 2_230_518_282_592_256
    assert sum(ways(-m) for m in range(1, 10)) == 2_292_252_566_437_888
    assert ways(0) == 475_627_426_473_216


def test_published_counts_of_dragon_7_and_panda_8_in_eight_decks() -> None:
    """Wizard of Odds, EZ Baccarat (wizardofodds.com/games/ez-baccarat)."""
    dragon = sum(ways(player=p, banker=7, banker_cards=3) for p in range(7))
    panda = sum(ways(player=8, player_cards=3, banker=b) for b in range(8))
    assert dragon == 112_633_011_329_024
    assert panda == 172_660_763_262_976


def test_published_counts_of_naturals_and_margins_in_eight_decks() -> None:
    """Wizard of Odds, baccarat appendix 5, dragon bonus: natural wins, ties, wins by margin."""

    def is_natural(hands: Finished) -> bool:
        return hands[1] == hands[3] == 2 and max(hands[0], hands[2]) >= 8

    def won(sign: int, margins: range, *, natural: bool) -> int:
        """How often the player (1) or the banker (-1) wins by one of the margins."""
        return sum(
            count
            for hands, count in eight_decks().items()
            if sign * (hands[0] - hands[2]) in margins and is_natural(hands) is natural
        )

    for sign in (1, -1):
        assert won(sign, range(1, 10), natural=True) == 812_685_054_124_032
    assert won(1, range(1), natural=True) == 89_325_908_267_520
    by_player = {9: 18_409_431_764_992, 8: 34_097_645_543_424, 7: 89_590_261_473_280,
                 6: 141_238_897_317_888, 5: 166_169_165_987_840,
                 4: 186_780_352_174_080}  # fmt: skip
    by_banker = {9: 15_390_342_909_952, 8: 28_305_092_784_128, 7: 79_517_099_278_336,
                 6: 119_200_072_366_080, 5: 157_275_882_332_160,
                 4: 201_147_167_287_296}  # fmt: skip
    for sign, published in ((1, by_player), (-1, by_banker)):
        for margin, count in published.items():
            assert won(sign, range(margin, margin + 1), natural=False) == count
