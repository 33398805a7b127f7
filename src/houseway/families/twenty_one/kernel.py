"""The 21-type games in compiled code, as `houseway.families.twenty_one` deals them."""

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
from houseway.analysis.simulate.chance import Habits, Shoe, State, deal
from houseway.analysis.simulate.payments import (
    LOSES,
    First,
    Run,
    by_category,
    due,
    first_of,
    first_seat,
    spots_of,
)
from houseway.cards import CARDS, JOKER
from houseway.families.twenty_one.counting import RESCUE
from houseway.families.twenty_one.kernel_states import (
    MOST_HANDS,
    RANKS,
    Bank,
    Paid,
    Players,
    tables_of,
)
from houseway.families.twenty_one.plays import way_of
from houseway.families.twenty_one.rules import DOUBLE, HIT, SPLIT, SURRENDER, place_of
from houseway.families.twenty_one.schema import MATCH_ROWS, TwentyOne
from houseway.families.twenty_one.ways import AS_DEALT, Way
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import leaf
from houseway.rounds.order import left_of

WAGERS: Final = ("game", "buster", "red_flex", "match_dealer")
_GAME, _BUSTER, _RED_FLEX, _MATCH = range(4)
_MOST_CARDS: Final = 40  # more than any hand of the bank
_JOKER_RANK: Final = RANKS - 1
# By the number of matching cards of the first two, and of suited ones among them.
_MATCHES: Final = {
    (1, 0): "one-unsuited", (1, 1): "one-suited", (2, 0): "two-unsuited",
    (2, 1): "suited-and-unsuited", (2, 2): "two-suited",
}  # fmt: skip
assert {*_MATCHES.values()} == {*MATCH_ROWS}


class Rules(NamedTuple):
    """Pays are for one, as numerator and denominator."""

    first_cards: Integers  # seats in the order they get their first card
    second_cards: Integers
    turn: Integers
    down_card: bool  # the bank's second card is dealt before the players' choices
    checked: Small  # [rank of the up card]
    frozen: Small
    place: Integers  # [rank]
    most_hands: int  # a seat that has as many splits no more
    buster: Integers  # [cards of a bank that is over; 0 if it is not]
    red_flex: Integers  # [red cards the bank's hand begins with]
    match: Integers  # [three times matching cards, and suited ones]
    spots: Integers  # of the wagers; -1: not offered
    order: Integers  # their first places in the order of settlement; a split takes several
    until_over: bool  # some hand that is over may wait for the bank's cards


class Desk(NamedTuple):
    """What lies on the table in a round."""

    cards: Integers  # [player, and the bank at last; first or second]
    held: Integers  # [player]: hands
    ended: Integers  # [player, hand]: the state in the end
    times: Integers  # [player, hand]: the wager
    forfeit: Integers  # [player, hand]: halves of the game wager given up; 0: compared
    waiting: Integers  # ranks of split cards, the next one last


def has_kernel(terms: Terms[TwentyOne]) -> bool:
    """Bonus bets lie beside a game wager, and are those known here."""
    spots = terms.filing.spot
    beside = all(spot.base or "game" in spot.needs for spot in spots)
    known = {spot.name for spot in spots} <= {*WAGERS}
    return beside and known and not terms.filing.bonus_bets(terms.decks)


def rules_of(terms: Terms[TwentyOne], bank_seat: int, players: Players) -> Rules:
    filing, game = terms.filing, terms.filing.game
    turn = left_of(bank_seat, terms.seats)
    by_side = {"left-of-bank": turn, "left-of-house-dealer": sorted(turn)}
    kinds = game.check.up_cards if game.check else []
    checked, frozen = np.zeros(RANKS, np.uint8), np.zeros(RANKS, np.uint8)
    checked[12] = "ace" in kinds
    checked[8:12] = "ten" in kinds
    frozen[_JOKER_RANK] = game.freeze is not None
    most = game.split.most
    hands = MOST_HANDS if most is None else most + 1
    places, width = {}, 0
    for name in filing.settlement.wager_order:
        places[name] = width
        width += hands if name == "game" else 1
    ranks = [*(CARDS[4 * rank] for rank in range(RANKS - 1)), JOKER]
    return Rules(
        np.array(by_side[game.deal.first_card_from], np.int64),
        np.array(by_side[game.deal.second_card_from], np.int64),
        np.array(turn, np.int64),
        game.deal.bank_second_card == "face-down",
        checked,
        frozen,
        np.array([place_of(card) for card in ranks], np.int64),
        hands,
        _bonus(filing, "buster", ["", *map(str, range(1, _MOST_CARDS))]),
        _bonus(filing, "red_flex", list(map(str, range(_MOST_CARDS)))),
        _bonus(filing, "match_dealer", [_MATCHES.get((n // 3, n % 3), "") for n in range(9)]),
        spots_of(filing, WAGERS),
        np.array([places.get(name, 0) for name in WAGERS], np.int64),
        bool(players.depends.any()),
    )


def _bonus(filing: TwentyOne, wager: str, keys: list[str]) -> Integers:
    """[key]: what the bonus bet pays for it."""
    if wager not in filing.bonus_tables:
        return np.full((len(keys), 2), LOSES, np.int64)
    table, rows = filing.bonus_tables[wager]
    return by_category(table, [rows[key].hand if key in rows else None for key in keys])


@leaf
def _block(
    rules: Rules, players: Players, bank: Bank, paid: Paid, felt: Felt, habits: Habits,
    first: First, shoe: Shoe, state: State, hands: int, hand: Hand, desk: Desk, totals: Totals,
) -> None:  # fmt: skip
    wagers, cards = hand.wagers, desk.cards
    last = cards.shape[0] - 1
    for _ in range(hands):
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        _deal_round(rules, felt, shoe, state, wagers, cards)
        up = cards[last, 0]
        node = bank.after[0, up]
        if rules.down_card:
            node = bank.after[node, cards[last, 1]]
        natural = bank.natural[node] == 1
        _decide(rules, players, felt, habits.skill, shoe, state, hand, desk, natural)
        if not rules.down_card:
            cards[last, 1] = deal(shoe, state)
            node = bank.after[node, cards[last, 1]]
        node, drawn, reds = _complete(rules, players, bank, shoe, state, wagers, desk, node)
        _judge(rules, players, paid, hand, desk, bank.kind[node])
        _judge_bonus(rules, hand, cards, drawn if bank.over[node] else 0, reds)
        card = cards[last, first.by_card] if first.by_card >= 0 else 0
        seat = first_seat(first, felt, wagers, card)
        settle_and_book(felt, habits, totals, hand, seat, session_bank)


@leaf
def _deal_round(
    rules: Rules, felt: Felt, shoe: Shoe, state: State, wagers: Integers, cards: Integers
) -> None:
    game, bank = rules.spots[_GAME], cards.shape[0] - 1
    for step in range(rules.first_cards.shape[0]):
        player = felt.player_at[rules.first_cards[step]]
        if player >= 0 and wagers[player, game]:
            cards[player, 0] = deal(shoe, state)
    cards[bank, 0] = deal(shoe, state)
    for step in range(rules.second_cards.shape[0]):
        player = felt.player_at[rules.second_cards[step]]
        if player >= 0 and wagers[player, game]:
            cards[player, 1] = deal(shoe, state)
    if rules.down_card:
        cards[bank, 1] = deal(shoe, state)


@leaf
def _decide(
    rules: Rules, players: Players, felt: Felt, skill: Integers, shoe: Shoe, state: State,
    hand: Hand, desk: Desk, natural: bool,
) -> None:  # fmt: skip
    """Every seat in turn; each hand of a split gets its second card when play reaches it."""
    game, cards, waiting = rules.spots[_GAME], desk.cards, desk.waiting
    shown = cards[cards.shape[0] - 1, 0] >> 2
    up = rules.place[shown]
    checked = rules.checked[shown] == 1
    played = not rules.frozen[shown] and not (checked and natural)
    for step in range(rules.turn.shape[0]):
        player = felt.player_at[rules.turn[step]]
        if player < 0:
            continue
        if not hand.wagers[player, game]:
            desk.held[player] = 0
            continue
        start = players.start[skill[hand.drawn[player]]]
        one, two = cards[player, 0] >> 2, cards[player, 1] >> 2
        node = start[AS_DEALT, one, two]
        early = checked and players.early[up, node] == 1
        if early or not played:
            desk.held[player] = 1
            desk.ended[player, 0] = node
            desk.times[player, 0] = 1
            desk.forfeit[player, 0] = 1 if early else 0
            continue
        done, left, held, pair = 0, 0, 1, AS_DEALT
        while True:
            move = players.move[up, node] if held < rules.most_hands else players.unsplit[up, node]
            if move == SPLIT:
                waiting[left] = two
                left += 1
                held += 1
                pair = rules.place[one] + 1
                two = deal(shoe, state) >> 2
                node = start[pair, one, two]
                continue
            times, forfeit = 1, 0
            while move == HIT:
                node = players.after[node, deal(shoe, state) >> 2]
                move = players.move[up, node]
            if move == SURRENDER:
                forfeit = 1
            elif move == DOUBLE:
                doubles = 0
                while move == DOUBLE:
                    doubles += 1
                    times *= 2
                    node = players.after[node, deal(shoe, state) >> 2]
                    move = players.doubled[doubles, up, node]
                if move == RESCUE:  # all but the last doubling, which is half of it
                    forfeit = times
            desk.ended[player, done] = node
            desk.times[player, done] = times
            desk.forfeit[player, done] = forfeit
            done += 1
            if left == 0:
                break
            left -= 1
            one, two = waiting[left], deal(shoe, state) >> 2
            node = start[pair, one, two]
        desk.held[player] = done


@leaf
def _complete(
    rules: Rules, players: Players, bank: Bank, shoe: Shoe, state: State, wagers: Integers,
    desk: Desk, node: int,
) -> tuple[int, int, int]:  # fmt: skip
    """The bank draws while a wager waits for it: its state, its cards, the reds at their head."""
    count, last = desk.held.shape[0], desk.cards.shape[0] - 1
    buster, red_flex = rules.spots[_BUSTER], rules.spots[_RED_FLEX]
    waits = red_bets = False
    for player in range(count):
        waits |= buster >= 0 and wagers[player, buster] > 0
        red_bets |= red_flex >= 0 and wagers[player, red_flex] > 0
        for number in range(desk.held[player]):
            ended = desk.ended[player, number]
            decided = desk.forfeit[player, number] > 0 or players.natural[ended] == 1
            waits |= not decided and players.over[ended] == 0
    drawn = reds = 2
    for i in range(1, -1, -1):
        if desk.cards[last, i] & 3 not in (1, 2) or desk.cards[last, i] == 52:
            reds = i
    while bank.hits[node]:
        needed = waits or (red_bets and reds == drawn)
        if not needed and rules.until_over:
            for player in range(count):
                for number in range(desk.held[player]):
                    if not desk.forfeit[player, number]:
                        needed |= players.depends[desk.ended[player, number], node] == 1
        if not needed:
            break
        card = deal(shoe, state)
        node = bank.after[node, card]
        if reds == drawn and card & 3 in (1, 2) and card != 52:
            reds += 1
        drawn += 1
    return node, drawn, reds


@leaf
def _judge(
    rules: Rules, players: Players, paid: Paid, hand: Hand, desk: Desk, against: int
) -> None:
    """What the bank owes on the game wagers."""
    game, place, dues = rules.spots[_GAME], rules.order[_GAME], hand.due
    for player in range(dues.shape[0]):
        for column in range(dues.shape[1]):
            dues[player, column] = 0
        wager = hand.wagers[player, game]
        for number in range(desk.held[player]):
            halves = desk.forfeit[player, number]
            if halves:
                owed = -((wager * halves + 1) // 2)  # what is returned is rounded down
            else:
                row = players.kind[desk.ended[player, number]] * paid.banks + against
                owed = due(wager * desk.times[player, number], paid.odds, row)
            dues[player, place + number] = owed


@leaf
def _judge_bonus(rules: Rules, hand: Hand, cards: Integers, over_in: int, reds: int) -> None:
    """What the bank owes on the bonus bets."""
    spots, order, wagers, dues = rules.spots, rules.order, hand.wagers, hand.due
    last = cards.shape[0] - 1
    for player in range(dues.shape[0]):
        if spots[_BUSTER] >= 0:
            dues[player, order[_BUSTER]] = due(
                wagers[player, spots[_BUSTER]], rules.buster, over_in
            )
        if spots[_RED_FLEX] >= 0:
            dues[player, order[_RED_FLEX]] = due(
                wagers[player, spots[_RED_FLEX]], rules.red_flex, reds
            )
        if spots[_MATCH] >= 0 and wagers[player, spots[_MATCH]]:
            matching = suited = 0
            for i in range(2):
                if cards[player, i] >> 2 == cards[last, 0] >> 2:
                    matching += 1
                    suited += cards[player, i] == cards[last, 0]
            dues[player, order[_MATCH]] = due(
                wagers[player, spots[_MATCH]], rules.match, 3 * matching + suited
            )


def prepare(terms: Terms[Any], felt: Felt, habits: Habits, skills: Sequence[str]) -> Run:
    """Rounds at this table."""
    return prepare_ways(terms, felt, habits, [way_of(terms, skill) for skill in skills])


def prepare_ways(terms: Terms[Any], felt: Felt, habits: Habits, ways: Sequence[Way]) -> Run:
    """Rounds under any ways to play."""
    filing = terms.filing
    players, bank, paid = tables_of(terms, ways)
    rules = rules_of(terms, felt.bank_seat, players)
    first = first_of(terms, felt.bank_seat)
    count, most = len(felt.players), rules.most_hands
    hand = new_hand(count, len(filing.spot), len(filing.settlement.wager_order) - 1 + most)

    def array(*shape: int) -> Integers:
        return np.zeros(shape, np.int64)

    desk = Desk(
        array(count + 1, 2), array(count), array(count, most), array(count, most),
        array(count, most), array(most),
    )  # fmt: skip

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(
            rules, players, bank, paid, felt, habits, first, shoe, state, hands, hand, desk, totals
        )

    return run
