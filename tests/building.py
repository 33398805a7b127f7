"""Building rounds in code, for tests that need many small ones."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile


def settle_round(
    filing: str, bank: dict[str, Any], *seats: dict[str, Any], **rest: Any
) -> Adjudication:
    """Adjudicate a round given as plain values."""
    return adjudicate(
        RoundFile.model_validate({"filing": filing, "bank": bank, "seat": list(seats), **rest})
    )


def refusal(
    filing: str, bank: dict[str, Any], *seats: dict[str, Any], **rest: Any
) -> HousewayError:
    """The error a round that cannot have happened is refused with."""
    with pytest.raises(HousewayError) as refused:
        settle_round(filing, bank, *seats, **rest)
    assert refused.value.message
    return refused.value


def outcomes(answer: Adjudication) -> dict[str, tuple[str, int]]:
    """`"1.ante"` -> outcome and net in dollars (cents must be whole dollars here)."""
    found = {}
    for line in answer.settlement.lines:
        hand = f"#{line.hand}" if line.hand > 1 else ""
        assert line.net % 100 == 0
        found[f"{line.bettor}.{line.wager}{hand}"] = (line.outcome, line.net // 100)
    return found
