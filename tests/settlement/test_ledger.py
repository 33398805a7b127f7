"""Chips in double entry."""

from __future__ import annotations

import pytest

from houseway.settlement.ledger import Ledger, Move, move


def test_everything_together_is_nothing() -> None:
    ledger = Ledger()
    ledger.post([Move("cage", "seat:1", 500_00), Move("seat:1", "felt:1", 20_00)])
    ledger.post(move("felt:1", "bank", 20_00))
    ledger.check()
    assert ledger.balances() == {"cage": -500_00, "seat:1": 480_00, "bank": 20_00}
    assert -ledger["cage"] == 500_00


def test_nobody_but_the_cage_gives_more_than_there_is() -> None:
    ledger = Ledger({"seat:1": 10})
    with pytest.raises(AssertionError, match="holds 10 cents"):
        ledger.post([Move("seat:1", "drop", 11)])
    with pytest.raises(AssertionError, match="cannot move"):
        ledger.post([Move("seat:1", "drop", -1)])


def test_a_ledger_out_of_balance_says_by_how_much() -> None:
    with pytest.raises(AssertionError, match="by 10 cents"):
        Ledger({"seat:1": 10}).check()


def test_nothing_moves_without_an_amount() -> None:
    assert move("seat:1", "drop", 0) == ()
    assert move("seat:1", "drop", 5) == (Move("seat:1", "drop", 5),)
