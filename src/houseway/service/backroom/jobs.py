"""Long work for the desk: simulations, counts, books of a bank, kept with what they found.

A job runs in a process of the lowest priority, or from there on a cluster. Whoever has its link
sees it, from any server of the store: the one that works at it writes down every few seconds how
far it is. One that nobody has written about for a while is told as interrupted.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from houseway.errors import HousewayError, Refused
from houseway.service.backroom.workers import Workers
from houseway.service.people.accounts import Account
from houseway.service.people.roles import is_staff
from houseway.service.protocol import NewJob
from houseway.service.settings import Limits
from houseway.service.storage.schema import jobs
from houseway.service.storage.store import Store

OPEN: Final = ("waiting", "running")
NICE: Final = 19
AHEAD: Final = ("houseway.analysis.simulate.run", "houseway.analysis.bank.book")
BEAT_SECONDS: Final = 5.0
STALE: Final = timedelta(seconds=20)
LOOK_SECONDS: Final = 2.0  # that one who has seen everything is kept waiting for more
UNSAVED: Final = 20  # of one account; older ones are forgotten
KEPT: Final = timedelta(days=30)  # if nobody saves them
LISTED: Final = 200

_WORKS: Final = {
    "simulate": ("simulate", ("table", "seats", "bank", "schedule", "play", "rounds", "seed")),
    "bank": (
        "bank",
        ("table", "seats", "bank", "schedule", "play", "rounds", "seed", "bankroll", "ruin",
         "clauses"),
    ),
    "league": ("bank_league", ("seats", "play", "wager")),
    "odds": ("count", ("decks", "option")),
}  # fmt: skip
_LINE: Final = ("id", "kind", "filing", "at", "share", "name")

log = logging.getLogger("houseway.service")


@dataclass(slots=True)
class _Run:
    """A job under way here, and what it has found so far."""

    account: int
    filing: str
    task: asyncio.Task[None] | None = None
    state: str = "waiting"
    share: float = 0.0
    result: bytes = b"null"
    turn: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, told: bytes) -> None:
        """A share of the work, and after it what is found if that is new."""
        share, _, result = told.partition(b"\n")
        self.state, self.share, self.result = "running", float(share), result or self.result
        self.tell()

    def tell(self) -> None:
        self.turn += 1
        self.news.set()
        self.news = asyncio.Event()


class Jobs:
    """Who has asked for what, how far it is, and what came out."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], limits: Limits, cluster: str
    ) -> None:
        self._store, self._now, self._cluster = store, now, cluster
        self._saved = limits.jobs_saved
        given = replace(
            limits, workers=limits.jobs, works_waiting=limits.jobs_waiting,
            works_per_address=limits.jobs_per_account, work_seconds=limits.job_seconds,
            work_bytes=limits.job_bytes,
        )  # fmt: skip
        self._workers = Workers(given, nice=NICE, ahead=AHEAD)
        self._runs: dict[str, _Run] = {}
        self._learning: asyncio.Task[bytes] | None = None

    # Asked for by their owner.

    async def put(self, account: Account, address: str, wish: NewJob) -> str:
        """Have something worked out; the id by which it is found."""
        if wish.kind != "league" and not wish.filing:
            raise Refused("no-filing", "name a filing", where="filing")
        asker = f"account {account.id}" if is_staff(account.role) else address
        self._workers.admit(asker)
        job, now = secrets.token_urlsafe(18), self._now()
        row = {
            "id": job, "account": account.id, "at": _written(now), "kind": wish.kind,
            "filing": wish.filing, "wish": wish.model_dump_json(), "name": "", "state": "waiting",
            "beat": _written(now), "share": 0.0, "result": "null", "error": "null",
        }  # fmt: skip

        def write(connection: Connection) -> None:
            connection.execute(insert(jobs), [row])
            _forget(connection, account.id, now)

        await self._store.write(write)
        run = self._runs[job] = _Run(account.id, wish.filing)
        work, keys = _WORKS[wish.kind]
        given = wish.model_dump(mode="json", include={"filing", *keys}) | {"cluster": self._cluster}
        run.task = asyncio.create_task(self._work(job, run, asker, work, given), name=f"job {job}")
        return job

    def prepare(self, filing: str) -> None:
        """Have a process know a game before somebody waits for its figures, unless there is work
        to do; how that ends is no one's business."""
        if self._runs or self._learning is not None:
            self._workers.stand_by()
            return
        self._learning = asyncio.create_task(self._workers.do("", "ready", filing=filing))
        self._learning.add_done_callback(self._learned)

    def _learned(self, task: asyncio.Task[bytes]) -> None:
        self._learning = None
        if not task.cancelled() and task.exception() is not None:
            log.info("no process could be made ready: %s", task.exception())

    async def mine(self, account: Account) -> list[dict[str, Any]]:
        """The newest first."""
        wanted = select(jobs).where(jobs.c.account == account.id)
        rows = await asyncio.to_thread(
            self._store.all, wanted.order_by(jobs.c.at.desc(), jobs.c.id).limit(LISTED)
        )
        return [self._line(row) for row in rows]

    async def cancel(self, account: Account, job: str) -> None:
        """End it; what it has found so far stays."""
        run = self._runs.get(job)
        found: dict[str, Any] = {"state": "cancelled"}
        if run is not None:
            found |= {"share": run.share, "result": run.result.decode()}
        await self._change(account, job, (*OPEN, "cancelled"), **found)
        await self._end(job)
        if run is not None and run.filing:
            self.prepare(run.filing)  # it is likely asked for again, a little otherwise

    async def save(self, account: Account, job: str, name: str) -> None:
        """Keep it for good, under a name."""

        def saved(connection: Connection) -> int:
            mine = (jobs.c.account == account.id) & (jobs.c.name != "") & (jobs.c.id != job)
            return int(connection.execute(select(func.count()).where(mine)).scalar_one())

        if await self._store.write(saved) >= self._saved:
            raise Refused(
                "too-many-saved",
                f"{self._saved} are saved already; delete one first",
                where="name",
            )
        await self._change(account, job, (), name=name)

    async def delete(self, account: Account, job: str) -> None:
        mine = (jobs.c.id == job) & (jobs.c.account == account.id)
        gone = await self._store.write(
            lambda connection: connection.execute(delete(jobs).where(mine))
        )
        if not gone.rowcount:
            raise _no_such_job()
        await self._end(job)

    # Seen by whoever has the link.

    async def whole(self, job: str, asker: Account | None, seen: int | None = None) -> bytes:
        """All of it as JSON; one who has `seen` what there is waits a moment for more."""
        run = self._runs.get(job)
        if run is not None and run.turn == seen:
            with suppress(TimeoutError):
                await asyncio.wait_for(run.news.wait(), LOOK_SECONDS)
        row = await asyncio.to_thread(self._store.first, select(jobs).where(jobs.c.id == job))
        if row is None:
            raise _no_such_job()
        run = self._runs.get(job)
        line = self._line(row)
        result: bytes = row.result.encode()
        if run is not None and line["state"] in OPEN:
            line |= {"state": run.state, "share": run.share}
            result = run.result
        told = line | {
            "wish": json.loads(row.wish),
            "turn": run.turn if run is not None else 0,
            "own": asker is not None and asker.id == row.account,
            "error": json.loads(row.error),
        }
        return json.dumps(told).encode()[:-1] + b', "result": ' + result + b"}"

    def _line(self, row: Row[Any]) -> dict[str, Any]:
        state = row.state
        if state in OPEN and row.id not in self._runs and row.beat < _written(self._now() - STALE):
            state = "interrupted"
        told = {key: getattr(row, key) for key in _LINE}
        return told | {"state": state, "rounds": json.loads(row.wish)["rounds"]}

    # At work.

    async def _work(
        self, job: str, run: _Run, asker: str, work: str, given: dict[str, Any]
    ) -> None:
        beating = asyncio.create_task(self._beat(job, run))
        end: dict[str, Any] = {}
        try:
            made = await self._workers.follow(asker, work, given, run.hear)
            end = {"state": "done", "share": 1.0, "result": made.decode()}
        except HousewayError as error:
            end = {
                "state": "refused", "share": run.share, "result": run.result.decode(),
                "error": json.dumps(error.as_json()),
            }  # fmt: skip
        finally:
            beating.cancel()
            if end:
                await self._write_open(job, end)
            self._runs.pop(job, None)
            run.tell()

    async def _beat(self, job: str, run: _Run) -> None:
        """Write down how far it is; a job that was cancelled elsewhere, or deleted, ends."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            so_far = {
                "state": run.state, "share": run.share, "result": run.result.decode(),
                "beat": _written(self._now()),
            }  # fmt: skip
            if not await self._write_open(job, so_far) and run.task is not None:
                run.task.cancel()

    async def _end(self, job: str) -> None:
        run = self._runs.get(job)
        if run is not None and run.task is not None:
            run.task.cancel()
            await asyncio.gather(run.task, return_exceptions=True)

    async def stop(self) -> None:
        """What is under way is interrupted, and told so."""
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)
        runs = dict(self._runs)
        for job, run in runs.items():
            await self._end(job)
            found = {"share": run.share, "result": run.result.decode()}
            try:
                await self._write_open(job, {"state": "interrupted", **found})
            except HousewayError as error:  # a store that is another's says nothing here
                log.warning("a job's end was not written: %s", error)
        await self._workers.stop()

    async def _write_open(self, job: str, values: dict[str, Any]) -> bool:
        """Whether the job was still open, and is written."""
        still = update(jobs).where(jobs.c.id == job, jobs.c.state.in_(OPEN)).values(values)
        return bool(
            (await self._store.write(lambda connection: connection.execute(still))).rowcount
        )

    async def _change(
        self, account: Account, job: str, states: tuple[str, ...], **values: Any
    ) -> None:
        mine = (jobs.c.id == job) & (jobs.c.account == account.id)
        if states:
            mine &= jobs.c.state.in_(states)
        changed = update(jobs).where(mine).values(values)
        done = await self._store.write(lambda connection: connection.execute(changed))
        if not done.rowcount:
            raise _no_such_job()


def _no_such_job() -> Refused:
    return Refused("no-such-job", "there is no such run of yours, or it is over", where="job")


def _forget(connection: Connection, account: int, now: datetime) -> None:
    """What nobody saved goes after a month, and when many others have followed it."""
    unsaved = (jobs.c.name == "") & jobs.c.state.not_in(OPEN)
    mine = select(jobs.c.id).where(unsaved, jobs.c.account == account)
    old = mine.order_by(jobs.c.at.desc(), jobs.c.id).offset(UNSAVED).limit(LISTED)
    gone = [row.id for row in connection.execute(old)]
    connection.execute(delete(jobs).where(jobs.c.id.in_(gone)))
    connection.execute(delete(jobs).where(unsaved, jobs.c.at < _written(now - KEPT)))


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
