"""Starting the cardroom: what the terminal says, and what is refused."""

from __future__ import annotations

import io
import os
import re
import socket
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.service.serve import announce, is_local, listen, network_address
from houseway.service.settings import data_folder, default_database


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
