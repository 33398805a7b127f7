"""A round of betting: blinds, bring-ins, checks, calls, bets and raises in turn.

`bounds` is the one place that says whether a player may bet or raise, and how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from houseway.errors import Refused
from houseway.filings.schema.base import brief
from houseway.games.poker.state import Facts
from houseway.games.steps import Ask, Procedure

if TYPE_CHECKING:
    from houseway.filings.schema.poker import Street
    from houseway.games.poker.state import Hand


_CHOICES, _VERBS = ("f", "cc"), ("cbr", "pb")


class BetFacts(Facts):
    """What a player who must act can see of the chips."""

    __slots__ = ()
    _KEYS = ("street", "pot", "to_call", "least", "most", "bets", "stacks", "board")

    def __getitem__(self, key: str) -> Any:
        hand = self._hand
        match key:
            case "street":
                return hand.rules.streets[hand.round].label
            case "pot":
                return hand.pot()
            case "to_call":
                return to_call(hand, hand.actor)
            case "least" | "most":
                span = bounds(hand, hand.actor)
                return None if isinstance(span, Refused) else span[key == "most"]
            case "bets":
                return dict(zip(hand.seats, hand.bets, strict=True))
            case "stacks":
                return dict(zip(hand.seats, hand.stacks, strict=True))
            case "board":
                return tuple(hand.board)
        raise KeyError(key)


def to_call(hand: Hand, player: int) -> int:
    return min(hand.stacks[player], max(0, hand.high - hand.bets[player]))


def bounds(hand: Hand, player: int) -> tuple[int, int] | Refused:
    """The least and the most a player may bet or raise to, or why it may not be done."""
    rules = hand.rules
    high, stack = hand.high, hand.stacks[player]
    whole = stack + hand.bets[player]
    if rules.cap is not None and hand.raises >= rules.cap and _cap_holds(hand):
        return _refused(
            hand,
            "capped",
            f"{rules.cap} raises have been made and {hand.starters} players are in the round",
            rules.cap_cite,
        )
    if whole <= high:
        return _refused(
            hand, "too-few-chips", f"{hand.name(player)} has {brief(whole)}, no more than a call",
            rules.least_cite,
        )  # fmt: skip
    if _closed_to(hand, player):
        return _refused(
            hand,
            "short-all-in",
            f"{hand.name(player)} has acted, and the all-in since then is less than a full raise",
            rules.all_in_cite,
        )
    bets, stacks = hand.bets, hand.stacks
    if not any(
        hand.holding[i] and i != player and bets[i] + stacks[i] > high for i in range(hand.players)
    ):
        return _refused(
            hand, "nobody-can-call", "everybody else is all-in; nobody could call",
            rules.least_cite,
        )  # fmt: skip
    target = _full_raise(hand)
    if rules.limit:
        # An open pair may bet either limit, and nothing between them.
        most = rules.stakes.big_bet if player == hand.double else target
    elif rules.pot_limit:
        most = max(target, 2 * high - hand.bets[player] + hand.pot())
    else:
        most = whole
    return min(target, whole), min(most, whole)


def _full_raise(hand: Hand) -> int:
    """What a full bet or raise goes to."""
    if not hand.rules.over_the_top:
        return hand.full + hand.size
    size = max(hand.size, hand.limit_bet)
    return size if hand.completing else hand.high + size


def _cap_holds(hand: Hand) -> bool:
    return not (hand.rules.cap_lifts and hand.starters == 2)


def _closed_to(hand: Hand, player: int) -> bool:
    """Whether short all-ins leave the betting closed to a player (rulings G-8, O-5)."""
    if not hand.rules.over_the_top:
        return hand.acted[player]
    if to_call(hand, player) < hand.size:
        return True
    return hand.acted[player] and 0 < hand.shorts < hand.size


def _refused(hand: Hand, code: str, why: str, cite: str) -> Refused:
    return Refused(code, why, where=hand.name(hand.actor), cite=cite)


def objection(hand: Hand, move: str) -> Refused | None:
    """Why a move other than a fold, check or call is refused; None if it is legal."""
    verb, _, rest = move.partition(" ")
    player = hand.actor
    rules = hand.rules
    if verb == "pb":
        return _refused(hand, "no-bring-in", "there is no bring-in to post now", rules.least_cite)
    if verb != "cbr" or not rest.isdigit():
        return _refused(
            hand,
            "not-a-move",
            f"{move!r} is no move here: fold (f), check or call (cc), or bet to an amount (cbr)",
            rules.least_cite,
        )
    to = int(rest)
    span = bounds(hand, player)
    if isinstance(span, Refused):
        return span
    least, most = span
    if to in span or (least < to < most and not rules.limit):
        return None
    if rules.over_the_top and to == _most_others_have(hand, player) < least:
        return None  # records stop a raise at what others can call; the rest would come back
    return _wrong_amount(hand, player, to, least, most)


def _most_others_have(hand: Hand, player: int) -> int:
    bets, stacks = hand.bets, hand.stacks
    return max(bets[i] + stacks[i] for i in hand.in_turn(0) if i != player)


def _wrong_amount(hand: Hand, player: int, to: int, least: int, most: int) -> Refused:
    rules = hand.rules
    whole = hand.stacks[player] + hand.bets[player]
    if to > whole:
        return _refused(
            hand,
            "more-than-the-stack",
            f"{hand.name(player)} has {brief(whole)} on the table and cannot bet {brief(to)}",
            "table stakes",
        )
    word = "bet" if hand.high == 0 else "raise"
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
        cite = str(game.street[hand.round].cite)
    elif rules.pot_limit and to > most and game.pot_limit is not None:
        cite = str(game.pot_limit.cite)
    return _refused(hand, "wrong-amount", f"{brief(to)} is refused: {rest}", cite)


def betting_asks(hand: Hand) -> list[Ask]:
    """The question every player is asked at each turn; its facts are those of the moment."""

    def object_to(move: str) -> Refused | None:
        return objection(hand, move)

    facts = BetFacts(hand)
    return [
        Ask(seat, "bet", _CHOICES, object_to, None, _VERBS, 1, False, facts) for seat in hand.seats
    ]


# Forced bets.


def post_forced_bets(hand: Hand) -> int:
    """Antes and blinds. Gives the player who opens the first round if the blinds decide it."""
    rules = hand.rules
    blinds, filed = rules.blinds, rules.filed_blinds
    if rules.antes:
        _post_antes(hand, rules.antes)
    if not blinds:
        return 0
    for player, amount in enumerate(blinds):
        if amount:
            is_blind = player < len(filed) or not filed
            _post_blind(hand, player, abs(amount), max(filed, default=0), is_blind=is_blind)
    if rules.forced_in_full:
        hand.high = hand.full = rules.big_blind
        return rules.after_blinds
    hand.high = hand.full = max(hand.bets)
    posted = [hand.bets[i] if amount > 0 else 0 for i, amount in enumerate(blinds)]
    last = max(range(len(posted)), key=lambda i: (posted[i], i))
    return (last + 1) % hand.players


def _post_antes(hand: Hand, antes: tuple[int, ...]) -> None:
    for player, amount in enumerate(antes):
        hand.pay(player, amount)
    if not hand.rules.stakes.antes_in_full:
        hand.dead = sum(hand.bets)
        hand.bets = [0] * hand.players
        return
    gather(hand)


def _post_blind(hand: Hand, player: int, amount: int, big: int, *, is_blind: bool) -> None:
    live = amount if is_blind else min(amount, big or amount)
    hand.pay(player, live)
    if is_blind and hand.rules.fees is not None and hand.rules.fees.blinds:
        hand.gone[player] = hand.bets[player]  # taken as the fee (ruling O-1)
        hand.fee += hand.bets[player]
    if amount > live:
        posted = hand.bets[player]
        hand.pay(player, amount - live)
        hand.dead += hand.bets[player] - posted
        hand.bets[player] = posted


# The round.


def begin_round(hand: Hand, street: Street) -> None:
    """A new round: nothing bet yet, but for blinds that were posted."""
    rules = hand.rules
    hand.starters = hand.in_hand
    hand.limit_bet = rules.bets[hand.round]
    hand.raises = hand.shorts = 0
    hand.double = -1
    hand.completing = hand.contested = False
    hand.acted = [False] * hand.players
    if street.opens != "left-of-blinds":
        hand.high = hand.full = 0
    hand.size = 0 if rules.over_the_top else hand.limit_bet


def betting_round(hand: Hand, street: Street, opener: int) -> Procedure:
    """Every player in turn until all have called, checked or folded."""
    begin_round(hand, street)
    turn = _able(hand, opener)
    if len(turn) <= 1 and not (turn and hand.bets[turn[0]] < max(hand.bets)):
        return
    hand.first = opener
    hand.contested = True
    hand.last_bet = hand.last_raised = False
    hand.aggressor = -1
    if street.opens == "bring-in":
        turn = yield from _bring_in(hand, turn)
    elif street.double_bet is not None and turn[0] == opener and _open_pair(hand, opener):
        hand.double = opener
    bets, asks = hand.bets, hand.asks
    place = 0
    while place < len(turn):
        player = turn[place]
        place += 1
        hand.actor = player
        if hand.all_in and bets[player] >= hand.high and _nobody_else(hand, player):
            move = yield asks[player]._replace(default="cc")
        else:
            move = yield asks[player]
        if move == "cc":
            owed = hand.high - bets[player]
            if owed > 0:
                hand.pay(player, owed)
            hand.acted[player] = True
        elif move == "f":
            hand.fold(player)
            if hand.in_hand == 1:
                break
        else:
            bet_to(hand, player, int(move[4:]))
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
    ranks = [card.rank for card in hand.up[player]]
    return len(ranks) == 2 and ranks[0] == ranks[1]


def _bring_in(hand: Hand, turn: Sequence[int]) -> Procedure:
    """The forced bet, and who is to act after it."""
    rules = hand.rules
    rule = rules.bring_in
    assert rule is not None
    player = turn[0]
    hand.actor = player
    hand.completing = rules.over_the_top

    amount = rules.stakes.bring_in
    choice = f"post {brief(amount)} (pb)"
    if rule.or_full_bet:
        choice += f" or bet {brief(hand.limit_bet)}"

    def object_to(move: str) -> Refused | None:
        if move == f"cbr {amount}":
            return None  # the bring-in by another name
        if rule.or_full_bet and move.startswith("cbr "):
            return objection(hand, move)
        return _refused(
            hand, "bring-in", f"{hand.name(player)} brings it in: {choice}", str(rule.cite)
        )

    facts = hand.asks[player].facts
    move = yield Ask(
        hand.seats[player], "bring-in", ("pb",), object_to, verbs=("cbr", "cc", "f"), facts=facts
    )
    if move not in ("pb", f"cbr {amount}"):
        bet_to(hand, player, int(move[4:]))
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


def gather(hand: Hand) -> None:
    """Bets go to the pot; what nobody called goes back to its player."""
    bets = hand.bets
    top = max(bets)
    if not top:
        return
    if bets.count(top) == 1:
        player = bets.index(top)
        over = top - max(sorted(bets)[-2], hand.gone[player] - hand.put[player])
        if over > 0:
            if not hand.stacks[player] and hand.holding[player]:
                hand.all_in -= 1
            hand.stacks[player] += over
            hand.returned[player] += over
            bets[player] -= over
    hand.put = [put + bet for put, bet in zip(hand.put, bets, strict=True)]
    hand.bets = [0] * hand.players
