"""Anybody may ask for anything at any time: the table refuses or obeys, and stays whole."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.histories.event_log import EventLog
from houseway.histories.verify import verify
from houseway.table.evening import usual_setup
from houseway.table.opening import open_table, restore
from houseway.table.stakes import quiet_move
from houseway.table.views import snapshot
from tests.catalogue import some
from tests.table.tables import IDS, Clock

PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Zoe", "")


class Mob:
    """Random wishes, some of them sensible."""

    def __init__(self, table: Any, clock: Clock, source: random.Random) -> None:
        self.table, self.clock, self.random = table, clock, source
        self.seats = range(table.state.terms.seats + 2)

    def amount(self) -> int:
        return self.random.choice((0, -1, 1, 50, 5_00, 10_00, 25_00, 100_00, 300_00, 10_000_00))

    def wish(self) -> Any:
        """Carry out one random command."""
        pick, table = self.random.choice, self.table
        name, seat = pick(PEOPLE), pick(self.seats)
        spots = [spot.name for spot in getattr(table.state.filing, "spot", ())] or ["none"]
        banked = hasattr(table, "take_bank")
        wishes: list[Any] = [
            lambda: table.sit(name, seat, buy_in=self.amount(), bot=pick((True, False))),
            lambda: table.buy_in(name, self.amount()),
            lambda: table.cash_out(name, self.amount()),
            lambda: table.leave(name) if not self.random.randrange(4) else table.tick(),
            lambda: table.sit_out(name),
            lambda: table.sit_in(name),
            lambda: table.void("mischief") if not self.random.randrange(10) else table.expire(),
            lambda: table.correct(
                pick((0, 5, 10**6)), "why not", [("cage", "seat:1", 1_00)], by="Flo"
            ),
            lambda: table.change_terms({pick(("limits", "cut", "bad")): pick((None, (), 9))}),
            lambda: table.change_terms({"schedule": pick((None, (), ("1",), ("999",)))}),
            lambda: table.time_out(seat),
            lambda: table.act(name, seat, pick(("play", "fold", "hit", "call", "house_way", "x"))),
            self._decide, self._decide, self._decide, self._later,
        ]  # fmt: skip
        if banked:
            wishes += [
                lambda: table.come(name, buy_in=self.amount()),
                lambda: table.take_bank(name, self.amount()),
                lambda: table.decline_bank(name),
                table.offer_bank,
                table.no_more_bets,
                lambda: table.place(name, seat, {pick(spots): self.amount()}),
                lambda: table.hand_in_button(name, seat),
                self._bank, self._bet, self._bet, table.no_more_bets,
            ]  # fmt: skip
        else:
            wishes += [table.deal, table.deal]
            if hasattr(table, "enter"):
                wishes.append(lambda: table.enter(name, pick(("post-now", "later"))))
        return pick(wishes)()

    def _later(self) -> Any:
        self.clock.move(seconds=self.random.choice((1, 40, 2000)))
        return self.table.tick()

    def _bank(self) -> Any:
        offer = self.table.state.offer
        if offer is None:
            return ()
        return self.table.take_bank(offer.name, self.random.choice((5_00, 50_00, 200_00)))

    def _bet(self) -> Any:
        state = self.table.state
        name = self.random.choice([*state.patrons] or ["nobody"])
        seat = self.random.choice([*self.seats])
        wagers = {
            spot.name: self.random.choice((5_00, 10_00, 100_00))
            for spot in state.filing.spot
            if spot.base
        }
        if "banker" in wagers:
            wagers.pop("player")
        if "blind" in wagers:
            wagers["blind"] = wagers["ante"]
        return self.table.place(name, seat, wagers)

    def _decide(self) -> Any:
        asks = self.table.waiting_for()
        if not asks:
            return ()
        ask = self.random.choice(asks)
        name = self.table.state.player_of(ask.seat)
        move = quiet_move(ask, self.table.state.cards_of(ask.seat))
        if ask.choices and self.random.randrange(2):
            move = self.random.choice(ask.choices)
        return self.table.act(name, ask.seat, move)


def riot(filing: str, wishes: int, seed: int, path: Path) -> Counter[str]:
    """So many wishes at one table; what became of them."""
    source, clock = random.Random(seed), Clock()
    outcomes: Counter[str] = Counter()
    with EventLog(path, durable=False) as log:
        table: Any = open_table(usual_setup(load(filing)), log, source, clock)
        mob = Mob(table, clock, source)
        count = table.state.count
        for _ in range(wishes):
            try:
                entries = mob.wish()
                outcomes["obeyed"] += 1
                count += len(entries)
            except HousewayError as refused:
                outcomes[refused.code if refused.message else "without a word"] += 1
            assert table.fault == ""
            assert table.state.count == count  # a refusal leaves nothing behind
            table.state.ledger.check()
        for viewer in (*PEOPLE, None):
            snapshot(table, viewer)
        again = restore(_read(path), log, source, clock)
        assert again.state.ledger.balances() == table.state.ledger.balances()
        assert again.state.phase == table.state.phase
        if not again.state.between_rounds:
            again.void("closing")
        again.close()
    found = verify(path)
    assert found.ok, found.findings
    assert found.replayed
    return outcomes


def _read(path: Path) -> Any:
    from houseway.histories.event_log import read_log

    return read_log(path)


@pytest.mark.parametrize("filing", some(IDS))
def test_a_riot_leaves_the_table_whole(filing: str, tmp_path: Path) -> None:
    outcomes = riot(filing, 300, 17, tmp_path / "log")
    assert outcomes["obeyed"] > 30
    assert not outcomes["without a word"]
    assert len(outcomes) > 8  # refused for many reasons


@pytest.mark.long
@pytest.mark.parametrize("filing", some(IDS))
def test_a_long_riot(filing: str, tmp_path: Path) -> None:
    for seed in range(10):
        riot(filing, 3_000, seed, tmp_path / f"log{seed}")
