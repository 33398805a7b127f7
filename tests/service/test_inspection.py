"""The inspection of the test cluster finds what was planted."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from houseway.filings.loader import load
from houseway.table.evening import usual_setup
from tests.service.inspection import Noted, read_notes
from tests.service.oracle import Oracle
from tests.service.running import Running, serving
from tests.service.witness import HEARD, Witness

FILING = "500-club/texas-holdem"


async def _play(folder: Path) -> tuple[list[str], Noted]:
    """A few hands: the log, and the notes of one who played them."""
    async with serving(folder) as running:
        stakes = dict(usual_setup(load(FILING)).stakes)
        opened = await running.house().open_table(FILING, stakes=stakes, bots=3)
        witness = await _sit(running, opened["id"], folder / "notes")
        over = asyncio.Event()
        living = asyncio.create_task(witness.live(over))
        while witness.rounds < 3:
            await asyncio.sleep(0.02)
        over.set()
        await living
        lines = running.parts.store.lines(opened["id"])
    return list(lines), Noted(witness.cardroom.name, witness.notes, witness.bought)


async def _sit(running: Running, table: str, notes: Path) -> Witness:
    witness = Witness(await running.guest("Ann"), table, True, Random(1), 0, notes)
    await witness.sit_down()
    return witness


def _found(lines: list[str], notes: Noted) -> list[str]:
    return list(read_notes(notes, Oracle(lines), Counter()))


def test_what_was_planted_is_found(tmp_path: Path) -> None:
    lines, notes = asyncio.run(_play(tmp_path))
    assert _found(lines, notes) == []
    records = [json.loads(line) for line in lines]
    own = [r["n"] for r in records if r.get("author") == "Ann" and not r.get("more")]
    # Acknowledged, and lost with all that came after.
    assert any("which is not theirs" in one for one in _found(lines[: own[-1]], notes))
    # Told, and written otherwise.
    other = [*lines]
    other[own[-1]] = json.dumps(records[own[-1]] | {"at": "another time"})
    assert any("was told as" in one for one in _found(other, notes))
    # Carried out once more.
    again = json.dumps(records[own[-1]] | {"n": len(records)})
    assert any("not acknowledged" in one for one in _found([*lines, again], notes))
    # A card that came to another seat and was never shown.
    dealt = [r["event"] for r in records if r["kind"] == "happened"
             and r["event"].get("private_to") not in (None, [_seat(records)])]  # fmt: skip
    texts = notes.notes.read_text(encoding="utf-8").splitlines()
    told = next(place for place, text in enumerate(texts) if '"did":"dealt"' in text)
    message = json.loads(texts[told][1:])
    message["now"]["next"] = dealt[-1]["cards"]
    texts[told] = HEARD + json.dumps(message)
    notes.notes.write_text("\n".join(texts) + "\n", encoding="utf-8")
    assert any(dealt[-1]["cards"].split()[0] in one for one in _found(lines, notes))


def _seat(records: list[dict[str, Any]]) -> int:
    return int(next(r["seat"] for r in records if r["kind"] == "sat" and r["name"] == "Ann"))
