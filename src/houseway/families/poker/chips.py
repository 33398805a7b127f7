"""The chips of a poker hand: stacks, bets, the pot and what the house took of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import add
from typing import NamedTuple


class Award(NamedTuple):
    """What one player receives for `high`, `low`, or the whole `pot` when all others folded."""

    player: int  # counted from 1
    kind: str
    amount: int


class HandResult(NamedTuple):
    """The end of a hand: stacks after fees, what the house took, who won how much."""

    stacks: tuple[int, ...]
    fee: int
    awards: tuple[Award, ...]
    returned: tuple[int, ...]  # uncalled bets, player by player
    carried: int = 0  # what stays in the pot for the next hand
    jackpot: int = 0


class Chips:
    """Every chip of a hand: before its player, in the pot, or gone to the house."""

    __slots__ = (
        "bets", "dead", "fee", "gone", "jackpot", "outside", "put", "returned", "stacks", "start",
    )  # fmt: skip

    def __init__(self, stacks: Sequence[int], carried: int) -> None:
        n = len(stacks)
        self.start = sum(stacks) + carried
        self.stacks = list(stacks)
        self.bets = [0] * n  # of this round
        self.put = [0] * n  # of earlier rounds
        self.gone = [0] * n  # of that, what went straight to the house
        self.dead = carried  # in the pot but nobody's bet
        self.fee = 0  # all that has left the table, jackpot drops too
        self.jackpot = 0
        self.outside = 0  # of the fee, what was paid from a stack and never lay in the pot
        self.returned = [0] * n

    def pay(self, player: int, amount: int) -> None:
        """Chips from the stack to the player's bet, as many as there are."""
        left = self.stacks[player] - amount
        if left < 0:
            amount, left = amount + left, 0
        self.stacks[player] = left
        self.bets[player] += amount

    def gather(self, forfeited: Collection[int] = ()) -> None:
        """Bets go to the pot; what nobody called goes back to its player, unless it is forfeit."""
        bets = self.bets
        top = max(bets)
        if not top:
            return
        if bets.count(top) == 1:
            player = bets.index(top)
            over = top - max(sorted(bets)[-2], self.gone[player] - self.put[player])
            if over > 0 and player not in forfeited:
                self.stacks[player] += over
                self.returned[player] += over
                bets[player] -= over
        self.put = list(map(add, self.put, bets))
        self.bets = [0] * len(bets)

    def pot(self) -> int:
        """All that lies on the table, this round's bets included; fees count in (ruling G-9)."""
        return self.dead + sum(self.put) + sum(self.bets)

    def left_in_pot(self) -> int:
        """What of the pot has not gone to the house."""
        return self.pot() - self.fee + self.outside

    def total(self) -> int:
        """Every chip of the hand; it never changes."""
        return sum(self.stacks) + self.pot() + self.outside

    @property
    def from_pot(self) -> int:
        """What was taken out of the pot, blinds that went straight to the house apart."""
        return self.fee - sum(self.gone) - self.outside

    def result(self, awards: Sequence[Award]) -> HandResult:
        """The end of the hand, once what was won has been paid out."""
        carried = 0 if awards else self.pot()
        assert sum(self.stacks) + self.fee + carried == self.start, "chips appeared or vanished"
        return HandResult(
            tuple(self.stacks), self.fee - self.jackpot, tuple(awards), tuple(self.returned),
            carried, self.jackpot,
        )  # fmt: skip
