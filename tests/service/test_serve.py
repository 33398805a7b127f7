"""Starting the cardroom as a newcomer does: what the terminal says, and what is refused."""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from houseway.errors import HousewayError
from houseway.service.client import Cardroom
from houseway.service.serve import announce, is_local, known_as, listen, network_address
from houseway.service.settings import Settings, data_folder, default_database
from tests.service.running import PATIENCE, free_port


def _said(host: str) -> str:
    out = io.StringIO()
    announce(host, 8000, out)
    return out.getvalue()


def test_at_home_only_the_address_is_said() -> None:
    said = _said("127.0.0.1")
    assert "http://127.0.0.1:8000/" in said
    assert "Play chips only" in said
    assert len(said.splitlines()) == 2


def test_beyond_localhost_there_is_an_address_for_others_and_a_code() -> None:
    said = _said("0.0.0.0")
    assert "http://localhost:8000/" in said
    address = re.search(r"On this network: (http://\S+:8000/)", said)
    assert address is not None
    assert "localhost" not in address[1]
    blocks = [line for line in said.splitlines() if any(c in line for c in "█▀▄")]
    assert len(blocks) > 10, "the code is drawn"


@pytest.mark.parametrize(
    ("host", "local"),
    [("localhost", True), ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True),
     ("0.0.0.0", False), ("192.168.1.7", False), ("::", False), ("cards.example", False)],
)  # fmt: skip
def test_what_is_local(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_an_address_that_was_given_is_the_one_for_others() -> None:
    assert network_address("192.168.1.7") == "192.168.1.7"
    assert network_address("fe80::1") == "[fe80::1]"


def test_behind_a_proxy_the_house_s_link_has_the_name_people_open() -> None:
    outside = Settings(hosts=("cards.example", "c.example"), proxies=("127.0.0.1",))
    assert known_as(outside) == "https://cards.example/"
    assert known_as(Settings(hosts=("cards.example",))) is None


def test_a_port_that_is_taken_is_named() -> None:
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    with pytest.raises(HousewayError, match="--port") as refusal:
        listen("127.0.0.1", port)
    assert refusal.value.where == f"127.0.0.1:{port}"
    taken.close()


def test_the_store_lies_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "houseway"
    assert default_database() == f"sqlite:///{tmp_path}/houseway/cardroom.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert os.fspath(data_folder()) == f"{tmp_path}/.local/share/houseway"


class Newcomer:
    """`houseway serve` on a machine that has never seen it."""

    def __init__(self, home: Path, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self._opener = build_opener(ProxyHandler({}))
        command = [sys.executable, "-m", "houseway.cli", "serve", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port)],
            env={**os.environ, "XDG_DATA_HOME": str(home)},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def get(self, path: str) -> bytes:
        with self._opener.open(self.address + path, timeout=PATIENCE) as answer:
            body: bytes = answer.read()
            return body

    def wait(self) -> None:
        until = time.monotonic() + 300
        while time.monotonic() < until:
            assert self.process.poll() is None, self.said()
            try:
                self.get("/")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("it does not open")

    def said(self) -> str:
        return self.process.communicate(timeout=PATIENCE)[0]

    def interrupt(self) -> str:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.said()


def test_the_first_command_opens_a_lobby_and_the_second_start_brings_the_tables_back(
    tmp_path: Path,
) -> None:
    first = Newcomer(tmp_path, free_port())
    first.wait()
    assert b"<hw-header>" in first.get("/")

    async def sit(address: str) -> tuple[Cardroom, str]:
        cardroom = Cardroom(address)
        await cardroom.enter("Ann")
        async with await cardroom.quick_seat() as seat:
            return cardroom, seat.table

    ann, table = asyncio.run(sit(first.address))
    other = Newcomer(tmp_path, free_port())  # the same folder at the same time
    assert "another cardroom is served from this database" in other.said()
    assert other.process.returncode == 2
    said = first.interrupt()
    assert first.process.returncode == 0
    assert f"open at {first.address}/" in said
    assert "kept for the next time" in said
    assert "Traceback" not in said
    second = Newcomer(tmp_path, free_port())
    second.wait()
    seats = asyncio.run(Cardroom(second.address, token=ann.token).me())["seats"]
    assert [seat["table"] for seat in seats] == [table]
    assert seats[0]["stack"] == "500.00"
    assert "Traceback" not in second.interrupt()


def test_a_taken_port_ends_with_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        late = Newcomer(tmp_path, taken.getsockname()[1])
        said = late.said()
    assert late.process.returncode == 2
    assert len(said.splitlines()) == 1
    assert "already in use" in said
    assert "--port" in said


_LOADS = {
    ".html": re.compile(r'(?:src|href)="([^"#][^"]*)"'),
    ".js": re.compile(r'(?:from|^import) "(\.[^"]+)"', re.M),
}


def test_the_first_page_is_under_300_kb_in_all() -> None:
    """The document, and whatever it loads before anybody does anything."""
    page = Path(__file__).parents[2] / "src" / "houseway" / "service" / "page"
    seen: set[Path] = set()
    waiting = [page / "index.html"]
    while waiting:
        path = waiting.pop().resolve()
        if path in seen:
            continue
        seen.add(path)
        if path.suffix in _LOADS:
            found = _LOADS[path.suffix].findall(path.read_text(encoding="utf-8"))
            waiting += [path.parent / name for name in found]
    assert len(seen) > 10, sorted(seen)
    assert sum(path.stat().st_size for path in seen) < 300_000
