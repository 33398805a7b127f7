"""Every route as everybody: what docs/security.md promises of roles, held against the service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from sqlalchemy import Connection
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from houseway.service import protocol as p
from houseway.service.app import make_app
from houseway.service.client import Cardroom
from houseway.service.people import roles, sessions
from houseway.service.people.newcomers import add_account
from houseway.service.people.roles import ROLES
from houseway.service.people.sessions import Where
from houseway.service.settings import Settings
from tests.service.running import Running, asking, run, serving

ROOT = Path(__file__).parents[2]

TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EVERYBODY = frozenset({"stranger", *ROLES})
WHO = {"anybody": EVERYBODY, "a token": frozenset(ROLES), "its owner": frozenset(ROLES)}


def _let_in() -> dict[str, frozenset[str]]:
    """Who is let in, as docs/protocol.md has it in the columns `request` and `who`."""
    found = {}
    for requests, who in re.findall(r"^\| (`[A-Z]+ /.*?) \| (.*?) \|", TEXT, re.MULTILINE):
        for method, path in re.findall(r"`([A-Z]+) (/[^`?]*)", requests):
            found[f"{method} {path}"] = WHO.get(who) or frozenset(who.split(", "))
    return found


def as_told(route: str) -> str:
    """A route as that page writes it."""
    return re.sub(r"\{(table|which|job)\}", "{id}", route).replace("{number}", "{n}")


LET_IN = _let_in()
# For servers of one store alone, to everybody else not there; the socket, whose commands have a
# test of their own; and the page, which is files.
AMONG_SERVERS = """
GET /relay/tables
GET /relay/locked
GET /relay/house-tables
GET /relay/people/{name}
POST /relay/tables/{id}/sit
""".strip().splitlines()
OTHERS = ("GET /openapi.json", "socket /ws", "files /")
# Something that can stand in each address, and of which there is none.
NOWHERE = {"n": "1", "id": "0", "kind": "misdeal", "link": "a" * 24}
SLOW = {"GET /api/league": "", "GET /api/findings": "?against=never"}


def _address(route: str) -> tuple[str, str]:
    method, _, path = route.partition(" ")
    filled = re.sub(r"\{(\w+)\}", lambda found: NOWHERE.get(found[1], "nobody"), path)
    return method, filled + SLOW.get(route, "")


async def _accounts(running: Running) -> dict[str, int]:
    """An account of every role; of the house there is one."""
    accounts = running.parts.accounts

    def write(connection: Connection) -> dict[str, int]:
        others = (role for role in ROLES if role != "house")
        return {role: add_account(connection, f"The {role}", role, accounts.now())[0]
                for role in others}  # fmt: skip

    made = await running.parts.store.write(write)
    return made | {"house": (await accounts.by_name("House")).id}


async def _token(running: Running, account: int) -> str:
    accounts = running.parts.accounts

    def begin(connection: Connection) -> str:
        return sessions.begin(connection, account, accounts.now(), Where()).token

    return await running.parts.store.write(begin)


async def _lets_in(client: httpx.AsyncClient, route: str, token: str | None) -> bool:
    """Whether somebody gets as far as being asked what they want."""
    method, path = _address(route)
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    answer = await client.request(method, path, headers=headers)
    assert answer.status_code < 500, (route, answer.text)
    refused = (401, "unknown-token") if token is None else (403, "forbidden")
    if answer.status_code != refused[0]:
        return True
    assert answer.json()["error"]["code"] == refused[1], (route, answer.text)
    return False


def _told(route: BaseRoute) -> Iterator[str]:
    """A route, or those of a router that was taken in."""
    if (within := getattr(route, "original_router", None)) is not None:
        for one in within.routes:
            yield from _told(one)
    elif isinstance(route, Mount):
        yield f"files {route.path}/"
    elif isinstance(route, Route):
        yield from (f"{method} {route.path}" for method in route.methods or () if method != "HEAD")
    else:
        assert isinstance(route, WebSocketRoute), route
        yield f"socket {route.path}"


def _all_routes(app: FastAPI) -> list[str]:
    return sorted(as_told(told) for route in app.routes for told in _told(route))


def test_every_route_says_who_it_is_for() -> None:
    app = make_app(Settings(database="sqlite:///nowhere.db"))
    assert _all_routes(app) == sorted((*LET_IN, *AMONG_SERVERS, *OTHERS))
    assert {who for some in LET_IN.values() for who in some} == EVERYBODY


def test_a_route_that_does_not_say_is_found_however_it_was_added() -> None:
    app, within = make_app(Settings(database="sqlite:///nowhere.db")), APIRouter(prefix="/within")
    before = _all_routes(app)
    within.add_api_route("/{name}", lambda: None)
    within.add_api_websocket_route("/ws", lambda _: None)
    app.include_router(within)
    app.add_api_route("/plain", lambda: None, methods=["DELETE"])
    added = {*_all_routes(app)} - {*before}
    assert added == {"GET /within/{name}", "socket /within/ws", "DELETE /plain"}


def test_what_servers_ask_each_other_is_there_for_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            accounts = await _accounts(running)
            tokens = [None, *[await _token(running, one) for one in accounts.values()]]
            async with asking(running.address) as client:
                for route in AMONG_SERVERS:
                    method, path = _address(route)
                    for token in tokens:
                        headers = {} if token is None else {"authorization": f"Bearer {token}"}
                        answer = await client.request(method, path, headers=headers)
                        assert answer.status_code == 404, (route, answer.text)

    run(test())


def test_every_route_lets_in_those_it_is_for_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing_unusual(*_: Any, **__: Any) -> bytes:
        return b'{"rounds": 0, "findings": []}'  # it would look through all records each time

    monkeypatch.setattr("houseway.service.web.routes.watching.by_clerk", nothing_unusual)

    async def test() -> None:
        async with serving(tmp_path) as running:
            accounts = await _accounts(running)
            let_in: dict[str, set[str]] = {route: set() for route in LET_IN}
            async with asking(running.address) as client:
                for route in LET_IN:
                    for who in ("stranger", *ROLES):
                        # A token for each try: some routes make it void.
                        own = await _token(running, accounts[who]) if who in accounts else None
                        if await _lets_in(client, route, own):
                            let_in[route].add(who)
            assert {route: frozenset(who) for route, who in let_in.items()} == LET_IN

    run(test())


def test_what_the_floor_does_over_a_socket_is_for_floor_and_house(tmp_path: Path) -> None:
    """Every command of the floor, as every role: refused before it is looked at, or not."""
    said: dict[str, dict[str, Any]] = {
        "declare": {"kind": "misdeal"}, "void": {"reason": "x"},
        "correct": {"of": 0, "reason": "x"}, "restore_time": {"seat": 1, "reason": "x"},
        "unseat": {"name": "Nobody", "reason": "x"},
        "seat": {"name": "Nobody", "seat": 1, "reason": "x"}, "note": {"text": "x"},
    }  # fmt: skip
    commands = {kind.model_fields["do"].annotation for kind in p.FloorCommand.__args__}
    assert {word for kind in commands for word in kind.__args__} == set(said)

    async def forbidden(token: str | None, running: Running, table: str) -> set[str]:
        found = set()
        async with await Cardroom(running.address, token=token).table(table) as seat:
            for do, more in said.items():
                try:
                    await seat.do(do, **more)
                except Exception as refusal:
                    code = getattr(refusal, "code", "")
                    if code in ("forbidden", "not-seated"):  # the latter to a stranger
                        found.add(do)
        return found

    async def test() -> None:
        async with serving(tmp_path) as running:
            accounts = await _accounts(running)
            wish = {"filing": "casino-club/three-card-poker-6-card-bonus"}
            table = (await running.house().request("POST", "/api/tables", wish))["id"]
            for who in ROLES:
                token = await _token(running, accounts[who])
                allowed = who in ("floor", "house")
                assert await forbidden(token, running, table) == (set() if allowed else set(said))
            assert await forbidden(None, running, table) == set(said)

    run(test())


@pytest.mark.parametrize("role", ROLES)
def test_docs_name_what_each_role_may_do(role: str) -> None:
    """The words of a refusal stand in the row of docs/security.md that grants the act."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {role} \|(.*)\|$", text, re.MULTILINE)
    for who, words in roles._MAY.values():
        if role != "house":
            assert (words in row) == (role in who), words
