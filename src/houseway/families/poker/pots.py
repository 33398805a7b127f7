"""Pots: main and side pots by table stakes, and how each is shared out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from houseway.families.poker.boards import hand_up
from houseway.hands.five_high import suits_from_the_top

if TYPE_CHECKING:
    from houseway.families.poker.showdown import Values
    from houseway.families.poker.state import Hand


class Pot(NamedTuple):
    amount: int
    players: Sequence[int]  # who can win it


def side_pots(hand: Hand) -> list[Pot]:
    """The main pot first. Pots that the same players contest are one."""
    put, gone = hand.chips.put, hand.chips.gone
    live = hand.in_turn(0)
    all_levels = set(map(put.__getitem__, live))
    if len(all_levels) == 1:
        return [Pot(sum(put) - sum(gone) + hand.chips.dead, live)]
    levels = sorted(all_levels)
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = level if level is not levels[-1] else max(put)
        amount = sum([max(0, min(put[i], top) - max(below, gone[i])) for i in range(hand.players)])
        players = [i for i in live if put[i] >= level]
        if pots and pots[-1].players == players:
            amount += pots.pop().amount
        pots.append(Pot(amount, players))
        below = level
    pots[0] = Pot(pots[0].amount + hand.chips.dead, pots[0].players)
    return pots


def main_pot(hand: Hand) -> int:
    """What lies in the main pot now, fees taken (ruling G-11)."""
    return side_pots(hand)[0].amount - hand.chips.from_pot


def take_fee(hand: Hand, amount: int) -> None:
    """A fee from the main pot, which it cannot exceed (ruling G-10)."""
    hand.chips.fee += min(amount, main_pot(hand))


def take_jackpot(hand: Hand, amount: int) -> None:
    """A jackpot drop, which is counted with what left the pot and apart from the house's fee."""
    before = hand.chips.fee
    take_fee(hand, amount)
    hand.chips.jackpot += hand.chips.fee - before


def share(
    hand: Hand, amount: int, chip: int, players: Sequence[int], rule: str, values: Values
) -> dict[int, int]:
    """Equal shares in whole chips; all odd chips to one player by the rule (ruling G-17)."""
    if len(players) == 1:
        return {players[0]: amount}
    each = amount // (len(players) * chip) * chip
    shares = dict.fromkeys(players, each)
    rest = amount - each * len(players)
    if rest:
        shares[odd_chip_to(hand, rule, values)(players)] += rest
    return shares


def odd_chip_to(hand: Hand, rule: str, values: Values | None) -> Callable[[Sequence[int]], int]:
    """Who, among players who share, gets an odd chip."""
    if rule == "left-of-button":
        return min
    if rule == "best-hand-up":
        return lambda players: max(players, key=lambda i: (*hand_up(hand, i), -i))
    assert values is not None
    known = values
    if rule == "by-suit":
        return lambda players: max(
            players, key=lambda i: (suits_from_the_top(known.high_value(i)), -i)
        )
    assert rule == "better-high"
    return lambda players: max(
        players,
        key=lambda i: (known.high[i], suits_from_the_top(known.high_value(i)), -i),
    )


def halves(
    hand: Hand, amount: int, chip: int, high: Sequence[int], low: Sequence[int]
) -> tuple[int, int]:
    """The high and the low half; an odd chip joins the half of the one entitled to it (G-18)."""
    rule = hand.rules.game.odd_chips
    half = amount // (2 * chip) * chip
    rest = amount - 2 * half
    if not rest or rule.between_halves == "high":
        return half + rest, half
    entitled = odd_chip_to(hand, rule.between_halves, None)(sorted({*high, *low}))
    if entitled in high and not (list(low) == [entitled] and len(high) > 1):
        return half + rest, half
    return half, half + rest
