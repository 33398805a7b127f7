"""The questions a dealer puts in a hand. They are the same in every hand of a table, so they are
made once and put hand after hand; what they say of the chips is looked up in the hand played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from houseway.errors import Refused
from houseway.families.poker.deals import read_cards
from houseway.families.poker.draws import PAT, DiscardFacts, discard_objection
from houseway.families.poker.errors import dealer_errors
from houseway.families.poker.legality import BetFacts, OpenFacts, amount_of, objection, put_in
from houseway.families.poker.showdown import MUCK, SHOW, show_objection
from houseway.families.poker.state import Asks, Turn
from houseway.rounds.events import Chose, ready
from houseway.rounds.steps import Ask, Beyond, Put

if TYPE_CHECKING:
    from houseway.families.poker.rules import Rules
    from houseway.families.poker.state import Hand

_CHECK, _CALL, _BET, _RAISE = ("fold", "check"), ("fold", "call"), ("bet",), ("raise",)


def take_asks(hand: Hand) -> Asks:
    """Questions about this hand: those of an earlier one, or new ones."""
    idle = hand.rules.idle.setdefault(hand.seats, [])
    asks = idle.pop() if idle else _new(hand.rules, hand.seats)
    asks.turn.hand = hand
    return asks


def put_back(hand: Hand) -> None:
    """The hand is over; the next one can have its questions."""
    asks = hand.asks
    del hand.asks, asks.turn.hand  # they know each other, and would keep each other alive
    hand.rules.idle[hand.seats].append(asks)


def _new(rules: Rules, seats: tuple[int, ...]) -> Asks:
    turn = Turn()
    opening, option, facing = _betting(rules, seats, turn)
    return Asks(
        turn, opening, option, facing, _discarding(seats, turn, "draw", opening[0]),
        _discarding(seats, turn, "discard", opening[0]), _showing(seats, turn, opening[0]),
    )  # fmt: skip


def _betting(rules: Rules, seats: tuple[int, ...], turn: Turn) -> Sequence[Sequence[Ask]]:
    def object_to(move: str) -> Refused | None:
        return objection(turn.hand, move)

    def event(ask: Ask, move: str) -> Chose:
        hand = turn.hand
        to = hand.betting.high if move == "call" else amount_of(move)
        return _paid(ask.seat, move, *put_in(hand, to))

    facts = OpenFacts(turn) if rules.openers else BetFacts(turn)
    errors = dealer_errors(rules, turn)

    def asks(choices: tuple[str, ...], verbs: tuple[str, ...], free: tuple[str, ...]) -> list[Ask]:
        beyond = Beyond(object_to, verbs)
        ask = Ask(0, "bet", choices, beyond=beyond, facts=facts, event=event, errors=errors)
        return ask.to_each(ready(seats, "bet", free))

    return asks(_CHECK, _BET, _CHECK), asks(_CHECK, _RAISE, _CHECK), asks(_CALL, _RAISE, ("fold",))


@lru_cache(1 << 12)
def _paid(seat: int, move: str, paid: int, to: int, all_in: bool) -> Chose:
    """A call, bet or raise: the same ones come again and again."""
    return Chose(seat, "bet", 1, move, False, Put(paid, to, all_in))


def _discarding(seats: tuple[int, ...], turn: Turn, kind: str, beside: Ask) -> list[Ask]:
    """The answer is seen by nobody else."""

    def object_to(move: str) -> Refused | None:
        return discard_objection(turn.hand, move)

    def event(ask: Ask, move: str) -> Chose:
        number = len(read_cards(move.partition(" ")[2]))
        return Chose(ask.seat, kind, 1, move, secret=True, number=number)

    is_draw = kind == "draw"
    ask = Ask(
        0, kind, (PAT,) if is_draw else (), beyond=Beyond(object_to, (kind,)),
        facts=DiscardFacts(turn), event=event, errors=beside.errors,
    )  # fmt: skip
    return ask.to_each(_pat(seats) if is_draw else ready(seats, kind, ()))


@cache
def _pat(seats: tuple[int, ...]) -> Mapping[int, Mapping[str, Chose]]:
    """Standing pat, seat by seat: secret but for the number of cards."""
    return {seat: {PAT: Chose(seat, "draw", 1, PAT, secret=True, number=0)} for seat in seats}


def _showing(seats: tuple[int, ...], turn: Turn, beside: Ask) -> list[Ask]:
    def object_to(move: str) -> Refused | None:
        return show_objection(turn.hand, turn.hand.actor, move)

    beyond, choices = Beyond(object_to, (SHOW,)), (SHOW, MUCK)
    ask = Ask(0, "show", choices, beyond=beyond, default=SHOW, errors=beside.errors)
    return ask.to_each(ready(seats, "show", choices))
