"""What the tests share: the filing, a command as a user types it, a cardroom that is served."""

from __future__ import annotations

import asyncio
import dataclasses
import faulthandler
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import super_pan_9
from houseway import family
from houseway.cli import app
from houseway.filings.loader import load
from super_pan_9.schema import SuperPan9

FILING = "riverbend/super-pan-9"
PATIENCE = 120.0  # seconds, far longer than anything takes
Command = Callable[..., str]


@pytest.fixture(autouse=True)
def _no_kept_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Odds are counted, never found in the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture
def filing() -> SuperPan9:
    found = load(FILING)
    assert isinstance(found, SuperPan9)
    return found


@pytest.fixture
def houseway() -> Command:
    """A command's output; it must end well unless another status is expected."""

    def run(*words: object, status: int = 0) -> str:
        answer = CliRunner().invoke(app, [str(word) for word in words])
        assert answer.exit_code == status, answer.output
        return answer.stdout

    return run


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A cardroom on a free port of this machine, in which nothing waits but for people."""
    from houseway.service.app import make_app
    from houseway.service.serve import listen, make_server
    from houseway.service.settings import Pace, Settings

    pace = Pace(
        bet_seconds=60, act_seconds=60, extra_seconds=60, offer_seconds=60, bot_seconds=0,
        pause_seconds=0,
    )  # fmt: skip
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"
    settings = Settings(database=database, house_token_file=tmp_path / "token", pace=pace, bots=2)
    server = make_server(make_app(settings), settings)
    listening = listen("127.0.0.1", 0)
    serving = server.serve(sockets=[listening])
    thread = threading.Thread(target=asyncio.run, args=(serving,), daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        if thread.is_alive():
            faulthandler.dump_traceback()
            pytest.fail("the cardroom was told to stop and has not")
        listening.close()


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The family without a felt of its own."""
    monkeypatch.setattr(super_pan_9, "FAMILY", dataclasses.replace(super_pan_9.FAMILY, felt=""))
    family.find_family.cache_clear()
    yield
    monkeypatch.undo()
    family.find_family.cache_clear()
