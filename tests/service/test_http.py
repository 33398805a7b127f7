"""The HTTP side: catalogue, adjudication, accounts, headers, sizes, origins."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.show import rule_sheet_json
from houseway.filings.sign import table_sign_json
from houseway.filings.trace import trace
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round
from houseway.service.web.forms import as_csv
from houseway.settlement.ledger import Move
from tests.service.running import LOOSE, Running, asking, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
ROUND = """
filing = "casino-club/three-card-poker-6-card-bonus"
schedule = 1
[bank]
seat = 4
wager = 5000
cards = "Qd 8c 3s"
[[seat]]
number = 1
cards = "Ah Kh Qh"
wagers = { ante = 10, pair_plus = 5, six_card_bonus = 5 }
actions = ["play"]
[[seat]]
number = 2
cards = "2c 3d 7s"
wagers = { ante = 25 }
actions = ["fold"]
"""
AS_JSON = {
    "filing": THREE_CARD,
    "schedule": 1,
    "bank": {"seat": 4, "wager": 5000, "cards": "Qd 8c 3s"},
    "seat": [
        {"number": 1, "cards": "Ah Kh Qh", "actions": ["play"],
         "wagers": {"ante": 10, "pair_plus": 5.0, "six_card_bonus": "5.00"}},
        {"number": 2, "cards": "2c 3d 7s", "wagers": {"ante": 25}, "actions": ["fold"]},
    ],
}  # fmt: skip


def _client(running: Running, **more: Any) -> httpx.AsyncClient:
    return asking(running.address, **more)


def test_the_catalogue_is_that_of_the_library(standing: Running) -> None:
    async def test() -> None:
        async with _client(standing) as client:
            assert (await client.get("/api/filings")).json() == index()
            sheet = (await client.get(f"/api/filings/{THREE_CARD}")).json()
            told, hints = sheet.pop("told"), sheet.pop("hints")
            errors = {one["kind"] for one in sheet.pop("errors")}
            assert {"exposed-card", "miscalled-hand"} <= errors
            assert sheet == json.loads(json.dumps(rule_sheet_json(load(THREE_CARD))))
            assert all(entry["cite"] or entry["text"] for entry in told)
            assert [move["word"] for move in hints["moves"]] == ["play", "fold"]
            assert (hints["seat_cards"], hints["bank_cards"], hints["tiles"]) == (3, 3, False)
            families = (await client.get("/api/families")).json()
            kinds = {kind["key"]: kind["filings"] for one in families for kind in one["kinds"]}
            assert THREE_CARD in kinds["three"]
            # Every filing is of some kind that a lobby offers.
            assert {one for some in kinds.values() for one in some} == {e["id"] for e in index()}
            found = (await client.get(f"/api/filings/{THREE_CARD}?find=ante")).json()
            assert found["find"] == "ante"
            sign = await client.get(f"/api/filings/{THREE_CARD}/sign?schedule=1&limits=5-200")
            assert sign.json() == table_sign_json(load(THREE_CARD), ["1"], "5-200")
            clauses = (await client.get(f"/api/filings/{THREE_CARD}/trace")).json()
            assert clauses == [one.as_json() for one in trace(load(THREE_CARD))]
            wrong = await client.get(f"/api/filings/{THREE_CARD}/sign?schedule=99&limits=5-200")
            assert wrong.status_code == 422
            assert wrong.json()["error"]["code"] == "unknown-schedule"
            nothing = await client.get("/api/filings/casino-club/bridge")
            assert nothing.status_code == 404
            assert "did you mean" in nothing.json()["error"]["message"]

    run(test())


def test_adjudication_is_that_of_the_command(standing: Running) -> None:
    expected = json.loads(json.dumps(adjudicate(parse_round(ROUND)).as_json()))
    assert expected["net"] == {"1": "1015.00", "2": "-25.00", "bank": "-990.00"}

    async def test() -> None:
        async with _client(standing) as client:
            for kind in ("application/toml", "text/plain"):
                answer = await client.post(
                    "/api/adjudicate", content=ROUND, headers={"content-type": kind}
                )
                assert answer.status_code == 200
                assert answer.json() == expected
            assert (await client.post("/api/adjudicate", json=AS_JSON)).json() == expected

    run(test())


_BAD_ROUNDS: tuple[tuple[Any, str], ...] = (
    ({**AS_JSON, "filing": "nowhere/nothing"}, "unknown-filing"),
    ({**AS_JSON, "filing": "500-club/texas-holdem"}, "not-a-player-dealer-game"),
    ({**AS_JSON, "colour": "red"}, "unknown-key"),
    ({**AS_JSON, "bank": {"seat": 4}}, "missing-key"),
    ({**AS_JSON, "bank": {"seat": 4, "wager": 1e300, "cards": "Qd 8c 3s"}}, "bad-value"),
    ({**AS_JSON, "bank": {"seat": 4, "wager": 50, "cards": "Ah 8c 3s"}}, "card-too-often"),
    ({**AS_JSON, "bank": {"seat": 4, "wager": 50, "cards": "Zz"}}, "not-a-card"),
    ({**AS_JSON, "seat": [{"number": 99, "wagers": {"ante": 5}}]}, "no-such-seat"),
    ([], "bad-value"), ("x", "bad-value"),
)  # fmt: skip


@pytest.mark.parametrize(("body", "code"), _BAD_ROUNDS)
def test_a_round_that_cannot_have_happened(body: Any, code: str, standing: Running) -> None:
    async def test() -> None:
        async with _client(standing) as client:
            answer = await client.post("/api/adjudicate", json=body)
            assert answer.status_code in (404, 422)
            error = answer.json()["error"]
            assert error["code"] == code
            assert set(error) == {"code", "message", "where", "cite"}

    run(test())


@pytest.mark.parametrize(
    "text", ["a = ", "\x00", "[[[[" * 5000, "a=" + "[" * 5000, "{" * 5000, "seat = 1e999"]
)
def test_texts_that_are_no_round_file(text: str, standing: Running) -> None:
    async def test() -> None:
        async with _client(standing) as client:
            for kind in ("text/plain", "application/json"):
                answer = await client.post(
                    "/api/adjudicate", content=text, headers={"content-type": kind}
                )
                assert answer.status_code == 422, answer.text
                assert answer.json()["error"]["message"]

    run(test())


def test_accounts_and_passwords(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running, _client(running) as client:
            first = (await client.post("/api/guests", json={"name": " Ann  "})).json()
            assert first["account"] == {
                "name": "Ann", "chips": "1000.00", "role": "player", "password": False,
                "second_factor": False,
            }  # fmt: skip
            second = (await client.post("/api/guests", json={"name": "ANN"})).json()
            assert second["account"]["name"] == "ANN 2"
            bot = (await client.post("/api/guests", json={"name": "Ada"})).json()
            assert bot["account"]["name"] == "Ada 2", "a bot's name is its own"
            house = (await client.post("/api/guests", json={"name": "house"})).json()
            assert house["account"]["name"] == "house 2"
            assert house["account"]["role"] == "player"
            for name in ("", "   ", "a/b", "a:b", "x" * 25, "a\x07b", "<b>", "\u202e"):
                answer = await client.post("/api/guests", json={"name": name})
                assert answer.status_code == 422, name
            own = {"authorization": f"Bearer {first['token']}"}
            assert (await client.post("/api/accounts", json={"password": "short"}, headers=own)
                    ).status_code == 422  # fmt: skip
            chosen = {"password": "correct horse battery"}
            answer = await client.post("/api/accounts", json=chosen, headers=own)
            assert answer.json()["account"]["password"] is True
            wrong = await client.post("/api/login", json={"name": "Ann", "password": "wrong"})
            assert wrong.status_code == 401
            nobody = await client.post("/api/login", json={"name": "Zoe", "password": "wrong"})
            assert nobody.json() == wrong.json(), "which of both was wrong is not said"
            guest = await client.post("/api/login", json={"name": "ANN 2", **chosen})
            assert guest.status_code == 401
            entered = (await client.post("/api/login", json={"name": "ann", **chosen})).json()
            assert entered["account"]["name"] == "Ann"
            assert entered["token"] != first["token"]
            again = {"authorization": f"Bearer {entered['token']}"}
            assert (await client.get("/api/me", headers=again)).json()["account"]["name"] == "Ann"
            assert (await client.post("/api/logout", headers=again)).status_code == 204
            assert (await client.get("/api/me", headers=again)).status_code == 401
            assert (await client.get("/api/me", headers=own)).status_code == 200

    run(test())


def test_tokens_and_passwords_are_kept_as_hashes(tmp_path: Path) -> None:
    async def test() -> str:
        file = f"sqlite:///{tmp_path / 'cardroom.db'}"
        async with serving(tmp_path, database=file) as running, _client(running) as client:
            guest = (await client.post("/api/guests", json={"name": "Ann"})).json()
            own = {"authorization": f"Bearer {guest['token']}"}
            await client.post("/api/accounts", json={"password": "swordfish88"}, headers=own)
            assert running.parts.accounts.token_file.stat().st_mode & 0o077 == 0
            return str(guest["token"])

    token = run(test())
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("cardroom.db*"))
    assert b"Ann" in kept
    assert token.encode() not in kept
    assert b"swordfish88" not in kept
    assert b"$argon2id$" in kept
    house = (tmp_path / "house-token").read_bytes().strip()
    assert house not in kept


def test_a_refill_is_for_those_who_have_lost_everything(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running, _client(running) as client:
            ann = await running.guest("Ann")
            own = {"authorization": f"Bearer {ann.token}"}
            refused = await client.post("/api/refill", headers=own)
            assert refused.status_code == 409
            seat = await ann.quick_seat(filing=THREE_CARD, buy_in="980")
            refused = await client.post("/api/refill", headers=own)
            assert refused.status_code == 409, "chips at a table count"
            await seat.close()
            account = await running.parts.accounts.by_name("Ann")
            room = running.parts.lobby.rooms[seat.table]
            room.table.state.ledger.post([Move("seat:1", "drop", 980_00)])
            answer = await client.post("/api/refill", headers=own)
            assert answer.json()["account"]["chips"] == "1000.00"
            assert account.chips == 1000_00

    run(test())


def test_every_answer_carries_the_security_headers(standing: Running) -> None:
    async def test() -> None:
        async with _client(standing) as client:
            for path in ("/", "/api/filings", "/nothing/here", "/api/me", "/openapi.json"):
                headers = (await client.get(path)).headers
                assert "default-src 'self'" in headers["content-security-policy"]
                assert "frame-ancestors 'none'" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["x-frame-options"] == "DENY"
                assert headers["referrer-policy"] == "no-referrer"
                assert "server" not in headers

    run(test())


def test_foreign_pages_oversized_bodies_and_floods(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(
            LOOSE, guests=(0.001, 3), requests=(0.1, 40), refusal_seconds=0.01
        )  # fmt: skip
        async with serving(tmp_path, limits=limits) as running, _client(running) as client:
            evil = {"origin": "https://evil.example"}
            answer = await client.post("/api/guests", json={"name": "Ann"}, headers=evil)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "bad-origin")
            null = await client.post("/api/guests", json={"name": "x"}, headers={"origin": "null"})
            assert null.status_code == 403
            own = {"origin": running.address}
            answer = await client.post("/api/guests", json={"name": "Ann"}, headers=own)
            assert answer.status_code == 201
            assert "access-control-allow-origin" not in answer.headers
            large = await client.post("/api/adjudicate", content=b"x" * 70_000)
            assert (large.status_code, large.json()["error"]["code"]) == (413, "too-large")

            async def chunks() -> Any:
                for _ in range(100):
                    yield b"y" * 1000

            large = await client.post("/api/adjudicate", content=chunks())
            assert large.status_code == 413
            codes = [(await client.post("/api/guests", json={"name": "Eve 9"})).status_code
                     for _ in range(5)]  # fmt: skip
            assert codes == [201, 201, 429, 429, 429]
            statuses = {(await client.get("/api/tables")).status_code for _ in range(80)}
            assert statuses == {200, 429}

    run(test())


def test_strange_requests_get_errors_in_the_same_shape(standing: Running) -> None:
    async def test() -> None:
        async with _client(standing) as client:
            for method, path, status in (
                ("GET", "/api/nothing", 404), ("PUT", "/api/guests", 405),
                ("GET", "/api/tables/nowhere", 404), ("GET", "/api/tables/nowhere/history", 404),
                ("GET", "/api/tables/x/rounds/0", 422), ("GET", "/api/tables/x/rounds/abc", 422),
                ("POST", "/api/guests", 422), ("POST", "/api/tables", 401),
                ("POST", "/api/quick-seat", 401), ("GET", "/../../etc/passwd", 404),
                ("GET", "/%2e%2e/%2e%2e/app.py", 404), ("GET", "/api/filings/../../x", 404),
                ("GET", "/ws", 404),
            ):  # fmt: skip
                answer = await client.request(method, path)
                assert answer.status_code == status, (path, answer.text)
                assert set(answer.json()["error"]) == {"code", "message", "where", "cite"}

    run(test())


def test_the_lobby_lists_tables_and_names_no_secret(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running, _client(running) as client:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing="napa-valley/pai-gow-tiles")
            lines = (await client.get("/api/tables?family=pai-gow-tiles")).json()
            assert [line["id"] for line in lines] == [seat.table]
            assert (await client.get("/api/tables?family=baccarat")).json() == []
            whole = (await client.get(f"/api/tables/{seat.table}")).json()
            assert whole["felt"]["spots"][0]["name"] == "game"
            me = await ann.me()
            assert me["seats"][0]["table"] == seat.table
            wrong = await client.post(
                "/api/quick-seat", json={"family": "bridge"},
                headers={"authorization": f"Bearer {ann.token}"},
            )  # fmt: skip
            assert wrong.status_code == 404
            await seat.close()

    run(test())


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "\n=", "\uff1d", "\uff20"])
def test_nothing_in_a_table_for_a_spreadsheet_is_a_formula(sign: str) -> None:
    """CSV injection as OWASP describes it, the wide forms of the signs among them."""
    (row,) = csv.DictReader(io.StringIO(as_csv([{"names": f"{sign}cmd|' /C calc'!A0"}])))
    assert row["names"] == f"'{sign}cmd|' /C calc'!A0"
