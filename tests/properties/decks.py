"""Stacked cards: every row of every pay table has to come up, and so has every way to tie."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from houseway.cards import (
    CARDS,
    JOKER,
    TILE_SET,
    Card,
    Dice,
    Tile,
    card,
    cards_of,
    parse_cards,
    roll,
)
from houseway.rounds.steps import Burn, Deal, Pieces, Place, Roll
from houseway.rounds.verdicts import Layout
from houseway.settlement.wagers import PlayerDealerTerms

Piece = Card | Tile
Plan = dict[Place, list[Piece]]


class Table(NamedTuple):
    """Whom cards are planned for."""

    seats: list[int]  # with wagers, in a random order
    jokers: bool
    rng: random.Random


class Stacked:
    """A source that gives a place the cards planned for it, and the others as they lie."""

    def __init__(
        self, order: Sequence[Piece], plan: Mapping[Place, Sequence[Piece]], rng: random.Random,
        *, generator: bool, extras: bool,
    ) -> None:  # fmt: skip
        self._plan = {place: list(cards) for place, cards in plan.items()}
        self._order, self._next, self._rng = order, 0, rng
        self._generator, self._extras = generator, extras

    def deal(self, step: Deal) -> Pieces:
        # Cards nothing depends on may be dealt or not.
        if step.if_given and not self._extras:
            return ()
        planned = self._plan.get(step.to)
        taken: list[Piece] = []
        for _ in range(step.count):
            if planned:
                taken.append(planned.pop(0))
            else:
                taken.append(self._order[self._next])
                self._next += 1
        return cast(Pieces, tuple(taken))

    def roll(self, step: Roll) -> Dice:
        if self._generator and self._rng.random() < 0.3:
            return Dice((self._rng.randint(1, 6 * step.count),))
        return roll(self._rng, step.count)

    def burn(self, step: Burn) -> None:
        self._next += step.count


def source(terms: PlayerDealerTerms, layout: Layout, rng: random.Random) -> Stacked:
    """A shuffled or stacked deck, often with a plan for some of the hands."""
    deck = terms.filing.deck
    stock: Sequence[Piece] = (
        TILE_SET if deck.kind == "tiles-32" else cards_of(deck.kind, terms.decks)
    )
    seats = [seat.number for seat in layout.seats]
    rng.shuffle(seats)
    table = Table(seats, "joker" in deck.kind, rng)
    plan: Plan = {}
    if rng.random() < 0.5:
        plan = _possible(_PLANS[terms.filing.family](table), stock)
    rest = list(stock)
    for one in (piece for planned in plan.values() for piece in planned):
        rest.remove(one)
    return Stacked(
        stacked(rest, rng),
        plan,
        rng,
        generator=terms.filing.first_action.generator,
        extras=rng.random() < 0.3,
    )


def _possible(plan: Plan, stock: Sequence[Piece]) -> Plan:
    """The plan as far as the deck has the cards."""
    left = Counter(stock)
    kept: Plan = {}
    for place, pieces in plan.items():
        for one in pieces:
            if not left[one]:
                break
            left[one] -= 1
            kept.setdefault(place, []).append(one)
    return kept


def stacked(pieces: Iterable[Piece], rng: random.Random) -> list[Piece]:
    """The pieces in a random order, or with a kind of them on top."""
    order = list(pieces)
    rng.shuffle(order)
    if isinstance(order[0], Tile) or rng.random() < 0.5:
        return order
    kind = rng.randrange(5)
    suits = rng.sample(range(4), rng.randint(1, 2))
    ranks = rng.sample(range(2, 15), rng.randint(1, 4))
    low = rng.randint(2, 9)

    def on_top(one: Piece) -> bool:
        assert isinstance(one, Card)
        return (
            one.suit in suits,
            one.rank in ranks,
            low <= one.rank <= low + 5,
            one.rank in (0, 14) or 10 <= one.rank <= 13,
            one.rank in (14, 2, 3, 4) and rng.random() < 0.8,
        )[kind]

    return sorted(order, key=lambda one: not on_top(one))


# Plans by family


def _suited(ranks: Iterable[int], suit: int) -> list[Card]:
    return [CARDS[4 * (rank - 2) + suit] for rank in ranks]


def _mixed(ranks: Iterable[int], rng: random.Random) -> list[Card]:
    return [CARDS[4 * (rank - 2) + rng.randrange(4)] for rank in ranks]


def _alike(rank: int, suits: Iterable[int]) -> list[Card]:
    return [CARDS[4 * (rank - 2) + suit] for suit in suits]


def _run(top: int, count: int) -> list[int]:
    """Consecutive ranks from the top down, the ace below the two."""
    return [rank if rank > 1 else 14 for rank in range(top, top - count, -1)]


def five(kind: str, rng: random.Random) -> list[Card]:
    """Five cards of a category."""
    suit, top = rng.randrange(4), rng.randint(5, 13)
    first, second, third, fourth = rng.sample(range(2, 15), 4)
    every = [0, 1, 2, 3]
    rng.shuffle(every)

    def of(rank: int, times: int) -> list[Card]:
        return _alike(rank, every[:times])

    match kind:
        case "royal-flush":
            return _suited(range(10, 15), suit)
        case "straight-flush":
            return _suited(_run(top, 5), suit)
        case "four-of-a-kind":
            return of(first, 4) + of(second, 1)
        case "full-house":
            return of(first, 3) + of(second, 2)
        case "flush":
            return _suited(rng.sample(range(2, 15), 5), suit)
        case "straight":
            return _mixed(_run(rng.randint(5, 14), 5), rng)
        case "three-of-a-kind":
            return of(first, 3) + of(second, 1) + of(third, 1)
        case "two-pair":
            return of(first, 2) + of(second, 2) + of(third, 1)
        case _:
            return of(first, 1) + of(second, 1) + of(third, 1) + of(fourth, 1)


def _filled(cards: Sequence[Card], count: int, rng: random.Random) -> list[Card]:
    """The cards with others up to a number, mixed."""
    others = [one for one in CARDS if one not in cards]
    hand = [*cards, *rng.sample(others, max(0, count - len(cards)))]
    rng.shuffle(hand)
    return hand


_FIVES = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair",
)  # fmt: skip


def _ace_high(rng: random.Random, *, joker: bool) -> list[Card]:
    ranks = rng.choice(((13, 11, 9, 7, 5, 3), (12, 10, 8, 6, 4, 2), (13, 12, 9, 8, 5, 2)))
    suits = [0, 1, 2, 3, 0, 1, 2]
    rng.shuffle(suits)
    high = [JOKER] if joker else _suited((14,), suits[0])
    return high + [_suited((rank,), suit)[0] for rank, suit in zip(ranks, suits[1:], strict=True)]


def _seven(rng: random.Random) -> list[Card]:
    """Seven cards with a hand the fortune bet pays."""
    suit, other = rng.sample(range(4), 2)
    kind = rng.randrange(8)
    if kind == 0:
        return _suited(_run(rng.randint(7, 14), 7), suit)
    if kind == 1:
        return [JOKER, *_suited(_run(rng.randint(7, 14), 7), suit)[1:]]
    if kind == 2:
        royal = _suited(range(10, 15), suit)
        if rng.random() < 0.4:
            royal[rng.randrange(5)] = JOKER
        return royal + _suited((13, 12), other)
    if kind == 3:
        return _filled([*_suited((14,), 0), *_suited((14,), 1), *_suited((14,), 2),
                        *_suited((14,), 3), JOKER], 7, rng)  # fmt: skip
    cards = five(rng.choice(_FIVES), rng)
    if rng.random() < 0.3:
        cards[rng.randrange(5)] = JOKER
    return _filled(cards, 7, rng)


def _bank_of_21(table: Table) -> list[Card]:
    rng = table.rng
    kind = rng.randrange(7 if table.jokers else 6)
    face = _mixed((rng.choice((11, 12, 13)),), rng)[0]
    if kind == 0:
        return rng.choice(([face, *_mixed((14,), rng)], [*_mixed((14,), rng), face]))
    if kind == 1:
        return _mixed((8, 8, 8), rng)
    if kind == 2:
        return _suited(rng.sample((7, 8, 9), 3), rng.randrange(4))
    if kind == 3:  # many cards, and over or not with the last
        reds = rng.choice(("2d 2h 3d 3h 4d Ad Ah 5d", "3h 3d 2h 2d Ah Ad 4h Kh"))
        many = parse_cards(rng.choice((reds, "2c 2d 2s 2h 3c 3d Ac Kc", "2c 3c 4d 3s 4h 6d")))
        return [*many[: rng.randint(2, 8)], face]
    if kind == 4:
        return _mixed((14, rng.randint(2, 9)), rng)
    if kind == 5:
        return [face, *_mixed((rng.randint(2, 9), 6), rng)]
    return [JOKER, *rng.choice(([JOKER], _mixed((rng.randint(2, 9),), rng)))]


def _seat_of_21(table: Table, bank: Sequence[Piece]) -> list[Card]:
    rng = table.rng
    kind = rng.randrange(6 if table.jokers else 5)
    rank = rng.randint(2, 14)
    if kind == 0:
        return _mixed((rng.choice((11, 12, 13)), 14), rng)
    if kind == 1:  # pairs, and the same again to be split again
        return _mixed([rank] * rng.randint(2, 4), rng)
    if kind == 2 and bank and isinstance(bank[0], Card) and not bank[0].is_joker:
        up = bank[0]
        same = [up, card(up.text[0] + rng.choice("cdhs"))]
        return same if rng.random() < 0.7 else [*same[:1], *_mixed((rank,), rng)]
    if kind == 3:  # three cards that are over, or nearly
        return _mixed((rng.randint(5, 9), rng.randint(5, 9), rng.randint(7, 13)), rng)
    if kind == 4:
        return _mixed((14, rng.randint(2, 9)), rng)
    return [JOKER, *rng.choice(([JOKER], _mixed((rank,), rng)))]


def _plan_three_card(table: Table) -> Plan:
    seat, rng = table.seats[0], table.rng
    kind = rng.random()
    if kind < 0.4:  # six cards over seat and bank
        six = _filled(five(rng.choice(_FIVES), rng), 6, rng)
        return {seat: list(six[:3]), "bank": list(six[3:])}
    if kind < 0.6:  # a tie
        ranks = rng.sample(range(2, 15), 3)
        return {
            seat: list(_suited(ranks[:2], 0) + _suited(ranks[2:], 1)),
            "bank": list(_suited(ranks[:2], 2) + _suited(ranks[2:], 3)),
        }
    if kind < 0.75:  # a bank that does not qualify
        return {"bank": list(_mixed(rng.sample(range(2, 12), 3), rng))}
    suit, top = rng.randrange(4), rng.randint(3, 14)
    three = rng.choice((_suited((14, 13, 12), suit), _suited(_run(top, 3), suit),
                        five("four-of-a-kind", rng)[:3], _mixed(_run(top, 3), rng)))  # fmt: skip
    return {seat: list(three)}


def _plan_ultimate(table: Table) -> Plan:
    seat, rng = table.seats[0], table.rng
    if rng.random() < 0.5:
        seven = _filled(five(rng.choice(_FIVES), rng), 7, rng)
        return {seat: list(seven[:2]), "board": list(seven[2:])}
    low, suit = rng.randint(2, 7), rng.randrange(4)
    first, second = rng.sample(range(2, 15), 2)
    both = [0, 1, 2, 3]
    rng.shuffle(both)
    beaten, beats, board = rng.choice((
        # a straight flush, four of a kind and less, each under a higher one
        (_suited((low, low + 1), suit), _suited((low + 5, low + 6), suit),
         _suited((low + 2, low + 3, low + 4), suit)),
        (_alike(first, both[:2]), _alike(second, both[:2]),
         _alike(first, both[2:]) + _alike(second, both[2:])),
        (_alike(first, both[:2]), _alike(second, both[:2]),
         _alike(first, both[2:3]) + _alike(second, both[2:3])),
        (_mixed((low, low + 1), rng), _mixed((low + 5, low + 6), rng),
         _mixed((low + 2, low + 3, low + 4), rng)),
        (_suited(rng.sample(range(2, 8), 2), suit), _suited(rng.sample(range(8, 15), 2), suit),
         []),
        ([], [], five(rng.choice(_FIVES), rng)),  # the board plays for both
    ))  # fmt: skip
    if rng.random() < 0.5:
        beaten, beats = beats, beaten
    plan: Plan = {seat: list(beaten), "bank": list(beats), "board": list(board)}
    if not beaten and rng.random() < 0.5:
        plan["bank"], plan[seat] = list(_mixed((2, 3), rng)), list(_mixed((2, 3), rng))
    return plan


def _plan_baccarat(table: Table) -> Plan:
    player, banker = table.rng.choice((
        ("2h 3c 3d", "Kd 4s 3s"), ("4c 2d", "2s 3h 2c"), ("Kh 8c", "5d 3c"), ("9h Kc", "2d 7s"),
        ("Ah 4c 2c", "Kd Qs 7h"), ("2c 2d 4h", "3c 4d"),
    ))  # fmt: skip
    return {"player": list(parse_cards(player)), "banker": list(parse_cards(banker))}


def _plan_pai_gow(table: Table) -> Plan:
    seats, _, rng = table
    kind = rng.random()
    if kind < 0.25:  # an ace-high for the bank, sometimes with the joker, and for a seat
        plan: Plan = {"bank": list(_ace_high(rng, joker=rng.random() < 0.4))}
        if rng.random() < 0.5:
            plan[seats[0]] = list(_ace_high(rng, joker=False))
        return plan
    if kind < 0.4:  # copies
        ranks = rng.sample(range(2, 15), 7)
        return {
            "bank": [CARDS[4 * (rank - 2) + i % 2] for i, rank in enumerate(ranks)],
            seats[0]: [CARDS[4 * (rank - 2) + 2 + i % 2] for i, rank in enumerate(ranks)],
        }
    plan = {seats[0]: list(_seven(rng))}
    if len(seats) > 1 and rng.random() < 0.5:
        plan[seats[1]] = list(_seven(rng))
    return plan


def _plan_tiles(table: Table) -> Plan:
    seat, rng = table.seats[0], table.rng
    doubles = [one for one in dict.fromkeys(TILE_SET) if TILE_SET.count(one) == 2]
    four = rng.sample(doubles, 4)
    if rng.random() < 0.5:  # the bank's hands and a seat's are the same
        return {"bank": list(four), seat: list(four)}
    return {rng.choice(("bank", seat)): [four[0], four[0], *rng.sample(TILE_SET, 2)]}


def _plan_twenty_one(table: Table) -> Plan:
    plan: Plan = {}
    if table.rng.random() < 0.7:
        plan["bank"] = list(_bank_of_21(table))
    for seat in table.seats:
        if table.rng.random() < 0.5:
            plan[seat] = list(_seat_of_21(table, plan.get("bank", [])))
    return plan


_PLANS: dict[str, Callable[[Table], Plan]] = {
    "three-card-poker": _plan_three_card,
    "ultimate-holdem": _plan_ultimate,
    "baccarat": _plan_baccarat,
    "pai-gow-poker": _plan_pai_gow,
    "pai-gow-tiles": _plan_tiles,
    "twenty-one": _plan_twenty_one,
}
