"""The catalogue: our filings with an index of them, those that come with other families, and
folders of one's own.

A process has one catalogue in force. Folders of one's own are named by `HOUSEWAY_FILINGS`, which
`use` sets, so that processes it starts have them too. A process that lives long looks again whether
files there have changed: then another catalogue is in force.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.errors import FilingError, HousewayError
from houseway.family import other_families

if TYPE_CHECKING:
    from houseway.filings.schema.collection import ScheduleSet
    from houseway.filings.schema.common import FilingBase
    from houseway.filings.schema.said import Reading

DATA = Path(__file__).parent / "data"
INDEX = DATA / "index.json"
VARIABLE = "HOUSEWAY_FILINGS"
HOUSE_BOOK = "house.toml"  # beside filings, and none itself
MOST_FILES = 500  # filings in one folder
_SHARED = ("collections", "readings", "procedures", "traces")


class OwnFile(NamedTuple):
    """A file in a folder of one's own: the filing it holds, or why it holds none."""

    path: Path
    id: str  # empty where that cannot be read
    filing: FilingBase | None
    error: HousewayError | None

    def as_json(self) -> dict[str, Any]:
        assert self.error is not None
        return {"file": str(self.path), "id": self.id, "error": self.error.as_json()}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Filings by id: ours, which nothing replaces, and those of some folders."""

    own: tuple[Path, ...] = ()
    stamp: int = 0  # of the files of those folders as they were when this catalogue came into force

    def ids(self) -> list[str]:
        """The ids of all filings, house by house."""
        return sorted(_given_ids() | _own_filings(self).keys())

    def find_file(self, filing_id: str) -> Path | None:
        for folder in given_folders():
            if filing_id in _ids(folder):
                return folder / f"{filing_id}.toml"
        return next((one.path for one in self.own_files() if one.id == filing_id), None)

    def load(self, filing_id: str) -> FilingBase:
        """The filing of that id, or the error of the file that should hold it."""
        from houseway.filings.loader import load_given, unknown_filing

        if filing_id in _given_ids():
            return load_given(filing_id)
        found = _own_filings(self).get(filing_id)
        if found is not None:
            return found
        bad = self.not_loaded()
        for one in bad:
            if one.id == filing_id and one.error is not None:
                raise one.error
        raise unknown_filing(filing_id, self.ids(), [str(one.path) for one in bad])

    def own_files(self) -> tuple[OwnFile, ...]:
        """Every file of the folders, in their order."""
        return _read_own(self)

    def not_loaded(self) -> list[OwnFile]:
        return [one for one in self.own_files() if one.error is not None]

    def index(self) -> list[dict[str, Any]]:
        """A line for each filing. Ours are read off the index beside the data, which
        `scripts/make-index` writes; the others are loaded.
        """
        return [dict(one) for one in (*_given_lines(), *_own_lines(self))]

    def folders(self) -> list[Path]:
        """Where collections and readings stand beside filings."""
        return [DATA, *self.own]

    # What filings refer to.

    def shared_set(self, reference: str, file: str) -> ScheduleSet:
        from houseway.filings.loader import find_set

        return find_set(self, reference, file)

    def shared_readings(self) -> tuple[Reading, ...]:
        from houseway.filings.loader import read_readings

        found = (read_readings(folder, self.stamp) for folder in self.folders())
        return tuple(one for readings in found for one in readings)


# The catalogue in force.


def in_force() -> Catalogue:
    """The catalogue of this process."""
    return _catalogue(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=16)
def _catalogue(named: str) -> Catalogue:
    folders = _folders(named)
    for folder in folders:
        if not folder.is_dir():
            raise FilingError(
                "no-such-folder",
                f"there is no such folder of filings; check --filings and {VARIABLE}",
                where=str(folder),
            )
    own = tuple(dict.fromkeys(folders))
    return Catalogue(own, _stamp(own))


def _folders(named: str) -> tuple[Path, ...]:
    return tuple(Path(one).absolute() for one in named.split(os.pathsep) if one)


def without_folders(told: bytes) -> bytes:
    """JSON for strangers: a file of the house's own is named, and not where its folder is."""
    for folder in _folders(os.environ.get(VARIABLE, "")):
        told = told.replace(json.dumps(f"{folder}{os.sep}")[1:-1].encode(), b"")
    return told


def look_again() -> None:
    """Have the folders read anew if a file in them is new, changed or gone; while a folder itself
    is gone, what was read of it stays."""
    now = in_force()
    if all(folder.is_dir() for folder in now.own) and _stamp(now.own) != now.stamp:
        _catalogue.cache_clear()


def _stamp(folders: tuple[Path, ...]) -> int:
    found = []
    for folder in folders:
        for path in (*folder.glob("*.toml"), *folder.glob("*/*.toml")):
            with suppress(OSError):  # gone meanwhile
                about = path.stat()
                found.append((str(path), about.st_mtime_ns, about.st_size, about.st_ino))
    return hash(tuple(sorted(found))) if found else 0


def use(*folders: Path | str) -> Catalogue:
    """Have folders of filings join the catalogue of this process; one that is there stays."""
    known = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    wanted = [os.path.abspath(one) for one in folders]
    named = os.pathsep.join(dict.fromkeys([*known, *wanted]))
    found = _catalogue(named)
    if wanted:
        os.environ[VARIABLE] = named
    return found


@contextmanager
def joined(*folders: Path | str) -> Iterator[Catalogue]:
    """Within, folders of filings have joined the catalogue."""
    before = os.environ.get(VARIABLE)
    try:
        yield use(*folders)
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


def index() -> list[dict[str, Any]]:
    """A line for each filing of the catalogue."""
    return in_force().index()


def filing_ids() -> list[str]:
    """The ids of all filings, house by house."""
    return in_force().ids()


def find_file(filing_id: str) -> Path | None:
    """The file of a filing; one of ours is never replaced."""
    return in_force().find_file(filing_id)


# Ours, and those of other packages: found by their path, as <house>/<game>.toml.


def given_folders() -> list[Path]:
    return [DATA, *(found for one in other_families() if (found := one.folder) is not None)]


def own_ids() -> list[str]:
    """The ids of our own filings, house by house."""
    return sorted(_ids(DATA))


@lru_cache(maxsize=1)
def _given_ids() -> frozenset[str]:
    return frozenset(one for folder in given_folders() for one in _ids(folder))


def _ids(folder: Path) -> set[str]:
    files = (path for path in folder.glob("*/*.toml") if path.parent.name not in _SHARED)
    return {f"{path.parent.name}/{path.stem}" for path in files}


@lru_cache(maxsize=1)
def _given_lines() -> tuple[dict[str, Any], ...]:
    entries: list[dict[str, Any]] = json.loads(INDEX.read_text(encoding="utf-8"))
    return (*entries, *map(_given_line, sorted(_given_ids() - set(own_ids()))))


# Folders of one's own: files may lie there as one likes, and say themselves what they are.


@lru_cache(maxsize=16)
def _read_own(catalogue: Catalogue) -> tuple[OwnFile, ...]:
    found: list[OwnFile] = []
    homes = dict.fromkeys(_given_ids(), "the catalogue")
    for folder in catalogue.own:
        for path in _files(folder):
            one = _read(path, catalogue)
            if one.id and one.id in homes and one.error is None:
                said = (
                    f"{one.id} is the id of a filing in {homes[one.id]}; give this one its own id"
                )
                one = one._replace(
                    filing=None, error=FilingError("filing-known", said, where=f"{path}: id")
                )
            if one.error is None:
                homes[one.id] = str(path)
            found.append(one)
    return tuple(found)


def _files(folder: Path) -> list[Path]:
    """In the folder and one below it."""
    found = [
        path
        for pattern in ("*.toml", "*/*.toml")
        for path in sorted(folder.glob(pattern))
        if path.parent.name not in _SHARED and path != folder / HOUSE_BOOK
    ]
    if len(found) > MOST_FILES:
        raise FilingError(
            "too-large", f"a folder has {MOST_FILES} filings at most", where=str(folder)
        )
    return found


def _read(path: Path, catalogue: Catalogue) -> OwnFile:
    from houseway.filings.loader import parse_filing, read_toml, schedule_sets

    named = ""
    try:
        data = read_toml(path)
        given = data.get("id")
        named = given if isinstance(given, str) else ""
        filing = parse_filing(data, str(path)).standing_in(catalogue)
        schedule_sets(filing)
    except HousewayError as error:
        return OwnFile(path, named, None, error)
    return OwnFile(path, filing.id, filing, None)


@lru_cache(maxsize=16)
def _own_filings(catalogue: Catalogue) -> dict[str, FilingBase]:
    return {one.id: one.filing for one in catalogue.own_files() if one.filing is not None}


@lru_cache(maxsize=16)
def _own_lines(catalogue: Catalogue) -> tuple[dict[str, Any], ...]:
    return tuple(_line(filing) for _, filing in sorted(_own_filings(catalogue).items()))


# The index.


def build_index() -> list[dict[str, Any]]:
    """The index of our filings made anew."""
    return [_given_line(filing_id) for filing_id in own_ids()]


def _given_line(filing_id: str) -> dict[str, Any]:
    from houseway.filings.loader import load_given

    return _line(load_given(filing_id))


def _line(filing: FilingBase) -> dict[str, Any]:
    from houseway.filings.facets import facets
    from houseway.filings.loader import schedule_sets

    return {
        "id": filing.id,
        "house": filing.house,
        "title": filing.title,
        "kind": filing.kind,
        "family": filing.family,
        "approval": filing.approval,
        "seats": filing.table.seats,
        "schedules": sum(len(one.options()) for one in schedule_sets(filing)),
        **facets(filing),
    }


def write_index() -> None:
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in build_index())
    INDEX.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
