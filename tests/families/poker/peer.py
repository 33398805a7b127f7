"""Random complete hands dealt and settled by PokerKit, to be replayed here."""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from typing import Any

from pokerkit import Automation, HandHistory, Mode, State
from pokerkit.games import (
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from pokerkit.state import BoardDealing, ChipsPushing, HoleDealing

from houseway.families.poker.phh import PhhHand, parse_hand

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

BLIND_LIMIT = {
    "FT": FixedLimitTexasHoldem,
    "FO/8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    "F2L3D": FixedLimitDeuceToSevenLowballTripleDraw,
    "FB": FixedLimitBadugi,
}
BLIND_OPEN = {
    "NT": NoLimitTexasHoldem,
    "NS": NoLimitShortDeckHoldem,
    "PO": PotLimitOmahaHoldem,
    "N2L1D": NoLimitDeuceToSevenLowballSingleDraw,
}
STUD = {
    "F7S": FixedLimitSevenCardStud,
    "F7S/8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "FR": FixedLimitRazz,
}
MOST_PLAYERS = {"N2L1D": 5, "F2L3D": 6, "FB": 6, "F7S": 8, "F7S/8": 8, "FR": 8}


@dataclass(frozen=True, slots=True)
class PeerHand:
    """A hand as PHH, and the stacks PokerKit ends with."""

    hand: PhhHand
    stacks: tuple[int, ...]
    low_to_no_low: bool  # PokerKit paid a low half to players who have no low


def peer_hand(code: str, seed: int, *, simple: bool = False) -> PeerHand:
    """One random complete hand of a variant; the same seed gives the same hand.

    A simple one has no straddles, no antes beside blinds, and everybody can post.
    """
    dice = random.Random(f"{code} {seed}")
    players = dice.randint(2, MOST_PLAYERS.get(code, 9))
    trimmed = simple or dice.random() < 0.5
    stacks = [_stack(dice) + (8 if simple else 0) for _ in range(players)]
    random.seed(f"{code} {seed} cards")  # PokerKit shuffles by the global source
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = _game(code, dice, players, trimmed, simple=simple)
        state = game(stacks, players)
        while state.status:
            _act(state, dice, fixed=code.startswith("F"))
        history = HandHistory.from_game_state(game, state)
    fields = {
        name: getattr(history, name)
        for name in ("antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet")
        if getattr(history, name) is not None
    }
    data: dict[str, Any] = {
        "variant": code,
        "starting_stacks": stacks,
        "actions": history.actions,
        "ante_trimming_status": trimmed,
        **fields,
    }
    if players == 2:  # the format writes forced bets in the order of posting
        data["antes"] = [game.raw_antes] * 2
    return PeerHand(
        parse_hand(data, file=f"{code} {seed}"), tuple(state.stacks), _low_to_no_low(state)
    )


def _low_to_no_low(state: State) -> bool:
    """Whether a low half went to a player without a low.

    PokerKit makes a low half of a side pot when anybody at all has a low, and shares it among
    the players of that pot even if none of them has one.
    """
    if len(state.hand_types) < 2:
        return False
    held: list[list[Any]] = [[] for _ in state.starting_stacks]
    board: list[Any] = []
    for operation in state.operations:
        if isinstance(operation, HoleDealing):
            held[operation.player_index] += operation.cards
        elif isinstance(operation, BoardDealing):
            board += operation.cards
    low_type = state.hand_types[1]
    return any(
        isinstance(operation, ChipsPushing)
        and operation.hand_type_index == 1
        and any(
            amount and low_type.from_game_or_none(held[i], board) is None
            for i, amount in enumerate(operation.amounts)
        )
        for operation in state.operations
    )


def _stack(dice: random.Random) -> int:
    return dice.choice((dice.randint(1, 12), dice.randint(10, 60), dice.randint(50, 400), 200))


def _game(code: str, dice: random.Random, players: int, trimmed: bool, *, simple: bool) -> Any:
    ante = dice.choice((0, 0, 1, 3)) if not simple or code in STUD else 0
    straddle = not simple and players > 3 and dice.random() < 0.2
    blinds: tuple[int, ...] = (2, 4, 8) if straddle else dice.choice(((2, 4), (1, 2), (3, 3)))
    if code in BLIND_LIMIT:
        return BLIND_LIMIT[code](AUTOMATIONS, trimmed, ante, blinds, 4, 8, mode=Mode.TOURNAMENT)
    if code in BLIND_OPEN:
        return BLIND_OPEN[code](AUTOMATIONS, trimmed, ante, blinds, 4, mode=Mode.TOURNAMENT)
    return STUD[code](AUTOMATIONS, trimmed, ante, dice.choice((1, 2)), 4, 8, mode=Mode.TOURNAMENT)


def _act(state: State, dice: random.Random, *, fixed: bool) -> None:
    if state.can_stand_pat_or_discard():
        index = state.stand_patter_or_discarder_index
        assert index is not None
        held = state.hole_cards[index]
        count = dice.choice((0, 0, 1, 1, 2, 3, len(held)))
        state.stand_pat_or_discard(dice.sample(list(held), min(count, len(held))))
        return
    roll = dice.random()
    if state.can_post_bring_in() and roll < 0.7:
        state.post_bring_in()
    elif roll < 0.16 and state.can_fold():
        state.fold()
    elif roll > 0.72 and state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        assert least is not None
        assert most is not None
        if fixed:  # PokerKit's FO/8 takes pot-limit bets; a limit game has one amount
            most = least
        state.complete_bet_or_raise_to(
            dice.choice((least, min(most, least + dice.randint(0, 20)), dice.randint(least, most)))
        )
    elif state.can_check_or_call():
        state.check_or_call()
    elif state.can_post_bring_in():
        state.post_bring_in()
    else:
        state.fold()
