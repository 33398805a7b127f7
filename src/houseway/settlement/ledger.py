"""The ledger: chips in double entry, so that a table's money always adds up.

An account is named by where the chips lie:

=============== =====================================================
`seat:3`        the stack in front of seat 3
`rail:Ann`      the chips of one who stands behind and bets there
`felt:3`        wagers on the spots of seat 3 (`felt:3/Ann` behind it)
`bank`          the player-dealer's wager
`pot`           what is bet in a poker hand
`cage`          where chips are bought and sold
`drop`          the locked box under the table
`jackpot`       what is put aside for prizes, apart from the house's box
=============== =====================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

CAGE, DROP, BANK, POT, JACKPOT = "cage", "drop", "bank", "pot", "jackpot"


class Move(NamedTuple):
    """Chips that change place, in cents."""

    source: str
    target: str
    amount: int


Moves = tuple[Move, ...]


class Ledger:
    """Balances by account. Only the cage goes below zero: by the chips it has given out."""

    __slots__ = ("_balances",)

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self._balances: dict[str, int] = dict(balances or {})

    def __getitem__(self, account: str) -> int:
        return self._balances.get(account, 0)

    def balances(self) -> dict[str, int]:
        """Every account that is not empty."""
        return {account: amount for account, amount in self._balances.items() if amount}

    def post(self, moves: Iterable[Move]) -> None:
        """Enter moves one after the other.

        >>> ledger = Ledger()
        >>> ledger.post([Move("cage", "seat:1", 500), Move("seat:1", "drop", 100)])
        >>> ledger.balances()
        {'cage': -500, 'seat:1': 400, 'drop': 100}
        """
        balances = self._balances
        for source, target, amount in moves:
            if amount < 0:
                raise AssertionError(f"{amount} cents cannot move from {source} to {target}")
            left = balances.get(source, 0) - amount
            if left < 0 and source != CAGE:
                raise AssertionError(
                    f"{source} holds {left + amount} cents; {amount} cannot go to {target}"
                )
            balances[source] = left
            balances[target] = balances.get(target, 0) + amount

    def check(self) -> None:
        """Money is conserved: everything together is nothing."""
        total = sum(self._balances.values())
        if total:
            raise AssertionError(f"the ledger is out of balance by {total} cents")


def move(source: str, target: str, amount: int) -> Moves:
    """One move, or none where nothing moves."""
    return (Move(source, target, amount),) if amount else ()
