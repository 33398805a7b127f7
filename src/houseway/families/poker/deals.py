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
def _one_each(seats: tuple[int, ...]) -> tuple[tuple[Deal, ...], tuple[Deal, ...]]:
    """A card face down and a card face up to every seat."""
    down = tuple(Deal(seat, 1, (seat,)) for seat in seats)
    return down, tuple(Deal(seat, 1, None) for seat in seats)


def burn(stub: Stub) -> Procedure:
    """The top card, or an exposed one that was laid on top for this."""
    if stub.on_top:
        card = stub.on_top.pop()
        stub.discards.append(card)
        yield Call(f"{card}, which was exposed, is the burn")
        return
    yield BURN
    stub.left -= 1
    stub.burned += 1


def shuffle_in(stub: Stub, street: int) -> Procedure:
    """Cards that were dealt too early go back to the deck before their street, without a burn."""
    cards = stub.amended.pop(street)
    if cards:
        yield Reshuffle(tuple(cards), burns=False)
        stub.left += len(cards)


def deal_round(hand: Hand, letters: str, order: Sequence[int], exposed: set[int]) -> Procedure:
    """One card each round the table for every letter."""
    held = hand.held
    cards = held.cards
    down, up = _one_each(hand.seats)
    jokers = hand.rules.jokers
    deals = [
        down[player] if letter == "d" or (letter == "e" and player in exposed) else up[player]
        for letter in letters
        for player in order
    ]
    dealt = yield Deals(deals)
    for player, deal, (card,) in zip([*order] * len(letters), deals, dealt, strict=True):
        cards[player].append(card)
        if deal.seen_by is None:
            held.up[player].append(card)
        elif jokers and card.is_joker:
            held.jokers_down[player] = True
    hand.stub.left -= len(deals)


def deal_drawn(hand: Hand, player: int, count: int) -> Procedure:
    seat = hand.seats[player]
    dealt = yield Deal(seat, count, (seat,))
    hand.held.cards[player] += dealt
    hand.stub.left -= count
