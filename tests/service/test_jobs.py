"""Long work of the desk: the commands' own figures, told as they come, kept, bounded, ended."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.service.backroom.jobs import NICE
from houseway.service.backroom.workers import Workers
from houseway.service.client import Cardroom
from tests.command_line.running import run as command
from tests.service.running import LOOSE, PATIENCE, Running, run, serving

BACCARAT = "500-club/ez-baccarat"
SIMULATE = {
    "kind": "simulate", "filing": BACCARAT, "bank": [1000], "schedule": ["1"], "rounds": 120_000,
    "seed": 7,
}  # fmt: skip
ENDLESS = {**SIMULATE, "rounds": 10**9}


def _told(*words: str) -> Any:
    status, out, err = command(*words, "--json")
    assert status == 0, err
    return json.loads(out)


async def _put(asker: Cardroom, wish: dict[str, Any]) -> Any:
    return await asker.request("POST", "/api/jobs", wish)


async def _until(asker: Cardroom, job: str, *states: str, share: float = 0.0) -> Any:
    """Followed as a page does."""
    seen = None
    async with asyncio.timeout(PATIENCE):
        while True:
            more = "" if seen is None else f"?seen={seen}"
            found = await asker.request("GET", f"/api/jobs/{job}{more}")
            if (
                found["state"] in states
                and found["share"] >= share
                and (not share or found["result"])
            ):
                return found
            assert found["state"] in ("waiting", "running"), found["error"]
            seen = found["turn"]


async def _over(asker: Cardroom, wish: dict[str, Any]) -> Any:
    return await _until(asker, (await _put(asker, wish))["id"], "done")


def test_a_simulation_is_that_of_the_command(standing: Running) -> None:
    """Two banks, so that their blocks are dealt by turns."""
    words = ("--bank", "500", "--bank", "2000", "--schedule", "1", "--rounds", "120000")
    wanted = _told("simulate", BACCARAT, *words, "--seed", "7", "--workers", "1")

    async def test() -> None:
        ann = await standing.guest("Ann")
        found = await _over(ann, {**SIMULATE, "bank": [500, 2000]})
        assert found["result"] == wanted
        assert found["share"] == 1
        assert found["own"]
        stranger = Cardroom(standing.address)
        shared = await stranger.request("GET", f"/api/jobs/{found['id']}")
        assert shared == {**found, "own": False}

    run(test())


def test_a_count_is_that_of_the_command_and_kept_for_the_page(standing: Running) -> None:
    told = ("--option", "banker_three_card_seven=push", "--decks", "7")
    wanted = _told("odds", BACCARAT, *told)

    async def test() -> None:
        ann = await standing.guest("Ann")
        wish = {"kind": "odds", "filing": BACCARAT, "decks": 7, "option": [told[1]]}
        found = await _over(ann, wish)
        assert found["result"] == {**wanted, "source": "kept"}, "the command has counted them"
        wrong = (await _put(ann, {**wish, "option": ["nonsense"]}))["id"]
        assert (await _until(ann, wrong, "refused"))["error"]["code"] == "bad-option"

    run(test())


def test_a_bank_s_book_is_that_of_the_command(tmp_path: Path, standing: Running) -> None:
    table = tmp_path / "table.toml"
    table.write_text("bank = [500, 2000]\n[[player]]\nseat = 2\nwagers = { banker = [25, 100] }\n")
    described = {"bank": [500, 2000], "player": [{"seat": 2, "wagers": {"banker": [25, 100]}}]}
    words = ("--table", str(table), "--bankroll", "5000", "--ruin", "0.02", "--schedule", "1")
    more = ("--clauses", "options", "--rounds", "60000", "--workers", "1")
    wanted = _told("bank", BACCARAT, *words, *more)
    wish = {
        "kind": "bank", "filing": BACCARAT, "table": described, "bankroll": [5000],
        "ruin": [0.02], "schedule": ["1"], "clauses": "options", "rounds": 60_000,
    }  # fmt: skip

    async def test() -> None:
        assert (await _over(await standing.guest("Ann"), wish))["result"] == wanted

    run(test())


def test_the_banks_of_all_houses_are_those_of_the_command(standing: Running) -> None:
    wanted = _told("bank", "--league", BACCARAT, "--seats", "4", "--wager", "50")
    wish = {"kind": "league", "filing": BACCARAT, "seats": 4, "wager": 50}

    async def test() -> None:
        assert (await _over(await standing.guest("Ann"), wish))["result"] == wanted

    run(test())


def test_figures_come_as_they_are_found_and_a_run_is_ended(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann, bo = await running.guest("Ann"), await running.guest("Bo")
            job = (await _put(ann, ENDLESS))["id"]
            first = await _until(ann, job, "running", share=1e-9)
            more = await _until(ann, job, "running", share=first["share"] * 1.5)
            hands = [one["result"]["cells"][0]["hands"] for one in (first, more)]
            assert 0 < hands[0] < hands[1] < 10**9
            (pid,) = running.parts.jobs._workers.pids
            assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0)
            for path in ("cancel", "save"):
                with pytest.raises(Refused) as caught:
                    await bo.request("POST", f"/api/jobs/{job}/{path}", {"name": "mine"})
                assert caught.value.code == "no-such-job"
            ended = await ann.request("POST", f"/api/jobs/{job}/cancel")
            assert ended["state"] == "cancelled"
            assert ended["result"]["cells"][0]["hands"] >= hands[1]  # what was found stays
            assert pid not in running.parts.jobs._workers.pids

    run(test())


def test_long_work_goes_behind_every_table() -> None:
    """As far behind as there is; here not so far, for then it would hardly begin."""
    assert NICE == 19

    async def test() -> None:
        async with Workers(LOOSE, nice=3, ahead=()) as workers:
            await workers.do("", "lint_codes")
            (pid,) = workers.pids
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + 3)

    run(test())


def test_first_figures_of_ten_million_rounds_come_from_a_process_that_stands_ready(
    tmp_path: Path,
) -> None:
    """The page says which filing it is about; the process has dealt it before the click. The first
    that is told is one block of hands, not a share of the whole; after a cancel another process
    has come and learned the game before anybody asks."""
    ten_million = {**SIMULATE, "rounds": 10**7}

    async def test() -> None:
        async with serving(tmp_path) as running:
            workers = running.parts.jobs._workers
            stranger, ann = Cardroom(running.address), await running.guest("Ann")
            await stranger.request("POST", "/api/jobs/ready", {"filing": BACCARAT})
            for _ in range(2):
                learning = running.parts.jobs._learning
                assert learning is not None
                await learning
                (ready,) = workers.pids
                job = (await _put(ann, ten_million))["id"]
                first = await _until(ann, job, "running", share=1e-9)
                assert workers.pids == {ready}
                assert 0 < first["result"]["cells"][0]["hands"] < 10**6
                await ann.request("POST", f"/api/jobs/{job}/cancel")
                assert ready not in workers.pids
            with pytest.raises(Refused) as caught:
                await stranger.request("POST", "/api/jobs/ready", {"filing": "no/such"})
            assert caught.value.code == "unknown-filing"

    run(test())


def test_what_cannot_be_dealt_is_refused_with_its_place(standing: Running) -> None:
    wrong = {**SIMULATE, "table": {"player": [{"seat": 2, "wagers": {"antte": 5}}]}}
    misspelt = {**SIMULATE, "table": {"bankrol": 5}}

    async def test() -> None:
        ann = await standing.guest("Ann")
        for wish, code, where in ((wrong, "no-such-wager", "seat 2"),
                                  (misspelt, "unknown-key", "table: bankrol")):  # fmt: skip
            job = (await _put(ann, wish))["id"]
            found = await _until(ann, job, "refused")
            assert (found["error"]["code"], found["error"]["where"]) == (code, where)
        for none in ({"kind": "simulate"}, {"kind": "bank", "filing": ""}):
            with pytest.raises(Refused) as caught:
                await _put(ann, none)
            assert caught.value.code == "no-filing"
        with pytest.raises(Refused) as caught:
            await _put(Cardroom(standing.address), SIMULATE)
        assert caught.value.code == "unknown-token"

    run(test())


def test_one_person_has_a_few_at_once(tmp_path: Path) -> None:
    """Guests of one address count as one; who works here by themselves."""
    limits = replace(LOOSE, jobs=1, jobs_per_account=2)

    async def test() -> None:
        async with serving(tmp_path, limits=limits) as running:
            ann, bo = await running.guest("Ann"), await running.guest("Bo")
            first, second = await _put(ann, ENDLESS), await _put(bo, ENDLESS)
            await _until(ann, first["id"], "running")
            with pytest.raises(Refused) as caught:
                await _put(await running.guest("Cy"), SIMULATE)
            assert caught.value.code == "too-many"
            third = await _put(running.house(), SIMULATE)
            waiting = await bo.request("GET", f"/api/jobs/{second['id']}")
            assert waiting["state"] == "waiting"
            await ann.request("POST", f"/api/jobs/{first['id']}/cancel")
            await bo.request("DELETE", f"/api/jobs/{second['id']}")
            assert await bo.request("GET", "/api/jobs") == []
            assert (await _until(ann, third["id"], "done"))["own"] is False

    run(test())


async def _names(asker: Cardroom) -> list[tuple[str, str]]:
    return [(one["state"], one["name"]) for one in await asker.request("GET", "/api/jobs")]


def test_runs_outlive_the_server_and_say_when_they_were_cut_short(tmp_path: Path) -> None:
    now = [1_700_000_000.0]

    async def test() -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as running:
            ann = await running.guest("Ann")
            token = ann.token
            kept = await _over(ann, SIMULATE)
            saved = await ann.request("POST", f"/api/jobs/{kept['id']}/save", {"name": "Fridays"})
            assert saved["name"] == "Fridays"
            now[0] += 1
            cut = (await _put(ann, ENDLESS))["id"]
            await _until(ann, cut, "running", share=1e-9)
        async with serving(tmp_path, clock=lambda: now[0]) as running:
            ann = Cardroom(running.address, token=token)
            assert await _names(ann) == [("interrupted", ""), ("done", "Fridays")]
            found = await ann.request("GET", f"/api/jobs/{cut}")
            assert found["result"]["cells"][0]["hands"]  # as far as it came
            again = await ann.request("GET", f"/api/jobs/{kept['id']}")
            assert again == {**kept, "name": "Fridays"}

    run(test())


def test_a_run_whose_server_died_is_told_as_interrupted(tmp_path: Path) -> None:
    """Nothing is written at a sudden end: that nobody writes any more says it."""
    now = [1_700_000_000.0]

    async def test() -> None:
        async with serving(tmp_path, clock=lambda: now[0]) as running:
            ann = await running.guest("Ann")
            job = (await _put(ann, ENDLESS))["id"]
            await _until(ann, job, "running", share=1e-9)
            left = running.parts.jobs._runs.pop(job)
            ((last, _),) = await _names(ann)
            assert last in ("waiting", "running"), "as it was last written"
            now[0] += 60
            assert await _names(ann) == [("interrupted", "")]
            running.parts.jobs._runs[job] = left

    run(test())


def test_unsaved_runs_are_forgotten_and_saved_ones_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.backroom.jobs.UNSAVED", 1)
    now = [1_700_000_000.0]
    quick = {"kind": "league", "filing": "500-club/omaha"}

    async def test() -> None:
        limits = replace(LOOSE, jobs_saved=1)
        async with serving(tmp_path, clock=lambda: now[0], limits=limits) as running:
            ann = await running.guest("Ann")
            made = []
            for _ in range(4):
                now[0] += 1
                made.append((await _put(ann, quick))["id"])
                await _until(ann, made[-1], "refused")
                if len(made) == 1:
                    await ann.request("POST", f"/api/jobs/{made[0]}/save", {"name": "kept"})
            listed = await ann.request("GET", "/api/jobs")
            assert [one["id"] for one in listed] == [made[3], made[2], made[0]]
            with pytest.raises(Refused) as caught:
                await ann.request("POST", f"/api/jobs/{made[3]}/save", {"name": "too"})
            assert caught.value.code == "too-many-saved"
            now[0] += 31 * 86400
            bo = await running.guest("Bo")
            await _until(bo, (await _put(bo, quick))["id"], "refused")
            assert [one["id"] for one in await ann.request("GET", "/api/jobs")] == [made[0]]

    run(test())


@pytest.mark.long
def test_a_cluster_gives_the_same_to_the_last_digit(tmp_path: Path) -> None:
    from distributed import LocalCluster

    words = ("--bank", "1000", "--schedule", "1", "--rounds", "120000", "--seed", "7")
    wanted = _told("simulate", BACCARAT, *words, "--workers", "1")

    async def test(address: str) -> None:
        async with serving(tmp_path, cluster=address) as running:
            ann = await running.guest("Ann")
            assert (await _over(ann, SIMULATE))["result"] == wanted
            job = (await _put(ann, ENDLESS))["id"]
            await _until(ann, job, "running", share=1e-9)
            assert (await ann.request("POST", f"/api/jobs/{job}/cancel"))["state"] == "cancelled"

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        run(test(cluster.scheduler_address))


@pytest.mark.long
def test_a_cluster_that_does_not_answer_is_said(tmp_path: Path) -> None:
    nowhere = "tcp://127.0.0.1:1"

    async def test() -> Any:
        async with serving(tmp_path, cluster=nowhere) as running:
            ann = await running.guest("Ann")
            return await _until(ann, (await _put(ann, SIMULATE))["id"], "refused")

    assert run(test())["error"]["code"] == "no-cluster"
