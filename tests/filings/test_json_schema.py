"""The JSON Schema: every filing passes, every key is described, and one slip is one report."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from houseway.family import family_names
from houseway.filings.catalogue import filing_ids, find_file
from houseway.filings.json_schema import json_schema
from houseway.filings.loader import shared_set_names
from tests.filings.schema_walk import every_model

Data = dict[str, Any]
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
HOLDEM = "500-club/texas-holdem"
DRAFTS = sorted((Path(__file__).parents[2] / "examples" / "filings").glob("*/*.toml"))


@cache
def schema() -> Data:
    return json_schema()


@cache
def validator() -> Any:
    return jsonschema_rs.validator_for(schema())


def data_of(filing_id: str) -> Data:
    path = find_file(filing_id)
    assert path is not None
    return tomllib.loads(path.read_text(encoding="utf-8"))


def reports(data: Data) -> list[str]:
    found = validator().iter_errors(data)
    return [".".join(map(str, error.instance_path)) for error in found]


@pytest.mark.parametrize("filing_id", filing_ids())
def test_every_filing_of_the_catalogue_passes(filing_id: str) -> None:
    assert reports(data_of(filing_id)) == []


def test_families_are_told_apart_by_name() -> None:
    assert schema()["properties"]["family"]["enum"] == family_names()
    described = schema()["properties"]["family"]["description"]
    assert "three-card-poker: Three card poker" in described


def records() -> Iterator[tuple[str, Data]]:
    yield from schema()["$defs"].items()


def test_every_key_is_described() -> None:
    keys = [(name, key, part) for name, one in records()
            for key, part in one.get("properties", {}).items()]  # fmt: skip
    assert len(keys) > 500
    bare = [f"{name}.{key}" for name, key, part in keys if not part.get("description")]
    assert not [place for place in bare if not place.startswith(("Span.", "Cite."))]


def test_a_fixed_choice_says_what_its_values_mean() -> None:
    (rule,) = (one for name, one in records() if name == "FirstAction")
    said = rule["properties"]["method"]["description"]
    assert said.startswith(
        "Which seat is settled first. card: by a card of the bank; dice: by dice"
    )


def test_names_of_the_catalogue_are_enumerated() -> None:
    (rule,) = (one for name, one in records() if name == "Collection")
    assert rule["properties"]["shared"]["items"]["enum"] == shared_set_names()
    assert "500-club-poker/face-up-chinese-poker" in shared_set_names()


def test_every_number_has_a_least_one() -> None:
    """A bank offered after no hands, a deal of minus one card: no filing means that."""
    unbounded = [
        f"{model.__name__}.{key}"
        for model in every_model()
        for key, field in model.model_fields.items()
        if field.annotation in (int, int | None) and not field.metadata
    ]
    assert unbounded == []


def test_nothing_may_be_null() -> None:
    assert "null" not in str(schema())


def wrong_value(data: Data) -> None:
    data["game"]["qualifies"]["high_card"] = "queen"


def misspelt_key(data: Data) -> None:
    data["game"]["qualifies"]["hihg_card"] = "Q"


def missing_key(data: Data) -> None:
    del data["game"]["play"]["fold_forfeits"]


def no_citation(data: Data) -> None:
    del data["bank"]["cite"]


def optional_table(data: Data) -> None:
    data["game"]["showing"] = {"starts": "anywhere", "cite": "x | 1"}


def wrong_family(data: Data) -> None:
    data["family"] = "three-card"


def no_family(data: Data) -> None:
    del data["family"]


def pay_row(data: Data) -> None:
    data["pay_table"][0]["rows"][1]["pais"] = 40


def fee_group(data: Data) -> None:
    data["collection"] = {
        "set": [
            {
                "name": "x", "title": "X", "cite": "x | 1",
                "group": [
                    {"kind": "california", "bank_basis": "percentage", "cite": "x | 1",
                     "option": [{"number": 1, "bank": ["0+: 1"], "lines": "1"}]},
                ],
            }
        ]
    }  # fmt: skip


def other_ranking(data: Data) -> None:
    data["game"]["high"]["ranking"] = "hihg"


@pytest.mark.parametrize(
    ("filing_id", "slip", "place"),
    [
        (THREE_CARD, wrong_value, "game.qualifies.high_card"),
        (THREE_CARD, misspelt_key, "game.qualifies"),
        (THREE_CARD, missing_key, "game.play"),
        (THREE_CARD, no_citation, "bank"),
        (THREE_CARD, optional_table, "game.showing.starts"),
        (THREE_CARD, wrong_family, "family"),
        (THREE_CARD, no_family, ""),
        (THREE_CARD, pay_row, "pay_table.0.rows.1"),
        (THREE_CARD, fee_group, "collection.set.0.group.0.bank_basis"),
        (HOLDEM, other_ranking, "game.high.ranking"),
    ],
)
def test_one_slip_is_one_report(filing_id: str, slip: Callable[[Data], None], place: str) -> None:
    data = copy.deepcopy(data_of(filing_id))
    slip(data)
    assert reports(data) == [place]


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_every_draft_of_the_examples_passes(path: Path) -> None:
    assert reports(tomllib.loads(path.read_text(encoding="utf-8"))) == []


def test_one_value_stands_for_a_list_of_one_where_the_loader_takes_it() -> None:
    (path,) = (path for path in DRAFTS if path.stem == "blackjack")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    when = data["pay_table"][1]["rows"][0].setdefault("when", {})
    when.update(hand="mini-royal-flush", base="lost", cards=3, total="4-20")
    assert reports(data) == []
    for key, wrong in (("base", "losing"), ("hand", 3), ("total", "many"), ("cards", True)):
        data["pay_table"][1]["rows"][0]["when"] = {key: wrong}
        assert reports(data) == [f"pay_table.1.rows.0.when.{key}"], key
