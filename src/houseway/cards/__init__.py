"""Cards, jokers, tiles and dice: what they are, how they are written, decks, shuffling.

Nothing here knows what a hand is worth or what a house files.
"""

from houseway.cards.card import (
    CARDS,
    JOKER,
    TILES,
    Card,
    NotationError,
    Tile,
    card,
    parse_cards,
    parse_tiles,
    tile,
    write,
)
from houseway.cards.deck import (
    DECKS,
    TILE_SET,
    AlternatingDecks,
    Chance,
    OutOfCardsError,
    Shoe,
    cards_of,
    seeded_source,
    shuffled,
    system_source,
    too_many,
)
from houseway.cards.dice import Dice, parse_dice, roll

__all__ = [
    "CARDS", "DECKS", "JOKER", "TILES", "TILE_SET", "AlternatingDecks", "Card", "Chance", "Dice",
    "NotationError", "OutOfCardsError", "Shoe", "Tile", "card", "cards_of", "parse_cards",
    "parse_dice", "parse_tiles", "roll", "seeded_source", "shuffled", "system_source", "tile",
    "too_many", "write",
]  # fmt: skip
