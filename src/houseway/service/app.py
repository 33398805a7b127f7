"""The application: every route of the cardroom, thin over the parts that do the work."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from houseway.errors import HousewayError, Refused
from houseway.filings.loader import load
from houseway.filings.schema.base import dollars
from houseway.service import answers
from houseway.service.accounts import Account, Accounts, fold, hash_token
from houseway.service.catalogue import add_catalogue, answer_json, asked_by, while_there
from houseway.service.describe import table_whole
from houseway.service.history import History
from houseway.service.limits import Rates
from houseway.service.lobby import Lobby, new_id
from houseway.service.protocol import Login, NewGuest, NewTable, Password, QuickSeat
from houseway.service.security import Guard, SecurityHeaders
from houseway.service.settings import Settings
from houseway.service.sockets import Gate
from houseway.service.store import Store
from houseway.service.workers import Workers
from houseway.table.setup import Setup
from houseway.version import __version__

PAGE = Path(__file__).parent / "page"
log = logging.getLogger("houseway.service")

_STATUS = {
    "unknown-token": 401, "wrong-password": 401, "forbidden": 403, "hidden-cards": 403,
    "no-such-table": 404, "no-such-round": 404, "unknown-filing": 404, "no-such-family": 404,
    "no-such-account": 404, "too-large": 413, "too-many": 429, "shutting-down": 503, "fault": 503,
    "busy": 503,
    "not-broke": 409, "mid-round": 409, "seat-taken": 409, "not-enough-chips": 409,
    "table-closed": 409, "not-owner": 503, "table-locked": 409,
}  # fmt: skip


class Cardroom:
    """Everything one service holds."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.accounts = Accounts(self.store, settings)
        self.lobby = Lobby(self.store, self.accounts, settings)
        self.history = History(self.store)
        self.gate = Gate(self.lobby, self.accounts, settings.limits)
        self.guests = Rates(*settings.limits.guests)
        self.passwords = Rates(*settings.limits.passwords)
        self.house_token: Path | None = None
        self._giving_up: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.accounts.forget_old_sessions()
        _, self.house_token = await self.accounts.house()
        await self.lobby.start()
        loop = asyncio.get_running_loop()
        self.store.lost.add_done_callback(
            lambda _: loop.is_closed() or loop.call_soon_threadsafe(self._give_up)
        )

    def _give_up(self) -> None:
        """The store is another's now: nobody is told anything more from here."""
        self.gate.close_all(1012, "another server has taken over")
        self._giving_up = asyncio.create_task(self.lobby.stop())

    async def stop(self) -> None:
        await self.lobby.stop()
        await asyncio.to_thread(self.store.close)


def make_app(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The service as an ASGI application; it opens the store of its settings unless given one."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        room = app.state.cardroom = Cardroom(chosen, store or Store(chosen.database))
        await room.start()
        async with Workers(chosen.limits) as app.state.workers:
            yield
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
    app.add_middleware(Guard, limits=chosen.limits, origins=chosen.origins)
    app.add_middleware(SecurityHeaders)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Made once: working out what each takes and answers is slow."""
    router = APIRouter()
    add_catalogue(router)
    _add_accounts(router)
    _add_tables(router)
    _add_locked(router)
    _add_history(router)

    @router.websocket("/ws")
    async def table_socket(websocket: WebSocket) -> None:
        await websocket.app.state.cardroom.gate.serve(websocket)

    return tuple(router.routes)


class Page(StaticFiles):
    """The page's files; browsers ask each time whether they have changed."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.setdefault("cache-control", "no-cache")
        return response


# Who asks.

_bearer = HTTPBearer(auto_error=False, description="The token of a guest or an account.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


def _cardroom(request: Request) -> Cardroom:
    cardroom: Cardroom = request.app.state.cardroom
    if cardroom.store.lost.done():
        raise cardroom.store.lost.result()
    return cardroom


Room = Annotated[Cardroom, Depends(_cardroom)]


async def _asker(cardroom: Room, bearer: Bearer) -> Account | None:
    if bearer is None:
        return None
    return await cardroom.accounts.authenticate(bearer.credentials[:200])


Asker = Annotated[Account | None, Depends(_asker)]


async def _known(asker: Asker) -> Account:
    if asker is None:
        raise Refused("unknown-token", "send your token: Authorization: Bearer …")
    return asker


Known = Annotated[Account, Depends(_known)]


async def _house(asker: Known) -> Account:
    if not asker.is_house:
        raise Refused("forbidden", "only the house opens and closes tables")
    return asker


House = Annotated[Account, Depends(_house)]


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


# Errors.

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.ErrorAnswer} for status in (401, 403, 404, 409, 413, 422, 429, 503)
}


class Ascii(JSONResponse):
    """For answers that repeat what somebody sent, which may be no text at all."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


def _error(status: int, error: HousewayError) -> JSONResponse:
    headers = {401: {"www-authenticate": "Bearer"}, 503: {"retry-after": "2"}}.get(status)
    return Ascii({"error": error.as_json()}, status, headers=headers)


def _add_errors(app: FastAPI) -> None:
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

    @app.exception_handler(Exception)
    async def fault(_: Request, error: Exception) -> JSONResponse:
        log.error("a request failed", exc_info=error)
        return _error(500, HousewayError("fault", "something is wrong here; it was written down"))


# Accounts.


def _add_accounts(router: APIRouter) -> None:
    @router.post(
        "/api/guests", status_code=201, response_model=answers.SessionAnswer, responses=_ERRORS,
        tags=["accounts"],
    )  # fmt: skip
    async def new_guest(cardroom: Room, request: Request, guest: NewGuest) -> Any:
        """Come in by a name; the token is yours alone."""
        cardroom.guests.check(_address(request), "new guests")
        token, account = await cardroom.accounts.new_guest(guest.name)
        return JSONResponse({"token": token, "account": account.as_json()}, 201)

    @router.post(
        "/api/accounts", response_model=answers.AccountAnswer, responses=_ERRORS, tags=["accounts"]
    )
    async def register(
        cardroom: Room, request: Request, asker: Known, bearer: Bearer, chosen: Password
    ) -> Any:
        """Give your account a password, to come back from elsewhere; its other tokens are void."""
        assert bearer is not None
        cardroom.passwords.check(_address(request), "passwords")
        await cardroom.accounts.register(asker, chosen.password, bearer.credentials)
        own = hash_token(bearer.credentials)
        cardroom.gate.turn_out(asker, lambda session: session != own)
        return {"account": asker.as_json()}

    @router.post(
        "/api/login", response_model=answers.SessionAnswer, responses=_ERRORS, tags=["accounts"]
    )
    async def login(cardroom: Room, request: Request, who: Login) -> Any:
        """A new token for an account with a password."""
        cardroom.passwords.check(_address(request), "logins")
        cardroom.passwords.check(("name", fold(who.name.strip())), "logins")
        token, account = await cardroom.accounts.login(who.name, who.password)
        return {"token": token, "account": account.as_json()}

    @router.post("/api/logout", status_code=204, responses=_ERRORS, tags=["accounts"])
    async def logout(cardroom: Room, asker: Known, bearer: Bearer) -> Response:
        """Make the token void."""
        assert bearer is not None
        await cardroom.accounts.logout(bearer.credentials)
        own = hash_token(bearer.credentials)
        cardroom.gate.turn_out(asker, lambda session: session == own)
        return Response(status_code=204)

    @router.get("/api/me", response_model=answers.MeAnswer, responses=_ERRORS, tags=["accounts"])
    async def me(cardroom: Room, asker: Known) -> Any:
        """Your account and where you sit."""
        await cardroom.lobby.back()
        seats = []
        for table, seat in asker.seats.items():
            room = cardroom.lobby.rooms.get(table)
            if room is not None and asker.name in room.table.state.patrons:
                stack = dollars(room.table.state.stack(asker.name))
                seats.append({"table": table, "seat": seat, "stack": stack})
        return {"account": asker.as_json(), "seats": seats}

    @router.post(
        "/api/refill", response_model=answers.AccountAnswer, responses=_ERRORS, tags=["accounts"]
    )
    async def refill(cardroom: Room, asker: Known) -> Any:
        """Chips again for one who has lost them."""
        at_tables = await cardroom.lobby.chips_at_tables(asker)
        await cardroom.accounts.refill(asker, at_tables)
        return {"account": asker.as_json()}


# Tables.

TableId = Annotated[str, InPath(pattern="^[0-9A-Za-z]{1,40}$")]
RoundNumber = Annotated[int, InPath(ge=1, le=2**31 - 1)]


def _add_tables(router: APIRouter) -> None:
    @router.get(
        "/api/tables", response_model=list[answers.TableLine], responses=_ERRORS, tags=["tables"]
    )
    async def tables(
        cardroom: Room,
        filing: Annotated[str | None, Query(max_length=100)] = None,
        family: Annotated[str | None, Query(max_length=40)] = None,
    ) -> Response:
        """Open tables, those with people first."""
        return JSONResponse(cardroom.lobby.tables(filing, family))

    @router.get(
        "/api/tables/{table}", response_model=answers.TableWhole, responses=_ERRORS, tags=["tables"]
    )
    async def table(cardroom: Room, table: TableId) -> Response:
        """One table with what its felt needs."""
        return JSONResponse(table_whole(await cardroom.lobby.room(table)))

    @router.post(
        "/api/quick-seat", response_model=answers.SeatAnswer, responses=_ERRORS, tags=["tables"]
    )
    async def quick_seat(cardroom: Room, asker: Known, wish: QuickSeat) -> Any:
        """A seat at a table that fits, or at a new one with bots."""
        found, seat = await cardroom.lobby.quick_seat(asker, wish)
        return {"table": found, "seat": seat}

    @router.post(
        "/api/tables", status_code=201, response_model=answers.TableWhole, responses=_ERRORS,
        tags=["tables"],
    )  # fmt: skip
    async def new_table(cardroom: Room, asker: House, wish: NewTable) -> Response:
        """The house opens a table."""
        del asker
        lobby = cardroom.lobby
        pace = wish.pace.over(cardroom.settings.pace)
        setup = Setup(
            load(wish.filing).id,
            table=new_id(),
            options=wish.options,
            decks=wish.decks,
            schedule=wish.schedules(),
            limits=wish.limits,
            dealt_from=wish.dealt_from,
            stakes=wish.stakes,
            seconds_to_act=max(1, int(pace.act_seconds)),
        )
        room = await lobby.open(
            setup, lobby.choices_for(setup, seats=wish.seats, bots=wish.bots, pace=pace)
        )
        return JSONResponse(table_whole(room), 201)

    @router.post(
        "/api/tables/{table}/close",
        response_model=answers.TableWhole,
        responses=_ERRORS,
        tags=["tables"],
    )
    async def close(cardroom: Room, asker: House, table: TableId) -> Response:
        """The house closes a table after the hand in play."""
        del asker
        room = await cardroom.lobby.room(table)
        await cardroom.lobby.close(room)
        return JSONResponse(table_whole(room))


def _add_locked(router: APIRouter) -> None:
    @router.get(
        "/api/locked", response_model=list[answers.LockedTable], responses=_ERRORS, tags=["tables"]
    )
    async def locked(cardroom: Room, asker: House) -> Any:
        """Tables whose records cannot be read to their end, for the house."""
        del asker
        return [one.as_json() for one in cardroom.lobby.locked.values()]

    @router.post(
        "/api/locked/{table}/close",
        response_model=answers.LockedTable,
        responses=_ERRORS,
        tags=["tables"],
    )
    async def close_locked(cardroom: Room, asker: House, table: TableId) -> Any:
        """The house closes a locked table; everybody gets what they are owed."""
        return (await cardroom.lobby.close_locked(table, asker)).as_json()


def _viewer(asker: Account | None) -> str | None:
    return asker.name if asker else None


def _add_history(router: APIRouter) -> None:
    @router.get(
        "/api/tables/{table}/history",
        response_model=list[answers.RoundLine],
        responses=_ERRORS,
        tags=["history"],
    )
    async def history(
        cardroom: Room,
        table: TableId,
        before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 20,
    ) -> Any:
        """Finished rounds, the newest first."""
        return await cardroom.history.rounds(table, before, limit)

    @router.get(
        "/api/tables/{table}/rounds/{number}",
        response_model=answers.RoundAnswer,
        responses=_ERRORS,
        tags=["history"],
    )
    async def one_round(
        request: Request, cardroom: Room, asker: Asker, table: TableId, number: RoundNumber
    ) -> Response:
        """A finished round, record by record, as you may see it."""
        told = cardroom.history.round(table, number, _viewer(asker), asked_by(request))
        return answer_json(await while_there(request, told))

    error = {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
    text: dict[int | str, dict[str, Any]] = {
        status: {"description": "Refused", "content": {"application/json": error}}
        for status in _ERRORS
    }
    text[200] = {"content": {"text/plain": {"schema": {"type": "string"}}}}

    @router.get(
        "/api/tables/{table}/rounds/{number}/file",
        response_class=PlainTextResponse,
        responses=text,
        tags=["history"],
    )
    async def download_round(
        request: Request, cardroom: Room, asker: Asker, table: TableId, number: RoundNumber
    ) -> Response:
        """A finished round as a file: a round file if you know every card, or a PHH hand."""
        made = cardroom.history.file(table, number, _viewer(asker), asked_by(request))
        return _download(*(await while_there(request, made) or ("", "")))

    @router.get(
        "/api/tables/{table}/log",
        response_class=PlainTextResponse,
        responses=text,
        tags=["history"],
    )
    async def download_log(
        request: Request,
        cardroom: Room,
        asker: Asker,
        table: TableId,
        rounds: Annotated[int, Query(ge=1, le=50)] = 50,
    ) -> Response:
        """The last rounds as lines of JSON, as you may see them."""
        told = cardroom.history.log(table, rounds, _viewer(asker), asked_by(request))
        return _download(await while_there(request, told) or "", f"table-{table}.jsonl")

    @router.get(
        "/api/tables/{table}/sealed-log",
        response_class=PlainTextResponse,
        responses=text,
        tags=["history"],
    )
    async def download_sealed(cardroom: Room, asker: House, table: TableId) -> Response:
        """The whole event log of a closed or locked table, for the house and its inspector."""
        del asker
        locked = table in cardroom.lobby.locked
        log_file = await cardroom.history.sealed_log(table, locked=locked)
        return _download(log_file, f"table-{table}.log")


def _download(text: str, name: str) -> Response:
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{name}"'}
    )
