"""The service's own description is complete: of every request who answers what, and how refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.service.app import make_app
from houseway.service.settings import Settings


def test_every_request_is_described() -> None:
    description = make_app(Settings(database="sqlite:///nowhere.db")).openapi()
    every = [
        (f"{method} {path}", told)
        for path, methods in description["paths"].items()
        for method, told in methods.items()
    ]
    assert len(every) > 90
    assert {request: lacking for request, told in every if (lacking := list(_lacking(told)))} == {}


def _lacking(told: dict[str, Any]) -> Iterator[str]:
    """What is not said of a request."""
    if not told["description"].strip().endswith("."):
        yield "a sentence that says what it is for"
    if not told["tags"]:
        yield "tags"
    for parameter in told.get("parameters", ()):
        if not parameter["schema"]:
            yield f"what {parameter['name']} holds"
    answers = told["responses"]
    for status in (one for one in answers if one.startswith("2") and one != "204"):
        contents = answers[status]["content"]
        if not contents or not all(content.get("schema") for content in contents.values()):
            yield f"what {status} holds"
    refusals = [one for one in answers if one.startswith("4")]
    if not refusals:
        yield "how it is refused"
    for status in refusals:
        schema = answers[status]["content"]["application/json"]["schema"]
        if not schema["$ref"].endswith(("ErrorAnswer", "Ready")):
            yield f"what {status} holds"
