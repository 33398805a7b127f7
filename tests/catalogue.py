"""The filings to go through where every one takes long: some in the suite, the others in the long
run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

# One of every way a game is played: each family, and of poker a board, a discard, a hand of one's
# own with cards up, draws, low hands, split pots, pot limit and no limit.
IN_THE_SUITE = frozenset({
    "casino-club/three-card-poker-6-card-bonus", "500-club/ultimate-texas-holdem",
    "500-club/ez-baccarat", "outlaws/pure-21.5-blackjack",
    "napa-valley/no-bust-21st-century-blackjack-4.3", "500-club/fortune-pai-gow-poker",
    "500-club/face-up-pai-gow-poker", "napa-valley/pai-gow-tiles",
    "500-club/face-up-chinese-poker", "napa-valley/texas-holdem", "500-club/pot-limit-omaha-8",
    "500-club/crazy-pineapple", "500-club/seven-card-stud-hi-lo", "500-club/2-7-triple-draw",
    "500-club/mexican-poker",
})  # fmt: skip


def some(filings: Iterable[str]) -> list[Any]:
    """All of these as parameters of a test; most of them for the long run only."""
    return [
        pytest.param(one, marks=() if one in IN_THE_SUITE else pytest.mark.long) for one in filings
    ]
