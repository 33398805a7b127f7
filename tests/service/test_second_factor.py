"""Second factors: codes that open once, and those who work here."""

from __future__ import annotations

import base64
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.service.people import totp
from houseway.service.people.accounts import use_code
from houseway.service.people.newcomers import add_account
from houseway.service.storage import migrations
from houseway.service.storage.store import database_url, make_engine
from tests.service.conftest import empty_database
from tests.service.requests import SECRET, hired, web
from tests.service.running import LOOSE, run


def test_codes_are_those_of_rfc_6238() -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()
    published = {
        59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924",
        2000000000: "69279037", 20000000000: "65353130",
    }  # fmt: skip
    for seconds, code in published.items():
        assert totp.code_at(secret, seconds // 30, digits=8) == code
        assert totp.step_of(secret, code[2:], seconds) == seconds // 30
        assert totp.step_of(secret, code[2:], seconds + 90) is None
        assert totp.step_of(secret, code[2:], seconds, after=seconds // 30) is None


def test_who_works_here_gets_in_with_a_code_that_opens_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            _, secret = await hired(here, "Olga", "office")
            who = {"name": "Olga", **SECRET}
            assert await here.refused("POST", "/api/login", who) == "code-needed"
            assert await here.refused("POST", "/api/login", {**who, "password": "guess 12"}) == (
                "wrong-password"
            ), "nobody learns of the code without the password"
            used = {**who, "code": here.code(secret)}  # accepted with the invitation
            assert await here.refused("POST", "/api/login", used) == "wrong-code"
            here.clock.now += 30
            fresh = {**who, "code": here.code(secret)}
            token = (await here.get("POST", "/api/login", fresh))["token"]
            assert await here.refused("POST", "/api/login", fresh) == "wrong-code"
            assert await here.refused(
                "POST", "/api/second-factor/remove", {**SECRET, "code": "000000"}, token
            ) == "forbidden"  # fmt: skip

    run(test())


def test_there_is_no_way_to_a_staff_session_without_a_second_factor(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            # The house's own token cannot give the account a password alone.
            assert await here.refused("POST", "/api/accounts", SECRET, here.house()) == "forbidden"
            wish = {"name": "Flo", "role": "floor"}
            hired = await here.get("POST", "/api/staff", wish, here.house())
            assert await here.refused("POST", "/api/login", {"name": "Flo", **SECRET}) == (
                "wrong-password"
            )
            wrong = {"invite": hired["invite"], **SECRET, "code": "000000"}
            assert await here.refused("POST", "/api/invites/accept", wrong) == "wrong-code"
            here.clock.now += 25 * 3600
            assert await here.refused(
                "POST", "/api/invites/look", {"invite": hired["invite"]}
            ) == "no-such-invitation"  # fmt: skip
            ann = await here.guest("Ann")
            assert await here.refused("POST", "/api/staff", wish, ann) == "forbidden"
            assert await here.refused(
                "POST", "/api/staff", {"name": "Eve", "role": "house"}, here.house()
            ) == "bad-request"  # fmt: skip

    run(test())


def test_one_who_is_dismissed_or_invited_again_is_out_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            flo, _ = await hired(here, "Flo", "floor")
            olga, _ = await hired(here, "Olga", "office")
            await here.get("DELETE", "/api/staff/Flo", token=here.house())
            assert await here.refused("GET", "/api/me", token=flo) == "unknown-token"
            again = await here.get("POST", "/api/staff/Olga/invite", token=here.house())
            assert await here.refused("GET", "/api/me", token=olga) == "unknown-token"
            shown = await here.get("POST", "/api/invites/look", {"invite": again["invite"]})
            accept = {"invite": again["invite"], **SECRET, "code": here.code(shown["secret"])}
            await here.get("POST", "/api/invites/accept", accept)
            await here.get("POST", "/api/staff/House/invite", token=here.house())
            await here.get("GET", "/api/staff", token=here.house())  # its file goes on

    run(test())


def test_a_player_may_have_a_second_factor_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            ann = await here.member("Ann")
            other = (await here.get("POST", "/api/login", {"name": "Ann", **SECRET}))["token"]
            assert await here.refused(
                "POST", "/api/second-factor", {"password": "not this one"}, ann
            ) == "wrong-old-password"  # fmt: skip
            shown = await here.get("POST", "/api/second-factor", SECRET, ann)
            confirm = "/api/second-factor/confirm"
            assert await here.refused("POST", confirm, {"code": "000000"}, ann) == "wrong-code"
            await here.get("POST", "/api/login", {"name": "Ann", **SECRET})  # not before it is
            code = {"code": here.code(shown["secret"])}
            found = await here.get("POST", confirm, code, ann)
            assert found["account"]["second_factor"] is True
            assert await here.refused("GET", "/api/me", token=other) == "unknown-token"
            who = {"name": "Ann", **SECRET}
            assert await here.refused("POST", "/api/login", who) == "code-needed"
            here.clock.now += 60
            again = {**who, "code": here.code(shown["secret"])}
            await here.get("POST", "/api/login", again)
            here.clock.now += 60
            gone = {**SECRET, "code": here.code(shown["secret"])}
            await here.get("POST", "/api/second-factor/remove", gone, ann)
            await here.get("POST", "/api/login", who)

    run(test())


def test_one_with_token_and_password_cannot_put_another_second_factor_in_place_of_mine(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with web(tmp_path) as here:
            ann = await here.member("Ann")
            shown = await here.get("POST", "/api/second-factor", SECRET, ann)
            code = {"code": here.code(shown["secret"])}
            await here.get("POST", "/api/second-factor/confirm", code, ann)
            assert await here.refused("POST", "/api/second-factor", SECRET, ann) == "forbidden"
            olga, _ = await hired(here, "Olga", "office")
            assert await here.refused("POST", "/api/second-factor", SECRET, olga) == "forbidden"

    run(test())


def test_wrong_codes_count_by_account_wherever_they_are_given(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, passwords=(1000, 1000), guesses=(1000, 1000), codes=(0.0001, 2))
        async with web(tmp_path, limits=limits) as here:
            ann = await here.member("Ann")
            shown = await here.get("POST", "/api/second-factor", SECRET, ann)
            code = {"code": here.code(shown["secret"])}
            await here.get("POST", "/api/second-factor/confirm", code, ann)
            here.clock.now += 60
            remove, wrong = "/api/second-factor/remove", {**SECRET, "code": "000000"}
            assert await here.refused("POST", remove, wrong, ann) == "wrong-code"
            login = {"name": "Ann", **wrong}
            assert await here.refused("POST", "/api/login", login) == "wrong-code"
            right = {**SECRET, "code": here.code(shown["secret"])}
            assert await here.refused("POST", remove, right, ann) == "too-many"

    run(test())


@pytest.mark.postgres
def test_a_code_opens_once_at_whichever_server(postgres: str) -> None:
    """Two servers write at the same time: the second waits for the first, and then it is used."""
    secret, now = totp.new_secret(), 1_800_000_000.0
    code = totp.code_at(secret, int(now) // totp.SECONDS)
    with empty_database(postgres, "codes") as url:
        engine = make_engine(database_url(url))
        migrations.migrate(engine)
        with engine.begin() as connection:
            add_account(connection, "Ann", "player", datetime.fromtimestamp(now, UTC))
        with ThreadPoolExecutor() as pool, engine.connect() as first:
            use_code(first, 1, secret, code, now)

            def again() -> None:
                with engine.begin() as second:
                    use_code(second, 1, secret, code, now)

            other = pool.submit(again)
            with pytest.raises(TimeoutError):
                other.result(0.3)
            first.commit()
            with pytest.raises(Refused) as refused:
                other.result(30)
            assert refused.value.code == "wrong-code"
        engine.dispose()
