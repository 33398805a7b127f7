"""Hands as files and as questions: set the house way, and what each is worth against others."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from houseway.service.protocol import EquityWish, HandToSet
from houseway.service.web import answers
from houseway.service.web.catalogue import asked, known_filing


def add_hands(router: APIRouter) -> None:
    @router.post("/api/set", response_model=answers.SetAnswer)
    async def set_hand(request: Request, wish: HandToSet) -> Response:
        """The house-way setting of a pai gow hand, as `houseway set --json`."""
        return await asked(request, "set", filing=known_filing(wish.filing), cards=wish.cards)

    @router.post("/api/equity", response_model=answers.EquityAnswer)
    async def equity(request: Request, wish: EquityWish) -> Response:
        """Equities of poker hands under a filing's ranking, as `houseway equity --json`."""
        known_filing(wish.filing)
        return await asked(request, "equity", **wish.model_dump())
