"""How often a hand wins from here against hands nobody has seen, by dealing the rest a few times.

For bots: a rough answer in a millisecond or a few, good to within a tenth, in every game of the
family. `equity` is the exact one. Only what a seat sees goes in.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from houseway.cards import Card
from houseway.families.poker.discards import discards, worst
from houseway.families.poker.schema import PokerGame
from houseway.families.poker.showdown import hand_ranking

DEALS = 24
DEALS_OF_TWO = 16  # where exactly two cards of the hand play, which takes longer
HANDS = 2  # of others, compared in each deal


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a seat knows: its cards, the boards, the open cards of each one still in, dead cards."""

    held: Sequence[Card]
    boards: Sequence[Sequence[Card]] = ((),)
    rivals: Sequence[Sequence[Card]] = ((),)
    dead: Sequence[Card] = field(default=())
    draws: int = 0  # still to come


def chances(
    game: PokerGame, deck: Sequence[Card], seen: Seen, source: random.Random
) -> tuple[float, bool]:
    """The part of the pot that is won against one other hand, and whether any deal was lost."""
    known = {*seen.held, *seen.dead, *(c for some in (*seen.boards, *seen.rivals) for c in some)}
    rest = [card for card in deck if card not in known]
    size, community = _sizes(game)
    if not community:
        size -= len(seen.boards[0])  # the deck did not last, and one card is everybody's
    own = list(seen.held)
    if len(own) > size:  # some are given up later
        gone = worst(own, len(own) - size)
        own = [card for card in own if card not in gone]
    deals = DEALS_OF_TWO if game.high.hole == "exactly-two" else DEALS
    won, lost = 0.0, False
    for _ in range(deals):
        source.shuffle(rest)
        cards = iter(rest)
        boards = [[*board, *islice(cards, max(0, community - len(board)))] for board in seen.boards]
        mine = to_the_end(game, own, size, seen.draws, cards)
        for _ in range(HANDS):
            theirs = to_the_end(game, source.choice(seen.rivals), size, seen.draws, cards)
            for board in boards:
                part = _part(game, mine, theirs, board)
                won += part / len(boards)
                lost = lost or not part
    return won / (deals * HANDS), lost


def _sizes(game: PokerGame) -> tuple[int, int]:
    """The cards a player has at the end, and those of a board."""
    given_up = sum(street.discard.count for street in game.street if street.discard is not None)
    return (
        sum(len(street.cards) for street in game.street) - given_up,
        sum(street.board for street in game.street),
    )


def to_the_end(
    game: PokerGame, held: Sequence[Card], size: int, draws: int, cards: Iterator[Card]
) -> list[Card]:
    """A hand with the cards it still gets, drawing as a bot would."""
    hand = [*held, *islice(cards, max(0, size - len(held)))]
    for _ in range(draws):
        thrown = discards(game, hand, size)
        new = list(islice(cards, len(thrown)))
        hand = [*(card for card in hand if card not in thrown), *new, *thrown[len(new) :]]
    return hand


def _part(
    game: PokerGame, mine: Sequence[Card], theirs: Sequence[Card], board: Sequence[Card]
) -> float:
    """Of a pot between two hands, the part that the first one wins."""
    parts = []
    for rule in (game.high, game.low):
        if rule is not None:
            strength = hand_ranking(rule.ranking, rule.hole).strength
            ours, other = strength(mine, board), strength(theirs, board)
            if ours or other:  # a low may not qualify
                parts.append(0.5 if ours == other else float(ours > other))
    return sum(parts) / len(parts)
