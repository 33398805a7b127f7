"""Hands as files and as questions: set the house way, and what each is worth against others."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from houseway.service.protocol import EquityWish, HandToSet
from houseway.service.web import answers
from houseway.service.web.catalogue import answer_json, asked_by, known_filing, while_there
from houseway.service.web.routes.asking import ERRORS


def add_hands(router: APIRouter) -> None:
    @router.post("/api/set", response_model=answers.SetAnswer, responses=ERRORS, tags=["desk"])
    async def set_hand(request: Request, wish: HandToSet) -> Response:
        """The house-way setting of a pai gow hand, as `houseway set --json`."""
        filing = known_filing(*wish.filing.partition("/")[::2])
        made = asked_by(request)("set", filing=filing, cards=wish.cards)
        return answer_json(await while_there(request, made))

    @router.post(
        "/api/equity", response_model=answers.EquityAnswer, responses=ERRORS, tags=["desk"]
    )
    async def equity(request: Request, wish: EquityWish) -> Response:
        """Equities of poker hands under a filing's ranking, as `houseway equity --json`."""
        filing = known_filing(*wish.filing.partition("/")[::2])
        given = wish.model_dump(exclude={"filing"})
        made = asked_by(request)("equity", filing=filing, **given)
        return answer_json(await while_there(request, made))
