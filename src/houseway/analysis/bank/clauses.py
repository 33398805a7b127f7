"""What each clause of a filing is worth: everything that can be otherwise, one at a time.

Options, decks, and every switch or word among the keys of the game that the schema gives a choice
of. Each is counted as any other draft is; what the schema or the count refuses is left out and
named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError

from houseway.analysis.after_collection import table_worth
from houseway.analysis.blocks import Cancelled, Progress, go_on
from houseway.analysis.odds import counted, counting
from houseway.analysis.report import Bet
from houseway.analysis.simulate.table import SimulatedTable
from houseway.errors import HousewayError
from houseway.filings.loader import readings_of
from houseway.filings.schema.base import UNCOUNTED, parts_of
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Choice, Terms, make_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A key with another value: what that changes for bettors, and for the bank of the table.

    `kind` is "option", "decks" or "key"; `changes` holds the bets whose expected result moves.
    """

    kind: str
    key: str
    value: Any
    instead_of: Any
    cite: str = ""
    reading: str = ""  # the reading that the option decides
    ev: Mapping[str, float] = field(default_factory=dict)
    changes: Mapping[str, float] = field(default_factory=dict)
    bank_per_hand: float | None = None  # dollars more at this table, before fees
    bank_per_hour: float | None = None
    why_not: str = ""
    found: str = "counted"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def clauses(
    terms: Terms[PlayerDealerFiling],
    table: SimulatedTable,
    *,
    every_key: bool | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> list[Clause]:
    """The table of clauses, what moves the bank most first.

    The keys of the game are tried where its family counts in seconds, or where `every_key` says so.
    """
    filing = terms.filing
    if every_key is None:
        every_key = counting(filing.family).EVERY_DECK
    bets, _ = counted(terms)
    before = {bet.name: bet for bet in bets}
    variants = [*_by_option(terms), *_by_decks(terms)]
    if every_key:
        variants += by_key(terms)
    found = []
    for number, (clause, other) in enumerate(variants, 1):
        go_on(cancelled)
        found.append(_counted(clause, other, before, table))
        if progress is not None:
            progress(number / len(variants))
    return sorted(
        (one for one in found if one.changes or one.why_not),
        key=lambda one: (bool(one.why_not), -abs(one.bank_per_hand or 0.0)),
    )


_Variant = tuple[Clause, Terms[PlayerDealerFiling]]


def _by_option(terms: Terms[PlayerDealerFiling]) -> Iterator[_Variant]:
    filing = terms.filing
    readings = {one.option: one.id for one in readings_of(filing) if one.option}
    for option in filing.option:
        now = terms.options.get(option.name)
        for value in option.values:
            if value != now or type(value) is not type(now):
                clause = Clause(
                    kind="option", key=option.name, value=value, instead_of=now,
                    cite=str(option.cite), reading=readings.get(option.name, ""),
                )  # fmt: skip
                yield clause, _terms(terms, filing, {option.name: value})


def _by_decks(terms: Terms[PlayerDealerFiling]) -> Iterator[_Variant]:
    low, high = terms.filing.deck.decks
    for decks in range(low, high + 1):
        if decks != terms.decks:
            clause = Clause(
                kind="decks", key="decks", value=decks, instead_of=terms.decks,
                cite=str(terms.filing.deck.cite),
            )  # fmt: skip
            yield clause, _terms(terms, terms.filing, {}, decks)


def by_key(terms: Terms[PlayerDealerFiling]) -> Iterator[_Variant]:
    """Every key of the game with a choice of values."""
    filing = terms.filing
    game: BaseModel = filing.game  # type: ignore[attr-defined]
    for path, cite, now, others in _choices(game, ("game",), ""):
        for value in others:
            data = filing.model_dump(mode="json")
            place = data
            for part in path[:-1]:
                place = place[part]
            place[path[-1]] = value
            clause = Clause(
                kind="key", key=".".join(path), value=value, instead_of=now, cite=cite
            )  # fmt: skip
            try:
                other = type(filing).model_validate(data)
                yield clause, _terms(terms, other, {})
            except (ValidationError, HousewayError):
                continue  # the schema does not let it stand beside the rest


def _choices(
    part: BaseModel, path: tuple[str, ...], cite: str
) -> Iterator[tuple[tuple[str, ...], str, Any, list[Any]]]:
    cite = str(getattr(part, "cite", "") or cite)
    for name, about in type(part).model_fields.items():
        value = getattr(part, name)
        if UNCOUNTED in about.metadata or name in ("cite", "reading"):
            continue
        if isinstance(value, BaseModel):
            yield from _choices(value, (*path, name), cite)
            continue
        offered: list[Any] = []
        for kind in parts_of(about.annotation):
            if get_origin(kind) is Literal:
                offered += get_args(kind)
            elif kind is bool:
                offered += [True, False]
        others = [one for one in offered if one != value and one != ""]
        if others:
            yield (*path, name), cite, value, others


def _terms(
    terms: Terms[PlayerDealerFiling],
    filing: PlayerDealerFiling,
    changes: Mapping[str, Choice],
    decks: int | None = None,
) -> Terms[PlayerDealerFiling]:
    known = {option.name for option in filing.option}
    own = {name: value for name, value in terms.options.items() if name in known}
    return make_terms(filing, options={**own, **changes}, decks=decks or terms.decks)


def _counted(
    clause: Clause,
    terms: Terms[PlayerDealerFiling],
    before: Mapping[str, Bet],
    table: SimulatedTable,
) -> Clause:
    try:
        found, _ = counted(terms)
    except HousewayError as error:
        if error.code not in ("no-odds", "too-large"):
            raise
        return replace(clause, why_not=error.message, found="not counted")
    bets = {bet.name: bet for bet in found}
    changes = {
        name: float(bet.ev) - float(before[name].ev)
        for name, bet in bets.items()
        if name in before and abs(float(bet.ev) - float(before[name].ev)) > 1e-12
    }
    bank = per_hour = None
    if table.player:
        more = table_worth(bets, terms.filing, table).bank
        more -= table_worth(before, terms.filing, table).bank
        bank = float(more) / 100
        per_hour = bank * table.hands_an_hour
    ev = {name: float(bets[name].ev) for name in changes}
    how = "counted" if all(bets[n].standard_error is None for n in changes) else "sampled"
    return replace(
        clause, ev=ev, changes=changes, bank_per_hand=bank, bank_per_hour=per_hour, found=how
    )
