"""Finished rounds: told as one may see them, proved, taken away, disputed; and a table's log."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from houseway.service.people.acts import Deed
from houseway.service.storage.keys import public_keys
from houseway.service.web import answers
from houseway.service.web.catalogue import answer_json, asked_by, while_there, workers_of
from houseway.service.web.routes.asking import (
    AS_TEXT,
    Asker,
    MayTakeLogs,
    Room,
    RoundNumber,
    TableId,
    ThisRound,
    viewer_of,
)


def add_history(router: APIRouter) -> None:
    @router.get("/api/tables/{table}/history", response_model=list[answers.RoundLine])
    async def history(
        cardroom: Room,
        table: TableId,
        before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 20,
    ) -> Any:
        """Finished rounds, the newest first."""
        return await cardroom.history.rounds(table, before, limit)

    @router.get("/api/tables/{table}/rounds/{number}", response_model=answers.RoundAnswer)
    async def one_round(request: Request, cardroom: Room, this: ThisRound) -> Response:
        """A finished round, record by record, as you may see it."""
        return answer_json(await while_there(request, cardroom.history.told("round", *this)))

    @router.get("/api/tables/{table}/rounds/{number}/proof", response_model=answers.ProofAnswer)
    async def proof_of_round(request: Request, cardroom: Room, this: ThisRound) -> Response:
        """What proves that the cards you saw in a finished round were fixed before it."""
        return answer_json(await while_there(request, cardroom.history.told("proof", *this)))

    @router.get(
        "/api/tables/{table}/rounds/{number}/file",
        response_class=PlainTextResponse,
        responses=AS_TEXT,
    )
    async def download_round(request: Request, cardroom: Room, this: ThisRound) -> Response:
        """A finished round as a file: a round file if you know every card, or a PHH hand."""
        made = await while_there(request, cardroom.history.told("file", *this)) or b""
        name, _, text = made.decode().partition("\n")
        return _download(text, name)

    @router.get("/api/tables/{table}/rounds/{number}/dispute", response_model=answers.DisputeAnswer)
    async def dispute_round(request: Request, cardroom: Room, this: ThisRound) -> Response:
        """A finished round as a file to be disputed, with `??` for cards you never saw."""
        return answer_json(await while_there(request, cardroom.history.told("dispute", *this)))

    @router.get(
        "/api/tables/{table}/rounds/{number}/readings", response_model=answers.ReadingsAnswer
    )
    async def readings_of_round(
        request: Request, cardroom: Room, table: TableId, number: RoundNumber
    ) -> Response:
        """Readings of the filing under which somebody's money would have been otherwise."""
        ask = asked_by(request)
        kept = workers_of(request).readings
        return answer_json(
            await kept.get((table, number), lambda: cardroom.history.readings(table, number, ask))
        )

    @router.get("/api/tables/{table}/log", response_class=PlainTextResponse, responses=AS_TEXT)
    async def download_log(
        request: Request,
        cardroom: Room,
        asker: Asker,
        table: TableId,
        rounds: Annotated[int, Query(ge=1, le=50)] = 50,
    ) -> Response:
        """The last rounds as lines of JSON, as you may see them."""
        told = cardroom.history.log(table, rounds, viewer_of(asker), asked_by(request))
        return _download(await while_there(request, told) or "", f"table-{table}.jsonl")

    @router.get(
        "/api/tables/{table}/sealed-log", response_class=PlainTextResponse, responses=AS_TEXT
    )
    async def download_sealed(cardroom: Room, asker: MayTakeLogs, table: TableId) -> Response:
        """The whole event log of a closed or locked table, for the house and its inspector."""
        locked = await cardroom.lobby.is_locked(table)
        log_file = await cardroom.history.sealed_log(table, locked=locked)
        await cardroom.note(Deed(asker.name, "took the log of", table))
        return _download(log_file, f"table-{table}.log")


def _download(text: str, name: str) -> Response:
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


def add_proofs(router: APIRouter) -> None:
    """What logs are held against: the house's keys, and where each log ended."""

    @router.get("/api/key", response_class=PlainTextResponse, responses=AS_TEXT)
    async def key(cardroom: Room) -> Response:
        """The house's public keys, present and past, for `houseway verify --key`."""
        return PlainTextResponse(await asyncio.to_thread(public_keys, cardroom.key_file))

    @router.get("/api/anchor", response_class=PlainTextResponse, responses=AS_TEXT)
    async def anchor(cardroom: Room, _: MayTakeLogs) -> Response:
        """The last hash of every log at this moment, to be lodged elsewhere."""
        return PlainTextResponse(await cardroom.anchors())
