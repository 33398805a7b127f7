"""The coach of pai gow poker: the house way with its row, and the setting that does best.

Where the bank lies open every setting is held against it. Where it is hidden the settings are
tried against many hands of the bank, dealt by chance and set by the chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from houseway.cards import Card, write
from houseway.families.pai_gow_poker.bots import set_hand
from houseway.families.pai_gow_poker.house_way import setter_of
from houseway.families.pai_gow_poker.odds import chart_for
from houseway.families.pai_gow_poker.procedure import set_verdict
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import SetHand, Setting, setting_of
from houseway.filings.terms import Terms
from houseway.rounds.events import Chose
from houseway.rounds.verdicts import Verdict
from houseway.table.coach import Advice, Seen, Worth, once_for_terms

if TYPE_CHECKING:
    from houseway.families.pai_gow_poker.splits import Set


def advise(seen: Seen) -> Advice:
    terms, cards = seen.terms, seen.sight.cards(seen.place)
    setting = setting_of(terms)
    setter = setter_of(terms)
    told: dict[str, dict[str, str]] = {}
    row = cite = ""
    if setter is not None:
        way = setter.set(cards)
        row, cite = way.row, way.cite
        told["house_way"] = _told(setting.hand("house_way", cards))
    if seen.kind == "set-bank":
        return _without_figures(seen, setting, told, row, cite)
    worth, how = _worth(seen, setting, cards)
    best, chosen = _best(seen, worth)
    hand = setting.hand(chosen, cards)
    by_chart = setting.hand("house_way", cards) if setter is not None else None
    return Advice(
        hand=hand.words,
        best=best,
        worth=tuple(worth),
        unit="game",
        why=_why(hand, by_chart),
        how=how,
        row=row,
        cite=cite or str(terms.filing.game.players_set.cite),
        more={"settings": {**told, "best": _told(hand)}},
    )


def _without_figures(
    seen: Seen, setting: Setting, told: dict[str, dict[str, str]], row: str, cite: str
) -> Advice:
    """The bank sets for all wagers at once."""
    cards = seen.sight.cards(seen.place)
    best = "house_way" if told else set_hand(cards, setting)
    hand = setting.hand(best, cards)
    return Advice(
        hand=hand.words,
        best=best,
        why="It keeps both hands as strong as they can be together.",
        how="By the filed chart." if told else "By a rule of thumb: this game has no filed chart.",
        row=row,
        cite=cite,
        more={"settings": {**told, "best": _told(hand)}},
    )


def _open_bank(seen: Seen) -> bool:
    whole: int = seen.terms.filing.game.piles.cards
    return len(seen.sight.cards("bank")) == whole


def _worth(seen: Seen, setting: Setting, cards: Sequence[Card]) -> tuple[list[Worth], str]:
    game = seen.wagers.get("game", 0)
    moves = [f"set {write(front)}" for front in combinations(cards, 2)]
    if _open_bank(seen):
        set_by = next(
            e.move for e in seen.sight.events if isinstance(e, Chose) and e.kind == "set-bank"
        )
        bank = setting.hand(set_by or "house_way", seen.sight.cards("bank"))
        found = [
            Worth(m, game * float(_net(seen.terms, setting.hand(m, cards), bank))) for m in moves
        ]
        return _with_house_way(seen, setting, cards, found), "The bank's hands lie open."
    from houseway.families.pai_gow_poker.banks import try_all
    from houseway.families.pai_gow_poker.outcomes import verdicts

    pool, flush = pool_of(seen.terms)
    tried = try_all(pool, [card.index for card in cards], flush=flush)
    judged = verdicts(seen.terms.filing)  # with none, one and both of the hands higher
    lost, one, both = (float(judged[a][b].net) for a, b in ((0, 0), (0, 2), (2, 2)))
    found = []
    for way, move in enumerate(moves):
        none, some, all_ = (int(n) for n in tried.higher[way])
        value = (none * lost + some * one + all_ * both) / tried.banks
        foul = float(_foul(seen.terms))
        found.append(Worth(move, game * (foul if tried.foul[way] else value)))
    source = chart_for(seen.terms)[1]
    chart = "the chart" if source == seen.terms.filing.id else f"the chart of {source}"
    how = (
        f"Tried against {tried.banks:,} hands of the bank dealt by chance and set by {chart}; a "
        f"figure is good to about {1 / sqrt(tried.banks):.1%} of the wager."
    )
    return _with_house_way(seen, setting, cards, found), how


def _with_house_way(
    seen: Seen, setting: Setting, cards: Sequence[Card], found: list[Worth]
) -> list[Worth]:
    if "house_way" not in seen.choices:
        return found
    front = set(setting.hand("house_way", cards).front)
    same = next(
        worth.cents
        for worth, two in zip(found, combinations(cards, 2), strict=True)
        if set(two) == front
    )
    return [Worth("house_way", same), *found]


def _best(seen: Seen, worth: Sequence[Worth]) -> tuple[str, str]:
    """The best move; the house way where another is better by less than chance can tell."""
    best = max(worth, key=lambda one: one.cents)
    way = worth[0]
    doubt = 0.0 if _open_bank(seen) else 0.002 * seen.wagers.get("game", 0)
    if way.move == "house_way" and best.cents - way.cents <= doubt:
        return "house_way", "house_way"
    return best.move, best.move


def _why(hand: SetHand, by_chart: SetHand | None) -> str:
    if by_chart is not None and set(hand.front) == set(by_chart.front):
        return "No setting does better."
    if by_chart is None:
        return f"No other setting does better than {hand.words}."
    return f"{hand.words[0].upper()}{hand.words[1:]} does better than the chart's setting."


def _net(terms: Terms[PaiGowPoker], hand: SetHand, bank: SetHand) -> Fraction:
    if hand.foul:
        return _foul(terms)
    return set_verdict(terms.filing, 1, hand, bank).net


def _foul(terms: Terms[PaiGowPoker]) -> Fraction:
    return Verdict(1, "game", terms.filing.game.foul.outcome, "", "").net


def _told(hand: SetHand) -> dict[str, str]:
    return {"front": write(hand.front), "back": write(hand.back), "words": hand.words}


def _deal_pool(terms: Terms[PaiGowPoker]) -> tuple[Set, bool]:
    from houseway.families.pai_gow_poker.banks import deal_pool
    from houseway.families.pai_gow_poker.plays import chart_rules

    rules, flush = chart_rules(terms)
    return deal_pool(rules, flush), flush


pool_of = once_for_terms(_deal_pool)
