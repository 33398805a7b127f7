"""What holds for every hand of every poker filing, whatever is dealt and done."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.errors import Refused
from houseway.families.poker.deck import PokerDeck
from houseway.families.poker.phh import parse_hands, write_hand
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.phh_write import variant_code, written_hand
from houseway.families.poker.procedure import run
from houseway.families.poker.state import Hand
from houseway.rounds.driver import Round
from houseway.rounds.driver import replay as rebuild
from houseway.rounds.events import Chose, Dealt, Event, Shown, view
from tests.families.poker.hands import POKER_FILINGS
from tests.families.poker.playing import Played, play_random_hand

SEEDS = st.integers(0, 2**32)
ALL = pytest.mark.parametrize("name", POKER_FILINGS)


@ALL
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_every_hand_ends_and_no_chip_is_lost(name: str, seed: int) -> None:
    played = play_random_hand(name, seed)
    result = played.round.result
    assert sum(result.stacks) + result.fee == sum(played.stacks)
    assert all(stack >= 0 for stack in result.stacks)
    assert all(award.amount >= 0 for award in result.awards)


@ALL
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_the_log_of_answers_rebuilds_the_hand(name: str, seed: int) -> None:
    played = play_random_hand(name, seed)
    again = rebuild(run(Hand(played.rules, played.stacks)), played.round.answers)
    assert again.result == played.round.result
    assert again.events == played.round.events


@ALL
def test_a_log_that_breaks_off_in_the_deal_is_rebuilt_as_far_as_it_goes(name: str) -> None:
    played = play_random_hand(name, 1)
    for cards in range(5):
        again = rebuild(run(Hand(played.rules, played.stacks)), played.round.answers[:cards])
        assert again.answers == played.round.answers[:cards]
        assert [e for e in again.events if isinstance(e, Dealt)] == [
            e for e in played.round.events if isinstance(e, Dealt)
        ][:cards]


@ALL
def test_the_log_is_the_same_whenever_it_is_first_read(name: str) -> None:
    """Cards of a round of the deal are written into it only then."""
    played = play_random_hand(name, 4)
    moves = [answer for answer in played.round.answers if isinstance(answer, str)]
    for first in range(len(moves) + 1):
        running = Round(run(Hand(played.rules, played.stacks)), replaying(played))
        for place, move in enumerate(moves):
            if place >= first:
                assert running.events == played.round.events[: len(running.events)]
            running.step(move)
        assert running.events == played.round.events


@ALL
def test_hands_under_the_same_rules_do_not_disturb_each_other(name: str) -> None:
    """Questions are made once and put hand after hand; each hand that is played has its own."""
    played = play_random_hand(name, 2)
    rules, stacks = played.rules, played.stacks
    rebuild(run(Hand(rules, stacks)), played.round.answers)  # its questions lie ready now
    idle = len(rules.idle[Hand(rules, stacks).seats])
    moves = [answer for answer in played.round.answers if isinstance(answer, str)]
    running = [Round(run(Hand(rules, stacks)), replaying(played)) for _ in range(3)]
    for move in moves:
        told = []
        for one in running:
            (ask,) = one.waiting_for()
            told.append((ask.seat, ask.kind, ask.choices, dict(ask.facts)))
            one.answer(ask.seat, move)
        assert told[0] == told[1] == told[2]
    assert all(one.events == played.round.events for one in running)
    assert len(rules.idle[Hand(rules, stacks).seats]) == max(idle, 3)


@ALL
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_a_hand_written_as_phh_replays_to_the_same_stacks(name: str, seed: int) -> None:
    played = play_random_hand(name, seed)
    hand = written_hand(
        played.round.events,
        played.stakes,
        played.stacks,
        variant=variant_code(played.filing.game, played.stakes.structure),
        filing=name,
        schedule=played.schedule,
    )
    (read,) = parse_hands(write_hand(hand))
    assert read == dataclasses.replace(hand, file=read.file)
    answer = replay(read)
    assert answer.result.stacks == played.round.result.stacks
    assert answer.result.fee == played.round.result.fee
    assert answer.result.awards == played.round.result.awards


@ALL
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_no_view_shows_a_card_its_viewer_may_not_see(name: str, seed: int) -> None:
    played = play_random_hand(name, seed)
    for viewer in (None, *played.hand.seats):
        hidden = hidden_cards(played, viewer)
        seen = {card for event in view(played.round.events, viewer) for card in cards_in(event)}
        assert not hidden & seen, (viewer, hidden & seen)
    private = hidden_cards(played, None)
    for text in played.asked:
        assert not private & set(CARD.findall(text)), text


# A card in any text: within `Card(Th)`, in a move such as `sd Th9c`, or in a dealer's words.
CARD = re.compile(r"(?<![A-Za-z])(?:[2-9TJQKA][cdhs]|Jk)(?=(?:[2-9TJQKA][cdhs]|Jk)*(?![A-Za-z]))")


def cards_in(event: Event) -> set[str]:
    if isinstance(event, Chose) and event.move is not None:
        _, _, rest = event.move.partition(" ")
        return {rest[i : i + 2] for i in range(0, len(rest), 2)}
    return set(CARD.findall(str(event)))


def hidden_cards(played: Played, viewer: int | None) -> set[str]:
    """Cards that lay face down before others all through the hand."""
    hidden: set[str] = set()
    known: set[str] = set()
    for event in played.round.events:
        if isinstance(event, Dealt):
            assert event.cards is not None
            texts = {card.text for card in event.cards}
            public = event.private_to is None or viewer in event.private_to
            (known if public else hidden).update(texts)
        elif isinstance(event, Shown):
            known.update(card.text for card in event.cards)
    return hidden - known


@ALL
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS, data=st.data())
def test_only_legal_moves_are_accepted(name: str, seed: int, data: st.DataObject) -> None:
    """At every decision of a hand, moves of all kinds: accepted ones keep to the bounds."""
    played = play_random_hand(name, seed)
    moves = [event for event in played.round.events if isinstance(event, Chose)]
    hand = Hand(played.rules, played.stacks)
    running = Round(run(hand), replaying(played))
    for chosen in moves:
        ask = running.waiting_for()[0]
        wrong = data.draw(st.sampled_from(WRONG))
        if wrong not in ask.choices and not legal(hand, ask.kind, wrong):
            before = list(hand.chips.stacks), list(hand.chips.bets)
            with pytest.raises(Refused) as caught:
                running.answer(ask.seat, wrong)
            assert caught.value.message
            assert before == (hand.chips.stacks, hand.chips.bets)
        with pytest.raises(Refused, match="turn"):
            running.answer(99, "check")
        assert chosen.move is not None
        running.answer(chosen.seat, chosen.move)
    assert running.over


WRONG = (
    "bet 1", "raise 1", "bet 399", "raise 399", "bet 100000000", "raise 100000000", "raise -400",
    "raise x", "raise", "bet", "bring in", "fold", "check", "call", "stand pat", "turn up", "muck",
    "draw", "draw 2c2c", "discard", "draw AsKsQsJsTs9s", "show 2c3c", "cc", "cbr 400", "sd", "",
)  # fmt: skip


def legal(hand: Hand, kind: str, move: str) -> bool:
    """Whether a move of the list happens to be legal: an all-in for exactly that, or cards held."""
    verb, _, rest = move.partition(" ")
    if kind in ("bet", "bring-in") and verb in ("bet", "raise") and rest.isdigit():
        span = hand.asks.opening[0].facts
        least, most = span["least"], span["most"]
        return least is not None and least <= int(rest) <= most
    return kind == "show" and verb == "show" and set(rest) <= set("2c3c")


class replaying(PokerDeck):  # noqa: N801
    """The cards of a hand once more, in the order they came."""

    def __init__(self, played: Played) -> None:
        cards = [
            card
            for event in played.round.events
            if isinstance(event, Dealt) and event.cards is not None
            for card in event.cards
        ]
        super().__init__(cards)  # type: ignore[arg-type]

    def burn(self, step: object) -> None:
        pass

    def reshuffle(self, step: object) -> None:
        pass
