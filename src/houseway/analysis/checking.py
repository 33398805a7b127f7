"""A draft as it stands: what lint finds, its rule sheet, its odds; and what a change changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from houseway.analysis.blocks import Progress
from houseway.analysis.odds import odds
from houseway.analysis.report import OddsReport
from houseway.errors import HousewayError
from houseway.filings.diff import Difference, differences
from houseway.filings.lint import Finding, lint_file
from houseway.filings.loader import open_filing
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.show import rule_sheet_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A bet whose expected result is another one than before; None where it is not offered."""

    bet: str
    before: float | None
    after: float | None


@dataclass(frozen=True, kw_only=True)
class Check:
    """A draft at one time. `filing` is None where it does not load; the findings say why."""

    file: str
    findings: tuple[Finding, ...]
    filing: FilingBase | None = None
    odds: OddsReport | None = None
    no_odds: str = ""  # why there are none

    @property
    def is_good(self) -> bool:
        return all(finding.severity != "error" for finding in self.findings)

    @cached_property
    def _evs(self) -> dict[str, float]:
        return {} if self.odds is None else {n: float(b.ev) for n, b in self.odds.bets.items()}

    def rules_since(self, before: Check) -> list[Difference]:
        """What the rule sheet says otherwise than before; nothing where either does not load."""
        if self.filing is None or before.filing is None:
            return []
        return differences(before.filing, self.filing)

    def odds_since(self, before: Check) -> list[Shift]:
        """The bets with other odds than before."""
        if self.odds is None or before.odds is None:
            return []
        names = dict.fromkeys((*before._evs, *self._evs))
        shifts = (Shift(bet=n, before=before._evs.get(n), after=self._evs.get(n)) for n in names)
        return [shift for shift in shifts if shift.before != shift.after]

    def as_json(self, before: Check | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "file": self.file,
            "findings": [finding.as_json() for finding in self.findings],
            "sheet": None if self.filing is None else rule_sheet_json(self.filing),
            "odds": None if self.odds is None else self.odds.as_json(),
            "no_odds": self.no_odds,
        }
        if before is not None:
            answer["changed"] = {
                "sheet": [asdict(one) for one in self.rules_since(before)],
                "odds": [asdict(shift) for shift in self.odds_since(before)],
            }
        return answer


def check(file: Path, *, with_odds: bool = True, progress: Progress | None = None) -> Check:
    """A draft looked at once."""
    findings = tuple(lint_file(file))
    try:
        filing = open_filing(str(file))
    except HousewayError:
        return Check(file=str(file), findings=findings, no_odds="the draft does not load")
    report, why = None, "not asked for"
    if with_odds and not isinstance(filing, PlayerDealerFiling):
        why = "no game against a player-dealer"
    elif with_odds:
        try:
            report, why = odds(filing, progress=progress), ""
        except HousewayError as error:
            why = error.message
    return Check(file=str(file), findings=findings, filing=filing, odds=report, no_odds=why)


def watch(
    file: Path, wait: Callable[[], None], *, with_odds: bool = True
) -> Iterator[tuple[Check, Check | None]]:
    """The draft now and after every change that is saved, each with the one before.

    `wait` returns when it is time to look again.
    """
    before: Check | None = None
    seen = None
    while True:
        now = _saved(file)
        if now is not None and now != seen:
            seen = now
            made = check(file, with_odds=with_odds)
            yield made, before
            before = made
        wait()


def _saved(file: Path) -> tuple[int, int] | None:
    """When the file was saved, and its size; None while an editor exchanges it."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
