"""Players of pai gow poker: by the house way, or every hand as is best against banks of the chart.

The best setting is the one that does best against a fixed set of banks, dealt by chance and set by
the chart, as in the count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.odds import counted
from houseway.families.pai_gow_poker import charts, splits
from houseway.families.pai_gow_poker.banks import deal_pool
from houseway.families.pai_gow_poker.bots import against_open_bank
from houseway.families.pai_gow_poker.house_way import joker_use
from houseway.families.pai_gow_poker.odds import POOL, SEED, chart_for
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import setting_of
from houseway.filings.terms import Terms
from houseway.hands.kernels import tables
from houseway.rounds.steps import Ask
from houseway.table.bot import Strategy
from houseway.table.sight import Sight


def chart_rules(terms: Terms[PaiGowPoker]) -> tuple[charts.Rules, bool]:
    """The chart as compiled code reads it, and whether the joker completes flushes."""
    rules = charts.rules_for(terms.filing, chart_for(terms)[0])
    return rules, joker_use(terms) != "ace-straight"


def banks_of(terms: Terms[PaiGowPoker]) -> splits.Set:
    """The banks that a player who sets at best has in mind."""
    return deal_pool(*chart_rules(terms), POOL, SEED)


def strategy(terms: Terms[PaiGowPoker], skill: str) -> Strategy:
    rules, flush = chart_rules(terms)
    banks = banks_of(terms) if skill == "best" else splits.empty_set(0)
    desk, setting = splits.new_desk(), setting_of(terms)

    def choose(ask: Ask, sight: Sight, filing: Any) -> str:  # noqa: ARG001
        if ask.kind == "set" and rules.seen:
            return against_open_bank(ask, sight, setting)
        at_best = skill == "best" and ask.kind == "set"
        if not at_best and "house_way" in ask.choices:
            return "house_way"
        held = sight.cards("bank" if ask.kind == "set-bank" else ask.seat)
        cards = np.array([card.index for card in held], np.uint8)
        charts.split_all(tables(), flush, cards, desk.fronts, desk.backs, desk.foul)
        chosen = charts.by_chart(rules, cards, desk.fronts, desk.backs, desk.foul, desk.ranks)
        if at_best:
            chosen = splits.best_against(rules, desk, chosen, splits.mask_of(cards), banks)
        one, other = charts.FRONTS[chosen]
        return f"set {held[one]} {held[other]}"

    return choose


def ready(terms: Terms[PaiGowPoker], skill: str) -> None:  # noqa: ARG001
    counted(terms)
