"""Pai gow poker in compiled code, as `houseway.families.pai_gow_poker.procedure` deals it.

Hands are set by `plays`; where the bank lies open first, to beat as much of it as can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.analysis.simulate.booking import (
    Felt,
    Hand,
    Totals,
    new_hand,
    next_hand,
    settle_and_book,
)
from houseway.analysis.simulate.chance import Habits, Shoe, State, below, deal
from houseway.analysis.simulate.payments import (
    LOSES,
    Run,
    by_category,
    dealt_to,
    dice_seats,
    due,
    has_wager,
    next_wagering,
    order_of,
    roll,
    spots_of,
)
from houseway.analysis.two_hands import pays_of, stands
from houseway.families.pai_gow_poker.charts import Rules, best_split, by_chart, split_all
from houseway.families.pai_gow_poker.house_way import joker_use, setter_of
from houseway.families.pai_gow_poker.outcomes import verdicts
from houseway.families.pai_gow_poker.plays import banks_of, chart_rules
from houseway.families.pai_gow_poker.procedure import ace_high_row
from houseway.families.pai_gow_poker.schema import BUGS, PaiGowPoker
from houseway.families.pai_gow_poker.splits import (
    Desk,
    Set,
    best_against,
    empty_set,
    mask_of,
    new_desk,
)
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import (
    FORTUNE_7,
    FORTUNE_CATEGORIES,
    JOKER_7,
    Table,
    leaf,
    strength,
    sums_of,
    tables,
)
from houseway.rounds.order import generator_of

WAGERS: Final = ("game", "fortune", "ace_high", "envy")
_GAME, _FORTUNE, _ACE_HIGH, _ENVY = range(4)
# By a bit for the joker in the bank's ace-high and one for an ace-high of the player; none last.
_ACE_HIGH_ROWS: Final = (
    *(ace_high_row(own=own, joker=joker) for own in (False, True) for joker in (False, True)), "",
)  # fmt: skip
_NO_ROW: Final = len(_ACE_HIGH_ROWS) - 1
CARDS: Final = 7
_JOKER: Final = 52


class Game(NamedTuple):
    """Pays are for one, as numerator and denominator."""

    chart: Rules
    flush: bool  # the joker completes one in the base game
    named: Integers  # [total of the dice]: the position with the first pile
    generator: int  # counts so far in place of the dice; 0: none
    dealt_to: Integers  # the positions that get a pile, clockwise from the bank
    left_over: int
    pay: Integers  # [how the front hand stands, the back one]
    fortune: Integers  # [category]
    ace_high: Integers  # [row]
    prize: Integers  # [category]: envy, in cents
    button_from: int  # the fortune bet with an envy button; 0: there are none
    highest_only: bool
    spots: Integers  # of game, fortune and ace-high; -1: not offered
    order: Integers  # places of the wagers


class Felted(NamedTuple):
    """What lies on the table in a round."""

    cards: Small  # [player, and the bank at last; card]
    code: Integers  # [player]: bonus category
    desk: Desk  # for one hand after the other
    best: Small  # [way to play]: every hand as is best against these banks
    banks: Set


def has_kernel(terms: Terms[PaiGowPoker]) -> bool:
    """Hands are set by a chart, dice place the piles, and bonus rows pay in the usual order."""
    filing = terms.filing
    if joker_use(terms) not in BUGS:
        return False
    if setter_of(terms) is None or filing.first_action.method != "dice":
        return False
    known = {spot.name for spot in filing.spot} <= {*WAGERS}
    if not known or filing.bonus_bets(terms.decks):
        return False
    if filing.game.fortune is None:
        return True
    table = filing.pays("fortune")
    rows = [table.find(name) for name in FORTUNE_CATEGORIES if name]
    paid = [row.pays for row in rows if row is not None and row.pays is not None]
    usual = len(paid) == len(rows) and paid == sorted(paid)
    return usual and filing.game.fortune.joker == "ace-straight-flush"


def game_of(terms: Terms[PaiGowPoker], felt: Felt) -> Game:
    filing, game = terms.filing, terms.filing.game
    fortune = np.full((len(FORTUNE_CATEGORIES), 2), LOSES, np.int64)
    prize = np.zeros(len(FORTUNE_CATEGORIES), np.int64)
    if game.fortune is not None:
        fortune = by_category(filing.pays("fortune"), FORTUNE_CATEGORIES)
        for row in filing.pays("fortune").rows:
            prize[FORTUNE_CATEGORIES.index(row.hand)] = row.envy or 0
    ace_high = np.full((len(_ACE_HIGH_ROWS), 2), LOSES, np.int64)
    if filing.find_spot("ace_high"):
        ace_high = by_category(filing.pays("ace_high"), [name or None for name in _ACE_HIGH_ROWS])
    return Game(
        *chart_rules(terms),
        dice_seats(terms, felt),
        generator_of(terms),
        dealt_to(terms, felt),
        game.piles.left_over,
        pays_of(verdicts(filing)),
        fortune,
        ace_high,
        prize,
        game.envy.button_from if game.envy else 0,
        game.envy is not None and game.envy.pays == "highest-hand",
        spots_of(filing, WAGERS[:_ENVY]),
        order_of(filing, WAGERS),
    )


@leaf
def _block(
    table: Table, game: Game, felt: Felt, habits: Habits, shoe: Shoe, state: State, hands: int,
    hand: Hand, lies: Felted, totals: Totals,
) -> None:  # fmt: skip
    players = hand.wagers.shape[0]
    for _ in range(hands):
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        shown = below(state, game.generator) + 1 if game.generator else roll(state)
        named = game.named[shown]
        start, positions = 0, game.dealt_to.shape[0]
        while game.dealt_to[start] != named:
            start += 1
        for turn in range(positions):
            seat = game.dealt_to[(start + turn) % positions]
            player = players if seat == felt.bank_seat else felt.player_at[seat]
            for i in range(CARDS):
                card = deal(shoe, state)
                if player >= 0:
                    lies.cards[player, i] = card
        for _ in range(game.left_over):
            deal(shoe, state)
        _judge(table, game, habits.skill, hand, lies)
        if named == felt.bank_seat:
            named = named % felt.seats + 1
        settle_and_book(
            felt, habits, totals, hand, next_wagering(felt, hand.wagers, named), session_bank
        )


@leaf
def _seven(table: Table, cards: Small) -> int:
    return int(strength(table, JOKER_7, *sums_of(cards, CARDS)))


@leaf
def _judge(table: Table, game: Game, skill: Integers, hand: Hand, lies: Felted) -> None:
    """What the bank owes on each wager."""
    desk = lies.desk
    chart, spots, order, wagers, dues = game.chart, game.spots, game.order, hand.wagers, hand.due
    players = wagers.shape[0]
    bank = lies.cards[players]
    seven = _seven(table, bank)
    ace_high = chart.seven_high_from <= seven <= chart.seven_high_to
    pushes = chart.ace_high_pushes and ace_high
    split_all(table, game.flush, bank, desk.fronts, desk.backs, desk.foul)
    chosen = by_chart(chart, bank, desk.fronts, desk.backs, desk.foul, desk.ranks)
    bank_front, bank_back = desk.fronts[chosen], desk.backs[chosen]
    with_joker = 0
    for i in range(CARDS):
        if bank[i] == _JOKER:
            with_joker = 1
    for player in range(players):
        for place in range(dues.shape[1]):
            dues[player, place] = 0
        lies.code[player] = 0
        if not has_wager(wagers, player):
            continue
        cards = lies.cards[player]
        game_wager = wagers[player, spots[_GAME]]
        if game_wager and not pushes:
            split_all(table, game.flush, cards, desk.fronts, desk.backs, desk.foul)
            if chart.seen:
                chosen = best_split(
                    chart, desk.fronts, desk.backs, desk.foul, bank_front, bank_back
                )
            else:
                chosen = by_chart(chart, cards, desk.fronts, desk.backs, desk.foul, desk.ranks)
                if lies.best[skill[hand.drawn[player]]]:
                    chosen = best_against(chart, desk, chosen, mask_of(cards), lies.banks)
            front = stands(desk.fronts[chosen], bank_front)
            back = stands(desk.backs[chosen], bank_back)
            dues[player, order[_GAME]] = due(game_wager, game.pay[front], back)
        if spots[_ACE_HIGH] >= 0 and wagers[player, spots[_ACE_HIGH]]:
            row = _NO_ROW
            if pushes:
                own = _seven(table, cards)
                row = 2 * int(chart.seven_high_from <= own <= chart.seven_high_to) + with_joker
            dues[player, order[_ACE_HIGH]] = due(
                wagers[player, spots[_ACE_HIGH]], game.ace_high, row
            )
        if spots[_FORTUNE] >= 0 and wagers[player, spots[_FORTUNE]]:
            code = int(strength(table, FORTUNE_7, *sums_of(cards, CARDS)))
            lies.code[player] = code
            dues[player, order[_FORTUNE]] = due(wagers[player, spots[_FORTUNE]], game.fortune, code)
    if game.button_from:
        _envy(game, hand, lies)


@leaf
def _envy(game: Game, hand: Hand, lies: Felted) -> None:
    """Prizes for the hands of others who made a fortune bet, to those with a button."""
    spot, place = game.spots[_FORTUNE], game.order[_ENVY]
    players = hand.wagers.shape[0]
    for player in range(players):
        if hand.wagers[player, spot] < game.button_from:
            continue
        owed = 0
        for other in range(players):
            if other != player and hand.wagers[other, spot]:
                prize = game.prize[lies.code[other]]
                owed = max(owed, prize) if game.highest_only else owed + prize
        hand.due[player, place] = owed


def prepare(terms: Terms[Any], felt: Felt, habits: Habits, skills: Sequence[str]) -> Run:
    """Rounds at this table."""
    filing, players = terms.filing, len(felt.players)
    table, game = tables(), game_of(terms, felt)
    hand = new_hand(players, len(filing.spot), len(filing.settlement.wager_order))

    def small(*shape: int) -> Small:
        return np.zeros(shape, np.uint8)

    lies = Felted(
        small(players + 1, CARDS),
        np.zeros(players, np.int64),
        new_desk(),
        np.array([skill == "best" for skill in skills], np.uint8),
        banks_of(terms) if "best" in skills else empty_set(0),
    )

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(table, game, felt, habits, shoe, state, hands, hand, lies, totals)

    return run
