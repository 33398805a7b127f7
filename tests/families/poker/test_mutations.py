"""Hands with something wrong in them: each is refused with a reason or plays to a sound end."""

from __future__ import annotations

import dataclasses
import random

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.phh_write import variant_code, written_hand
from houseway.families.poker.schema import Poker
from houseway.filings.loader import load
from tests.families.poker.hands import POKER_FILINGS
from tests.families.poker.playing import play_random_hand

CARDS = [*(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"), "Jk", "??"]
MOVES = ("f", "cc", "pb", "sd", "sm", "ex", "cbr 4", "cbr 8", "cbr 200", "cbr 3.5", "sm -", "sd Jk")


def spoil(actions: list[str], dice: random.Random) -> None:
    """One defect: an action lost, doubled, moved, changed, or with other cards."""
    place = dice.randrange(len(actions))
    words = actions[place].split()
    match dice.randrange(9):
        case 0:
            del actions[place]
        case 1:
            actions.insert(place, dice.choice(actions))
        case 2:
            other = dice.randrange(len(actions))
            actions[place], actions[other] = actions[other], actions[place]
        case 3:
            del actions[place + 1 :]
        case 4:
            actions[place] = f"p{dice.randint(1, 4)} {dice.choice(MOVES)}"
        case 5:
            actions[place] = " ".join([*words[:-1], words[-1][:-2] + dice.choice(CARDS)])
        case 6:
            actions[place] += dice.choice(CARDS)
        case 7:  # nobody knows the cards
            for i, action in enumerate(actions):
                if action.startswith("d "):
                    *rest, cards = action.split()
                    actions[i] = " ".join([*rest, "??" * (len(cards) // 2)])
        case _:
            for i, action in enumerate(actions):
                if " sm" in action and dice.random() < 0.5:
                    actions[i] = f"{action.split()[0]} sm"


def some_hand(name: str, seed: int) -> PhhHand:
    played = play_random_hand(name, seed)
    filing = load(name)
    assert isinstance(filing, Poker)
    variant = variant_code(filing.game, played.stakes.structure)
    return written_hand(
        played.round.events,
        played.stakes,
        played.stacks,
        variant=variant,
        filing=name,
        schedule=played.schedule,
    )


@pytest.mark.parametrize("name", POKER_FILINGS)
def test_a_spoilt_hand_is_refused_or_plays_to_a_sound_end(name: str) -> None:
    check_spoilt(name, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", POKER_FILINGS)
def test_many_spoilt_hands_are_refused_or_play_to_a_sound_end(name: str) -> None:
    check_spoilt(name, 400)


def check_spoilt(name: str, hands: int) -> None:
    dice = random.Random(name)
    refused: list[HandRefused] = []
    for seed in range(hands):
        hand = some_hand(name, seed // 4)
        actions = list(hand.actions)
        for _ in range(dice.randint(1, 2)):
            if actions:
                spoil(actions, dice)
        try:
            answer = replay(dataclasses.replace(hand, actions=tuple(actions)))
        except HandRefused as error:
            refused.append(error)
            continue
        rest = sum(hand.starting_stacks) - sum(answer.finishing_stacks) - answer.fee
        most = sum(answer.chips.amount(one.most) for one in answer.open)
        assert 0 < rest <= most if answer.open else rest == 0
        assert all(stack >= 0 for stack in answer.finishing_stacks)
    assert len(refused) >= hands // 4
    assert all(error.message and error.refused for error in refused)
