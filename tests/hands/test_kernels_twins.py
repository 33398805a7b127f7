"""The kernels beside their readable twins: every five-card hand, large samples of the rest."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import CARDS, JOKER, TILE_SET, Card, parse_cards
from houseway.hands import kernels
from houseway.hands.fortune import fortune_categories
from houseway.hands.kernels import FORTUNE_CATEGORIES, HIGH_CATEGORIES, THREE_CATEGORIES, Place
from houseway.hands.rankings import ranking
from houseway.hands.tiles import tile_hand
from houseway.hands.value import Ranking
from tests.hands.oracle import kinds

HIGH = ranking("high")
WITH_JOKER = ranking("high-joker", joker="ace-straight-flush")
NO_FLUSH = ranking("high-joker", joker="ace-straight")
Hands = Sequence[tuple[Card, ...]]


def indexes(hands: Iterable[Sequence[Card]]) -> npt.NDArray[np.uint8]:
    return np.array([[card.index for card in hand] for hand in hands], dtype=np.uint8)


def all_fives() -> npt.NDArray[np.uint8]:
    """Every five of 52 indexes, in the order of `combinations(CARDS, 5)`."""
    return np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)


def random_hands(size: int, number: int, deck: Sequence[Card] = CARDS) -> Hands:
    source = random.Random(f"{size} of {len(deck)}")
    return [tuple(source.sample(deck, size)) for _ in range(number)]


def strengths(twin: Ranking, hands: Iterable[tuple[Card, ...]]) -> npt.NDArray[np.int64]:
    return np.fromiter(map(twin.strength, hands), np.int64)


def assert_same_order(
    kernel: npt.NDArray[np.uint16], twin: npt.NDArray[np.int64]
) -> None:  # fmt: skip
    """Both rise together: no hand is above another in one and not in the other."""
    order = np.lexsort((twin, kernel))
    steps, twin_steps = np.diff(kernel[order].astype(np.int64)), np.diff(twin[order])
    assert ((steps > 0) == (twin_steps > 0)).all()
    assert (twin_steps >= 0).all()


def test_all_five_card_hands_rank_as_the_readable_twin() -> None:
    kernel = kernels.evaluate(kernels.HIGH_5, all_fives())
    assert_same_order(kernel, strengths(HIGH, combinations(CARDS, 5)))
    assert len(np.unique(kernel)) == 7_462


JOKERS = {
    "flush": (kernels.JOKER_5, WITH_JOKER),
    "no flush": (kernels.JOKER_NO_FLUSH_5, NO_FLUSH),
}


def check_with_joker(name: str, fours: Iterable[tuple[Card, ...]]) -> None:
    place, twin = JOKERS[name]
    # Some hands without the joker among them: strengths with and without it are on one scale.
    hands = [*((*four, JOKER) for four in fours), *random_hands(5, 20_000)]
    assert_same_order(kernels.evaluate(place, indexes(hands)), strengths(twin, hands))


@pytest.mark.parametrize("name", JOKERS)
def test_every_kind_of_hand_with_the_joker_ranks_as_the_readable_twin(name: str) -> None:
    check_with_joker(name, (kind.cards() for kind in kinds(4)))


@pytest.mark.long
@pytest.mark.parametrize("name", JOKERS)
def test_all_five_card_hands_with_the_joker_rank_as_the_readable_twin(name: str) -> None:
    check_with_joker(name, combinations(CARDS, 4))


LOWS = {"ace-to-five": kernels.LOW_5, "deuce-to-seven": kernels.DEUCE_5}


@pytest.mark.parametrize("key", LOWS)
def test_every_kind_of_five_card_low_hand_ranks_as_the_readable_twin(key: str) -> None:
    hands = [kind.cards() for kind in kinds(5)]
    assert len(hands) == 7_462
    kernel = kernels.evaluate(LOWS[key], indexes(hands))
    assert_same_order(kernel, strengths(ranking(key), hands))


@pytest.mark.long
@pytest.mark.parametrize("key", LOWS)
def test_all_five_card_low_hands_rank_as_the_readable_twin(key: str) -> None:
    kernel = kernels.evaluate(LOWS[key], all_fives())
    assert_same_order(kernel, strengths(ranking(key), combinations(CARDS, 5)))


SAMPLES: dict[str, tuple[Place, Ranking, tuple[Card, ...]]] = {
    "six": (kernels.HIGH_6, HIGH, CARDS),
    "seven": (kernels.HIGH_7, HIGH, CARDS),
    "six of 53": (kernels.JOKER_6, WITH_JOKER, (*CARDS, JOKER)),
    "seven of 53": (kernels.JOKER_7, WITH_JOKER, (*CARDS, JOKER)),
    "six of 53, no flush": (kernels.JOKER_NO_FLUSH_6, NO_FLUSH, (*CARDS, JOKER)),
    "seven of 53, no flush": (kernels.JOKER_NO_FLUSH_7, NO_FLUSH, (*CARDS, JOKER)),
    "seven for low": (kernels.LOW_7, ranking("razz"), CARDS),
}


def check_sample(name: str, number: int) -> None:
    place, twin, deck = SAMPLES[name]
    hands = random_hands(place.cards, number, deck)
    assert_same_order(kernels.evaluate(place, indexes(hands)), strengths(twin, hands))


@pytest.mark.parametrize("name", SAMPLES)
def test_random_hands_rank_as_the_readable_twin(name: str) -> None:
    check_sample(name, 20_000)


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLES)
def test_two_million_random_hands_rank_as_the_readable_twin(name: str) -> None:
    check_sample(name, 2_000_000)


def test_eight_or_better_qualifies_as_the_readable_twin() -> None:
    hands = random_hands(7, 50_000)
    low = kernels.evaluate(kernels.LOW_7, indexes(hands))
    twin = strengths(ranking("ace-to-five-8"), hands)
    assert ((low >= kernels.EIGHT_LOW) == (twin > 0)).all()
    assert_same_order(low[twin > 0], twin[twin > 0])


def test_categories_are_those_of_the_readable_twin() -> None:
    hands = [*random_hands(7, 20_000, (*CARDS, JOKER)), (*CARDS[-4:], JOKER, *CARDS[:2])]
    codes = kernels.category(kernels.evaluate(kernels.JOKER_7, indexes(hands)))
    for hand, code in zip(hands, codes, strict=True):
        assert WITH_JOKER.value(hand).category == HIGH_CATEGORIES[code]


def test_fortune_pays_the_best_paid_of_the_readable_twin_s_categories_table_games_77() -> None:
    places = {category: place for place, category in enumerate(FORTUNE_CATEGORIES)}
    # Too rare for a sample: royal flushes with and without the joker, beside king and queen.
    royals = [
        parse_cards(f"T{suit} J{suit} Q{suit} K{suit} {last} K{king} Q{queen}")
        for suit, king, queen in product("cdhs", repeat=3)
        for last in (f"A{suit}", "Jk")
        if suit not in (king, queen)
    ]
    hands = [*random_hands(7, 30_000, (*CARDS, JOKER)), *royals]
    codes = kernels.evaluate(kernels.FORTUNE_7, indexes(hands))
    for hand, code in zip(hands, codes, strict=True):
        assert code == max(places.get(name, 0) for name in (*fortune_categories(hand), None))


def test_all_three_card_hands_rank_as_the_readable_twin() -> None:
    hands = list(combinations(CARDS, 3))
    kernel = kernels.evaluate_three(indexes(hands))
    twin = ranking("three-card")
    assert_same_order(kernel, strengths(twin, hands))
    codes = kernels.three_category(kernel)
    for hand, code in zip(hands, codes, strict=True):
        assert twin.value(hand).category == THREE_CATEGORIES[code]


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_all_badugi_hands_rank_as_the_readable_twin(every: int) -> None:
    hands = list(combinations(CARDS, 4))[::every]
    assert_same_order(kernels.evaluate_badugi(indexes(hands)), strengths(ranking("badugi"), hands))


def test_all_two_card_hands_rank_as_the_readable_twin() -> None:
    hands = list(combinations((*CARDS, JOKER), 2))
    assert_same_order(kernels.evaluate_two(indexes(hands)), strengths(ranking("two-card"), hands))


def test_a_front_hand_fouls_as_the_readable_twins_compare_table_games_55() -> None:
    # Every kind of back hand, beside every front hand of two suits and the joker.
    backs = [kind.cards() for kind in kinds(5)]
    fronts = [pair for pair in combinations((*CARDS, JOKER), 2) if pair[0].suit < 2 > pair[1].suit]
    back = kernels.evaluate(kernels.HIGH_5, indexes(backs))
    behind = strengths(HIGH, backs)
    for front, strength in zip(fronts, kernels.evaluate_two(indexes(fronts)), strict=True):
        foul = behind < ranking("two-card").strength(front)
        assert (kernel_fouls(kernels.tables(), strength, back) == foul).all()


@kernels.compiled
def kernel_fouls(
    table: kernels.Table, front: np.uint16, backs: npt.NDArray[np.uint16]
) -> npt.NDArray[np.bool_]:
    fouls = np.empty(len(backs), np.bool_)
    for i in range(len(backs)):
        fouls[i] = kernels.is_foul(table, front, backs[i])
    return fouls


def test_all_496_pairs_of_tiles_rank_as_the_readable_twin() -> None:
    pairs = list(combinations(range(32), 2))
    kernel = kernels.evaluate_tiles(pairs)
    twin = [tile_hand(TILE_SET[one], TILE_SET[other]).strength for one, other in pairs]
    assert_same_order(kernel, np.array(twin))
    swapped = kernels.evaluate_tiles([(other, one) for one, other in pairs])
    assert (swapped == kernel).all()
