"""A simulation: blocks of hands over a grid of banks and schedules, put together in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from uuid import uuid4

from houseway.analysis.blocks import Progress, executor, in_order
from houseway.analysis.simulate import procedure
from houseway.analysis.simulate.arrays import block_hands, felt_of, habits_of, shoe_of
from houseway.analysis.simulate.booking import Felt, Totals, new_totals
from houseway.analysis.simulate.chance import Habits, start
from houseway.analysis.simulate.merging import Sums, merge, of_totals
from houseway.analysis.simulate.payments import Run
from houseway.analysis.simulate.report import Cell, Simulation
from houseway.analysis.simulate.table import (
    MOST_BANK,
    SimulatedTable,
    check_players,
    read_simulated_table,
    table_terms,
    usual_players,
)
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.house_book import Chosen, choose
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.settlement.collection import schedule_in_force

PROCEDURE_BLOCK: Final = 2_000  # hands, where procedures play them
PATHS: Final = 25  # sessions whose course is kept for a picture
PATH_POINTS: Final = 4_000  # hands of them altogether at most


class Block(NamedTuple):
    """What a worker needs, and nothing that hangs on the machine it was made on."""

    filing: FilingBase
    table: SimulatedTable
    schedule: int | str | None
    bank: int
    engine: str
    seed: int
    number: int
    hands: int
    cell: str  # the same for all blocks of one bank and schedule of a run


class Prepared(NamedTuple):
    """A table ready to be played: what all blocks of a cell share."""

    terms: Terms[PlayerDealerFiling]
    felt: Felt
    habits: Habits
    run: Run


class Kernel(Protocol):
    """What a family gives as its kernel: compiled rounds, for the rules they fit."""

    def has_kernel(self, terms: Terms[Any]) -> bool: ...

    def prepare(self, terms: Terms[Any], felt: Felt, habits: Habits) -> Run: ...


def kernel_of(terms: Terms[Any]) -> Callable[[Terms[Any], Felt, Habits], Run] | None:
    """The compiled rounds of a filing's family, where there are any that fit its rules."""
    kernel: Kernel | None = find_family(terms.filing.family).part("kernel")
    if kernel is None or not terms.filing.is_counted(terms.decks):
        return None
    return kernel.prepare if kernel.has_kernel(terms) else None


def prepared(
    filing: FilingBase, table: SimulatedTable, schedule: int | str | None, bank: int, engine: str
) -> Prepared:
    """A table under its terms, and the engine that plays it."""
    assert isinstance(filing, PlayerDealerFiling)
    terms = table_terms(filing, table, schedule)
    felt, habits = felt_of(terms, table, bank), habits_of(terms, table)
    kernel = kernel_of(terms) if engine == "kernel" else None
    if kernel is None:
        run = procedure.prepare(terms, table, felt, habits)
    else:
        run = kernel(terms, felt, habits)
    return Prepared(terms, felt, habits, run)


_LATEST: dict[str, Prepared] = {}  # of the cell this process works on


def work(block: Block) -> Sums:
    """One block, from its own seed."""
    if block.cell not in _LATEST:
        _LATEST.clear()
        _LATEST[block.cell] = prepared(
            block.filing, block.table, block.schedule, block.bank, block.engine
        )
    return of_totals(play(_LATEST[block.cell], block))


def play(ready: Prepared, block: Block, traced: int = 0) -> Totals:
    """The hands of a block, so many of them written down one by one."""
    totals = new_totals(len(ready.felt.players), len(ready.habits.share), traced)
    ready.run(shoe_of(ready.terms), start(block.seed, block.number), block.hands, totals)
    return totals


@dataclass(frozen=True, slots=True)
class _Plan:
    schedule: int | str | None
    bank: int
    blocks: list[Block]


def simulate(
    filing: FilingBase | str,
    *,
    table: SimulatedTable | str | Path | None = None,
    rounds: int = 100_000,
    seats: int | None = None,
    bank: Sequence[int] | int | None = None,
    schedule: Sequence[int | str] | int | str | None = None,
    seed: int = 1,
    workers: int | None = None,
    cluster: str = "",
    engine: str = "",
    progress: Progress | None = None,
) -> Simulation:
    """The player-dealer's seat over so many rounds, for each bank (in cents) and schedule.

    `seats` are those taken, the bank's included, where no table describes the players. The
    engine is the family's kernel if there is one, or "procedure".
    """
    opened = open_filing(filing) if isinstance(filing, str) else filing
    if not isinstance(opened, PlayerDealerFiling):
        raise HousewayError(
            "no-bank", f"{opened.id} is no game against a player-dealer", where="filing"
        )
    if rounds < 1:
        raise HousewayError(
            "bad-rounds", f"{rounds} rounds; at least one is played", where="rounds"
        )
    described, house = _by_the_book(opened, _described(table, bank, schedule))
    schedules: list[int | str | None] = [*described.schedule] or [None]
    described = _seated(opened, described, schedules[0], seats)
    for one in schedules:
        terms = replace(table_terms(opened, described, one), ordinance=house.ordinance)
        check_players(terms, described)
    engine = _engine(table_terms(opened, described, schedules[0]), engine)
    plans = [
        _plan(opened, described, one, size, engine, seed, rounds)
        for one in schedules
        for size in described.bank
    ]
    tasks = [block for plan in plans for block in plan.blocks]
    with executor(workers=workers, cluster=cluster) as chosen:
        found = in_order(work, tasks, chosen, progress)
        cells = [
            _cell(opened, described, plan, [next(found) for _ in plan.blocks]) for plan in plans
        ]
    paths = _paths(opened, described, plans[0]) if described.bankroll else []
    return Simulation(
        opened.id, opened.title, described, engine, seed, rounds, cells, paths, house.by_book
    )


def _by_the_book(
    filing: PlayerDealerFiling, table: SimulatedTable
) -> tuple[SimulatedTable, Chosen]:
    """The table with what the house book adds: workers elsewhere have no book."""
    said = tuple(map(str, table.schedule))
    chosen = choose(
        filing, options=table.options, decks=table.decks, schedule=said, limits=table.limits
    )
    if not chosen.by_book:
        return table, chosen
    added = {
        "options": chosen.options,
        "decks": chosen.decks,
        "schedule": table.schedule or list(chosen.schedule),
        "limits": chosen.limits,
    }
    return table.model_copy(update=added), chosen


def _described(
    table: SimulatedTable | str | Path | None,
    bank: Sequence[int] | int | None,
    schedule: Sequence[int | str] | int | str | None,
) -> SimulatedTable:
    if table is None:
        described = SimulatedTable()
    elif isinstance(table, SimulatedTable):
        described = table
    else:
        described = read_simulated_table(Path(table))
    changes: dict[str, Any] = {}
    if bank is not None:
        changes["bank"] = [bank] if isinstance(bank, int) else list(bank)
    if schedule is not None:
        changes["schedule"] = [schedule] if isinstance(schedule, int | str) else list(schedule)
    described = described.model_copy(update=changes)
    if not described.bank:
        raise HousewayError(
            "no-bank-wager",
            "say what the bank puts up a hand: --bank, or bank in the table",
            where="bank",
        )
    for size in described.bank:
        if not 0 < size <= MOST_BANK:
            raise HousewayError("bad-bank", f"{brief(size)} is no wager of a bank", where="bank")
    return described


def _seated(
    filing: PlayerDealerFiling,
    table: SimulatedTable,
    schedule: int | str | None,
    seats: int | None,
) -> SimulatedTable:
    """The table with its players, and with the seat of the bank."""
    terms = table_terms(filing, table, schedule)
    most = terms.seats
    if table.player:
        taken = {player.seat for player in table.player}
        free = [seat for seat in range(1, most + 1) if seat not in taken]
        if seats is not None and seats != len(taken) + 1:
            raise HousewayError(
                "seats-twice",
                f"the table has {len(taken)} players and a bank; `seats` says {seats}",
                where="seats",
            )
        if not free and table.bank_seat is None:
            raise HousewayError(
                "no-bank-seat", f"all {most} seats are played; the bank needs one", where="player"
            )
        return table.model_copy(update={"bank_seat": table.bank_seat or free[0]})
    count = most if seats is None else seats
    if not 2 <= count <= most:
        raise HousewayError(
            "bad-seats",
            f"{count} at a table of {most} seats; the bank and one player are the least",
            where="seats",
            cite=str(filing.table.cite),
        )
    bank_seat = table.bank_seat or 1
    players = usual_players(terms, count - 1, bank_seat)
    return table.model_copy(update={"player": players, "bank_seat": bank_seat})


def _engine(terms: Terms[PlayerDealerFiling], wanted: str) -> str:
    has_kernel = kernel_of(terms) is not None
    if wanted not in ("", "kernel", "procedure") or (wanted == "kernel" and not has_kernel):
        raise HousewayError(
            "no-engine",
            f"{terms.filing.id} is played by "
            f"{'a kernel or its procedure' if has_kernel else 'its procedure'}, not {wanted!r}",
            where="engine",
        )
    return wanted or ("kernel" if has_kernel else "procedure")


def _plan(
    filing: PlayerDealerFiling,
    table: SimulatedTable,
    schedule: int | str | None,
    bank: int,
    engine: str,
    seed: int,
    rounds: int,
) -> _Plan:
    """The same blocks for every cell of the grid: the same cards meet every bank."""
    most = filing.bank.wager_maximum
    if most is not None and bank > most:
        raise HousewayError(
            "off-limits",
            f"the bank may put up {brief(most)} at most",
            where="bank",
            cite=str(filing.bank.cite),
        )
    felt = felt_of(table_terms(filing, table, schedule), table, bank)
    if felt.bankroll and felt.bankroll - felt.kept_for_fee < felt.least_bank:
        raise HousewayError(
            "short-bankroll",
            f"a bankroll of {brief(felt.bankroll)} cannot put up {brief(felt.least_bank)} and keep "
            f"{brief(felt.kept_for_fee)} for the collection; say `least_bank` to go on with less",
            where="bankroll",
        )
    size = block_hands(felt, PROCEDURE_BLOCK) if engine == "procedure" else block_hands(felt)
    cell = f"{uuid4()} {bank} {schedule}"
    blocks = [
        Block(
            filing, table, schedule, bank, engine, seed, number,
            min(size, rounds - number * size), cell,
        )
        for number in range(ceil(rounds / size))
    ]  # fmt: skip
    return _Plan(schedule, bank, blocks)


def _cell(
    filing: PlayerDealerFiling, table: SimulatedTable, plan: _Plan, found: Sequence[Sums]
) -> Cell:
    terms = table_terms(filing, table, plan.schedule)
    whole = found[0]
    for one in found[1:]:
        whole = merge(whole, one)
    if whole.unfiled:
        raise HousewayError(
            "no-fee-filed",
            f"{whole.unfiled:,} of {whole.hands:,} hands come to an amount for which the schedule "
            "gives no fee",
            where="schedule",
            cite=terms.schedule.cite if terms.schedule else "",
        )
    schedule_in_force(terms)
    return Cell.of(terms, table, plan.bank, plan.schedule, habits_of(terms, table), whole)


def _paths(filing: PlayerDealerFiling, table: SimulatedTable, plan: _Plan) -> list[list[int]]:
    """The first sessions of the first cell, hand by hand: the bankroll in cents."""
    terms = table_terms(filing, table, plan.schedule)
    felt = felt_of(terms, table, plan.bank)
    if felt.others:
        return []  # hands of other banks lie between; the course by hand says little
    length = felt.session_hands
    count = min(PATHS, plan.blocks[0].hands // length, max(1, PATH_POINTS * 10 // length))
    if plan.blocks[0].engine == "procedure":
        count = min(count, max(1, PATH_POINTS // length))
    hands = count * length
    if not hands:
        return []
    ready = prepared(filing, table, plan.schedule, plan.bank, plan.blocks[0].engine)
    totals = play(ready, plan.blocks[0]._replace(hands=hands), hands)
    rolls: list[int] = totals.trace[:, 2].tolist()
    return [[felt.bankroll, *rolls[i * length : (i + 1) * length]] for i in range(count)]
