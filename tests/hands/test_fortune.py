"""Fortune bonus hands: what seven cards contain, held against every five of them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import CARDS, DECKS, JOKER, Card, parse_cards
from houseway.hands.fortune import fortune_categories, seven_card_ace_high
from houseway.hands.joker import JokerUse
from houseway.hands.value import HandError, spoken
from tests.hands.oracle import LADDER, LETTERS, in_order, of_suit, straight_place

PAY_ORDER = (
    "seven-card-straight-flush", "royal-flush-royal-match", "seven-card-straight-flush-joker",
    "five-aces", "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush",
    "three-of-a-kind", "straight",
)  # fmt: skip


def pay_row(cards: tuple[Card, ...], joker: JokerUse = "ace-straight-flush") -> str | None:
    """The row of the filed pay tables, best paid first, that seven cards reach."""
    found = fortune_categories(cards, joker=joker)
    return next((row for row in PAY_ORDER if row in found), None)


def pays_as(text: str, joker: JokerUse = "ace-straight-flush") -> str | None:
    return pay_row(parse_cards(text), joker)


def in_five(cards: tuple[Card, ...]) -> set[str]:
    """What five natural cards make, as the bonus charts describe it."""
    ranks = in_order(card.text[0] for card in cards)
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    suited = len({card.suit for card in cards}) == 1
    place = straight_place(ranks)
    found = set()
    if place is not None:
        found.add("straight")
        if suited:
            found.add("straight-flush")
            found |= {"royal-flush"} if place == 0 else set()
    if suited and len(set(cards)) == 5:
        found.add("flush")
    found |= {"four-of-a-kind"} if counts[0] >= 4 else set()
    found |= {"five-aces"} if ranks == "AAAAA" else set()
    found |= {"full-house"} if counts == [3, 2] else set()
    found |= {"three-of-a-kind"} if counts[0] >= 3 else set()
    return found


def brute_force(cards: tuple[Card, ...]) -> set[str]:
    """The joker replaced by every card in turn: an ace, or what completes straight or flush."""
    found = set()
    for five in combinations(cards, 5):
        if JOKER not in five:
            found |= in_five(five)
            continue
        rest = tuple(card for card in five if card is not JOKER)
        for stand_in in CARDS:
            made = in_five((*rest, stand_in))
            completes = {"straight", "flush", "straight-flush", "royal-flush"}
            if stand_in.rank == 14:
                found |= made
            elif stand_in not in rest:
                found |= made & completes
    return found


def test_random_hands_agree_with_every_five_and_every_stand_in() -> None:
    source = random.Random(11)
    deck = DECKS["joker-53"]
    hands = [tuple(source.sample(deck, 7)) for _ in range(200)]
    hands += [(*source.sample(CARDS, 6), JOKER) for _ in range(200)]
    # Hands of few ranks and suits, where rare categories are common.
    narrow = [card for card in CARDS if card.rank >= 10 and card.suit >= 2]
    aces = [card for card in CARDS if card.rank in (14, 13, 5)]
    for some in (narrow, aces, [card for card in CARDS if card.suit == 3]):
        hands += [(*source.sample(some, 6), JOKER) for _ in range(50)]
        hands += [tuple(source.sample(some, 7)) for _ in range(50)]
    for hand in hands:
        assert set(fortune_categories(hand)) & {*PAY_ORDER[3:]} == brute_force(hand), hand


def test_seven_card_straight_flushes_over_every_seven_of_a_suit() -> None:
    natural = {ranks for ranks in combinations(LETTERS, 7)
               if "seven-card-straight-flush" in fortune_categories(of_suit(ranks))}  # fmt: skip
    words = {LADDER[i : i + 7] for i in range(8)}  # ace to 8, down to 7 to ace
    assert {in_order(word) for word in words} == {"".join(ranks) for ranks in natural}
    with_joker = {ranks for ranks in combinations(LETTERS, 6)
                  if "seven-card-straight-flush-joker"
                  in fortune_categories((*of_suit(ranks), JOKER))}  # fmt: skip
    gaps = {in_order(word.replace(rank, "", 1)) for word in words for rank in word}
    assert {"".join(ranks) for ranks in with_joker} == gaps
    # Published for the four suits, as in the next test: 32 without the joker, 196 with it.
    assert len(natural) * 4 == 32
    assert len(with_joker) * 4 == 196


def test_every_hand_with_a_royal_flush_pays_as_often_as_published() -> None:
    # Wizard of Odds, "Fortune Pai Gow Poker", and B. Alspach, "Pai Gow Poker Computations" (2003).
    hands = set()
    for suit in "cdhs":
        royal = (*of_suit("AKQJT", suit), JOKER)
        for made in combinations(royal, 5):
            others = [card for card in DECKS["joker-53"] if card not in made]
            hands |= {frozenset((*made, *two)) for two in combinations(others, 2)}
    rows = Counter(pay_row(tuple(hand)) for hand in hands)
    assert rows["royal-flush-royal-match"] == 72
    assert rows["royal-flush"] == 26_020
    # The others are seven-card straight flushes that contain the royal.
    assert rows["seven-card-straight-flush"] == 4
    assert set(rows) == set(PAY_ORDER[:3]) | {"royal-flush"}


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("As Ks Qs Js Ts 9s 8s", "seven-card-straight-flush"),
        ("7s 6s 5s 4s 3s 2s As", "seven-card-straight-flush"),
        ("As Ks Qs Js Ts 9s Jk", "seven-card-straight-flush-joker"),
        ("7s 6s 5s Jk 3s 2s As", "seven-card-straight-flush-joker"),
        ("As Ks Qs Js Ts Kh Qh", "royal-flush-royal-match"),
        ("As Ks Jk Js Ts Kh Qh", "royal-flush-royal-match"),  # joker in the royal (76)
        ("As Ks Qs Js Ts Kh Jk", "royal-flush"),  # the match must be natural (76)
        ("As Ks Qs Js Ts Kh Qd", "royal-flush"),
        ("As Ks Qs Js Ts 9s Kh", "royal-flush"),
        ("As Ks Qs Js Ts 7s Jk", "royal-flush"),
        ("Ac Ad Ah As Jk Kd 7c", "five-aces"),
        ("9s 8s 7s 6s 5s Ac Ad", "straight-flush"),
        ("9s 8s 7s 6s Jk Ac Ad", "straight-flush"),
        ("9c 9d 9h 9s 4c 6d 2s", "four-of-a-kind"),
        ("Ac Ad Ah Jk 4s 3c 2d", "four-of-a-kind"),
        ("8c 8d 8h 5s 5c Kh 2d", "full-house"),
        ("8c 8d Ah As Jk Kh 2d", "full-house"),
        ("Kc Jc Tc 6c 3c Qd 4h", "flush"),
        ("Kc Jc Tc 6c Jk Qd 4h", "flush"),
        ("7d 7h 7s Qc Jd 4s 2c", "three-of-a-kind"),
        ("6h 5d 4d 3s 2h Ks Ts", "straight"),
        ("6h 5d Jk 3s 2h Ks Ts", "straight"),
        ("Kd Kh Qs Qc Jd 4s 2c", None),
        ("Jk Kh Qs 9c 8d 4s 2c", None),
    ],
)
def test_rows_of_the_pay_tables_table_games_73_to_76_141_157(cards: str, row: str | None) -> None:
    assert pays_as(cards) == row


def test_three_of_a_kind_is_paid_before_the_straight_beside_it_table_games_77() -> None:
    assert pays_as("7d 7h 7s 6c 5d 4s 3c") == "three-of-a-kind"
    assert {"three-of-a-kind", "straight"} <= fortune_categories(parse_cards("7d7h7s6c5d4s3c"))


def test_a_joker_that_completes_no_plain_flush() -> None:
    assert pays_as("Kc Jc Tc 6c Jk 8d 4h", "ace-straight") is None
    assert pays_as("Kc Jc Tc 6c 2c Jk 4h", "ace-straight") == "flush"
    assert pays_as("9s 8s 7s 6s Jk Ac Kd", "ace-straight") == "straight-flush"


def test_names_of_bonus_hands() -> None:
    assert spoken("seven-card-straight-flush") == "Seven-card straight flush"
    assert spoken("royal-flush-royal-match") == "Royal flush and royal match"
    assert spoken("seven-card-straight-flush-joker").endswith("flush with the joker")
    assert spoken("three-of-a-kind") == "Three of a kind"


@pytest.mark.parametrize(
    ("cards", "ace_high"),
    [
        ("Ac Kd Jh 9s 7c 5d 3h", True),
        ("Jk Kd Jh 9s 7c 5d 3h", True),
        ("Ac Jk Jh 9s 7c 5d 3h", False),  # a pair of aces
        ("Kc Qd Jh 9s 7c 5d 3h", False),
        ("Ac Kd Jh 9s 7c 7d 3h", False),
        ("Ac Kd 5h 4s 3c 2d 9h", False),
        ("Ac Kc Jc 9c 7c 5d 3h", False),
        ("Jk Qc Jc 9c 7c 5d 3h", False),
        ("Jk Kd Qh Js Tc 5d 2h", False),
    ],
)
def test_face_up_pai_gow_seven_card_ace_high_table_games_144(cards: str, ace_high: bool) -> None:
    assert seven_card_ace_high(parse_cards(cards)) is ace_high


def test_bad_input_is_refused() -> None:
    with pytest.raises(HandError, match="6 cards with 0 jokers are given; a bonus hand has 7"):
        fortune_categories(CARDS[:6])
    with pytest.raises(HandError, match="7 cards with 2 jokers"):
        fortune_categories((*CARDS[:5], JOKER, JOKER))
    with pytest.raises(HandError, match="5 cards are given; the ace-high hand is read from 7"):
        seven_card_ace_high(CARDS[:5])
