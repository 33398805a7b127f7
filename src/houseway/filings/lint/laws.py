"""Filings held against the statutes and rules of the Bureau that are known to hold on a day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import lru_cache
from typing import Literal

from pydantic import Field

from houseway.errors import HousewayError
from houseway.filings.catalogue import DATA
from houseway.filings.lint.family import family_lint
from houseway.filings.lint.finding import Defect, Finding, note, warning
from houseway.filings.loader import read_toml, schedule_sets
from houseway.filings.permitted.options import RATES_BY_LAW, rates_of
from houseway.filings.schema.base import Record
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording.base import ranges

Asks = Literal["rotation", "fees", "sixty-minutes", "blackjack", "every-hand"]


class Law(Record):
    """A statute or rule: what it says, since when, and whether a court has stayed it."""

    name: str
    asks: Asks
    says: str
    since: date = Field(alias="from")
    until: date | None = None
    stayed: date | None = None
    stay: str = ""
    source: str

    def is_known(self, day: date) -> bool:
        return self.since <= day and (self.until is None or day < self.until)

    def is_stayed(self, day: date) -> bool:
        return self.stayed is not None and self.stayed <= day

    def status(self, day: date) -> str:
        if self.stayed is not None and self.is_stayed(day):
            return f"since {self.since}, stayed on {self.stayed} ({self.stay})"
        return f"in force since {self.since}" + (f", until {self.until}" if self.until else "")


class LawBook(Record):
    law: list[Law]


@lru_cache(maxsize=1)
def laws() -> list[Law]:
    return LawBook.model_validate(read_toml(DATA / "laws.toml")).law


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HousewayError(
            "bad-date", f"{text!r} is no date; write it as 2026-06-01", where="--against"
        ) from None


def lint_against(filing: FilingBase, day: date) -> list[Finding]:
    """What each law of that day would change in the filing, and those it keeps."""
    return [defect.of(filing.id) for defect in _against(filing, day)]


def _against(filing: FilingBase, day: date) -> Iterator[Defect]:
    for law in laws():
        if not law.is_known(day) or not _concerns(law, filing):
            continue
        changes = list(_CHECKS[law.asks](filing))
        told = f"{law.name}, {law.status(day)}: {law.says}"
        if changes and not law.is_stayed(day):
            yield warning("law", f"{told}. Here: {'; '.join(changes)}", law.name, law.source)
        else:
            kept = "; ".join(changes) or "the filing keeps to it as far as its data tell"
            yield note("law", f"{told}. Here: {kept}", law.name, law.source)


def _concerns(law: Law, filing: FilingBase) -> bool:
    return law.asks == "fees" or isinstance(filing, PlayerDealerFiling)


def _rotation(filing: FilingBase) -> Iterator[str]:
    assert isinstance(filing, PlayerDealerFiling)
    if filing.bank.declined_by_all == "bank-continues":
        yield f"if all decline, the same player goes on ({filing.bank.cite})"


def _fees(filing: FilingBase) -> Iterator[str]:
    for one in schedule_sets(filing):
        over = [o.number for _, o in one.options() if rates_of(o) > RATES_BY_LAW]
        if over:
            yield f"options {ranges(over)} of {one.name} have more than five rates"


def _sixty_minutes(filing: FilingBase) -> Iterator[str]:
    assert isinstance(filing, PlayerDealerFiling)
    if filing.bank.declined_by_all != "game-broken":
        yield "nothing ends the game after an hour with one player-dealer"


def _blackjack(filing: FilingBase) -> Iterator[str]:
    named = re.findall(r"blackjack|\b21(?!\d)", filing.title, re.IGNORECASE)
    if named:
        yield f"the name has {' and '.join(map(repr, named))}"
    if family_lint(filing.family).style == "blackjack":
        yield "the game is one of drawing to a count in the manner of blackjack"


def _every_hand(filing: FilingBase) -> Iterator[str]:
    assert isinstance(filing, PlayerDealerFiling)
    yield f"the position is offered after {filing.bank.hands} hands ({filing.bank.cite})"
    if filing.bank.declined_by_all != "game-broken":
        yield "nothing ends the game when nobody takes it over"


_CHECKS: dict[Asks, Callable[[FilingBase], Iterator[str]]] = {
    "rotation": _rotation,
    "fees": _fees,
    "sixty-minutes": _sixty_minutes,
    "blackjack": _blackjack,
    "every-hand": _every_hand,
}
