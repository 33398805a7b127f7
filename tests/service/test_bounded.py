"""Work that anybody may ask for is bounded, and nobody at a table waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, Refused
from houseway.service import app as app_module
from houseway.service.backroom.workers import Kept, Workers
from houseway.service.settings import Limits
from tests.service.running import LOOSE, PATIENCE, eventually, run, serving

EVIL = "tests.service.evil_worker"
ROUND = Path(__file__).parents[1] / "rounds/baccarat/napa-04-natural-ends-the-drawing.toml"
needs_memory_limits = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there")


async def _ask(
    address: str, path: str, body: bytes | None = None, *, source: str = "127.0.0.1",
    kind: str = "application/toml",
) -> tuple[int, dict[str, str], bytes]:  # fmt: skip
    """A plain request, from a chosen address of this machine: status, headers, body."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    verb = "GET" if body is None else "POST"
    head = f"{verb} {path} HTTP/1.1\r\nhost: {host}:{port}\r\nconnection: close\r\n"
    head += f"content-type: {kind}\r\ncontent-length: {len(body or b'')}\r\n\r\n"
    try:
        writer.write(head.encode() + (body or b""))
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    top, _, content = answer.partition(b"\r\n\r\n")
    first, *lines = top.decode().split("\r\n")
    headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines)}
    return int(first.split()[1]), headers, content


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@asynccontextmanager
async def _workers(**choices: Any) -> AsyncIterator[Workers]:
    async with Workers(replace(Limits(), **choices), EVIL) as workers:
        yield workers
        pids = workers.pids
    assert not any(_alive(pid) for pid in pids), "none is left behind"


async def _do(workers: Workers, text: str, address: str = "") -> Any:
    return json.loads(await workers.do(address, "adjudicate", text=text, as_json=False))


# The processes.


def test_a_process_is_used_again_and_replaced_when_it_fails() -> None:
    async def test() -> None:
        async with _workers(workers=1) as workers:
            first = (await _do(workers, ""))["pid"]
            assert (await _do(workers, ""))["pid"] == first
            with pytest.raises(HousewayError) as refused:
                await _do(workers, "refuse")
            assert refused.value.as_json() == {
                "code": "bad-value", "message": "not this", "where": "there", "cite": "§ 1",
            }  # fmt: skip
            with pytest.raises(HousewayError, match="written down"):
                await _do(workers, "fail")
            assert (await _do(workers, ""))["pid"] == first
            with pytest.raises(Refused) as died:
                await _do(workers, "die")
            assert died.value.code == "too-much-work"
            assert (await _do(workers, ""))["pid"] != first

    run(test())


def test_a_process_that_does_not_come_is_told_as_busy() -> None:
    async def test() -> None:
        async with Workers(Limits(), "tests.service.no_such_worker") as workers:
            with pytest.raises(Refused) as refused:
                await workers.do("", "adjudicate", text="", as_json=False)
            assert refused.value.code == "busy"

    run(test())


@needs_memory_limits
def test_a_job_that_eats_memory_is_ended() -> None:
    async def test() -> None:
        async with _workers(workers=1, work_bytes=400 * 1024**2, work_seconds=60) as workers:
            with pytest.raises(Refused) as refused:
                await _do(workers, "eat")
            assert refused.value.code == "too-much-work"
            assert (await _do(workers, ""))["pid"]

    run(test())


def test_a_job_that_does_not_end_is_ended() -> None:
    async def test() -> None:
        async with _workers(workers=1, work_seconds=0.3) as workers:
            with pytest.raises(Refused) as refused:
                await _do(workers, "spin")
            assert refused.value.code == "too-much-work"

    run(test())


def test_so_many_wait_and_no_more_in_all_and_of_one_address(tmp_path: Path) -> None:
    async def test() -> None:
        go = tmp_path / "go"
        async with _workers(workers=1, works_waiting=2, works_per_address=2) as workers:
            held = [
                asyncio.create_task(_do(workers, f"until {go}", one)) for one in ("a", "a", "b")
            ]
            await asyncio.sleep(0)
            with pytest.raises(Refused) as mine:
                await _do(workers, "", "a")
            assert mine.value.code == "too-many"
            with pytest.raises(Refused) as everybody:
                await _do(workers, "", "c")
            assert everybody.value.code == "busy"
            go.touch()
            await asyncio.gather(*held)
            assert await _do(workers, "", "a")

    run(test())


def test_one_address_never_has_all_processes(tmp_path: Path) -> None:
    async def test() -> None:
        async with _workers(workers=2, work_seconds=120) as workers:
            hogs = [
                asyncio.create_task(_do(workers, f"wait {tmp_path / str(n)}", "192.0.2.1"))
                for n in range(6)
            ]
            await eventually(lambda: any(tmp_path.iterdir()))
            assert await _do(workers, "", "192.0.2.2"), "somebody else is answered meanwhile"
            assert len(list(tmp_path.iterdir())) == 1
            for hog in hogs:
                hog.cancel()
            await asyncio.gather(*hogs, return_exceptions=True)
            assert await _do(workers, "", "192.0.2.1")

    run(test())


def test_who_stops_waiting_ends_the_process_and_frees_the_place(tmp_path: Path) -> None:
    async def test() -> None:
        there = tmp_path / "there"
        async with _workers(workers=1) as workers:
            waiting = asyncio.create_task(_do(workers, f"wait {there}"))
            await eventually(there.exists, 60)
            (pid,) = workers.pids
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await eventually(lambda: not _alive(pid))
            assert (await _do(workers, ""))["pid"] != pid

    run(test())


_OWNER = """
import asyncio
from houseway.service.settings import Limits
from houseway.service.backroom.workers import Workers

async def main():
    workers = Workers(Limits(work_seconds=0.2), "tests.service.evil_worker")
    await workers.do("", "adjudicate", text="", as_json=False)
    print(*workers.pids, flush=True)
    await workers.do("", "adjudicate", text="spin", as_json=False) if {busy} else None
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.parametrize("busy", [False, True])
def test_when_the_owner_is_killed_its_processes_end(busy: bool) -> None:
    """The idle one hears that nobody asks any more, the busy one's time runs out."""
    with subprocess.Popen(
        [sys.executable, "-c", _OWNER.replace("{busy}", str(busy))],
        stdout=subprocess.PIPE, cwd=Path(__file__).parents[2],
    ) as owner:  # fmt: skip
        assert owner.stdout is not None
        said = owner.stdout.readline()
        owner.kill()
    pid = int(said)
    run(eventually(lambda: not _alive(pid), 60))


def test_an_answer_is_made_once_however_many_ask_and_a_failure_is_not_kept() -> None:
    async def test() -> None:
        kept, made = Kept(2), []

        async def make(answer: bytes) -> bytes:
            made.append(answer)
            await asyncio.sleep(0)
            if answer == b"bad":
                raise Refused("busy", "not now")
            return answer

        same = [kept.get("a", lambda: make(b"a")) for _ in range(30)]
        assert set(await asyncio.gather(*same)) == {b"a"}
        assert made == [b"a"]
        for _ in range(2):
            with pytest.raises(Refused):
                await kept.get("x", lambda: make(b"bad"))
        assert made == [b"a", b"bad", b"bad"]
        await kept.get("b", lambda: make(b"b"))
        await kept.get("a", lambda: make(b"never"))
        await kept.get("c", lambda: make(b"c"))  # b was not asked for so long
        await kept.get("b", lambda: make(b"again"))
        assert made == [b"a", b"bad", b"bad", b"b", b"c", b"again"]
        assert len(kept) == 2
        first = asyncio.create_task(kept.get("d", lambda: make(b"d")))
        await asyncio.sleep(0)
        first.cancel()  # one who goes does not take the answer from the others
        assert await kept.get("d", lambda: make(b"never")) == b"d"

    run(test())


# The cardroom.

DEEP = {
    "dotted keys": b"a" + b".a" * 31_000 + b"=1",
    "brackets": b"a=" + b"[" * 60_000,
    "digits": b"a=" + b"9" * 4_301,
    "an exponent": b"a=1e999999999",
}


def test_what_would_take_gigabytes_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            for text in DEEP.values():
                status, _, body = await _ask(running.address, "/api/adjudicate", text)
                assert status == 422
                assert json.loads(body)["error"]["code"] in ("too-deep", "bad-value")
            for text in (b"[" * 60_000, b'{"a":' * 10_000, b"9" * 5_000, b'{"a": 1e99999999}'):
                for path in ("/api/adjudicate", "/api/guests", "/api/login"):
                    answer = await _ask(running.address, path, text, kind="application/json")
                    assert answer[0] == 422
                    assert json.loads(answer[2])["error"]["message"]
            status, _, body = await _ask(running.address, "/api/adjudicate", ROUND.read_bytes())
            assert status == 200, body
            assert json.loads(body)["net"]

    run(test())


def test_sheets_and_signs_are_made_elsewhere_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: Any, **__: Any) -> None:
        raise AssertionError("worked out where the tables are")

    monkeypatch.setattr("houseway.filings.show.rule_sheet_json", here)
    monkeypatch.setattr("houseway.filings.sign.table_sign_json", here)
    monkeypatch.setattr("houseway.histories.adjudicate.adjudicate", here)
    asked: list[str] = []
    do = Workers.do

    async def counting(self: Workers, address: str, work: str, /, **given: Any) -> bytes:
        asked.append(work)
        return await do(self, address, work, **given)

    monkeypatch.setattr(Workers, "do", counting)
    omaha = "/api/filings/500-club/omaha"

    async def test() -> None:
        async with serving(tmp_path) as running:
            answers = await asyncio.gather(*(_ask(running.address, omaha) for _ in range(30)))
            assert {status for status, _, _ in answers} == {200}
            assert len({body for _, _, body in answers}) == 1
            assert json.loads(answers[0][2])["told"]
            three = "/api/filings/casino-club/three-card-poker-6-card-bonus"
            for _ in range(3):
                status, _, body = await _ask(
                    running.address, f"{three}/sign?schedule=1&limits=5-500"
                )
                assert status == 200, body
            assert asked == ["sheet", "sign"]
            found = await _ask(running.address, f"{three}?find=qualifies")
            assert json.loads(found[2])["found"]
            assert (await _ask(running.address, "/api/filings/500-club/nothing"))[0] == 404
            refused = await _ask(running.address, f"{three}/sign?schedule=1&limits=5-5000")
            assert refused[0] == 422
            assert json.loads(refused[2])["error"]["code"] == "limits-not-permitted"

    run(test())


def test_work_ends_when_the_client_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Workers] = []

    def evil(limits: Limits) -> Workers:
        made.append(Workers(limits, EVIL))
        return made[-1]

    monkeypatch.setattr(app_module, "Workers", evil)

    async def test() -> None:
        async with serving(tmp_path, limits=replace(LOOSE, workers=1)) as running:
            there = tmp_path / "there"
            asking = asyncio.create_task(
                _ask(running.address, "/api/adjudicate", f"wait {there}".encode())
            )
            await eventually(there.exists, 60)
            (pid,) = made[0].pids
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await eventually(lambda: not _alive(pid), 60)
            assert (await _ask(running.address, "/api/adjudicate", b"x"))[0] == 200

    run(test())


def test_a_full_queue_says_when_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "Workers", partial(Workers, module=EVIL))
    limits = replace(LOOSE, workers=1, works_waiting=0)

    async def test() -> None:
        async with serving(tmp_path, limits=limits) as running:
            there = tmp_path / "there"
            body = f"wait {there}".encode()
            asking = asyncio.create_task(_ask(running.address, "/api/adjudicate", body))
            await eventually(there.exists, 60)
            status, headers, _ = await _ask(running.address, "/api/adjudicate", b"x")
            assert status == 503
            assert int(headers["retry-after"]) > 0
            assert (await _ask(running.address, "/api/tables"))[0] == 200
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    run(test())


# The door.


def _silent(address: str, count: int) -> list[socket.socket]:
    host, port = address.removeprefix("http://").split(":")
    made = []
    for _ in range(count):
        one = socket.create_connection((host, int(port)))
        one.setblocking(False)
        made.append(one)
    return made


async def _shut_out(tmp_path: Path, limit: int, count: int) -> None:
    limits = replace(LOOSE, connections_per_address=limit, request_seconds=300)
    async with serving(tmp_path, limits=limits) as running:
        silent = await asyncio.to_thread(_silent, running.address, count)
        status, headers, _ = await _ask(running.address, "/api/tables")
        assert status == 503, "no more of this address"
        assert headers["retry-after"]
        assert (await _ask(running.address, "/api/tables", source="127.0.0.2"))[0] == 200
        for one in silent:
            one.close()

        async def again() -> int:
            return (await _ask(running.address, "/api/tables"))[0]

        async with asyncio.timeout(PATIENCE):
            while await again() != 200:
                await asyncio.sleep(0.05)


def test_silent_connections_of_one_address_do_not_shut_out_others(tmp_path: Path) -> None:
    run(_shut_out(tmp_path, 20, 60))


@pytest.mark.long
def test_4700_silent_connections_of_one_address(tmp_path: Path) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # both ends are in this process
    run(_shut_out(tmp_path, Limits().connections_per_address, 4700))


def test_sockets_at_tables_are_not_counted_at_the_door(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, connections_per_address=6)
        async with serving(tmp_path, limits=limits) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat()
            others = [await (await running.guest(f"Guest {n}")).table(seat.table) for n in range(4)]
            for _ in range(10):  # each connection counts as long as it is open, and no longer
                assert (await _ask(running.address, "/api/tables"))[0] == 200
            for one in (seat, *others):
                await one.close()

    run(test())


def test_who_asks_too_often_waits_for_the_refusal(tmp_path: Path) -> None:
    """Refusals at once would be asked for without end, and the tables would wait for them."""

    async def test() -> None:
        limits = replace(LOOSE, requests=(0.001, 2), refusal_seconds=600)
        async with serving(tmp_path, limits=limits) as running:
            for _ in range(2):
                assert (await _ask(running.address, "/api/tables"))[0] == 200
            refused = asyncio.create_task(_ask(running.address, "/api/tables"))
            assert (await _ask(running.address, "/api/tables", source="127.0.0.2"))[0] == 200
            assert not refused.done()
            refused.cancel()
            await asyncio.gather(refused, return_exceptions=True)
        limits = replace(limits, refusal_seconds=0.01)
        async with serving(tmp_path, limits=limits) as running:
            statuses = [(await _ask(running.address, "/api/tables"))[0] for _ in range(3)]
            assert statuses == [200, 200, 429]

    run(test())


_BARE = """
import sys
for name in ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "syslog"):
    sys.modules[name] = None
import houseway.cli, houseway.reading, houseway.printing
import houseway.service.serve, houseway.service.backroom.worker, houseway.service.backroom.workers
houseway.service.backroom.worker.limit_memory(2**30)
houseway.service.serve.allow_files(100)
"""


def test_what_is_loaded_once_is_loaded_before_anybody_asks(tmp_path: Path) -> None:
    """Loading a family took 150 milliseconds of every table's time, when its first table opened."""
    program = """if True:
        import sys
        from houseway.filings.catalogue import index
        from houseway.filings.loader import load
        from houseway.service.app import _get_ready, make_app
        from houseway.service.settings import Settings
        from houseway.table.evening import usual_setup
        from houseway.table.journal import MemoryJournal
        from houseway.table.opening import open_table
        import random

        app = make_app(Settings(database=sys.argv[1]))
        _get_ready(app)
        assert app.openapi_schema
        loaded = set(sys.modules)
        for line in index():
            setup = usual_setup(load(line["id"]), table="1")
            open_table(setup, MemoryJournal(), random.Random(0))
        late = {one for one in set(sys.modules) - loaded if one.startswith("houseway.")}
        assert not late, late
    """
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"
    subprocess.run([sys.executable, "-c", program, database], check=True)


def test_nothing_that_only_some_systems_have_is_needed_to_start() -> None:
    subprocess.run([sys.executable, "-c", _BARE], check=True)


def test_ctrl_c_is_not_for_the_workers() -> None:
    """It goes to all processes of a terminal; the owner ends its workers itself."""

    async def test() -> None:
        async with _workers(workers=1) as workers:
            pid = (await _do(workers, ""))["pid"]
            os.kill(pid, signal.SIGINT)
            assert (await _do(workers, ""))["pid"] == pid

    run(test())
