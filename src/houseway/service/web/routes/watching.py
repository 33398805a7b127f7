"""For those who run the cardroom: is it alive, is it ready, how does it do, who plays oddly."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from houseway.service.cardroom import Cardroom
from houseway.service.watching import CONTENT_TYPE
from houseway.service.web import answers
from houseway.service.web.catalogue import answer_json
from houseway.service.web.routes.asking import (
    AS_TEXT,
    ERRORS,
    MaySeeUnusual,
    MayWatch,
    Room,
)
from houseway.service.web.routes.records import by_clerk

STORE_SECONDS = 5.0


def add_watching(router: APIRouter) -> None:
    @router.get(
        "/health", response_model=answers.Healthy, responses={429: {"model": answers.ErrorAnswer}}
    )
    async def health() -> Any:
        """Whether the process answers at all."""
        return {"ok": True}

    ready_answers: dict[int | str, dict[str, Any]] = {
        429: {"model": answers.ErrorAnswer}, 503: {"model": answers.Ready},
    }  # fmt: skip

    @router.get("/ready", response_model=answers.Ready, responses=ready_answers)
    async def ready(cardroom: Room) -> Response:
        """Whether to send people here: the store takes writes, tables are back, none is closing."""
        found = await _readiness(cardroom)
        return JSONResponse(found, 200 if found["ready"] else 503)

    @router.get("/metrics", response_class=PlainTextResponse, responses=AS_TEXT)
    async def metrics(cardroom: Room, _: MayWatch) -> Response:
        """Figures for Prometheus, for the house."""
        return Response(await cardroom.watch.text(), media_type=CONTENT_TYPE)

    @router.get("/api/unusual", response_model=answers.UnusualAnswer, responses=ERRORS)
    async def unusual(request: Request, cardroom: Room, _: MaySeeUnusual) -> Response:
        """Play that is worth a second look: names that may be one person, chips passed on."""
        found = await by_clerk(request, "unusual", database=cardroom.settings.database)
        return answer_json(found)


async def _readiness(cardroom: Cardroom) -> dict[str, bool]:
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await cardroom.store.write(lambda _: None)
        store = True
    except Exception:
        store = False
    found = {
        "store": store,
        "tables": cardroom.lobby.restored.is_set(),
        "open": not cardroom.draining,
    }
    return {"ready": all(found.values()), **found}
