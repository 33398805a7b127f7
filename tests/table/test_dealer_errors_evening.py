"""Evenings at tables whose dealer errs at random: the chips, the log and the exports hold."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import CannotHaveHappened, Refused
from houseway.families.poker.hand_file import PlayedHand
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.filings.loader import load
from houseway.histories.adjudicate import adjudicate
from houseway.histories.event_log import EventLog
from houseway.histories.export import played
from houseway.histories.round_export import PlayedRound
from houseway.histories.round_file import parse_round
from houseway.histories.verify import verify
from houseway.rounds.events import Declared
from houseway.table.evening import SteadyClock, bring_back, start_evening, usual_setup
from tests.table.tables import Kept

FILINGS = (
    "outlaws/holdem", "outlaws/holdem-hi-lo", "outlaws/draw-poker-hi-lo",
    "napa-valley/double-hand-poker", "napa-valley/pai-gow-tiles",
)  # fmt: skip
KINDS = (
    "boxed-card", "exposed-card", "wrong-number", "board-too-large", "early-board",
    "identical-cards", "wrong-pile", "touched",
)  # fmt: skip


def err(table: Any, dice: random.Random) -> bool:
    """One error, if one of many can be declared now."""
    for _ in range(12):
        place = dice.choice((1, 2, 3, 4, "bank", "board", "deck"))
        try:
            table.declare(dice.choice(KINDS), place=place, number=dice.randint(1, 7))
        except Refused:
            continue
        return True
    return False


@pytest.mark.parametrize("filing", FILINGS)
def test_an_evening_with_a_dealer_who_errs(filing: str, tmp_path: Path) -> None:
    journal, dice, source = Kept(), random.Random(f"err {filing}"), random.Random(3)
    clock = SteadyClock()
    evening: Any = start_evening(
        usual_setup(load(filing)), journal, source, seats=4, clock=clock, stack=200_00
    )
    errors = 0
    while evening.table.state.round < 40:
        if evening.table.state.phase == "play" and dice.random() < 0.4:
            errors += err(evening.table, dice)
        if evening.table.state.phase == "play":
            next(evening.step())
        else:
            for _ in evening.step():
                pass
        evening.table.state.ledger.check()
        if dice.random() < 0.05:  # the process dies and comes back
            evening = bring_back(journal.entries, journal, source, clock=clock, stack=200_00)
    while evening.table.state.phase == "play":
        next(evening.step())
    assert errors > 5
    with EventLog(tmp_path / "log", durable=False) as log:
        log.append(journal.entries)
    found = verify(tmp_path / "log", running=True)
    assert found.ok, found.findings
    assert found.replayed
    told = _exports(journal)
    assert told > 2 or filing.endswith("tiles")  # a round file has no word for touched tiles


def _exports(journal: Kept) -> int:
    """Every hand in which something was put right comes out the same from its file."""
    told = 0
    for one in played(journal.entries):
        assert isinstance(one, PlayedHand | PlayedRound)
        if not any(isinstance(event, Declared) for event in one.events):
            continue
        try:
            text = one.export().text
        except CannotHaveHappened as refusal:
            if refusal.code != "dealer-error":
                raise
            continue
        told += 1
        if isinstance(one, PlayedHand):
            assert replay(parse_hands(text)[0]).result.stacks == one.settled.stacks
        else:
            assert adjudicate(parse_round(text)).settlement.net == one.settled.net
    return told
