"""docs/protocol.md is true: every name in it and on the wire is the same; its bot plays."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from houseway.rounds import events
from houseway.service import protocol
from houseway.service.app import make_app
from houseway.service.client import Cardroom
from houseway.table import records
from tests.service.playing import Player
from tests.service.running import Running, run, serving

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SERVICE = ROOT / "src" / "houseway" / "service"


def _names(text: str) -> set[str]:
    """Words in code: between backticks, in blocks, and keys of examples."""
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    inline = re.findall(
        r"`([^`\n]+(?:\n[^`\n]+)?)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    )
    return set(re.findall(r"[A-Za-z_][\w-]*", " ".join([*blocks, *inline])))


def _section(heading: str) -> str:
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#)", TEXT, re.DOTALL | re.MULTILINE)
    assert found is not None, heading
    return found[1]


def test_every_command_with_its_keys() -> None:
    names = _names(_section("Commands")) | _names(_section("The table's socket"))
    for kind in get_args(protocol.Command):
        assert set(kind.model_fields) <= names | {"id", "do"}, kind
        assert set(get_args(kind.model_fields["do"].annotation)) <= names, kind


def test_every_choice_of_the_house_for_a_table() -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith("| `POST /api/tables`"))
    written = set(re.findall(r'"(\w+)"', row))
    assert written == set(protocol.NewTable.model_fields)
    pace = re.search(r"`PACE` is `(\{.*?\})`", TEXT, re.DOTALL)
    assert pace is not None
    assert set(json.loads(pace[1])) == set(protocol.PaceChoice.model_fields)


def test_every_kind_of_record_and_event_and_no_other() -> None:
    text = _section("Records")
    listed = re.search(r"Kinds: (.*?)A kind a client", text, re.DOTALL)
    assert listed is not None
    written = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", listed[1]))))
    assert written == {name for name, kind in records.KINDS.items() if not kind.secret}
    happened = text[text.index("Events (`happened`)") :]
    # By the names the events go by: some are steps of the procedure under another name.
    named = [one for one in events.__all__ if getattr(events, one) in get_args(events.Event)]
    assert len(named) == len(get_args(events.Event))
    missing = [one.lower() for one in named if f"`{one.lower()}`" not in happened]
    assert missing == []


def test_every_route() -> None:
    described = make_app().openapi()["paths"]
    written = set(re.findall(r"`(GET|POST|DELETE) (/[^`?]*)", TEXT))
    routes = {
        (
            method.upper(),
            re.sub(r"\{(table|which|job)\}", "{id}", re.sub(r"\{number\}", "{n}", path)),
        )
        for path, methods in described.items()
        for method in methods
    }
    assert written == routes


def test_every_status_a_socket_is_closed_with_and_every_error_of_the_service() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SERVICE.rglob("*.py"))
    said = set(re.findall(r"\b(?:close\(|code, why = \(|code = )(\d{4})\b", code)) - {
        "1001",
        "1008",
    }
    staying = _section("Staying connected")
    assert said
    assert not {status for status in said if status not in staying}
    refused = set(re.findall(r'(?:Refused|refuse)\(\s*(?:scope, send, \d+, )?"([a-z-]+)"', code))
    listed = _names(_section("Errors"))
    assert sorted(refused - listed) == []


def _keys(document: Any) -> set[str]:
    """Names of keys that belong to the protocol, without those that are names or numbers."""
    if isinstance(document, list):
        return set().union(*map(_keys, document)) if document else set()
    if not isinstance(document, dict):
        return set()
    free = ("accounts", "facts", "wagers", "cards", "extra", "setup", "net", "options", "pace",
            "house_way", "bets", "room", "stakes", "layout", "fees", "waived")  # fmt: skip
    found = {key for key in document if not key.isdigit()}
    for key, value in document.items():
        if key not in (*free, "records", "last_settled", "events"):
            found |= _keys(value)
    return found


@pytest.mark.parametrize(
    "filing",
    ["500-club/ez-baccarat", "500-club/texas-holdem", "500-club/face-up-chinese-poker"],
)
def test_every_key_that_goes_over_the_wire(filing: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            found = await ann.request("POST", "/api/quick-seat", {"filing": filing})
            seat = await ann.table(found["table"], keep=True)
            watching = await Cardroom(running.address).table(found["table"], keep=True)
            await Player(seat, random.Random(1)).play(2)
            named = _names(TEXT)
            for text in (*seat.heard, *watching.heard):
                assert sorted(_keys(json.loads(text)) - named) == []
            table = await ann.request("GET", f"/api/tables/{found['table']}")
            assert sorted(_keys(table) - named) == []
            await seat.close()
            await watching.close()

    run(test())


def _bot(address: str, hands: int) -> Any:
    """The bot of docs/service.md, as it stands there."""
    guide = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(code) == 1
    assert code[0].endswith('asyncio.run(main("http://localhost:8000", hands=100))\n')
    names: dict[str, Any] = {}
    exec(code[0].rpartition("asyncio.run")[0], names)
    return names["main"](address, hands=hands)


def test_the_bot_of_the_guide_plays_over_the_network(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        await asyncio.wait_for(_bot(running.address, 3), 60)
        account = await running.parts.accounts.by_name("Robot")
        rooms = list(running.parts.lobby.rooms.values())
        assert len(rooms) == 1
        assert rooms[0].table.state.round >= 3
        lines = running.parts.store.lines(rooms[0].id)
        wagers = [line for line in map(json.loads, lines)
                  if line["kind"] == "wagered" and line["name"] == "Robot"]  # fmt: skip
        assert len(wagers) >= 3
        assert account.chips == 1000_00 - 500_00, "its seat waits for it, with the chips"

    async def whole() -> None:
        async with serving(tmp_path) as running:
            await test(running)

    run(whole())
