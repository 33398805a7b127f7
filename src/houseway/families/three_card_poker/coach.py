"""The coach of three card poker: every hand the bank can still have, judged as the procedure does.

What a bonus bet brings is looked at only where a fold would give it up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from math import comb, prod

from houseway.cards import Card
from houseway.families.three_card_poker.procedure import bank_qualifies, seat_verdicts
from houseway.families.three_card_poker.schema import play_times
from houseway.rounds.judging import compare, judge, standing
from houseway.rounds.verdicts import SeatWagers
from houseway.table.coach import Advice, Seen, Worth, best_of, no_advice

BANK = 3
Standing = tuple[str, bool]  # how the own hand stands to the bank's, and whether that qualifies


def advise(seen: Seen) -> Advice:
    filing = seen.terms.filing
    three = judge(filing.game.ranking)
    own = three(seen.sight.cards(seen.seat))
    found: Counter[Standing] = Counter()
    for cards, ways in bank_hands(seen):
        bank = three(cards)
        found[compare(own, bank)[0], bank_qualifies(filing, bank)] += ways
    cases = found.total()
    at_stake = _at_stake(seen)
    seat = SeatWagers(seen.seat, {w: seen.wagers[w] for w in at_stake if w in seen.wagers})

    @cache
    def net(how: str, qualifies: bool, times: int) -> Fraction:
        """What the wagers at stake bring, in cents; with 0 the hand is folded."""
        verdicts = seat_verdicts(
            filing, seat, *standing(how, own.category), six=partial(judge("high"), ()),
            qualifies=qualifies, folded=not times, times=times,
        )  # fmt: skip
        return sum((v.net * seen.wagers.get(v.of or v.wager, 0) for v in verdicts), Fraction(0))

    def worth(move: str) -> Worth:
        times = 0 if move == "fold" else play_times(move)
        total = sum(net(*how, times) * ways for how, ways in found.items())
        return Worth(move, float(total / cases))

    by_move = tuple(map(worth, seen.choices))
    return Advice(
        hand=own.name,
        best=best_of(by_move),
        worth=by_move,
        unit="ante",
        why=_why(found, cases),
        how=f"Every hand the bank can have was counted: {cases:,}.",
        cite=filing.game.play.cite.at,
    )


def bank_hands(seen: Seen) -> Iterator[tuple[tuple[Card, ...], int]]:
    """The bank's hands by what the seat sees, each kind once, and in how many ways it comes."""
    shown = seen.sight.cards("bank")
    left = Counter(list(seen.terms.filing.deck.cards()) * seen.terms.decks)
    left.subtract((*seen.sight.cards(seen.seat), *shown))
    kinds = [card for card, count in left.items() if count > 0]
    for cards in combinations_with_replacement(kinds, BANK - len(shown)):
        ways = prod(comb(left[card], count) for card, count in Counter(cards).items())
        if ways:
            yield (*shown, *cards), ways


def _at_stake(seen: Seen) -> set[str]:
    """The wagers that the choice decides."""
    forfeited = {
        wager for wager in seen.terms.filing.game.play.fold_forfeits if wager in seen.wagers
    }
    other = forfeited - {"ante", "play", "pair_plus"}
    if other:
        raise no_advice(f"a fold gives up {', '.join(sorted(other))}, which the coach cannot weigh")
    return {"ante", *forfeited}


def _why(found: Counter[Standing], cases: int) -> str:
    higher = sum(ways for (how, _), ways in found.items() if how == "higher")
    unqualified = sum(ways for (_, qualifies), ways in found.items() if not qualifies)
    said = f"You are ahead of {higher / cases:.0%} of the hands the bank can have"
    return (
        f"{said}; {unqualified / cases:.0%} of them do not qualify." if unqualified else f"{said}."
    )
