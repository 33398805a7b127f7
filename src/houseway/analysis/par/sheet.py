"""The facts of a PAR sheet: the rules in force, every bet as it was counted, and how."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from houseway.analysis.blocks import Progress
from houseway.analysis.odds import (
    counting,
    odds,
    report_terms,
    result_key,
    strategy_cards,
)
from houseway.analysis.report import Bet, OddsReport, Outcome, at_most, write_units
from houseway.analysis.shown import Shown
from houseway.analysis.strategy_cards import StrategyCard
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.loader import open_filing, readings_of
from houseway.filings.pinned import Rules, canonical
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.said import Reading
from houseway.filings.schema.wagers import PayTable
from houseway.filings.sheet import pay_caption, pay_cells, spot_cells
from houseway.filings.told import sections
from houseway.filings.wording.base import spot_name
from houseway.filings.wording.common import choice_words, option_values
from houseway.version import __version__

HANDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
# How many standard errors hold so many of a hundred results.
LEVELS: Final = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
# The first term by which a skewed bet leaves the bell, at the end of the band of 95, for one tail:
# skewness / sqrt(hands) / 6 * (z^2 - 1) * density(z). A band that is off by more is marked.
_TAIL: Final = (LEVELS[95] ** 2 - 1) * 0.05844507 / 6
MOST_OFF: Final = 0.005


class Line(NamedTuple):
    """A rule in words, with its clause."""

    about: str
    says: str
    cite: str

    def as_json(self) -> dict[str, str]:
        return self._asdict()


class Band(NamedTuple):
    """Between which returns so many hands end, 90, 95 and 99 times in a hundred."""

    hands: int
    low_high: Mapping[int, tuple[float, float]]
    rough: bool  # the bet is too skewed for so few hands

    def as_json(self) -> dict[str, Any]:
        bands = {str(level): list(ends) for level, ends in self.low_high.items()}
        return {"hands": self.hands, "return": bands, "rough": self.rough}


class Paid(NamedTuple):
    """A pay table as filed."""

    title: str
    rows: tuple[tuple[str, str, str], ...]  # the hand, what it pays, its envy prize
    otherwise: str  # what becomes of any other hand
    cite: str

    @property
    def has_envy(self) -> bool:
        return any(envy != "-" for _, _, envy in self.rows)

    def as_json(self) -> dict[str, Any]:
        rows = [{"hand": hand, "pays": pays, "envy": envy} for hand, pays, envy in self.rows]
        return {"title": self.title, "rows": rows, "otherwise": self.otherwise, "cite": self.cite}


@dataclass(frozen=True, slots=True)
class BetSheet:
    """A bet under the rules in force, with what it pays."""

    label: str
    bet: Bet
    paid: tuple[Paid, ...]
    filed: Mapping[str, str] = field(default_factory=dict)  # results as the pay table calls them

    @property
    def method(self) -> str:
        """How its figures were found, and from how much."""
        bet = self.bet
        if bet.exact:
            return (
                f"Every case counted, {bet.cases:,} of them, in whole numbers; nothing is sampled. "
                "All figures follow from the counts."
            )
        if bet.standard_error is not None:
            return (
                f"Dealt by chance from a fixed seed; the standard error of the expected result is "
                f"{bet.standard_error:.7f}."
            )
        return (
            "Calculated over all hands from the full shoe; the expected result is within "
            f"{float(at_most(bet.error_bound or 0.0)):.1e} of the true one."
        )

    @property
    def skewness(self) -> float:
        """How far the results lean to one side; 0 where they do not."""
        cubes, whole = 0.0, float(self.bet.cases)
        for outcome in self.bet.outcomes:
            cubes += (float(outcome.net) - float(self.bet.ev)) ** 3 * float(outcome.weight) / whole
        return cubes / self.bet.sd**3 if self.bet.sd else 0.0

    def bands(self) -> Iterator[Band]:
        """The return over so many hands, by the law of large numbers; none is below the worst."""
        bet, back = self.bet, 1 + float(self.bet.ev)
        worst = 1 + float(min(outcome.net for outcome in bet.outcomes))
        for hands in HANDS:
            error = sqrt(bet.sd**2 / hands + (bet.standard_error or 0.0) ** 2)
            ends = {
                level: (max(worst, back - z * error), back + z * error)
                for level, z in LEVELS.items()
            }
            yield Band(hands, ends, abs(self.skewness) * _TAIL / sqrt(hands) > MOST_OFF)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every result with its cases, its probability, and what it adds to the return."""
        for outcome in _in_order(self.bet.outcomes):
            share = Fraction(outcome.weight) / Fraction(self.bet.cases)
            exact = self.bet.exact
            yield {
                "result": outcome.name,
                "net": write_units(outcome.net),
                "staked": write_units(outcome.staked),
                "cases": outcome.weight if exact else None,
                "fraction": f"{share.numerator}/{share.denominator}" if exact else None,
                "probability": float(share),
                "adds": float(outcome.net * share),
            }

    def as_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            **self.bet.as_json(),
            "return": 1 + float(self.bet.ev),
            "skewness": self.skewness,
            "method": self.method,
            "pay_tables": [one.as_json() for one in self.paid],
            "results": list(self.rows()),
            "bands": [band.as_json() for band in self.bands()],
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class ParSheet(Shown):
    """Everything a PAR sheet says; the same whatever kind of file it is written to."""

    filing: PlayerDealerFiling
    report: OddsReport
    options: tuple[tuple[str, str, str, str], ...]  # name, value in force, what may be, clause
    rules: Mapping[str, tuple[Line, ...]]
    wagers: tuple[tuple[str, ...], ...]  # spot, what it needs, limits, bets behind, clause
    readings: tuple[Reading, ...]
    bets: tuple[BetSheet, ...]
    cards: tuple[StrategyCard, ...]
    counts: str  # the name of the kept counts: rules, decks, options and which count it is

    @property
    def name(self) -> str:
        return f"{self.filing.title}, {self.filing.house}"

    def in_short(self) -> str:
        return f"PAR sheet of {self.report.in_short().removeprefix('odds of ')}"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every result of every bet."""
        for one in self.bets:
            for row in one.rows():
                yield {"bet": one.bet.name, **row}

    def _repr_html_(self) -> str:
        from houseway.analysis.par.html import fragment
        from houseway.analysis.par.outline import outline

        return fragment(*outline(self).parts[:1])

    @cached_property
    def rules_hash(self) -> str:
        """Of the filing with its readings and collection, as logs carry it."""
        return sha256(Rules.of(self.filing).text.encode()).hexdigest()

    @cached_property
    def content_hash(self) -> str:
        """Of everything the sheet says: sheets of any kind with the same one say the same."""
        return sha256(canonical(self._content).encode()).hexdigest()

    @cached_property
    def _content(self) -> dict[str, Any]:
        filing, report = self.filing, self.report
        return {
            "filing": filing.id,
            "title": filing.title,
            "house": filing.house,
            "approval": filing.approval,
            "version": filing.version,
            "text": {"file": filing.source.file, "lines": filing.source.lines},
            "family": report.family,
            "decks": report.decks,
            "options": {
                name: {"value": value, "permitted": permitted, "cite": cite}
                for name, value, permitted, cite in self.options
            },
            "rules": {
                title: [line.as_json() for line in lines] for title, lines in self.rules.items()
            },
            "wagers": [
                dict(zip(("spot", "needs", "limits", "backline", "cite"), row, strict=True))
                for row in self.wagers
            ],
            "readings": [one.model_dump(mode="json", exclude={"touches"}) for one in self.readings],
            "assumed": list(report.assumed),
            "not_counted": dict(report.not_counted),
            "bets": {one.bet.name: one.as_json() for one in self.bets},
            "strategy": [card.as_json() for card in self.cards],
            "program": f"houseway {__version__}",
            "hashes": {"rules": self.rules_hash, "counts": self.counts},
        }

    def as_json(self) -> dict[str, Any]:
        hashes = {**self._content["hashes"], "sheet": self.content_hash}
        return {**self._content, "hashes": hashes}

    def save(self, path: Path | str) -> Path:
        """To a file; its ending says which kind: `.pdf`, `.html`, `.tex` or `.json`."""
        from houseway.analysis.par.writing import write

        return write(self, Path(path))


def par(
    filing: FilingBase | str,
    decks: int | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    cluster: str = "",
) -> ParSheet:
    """The PAR sheet of a game against a player-dealer.

    >>> sheet = par("500-club/ez-baccarat")
    >>> [one.label for one in sheet.bets][:2]
    ['Player line', 'Banker line']
    """
    opened = open_filing(filing) if isinstance(filing, str) else filing
    if not isinstance(opened, PlayerDealerFiling):
        raise HousewayError(
            "no-par",
            f"{opened.id} is played among the players: nobody banks it, so that no wager has a "
            "return to state; `houseway equity` compares hands",
            where="filing",
        )
    report = odds(opened, decks=decks, options=options, progress=progress, cluster=cluster)
    terms = report_terms(opened, report)
    return ParSheet(
        filing=opened,
        report=report,
        options=tuple(_options(opened, report)),
        rules={title: tuple(_lines(lines)) for title, lines in sections(opened)},
        wagers=tuple((*spot_cells(spot), str(spot.cite)) for spot in opened.spot),
        readings=tuple(readings_of(opened)),
        bets=tuple(_bets(opened, report)),
        cards=tuple(strategy_cards(report)),
        counts=result_key(terms, counting(opened.family)),
    )


def _in_order(outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    """Outcomes in the order of their names count by number: nine cards before ten."""
    names = [outcome.name for outcome in outcomes]
    if names != sorted(names):
        return outcomes

    def by_number(one: Outcome) -> list[str]:
        parts = re.split(r"(\d+)", one.name)
        return [part.zfill(4) if part.isdigit() else part for part in parts]

    return sorted(outcomes, key=by_number)


def _lines(lines: Sequence[tuple[str, str, Any]]) -> Iterator[Line]:
    for about, says, cite in lines:
        yield Line(about, says, str(cite or ""))


def _options(filing: PlayerDealerFiling, report: OddsReport) -> Iterator[tuple[str, str, str, str]]:
    for rule in filing.option:
        if rule.name in report.options:
            value = choice_words(report.options[rule.name])
            about = rule.about.rstrip(".")
            permitted = f"{about}: {option_values(rule)}"
            yield spot_name(rule.name).capitalize(), value, permitted, str(rule.cite)


def _bets(filing: PlayerDealerFiling, report: OddsReport) -> Iterator[BetSheet]:
    base, tables = find_family(filing.family).label, _tables(filing, report)
    for name, bet in report.bets.items():
        spot = filing.find_spot(name)
        label, paid = spot.label if spot else base, tables.get(name, ())
        rows = (row for table in paid for row in table.rows if row.label)
        filed = {spot_name(row.hand): row.label for row in rows}
        yield BetSheet(label, bet, tuple(_paid(filing, table) for table in paid), filed)


def _tables(filing: PlayerDealerFiling, report: OddsReport) -> dict[str, list[PayTable]]:
    """The pay tables in force by the bet they belong to; those of no bet of their own, as a blind,
    stand with the base game."""
    found: dict[str, list[PayTable]] = {}
    base = next(iter(report.bets))
    for table in filing.pay_table:
        spot = filing.find_spot(table.wager)
        off = spot and spot.option and report.options.get(spot.option) is False
        if not off and (table.decks is None or report.decks in table.decks):
            name = table.wager if table.wager in report.bets else base
            found.setdefault(name, []).append(table)
    return found


def _paid(filing: PlayerDealerFiling, table: PayTable) -> Paid:
    spot = filing.find_spot(table.wager)
    label = spot.label if spot else spot_name(table.wager).capitalize()
    otherwise = "returned" if table.otherwise == "push" else "loses"
    return Paid(
        f"{label} ({table.title})" if table.title else label,
        tuple(pay_cells(table)),
        "" if table.paid_on else otherwise,
        pay_caption(table),
    )


def text_of(sheet: ParSheet) -> str:
    """The sheet as JSON."""
    return json.dumps(sheet.as_json(), indent=1, ensure_ascii=False) + "\n"
