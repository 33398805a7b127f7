"""A round of betting: the bring-in, checks, calls, bets, raises and folds in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.errors import Refused
from houseway.families.poker.boards import opener
from houseway.families.poker.legality import amount_of, objection, put_in, refuse
from houseway.families.poker.openers import needs_openers
from houseway.families.poker.state import UNKNOWN
from houseway.filings.schema.base import brief
from houseway.rounds.events import Chose
from houseway.rounds.steps import POINTLESS, Ask, Beyond, Procedure, Put

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand


def betting_round(hand: Hand, street: Street, first: int) -> Procedure:
    """Every player in turn until all have called, checked or folded."""
    rules, chips = hand.rules, hand.chips
    bet = rules.bets[hand.round]
    betting = hand.betting
    blind = betting.high if street.opens == "left-of-blinds" else 0
    size = 0 if rules.over_the_top else bet
    betting.begin(hand.players, hand.in_hand, blind, bet, size)
    turn = _able(hand, first)
    if rules.kills_last and not hand.round:
        killer = rules.stakes.kill
        turn = [*(i for i in turn if i != killer), *(i for i in turn if i == killer)]
    bets, stacks, holding, asks = chips.bets, chips.stacks, hand.holding, hand.asks
    if len(turn) <= 1 and not (turn and bets[turn[0]] < max(bets)):
        return
    hand.course.begin(first)
    if street.opens == "bring-in":
        turn = yield from _bring_in(hand, turn)
    elif street.double_bet is not None and turn[0] == first and _open_pair(hand, first):
        betting.double = first
    while turn:
        acting, turn, high = turn, (), betting.high
        free = asks.option if high else asks.opening
        all_in = 0 in stacks
        for player in acting:
            if not holding[player]:
                continue  # declared dead out of turn
            hand.actor = player
            if bets[player] < high:
                move = yield asks.facing[player]
            elif all_in and _nobody_else(hand, player):
                move = yield replace(free[player], default="check")
            else:
                move = yield free[player]
            if move == "check":
                betting.acted[player] = True
            elif move == "call":
                chips.pay(player, high - bets[player])
                betting.acted[player] = True
                all_in = all_in or not stacks[player]
            elif move == "fold":
                hand.fold(player)
                if hand.in_hand == 1:
                    break
            elif move == POINTLESS:  # this hand, or every other one, was declared dead
                if hand.in_hand == 1:
                    break
            else:
                bet_to(hand, player, amount_of(move))
                turn = _others_able(hand, player)
                break
    hand.actor = -1


def _able(hand: Hand, first: int) -> Sequence[int]:
    """Who can act, clockwise from the first. One whom nobody can bet against is left out."""
    stacks, bets = hand.chips.stacks, hand.chips.bets
    players = hand.in_turn(first)
    if min(stacks) > hand.betting.high:
        return players
    second = sorted([bets[i] + stacks[i] for i in players])[-2]
    return [i for i in players if stacks[i] and bets[i] < second]


def _others_able(hand: Hand, player: int) -> list[int]:
    stacks = hand.chips.stacks
    return [i for i in hand.in_turn(player) if i != player and stacks[i]]


def _nobody_else(hand: Hand, player: int) -> bool:
    """Whether nobody could answer a bet of this player."""
    bets, stacks = hand.chips.bets, hand.chips.stacks
    own = bets[player]
    return all(
        i == player or not hand.holding[i] or bets[i] + stacks[i] <= own
        for i in range(hand.players)
    )


def _open_pair(hand: Hand, player: int) -> bool:
    """Two cards up of one rank; a card nobody can name may have been the second."""
    up = hand.held.up[player]
    return len(up) == 2 and (up[0].rank == up[1].rank or UNKNOWN in up)


def _bring_in(hand: Hand, turn: Sequence[int]) -> Procedure:
    """The forced bet, and who is to act after it."""
    rules, betting, chips = hand.rules, hand.betting, hand.chips
    rule = rules.bring_in
    assert rule is not None
    player = turn[0]
    hand.actor = player
    betting.completing = rules.over_the_top

    amount = rules.stakes.bring_in
    # A bet of the same amount is the bring-in by another name, where that is a full bet.
    same = "bring in" if amount < betting.limit_bet else f"bet {amount}"
    choice = f"post {brief(amount)}"
    if rule.or_full_bet:
        choice += f" or bet {brief(betting.limit_bet)}"

    def object_to(move: str) -> Refused | None:
        if move == same:
            return None
        if rule.or_full_bet and move.startswith("bet "):
            return objection(hand, move)
        return refuse(
            hand, "bring-in", f"{hand.name(player)} brings it in: {choice}", str(rule.cite)
        )

    def event(ask: Ask, move: str) -> Chose:
        put = put_in(hand, amount if move == "bring in" else amount_of(move))
        return Chose(ask.seat, ask.kind, 1, move, put=Put(*put))

    move = yield Ask(
        hand.seats[player], "bring-in", ("bring in",),
        beyond=Beyond(object_to, ("bet",) if rule.or_full_bet else ()),
        facts=hand.asks.opening[player].facts, event=event,
        errors=hand.asks.opening[player].errors,
    )  # fmt: skip
    if move == POINTLESS:  # this hand was declared dead, or every other one
        if hand.in_hand == 1:
            return ()
        hand.course.begin(opener(hand, hand.rules.streets[hand.round], 0))
        return (yield from _bring_in(hand, _able(hand, hand.course.first)))
    if move not in ("bring in", same):
        bet_to(hand, player, amount_of(move))
        return _others_able(hand, player)
    chips.pay(player, amount)
    betting.high = amount if rules.forced_in_full else chips.bets[player]
    if not rules.limit or amount >= betting.limit_bet:
        betting.full = amount  # a full bet; a smaller one is still to be completed
    if rule.last_word == "none":
        betting.acted[player] = True
    elif chips.stacks[player]:
        return [*turn[1:], player]
    return turn[1:]


def bet_to(hand: Hand, player: int, to: int) -> None:
    """A bet, completion or raise that was found legal."""
    rules, betting, chips, course = hand.rules, hand.betting, hand.chips, hand.course
    before = betting.high
    if rules.openers and needs_openers(hand):
        hand.opened = player, tuple(hand.held.cards[player])
    if player == betting.double and to > betting.limit_bet:
        betting.size = betting.limit_bet = rules.stakes.big_bet
    betting.double = -1
    course.raised = course.raised or course.bet
    course.bet = True
    course.aggressor = player
    added = to - max(chips.bets)
    chips.pay(player, to - chips.bets[player])
    betting.high = to
    if rules.over_the_top:
        if added >= betting.size:
            betting.acted = [False] * hand.players
        betting.size = max(betting.size, added)
        betting.shorts = 0 if chips.stacks[player] else betting.shorts + added
        if betting.shorts >= betting.size:
            betting.shorts = 0
        betting.completing = False
    elif to >= betting.full + betting.size:
        if before and betting.full:
            betting.raises += 1
        if not rules.limit:
            betting.size = to - betting.full
        betting.full = to
        betting.acted = [False] * hand.players
    betting.acted[player] = True
