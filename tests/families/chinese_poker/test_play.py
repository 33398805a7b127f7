"""Placing through the driver: the order of the deal, legal placings, what others may see."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

import pytest

from houseway.cards import CARDS, Card, Shoe, parse_cards, shuffled, write
from houseway.errors import Problems, Refused
from houseway.families.chinese_poker.hand_file import chinese_hand, replayed, write_chinese
from houseway.families.chinese_poker.procedure import (
    NO_SWEEP,
    ChineseResult,
    Player,
    dealt_in,
    move_buttons,
    placings,
    play,
    read_placing,
    write_placing,
)
from houseway.families.chinese_poker.schema import ChinesePoker
from houseway.families.chinese_poker.scoring import SetHand, judge, score
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.driver import Round, ShoeSource, replay
from houseway.rounds.events import Called, Chose, Dealt, Shown, secretly, view
from houseway.rounds.steps import Ask
from houseway.rounds.transcript import transcript
from tests.families.chinese_poker import chinese_twin as twin
from tests.families.chinese_poker.chinese_hands import FILING


def terms() -> Terms[ChinesePoker]:
    filing = load(FILING)
    assert isinstance(filing, ChinesePoker)
    return make_terms(filing)


TERMS = terms()
GAME = TERMS.filing.game


def players(*fantasy: int, seats: Sequence[int] = (2, 3, 1), stack: int = 10_000) -> list[Player]:
    """Players clockwise from the one with the buttons; `fantasy` names seats in Fantasy Land."""
    return [Player(seat, stack, seat in fantasy) for seat in seats]


def started(order: Sequence[Card], who: Sequence[Player], point: int = 100) -> Round:
    return Round(play(TERMS, who, point), ShoeSource(Shoe(order), random.Random(0)))


def stacked(text: str) -> list[Card]:
    """A deck that begins with these cards."""
    first = parse_cards(text)
    return [*first, *(card for card in CARDS if card not in first)]


def to_place(running: Round, seat: int) -> list[Card]:
    """The cards a seat has to place, as it saw them."""
    cards: list[Card] = []
    for event in view(running.events, seat):
        if isinstance(event, Dealt) and event.place == seat:
            assert event.cards is not None
            cards += event.cards  # type: ignore[arg-type]
        elif isinstance(event, Chose) and event.seat == seat:
            cards = []
    return cards


def random_move(running: Round, ask: Ask, chance: random.Random) -> str:
    if ask.kind == "clean-sweep":
        return chance.choice(ask.choices)
    cards = shuffled(to_place(running, ask.seat), chance)
    if ask.kind != "fantasy-land":
        return chance.choice(list(placings(cards, ask.facts["count"], ask.facts["room"])))
    return write_placing({"top": cards[:3], "middle": cards[3:8], "bottom": cards[8:]})


def finish(running: Round, chance: random.Random) -> ChineseResult:
    while not running.over:
        ask = chance.choice(running.waiting_for())
        running.answer(ask.seat, random_move(running, ask, chance))
    result = running.result
    assert isinstance(result, ChineseResult)
    return result


# Who is dealt in.


@pytest.mark.parametrize(
    ("seated", "button", "out", "expected"),
    [
        ([1, 2, 3, 4], 1, [], (1, 2, 3)),
        ([1, 2, 3, 4], 3, [], (3, 4, 1)),
        ([1, 2, 3, 4], 4, [], (4, 1, 2)),
        ([1, 2, 3, 4], 1, [2], (1, 3, 4)),  # the fourth plays when one of the three does not
        ([1, 2, 4], 2, [], (2, 4, 1)),
        ([1, 3], 3, [], (3, 1)),
        ([1, 2, 3], 1, [3], (1, 2)),
    ],
)
def test_button_and_two_clockwise_are_dealt_in_poker_c_21(
    seated: list[int], button: int, out: list[int], expected: tuple[int, ...]
) -> None:
    assert dealt_in(TERMS.filing, seated, button, out) == expected


@pytest.mark.parametrize(
    ("seated", "button", "out", "code"),
    [([1, 2, 3], 4, [], "button"), ([1, 2, 3], 2, [2], "button"), ([1, 2], 1, [2], "players")],
)
def test_nobody_is_dealt_in_without_the_button_or_alone(
    seated: list[int], button: int, out: list[int], code: str
) -> None:
    with pytest.raises(Refused) as caught:
        dealt_in(TERMS.filing, seated, button, out)
    assert caught.value.code == code
    assert caught.value.cite == str(TERMS.filing.table.cite)


def test_buttons_rotate_clockwise_so_that_the_fourth_comes_in_004_1923() -> None:
    button, waiting = 1, []
    for _ in range(4):
        dealt = dealt_in(TERMS.filing, [1, 2, 3, 4], button)
        waiting += [seat for seat in (1, 2, 3, 4) if seat not in dealt]
        button = move_buttons([1, 2, 3, 4], button)
    assert waiting == [4, 1, 2, 3]
    assert button == 1


# The deal.

DECK = "2c3c4c 5c6c7c 8c9cTc JcQcKc Ac2d3d 4d5d6d 7d8d9d TdJdQd"


def test_five_cards_one_at_a_time_face_up_from_the_left_of_the_button_004_1938() -> None:
    running = started(stacked(DECK), players())
    dealt = [event for event in running.events if isinstance(event, Dealt)]
    assert [(event.place, event.cards) for event in dealt] == [
        ((3, 1, 2)[i % 3], (parse_cards(DECK)[i],)) for i in range(15)
    ]
    assert all(event.private_to is None for event in dealt)
    (ask,) = running.waiting_for()
    assert (ask.seat, ask.kind, ask.facts["count"]) == (3, "first-cards", 5)
    assert ask.facts["room"] == {"top": 3, "middle": 5, "bottom": 5}


def test_placing_goes_clockwise_and_then_three_face_down_player_by_player_004_1940() -> None:
    running = started(stacked(DECK), players())
    running.answer(3, "place top 2c bottom 5c 8c Jc Ac")
    assert running.waiting_for()[0].seat == 1
    running.answer(1, "place middle 3c6c9cQc2d")
    running.answer(2, "place bottom 4c7cTcKc top 3d")
    last = running.events[-1]
    assert last == Dealt(3, 1, 3, parse_cards("4d5d6d"), (3,))
    assert last.as_seen(1).cards is None
    assert last.as_seen(None).cards is None
    (ask,) = running.waiting_for()
    assert (ask.seat, ask.kind, ask.facts["count"]) == (3, "later-cards", 2)
    assert ask.facts["room"] == {"top": 2, "middle": 5, "bottom": 1}
    running.answer(3, "place middle 4d 6d")
    assert Shown(3, parse_cards("4d6d"), 2) in running.events
    assert running.events[-1] == Dealt(1, 1, 3, parse_cards("7d8d9d"), (1,))
    for viewer in (1, 2, None):  # the third card is discarded unseen
        assert "5d" not in " ".join(transcript(running.events, viewer))
    assert "5d" in " ".join(transcript(running.events, 3))


def test_seventeen_cards_each_four_discarded_poker_c_23() -> None:
    chance = random.Random(1)
    running = started(shuffled(CARDS, chance), players())
    result = finish(running, chance)
    counts = dict.fromkeys((1, 2, 3), 0)
    for event in running.events:
        if isinstance(event, Dealt):
            assert isinstance(event.place, int)
            counts[event.place] += event.count
    assert counts == {1: 17, 2: 17, 3: 17}
    assert all(len(hand.cards()) == 13 for hand in result.hands)


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("place top 2c 5c 8c Jc bottom Ac", "segment-full", "4 cards for the top segment"),
        ("place top 2c bottom 5c 8c Jc", "wrong-count", "4 cards are placed; 5 must be"),
        ("place", "wrong-count", "0 cards are placed; 5 must be"),
        ("place top 2c bottom 5c 8c Jc Kh", "not-held", "Kh is not among the cards to place"),
        ("place top 2c bottom 5c 8c Jc 2c", "card-twice", "2c is placed twice"),
        ("place top 2c bottom 5c 8c Jc Xx", "not-cards", "'Xx'"),
        ("place 2c bottom 5c 8c Jc Ac", "not-a-move", "'2c' stands before any segment"),
        ("place top 2c bottom 5c top 8c Jc Ac", "not-a-move", "top is named twice"),
        ("fold", "not-a-move", "'fold' is no placing"),
        ("", "not-a-move", "'' is no placing"),
    ],
)
def test_illegal_first_placings_are_refused_004_1938(move: str, code: str, words: str) -> None:
    running = started(stacked(DECK), players())
    before = len(running.events)
    with pytest.raises(Refused) as caught:
        running.answer(3, move)
    assert (caught.value.code, caught.value.where) == (code, "seat 3")
    assert words in caught.value.message
    assert caught.value.cite
    assert len(running.events) == before


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("place middle 4d 5d 6d", "wrong-count"),  # the third must be discarded
        ("place middle 4d", "wrong-count"),
        ("place bottom 4d 5d", "segment-full"),  # four lie there
        ("place middle 5c 4d", "not-held"),  # laid cards are not moved (item 6.a)
    ],
)
def test_illegal_later_placings_are_refused_004_1940(move: str, code: str) -> None:
    running = started(stacked(DECK), players())
    running.answer(3, "place top 2c bottom 5c 8c Jc Ac")
    running.answer(1, "place middle 3c6c9cQc2d")
    running.answer(2, "place bottom 4c7cTcKc top 3d")
    with pytest.raises(Refused) as caught:
        running.answer(3, move)
    assert caught.value.code == code
    running.answer(3, "place middle 4d bottom 5d")


def test_nobody_places_out_of_turn() -> None:
    running = started(stacked(DECK), players())
    with pytest.raises(Refused) as caught:
        running.answer(1, "place middle 3c6c9cQc2d")
    assert caught.value.code == "out-of-turn"


def test_hand_does_not_begin_with_a_short_stack_or_four_players_004_1925() -> None:
    with pytest.raises(Refused) as caught:
        started(CARDS, [Player(1, 900), Player(2, 899)])
    assert (caught.value.code, caught.value.where) == ("short-stack", "seat 2")
    with pytest.raises(Problems) as several:
        started(CARDS, players(seats=(1, 2, 3, 4), stack=100))
    assert [error.code for error in several.value.found] == ["players", *["short-stack"] * 4]


# Fantasy Land.


def test_fantasy_land_is_dealt_and_set_before_the_others_004_2034() -> None:
    order = stacked("Ks" + DECK)
    running = started(order, players(1))
    assert running.events == [Dealt(1, 1, 13, tuple(order[:13]), (1,))]
    (ask,) = running.waiting_for()
    assert (ask.seat, ask.kind, ask.event) == (1, "fantasy-land", secretly)
    with pytest.raises(Refused) as caught:
        running.answer(1, "place top Ks2c3c middle 4c5c6c7c8c bottom 9cTcJcQc")
    assert caught.value.cite == "Fantasy Land"
    running.answer(1, "place top Ks2c3c middle 4c5c6c7c8c bottom 9cTcJcQcKc")
    chose = running.events[1]
    assert isinstance(chose, Chose)
    assert chose.as_seen(3).move is None
    assert [event.place for event in running.events if isinstance(event, Dealt)][1:] == [3, 2] * 5


def test_fantasy_land_hand_is_shown_when_the_others_have_set_004_2034() -> None:
    chance = random.Random(3)
    running = started(shuffled(CARDS, chance), players(1))
    finish(running, chance)
    shown = [
        n for n, event in enumerate(running.events) if isinstance(event, Shown) and event.place == 1
    ]
    placed = [
        n for n, event in enumerate(running.events) if isinstance(event, Chose) and event.seat != 1
    ]
    assert len(shown) == 3
    assert min(shown) > max(n for n in placed if running.events[n].kind != "clean-sweep")  # type: ignore[union-attr]


def test_everybody_in_fantasy_land_sets_at_once() -> None:
    chance = random.Random(5)
    running = started(shuffled(CARDS, chance), players(1, 2, 3))
    assert [ask.seat for ask in running.waiting_for()] == [3, 1, 2]
    result = finish(running, chance)
    assert all(hand.fantasy_land for hand in result.hands)


# Clean sweeps and the end.


def dragon_hand(declaration: str) -> ChineseResult:
    """Seat 2 has the buttons; seat 1 in Fantasy Land is dealt a dragon."""
    order = stacked("2h3d4h 5d6h7d8h9d TdJhQhKdAd")
    running = started(order, players(1, seats=(2, 1)))
    running.answer(1, "place top 2h3d4h middle 5d6h7d8h9d bottom TdJhQhKdAd")
    chance = random.Random(2)
    while (ask := running.waiting_for()[0]).kind != "clean-sweep":
        running.answer(ask.seat, random_move(running, ask, chance))
    assert ask.choices == ("declare dragon", "declare three-straights", NO_SWEEP)
    assert ask.default == NO_SWEEP
    with pytest.raises(Refused):
        running.answer(1, "declare six-pairs")
    running.answer(1, declaration)
    result = running.result
    assert isinstance(result, ChineseResult)
    said = [event.text for event in running.events if isinstance(event, Called)]
    assert ("Seat 1 declares Dragon" in said) == (declaration == "declare dragon")
    return result


def test_sweep_is_declared_before_hands_are_compared_004_2015() -> None:
    result = dragon_hand("declare dragon")
    assert [one.points for one in result.score.comparisons] == [-13]
    assert result.score.stacks == (8_700, 11_300)


def test_sweep_left_undeclared_is_compared_by_segment_poker_c_22() -> None:
    result = dragon_hand(NO_SWEEP)
    assert result.hands[1].declared == ""
    assert not result.score.comparisons[0].sweep


def test_dealer_calls_who_goes_to_fantasy_land_and_who_stays() -> None:
    order = stacked("QhQd2c AhAd7c6c5d TcTdTh4d3d 2h2d3c KhKd8c8d5c 9c9d9h9s7d")
    running = started(order, players(1, 2, seats=(2, 1)))
    running.answer(1, "place top QhQd2c middle AhAd7c6c5d bottom TcTdTh4d3d")
    running.answer(2, "place top 2h2d3c middle KhKd8c8d5c bottom 9c9d9h9s7d")
    said = [event.text for event in running.events if isinstance(event, Called)]
    assert said[-1] == "Seat 2 stays in Fantasy Land"  # four nines; queens do not keep seat 1 there
    assert running.result.score.fantasy_land_next == (True, False)


# Placings as text.


def test_placings_of_five_and_thirteen_cards_are_counted() -> None:
    room = {"top": 3, "middle": 5, "bottom": 5}
    five = list(placings(CARDS[:5], 5, room))  # type: ignore[arg-type]
    assert len(five) == len(set(five)) == 3**5 - 5 * 2 - 1  # four or five cards do not fit on top
    thirteen = placings(CARDS[:13], 13, room)  # type: ignore[arg-type]
    assert sum(1 for _ in thirteen) == 72_072  # 13! / (3! 5! 5!)


def test_every_listed_placing_is_legal_and_reads_back() -> None:
    running = started(stacked(DECK), players())
    (ask,) = running.waiting_for()
    for move in placings(to_place(running, 3), 5, ask.facts["room"]):
        assert ask.refuses(move) is None
        assert write_placing(read_placing(move)) == move


# Properties over random hands.


def some_hands(seeds: range) -> Iterator[tuple[Round, ChineseResult, random.Random]]:
    for seed in seeds:
        chance = random.Random(seed)
        seats = chance.choice([(1, 2, 3), (4, 1, 2), (3, 4, 1), (2, 1), (1, 4)])
        who = [Player(seat, chance.randint(900, 6_000), chance.random() < 0.3) for seat in seats]
        running = started(shuffled(CARDS, chance), who)
        yield running, finish(running, chance), chance


def test_random_hands_end_conserve_chips_and_sum_to_nothing() -> None:
    for running, result, _ in some_hands(range(150)):
        assert running.over
        assert sum(result.score.stacks) == sum(player.stack for player in result.players)
        assert all(stack >= 0 for stack in result.score.stacks)
        assert len(result.score.comparisons) == len(list(combinations(result.players, 2)))
        for player, stack in zip(result.players, result.score.stacks, strict=True):
            assert stack <= 2 * player.stack
        cards = [card for hand in result.hands for card in hand.cards()]
        assert len(set(cards)) == 13 * len(result.hands)


def test_random_hands_replay_from_their_answers() -> None:
    for running, result, _ in some_hands(range(150, 200)):
        again = replay(play(TERMS, result.players, result.point_value), running.answers)
        assert again.result == result
        assert again.over


def test_random_hands_are_written_and_scored_alike_from_the_file() -> None:
    for _, result, _ in some_hands(range(200, 300)):
        text = write_chinese(chinese_hand(result, FILING))
        answer = replayed(tomllib.loads(text, parse_float=Decimal))
        by_seat = sorted(range(len(result.players)), key=lambda n: result.players[n].seat)
        stacks = [Decimal(stack) * 100 for stack in answer["finishing_stacks"]]
        assert stacks == [result.score.stacks[n] for n in by_seat]
        assert answer["fantasy_land_next"] == [result.score.fantasy_land_next[n] for n in by_seat]
        name = {place: f"p{by_seat.index(place) + 1}" for place in range(len(by_seat))}
        assert answer["points"] == [
            f"{name[one.first]} {name[one.second]} {one.points}" for one in result.score.comparisons
        ]


def test_views_leak_nothing_at_any_decision() -> None:
    for seed in range(300, 320):
        chance = random.Random(seed)
        running = started(shuffled(CARDS, chance), players(*chance.sample((1, 2, 3), 1)))
        while not running.over:
            check_views(running)
            ask = chance.choice(running.waiting_for())
            running.answer(ask.seat, random_move(running, ask, chance))
        check_views(running)


def check_views(running: Round) -> None:
    """No seat, and no stranger, is told a card that lies face down elsewhere or is discarded."""
    shown = {card for event in running.events if isinstance(event, Shown) for card in event.cards}
    facts = " ".join(str(ask.facts) for ask in running.waiting_for())
    for viewer in (1, 2, 3, None):
        hidden = {
            card.text
            for event in running.events
            if isinstance(event, Dealt) and event.private_to is not None
            if viewer not in event.private_to
            for card in event.cards or ()
            if card not in shown
        }
        told = [*transcript(running.events, viewer), repr(list(view(running.events, viewer)))]
        seen = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", " ".join([facts, *told])))
        assert not seen & hidden
        own = [event for event in running.events if isinstance(event, Dealt)]
        assert {card.text for e in own if e.place == viewer for card in e.cards or ()} <= seen


# Against a twin written from the text alone.


def as_text(hand: SetHand) -> twin.Hand:
    return tuple(write(segment).split() for segment in (hand.top, hand.middle, hand.bottom))  # type: ignore[return-value]


def natural(chance: random.Random, deck: list[Card]) -> list[Card]:
    """Thirteen cards for a player: random, or such as may make a sweep."""
    kind = chance.choice(["any", "any", "any", "any", "dragon", "pairs", "suit"])
    if kind == "dragon":
        picked = [
            chance.choice(found)
            for rank in range(2, 15)
            if (found := [card for card in deck if card.rank == rank])
        ]
    elif kind == "pairs":
        picked = []
        for rank in chance.sample(range(2, 15), 6):
            picked += [card for card in deck if card.rank == rank][:2]
    elif kind == "suit":
        suit = chance.randrange(4)
        picked = [card for card in deck if card.suit == suit]
    else:
        picked = []
    rest = [card for card in shuffled(deck, chance) if card not in picked]
    return (picked + rest)[:13]


def arranged(chance: random.Random, cards: list[Card]) -> SetHand:
    """The cards set at random, by rank or suit, and more often than not without a foul."""
    for _ in range(40):
        order = shuffled(cards, chance)
        key = chance.choice(["", "rank", "suit"])
        if key:
            times = {
                card: sum(getattr(card, key) == getattr(c, key) for c in cards) for card in cards
            }
            order.sort(key=lambda card: (times[card], getattr(card, key)))
        top, middle, bottom = order[:3], order[3:8], order[8:]
        hand = SetHand(tuple(top), tuple(middle), tuple(bottom))
        if hand.sweeps() or not twin.is_foul(as_text(hand)) or chance.random() < 0.03:
            return hand
    return hand


@pytest.mark.parametrize("seed", range(4))
def test_scores_agree_with_a_twin_written_from_the_text(seed: int) -> None:
    chance = random.Random(seed)
    met = {"foul": 0, "sweep": 0, "tie": 0, "bonus": 0, "short": 0, "fantasy": 0}
    for _ in range(400):
        deck, hands = list(CARDS), []
        for _ in range(chance.choice([2, 3, 3])):
            cards = natural(chance, deck)
            deck = [card for card in deck if card not in cards]
            hand = arranged(chance, cards)
            held = hand.sweeps()
            assert list(held) == twin.sweeps(as_text(hand))
            declared = chance.choice([*held, ""]) if held else ""
            there = chance.random() < 0.4
            hands.append(SetHand(hand.top, hand.middle, hand.bottom, declared, there))
        stacks = [chance.randint(9, 40) for _ in hands]
        found = score(GAME, hands, [100 * stack for stack in stacks], 100)
        texts = [as_text(hand) for hand in hands]
        points, ends = twin.settle(texts, [hand.declared for hand in hands], stacks, 1)
        assert [one.points for one in found.comparisons] == points
        assert list(found.stacks) == [100 * end for end in ends]
        for hand, text, judged, following in zip(
            hands, texts, found.hands, found.fantasy_land_next, strict=True
        ):
            assert bool(judged.foul) == twin.is_foul(text)
            assert [one.bonus for one in judged.segments] == twin.bonuses(text)
            assert following == twin.fantasy_next(text, hand.fantasy_land)
            assert judge(GAME, hand) == judged
            met["fantasy"] += following
        for one in found.comparisons:
            met["foul"] += "foul" in one.because
            met["sweep"] += one.sweep
            met["tie"] += "push" in one.because or "a tie won" in one.because
            met["bonus"] += abs(one.points) > 3 and not one.sweep
            met["short"] += abs(one.paid) < 100 * abs(one.points)
    assert min(met.values()) >= 5, met
