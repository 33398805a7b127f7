"""The routes of the catalogue: what anybody may ask, with or without a name.

Nothing here is worked out in this process. Sheets and signs follow from the filing alone and are
kept; a dispute is settled for as long as somebody waits for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from houseway.filings.catalogue import filing_ids, index
from houseway.filings.loader import load
from houseway.rounds.felt import families_told
from houseway.service.web import answers, desk_answers
from houseway.service.work.workers import Workers, unless

T = TypeVar("T")
House = Annotated[str, InPath(max_length=60)]
Game = Annotated[str, InPath(max_length=80)]

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.ErrorAnswer} for status in (401, 403, 404, 409, 413, 422, 429, 503)
}
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


def add_catalogue(router: APIRouter) -> None:
    @router.get(
        "/api/filings", response_model=list[answers.FilingLine], responses=_ERRORS,
        tags=["catalogue"],
    )  # fmt: skip
    async def filings() -> Response:
        """The index of all filings."""
        return answer_json(json.dumps(index()).encode())

    @router.get(
        "/api/families", response_model=list[answers.FamilyLine], responses=_ERRORS,
        tags=["catalogue"],
    )  # fmt: skip
    async def families() -> Response:
        """The families of games, how each is called, and the kinds to choose in a lobby."""
        return answer_json(json.dumps(families_told(index())).encode())

    @router.get(
        "/api/filings/{house}/{game}",
        response_model=desk_answers.RuleSheet | desk_answers.RulesFound,
        responses=_ERRORS,
        tags=["catalogue"],
    )
    async def filing(
        request: Request, house: House, game: Game, find: Annotated[str, Query(max_length=60)] = ""
    ) -> Response:
        """One filing as a rule sheet, each rule with its source; `told` has them in words."""
        do, wanted = asked_by(request), known_filing(house, game)
        if find:
            made = do("sheet", filing=wanted, find=find)
            return answer_json(await while_there(request, made))
        return answer_json(
            await workers_of(request).sheets.get(
                wanted, lambda: do("sheet", filing=wanted, find="")
            )
        )

    @router.get(
        "/api/filings/{house}/{game}/sign", response_model=desk_answers.SignAnswer,
        responses=_ERRORS, tags=["catalogue"],
    )  # fmt: skip
    async def sign(
        request: Request,
        house: House,
        game: Game,
        schedule: Annotated[str, Query(max_length=100)],
        limits: Annotated[str, Query(max_length=30)],
    ) -> Response:
        """The sign a table must post."""
        do, wanted = asked_by(request), known_filing(house, game)
        chosen = [part.strip() for part in schedule.split(",") if part.strip()]
        return answer_json(
            await workers_of(request).signs.get(
                (wanted, *chosen, limits),
                lambda: do("sign", filing=wanted, schedule=chosen, limits=limits),
            )
        )

    @router.get(
        "/api/filings/{house}/{game}/trace", response_model=list[desk_answers.TraceLine],
        responses=_ERRORS, tags=["catalogue"],
    )  # fmt: skip
    async def trace(request: Request, house: House, game: Game) -> Response:
        """Every clause of a filing's text: what holds it, and whether it is executed or told."""
        do, wanted = asked_by(request), known_filing(house, game)
        return answer_json(
            await workers_of(request).traces.get(wanted, lambda: do("trace", filing=wanted))
        )

    @router.post(
        "/api/adjudicate",
        response_model=answers.SettlementAnswer,
        responses=_ERRORS,
        openapi_extra=_BODY,
        tags=["catalogue"],
    )
    async def settle(request: Request, explain: bool = False) -> Response:
        """Settle a round file: who is owed what, in which order, under which rule."""
        return await _ruled(request, "adjudicate", explain)

    @router.post(
        "/api/replay",
        response_model=answers.HandAnswer,
        responses=_ERRORS,
        openapi_extra=_BODY,
        tags=["catalogue"],
    )
    async def replay(request: Request, explain: bool = False) -> Response:
        """Play a poker hand: stacks and winners, or what went wrong and what is ordered."""
        return await _ruled(request, "replay", explain)


async def _ruled(request: Request, work: str, explain: bool) -> Response:
    given: dict[str, Any] = {
        "text": (await request.body()).decode("utf-8", "replace"),
        "as_json": "json" in request.headers.get("content-type", ""),
    }
    if explain:
        given["explain"] = True
    return answer_json(await while_there(request, asked_by(request)(work, **given)))


def answer_json(body: bytes | None) -> Response:
    if body is None:
        return Response(status_code=GONE)
    return Response(body, media_type="application/json")


def known_filing(house: str, game: str) -> str:
    """The id of a filing; one that is not in the catalogue is refused here."""
    wanted = f"{house}/{game}"
    if wanted not in filing_ids():
        load(wanted)
    return wanted


def workers_of(request: Request) -> Workers:
    workers: Workers = request.app.state.workers
    return workers


def asked_by(request: Request) -> Callable[..., Coroutine[Any, Any, bytes]]:
    """The workers, asked in the name of whoever asks us."""
    return partial(workers_of(request).do, request.client.host if request.client else "")


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """What the work gives; None, and it is given up, once the client has gone."""
    return await unless(_gone(request), work)


async def _gone(request: Request) -> None:
    """Until the client is no longer there."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
