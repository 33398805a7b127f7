"""The application: every route of the cardroom, thin over the parts that do the work."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from houseway.errors import HousewayError, Refused
from houseway.filings import house_book
from houseway.filings.catalogue import in_force, index, joined, without_folders
from houseway.filings.loader import load
from houseway.rounds.felt import families_told
from houseway.service.backroom.coach import Coach
from houseway.service.backroom.workers import Workers, clerks
from houseway.service.cardroom import Cardroom, Welcome
from houseway.service.logs import Traced
from houseway.service.peers.relay import RELAYED, relay
from houseway.service.protocol import QuickSeat
from houseway.service.settings import Settings
from houseway.service.storage.servers import Elsewhere
from houseway.service.storage.store import Store, database_url, folder_beside
from houseway.service.tables.describe import table_whole
from houseway.service.web import answers
from houseway.service.web.catalogue import add_catalogue
from houseway.service.web.routes.accounts import add_accounts
from houseway.service.web.routes.asking import (
    ERRORS,
    Known,
    MayMend,
    Room,
    TableId,
    address_of,
)
from houseway.service.web.routes.coach import add_coach, add_hindsight
from houseway.service.web.routes.desk import AHEAD, add_desk
from houseway.service.web.routes.drafts import add_drafts
from houseway.service.web.routes.floor import add_floor
from houseway.service.web.routes.hands import add_hands
from houseway.service.web.routes.history import add_history, add_proofs
from houseway.service.web.routes.house import add_house
from houseway.service.web.routes.jobs import add_jobs
from houseway.service.web.routes.records import add_records
from houseway.service.web.routes.relay import add_relay
from houseway.service.web.routes.rulings import add_rulings
from houseway.service.web.routes.tables import add_house_tables
from houseway.service.web.routes.watching import add_watching
from houseway.service.web.security import Faults, Guard, SecurityHeaders
from houseway.table.evening import usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table
from houseway.version import __version__

PAGE = Path(__file__).parent / "page"

_STATUS = {
    "unknown-token": 401, "wrong-password": 401, "forbidden": 403, "hidden-cards": 403,
    "no-such-table": 404, "no-such-round": 404, "unknown-filing": 404, "no-such-family": 404,
    "no-such-ruling": 404, "no-such-job": 404, "file-exists": 409, "filing-known": 409,
    "too-many-saved": 409,
    "no-such-account": 404, "too-large": 413, "too-many": 429, "shutting-down": 503, "fault": 503,
    "busy": 503,
    "not-broke": 409, "mid-round": 409, "seat-taken": 409, "not-enough-chips": 409,
    "table-closed": 409, "code-needed": 401, "wrong-code": 403, "wrong-old-password": 403,
    "look-alike": 409, "no-such-invitation": 404, "no-such-session": 404,
    "no-advice": 409, "not-owner": 503, "table-locked": 409,
}  # fmt: skip


def make_app(
    settings: Settings | None = None,
    store: Store | None = None,
    *,
    welcome: Welcome | None = None,
    welcome_anew: bool = False,
) -> FastAPI:
    """The service as an ASGI application; it opens the store of its settings unless given one.

    `welcome` is told the secret of the house's one-time link while there is no house login, or
    (`welcome_anew`) in place of the one there is.
    """
    chosen = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        with joined(*filings_folders(chosen)), house_book.opened(chosen.house):
            room = app.state.cardroom = Cardroom(chosen, store or Store(chosen.database))
            await room.start(welcome, anew=welcome_anew)
            app.state.coach = Coach(chosen.limits)
            async with (
                Workers(chosen.limits) as app.state.workers,
                clerks(chosen.limits) as app.state.clerks,
            ):
                ready = None
                if chosen.ahead:
                    app.state.workers.ahead(AHEAD)
                    ready = asyncio.create_task(asyncio.to_thread(_get_ready, app))
                yield
                if ready is not None:
                    await ready
            await app.state.coach.stop()
            await room.stop()

    app = FastAPI(
        title="Houseway",
        summary="The web cardroom: play chips only, nothing is bought, sold or paid out.",
        version=__version__,
        lifespan=life,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
    )
    _add_errors(app)
    app.router.routes.extend(_routes())
    app.mount("/", Page(directory=PAGE, html=True, check_dir=False), name="page")
    app.add_middleware(Guard, limits=chosen.limits, origins=chosen.origins, hosts=chosen.hosts)
    app.add_middleware(Faults)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Traced)
    return app


def _get_ready(app: FastAPI) -> None:
    """What is made or loaded once, and would hold up every table when the first asks for it."""
    app.openapi()
    lines = index()
    families_told(lines)
    for filing in {line["family"]: line["id"] for line in lines}.values():
        with suppress(HousewayError):
            open_table(usual_setup(load(filing), table="0"), MemoryJournal(), random.Random(0))


def filings_folders(settings: Settings) -> list[Path]:
    """The house's own: those it names, and `filings` beside its database."""
    beside = folder_beside(database_url(settings.database), "filings")
    return [*settings.filings, *([beside] if beside else [])]


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Made once: working out what each takes and answers is slow."""
    rooms = {
        "catalogue": (add_catalogue, _add_not_loaded),
        "accounts": (add_accounts,),
        "house": (add_house,),
        "tables": (_add_tables, add_house_tables, add_coach, _add_locked, add_floor),
        "history": (add_history, add_hindsight, add_proofs),
        "rulings": (add_rulings,),
        "records": (add_records,),
        "desk": (add_hands, add_desk, add_jobs),
        "drafts": (add_drafts,),
    }
    found: list[BaseRoute] = []
    for tag, several in rooms.items():
        room = APIRouter(tags=[tag], responses=ERRORS)
        for add in several:
            add(room)
        found += room.routes
    router = APIRouter(tags=["watching"])
    add_watching(router)
    add_relay(router)

    @router.websocket("/ws")
    async def table_socket(websocket: WebSocket) -> None:
        await websocket.app.state.cardroom.gate.serve(websocket)

    return (*router.routes, *found)  # tried in this order, and sockets are opened most often


class Page(StaticFiles):
    """The page's files; browsers ask each time whether they have changed."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.setdefault("cache-control", "no-cache")
        return response


# Errors.


class Ascii(JSONResponse):
    """For errors, which repeat what somebody sent: it may be no text at all."""

    def render(self, content: Any) -> bytes:
        return without_folders(json.dumps(content).encode())


def _error(status: int, error: HousewayError) -> JSONResponse:
    headers = {401: {"www-authenticate": "Bearer"}, 503: {"retry-after": "2"}}.get(status)
    return Ascii({"error": error.as_json()}, status, headers=headers)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Elsewhere)
    async def relayed(request: Request, error: Elsewhere) -> Response:
        if request.scope.get(RELAYED):  # whoever relays finds the table's server again
            return _error(503, error)
        try:
            return await relay(request, error.peer)
        except Refused as refusal:
            return _error(503, refusal)

    @app.exception_handler(HousewayError)
    async def refused(_: Request, error: HousewayError) -> JSONResponse:
        return _error(_STATUS.get(error.code, 422), error)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        detail = error.errors()[0]
        where = ".".join(str(part) for part in detail["loc"])
        message = detail["msg"].removeprefix("Value error, ")
        return _error(422, Refused("bad-request", message, where=where))

    @app.exception_handler(HTTPException)
    async def strange(_: Request, error: HTTPException) -> JSONResponse:
        code = {404: "no-such-page", 405: "no-such-method"}.get(error.status_code, "bad-request")
        status = 422 if error.status_code == 400 else error.status_code  # a body nobody can read
        response = _error(status, Refused(code, str(error.detail)))
        response.headers.update(error.headers or {})
        return response


# Tables.


def _add_tables(router: APIRouter) -> None:
    @router.get("/api/tables", response_model=list[answers.TableLine])
    async def tables(
        cardroom: Room,
        filing: Annotated[str | None, Query(max_length=100)] = None,
        family: Annotated[str | None, Query(max_length=40)] = None,
    ) -> Response:
        """Open tables, those with people first."""
        return JSONResponse(await cardroom.lobby.tables(filing, family))

    @router.get("/api/tables/{table}", response_model=answers.TableWhole)
    async def table(cardroom: Room, table: TableId) -> Response:
        """One table with what its felt needs."""
        return JSONResponse(table_whole(await cardroom.lobby.room(table)))

    @router.post("/api/quick-seat", response_model=answers.SeatAnswer)
    async def quick_seat(cardroom: Room, request: Request, asker: Known, wish: QuickSeat) -> Any:
        """A seat at a table that fits, or at a new one with bots."""
        found, seat = await cardroom.seating.quick_seat(asker, wish, address_of(request))
        return {"table": found, "seat": seat}


def _add_not_loaded(router: APIRouter) -> None:
    @router.get("/api/not-loaded", response_model=list[answers.NotLoaded])
    async def not_loaded(_: MayMend) -> Any:
        """Files in the house's folders that hold no filing, and why, for the house."""
        return [one.as_json() for one in in_force().not_loaded()]


def _add_locked(router: APIRouter) -> None:
    @router.get("/api/locked", response_model=list[answers.LockedTable])
    async def locked(cardroom: Room, _: MayMend) -> Any:
        """Tables whose records cannot be read to their end, for the house."""
        here = [one.as_json() for one in cardroom.lobby.locked.values()]
        return [*here, *(await cardroom.others.locked())]

    @router.post("/api/locked/{table}/close", response_model=answers.LockedTable)
    async def close_locked(cardroom: Room, asker: MayMend, table: TableId) -> Any:
        """The house closes a locked table; everybody gets what they are owed."""
        return (await cardroom.lobby.close_locked(table, asker)).as_json()
