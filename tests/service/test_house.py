"""The house runs its cardroom: the one-time link, accounts, and a list of who did what."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.service.app import make_app
from tests.service.requests import DAY, SECRET, THREE_CARD, Clock, Web, hired, web
from tests.service.running import run, serving, settings_for


async def _told_at_start(folder: Path, clock: Clock, *, anew: bool = False) -> list[str]:
    """The secrets that a start prints, with the cardroom closed again."""
    told: list[str] = []
    app = make_app(settings_for(folder, clock=clock), welcome=told.append, welcome_anew=anew)
    async with app.router.lifespan_context(app):
        return told


def test_the_house_gets_a_link_until_somebody_has_used_it_once(tmp_path: Path) -> None:
    clock = Clock()

    async def test() -> None:
        (first,) = await _told_at_start(tmp_path, clock)
        (second,) = await _told_at_start(tmp_path, clock)
        async with web(tmp_path, clock=clock) as here:

            async def look(secret: str) -> Any:
                return await here.ask("POST", "/api/invites/look", {"invite": secret})

            assert (await look(first)).json()["error"]["code"] == "no-such-invitation"
            shown = (await look(second)).json()
            assert (shown["name"], shown["role"]) == ("House", "house")
            accept = {"invite": second, **SECRET, "code": here.code(shown["secret"])}
            token = (await here.get("POST", "/api/invites/accept", accept))["token"]
            await here.get("GET", "/api/staff", token=token)
            assert await here.refused("POST", "/api/invites/accept", accept) == "no-such-invitation"
        assert await _told_at_start(tmp_path, clock) == []
        (anew,) = await _told_at_start(tmp_path, clock, anew=True)
        async with web(tmp_path, clock=clock) as here:
            assert await here.refused("GET", "/api/me", token=token) == "unknown-token"
            clock.now += DAY + 1
            assert await here.refused("POST", "/api/invites/look", {"invite": anew}) == (
                "no-such-invitation"
            )

    run(test())


def test_accounts_are_managed_and_every_act_is_written_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            house = here.house()
            flo, _ = await hired(here, "Flo", "floor")
            ann = await here.member("Ann")
            await here.get("POST", "/api/staff", {"name": "Olga", "role": "office"}, house)

            async def managed(find: str = "") -> dict[str, Any]:
                lines = await here.get("GET", f"/api/accounts?find={find}", token=house)
                return {one["name"]: one for one in lines}

            found = await managed()
            assert list(found) == ["Flo", "House", "Olga", "Ann"], "those who work here first"
            assert found["Flo"]["second_factor"] is True
            assert (found["Flo"]["sessions"], found["Flo"]["invited"]) == (1, None)
            assert found["Olga"]["second_factor"] is False
            assert found["Olga"]["invited"] > found["Olga"]["since"]
            assert (found["Ann"]["password"], found["Ann"]["second_factor"]) == (True, False)
            assert list(await managed("ol")) == ["Olga"]

            # Another role ends what was open under the old one.
            changed = await here.get("POST", "/api/staff/Flo/role", {"role": "office"}, house)
            assert changed["account"]["role"] == "office"
            assert await here.refused("GET", "/api/me", token=flo) == "unknown-token"
            for name in ("Ann", "House"):
                path = f"/api/staff/{name}/role"
                assert await here.refused("POST", path, {"role": "floor"}, house) == "forbidden"
            await here.get("DELETE", "/api/accounts/Ann/sessions", token=house)
            assert await here.refused("GET", "/api/me", token=ann) == "unknown-token"
            await here.get("DELETE", "/api/accounts/House/sessions", token=house)
            await here.get("POST", "/api/staff/Olga/invite", token=house)
            await here.get("DELETE", "/api/staff/Olga", token=house)

            acts = await here.get("GET", "/api/acts", token=house)
            assert [(one["by"], one["act"], one["about"]) for one in reversed(acts)] == [
                ("House", "invited", "Flo"),
                ("Flo", "entered", ""),
                ("House", "invited", "Olga"),
                ("House", "changed the role of", "Flo"),
                ("House", "ended the sessions of", "Ann"),
                ("House", "ended the sessions of", "House"),
                ("House", "invited again", "Olga"),
                ("House", "dismissed", "Olga"),
            ]
            assert acts[4]["facts"] == {"from": "floor", "to": "office"}
            assert all(one["at"].startswith("2027-01-15") for one in acts)  # the clock's day
            sought = await here.get("GET", "/api/acts?find=OLGA+invited", token=house)
            assert [one["act"] for one in sought] == ["invited again", "invited"]
            older = await here.get("GET", f"/api/acts?before={acts[5]['number']}", token=house)
            assert older == acts[6:]

    run(test())


def test_what_is_done_at_tables_is_written_down_and_what_is_refused_is_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            house = running.house()
            table = (await house.open_table(THREE_CARD, table="Main1"))["id"]
            with pytest.raises(Exception, match="is no option"):
                await house.open_table(THREE_CARD, table="Main2", schedule="99")
            async with await house.table(table) as floor:
                await floor.do("note", text="warned about the phone")
                with pytest.raises(Exception, match="hand"):
                    await floor.do("void", reason="none is played")
                await floor.do("note", command_id="same", text="again")
                await floor.do("note", command_id="same", text="again")
            await house.request("POST", f"/api/tables/{table}/close")
            acts = await house.request("GET", "/api/acts")
            assert [(one["act"], one["about"]) for one in reversed(acts)] == [
                ("opened table", table), ("noted at", table), ("noted at", table),
                ("closed table", table),
            ]  # fmt: skip
            assert acts[2]["facts"]["why"] == "warned about the phone"
            assert (acts[3]["facts"]["filing"], acts[3]["facts"]["record"]) == (THREE_CARD, 0)

    run(test())


def test_acts_are_taken_away_as_a_spreadsheet(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            await hired(here, "Flo", "floor")
            answer = await _csv(here)
            assert 'filename="acts.csv"' in answer.headers["content-disposition"]
            rows = list(csv.DictReader(io.StringIO(answer.text)))
            assert [row["act"] for row in rows] == ["entered", "invited"]
            assert rows[1]["about"] == "Flo"

    run(test())


async def _csv(here: Web) -> httpx.Response:
    answer = await here.ask("GET", "/api/acts?form=csv", token=here.house())
    assert answer.status_code == 200, answer.text
    return answer
