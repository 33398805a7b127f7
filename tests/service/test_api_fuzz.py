"""Requests made up from the API's own description: no fault, every answer as described."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks

from houseway.service.app import make_app
from houseway.service.serve import listen, make_server
from tests.service.running import LOOSE, PATIENCE, settings_for
from tests.service.test_roles import LET_IN, as_told

CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
)
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
SEED = int(os.environ.get("HOUSEWAY_SEED", "1"))
EXAMPLES = 50  # of each operation and mode
# Those that look through everything, or start a process, for each request.
DEAR = {
    "GET /api/findings": 5, "GET /api/league": 5, "GET /api/unusual": 5, "GET /api/search": 30,
    "GET /api/compare": 30, "GET /api/compare/worth": 30, "POST /api/records/report": 20,
    "POST /api/records/verify": 20, "POST /api/records/tables/{id}/verify": 20,
}  # fmt: skip


class Served:
    """A cardroom in a thread of this process, for a client that is not asynchronous."""

    def __init__(self, folder: Path) -> None:
        chosen = settings_for(folder, limits=replace(LOOSE, job_seconds=5))
        self.app = make_app(chosen)
        self._listening = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.server: uvicorn.Server = make_server(self.app, chosen)
        self._thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self._listening]}, daemon=True
        )

    def start(self) -> None:
        self._thread.start()
        while not self.server.started:
            assert self._thread.is_alive()
            self._thread.join(0.05)

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(20)
        self._listening.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(tmp_path_factory.mktemp("cardroom"))
    running.start()
    yield running
    running.stop()


def _house_token(served: Served) -> str:
    path = served.app.state.cardroom.accounts.token_file
    return str(path.read_text().strip())


def _ask(
    strategy: Any, examples: int, asked: Sequence[tuple[dict[str, str], Counter[int]]]
) -> None:
    """So many requests, each of everybody who asks; the answers are counted by status."""

    @seed(SEED)
    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=strategy)
    def ask(case: Any) -> None:
        for headers, statuses in asked:
            answer = case.call_and_validate(headers=headers, checks=list(CHECKS), timeout=PATIENCE)
            statuses[answer.status_code] += 1

    with suppress(Unsatisfiable):  # an operation without anything to get wrong
        ask()


def _fuzz(served: Served, operation: Any, examples: int) -> tuple[Counter[int], Counter[int]]:
    """An operation so many times with right values and with wrong ones; the answers by status, to
    a stranger and to the house.
    """
    stranger, house = Counter[int](), Counter[int]()
    asked: list[tuple[dict[str, str], Counter[int]]] = [({}, stranger)]
    if operation.path != "/api/logout":  # it would make the token void for the others
        asked.append(({"authorization": f"Bearer {_house_token(served)}"}, house))
    for mode in MODES:
        _ask(operation.as_strategy(mode), examples, asked)
    return stranger, house


def _operations(served: Served) -> dict[str, Any]:
    """What can be asked for, by method and address."""
    schema = schemathesis.openapi.from_url(f"{served.address}/openapi.json")
    found: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    return {as_told(f"{one.method.upper()} {one.path}"): one for one in found}


def test_the_api_does_as_it_is_described(served: Served) -> None:
    stranger, house = Counter[int](), Counter[int]()
    for operation in _operations(served).values():
        told = _fuzz(served, operation, 1)
        stranger.update(told[0])
        house.update(told[1])
    assert {200, 401, 404, 422} <= set(stranger)
    assert {200, 404, 422} <= set(house)
    assert not [status for status in (*stranger, *house) if status >= 500]


@pytest.mark.long
@pytest.mark.parametrize("name", LET_IN)
def test_the_api_does_as_it_is_described_many_times(served: Served, name: str) -> None:
    """One operation a test: how far a run came, and what it broke at, stands in its report."""
    told = _fuzz(served, _operations(served)[name], DEAR.get(name, EXAMPLES))
    for who, statuses in zip(("a stranger", "the house"), told, strict=True):
        print(f"{name} with seed {SEED}: {who} was answered {dict(sorted(statuses.items()))}")
        assert not [status for status in statuses if status >= 500]
