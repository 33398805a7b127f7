"""Hands played at a table, written as PHH and read back: the same chips, short decks included."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from houseway.families.poker.hand_file import PlayedHand
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker
from houseway.filings.loader import load
from houseway.histories.export import played
from houseway.rounds.steps import Ask
from houseway.table.bot import Bot, plain_bot
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from tests.catalogue import some
from tests.families.poker.hands import POKER_FILINGS

# Games whose deck does not last at a full table.
SHORT = {
    "500-club/2-7-triple-draw", "500-club/triple-draw-poker", "500-club/badugi",
    "500-club/seven-card-stud", "500-club/seven-card-stud-hi-lo", "500-club/stud-8",
}  # fmt: skip


class Staying(Bot):
    """Plays like another bot and never folds, so that decks run out."""

    def __init__(self, plain: Bot) -> None:
        self._plain = plain

    def bank(self, view: Any, /) -> int | None:
        return self._plain.bank(view)

    def wagers(self, view: Any, /) -> Any:
        return self._plain.wagers(view)

    def choose(self, ask: Ask, view: Any, /) -> str:
        wanted = self._plain.choose(ask, view)
        return next(one for one in ask.choices if one != "fold") if wanted == "fold" else wanted


@pytest.mark.parametrize("name", some(POKER_FILINGS))
def test_hands_of_a_full_table_replay_from_their_files(name: str) -> None:
    filing = load(name)
    assert isinstance(filing, Poker)
    journal = MemoryJournal()
    seats = filing.game.players.most or 9
    source = random.Random(name)
    evening = start_evening(
        usual_setup(filing), journal, source, seats=seats,
        make_bot=lambda: Staying(plain_bot(filing, source)),
    )  # fmt: skip
    for _ in evening.play(12):
        pass
    kinds = Counter(entry.record.kind for entry in journal.entries)
    assert kinds["hand_settled"] >= 10
    assert kinds["reshuffled"] or name not in SHORT
    for one in played(journal.entries):
        assert isinstance(one, PlayedHand)
        (hand,) = parse_hands(one.export().text)
        result = replay(hand).result
        assert result.stacks == tuple(one.settled.stacks), one.number
