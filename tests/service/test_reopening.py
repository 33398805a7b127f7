"""A table whose log was begun by other rules is closed and opened anew, never continued."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.histories.verify import verify
from houseway.table import opening, setup
from houseway.table import records as r
from tests.service.playing import Player
from tests.service.running import eventually, run, serving

FILING = "casino-club/three-card-poker-6-card-bonus"


def _program_is(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PROGRAM", version)
    monkeypatch.setattr(opening, "PLAYS_ON", (version,))


@pytest.mark.parametrize("what", ["version", "filing"])
def test_a_table_of_other_rules_ends_gives_the_chips_back_and_opens_anew(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> tuple[str, str]:
        async with serving(tmp_path) as running:
            table = (await running.house().open_table(FILING, schedule=["1"], bots=3))["id"]
            ann = await running.guest("Ann")
            seat = await ann.table(table)
            await seat.do("sit", seat=1)
            await Player(seat, random.Random(1)).play(1)
            room = running.parts.lobby.rooms[table]
            await eventually(lambda: room.table.state.phase in ("wagers", "play", "bank"))
            assert ann.token is not None
            return table, ann.token

    async def after(table: str, token: str) -> str:
        async with serving(tmp_path) as running:
            lobby, store = running.parts.lobby, running.parts.store
            await eventually(lambda: store.find_table(table).closed)  # type: ignore[union-attr]
            await eventually(
                lambda: any(not one.table.state.closed for one in lobby.rooms.values())
            )
            (room,) = [one for one in lobby.rooms.values() if one.id != table]
            assert room.table.state.filing.id == FILING
            assert room.table.state.setup.schedule == ("1",)
            assert not room.table.other_rules
            ann = (await running.parts.accounts.session(token)).account
            await eventually(lambda: not ann.seats)
            lines = store.lines(table)
            (path := tmp_path / "log").write_text("\n".join(lines) + "\n")
            cashed = [json.loads(line) for line in lines if '"cashed_out"' in line]
            assert [one["name"] for one in cashed if one["name"] == "Ann"]
            return path.name

    table, token = run(before())
    if what == "version":
        _program_is("99.0", monkeypatch)
    else:
        honest = setup.fingerprint

        def other(*given: Any) -> str:
            return honest(*given)[::-1]

        monkeypatch.setattr(opening, "fingerprint", other)
    name = run(after(table, token))
    monkeypatch.undo()
    found = verify(tmp_path / name)
    assert found.status == "verified"  # its own rules are still these


def test_a_restored_table_of_other_rules_takes_no_command_but_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.table.tables import Stacked, banked, fill, refused

    table, journal = banked(FILING)
    fill(table)
    table.take_bank("Ann", 500_00)
    _program_is("99.0", monkeypatch)
    again: Any = opening.restore(journal.entries, journal, Stacked(), table._clock)
    assert "99.0" in again.other_rules
    with refused("other-rules"):
        again.place("Bob", 2, {"ante": 10_00})
    with refused("other-rules"):
        again.no_more_bets()
    with refused("other-rules"):
        again.buy_in("Bob", 10_00)
    again.void(again.other_rules)
    again.close()
    assert isinstance(journal.last(), r.Closed)
    assert again.state.ledger["cage"] == 0
