"""A 21-type game as tables for compiled code: what each card makes of a hand, what is done with it.

A state is a hand as far as anything depends on it. Choices are asked of the procedure's own
`decision` and of whoever plays, payments of its `Judge`: no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.cards import CARDS, JOKER, Card
from houseway.families.twenty_one.choices import (
    Hand,
    House,
    SeatPlay,
    after_double,
    decision,
    early_surrender,
)
from houseway.families.twenty_one.counting import RESCUE
from houseway.families.twenty_one.judging import Judge, depends_on_drawing
from houseway.families.twenty_one.rules import ACE_PLACE, JOKER_PLACE, MOVES, STAND, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.ways import AS_DEALT, Way
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers, Small
from houseway.hands.twenty_one import Total, card_count
from houseway.rounds.verdicts import SeatWagers

RANKS: Final = 14  # the joker's after the ace's
PLACES: Final = JOKER_PLACE + 1
MOST_HANDS: Final = 12  # of a seat, where the filing sets no limit; one in billions would have more
_WAGER: Final = 100
_CODES: Final = {**MOVES, "rescue": RESCUE, "play on": STAND}
_DECK: Final = (*CARDS, JOKER)
# A card of each rank, the joker last.
_OF_RANK: Final = (*(CARDS[4 * rank] for rank in range(RANKS - 1)), JOKER)


class Bank(NamedTuple):
    """The bank's hand, state by state; 0 is no card."""

    after: Integers  # [state, card]
    hits: Small
    over: Small
    natural: Small
    kind: Integers  # [state]: which payments it means


class Players(NamedTuple):
    """The players' hands, state by state."""

    start: Integers  # [way to play, as dealt or pair, rank, rank]
    after: Integers  # [state, rank]
    move: Small  # [up card's place, state]
    unsplit: Small  # the same where no split is left
    doubled: Small  # [doubles made, up card's place, state]
    early: Small  # [up card's place, state]: surrendered before the check
    over: Small
    natural: Small  # or so many cards: the bank's next ones do not matter
    kind: Integers  # [state]: which payments it means
    depends: Small  # [state, bank's state]: over, and the bank's next cards still matter


class Paid(NamedTuple):
    """What a hand gains for one, as numerator and denominator, [hand's kind * banks + bank's]."""

    odds: Integers
    banks: int


class _State(NamedTuple):
    way: int
    pair: int
    cards: tuple[Card, ...]
    total: Total


@dataclass
class _Hands:
    """States as they are found, from the first two cards on."""

    terms: Terms[TwentyOne]
    ways: Sequence[Way]
    keys: dict[Any, int] = field(default_factory=dict)
    hands: list[_State] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.house = House.of(self.terms)
        push = self.terms.filing.game.player_push
        charlie = self.terms.filing.game.rules.charlie
        self._counted = max(3, push.cards + 1 if push else 3, charlie)  # so far as they matter

    def number(self, way: int, pair: int, cards: Sequence[Card]) -> int:
        """The state of a hand, a new one if it has not been met."""
        by_cards = self.ways[way].by_cards
        who: tuple[int, ...] = way, pair
        if not by_cards:
            who = way, pair != AS_DEALT, pair == ACE_PLACE + 1
        ranks = sorted(card.rank for card in cards)
        key: tuple[Any, ...]
        if len(cards) == 2:
            key = who, *ranks
        elif by_cards:
            key = who, *sorted(place_of(card) for card in cards)
        else:
            least = sum(card_count(card) for card in cards)
            key = who, least, min(len(cards), self._counted), 14 in ranks, ranks.count(0), "more"
        if key not in self.keys:
            self.keys[key] = len(self.hands)
            total = self.terms.filing.game.rules.total(cards, split=pair != AS_DEALT)
            self.hands.append(_State(way, pair, tuple(cards), total))
        return self.keys[key]

    def hand(self, state: int) -> Hand:
        _, pair, cards, total = self.hands[state]
        split_ace = pair == ACE_PLACE + 1
        return Hand(list(cards), total, split=pair != AS_DEALT, split_ace=split_ace)

    def moves(self, state: int, up: int) -> tuple[int, int]:
        """What is done, and what where no split is left."""
        hand = self.hand(state)
        step = decision(self.house, SeatPlay(1, _WAGER, hands=[hand]), hand, 1)
        if step is None:
            return STAND, STAND
        if isinstance(step, str):
            return _CODES[step], _CODES[step]
        way, pair, cards, _ = self.hands[state]
        decide = self.ways[way].decide
        move = decide(step, cards, pair, up, 0)
        if move == "split":
            step = replace(step, choices=tuple(c for c in step.choices if c != "split"))
            return _CODES[move], _CODES[decide(step, cards, pair, up, 0)]
        return _CODES[move], _CODES[move]

    def after_double(self, state: int, up: int, doubles: int) -> int:
        hand = self.hand(state)
        hand.doubles = doubles
        ask = after_double(self.house, SeatPlay(1, _WAGER, hands=[hand]), hand, 1)
        if ask is None:
            return STAND
        way, pair, cards, _ = self.hands[state]
        return _CODES[self.ways[way].decide(ask, cards, pair, up, doubles)]

    def early(self, state: int, up: int) -> bool:
        if not self.house.early_surrender or self.hand(state).finished:
            return False
        way, pair, cards, _ = self.hands[state]
        ask = early_surrender(SeatPlay(1, _WAGER))
        return self.ways[way].decide(ask, cards, pair, up, 0) == "surrender"


def tables_of(terms: Terms[TwentyOne], ways: Sequence[Way]) -> tuple[Players, Bank, Paid]:
    """A game under some ways to play, states of each by themselves."""
    bank, banks = _bank(terms)
    ranks = [rank for rank in range(RANKS) if rank < RANKS - 1 or terms.filing.game.jokers]
    found = _Hands(terms, ways)
    start = np.zeros((len(ways), PLACES + 1, RANKS, RANKS), np.int64)
    for way, pair, one in product(range(len(ways)), range(PLACES), ranks):
        if pair != AS_DEALT and place_of(_OF_RANK[one]) != pair - 1:
            continue
        for two in ranks:
            cards = _OF_RANK[one], _OF_RANK[two]
            start[way, pair, one, two] = found.number(way, pair, cards)
    rows: list[list[int]] = []
    moves: list[list[tuple[int, int]]] = []
    doubled: list[list[list[int]]] = []
    most = found.house.doubles
    ups = PLACES if terms.filing.game.jokers else PLACES - 1
    state = 0
    while state < len(found.hands):  # grows while it is read
        chosen = [found.moves(state, up) for up in range(ups)]
        after = [[found.after_double(state, up, k) for up in range(ups)] for k in range(most + 1)]
        moves.append(chosen)
        doubled.append(after)
        way, pair, held, total = found.hands[state]
        row = [-1] * RANKS
        draws = {MOVES["hit"], MOVES["double"]}
        again = any(move in draws for line in after[1:] for move in line)
        if not total.is_over and (again or any(draws.intersection(both) for both in chosen)):
            for rank in ranks:
                row[rank] = found.number(way, pair, (*held, _OF_RANK[rank]))
        rows.append(row)
        state += 1
    states = range(len(found.hands))
    kinds: dict[tuple[int, bool, int, bool], int] = {}
    odds: list[tuple[int, int]] = []
    kind = []
    for state in states:
        _, _, held, total = found.hands[state]
        over_in = len(held) if total.is_over else 0
        key = total.strength, total.is_natural, over_in, total.is_charlie
        if key not in kinds:
            kinds[key] = len(kinds)
            odds += [_paid(terms, found.hand(state), cards_, end) for cards_, end in banks.ends]
        kind.append(kinds[key])
    players = Players(
        start,
        np.array(rows, np.int64),
        np.array([[chosen[up][0] for chosen in moves] for up in range(ups)], np.uint8),
        np.array([[chosen[up][1] for chosen in moves] for up in range(ups)], np.uint8),
        np.array(doubled, np.uint8).transpose(1, 2, 0).copy(),
        np.array([[found.early(state, up) for state in states] for up in range(ups)], np.uint8),
        np.array([one.total.is_over for one in found.hands], np.uint8),
        np.array([h.total.is_natural or h.total.is_charlie for h in found.hands], np.uint8),
        np.array(kind, np.int64),
        np.array(
            [
                [
                    found.hands[state].total.is_over
                    and depends_on_drawing(terms, found.hand(state), cards)
                    for cards in banks.hands
                ]
                for state in states
            ],
            np.uint8,
        ),
    )
    return players, bank, Paid(np.array(odds, np.int64), len(banks.ends))


@dataclass
class _Banks:
    keys: dict[Any, int] = field(default_factory=dict)
    hands: list[tuple[Card, ...]] = field(default_factory=list)
    kinds: dict[tuple[int, bool], int] = field(default_factory=dict)
    ends: list[tuple[tuple[Card, ...], Total]] = field(default_factory=list)


def _bank(terms: Terms[TwentyOne]) -> tuple[Bank, _Banks]:
    game = terms.filing.game
    special = game.rules.special
    cards = [c for c in _DECK if game.jokers or not c.is_joker]
    found = _Banks()

    def number(hand: tuple[Card, ...]) -> int:
        ranks = sorted(card.rank for card in hand)
        # Towards the special hand: which of its cards are there, and of which suit.
        towards: tuple[int, ...] | None = None
        if special and len(hand) <= 3:
            wanted = list(special.ranks)
            if all(ranks.count(rank) <= wanted.count(rank) for rank in ranks):
                suits = {card.suit for card in hand} if special.suited else set()
                towards = (*ranks, *suits) if len(suits) <= 1 else None
        least = sum(card_count(card) for card in hand)
        tens = sum(card_count(card) == 10 for card in hand) if len(hand) == 2 else 0
        key = least, min(len(hand), 3), tens, 14 in ranks, ranks.count(0), towards
        if key not in found.keys:
            found.keys[key] = len(found.hands)
            found.hands.append(hand)
        return found.keys[key]

    number(())
    rows, hits, totals = [], [], []
    for hand in found.hands:  # grows while it is read
        total = game.rules.total(hand) if hand else None
        draws = total is None or len(hand) < 2 or game.bank_chart.chart.choice(total) == "hit"
        row = [-1] * len(_DECK)
        if draws:
            for card in cards:
                row[card.index] = number((*hand, card))
        rows.append(row)
        hits.append(draws)
        totals.append(total)
    kind = []
    for hand, total in zip(found.hands, totals, strict=True):
        if total is None or len(hand) < 2:
            kind.append(-1)
            continue
        # A hand that still draws may be compared all the same, when nothing depends on more.
        key = total.strength, total.is_special
        if key not in found.kinds:
            found.kinds[key] = len(found.kinds)
            found.ends.append((hand, total))
        kind.append(found.kinds[key])
    bank = Bank(
        np.array(rows, np.int64),
        np.array(hits, np.uint8),
        np.array([total is not None and total.is_over for total in totals], np.uint8),
        np.array([total is not None and total.is_natural for total in totals], np.uint8),
        np.array(kind, np.int64),
    )
    return bank, found


def _paid(
    terms: Terms[TwentyOne], hand: Hand, bank_cards: tuple[Card, ...], bank: Total
) -> tuple[int, int]:
    play = SeatPlay(1, _WAGER, tuple(hand.cards[:2]), [hand])
    (verdict,) = Judge(terms, bank_cards, bank).seat(SeatWagers(1, {"game": _WAGER}), play)
    return verdict.net.as_integer_ratio()
