"""The pages on the formats we read: each lists every key there is, and its examples run."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.simulate.run import simulate
from houseway.analysis.simulate.table import Habit, Player, SimulatedTable, read_simulated_table
from houseway.errors import HousewayError
from houseway.families.poker.phh import OWN
from houseway.family import families_with, find_family
from houseway.filings.loader import load
from houseway.filings.schema.base import Record
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import (
    BacklineEntry,
    BankEntry,
    ErrorEntry,
    PaidEntry,
    RoundFile,
    SeatEntry,
    check_round,
)
from houseway.reading import parse_toml

DOCS = Path(__file__).parents[1] / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def examples(name: str) -> list[str]:
    return re.findall(r"```toml\n(.*?)```", page(name), flags=re.DOTALL)


def keys_missing(text: str, *models: type[Record]) -> list[str]:
    keys = [key for model in models for key in model.model_fields]
    return [key for key in keys if not re.search(rf"`\[*[a-z._]*\b{key}\b[^`]*`", text)]


def families(several: list[str]) -> set[str]:
    return {load(one).family for one in several}


BANKED = {one.name for one in families_with("odds")} & {
    "three-card-poker", "ultimate-holdem", "baccarat", "twenty-one", "pai-gow-poker",
    "pai-gow-tiles",
}  # fmt: skip


def test_the_round_file_s_page_lists_every_key() -> None:
    models = (RoundFile, BankEntry, SeatEntry, BacklineEntry, ErrorEntry, PaidEntry)
    assert keys_missing(page("round-file.md"), *models) == []


def test_every_family_with_a_bank_has_a_round() -> None:
    assert families([parse_toml(one)["filing"] for one in examples("round-file.md")]) == BANKED


@pytest.mark.parametrize("text", examples("round-file.md"))
def test_a_round_of_the_page_is_settled_as_it_says(text: str) -> None:
    data = parse_toml(text)
    found = adjudicate(check_round(data)).as_json()["net"]
    assert {who: Decimal(net) for who, net in found.items()} == data["expect"]["net"]


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ('filling = "x"', "did you mean 'filing'?"),
        ("[[seat]]\nnumber = 1\nwager = { ante = 5 }", "did you mean 'wagers'?"),
        ("[[seat]]\nnumber = 1\nzzz = 1", "there are 'actions', 'backline', 'cards', 'draws'"),
    ],
)
def test_an_unknown_key_of_a_round_file_is_answered_with_the_known_ones(
    line: str, nearest: str
) -> None:
    head = "" if line.startswith("fill") else 'filing = "x"\n[bank]\nseat = 1\nwager = 5\n'
    with pytest.raises(HousewayError) as refused:
        check_round(parse_toml(head + line))
    several = getattr(refused.value, "found", [refused.value])
    assert any("check its spelling" in one.message and nearest in one.message for one in several)


def test_the_hand_s_page_lists_every_field_of_our_own() -> None:
    text = page("poker-hand.md")
    assert [name for name in OWN if f"`{name}`" not in text] == []


def test_both_families_of_poker_have_a_hand() -> None:
    named = [parse_toml(one)["_filing"] for one in examples("poker-hand.md")]
    assert families(named) == {"poker", "chinese-poker"}


@pytest.mark.parametrize("text", examples("poker-hand.md"))
def test_a_hand_of_the_page_ends_as_it_says(text: str) -> None:
    data = parse_toml(text)
    expect = data.pop("expect")
    family = find_family(load(data["_filing"]).family)
    found: dict[str, Any] = family.part("hand_file").replayed(data)
    for key, value in expect.items():
        if key == "finishing_stacks":
            assert [Decimal(one) for one in found[key]] == value
        else:
            assert found[key] == value


def test_the_table_s_page_lists_every_key() -> None:
    assert keys_missing(page("table-file.md"), SimulatedTable, Player, Habit) == []


def filing_of(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def test_every_family_with_a_bank_has_a_table() -> None:
    assert families([filing_of(one) for one in examples("table-file.md")]) == BANKED


@pytest.mark.parametrize("text", examples("table-file.md"))
def test_a_table_of_the_page_is_simulated(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    table = read_simulated_table(path)
    report = simulate(
        filing_of(text), table=table, rounds=200, seed=1, engine="procedure", workers=1
    )
    assert report is not None


def test_an_unknown_key_of_a_table_file_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("bankrol = 5\n", encoding="utf-8")
    with pytest.raises(HousewayError) as refused:
        read_simulated_table(path)
    assert "did you mean 'bankroll' or 'bank'?" in refused.value.message
