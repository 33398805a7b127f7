"""A hand of poker from the blinds to the showdown, as the house dealer runs it."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.families.poker.asks import put_back, take_asks
from houseway.families.poker.betting import betting_round
from houseway.families.poker.boards import opener
from houseway.families.poker.chips import Award, HandResult
from houseway.families.poker.dealing import deal_street
from houseway.families.poker.fees import FeePlan
from houseway.families.poker.forced import post_forced_bets
from houseway.families.poker.openers import needs_openers, pass_out, prove_openers
from houseway.families.poker.pots import take_fee, take_jackpot
from houseway.families.poker.rules import Rules
from houseway.families.poker.showdown import showdown
from houseway.families.poker.state import Hand
from houseway.filings.schema.base import brief
from houseway.rounds.steps import Call, Procedure


def play(rules: Rules, stacks: Sequence[int], *, seats: Sequence[int] | None = None) -> Procedure:
    """One hand, ready to be driven. The first of the stacks is that of the first one dealt to."""
    return run(Hand(rules, stacks, seats=seats))


def run(hand: Hand) -> Procedure:
    """The hand as dealt: streets, each with its round of betting, then the showdown."""
    fees, chips = hand.rules.fees, hand.chips
    hand.asks = take_asks(hand)
    blind, after_blinds = post_forced_bets(hand.rules, chips)
    hand.betting.high = blind
    flop_seen = False
    for place, street in enumerate(hand.rules.streets):
        hand.round = place
        yield from deal_street(hand, street)
        if hand.in_hand == 1:
            break  # all others were declared dead before a draw was dealt
        flop_seen = flop_seen or street.name == "flop"
        if fees is not None and fees.dealt and fees.dealt[place]:
            take_fee(hand, fees.dealt[place])
        if fees is not None and fees.jackpot and street.name == fees.jackpot_on:
            _drop_for_jackpot(hand, fees)
        yield from betting_round(hand, street, opener(hand, street, after_blinds))
        chips.gather(hand.forfeited)
        if hand.in_hand == 1:
            break
        if hand.rules.openers and needs_openers(hand) and any(hand.betting.acted):
            yield from pass_out(hand)
            return _result(hand, ())
        if fees is not None and fees.rounds and fees.rounds[place]:
            take_fee(hand, fees.rounds[place])
        if fees is not None and fees.jackpot and not (place or fees.jackpot_on):
            _drop_for_jackpot(hand, fees)
    if fees is not None and fees.modified and not flop_seen:
        take_fee(hand, fees.modified)
    if hand.in_hand == 1:
        last = hand.holding.index(True)
        awards = [Award(last + 1, "pot", chips.left_in_pot())]
    else:
        awards = yield from showdown(hand)
    if hand.opened is not None:
        yield from prove_openers(hand)
    return (yield from _pay_out(hand, awards))


def _drop_for_jackpot(hand: Hand, fees: FeePlan) -> None:
    if hand.chips.pot() >= fees.jackpot_pot:
        take_jackpot(hand, fees.jackpot)


def _pay_out(hand: Hand, awards: Sequence[Award]) -> Procedure:
    for award in awards:
        hand.chips.stacks[award.player - 1] += award.amount
    yield Call("; ".join([f"{hand.name(i - 1)} wins {brief(n)} ({how})" for i, how, n in awards]))
    return _result(hand, awards)


def _result(hand: Hand, awards: Sequence[Award]) -> HandResult:
    put_back(hand)
    return hand.chips.result(awards)
