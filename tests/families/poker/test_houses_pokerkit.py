"""PokerKit plays the same games: hands of invented houses, compared chip by chip.

The houses here follow PokerKit's customs: raises without a cap, counted from short all-ins, the
button's small blind when two play, an odd chip between two boards to the first.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from typing import Any

import pytest
from pokerkit import Mode, State
from pokerkit.games import (
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from pokerkit.hands import RegularLowHand, StandardHighHand
from pokerkit.state import (
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleDealing,
    StandingPatOrDiscarding,
)

from houseway.families.poker.phh_replay import replay
from tests.families.poker.hands import written
from tests.families.poker.houses import CUSTOM, DOUBLE, SHORT, STRADDLE, house
from tests.families.poker.peer import AUTOMATIONS, _act

HANDS, MANY = 50, 5_000


class FiveCardDraw(NoLimitDeuceToSevenLowballSingleDraw):
    hand_types = (StandardHighHand,)


class Lowball(NoLimitDeuceToSevenLowballSingleDraw):
    hand_types = (RegularLowHand,)


HIGH_DRAW = {"game.high.ranking": "high", "game.street.0.burn": False, "game.street.1.burn": True}
LOW_DRAW = HIGH_DRAW | {"game.high.ranking": "razz"}
# Game of PokerKit, base and changes of the filing, most players, number of boards.
GAMES: dict[str, tuple[Any, str, dict[str, Any], int, int]] = {
    "short deck": (NoLimitShortDeckHoldem, "texas-holdem", SHORT, 9, 1),
    "double board": (PotLimitOmahaHoldem, "omaha", DOUBLE, 6, 2),
    "double board hold'em": (NoLimitTexasHoldem, "texas-holdem", DOUBLE, 9, 2),
    "five-card draw": (FiveCardDraw, "2-7-single-draw", HIGH_DRAW, 5, 1),
    "lowball": (Lowball, "2-7-single-draw", LOW_DRAW, 5, 1),
    "straddle": (NoLimitTexasHoldem, "texas-holdem", STRADDLE, 9, 1),
}


def written_by(state: State) -> list[str]:
    """What PokerKit did, in the notation of hand histories."""
    actions: list[str] = []
    held: dict[int, str] = {}

    def flush() -> None:
        actions.extend(f"d dh p{player + 1} {cards}" for player, cards in sorted(held.items()))
        held.clear()

    for one in state.operations:
        if isinstance(one, HoleDealing):
            text = "".join(map(repr, one.cards))
            held[one.player_index] = held.get(one.player_index, "") + text
            continue
        if isinstance(
            one,
            BoardDealing
            | StandingPatOrDiscarding
            | Folding
            | CheckingOrCalling
            | CompletionBettingOrRaisingTo,
        ):
            flush()
        match one:
            case BoardDealing():
                actions.append("d db " + "".join(map(repr, one.cards)))
            case StandingPatOrDiscarding():
                thrown = "".join(map(repr, one.cards))
                actions.append(f"p{one.player_index + 1} sd {thrown}".strip())
            case Folding():
                actions.append(f"p{one.player_index + 1} f")
            case CheckingOrCalling():
                actions.append(f"p{one.player_index + 1} cc")
            case CompletionBettingOrRaisingTo():
                actions.append(f"p{one.player_index + 1} cbr {one.amount}")
    flush()
    return actions


def compare(name: str, seeds: Sequence[int]) -> None:
    game, base, changes, most, boards = GAMES[name]
    filing = house(base, CUSTOM | changes)
    structure = "pot-limit" if game is PotLimitOmahaHoldem else "no-limit"
    for seed in seeds:
        dice = random.Random(f"{name} {seed}")
        players = dice.randint(4 if name == "straddle" else 2, most)
        stacks = [dice.choice((dice.randint(12, 60), 200)) for _ in range(players)]
        blinds = (2, 4, 8) if name == "straddle" else (2, 4)
        random.seed(f"{name} {seed} cards")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state = game.create_state(
                AUTOMATIONS, True, 0, blinds, 4, stacks, players, mode=Mode.TOURNAMENT,
                **({"starting_board_count": 2} if boards == 2 else {}),
            )  # fmt: skip
            while state.status:
                _act(state, dice, fixed=False)
        hand = written(
            "; ".join(written_by(state)),
            _structure=structure,
            starting_stacks=stacks,
            blinds_or_straddles=[*blinds, *[0] * players][:players],
            min_bet=4,
        )
        found = tuple(int(stack) for stack in replay(hand, filing).finishing_stacks)
        assert found == tuple(state.stacks), f"{name} {seed}: {hand.actions}"


@pytest.mark.parametrize("name", GAMES)
def test_pokerkit_agrees(name: str) -> None:
    compare(name, range(HANDS))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_pokerkit_agrees_on_many(name: str) -> None:
    compare(name, range(HANDS, HANDS + MANY))
