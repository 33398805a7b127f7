"""Cards, tiles, dice, decks and shuffling."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter

import pytest

from houseway.cards import (
    CARDS,
    DECKS,
    JOKER,
    TILE_SET,
    AlternatingDecks,
    NotationError,
    OutOfCardsError,
    Shoe,
    card,
    cards_of,
    parse_cards,
    parse_dice,
    parse_tiles,
    roll,
    seeded_source,
    shuffled,
    system_source,
    tile,
    too_many,
    write,
)


def test_every_card_is_read_as_it_is_written() -> None:
    for one in (*CARDS, JOKER):
        assert card(one.text) is one
        assert parse_cards(one.text) == (one,)
    text = write((*CARDS, JOKER))
    assert write(parse_cards(text)) == text
    assert parse_cards(text.replace(" ", "")) == parse_cards(text)


def test_a_card_stays_itself_through_pickle_and_copy() -> None:
    for one in (*CARDS, JOKER, *TILE_SET):
        assert pickle.loads(pickle.dumps(one)) is one
        assert copy.deepcopy(one) is one
        assert copy.copy(one) is one


@pytest.mark.parametrize(
    ("text", "token", "position"),
    [("Ah 1s Kd", "1s", 3), ("AhKx", "Kx", 2), ("AhK", "K", 2), ("10h", "10", 0), ("jk", "jk", 0)],
)
def test_a_bad_card_is_named_with_its_place(text: str, token: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_cards(text)
    assert (error.value.token, error.value.position) == (token, position)
    assert repr(token) in str(error.value)
    assert f"character {position + 1}" in str(error.value)


def test_a_tile_has_its_larger_count_first() -> None:
    assert tile("65").pips == 11
    assert write(parse_tiles("66 11 42 21")) == "66 11 42 21"
    with pytest.raises(NotationError, match="'56' at character 4"):
        parse_tiles("66 56")
    with pytest.raises(NotationError):
        tile("99")


@pytest.mark.parametrize(
    ("kind", "size", "jokers"),
    [
        ("standard-52", 52, 0), ("bonus-52", 52, 0), ("joker-53", 53, 1), ("jokers-54", 54, 2),
        ("spanish-48", 48, 0), ("mexican-41", 41, 1),
    ],
)  # fmt: skip
def test_decks_of_the_filings(kind: str, size: int, jokers: int) -> None:
    assert len(DECKS[kind]) == size
    assert sum(one.is_joker for one in DECKS[kind]) == jokers
    assert len(cards_of(kind, 8)) == 8 * size


def test_the_spanish_deck_lacks_the_tens_and_the_mexican_deck_eights_to_tens() -> None:
    assert {c.rank for c in DECKS["spanish-48"]} == {2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14}
    assert {c.rank for c in DECKS["mexican-41"]} == {0, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14}


def test_the_tile_set_has_eleven_pairs_twice_and_ten_single_faces() -> None:
    times = Counter(Counter(t.text for t in TILE_SET).values())
    assert times == {2: 11, 1: 10}
    assert sum(t.pips for t in TILE_SET) == 227


def test_a_shuffle_is_repeatable_by_seed_and_keeps_every_card() -> None:
    one = shuffled(CARDS, seeded_source(7))
    assert one == shuffled(CARDS, seeded_source(7))
    assert one != shuffled(CARDS, seeded_source(8))
    assert Counter(one) == Counter(CARDS)
    assert Counter(shuffled(CARDS, system_source())) == Counter(CARDS)


def test_a_shuffle_is_that_of_the_standard_library() -> None:
    for pieces in ((), CARDS[:1], CARDS[:2], CARDS, CARDS * 8):
        ours, theirs, order = seeded_source(3), random.Random(3), list(pieces)
        theirs.shuffle(order)
        assert shuffled(pieces, ours) == order
        assert ours.random() == theirs.random()  # as much chance was used


def test_a_shuffle_favours_no_place() -> None:
    # 24 orders of four cards, 48,000 shuffles: chi-square with 23 degrees of freedom.
    source = seeded_source(1)
    seen = Counter(tuple(shuffled(CARDS[:4], source)) for _ in range(48_000))
    assert len(seen) == 24
    chi_square = sum((count - 2000) ** 2 / 2000 for count in seen.values())
    assert chi_square < 49.7  # 0.1 % tail


def test_a_shoe_deals_burns_and_comes_to_its_cut() -> None:
    shoe = Shoe(CARDS, cut=5)
    assert shoe.deal(2) == CARDS[:2]
    shoe.burn()
    assert shoe.burned == [CARDS[2]]
    cut_seen = [shoe.past_cut]
    assert shoe.deal(2) == CARDS[3:5]
    cut_seen.append(shoe.past_cut)
    assert cut_seen == [False, True]
    assert shoe.left == 47
    with pytest.raises(OutOfCardsError, match="48 cards are asked for and 47 are left"):
        shoe.deal(48)


def test_two_decks_alternate() -> None:
    decks = AlternatingDecks(CARDS, seeded_source(3))
    rounds = [decks.next_round() for _ in range(4)]
    assert [deck for deck, _ in rounds] == [0, 1, 0, 1]
    assert all(Counter(shoe.order) == Counter(CARDS) for _, shoe in rounds)


def test_dice_are_three_faces_or_one_generated_total() -> None:
    assert parse_dice([3, 4, 6]).total == 13
    assert parse_dice([17]).total == 17
    for bad, words in (([3, 4], "2 dice"), ([0, 1, 2], "die 1 shows 0"), ([19], "no total")):
        with pytest.raises(ValueError, match=words):
            parse_dice(bad)
    assert all(3 <= roll(random.Random(i)).total <= 18 for i in range(200))


def test_cards_that_lie_too_often_are_counted() -> None:
    ace = card("Ah")
    assert too_many([ace, ace, card("Kd")], CARDS) == [(ace, 2, 1)]
    assert too_many([ace, ace], cards_of("standard-52", 2)) == []
    assert too_many([JOKER], CARDS) == [(JOKER, 1, 0)]
