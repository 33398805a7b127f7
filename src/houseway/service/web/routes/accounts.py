"""Coming in and going, passwords and second factors, sessions."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from fastapi.responses import JSONResponse

from houseway.errors import Refused
from houseway.service import protocol as p
from houseway.service.cardroom import Cardroom
from houseway.service.names import fold
from houseway.service.web import answers
from houseway.service.web.routes.asking import (
    Known,
    KnownSession,
    Room,
    address_of,
    where_from,
)

SessionId = Annotated[str, InPath(pattern="^[0-9a-f]{1,40}$")]


def add_accounts(router: APIRouter) -> None:
    _add_ways_in(router)
    _add_own_account(router)
    _add_sessions(router)
    _add_second_factor(router)


def _add_ways_in(router: APIRouter) -> None:
    @router.post("/api/guests", status_code=201, response_model=answers.SessionAnswer)
    async def new_guest(cardroom: Room, request: Request, guest: p.NewGuest) -> Any:
        """Come in by a name; the token is yours alone."""
        cardroom.guests.check(address_of(request), "new guests")
        token, account = await cardroom.accounts.new_guest(guest.name, where_from(request))
        return JSONResponse({"token": token, "account": account.as_json()}, 201)

    @router.post("/api/login", response_model=answers.SessionAnswer)
    async def login(cardroom: Room, request: Request, who: p.Login) -> Any:
        """A new token for an account with a password, and a code where there is a second factor."""
        address, name = address_of(request), fold(who.name.strip())
        guesses = cardroom.guesses
        guesses.begin(address, name)
        try:
            token, account = await cardroom.accounts.login(
                who.name, who.password, who.code, guesses, where_from(request)
            )
        except Refused as refusal:
            if refusal.code == "code-needed":
                guesses.right(address, name)
            raise
        guesses.right(address, name)
        return {"token": token, "account": account.as_json()}

    @router.post("/api/invites/look", response_model=answers.InviteAnswer)
    async def look(cardroom: Room, given: p.Invite) -> Any:
        """Whom a one-time link is for, and the second factor that comes with it."""
        return await cardroom.staff.look(given.invite)

    @router.post("/api/invites/accept", response_model=answers.SessionAnswer)
    async def accept(cardroom: Room, request: Request, given: p.Accept) -> Any:
        """Choose a password, give a code of the app, and be let in."""
        token, account = await cardroom.staff.accept(
            given.invite, given.password, given.code, where_from(request)
        )
        return {"token": token, "account": account.as_json()}


def _add_own_account(router: APIRouter) -> None:
    @router.post("/api/accounts", response_model=answers.AccountAnswer)
    async def set_password(cardroom: Room, session: KnownSession, chosen: p.Password) -> Any:
        """Give your account a password, or another in place of the old one.

        Its other tokens are void.
        """
        async with _owner(cardroom, session.id):
            await cardroom.accounts.set_password(session, chosen.password, chosen.old)
        cardroom.gate.turn_out(lambda one: one.account is session.account and one.id != session.id)
        return {"account": session.account.as_json()}

    @router.get("/api/me", response_model=answers.MeAnswer)
    async def me(cardroom: Room, session: KnownSession) -> Any:
        """Your account and where you sit."""
        await cardroom.lobby.back()
        asker = session.account
        elsewhere = await cardroom.others.seats(asker.name)
        seats = [
            {name: one[name] for name in ("table", "seat", "stack")}
            for one in (*cardroom.seating.seats_here(asker.name), *elsewhere)
        ]
        renew = session.wants_new_token(cardroom.accounts.now())
        return {"account": asker.as_json(), "seats": seats, "renew": renew}

    @router.post("/api/refill", response_model=answers.AccountAnswer)
    async def refill(cardroom: Room, asker: Known) -> Any:
        """Chips again for one who has lost them."""
        await cardroom.accounts.refill(asker, cardroom.seating.chips_at_tables)
        return {"account": asker.as_json()}


class _owner:  # noqa: N801  (read as a word: `async with _owner(…)`)
    """A wrong password here slows the session that gave it, and no other."""

    def __init__(self, cardroom: Cardroom, session: str) -> None:
        self._guesses, self._session = cardroom.guesses, session

    async def __aenter__(self) -> None:
        self._guesses.begin(self._session, "")

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        if not (isinstance(error, Refused) and error.code in ("wrong-old-password", "wrong-code")):
            self._guesses.right(self._session, "")


def _add_sessions(router: APIRouter) -> None:
    @router.post("/api/logout", status_code=204)
    async def logout(cardroom: Room, session: KnownSession) -> Response:
        """Make the token void."""
        await cardroom.accounts.logout(session)
        cardroom.gate.turn_out(lambda one: one.id == session.id)
        return Response(status_code=204)

    @router.post("/api/token", response_model=answers.TokenAnswer)
    async def renew(cardroom: Room, session: KnownSession) -> Any:
        """A new token for this session; the old one opens until the new one is first used."""
        return {"token": await cardroom.accounts.renew(session)}

    @router.get("/api/sessions", response_model=list[answers.SessionLine])
    async def sessions(cardroom: Room, session: KnownSession) -> Any:
        """Where your account is entered, the latest first."""
        return await cardroom.accounts.list_sessions(session)

    @router.delete("/api/sessions/{which}", status_code=204)
    async def revoke(cardroom: Room, session: KnownSession, which: SessionId) -> Response:
        """End one of your sessions: its token is void and its sockets are closed."""
        if not await cardroom.accounts.end_sessions(session.account, lambda one: one == which):
            raise Refused("no-such-session", "you have no such session", where="which")
        cardroom.gate.turn_out(lambda one: one.id == which)
        return Response(status_code=204)

    @router.delete("/api/sessions", status_code=204)
    async def revoke_others(cardroom: Room, session: KnownSession) -> Response:
        """End all your sessions but this one."""
        account = session.account
        await cardroom.accounts.end_sessions(account, lambda one: one != session.id)
        cardroom.gate.turn_out(lambda one: one.account is account and one.id != session.id)
        return Response(status_code=204)


def _add_second_factor(router: APIRouter) -> None:
    @router.post("/api/second-factor", response_model=answers.EnrolmentAnswer)
    async def begin(cardroom: Room, session: KnownSession, given: p.OldPassword) -> Any:
        """A secret for an authenticator app, as letters and as a picture."""
        async with _owner(cardroom, session.id):
            return await cardroom.accounts.begin_second_factor(session.account, given.password)

    @router.post("/api/second-factor/confirm", response_model=answers.AccountAnswer)
    async def confirm(cardroom: Room, session: KnownSession, given: p.Code) -> Any:
        """The app shows the right code: from now on a login needs one; other sessions end."""
        async with _owner(cardroom, session.id):
            await cardroom.accounts.confirm_second_factor(session, given.code)
        account = session.account
        cardroom.gate.turn_out(lambda one: one.account is account and one.id != session.id)
        return {"account": account.as_json()}

    @router.post("/api/second-factor/remove", response_model=answers.AccountAnswer)
    async def remove(cardroom: Room, session: KnownSession, given: p.PasswordAndCode) -> Any:
        """Do without a second factor; not for those who work here."""
        async with _owner(cardroom, session.id):
            await cardroom.accounts.remove_second_factor(
                session, given.password, given.code, cardroom.guesses
            )
        return {"account": session.account.as_json()}
