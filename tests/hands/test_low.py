"""Low hands: all five-card hands counted, orders proved, the qualifier, jokers, best of seven."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from houseway.cards import CARDS, parse_cards
from houseway.hands.low import AceToFive, DeuceToSeven
from houseway.hands.value import HandError
from tests.hands.oracle import LETTERS, SHAPES, Kind, by_groups, kinds, spread, straight_place

LOW = AceToFive()
EIGHT = AceToFive(qualifier=8)
EIGHT_JOKERS = AceToFive(qualifier=8, joker_is_ace=True)
DEUCE = DeuceToSeven()

ACE_LOW = "KQJT98765432A"  # worst first
# Wikipedia, "Poker probability", ace-to-five and deuce-to-seven low hands by their highest card.
ACE_TO_FIVE_PUBLISHED = {
    5: 1_024, 6: 5_120, 7: 15_360, 8: 35_840, 9: 71_680, 10: 129_024, 11: 215_040, 12: 337_920,
    13: 506_880,
}  # fmt: skip
DEUCE_TO_SEVEN_PUBLISHED = {
    7: 4_080, 8: 14_280, 9: 34_680, 10: 70_380, 11: 127_500, 12: 213_180, 13: 335_580, 14: 503_880,
}  # fmt: skip


def low_ranks(kind_ranks: str) -> str:
    return "".join(sorted(kind_ranks, key=ACE_LOW.index))


def lower(one: str, other: str) -> bool | None:
    """The razz chart: no pair, one pair, two pair, threes, full house, fours; then the ranks."""
    chart = ["11111", "2111", "221", "311", "32", "41"]
    first, second = (
        "".join(map(str, sorted(Counter(ranks).values(), reverse=True))) for ranks in (one, other)
    )
    if first != second:
        return chart.index(first) < chart.index(second)
    worse = by_groups(one, other, ACE_LOW)
    return None if worse is None else not worse


def unsuited(size: int) -> list[str]:
    return [kind.ranks for kind in kinds(size) if not kind.suited]


def test_ace_to_five_counts_by_highest_card_are_the_published_ones() -> None:
    counts: Counter[int] = Counter()
    paired = 0
    for ranks in unsuited(5):
        value = LOW.value(spread(ranks))
        weight = Kind(ranks, suited=False).weight()
        if value.category == "low":
            counts[value.ranks[0]] += weight + 4
        else:
            paired += weight
    assert counts == ACE_TO_FIVE_PUBLISHED
    assert paired == 1_281_072


def test_ace_to_five_all_hands_fall_into_6175_values() -> None:
    counted = Counter(map(LOW.strength, combinations(CARDS, 5)))
    expected = {
        LOW.strength(spread(ranks)): Kind(ranks, suited=False).weight()
        + (4 if len(set(ranks)) == 5 else 0)
        for ranks in unsuited(5)
    }
    assert len(expected) == 6_175
    assert counted == expected


def test_ace_to_five_every_neighbour_is_judged_the_same_by_the_razz_chart() -> None:
    worst_first = sorted(unsuited(5), key=lambda ranks: LOW.strength(spread(ranks)))
    for worse, better in pairwise(worst_first):
        assert lower(better, worse) is True, (better, worse)
    assert low_ranks(worst_first[-1]) == "5432A"
    assert low_ranks(worst_first[0]) == "KKKKQ"


@pytest.mark.parametrize("size", [6, 7])
def test_razz_best_five_over_every_choice_of_ranks(size: int) -> None:
    of_five = {five: LOW.strength(spread(five)) for five in map(tuple, unsuited(5))}
    for ranks in combinations_with_replacement(LETTERS, size):
        if max(Counter(ranks).values()) <= 4:
            best = max(of_five[five] for five in combinations(ranks, 5))
            assert LOW.strength(spread(ranks)) == best, ranks


def test_eight_or_better_takes_five_different_ranks_none_above_8() -> None:
    qualify = 0
    for ranks in unsuited(5):
        strength = EIGHT.strength(spread(ranks))
        good = len(set(ranks)) == 5 and not set(ranks) & set("KQJT9")
        assert (strength > 0) is good
        if good:
            assert strength == LOW.strength(spread(ranks))
            qualify += 4**5
    assert qualify == 57_344  # the published hands up to 8 high


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("8h 6d 4c 3s Ah Kd Ks", "Eight-six-four-three-ace low"),
        ("5h 4d 3c 2s Ah 5d 5s", "Five-four-three-two-ace low"),
        ("5h 4h 3h 2h Ah", "Five-four-three-two-ace low"),
        ("9h 6d 4c 3s Ah Kd Ks", "No low"),
        ("8h 8d 4c 3s Ah", "No low"),
    ],
)
def test_eight_or_better_names(cards: str, called: str) -> None:
    value = EIGHT.value(parse_cards(cards))
    assert value.name == called
    assert value.qualifies is (called != "No low")


def test_crazy_pineapple_hi_lo_example_7_6_4_3_ace_is_lower_than_8_6_4_3_2() -> None:
    assert EIGHT.value(parse_cards("7h 6d 4c 3s Ah")) > EIGHT.value(parse_cards("8h 6d 4c 3s 2h"))


def test_lows_compare_past_the_highest_card_poker_g_21() -> None:
    assert EIGHT.value(parse_cards("8h 6d 4c 3s 2h")) > EIGHT.value(parse_cards("8h 7d 3c 2s Ah"))


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("Jk 7d 4c 3s 2h", "Seven-four-three-two-ace low"),
        ("Jk Ad 4c 3s 2h", "No low"),
        ("Jk Jk 4c 3s 2h", "No low"),
        ("Jk 9d 4c 3s 2h", "No low"),
    ],
)
def test_outlaws_draw_poker_joker_is_only_an_ace_for_low_poker_o_9(cards: str, called: str) -> None:
    assert EIGHT_JOKERS.value(parse_cards(cards)).name == called


def test_outlaws_straights_and_flushes_do_not_spoil_a_low_poker_o_12() -> None:
    assert EIGHT_JOKERS.value(parse_cards("8h 7h 6h 5h 4h")).qualifies


@pytest.mark.parametrize(
    ("cards", "called", "read"),
    [
        ("Kd Kc 7h 5s 4c 2d Ah", "Seven-five-four-two-ace low", "7h 5s 4c 2d Ah"),
        ("Kd Kc Kh 5s 4c Ad Ah", "Pair of aces, king-five-four", "Ah Ad Kh 5s 4c"),
        ("Kd Kc 5h 5s Ac Ad Ah", "Fives and aces, king kicker", "5s 5h Ah Ad Kd"),
        ("3d 3c 3h 3s Ac Ad Ah", "Aces full of threes", "Ah Ad Ac 3s 3h"),
    ],
)
def test_razz_names_of_unpaired_and_paired_hands_poker_d_5(
    cards: str, called: str, read: str
) -> None:
    value = LOW.value(parse_cards(cards))
    assert value.name == called
    ranks = [card.rank for card in parse_cards(read)]
    assert [card.rank for card in value.cards] == ranks


def test_low_hands_share_a_name_exactly_when_they_tie() -> None:
    assert len({LOW.value(spread(ranks)).name for ranks in unsuited(5)}) == 6_175


def deuce_category(kind: Kind) -> str:
    shape = "".join(map(str, sorted(Counter(kind.ranks).values(), reverse=True)))
    in_a_row = straight_place(kind.ranks, LETTERS) is not None  # no ace at the low end
    if kind.suited:
        return "straight-flush" if in_a_row else "flush"
    return "straight" if in_a_row else SHAPES[shape]


def deuce_beats(one: Kind, other: Kind) -> bool | None:
    """The 2-7 chart, best first; the royal flush is the worst straight flush."""
    chart = [
        "high-card", "one-pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
        "four-of-a-kind", "straight-flush",
    ]  # fmt: skip
    first, second = deuce_category(one), deuce_category(other)
    if first != second:
        return chart.index(first) < chart.index(second)
    worse = by_groups(one.ranks, other.ranks)
    return None if worse is None else not worse


def test_deuce_to_seven_counts_by_highest_card_are_the_published_ones() -> None:
    counts: Counter[int] = Counter()
    for kind in kinds(5):
        value = DEUCE.value(kind.cards())
        if value.category == "low":
            counts[value.ranks[0]] += kind.weight()
    assert counts == DEUCE_TO_SEVEN_PUBLISHED


def test_deuce_to_seven_every_neighbour_is_judged_the_same_by_the_chart() -> None:
    counted = Counter(map(DEUCE.strength, combinations(CARDS, 5)))
    assert counted == {DEUCE.strength(kind.cards()): kind.weight() for kind in kinds(5)}
    worst_first = sorted(kinds(5), key=lambda kind: DEUCE.strength(kind.cards()))
    for worse, better in pairwise(worst_first):
        assert deuce_beats(better, worse) is True, (better, worse)
    assert worst_first[-1] == Kind("75432", suited=False)
    assert worst_first[0] == Kind("AKQJT", suited=True)


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("7h 5d 4c 3s 2h", "Seven-five-four-three-two low"),
        ("Ah 5d 4c 3s 2h", "Ace-five-four-three-two low"),
        ("Ah 5h 4h 3h 2h", "Ace-high flush, five-four-three-two"),
        ("6h 5d 4c 3s 2h", "Six-high straight"),
        ("2h 2d 5c 4s 3h", "Pair of twos, five-four-three"),
        ("As Ks Qs Js Ts", "Royal flush"),
    ],
)
def test_deuce_to_seven_names_and_ace_5_is_no_straight_poker_d_3(cards: str, called: str) -> None:
    assert DEUCE.value(parse_cards(cards)).name == called


def test_2_7_single_draw_a_pair_beats_a_straight_and_a_flush() -> None:
    pair, straight, flush = (
        DEUCE.value(parse_cards(text))
        for text in ("Ah Ad Kc Qs Jh", "6h 5d 4c 3s 2h", "7s5s4s3s2s")
    )
    assert pair > straight > flush


def test_bad_input_is_refused() -> None:
    with pytest.raises(HandError, match="4 cards are given; a low hand is read from 5, 6 or 7"):
        LOW.strength(CARDS[:4])
    with pytest.raises(HandError, match="8 cards are given"):
        EIGHT.value(CARDS[::6][:8])
    with pytest.raises(HandError, match="a joker is given"):
        EIGHT.strength(parse_cards("Jk 7d 4c 3s 2h"))
    with pytest.raises(HandError, match="7 cards are given; this ranking reads 5 cards"):
        DEUCE.strength(CARDS[:7])
