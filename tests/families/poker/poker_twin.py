"""A second referee for filed poker hands, written from the texts and used by nothing else.

It reads the actions of a finished hand as they are written, trusts that they were legal, counts
the chips, takes the fees, makes the pots and reads every hand by trying all its cards. Slow and
plain on purpose: no part of the engine is used.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product
from math import gcd
from typing import Any

from houseway.families.poker.phh import PhhHand

RANKS = "23456789TJQKA"
SUITS = "cdhs"
MEXICAN = "234567JQKA"
Value = tuple[Any, ...]

# How hands are read and odd chips given, filing by filing, from "How Winners are Determined".
FLOP_HIGH: dict[str, Any] = {"high": "high", "odd": "left", "fees": "board"}
FLOP_SPLIT: dict[str, Any] = FLOP_HIGH | {"low": "eight"}
STUD: dict[str, Any] = {"high": "high", "fees": "rounds", "stud": True}
FILED: dict[str, dict[str, Any]] = {
    "outlaws/holdem": FLOP_HIGH | {"fees": "blinds", "board": True},
    "outlaws/holdem-hi-lo": FLOP_SPLIT | {"fees": "blinds", "between": "left", "board": True},
    "outlaws/draw-poker-hi-lo": {
        "high": "jokers", "low": "joker-ace", "odd": "left", "between": "left", "fees": "blinds",
    },
    "napa-valley/texas-holdem": FLOP_HIGH,
    "napa-valley/omaha": FLOP_HIGH | {"two": True},
    "napa-valley/omaha-hi-lo": FLOP_SPLIT | {"two": True, "between": "left"},
    "500-club/2-7-single-draw": {"high": "2-7", "odd": "left", "fees": "rounds"},
    "500-club/2-7-triple-draw": {"high": "2-7", "odd": "left", "fees": "rounds"},
    "500-club/badugi": {"high": "badugi", "odd": "left", "fees": "rounds"},
    "500-club/big-o": FLOP_HIGH | {"two": True},
    "500-club/crazy-pineapple": FLOP_HIGH,
    "500-club/crazy-pineapple-hi-lo": FLOP_SPLIT | {"odd": "suit", "between": "high"},
    "500-club/mexican-poker": {"high": "mexican", "odd": "left", "fees": "rounds"},
    "500-club/omaha": FLOP_HIGH | {"two": True},
    "500-club/omaha-hi-lo": FLOP_SPLIT | {"two": True, "between": "left"},
    "500-club/pineapple": FLOP_HIGH,
    "500-club/pineapple-hi-lo": FLOP_SPLIT | {"odd": "suit", "between": "high"},
    "500-club/pot-limit-omaha-8": FLOP_SPLIT | {"two": True, "between": "left"},
    "500-club/razz": STUD | {"high": "razz", "odd": "left"},
    "500-club/seven-card-stud": STUD | {"odd": "up"},
    "500-club/seven-card-stud-hi-lo": STUD | {"low": "eight", "odd": "left", "between": "left"},
    "500-club/stud-8": STUD | {"low": "eight", "odd": "up", "between": "up"},
    "500-club/texas-holdem": FLOP_HIGH,
    "500-club/triple-draw-poker": {"high": "high", "odd": "left", "fees": "rounds"},
}  # fmt: skip
ROUNDS = {"500-club/2-7-single-draw": 2}  # four where nothing else is said; more have no fee


# Reading hands. A card is its text; a greater value is a better hand.


def _runs(order: str) -> list[str]:
    """Every straight, worst first."""
    low = order[-1] + order[:4]
    return [low, *(order[i : i + 5] for i in range(len(order) - 4))]


def five_high(
    cards: tuple[str, ...], order: str = RANKS, *, flush_over_full: bool = False
) -> Value:
    """Five cards without a joker."""
    ranks = sorted((order.index(card[0]) for card in cards), reverse=True)
    groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    shape = [n for n, _ in groups]
    tie = [r for _, r in groups]
    suited = len({card[1] for card in cards}) == 1
    held = {card[0] for card in cards}
    run = next((i for i, run in enumerate(_runs(order)) if set(run) == held), None)
    flush, full = (7, 6) if flush_over_full else (6, 7)
    if shape[0] == 5:
        return (11, tie)
    if run is not None and suited:
        return (10 if run == len(order) - 4 else 9, [run])
    if shape[0] == 4:
        return (8, tie)
    if shape == [3, 2]:
        return (full, tie)
    if suited:
        return (flush, ranks)
    if run is not None:
        return (5, [run])
    kinds = {(3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2}
    return (kinds.get(tuple(shape), 1), tie)


def with_jokers(cards: tuple[str, ...], order: str, *, wild: bool, **rule: bool) -> Value:
    """The best reading of five cards; a joker that is not wild is an ace, or in a run or flush."""
    plain = tuple(card for card in cards if card != "Jk")
    best: Value = (0,)
    every = [rank + suit for rank in order for suit in SUITS]
    for stand_ins in product(every, repeat=5 - len(plain)):
        value = five_high((*plain, *stand_ins), order, **rule)
        in_run_or_flush = value[0] in (5, 9, 10, 7 if rule else 6)
        doubled = len({*plain, *stand_ins}) < 5
        if in_run_or_flush and doubled:
            continue
        if wild or in_run_or_flush or all(card[0] == "A" for card in stand_ins):
            best = max(best, value)
    return best


def low_ranks(cards: tuple[str, ...]) -> list[int]:
    return sorted(("A" + RANKS[:-1]).index(card[0]) + 1 for card in cards)


def eight_or_better(cards: tuple[str, ...]) -> Value | None:
    ranks = low_ranks(cards)
    if len(set(ranks)) < 5 or ranks[-1] > 8:
        return None
    return tuple(-rank for rank in reversed(ranks))


def read_five(kind: str, cards: tuple[str, ...], *, wild: bool = False) -> Value | None:
    match kind:
        case "high":
            return five_high(cards)
        case "jokers":
            return with_jokers(cards, RANKS, wild=False)
        case "mexican":
            return with_jokers(cards, MEXICAN, wild=wild, flush_over_full=True)
        case "eight":
            return eight_or_better(cards)
        case "joker-ace":
            return eight_or_better(tuple("As" if card == "Jk" else card for card in cards))
        case "2-7":
            kind_of, tie = five_high(cards)
            if {card[0] for card in cards} == set("A2345"):  # no straight (ruling D-3)
                suited = len({card[1] for card in cards}) == 1
                kind_of, tie = 6 if suited else 1, [12, 3, 2, 1, 0]
            return (-kind_of, [-rank for rank in tie])
        case "razz":
            groups = Counter(low_ranks(cards))
            order = sorted(((n, r) for r, n in groups.items()), reverse=True)
            return ([-n for n, _ in order], [-r for _, r in order])
    raise AssertionError(kind)


def badugi(cards: list[str]) -> Value:
    found: list[Value] = []
    for size in range(1, 5):
        for some in combinations(cards, size):
            if len({c[0] for c in some}) == size == len({c[1] for c in some}):
                found.append((size, [-rank for rank in reversed(low_ranks(some))]))
    return max(found)


# The hand.


@dataclass
class Twin:
    """What a finished hand comes to."""

    hand: PhhHand
    fees: dict[str, int]  # regular, turn, river, second, third, modified: in cents
    board: list[str] = field(default_factory=list)
    fee: int = 0

    def __post_init__(self) -> None:
        hand, n = self.hand, self.hand.players
        self.rule = FILED[hand.filing]
        self.start = [self.cents(stack) for stack in hand.starting_stacks]
        self.stacks = list(self.start)
        self.put, self.bets, self.gone = [0] * n, [0] * n, [0] * n
        self.live = [True] * n
        self.mucked: set[int] = set()
        self.held: list[list[str]] = [[] for _ in range(n)]
        self.up: list[list[str]] = [[] for _ in range(n)]
        self.wild = [False] * n
        self.dead = 0
        self.rounds_over = 0
        self.betting = False
        self.wagers, self.turns = 0, 0  # bets and raises, and all turns, of this round

    @staticmethod
    def cents(amount: Any) -> int:
        return int(amount * 100)

    def pay(self, i: int, amount: int) -> None:
        amount = min(amount, self.stacks[i])
        self.stacks[i] -= amount
        self.bets[i] += amount

    def settle(self) -> tuple[list[int], int, list[str]]:
        for i, ante in enumerate(self.hand.antes):
            self.pay(i, self.cents(ante))
        self.collect()
        self.level = 0
        for i, blind in enumerate(self.hand.blinds_or_straddles):
            self.pay(i, self.cents(blind))
            self.level = max(self.level, self.cents(blind))
            if self.rule["fees"] == "blinds":
                self.gone[i] = self.bets[i]
                self.fee += self.bets[i]
        self.betting = True
        exposed: set[int] = set()
        for action in self.hand.actions:
            words = action.split()
            opening = words[:2] == ["d", "dh"] and not self.held[int(words[2][1:]) - 1]
            if self.betting and not opening and words[1] in ("db", "dh", "sd", "ex"):
                self.end_round()
                self.betting = False
                self.wagers = self.turns = 0
            if words[:2] == ["d", "db"]:
                self.deal_board(words[2])
            elif words[0] == "d":
                self.deal_to(int(words[2][1:]) - 1, words[3], exposed)
            else:
                i = int(words[0][1:]) - 1
                self.act(i, words[1], words[2] if len(words) > 2 else "", exposed)
                if words[1] in ("f", "cc", "cbr", "pb"):
                    self.betting = True
                    self.turns += 1
                    self.wagers += words[1] == "cbr"
        self.finish()
        return self.award()

    def deal_board(self, text: str) -> None:
        self.board += [text[i : i + 2] for i in range(0, len(text), 2)]
        if self.rule["fees"] == "board":
            due = {3: "regular", 4: "turn", 5: "river"}[len(self.board)]
            self.take(self.fees.get(due, 0))

    def deal_to(self, i: int, text: str, exposed: set[int]) -> None:
        cards = [text[k : k + 2] for k in range(0, len(text), 2)]
        first = not self.held[i]
        for place, card in enumerate(cards):
            self.held[i].append(card)
            if self.rule["high"] == "mexican":
                face_up = place == 0 if first else i not in exposed
            else:
                face_up = bool(self.rule.get("stud")) and len(self.held[i]) in (3, 4, 5, 6)
            if face_up:
                self.up[i].append(card)
            elif card == "Jk":
                self.wild[i] = True
        exposed.discard(i)

    def act(self, i: int, verb: str, rest: str, exposed: set[int]) -> None:
        match verb:
            case "f":
                self.live[i] = False
            case "cc":
                self.pay(i, max(0, self.level - self.bets[i]))
            case "cbr":
                self.level = round(float(rest) * 100)
                self.pay(i, self.level - self.bets[i])
            case "pb":
                self.level = self.cents(self.hand.bring_in)
                self.pay(i, self.level)
            case "sd":
                for k in range(0, len(rest), 2):
                    self.held[i].remove(rest[k : k + 2])
            case "ex":
                exposed.add(i)
            case "sm":
                if not rest and self.plays_the_board(i):
                    self.held[i] = []
                elif not rest:
                    self.mucked.add(i)

    def plays_the_board(self, i: int) -> bool:
        """Checked around, or a bet and a call; not when all-in (ruling O-19)."""
        board = bool(self.rule.get("board"))
        return board and self.turns > 0 and self.wagers <= 1 and self.stacks[i] > 0

    def collect(self) -> None:
        """Bets to the pot; what nobody matched goes back, but not a blind the house has."""
        top = max(self.bets)
        if self.bets.count(top) == 1:
            i = self.bets.index(top)
            second = sorted(self.bets)[-2]
            back = top - max(second, self.gone[i] if not self.put[i] else 0)
            if back > 0:
                self.bets[i] -= back
                self.stacks[i] += back
        self.put = [a + b for a, b in zip(self.put, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)
        self.level = 0

    def end_round(self) -> None:
        self.collect()
        self.rounds_over += 1
        if self.rule["fees"] == "rounds" and sum(self.live) > 1:
            due = {1: "regular", 2: "second", 3: "third"}.get(self.rounds_over, "")
            self.take(self.fees.get(due, 0))

    def main_pot(self) -> int:
        live = {put for put, holding in zip(self.put, self.live, strict=True) if holding}
        level = max(self.put) if len(live) == 1 else min(live)  # one pot, or the lowest all-in
        got = sum(
            max(0, min(put, level) - gone) for put, gone in zip(self.put, self.gone, strict=True)
        )
        return got - (self.fee - sum(self.gone))

    def take(self, amount: int) -> None:
        self.fee += min(amount, self.main_pot())

    def finish(self) -> None:
        ended_by_folds = sum(self.live) == 1
        if self.betting:
            self.end_round()
        if self.rule["fees"] == "rounds" and not ended_by_folds:
            while self.rounds_over < ROUNDS.get(self.hand.filing, 4):  # nobody could bet any more
                self.end_round()
        if self.rule["fees"] == "board" and len(self.board) < 3:
            self.take(self.fees.get("modified", 0))

    # Pots and winners.

    def award(self) -> tuple[list[int], int, list[str]]:
        live = [i for i, x in enumerate(self.live) if x]
        if len(live) == 1:
            amount = sum(self.put) - sum(self.gone) - (self.fee - sum(self.gone))
            self.stacks[live[0]] += amount
            return self.stacks, self.fee, [f"p{live[0] + 1} pot {amount}"]
        self.chip = gcd(100, *map(self.cents, self.amounts()), *self.put)
        won: Counter[tuple[str, int]] = Counter()
        pots: list[tuple[int, list[int]]] = []
        taken = self.fee - sum(self.gone)
        below = 0
        levels = sorted({self.put[i] for i in live})
        for level in levels:
            top = max(self.put) if level == levels[-1] else level
            pot = sum(
                max(0, min(put, top) - max(below, gone))
                for put, gone in zip(self.put, self.gone, strict=True)
            )
            players = [i for i in live if self.put[i] >= level]
            showing = [i for i in players if i not in self.mucked]
            assert showing, "a pot that all gave up unseen is left to the hands worked out by hand"
            if pots and pots[-1][1] == showing:
                pot += pots.pop()[0]
            pots.append((pot - taken, showing))
            taken, below = 0, level
        for pot, players in pots:
            self.divide(pot, players, won)
        for (_, i), amount in won.items():
            self.stacks[i] += amount
        told = [f"p{i + 1} {kind} {won[kind, i]}" for kind, i in sorted(won)]
        return self.stacks, self.fee, told

    def amounts(self) -> list[Any]:
        hand = self.hand
        fixed = [hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet]
        return [*hand.antes, *hand.blinds_or_straddles, *fixed]

    def divide(self, pot: int, players: list[int], won: Counter[tuple[str, int]]) -> None:
        high = self.best("high", players)
        low = self.best("low", players) if "low" in self.rule else []
        if not low:
            self.split(pot, high, "high", won)
            return
        half = pot // (2 * self.chip) * self.chip
        odd = pot - 2 * half
        to_high = True
        if odd and self.rule["between"] != "high":
            entitled = self.odd_chip(sorted({*high, *low}), self.rule["between"])
            to_high = entitled in high and not (low == [entitled] and len(high) > 1)
        self.split(half + (odd if to_high else 0), high, "high", won)
        self.split(half + (0 if to_high else odd), low, "low", won)

    def split(self, amount: int, players: list[int], kind: str, won: Counter[Any]) -> None:
        each = amount // (len(players) * self.chip) * self.chip
        for i in players:
            won[kind, i] += each
        odd = amount - each * len(players)
        if odd:
            rule = self.rule["odd"]
            if rule == "suit" and kind == "low":
                rule = "better-high"
            won[kind, self.odd_chip(players, rule)] += odd

    def odd_chip(self, players: list[int], rule: str) -> int:
        match rule:
            case "left":
                return min(players)
            case "up":
                return max(players, key=self.hand_up)
            case "suit":
                return max(players, key=lambda i: (self.suits(i), -i))
        return max(players, key=lambda i: (self.value("high", i), self.suits(i), -i))

    def hand_up(self, i: int) -> Value:
        groups = Counter(RANKS.index(card[0]) for card in (*self.up[i], *self.board))
        order = sorted(((n, r) for r, n in groups.items()), reverse=True)
        top = max((RANKS.index(c[0]), SUITS.index(c[1])) for c in self.up[i])
        return ([n for n, _ in order], [r for _, r in order], top[1], -i)

    def suits(self, i: int) -> list[int]:
        """The suits of the best reading of the best hand, from the highest card down."""
        best = self.value("high", i)
        found = []
        for cards in self.fives(i):
            if five_high(cards) == best:
                wheel = {card[0] for card in cards} == set("A2345")
                order = "A" + RANKS[:-1] if wheel else RANKS
                ranked = sorted(
                    ((order.index(c[0]), SUITS.index(c[1])) for c in cards), reverse=True
                )
                found.append([suit for _, suit in ranked])
        return max(found)

    def fives(self, i: int) -> list[tuple[str, ...]]:
        if self.rule.get("two"):
            return [
                (*two, *three)
                for two in combinations(self.held[i], 2)
                for three in combinations(self.board, 3)
            ]
        return list(combinations([*self.held[i], *self.board], 5))

    def value(self, half: str, i: int) -> Value | None:
        kind = self.rule[half]
        if kind == "badugi":
            return badugi(self.held[i])
        read = [read_five(kind, cards, wild=self.wild[i]) for cards in self.fives(i)]
        return max((value for value in read if value is not None), default=None)

    def best(self, half: str, players: list[int]) -> list[int]:
        values = {i: self.value(half, i) for i in players}
        top = max((v for v in values.values() if v is not None), default=None)
        return [i for i in players if top is not None and values[i] == top]
