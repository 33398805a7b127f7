"""Served safely: proxies, hosts, TLS, and on systems that have no POSIX modules."""

from __future__ import annotations

import asyncio
import io
import ssl
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme

from houseway.errors import HousewayError
from houseway.service.logs import Traced
from houseway.service.serve import announce, check
from houseway.service.settings import Settings, Tls
from houseway.service.web.security import Hosts
from tests.service.running import LOOSE, PATIENCE, Running, asking, run, serving


def _client(running: Running, **more: Any) -> httpx.AsyncClient:
    return asking(running.address, **more)


async def _guests(client: httpx.AsyncClient, *forwarded: str) -> list[int]:
    return [
        (
            await client.post(
                "/api/guests", json={"name": f"G{n}"}, headers={"x-forwarded-for": one}
            )
        ).status_code
        for n, one in enumerate(forwarded)
    ]


def test_a_stranger_cannot_say_whence_they_come(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, guests=(0.0001, 2))
        async with serving(tmp_path, limits=limits) as running, _client(running) as client:
            made_up = [f"198.51.100.{n}" for n in range(5)]
            assert await _guests(client, *made_up) == [201, 201, 429, 429, 429]

    run(test())


def test_a_named_proxy_is_believed_and_one_behind_it_is_not(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, guests=(0.0001, 1))
        proxies = ("127.0.0.1", "10.0.0.0/24")
        async with serving(tmp_path, limits=limits, proxies=proxies) as running:
            async with _client(running) as client:
                assert await _guests(client, "192.0.2.1", "192.0.2.2") == [201, 201]
                # What the client itself put before the proxy's entry does not count.
                spoofed = ("198.51.100.1, 192.0.2.3", "198.51.100.2, 192.0.2.3, 10.0.0.7")
                assert await _guests(client, *spoofed) == [201, 429]
            lines = await _sessions(running)
            assert {"192.0.2.1", "192.0.2.2", "192.0.2.3"} <= lines

    run(test())


async def _sessions(running: Running) -> set[str]:
    from sqlalchemy import select

    from houseway.service.storage import schema

    wanted = select(schema.sessions.c.address)
    rows = await running.parts.store.write(lambda c: list(c.execute(wanted).scalars()))
    return set(rows)


@pytest.mark.parametrize("proxy", ["*", "proxy.example", "10.0.0.1/8", ""])
def test_a_proxy_is_an_address_or_a_network(proxy: str) -> None:
    with pytest.raises(HousewayError) as refusal:
        check(Settings(proxies=(proxy,)))
    assert refusal.value.code == "bad-proxy"


def test_a_host_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    """A page whose name was made to lead here (DNS rebinding) names its own host."""

    async def test() -> None:
        names = ("cards.example",)
        async with serving(tmp_path, hosts=names) as running, _client(running) as client:
            for host, status in (
                ("127.0.0.1:8000", 200), ("localhost:1", 200), ("[::1]:8000", 200),
                ("192.168.1.7", 200), ("cards.example", 200), ("CARDS.example:443", 200),
                ("evil.example", 421), ("cards.example.evil.example", 421),
                ("127.0.0.1.evil.example", 421), ("localhost.evil.example:8000", 421),
            ):  # fmt: skip
                answer = await client.get("/api/tables", headers={"host": host})
                assert answer.status_code == status, host
                if status == 421:
                    assert answer.json()["error"]["code"] == "bad-host"
            evil = {"host": "evil.example", "origin": "http://evil.example"}
            answer = await client.post("/api/guests", json={"name": "Ann"}, headers=evil)
            assert answer.status_code == 421

    run(test())


@pytest.mark.parametrize("host", ["", "[::1", "a b", "evil.example@", "\x00", "[evil]"])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    assert host not in Hosts(())


def test_tls_by_a_certificate_of_the_house(tmp_path: Path) -> None:
    authority = trustme.CA()
    own = authority.issue_cert("127.0.0.1")
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    own.private_key_pem.write_to_path(key)
    for blob in own.cert_chain_pems:
        blob.write_to_path(certificate, append=True)
    tls = Tls(certificate, key)
    check(Settings(tls=tls))

    async def test() -> None:
        trusted = ssl.create_default_context()
        authority.configure_trust(trusted)
        async with serving(tmp_path, tls=tls) as running:
            address = running.address.replace("http://", "https://")
            async with asking(verify=trusted) as client:
                answer = await client.get(f"{address}/api/tables")
                assert answer.status_code == 200
                assert "strict-transport-security" in answer.headers
            async with asking() as client:
                with pytest.raises(httpx.TransportError):
                    await client.get(f"{running.address}/api/tables")  # nothing is said in clear

    run(test())


def test_a_certificate_that_cannot_be_used_is_refused_before_anything_opens(
    tmp_path: Path,
) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    for name in ("cert.pem", "missing.pem"):
        with pytest.raises(HousewayError) as refusal:
            check(Settings(tls=Tls(tmp_path / name, tmp_path / name)))
        assert refusal.value.code == "bad-certificate"


@pytest.mark.parametrize(
    ("host", "more", "warned"),
    [
        ("127.0.0.1", {}, False), ("localhost", {}, False), ("192.0.2.7", {}, True),
        ("0.0.0.0", {}, True), ("192.0.2.7", {"scheme": "https"}, False),
        ("192.0.2.7", {"behind_proxy": True}, False),
    ],
)  # fmt: skip
def test_serving_beyond_this_machine_in_clear_is_warned_of(
    host: str, more: dict[str, Any], warned: bool
) -> None:
    said = io.StringIO()
    announce(host, 8000, said, **more)
    assert ("Warning: without TLS" in said.getvalue()) is warned


_WITHOUT_POSIX = """
import sys
for name in ("fcntl", "resource", "termios", "pwd", "grp", "posix_ipc", "uvloop"):
    sys.modules[name] = None
import asyncio
from pathlib import Path
from houseway.service.storage import backup
from houseway.service import cardroom, serve
from houseway.service.backroom import unusual
from houseway.service.serve import allow_files
allow_files(100)
print("started")
"""


def test_the_service_needs_no_module_that_only_posix_has(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_POSIX], cwd=tmp_path, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "started\n"


def test_a_request_that_dies_is_still_counted() -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("gone")

    class State:
        cardroom = None

    class App:
        state = State()

    async def nothing(*_: Any) -> Any:
        return None

    scope = {"type": "http", "method": "GET", "app": App(), "client": None}
    with pytest.raises(RuntimeError):
        asyncio.run(Traced(broken)(scope, nothing, nothing))
