"""Who works here and what they did: accounts managed by the house, and the list of acts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi import Path as InPath

from houseway.service import protocol as p
from houseway.service.cardroom import Cardroom
from houseway.service.people.accounts import Account
from houseway.service.web import answers
from houseway.service.web.forms import as_csv, download
from houseway.service.web.routes.asking import MayHire, MaySeeActs, Room, forms

Name = Annotated[str, InPath(min_length=1, max_length=80)]
Find = Annotated[str, Query(max_length=100)]


def add_house(router: APIRouter) -> None:
    _add_staff(router)
    _add_managed(router)
    _add_acts(router)


def _add_staff(router: APIRouter) -> None:
    @router.get("/api/staff", response_model=list[answers.StaffLine])
    async def staff(cardroom: Room, _: MayHire) -> Any:
        """Who works here."""
        return await cardroom.staff.list()

    @router.post("/api/staff", status_code=201, response_model=answers.HiredAnswer)
    async def hire(cardroom: Room, asker: MayHire, wish: p.NewStaff) -> Any:
        """A new account with a role; its invitation opens once, within a day."""
        secret, account = await cardroom.staff.hire(wish.name, wish.role, asker)
        return {"account": account.as_json(), "invite": secret}

    @router.post("/api/staff/{name}/invite", response_model=answers.HiredAnswer)
    async def invite(cardroom: Room, asker: MayHire, name: Name) -> Any:
        """Invite again, after a lost phone or password; until then nobody gets in."""
        account = await cardroom.accounts.by_name(name)
        secret = await cardroom.staff.invite_again(account, asker.name)
        _turn_out(cardroom, account)
        return {"account": account.as_json(), "invite": secret}

    @router.post("/api/staff/{name}/role", response_model=answers.AccountAnswer)
    async def give_role(cardroom: Room, asker: MayHire, name: Name, wish: p.NewRole) -> Any:
        """Another role for one who works here; their sessions end."""
        account = await cardroom.accounts.by_name(name)
        await cardroom.staff.give_role(account, wish.role, asker)
        _turn_out(cardroom, account)
        return {"account": account.as_json()}

    @router.delete("/api/staff/{name}", status_code=204)
    async def dismiss(cardroom: Room, asker: MayHire, name: Name) -> Response:
        """Somebody works here no more."""
        account = await cardroom.accounts.by_name(name)
        await cardroom.staff.dismiss(account, asker)
        _turn_out(cardroom, account)
        return Response(status_code=204)


def _add_managed(router: APIRouter) -> None:
    @router.get("/api/accounts", response_model=list[answers.ManagedAccount])
    async def accounts(
        cardroom: Room,
        _: MayHire,
        find: Find = "",
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Any:
        """Accounts, those who work here first: password, second factor, invitation, sessions."""
        return await cardroom.staff.accounts(find, limit)

    @router.delete("/api/accounts/{name}/sessions", status_code=204)
    async def end_sessions(cardroom: Room, asker: MayHire, name: Name) -> Response:
        """Every token of an account is void, and its sockets are closed."""
        account = await cardroom.accounts.by_name(name)
        await cardroom.staff.end_sessions(account, asker)
        _turn_out(cardroom, account)
        return Response(status_code=204)


def _turn_out(cardroom: Cardroom, account: Account) -> None:
    cardroom.gate.turn_out(lambda one: one.account is account and not one.file)


def _add_acts(router: APIRouter) -> None:
    @router.get("/api/acts", response_model=list[answers.ActLine], responses=forms("text/csv"))
    async def acts(
        cardroom: Room,
        _: MaySeeActs,
        find: Find = "",
        before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
        form: Literal["json", "csv"] = "json",
    ) -> Any:
        """What those who work here did, the newest first."""
        found = await cardroom.acts.list(find, before, limit)
        return found if form == "json" else download(as_csv(found), "acts.csv", "text/csv")
