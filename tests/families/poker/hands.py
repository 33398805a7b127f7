"""Poker hands written briefly for tests, and what they must come to."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import PhhHand, parse_hand
from houseway.families.poker.phh_answer import Replay
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker

POKER_FILINGS = (
    "outlaws/holdem", "outlaws/holdem-hi-lo", "outlaws/draw-poker-hi-lo",
    "napa-valley/texas-holdem", "napa-valley/omaha", "napa-valley/omaha-hi-lo",
    "500-club/2-7-single-draw", "500-club/2-7-triple-draw", "500-club/badugi", "500-club/big-o",
    "500-club/crazy-pineapple", "500-club/crazy-pineapple-hi-lo", "500-club/mexican-poker",
    "500-club/omaha", "500-club/omaha-hi-lo", "500-club/pineapple", "500-club/pineapple-hi-lo",
    "500-club/pot-limit-omaha-8", "500-club/razz", "500-club/seven-card-stud",
    "500-club/seven-card-stud-hi-lo", "500-club/stud-8", "500-club/texas-holdem",
    "500-club/triple-draw-poker",
)  # fmt: skip


def written(actions: str, **fields: Any) -> PhhHand:
    """A hand whose actions stand on lines or between semicolons."""
    lines = [one.strip() for line in actions.splitlines() for one in line.split(";")]
    data: dict[str, Any] = {
        "variant": "FT",
        "starting_stacks": [200] * 3,
        "actions": [line for line in lines if line],
        **fields,
    }
    return parse_hand(data)


def limit(filing: str, actions: str, *, players: int = 3, **fields: Any) -> PhhHand:
    """A $4-$8 limit hand with blinds of 2 and 4 and stacks of 200."""
    given: dict[str, Any] = {
        "_filing": filing,
        "_structure": "limit",
        "blinds_or_straddles": ([2, 4] + [0] * players)[:players],
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [200] * players,
    }
    return written(actions, **(given | fields))


def stud(filing: str, actions: str, *, players: int = 3, **fields: Any) -> PhhHand:
    """A $4-$8 stud hand with antes of 1 and stacks of 200."""
    given: dict[str, Any] = {
        "_filing": filing,
        "_structure": "limit",
        "antes": [1] * players,
        "bring_in": 1 if filing.endswith("razz") else 4,
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [200] * players,
    }
    return written(actions, **(given | fields))


def no_limit(filing: str, actions: str, *, players: int = 3, **fields: Any) -> PhhHand:
    """A no-limit hand with blinds of 1 and 2 and stacks of 200."""
    given: dict[str, Any] = {
        "_filing": filing,
        "_structure": "no-limit",
        "blinds_or_straddles": ([1, 2] + [0] * players)[:players],
        "min_bet": 2,
        "starting_stacks": [200] * players,
    }
    return written(actions, **(given | fields))


def outlaws(actions: str, *, game: str = "holdem", players: int = 3, **fields: Any) -> PhhHand:
    """A hand of the house whose blinds of 1 and 3 are the fee, on a Sunday, stacks of 100."""
    given: dict[str, Any] = {
        "_filing": f"outlaws/{game}",
        "_structure": "limit",
        "_weekday": "sunday",
        "blinds_or_straddles": ([1, 3] + [0] * players)[:players],
        "starting_stacks": [100] * players,
    }
    return written(actions, **(given | fields))


def ends(
    hand: PhhHand,
    stacks: Sequence[float | str],
    winners: Sequence[str] | None = None,
    fee: float | str = 0,
    *,
    filing: Poker | None = None,
) -> Replay:
    """Play a hand and hold it against its stacks, winners and fee, worked out by hand."""
    answer = replay(hand, filing)
    assert list(answer.finishing_stacks) == [Decimal(str(stack)) for stack in stacks]
    if winners is not None:
        assert list(answer.winners) == list(winners)
    assert answer.fee == Decimal(str(fee))
    return answer


def refused(
    hand: PhhHand, code: str, what: str | None = None, *, filing: Poker | None = None
) -> HandRefused:
    """The hand is refused with a code, at its last action unless a field is named."""
    with pytest.raises(HandRefused) as caught:
        replay(hand, filing)
    error = caught.value
    assert error.code == code, error
    assert error.message
    if what is None:
        assert error.refused == hand.actions[-1]
        assert error.index == len(hand.actions) - 1
    else:
        assert error.refused == what
        assert error.index is None
    return error


HOLE = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s"
"""Two cards each for three players."""
