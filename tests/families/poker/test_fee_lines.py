"""Every line of every poker schedule, taken from a pot large enough for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from houseway.families.poker.deck import PokerDeck
from houseway.families.poker.procedure import play
from houseway.families.poker.rules import table_rules
from houseway.families.poker.schema import Poker
from houseway.families.poker.stakes import Stakes
from houseway.filings.loader import load, schedule_sets
from houseway.filings.schema.collection import PotGroup, PotOption
from houseway.filings.terms import make_terms
from houseway.rounds.driver import Round
from houseway.rounds.steps import Ask
from tests.families.poker.hands import POKER_FILINGS

# Of all filings that share a set of options, one for every set.
SETS = {
    "500-club/texas-holdem": 177, "500-club/omaha": 176, "500-club/omaha-hi-lo": 166,
    "500-club/badugi": 60, "napa-valley/texas-holdem": 34,
}  # fmt: skip


def options(name: str) -> Iterator[tuple[PotGroup, PotOption]]:
    for one in schedule_sets(load(name)):
        for group, option in one.options():
            if isinstance(group, PotGroup):
                assert isinstance(option, PotOption)
                yield group, option


LINES = [
    pytest.param(name, group, option, id=f"{name} {option.number}")
    for name in SETS
    for group, option in options(name)
]


def test_every_line_is_here() -> None:
    for name, number in SETS.items():
        assert len(list(options(name))) == number


def test_every_filing_with_fees_shares_one_of_the_sets() -> None:
    sets = {schedule_sets(load(name))[0].name for name in SETS}
    for name in POKER_FILINGS:
        if not name.startswith("outlaws/"):
            assert schedule_sets(load(name))[0].name in sets


def fee_of(name: str, group: PotGroup, option: PotOption, choose: Callable[[Ask, int], str]) -> int:
    """The fee of a hand at large stakes; `choose` is told how many bets have been made."""
    filing = load(name)
    assert isinstance(filing, Poker)
    structure = group.structures[0]
    players = option.players.high or option.players.low
    blinds = (2000, 4000, *(0,) * players)[:players]
    limit = structure == "limit"
    stakes = Stakes(
        structure,
        (0,) * players,
        blinds,
        small_bet=4000 if limit else 0,
        big_bet=8000 if limit else 0,
        min_bet=0 if limit else 4000,
    )
    rules = table_rules(make_terms(filing, schedule=option.number), stakes)
    running = Round(play(rules, [100000] * players), PokerDeck(rules.deck))
    streets = 0
    while not running.over:
        ask = running.waiting_for()[0]
        if ask.kind == "bet":
            streets = [street.label for street in rules.streets].index(ask.facts["street"])
        running.answer(ask.seat, choose(ask, streets))
    fee: int = running.result.fee
    return fee


def check_down(ask: Ask, _street: int) -> str:
    return ask.default or ask.choices[-1]


def folds_from(round_: int) -> Callable[[Ask, int], str]:
    """Everybody checks and calls until a round in which all fold to the last."""

    def choose(ask: Ask, street: int) -> str:
        if ask.kind == "bet" and street >= round_:
            return "fold"
        return check_down(ask, street)

    return choose


@pytest.mark.parametrize(("name", "group", "option"), LINES)
def test_fee_line(name: str, group: PotGroup, option: PotOption) -> None:
    fees = [fee_of(name, group, option, folds_from(round_)) for round_ in range(4)]
    fees.append(fee_of(name, group, option, check_down))
    if group.taken == "flop-turn-river":
        flop = option.regular
        turn = flop + option.turn
        river = turn + option.river
        # Folding before the flop, on it, on the turn, on the river, and a showdown.
        assert fees == [option.modified, flop, turn, river, river]
    else:
        first, second = option.regular, option.regular + option.second
        third = second + option.third
        # Folding in the first, second, third and fourth round, and a showdown.
        assert fees == [0, first, second, third, third]
