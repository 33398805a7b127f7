"""The routes of the desk: what an office looks up, compares, checks and counts.

All of it is public: filings, their odds and what lint finds follow from the catalogue alone. It is
worked out by the workers, and kept where the question alone decides the answer.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from houseway.errors import Refused
from houseway.reading import chosen_options
from houseway.service.web import answers, desk_answers
from houseway.service.web.catalogue import (
    Filing,
    Posted,
    asked,
    asked_by,
    kept,
    known_filing,
    while_there,
)
from houseway.service.web.routes.asking import forms

# What the first pages need and takes longest; the search has a process read all filings.
AHEAD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("league", {}), ("findings", {"filings": [], "against": ""}), ("draft_schema", {}),
    ("search", {"question": "bank"}),
)  # fmt: skip
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


async def _rules(filing: Filing, decks: Decks = None, option: Options = None) -> dict[str, Any]:
    """A filing under choices of the house."""
    return {"filing": filing, "decks": decks, "options": chosen_options(option or [])}


Rules = Annotated[dict[str, Any], Depends(_rules)]


async def _several(
    filing: Annotated[list[str], Query(max_length=MOST_COMPARED)],
) -> list[str]:
    wanted = list(dict.fromkeys(map(known_filing, filing)))
    if len(wanted) < 2:
        raise Refused("too-few", "name two filings or more to compare", where="filing")
    return wanted


Several = Annotated[list[str], Depends(_several)]


def add_desk(router: APIRouter) -> None:
    @router.get("/api/search", response_model=list[answers.FoundIn])
    async def search(request: Request, words: Words) -> Response:
        """Which filings answer a question in one's own words, and by what rules."""
        return await kept(request, "search", question=words.lower())

    @router.get(
        "/api/filings/{house}/{game}/sign-page",
        response_class=Response,
        responses=forms(*KINDS.values()),
    )
    async def sign_page(
        request: Request,
        filing: Filing,
        posted: Posted,
        form: Literal["html", "svg", "pdf"] = "html",
    ) -> Response:
        """The sign a table must post, as a page to hang up."""
        work = asked_by(request)("sign_page", filing=filing, **posted, form=form)
        made = await while_there(request, work)
        return Response(made or b"", media_type=KINDS[form], headers=ALONE)

    @router.get("/api/filings/{house}/{game}/odds", response_model=desk_answers.OddsAnswer)
    async def odds(request: Request, rules: Rules) -> Response:
        """Every bet of a filing; options as NAME=VALUE."""
        return await kept(request, "odds", **rules)

    @router.get("/api/filings/{house}/{game}/cards", response_model=list[desk_answers.CardGrid])
    async def cards(request: Request, rules: Rules) -> Response:
        """How to play a filing's bets, as grids; none where it leaves no choice."""
        return await kept(request, "cards", **rules)

    @router.get(
        "/api/filings/{house}/{game}/par",
        response_class=Response,
        responses=forms(*PAR_KINDS.values()),
    )
    async def par(
        request: Request, rules: Rules, form: Literal["pdf", "html", "tex", "json"] = "pdf"
    ) -> Response:
        """The PAR sheet of a game, as a file for the laboratory."""
        work = asked_by(request)("par_sheet", **rules, form=form)
        made = await while_there(request, work)
        house, _, game = rules["filing"].partition("/")
        named = {"Content-Disposition": f'inline; filename="{house}--{game}.{form}"'}
        return Response(made or b"", media_type=PAR_KINDS[form], headers=ALONE | named)

    @router.get("/api/filings/{house}/{game}/worth", response_model=dict[str, dict[str, float]])
    async def worth(
        request: Request,
        rules: Rules,
        column: Annotated[str, Query(max_length=60)],
        row: Annotated[list[str], Query(max_length=20)],
    ) -> Response:
        """What each choice brings with some hands in a column of a strategy card, in units."""
        return await kept(request, "worth", **rules, column=column, rows=row)

    @router.get("/api/compare", response_model=desk_answers.Compared)
    async def compare(request: Request, filings: Several) -> Response:
        """What two to five filings do differently, and what each bet is worth in each."""
        return await kept(request, "compare", filings=filings)

    @router.get("/api/compare/worth", response_model=dict[str, list[dict[str, float]]])
    async def compare_worth(request: Request, filings: Several) -> Response:
        """What each difference is worth to a bettor of the first filing, by the rule's path: for
        each filing, what its form of the rule would change of what a unit on each bet brings."""
        return await kept(request, "compare_worth", filings=filings)

    @router.get("/api/findings", response_model=list[desk_answers.FindingLine])
    async def findings(
        request: Request,
        filing: Annotated[list[str] | None, Query(max_length=60)] = None,
        against: Day = "",
    ) -> Response:
        """What lint finds, in some filings or in all, or by the law of a day."""
        named = [known_filing(one) for one in filing or []]
        return await kept(request, "findings", filings=named, against=against)

    @router.get("/api/findings/codes", response_model=dict[str, desk_answers.LintCode])
    async def lint_codes(request: Request) -> Response:
        """What each code of lint means, an example, and how it is mended."""
        return await kept(request, "lint_codes")

    @router.get("/api/league", response_model=list[desk_answers.LeagueLine])
    async def league(request: Request) -> Response:
        """Every bet of every house that is counted."""
        return await kept(request, "league")

    @router.post(
        "/api/check",
        response_model=desk_answers.Checked,
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"text/plain": {"schema": {"type": "string"}}},
            }
        },
    )
    async def check(request: Request, odds: bool = False) -> Response:
        """A draft of a filing: what lint finds, its rule sheet, its odds."""
        text = (await request.body()).decode("utf-8", "replace")
        return await asked(request, "check", text=text, with_odds=odds)
