"""Cards from the deck to players and board, one step at a time, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from houseway.cards import Card, parse_cards
from houseway.families.poker.state import UNKNOWN
from houseway.rounds.steps import Burn, Call, Deal, Deals, Procedure, Reshuffle

if TYPE_CHECKING:
    from houseway.families.poker.state import Hand, Stub

BURN = Burn(1)
BOARD = {count: Deal("board", count) for count in (1, 2, 3, 4, 5)}
BOARDS = BOARD, {count: Deal("second board", count) for count in (1, 2, 3, 4, 5)}


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards written in a move; `??` is one nobody wrote down."""
    if "?" not in text:
        return parse_cards(text)
    found: list[Card] = []
    for place in range(0, len(text), 2):
        token = text[place : place + 2]
        found += (UNKNOWN,) if token == "??" else parse_cards(token)
    return tuple(found)


@cache
def _round(letters: str, seats: tuple[int, ...], exposed: frozenset[int]) -> Deals:
    """A card to every seat for each letter; an exposed one is followed by one face down."""
    return Deals(
        Deal(seat, 1, (seat,) if letter == "d" or (letter == "e" and seat in exposed) else None)
        for letter in letters
        for seat in seats
    )


def burn(stub: Stub) -> Burn | Call:
    """The top card, or an exposed one that was laid on top for this."""
    if stub.on_top:
        card = stub.on_top.pop()
        stub.discards.append(card)
        return Call(f"{card}, which was exposed, is the burn")
    stub.left -= 1
    stub.burned += 1
    return BURN


def shuffle_in(stub: Stub, street: int) -> Procedure:
    """Cards that were dealt too early go back to the deck before their street, without a burn."""
    cards = stub.amended.pop(street)
    if cards:
        yield Reshuffle(tuple(cards), burns=False)
        stub.left += len(cards)


def deal_round(
    hand: Hand, letters: str, order: Sequence[int], exposed: frozenset[int] = frozenset()
) -> Procedure:
    """One card each round the table for every letter; these seats exposed the one before."""
    held, seats = hand.held, hand.seats
    deals = _round(letters, tuple([seats[i] for i in order]), exposed)
    dealt: list[tuple[Card]] = yield deals
    cards = [card for (card,) in dealt]
    around = len(order)
    for place, player in enumerate(order):
        held.cards[player] += cards[place::around]
    if hand.rules.jokers or letters.strip("d"):
        seen_by = deals.columns[2]
        for player, seen, card in zip([*order] * len(letters), seen_by, cards, strict=True):
            if seen is None:
                held.up[player].append(card)
            elif card.is_joker:
                held.jokers_down[player] = True
    hand.stub.left -= len(cards)


def deal_drawn(hand: Hand, player: int, count: int) -> Procedure:
    seat = hand.seats[player]
    dealt = yield Deal(seat, count, (seat,))
    hand.held.cards[player] += dealt
    hand.stub.left -= count
