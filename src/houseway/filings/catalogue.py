"""The catalogue's index: a line for each filing, readable without loading any."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
INDEX = DATA / "index.json"
_SHARED = ("collections", "readings")


def index() -> list[dict[str, Any]]:
    """The index as it stands beside the data; `scripts/make-index` writes it."""
    entries: list[dict[str, Any]] = json.loads(INDEX.read_text(encoding="utf-8"))
    return entries


def filing_ids() -> list[str]:
    """The ids of all files of the catalogue, house by house."""
    files = (path for path in DATA.glob("*/*.toml") if path.parent.name not in _SHARED)
    return sorted(f"{path.parent.name}/{path.stem}" for path in files)


def build_index() -> list[dict[str, Any]]:
    """The index made anew from the filings."""
    from houseway.filings.loader import load, schedule_sets

    entries = []
    for filing_id in filing_ids():
        filing = load(filing_id)
        data = filing.model_dump(include={"kind", "family"})
        entries.append(
            {
                "id": filing.id,
                "house": filing.house,
                "title": filing.title,
                "kind": data["kind"],
                "family": data["family"],
                "approval": filing.approval,
                "seats": filing.table.seats,
                "schedules": sum(len(one.options()) for one in schedule_sets(filing)),
            }
        )
    return entries


def write_index() -> None:
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in build_index())
    INDEX.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
