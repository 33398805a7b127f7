"""For those who run the cardroom: is it alive, is it ready, how does it do, who plays oddly."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from houseway.service.cardroom import Cardroom
from houseway.service.storage.keys import public_keys
from houseway.service.watching import CONTENT_TYPE
from houseway.service.web import answers
from houseway.service.web.routes.asking import (
    AS_TEXT,
    ERRORS,
    MaySeeUnusual,
    MayTakeLogs,
    MayWatch,
    Room,
)

STORE_SECONDS = 5.0


def add_watching(router: APIRouter) -> None:
    @router.get(
        "/health", response_model=answers.Healthy, responses={429: {"model": answers.ErrorAnswer}},
        tags=["watching"],
    )  # fmt: skip
    async def health() -> Any:
        """Whether the process answers at all."""
        return {"ok": True}

    @router.get("/api/key", response_class=PlainTextResponse, responses=AS_TEXT, tags=["history"])
    async def key(cardroom: Room) -> Response:
        """The house's public keys, present and past, for `houseway verify --key`."""
        return PlainTextResponse(await asyncio.to_thread(public_keys, cardroom.key_file))

    @router.get(
        "/api/anchor", response_class=PlainTextResponse, responses=AS_TEXT, tags=["history"]
    )
    async def anchor(cardroom: Room, asker: MayTakeLogs) -> Response:
        """The last hash of every log at this moment, to be lodged elsewhere."""
        del asker
        return PlainTextResponse(await cardroom.anchors())

    ready_answers: dict[int | str, dict[str, Any]] = {
        429: {"model": answers.ErrorAnswer}, 503: {"model": answers.Ready},
    }  # fmt: skip

    @router.get("/ready", response_model=answers.Ready, responses=ready_answers, tags=["watching"])
    async def ready(cardroom: Room) -> Response:
        """Whether to send people here: the store takes writes, tables are back, none is closing."""
        found = await _readiness(cardroom)
        return JSONResponse(found, 200 if found["ready"] else 503)

    @router.get("/metrics", response_class=PlainTextResponse, responses=AS_TEXT, tags=["watching"])
    async def metrics(cardroom: Room, asker: MayWatch) -> Response:
        """Figures for Prometheus, for the house."""
        del asker
        return Response(await cardroom.watch.text(), media_type=CONTENT_TYPE)

    @router.get(
        "/api/unusual", response_model=answers.UnusualAnswer, responses=ERRORS, tags=["watching"]
    )
    async def unusual(cardroom: Room, asker: MaySeeUnusual) -> Any:
        """Play that is worth a second look: names that may be one person, chips passed on."""
        del asker
        from houseway.service.backroom.unusual import report_apart

        async with cardroom.reporting:
            return await report_apart(cardroom.settings.database)


async def _readiness(cardroom: Cardroom) -> dict[str, bool]:
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await cardroom.accounts.write(lambda _: None)
        store = True
    except Exception:
        store = False
    found = {
        "store": store,
        "tables": cardroom.lobby.restored.is_set(),
        "open": not cardroom.draining,
    }
    return {"ready": all(found.values()), **found}
