"""A command is carried out once: whatever the database does, whenever its answer is lost."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from houseway.errors import HousewayError, Refused
from houseway.service.client import Cardroom, Seat
from houseway.service.storage import schema
from houseway.service.storage.store import Store
from tests.service.faults import CutLink, Fault, How, failing_driver
from tests.service.running import Running, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
AGAIN = ("fault", "shutting-down", "in-progress", "no-such-table")  # not an answer yet


@contextmanager
def _reached(database: str, fault: Fault) -> Iterator[str]:
    """The database as the service is to reach it: PostgreSQL over a link that can be cut."""
    if not database.startswith("postgres"):
        yield database
        return
    link = CutLink(database, fault)
    try:
        yield link.url
    finally:
        link.close()


@asynccontextmanager
async def _failing(folder: Path, database: str, fault: Fault) -> AsyncIterator[Running]:
    """A cardroom whose database strikes when it is told to."""
    with _reached(database, fault) as url:
        async with serving(folder, database=url, bots=0) as running:
            if url.startswith("postgres"):
                yield running
                return
            with failing_driver(running.parts.store.engine, fault):
                yield running


async def _insist(here: Seat, what: str, /, **more: Any) -> dict[str, Any]:
    """Send a command under one id until it is answered, as the page does."""
    command = secrets.token_hex(8)
    for _ in range(100):
        with suppress(HousewayError, OSError, TimeoutError):
            if here.closed is not None:
                await here.drop()
                await here.connect()
        if here.closed is not None:
            continue
        try:
            return await here.do(what, command_id=command, **more)
        except Refused as refusal:
            if refusal.code not in AGAIN:
                raise
        except HousewayError:
            pass  # disconnected
    raise AssertionError(f"{what} was never answered")


async def _insist_on_request(cardroom: Cardroom, path: str) -> Any:
    for _ in range(100):
        try:
            return await cardroom.request("POST", path)
        except Refused as refusal:
            if refusal.code not in AGAIN:
                raise
    raise AssertionError(f"{path} was never answered")


def _ways(database: str) -> tuple[How, ...]:
    if database.startswith("postgres"):
        return ("before", "after", "late", "slow")
    return ("before", "after")


@pytest.mark.parametrize("outage", [0, 15], ids=["a blow", "an outage"])
def test_a_command_is_done_once_though_the_database_fails_at_any_statement(
    database: str,
    tmp_path: Path,
    outage: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In an outage the store cannot even ask whether a commit has happened."""
    monkeypatch.setattr("houseway.service.storage.store._PAUSES", (0.0, 0.01))

    async def test() -> int:
        fault, struck = Fault(), 0
        async with _failing(tmp_path, database, fault) as running:
            for how in _ways(database):
                for statement in range(200):
                    guest = await running.guest("Ann")
                    table = (await running.house().open_table(THREE_CARD, bots=0))["id"]
                    seat = await guest.table(table)
                    fault.at(statement, how, outage)
                    await _insist(seat, "sit", seat=1, buy_in="300")
                    await _insist(seat, "buy_in", amount="100")
                    await _insist(seat, "cash_out", amount="50")
                    reached = fault.end()
                    await _look(running, guest, seat)
                    if not reached:
                        break
                    struck += 1
        return struck

    assert run(test()) > 20
    assert ("UnsureError" in caplog.text) == bool(outage)


async def _look(running: Running, guest: Cardroom, seat: Seat) -> None:
    """What the store says, and what the guest is told: once sat, twice bought, once back."""
    store = running.parts.store
    said = Counter(json.loads(line)["kind"] for line in store.lines(seat.table))
    assert (said["sat"], said["bought_in"], said["cashed_out"]) == (1, 2, 1)
    account = store.find_account(guest.name.casefold())
    assert account is not None
    left = (1_000 - 300 - 100 + 50) * 100
    assert store.chips_of(account.id).result(20) == left
    assert len(store.commands_of(account.id)) == 3
    assert (await guest.me())["account"]["chips"] == f"{left / 100:.2f}"
    with suppress(HousewayError, OSError):
        await seat.close()


def test_a_refill_is_given_once_though_the_database_fails_at_any_statement(
    database: str, tmp_path: Path
) -> None:
    async def test() -> int:
        fault, struck = Fault(), 0
        async with _failing(tmp_path, database, fault) as running:
            for how in _ways(database):
                for statement in range(50):
                    guest = await running.guest("Ann")
                    account = await _lose_all(running, guest)
                    fault.at(statement, how)
                    with suppress(Refused):  # it was given, and what they have is enough
                        await _insist_on_request(guest, "/api/refill")
                    reached = fault.end()
                    assert running.parts.store.chips_of(account).result(20) == 1_000_00
                    assert (await guest.me())["account"]["chips"] == "1000.00"
                    if not reached:
                        break
                    struck += 1
        return struck

    assert run(test()) > 3


async def _lose_all(running: Running, guest: Cardroom) -> int:
    """A guest who has lost the first gift elsewhere."""
    store, accounts = running.parts.store, running.parts.accounts
    account = await accounts.by_name(guest.name)
    lost = {"account": account.id, "amount": -account.chips, "reason": "test", "at": "2025"}
    store.submit(lambda connection: connection.execute(insert(schema.chips), [lost])).result(20)
    await accounts.reload_chips(account)
    return account.id


def test_a_group_whose_answer_is_lost_is_not_written_again(database: str, tmp_path: Path) -> None:
    """Many writes in one commit: each is there once, and each of their senders is told so."""
    del tmp_path
    fault = Fault()
    with _reached(database, fault) as url:
        store = Store(url)
        try:
            with _driver(store, fault):
                for how in _ways(database):
                    for statement in range(12):
                        _write_a_group(store, fault, statement, how)
        finally:
            store.close()


@contextmanager
def _driver(store: Store, fault: Fault) -> Iterator[None]:
    if store.url.get_backend_name() == "postgresql":
        yield
        return
    with failing_driver(store.engine, fault):
        yield


def _add(row: dict[str, str], connection: Connection) -> None:
    connection.execute(schema.accounts.insert(), [row])


def _write_a_group(store: Store, fault: Fault, statement: int, how: How) -> None:
    tag = secrets.token_hex(4)
    rows = [
        {"name": f"{tag} {n}", "folded": f"{tag} {n}", "role": "player", "created": "2025"}
        for n in range(5)
    ]
    fault.at(statement, how)
    done = [store.submit(partial(_add, row)) for row in rows]
    kept = []
    for row, one in zip(rows, done, strict=True):
        with suppress(Exception):
            one.result(30)
            kept.append(row["name"])
    fault.end()
    found = [row.name for row in store.all(select(schema.accounts)) if row.name.startswith(tag)]
    assert sorted(found) == kept, "what was acknowledged is there, what failed is not"
    if how == "after":
        assert len(kept) >= 4, "a lost answer is no failure"


# The same id again.


def test_an_id_that_is_used_again_for_something_else_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(family="three-card-poker")
            first = await seat.do("buy_in", command_id="one", amount="100")
            assert await seat.do("buy_in", command_id="one", amount="100") == first
            others: tuple[tuple[str, dict[str, Any]], ...] = (
                ("buy_in", {"amount": "200"}), ("cash_out", {"amount": "100"}), ("leave", {}),
            )  # fmt: skip
            for what, more in others:
                with pytest.raises(Refused) as refusal:
                    await seat.do(what, command_id="one", **more)
                assert refusal.value.code == "reused-id"
            other = await running.house().open_table(THREE_CARD, bots=0)
            elsewhere = await ann.table(other["id"])
            with pytest.raises(Refused) as refusal:  # another table is another command
                await elsewhere.do("buy_in", command_id="one", amount="100")
            assert refusal.value.code == "reused-id"
            account = await running.parts.accounts.by_name("Ann")
            assert account.chips == (1000 - 500 - 100) * 100
            await seat.close()
            await elsewhere.close()

    run(test())


def test_a_reused_id_is_refused_after_a_restart_too(database: str, tmp_path: Path) -> None:
    async def first() -> tuple[str | None, str]:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann = await running.guest("Ann")
            async with await ann.quick_seat(family="three-card-poker") as seat:
                await seat.do("buy_in", command_id="one", amount="100")
                return ann.token, seat.table

    async def second(token: str | None, table: str) -> None:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann = Cardroom(running.address, token=token)
            async with await ann.table(table) as seat:
                await seat.do("buy_in", command_id="one", amount="100")  # known, not done again
                with pytest.raises(Refused) as refusal:
                    await seat.do("buy_in", command_id="one", amount="200")
                assert refusal.value.code == "reused-id"
            assert (await ann.me())["account"]["chips"] == "400.00"

    run(second(*run(first())))


def test_a_refused_command_may_be_corrected_under_a_new_id_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(family="three-card-poker")
            for _ in range(2):
                with pytest.raises(Refused) as refusal:
                    await seat.do("buy_in", command_id="much", amount="5000")
                assert refusal.value.code == "not-enough-chips"
            with pytest.raises(Refused) as refusal:
                await seat.do("buy_in", command_id="much", amount="50")
            assert refusal.value.code == "reused-id"
            await seat.close()

    run(test())
