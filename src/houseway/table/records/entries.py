"""Entries: records with their number and time, as a log has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from houseway.errors import HousewayError
from houseway.rounds.events import Chose
from houseway.table.codec import PLAIN, Codec
from houseway.table.records.base import KINDS, VERSION, Record
from houseway.table.records.hands import ChipsMoved, HandSettled, PointsSettled
from houseway.table.records.people import Opened
from houseway.table.records.rounds import Happened, RoundVoided, Settled, StakeAdded
from houseway.table.shapes import fits

Settlement = Settled | HandSettled | PointsSettled
Ended = Settlement | RoundVoided  # how a round can end


class Entry(NamedTuple):
    """A record as it stands in the log. `more` says that others of the same command follow.

    `author` is the person who gave the command; nobody is the house, which plays the bots.
    `version` is that of the format it was written in; `histories.versions` brings old ones up.
    """

    number: int
    at: str
    record: Record
    more: bool = False
    author: str = ""
    version: int = VERSION


_ENTRY = (("number", int), ("at", str), ("more", bool), ("author", str), ("version", int))
_CODECS: dict[str, tuple[tuple[str, Codec, Any], ...]] = {}


def _codecs(kind: type[Record]) -> tuple[tuple[str, Codec, Any], ...]:
    """Name, codec and default of every field."""
    known = _CODECS.get(kind.kind)
    if known is not None:
        return known
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for one in fields(kind):
        hint = hints[one.name]
        codec = PLAIN
        if get_origin(hint) is Annotated:
            codec = next(extra for extra in get_args(hint)[1:] if isinstance(extra, Codec))
        default = one.default
        if one.default_factory is not MISSING:
            default = one.default_factory()
        found.append((one.name, codec, default))
    _CODECS[kind.kind] = tuple(found)
    return _CODECS[kind.kind]


def write_record(record: Record) -> dict[str, Any]:
    """A record as JSON; fields that have their default value are left out."""
    written: dict[str, Any] = {"kind": record.kind}
    for name, codec, default in _codecs(type(record)):
        value = getattr(record, name)
        if value != default:
            written[name] = codec.write(value)
    return written


def read_record(written: Mapping[str, Any]) -> Record:
    kind = KINDS.get(written.get("kind", ""))
    if kind is None:
        raise ValueError(f"{written.get('kind')!r} is no kind of record")
    given = {name: codec.read(written[name]) for name, codec, _ in _codecs(kind) if name in written}
    return kind(**given)


def write_entry(entry: Entry) -> dict[str, Any]:
    """An entry as the JSON object of its line."""
    written: dict[str, Any] = {"n": entry.number, "v": VERSION, "at": entry.at}
    if entry.more:
        written["more"] = True
    if entry.author:
        written["author"] = entry.author
    return written | write_record(entry.record)


def read_entry(written: Any) -> Entry:
    """The entry of a JSON object; a ValueError if it is none, whatever it holds."""
    try:
        record, get = read_record(written), written.get
        entry = Entry(
            written["n"], written["at"], record, get("more", False), get("author", ""), get("v", 1)
        )
    except (AttributeError, ArithmeticError, HousewayError, LookupError, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    wrong = [name for name, hint in _ENTRY if not fits(getattr(entry, name), hint)]
    wrong += [] if fits(entry.record, type(entry.record)) else [entry.record.kind]
    if wrong:
        raise ValueError(f"{wrong[0]!r} does not hold what it should")
    if not 1 <= entry.version <= VERSION:
        raise ValueError(
            f"it is of version {entry.version} of the format and this program reads up to {VERSION}"
        )
    if _version_of(record) > entry.version:
        raise ValueError(f"it says what version {entry.version} of the format could not")
    datetime.fromisoformat(entry.at)
    return entry


def _version_of(record: Record) -> int:
    """The version of the format that was the first to say what a record says."""
    more = False
    match record:
        case Opened(rules=rules):
            return 1 if rules is None else 3
        case Happened(Chose(put=put, number=number)):
            more = put is not None or number is not None
        case ChipsMoved(by=by):
            more = by is not None
        case StakeAdded(wager=wager):
            more = bool(wager)
    return 2 if more else 1
