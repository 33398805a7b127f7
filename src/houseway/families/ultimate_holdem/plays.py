"""Players of ultimate hold'em: as was counted best, by the card that the odds print, as the bots.

A plan has what to bet with every start and on every flop; on the river the card and the bots go by
the simple rule, best play by all hands the bank may have. Simulation and the procedure's players
read the same plan.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.analysis.cache import keep_part, kept_part
from houseway.analysis.odds import counted, counting, result_key
from houseway.analysis.suits import (
    FLOP_CLASSES,
    HOLES,
    STARTS,
    flop_classes,
    flop_index,
    hole_index,
    hole_moves,
    start_name,
    starts,
)
from houseway.errors import HousewayError
from houseway.families.ultimate_holdem.board import BANKS
from houseway.families.ultimate_holdem.bots import choose as bot
from houseway.families.ultimate_holdem.counting import CHECK, Pays, best_on_river
from houseway.families.ultimate_holdem.deciding import on_river
from houseway.families.ultimate_holdem.odds import flop_bet, solved
from houseway.families.ultimate_holdem.rules import Rules
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.families.ultimate_holdem.simple import bot_starts, simple_flops
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import Table, leaf, tables
from houseway.hands.tables import part
from houseway.rounds.steps import Ask
from houseway.table.bot import Strategy
from houseway.table.sight import Sight

WAITS: Final = 0  # in place of a bet


class Plan(NamedTuple):
    """Bets in antes; 0 to wait."""

    starts: Small  # [hole pair]
    flops: Small  # [flop class, hole pair]
    best_river: bool  # else by the simple rule


def plan_of(terms: Terms[UltimateHoldem], skill: str) -> Plan:
    """What a player of that skill bets."""
    rules = Rules(terms.filing)
    times = np.array([bet for _, bet in rules.bets] + [WAITS] * (256 - len(rules.bets)), np.uint8)
    assert times[CHECK] == WAITS
    if skill == "best":
        first, flops = _kept_plan(terms)
        return Plan(times[first][starts()], times[flops], True)
    bet = flop_bet(rules)
    if bet is None:
        raise HousewayError(
            "no-counted-play",
            "the card's rule is for games with one bet on the flop and one on the river; say "
            '`skill = "best"`',
            where=f"{terms.filing.id}: game.street",
        )
    if skill == "bot":
        largest = terms.filing.game.street[0].bets[0]
        by_start = np.where(bot_starts(), largest, WAITS).astype(np.uint8)
    else:
        (ante,) = (one for one in counted(terms)[0] if one.name == "ante")
        chart = ante.strategy["before the flop"]
        choices = [chart[start_name(start)]["choice"] for start in range(STARTS)]
        words = {"check": WAITS}
        by_start = np.array(
            [words[c] if c in words else int(c.removeprefix("bet ")) for c in choices], np.uint8
        )
    return Plan(by_start[starts()], times[simple_flops(bet)], False)


def _key(terms: Terms[UltimateHoldem]) -> str:
    return result_key(terms, counting(terms.filing.family)) + "-plan"


def _kept_plan(terms: Terms[UltimateHoldem]) -> tuple[Small, Small]:
    """Best play as it was kept, or counted, minutes of work, and kept."""
    content = kept_part(_key(terms))
    if content is None:
        _, solution = solved(terms.filing, lambda _: None)
        file = BytesIO()
        np.savez_compressed(file, starts=solution.starts[0], flops=solution.flops[0])
        content = file.getvalue()
        keep_part(_key(terms), content)
    with np.load(BytesIO(content)) as found:
        first, flops = found["starts"], found["flops"]
    assert first.shape == (STARTS,)
    assert flops.shape == (FLOP_CLASSES, HOLES)
    return first, flops


@leaf
def river_times(
    table: Table, categories: Small, pays: Pays, cards: Integers, board: Integers
) -> int:
    """Antes to bet on the river by best play, 0 to fold: all 990 bank hands are looked at."""
    _, stakes, play = on_river(table, categories, pays, cards, board)
    choice, _ = best_on_river(pays, pays.fold * BANKS, stakes, play)
    return int(pays.bets[choice, 1]) if choice < pays.bets.shape[0] else 0


def strategy(terms: Terms[UltimateHoldem], skill: str) -> Strategy:
    plan, pays = plan_of(terms, skill), Rules(terms.filing).pays()
    class_of, order_of, _ = flop_classes()
    categories = part("category").astype(np.uint8)

    def choose(ask: Ask, sight: Sight, filing: Any) -> str:
        hole = [card.index for card in sight.cards(ask.seat)]
        board = [card.index for card in sight.cards("board")]
        if not board:
            times = plan.starts[hole_index(*hole)]
        elif len(board) < 5:
            flop = flop_index(board)
            times = plan.flops[class_of[flop], hole_moves()[order_of[flop], hole_index(*hole)]]
        elif plan.best_river:
            own, common = np.array(hole, np.int64), np.array(board, np.int64)
            times = river_times(tables(), categories, pays, own, common)
        else:
            return bot(ask, sight, filing)
        if times:
            return f"bet {times}"
        return "check" if "check" in ask.choices else "fold"

    return choose


def ready(terms: Terms[UltimateHoldem], skill: str) -> None:
    plan_of(terms, skill)
