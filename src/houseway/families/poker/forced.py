"""Antes and blinds before the deal, and bets into the pot after each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.families.poker.state import Hand


def post_forced_bets(hand: Hand) -> int:
    """Antes and blinds. Gives the player who opens the first round if the blinds decide it."""
    rules = hand.rules
    blinds, filed = rules.blinds, rules.filed_blinds
    if rules.fees is not None and rules.fees.button:
        hand.outside = min(rules.fees.button, hand.stacks[-1])
        hand.stacks[-1] -= hand.outside
        hand.all_in += not hand.stacks[-1]
        hand.fee += hand.outside
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
    if not hand.rules.stakes.antes_in_full or hand.rules.game.antes is None:
        hand.dead += sum(hand.bets)
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


def gather(hand: Hand) -> None:
    """Bets go to the pot; what nobody called goes back to its player."""
    bets = hand.bets
    top = max(bets)
    if not top:
        return
    if bets.count(top) == 1:
        player = bets.index(top)
        over = top - max(sorted(bets)[-2], hand.gone[player] - hand.put[player])
        if over > 0 and player not in hand.forfeited:
            if not hand.stacks[player] and hand.holding[player]:
                hand.all_in -= 1
            hand.stacks[player] += over
            hand.returned[player] += over
            bets[player] -= over
    hand.put = [put + bet for put, bet in zip(hand.put, bets, strict=True)]
    hand.bets = [0] * hand.players
