"""Blocks behind an executor: processes, and a real Dask cluster that loses a worker."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis import blocks
from houseway.analysis.bank.league import league
from houseway.analysis.blocks import Here, Progress, executor, in_one_piece, in_order
from houseway.analysis.odds import odds
from houseway.analysis.par.writing import write_all
from houseway.analysis.simulate.run import simulate
from houseway.errors import FilingError, HandRefused, HousewayError, Problems
from houseway.service.storage.servers import Elsewhere, Peer

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILING = "500-club/three-card-poker-6-card-bonus"


def square(number: int) -> int:
    return number * number


def fails(number: int) -> int:
    if number == 3:
        raise HousewayError("no-three", "three cannot be done")
    return number


def test_results_come_in_order_and_progress_is_told() -> None:
    told: list[float] = []
    found = list(in_order(square, range(10), Here(), told.append, ahead=3))
    assert found == [square(number) for number in range(10)]
    assert told == [pytest.approx((number + 1) / 10) for number in range(10)]


def test_process_pool_gives_the_same_in_order() -> None:
    with executor(workers=2) as pool:
        assert list(in_order(square, range(20), pool, ahead=5)) == list(map(square, range(20)))


def test_error_of_a_block_is_the_error_of_the_run() -> None:
    with pytest.raises(HousewayError, match="three cannot be done"):
        list(in_order(fails, range(10), Here()))


@pytest.mark.parametrize(
    "error",
    [
        HousewayError("no-three", "three cannot be done", where="3", cite="§ 3"),
        HandRefused("bad-field", "no hand", refused="actions", index=2),
        Problems([FilingError("a", "first", where="x"), FilingError("b", "second")]),
        Elsewhere(Peer("s1", "http://127.0.0.1:1", "secret")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_back_whole_from_another_process(error: HousewayError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), again.as_json()) == (str(error), error.as_json())


@pytest.mark.parametrize(
    ("filing", "code"), [("500-club/omaha", "no-bank"), ("/etc/passwd", "unknown-filing")]
)
def test_what_a_process_refuses_is_refused_in_its_words(filing: str, code: str) -> None:
    with pytest.raises(HousewayError) as refused:
        league([filing], workers=2)
    assert refused.value.code == code


def test_the_environment_names_a_cluster_unless_workers_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    @contextmanager
    def cluster(address: str) -> Iterator[Here]:
        asked.append(address)
        yield Here()

    monkeypatch.setattr(blocks, "_on_cluster", cluster)
    monkeypatch.setenv(blocks.CLUSTER, "tcp://far:1")
    with executor(workers=1), executor(), executor(cluster="tcp://near:1"):
        assert asked == ["tcp://far:1", "tcp://near:1"]


def test_turns_keep_the_order_of_each_list() -> None:
    lists = [range(20), range(100, 107), range(0)]
    turns = list(blocks.by_turns(lists))
    assert [task for number, task in turns if number == 0] == list(range(20))
    assert [task for number, task in turns if number == 1] == list(range(100, 107))
    assert len(turns) == 27
    assert turns[1] == (1, 100)  # all have a first result soon


def test_number_of_workers_is_checked() -> None:
    with pytest.raises(HousewayError) as caught, executor(workers=0):
        pass
    assert caught.value.code == "bad-workers"


# A cluster of separate processes, as somebody would start it by hand.


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, workers: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        plain = ["--no-dashboard"]
        here = ["--host", "127.0.0.1", "--port", str(port)]
        self.scheduler = self._start("scheduler", *here, *plain)
        self.workers = [
            self._start(
                "worker", self.address, "--nthreads", "1", "--no-nanny", *plain,
                "--name", f"w{number}", "--memory-limit", "0",
            )
            for number in range(workers)
        ]  # fmt: skip

    @staticmethod
    def _start(what: str, *options: str) -> subprocess.Popen[bytes]:
        # Workers import houseway and this module's helpers from where the tests run.
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + what, *options],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def wait_for_workers(self) -> None:
        from distributed import Client

        with Client(self.address, timeout="60s", set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(len(self.workers), timeout=90)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                process.terminate()
        for process in (*self.workers, self.scheduler):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = Cluster(3)
    try:
        made.wait_for_workers()
        yield made
    finally:
        made.stop()


@pytest.mark.long
def test_dask_cluster_that_loses_a_worker_gives_the_same_to_the_last_digit(
    cluster: Cluster,
) -> None:
    told: dict[str, Any] = {
        "table": EXAMPLES / "three-card.toml", "bank": 500_00, "schedule": 1,
        "rounds": 1_500_000, "engine": "kernel",
    }  # fmt: skip
    alone = simulate(FILING, **told, workers=1)
    killed: list[float] = []

    def kill_one(share: float) -> None:
        """A worker dies at once, with whatever it had done and was doing."""
        if share > 0.2 and not killed:
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers[0].wait(20)
            killed.append(share)

    spread = simulate(FILING, **told, cluster=cluster.address, progress=kill_one)
    assert killed
    assert killed[0] < 1
    assert cluster.workers[0].returncode == -signal.SIGKILL
    assert [worker.poll() for worker in cluster.workers[1:]] == [None, None]
    assert spread.as_json() == alone.as_json()


@pytest.fixture(scope="module")
def threads() -> Iterator[str]:
    """A scheduler and a worker in this process: the same protocol, without the start of others."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


def test_a_count_on_a_cluster_has_the_same_digits_and_tells_how_far_it_is(
    threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "_BETWEEN_SHARES", 0.0)
    filing, shares = "500-club/ez-baccarat", list[float]()
    alone = odds(filing, recompute=True)
    far = odds(filing, recompute=True, cluster=threads, progress=shares.append)
    assert far.as_json() == alone.as_json()
    assert shares[-1] == 1.0
    assert shares == sorted(shares)


def test_all_houses_and_sheets_on_a_cluster_are_the_same(threads: str, tmp_path: Path) -> None:
    names = ["500-club/ez-baccarat", "casino-club/pure-21.5-blackjack"]
    assert league(names, cluster=threads) == league(names)
    far = {path.name: path.read_bytes() for path in write_all(tmp_path, "json", cluster=threads)}
    assert len(far) == 22
    near = {path.name: path.read_bytes() for path in write_all(tmp_path, "json", workers=1)}
    assert far == near


_BEGUN, _ENDED = threading.Event(), threading.Event()


def endless(task: int, progress: Progress) -> int:
    """Work that ends when nobody wants it any more."""
    _BEGUN.set()
    try:
        while True:
            time.sleep(0.01)
            progress(task / 2)
    finally:
        _ENDED.set()


def nested(task: int, progress: Progress) -> int:
    """Work that asks for more of its kind, where the only worker is taken."""
    progress(0.5)
    return in_one_piece(_twice, task, progress, "tcp://127.0.0.1:1")


def _twice(task: int, progress: Progress) -> int:
    progress(1.0)
    return 2 * task


def test_a_worker_stops_when_nobody_waits_any_more(threads: str) -> None:
    with blocks._client(threads) as client:
        future = client.submit(blocks._far_away, endless, 1, "topic", pure=False)
        assert _BEGUN.wait(60)
        future.release()  # type: ignore[no-untyped-call]
        assert _ENDED.wait(60)


def test_work_on_a_cluster_does_what_it_needs_itself(threads: str) -> None:
    assert in_one_piece(nested, 21, lambda _: None, threads) == 42


def test_address_without_a_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "CLUSTER_SECONDS", 0.5)
    with pytest.raises(HousewayError) as caught, executor(cluster="tcp://127.0.0.1:1"):
        pass
    assert caught.value.code == "no-cluster"
    assert "dask scheduler" in caught.value.message
