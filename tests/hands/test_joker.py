"""Jokers: one in pai gow poker (each filing's wording), two in draw poker high-low."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from houseway.cards import CARDS, JOKER, parse_cards
from houseway.hands.joker import JokerHigh
from houseway.hands.value import HandError
from tests.hands import oracle
from tests.hands.oracle import LETTERS, kinds, of_suit, spread, with_jokers

PAI_GOW = JokerHigh(joker="ace-straight-flush")
NO_FLUSH = JokerHigh(joker="ace-straight")
TWO = JokerHigh(joker="ace-straight-flush", jokers=2)
ORDER = ("five-of-a-kind", *oracle.HIGH)

# Five of 53 cards, the joker an ace or completing a straight or flush. B. Alspach, "Bring On the
# Jokers", Poker Digest 4:18 (2001); royal flushes, there among the 204 straight flushes, apart.
PUBLISHED = {
    "five-aces": 1, "royal-flush": 24, "straight-flush": 180, "four-of-a-kind": 828,
    "full-house": 4_368, "flush": 7_804, "straight": 20_532, "three-of-a-kind": 63_360,
    "two-pair": 138_600, "one-pair": 1_215_024, "high-card": 1_418_964,
}  # fmt: skip


def name(text: str, ranking: JokerHigh = PAI_GOW) -> str:
    return ranking.value(parse_cards(text)).name


def filed(category: str) -> str:
    return "five-aces" if category == "five-of-a-kind" else category


def test_category_counts_of_all_53_card_hands_are_the_published_ones() -> None:
    counts: Counter[str] = Counter()
    for hand in combinations(CARDS, 5):
        counts[PAI_GOW.category_of(PAI_GOW.strength(hand))] += 1
    for four in combinations(CARDS, 4):
        counts[PAI_GOW.category_of(PAI_GOW.strength((*four, JOKER)))] += 1
    assert counts == PUBLISHED


@pytest.mark.parametrize(
    ("ranking", "jokers", "flush"), [(PAI_GOW, 1, True), (NO_FLUSH, 1, False), (TWO, 2, True)]
)
def test_every_joker_hand_is_worth_the_best_hand_it_may_be(
    ranking: JokerHigh, jokers: int, flush: bool
) -> None:
    # Natural hands are proved in test_five_high; here each joker hand is tied to one of them.
    for kind in kinds(5 - jokers):
        stands_for = oracle.best(with_jokers(kind, jokers, flush=flush), order=ORDER)
        value = ranking.value((*kind.cards(), *[JOKER] * jokers))
        assert value.category == filed(oracle.category(stands_for)), kind
        if value.category == "five-aces":
            assert value.strength > ranking.strength(of_suit("AKQJT"))
        else:
            assert value.strength == ranking.strength(stands_for.cards()), (kind, stands_for)


@pytest.mark.parametrize(("ranking", "jokers"), [(PAI_GOW, 1), (NO_FLUSH, 1), (TWO, 2)])
def test_hands_of_one_kind_tie_whatever_their_suits(ranking: JokerHigh, jokers: int) -> None:
    counted = Counter(
        ranking.strength((*cards, *[JOKER] * jokers)) for cards in combinations(CARDS, 5 - jokers)
    )
    expected: Counter[int] = Counter()
    for kind in kinds(5 - jokers):
        expected[ranking.strength((*kind.cards(), *[JOKER] * jokers))] += kind.weight()
    assert counted == expected


@pytest.mark.parametrize("ranking", [PAI_GOW, NO_FLUSH])
@pytest.mark.parametrize("size", [6, 7])
def test_best_five_of_six_and_seven_with_a_joker_over_every_choice_of_ranks(
    ranking: JokerHigh, size: int
) -> None:
    of_five: dict[tuple[str, ...], int] = {}
    for ranks in combinations_with_replacement(LETTERS, size - 1):
        if max(Counter(ranks).values()) > 4:
            continue
        best = 0
        for five in {*combinations(ranks, 4), *combinations(ranks, 5)}:
            if five not in of_five:
                joker = (JOKER,) if len(five) == 4 else ()
                of_five[five] = ranking.strength((*spread(five), *joker))
            best = max(best, of_five[five])
        assert ranking.strength((*spread(ranks), JOKER)) == best, ranks


@pytest.mark.parametrize("ranking", [PAI_GOW, NO_FLUSH])
def test_best_five_with_a_joker_and_a_suit_over_every_choice_of_its_ranks(
    ranking: JokerHigh,
) -> None:
    for suited in (4, 5, 6):
        for ranks in combinations(LETTERS, suited):
            cards = (*of_suit(ranks, "s"), *spread("A7"[: 6 - suited]), JOKER)
            best = max(ranking.strength(five) for five in combinations(cards, 5))
            assert ranking.strength(cards) == best


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("As Ah Ad Ac Jk", "Five aces"),
        ("Jk Ks Qs Js Ts", "Royal flush"),
        ("As Ks Qs Js Jk", "Royal flush"),
        ("9s Ks Qs Js Jk", "King-high straight flush"),
        ("5s 4s 3s 2s Jk", "Six-high straight flush"),
        ("Ah Kh 9h 5h Jk", "Ace-high flush, king-queen-nine-five"),
        ("Kh Qh 9h 5h Jk", "Ace-high flush, king-queen-nine-five"),
        ("Kh Kd Ac Ad Jk", "Aces full of kings"),
        ("Kh Kd Kc 7d Jk", "Three kings, ace-seven"),
        ("Kh Kd 9c 7d Jk", "Pair of kings, ace-nine-seven"),
        ("Ah Kd 9c 7d Jk", "Pair of aces, king-nine-seven"),
        ("Kh Qd 9c 7d Jk", "Ace high, king-queen-nine-seven"),
        ("Ah 5d 4c 2d Jk", "Five-high straight"),
        ("8h 7d 6c 5d Jk", "Nine-high straight"),
    ],
)
def test_names_of_joker_hands(cards: str, called: str) -> None:
    assert name(cards) == called


def test_napa_fortune_joker_makes_the_best_hand_table_games_73() -> None:
    # Four aces beat the straight 5-4-3-2-ace the joker could complete.
    assert name("Ac Ad Ah Jk 4s 3c 2d") == "Four aces, four kicker"


def test_napa_double_hand_joker_is_the_highest_unmatched_card_of_a_flush_table_games_52() -> None:
    value = PAI_GOW.value(parse_cards("Ad Kd 8d 4d Jk"))
    assert value.ranks == (14, 13, 12, 8, 4)
    assert value.cards == parse_cards("Ad Kd Jk 8d 4d")


def test_500_club_fortune_joker_completes_no_plain_flush_table_games_127() -> None:
    assert name("Kh Qh 9h 5h Jk", NO_FLUSH) == "Ace high, king-queen-nine-five"
    assert name("Kh Qh 9h 5h 3h Jk 2c", NO_FLUSH) == "King-high flush, queen-nine-five-three"
    assert name("Kh Qh Jh 9h Jk", NO_FLUSH) == "King-high straight flush"
    assert name("Kh Qh Js 9h Jk", NO_FLUSH) == "King-high straight"


def test_the_joker_is_left_out_when_the_hand_does_not_need_it() -> None:
    value = PAI_GOW.value(parse_cards("Kc Kd Kh Ks Jk 3c 2d"))
    assert value.name == "Four kings, ace kicker"
    natural = PAI_GOW.value(parse_cards("9c 8d 7h 6s 5c Ad Jk"))
    assert natural.name == "Ten-high straight"
    assert natural.cards == parse_cards("Jk 9c 8d 7h 6s")


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("Jk Jk Td 6c 2s", "Pair of aces, ten-six-two"),
        ("Jk Jk Ad As Ah", "Five aces"),
        ("Jk Ac Ad As Ah", "Five aces"),
        ("Jk Jk Ad As 9h", "Four aces, nine kicker"),
        ("Jk Jk Ad 9s 9h", "Aces full of nines"),
        ("Jk Jk 9s 8s 7s", "Jack-high straight flush"),
        ("Jk Jk Ks Qs Js", "Royal flush"),
        ("Jk Jk Kh 9h 4h", "Ace-high flush, king-queen-nine-four"),
        ("Jk Jk 9s 8d 7s", "Jack-high straight"),
        ("Jk Jk 4s 3d 2s", "Six-high straight"),
        ("Jk Jk 9s 9d 7s", "Aces and nines, seven kicker"),
    ],
)
def test_outlaws_draw_poker_two_jokers_poker_o_8_to_o_11(cards: str, called: str) -> None:
    assert name(cards, TWO) == called


def test_two_jokers_from_a_deck_of_one_are_refused() -> None:
    with pytest.raises(HandError, match="jokers given: 2; in this ranking's deck: 1"):
        PAI_GOW.strength(parse_cards("Jk Jk Td 6c 2s"))


def test_a_wrong_number_of_cards_is_refused() -> None:
    with pytest.raises(HandError, match=r"^4 cards are given"):
        PAI_GOW.strength(parse_cards("Jk Td 6c 2s"))


def test_every_kind_of_joker_hand_keeps_its_cards() -> None:
    for kind in kinds(4):
        cards = (*kind.cards(), JOKER)
        assert Counter(PAI_GOW.value(cards).cards) == Counter(cards)


def test_joker_hands_share_a_name_exactly_when_they_tie() -> None:
    values = [PAI_GOW.value(kind.cards()) for kind in kinds(5)]
    values += [PAI_GOW.value((*kind.cards(), JOKER)) for kind in kinds(4)]
    assert len({value.name for value in values}) == len({value.strength for value in values})
