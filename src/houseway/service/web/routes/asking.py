"""Who asks: the token of a request, and whether its owner may do what they ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request
from fastapi import Path as InPath
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from houseway.errors import Refused
from houseway.service.backroom.history import Ask
from houseway.service.cardroom import Cardroom
from houseway.service.people import roles
from houseway.service.people.accounts import Account
from houseway.service.people.sessions import Session, Where
from houseway.service.web import answers
from houseway.service.web.catalogue import asked_by
from houseway.service.web.security import client_of

# What every request may be answered, and what those in a room need not say again.
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.ErrorAnswer} for status in (401, 403, 404, 409, 413, 422, 429, 503)
}

# The same where the answer is text and no model says what kind it is of.
AS_TEXT: dict[int | str, dict[str, Any]] = {
    **{
        status: {
            "description": "Refused",
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
            },
        }
        for status in ERRORS
    },
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
}

_AS = {"text/csv": {"type": "string"}, "text/html": {"type": "string"},
       "image/svg+xml": {"type": "string"}}  # fmt: skip
_BINARY = {"type": "string", "format": "binary"}


def forms(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """An answer that comes in several forms."""
    content = {kind: {"schema": _AS.get(kind, _BINARY)} for kind in kinds}
    return {200: {"content": content}}


_bearer = HTTPBearer(auto_error=False, description="The token of a guest or an account.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


TableId = Annotated[str, InPath(pattern="^[0-9A-Za-z]{1,40}$")]
RoundNumber = Annotated[int, InPath(ge=1, le=2**31 - 1)]


def _cardroom(request: Request) -> Cardroom:
    cardroom: Cardroom = request.app.state.cardroom
    if cardroom.store.lost.done():
        raise cardroom.store.lost.result()
    return cardroom


Room = Annotated[Cardroom, Depends(_cardroom)]


def address_of(request: Request) -> str:
    """What rates are counted by."""
    return client_of(request.scope)


def where_from(request: Request) -> Where:
    host = request.client.host if request.client else ""
    return Where(host, request.headers.get("user-agent", "")[:200])


async def _asking(cardroom: Room, request: Request, bearer: Bearer) -> Session | None:
    if bearer is None:
        return None
    session = await cardroom.accounts.session(bearer.credentials[:200], where_from(request))
    request.scope["houseway.account"] = session.account.id  # for the log
    return session


AnySession = Annotated[Session | None, Depends(_asking)]


async def _asker(session: AnySession) -> Account | None:
    return session.account if session else None


Asker = Annotated[Account | None, Depends(_asker)]


async def _known_session(session: AnySession) -> Session:
    if session is None:
        raise Refused("unknown-token", "send your token: Authorization: Bearer …")
    return session


KnownSession = Annotated[Session, Depends(_known_session)]


async def _known(session: KnownSession) -> Account:
    return session.account


Known = Annotated[Account, Depends(_known)]


def viewer_of(asker: Account | None) -> str | None:
    return asker.name if asker else None


class AskedRound(NamedTuple):
    """A finished round, who looks at it, and the workers in their name."""

    table: str
    number: int
    viewer: str | None
    ask: Ask


async def _this_round(
    request: Request, asker: Asker, table: TableId, number: RoundNumber
) -> AskedRound:
    return AskedRound(table, number, viewer_of(asker), asked_by(request))


ThisRound = Annotated[AskedRound, Depends(_this_round)]


def _may(act: roles.Act) -> Callable[..., Any]:
    async def check(asker: Known) -> Account:
        roles.check(asker, act)
        return asker

    return check


MayOpenTables = Annotated[Account, Depends(_may("tables"))]
MayRuleAtTables = Annotated[Account, Depends(_may("errors"))]
MayRule = Annotated[Account, Depends(_may("rulings"))]
MayTakeLogs = Annotated[Account, Depends(_may("logs"))]
MaySeeUnusual = Annotated[Account, Depends(_may("unusual"))]
MayWatch = Annotated[Account, Depends(_may("metrics"))]
MaySeeRecords = Annotated[Account, Depends(_may("records"))]
MaySeeReports = Annotated[Account, Depends(_may("reports"))]
MaySaveFilings = Annotated[Account, Depends(_may("filings"))]
MaySeeActs = Annotated[Account, Depends(_may("acts"))]
MayHire = Annotated[Account, Depends(_may("staff"))]
MayMend = Annotated[Account, Depends(_may("locked"))]
