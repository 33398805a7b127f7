"""The fee of the schedule in force, from the bank and the players, before the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from houseway.errors import Refused
from houseway.filings.schema.base import Span, brief
from houseway.filings.schema.collection import Bracket, CaliforniaGroup, CaliforniaOption
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.settle import Line
from houseway.settlement.wagers import PlayerDealerTerms


@dataclass(frozen=True, slots=True)
class Fees:
    """What the drop box takes, in cents; `seats` holds amounts that are not zero.

    A `jackpot` drop of a bettor is no fee of the house and is not waived.
    """

    bank: int
    seats: Mapping[str, int]
    waived: Mapping[str, int]
    jackpot: Mapping[str, int] = field(default_factory=dict)

    def owed_by(self, bettor: str) -> int:
        return self.seats.get(bettor, 0) + self.jackpot.get(bettor, 0)

    @property
    def total(self) -> int:
        return self.bank + sum(self.seats.values())


def bracket_fee(
    brackets: Sequence[Bracket], amount: int, *, missing: Sequence[Span] = (), where: str, cite: str
) -> int:
    """The fee for an amount: that of the highest bracket whose start it has reached.

    An amount below the first bracket pays the first bracket's fee.
    """
    dropped = next((span for span in missing if amount >= span.low), None)
    if dropped is not None:
        raise Refused(
            "no-fee-filed",
            f"{brief(amount)} lies in the bracket {dropped}, for which the filing gives no fee",
            where=where,
            cite=cite,
        )
    fee = brackets[0].fee
    start = -1
    for bracket in brackets:
        if amount >= bracket.span.low > start:
            fee, start = bracket.fee, bracket.span.low
    return fee


def table_action(terms: PlayerDealerTerms, layout: Layout, group: CaliforniaGroup) -> int:
    """The total of the wagers placed before the deal, as the schedule counts it."""
    return sum([seat_action(terms, seat, group) for seat in layout.seats])


def seat_action(terms: PlayerDealerTerms, seat: SeatWagers, group: CaliforniaGroup) -> int:
    """What a seat adds to the table action."""
    action = 0
    for _, own in seat.bettors() if group.backline_in_action else seat.bettors()[:1]:
        if group.action == "all-wagers":
            action += sum(own.values())
        else:
            action += sum([own.get(spot, 0) for spot in terms.filing.base_spots])
    return action


def bank_fee(terms: PlayerDealerTerms, action: int) -> int:
    """What the bank pays for a table action."""
    schedule = schedule_in_force(terms)
    if schedule is None or not schedule[1].bank:
        return 0
    option = schedule[1]
    assert terms.schedule is not None
    return bracket_fee(
        option.bank,
        action,
        missing=option.bank_missing,
        where="table action",
        cite=terms.schedule.cite,
    )


def fees(terms: PlayerDealerTerms, layout: Layout) -> Fees | None:
    """The collection of a round; None where no schedule is in force."""
    schedule = schedule_in_force(terms)
    if schedule is None:
        return None
    group, option = schedule
    bank = bank_fee(terms, table_action(terms, layout, group)) if option.bank else 0
    seats: dict[str, int] = {}
    waived: dict[str, int] = {}
    jackpot: dict[str, int] = {}
    buttons = terms.filing.collection.free_collection is not None
    for seat in layout.seats:
        for bettor, wagers in seat.bettors():
            if option.jackpot and wagers and (group.backline_pays or "/" not in bettor):
                jackpot[bettor] = option.jackpot
            fee = player_fee(terms, bettor, wagers)
            if not fee:
                continue
            if buttons and seat.hands_in(bettor):
                waived[bettor] = fee
            else:
                seats[bettor] = fee
    return Fees(bank, seats, waived, jackpot)


def schedule_in_force(terms: PlayerDealerTerms) -> tuple[CaliforniaGroup, CaliforniaOption] | None:
    """The schedule of a player-dealer game, if there is one."""
    if terms.schedule is None:
        return None
    group, option = terms.schedule.group, terms.schedule.option
    if not isinstance(group, CaliforniaGroup) or not isinstance(option, CaliforniaOption):
        raise Refused(
            "wrong-schedule", "this schedule is not one of a player-dealer game", where="schedule"
        )
    return group, option


def player_fee(terms: PlayerDealerTerms, bettor: str, wagers: Mapping[str, int]) -> int:
    """What a bettor pays in a round; a fee by the half hour is no fee of the round."""
    schedule = schedule_in_force(terms)
    if schedule is None:
        return 0
    group, option = schedule
    if not option.player or group.player_basis in ("none", "half-hour"):
        return 0
    behind = "/" in bettor
    if not wagers or (behind and not group.backline_pays):
        return 0
    base = sum([wagers.get(spot, 0) for spot in terms.filing.base_spots])
    if group.player_basis == "flat":
        amount = sum(wagers.values())
    elif base:
        amount = base
    else:
        return 0
    assert terms.schedule is not None
    return bracket_fee(
        option.player,
        amount,
        missing=option.player_missing,
        where=f"seat {bettor}",
        cite=terms.schedule.cite,
    )


def without_action(filing: PlayerDealerFiling, lines: Iterable[Line]) -> list[str]:
    """Bettors whose wagers got no action at all: where the text has it so, a button is owed them.
    Those behind a seat are among them where the filing is read so."""
    rule = filing.collection.free_collection
    if rule is None:
        return []
    base = {*filing.base_spots, "play"}
    outcomes: dict[str, set[str]] = {}
    for line in lines:
        if line.wager in base and (rule.behind or "/" not in line.bettor):
            outcomes.setdefault(line.bettor, set()).add(line.outcome)
    return [bettor for bettor, found in outcomes.items() if found == {"no_action"}]
