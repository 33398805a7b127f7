"""A simulation: blocks of hands over a grid of banks and schedules, put together in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from uuid import uuid4

import numpy as np

from houseway.analysis.blocks import Cancelled, Progress, SoFar, by_turns, executor, in_order
from houseway.analysis.simulate import procedure
from houseway.analysis.simulate.arrays import block_hands, felt_of, habits_of, shoe_of
from houseway.analysis.simulate.booking import (
    TRACE_EACH,
    TRACE_FIRST,
    Felt,
    Totals,
    new_totals,
)
from houseway.analysis.simulate.chance import Habits, start
from houseway.analysis.simulate.held import held_to_count
from houseway.analysis.simulate.merging import Sums, merge, of_totals
from houseway.analysis.simulate.payments import Run
from houseway.analysis.simulate.report import Cell, Simulation
from houseway.analysis.simulate.skill import settled_skills
from houseway.analysis.simulate.table import (
    MOST_BANK,
    SimulatedTable,
    check_players,
    read_simulated_table,
    skills_of,
    table_terms,
    usual_players,
    with_play,
)
from houseway.errors import HousewayError, raise_all
from houseway.family import find_family
from houseway.filings.house_book import Chosen, choose
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.settlement.collection import schedule_in_force
from houseway.settlement.wagers import bank_problems

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

    def prepare(
        self, terms: Terms[Any], felt: Felt, habits: Habits, skills: tuple[str, ...]
    ) -> Run: ...


def kernel_of(
    terms: Terms[Any],
) -> Callable[[Terms[Any], Felt, Habits, tuple[str, ...]], Run] | None:
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
        run = kernel(terms, felt, habits, skills_of(table))
    return Prepared(terms, felt, habits, run)


_LATEST: dict[str, Prepared] = {}  # of the cells this process works on
_MOST_LATEST: Final = 12


def work(block: Block) -> Sums:
    """One block, from its own seed."""
    return of_totals(play(_ready(block), block))


class Results(NamedTuple):
    """A block hand by hand: how often each result of the bank after its fee came, in cents, and
    the squares of what it gained or lost by not covering, added up."""

    sums: Sums
    counts: dict[int, int]
    short_squares: int


def work_with_results(block: Block) -> Results:
    """The same, with the results of all hands."""
    totals = play(_ready(block), block, block.hands)
    trace = totals.trace
    found, counts = np.unique(trace[:, 0] - trace[:, 1], return_counts=True)
    kept = trace[:, TRACE_FIRST + 1 :: TRACE_EACH] - trace[:, TRACE_FIRST + 2 :: TRACE_EACH]
    return Results(
        of_totals(totals),
        dict(zip(found.tolist(), counts.tolist(), strict=True)),
        int((kept.sum(axis=1) ** 2).sum()),
    )


def _ready(block: Block) -> Prepared:
    if block.cell not in _LATEST:
        while len(_LATEST) >= _MOST_LATEST:
            del _LATEST[next(iter(_LATEST))]
        _LATEST[block.cell] = prepared(
            block.filing, block.table, block.schedule, block.bank, block.engine
        )
    return _LATEST[block.cell]


def play(ready: Prepared, block: Block, traced: int = 0) -> Totals:
    """The hands of a block, so many of them written down one by one."""
    totals = new_totals(len(ready.felt.players), len(ready.habits.share), traced)
    ready.run(shoe_of(ready.terms), start(block.seed, block.number), block.hands, totals)
    return totals


@dataclass(frozen=True, slots=True)
class Plan:
    schedule: int | str | None
    bank: int
    blocks: list[Block]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be dealt: a table whose players, bank and skills are settled."""

    filing: PlayerDealerFiling
    table: SimulatedTable
    engine: str
    house: Chosen
    instead: str  # how players play where nothing is counted

    @property
    def schedules(self) -> list[int | str | None]:
        return [*self.table.schedule] or [None]

    def plans(self, seed: int, rounds: int) -> list[Plan]:
        """A plan for each schedule and bank."""
        if rounds < 1:
            said = f"{rounds} rounds; at least one is played"
            raise HousewayError("bad-rounds", said, where="rounds")
        return [
            _plan(self.filing, self.table, one, size, self.engine, seed, rounds)
            for one in self.schedules
            for size in self.table.bank
        ]


def ask(
    filing: FilingBase | str,
    *,
    table: SimulatedTable | str | Path | None = None,
    seats: int | None = None,
    bank: Sequence[int] | int | None = None,
    schedule: Sequence[int | str] | int | str | None = None,
    engine: str = "",
    play: str = "",
) -> Asked:
    """The table to be dealt, all of it checked; as for `simulate`."""
    opened = open_filing(filing) if isinstance(filing, str) else filing
    if not isinstance(opened, PlayerDealerFiling):
        raise HousewayError(
            "no-bank", f"{opened.id} is no game against a player-dealer", where="filing"
        )
    described, house = _by_the_book(opened, _described(table, bank, schedule))
    schedules: list[int | str | None] = [*described.schedule] or [None]
    described = _seated(opened, described, schedules[0], seats)
    if play:
        described = with_play(described, play)
    described, instead = settled_skills(table_terms(opened, described, schedules[0]), described)
    for one in schedules:
        terms = replace(table_terms(opened, described, one), ordinance=house.ordinance)
        check_players(terms, described)
    engine = _engine(table_terms(opened, described, schedules[0]), engine)
    return Asked(opened, described, engine, house, instead)


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
    play: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    so_far: SoFar[Simulation] | None = None,
) -> Simulation:
    """The player-dealer's seat over so many rounds, for each bank (in cents) and schedule.

    `seats` are those taken, the bank's included, where no table describes the players. `play` is
    how all of them play ("best", "chart", "bot" or "mix"); left out, each as the table says, else
    by the chart. The engine is the family's kernel if there is one, or "procedure". A run whose
    `cancelled` says so between blocks ends with the error `cancelled`; `so_far` may look after
    each block at what is found by then.
    """
    asked = ask(
        filing, table=table, seats=seats, bank=bank, schedule=schedule,
        engine=engine, play=play,
    )  # fmt: skip
    opened, described, house = asked.filing, asked.table, asked.house
    plans = asked.plans(seed, rounds)
    turns = list(by_turns([plan.blocks for plan in plans]))
    sums: dict[int, Sums] = {}  # by the plan's number

    def found(paths: Sequence[list[int]] = ()) -> Simulation:
        cells = [cell_of(opened, described, plans[one], [sums[one]]) for one in sorted(sums)]
        return Simulation(
            opened.id, opened.title, described, asked.engine, seed, rounds, cells, list(paths),
            house.by_book, asked.instead,
        )  # fmt: skip

    with executor(workers=workers, cluster=cluster) as chosen:
        done = in_order(work, [task for _, task in turns], chosen, progress, cancelled=cancelled)
        for (number, _), block in zip(turns, done, strict=True):
            sums[number] = merge(sums[number], block) if number in sums else block
            if so_far is not None:
                so_far(found)
    return found(_paths(opened, described, plans[0]) if described.bankroll else ())


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
) -> Plan:
    """The same blocks for every cell of the grid: the same cards meet every bank."""
    raise_all(list(bank_problems(filing.bank, bank, "bank")))
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
    return Plan(schedule, bank, blocks)


def cell_of(
    filing: PlayerDealerFiling, table: SimulatedTable, plan: Plan, found: Sequence[Sums]
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
    habits = habits_of(terms, table)
    cell = Cell.of(terms, table, plan.bank, plan.schedule, habits, whole)
    return replace(cell, check=held_to_count(terms, table, cell))


def _paths(filing: PlayerDealerFiling, table: SimulatedTable, plan: Plan) -> list[list[int]]:
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
