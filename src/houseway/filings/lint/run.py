"""Running all checks over filings of the catalogue or files of a user."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError, Problems
from houseway.filings import loader
from houseway.filings.catalogue import Catalogue, in_force
from houseway.filings.lint.family import family_lint
from houseway.filings.lint.finding import Defect, Finding, note, warning
from houseway.filings.lint.foreign import check_words
from houseway.filings.lint.laws import lint_against, parse_day
from houseway.filings.lint.mending import mend
from houseway.filings.lint.pay_tables import check_pay_tables
from houseway.filings.lint.rules import check_common, check_player_dealer
from houseway.filings.lint.schedules import check_collection
from houseway.filings.schema.base import write_odds
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.wagers import PayTable
from houseway.reading import is_file

_SEVERITIES = ("error", "warning", "note")


def lint_filings(names: Sequence[str]) -> list[Finding]:
    """Everything wrong or doubtful in the filings named, or in the whole catalogue."""
    found: list[Finding] = []
    if not names:
        for one in in_force().not_loaded():
            assert one.error is not None
            found += _unloadable(one.error, str(one.path))
    for name in names or in_force().ids():
        found += lint_file(Path(name)) if _is_own(name) else lint_filing(loader.load(name))
    return found


def lint_filings_against(names: Sequence[str], day: str) -> list[Finding]:
    """What the law of a day, as "2026-06-01", would change in the filings."""
    on = parse_day(day)
    return [
        replace(found, file=name if _is_own(name) else "")
        for name in names or in_force().ids()
        for found in lint_against(loader.open_filing(name), on)
    ]


def mend_files(names: Sequence[str]) -> list[str]:
    """Mend the files named, and say what was done; the catalogue's own are left alone."""
    done = [(name, said) for name in names if _is_own(name) for said in mend(_readable(Path(name)))]
    return [f"{name}: {said}" for name, said in done]


def _is_own(name: str) -> bool:
    path = Path(name)
    return path.suffix == ".toml" or is_file(path)


def _readable(path: Path) -> Path:
    if not is_file(path):
        loader.load_file(path)  # raises: there is nothing to mend
    return path


def lint_file(path: Path) -> list[Finding]:
    """A user's own file; one that does not load is reported defect by defect."""
    if not is_file(path):
        loader.load_file(path)  # raises: there is nothing to look at
    try:
        return [replace(one, file=str(path)) for one in lint_filing(loader.load_file(path))]
    except HousewayError as error:
        return _unloadable(error, str(path))


def lint_data(data: dict[str, Any], file: str) -> list[Finding]:
    """The parsed TOML of a filing."""
    try:
        return lint_filing(loader.parse_filing(data, file))
    except HousewayError as error:
        return _unloadable(error, file)


def _unloadable(error: HousewayError, file: str) -> list[Finding]:
    several = error.found if isinstance(error, Problems) else [error]
    return [
        Finding(file, "error", one.code, one.message, one.where or file, one.cite, file)
        for one in several
    ]


def lint_filing(filing: FilingBase) -> list[Finding]:
    """The findings of a filing that loads, the worst first."""
    defects = list(_check(filing))
    defects.sort(key=lambda defect: _SEVERITIES.index(defect.severity))
    return [defect.of(filing.id) for defect in defects]


def _check(filing: FilingBase) -> Iterator[Defect]:
    sets = loader.schedule_sets(filing)
    lint = family_lint(filing.family)
    yield from check_common(filing)
    yield from check_collection(filing, sets)
    if isinstance(filing, PlayerDealerFiling):
        yield from check_player_dealer(filing, lint)
        yield from check_pay_tables(filing)
        yield from _check_titles(filing)
    yield from lint.check(filing)
    yield from lint.bets(filing)
    yield from check_words(filing, sets)
    for reading in loader.readings_of(filing):
        chosen = f" (option {reading.option} chooses otherwise)" if reading.option else ""
        yield note(
            "reading",
            f"{reading.id}, {reading.title}: {reading.taken}{chosen}",
            ", ".join(reading.places) or f"reading {reading.id}",
            reading.id,
        )


def _rows(table: PayTable) -> dict[str, str]:
    return {row.hand: write_odds(row.pays) if row.pays is not None else "" for row in table.rows}


def _titled() -> dict[tuple[str, str], list[tuple[str, PayTable]]]:
    return _titled_in(in_force())


@lru_cache(maxsize=16)
def _titled_in(catalogue: Catalogue) -> dict[tuple[str, str], list[tuple[str, PayTable]]]:
    """Named pay tables of the catalogue, by wager and name."""
    found: dict[tuple[str, str], list[tuple[str, PayTable]]] = {}
    for filing_id in catalogue.ids():
        filing = catalogue.load(filing_id)
        if isinstance(filing, PlayerDealerFiling):
            for table in filing.pay_table:
                if table.title:
                    found.setdefault((table.wager, table.title), []).append((filing.id, table))
    return found


def _check_titles(filing: PlayerDealerFiling) -> Iterator[Defect]:
    """One name for two tables: a sign or a felt that gives only the name misleads."""
    for table in filing.pay_table:
        if not table.title:
            continue
        rows = _rows(table)
        same = [(filing.id, one) for one in filing.pay_table if one.title == table.title]
        same += [
            (filing_id, one)
            for filing_id, one in _titled().get((table.wager, table.title), [])
            if filing_id != filing.id
        ]
        for filing_id, other in same:
            if _rows(other) != rows:
                yield warning(
                    "one-name-two-tables",
                    f"{table.title} is also the name of another table of {filing_id} "
                    f"({_differing(rows, _rows(other))}): the name does not say what is due",
                    f"pay_table {table.name}",
                    table.cite,
                )


def _differing(rows: dict[str, str], others: dict[str, str]) -> str:
    """Where two tables part, in brief."""
    hands = [hand for hand in {**rows, **others} if rows.get(hand) != others.get(hand)]
    said = (
        f"{hand.replace('-', ' ')} {rows.get(hand) or 'no row'} here, "
        f"{others.get(hand) or 'no row'} there"
        for hand in hands
    )
    return "; ".join(said)
