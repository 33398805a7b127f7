"""Settling a round against a bank whose wager is a budget of action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from houseway.filings.schema.common import SettlementOrder
from houseway.games.order import clockwise_from
from houseway.games.verdicts import ONE, Layout, Result, SeatWagers, Verdict

Coverage = Literal["gross", "net"]


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


class Bank:
    """The player-dealer's wager as it is used up.

    Gross: every cent collected or paid uses it. Net: what was collected may pay later winners,
    and the bank neither wins nor loses more than its wager in the end.
    """

    __slots__ = ("_coverage", "balance", "left", "wager")

    def __init__(self, wager: int, coverage: Coverage = "gross") -> None:
        self.wager, self.left, self.balance, self._coverage = wager, wager, 0, coverage

    @property
    def exhausted(self) -> bool:
        return self._coverage == "gross" and self.left <= 0

    def room(self, collecting: bool) -> int:
        if self._coverage == "gross":
            return self.left
        return self.wager - self.balance if collecting else self.wager + self.balance

    def take(self, amount: int) -> int:
        """Collect from a loser, as far as the wager reaches."""
        moved = min(amount, self.room(collecting=True))
        self.left -= moved
        self.balance += moved
        return moved

    def pay(self, amount: int) -> int:
        """Pay a winner, as far as the wager reaches."""
        moved = min(amount, self.room(collecting=False))
        self.left -= moved
        self.balance -= moved
        return moved


class _Claim(NamedTuple):
    verdict: Verdict
    bettor: str
    staked: int


def _claims_of_seat(
    seat: SeatWagers, verdicts: Sequence[Verdict], order: Sequence[str]
) -> list[_Claim]:
    """A seat's wagers in the filing's order (split hands left to right), then those behind it."""
    place = {name: i for i, name in enumerate(order)}
    ranked = sorted(verdicts, key=lambda v: (place.get(v.wager, len(place)), v.hand))
    claims = []
    for bettor, wagers in seat.bettors():
        for verdict in ranked:
            if verdict.bettors is not None and bettor not in verdict.bettors:
                continue
            if verdict.prize is not None:
                claims.append(_Claim(verdict, bettor, 0))
                continue
            amount = wagers.get(verdict.of or verdict.wager, 0)
            if amount:
                if verdict.times is not ONE:
                    amount = amount * verdict.times.numerator // verdict.times.denominator
                claims.append(_Claim(verdict, bettor, amount))
    return claims


def in_order(layout: Layout, result: Result, rule: SettlementOrder, seats: int) -> Iterable[_Claim]:
    """Every claim in the order of settlement."""
    if result.first_action is None:
        return []
    by_seat: dict[int, list[Verdict]] = {}
    for verdict in result.verdicts:
        by_seat.setdefault(verdict.seat, []).append(verdict)
    turn = clockwise_from(result.first_action, seats)
    if rule.direction == "counter-clockwise":
        turn = turn[:1] + turn[:0:-1]
    wagers = {seat.number: seat for seat in layout.seats}
    claims = [
        claim
        for number in turn
        if number in wagers and number in by_seat
        for claim in _claims_of_seat(wagers[number], by_seat[number], rule.wager_order)
    ]
    if rule.passes == "losers-first":
        losing = [c for c in claims if c.verdict.outcome == "lose"]
        return losing + [c for c in claims if c.verdict.outcome != "lose"]
    return claims


def _settle_claim(claim: _Claim, bank: Bank) -> Line:
    verdict, staked = claim.verdict, claim.staked
    outcome: str = verdict.outcome
    net = uncovered = 0
    if outcome == "win":
        due = _due(verdict, staked)
        net = bank.pay(due)
        uncovered = due - net
        if due and not net:
            outcome = "no_action"
    elif outcome == "lose":
        due = _forfeit(verdict, staked)
        net = -bank.take(due)
        uncovered = due + net
        if due and not net:
            outcome = "no_action"
    elif bank.exhausted:
        outcome = "no_action"
    return Line(
        verdict.seat, claim.bettor, verdict.hand, verdict.wager, staked, outcome,
        verdict.odds, net, uncovered, verdict.because, verdict.cite,
    )  # fmt: skip


def _due(verdict: Verdict, staked: int) -> int:
    """A winner's pay; fractions of a cent are dropped in the bank's favour."""
    if verdict.prize is not None:
        return verdict.prize
    assert verdict.odds is not None, verdict
    return staked * verdict.odds.numerator // verdict.odds.denominator


def _forfeit(verdict: Verdict, staked: int) -> int:
    """A loser's loss; what is returned of it is rounded down to the cent."""
    part = verdict.forfeits
    if part is ONE:
        return staked
    return -(-staked * part.numerator // part.denominator)


def settle(
    layout: Layout,
    result: Result,
    rule: SettlementOrder,
    *,
    seats: int,
    bank_wager: int,
    coverage: Coverage = "gross",
) -> Settlement:
    """Move the money of a round, in order, until the bank's wager is used up."""
    bank = Bank(bank_wager, coverage)
    lines = tuple(_settle_claim(c, bank) for c in in_order(layout, result, rule, seats))
    net = {bettor: 0 for seat in layout.seats for bettor, _ in seat.bettors()}
    for line in lines:
        net[line.bettor] += line.net
    bettors = sum(net.values())
    net["bank"] = -bettors
    if bank.balance != net["bank"] or abs(net["bank"]) > bank_wager:
        raise AssertionError(f"money is not conserved: bank {bank.balance}, bettors {bettors}")
    return Settlement(lines, net, bank.left)
