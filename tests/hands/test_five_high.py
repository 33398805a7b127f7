"""Five-card high hands: every hand counted, the whole order proved, best of six and seven."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from houseway.cards import CARDS, JOKER, parse_cards
from houseway.hands.five_high import RANKS, FiveHigh, runs_of, suits_from_the_top
from houseway.hands.value import HandError
from tests.hands import oracle
from tests.hands.oracle import LETTERS, Kind, kinds, of_suit, spread

HIGH = FiveHigh()

# Frequencies of the 2,598,960 hands: Wikipedia, "Poker probability", five-card hands.
PUBLISHED = {
    "royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3_744,
    "flush": 5_108, "straight": 10_200, "three-of-a-kind": 54_912, "two-pair": 123_552,
    "one-pair": 1_098_240, "high-card": 1_302_540,
}  # fmt: skip


def name(text: str) -> str:
    return HIGH.value(parse_cards(text)).name


@pytest.fixture(scope="module")
def hands_by_strength() -> Counter[int]:
    return Counter(map(HIGH.strength, combinations(CARDS, 5)))


def test_category_counts_of_all_hands_are_the_published_ones(
    hands_by_strength: Counter[int],
) -> None:
    counts: Counter[str] = Counter()
    for strength, number in hands_by_strength.items():
        counts[HIGH.category_of(strength)] += number
    assert counts == PUBLISHED


def test_all_hands_fall_into_7462_values_each_as_often_as_combinatorics_says(
    hands_by_strength: Counter[int],
) -> None:
    expected = {HIGH.strength(kind.cards()): kind.weight() for kind in kinds(5)}
    assert len(expected) == 7_462
    assert hands_by_strength == expected


def test_every_neighbour_in_the_order_of_values_is_judged_the_same_by_the_chart() -> None:
    worst_first = sorted(kinds(5), key=lambda kind: HIGH.strength(kind.cards()))
    assert len(worst_first) == 7_462
    for worse, better in pairwise(worst_first):
        assert oracle.beats(better, worse) is True, (better, worse)
        assert oracle.beats(worse, better) is False
    assert worst_first[0].ranks == "75432"
    assert worst_first[-1] == Kind("AKQJT", suited=True)


def test_the_category_of_every_value_is_the_chart_s() -> None:
    for kind in kinds(5):
        assert HIGH.value(kind.cards()).category == oracle.category(kind)


@pytest.mark.parametrize("size", [6, 7])
def test_best_five_of_six_and_seven_over_every_choice_of_ranks(size: int) -> None:
    # Suits do not matter without a flush, so these stand for all hands that make none.
    of_five = {}
    seen = 0
    for ranks in combinations_with_replacement(LETTERS, size):
        if max(Counter(ranks).values()) > 4:
            continue
        seen += 1
        for five in set(combinations(ranks, 5)):
            if five not in of_five:
                of_five[five] = HIGH.strength(spread(five))
        best = max(of_five[five] for five in combinations(ranks, 5))
        assert HIGH.strength(spread(ranks)) == best, ranks
    # Multisets of 13 ranks, at most four alike: the coefficient of x^size in (1+x+..+x^4)^13.
    assert seen == {6: 18_395, 7: 49_205}[size]


def test_best_five_of_six_and_seven_cards_of_a_suit_over_every_choice_of_ranks() -> None:
    for size in (6, 7):
        for ranks in combinations(LETTERS, size):
            best = max(HIGH.strength(five) for five in combinations(of_suit(ranks), 5))
            assert HIGH.strength(of_suit(ranks)) == best


def test_a_flush_beside_other_suits_is_found_for_every_suited_five() -> None:
    for ranks in combinations(LETTERS, 5):
        cards = (*spread("AK"), *of_suit(ranks, "s"))
        best = max(HIGH.strength(five) for five in combinations(cards, 5))
        assert HIGH.strength(cards) == best


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("As Ks Qs Js Ts", "Royal flush"),
        ("9h Kh Qh Jh Th", "King-high straight flush"),
        ("5d 4d 3d 2d Ad", "Five-high straight flush"),
        ("8c 8d 8h 8s Kc", "Four eights, king kicker"),
        ("Kc Kd Kh Ts Tc", "Kings full of tens"),
        ("Ah Kh 9h 5h 2h", "Ace-high flush, king-nine-five-two"),
        ("Td 9c 8h 7s 6c", "Ten-high straight"),
        ("Ad 5c 4h 3s 2c", "Five-high straight"),
        ("6d 6c 6h As 9c", "Three sixes, ace-nine"),
        ("Qs 5h Ad Qd 5c", "Queens and fives, ace kicker"),
        ("Js Jh Ad 9d 4c", "Pair of jacks, ace-nine-four"),
        ("As Kh 9d 5d 2c", "Ace high, king-nine-five-two"),
    ],
)
def test_names_are_those_a_dealer_says(cards: str, called: str) -> None:
    assert name(cards) == called


def test_hands_share_a_name_exactly_when_they_tie() -> None:
    names = {HIGH.value(kind.cards()).name for kind in kinds(5)}
    assert len(names) == 7_462


@pytest.mark.parametrize(
    ("cards", "read"),
    [
        ("2c Qs 5h Ad 9s Qd 5c", "Qs Qd 5h 5c Ad"),
        ("Ah 2c 3d 4s 5h Kd Ks", "5h 4s 3d 2c Ah"),
        ("Ah Qh 9h 4h 2h Ad As", "Ah Qh 9h 4h 2h"),
        ("Kc Kd Kh Tc Td Th 2s", "Kh Kd Kc Th Td"),
        ("9c 8d 7h 6s 5c 9s 5s", "9s 8d 7h 6s 5s"),
        ("Ts 9s 8s 7s 6s Jd 6h", "Ts 9s 8s 7s 6s"),
    ],
)
def test_cards_are_those_that_make_the_hand_in_reading_order_highest_suits(
    cards: str, read: str
) -> None:
    assert HIGH.value(parse_cards(cards)).cards == parse_cards(read)


def test_hole_cards_and_board_are_read_together() -> None:
    hole, board = parse_cards("As Kd"), parse_cards("Ah Kc 7d 5s 2h")
    assert HIGH.value(hole, board) == HIGH.value(hole + board)
    assert HIGH.strength(hole, board) == HIGH.strength(hole + board)
    assert HIGH.value(hole, board).name == "Aces and kings, seven kicker"


def test_equal_hands_of_different_suits_tie() -> None:
    one = HIGH.value(parse_cards("As Kd 9h 5s 2c"))
    other = HIGH.value(parse_cards("Ah Kc 9d 5c 2s"))
    assert one == other
    assert not one < other
    assert not one > other
    assert hash(one) == hash(other)


def test_value_and_strength_agree() -> None:
    for cards in combinations(CARDS[::5], 7):
        assert HIGH.value(cards).strength == HIGH.strength(cards)


@pytest.mark.parametrize("count", [0, 2, 3, 4, 8])
def test_a_wrong_number_of_cards_is_refused(count: int) -> None:
    with pytest.raises(
        HandError, match=f"^{count} cards are given; this ranking reads 5 or 6 or 7"
    ):
        HIGH.strength(CARDS[:count])
    with pytest.raises(HandError, match=f"^{count} cards"):
        HIGH.value(CARDS[:count])


def test_eight_cards_of_a_suit_are_refused() -> None:
    with pytest.raises(HandError, match=r"^8 cards"):
        HIGH.strength(of_suit("AKQJT987"))


def test_a_joker_is_refused_where_the_deck_has_none() -> None:
    with pytest.raises(HandError, match="jokers given: 1; in this ranking's deck: 0"):
        HIGH.strength((*CARDS[:4], JOKER))


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("Ah Ah Ah Ah Ah", "four-of-a-kind"),
        ("Ah Ah Ah Ah Ah Kd", "four-of-a-kind"),
        ("Ah Ah Ah Ah Kh Kh", "four-of-a-kind"),
        ("Ah Ah Ah Kh Kh 2c", "full-house"),
        ("Ah Ah Kh Kh Qh 2c", "flush"),
        ("Ah Kh Qh Jh Th Th", "royal-flush"),
        ("2c 2c 2c 2c 2c 2c", "four-of-a-kind"),
    ],
)
def test_six_card_bonus_from_several_decks_table_games_66(cards: str, category: str) -> None:
    value = HIGH.value(parse_cards(cards))
    assert value.category == category
    assert len(value.cards) == 5
    assert value.name


def test_more_aces_make_a_better_flush_when_several_decks_are_used() -> None:
    twice = HIGH.strength(parse_cards("Ah Ah Kh Kh Qh"))
    once = HIGH.strength(parse_cards("Ah Kh Qh Jh 9h"))
    assert twice > once


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("As Ks Qd Jc 9h", "Ah Kh Qd Jc 9h"),
        ("As Kh Qd Jc 9h", "Ah Ks Qd Jc 9h"),
        ("Ad Kh Qd Jc 9s", "Ad Kh Qd Jc 9h"),
        ("5d 4c 3h 2s Ac", "5c 4s 3h 2s As"),
        ("Ac 7s 7c 5d 4h", "Ac 7h 7d 5d 4h"),
    ],
)
def test_tied_hands_compare_by_suit_from_the_top_poker_p_2(winner: str, loser: str) -> None:
    first, second = HIGH.value(parse_cards(winner)), HIGH.value(parse_cards(loser))
    assert first == second
    assert suits_from_the_top(first) > suits_from_the_top(second)


def test_the_same_five_cards_tie_by_suit_too() -> None:
    one, other = parse_cards("As Ks Qd Jc 9h"), parse_cards("9h Qd As Jc Ks")
    assert suits_from_the_top(HIGH.value(one)) == suits_from_the_top(HIGH.value(other))


def test_wheel_second_best_straight_where_a_house_files_it_so() -> None:
    second = FiveHigh(runs=runs_of(RANKS, "second"))
    wheel, broadway, king = "5c 4d 3h 2s Ac", "Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c"
    order = [second.strength(parse_cards(text)) for text in (king, wheel, broadway)]
    assert order == sorted(order)
    assert second.value(parse_cards(wheel)).name == "Five-high straight"
    assert second.value(parse_cards("As Ks Qs Js Ts")).category == "royal-flush"
    assert second.value(parse_cards("As 5s 4s 3s 2s")).category == "straight-flush"


def test_double_hand_poker_ranks_the_wheel_lowest_table_games_53() -> None:
    wheel, six = parse_cards("5c 4d 3h 2s Ac"), parse_cards("6c 5d 4h 3s 2c")
    assert HIGH.strength(wheel) < HIGH.strength(six)


def test_hands_on_a_shared_board_rank_as_each_by_itself() -> None:
    chance = random.Random(16)
    suited = parse_cards("Ah Kh 9h 5h 2c")  # two hearts more, and suits decide
    boards = [suited, *(tuple(chance.sample(CARDS, 5)) for _ in range(40))]
    for board in boards:
        strength = HIGH.on(board)
        left = [card for card in CARDS if card not in board]
        for _ in range(40):
            hole = chance.sample(left, 2)
            assert strength(hole) == HIGH.strength((*hole, *board))
