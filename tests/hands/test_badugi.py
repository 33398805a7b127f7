"""Badugi: all 270,725 hands against a brute force, order, names."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, islice, pairwise

import pytest

from houseway.cards import CARDS, JOKER, Card, parse_cards
from houseway.hands.badugi import Badugi
from houseway.hands.value import HandError

BADUGI = Badugi()
BEST_FIRST = "A23456789TJQK"


def brute_force(cards: tuple[Card, ...]) -> tuple[int, str]:
    ordered = sorted((card.text for card in cards), key=lambda text: -BEST_FIRST.index(text[0]))
    suits: dict[str, int] = {}
    for text in ordered:
        suits.setdefault(text[1], len(suits))
    return throw_out("".join(t[0] for t in ordered), tuple(suits[t[1]] for t in ordered))


@cache
def throw_out(ranks: str, suits: tuple[int, ...]) -> tuple[int, str]:
    """Throw cards out until no two share rank or suit, trying every way; fewest thrown, lowest."""
    left = [tuple(zip(ranks, suits, strict=True))]
    while True:
        good = [
            "".join(rank for rank, _ in some)
            for some in left
            if all(a[0] != b[0] and a[1] != b[1] for a, b in combinations(some, 2))
        ]
        if good:
            lowest = min(good, key=lambda ranks: [BEST_FIRST.index(rank) for rank in ranks])
            return len(lowest), lowest
        left = [some[:i] + some[i + 1 :] for some in left for i in range(len(some))]


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_all_hands_agree_with_throwing_cards_out(every: int) -> None:
    counts: Counter[int] = Counter()
    strength_of: dict[tuple[int, str], int] = {}
    for hand in islice(combinations(CARDS, 4), 0, None, every):
        left = brute_force(hand)
        strength = BADUGI.strength(hand)
        assert strength_of.setdefault(left, strength) == strength
        counts[left[0]] += 1
    if every == 1:
        # 715 sets of four ranks in 24 ways; one suit only, or one rank only, leaves a single card.
        assert counts[4] == 715 * 24
        assert counts[1] == 4 * 715 + 13
        assert counts == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}
    expected = [
        (size, "".join(reversed(ranks)))
        for size in (4, 3, 2, 1)
        for ranks in sorted(
            combinations(BEST_FIRST, size),
            key=lambda ranks: [BEST_FIRST.index(rank) for rank in reversed(ranks)],
        )
    ]
    assert len(expected) == 715 + 286 + 78 + 13
    assert set(strength_of) <= set(expected)
    assert every > 1 or len(strength_of) == len(expected)
    found = [strength_of[one] for one in expected if one in strength_of]
    assert all(better > worse for better, worse in pairwise(found))


@pytest.mark.parametrize(
    ("cards", "category", "called", "read"),
    [
        ("As 2h 3d 4c", "badugi", "Four-three-two-ace badugi", "4c 3d 2h As"),
        ("Kc Qd Jh Ts", "badugi", "King-queen-jack-ten badugi", "Kc Qd Jh Ts"),
        ("8h 4d 2c 2h", "three-card-badugi", "Three-card eight-four-two", "8h 4d 2c"),
        ("Kh Qd Kd Qh", "two-card-badugi", "Two-card king-queen", None),
        ("As 4s 7s 9s", "one-card-badugi", "One-card ace", "As"),
        ("Kc Kd Kh Ks", "one-card-badugi", "One-card king", None),
        ("As Ah 2h 3d", "three-card-badugi", "Three-card three-two-ace", "3d 2h As"),
    ],
)
def test_names_and_reading_order(cards: str, category: str, called: str, read: str | None) -> None:
    value = BADUGI.value(parse_cards(cards))
    assert (value.category, value.name) == (category, called)
    assert read is None or value.cards == parse_cards(read)
    assert value.strength == BADUGI.strength(parse_cards(cards))


def test_500_club_badugi_two_cards_beat_one_whatever_their_rank() -> None:
    two, one = BADUGI.value(parse_cards("KhQdKdQh")), BADUGI.value(parse_cards("As4s7s9s"))
    assert two > one


def test_bad_input_is_refused() -> None:
    with pytest.raises(HandError, match="5 cards are given; a badugi hand has 4"):
        BADUGI.strength(CARDS[:5])
    with pytest.raises(HandError, match="a joker is given"):
        BADUGI.value((*CARDS[:3], JOKER))
