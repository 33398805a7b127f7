"""Work in independent blocks behind `concurrent.futures.Executor`.

A block depends on nothing but its own arguments, so it does not matter who works it out, in what
order, or how often: a block whose worker died is done again by another. Results come back in the
order of the blocks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import uuid4

from houseway.errors import HousewayError

if TYPE_CHECKING:
    from distributed import Client

CLUSTER: Final = "HOUSEWAY_CLUSTER"  # the address of a Dask scheduler for whatever comes in blocks

Task = TypeVar("Task")
Found = TypeVar("Found")
Progress = Callable[[float], None]  # told the share of the work that is done
SoFar = Callable[[Callable[[], Found]], None]  # may look at what is found so far, which takes time
Cancelled = Callable[[], bool]  # asked between blocks whether nobody waits for the work any more
CLUSTER_SECONDS = 20  # for a scheduler to answer
_BETWEEN_SHARES: Final = 0.5  # seconds, told from far away


def go_on(cancelled: Cancelled | None) -> None:
    """End work that nobody waits for any more."""
    if cancelled is not None and cancelled():
        raise HousewayError("cancelled", "the work was cancelled before it was done")


class Here(Executor):
    """An executor that works at once, in this process."""

    def submit(self, fn: Callable[..., Found], /, *args: Any, **kwargs: Any) -> Future[Found]:
        future: Future[Found] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _cores() -> int:
    """The cores this process may use; not every system can say which."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def executor(*, workers: int | None = None, cluster: str = "") -> Iterator[Executor]:
    """Who does the work: a Dask scheduler at an address, else a pool of processes.

    With one worker everything happens in this process. Where nothing is said the environment
    may name a scheduler (`HOUSEWAY_CLUSTER`), else there are as many processes as cores.
    """
    if workers is None:
        cluster = cluster or os.environ.get(CLUSTER, "")
    if cluster:
        with _on_cluster(cluster) as far:
            yield far
        return
    count = _cores() if workers is None else workers
    if count < 1:
        raise HousewayError(
            "bad-workers", f"{count} workers; one at least is needed", where="workers"
        )
    if count == 1:
        yield Here()
        return
    # A fresh interpreter: a fork would copy locks of compiled code in whatever state they are.
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def _client(address: str) -> Iterator[Client]:
    from distributed import Client

    try:
        client = Client(  # type: ignore[no-untyped-call]
            address, timeout=CLUSTER_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError) as error:
        raise HousewayError(
            "no-cluster",
            f"no Dask scheduler answers at {address} ({error}); start one with `dask scheduler`, "
            "and workers with `dask worker ADDRESS`, where houseway is installed",
            where="cluster",
        ) from None
    with client:
        yield client


@contextmanager
def _on_cluster(address: str) -> Iterator[Executor]:
    with _client(address) as client:
        # Blocks have no side effects, so one may be done again as often as workers die.
        yield client.get_executor(pure=False, retries=10)  # type: ignore[no-untyped-call]


def in_one_piece(
    work: Callable[[Task, Progress], Found], task: Task, progress: Progress, cluster: str = ""
) -> Found:
    """Work that does not come in blocks: by a worker of the cluster where one is named, else here.

    Who asks is told how far it is; when they have gone, the worker stops at the next share.
    """
    cluster = cluster or os.environ.get(CLUSTER, "")
    if not cluster or _at_a_worker():
        return work(task, progress)
    with _client(cluster) as client:
        topic = f"houseway-{uuid4()}"
        client.subscribe_topic(topic, lambda told: progress(told[1]))  # type: ignore[no-untyped-call]
        future = client.submit(_far_away, work, task, topic, pure=False, retries=10)
        found: Found = future.result()
        progress(1.0)
        return found


def _at_a_worker() -> bool:
    """Whether this is done on a cluster already: workers that wait for workers wait for ever."""
    from distributed import get_worker

    try:
        get_worker()
    except ValueError:
        return False
    return True


def _far_away(work: Callable[[Task, Progress], Found], task: Task, topic: str) -> Found:
    """What a worker of the cluster does."""
    from distributed import get_worker

    worker = get_worker()
    me = worker.state.tasks[worker.get_current_task()]
    told = 0.0

    def progress(share: float) -> None:
        nonlocal told
        go_on(lambda: me.state != "executing")
        if time.monotonic() - told >= _BETWEEN_SHARES:
            told = time.monotonic()
            worker.log_event(topic, share)

    return work(task, progress)


def by_turns(lists: Sequence[Sequence[Task]]) -> Iterator[tuple[int, Task]]:
    """Of each list some tasks and the number of the list, by turns that grow twice as long: all
    have a first result soon, and whoever prepares for a list seldom does so again.

    >>> list(by_turns(["abcd", "xy"]))
    [(0, 'a'), (1, 'x'), (0, 'b'), (0, 'c'), (1, 'y'), (0, 'd')]
    """
    first, many = 0, 1
    while any(len(one) > first for one in lists):
        for number, one in enumerate(lists):
            yield from ((number, task) for task in one[first : first + many])
        first, many = first + many, 2 * many


def in_order(
    work: Callable[[Task], Found],
    tasks: Sequence[Task],
    chosen: Executor,
    progress: Progress | None = None,
    ahead: int = 64,
    cancelled: Cancelled | None = None,
) -> Iterator[Found]:
    """The results of all tasks in their order; at most `ahead` of them are under way at once."""
    if isinstance(chosen, Here):
        ahead = 1  # who works at once has nothing under way, and tells of each block
    waiting: list[Future[Found]] = []
    given = 0
    try:
        for number in range(len(tasks)):
            go_on(cancelled)
            while given < len(tasks) and len(waiting) < ahead:
                waiting.append(chosen.submit(work, tasks[given]))
                given += 1
            found = waiting.pop(0).result()
            if progress is not None:
                progress((number + 1) / len(tasks))
            yield found
    finally:
        for future in waiting:
            future.cancel()
