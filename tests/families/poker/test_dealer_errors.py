"""Random hands with random errors of the dealer: no chip and no card is lost, the log replays."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from houseway.errors import Refused
from houseway.families.poker.deck import PokerDeck
from houseway.families.poker.phh import parse_hands, write_hand
from houseway.families.poker.phh_replay import replay as replay_hand
from houseway.families.poker.phh_write import variant_code, written_hand
from houseway.families.poker.procedure import run
from houseway.families.poker.rules import Rules, table_rules
from houseway.families.poker.schema import Poker, PokerGame
from houseway.families.poker.state import Hand
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.driver import Round, replay
from houseway.rounds.events import Dealt, Declared, Taken
from houseway.rounds.steps import DealerError
from tests.families.poker.playing import random_move, random_stakes

OUTLAWS = ("outlaws/holdem", "outlaws/holdem-hi-lo", "outlaws/draw-poker-hi-lo")
KINDS = ("boxed-card", "exposed-card", "wrong-number", "board-too-large", "early-board")


def random_error(hand: Hand, dice: random.Random) -> DealerError:
    """Any error, often one that cannot be right now."""
    place = dice.choice((*hand.seats, "board", "deck", None))
    return DealerError(dice.choice(KINDS), place, dice.randint(0, 6))


def cards_are_all_there(hand: Hand, running: Round) -> None:
    """Every card is in the deck, burned, at a place, thrown away, or out as a scrap of paper."""
    boxed = [
        event.cards[0]
        for event in running.events
        if isinstance(event, Declared) and event.error.kind == "boxed-card" and event.cards
    ]
    aside = [e.cards for e in running.events if isinstance(e, Dealt) and e.place == "aside"]
    stub = hand.stub
    known = [card for cards in (*hand.held.cards, hand.boards[0], stub.on_top, stub.discards, boxed,
                                *stub.amended.values(), *(c or () for c in aside))
             for card in cards]  # fmt: skip
    lying = Counter(card.text for card in known)
    assert not lying - Counter(card.text for card in hand.rules.deck), "a card lies twice"
    assert stub.left + stub.burned + len(known) == len(hand.rules.deck)


def play(name: str, seed: int, errors: float) -> tuple[Rules, list[int], Hand, Round]:
    dice = random.Random(f"{name} {seed}")
    filing = load(name)
    assert isinstance(filing, Poker)
    stakes = random_stakes(filing, dice)
    rules = table_rules(make_terms(filing), stakes)
    stacks = [dice.choice((100, 700, 2500, 50000)) for _ in range(stakes.players)]
    hand = Hand(rules, stacks)
    running = Round(run(hand), PokerDeck.shuffled(rules, dice))
    while not running.over:
        ask = running.waiting_for()[0]
        assert hand.chips.total() == sum(stacks)
        if ask.kind == "bet":
            cards_are_all_there(hand, running)
        if dice.random() < errors:
            before = len(running.events), len(running.answers)
            with suppress(Refused):
                running.declare(random_error(hand, dice))
                continue
            assert before == (len(running.events), len(running.answers))  # nothing has changed
        running.answer(ask.seat, random_move(hand, ask, dice))
    return rules, stacks, hand, running


@pytest.mark.parametrize("name", OUTLAWS)
@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_hands_with_errors_end_and_lose_no_chip(name: str, seed: int) -> None:
    rules, stacks, _, running = play(name, seed, errors=0.4)
    if running.void:
        assert running.void.startswith("misdeal: ")
        assert running.result is None
    else:
        result = running.result
        assert sum(result.stacks) + result.fee == sum(stacks)
        dead = {
            e.error.place
            for e in running.events
            if isinstance(e, Declared) and e.error.kind == "wrong-number"
        }
        assert not dead & {award.player for award in result.awards}  # forfeited hands win nothing
    again = replay(run(Hand(rules, stacks)), running.answers)
    assert again.events == running.events
    assert (again.result, again.void, again.over) == (running.result, running.void, True)


def test_the_random_errors_reach_every_remedy() -> None:
    found: Counter[str] = Counter()
    for seed in range(400):
        _, _, _, running = play("outlaws/holdem", seed, errors=0.4)
        found.update(e.cite for e in running.events if isinstance(e, Declared))
        found["void"] += bool(running.void)
        found["taken"] += any(isinstance(e, Taken) for e in running.events)
    assert {
        "Rules, boxed card", "Rules, exposed card", "Rules, wrong number of cards",
        "Rules, flop of too many cards", "Rules, early flop", "Rules, early turn",
        "Rules, early river", "void", "taken",
    } <= set(found)  # fmt: skip


def check_written(name: str, seed: int) -> bool:
    """A hand with errors, written and read, is ruled as it went at the table."""
    rules, stacks, _, running = play(name, seed, errors=0.2)
    filing = load(name)
    assert isinstance(filing, Poker)
    written = written_hand(
        running.events, rules.stakes, stacks,
        variant=variant_code(filing.game, "limit"), filing=name,
    )  # fmt: skip
    answer = replay_hand(parse_hands(write_hand(written))[0])
    if running.void:
        assert answer.ruled == "void"
        assert answer.result.stacks == tuple(stacks)
    else:
        assert answer.ruled == ("played-on" if written.errors else "settled")
        assert answer.result.stacks == running.result.stacks
    return bool(written.errors)


@pytest.mark.parametrize("name", OUTLAWS)
def test_a_file_is_ruled_as_the_table_was(name: str) -> None:
    assert sum(check_written(name, seed) for seed in range(60)) > 15


@pytest.mark.long
@pytest.mark.parametrize("name", OUTLAWS)
def test_many_files_are_ruled_as_the_table_was(name: str) -> None:
    assert sum(check_written(name, seed) for seed in range(60, 2000)) > 500


# The rules are data.


def drafted(**changes: object) -> dict[str, object]:
    filing = load("outlaws/holdem")
    assert isinstance(filing, Poker)
    game = filing.game.model_dump(mode="json", exclude_none=True)
    errors = game["dealer_errors"]
    assert isinstance(errors, dict)
    errors.update(changes)
    return game


def test_another_house_may_differ_in_its_data_alone() -> None:
    exposed = {"then": "out-of-play", "misdeal_from": 3, "cite": "Rules, exposed card | 41"}
    game = PokerGame.model_validate(drafted(exposed_card=exposed))
    filing = load("outlaws/holdem")
    assert isinstance(filing, Poker)
    changed = filing.model_copy(update={"game": game})
    stakes = random_stakes(filing, random.Random(1))
    hand = Hand(table_rules(make_terms(changed), stakes), [50_00] * stakes.players)
    running = Round(run(hand), PokerDeck.shuffled(hand.rules, random.Random(2)))
    running.declare(DealerError("exposed-card", 1, 1))
    running.declare(DealerError("exposed-card", 1, 1))
    assert not running.over  # two are not a misdeal there
    assert not hand.stub.on_top
    running.declare(DealerError("exposed-card", 1, 1))
    assert running.void


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"early": [{"street": "showdown", "cards": "shuffled-in-at-once", "cite": "Rules | 47"}]},
         "no board dealt once"),
        ({"early": [{"street": "river", "cards": "shuffled-in-before-next", "cite": "Rules | 51"}]},
         "no board follows"),
        ({"too_large": [{"street": "hole-cards", "burn": "stays", "cite": "Rules | 45"}]},
         "no board dealt once"),
    ],
)  # fmt: skip
def test_errors_must_fit_the_streets(changes: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        PokerGame.model_validate(drafted(**changes))


def test_errors_of_down_cards_are_not_for_stud() -> None:
    filing = load("500-club/seven-card-stud")
    assert isinstance(filing, Poker)
    game = filing.game.model_dump(mode="json", exclude_none=True)
    game["dealer_errors"] = {"boxed_card": {"cite": "Rules, boxed card | 39"}}
    with pytest.raises(ValidationError, match="lie down"):
        PokerGame.model_validate(game)
