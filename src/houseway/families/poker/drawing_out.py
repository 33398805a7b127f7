"""The share of a pot a hand wins where cards are drawn: everybody draws as a bot would.

Nothing is known of the others but how often they draw; each has the deck to itself, which at a
full table does not last for all. One set of deals serves every way of throwing cards away, so that
what is compared differs by the throw and not by chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from houseway.cards import Card
from houseway.families.poker.chances import to_the_end
from houseway.families.poker.equity import POT, pot_shares
from houseway.families.poker.schema import Hands, Poker
from houseway.families.poker.showdown import hand_ranking

DEALS = 1000  # a standard error of a percent and a half, and less between two ways
SEED = 27  # the same question has the same answer


def draws_in(filing: Poker) -> int:
    return sum(street.draw is not None for street in filing.game.street)


def shares(
    filing: Poker, ways: Sequence[Sequence[Card]], dead: Sequence[Card], *, others: int, left: int
) -> list[float]:
    """The share of the pot for each of several sets of kept cards, filled up and with `left` draws
    after that, against so many hands of which nothing is known."""
    game, source = filing.game, random.Random(SEED)
    size, draws = sum(len(street.cards) for street in game.street), draws_in(filing)
    known = {*dead, *(card for kept in ways for card in kept)}
    rest = [card for card in filing.deck.cards() if card not in known]
    ours = size + 2 * left  # as many cards as we are likely to need, kept out of the others' way
    most = size * (draws + 1)
    won = [0] * len(ways)

    def strengths(rule: Hands, hands: Sequence[Sequence[Card]]) -> list[int]:
        ranking = hand_ranking(rule.ranking, rule.hole)
        return [ranking.strength(hand, ()) for hand in hands]

    for _ in range(DEALS):
        source.shuffle(rest)
        rivals = [
            to_the_end(game, (), size, draws, iter(source.sample(rest[ours:], most)))
            for _ in range(others)
        ]
        high = strengths(game.high, rivals)
        low = None if game.low is None else strengths(game.low, rivals)
        for i, kept in enumerate(ways):
            mine = [to_the_end(game, kept, size, left, islice(rest, ours))]
            own_low = None if low is None or game.low is None else strengths(game.low, mine) + low
            won[i] += pot_shares(strengths(game.high, mine) + high, own_low)[0][0]
    return [one / (DEALS * POT) for one in won]
