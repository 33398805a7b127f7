"""What the desk's public pages are answered, for the OpenAPI description."""

from __future__ import annotations

from typing import Any, Literal

from houseway.service.web.answers import AFiling, Answered, OfAFiling


class RuleSheet(AFiling):
    """As `houseway show --json`, with every rule in words."""

    kind: str
    family: str
    schedule_sets: list[dict[str, Any]]
    readings_taken: list[dict[str, Any]]
    told: list[dict[str, Any]]
    hints: dict[str, Any]
    errors: list[dict[str, Any]]


class RulesFound(Answered):
    """As `houseway show --find --json`."""

    filing: str
    find: str
    found: list[dict[str, Any]]


class SignAnswer(Answered):
    """As `houseway sign --json`."""

    filing: str
    game: str
    house: str
    schedules: list[Any]
    collection: dict[str, Any]
    warnings: list[str]


class TraceLine(Answered):
    """As `houseway trace --json`: a clause, and what becomes of it."""

    text: str
    lines: str
    clause: str
    kind: str
    held_by: list[Any]
    tests: list[Any]


class FindingLine(Answered):
    """As `houseway lint --json`."""

    filing: str
    severity: Literal["error", "warning", "note"]
    code: str
    message: str
    where: str
    cite: str


class LintCode(Answered):
    """A code of lint in words."""

    means: str
    example: str
    mend: str
    fix: bool


class OddsAnswer(Answered):
    """As `houseway odds --json`."""

    filing: str
    decks: int
    options: dict[str, Any]
    bets: dict[str, dict[str, Any]]
    assumed: list[str]


class CardGrid(Answered):
    """How to play, as a grid: what `houseway odds --card` draws."""

    title: str
    rules: str
    corner: str
    columns: list[str]
    rows: dict[str, list[str]]


class ComparedFiling(AFiling):
    pass


class ComparedRow(Answered):
    kind: str
    path: str
    about: str
    texts: list[str]
    cites: list[str]


class Compared(Answered):
    filings: list[ComparedFiling]
    rows: list[ComparedRow]
    readings: dict[str, dict[str, str]]
    bets: dict[str, dict[str, dict[str, Any]]]


class LeagueLine(OfAFiling):
    bet: str
    unit: str
    ev: float
    sd: float
    hit: float
    edge: float
    exact: bool
    standard_error: float | None


class Checked(Answered):
    """As `houseway check --json`."""

    findings: list[FindingLine]
    sheet: dict[str, Any] | None
    odds: dict[str, Any] | None


class DraftSheet(AFiling):
    """A draft's rules in words."""

    family: str
    told: list[dict[str, Any]]


class DraftDealt(Answered):
    """As `houseway deal` prints it."""

    lines: list[str]


class Differences(Answered):
    """As `houseway diff --json`."""

    first: str
    second: str
    same: bool
    differences: list[dict[str, Any]]
