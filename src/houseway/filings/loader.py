"""Reading filings: from the catalogue by id, or from a user's own file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from houseway import reading
from houseway.errors import FilingError, HousewayError, did_you_mean, raise_all
from houseway.filings.catalogue import Catalogue, given_folders, in_force
from houseway.filings.schema.base import BadValue, Record
from houseway.filings.schema.collection import CollectionDocument, ScheduleSet
from houseway.filings.schema.common import FilingBase, Home
from houseway.filings.schema.filing import family_schema
from houseway.filings.schema.said import Reading, ReadingList
from houseway.filings.schema.walk import keys_at


def read_toml(path: Path | str) -> dict[str, Any]:
    """A TOML file with exact decimals; errors name the file and the place."""
    return reading.read_toml(path, kind=FilingError)


Part = TypeVar("Part", bound=Record)
_NOWHERE = object()


def _below(node: Any, part: int | str) -> Any:
    try:
        return _NOWHERE if isinstance(node, str) else node[part]
    except (KeyError, IndexError, TypeError):
        return _NOWHERE


def _key_path(location: tuple[int | str, ...], data: Any, *, missing: bool) -> str:
    """The place in the file, without the names pydantic gives to alternatives."""
    path, node = "", data
    for place, part in enumerate(location, 1):
        below = _below(node, part)
        if below is _NOWHERE and not (missing and place == len(location)):
            continue
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
        node = below
    return path


def _unknown(location: tuple[int | str, ...], data: Any, schema: type[Record]) -> str:
    """What is wrong with a key that does not belong here: where it does, or which are near it."""
    name = str(location[-1])
    for length in range(len(location) - 2, -1, -1):
        if name in keys_at(schema, location[:length]):
            home = _key_path(location[:length], data, missing=False) or "the top of the file"
            return f"this key is not part of the schema here; it belongs to {home}"
    nearest = did_you_mean(name, keys_at(schema, location[:-1]))
    return f"this key is not part of the schema; check its spelling{nearest}"


def explain(
    error: ValidationError, file: str, data: Any, schema: type[Record]
) -> list[HousewayError]:
    """One error per defect, each with file and key path."""
    found: dict[tuple[str, str], HousewayError] = {}
    for detail in error.errors():
        kind = detail["type"]
        path = _key_path(detail["loc"], data, missing=kind == "missing")
        refused = detail.get("ctx", {}).get("error")
        if isinstance(refused, BadValue):
            for one in (refused, *refused.also):
                place = ".".join(filter(None, (path, one.key)))
                where = f"{file}: {place}" if place else file
                found.setdefault((one.code, place), FilingError(one.code, str(one), where=where))
            continue
        if kind == "extra_forbidden":
            code, message = "unknown-key", _unknown(detail["loc"], data, schema)
        elif kind == "missing" and detail["loc"][-1] == "cite":
            code, message = "no-citation", 'every rule needs a citation: "Heading, item | lines"'
        elif kind == "missing":
            code, message = "missing-key", "this key is required"
        else:
            code, message = "bad-value", detail["msg"].removeprefix("Value error, ")
        where = f"{file}: {path}" if path else file
        found.setdefault((code, path), FilingError(code, message, where=where))
    return list(found.values())


def parse_filing(data: dict[str, Any], file: str) -> FilingBase:
    """A filing from its parsed TOML, or an error for every defect."""
    try:
        family = data.get("family", "")
        schema = family_schema(family if isinstance(family, str) else repr(family))
    except FilingError as error:
        raise FilingError(error.code, error.message, where=f"{file}: {error.where}") from None
    return parse_part(schema, data, file)


def parse_part(schema: type[Part], data: Any, file: str) -> Part:
    """A part of a filing from its parsed TOML, or an error for every defect."""
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        raise_all(explain(error, file, data, schema))
        raise  # never reached: a validation error has at least one detail


def load_file(path: Path | str) -> FilingBase:
    """A filing in a file of one's own; collections and readings beside it are its own too."""
    path, known = Path(path), in_force()
    beside_it = (path.absolute().parent, path.absolute().parent.parent)
    new = (folder for folder in beside_it if folder not in known.own)
    home = replace(known, own=(*known.own, *new))
    return parse_filing(read_toml(path), str(path)).standing_in(home)


@lru_cache(maxsize=128)
def load_given(filing_id: str) -> FilingBase:
    """A filing of ours or of another package."""
    for folder in given_folders():
        path = folder / f"{filing_id}.toml"
        if path.is_file():
            return parse_filing(read_toml(path), str(path))
    raise unknown_filing(filing_id, [])


def load(filing_id: str) -> FilingBase:
    """The filing of that id in the catalogue."""
    return in_force().load(filing_id)


def unknown_filing(filing_id: str, known: Sequence[str], bad: Sequence[str] = ()) -> FilingError:
    said = did_you_mean(filing_id, known, otherwise="`houseway filings` lists them")
    if bad:
        said += f" (not loaded: {', '.join(bad)}; `houseway lint` says why)"
    return FilingError(
        "unknown-filing", f"there is no filing {filing_id!r} in the catalogue{said}", where="filing"
    )


def open_filing(name: str | Path) -> FilingBase:
    """A filing by id, or from a file if the name is a path to one."""
    path = Path(name)
    if path.suffix == ".toml" or reading.is_file(path):
        filing = load_file(path)
        home = home_of(filing)
        for reference in filing.collection.shared:
            home.shared_set(reference, str(path))
        return filing
    return load(str(name))


# What filings refer to is looked for where they stand.


def home_of(filing: FilingBase) -> Home:
    return in_force() if filing.home is None else filing.home


def schedule_sets(filing: FilingBase) -> list[ScheduleSet]:
    """Every set of schedule options of a filing, the governing one first."""
    home = home_of(filing)
    shared = [home.shared_set(reference, filing.id) for reference in filing.collection.shared]
    return shared + list(filing.collection.set)


def beside(filing: FilingBase, filing_id: str) -> FilingBase:
    """Another filing that one names."""
    return home_of(filing).load(filing_id)


def shared_set_names() -> list[str]:
    """Every schedule set that a filing can name, as `document/set`."""
    known = in_force()
    folders = [folder / "collections" for folder in known.folders()]
    paths = sorted(
        {path.stem: path for folder in folders for path in folder.glob("*.toml")}.items()
    )
    return [
        f"{name}/{one.name}" for name, path in paths for one in _document(path, known.stamp).set
    ]


def readings_of(filing: FilingBase) -> list[Reading]:
    """The doubts that touch a filing and the reading taken of each."""
    shared = home_of(filing).shared_readings()
    adopted = [r for r in shared if filing.id in r.touches or r.id in filing.readings]
    return adopted + list(filing.reading)


def shared_readings() -> tuple[Reading, ...]:
    """Every reading of the shared lists, in their order."""
    return in_force().shared_readings()


@lru_cache(maxsize=64)
def _document(path: Path, stamp: int) -> CollectionDocument:
    """A document as it stands; another stamp has it read anew."""
    del stamp
    return parse_part(CollectionDocument, read_toml(path), str(path))


@lru_cache(maxsize=256)
def find_set(catalogue: Catalogue, reference: str, file: str) -> ScheduleSet:
    """A set of a collection document, as `document/set`; the first folder that has it."""
    document, _, name = reference.partition("/")
    where = f"{file}: collection.shared"
    folders = [folder / "collections" for folder in catalogue.folders()]
    paths = (folder / f"{document}.toml" for folder in folders)
    path = next((path for path in paths if reading.is_file(path)), None)
    if path is None:
        known = ", ".join(sorted({one.stem for folder in folders for one in folder.glob("*.toml")}))
        raise FilingError(
            "unknown-collection",
            f"there is no collection document {document!r}; there are {known}",
            where=where,
        )
    opened = _document(path, catalogue.stamp)
    found = opened.find(name)
    if found is None:
        known = ", ".join(one.name for one in opened.set)
        raise FilingError(
            "unknown-collection", f"{document!r} has no set {name!r}; it has {known}", where=where
        )
    return found


@lru_cache(maxsize=16)
def read_readings(folder: Path, stamp: int) -> tuple[Reading, ...]:
    """The readings that stand in a folder, in their order; another stamp has them read anew."""
    del stamp
    found: list[Reading] = []
    for path in sorted((folder / "readings").glob("*.toml")):
        found += parse_part(ReadingList, read_toml(path), str(path)).reading
    return tuple(found)
