"""A filing and everything it refers to as one document: what a log carries of its rules.

A table is played by its document and by nothing else, so that a log is understood wherever it is
read and whatever the catalogue says by then. Logs of 0.1.0 carry a hash only; the contents of
that time stand in `data/past`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from houseway.errors import FilingError
from houseway.filings.catalogue import DATA
from houseway.filings.loader import beside, parse_filing, parse_part, readings_of, schedule_sets
from houseway.filings.schema.collection import ScheduleSet
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.said import Reading

PAST = DATA / "past" / "0.1.0"


def canonical(document: Any) -> str:
    """The one way a document is written for hashing."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Rules:
    """The document as text in its one form: `filing`, `collections` and `readings` in the order
    the filing has them, and `others`, the filings that its options name.
    """

    text: str

    @classmethod
    def of(cls, filing: FilingBase) -> Rules:
        document: dict[str, Any] = {
            "filing": _written(filing),
            "collections": [_written(one) for one in schedule_sets(filing)],
            "readings": [_written(one) for one in readings_of(filing)],
        }
        others = {one: _written(beside(filing, one)) for one in filing.names_filings}
        return cls.read(document | ({"others": others} if others else {}))

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Rules:
        return _one(canonical(document))

    def as_json(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.text)
        return document

    @property
    def filing(self) -> FilingBase:
        """The filing, or an error that says why the document holds none."""
        return _filing(self)

    # Where its filing finds what it refers to.

    def load(self, filing_id: str) -> FilingBase:
        return _other(self, filing_id)

    def shared_set(self, reference: str, file: str) -> ScheduleSet:
        place = self.filing.collection.shared.index(reference)
        if place >= len(_sets(self)):
            raise _missing(f"collection {reference!r} of {file}")
        return _sets(self)[place]

    def shared_readings(self) -> tuple[Reading, ...]:
        return _readings(self)


_WHERE = "the pinned filing"


def _written(part: FilingBase | ScheduleSet | Reading) -> dict[str, Any]:
    return part.model_dump(mode="json")


def _missing(what: str) -> FilingError:
    return FilingError("missing-key", f"the pinned rules hold no {what}", where=_WHERE)


@lru_cache(maxsize=256)
def _one(text: str) -> Rules:
    """Tables of the same rules share one text."""
    return Rules(text)


@lru_cache(maxsize=128)
def _filing(rules: Rules) -> FilingBase:
    return _read_filing(rules.as_json().get("filing"), rules)


@lru_cache(maxsize=128)
def _sets(rules: Rules) -> tuple[ScheduleSet, ...]:
    return tuple(parse_part(ScheduleSet, one, _WHERE) for one in _list(rules, "collections"))


@lru_cache(maxsize=32)
def _readings(rules: Rules) -> tuple[Reading, ...]:
    """Without the filing's own, which stand behind the others."""
    found = [parse_part(Reading, one, _WHERE) for one in _list(rules, "readings")]
    return tuple(found[: len(found) - len(rules.filing.reading)])


@lru_cache(maxsize=32)
def _other(rules: Rules, filing_id: str) -> FilingBase:
    others = rules.as_json().get("others")
    if others is None:  # a document of 0.1.0 names them only; they stand beside it
        past = past_rules(filing_id)
        written = None if past is None else past.as_json()["filing"]
    else:
        written = others.get(filing_id) if isinstance(others, dict) else None
    return _read_filing(written, rules)


def _list(rules: Rules, name: str) -> list[Any]:
    found = rules.as_json().get(name)
    if not isinstance(found, list):
        raise _missing(name)
    return found


def _read_filing(written: Any, rules: Rules) -> FilingBase:
    if not isinstance(written, dict):
        raise _missing("filing")
    return parse_filing(written, _WHERE).standing_in(rules)


# Contents that logs of 0.1.0 name by their hash.


def past_rules(filing_id: str) -> Rules | None:
    """What a filing of ours said in 0.1.0; None if there was none of that id."""
    if filing_id not in _past_ids():
        return None
    written, shared = _past(filing_id), _past("collections")
    named = written["collection"]["shared"]
    readings = [
        one
        for one in _past("readings")
        if filing_id in one["touches"] or one["id"] in written["readings"]
    ]
    return Rules.read(
        {
            "filing": written,
            "collections": [shared[one] for one in named] + written["collection"]["set"],
            "readings": readings + written["reading"],
        }
    )


@lru_cache(maxsize=1)
def _past_ids() -> frozenset[str]:
    return frozenset(f"{path.parent.name}/{path.stem}" for path in PAST.glob("*/*.json"))


@lru_cache(maxsize=64)
def _past(name: str) -> Any:
    return json.loads((PAST / f"{name}.json").read_text(encoding="utf-8"))
