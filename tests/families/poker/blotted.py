"""Random hands with cards blotted out: what is settled is right, and the bounds hold the truth."""

from __future__ import annotations

import dataclasses
import random
from decimal import Decimal
from fractions import Fraction

from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.unknown import received
from tests.families.poker.test_mutations import some_hand


def blotted(hand: PhhHand, dice: random.Random, cards: int) -> PhhHand:
    """The same hand with so many cards that nobody can name; hands stay shown that were shown."""
    dealt = [word for one in hand.actions if one.startswith("d ") for word in _cards(one)]
    lost = dice.sample(dealt, min(cards, len(dealt)))
    return dataclasses.replace(hand, actions=tuple(_blot(one, lost) for one in hand.actions))


def _cards(action: str) -> list[str]:
    text = action.split()[-1]
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _blot(action: str, lost: list[str]) -> str:
    words = action.split()
    if words[1] not in ("dh", "db", "sd", "sm") or len(words) < 3:
        return action
    found = _cards(action)
    if words[1] == "sm" and set(found) & set(lost):
        return f"{words[0]} sm -"
    return " ".join([*words[:-1], "".join("??" if one in lost else one for one in found)])


def check(name: str, seed: int) -> str:
    """One hand; says how it was ruled."""
    dice = random.Random(f"blot {name} {seed}")
    hand = some_hand(name, seed)
    truth = replay(hand)
    answer = replay(blotted(hand, dice, dice.randint(1, 2)))
    open_to = {one.player: one for one in answer.open}
    assert answer.fee == truth.fee
    for player, stack in enumerate(truth.result.stacks, 1):
        if player not in open_to:
            assert answer.result.stacks[player - 1] == stack
            continue
        share, got = open_to[player], received(truth.result.awards, player)
        assert share.least <= got <= share.most
        if share.chances:
            assert got in share.chances
            assert sum(share.chances.values()) == 1 == sum(share.possible().values())
            assert all(isinstance(one, Fraction) and one > 0 for one in share.chances.values())
    sure = sum(answer.finishing_stacks) + answer.fee
    rest = sum(map(Decimal, hand.starting_stacks)) - sure
    shares = [
        (answer.chips.amount(one.least), answer.chips.amount(one.most)) for one in answer.open
    ]
    assert sum(one for one, _ in shares) <= rest <= sum(one for _, one in shares)
    return answer.ruled
