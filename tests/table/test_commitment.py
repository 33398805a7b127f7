"""A shuffle is fixed before its hand, turned by the players' words, and proved card by card."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any

import pytest

from houseway.cards import Chance
from houseway.errors import Refused
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.events import Burned, Dealt, Laid
from houseway.table import records as r
from houseway.table.commitment import Opening, Promise, turned
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.opening import fold, open_table, restore
from houseway.table.setup import Setup
from houseway.table.shoes import prepare, shuffle
from houseway.table.views import visible
from tests.table.tables import IDS

SECRET = "07" * 32
HOLDEM = "500-club/texas-holdem"
ROUND_ENDS = (r.Settled, r.HandSettled, r.PointsSettled, r.RoundVoided)


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# The tree.


def test_the_root_of_three_cards_worked_by_hand() -> None:
    salts = [hmac.new(b"\7" * 32, str(n).encode(), "sha256").digest() for n in range(3)]
    first, second, third = (
        sha(b"\0" + salt + text)
        for salt, text in zip(salts, (b"0 Ah", b"1 Kd", b"2 Jk"), strict=True)
    )
    root = sha(b"\1" + sha(b"\1" + first + second) + third)
    promise = Promise("Ah Kd Jk", SECRET)
    assert promise.root == root.hex()
    assert promise.open(1) == (1, "Kd", salts[1].hex(), (first.hex(), third.hex()))
    assert promise.open(2).path == (sha(b"\1" + first + second).hex(),)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 32, 52, 53, 54, 416])
def test_every_place_opens_to_the_root_and_to_nothing_else(count: int) -> None:
    promise = Promise(" ".join(f"c{n}" for n in range(count)), SECRET)
    for place in range(count):
        opening = promise.open(place)
        assert opening.root(count) == promise.root
        for false in (
            opening._replace(card="Ah"),
            opening._replace(place=(place + 1) % (count + 1)),
            opening._replace(salt="00" * 32),
        ):
            assert _root(false, count) != promise.root


def _root(opening: Opening, count: int) -> str:
    try:
        return opening.root(count)
    except StopIteration:
        return "no way up"


def test_another_secret_hides_the_same_order_in_another_root() -> None:
    assert Promise("Ah Kd", SECRET).root != Promise("Ah Kd", "08" * 32).root


# Words.


def test_without_words_the_order_is_as_promised() -> None:
    assert turned(5, "ab", ()) == [0, 1, 2, 3, 4]


def test_words_are_told_apart_from_each_other_and_from_names() -> None:
    said: list[list[tuple[str, str]]] = [
        [("Ann", "x")], [("An", "nx")], [("Ann", "x"), ("Bob", "y")],
        [("Bob", "y"), ("Ann", "x")], [("Ann", "x1:y,")],
    ]  # fmt: skip
    assert len({tuple(turned(52, "ab", words)) for words in said}) == len(said)
    assert turned(52, "ab", said[0]) != turned(52, "ac", said[0])


# chi-square over 24 orders: 23 degrees of freedom, 49.73 is passed once in a thousand
_LIMIT = 49.73
ORDERS = list(permutations(range(4)))


def chi_square(counts: Counter[tuple[int, ...]]) -> float:
    expected = sum(counts.values()) / len(ORDERS)
    return sum((counts[order] - expected) ** 2 / expected for order in ORDERS)


def test_a_house_that_does_not_shuffle_gets_an_even_order_from_one_word_it_did_not_know() -> None:
    fixed = Promise("a b c d", SECRET)
    counts = Counter(tuple(turned(4, fixed.root, [("Ann", f"word {n}")])) for n in range(24_000))
    assert chi_square(counts) < _LIMIT


def test_a_player_who_always_says_the_same_gets_an_even_order_from_an_honest_house() -> None:
    source, counts = random.Random(7), Counter[tuple[int, ...]]()
    for _ in range(24_000):
        order = list(range(4))
        source.shuffle(order)
        secret = f"{source.randrange(2**256):064x}"
        places = turned(4, Promise(" ".join(map(str, order)), secret).root, [("Bob", "seven")])
        counts[tuple(order[place] for place in places)] += 1
    assert chi_square(counts) < _LIMIT


def test_a_player_who_tries_words_against_the_root_alone_gains_nothing() -> None:
    """Bob knows the root and picks the word that would bring the promised first card to him:
    without the order that is any card."""
    source, first = random.Random(8), Counter[int]()
    for _ in range(2_000):
        order = list(range(4))
        source.shuffle(order)
        promise = Promise(" ".join(map(str, order)), f"{source.randrange(2**256):064x}")
        word = next(
            str(n) for n in range(1000) if turned(4, promise.root, [("Bob", str(n))])[0] == 0
        )
        first[order[turned(4, promise.root, [("Bob", word)])[0]]] += 1
    assert sum((first[card] - 500) ** 2 / 500 for card in range(4)) < 16.27  # 3 degrees, 0.001


def test_rng_test_and_a_live_table_shuffle_by_the_same_function() -> None:
    filing = load(HOLDEM)
    terms, setup = make_terms(filing), Setup(filing.id)
    prepared = prepare(terms, random.Random(1))
    plain = shuffle(terms, setup, None, random.Random(1))
    assert shuffle(terms, setup, None, Dead(), prepared).order == plain.order
    words = [("Ann", "lucky")]
    due = prepared.order.split()
    root = Promise(prepared.order, prepared.salt).root
    record = shuffle(terms, setup, None, Dead(), prepared, words)
    assert record.order.split() == [due[place] for place in turned(52, root, words)]
    assert record.order != plain.order


class Dead(Chance):
    """Chance that must not be asked."""

    def shuffle(self, x: Any, /) -> None:  # noqa: ARG002
        raise AssertionError("the order was promised")

    def randint(self, a: int, b: int, /) -> int:  # noqa: ARG002
        raise AssertionError("the order was promised")


# At a table.


def play(
    filing: str, rounds: int = 3, *, words: bool = True, dealt_from: str = ""
) -> list[r.Entry]:
    journal = MemoryJournal()
    game = load(filing)
    setup = dataclasses.replace(usual_setup(game), dealt_from=dealt_from)
    evening: Any = start_evening(setup, journal, random.Random(3), seats=3, committed=True)
    for done, _ in enumerate(evening.play(rounds)):
        promised, said = evening.table.state.promised, evening.table.state.words
        if words and promised is not None and not said and done % 3 == 0:
            evening.table.add_word(evening.table.state.seats[1], f"word {done}")
    evening.table.close()
    return journal.entries


def laid_out(cards: list[str], number: int, there_and_back: bool) -> list[list[str]]:
    """Piles as hands lay them: a card to each and back again, or one after the other."""
    piles: list[list[str]] = [[] for _ in range(number)]
    size = len(cards) // number
    for place, card in enumerate(cards):
        turn, at = divmod(place, number)
        if not there_and_back:
            at = place // size
        elif turn % 2:
            at = number - 1 - at
        piles[at].append(card)
    return piles


BY_HAND = ("500-club/fortune-pai-gow-poker", "hand")  # piles there and back


@pytest.mark.parametrize(("filing", "device"), [*((one, "") for one in IDS), BY_HAND])
def test_every_card_dealt_lies_where_it_was_promised_before_the_hand(
    filing: str, device: str
) -> None:
    entries = play(filing, rounds=2, dealt_from=device)
    prepared: r.Prepared | None = None
    words: list[tuple[str, str]] = []
    order: list[str] = []
    piles: list[list[str]] = []
    root, dealt, hands, turned_once = "", 0, 0, 0
    for entry in entries:
        match entry.record:
            case r.Prepared() as prepared:
                words = []
            case r.Committed(_, cards, root, False):
                assert prepared is not None
                assert Promise(prepared.order, prepared.salt).root == root
                assert cards == len(prepared.order.split())
            case r.Reshuffled(text, salt):
                order, dealt = text.split(), 0
                assert salt
            case r.WordAdded(name, _, word):
                words.append((name, word))
            case r.Shuffled(_, text, _, dealt):
                assert prepared is not None
                promised = prepared.order.split()
                order = [promised[place] for place in turned(len(promised), root, words)]
                assert text.split() == order
                prepared, hands, turned_once = None, hands + 1, turned_once + bool(words)
            case r.Happened(Laid(number, of, there_and_back)):
                piles = laid_out(order[dealt : dealt + number * of], number, there_and_back)
                dealt += number * of
            case r.Happened(Dealt(cards=cards_dealt, pile=pile)) if pile:
                assert [card.text for card in cards_dealt or ()] == piles[pile - 1]
            case r.Happened(Burned(pile=pile)) if pile:
                pass
            case r.Happened(Dealt(count=count, cards=cards_dealt)):
                assert [card.text for card in cards_dealt or ()] == order[dealt : dealt + count]
                dealt += count
            case r.Happened(Burned(count)):
                dealt += count
    assert hands
    assert turned_once


def test_the_commitment_is_told_to_all_and_what_it_hides_to_nobody() -> None:
    for entry in play(HOLDEM):
        if entry.record.kind == "committed":
            assert visible(entry, None) == entry
        if entry.record.kind in ("prepared", "shuffled", "reshuffled"):
            assert visible(entry, "Ann") is None


def test_a_table_has_a_commitment_from_the_first_who_sits_down_until_it_closes() -> None:
    journal = MemoryJournal()
    table: Any = open_table(usual_setup(load(HOLDEM)), journal, random.Random(1), committed=True)
    before = table.state.promised
    assert before is None
    table.sit("Ann", 1, buy_in=100_00)
    promised = table.state.promised
    assert promised is not None
    assert promised.shuffle == 1
    table.sit("Bob", 2, buy_in=100_00)
    assert table.state.promised == promised
    table.add_word("Ann", "lucky")
    again: Any = restore(journal.entries, MemoryJournal(), random.Random(2))
    assert (again.state.promised, again.state.words) == (promised, [("Ann", "lucky")])
    table.deal()
    assert table.state.promised.shuffle == 2
    assert table.state.words == []
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    table.close()
    assert fold(journal.entries).closed


def test_words_that_are_refused() -> None:
    table: Any = open_table(
        usual_setup(load(HOLDEM)), MemoryJournal(), random.Random(1), committed=True
    )
    table.sit("Ann", 1, buy_in=100_00)
    for word in ("", "  ", "x" * 41, "a\nb", "a\u202eb"):
        assert refused(partial(table.add_word, "Ann", word)) == "bad-word"
    assert refused(lambda: table.add_word("Zoe", "lucky")) == "not-here"
    table.add_word("Ann", "lucky")
    assert refused(lambda: table.add_word("Ann", "again")) == "word-given"
    plain: Any = open_table(usual_setup(load(HOLDEM)), MemoryJournal(), random.Random(1))
    plain.sit("Ann", 1, buy_in=100_00)
    assert refused(lambda: plain.add_word("Ann", "lucky")) == "no-commitment"


def refused(step: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        step()
    return caught.value.code


def test_another_deck_needs_another_commitment() -> None:
    filing = "casino-club/pure-21.5-blackjack"
    setup = Setup(filing, decks=2, dealt_from="shoe")
    table: Any = open_table(setup, MemoryJournal(), random.Random(1), committed=True)
    table.sit("Ann", 1, buy_in=100_00)
    assert table.state.promised.cards == 104
    table.change_terms({"decks": 1}, by="Floor")
    assert (table.state.promised.cards, table.state.promised.shuffle) == (52, 2)


def test_a_table_that_nobody_needs_to_trust_shuffles_as_it_always_did() -> None:
    journal = MemoryJournal()
    evening: Any = start_evening(usual_setup(load(HOLDEM)), journal, random.Random(3), seats=3)
    for _ in evening.play(2):
        pass
    kinds = {entry.record.kind for entry in journal.entries}
    assert not kinds & {"prepared", "committed", "word_added"}
