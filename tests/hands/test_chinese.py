"""Chinese poker: the front segment, fouls, and naturals of thirteen cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from houseway.cards import CARDS, JOKER, parse_cards
from houseway.hands.chinese import Front, clean_sweeps, foul
from houseway.hands.five_high import FiveHigh
from houseway.hands.value import HandError
from tests.hands.oracle import by_groups, kinds, spread

FRONT = Front()
FIVE = FiveHigh()


def shape(ranks: str) -> int:
    return len(set(ranks))


def test_every_front_hand_ranks_by_threes_pairs_and_high_cards_only() -> None:
    every = [kind.ranks for kind in kinds(3) if not kind.suited]
    worst_first = sorted(every, key=lambda ranks: FRONT.strength(spread(ranks)))
    assert len(worst_first) == 13 + 13 * 12 + 286
    for worse, better in pairwise(worst_first):
        if shape(worse) == shape(better):
            assert by_groups(better, worse) is True
        else:
            assert shape(better) < shape(worse)
    counts = Counter(FRONT.value(hand).category for hand in combinations(CARDS, 3))
    # 52 threes and 3,744 pairs as in any three cards; straights and flushes count for nothing.
    assert counts == {"three-of-a-kind": 52, "one-pair": 3_744, "high-card": 18_304}


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("Ah Kh Qh", "Ace high, king-queen"),
        ("Qd 9h Qs", "Pair of queens, nine kicker"),
        ("2d 2h 2s", "Three twos"),
    ],
)
def test_names_of_front_hands(cards: str, called: str) -> None:
    value = FRONT.value(parse_cards(cards))
    assert value.name == called
    assert value.strength == FRONT.strength(parse_cards(cards))


@pytest.mark.parametrize(
    ("front", "middle", "back", "is_foul"),
    [
        ("Qd 8d 3s", "As Ac 6d 5c 2c", "Kd Kc 9d 9s Ts", False),
        # back below middle
        ("Qd 8d 3s", "Kd Kc 9d 9s Ts", "As Ac 6d 5c 2c", True),
        # front above middle
        ("Ad Ah 3s", "Ks Kc 6d 5c 2c", "Jd Jc 9d 9s Ts", True),
        # equal segments are a foul (C-2)
        ("4d 3d 2s", "As Kc 9d 7c 5c", "Ad Kh 9s 7d 5d", True),
        # the same pair: the cards both have, then the middle's further cards (C-3)
        ("Kd Kh Qs", "Ks Kc Jd 5c 2c", "Ad Ac 9d 9s Ts", True),
        ("Kd Kh Js", "Ks Kc Jd 5c 2c", "Ad Ac 9d 9s Ts", False),
        ("Kd Kh Ts", "Ks Kc Jd 5c 2c", "Ad Ac 9d 9s 8s", False),
        # high cards against high cards
        ("Ad Kh 9s", "As Kc 8d 5c 2c", "3d 3c 9d 7s Ts", True),
        ("Ad Kh 8s", "As Kc 8d 5c 2c", "3d 3c 9d 7s Ts", False),
        # threes in front need better threes or more behind
        ("6d 6h 6s", "5s 5c 5d Ac 2c", "9d 9c 9h 7s Ts", True),
        ("6d 6h 6s", "7s 7c 7d Ac 2c", "9d 9c 9h 8s Ts", False),
        ("6d 6h 6s", "As Ac Kd Kc 2c", "9d 9c 9h 7s Ts", True),
        # suited, consecutive cards in front are only high cards
        ("Ah Kh Qh", "2s 2c 5d 6c 7c", "9d 9c 8h 7s Ts", False),
    ],
)
def test_back_must_beat_middle_and_middle_front_poker_c_2_c_3(
    front: str, middle: str, back: str, is_foul: bool
) -> None:
    reason = foul(parse_cards(front), parse_cards(middle), parse_cards(back))
    assert (reason is not None) is is_foul


def test_a_foul_is_told_with_both_hands() -> None:
    reason = foul(
        parse_cards("Ad Ah 3s"), parse_cards("Ks Kc 6d 5c 2c"), parse_cards("Jd Jc 9d 9s Ts")
    )
    assert reason == (
        "middle (Pair of kings, six-five-two) does not rank above front "
        "(Pair of aces, three kicker)"
    )


@pytest.mark.parametrize(
    ("front", "middle", "back", "found"),
    [
        ("2h 3h 4h", "5h 6h 7h 8h 9h", "Th Jh Qh Kh Ah",
         ("super-dragon", "dragon", "three-straights", "three-flushes")),
        ("2h 3d 4c", "5h 6s 7d 8c 9h", "Th Jd Qc Ks Ah", ("dragon", "three-straights")),
        ("2h 5d Jc", "3h 6s 7d 8c 9h", "Th 4d Qc Ks Ah", ("dragon",)),
        ("2h 2d 4c", "4h 6s 6d 8c 8h", "Th Td Qc Qs Ah", ("six-pairs",)),
        ("2h 2d 2c", "2s 6s 6d 8c 8h", "Th Td Qc Qs Ah", ("six-pairs",)),  # four: two pairs
        ("2h 2d 2c", "4s 6s 6d 8c 8h", "Th Td Qc Qs 4h", ("six-pairs",)),  # three: a pair and one
        ("2h 2d 2c", "4s 6s 6d 8c 9h", "Th Td Qc Qs 4h", ()),
        ("Ah 2d 3c", "5h 6s 7d 8c 9h", "9s Td Jc Qs Kh", ("three-straights",)),
        ("Ah Kd Qc", "5h 6s 7d 8c 9h", "As 2d 3c 4s 5d", ("three-straights",)),
        ("Ah Kd 2c", "5h 6s 7d 8c 9h", "As 2d 3c 4s 5d", ()),  # no straight round the corner
        ("Ah 9h 3h", "5s 6s Ks 8s 9s", "9d 3d Jd Qd Kd", ("three-flushes",)),
        # straights in the cards, but not in the segments as set
        ("Ah 2d 4c", "3h 6s 7d 8c 9h", "9s Td Jc Qs 5h", ()),
    ],
)  # fmt: skip
def test_clean_sweeps_poker_c_8_c_9(
    front: str, middle: str, back: str, found: tuple[str, ...]
) -> None:
    assert clean_sweeps(parse_cards(front), parse_cards(middle), parse_cards(back)) == found


def test_bad_input_is_refused() -> None:
    with pytest.raises(HandError, match="2 cards are given; a front segment has 3"):
        FRONT.strength(CARDS[:2])
    with pytest.raises(HandError, match="a joker is given"):
        FRONT.value((*CARDS[:2], JOKER))
    with pytest.raises(HandError, match="the middle segment has 4 cards; it takes 5"):
        foul(CARDS[:3], CARDS[3:7], CARDS[7:12])
    with pytest.raises(HandError, match="the front segment has 5 cards; it takes 3"):
        clean_sweeps(CARDS[:5], CARDS[5:10], CARDS[10:13])


def test_middle_and_front_of_all_kinds_are_never_equal() -> None:
    fronts = {FRONT.strength(kind.cards()) for kind in kinds(3)}
    middles = {FIVE.strength(kind.cards()) for kind in kinds(5)}
    assert not fronts & middles
