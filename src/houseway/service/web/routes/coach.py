"""The coach's routes: advice for a decision of one's own, and what a table's spots are worth."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from houseway.service.backroom.coach import Coach, question, rules_of
from houseway.service.web import answers
from houseway.service.web.catalogue import answer_json, host_of, while_there
from houseway.service.web.routes.asking import Known, Room, TableId, ThisRound


def _coach(request: Request) -> Coach:
    coach: Coach = request.app.state.coach
    return coach


def add_coach(router: APIRouter) -> None:
    @router.get("/api/tables/{table}/advice", response_model=answers.AdviceAnswer)
    async def advice(
        request: Request,
        cardroom: Room,
        asker: Known,
        table: TableId,
        ask: Annotated[str, Query(max_length=60)],
    ) -> Response:
        """What each choice of a decision open to you is worth, from what your seat knows."""
        room = await cardroom.lobby.room(table)
        asked = question(room.table, asker.name, ask)
        return answer_json(
            await while_there(request, _coach(request).ask("advise", asked, host_of(request)))
        )

    @router.get("/api/tables/{table}/spots", response_model=answers.SpotsAnswer)
    async def spots(request: Request, cardroom: Room, table: TableId) -> Response:
        """Edge, hit rate and pay table of every spot."""
        room = await cardroom.lobby.room(table)
        rules = rules_of(room.table)
        answer = await while_there(request, _coach(request).ask("spots", rules, host_of(request)))
        _coach(request).prepare(rules)
        return answer_json(answer)


def add_hindsight(router: APIRouter) -> None:
    @router.get(
        "/api/tables/{table}/rounds/{number}/equity", response_model=answers.HindsightAnswer
    )
    async def hindsight(request: Request, cardroom: Room, this: ThisRound) -> Response:
        """Who had how much of the pot as the last cards came, where you know all hands."""

        async def ask(work: str, **given: Any) -> bytes:
            return await _coach(request).ask(work, given, host_of(request))

        told = cardroom.history.told("hindsight", *this._replace(ask=ask))
        return answer_json(await while_there(request, told))
