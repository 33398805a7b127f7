"""Requests made up from the API's own description: no fault, every answer as described."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks

from houseway.service.app import make_app
from houseway.service.serve import listen, make_server
from tests.service.running import PATIENCE, settings_for

CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
)
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


class Served:
    """A cardroom in a thread of this process, for a client that is not asynchronous."""

    def __init__(self, folder: Path) -> None:
        chosen = settings_for(folder)
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
    path = served.app.state.cardroom.house_token
    assert path is not None
    return str(path.read_text().strip())


def _fuzz(served: Served, examples: int) -> tuple[Counter[int], Counter[int]]:
    """Every operation so many times, with right and with wrong values; the answers by status, to
    a stranger and to the house.
    """
    schema = schemathesis.openapi.from_url(f"{served.address}/openapi.json")
    by_house = {"authorization": f"Bearer {_house_token(served)}"}
    stranger, house = Counter[int](), Counter[int]()

    def fuzz(strategy: Any, asked: Sequence[tuple[dict[str, str], Counter[int]]]) -> None:
        @settings(
            max_examples=examples, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=strategy)
        def ask(case: Any) -> None:
            for headers, statuses in asked:
                answer = case.call_and_validate(
                    headers=headers, checks=list(CHECKS), timeout=PATIENCE
                )
                statuses[answer.status_code] += 1

        ask()

    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        asked = [({}, stranger), (by_house, house)]
        if operation.path == "/api/logout":
            asked.pop()  # it would make the token void for the others
        for mode in MODES:
            with suppress(Unsatisfiable):  # an operation without anything to get wrong
                fuzz(operation.as_strategy(mode), asked)
    return stranger, house


def test_the_api_does_as_it_is_described(served: Served) -> None:
    stranger, house = _fuzz(served, 1)
    assert {200, 401, 404, 422} <= set(stranger)
    assert {200, 404, 422} <= set(house)
    assert not [status for status in stranger if status >= 500]


@pytest.mark.long
def test_the_api_does_as_it_is_described_many_times(served: Served) -> None:
    for statuses in _fuzz(served, 150):
        assert not [status for status in statuses if status >= 500]
