"""Every kind of defect, planted in every filing it applies to, is found."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from houseway.filings.catalogue import filing_ids
from houseway.filings.lint import lint_data, lint_filing
from houseway.filings.loader import DATA, load, read_toml, schedule_sets
from tests.filings.mutations_rules import ALL_MUTATIONS

# In how many filings each defect can be planted; a number that falls hides a filing.
LEAST = 1


@cache
def filing_data(filing_id: str) -> dict[str, Any]:
    """The TOML of a filing with its shared schedule sets written out."""
    data = read_toml(DATA / f"{filing_id}.toml")
    sets = [one.model_dump(mode="json") for one in schedule_sets(load(filing_id))]
    free = {k: v for k, v in data["collection"].items() if k not in ("shared", "set")}
    return {**data, "collection": {**free, "set": sets}}


@cache
def found_before(filing_id: str) -> frozenset[tuple[str, str, str]]:
    found = lint_data(filing_data(filing_id), "planted.toml")
    return frozenset((one.code, one.where, one.message) for one in found)


@pytest.mark.parametrize("filing_id", filing_ids())
def test_a_set_written_out_is_linted_like_a_shared_one(filing_id: str) -> None:
    shared = {(one.code, one.where, one.message) for one in lint_filing(load(filing_id))}
    assert found_before(filing_id) == shared


@pytest.mark.parametrize("name", ALL_MUTATIONS)
def test_a_planted_defect_is_found_in_every_filing(name: str) -> None:
    mutate, codes = ALL_MUTATIONS[name]
    planted = []
    missed = []
    for filing_id in filing_ids():
        data = copy.deepcopy(filing_data(filing_id))
        if not mutate(data):
            continue
        planted.append(filing_id)
        before = found_before(filing_id)
        found = lint_data(data, "planted.toml")
        new = [one for one in found if (one.code, one.where, one.message) not in before]
        if not any(one.code in codes for one in new):
            missed.append((filing_id, [(one.code, one.where) for one in new]))
    assert not missed
    assert len(planted) >= LEAST, "the defect could be planted nowhere"
