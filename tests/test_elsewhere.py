"""Offices run Windows and macOS: every command and a served round without what only POSIX has.

The modules and functions are taken away from every process, workers included; consoles speak an
old code page; a file opened without saying its encoding is an error.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from typer.main import get_command

from houseway.cli import app
from houseway.folders import cache_folder
from houseway.service.client import Cardroom
from tests.service.playing import Player
from tests.service.running import free_port, run

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases"
BACCARAT = "napa-valley/ez-baccarat-panda-8"

# What Windows does not have (the library reference says "Availability: Unix").
_ELSEWHERE = """
import asyncio, multiprocessing, os, signal, sys, time, warnings
for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog", "posix_ipc",
             "uvloop"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "getgroups", "nice",
             "setsid", "killpg", "getpgid", "chown", "fchmod", "mkfifo", "O_NOFOLLOW", "O_NONBLOCK",
             "O_CLOEXEC", "sched_getaffinity", "sysconf", "pread", "getloadavg"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGQUIT", "alarm", "setitimer"):
    delattr(signal, name)
del time.tzset
def refused(*_): raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = refused
multiprocessing.set_start_method("spawn")
warnings.filterwarnings("error", category=EncodingWarning, module="houseway")
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Mapping[str, str]:
    """The environment of a process on such a machine."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(textwrap.dedent(_ELSEWHERE), encoding="utf-8")
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT)])
    return os.environ | {
        "PYTHONPATH": path, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0",
        "PYTHONWARNDEFAULTENCODING": "1",
        "HOME": str(tmp_path), "HOUSEWAY_CACHE": str(cache_folder()),
    }  # fmt: skip


def _commands(folder: Path) -> list[list[str]]:
    """Every command as an office would use it."""
    log, store = folder / "evening.log", f"sqlite:///{folder / 'cardroom.db'}"
    copy, restored = folder / "copy", f"sqlite:///{folder / 'restored.db'}"
    draft = folder / "draft.toml"
    return [
        ["filings"],
        ["show", BACCARAT],
        ["sign", BACCARAT, "--schedule", "1", "--limits", "1-100", "--format", "html"],
        ["schema"],
        ["new", "--from", BACCARAT, "-o", str(draft)],
        ["check", str(draft)],
        ["diff", BACCARAT, "500-club/ez-baccarat"],
        ["lint", BACCARAT],
        ["trace", BACCARAT],
        ["adjudicate", str(CASES / "tablegames" / "napa-baccarat-09-panda-8.toml")],
        ["replay", str(CASES / "poker" / "500-razz-04-all-fold.toml")],
        ["set", "500-club/fortune-pai-gow-poker", "8c 4d Ks 9s 8d 7c 4h"],
        ["deal", "500-club/texas-holdem", "--seed", "1", "--json"],
        ["verify", str(log)],
        ["export", str(log), "--round", "1"],
        ["report", str(log)],
        ["odds", BACCARAT],
        ["par", BACCARAT, "-o", str(folder / "sheet.pdf")],
        ["simulate", BACCARAT, "--rounds", "20000", "--seats", "3", "--bank", "1000",
             "--schedule", "1", "--seed", "1", "--workers", "2"],
        ["bank", BACCARAT, "--schedule", "1", "--rounds", "20000", "--clauses", "none"],
        ["protect", BACCARAT, "--samples", "100"],
        ["equity", "500-club/texas-holdem", "AKs", "QQ", "--board", "2c 3d 4h 5s"],
        ["rng-test", "--shuffles", "2500", "--throws", "5000", "--seed", "1"],
        ["key", "--database", store],
        ["anchor", "--database", store],
        ["unusual", "--database", store],
        ["archive", str(copy.with_name("old")), "--before", "0d", "--database", store],
        ["backup", str(copy), "--database", store],
        ["restore", str(copy), "--database", restored],
    ]  # fmt: skip


# One process for all: to start it takes longer than most commands. What each says and with which
# status it ends stands in a file of its number.
_ONE_AFTER_ANOTHER = """
import json, os, sys
from houseway.cli import main
if __name__ == "__main__":
    for number, words in enumerate(json.loads(sys.argv[1])):
        sys.argv = ["houseway", *words]
        with open("out", "wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            try:
                status = main()
            except SystemExit as ended:
                status = ended.code
            sys.stdout.flush()
            sys.stderr.flush()
        with open("out", "rb") as out, open(f"{number}.said", "wb") as said:
            said.write(f"{status or 0}\\n".encode() + out.read())
        if words[0] == "deal":
            os.replace("out", "evening.log")
"""


def test_every_command_runs_where_its_users_sit(
    elsewhere: Mapping[str, str], tmp_path: Path
) -> None:
    run(_serve_a_round(elsewhere, tmp_path))  # leaves the store that some commands read
    commands = _commands(tmp_path)
    known = set(get_command(app).commands) - {"serve"}  # type: ignore[attr-defined]
    assert {words[0] for words in commands} == known, "a command nobody has tried elsewhere"
    (tmp_path / "all.py").write_text(_ONE_AFTER_ANOTHER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "all.py", json.dumps(commands)], cwd=tmp_path, env=elsewhere,
        capture_output=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode("cp1252", "replace")
    for number, words in enumerate(commands):
        status, _, said = (tmp_path / f"{number}.said").read_text("cp1252").partition("\n")
        findings = words[0] == "check"  # a copy still names the house it was copied from
        assert status == ("1" if findings else "0"), f"{' '.join(words)}\n{said}"
        assert "Traceback" not in said, said


async def _serve_a_round(elsewhere: Mapping[str, str], folder: Path) -> None:
    """`houseway serve` as it is started by hand; a hand is played and a dispute settled."""
    port = free_port()
    database = f"sqlite:///{folder / 'cardroom.db'}"
    said = folder / "served"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "houseway.cli", "serve", "--no-browser", "--port", str(port),
             "--database", database],
            cwd=folder, env=elsewhere, stdout=out, stderr=out,
        )  # fmt: skip
    try:
        address = f"http://127.0.0.1:{port}"
        await _started(process, address, said)
        async with Cardroom(address) as ann:
            await ann.enter("Ann")
            seat = await ann.quick_seat(filing=BACCARAT)
            await Player(seat, random.Random(1)).play(1, timeout=300)
            await seat.close()
            case = CASES / "tablegames" / "napa-baccarat-09-panda-8.toml"
            answer = await ann.request("POST", "/api/adjudicate", case.read_text("utf-8"))
            assert answer["net"]["bank"] == "-375.00"
    finally:
        process.terminate()
        process.wait(120)
    assert "Traceback" not in said.read_text("cp1252"), said.read_text("cp1252")


async def _started(process: subprocess.Popen[bytes], address: str, said: Path) -> None:
    def look() -> None:
        with urlopen(f"{address}/ready", timeout=5):
            pass

    for _ in range(3000):
        assert process.poll() is None, said.read_text("cp1252")
        try:
            await asyncio.to_thread(look)
        except (URLError, OSError):
            await asyncio.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not start")
