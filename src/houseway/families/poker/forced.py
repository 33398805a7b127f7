"""Antes and blinds before the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.families.poker.chips import Chips
    from houseway.families.poker.rules import Rules


def post_forced_bets(rules: Rules, chips: Chips) -> tuple[int, int]:
    """Antes and blinds. Gives what must then be matched, and the player who opens the first round
    if the blinds decide it."""
    blinds, filed = rules.blinds, rules.filed_blinds
    if rules.fees is not None and rules.fees.button:
        chips.outside = min(rules.fees.button, chips.stacks[-1])
        chips.stacks[-1] -= chips.outside
        chips.fee += chips.outside
    if rules.antes:
        _post_antes(rules, chips)
    if not blinds:
        return 0, 0
    for player, amount in enumerate(blinds):
        if amount:
            is_blind = player < len(filed) or not filed
            _post_blind(rules, chips, player, abs(amount), is_blind=is_blind)
    if rules.forced_in_full:
        return rules.big_blind, rules.after_blinds
    posted = [chips.bets[i] if amount > 0 else 0 for i, amount in enumerate(blinds)]
    last = max(range(len(posted)), key=lambda i: (posted[i], i))
    return max(chips.bets), (last + 1) % len(chips.stacks)


def _post_antes(rules: Rules, chips: Chips) -> None:
    for player, amount in enumerate(rules.antes):
        chips.pay(player, amount)
    if not rules.stakes.antes_in_full or rules.game.antes is None:
        chips.dead += sum(chips.bets)
        chips.bets = [0] * len(chips.bets)
        return
    chips.gather()


def _post_blind(rules: Rules, chips: Chips, player: int, amount: int, *, is_blind: bool) -> None:
    live = amount if is_blind else min(amount, max(rules.filed_blinds, default=0) or amount)
    chips.pay(player, live)
    if is_blind and rules.fees is not None and rules.fees.blinds:
        chips.gone[player] = chips.bets[player]  # taken as the fee (ruling O-1)
        chips.fee += chips.bets[player]
    if amount > live:
        posted = chips.bets[player]
        chips.pay(player, amount - live)
        chips.dead += chips.bets[player] - posted
        chips.bets[player] = posted
