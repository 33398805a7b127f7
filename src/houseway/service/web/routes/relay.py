"""What servers of one store ask each other; nobody else gets an answer."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi import Path as InPath
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from houseway.service.peers.relay import RELAYED
from houseway.service.protocol import QuickSeat
from houseway.service.web.routes.asking import Room, TableId


class SitDown(BaseModel):
    name: str
    wish: QuickSeat


def _among_us(request: Request) -> None:
    if not request.scope.get(RELAYED):
        raise HTTPException(404)  # as if it were not there


def add_relay(router: APIRouter) -> None:
    among_us = APIRouter(
        prefix="/relay", include_in_schema=False, dependencies=[Depends(_among_us)]
    )

    @among_us.get("/tables")
    async def tables(cardroom: Room) -> Any:
        return cardroom.lobby.here()

    @among_us.get("/locked")
    async def locked(cardroom: Room) -> Any:
        return [one.as_json() for one in cardroom.lobby.locked.values()]

    @among_us.get("/house-tables")
    async def house_tables(cardroom: Room) -> Any:
        return cardroom.lobby.all_here()

    @among_us.get("/people/{name}")
    async def person(cardroom: Room, name: Annotated[str, InPath(max_length=80)]) -> Any:
        chips = await cardroom.seating.chips_here(name)
        return {"seats": cardroom.seating.seats_here(name), "chips": chips}

    @among_us.post("/tables/{table}/sit")
    async def sit(cardroom: Room, table: TableId, given: SitDown) -> Any:
        account = await cardroom.accounts.by_name(given.name)
        return {"seat": await cardroom.seating.sit_here(table, account, given.wish)}

    router.include_router(among_us)
