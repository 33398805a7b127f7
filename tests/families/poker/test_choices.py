"""What a choice says of itself: trade words, what was paid and to how much, how many cards."""

from __future__ import annotations

import random
from typing import Any

from houseway.cards import Shoe, parse_cards
from houseway.families.poker.general import general_game
from houseway.families.poker.procedure import run
from houseway.families.poker.rules import Rules
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import Hand
from houseway.rounds.driver import Round, ShoeSource
from houseway.rounds.events import Chose, Dealt, view
from houseway.rounds.steps import Put


def hand_of(
    code: str, stacks: tuple[int, ...], cards: str, blinds: tuple[int, ...] = (), **stakes: Any
) -> Round:
    game = general_game(code)
    rules = Rules(
        game.game, Stakes(game.structure, (0,) * len(stacks), blinds, **stakes), game.deck
    )
    rest = [card for card in game.deck if card.text not in cards.split()]
    shoe = Shoe((*parse_cards(cards), *rest))
    return Round(run(Hand(rules, stacks)), ShoeSource(shoe, random.Random(0)))


def choices(running: Round) -> list[tuple[int, str | None, Put | None, int | None]]:
    return [
        (event.seat, event.move, event.put, event.number)
        for event in running.events
        if isinstance(event, Chose)
    ]


def test_a_choice_says_what_was_paid_and_to_how_much() -> None:
    running = hand_of("NT", (100_00, 100_00, 100_00), "", (200, 400, 0), min_bet=400)
    running.answer(3, "call")
    running.answer(1, "raise 1200")
    running.answer(2, "fold")
    running.answer(3, "call")
    running.answer(1, "check")
    running.answer(3, "bet 800")
    assert choices(running) == [
        (3, "call", Put(400, 400), None),
        (1, "raise 1200", Put(1000, 1200), None),  # 2 lay there as the small blind
        (2, "fold", None, None),
        (3, "call", Put(800, 1200), None),
        (1, "check", None, None),
        (3, "bet 800", Put(800, 800), None),
    ]


def test_the_last_chips_are_said_to_be_all_in() -> None:
    running = hand_of("NT", (100_00, 9_00, 50_00), "", (200, 400, 0), min_bet=400)
    running.answer(3, "raise 5000")
    running.answer(1, "fold")
    running.answer(2, "call")  # for less
    assert choices(running)[::2] == [
        (3, "raise 5000", Put(5000, 5000, all_in=True), None),
        (2, "call", Put(500, 900, all_in=True), None),
    ]


def test_check_is_for_nothing_and_call_for_something() -> None:
    running = hand_of("NT", (100_00, 100_00), "", (200, 400), min_bet=400)
    (ask,) = running.waiting_for()
    assert (ask.choices, ask.beyond.verbs) == (("fold", "call"), ("raise",))
    for word in ("check", "bet 800", "cc", "f", "cbr 800", ""):
        assert ask.refuses(word) is not None, word
    running.answer(ask.seat, "call")
    (ask,) = running.waiting_for()
    assert (ask.choices, ask.beyond.verbs) == (("fold", "check"), ("raise",))  # the blind is a bet
    for word in ("call", "bet 800"):
        assert ask.refuses(word) is not None, word
    running.answer(ask.seat, "check")
    (ask,) = running.waiting_for()
    assert (ask.choices, ask.beyond.verbs) == (("fold", "check"), ("bet",))
    for word in ("call", "raise 800"):
        assert ask.refuses(word) is not None, word


def test_the_bring_in_is_paid_and_may_be_completed() -> None:
    deal = "2c 2d 3h 3d 4c Kh"  # the deuce and the four are up: p1 brings it in
    running = hand_of("F7S", (50_00, 50_00), deal, bring_in=100, small_bet=400, big_bet=800)
    (ask,) = running.waiting_for()
    assert ask.kind == "bring-in"
    assert ask.choices == ("bring in",)
    running.answer(ask.seat, "bring in")
    (ask,) = running.waiting_for()
    running.answer(ask.seat, "raise 400")
    assert [(move, put) for _, move, put, _ in choices(running)] == [
        ("bring in", Put(100, 100)),
        ("raise 400", Put(400, 400)),
    ]


def test_a_draw_carries_its_number_and_to_others_nothing_more() -> None:
    running = hand_of(
        "N2L1D", (100_00, 100_00), "2c 3c 4c 5c 7c 9d Td Jd Qd Kd", (200, 400), min_bet=400
    )
    for _ in range(2):
        (ask,) = running.waiting_for()
        running.answer(ask.seat, ask.choices[1])
    (ask,) = running.waiting_for()
    assert (ask.choices, ask.beyond.verbs) == (("stand pat",), ("draw",))
    first, second = ask.seat, 3 - ask.seat
    dealt = [e for e in running.events if isinstance(e, Dealt) and e.place == first]
    held = " ".join(card.text for e in dealt for card in (e.cards or ())[:2])[:5]
    running.answer(first, f"draw {held}")
    running.answer(second, "stand pat")
    drawn = [e for e in running.events if isinstance(e, Chose) and e.kind == "draw"]

    def seen(viewer: int | None) -> list[tuple[str | None, int | None]]:
        return [(e.move, e.number) for e in view(drawn, viewer) if isinstance(e, Chose)]

    assert seen(first) == [(f"draw {held}", 2), (None, 0)]
    assert seen(second) == [(None, 2), ("stand pat", 0)]
    assert seen(None) == [(None, 2), (None, 0)]


def test_a_draw_of_no_cards_is_said_as_standing_pat() -> None:
    running = hand_of("N2L1D", (100_00, 100_00), "", (200, 400), min_bet=400)
    for _ in range(2):
        (ask,) = running.waiting_for()
        running.answer(ask.seat, ask.choices[1])
    (ask,) = running.waiting_for()
    for word in ("draw", "draw ", "sd", ""):
        assert ask.refuses(word) is not None, word
    assert ask.refuses("stand pat") is None
