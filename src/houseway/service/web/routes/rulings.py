"""Rulings: given and listed by those who rule and those who keep the books, shown by a link."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import JSONResponse

from houseway.histories.ruling_page import ruling_pdf
from houseway.service.backroom.workers import RefusedElsewhere
from houseway.service.protocol import NewRuling
from houseway.service.web import answers
from houseway.service.web.catalogue import GONE, asked_by, while_there
from houseway.service.web.forms import as_csv, download
from houseway.service.web.routes.asking import MayRule, Room, forms

Link = Annotated[str, InPath(pattern="^[0-9A-Za-z_-]{20,60}$")]


def _so_far(stops: RefusedElsewhere) -> dict[str, Any]:
    """What is ordered in a hand that is not over; anything else is refused."""
    told = stops.as_json()
    if "remedy" not in told:
        raise stops
    return {"ruling": "played-on", "remedy": told["remedy"], "waiting": told["waiting"]}


def add_rulings(router: APIRouter) -> None:
    @router.post("/api/rulings", status_code=201, response_model=answers.RulingWhole)
    async def rule(request: Request, cardroom: Room, asker: MayRule, wish: NewRuling) -> Response:
        """Rule a round file or a hand, and keep the ruling."""
        hand = "_filing" in wish.file or "actions" in wish.file
        work = "replay" if hand else "adjudicate"
        text = json.dumps(wish.file)
        made = asked_by(request)(work, text=text, as_json=True, explain=True)
        try:
            told = await while_there(request, made)
        except RefusedElsewhere as stops:
            answer = _so_far(stops)
        else:
            if told is None:
                return Response(status_code=GONE)
            answer = {"ruling": "settled", **json.loads(told)}
        case: dict[str, Any] = {
            "table": wish.table, "names": wish.names, "note": wish.note, "file": wish.file,
            "answer": answer,
        }  # fmt: skip
        filing = str(wish.file.get("_filing") or wish.file.get("filing") or "")
        at = cardroom.accounts.now().isoformat(timespec="seconds")
        return JSONResponse(await cardroom.rulings.keep(asker.name, at, filing, case), 201)

    @router.get(
        "/api/rulings", response_model=list[answers.RulingLine], responses=forms("text/csv")
    )
    async def rulings(
        cardroom: Room,
        _: MayRule,
        find: Annotated[str, Query(max_length=100)] = "",
        before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 50,
        form: Literal["json", "csv"] = "json",
    ) -> Any:
        """Rulings, the newest first."""
        found = await cardroom.rulings.list(find, before, limit)
        return found if form == "json" else download(as_csv(found), "rulings.csv", "text/csv")

    @router.get("/api/rulings/{link}", response_model=answers.RulingWhole)
    async def shared(cardroom: Room, link: Link) -> Response:
        """A ruling, for anybody who was given its link."""
        return JSONResponse(await cardroom.rulings.shared(link))

    @router.get(
        "/api/rulings/{link}/pdf", response_class=Response, responses=forms("application/pdf")
    )
    async def printed(cardroom: Room, link: Link) -> Response:
        """The same on one page, to print and sign."""
        case = await cardroom.rulings.shared(link)
        page = await asyncio.to_thread(ruling_pdf, case)
        name = f'attachment; filename="ruling-{case["number"]}.pdf"'
        return Response(page, media_type="application/pdf", headers={"Content-Disposition": name})
