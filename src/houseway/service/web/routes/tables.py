"""The house's tables: what one may be, opened, changed and closed, all by the one law of
`filings/permitted`: what is refused says under which clause.
"""

from __future__ import annotations

import random

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from houseway.filings.loader import load
from houseway.service.cardroom import Cardroom
from houseway.service.people.acts import Deed
from houseway.service.protocol import ChangedTable, NewTable
from houseway.service.settings import PaceName
from houseway.service.tables.describe import played_for, table_whole
from houseway.service.tables.lobby import new_id
from houseway.service.tables.room import Choices
from houseway.service.web import answers
from houseway.service.web.catalogue import Filing, kept
from houseway.service.web.routes.asking import MayOpenTables, Room, TableId
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table
from houseway.table.setup import Setup, by_the_book


def add_house_tables(router: APIRouter) -> None:
    @router.get("/api/filings/{house}/{game}/setup", response_model=answers.SetupChoices)
    async def choices(request: Request, filing: Filing) -> Response:
        """What a house may choose for a table of this filing, and what it usually does."""
        return await kept(request, "setup", filing=filing)

    @router.get("/api/house/tables", response_model=list[answers.HouseTable])
    async def tables(cardroom: Room, _: MayOpenTables) -> Response:
        """Every open table, private and closing ones too, with what the house chose for it."""
        await cardroom.lobby.back()
        return JSONResponse([*cardroom.lobby.all_here(), *(await cardroom.others.house_tables())])

    @router.post("/api/tables/try", response_model=answers.TriedTable)
    async def try_out(cardroom: Room, _: MayOpenTables, wish: NewTable) -> Response:
        """A table as it would be opened, or the clause that forbids it; nothing is opened."""
        setup, chosen = _wished(cardroom, wish)
        table = open_table(setup, MemoryJournal(), random.Random(0))
        told = {"played_for": played_for(table), "seats": chosen.seats, "bots": chosen.bots}
        return JSONResponse({"setup": setup.as_json(), **told})

    @router.post("/api/tables", status_code=201, response_model=answers.TableWhole)
    async def new_table(cardroom: Room, asker: MayOpenTables, wish: NewTable) -> Response:
        """The house opens a table, where the city's hours allow it."""
        setup, chosen = _wished(cardroom, wish)
        told = {"seats": chosen.seats, "bots": chosen.bots, "pace": chosen.pace_name,
                "private": chosen.private}  # fmt: skip
        deed = Deed(asker.name, "opened table", setup.table, setup.as_json() | told)
        room = await cardroom.lobby.open(setup, chosen, deed)
        return JSONResponse(table_whole(room), 201)

    @router.post("/api/tables/{table}/change", response_model=answers.TableWhole)
    async def change(
        cardroom: Room, asker: MayOpenTables, table: TableId, wish: ChangedTable
    ) -> Response:
        """Other terms between two hands, other seats, bots or pace; answered when they hold."""
        room = await cardroom.lobby.room(table)
        said = wish.model_dump(mode="json", exclude_unset=True)
        deed = Deed(asker.name, "changed table", table, said)
        await cardroom.lobby.change(room, wish, deed)
        return JSONResponse(table_whole(room))

    @router.post("/api/tables/{table}/close", response_model=answers.TableWhole)
    async def close(cardroom: Room, asker: MayOpenTables, table: TableId) -> Response:
        """The house closes a table after the hand in play."""
        room = await cardroom.lobby.room(table)
        await cardroom.lobby.close(room, Deed(asker.name, "closed table", table))
        return JSONResponse(table_whole(room))


def _wished(cardroom: Cardroom, wish: NewTable) -> tuple[Setup, Choices]:
    """A table as the house wants it, with what its book adds."""
    usual = cardroom.settings.pace
    name: PaceName = wish.pace if isinstance(wish.pace, str) else "normal"
    pace = usual.called(wish.pace) if isinstance(wish.pace, str) else wish.pace.over(usual)
    filing = load(wish.filing)
    setup = Setup(
        filing.id,
        table=wish.table or new_id(secret=wish.private),
        options=wish.options,
        decks=wish.decks,
        schedule=wish.schedules(),
        limits=wish.limits,
        dealt_from=wish.dealt_from,
        stakes=wish.stakes,
        seconds_to_act=max(1, int(pace.act_seconds)),
    )
    setup = by_the_book(setup, filing)
    return setup, cardroom.lobby.choices_for(
        setup, seats=wish.seats, bots=wish.bots, pace=pace, pace_name=name, private=wish.private
    )
