"""Drafts of filings: anybody may write one and try it; the house and the office keep it."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from houseway.errors import Refused
from houseway.filings.catalogue import given_folders, in_force, look_again, use
from houseway.service.people.acts import Deed
from houseway.service.protocol import DraftComparison, DraftDeal, DraftSign, DraftText, SavedDraft
from houseway.service.settings import Settings
from houseway.service.storage.store import database_url
from houseway.service.web import answers, desk_answers
from houseway.service.web.catalogue import (
    GONE,
    answer_json,
    asked,
    asked_by,
    kept,
    known_filing,
    while_there,
)
from houseway.service.web.routes.asking import AS_TEXT, MaySaveFilings, Room, forms

FOLDER = "filings"  # beside a database in a file


def add_drafts(router: APIRouter) -> None:
    @router.get("/api/schema", response_model=dict[str, Any])
    async def schema(request: Request) -> Response:
        """The JSON Schema of a filing."""
        return await kept(request, "draft_schema")

    @router.get("/api/draft", response_class=Response, responses=AS_TEXT)
    async def begin(
        request: Request,
        family: Annotated[str, Query(max_length=40)] = "",
        copied: Annotated[str, Query(alias="from", max_length=100)] = "",
    ) -> Response:
        """The text to begin with: every key of a family, or a copy of a filing to change."""
        if bool(family) == bool(copied):
            raise Refused("no-family", "name a family or a filing to copy, not both", where="from")
        wanted = known_filing(copied) if copied else ""
        made = asked_by(request)("draft_begin", family=family, copied=wanted)
        return Response(await while_there(request, made), media_type="text/plain")

    @router.post("/api/draft/sheet", response_model=desk_answers.DraftSheet)
    async def sheet(request: Request, draft: DraftText) -> Response:
        """The draft's rules in words."""
        return await asked(request, "draft_told", text=draft.text)

    @router.post("/api/draft/deal", response_model=desk_answers.DraftDealt)
    async def deal(request: Request, draft: DraftDeal) -> Response:
        """A round of the draft, dealt and played by bots."""
        return await asked(request, "draft_dealt", **draft.model_dump())

    @router.post("/api/draft/diff", response_model=desk_answers.Differences)
    async def diff(request: Request, draft: DraftComparison) -> Response:
        """What the draft does otherwise than a filing of the catalogue."""
        known_filing(draft.against)
        return await asked(request, "draft_differs", **draft.model_dump())

    @router.post("/api/draft/sign", response_class=Response, responses=forms("image/svg+xml"))
    async def sign(request: Request, draft: DraftSign) -> Response:
        """The sign the draft would hang up."""
        made = await while_there(request, asked_by(request)("draft_signed", **draft.model_dump()))
        return Response(made or b"", media_type="image/svg+xml")

    @router.post("/api/draft/save", response_model=answers.SavedFiling)
    async def save(
        request: Request, cardroom: Room, asker: MaySaveFilings, draft: SavedDraft
    ) -> Response:
        """Keep the draft in the house's folder; the cardroom has it at once."""
        made = await while_there(request, asked_by(request)("draft_names", text=draft.text))
        if made is None:
            return Response(status_code=GONE)
        name: str = json.loads(made)["id"]
        folder = house_folder(cardroom.settings)
        file = await asyncio.to_thread(_keep, folder, name, draft.text, draft.replace)
        use(folder)
        await asyncio.to_thread(look_again)
        deed = Deed(asker.name, "saved filing", name, {"file": file, "replaced": draft.replace})
        await cardroom.note(deed)
        return answer_json(json.dumps({"id": name, "file": file}).encode())


def house_folder(settings: Settings) -> Path:
    """Where filings of the house are kept: the first folder it names, or one beside its
    database."""
    if settings.filings:
        return settings.filings[0]
    url = database_url(settings.database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise Refused(
            "no-such-folder",
            "the house has no folder of filings; start the service with --filings DIR",
            where="filings",
        )
    return Path(url.database).absolute().parent / FOLDER


def _keep(folder: Path, name: str, text: str, replace: bool) -> str:
    """Write it whole or not at all; where in the folder it is."""
    if any((one / f"{name}.toml").is_file() for one in given_folders()):
        raise Refused(
            "filing-known", f"{name} is the id of a filing in the catalogue; give this one its own "
            "id", where="id",
        )  # fmt: skip
    known = in_force().find_file(name)
    file = known if known and known.is_relative_to(folder) else folder / f"{name}.toml"
    if file.exists() and not replace:
        raise Refused("file-exists", f"{name} is saved already; replace it, or change its id",
                      where="id")  # fmt: skip
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    os.replace(fresh, file)
    return str(file.relative_to(folder))
