"""The cage of a cardroom, which keeps a log of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from houseway.table.codec import Amounts, Money
from houseway.table.records.base import Record


@dataclass(frozen=True, slots=True)
class CageOpened(Record):
    """The header of the cage's log: what lay in each account when it was begun."""

    secret: ClassVar[bool] = True

    version: str
    accounts: Amounts


@dataclass(frozen=True, slots=True)
class AccountMoved(Record):
    """Chips into an account, or out of it below zero, and what then lies there.

    `table` and `number` name the record of a table that bought them or brought them back.
    """

    secret: ClassVar[bool] = True

    account: str
    amount: Money
    balance: Money
    reason: str
    table: str = ""
    number: int | None = None
