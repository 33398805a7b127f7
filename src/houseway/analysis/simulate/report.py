"""What a simulation found, as JSON and as tables for a person. Money in dollars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.after_collection import hourly_fee
from houseway.analysis.shown import Shown
from houseway.analysis.simulate.arrays import stretch_hands
from houseway.analysis.simulate.booking import BINS, P
from houseway.analysis.simulate.chance import Habits
from houseway.analysis.simulate.held import UNCHECKED, Check
from houseway.analysis.simulate.merging import Sums
from houseway.analysis.simulate.table import Player, SimulatedTable
from houseway.filings.schema.base import brief, dollars
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK
from houseway.filings.terms import Terms
from houseway.filings.wording.base import listed
from houseway.settlement.collection import schedule_in_force

NORMAL_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's side of a cell, a hand on average; what its wagers lacked in cover."""

    seat: int
    wagered: float
    result: float
    fee: float
    short_hands: int
    owed: float  # won and not paid, a hand
    uncollected: float  # lost and not collected, a hand

    def as_json(self, hands: int) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "wagered_per_hand": self.wagered,
            "result_per_hand": self.result,
            "fee_per_hand": self.fee,
            "uncovered": {
                "hands": self.short_hands,
                "share": self.short_hands / hands,
                "owed_per_hand": self.owed,
                "uncollected_per_hand": self.uncollected,
            },
        }


@dataclass(frozen=True, slots=True)
class Cell:
    """One bank under one schedule."""

    bank: int
    schedule: int | str | None
    schedule_title: str
    hands_an_hour: float  # those this bank holds
    player_fees_an_hour: float
    sums: Sums
    seats: tuple[Seat, ...]
    stretch_hours: float = 0.0  # over which falls and losing runs are looked at
    check: Check = UNCHECKED

    @classmethod
    def of(
        cls,
        terms: Terms[PlayerDealerFiling],
        table: SimulatedTable,
        bank: int,
        schedule: int | str | None,
        habits: Habits,
        sums: Sums,
    ) -> Cell:
        hands = sums.hands
        seats = []
        for number, player in enumerate(table.player):
            first, count = int(habits.first[number]), int(habits.choices[number])
            cases = range(first, first + count)
            wagered = sum(sums.cases[i] * int(habits.amount[i].sum()) for i in cases)
            fee = sum(sums.cases[i] * int(habits.fee[i]) for i in cases)
            own = sums.players[number]
            seats.append(
                Seat(
                    player.seat,
                    _average(wagered, hands),
                    _average(own[P.NET], hands),
                    _average(fee, hands),
                    own[P.SHORT],
                    _average(own[P.SHORT_WIN], hands),
                    _average(own[P.SHORT_LOSS], hands),
                )
            )
        banked = table.hands_an_hour * hands / sums.clock
        found = schedule_in_force(terms)
        by_clock = float(hourly_fee(*found)) / 100 * len(table.player) if found else 0.0
        return cls(
            bank,
            schedule,
            terms.schedule.cite if terms.schedule else "no collection",
            banked,
            _average(sums.player_fees, hands) * banked + by_clock,
            sums,
            tuple(seats),
            stretch_hands(table) / banked,
        )

    @property
    def mean(self) -> float:
        """The bank's result a hand after its fee."""
        return _average(self.sums.net - self.sums.fee, self.sums.hands)

    @property
    def sd(self) -> float:
        return _spread(self.sums.net - self.sums.fee, self.sums.squares, self.sums.hands)

    @property
    def half_width(self) -> float:
        """Half of the interval that covers the true mean 95 times in a hundred."""
        return NORMAL_95 * self.sd / sqrt(self.sums.hands)

    @property
    def ruin(self) -> float | None:
        return self.sums.ruined / self.sums.sessions if self.sums.sessions else None

    def as_json(self) -> dict[str, Any]:
        sums, hands = self.sums, self.sums.hands
        return {
            "bank": dollars(self.bank),
            "schedule": self.schedule,
            "schedule_title": self.schedule_title,
            "hands": hands,
            "hands_an_hour": self.hands_an_hour,
            "win_per_hand": _interval(self.mean, self.half_width),
            "win_per_hour": _interval(
                self.mean * self.hands_an_hour, self.half_width * self.hands_an_hour
            ),
            "before_fees_per_hand": _average(sums.net, hands),
            "fee_per_hand": _average(sums.fee, hands),
            "player_fees_per_hand": _average(sums.player_fees, hands),
            "player_fees_per_hour": self.player_fees_an_hour,
            "action_per_hand": _average(sums.action, hands),
            "sd": self.sd,
            "uncovered": {
                "hands": sums.short,
                "share": sums.short / hands,
                "owed_per_hand": _average(sums.short_win, hands),
                "uncollected_per_hand": _average(sums.short_loss, hands),
            },
            "worst": {
                "hand": dollars(sums.worst),
                "best_hand": dollars(sums.best),
                "losing_run": sums.lost_most,
                "deepest_fall": dollars(sums.drop),
            },
            "per_stretch": self._stretch_json(),
            "held_to_count": self.check.as_json(),
            "seats": [seat.as_json(hands) for seat in self.seats],
            "ruin": self._ruin_json(),
            "distribution": self.distribution(),
            "distribution_step": dollars(2 * self.bank // BINS),
        }

    def _stretch_json(self) -> dict[str, Any] | None:
        """What a session, or a shift of eight hours, holds on average: it does not grow with the
        number of rounds, as the worst of all of them does."""
        sums, count = self.sums, self.sums.stretches
        if not count:
            return None
        return {
            "hours": self.stretch_hours,
            "stretches": count,
            "deepest_fall": _average(sums.falls, count),
            "deepest_fall_sd": _spread(sums.falls, sums.fall_squares, count),
            "losing_run": sums.runs / count,
        }

    def _ruin_json(self) -> dict[str, Any] | None:
        sums = self.sums
        if not sums.sessions:
            return None
        low, high = wilson(sums.ruined, sums.sessions)
        count = sums.sessions
        return {
            "sessions": count,
            "probability": sums.ruined / count,
            "low": low,
            "high": high,
            "goal_reached": sums.reached / count,
            "time_over": (count - sums.ruined - sums.reached) / count,
            "hands_per_session": sums.session_hands / count,
            "gain_per_session": _average(sums.gain, count),
            "gain_sd": _spread(sums.gain, sums.gain_squares, count),
        }

    def distribution(self) -> dict[str, int]:
        """How often the bank's result before fees lay from an amount up to the next."""
        steps = {}
        for number, count in enumerate(self.sums.bins):
            if count:
                steps[dollars(2 * self.bank * number // BINS - self.bank)] = count
        return steps


def _average(total: int, count: int) -> float:
    """Cents into dollars on average."""
    return total / count / 100


def _spread(total: int, squares: int, count: int) -> float:
    """The standard deviation in dollars, from exact sums."""
    if count < 2:
        return 0.0
    return sqrt((squares * count - total * total) / (count * (count - 1))) / 100


def _interval(mean: float, half: float) -> dict[str, float]:
    return {"mean": mean, "low": mean - half, "high": mean + half}


def wilson(found: int, count: int) -> tuple[float, float]:
    """Wilson's interval for a share, at 95 in a hundred."""
    share, z2 = found / count, NORMAL_95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = NORMAL_95 * sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    # At the ends the interval ends too; floats would miss it by a hair.
    low = middle - half if found else 0.0
    return low, middle + half if found < count else 1.0


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Shown):
    """All cells of a grid, and what was supposed."""

    filing: str
    title: str
    table: SimulatedTable
    engine: str
    seed: int
    rounds: int
    cells: list[Cell]
    paths: list[list[int]]  # bankrolls of the first sessions, in cents
    by_book: tuple[str, ...] = ()  # what the house book decided of the table
    instead: str = ""  # how players play where nothing is counted

    @property
    def agrees(self) -> bool:
        """No figure is further from its count than chance allows."""
        return all(cell.check.agrees is not False for cell in self.cells)

    def in_short(self) -> str:
        cell, more = self.cells[0], len(self.cells) - 1
        win, half = (one * cell.hands_an_hour for one in (cell.mean, cell.half_width))
        return (
            f"simulation of {self.filing}, {self.rounds:,} rounds: bank {brief(cell.bank)} "
            f"{win:+,.2f} ± {half:,.2f} an hour" + (f", and {more} more" if more else "")
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each bank under each schedule, in dollars."""
        for cell in self.cells:
            sums = cell.sums
            yield {
                "bank": cell.bank / 100,
                "schedule": None if cell.schedule is None else str(cell.schedule),
                "hands": sums.hands,
                "win_per_hand": cell.mean,
                "half_width": cell.half_width,
                "win_per_hour": cell.mean * cell.hands_an_hour,
                "sd": cell.sd,
                "fee_per_hand": _average(sums.fee, sums.hands),
                "uncovered": sums.short / sums.hands,
                "ruin": cell.ruin,
            }

    def assumed(self) -> list[str]:
        table = self.table
        notes = [
            "rounds played by a compiled kernel, held against the full procedure by tests"
            if self.engine == "kernel"
            else "rounds played by the full procedure: there is no kernel for these rules",
            self.instead or self._played(),
            f"the bank keeps seat {table.bank_seat}; {table.hands_an_hour:g} hands an hour",
            "wagers are drawn anew for every hand; intervals are 95%, hands taken as independent",
            "free collection after a hand without action is not followed",
        ]
        if table.others_bank:
            notes.append(
                f"after its turn each player takes the bank with chance {table.others_bank:g}, "
                "and this one does not bet meanwhile"
            )
        else:
            notes.append("nobody else takes the bank when it is offered")
        if table.bankroll is not None:
            least = "the whole bank" if table.least_bank is None else brief(table.least_bank)
            notes.append(
                f"a session begins with {brief(table.bankroll)} and ends after {table.hours:g} "
                "hours"
                + (f", with {brief(table.goal)} or more" if table.goal else "")
                + f", or in ruin when {least} and the largest fee cannot be put up any more"
            )
        if self.by_book:
            notes.append(f"{BY_THE_BOOK}: {listed(self.by_book)}")
        return notes

    def _played(self) -> str:
        """How the players play, in words."""
        ways = {tuple(player.plays().items()) for player in self.table.player}
        if len(ways) > 1:
            return "each player plays as the table says: " + "; ".join(
                f"seat {player.seat} {_said(player)}" for player in self.table.player
            )
        return f"every player plays {_said(self.table.player[0])}"

    def as_json(self) -> dict[str, Any]:
        table = self.table
        return {
            "filing": self.filing,
            "engine": self.engine,
            "seed": self.seed,
            "rounds": self.rounds,
            "bank_seat": table.bank_seat,
            "hands_an_hour": table.hands_an_hour,
            "play": {
                str(player.seat): {skill: float(share) for skill, share in player.plays().items()}
                for player in table.player
            },
            "bankroll": None if table.bankroll is None else dollars(table.bankroll),
            "goal": None if table.goal is None else dollars(table.goal),
            "hours": table.hours,
            "cells": [cell.as_json() for cell in self.cells],
            "assumed": self.assumed(),
            **({"house_book": list(self.by_book)} if self.by_book else {}),
        }

    def as_text(self) -> RenderableType:
        """Tables for a person, within 80 columns."""
        win = _table("bank", "schedule", "win a hand", "win an hour", "sd", "fee")
        risk = _table("bank", "schedule", "uncovered", "owed", "losing run", "fall", "ruin")
        for cell in self.cells:
            sums, half, pace = cell.sums, cell.half_width, cell.hands_an_hour
            which = brief(cell.bank), "none" if cell.schedule is None else str(cell.schedule)
            win.add_row(
                *which,
                f"{cell.mean:+.3f} ± {half:.3f}",
                f"{cell.mean * pace:+.2f} ± {half * pace:.2f}",
                f"{cell.sd:.2f}",
                f"{_average(sums.fee, sums.hands):.2f}",
            )
            risk.add_row(
                *which,
                f"{sums.short / sums.hands:.2%}",
                f"{_average(sums.short_win, sums.hands):.3f}",
                f"{sums.runs / sums.stretches:.1f}" if sums.stretches else "",
                f"{_average(sums.falls, sums.stretches):,.0f}" if sums.stretches else "",
                "" if cell.ruin is None else f"{cell.ruin:.2%}",
            )
        first = self.cells[0]
        sessions = first.sums.sessions
        seats = _table("seat", "wagered", "result", "fee", "uncovered", "owed", "uncollected")
        for seat in first.seats:
            seats.add_row(
                str(seat.seat),
                f"{seat.wagered:.2f}",
                f"{seat.result:+.3f}",
                f"{seat.fee:.2f}",
                f"{seat.short_hands / first.sums.hands:.2%}",
                f"{seat.owed:.3f}",
                f"{seat.uncollected:.3f}",
            )
        return Group(
            Text(f"{self.title} ({self.filing})", style="bold"),
            f"The bank over {self.rounds:,} rounds, in dollars",
            win,
            risk,
            f"Losing run and fall: the longest and the deepest of {first.stretch_hours:g} hours, "
            "on average.",
            *([f"Ruin is counted over {sessions:,} sessions of each bank."] if sessions else []),
            f"The seats, dollars a hand, at a bank of {brief(first.bank)}",
            seats,
            "Held to the count, dollars a hand after the bank's fee",
            *(
                Text(_checked(cell), style="" if cell.check.agrees is not False else "bold red")
                for cell in self.cells
            ),
            *(f"- {note}" for note in self.assumed()),
        )


def _said(player: Player) -> str:
    words = {"best": "as is best", "chart": "by the chart", "bot": "as the bots do"}
    ways = player.plays()
    if len(ways) == 1:
        return words[next(iter(ways))]
    return ", ".join(f"{words[skill]} {float(share):.0%}" for skill, share in ways.items())


def _checked(cell: Cell) -> str:
    which = "" if cell.schedule is None else f", schedule {cell.schedule}"
    return f"- bank {brief(cell.bank)}{which}: {cell.check.words}"


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
