"""Every hand of each deck evaluated in order; the counts are those that others have published."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from houseway.hands import kernels
from houseway.hands.kernels import FORTUNE_CATEGORIES, HIGH_CATEGORIES, THREE_CATEGORIES, Place

# "Frequency of 5-card poker hands" and "7-card poker hands", Wikipedia, Poker probability; six
# cards by Brian Alspach, 6-Card Poker Hands (2000): 1,844 straight flushes, 188 of them royal
# (4 royals, and any of 47 other cards).
PUBLISHED_52 = {
    "high-card": (1_302_540, 6_612_900, 23_294_460),
    "one-pair": (1_098_240, 9_730_740, 58_627_800),
    "two-pair": (123_552, 2_532_816, 31_433_400),
    "three-of-a-kind": (54_912, 732_160, 6_461_620),
    "straight": (10_200, 361_620, 6_180_020),
    "flush": (5_108, 205_792, 4_047_644),
    "full-house": (3_744, 165_984, 3_473_184),
    "four-of-a-kind": (624, 14_664, 224_848),
    "straight-flush": (36, 1_844 - 188, 37_260),
    "royal-flush": (4, 188, 4_324),
    "five-aces": (0, 0, 0),
}

# Seven cards with a joker: Wizard of Odds, Pai Gow Poker, probabilities of the highest hand; the
# royals apart by its appendix 5 (Pai Gow Mania).
PUBLISHED_SEVEN_OF_53 = {
    "high-card": 24_780_420,
    "one-pair": 64_221_960,
    "two-pair": 35_553_816,
    "three-of-a-kind": 7_470_676,
    "straight": 11_236_028,
    "flush": 6_172_088,
    "full-house": 4_188_528,
    "four-of-a-kind": 307_472,
    "straight-flush": 184_832,
    "royal-flush": 26_132,
    "five-aces": 1_128,
}

# The fortune bonus: 32 natural and 196 joker runs of seven and 72 royal matches (as probabilities
# in CasinoAdvisor, Pai Gow Poker Odds, 2008); the rest is Wizard of Odds, Pai Gow Poker appendix 5,
# where three of a kind is paid before a straight too, less those hands: of the 26,132 royal flushes
# 4 + 36 lie in a run of seven and 72 have the match, of the 184,832 straight flushes 28 + 160 lie
# in a run of seven.
PUBLISHED_FORTUNE = {
    None: 124_556_196,
    "straight": 11_034_204,
    "three-of-a-kind": 7_672_500,
    "flush": 6_172_088,
    "full-house": 4_188_528,
    "four-of-a-kind": 307_472,
    "straight-flush": 184_832 - 188,
    "royal-flush": 26_132 - 112,
    "five-aces": 1_128,
    "seven-card-straight-flush-joker": 196,
    "royal-flush-royal-match": 72,
    "seven-card-straight-flush": 32,
}


def counts_by_category(place: Place) -> dict[str, int]:
    by_strength = kernels.count(place)
    assert by_strength.sum() == comb(place.deck, place.cards)
    assert by_strength[0] == 0
    strengths = np.arange(kernels.STRENGTHS + 1, dtype=np.uint16)
    sums = np.bincount(
        kernels.category(strengths),
        weights=by_strength[: kernels.STRENGTHS + 1],
        minlength=len(HIGH_CATEGORIES),
    )
    return dict(zip(HIGH_CATEGORIES, sums.astype(int).tolist(), strict=True))


@pytest.mark.parametrize(
    ("place", "column"),
    [(kernels.HIGH_5, 0), (kernels.HIGH_6, 1), (kernels.HIGH_7, 2)],
    ids=["five", "six", "seven"],
)
def test_categories_of_all_hands_of_52_cards_wikipedia_and_alspach(
    place: Place, column: int
) -> None:
    published = {category: counts[column] for category, counts in PUBLISHED_52.items()}
    assert counts_by_category(place) == published


def test_categories_of_all_five_card_hands_of_53_alspach_bring_on_the_jokers() -> None:
    # Alspach's way (Poker Digest 4/18, 2001): the 52-card counts, and what a joker makes of every
    # four cards.
    runs = 10 * 5 - 9  # sets of four ranks that one card completes to a straight
    quads, trips, two_pair = 12, 12 * 4, comb(12, 2) * 36
    suited_four = 4 * comb(13, 4)
    distinct, without_ace = comb(13, 4) * 4**4, comb(12, 4) * 4**4
    straight = runs * 4**4 - runs * 4
    runs_without_ace = runs - 8  # an ace lies in 5-4-3-2-A and A-K-Q-J-T, four times each
    flush_without_ace = 4 * (comb(12, 4) - runs_without_ace)
    added = {
        "five-aces": 1,
        "royal-flush": 4 * 5,
        "straight-flush": runs * 4 - 20,
        "four-of-a-kind": quads + 4 * 48,
        "full-house": trips * 4 + 6 * 12 * 6,
        "flush": suited_four - runs * 4,
        "straight": straight,
        "three-of-a-kind": trips * 44 + 6 * comb(12, 2) * 16,
        "two-pair": two_pair + 4 * 12 * 6 * 11 * 4,
        "high-card": without_ace - runs_without_ace * 4**4 - flush_without_ace,
    }
    added["one-pair"] = comb(52, 4) - sum(added.values())
    # A pair of aces from an ace with the joker, or a natural pair with the joker as kicker.
    aces = distinct - without_ace - 8 * 4**4 - 4 * (comb(12, 3) - 8)
    assert added["one-pair"] == aces + 12 * 6 * comb(11, 2) * 16
    assert counts_by_category(kernels.JOKER_5) == {
        category: PUBLISHED_52[category][0] + added[category] for category in HIGH_CATEGORIES
    }


def test_categories_of_all_seven_card_hands_of_53_wizard_of_odds() -> None:
    assert counts_by_category(kernels.JOKER_7) == PUBLISHED_SEVEN_OF_53


def test_five_aces_and_royals_among_all_six_card_hands_of_53() -> None:
    with_joker = counts_by_category(kernels.JOKER_6)
    assert sum(with_joker.values()) == comb(53, 6)
    # Four aces, the joker and any other card; the joker beside four of a suit's five royal cards
    # and any of 47 others, or beside all five.
    assert with_joker["five-aces"] == 48
    assert with_joker["royal-flush"] == 188 + 4 * (5 * 47 + 1)


def test_a_joker_that_completes_no_flush_moves_flushes_only_table_games_127() -> None:
    free, bound = (
        counts_by_category(place) for place in (kernels.JOKER_7, kernels.JOKER_NO_FLUSH_7)
    )
    above = ("full-house", "four-of-a-kind", "straight-flush", "royal-flush", "five-aces")
    assert {name: bound[name] for name in above} == {name: free[name] for name in above}
    # Natural flushes remain: those of seven cards, and of six beside the joker unless it makes a
    # straight flush of them or a full house or better with the sixth card.
    assert 4_047_644 < bound["flush"] < 4_047_644 + 205_792
    assert sum(bound.values()) == comb(53, 7)


def test_fortune_bonus_over_all_seven_card_hands_of_53_wizard_of_odds() -> None:
    counts = kernels.count(kernels.FORTUNE_7)
    assert counts[len(FORTUNE_CATEGORIES) :].sum() == 0
    found = dict(zip(FORTUNE_CATEGORIES, counts.tolist(), strict=False))
    assert found == PUBLISHED_FORTUNE


def test_five_card_ace_to_five_lows_wikipedia() -> None:
    counts = kernels.count(kernels.LOW_5)
    # The best 1,287 are lows without a pair: 5-high once, 6-high five times, and so on.
    published = [
        (1, 1_024), (5, 5_120), (15, 15_360), (35, 35_840), (70, 71_680), (126, 129_024),
        (210, 215_040), (330, 337_920), (495, 506_880),
    ]  # fmt: skip
    top = 6_175
    for distinct, frequency in published:
        assert counts[top - distinct + 1 : top + 1].sum() == frequency
        top -= distinct
    # Then pairs, two pairs, three of a kind, full houses and four of a kind, as often as ever.
    for distinct, frequency in [
        (2_860, 1_098_240), (858, 123_552), (858, 54_912), (156, 3_744), (156, 624),
    ]:  # fmt: skip
        assert counts[top - distinct + 1 : top + 1].sum() == frequency
        top -= distinct
    assert top == 0


def test_seven_card_ace_to_five_lows_wikipedia() -> None:
    counts = kernels.count(kernels.LOW_7)
    published = [
        (1, 781_824), (5, 3_151_360), (15, 7_426_560), (35, 13_171_200), (70, 19_174_400),
        (126, 23_675_904), (210, 24_837_120), (330, 21_457_920), (495, 13_939_200),
    ]  # fmt: skip
    top = 6_175
    for distinct, frequency in published:
        assert counts[top - distinct + 1 : top + 1].sum() == frequency
        top -= distinct
    assert counts.sum() == comb(52, 7)


def test_eight_or_better_lows_are_those_of_wikipedia_up_to_the_eight() -> None:
    assert (
        kernels.count(kernels.LOW_5)[kernels.EIGHT_LOW :].sum() == 1_024 + 5_120 + 15_360 + 35_840
    )
    assert (
        kernels.count(kernels.LOW_7)[kernels.EIGHT_LOW :].sum()
        == 781_824 + 3_151_360 + 7_426_560 + 13_171_200
    )


def test_deuce_to_seven_without_ace_low_straights_wikipedia() -> None:
    # "The 4 missed straight flushes become flushes and the 1,020 missed straights become no pair."
    counts = kernels.count(kernels.DEUCE_5)
    worst_first = [
        (1, 4), (8, 36 - 4), (156, 624), (156, 3_744), (1_278, 5_108 + 4), (9, 10_200 - 1_020),
        (858, 54_912), (858, 123_552), (2_860, 1_098_240), (1_278, 1_302_540 + 1_020),
    ]  # fmt: skip
    strength = 1
    for distinct, frequency in worst_first:
        assert counts[strength : strength + distinct].sum() == frequency
        strength += distinct
    assert strength - 1 == 7_462


def test_three_card_hands_alspach_and_wizard_of_odds() -> None:
    hands = np.array(
        [(a, b, c) for a in range(52) for b in range(a) for c in range(b)], dtype=np.uint8
    )
    codes = kernels.three_category(kernels.evaluate_three(hands))
    assert dict(zip(THREE_CATEGORIES, np.bincount(codes).tolist(), strict=True)) == {
        "high-card": 16_440,
        "one-pair": 3_744,
        "flush": 1_096,
        "straight": 720,
        "three-of-a-kind": 52,
        "straight-flush": 48 - 4,
        "mini-royal-flush": 4,
    }


def test_badugi_hands_gritter_and_four_cards_that_all_collide() -> None:
    hands = np.array(
        [
            (a, b, c, d)
            for a in range(52)
            for b in range(a)
            for c in range(b)
            for d in range(c)
        ],
        dtype=np.uint8,
    )  # fmt: skip
    counts = np.bincount(kernels.evaluate_badugi(hands))
    assert counts.sum() == 270_725
    # Badugis are numbers 1 to 715, 13 * 12 * 11 * 10 of them (Mark Gritter, Two Plus Two, 2005);
    # by the highest card as counted in "Learning Badugi" (2010), king to four.
    assert counts[1_092 - 714 :].sum() == 17_160
    by_highest_card = [5_280, 3_960, 2_880, 2_016, 1_344, 840, 480, 240, 96, 24]
    strength = 1_092 - 714
    for highest, frequency in zip(range(13, 3, -1), by_highest_card, strict=True):
        distinct = comb(highest - 1, 3)
        assert counts[strength : strength + distinct].sum() == frequency
        strength += distinct
    # One card: four of a suit, or four of a rank.
    assert counts[1:14].sum() == 4 * comb(13, 4) + 13
    assert len(counts) == 1_092 + 1


def test_two_tiles_wizard_of_vegas() -> None:
    pairs = np.array([(a, b) for a in range(32) for b in range(a)], dtype=np.uint8)
    counts = np.bincount(kernels.evaluate_tiles(pairs))
    assert counts.sum() == 496
    # 16 pairs of one hand each; eight wongs and sixteen gongs, half with Teen, half with Dey.
    assert counts[-16:].tolist() == [1] * 16
    assert counts[-20:-16].tolist() == [8, 8, 4, 4]


def test_two_cards() -> None:
    pairs = np.array([(a, b) for a in range(53) for b in range(a)], dtype=np.uint8)
    counts = np.bincount(kernels.evaluate_two(pairs))
    assert len(counts) == 91 + 1
    # 78 of two ranks, then 13 pairs; five aces, the joker one of them, make ten.
    assert counts[-13:].tolist() == [6] * 12 + [10]
    assert counts[1:79].sum() == comb(53, 2) - 82
