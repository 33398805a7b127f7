"""Reading filings: from the catalogue by id, or from a user's own file."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from houseway.errors import FilingError, HousewayError, raise_all
from houseway.filings.catalogue import DATA, filing_ids, index
from houseway.filings.schema.collection import CollectionDocument, ScheduleSet
from houseway.filings.schema.common import FilingBase, Reading, ReadingList
from houseway.filings.schema.filing import FAMILIES, family_schema


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file with exact decimals; errors name the file and the place."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except FileNotFoundError:
        raise FilingError("no-such-file", f"there is no file {path}", where=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise FilingError("not-toml", f"cannot be read as TOML: {error}", where=str(path)) from None


def _key_path(location: tuple[int | str, ...]) -> str:
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _explain(error: ValidationError, file: str) -> list[HousewayError]:
    """One error per defect, each with file and key path."""
    found: list[HousewayError] = []
    for detail in error.errors():
        kind, path = detail["type"], _key_path(detail["loc"])
        if kind == "extra_forbidden":
            code, message = "unknown-key", "this key is not part of the schema; check its spelling"
        elif kind == "missing" and detail["loc"][-1] == "cite":
            code, message = "no-citation", 'every rule needs a citation: "Heading, item | lines"'
        elif kind == "missing":
            code, message = "missing-key", "this key is required"
        else:
            code, message = "bad-value", detail["msg"].removeprefix("Value error, ")
        found.append(FilingError(code, message, where=f"{file}: {path}" if path else file))
    return found


def parse_filing(data: dict[str, Any], file: str) -> FilingBase:
    """A filing from its parsed TOML, or an error for every defect."""
    family = data.get("family")
    if family not in FAMILIES:
        raise FilingError(
            "unknown-family",
            f"{family!r} is no family; known are {', '.join(FAMILIES)}",
            where=f"{file}: family",
        )
    try:
        return family_schema(family).model_validate(data)
    except ValidationError as error:
        raise_all(_explain(error, file))
        raise  # never reached: a validation error has at least one detail


def load_file(path: Path) -> FilingBase:
    return parse_filing(read_toml(path), str(path))


@lru_cache(maxsize=64)
def load(filing_id: str) -> FilingBase:
    """The filing of that id in the catalogue."""
    if filing_id not in filing_ids():
        raise FilingError(
            "unknown-filing",
            f"there is no filing {filing_id!r} in the catalogue{_nearest(filing_id)}",
            where="filing",
        )
    return load_file(DATA / f"{filing_id}.toml")


def _nearest(filing_id: str) -> str:
    import difflib

    near = difflib.get_close_matches(filing_id, filing_ids(), n=3, cutoff=0.4)
    return f"; did you mean {' or '.join(near)}?" if near else "; `houseway filings` lists them"


def open_filing(name: str) -> FilingBase:
    """A filing by id, or from a file if the name is a path to one."""
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return load_file(path)
    return load(name)


@lru_cache(maxsize=32)
def _document(name: str) -> CollectionDocument:
    path = DATA / "collections" / f"{name}.toml"
    if not path.is_file():
        raise FilingError(
            "unknown-collection", f"there is no collection document {name!r}", where=name
        )
    try:
        return CollectionDocument.model_validate(read_toml(path))
    except ValidationError as error:
        raise_all(_explain(error, str(path)))
        raise


def schedule_sets(filing: FilingBase) -> list[ScheduleSet]:
    """Every set of schedule options of a filing, the governing one first."""
    sets = []
    for reference in filing.collection.shared:
        document, _, name = reference.partition("/")
        found = _document(document).find(name)
        if found is None:
            raise FilingError(
                "unknown-collection",
                f"{document!r} has no set {name!r}",
                where=f"{filing.id}: collection.shared",
            )
        sets.append(found)
    return sets + list(filing.collection.set)


@lru_cache(maxsize=1)
def shared_readings() -> tuple[Reading, ...]:
    """Every reading of the shared lists, in their order."""
    found: list[Reading] = []
    for path in sorted((DATA / "readings").glob("*.toml")):
        try:
            found += ReadingList.model_validate(read_toml(path)).reading
        except ValidationError as error:
            raise_all(_explain(error, str(path)))
    return tuple(found)


def readings_of(filing: FilingBase) -> list[Reading]:
    """The doubts that touch a filing and the reading taken of each."""
    adopted = [r for r in shared_readings() if filing.id in r.touches or r.id in filing.readings]
    return adopted + list(filing.reading)


__all__ = [
    "DATA", "index", "load", "load_file", "open_filing", "parse_filing", "read_toml",
    "readings_of", "schedule_sets", "shared_readings",
]  # fmt: skip
