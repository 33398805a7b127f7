"""Pay tables: rows that cannot come, that are out of order, never paid, or missing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from houseway.filings.lint.finding import Defect, error, note, warning
from houseway.filings.schema.base import write_odds
from houseway.filings.schema.bonus import Count
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.uses import MOST_CARDS, Counted, Ranked, counted_row
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.filings.wording import listed, ranges, spot_name
from houseway.hands.rankings import CATEGORIES

# Of seven cards the best paid row counts; the rows that every hand of a row also fills.
_CONTAINED: dict[str, tuple[str, ...]] = {
    "seven-card-straight-flush": ("straight-flush", "flush", "straight"),
    "seven-card-straight-flush-joker": ("straight-flush", "flush", "straight"),
    "royal-flush-royal-match": ("royal-flush", "straight-flush", "flush", "straight"),
    "royal-flush": ("straight-flush", "flush", "straight"),
    "straight-flush": ("flush", "straight"),
    "five-aces": ("four-of-a-kind", "three-of-a-kind", "one-pair"),
    "four-of-a-kind": ("three-of-a-kind", "one-pair"),
    "full-house": ("three-of-a-kind", "two-pair", "one-pair"),
    "three-of-a-kind": ("one-pair",),
    "two-pair": ("one-pair",),
}
_JOKER_ROWS = frozenset({"five-aces", "seven-card-straight-flush-joker", "bank-ace-high-joker"})


def check_pay_tables(filing: PlayerDealerFiling) -> Iterator[Defect]:
    rows_of = {rule.pay_table: rule.rows for rule in filing.wager_rules()}
    for table in filing.pay_table:
        where = f"pay_table {table.name}"
        yield from _check_order(table, where)
        if table.looks_at:
            yield from _check_by_data(table, where)
            continue
        rows = rows_of.get(table.name)
        if isinstance(rows, Counted):
            yield from _check_counted(table, rows.fewest, where)
            continue
        if isinstance(rows, Ranked):
            yield from _check_ranked(filing, table, rows, where)


def _name(row: PayRow) -> str:
    return row.label or spot_name(row.hand)


def _pays(row: PayRow) -> str:
    return write_odds(row.pays) if row.pays is not None else "nothing"


def _check_order(table: PayTable, where: str) -> Iterator[Defect]:
    """Rows go down from the best paid one; of rows by data, those that ask the same of the cards,
    since the others stand in the order in which they are tried."""
    for one, other in pairwise(row for row in table.rows if row.pays is not None):
        if (other.pays or 0) > (one.pays or 0) and _asks(one) == _asks(other):
            yield warning(
                "rows-out-of-order",
                f"{_name(other)} pays {_pays(other)} and stands below {_name(one)} at "
                f"{_pays(one)}: rows or figures may have been exchanged",
                f"{where}, {other.hand}",
                table.cite,
            )
    prizes = [row for row in table.rows if row.envy is not None]
    for one, other in pairwise(prizes):
        if (other.envy or 0) > (one.envy or 0):
            yield warning(
                "rows-out-of-order",
                f"the envy prize of {_name(other)} is above that of {_name(one)}, a higher hand",
                f"{where}, {other.hand}",
                table.cite,
            )


def _asks(row: PayRow) -> set[str]:
    """Which keys a row of a bonus bet by data asks for."""
    return {*row.when.given} if row.when else set()


def _check_ranked(
    filing: PlayerDealerFiling, table: PayTable, bet: Ranked, where: str
) -> Iterator[Defect]:
    ranked, never = bet.hands, bet.never
    joker = "joker" in filing.deck.kind
    for row in table.rows:
        place = f"{where}, {row.hand}"
        if row.hand not in ranked:
            yield error(
                "row-unknown",
                f"{row.hand!r} is no hand of this bet, so the row is never paid; the hands are "
                f"{listed(ranked)}",
                place,
                table.cite,
            )
        elif row.hand in _JOKER_ROWS and not joker:
            yield error(
                "row-impossible",
                f"{_name(row)} needs a joker, and the deck has none: the row is never paid",
                place,
                table.cite,
            )
        elif row.hand in never:
            yield error(
                "row-impossible",
                f"{_name(row)} cannot be beaten, so the row is never paid",
                place,
                table.cite,
            )
    found = {row.hand: row for row in table.rows}
    rows = [found[hand] for hand in ranked if hand in found]
    yield from _check_ranks(rows, table, where)
    if bet.best_paid_counts:
        yield from _check_contained(table, where)
    else:
        yield from _check_missing(rows, ranked, never, joker, table, where)


def _check_ranks(rows: list[PayRow], table: PayTable, where: str) -> Iterator[Defect]:
    """A higher hand that pays less than a lower one: lawful, and sometimes meant."""
    for one, other in pairwise(row for row in rows if row.pays is not None):
        if (other.pays or 0) > (one.pays or 0):
            yield note(
                "higher-pays-less",
                f"{_name(one)} ranks above {_name(other)} and pays less, {_pays(one)} to "
                f"{_pays(other)}: a dealer reads the hand by rank, the table by pay",
                f"{where}, {one.hand}",
                table.cite,
            )


def _check_contained(table: PayTable, where: str) -> Iterator[Defect]:
    pays = {row.hand: row.pays for row in table.rows if row.pays is not None}
    for row in table.rows:
        for inner in _CONTAINED.get(row.hand, ()):
            if row.pays is not None and inner in pays and pays[inner] >= row.pays:
                yield warning(
                    "row-unreachable",
                    f"every {_name(row)} is also {spot_name(inner)}, which pays "
                    f"{write_odds(pays[inner])}: the row at {_pays(row)} is never used",
                    f"{where}, {row.hand}",
                    table.cite,
                )
                break


def _check_missing(
    rows: list[PayRow],
    ranked: tuple[str, ...],
    never: tuple[str, ...],
    joker: bool,
    table: PayTable,
    where: str,
) -> Iterator[Defect]:
    """A hand above the lowest row that has none would lose where a lower one is paid."""
    if not rows:
        return
    lowest = ranked.index(rows[-1].hand)
    have = {row.hand for row in rows}
    for hand in ranked[:lowest]:
        possible = hand not in never and (joker or hand not in _JOKER_ROWS)
        if hand not in have and possible:
            yield error(
                "row-missing",
                f"{spot_name(hand)} has no row and would lose, though {_name(rows[-1])} below it "
                f"pays {_pays(rows[-1])}; give it a row, with the figure of a lower hand where it "
                "counts as one",
                where,
                table.cite,
            )


def _check_by_data(table: PayTable, where: str) -> Iterator[Defect]:
    """A hand that no row names would lose where a lower one is paid; not of a bet on a kind of
    hand alone, such as insurance against having nothing."""
    yield from _check_gaps(table, where)
    if not table.ranking or table.otherwise == "push":
        return
    names = CATEGORIES[table.ranking].names
    named = {hand for row in table.rows for hand in (row.when.hand if row.when else [row.hand])}
    if len(named) < 2:
        return
    lowest = max(names.index(hand) for hand in names if hand in named)
    for hand in names[:lowest]:
        if hand not in named:
            yield error(
                "row-missing",
                f"{spot_name(hand)} has no row and would lose, though {spot_name(names[lowest])} "
                "below it is paid; give it a row, with the figure of a lower hand where it counts "
                "as one",
                where,
                table.cite,
            )


def _check_gaps(table: PayTable, where: str) -> Iterator[Defect]:
    """Rows that ask for one number after another, all else alike, and leave one out."""
    runs: dict[tuple[str, str], list[Count]] = {}
    for row, asked in table.asked:
        for key, number in asked.items():
            if isinstance(number, Count):
                others = {k: str(v) for k, v in asked.items() if k != key} | {"also": str(row.also)}
                runs.setdefault((key, str(others)), []).append(number)
    for (key, _), numbers in runs.items():
        top = max(one.low if one.high is None else one.high for one in numbers)
        first = min(one.low for one in numbers)
        left = [n for n in range(first, top) if not any(n in one for one in numbers)]
        if left and len(numbers) > 2:
            yield warning(
                "row-missing",
                f"a {key} of {ranges(left)} has no row, though rows below and above have",
                where,
                table.cite,
            )


def _check_counted(table: PayTable, fewest: int, where: str) -> Iterator[Defect]:
    """Rows by number of cards: each number once, from the fewest possible, none left out."""
    covered: dict[int, PayRow] = {}
    for row in table.rows:
        counts = counted_row(row.hand)
        assert counts is not None  # the schema knows no other rows
        place = f"{where}, {row.hand}"
        if counts[-1] < fewest:
            yield error(
                "row-impossible",
                f"no such hand has fewer than {fewest} cards: the row {_name(row)} is never paid",
                place,
                table.cite,
            )
        new = [count for count in counts if count not in covered]
        if not new:
            yield warning(
                "row-unreachable",
                f"{_name(row)} is covered by a row above it and never paid",
                place,
                table.cite,
            )
        covered.update(dict.fromkeys(new, row))
    if covered:
        left = [n for n in range(min(covered), max(covered)) if n not in covered]
        if left:
            yield error(
                "row-missing",
                f"{ranges(left)} cards have no row and would lose, though fewer pay",
                where,
                table.cite,
            )
        if max(covered) < MOST_CARDS:
            yield warning(
                "row-missing",
                f"more than {max(covered)} cards have no row and would lose, though fewer pay",
                where,
                table.cite,
            )
        yield from _check_rise(covered, table, where)


def _check_rise(covered: dict[int, PayRow], table: PayTable, where: str) -> Iterator[Defect]:
    for few, many in pairwise(sorted(covered)):
        low, high = covered[few].pays or Fraction(0), covered[many].pays or Fraction(0)
        if high < low:
            yield note(
                "higher-pays-less",
                f"{many} cards pay less than {few}, {write_odds(high)} to {write_odds(low)}",
                f"{where}, {covered[many].hand}",
                table.cite,
            )
