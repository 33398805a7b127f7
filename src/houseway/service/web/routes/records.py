"""The office's records: tables and hands, reports, logs verified, hands given out as files."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from houseway.errors import Refused
from houseway.histories.report_page import box_rows, report_pdf
from houseway.service.backroom.workers import Workers
from houseway.service.people.acts import Deed
from houseway.service.protocol import ReportWish
from houseway.service.storage.keys import public_keys
from houseway.service.web import answers
from houseway.service.web.catalogue import GONE, answer_json, while_there
from houseway.service.web.forms import as_csv, download
from houseway.service.web.routes.asking import (
    MaySeeRecords,
    MaySeeReports,
    MayTakeLogs,
    Room,
    TableId,
    forms,
)

Find = Annotated[str, Query(max_length=100)]
Hand = Annotated[int, InPath(ge=1, le=2**31 - 1)]
Moment = Annotated[str, Query(max_length=40, pattern=r"^[0-9T:.+-]*$")]
_LOG = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}


def _clerks(request: Request) -> Workers:
    clerks: Workers = request.app.state.clerks
    return clerks


async def by_clerk(request: Request, work: str, **given: Any) -> bytes | None:
    """What a clerk makes of the records, while somebody waits for it."""
    return await while_there(request, _clerks(request).do("", work, **given))


def add_records(router: APIRouter) -> None:
    _add_tables(router)
    _add_reports(router)
    _add_logs(router)


def _add_tables(router: APIRouter) -> None:
    @router.get(
        "/api/records/tables", response_model=list[answers.TableRecord], responses=forms("text/csv")
    )
    async def tables(
        cardroom: Room,
        _: MaySeeRecords,
        find: Find = "",
        before: Moment = "",
        limit: Annotated[int, Query(ge=1, le=1000)] = 50,
        form: Literal["json", "csv"] = "json",
    ) -> Any:
        """Tables past and present, the latest opened first."""
        found = await cardroom.records.tables(find, before, limit)
        return found if form == "json" else download(as_csv(found), "tables.csv", "text/csv")

    @router.get(
        "/api/records/tables/{table}/hands",
        response_model=list[answers.HandRecord],
        responses=forms("text/csv"),
    )
    async def hands(
        cardroom: Room,
        _: MaySeeRecords,
        table: TableId,
        before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 50,
        form: Literal["json", "csv"] = "json",
    ) -> Any:
        """A table's finished hands, the newest first."""
        found = await cardroom.records.hands(table, before, limit)
        name = f"hands-{table}.csv"
        return found if form == "json" else download(as_csv(found), name, "text/csv")

    @router.get("/api/records/tables/{table}/hands/{number}", response_model=answers.HandFile)
    async def hand(
        request: Request, cardroom: Room, asker: MayTakeLogs, table: TableId, number: Hand
    ) -> Response:
        """A hand of a closed table with all its cards, as `houseway export --json`."""
        locked = await cardroom.lobby.is_locked(table)
        await cardroom.records.check_closed(table, locked)
        await cardroom.note(Deed(asker.name, "took a hand of", table, {"hand": number}))
        database = cardroom.settings.database
        return answer_json(
            await by_clerk(request, "export", database=database, table=table, number=number)
        )


def _add_reports(router: APIRouter) -> None:
    @router.post(
        "/api/records/report",
        response_model=answers.ReportAnswer,
        responses=forms("text/csv", "application/pdf"),
    )
    async def report(
        request: Request,
        cardroom: Room,
        _: MaySeeReports,
        wish: ReportWish,
        form: Literal["json", "csv", "rotation.csv", "pdf"] = "json",
    ) -> Response:
        """Hands, action, fees, drop and rotation by table and shift, against the count sheet."""
        counted = wish.counted if isinstance(wish.counted, str) else json.dumps(wish.counted)
        made = await by_clerk(
            request, "report", database=cardroom.settings.database, tables=wish.tables,
            since=wish.since, until=wish.until, counted="" if wish.counted is None else counted,
        )  # fmt: skip
        if made is None:
            return Response(status_code=GONE)
        if form == "json":
            return answer_json(made)
        found = json.loads(made)
        if form == "pdf":
            about = ", ".join(filter(None, (
                f"tables {', '.join(wish.tables)}" if wish.tables else "all tables",
                wish.since and f"from {wish.since}", wish.until and f"to {wish.until}",
            )))  # fmt: skip
            page = await asyncio.to_thread(report_pdf, found, "Report", about)
            return download(page, "report.pdf", "application/pdf")
        rows = box_rows(found) if form == "csv" else found["rotation"]
        name = "report.csv" if form == "csv" else "rotation.csv"
        return download(as_csv(rows), name, "text/csv")


def _add_logs(router: APIRouter) -> None:
    @router.post("/api/records/tables/{table}/verify", response_model=answers.VerifiedAnswer)
    async def verify(request: Request, cardroom: Room, _: MayTakeLogs, table: TableId) -> Response:
        """A table's log as the store has it, its signatures and its chips at the cage."""
        await cardroom.history.check_table(table)
        keys = await asyncio.to_thread(public_keys, cardroom.key_file)
        database = cardroom.settings.database
        return answer_json(
            await by_clerk(request, "verify", database=database, table=table, keys=keys)
        )

    @router.post(
        "/api/records/verify",
        response_model=answers.VerifiedAnswer,
        openapi_extra={"requestBody": _LOG},
    )
    async def verify_log(
        request: Request, cardroom: Room, _: MayTakeLogs, ours: bool = False
    ) -> Response:
        """A log that somebody brings; with `ours`, signed by this house."""
        log = await _upload(request, cardroom.settings.limits.upload_bytes)
        keys = await asyncio.to_thread(public_keys, cardroom.key_file) if ours else ""
        return answer_json(await by_clerk(request, "verify_log", log=log, keys=keys))


async def _upload(request: Request, most: int) -> str:
    """A large body, read only now that its sender is known."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused("too-large", f"a log has {most} bytes at most; use the command line")
    return body.decode("utf-8", "replace")
