"""What a table's collection takes from each hand, and what is left of every bettor's odds.

The table is described by the same file as for a simulation. Fees come from `settlement.collection`,
as they are taken in a round; a fee by the half hour is spread over the hands of a half hour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.report import Bet, Json, OddsReport
from houseway.analysis.simulate.table import Player, SimulatedTable, check_players
from houseway.errors import HousewayError
from houseway.filings.schema.collection import CaliforniaGroup, CaliforniaOption
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.collection import bracket_fee, fees, table_action

HALF_HOURS = 2  # in an hour


@dataclass(frozen=True, slots=True)
class TableFees:
    """Fees a hand in cents, as expected over the wagers that may lie there."""

    bank: Fraction
    seats: Mapping[int, Fraction]

    @property
    def total(self) -> Fraction:
        return self.bank + sum(self.seats.values())


def after_collection(
    report: OddsReport, filing: PlayerDealerFiling, table: SimulatedTable
) -> OddsReport:
    """The report with what the fees of each of the table's schedules leave of it."""
    if not table.schedule or not table.player:
        raise HousewayError(
            "no-table", "fees need a `schedule` and at least one [[player]]", where="table"
        )
    for bonus in filing.pay_table:
        why = report.not_counted.get(bonus.wager)
        spot = bonus.paid_on or bonus.wager
        if why and any(_expected_wagers(player, filing).get(spot) for player in table.player):
            raise HousewayError("no-odds", why, where=f"{filing.id}: pay_table {bonus.name}")
    answers = []
    for schedule in table.schedule:
        terms = make_terms(
            filing, options=report.options, decks=report.decks,
            schedule=schedule, limits=table.limits,
        )  # fmt: skip
        answers.append(_answer(report, terms, table))
    return replace(report, collection=answers)


def _answer(
    report: OddsReport, terms: Terms[PlayerDealerFiling], table: SimulatedTable
) -> dict[str, Json]:
    taken = table_fees(terms, table)
    base_spots = terms.filing.base_spots
    worth = table_worth(report.bets, terms.filing, table)
    players: list[Json] = []
    staked: dict[str, Fraction] = {}
    values: dict[str, Fraction] = {}
    base_fees: dict[str, Fraction] = {}
    for player, seat in zip(table.player, worth.seats, strict=True):
        fee = taken.seats[player.seat]
        players.append(
            {
                "seat": player.seat,
                "wagers": {name: _dollars(amount) for name, amount in seat.wagers.items()},
                "skill": {skill: float(share) for skill, share in player.plays().items()},
                **_gain(seat.result, fee),
                "cost_of_play": _dollars(seat.best - seat.result),
            }
        )
        bets = [bet for bet in report.bets.values() if seat.wagers.get(bet.unit)]
        base = {bet.name: seat.wagers[bet.unit] for bet in bets if bet.unit in base_spots}
        for name, amount in base.items():
            staked[name] = staked.get(name, Fraction(0)) + amount
            value = amount * _value(report.bets[name], player)
            values[name] = values.get(name, Fraction(0)) + value
            share = fee * amount / sum(base.values())
            base_fees[name] = base_fees.get(name, Fraction(0)) + share
    result_of_bank = _gain(worth.bank, taken.bank)
    assert terms.schedule is not None
    return {
        "schedule": terms.schedule.cite,
        "hands_an_hour": table.hands_an_hour,
        "bank": {
            **result_of_bank,
            "after_an_hour": result_of_bank["after"] * table.hands_an_hour,
            "from_play": _dollars(worth.cost),
        },
        "players": players,
        "fees_per_hand": _dollars(taken.total),
        # The fee falls on the base game: what is left of its odds, over all that play here.
        "bets": {
            name: _after(values[name] / amount, base_fees[name] / amount)
            for name, amount in staked.items()
        },
    }


# What a table is worth before fees, under its players' skill


@dataclass(frozen=True, slots=True)
class SeatWorth:
    """A seat's hand on average, in cents."""

    wagers: Mapping[str, Fraction]
    result: Fraction
    best: Fraction  # the same wagers under best play


@dataclass(frozen=True, slots=True)
class TableWorth:
    """What a hand brings the bank, in cents, and how far that may be off."""

    seats: tuple[SeatWorth, ...]
    error: float
    empty: Fraction  # how often nobody wagers

    @property
    def bank(self) -> Fraction:
        return -sum((seat.result for seat in self.seats), start=Fraction(0))

    @property
    def cost(self) -> Fraction:
        """What the players give up against best play."""
        return sum((seat.best - seat.result for seat in self.seats), start=Fraction(0))


def table_worth(
    bets: Mapping[str, Bet], filing: PlayerDealerFiling, table: SimulatedTable
) -> TableWorth:
    """Every seat's expected result under its skill, prizes for others' hands included."""
    seats = []
    staked: dict[str, Fraction] = {}
    empty = Fraction(1)
    for player in table.player:
        wagers = _expected_wagers(player, filing)
        result = best = Fraction(0)
        for bet in bets.values():
            amount = wagers.get(bet.unit, Fraction(0))
            if not amount:
                continue
            staked[bet.name] = staked.get(bet.name, Fraction(0)) + amount
            prizes = _prizes(bet, player, filing, table)
            result += amount * _value(bet, player) + prizes
            best += amount * Fraction(bet.ev) + prizes
        seats.append(SeatWorth(wagers, result, best))
        empty *= 1 - sum((share for _, share in _placed(player, filing)), start=Fraction(0))
    error = sum(
        float(staked[bet.name]) * ((bet.standard_error or 0) + (bet.error_bound or 0))
        for bet in bets.values()
        if bet.name in staked
    )
    return TableWorth(tuple(seats), error, empty)


def _value(bet: Bet, player: Player) -> Fraction:
    """A unit of the bet as the player plays it."""
    for skill in player.plays():
        if bet.played.get(skill) == ():
            raise HousewayError(
                "no-counted-play",
                f"play as by `{skill}` is not counted here",
                where=f"seat {player.seat}: skill",
            )
    return sum(
        (share * Fraction(bet.under(skill).ev) for skill, share in player.plays().items()),
        start=Fraction(0),
    )


def _prizes(
    bet: Bet, player: Player, filing: PlayerDealerFiling, table: SimulatedTable
) -> Fraction:
    """What a player gets for the hands of others who make the same bet, in cents."""
    if bet.prizes is None:
        return Fraction(0)

    def chance(one: Player, least: int) -> Fraction:
        placed = ((seat.wagers.get(bet.unit, 0), share) for seat, share in _placed(one, filing))
        return sum((share for amount, share in placed if amount >= least), start=Fraction(0))

    others = {0: Fraction(1)}
    for other in table.player:
        if other is not player:
            made = chance(other, 1)
            others = _added(others, {0: 1 - made, 1: made})
    whole = sum(Fraction(bet.prizes.expected(n)) * share for n, share in others.items())
    return chance(player, bet.prizes.least) * whole


def _after(ev: Fraction | float, fee: Fraction) -> dict[str, float]:
    left = float(ev) - float(fee)
    return {"fee_per_unit": float(fee), "ev": left, "edge": -left}


def _gain(result: Fraction, fee: Fraction) -> dict[str, float]:
    return {"ev": _dollars(result), "fee": _dollars(fee), "after": _dollars(result - fee)}


def _dollars(amount: Fraction) -> float:
    return float(amount / 100)


def _placed(player: Player, filing: PlayerDealerFiling) -> Iterator[tuple[SeatWagers, Fraction]]:
    """What may lie at a seat, with its probability; hands that are sat out are left out."""
    for case, share in player.cases(filing).items():
        wagers = {s.name: amount for s, amount in zip(filing.spot, case, strict=True) if amount}
        if wagers:
            yield SeatWagers(player.seat, wagers), share


def _expected_wagers(player: Player, filing: PlayerDealerFiling) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for seat, share in _placed(player, filing):
        for name, amount in seat.wagers.items():
            found[name] = found.get(name, Fraction(0)) + share * amount
    return found


def table_fees(terms: Terms[PlayerDealerFiling], table: SimulatedTable) -> TableFees:
    """The fees of a hand by the schedule in force: the bank's, and each seat's."""
    group, option, cite = _schedule(terms)
    bank_seat = table.bank_seat or _free_seat(terms, table)
    check_players(terms, table.model_copy(update={"bank_seat": bank_seat}))
    by_the_hour = hourly_fee(group, option) / Fraction(str(table.hands_an_hour))
    # The table action in cents, with its probability: players put in one after another.
    action: dict[int, Fraction] = {0: Fraction(1)}
    seats: dict[int, Fraction] = {}
    for player in table.player:
        seats[player.seat] = by_the_hour
        own: dict[int, Fraction] = {}
        for seat, share in _placed(player, terms.filing):
            layout = Layout(bank_seat, (seat,))
            amount = table_action(terms, layout, group)
            own[amount] = own.get(amount, Fraction(0)) + share
            taken = fees(terms, layout)
            assert taken is not None
            seats[player.seat] += share * taken.seats.get(str(seat.number), 0)
        own[0] = own.get(0, Fraction(0)) + 1 - sum(own.values())
        action = _added(action, own)
    bank = Fraction(0)
    for amount, share in action.items():
        if amount and share:
            fee = bracket_fee(
                option.bank, amount, missing=option.bank_missing, where="table action", cite=cite
            )
            bank += share * fee
    return TableFees(bank, seats)


def _schedule(
    terms: Terms[PlayerDealerFiling],
) -> tuple[CaliforniaGroup, CaliforniaOption, str]:
    schedule = terms.schedule
    group, option = (schedule.group, schedule.option) if schedule else (None, None)
    if (
        schedule is None
        or not isinstance(group, CaliforniaGroup)
        or not isinstance(option, CaliforniaOption)
    ):
        raise HousewayError(
            "wrong-schedule", "this schedule is not one of a player-dealer game", where="schedule"
        )
    return group, option, schedule.cite


def _free_seat(terms: Terms[PlayerDealerFiling], table: SimulatedTable) -> int:
    taken = {player.seat for player in table.player}
    for seat in range(1, terms.seats + 1):
        if seat not in taken:
            return seat
    raise HousewayError(
        "no-bank-seat", f"all {terms.seats} seats are played; the bank needs one", where="player"
    )


def hourly_fee(group: CaliforniaGroup, option: CaliforniaOption) -> Fraction:
    """What a player pays an hour whatever is played, in cents."""
    if group.player_basis != "half-hour":
        return Fraction(0)
    return Fraction(HALF_HOURS * option.player[0].fee)


def _added(action: Mapping[int, Fraction], own: Mapping[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for before, share in action.items():
        for amount, part in own.items():
            found[before + amount] = found.get(before + amount, Fraction(0)) + share * part
    return found
