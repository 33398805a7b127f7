"""Settling a round against a bank whose wager is a budget of action."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from houseway.filings.schema.banking import SettlementOrder
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.rounds.verdicts import ONE, Layout, Result, SeatWagers, Verdict


class Line(NamedTuple):
    """One wager of one bettor, settled. Money in cents."""

    seat: int
    bettor: str
    hand: int
    wager: str
    staked: int
    outcome: str  # win, lose, push, no_action
    odds: Fraction | None
    net: int
    uncovered: int
    because: str
    cite: str


@dataclass(frozen=True, slots=True)
class Settlement:
    lines: tuple[Line, ...]
    net: dict[str, int]
    bank_left: int  # what of the bank's wager was never in action

    @property
    def reaches(self) -> bool:
        """Whether the bank's wager covered everything, with some left: then no order matters."""
        return self.bank_left > 0 and not any(line.uncovered for line in self.lines)


class Bank:
    """The player-dealer's wager as it is used up.

    Gross: every cent collected or paid uses it. Net: what was collected may pay later winners,
    and the bank neither wins nor loses more than its wager in the end.
    """

    __slots__ = ("_gross", "balance", "left", "wager")

    def __init__(self, wager: int, *, gross: bool = True) -> None:
        self.wager, self.left, self.balance, self._gross = wager, wager, 0, gross

    @property
    def exhausted(self) -> bool:
        return self._gross and self.left <= 0

    def take(self, amount: int) -> int:
        """Collect from a loser, as far as the wager reaches."""
        room = self.left if self._gross else self.wager - self.balance
        moved = amount if amount < room else room
        self.left -= moved
        self.balance += moved
        return moved

    def pay(self, amount: int) -> int:
        """Pay a winner, as far as the wager reaches."""
        room = self.left if self._gross else self.wager + self.balance
        moved = amount if amount < room else room
        self.left -= moved
        self.balance -= moved
        return moved


_Claim = tuple[Verdict, str, int]  # what becomes of a wager, whose it is, what is staked
_HANDS = 1000  # more than a seat can split into


def round_the_table(
    layout: Layout, rule: SettlementOrder, first: int, seats: int
) -> list[SeatWagers]:
    """The seats as they are settled, from the one with first action."""
    way = -1 if rule.direction == "counter-clockwise" else 1
    return sorted(layout.seats, key=lambda one: (one.number - first) * way % seats)


def in_order(layout: Layout, result: Result, rule: SettlementOrder, seats: int) -> list[_Claim]:
    """Every claim in the order of settlement.

    Seat by seat round the table; at a seat the wagers in the filing's order (split hands left to
    right), then those of each bettor behind it.
    """
    first = result.first_action
    if first is None:
        return []
    by_seat: dict[int, list[Verdict]] = {seat.number: [] for seat in layout.seats}
    for verdict in result.verdicts:
        by_seat[verdict.seat].append(verdict)
    places, last = rule.places, len(rule.places)
    claims: list[_Claim] = []
    for seat in round_the_table(layout, rule, first, seats):
        verdicts = by_seat[seat.number]
        if len(verdicts) > 1:
            verdicts.sort(key=lambda v: places.get(v.wager, last) * _HANDS + v.hand)
        for bettor, wagers in seat.bettors():
            for verdict in verdicts:
                _, wager, _, _, _, _, of, times, _, _, bettors, prize = verdict
                if bettors is not None and bettor not in bettors:
                    continue
                if prize is not None:
                    claims.append((verdict, bettor, 0))
                    continue
                amount = wagers.get(of or wager, 0)
                if amount:
                    if times is not ONE:
                        amount = amount * times.numerator // times.denominator
                    claims.append((verdict, bettor, amount))
    if rule.passes == "losers-first":
        losing = [claim for claim in claims if claim[0].outcome == "lose"]
        return losing + [claim for claim in claims if claim[0].outcome != "lose"]
    return claims


def moved(bank: Bank, verdict: Verdict, staked: int) -> tuple[int, int]:
    """What a bettor gets of a claim, below zero what is taken, and what the bank cannot cover."""
    outcome = verdict.outcome
    if outcome == "win":
        due = _due(verdict, staked) if verdict.prize is None else verdict.prize
        paid = bank.pay(due)
        return paid, due - paid
    if outcome == "lose":
        due = staked if verdict.forfeits is ONE else _forfeit(verdict.forfeits, staked)
        taken = bank.take(due)
        return -taken, due - taken
    return 0, 0


def _line(bank: Bank, verdict: Verdict, bettor: str, staked: int) -> Line:
    seat, wager, said, because, cite, odds, _, _, _, hand, _, _ = verdict
    outcome: str = said
    net, uncovered = moved(bank, verdict, staked)
    if (uncovered and not net) or (outcome == "push" and bank.exhausted):
        outcome, odds = "no_action", None  # nothing is paid
    return Line._make(
        (seat, bettor, hand, wager, staked, outcome, odds, net, uncovered, because, cite)
    )


def _due(verdict: Verdict, staked: int) -> int:
    """A winner's pay; fractions of a cent are dropped in the bank's favour."""
    odds = verdict.odds
    assert odds is not None, verdict
    return staked * odds.numerator // odds.denominator


def _forfeit(part: Fraction, staked: int) -> int:
    """A loser's loss; what is returned of it is rounded down to the cent."""
    return -(-staked * part.numerator // part.denominator)


def settle(
    terms: Terms[PlayerDealerFiling], layout: Layout, result: Result, bank_wager: int
) -> Settlement:
    """Move the money of a round, in order, until the bank's wager is used up."""
    bank = Bank(bank_wager, gross=terms.option("coverage") == "gross")
    claims = in_order(layout, result, terms.filing.settlement, terms.seats)
    lines = tuple([_line(bank, *claim) for claim in claims])
    net = {bettor: 0 for seat in layout.seats for bettor, _ in seat.bettors()}
    for line in lines:
        net[line.bettor] += line.net
    bettors = sum(net.values())
    net["bank"] = -bettors
    if bank.balance != net["bank"] or abs(net["bank"]) > bank_wager:
        raise AssertionError(f"money is not conserved: bank {bank.balance}, bettors {bettors}")
    return Settlement(lines, net, bank.left)
