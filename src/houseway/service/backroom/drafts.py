"""A draft of a filing as somebody writes it on the desk: begun, told, dealt, compared, signed.

Each function answers what a command answers about the draft's file; a test holds the two together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.filings.loader import load, open_filing

FILE = "draft.toml"


@contextmanager
def written(text: str) -> Iterator[str]:
    """The draft as a file, named so that no error tells where this process keeps it."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path(FILE).write_text(text, encoding="utf-8")
        yield FILE


def schema() -> bytes:
    """What a filing may hold, for completion."""
    from houseway.filings.json_schema import json_schema

    return json.dumps(json_schema()).encode()


def begin(family: str, copied: str) -> bytes:
    """The text to begin with, as `houseway new` writes it."""
    from houseway.filings.drafting import copy_of, new_draft

    return (copy_of(copied) if copied else new_draft(family)).encode()


def told(text: str) -> bytes:
    """The rule sheet in words, with the pay tables."""
    from houseway.filings.show import rule_sheet_json
    from houseway.filings.told import entries

    with written(text) as file:
        filing = open_filing(file)
        sheet = rule_sheet_json(filing)
        found = {key: sheet.get(key) for key in ("id", "house", "title", "family", "pay_table")}
        found["told"] = [entry.as_json() for entry in entries(filing)]
    return json.dumps(found).encode()


def dealt(text: str, seed: int, seats: int | None) -> bytes:
    """A round by the bots, step by step, as `houseway deal` prints it."""
    from houseway.histories.dealing import deal

    with written(text) as file:
        lines = [line.rstrip("\n") for line in deal(file, seed=seed, seats=seats)]
    return json.dumps({"lines": lines}).encode()


def differs(text: str, against: str) -> bytes:
    """What the draft does otherwise than a filing, as `houseway diff`."""
    from houseway.filings.diff import differences, differences_json

    with written(text) as file:
        one, other = load(against), open_filing(file)
        return json.dumps(differences_json(one, other, differences(one, other))).encode()


def signed(text: str, schedule: list[str], limits: str) -> bytes:
    """The sign it would hang up, as a picture."""
    from houseway.filings.sign import make_sign
    from houseway.filings.sign_forms import sign_page

    with written(text) as file:
        return sign_page(make_sign(open_filing(file), schedule, limits), "svg")


def names(text: str) -> bytes:
    """The id under which it would be saved; one that does not load is refused."""

    with written(text) as file:
        return json.dumps({"id": open_filing(file).id}).encode()
