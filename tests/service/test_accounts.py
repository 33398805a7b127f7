"""Ways into an account: passwords, sessions, the house's file."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from houseway.errors import Refused
from houseway.service.client import Cardroom
from houseway.service.people.passwords import Guesses
from houseway.service.people.sessions import hash_token
from houseway.service.settings import Limits
from houseway.service.storage import migrations
from houseway.service.storage.store import database_url, make_engine
from tests.service.requests import DAY, SECRET, THREE_CARD, hired, web
from tests.service.running import LOOSE, eventually, run, serving

# Passwords.


def test_a_password_change_asks_for_the_old_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            ann = await here.member("Ann")
            wanted = {"password": "something else"}
            assert await here.refused("POST", "/api/accounts", wanted, ann) == "wrong-old-password"
            guess = {**wanted, "old": "correct house"}
            assert await here.refused("POST", "/api/accounts", guess, ann) == "wrong-old-password"
            await here.get("POST", "/api/login", {"name": "Ann", **SECRET})
            right = {**wanted, "old": SECRET["password"]}
            assert (await here.get("POST", "/api/accounts", right, ann))["account"]["password"]
            assert await here.refused("POST", "/api/login", {"name": "Ann", **SECRET}) == (
                "wrong-password"
            )
            await here.get("POST", "/api/login", {"name": "Ann", **wanted})

    run(test())


def test_one_with_a_stolen_token_cannot_guess_the_old_password_for_long(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path, limits=replace(LOOSE, passwords=(0.0001, 4))) as here:
            ann = await here.member("Ann")
            thief = (await here.get("POST", "/api/login", {"name": "Ann", **SECRET}))["token"]
            codes = [
                await here.refused(
                    "POST", "/api/accounts", {"password": "mine all mine", "old": f"guess {n}"},
                    thief,
                )
                for n in range(6)
            ]  # fmt: skip
            assert codes == ["wrong-old-password"] * 4 + ["too-many"] * 2
            change = {"password": "something else", "old": SECRET["password"]}
            await here.get("POST", "/api/accounts", change, ann)  # the owner is not slowed

    run(test())


def test_wrong_passwords_slow_the_guesser_and_not_the_owner(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, passwords=(0.0001, 4), guesses=(0.0001, 6))
        async with web(tmp_path, limits=limits, proxies=("127.0.0.1",)) as here:
            await here.member("Ann")
            await here.member("Bob")

            async def login(address: str, name: str, password: str) -> int:
                answer = await here.client.post(
                    "/api/login", json={"name": name, "password": password},
                    headers={"x-forwarded-for": address},
                )  # fmt: skip
                return answer.status_code

            guesses = await asyncio.gather(
                *(login("198.51.100.9", "Ann", f"guess {n}") for n in range(8))
            )
            assert sorted(guesses) == [401] * 4 + [429] * 4, "many at once count too"
            right = SECRET["password"]
            assert await login("198.51.100.9", "Ann", right) == 429
            assert await login("203.0.113.5", "Ann", right) == 200, "the owner, elsewhere"
            assert await login("198.51.100.9", "Bob", right) == 200, "a neighbour"
            for _ in range(20):  # right ones cost nothing
                assert await login("203.0.113.5", "Ann", right) == 200
            # One address gets a few wrong ones in all, however many names it tries.
            tried = [await login("198.51.100.9", f"Name {n}", "guess") for n in range(5)]
            assert tried == [401, 401, 429, 429, 429]

    run(test())


def test_a_guesser_of_codes_is_slowed_wherever_they_come_from() -> None:
    guesses = Guesses(Limits(codes=(0.0001, 3)))
    for _ in range(3):
        guesses.begin_code(1)
    with pytest.raises(Refused) as refusal:
        guesses.begin_code(1)
    assert refusal.value.code == "too-many"
    for _ in range(20):  # right ones cost nothing
        guesses.begin_code(2)
        guesses.right_code(2)


def test_codes_without_the_password_cost_the_owner_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, passwords=(1000, 1000), guesses=(1000, 1000), codes=(0.0001, 2))
        async with web(tmp_path, limits=limits) as here:
            _, secret = await hired(here, "Olga", "office")
            guess = {"name": "Olga", "password": "not this one", "code": "123456"}
            for _ in range(5):
                assert await here.refused("POST", "/api/login", guess) == "wrong-password"
            here.clock.now += 60
            right = {"name": "Olga", **SECRET}
            for _ in range(2):
                wrong = {**right, "code": "000000"}
                assert await here.refused("POST", "/api/login", wrong) == "wrong-code"
            fresh = {**right, "code": here.code(secret)}
            assert await here.refused("POST", "/api/login", fresh) == "too-many"

    run(test())


# Sessions.


def test_sessions_are_listed_and_revoked_with_their_sockets(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path, bots=0) as here:
            ann = await here.member("Ann")
            other = (await here.get("POST", "/api/login", {"name": "Ann", **SECRET}))["token"]
            third = (await here.get("POST", "/api/login", {"name": "Ann", **SECRET}))["token"]
            lines = await here.get("GET", "/api/sessions", token=ann)
            assert len(lines) == 3
            assert [line["here"] for line in lines].count(True) == 1
            assert all(line["address"] == "127.0.0.1" for line in lines)
            assert all("httpx" in line["agent"] for line in lines)
            assert set(lines[0]) == {"id", "began", "used", "address", "agent", "here", "file"}
            mine = await here.get("GET", "/api/sessions", token=other)
            gone = next(line["id"] for line in mine if line["here"])
            seat = await Cardroom(here.running.address, token=other).quick_seat(filing=THREE_CARD)
            stranger = await here.guest("Mallory")
            path = f"/api/sessions/{gone}"
            assert await here.refused("DELETE", path, token=stranger) == "no-such-session"
            await here.get("DELETE", path, token=ann)
            assert await here.refused("GET", "/api/me", token=other) == "unknown-token"
            await eventually(lambda: seat.closed is not None)
            assert seat.closed == (4401, "the token is void")
            await seat.close()
            await here.get("DELETE", "/api/sessions", token=ann)
            assert await here.refused("GET", "/api/me", token=third) == "unknown-token"
            assert len(await here.get("GET", "/api/sessions", token=ann)) == 1

    run(test())


def test_a_token_is_exchanged_and_the_old_one_opens_until_the_new_one_is_used(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            first = await here.guest("Ann")
            assert (await here.get("GET", "/api/me", token=first))["renew"] is False
            here.clock.now += 2 * DAY
            assert (await here.get("GET", "/api/me", token=first))["renew"] is True
            lost = (await here.get("POST", "/api/token", token=first))["token"]
            # The answer was lost on the way: the old one still opens, and can be tried again.
            second = (await here.get("POST", "/api/token", token=first))["token"]
            assert len({first, lost, second}) == 3
            me = await here.get("GET", "/api/me", token=second)
            assert (me["account"]["name"], me["renew"]) == ("Ann", False)
            for void in (first, lost):
                assert await here.refused("GET", "/api/me", token=void) == "unknown-token"
            assert len(await here.get("GET", "/api/sessions", token=second)) == 1

    run(test())


def test_a_session_ends_a_year_after_it_began_however_much_it_is_used(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path, bots=0) as here:
            token = await here.guest("Ann")
            seat = await Cardroom(here.running.address, token=token).quick_seat(filing=THREE_CARD)
            for _ in range(6):
                here.clock.now += 60 * DAY
                token = (await here.get("POST", "/api/token", token=token))["token"]
                await here.get("GET", "/api/me", token=token)
            here.clock.now += 6 * DAY
            assert await here.refused("GET", "/api/me", token=token) == "unknown-token"
            await here.running.parts.end_old_sessions()
            await eventually(lambda: seat.closed is not None)  # at the table too
            await seat.close()

    run(test())


def test_a_login_of_the_staff_ends_with_the_shift(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            token, _ = await hired(here, "Flo", "floor")
            here.clock.now += 11 * 3600
            await here.get("GET", "/api/me", token=token)
            here.clock.now += 2 * 3600
            assert await here.refused("GET", "/api/me", token=token) == "unknown-token"

    run(test())


# The house's file.


def test_a_deleted_token_file_leaves_no_token_behind(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            old, path = here.house(), here.running.parts.accounts.token_file
            assert path is not None
            await here.get("GET", "/api/staff", token=old)
            table = (await here.get("POST", "/api/tables", {"filing": THREE_CARD}, old))["id"]
            socket = await Cardroom(here.running.address, token=old).table(table)
            path.unlink()
            assert await here.refused("GET", "/api/staff", token=old) == "unknown-token"
            await here.running.parts.end_old_sessions()
            await eventually(lambda: socket.closed is not None)
            await socket.close()
        async with web(tmp_path) as here:
            new = here.house()
            assert new != old
            assert await here.refused("GET", "/api/me", token=old) == "unknown-token"
            staff = await here.get("GET", "/api/staff", token=new)
            assert [line["name"] for line in staff] == ["House"], "it is the same house"
            # A file put back from a copy holds a token that is void.
            path = here.running.parts.accounts.token_file
            assert path is not None
            path.write_text(old)
            assert await here.refused("GET", "/api/me", token=old) == "unknown-token"

    run(test())


def test_old_house_tokens_of_an_older_store_are_void_without_their_file(tmp_path: Path) -> None:
    """0.1.0 made a new house account whenever the file was gone, and let the old token live."""
    file = f"sqlite:///{tmp_path / 'cardroom.db'}"
    engine = make_engine(database_url(file))
    migrations.migrate(engine, upto=1)
    tokens = ("first-token-of-the-house", "second-token-of-the-house")
    with engine.begin() as connection:
        for number, token in enumerate(tokens, 1):
            name = "House" if number == 1 else f"House {number}"
            connection.execute(
                text(
                    "INSERT INTO accounts (id, name, folded, role, created) "
                    "VALUES (:id, :name, :folded, 'house', '2027')"
                ),
                {"id": number, "name": name, "folded": name.casefold()},
            )
            connection.execute(
                text("INSERT INTO sessions VALUES (:token, :id, '2027-01-01T00:00:00.000+00:00')"),
                {"token": hash_token(token), "id": number},
            )
    engine.dispose()
    (tmp_path / "house-token").write_text(tokens[1] + "\n")

    async def test() -> None:
        async with web(tmp_path, database=file) as here:
            assert here.house() == tokens[1], "the one in the file goes on"
            await here.get("GET", "/api/staff", token=tokens[1])
            assert await here.refused("GET", "/api/me", token=tokens[0]) == "unknown-token"

    run(test())


# What is voided while it is looked at.


def test_a_session_that_is_ended_while_it_is_looked_up_stays_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One who holds a stolen token asks again and again, and so at the very moment too."""

    async def test() -> None:
        async with web(tmp_path) as here:
            token = await here.member("Ann")
            accounts, store = here.running.parts.accounts, here.running.parts.store
            account = await accounts.by_name("Ann")
            accounts._by_token.clear()  # as after a restart
            read, loop = store.account_of_token, asyncio.get_running_loop()

            def ended_meanwhile(hashed: str) -> Any:
                found = read(hashed)
                ending = accounts.end_sessions(account, lambda _: True)
                asyncio.run_coroutine_threadsafe(ending, loop).result(30)
                return found

            with monkeypatch.context() as patched:
                patched.setattr(store, "account_of_token", ended_meanwhile)
                assert await here.refused("GET", "/api/me", token=token) == "unknown-token"
            assert await here.refused("GET", "/api/me", token=token) == "unknown-token"

    run(test())


@pytest.mark.parametrize("voided", ["dismissed", "invited again", "another role"])
def test_a_login_that_is_voided_while_its_password_is_checked_opens_nothing(
    voided: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            _, secret = await hired(here, "Flo", "floor")
            here.clock.now += 60
            passwords = here.running.parts.accounts.passwords
            verify = passwords.verify

            async def slowly(hashed: str | None, password: str) -> bool:
                found = await verify(hashed, password)
                if voided == "dismissed":
                    await here.get("DELETE", "/api/staff/Flo", token=here.house())
                elif voided == "invited again":
                    await here.get("POST", "/api/staff/Flo/invite", token=here.house())
                else:
                    role = {"role": "office"}
                    await here.get("POST", "/api/staff/Flo/role", role, here.house())
                return found

            login = {"name": "Flo", **SECRET, "code": here.code(secret)}
            with monkeypatch.context() as patched:
                patched.setattr(passwords, "verify", slowly)
                assert await here.refused("POST", "/api/login", login) == "wrong-password"
            managed = await here.get("GET", "/api/accounts?find=Flo", token=here.house())
            assert managed[0]["sessions"] == 0

    run(test())


def test_one_who_is_sent_away_while_they_change_the_password_does_not_change_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thief who knows the old password, and the owner who changes it first."""

    async def test() -> None:
        async with web(tmp_path) as here:
            ann = await here.member("Ann")
            thief = (await here.get("POST", "/api/login", {"name": "Ann", **SECRET}))["token"]
            passwords = here.running.parts.accounts.passwords
            make = passwords.hash
            old = SECRET["password"]

            async def slowly(password: str) -> str:
                if password == "mine all mine":
                    wanted = {"password": "something else", "old": old}
                    await here.get("POST", "/api/accounts", wanted, ann)
                return await make(password)

            with monkeypatch.context() as patched:
                patched.setattr(passwords, "hash", slowly)
                wanted = {"password": "mine all mine", "old": old}
                await here.refused("POST", "/api/accounts", wanted, thief)
            await here.get("POST", "/api/login", {"name": "Ann", "password": "something else"})

    run(test())


# Seats.


def test_the_seat_limit_holds_under_eight_parallel_sits(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            house, ann = running.house(), await running.guest("Ann")
            tables = [(await house.open_table(THREE_CARD))["id"] for _ in range(8)]
            seats = [await ann.table(table) for table in tables]
            answers = await asyncio.gather(
                *(seat.do("sit", seat=1, buy_in="100") for seat in seats), return_exceptions=True
            )
            refused = [one for one in answers if isinstance(one, Refused)]
            assert [one.code for one in refused] == ["too-many"] * 4
            assert len((await ann.me())["seats"]) == LOOSE.seats_per_account == 4
            # A refused sit leaves nothing behind: who leaves one table may sit at another.
            taken = next(n for n, one in enumerate(answers) if not isinstance(one, Refused))
            free = next(n for n, one in enumerate(answers) if isinstance(one, Refused))
            await seats[taken].do("leave")
            await seats[free].do("sit", seat=1, buy_in="100")
            with pytest.raises(Refused):
                await seats[taken].do("sit", seat=99, buy_in="100")
            assert len((await ann.me())["seats"]) == 4
            for seat in seats:
                await seat.close()

    run(test())
