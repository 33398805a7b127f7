"""The routes of the desk: what an office looks up, compares, checks and counts.

All of it is public: filings, their odds and what lint finds follow from the catalogue alone. It is
worked out by the workers, and kept where the question alone decides the answer.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from houseway.errors import Refused
from houseway.filings.catalogue import filing_ids
from houseway.reading import chosen_options
from houseway.service.web import answers, desk_answers
from houseway.service.web.catalogue import (
    Game,
    House,
    answer_json,
    asked_by,
    known_filing,
    while_there,
    workers_of,
)
from houseway.service.web.routes.asking import ERRORS, forms

MOST_COMPARED = 5
Words = Annotated[str, Query(min_length=2, max_length=200)]
Decks = Annotated[int | None, Query(ge=1, le=12)]
Options = Annotated[list[str] | None, Query(max_length=20)]
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
KINDS = {"html": "text/html", "svg": "image/svg+xml", "pdf": "application/pdf"}
PAR_KINDS = {
    "pdf": "application/pdf", "html": "text/html", "tex": "application/x-tex",
    "json": "application/json",
}  # fmt: skip
ALONE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


async def kept(request: Request, key: Hashable, work: str, **given: Any) -> Response:
    do = asked_by(request)
    return answer_json(await workers_of(request).on_desk.get(key, lambda: do(work, **given)))


def add_desk(router: APIRouter) -> None:
    @router.get(
        "/api/search", response_model=list[answers.FoundIn], responses=ERRORS, tags=["desk"]
    )
    async def search(request: Request, words: Words) -> Response:
        """Which filings answer a question in one's own words, and by what rules."""
        return await kept(request, ("search", words.lower()), "search", question=words)

    @router.get(
        "/api/filings/{house}/{game}/sign-page",
        response_class=Response,
        responses=forms(*KINDS.values()),
        tags=["desk"],
    )
    async def sign_page(
        request: Request,
        house: House,
        game: Game,
        schedule: Annotated[str, Query(max_length=100)],
        limits: Annotated[str, Query(max_length=30)],
        form: Literal["html", "svg", "pdf"] = "html",
    ) -> Response:
        """The sign a table must post, as a page to hang up."""
        chosen = [part.strip() for part in schedule.split(",") if part.strip()]
        given = {"filing": known_filing(house, game), "schedule": chosen, "limits": limits}
        made = await while_there(request, asked_by(request)("sign_page", **given, form=form))
        return Response(made or b"", media_type=KINDS[form], headers=ALONE)

    @router.get(
        "/api/filings/{house}/{game}/odds", response_model=desk_answers.OddsAnswer,
        responses=ERRORS, tags=["desk"],
    )  # fmt: skip
    async def odds(
        request: Request, house: House, game: Game, decks: Decks = None, option: Options = None
    ) -> Response:
        """Every bet of a filing; options as NAME=VALUE."""
        wanted, chosen = known_filing(house, game), chosen_options(option or [])
        key = ("odds", wanted, decks, *sorted(chosen.items()))
        return await kept(request, key, "odds", filing=wanted, decks=decks, options=chosen)

    @router.get(
        "/api/filings/{house}/{game}/cards", response_model=list[desk_answers.CardGrid],
        responses=ERRORS, tags=["desk"],
    )  # fmt: skip
    async def cards(
        request: Request, house: House, game: Game, decks: Decks = None, option: Options = None
    ) -> Response:
        """How to play a filing's bets, as grids; none where it leaves no choice."""
        wanted, chosen = known_filing(house, game), chosen_options(option or [])
        key = ("cards", wanted, decks, *sorted(chosen.items()))
        return await kept(request, key, "cards", filing=wanted, decks=decks, options=chosen)

    @router.get(
        "/api/filings/{house}/{game}/par",
        response_class=Response,
        responses=forms(*PAR_KINDS.values()),
        tags=["desk"],
    )
    async def par(
        request: Request,
        house: House,
        game: Game,
        decks: Decks = None,
        option: Options = None,
        form: Literal["pdf", "html", "tex", "json"] = "pdf",
    ) -> Response:
        """The PAR sheet of a game, as a file for the laboratory."""
        given = {"filing": known_filing(house, game), "options": chosen_options(option or [])}
        work = asked_by(request)("par_sheet", **given, decks=decks, form=form)
        made = await while_there(request, work)
        named = {"Content-Disposition": f'inline; filename="{house}--{game}.{form}"'}
        return Response(made or b"", media_type=PAR_KINDS[form], headers=ALONE | named)

    @router.get(
        "/api/filings/{house}/{game}/worth", response_model=dict[str, dict[str, float]],
        responses=ERRORS, tags=["desk"],
    )  # fmt: skip
    async def worth(
        request: Request,
        house: House,
        game: Game,
        column: Annotated[str, Query(max_length=20)],
        row: Annotated[list[str], Query(max_length=20)],
        decks: Decks = None,
        option: Options = None,
    ) -> Response:
        """What each choice brings with some hands in a column of a strategy card, in units."""
        wanted, chosen = known_filing(house, game), chosen_options(option or [])
        given = {"filing": wanted, "decks": decks, "options": chosen, "column": column}
        key = ("worth", wanted, decks, column, *row, *sorted(chosen.items()))
        return await kept(request, key, "worth", **given, rows=row)

    @router.get(
        "/api/compare", response_model=desk_answers.Compared, responses=ERRORS, tags=["desk"]
    )
    async def compare(
        request: Request, filing: Annotated[list[str], Query(max_length=MOST_COMPARED)]
    ) -> Response:
        """What two to five filings do differently, and what each bet is worth in each."""
        wanted = list(dict.fromkeys(known_filing(*one.partition("/")[::2]) for one in filing))
        if len(wanted) < 2:
            raise Refused("too-few", "name two filings or more to compare", where="filing")
        return await kept(request, ("compare", *wanted), "compare", filings=wanted)

    @router.get(
        "/api/findings", response_model=list[desk_answers.FindingLine], responses=ERRORS,
        tags=["desk"],
    )  # fmt: skip
    async def findings(
        request: Request,
        filing: Annotated[list[str] | None, Query(max_length=60)] = None,
        against: Day = "",
    ) -> Response:
        """What lint finds, in some filings or in all, or by the law of a day."""
        named = [known_filing(*one.partition("/")[::2]) for one in filing or []]
        key = ("findings", against, *(named or filing_ids()))
        return await kept(request, key, "findings", filings=named, against=against)

    @router.get(
        "/api/league", response_model=list[desk_answers.LeagueLine], responses=ERRORS,
        tags=["desk"],
    )  # fmt: skip
    async def league(request: Request) -> Response:
        """Every bet of every house that is counted."""
        return await kept(request, "league", "league")

    @router.post(
        "/api/check",
        response_model=desk_answers.Checked,
        responses=ERRORS,
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"text/plain": {"schema": {"type": "string"}}},
            }
        },
        tags=["desk"],
    )
    async def check(request: Request, odds: bool = False) -> Response:
        """A draft of a filing: what lint finds, its rule sheet, its odds."""
        text = (await request.body()).decode("utf-8", "replace")
        made = asked_by(request)("check", text=text, with_odds=odds)
        return answer_json(await while_there(request, made))
