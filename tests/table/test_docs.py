"""The examples of docs/tables.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.histories.count_sheet import read_count_sheet
from houseway.table.records import KINDS

TEXT = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("place", range(len(blocks("python"))))
def test_an_example_runs(place: int) -> None:
    exec(compile(blocks("python")[place], "docs/tables.md", "exec"), {})


def test_the_count_sheet_is_one(tmp_path: Path) -> None:
    path = tmp_path / "count.toml"
    path.write_text(blocks("toml")[0])
    sheet = read_count_sheet(path)
    assert sheet.box[0].counted == 1_234_50


def test_every_kind_of_record_is_explained() -> None:
    told = set(re.findall(r"`([a-z_]+)`", TEXT))
    assert set(KINDS) - told == set()
