"""Mexican poker: 41 cards, the joker wild or half-wild, held against a brute force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from houseway.cards import DECKS, JOKER, parse_cards
from houseway.hands.mexican import Mexican
from houseway.hands.value import HandError
from tests.hands import oracle
from tests.hands.oracle import MEXICAN, MEXICAN_LADDER, Kind, kinds, with_jokers

FACE_UP = Mexican(joker_dealt="face-up")
FACE_DOWN = Mexican(joker_dealt="face-down")
DECK = DECKS["mexican-41"][:-1]
LETTERS = MEXICAN_LADDER[:-1]


def beats(one: Kind, other: Kind) -> bool | None:
    return oracle.beats(one, other, order=MEXICAN, ladder=MEXICAN_LADDER)


def test_natural_hands_all_658008_fall_into_their_kinds() -> None:
    counted = Counter(map(FACE_UP.strength, combinations(DECK, 5)))
    assert counted.total() == 658_008
    assert counted == {FACE_UP.strength(k.cards()): k.weight() for k in kinds(5, LETTERS)}


def test_every_neighbour_in_the_order_of_values_is_judged_the_same_by_the_chart() -> None:
    worst_first = sorted(kinds(5, LETTERS), key=lambda kind: FACE_UP.strength(kind.cards()))
    for worse, better in pairwise(worst_first):
        assert beats(better, worse) is True, (better, worse)
    assert worst_first[0].ranks == "75432"  # poker M-2
    assert worst_first[-1] == Kind("AKQJ7", suited=True)
    for kind in worst_first:
        value = FACE_UP.value(kind.cards())
        assert value.category == oracle.category(kind, MEXICAN_LADDER)


@pytest.mark.parametrize(("ranking", "wild"), [(FACE_UP, False), (FACE_DOWN, True)])
def test_every_joker_hand_is_worth_the_best_hand_it_may_be(ranking: Mexican, wild: bool) -> None:
    fives = {}
    for kind in kinds(4, LETTERS):
        choices = with_jokers(kind, 1, ladder=MEXICAN_LADDER, wild=wild)
        stands_for = oracle.best(choices, order=MEXICAN, ladder=MEXICAN_LADDER)
        value = ranking.value((*kind.cards(), JOKER))
        assert value.category == oracle.category(stands_for, MEXICAN_LADDER), kind
        if value.category == "five-of-a-kind":
            fives[stands_for.ranks[0]] = value.strength
        else:
            assert value.strength == ranking.strength(stands_for.cards()), (kind, stands_for)
    assert "".join(sorted(fives, key=lambda rank: -fives[rank])) == (LETTERS if wild else "A")
    assert min(fives.values()) > ranking.strength(Kind("AKQJ7", suited=True).cards())


@pytest.mark.parametrize("ranking", [FACE_UP, FACE_DOWN])
def test_all_91390_joker_hands_fall_into_their_kinds(ranking: Mexican) -> None:
    counted = Counter(ranking.strength((*four, JOKER)) for four in combinations(DECK, 4))
    expected: Counter[int] = Counter()
    for kind in kinds(4, LETTERS):
        expected[ranking.strength((*kind.cards(), JOKER))] += kind.weight()
    assert counted.total() == 91_390
    assert counted == expected


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("As Ks Qs Js 7s", "Royal flush"),
        ("Ah Ks Qs Js 7s", "Ace-high straight"),
        ("Kh Qs Js 7s 6s", "King-high straight"),
        ("Qh Js 7s 6s 5s", "Queen-high straight"),
        ("Jh 7s 6s 5s 4s", "Jack-high straight"),
        ("6h 5s 4s 3s 2s", "Six-high straight"),
        ("5h 4s 3s 2s As", "Five-high straight"),
        ("Ah Ks Qs Js 6s", "Ace high, king-queen-jack-six"),
    ],
)
def test_straights_jump_from_7_to_jack_poker_m_1_m_16(cards: str, called: str) -> None:
    assert FACE_UP.value(parse_cards(cards)).name == called


def test_a_flush_beats_a_full_house_poker_m_3() -> None:
    flush, full = parse_cards("7h 5h 4h 3h 2h"), parse_cards("As Ad Ac Kh Kd")
    assert FACE_UP.strength(flush) > FACE_UP.strength(full)


@pytest.mark.parametrize(
    ("cards", "up", "down"),
    [
        ("Kd Kc Kh Ks Jk", "Four kings, ace kicker", "Five kings"),
        ("Ad Ac Ah As Jk", "Five aces", "Five aces"),
        ("Kd Kc 4h 4s Jk", "Kings and fours, ace kicker", "Kings full of fours"),
        ("Kd Kc 4h 3s Jk", "Pair of kings, ace-four-three", "Three kings, four-three"),
        ("Kd Qc 4h 3s Jk", "Ace high, king-queen-four-three", "Pair of kings, queen-four-three"),
        ("Kh Qh 4h 3h Jk", "Ace-high flush, king-queen-four-three",
         "Ace-high flush, king-queen-four-three"),
        ("Ah Qh 4h 3h Jk", "Ace-high flush, king-queen-four-three",
         "Ace-high flush, king-queen-four-three"),
        ("Ad Kc Qh Js Jk", "Ace-high straight", "Ace-high straight"),
        ("Kh Qh Jh 7h Jk", "Royal flush", "Royal flush"),
    ],
)  # fmt: skip
def test_joker_dealt_face_up_and_face_down_poker_m_6_m_7_m_8(
    cards: str, up: str, down: str
) -> None:
    assert FACE_UP.value(parse_cards(cards)).name == up
    assert FACE_DOWN.value(parse_cards(cards)).name == down


def test_both_jokers_rank_on_one_scale() -> None:
    natural = parse_cards("Kd Kc Kh 4s 4c")
    assert FACE_UP.strength(natural) == FACE_DOWN.strength(natural)
    assert FACE_DOWN.strength(parse_cards("Kd Kc 4h 4s Jk")) == FACE_UP.strength(natural)


@pytest.mark.parametrize("cards", ["8h 7d 6c 5s 4h", "Td 7d 6c 5s 4h"])
def test_cards_the_stripped_deck_lacks_are_refused(cards: str) -> None:
    with pytest.raises(HandError, match="this ranking's deck has none"):
        FACE_UP.strength(parse_cards(cards))


def test_six_cards_are_refused() -> None:
    with pytest.raises(HandError, match="6 cards are given; this ranking reads 5 cards"):
        FACE_UP.strength(DECK[:6])
