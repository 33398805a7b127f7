"""Long work of the desk: asked for by somebody with a name, seen by whoever has its link."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from houseway.service.protocol import JobAhead, NewJob, SavedJob
from houseway.service.web import answers
from houseway.service.web.catalogue import answer_json, known_filing
from houseway.service.web.routes.asking import Asker, Known, Room, address_of

JobId = Annotated[str, InPath(pattern="^[0-9A-Za-z_-]{16,60}$")]


def add_jobs(router: APIRouter) -> None:
    @router.post("/api/jobs", status_code=201, response_model=answers.JobWhole)
    async def begin(request: Request, cardroom: Room, asker: Known, wish: NewJob) -> Response:
        """Have a simulation or the book of a bank worked out."""
        if wish.filing:
            known_filing(wish.filing)
        job = await cardroom.jobs.put(asker, address_of(request), wish)
        told = await cardroom.jobs.whole(job, asker)
        return Response(told, 201, media_type="application/json")

    @router.post("/api/jobs/ready", status_code=204)
    async def ready(cardroom: Room, wish: JobAhead) -> Response:
        """Say that somebody may soon ask for a filing's figures, so that these come at once."""
        cardroom.jobs.prepare(known_filing(wish.filing))
        return Response(status_code=204)

    @router.get("/api/jobs", response_model=list[answers.JobLine])
    async def mine(cardroom: Room, asker: Known) -> Any:
        """One's own, the newest first."""
        return await cardroom.jobs.mine(asker)

    @router.get("/api/jobs/{job}", response_model=answers.JobWhole)
    async def one(
        cardroom: Room,
        asker: Asker,
        job: JobId,
        seen: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    ) -> Response:
        """What is found, or found so far; with the `turn` one has `seen`, the next, if it comes
        within two seconds."""
        return answer_json(await cardroom.jobs.whole(job, asker, seen))

    @router.post("/api/jobs/{job}/cancel", response_model=answers.JobWhole)
    async def cancel(cardroom: Room, asker: Known, job: JobId) -> Response:
        """End one's own; what it has found stays."""
        await cardroom.jobs.cancel(asker, job)
        return answer_json(await cardroom.jobs.whole(job, asker))

    @router.post("/api/jobs/{job}/save", response_model=answers.JobWhole)
    async def save(cardroom: Room, asker: Known, job: JobId, wish: SavedJob) -> Response:
        """Keep one's own for good; its link lasts."""
        await cardroom.jobs.save(asker, job, wish.name)
        return answer_json(await cardroom.jobs.whole(job, asker))

    @router.delete("/api/jobs/{job}", status_code=204)
    async def forget(cardroom: Room, asker: Known, job: JobId) -> Response:
        """Delete one's own."""
        await cardroom.jobs.delete(asker, job)
        return Response(status_code=204)
