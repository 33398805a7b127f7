"""The catalogue: our filings with an index of them, and those that come with other families."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.family import other_families

DATA = Path(__file__).parent / "data"
INDEX = DATA / "index.json"
_SHARED = ("collections", "readings", "procedures")


def index() -> list[dict[str, Any]]:
    """A line for each filing. Ours are read off the index beside the data, which
    `scripts/make-index` writes; the others are loaded.
    """
    entries: list[dict[str, Any]] = json.loads(INDEX.read_text(encoding="utf-8"))
    return entries + list(_others())


@lru_cache(maxsize=1)
def _others() -> tuple[dict[str, Any], ...]:
    ours = own_ids()
    return tuple(_line(one) for one in filing_ids() if one not in ours)


def folders() -> list[Path]:
    """Where filings stand, as <house>/<game>.toml: ours, then those of other packages."""
    return [DATA, *(found for one in other_families() if (found := one.folder) is not None)]


def own_ids() -> list[str]:
    """The ids of our own filings, house by house."""
    return sorted(_ids(DATA))


def filing_ids() -> list[str]:
    """The ids of all filings, house by house."""
    return sorted({one for folder in folders() for one in _ids(folder)})


def find_file(filing_id: str) -> Path | None:
    """The file of a filing; one of ours is never replaced."""
    for folder in folders():
        if filing_id in _ids(folder):
            return folder / f"{filing_id}.toml"
    return None


def _ids(folder: Path) -> set[str]:
    files = (path for path in folder.glob("*/*.toml") if path.parent.name not in _SHARED)
    return {f"{path.parent.name}/{path.stem}" for path in files}


def build_index() -> list[dict[str, Any]]:
    """The index of our filings made anew."""
    return [_line(filing_id) for filing_id in own_ids()]


def _line(filing_id: str) -> dict[str, Any]:
    from houseway.filings.loader import load, schedule_sets

    filing = load(filing_id)
    data = filing.model_dump(include={"kind", "family"})
    return {
        "id": filing.id,
        "house": filing.house,
        "title": filing.title,
        "kind": data["kind"],
        "family": data["family"],
        "approval": filing.approval,
        "seats": filing.table.seats,
        "schedules": sum(len(one.options()) for one in schedule_sets(filing)),
    }


def write_index() -> None:
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in build_index())
    INDEX.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
