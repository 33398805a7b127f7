"""The service's own description is complete: of every request who answers what, and how refused."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from houseway.service.app import make_app
from houseway.service.settings import Settings


@cache
def _description() -> dict[str, Any]:
    made: dict[str, Any] = make_app(Settings(database="sqlite:///nowhere.db")).openapi()
    return made


def _operations() -> list[tuple[str, str]]:
    return [(method, path) for path, every in _description()["paths"].items() for method in every]


@pytest.mark.parametrize(("method", "path"), _operations())
def test_every_request_is_described(method: str, path: str) -> None:
    told = _description()["paths"][path][method]
    assert told["description"].strip().endswith("."), "a sentence that says what it is for"
    assert told["tags"]
    for parameter in told.get("parameters", ()):
        assert parameter["schema"], parameter["name"]
    answers = told["responses"]
    for status in (one for one in answers if one.startswith("2") and one != "204"):
        assert answers[status]["content"]
        for kind, content in answers[status]["content"].items():
            assert content.get("schema"), f"what {kind} holds"
    refusals = [one for one in answers if one.startswith("4")]
    assert refusals
    for status in refusals:
        schema = answers[status]["content"]["application/json"]["schema"]
        assert schema["$ref"].endswith(("ErrorAnswer", "Ready"))
