"""What was found to end in a traceback, hang or reach the terminal raw; each by its name."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.printing import printable
from tests.command_line.running import RAW, no_faults, run

__all__ = ["no_faults"]
pytestmark = pytest.mark.usefixtures("no_faults")

HOLDEM = "napa-valley/texas-holdem"
BACCARAT = "500-club/ez-baccarat"
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
ROUND = Path(__file__).parents[1] / "rounds/baccarat/napa-04-natural-ends-the-drawing.toml"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "evening.log"
    path.write_text(run("deal", THREE_CARD, "--seed", "7", "--rounds", "1", "--json")[1])
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("equity", HOLDEM, "AxKh", "2c2d"),
        ("equity", HOLDEM, "AhKh", "2c2d", "--board", "Zz"),
        ("equity", HOLDEM, "AhKh", "²", "--board", "\x1b[2J"),
        ("odds", THREE_CARD, "--option", "x=²"),
        ("odds", THREE_CARD, "--option", "x=" + "9" * 5000),
        ("odds", THREE_CARD, "--decks", "-1"),
        ("odds", THREE_CARD, "--counts", "/nowhere/at/all.csv"),
        ("odds", THREE_CARD, "--counts", "/"),
        ("odds", THREE_CARD, "--card", "/nowhere/at/all.svg"),
        ("odds", THREE_CARD, "--card", "/nowhere/at/all.png"),
        ("odds", THREE_CARD, "--card", "card.docx"),
        ("simulate", THREE_CARD, "--rounds", "10", "--workers", "1", "--plot", "/nowhere/p.png"),
        ("simulate", THREE_CARD, "--rounds", "10", "--workers", "1", "--plot", "plot.nothing"),
        ("simulate", THREE_CARD, "--rounds", "10", "--workers", "0"),
        ("simulate", THREE_CARD, "--rounds", "10", "--workers", "-3"),
        ("simulate", THREE_CARD, "--rounds", "-1", "--workers", "1"),
        ("simulate", THREE_CARD, "--rounds", "10", "--workers", "1", "--seats", "99"),
        ("simulate", THREE_CARD, "--rounds", "10", "--workers", "1", "--seed", "-1"),
        ("simulate", THREE_CARD, "--rounds", "10", "--bank", "1e999"),
        ("simulate", THREE_CARD, "--rounds", "10", "--cluster", "nowhere"),
        ("deal", THREE_CARD, "--rounds", "-1"),
        ("deal", THREE_CARD, "--seats", "-1"),
        ("deal", THREE_CARD, "--seats", "1000000000"),
        ("serve", "--port", "99999"),
        ("serve", "--port", "-1"),
        ("serve", "--host", "nowhere.invalid", "--no-browser"),
        ("serve", "--host", "a" * 300, "--no-browser"),
        ("serve", "--host", "é\x1b..", "--no-browser"),
        ("serve", "--port", "0", "--database", "/dev/null/x.db", "--no-browser"),
        ("serve", "--port", "0", "--database", "mysql://x/y", "--no-browser"),
        ("serve", "--port", "0", "--database", "sqlite://", "--no-browser"),
        ("serve", "--port", "0", "--database", "[/b]://x", "--no-browser"),
        ("serve", "--port", "0", "--database", "sqlite:////dev/full", "--no-browser"),
        ("show", "[/b]"),
        ("show", "\x1b[31m"),
        ("show", "n" * 5000),
        ("show", "n" * 5000 + ".toml"),
        ("lint", "[bold]/[/b].toml"),
        ("set", THREE_CARD, "Ah"),
        ("sign", THREE_CARD, "--schedule", "²", "--limits", "²"),
        ("sign", THREE_CARD, "--schedule", "1", "--limits", "9" * 5000),
        ("export", "/dev/zero", "--round", "1"),
        ("verify", "/dev/zero"),
        ("replay", "/dev/zero"),
        ("adjudicate", "/dev/zero"),
        ("report", "/dev/zero"),
        ("[/b]",),
        ("show", "--[/b]"),
        ("par", "\u2066", "\u2066", "\x1b[31mred\x1b[0m"),
        ("--\u2066",),
        ("\u202e",),
        ("par", THREE_CARD, "--decks", "\u2066"),
        ("odds", BACCARAT, "--decks-left", "nan"),
        ("odds", BACCARAT, "--decks-left", "inf"),
        ("protect", BACCARAT, "--cut", "0"),
        ("protect", BACCARAT, "--cut", "3"),
        ("protect", BACCARAT, "--seed", "-1", "--samples", "1"),
        ("bank", BACCARAT, "--bankroll", "0", "--rounds", "10", "--workers", "1"),
        ("bank", BACCARAT, "--bankroll", "-1", "--rounds", "10", "--workers", "1"),
        ("bank", BACCARAT, "--rounds", "0", "--workers", "1"),
        ("bank", BACCARAT, "--rounds", "-1", "--workers", "1"),
        ("bank", "--league", "--wager", "-1", "--workers", "1"),
        ("bank", "--league", "--wager", "0", "--workers", "1"),
        ("bank", "--league", "--seats", "1", "--workers", "1"),
        ("bank", "--league", "--seats", "-1", "--workers", "1"),
        ("bank", "--league", HOLDEM, "--workers", "1"),
    ],
    ids=lambda words: " ".join(words)[:60].encode("unicode_escape").decode(),
)  # fmt: skip
def test_bad_input_is_status_2_and_a_line_that_says_so(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    status, out, err = run(*words)
    assert status == 2
    assert err.strip()
    assert not RAW.search(out + err)
    if "--port" not in words and "--host" not in words and words[0].isalpha():
        status, out, err = run(*words, "--json")
        assert status == 2
        if not err:  # a word the command does not know is told by usage
            assert json.loads(out)["error"]["message"]


def test_the_terminal_is_not_spoken_to_by_names_in_files(tmp_path: Path) -> None:
    text = ROUND.read_text(encoding="utf-8")
    filing = next(line for line in text.splitlines() if line.startswith("filing"))
    for name in ("\\u001b[2J", "[/b]", "[red]x", "\\u202eabc", "\\u009b31m", "a\\nerror: no"):
        path = tmp_path / "round.toml"
        path.write_text(text.replace(filing, f'filing = "{name}"'))
        for files in ([path], [path, path]):
            for more in ((), ("--json",)):
                status, out, err = run("adjudicate", *files, *more)
                assert status == (1 if len(files) > 1 else 2)
                assert not RAW.search(out + err)
                assert len((out + err).splitlines()) == len(files)


def test_brackets_in_a_name_are_printed_as_they_are(log: Path, tmp_path: Path) -> None:
    """A table called [/b] is no markup."""
    sheet = tmp_path / "count.toml"
    sheet.write_text(
        '[[box]]\ntable = "[/b]"\namount = 1\n[[box]]\ntable = "\\u001b[2Jx"\namount = 2\n'
    )
    status, out, _ = run("report", log, "--counted", sheet)
    assert status == 1
    assert "[/b]" in out
    assert "␛[2Jx" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("kind", ["loop", "pipe", "folder", "zero"])
def test_what_is_no_file_is_refused_by_every_command(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "given.toml"
    match kind:
        case "loop":
            path.symlink_to(path)
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "zero":
            path.symlink_to("/dev/zero")
    for words in (
        ("show", path), ("lint", path), ("diff", path, THREE_CARD), ("diff", THREE_CARD, path),
        ("sign", path, "--schedule=1", "--limits=5-100"), ("set", path, "Ah"), ("deal", path),
        ("adjudicate", path), ("replay", path), ("verify", path), ("export", path, "--round=1"),
        ("report", path), ("odds", path), ("odds", THREE_CARD, "--table", path),
        ("simulate", path, "--rounds=1"), ("simulate", THREE_CARD, "--table", path),
        ("equity", path, "AhKh", "2c2d"),
    ):  # fmt: skip
        status, out, _ = run(*words, "--json")
        assert status == 2, words
        error = json.loads(out)["error"]
        assert error["where"] == str(path), words
        assert error["code"] == ("no-such-file" if kind == "loop" else "not-a-file"), words


@pytest.mark.parametrize(
    "sheet",
    ['shifts = 5\n[[box]]\ntable = "1"\namount = 1', 'shifts = {day = 6}\n[[box]]\ntable = "1"',
     'shifts = {day = "06:00+02:00"}\n[[box]]\ntable = "1"', 'box = 5', 'box = ["a"]',
     "", "box = []",
     '[[box]]\ntable = 1', '[[box]]\ntable = "1"\nchips = {"x" = 1}',
     '[[box]]\ntable = "1"\nchips = 3',
     '[[box]]\ntable = "1"\nchips = {"5" = -1}', '[[box]]\ntable = "1"\namount = "x"',
     '[[box]]\ntable = "1"\namount = inf', '[[box]]\ntable = "1"\namount = 1e999999999',
     '[[box]]\ntable = "1"\namount = true', "x" + ".x" * 30_000 + " = 1"],
)  # fmt: skip
def test_a_count_sheet_of_wrong_types_is_refused(sheet: str, log: Path, tmp_path: Path) -> None:
    path = tmp_path / "count.toml"
    path.write_text(sheet)
    status, out, _ = run("report", log, "--counted", path, "--json")
    assert status == 2
    assert str(path) in json.loads(out)["error"]["where"]


def test_a_full_disk_and_an_output_nobody_may_write(tmp_path: Path) -> None:
    """Standard output itself may be what fails, at the end of the program too."""
    script = [sys.executable, "-m", "houseway.cli"]
    if Path("/dev/full").exists():
        with Path("/dev/full").open("w") as full:
            for words in (["filings"], ["filings", "--json"], ["show", "nothing", "--json"]):
                done = subprocess.run(
                    [*script, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
                )
                assert done.returncode == 2, words
                assert "Traceback" not in done.stderr
                assert "Exception ignored" not in done.stderr
    read, write = os.pipe()
    os.close(read)  # the reader has gone
    done = subprocess.run(
        [*script, "filings"], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    target = tmp_path / "folder.csv"
    target.mkdir()
    status, out, _ = run("odds", THREE_CARD, "--counts", target, "--json")
    assert status == 2
    assert json.loads(out)["error"]["where"] == str(target)


def test_a_terminal_without_hearts_still_gets_its_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "houseway.cli", "show", THREE_CARD],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"Round of play" in done.stdout


def test_names_that_are_no_text_are_printed_as_signs(tmp_path: Path) -> None:
    name = os.path.join(os.fsencode(tmp_path), b"\xff\xfe.toml")
    done = subprocess.run(
        [sys.executable, "-m", "houseway.cli", "adjudicate", name], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert "no such file" in done.stderr.decode()


def test_64_kb_of_dotted_keys_take_no_memory(tmp_path: Path) -> None:
    """3.9 GB and 15 seconds once; here a gigabyte must do."""
    path = tmp_path / "deep.toml"
    path.write_text("a" + ".a" * 32_000 + "=1")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))

    done = subprocess.run(
        [sys.executable, "-m", "houseway.cli", "adjudicate", str(path)],
        preexec_fn=limit, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "16 parts" in done.stderr


def test_printable_leaves_ordinary_text_alone() -> None:
    text = "Ann's A♥ K♠ — café, 牌九 — 100 %, [x]"
    assert printable(text) == text
    assert printable("one\ntwo", lines=True) == "one\ntwo"
    assert printable("\ud83d\x00\x85\u2028") == "\ufffd␀\ufffd\ufffd"
