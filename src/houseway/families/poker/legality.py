"""What a player may do in turn. `bounds` is the one place that says whether a player may bet or
raise and how much; every refusal carries its reason and its clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.errors import Refused
from houseway.families.poker.openers import has_openers, needs_openers
from houseway.families.poker.state import Facts
from houseway.filings.schema.base import brief
from houseway.hands.value import plural
from houseway.reading import whole_number

if TYPE_CHECKING:
    from houseway.families.poker.rules import Rules
    from houseway.families.poker.state import Betting, Hand


class BetFacts(Facts):
    """What a player who must act can see of the chips."""

    __slots__ = ()
    _KEYS: tuple[str, ...] = (
        "street", "pot", "to_call", "least", "most", "bets", "stacks", "board",
    )  # fmt: skip

    def __getitem__(self, key: str) -> Any:
        hand = self._turn.hand
        match key:
            case "street":
                return hand.rules.streets[hand.round].label
            case "pot":
                return hand.chips.left_in_pot()
            case "to_call":
                return to_call(hand, hand.actor)
            case "least" | "most":
                span = bounds(hand, hand.actor)
                return None if isinstance(span, Refused) else span[key == "most"]
            case "bets":
                return dict(zip(hand.seats, hand.chips.bets, strict=True))
            case "stacks":
                return dict(zip(hand.seats, hand.chips.stacks, strict=True))
            case "board":
                return tuple(hand.boards[0])
        raise KeyError(key)


class OpenFacts(BetFacts):
    """Where opening takes a certain hand: whether the next bet opens, which everybody knows."""

    __slots__ = ()
    _KEYS = (*BetFacts._KEYS, "openers")

    def __getitem__(self, key: str) -> Any:
        return needs_openers(self._turn.hand) if key == "openers" else super().__getitem__(key)


def to_call(hand: Hand, player: int) -> int:
    return min(hand.chips.stacks[player], max(0, hand.betting.high - hand.chips.bets[player]))


def bounds(hand: Hand, player: int) -> tuple[int, int] | Refused:
    """The least and the most a player may bet or raise to, or why it may not be done."""
    rules, betting = hand.rules, hand.betting
    bets, stacks, high = hand.chips.bets, hand.chips.stacks, betting.high
    whole = stacks[player] + bets[player]
    if rules.cap is not None and betting.raises >= rules.cap and _cap_holds(rules, betting):
        return refuse(
            hand,
            "capped",
            f"{rules.cap} raises have been made and {betting.starters} players are in the round",
            rules.cap_cite,
        )
    if whole <= high:
        return refuse(
            hand, "too-few-chips", f"{hand.name(player)} has {brief(whole)}, no more than a call",
            rules.least_cite,
        )  # fmt: skip
    if _closed_to(hand, player):
        return refuse(
            hand,
            "short-all-in",
            f"{hand.name(player)} has acted, and the all-in since then is less than a full raise",
            rules.all_in_cite,
        )
    if not any(
        hand.holding[i] and i != player and bets[i] + stacks[i] > high for i in range(hand.players)
    ):
        return refuse(
            hand, "nobody-can-call", "nobody else has the chips to call it",
            rules.least_cite,
        )  # fmt: skip
    target = _full_raise(rules, betting)
    if rules.limit:
        # An open pair may bet either limit, and nothing between them.
        most = rules.stakes.big_bet if player == betting.double else target
    elif rules.pot_limit:
        raised = high - bets[player] + hand.chips.pot()  # the pot as it is after the call
        if rules.half_pot:
            raised = raised // 2 // rules.chip * rules.chip
        most = max(target, high + raised)
    elif rules.tops:
        most = max(target, (high if rules.over_the_top else betting.full) + rules.tops[hand.round])
    else:
        most = whole
    return min(target, whole), min(most, whole)


def _full_raise(rules: Rules, betting: Betting) -> int:
    """What a full bet or raise goes to."""
    if not rules.over_the_top:
        return betting.full + betting.size
    size = max(betting.size, betting.limit_bet)
    return size if betting.completing else betting.high + size


def _cap_holds(rules: Rules, betting: Betting) -> bool:
    return not (rules.cap_lifts and betting.starters == 2)


def _closed_to(hand: Hand, player: int) -> bool:
    """Whether short all-ins leave the betting closed to a player (rulings G-8, O-5)."""
    betting = hand.betting
    if not hand.rules.over_the_top:
        return betting.acted[player]
    if to_call(hand, player) < betting.size:
        return True
    return betting.acted[player] and 0 < betting.shorts < betting.size


def refuse(hand: Hand, code: str, why: str, cite: str) -> Refused:
    return Refused(code, why, where=hand.name(hand.actor), cite=cite)


def objection(hand: Hand, move: str) -> Refused | None:
    """Why a move other than a fold, check or call is refused; None if it is legal."""
    verb, _, rest = move.partition(" ")
    player = hand.actor
    rules = hand.rules
    if move == "bring in":
        return refuse(hand, "no-bring-in", "there is no bring-in to post now", rules.least_cite)
    word, to = "raise" if hand.betting.high else "bet", whole_number(rest)
    if verb != word or to is None:
        quiet = "call" if to_call(hand, player) else "check"
        return refuse(
            hand,
            "not-a-move",
            f"{move!r} is no move here: fold, {quiet}, or {word} and the amount it goes to",
            rules.least_cite,
        )
    span = bounds(hand, player)
    if isinstance(span, Refused):
        return span
    if rules.openers and needs_openers(hand) and not has_openers(hand, player):
        rule = rules.game.openers
        assert rule is not None
        return refuse(
            hand, "no-openers", f"to open takes a pair of {plural(rule.rank)} or better",
            str(rule.cite),
        )  # fmt: skip
    least, most = span
    if to in span or (least < to < most and not rules.limit):
        return None
    if rules.over_the_top and to == _most_others_have(hand, player) < least:
        return None  # records stop a raise at what others can call; the rest would come back
    return _wrong_amount(hand, player, to, least, most)


def _most_others_have(hand: Hand, player: int) -> int:
    bets, stacks = hand.chips.bets, hand.chips.stacks
    return max(bets[i] + stacks[i] for i in hand.in_turn(0) if i != player)


def _wrong_amount(hand: Hand, player: int, to: int, least: int, most: int) -> Refused:
    rules = hand.rules
    whole = hand.chips.stacks[player] + hand.chips.bets[player]
    if to > whole:
        return refuse(
            hand,
            "more-than-the-stack",
            f"{hand.name(player)} has {brief(whole)} on the table and cannot bet {brief(to)}",
            "table stakes",
        )
    word = "bet" if hand.betting.high == 0 else "raise"
    if least == most:
        rest = f"a {word} goes to {brief(least)}"
    elif rules.limit:
        rest = f"the open pair bets {brief(least)} or {brief(most)}"
    elif to > most:
        rest = f"a {word} goes to {brief(most)} at most"
    else:
        rest = f"a {word} goes to {brief(least)} at least"
    game = rules.game
    cite = rules.least_cite
    if rules.limit:
        cite = rules.bets_cite or str(game.street[hand.round].cite)
    elif rules.pot_limit and to > most and game.pot_limit is not None:
        cite = str(game.pot_limit.cite)
    elif rules.tops and to > most:
        cite = str(game.structures.cite)
    return refuse(hand, "wrong-amount", f"{brief(to)} is refused: {rest}", cite)


def amount_of(move: str) -> int:
    """What a bet or raise goes to."""
    return int(move.partition(" ")[2])


def put_in(hand: Hand, to: int) -> tuple[int, int, bool]:
    """What a player puts in (`Put`) who matches or bets so much; all chips if they are fewer."""
    lies, stack = hand.chips.bets[hand.actor], hand.chips.stacks[hand.actor]
    paid = min(to - lies, stack)
    return paid, lies + paid, paid == stack
