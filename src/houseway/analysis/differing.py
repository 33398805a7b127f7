"""What each difference between filings is worth to a bettor: one rule changed, all others kept.

A payoff of a bonus bet is worth how often its row is filled. A rule of the game is counted anew in
the first filing where its family counts in seconds. What neither answers is left out: rules that
bear on play together have no worth of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from houseway.analysis.odds import counted, counting, kept
from houseway.analysis.report import Bet
from houseway.errors import HousewayError
from houseway.filings.diff import same_family, side_by_side
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import make_terms

Changes = Mapping[str, float]  # by bet, of what a unit on it brings


def worth_of_differences(filings: Sequence[FilingBase]) -> dict[str, list[Changes]]:
    """By the path of a rule: for each filing, what its form of the rule would change for bettors
    in the first."""
    first, *others = filings
    if not isinstance(first, PlayerDealerFiling) or not same_family(*filings):
        return {}
    before = kept(make_terms(first))
    found: dict[str, list[Changes]] = {}
    for row in side_by_side(filings):
        changes = [dict(_worth(row.path, first, other, before)) for other in others]
        if row.kind == "rule" and any(changes):
            found[row.path] = [{}, *changes]
    return found


def _worth(
    path: str, first: PlayerDealerFiling, other: FilingBase, before: Mapping[str, Bet]
) -> Iterator[tuple[str, float]]:
    assert isinstance(other, PlayerDealerFiling)
    parts = path.split(".")
    if parts[0] == "pay_table" and parts[2:3] == ["rows"] and parts[-1] == "pays":
        yield from _payoff(parts[1], parts[3], first, other, before)
    elif parts[0] == "game" and before and counting(first.family).EVERY_DECK:
        yield from _counted(parts, first, other, before)


def _payoff(
    name: str, hand: str, first: PlayerDealerFiling, other: PlayerDealerFiling,
    before: Mapping[str, Bet],
) -> Iterator[tuple[str, float]]:  # fmt: skip
    here, there = _table(first, name), _table(other, name)
    bet = before.get(here.wager) if here else None
    if here is None or there is None or bet is None or bet.strategy:
        return
    pays = [row.pays for row in here.rows]
    now = next((row.pays for row in here.rows if row.hand == hand), None)
    then = next((row.pays for row in there.rows if row.hand == hand), None)
    # A payoff that another row has too does not tell which of them was filled.
    if now is None or then is None or now == then or pays.count(now) > 1:
        return
    filled = sum(one.weight for one in bet.outcomes if one.net == now)
    if filled:
        yield here.wager, float(Fraction(then) - Fraction(now)) * float(filled / bet.cases)


def _table(filing: PlayerDealerFiling, name: str) -> PayTable | None:
    return next((one for one in filing.pay_table if one.name == name), None)


def _counted(
    parts: Sequence[str], first: PlayerDealerFiling, other: PlayerDealerFiling,
    before: Mapping[str, Bet],
) -> Iterator[tuple[str, float]]:  # fmt: skip
    """The first filing with this rule of the other, counted."""
    data, theirs = first.model_dump(mode="json"), other.model_dump(mode="json")
    place: Any = data
    try:
        for part in parts[:-1]:
            place, theirs = place[part], theirs[part]
        place[parts[-1]] = theirs[parts[-1]]
        bets, _ = counted(make_terms(type(first).model_validate(data)))
    except (KeyError, TypeError, ValidationError, HousewayError):
        return  # a part of a list, or a rule that cannot stand beside the others
    for bet in bets:
        if bet.name in before and bet.ev != before[bet.name].ev:
            yield bet.name, float(bet.ev - before[bet.name].ev)
