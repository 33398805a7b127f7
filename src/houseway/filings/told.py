"""A filing told in words: a tree of what every key says, for sheets, comparisons and searches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.filings.loader import schedule_sets
from houseway.filings.schema.base import Cite, Record
from houseway.filings.schema.collection import BlindsGroup, ScheduleSet
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording import (
    Wording,
    Words,
    is_reference,
    listed,
    plain,
    spot_name,
    words_for,
    words_of,
)

# Parts in free prose or of identity: each has its own place in a sheet and a comparison.
IDENTITY = ("id", "house", "title", "approval", "version", "family", "kind")
PROSE = ("rule", "notice", "posting", "term", "reading", "not_filed")
NOT_FILED = "not filed"
_CLAUSES = ("procedures", "posted", "notices")


@dataclass(frozen=True, slots=True)
class Told:
    """What a key says, or the keys below it say, and the clause it comes from."""

    about: str
    says: str = ""
    quiet: bool = False
    cite: Cite | None = None
    parts: dict[str, Told] = field(default_factory=dict)
    cited: bool = False  # a rule with a citation of its own
    brief: str = ""  # what a sheet says, where `says` is too long

    @property
    def has_rules(self) -> bool:
        """Whether there are cited rules below this one."""
        return any(part.cited or part.has_rules for part in self.parts.values())

    def text(self, *, in_full: bool = False) -> str:
        """One sentence for the whole branch; what is not worth a line is left out."""
        if not self.parts:
            return self.says if in_full else self.brief or self.says
        said = (
            f"{part.about}: {text}" if part.about else text
            for part in self.parts.values()
            if not part.quiet and (text := part.text(in_full=in_full))
        )
        return "; ".join(said)


def tell(filing: FilingBase) -> Told:
    """Everything a filing says, key by key; its collection by set and option number."""
    words = words_for(filing.family)
    told = _tell(filing, words, "", None, skip=(*PROSE, "collection"))
    told.parts["collection"] = _tell_collection(filing, words)
    for fact in filing.not_filed:
        _mark(told, fact.key.split("."))
    return _as_filed(told, filing) if isinstance(filing, PlayerDealerFiling) else told


def _as_filed(told: Told, filing: PlayerDealerFiling) -> Told:
    """Spots by the names the filing gives them, and third parties under their own clause."""
    cite = filing.bank.third_party_cite
    if cite is not None:
        parts = told.parts["bank"].parts
        parts["third_party"] = replace(parts["third_party"], cite=cite, cited=True)
    names = dict(filing.filed_names)
    if set(filing.deck.bonus_ranks) == {"T", "J", "Q", "K"}:
        names["ten-cards"] = "bonus cards"
    return _renamed(told, names) if names else told


def _renamed(told: Told, names: Mapping[str, str]) -> Told:
    says, brief = told.says, told.brief
    for ours, filed in names.items():
        says = re.sub(rf"\b{ours}\b", filed, says)
        brief = re.sub(rf"\b{ours}\b", filed, brief)
    parts = {key: _renamed(part, names) for key, part in told.parts.items()}
    return replace(told, says=says, brief=brief, parts=parts)


def _mark(told: Told, path: list[str]) -> None:
    """A fact the text does not give says so wherever it is told."""
    key, *below = path
    part = told.parts[key]
    if below:
        _mark(part, below)
    else:
        told.parts[key] = replace(part, says=f"{part.says} ({NOT_FILED})")


def _tell(
    record: Record, all_words: Words, about: str, cite: Cite | None, skip: tuple[str, ...] = ()
) -> Told:
    words = words_of(type(record), all_words)
    cited = getattr(record, "cite", None) is not None
    cite = getattr(record, "cite", None) or cite
    if words.sentence is not None:
        brief = words.brief(record) if words.brief else ""
        return Told(about, words.sentence(record), cite=cite, cited=cited, brief=brief)
    parts: dict[str, Told] = {}
    for key in type(record).model_fields:
        if is_reference(type(record), key) or key in skip:
            continue
        if words.matters and not words.matters(record, key):
            continue
        wording = words.keys.get(key) or Wording(spot_name(key))
        parts[key] = _tell_value(getattr(record, key), all_words, wording, cite)
    return Told(about, parts=parts, cite=cite, cited=cited)


def _tell_value(value: Any, words: Words, wording: Wording, cite: Cite | None) -> Told:
    if wording.says is None:
        if isinstance(value, Record):
            return _tell(value, words, wording.about, cite)
        if isinstance(value, list) and value and isinstance(value[0], Record):
            parts = _tell_items(value, words, wording, cite)
            return Told(wording.about, cite=cite, parts=parts)
    return Told(wording.about, wording.sentence(value), wording.is_quiet(value), cite)


def _tell_items(
    items: list[Any], words: Words, wording: Wording, cite: Cite | None
) -> dict[str, Told]:
    """The records of a list, by what tells them apart."""
    told: dict[str, Told] = {}
    for place, item in enumerate(items, 1):
        name = str(getattr(item, wording.key)) if wording.key else str(place)
        label = getattr(item, "label", "")
        if not label and words_of(type(item), words).sentence is None:
            label = spot_name(name)
        key = name if name not in told else f"{name} {place}"
        skip = (wording.key, "label") if wording.key else ()
        told[key] = _tell(item, words, label, cite, skip)
    return told


def _tell_collection(filing: FilingBase, words: Words) -> Told:
    keys = words_of(type(filing.collection), words).keys
    told = Told("collection")
    for key in ("free_collection", "most_rates", "none_filed"):
        told.parts[key] = _tell_value(getattr(filing.collection, key), words, keys[key], None)
    behind = not isinstance(filing, PlayerDealerFiling) or filing.takes_backline
    for place, one in enumerate(schedule_sets(filing), 1):
        told.parts[f"set {place}"] = _tell_set(one, words, place, behind=behind)
    return told


# What is said of bets behind a seat, where there are any.
_BEHIND = ("backline_in_action", "backline_pays")


def _tell_set(one: ScheduleSet, words: Words, place: int, *, behind: bool) -> Told:
    """A set with its paragraphs by their place and all its options by their number."""
    told = _tell(one, words, f"set {place}", None, skip=("group", *_CLAUSES))
    options = Told("")
    for number, group in enumerate(one.group, 1):
        unsaid = ("option",) if behind else ("option", *_BEHIND)
        part = _tell(group, words, f"paragraph {number}", None, skip=unsaid)
        told.parts[f"paragraph {number}"] = part
        if isinstance(group, BlindsGroup):
            continue
        for option in group.option:
            key = str(option.number)
            while key in options.parts:
                key += " again"
            part = _tell(option, words, f"option {key}", group.cite, skip=("number",))
            options.parts[key] = replace(part, cited=True)
    told.parts["options"] = options
    return told


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing one can look up: where it belongs, what it says, its clause."""

    section: str
    heading: str
    text: str
    cite: Cite | None

    def as_json(self) -> dict[str, str]:
        return {
            "section": self.section,
            "heading": self.heading,
            "text": self.text,
            "cite": str(self.cite or ""),
            "lines": self.cite.lines if self.cite else "",
        }


def entries(filing: FilingBase) -> Iterator[Entry]:
    """Everything a search looks through: rules, tables, prose, readings, fees, notices."""
    from houseway.filings.loader import readings_of

    told = tell(filing)
    for key, part in told.parts.items():
        if key in IDENTITY or key == "collection":
            continue
        for heading, text, cite in lines(part):
            yield Entry(key.replace("_", " "), heading, text, cite)
    for rule in filing.rule:
        yield Entry("rule", spot_name(rule.topic), rule.text, rule.cite)
    for notice in filing.notice:
        yield Entry("notice", spot_name(notice.topic), notice.text, notice.cite)
    for posting in filing.posting:
        yield Entry("posting", posting.where, posting.text, posting.cite)
    for term in filing.term:
        yield Entry("term", term.term, term.means, term.cite)
    for fact in filing.not_filed:
        yield Entry(NOT_FILED, fact.key, fact.why, None)
    for name, hands in filing.ranking_chart.items():
        yield Entry("ranking", f"{name}, best first", ", ".join(hands), None)
    yield from _collection_entries(filing, told.parts["collection"])
    for reading in readings_of(filing):
        text = f"{reading.doubt} Taken: {reading.taken}"
        yield Entry(f"reading {reading.id}", reading.title, text, None)


def lines(told: Told, above: tuple[str, ...] = ()) -> Iterator[tuple[str, str, Cite | None]]:
    """A branch line by line: label, sentence, source; one line for every cited rule."""
    labels = (*above, told.about) if told.about else above
    if not told.has_rules:
        if not told.quiet and (text := told.text()):
            yield ", ".join(labels), text, told.cite
        return
    plain = {k: part for k, part in told.parts.items() if not (part.cited or part.has_rules)}
    if labels and (text := Told("", parts=plain).text()):
        yield ", ".join(labels), text, told.cite
    for key, part in told.parts.items():
        if not labels or key not in plain:
            yield from lines(part, labels)


# Parts with a place of their own on a rule sheet; every other part of a filing gets a section.
_PLACED = frozenset(
    {"deck", "table", "spot", "pay_table", "first_action", "settlement", "bank", "option"}
    | {"collection"}
)
DECK, ORDER = "Deck and table", "Order of settlement and the bank"
WRONG = "When something goes wrong"


def sections(filing: FilingBase) -> Iterator[tuple[str, list[tuple[str, str, Cite | None]]]]:
    """The parts of a rule sheet that are told line by line, each with its title."""
    told = tell(filing)

    def placed(*keys: str) -> list[tuple[str, str, Cite | None]]:
        return [line for key in keys for line in lines(told.parts[key])]

    yield DECK, placed("deck", "table")
    for key, part in told.parts.items():
        if key == "irregular" and filing.irregular:
            orders = filing.irregular
            yield WRONG, [(listed(map(plain, one.kinds)), one.says, one.cite) for one in orders]
        elif key not in _PLACED and part.parts:
            title = "Round of play" if key == "game" else key.replace("_", " ").capitalize()
            yield title, list(lines(part))
    if isinstance(filing, PlayerDealerFiling):
        yield ORDER, placed("first_action", "settlement", "bank")


def _collection_entries(filing: FilingBase, told: Told) -> Iterator[Entry]:
    for part in told.parts.values():
        for heading, text, cite in lines(part):
            yield Entry("collection", heading, text, cite)
    for one in schedule_sets(filing):
        for clause in (*one.procedures, *one.posted, *one.notices):
            yield Entry("collection", one.title, clause.text, clause.cite)
        if one.note:
            yield Entry("collection", one.title, one.note, one.cite)
        for group in one.group:
            if group.note:
                yield Entry("collection", one.title, group.note, group.cite)
