"""A round of betting: the bring-in, checks, calls, bets, raises and folds in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.errors import Refused
from houseway.families.poker.legality import amount_of, objection, put_in, refuse
from houseway.families.poker.openers import needs_openers
from houseway.families.poker.state import UNKNOWN
from houseway.filings.schema.base import brief
from houseway.rounds.events import Chose
from houseway.rounds.steps import POINTLESS, Ask, Beyond, Procedure

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand


def begin_round(hand: Hand, street: Street) -> None:
    """A new round: nothing bet yet, but for blinds that were posted."""
    rules = hand.rules
    hand.starters = hand.in_hand
    hand.limit_bet = rules.bets[hand.round]
    hand.raises = hand.shorts = 0
    hand.double = -1
    hand.completing = False
    hand.acted = [False] * hand.players
    if street.opens != "left-of-blinds":
        hand.high = hand.full = 0
    hand.size = 0 if rules.over_the_top else hand.limit_bet


def betting_round(hand: Hand, street: Street, opener: int) -> Procedure:
    """Every player in turn until all have called, checked or folded."""
    begin_round(hand, street)
    turn = _able(hand, opener)
    if hand.rules.kills_last and not hand.round:
        killer = hand.rules.stakes.kill
        turn = [*(i for i in turn if i != killer), *(i for i in turn if i == killer)]
    if len(turn) <= 1 and not (turn and hand.bets[turn[0]] < max(hand.bets)):
        return
    hand.first = opener
    hand.last_bet = hand.last_raised = False
    hand.aggressor = -1
    if street.opens == "bring-in":
        turn = yield from _bring_in(hand, turn)
    elif street.double_bet is not None and turn[0] == opener and _open_pair(hand, opener):
        hand.double = opener
    bets, holding, asks = hand.bets, hand.holding, hand.asks
    place = 0
    while place < len(turn):
        player = turn[place]
        place += 1
        if not holding[player]:
            continue  # declared dead out of turn
        hand.actor = player
        if bets[player] < hand.high:
            move = yield asks.facing[player]
        else:
            ask = asks.option[player] if hand.high else asks.opening[player]
            if hand.all_in and _nobody_else(hand, player):
                ask = ask._replace(default="check")
            move = yield ask
        if move == "call":
            hand.pay(player, hand.high - bets[player])
            hand.acted[player] = True
        elif move == "check":
            hand.acted[player] = True
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
            place = 0
    hand.actor = -1


def _able(hand: Hand, opener: int) -> Sequence[int]:
    """Who can act, clockwise from the opener. One whom nobody can bet against is left out."""
    stacks, bets = hand.stacks, hand.bets
    players = hand.in_turn(opener)
    if min(stacks) > hand.high:
        return players
    second = sorted([bets[i] + stacks[i] for i in players])[-2]
    return [i for i in players if stacks[i] and bets[i] < second]


def _others_able(hand: Hand, player: int) -> list[int]:
    stacks = hand.stacks
    return [i for i in hand.in_turn(player) if i != player and stacks[i]]


def _nobody_else(hand: Hand, player: int) -> bool:
    """Whether nobody could answer a bet of this player."""
    bets, stacks, own = hand.bets, hand.stacks, hand.bets[player]
    return all(
        i == player or not hand.holding[i] or bets[i] + stacks[i] <= own
        for i in range(hand.players)
    )


def _open_pair(hand: Hand, player: int) -> bool:
    """Two cards up of one rank; a card nobody can name may have been the second."""
    up = hand.up[player]
    return len(up) == 2 and (up[0].rank == up[1].rank or UNKNOWN in up)


def _bring_in(hand: Hand, turn: Sequence[int]) -> Procedure:
    """The forced bet, and who is to act after it."""
    rules = hand.rules
    rule = rules.bring_in
    assert rule is not None
    player = turn[0]
    hand.actor = player
    hand.completing = rules.over_the_top

    amount = rules.stakes.bring_in
    # A bet of the same amount is the bring-in by another name, where that is a full bet.
    same = "bring in" if amount < hand.limit_bet else f"bet {amount}"
    choice = f"post {brief(amount)}"
    if rule.or_full_bet:
        choice += f" or bet {brief(hand.limit_bet)}"

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
        return Chose(ask.seat, ask.kind, 1, move, put=put)

    move = yield Ask(
        hand.seats[player], "bring-in", ("bring in",),
        beyond=Beyond(object_to, ("bet",) if rule.or_full_bet else ()),
        facts=hand.asks.opening[player].facts, event=event,
    )  # fmt: skip
    if move not in ("bring in", same):
        bet_to(hand, player, amount_of(move))
        return _others_able(hand, player)
    hand.pay(player, amount)
    hand.high = amount if rules.forced_in_full else hand.bets[player]
    if not rules.limit or amount >= hand.limit_bet:
        hand.full = amount  # a full bet; a smaller one is still to be completed
    if rule.last_word == "none":
        hand.acted[player] = True
    elif hand.stacks[player]:
        return [*turn[1:], player]
    return turn[1:]


def bet_to(hand: Hand, player: int, to: int) -> None:
    """A bet, completion or raise that was found legal."""
    rules, before = hand.rules, hand.high
    if rules.openers and needs_openers(hand):
        hand.opened = player, tuple(hand.cards[player])
    if player == hand.double and to > hand.limit_bet:
        hand.size = hand.limit_bet = rules.stakes.big_bet
    hand.double = -1
    hand.last_raised = hand.last_raised or hand.last_bet
    hand.last_bet = True
    hand.aggressor = player
    added = to - max(hand.bets)
    hand.pay(player, to - hand.bets[player])
    hand.high = to
    if rules.over_the_top:
        if added >= hand.size:
            hand.acted = [False] * hand.players
        hand.size = max(hand.size, added)
        hand.shorts = 0 if hand.stacks[player] else hand.shorts + added
        if hand.shorts >= hand.size:
            hand.shorts = 0
        hand.completing = False
    elif to >= hand.full + hand.size:
        if before and hand.full:
            hand.raises += 1
        if not rules.limit:
            hand.size = to - hand.full
        hand.full = to
        hand.acted = [False] * hand.players
    hand.acted[player] = True
