"""A draft on the desk: what the commands say of its file, and its place in the house's folder."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.service.client import Cardroom
from tests.command_line.running import run as command
from tests.service.running import Running, run, serving

BACCARAT = "napa-valley/ez-baccarat-panda-8"


def _said(*words: str) -> str:
    status, out, err = command(*words)
    assert status in (0, 1), err
    return out


@pytest.fixture(scope="module")
def text() -> str:
    made = _said("new", "--from", BACCARAT)
    return made.replace("TO FILL IN: the cardroom", "Ours").replace(
        "TO FILL IN: the Bureau's number", "GEGA-1"
    )


async def _sent(asker: Cardroom, what: str, text: str, **more: Any) -> Any:
    return await asker.request("POST", f"/api/draft/{what}", {"text": text, **more})


def test_a_draft_begins_as_the_command_writes_it(standing: Running) -> None:
    async def test() -> None:
        ann = await standing.guest("Ann")
        copied = await ann.request("GET", f"/api/draft?from={BACCARAT}")
        assert copied == _said("new", "--from", BACCARAT)
        assert await ann.request("GET", "/api/draft?family=baccarat") == _said("new", "baccarat")
        assert await ann.request("GET", "/api/schema") == json.loads(_said("schema"))
        for wrong, code in (("", "no-family"), ("?family=x", "unknown-family"),
                            ("?from=no/such", "unknown-filing")):  # fmt: skip
            with pytest.raises(Refused) as caught:
                await ann.request("GET", f"/api/draft{wrong}")
            assert caught.value.code == code

    run(test())


def test_a_draft_is_dealt_and_compared_as_by_the_commands(
    standing: Running, text: str, tmp_path: Path
) -> None:
    changed = text.replace("hands = 2\n", "hands = 3\n", 1)
    assert changed != text
    file = tmp_path / "draft.toml"
    file.write_text(changed, encoding="utf-8")
    dealt = _said("deal", str(file), "--seed", "3").splitlines()
    differences = json.loads(_said("diff", BACCARAT, str(file), "--json"))

    async def test() -> None:
        ann = await standing.guest("Ann")
        assert (await _sent(ann, "deal", changed, seed=3))["lines"] == dealt
        assert await _sent(ann, "diff", changed, against=BACCARAT) == differences
        told = await _sent(ann, "sheet", changed)
        assert told["title"] == "EZ Baccarat Panda 8"
        assert any("3 hands" in one["text"] or "three" in one["text"] for one in told["told"])
        sign = await _sent(ann, "sign", changed, schedule=["1"], limits="1-100")
        assert sign.startswith("<svg")
        with pytest.raises(Refused) as caught:
            await _sent(ann, "deal", "family = 7")
        assert caught.value.where.startswith("draft.toml")  # nothing of where the process keeps it

    run(test())


def test_the_house_and_the_office_save_a_draft(text: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            with pytest.raises(Refused) as caught:
                await _sent(await running.guest("Ann"), "save", text)
            assert caught.value.code == "forbidden"
            saved = await _sent(house, "save", text)
            name = saved["id"]
            assert saved["file"] == f"{name}.toml"
            file = tmp_path / "filings" / saved["file"]
            assert file.read_text(encoding="utf-8") == text
            with pytest.raises(Refused) as caught:
                await _sent(house, "save", text)
            assert caught.value.code == "file-exists"
            again = text.replace('"Ours"', '"Ours too"')
            await _sent(house, "save", again, replace=True)
            assert file.read_text(encoding="utf-8") == again
            for wrong, code in ((text.replace(f'id = "{name}"', f'id = "{BACCARAT}"'),
                                 "filing-known"), ("family = 7", "unknown-family")):  # fmt: skip
                with pytest.raises(Refused) as caught:
                    await _sent(house, "save", wrong)
                assert caught.value.code == code
            acts = await house.request("GET", "/api/acts")
            assert [one["act"] for one in acts[:2]] == ["saved filing"] * 2
        async with serving(tmp_path) as running:
            listed = await Cardroom(running.address).request("GET", "/api/filings")
            assert name in {one["id"] for one in listed}

    run(test())


async def _titles(asker: Cardroom, name: str) -> dict[str, str]:
    """What a filing is called, wherever the desk speaks of it."""
    get = partial(asker.request, "GET")
    sheet = await get(f"/api/filings/{name}")
    (found,) = (one for one in await get("/api/search?words=panda") if one["filing"] == name)
    await get(f"/api/filings/{name}/odds")
    await get(f"/api/filings/{name}/setup")
    compared = await get(f"/api/compare?filing={BACCARAT}&filing={name}")
    (listed,) = (one for one in await get("/api/filings") if one["id"] == name)
    return {
        "sheet": sheet["house"], "search": found["house"], "list": listed["house"],
        "compare": compared["filings"][1]["house"],
    }  # fmt: skip


def test_a_saved_draft_is_everywhere_at_once(text: str, tmp_path: Path) -> None:
    """Processes that were at work before it was saved know it too, and a second text of it."""

    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            await house.request("GET", f"/api/filings/{BACCARAT}")
            pids = running.workers.pids
            name = (await _sent(house, "save", text))["id"]
            assert set((await _titles(house, name)).values()) == {"Ours"}
            again = text.replace('"Ours"', '"Ours too"')
            await _sent(house, "save", again, replace=True)
            assert set((await _titles(house, name)).values()) == {"Ours too"}
            assert running.workers.pids == pids
            ann = await running.guest("Ann")
            seat = await ann.request("POST", "/api/quick-seat", {"filing": name})
            table = await house.request("GET", f"/api/tables/{seat['table']}")
            assert table["house"] == "Ours too"
            (tmp_path / "filings" / f"{name}.toml").unlink()
            await running.parts.look_at_filings()  # as it does every minute
            listed = await house.request("GET", "/api/filings")
            assert name not in {one["id"] for one in listed}
            with pytest.raises(Refused) as caught:
                await house.request("GET", f"/api/filings/{name}")
            assert caught.value.code == "unknown-filing"

    run(test())
