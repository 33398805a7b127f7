"""Cards from the deck to players and board, one step at a time, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card, parse_cards
from houseway.families.poker.state import UNKNOWN
from houseway.rounds.steps import Burn, Call, Deal, Procedure, Reshuffle

if TYPE_CHECKING:
    from houseway.families.poker.state import Hand

BURN = Burn(1)
BOARD = {count: Deal("board", count) for count in (1, 2, 3, 4, 5)}
SECOND_BOARD = {count: Deal("second board", count) for count in (1, 2, 3, 4, 5)}


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards written in a move; `??` is one nobody wrote down."""
    if "?" not in text:
        return parse_cards(text)
    found: list[Card] = []
    for place in range(0, len(text), 2):
        token = text[place : place + 2]
        found += (UNKNOWN,) if token == "??" else parse_cards(token)
    return tuple(found)


def burn(hand: Hand) -> Procedure:
    """The top card, or an exposed one that was laid on top for this."""
    if hand.on_top:
        card = hand.on_top.pop()
        hand.discards.append(card)
        yield Call(f"{card}, which was exposed, is the burn")
        return
    yield BURN
    hand.left -= 1
    hand.burned += 1


def shuffle_in(hand: Hand) -> Procedure:
    """Cards that were dealt too early go back to the deck before their street, without a burn."""
    cards = hand.amended.pop(hand.round)
    if cards:
        yield Reshuffle(tuple(cards), burns=False)
        hand.left += len(cards)


def deal_round(hand: Hand, letters: str, order: Sequence[int], exposed: set[int]) -> Procedure:
    """One card each round the table for every letter."""
    cards, down_deals = hand.cards, hand.down_deals
    jokers = hand.rules.jokers
    for letter in letters:
        for player in order:
            if letter == "d" or (letter == "e" and player in exposed):
                (card,) = yield down_deals[player]
                if jokers and card.is_joker:
                    hand.jokers_down[player] = True
            else:
                (card,) = yield hand.up_deals[player]
                hand.up[player].append(card)
            cards[player].append(card)
    hand.left -= len(letters) * len(order)


def deal_drawn(hand: Hand, player: int, count: int) -> Procedure:
    seat = hand.seats[player]
    dealt = yield Deal(seat, count, (seat,))
    hand.cards[player] += dealt
    hand.left -= count
