"""What two filings do differently, rule by rule, in sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.said import Term
from houseway.filings.told import IDENTITY, Told, tell
from houseway.filings.wording import ranges, spot_name

Kind = Literal["rule", "collection", "prose"]
_NOTHING = "nothing"
_IDENTITY = (*IDENTITY, "owners")
_FREE_WORDS = (("table", "shape"),)  # described in our own words
_SET_IDENTITY = ("name", "title", "approval", "games")


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule that is not the same: what it is about, what each filing says, the clauses."""

    kind: Kind
    path: str
    about: str
    first: str
    second: str
    first_cite: str = ""
    second_cite: str = ""

    def __str__(self) -> str:
        return f"{self.about}: {self.first} / {self.second}"


@dataclass(frozen=True, slots=True)
class Row:
    """One rule that is not the same in all of some filings; what each says, and its clause."""

    kind: Kind
    path: str
    about: str
    texts: tuple[str, ...]
    cites: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def differences(first: FilingBase, second: FilingBase) -> list[Difference]:
    """Every rule the two filings have in different form; citations and notes apart."""
    return [
        Difference(row.kind, row.path, row.about, *row.texts, *row.cites)
        for row in side_by_side((first, second))
    ]


def side_by_side(filings: Sequence[FilingBase]) -> list[Row]:
    """Every rule that some filings do not all have in the same form."""
    told = [tell(filing) for filing in filings]
    keys = dict.fromkeys(key for one in told for key in one.parts)
    if not same_family(*filings):
        keys = {key: None for key in keys if all(key in one.parts for one in told)}
        keys.pop("game", None)
    found: list[Row] = []
    for key in keys:
        if key not in _IDENTITY:
            kind: Kind = "collection" if key == "collection" else "rule"
            found += _compare([one.parts.get(key) for one in told], (key,), (), kind)
    return found + list(_prose(filings))


def same_family(*filings: FilingBase) -> bool:
    """Filings of one family are compared in full, others in the parts they have in common."""
    return len({type(filing) for filing in filings}) == 1


def _compare(
    sides: Sequence[Told | None], path: tuple[str, ...], above: tuple[str, ...], kind: Kind
) -> Iterator[Row]:
    said = next(side for side in sides if side is not None)
    labels = (*above, said.about) if said.about else above
    if all(side is not None and side.parts for side in sides):
        for key in dict.fromkeys(key for side in sides if side for key in side.parts):
            if kind != "collection" or key not in _SET_IDENTITY:
                below = [side and side.parts.get(key) for side in sides]
                yield from _compare(below, (*path, key), labels, kind)
        return
    texts = tuple(side.text(in_full=True) or _NOTHING if side else _NOTHING for side in sides)
    if len(set(texts)) > 1:
        cites = tuple(str(side.cite) if side and side.cite else "" for side in sides)
        about = ", ".join(labels) or spot_name(path[-1])
        yield Row("prose" if path in _FREE_WORDS else kind, ".".join(path), about, texts, cites)


def _prose(filings: Sequence[FilingBase]) -> Iterator[Row]:
    """Rules in our own words: topics one filing lacks, and topics worded differently."""
    for what, key in (
        ("rule", "topic"),
        ("notice", "topic"),
        ("posting", "where"),
        ("term", "term"),
    ):
        sides = []
        for filing in filings:
            by_topic: dict[str, list[Any]] = {}
            for item in getattr(filing, what):
                by_topic.setdefault(getattr(item, key).lower(), []).append(item)
            sides.append(by_topic)
        for topic in dict.fromkeys(topic for side in sides for topic in side):
            items = [side.get(topic, []) for side in sides]
            texts = tuple(
                " ".join(_text(item) for item in several) or "says nothing" for several in items
            )
            if len(set(texts)) > 1:
                cites = tuple(str(several[0].cite) if several else "" for several in items)
                about = f"{what} on {spot_name(topic)}"
                yield Row("prose", f"{what}.{topic}", about, texts, cites)


def _text(item: Any) -> str:
    return str(item.means if isinstance(item, Term) else item.text)


def differences_json(
    first: FilingBase, second: FilingBase, found: list[Difference]
) -> dict[str, Any]:
    from houseway.filings.loader import readings_of

    taken = [{reading.id: reading for reading in readings_of(one)} for one in (first, second)]
    return {
        "first": first.id,
        "second": second.id,
        "same_family": same_family(first, second),
        "same": not any(one.kind != "prose" for one in found),
        "differences": [dataclasses.asdict(one) for one in found],
        "readings": {
            "first_only": [one for one in taken[0] if one not in taken[1]],
            "second_only": [one for one in taken[1] if one not in taken[0]],
        },
    }


def differences_table(
    first: FilingBase, second: FilingBase, found: list[Difference]
) -> RenderableType:
    """The differences as a table: rules, then the collection in brief, then prose."""
    parts: list[RenderableType] = []
    if not same_family(first, second):
        parts.append(
            Text(
                "These are games of different kinds; only what both have is compared: deck, "
                "table, spots, order, collection.",
                style="yellow",
            )
        )
    rules = [one for one in found if one.kind == "rule"]
    fees = [one for one in found if one.kind == "collection"]
    prose = [one for one in found if one.kind == "prose"]
    if not found:
        parts.append(Text("The two filings are the same."))
    elif not rules and not fees:
        parts.append(Text("Every rule that decides play or money is the same."))
    if rules:
        parts.append(_table(first, second, "Rules", rules))
    if fees:
        parts.append(_table(first, second, "Collection", list(_in_brief(fees))))
    if prose:
        words = "Also ordered, as each text has it (different words may come to the same)"
        spoken = [one for one in prose if not one.path.startswith("term")]
        parts.append(_table(first, second, words, spoken))
        terms = [one.path.partition(".")[2] for one in prose if one.path.startswith("term")]
        if terms:
            parts.append(Text(f"Terms explained differently: {', '.join(terms)}", style="dim"))
    return Group(*parts)


def _table(
    first: FilingBase, second: FilingBase, title: str, found: list[Difference]
) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    table.title, table.title_justify, table.title_style = title, "left", "bold cyan"
    table.add_column("rule", ratio=24, style="bold")
    same = first.house == second.house
    for filing in (first, second):
        table.add_column(filing.title if same else filing.house, ratio=38)
    for one in found:
        cells = (Text(one.first), Text(one.second))
        for cell, cite in zip(cells, (one.first_cite, one.second_cite), strict=True):
            if cite:
                cell.append(f" [{cite}]", style="dim")
        table.add_row(one.about[:1].upper() + one.about[1:], *cells)
    return table


def _in_brief(found: list[Difference]) -> Iterator[Difference]:
    """Options of a set as one line: which differ, which only one side has."""
    options: dict[str, list[Difference]] = {}
    for one in found:
        head, _, rest = one.path.partition(".options.")
        if rest:
            options.setdefault(head, []).append(one)
        else:
            yield one
    for head, several in options.items():
        numbers: dict[str, list[int]] = {"other": [], "first": [], "second": []}
        for one in several:
            name = one.path.partition(".options.")[2]
            number = int(name.partition(".")[0].partition(" ")[0])
            alone = "." not in name
            side = "other" if not alone else "first" if one.second == _NOTHING else "second"
            if number not in numbers[side]:
                numbers[side].append(number)
        about = f"{head.removeprefix('collection.')}, options"
        both = f"other fees or limits in {ranges(numbers['other'])}" if numbers["other"] else ""
        texts = [
            "; ".join(
                filter(None, (both, f"{ranges(numbers[side])} only here" if numbers[side] else ""))
            )
            for side in ("first", "second")
        ]
        yield Difference(
            "collection", head, about, texts[0] or "none of its own", texts[1] or "none of its own"
        )
