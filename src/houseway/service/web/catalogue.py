"""The routes of the catalogue: what anybody may ask, with or without a name.

Nothing here is worked out in this process. Sheets and signs follow from the filing alone and are
kept; a dispute is settled for as long as somebody waits for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath

from houseway.filings.catalogue import filing_ids, index
from houseway.filings.loader import load
from houseway.rounds.felt import families_told
from houseway.service.backroom.workers import Workers, unless
from houseway.service.web import answers, desk_answers

T = TypeVar("T")

_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"type": "object"}},
            "application/toml": {"schema": {"type": "string"}},
        },
    }
}
GONE = 499  # the usual number for one who has left; nobody reads it


def known_filing(wanted: str) -> str:
    """The id of a filing; one that is not in the catalogue is refused here."""
    if wanted not in filing_ids():
        load(wanted)
    return wanted


# What several requests say in the same way.


async def _filing(
    house: Annotated[str, InPath(max_length=60)], game: Annotated[str, InPath(max_length=80)]
) -> str:
    return known_filing(f"{house}/{game}")


async def _posted(
    schedule: Annotated[str, Query(max_length=100)] = "",
    limits: Annotated[str, Query(max_length=30)] = "",
) -> dict[str, Any]:
    chosen = [part.strip() for part in schedule.split(",") if part.strip()]
    return {"schedule": chosen, "limits": limits}


async def _ruled(
    request: Request,
    explain: bool = False,
    procedures: Annotated[str, Query(max_length=40)] = "",
) -> Callable[[str], Coroutine[Any, Any, Response]]:
    return partial(
        asked, request,
        text=(await request.body()).decode("utf-8", "replace"),
        as_json="json" in request.headers.get("content-type", ""),
        explain=explain, procedures=procedures,
    )  # fmt: skip


Filing = Annotated[str, Depends(_filing)]
Posted = Annotated[dict[str, Any], Depends(_posted)]  # what hangs at the table
Ruled = Annotated[Callable[[str], Coroutine[Any, Any, Response]], Depends(_ruled)]


def add_catalogue(router: APIRouter) -> None:
    @router.get("/api/filings", response_model=list[answers.FilingLine])
    async def filings() -> Response:
        """The index of all filings."""
        return answer_json(json.dumps(index()).encode())

    @router.get("/api/families", response_model=list[answers.FamilyLine])
    async def families() -> Response:
        """The families of games, how each is called, and the kinds to choose in a lobby."""
        return answer_json(json.dumps(families_told(index())).encode())

    @router.get(
        "/api/filings/{house}/{game}",
        response_model=desk_answers.RuleSheet | desk_answers.RulesFound,
    )
    async def filing(
        request: Request, filing: Filing, find: Annotated[str, Query(max_length=60)] = ""
    ) -> Response:
        """One filing as a rule sheet, each rule with its source; `told` has them in words."""
        answer = asked if find else kept
        return await answer(request, "sheet", filing=filing, find=find)

    @router.get("/api/filings/{house}/{game}/sign", response_model=desk_answers.SignAnswer)
    async def sign(request: Request, filing: Filing, posted: Posted) -> Response:
        """The sign a table must post."""
        return await kept(request, "sign", filing=filing, **posted)

    @router.get("/api/filings/{house}/{game}/trace", response_model=list[desk_answers.TraceLine])
    async def trace(request: Request, filing: Filing) -> Response:
        """Every clause of a filing's text: what holds it, and whether it is executed or told."""
        return await kept(request, "trace", filing=filing)

    @router.post("/api/adjudicate", response_model=answers.SettlementAnswer, openapi_extra=_BODY)
    async def settle(ruled: Ruled) -> Response:
        """Settle a round file: who is owed what, in which order, under which rule; `procedures`
        names the house procedures for what the filing does not settle."""
        return await ruled("adjudicate")

    @router.post("/api/replay", response_model=answers.HandAnswer, openapi_extra=_BODY)
    async def replay(ruled: Ruled) -> Response:
        """Play a poker hand: stacks and winners, or what went wrong and what is ordered."""
        return await ruled("replay")


def answer_json(body: bytes | None) -> Response:
    if body is None:
        return Response(status_code=GONE)
    return Response(body, media_type="application/json")


# How they are answered.


async def asked(request: Request, work: str, **given: Any) -> Response:
    """Worked out for as long as somebody waits for it."""
    return answer_json(await while_there(request, asked_by(request)(work, **given)))


async def kept(request: Request, work: str, **given: Any) -> Response:
    """Worked out once for all who ask the same."""
    return answer_json(await workers_of(request).kept(host_of(request), work, **given))


def workers_of(request: Request) -> Workers:
    workers: Workers = request.app.state.workers
    return workers


def asked_by(request: Request) -> Callable[..., Coroutine[Any, Any, bytes]]:
    """The workers, asked in the name of whoever asks us."""
    return partial(workers_of(request).do, host_of(request))


def host_of(request: Request) -> str:
    return request.client.host if request.client else ""


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """What the work gives; None, and it is given up, once the client has gone."""
    return await unless(_gone(request), work)


async def _gone(request: Request) -> None:
    """Until the client is no longer there."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
