"""The floor console: a table as the floor needs it, and what is ordered before it is declared."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi import Path as InPath
from fastapi.responses import JSONResponse

from houseway.service.tables.floor import console, offer
from houseway.service.web import answers
from houseway.service.web.routes.asking import MayRuleAtTables, Room, TableId

Kind = Annotated[str, InPath(pattern="^[a-z]+(-[a-z]+)*$", max_length=40)]


def add_floor(router: APIRouter) -> None:
    @router.get("/api/tables/{table}/floor", response_model=answers.FloorConsole)
    async def floor(cardroom: Room, asker: MayRuleAtTables, table: TableId) -> Response:
        """A table as the floor needs it to act."""
        return JSONResponse(console(await cardroom.lobby.room(table), asker))

    @router.get("/api/tables/{table}/floor/{kind}", response_model=answers.FloorOffer)
    async def offered(
        cardroom: Room,
        _: MayRuleAtTables,
        table: TableId,
        kind: Kind,
        place: Annotated[str, Query(max_length=60)] = "",
    ) -> Response:
        """What the filing orders for such an error at this point, before it is declared."""
        return JSONResponse(offer(await cardroom.lobby.room(table), kind, place))
