"""Whatever somebody sends, no file of this machine is opened for it, and none is named."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, Refused
from houseway.filings.catalogue import VARIABLE, find_file
from houseway.service.backroom import worker
from houseway.service.client import Cardroom
from tests.service.running import run, serving

BACCARAT = "500-club/ez-baccarat"
RULES: dict[str, Any] = {"decks": None, "options": {}}
RUN: dict[str, Any] = {"table": {}, "bank": [1000], "schedule": [], "cluster": "", "rounds": 1}
# Every work that is asked for with the id of a filing, and what else it is asked with.
WORKS: dict[str, dict[str, Any]] = {
    "sheet": {"find": ""}, "sign": {"schedule": [], "limits": ""}, "trace": {}, "setup": {},
    "set": {"cards": "Ah Kh Qh Jh Th 9h 8h"},
    "equity": {"hands": ["AhKh", "QsQd"], "board": "", "dead": "", "seed": 1},
    "sign_page": {"schedule": [], "limits": "", "form": "svg"},
    "odds": RULES, "cards": RULES, "par_sheet": {**RULES, "form": "json"},
    "worth": {**RULES, "column": "A", "rows": ["hard 16"]},
    "simulate": RUN, "bank": {**RUN, "bankroll": [], "ruin": [], "clauses": "none"},
    "count": {"decks": None, "option": [], "cluster": ""}, "ready": {},
    "bank_league": {"seats": None, "play": "", "wager": 25, "cluster": ""},
}  # fmt: skip


def _asked_by_id() -> Iterator[str]:
    for name, work in worker.WORKS.items():
        made: Any = work
        if work.__closure__ and "module" in work.__code__.co_freevars:
            held = dict(zip(work.__code__.co_freevars, work.__closure__, strict=True))
            module, what = held["module"].cell_contents, held["what"].cell_contents
            made = getattr(import_module(f"houseway.service.backroom.{module}"), what)
        if "filing" in inspect.signature(made).parameters and name not in ("log",):
            yield name


def test_every_work_that_takes_an_id_is_tried_here() -> None:
    assert set(_asked_by_id()) == set(WORKS)


@pytest.mark.parametrize("work", sorted(WORKS))
def test_a_filing_is_asked_for_by_its_id_and_never_by_a_path(
    work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file holds a good filing: whoever opened it would answer."""
    monkeypatch.setenv(VARIABLE, "")  # which a worker sets for its process
    known = find_file(BACCARAT)
    assert known is not None
    path = tmp_path / "secret.toml"
    path.write_bytes(known.read_bytes())
    told: list[bytes] = []
    for one in (str(path), "/etc/passwd", "/dev/stdin", f"../{path.name}"):
        given = {**WORKS[work], "filing": one}
        followed = "tell" in inspect.signature(_function(work)).parameters
        job = {"work": work, "given": given, "followed": followed, "filings": ""}
        kind, body = worker.answer(worker.WORKS, job, told.append)
        if work == "ready":
            assert (kind, body) == (worker.DONE, b"{}"), "it tells nobody how it went"
        else:
            assert kind == worker.REFUSED, body
            assert json.loads(body)["code"] == "unknown-filing"


def _function(work: str) -> Any:
    module = {"simulate", "bank", "count", "bank_league"}
    if work not in module:
        return lambda: None
    return getattr(import_module("houseway.service.backroom.desk"), work)


@pytest.mark.parametrize("kind", ["simulate", "bank", "league", "odds"])
def test_a_run_of_a_file_is_refused_before_it_is_kept(kind: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            secret = str(tmp_path / "house-token")
            for filing in (secret, "/etc/passwd", "a\0b/c"):
                with pytest.raises(HousewayError) as refused:
                    await ann.request("POST", "/api/jobs", {"kind": kind, "filing": filing})
                at_the_door = "\0" in filing  # no text of people has it
                assert refused.value.code == ("bad-request" if at_the_door else "unknown-filing")
            assert await ann.request("GET", "/api/jobs") == []

    run(test())


def test_a_stranger_is_not_told_where_the_house_keeps_its_filings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    own = tmp_path / "filings"
    own.mkdir()
    (own / "bad.toml").write_text('id = "my-house/bad"\nfamily = "poker"\n', encoding="utf-8")

    async def test() -> None:
        async with serving(tmp_path) as running:
            stranger = Cardroom(running.address)
            for path in ("/api/filings/my-house/bad", "/api/filings/my-house/none"):
                with pytest.raises(Refused) as refused:
                    await stranger.request("GET", path)
                assert str(tmp_path) not in json.dumps(refused.value.as_json())
            adjudicated = {"filing": "my-house/bad", "bank": {"seat": 1, "wager": 5}, "seat": []}
            with pytest.raises(HousewayError) as refused_there:
                await stranger.request("POST", "/api/adjudicate", adjudicated)
            assert str(tmp_path) not in json.dumps(refused_there.value.as_json())
            found = await stranger.request("GET", "/api/findings")
            assert str(tmp_path) not in json.dumps(found)
            mended = await running.house().request("GET", "/api/not-loaded")
            assert [one["file"] for one in mended] == [str(own / "bad.toml")]

    run(test())
