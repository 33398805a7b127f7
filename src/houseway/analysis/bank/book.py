"""The bank's book of one table: ruin, what is needed, Kelly, schedules, cover, clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import hypot, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

from houseway.analysis.bank.clauses import Clause, clauses
from houseway.analysis.bank.ruin import HandResults
from houseway.analysis.bank.schedules import (
    Flat,
    ScheduleWorth,
    WagerSize,
    every_schedule,
)
from houseway.analysis.blocks import Cancelled, Progress, SoFar, by_turns, executor, in_order
from houseway.analysis.simulate.arrays import SHIFT_HOURS, felt_of
from houseway.analysis.simulate.held import counted_win
from houseway.analysis.simulate.report import Cell
from houseway.analysis.simulate.run import (
    Asked,
    Plan,
    Results,
    ask,
    cell_of,
    work_with_results,
)
from houseway.analysis.simulate.skill import bets_counted
from houseway.analysis.simulate.table import SimulatedTable, read_simulated_table, table_terms
from houseway.errors import HousewayError
from houseway.filings.permitted.options import most_rates
from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import FilingBase

RUINS: Final = (0.1, 0.05, 0.01, 0.001)
COVERS: Final = (5, 10, 20, 50)  # times the action of a hand on average
_WIDTHS: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0)  # of a session's spread
ROUNDS: Final = 400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RuinPoint:
    """A bankroll, and how likely it is ruined: in the session, and ever.

    `session` is by recursion over the very results, `session_closed` the diffusion's closed form;
    `ever` the diffusion's, and `ever_at_most` Lundberg's bound.
    """

    bankroll: float
    session: float
    session_closed: float
    ever: float
    ever_at_most: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The bankroll for a chance of ruin; None where no bankroll is enough."""

    ruin: float
    session: float | None
    ever: float | None
    found: str = "closed form"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class BankLine:
    """One size of bank under one schedule, dollars."""

    bank: int  # cents
    schedule: int | str | None
    hands: int
    win_per_hand: float
    win_error: float  # one standard error; 0 where it is counted
    win_found: str
    win_per_hour: float
    sd_per_hand: float
    sd_per_hour: float
    sd_found: str
    uncovered: float  # share of hands
    owed_per_hand: float
    worst_hand: float
    chance_ahead: float  # after a session, by the normal curve
    kelly_bankroll: float | None
    kelly_of_bankroll: float | None  # how many times these stakes the described bankroll may hold
    ruin: tuple[RuinPoint, ...]
    needed: tuple[Need, ...]
    check: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        found = asdict(self)
        found["bank"] = dollars(self.bank)
        found["check"] = dict(self.check)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class BankBook:
    """All of it, for one table."""

    filing: str
    title: str
    hours: float
    hands_an_hour: float
    players: int
    lines: tuple[BankLine, ...]
    schedules: tuple[ScheduleWorth, ...] = ()
    sizes: tuple[WagerSize, ...] = ()
    clauses: tuple[Clause, ...] = ()
    most_rates: int = 0  # that may hang at a table, and who says so
    rates_cite: str = ""
    assumed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "filing": self.filing,
            "hours": self.hours,
            "hands_an_hour": self.hands_an_hour,
            "players": self.players,
            "banks": [line.as_json() for line in self.lines],
            "schedules": [one.as_json() for one in self.schedules],
            "wager_sizes": [one.as_json() for one in self.sizes],
            "most_rates": self.most_rates,
            "rates_cite": self.rates_cite,
            "clauses": [one.as_json() for one in self.clauses],
            "assumed": list(self.assumed),
        }


def bank_book(
    filing: FilingBase | str,
    *,
    table: SimulatedTable | str | Path | None = None,
    seats: int | None = None,
    bank: Sequence[int] = (),
    schedule: Sequence[int | str] = (),
    bankrolls: Sequence[int] = (),
    ruins: Sequence[float] = RUINS,
    rounds: int = ROUNDS,
    seed: int = 1,
    play: str = "",
    with_clauses: bool = True,
    every_key: bool | None = None,
    workers: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    so_far: SoFar[BankBook] | None = None,
) -> BankBook:
    """The book of a table; banks and bankrolls in cents.

    Without a bank several are compared, 5 to 50 times the action of a hand. Work is told in shares
    and ends with the error `cancelled` where nobody waits for it any more. `so_far` may look after
    each block at what is found by then; until all hands are dealt ruin is by the closed form.
    """
    if any(one <= 0 for one in bankrolls):
        raise HousewayError("bad-bank", "a bankroll is more than nothing", where="bankroll")
    asked = _asked(filing, table, seats, bank, schedule, play)
    tell = progress or (lambda _: None)
    plans = asked.plans(seed, rounds)
    terms = table_terms(asked.filing, asked.table, asked.schedules[0])
    bets, why = bets_counted(terms)
    counted = bool(bets) and not isinstance(counted_win(terms, asked.table), str)
    most = most_rates(asked.filing)
    hours = asked.table.hours or SHIFT_HOURS
    blocks: list[list[Results]] = [[] for _ in plans]

    def line(number: int, *, quick: bool) -> BankLine:
        plan, results = plans[number], blocks[number]
        cell = cell_of(asked.filing, asked.table, plan, [one.sums for one in results])
        hand = _results(asked, plan, cell, results)
        return _line(asked, plan, cell, hand, bankrolls, ruins, quick=quick)

    book = BankBook(
        filing=asked.filing.id,
        title=asked.filing.title,
        hours=hours,
        hands_an_hour=asked.table.hands_an_hour,
        players=len(asked.table.player),
        lines=(),
        schedules=tuple(every_schedule(asked.filing, asked.table, bets) if counted else ()),
        sizes=tuple(
            Flat.of(terms, asked.table, bets).sizes()
            if counted and terms.schedule is not None
            else ()
        ),
        most_rates=most.rates,
        rates_cite=most.cite,
        assumed=tuple(_assumed(asked, rounds, hours, why)),
    )

    def found() -> BankBook:
        dealt = [number for number, one in enumerate(blocks) if one]
        return replace(book, lines=tuple(line(number, quick=True) for number in dealt))

    turns = list(by_turns([plan.blocks for plan in plans]))
    part = 0.6 if with_clauses else 0.95
    with executor(workers=workers, cluster=cluster) as chosen:
        done = in_order(
            work_with_results, [task for _, task in turns], chosen,
            lambda share: tell(part * share), cancelled=cancelled,
        )  # fmt: skip
        for (number, _), block in zip(turns, done, strict=True):
            blocks[number].append(block)
            if so_far is not None:
                so_far(found)
    book = replace(book, lines=tuple(line(one, quick=False) for one in range(len(plans))))
    if so_far is not None:
        so_far(lambda: book)
    if counted and with_clauses:
        worth = clauses(
            terms, asked.table, every_key=every_key, cancelled=cancelled,
            progress=lambda share: tell(part + (0.95 - part) * share),
        )  # fmt: skip
        book = replace(book, clauses=tuple(worth))
    tell(1.0)
    return book


def _asked(
    filing: FilingBase | str,
    table: SimulatedTable | str | Path | None,
    seats: int | None,
    bank: Sequence[int],
    schedule: Sequence[int | str],
    play: str,
) -> Asked:
    if isinstance(table, str | Path):
        table = read_simulated_table(Path(table))
    described = table or SimulatedTable()
    if bank or described.bank:
        return ask(
            filing, table=described, seats=seats, bank=list(bank) or None,
            schedule=list(schedule) or None, play=play,
        )  # fmt: skip
    # No bank is said: several, by the action of a hand.
    first = ask(
        filing, table=described, seats=seats, bank=1_000_00, schedule=list(schedule) or None,
        play=play,
    )  # fmt: skip
    action = sum(
        share * sum(case)
        for player in first.table.player
        for case, share in player.cases(first.filing).items()
    )
    most = first.filing.bank.wager_maximum
    banks = [-(-int(action * times) // 100_00) * 100_00 for times in COVERS]
    if most is not None:
        banks = sorted({min(one, most) for one in banks})
    return ask(
        filing, table=first.table, bank=banks, schedule=list(schedule) or None, play=""
    )  # fmt: skip


def _results(asked: Asked, plan: Plan, cell: Cell, blocks: Sequence[Results]) -> HandResults:
    """The results of a hand, with the counted mean: what a bank does not cover it does not pay
    and does not collect, and only that is left to chance."""
    counts: dict[int, int] = {}
    for one in blocks:
        for result, number in one.counts.items():
            counts[result] = counts.get(result, 0) + number
    found = counted_win(table_terms(asked.filing, asked.table, plan.schedule), asked.table)
    if isinstance(found, str):
        return HandResults.of_counts(counts)
    hands, (win, error) = cell.sums.hands, found
    kept = (cell.sums.short_win - cell.sums.short_loss) / hands / 100
    squares = sum(one.short_squares for one in blocks) / hands / 100**2
    error = hypot(error, sqrt(max(0.0, squares - kept**2) / hands))
    return HandResults.of_counts(counts, win + kept, error)


def _line(
    asked: Asked,
    plan: Plan,
    cell: Cell,
    results: HandResults,
    bankrolls: Sequence[int],
    ruins: Sequence[float],
    *,
    quick: bool,
) -> BankLine:
    table = asked.table
    terms = table_terms(asked.filing, table, plan.schedule)
    felt = felt_of(terms, table, plan.bank)
    pace = cell.hands_an_hour
    hands = max(1, round((table.hours or SHIFT_HOURS) * pace))
    put_up = (plan.bank + felt.kept_for_fee) / 100
    spread = results.sd * sqrt(hands)
    if bankrolls:
        rolls = [cents / 100 for cents in bankrolls]
    else:
        own = [table.bankroll / 100] if table.bankroll else []
        rolls = sorted({*own, *(_round(put_up + width * spread) for width in _WIDTHS)})
    rooms = [roll - put_up for roll in rolls]
    closed = [results.ruin_within(room, hands) if room >= 0 else 1.0 for room in rooms]
    by_recursion = closed if quick else results.ruin_by_recursion(rooms, hands)
    ruin = tuple(
        RuinPoint(
            bankroll=roll,
            session=session,
            session_closed=in_closed_form,
            ever=results.ruin_ever(room) if room >= 0 else 1.0,
            ever_at_most=results.ruin_ever_at_most(room) if room >= 0 else 1.0,
        )
        for roll, room, session, in_closed_form in zip(
            rolls, rooms, by_recursion, closed, strict=True
        )
    )
    needed = tuple(
        Need(
            ruin=chance,
            session=_plus(put_up, results.room_for(chance, hands)),
            ever=_plus(put_up, results.room_for(chance)),
        )
        for chance in ruins
    )
    return BankLine(
        bank=plan.bank,
        schedule=plan.schedule,
        hands=cell.sums.hands,
        win_per_hand=results.mean,
        win_error=results.error,
        win_found=_found(results, cell),
        win_per_hour=results.mean * pace,
        sd_per_hand=results.sd,
        sd_per_hour=results.sd * sqrt(pace),
        sd_found="dealt",
        uncovered=cell.sums.short / cell.sums.hands,
        owed_per_hand=cell.sums.short_win / cell.sums.hands / 100,
        worst_hand=results.worst,
        chance_ahead=_ahead(results, hands),
        kelly_bankroll=results.kelly_bankroll(),
        kelly_of_bankroll=None
        if table.bankroll is None
        else results.kelly_fraction(table.bankroll / 100),
        ruin=ruin,
        needed=needed,
        check=cell.check.as_json(),
    )


def _found(results: HandResults, cell: Cell) -> str:
    if results.counted is None:
        return "dealt"
    return "counted, cover dealt" if cell.sums.short else "counted"


def _ahead(results: HandResults, hands: int) -> float:
    if not results.sd:
        return float(results.mean > 0)
    return NormalDist().cdf(results.mean * sqrt(hands) / results.sd)


def _plus(put_up: float, room: float | None) -> float | None:
    return None if room is None else put_up + room


def _round(amount: float) -> float:
    """Up to a customary sum: two digits, no finer than a hundred dollars."""
    unit = 100.0
    while amount / unit >= 100:
        unit *= 10
    return -(-amount // unit) * unit


def _assumed(asked: Asked, rounds: int, hours: float, why: str) -> list[str]:
    notes = [
        "wins are counted; what a bank does not cover it neither pays nor collects, and only that "
        "part of its win is dealt",
        f"spreads are of {rounds:,} hands dealt under each bank, weighed to have that mean",
        f"ruin: the bankroll cannot put up the whole bank and the largest fee any more; a session "
        f"is {hours:g} hours, hands are taken as independent",
        "needed bankrolls by the closed form of diffusion; the curve has the recursion beside it",
    ]
    if asked.instead:
        notes.append(asked.instead)
    if why:
        notes.append(f"nothing is counted here: {why}")
    return notes
