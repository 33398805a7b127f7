"""Super Pan 9 counted out: every order of eight cards from a full shoe.

Three cards to the player, three to the bank, and the next two, whether they are drawn or not. Only
a card's points matter, so hands are counted by their seven values. What a finished hand pays is
asked of the procedure's own verdicts, and so is whether the bank draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm, prod
from typing import Any, Final

from houseway.analysis.cache import rules_of
from houseway.analysis.report import Bet, Outcome, figures
from houseway.filings.terms import Terms
from houseway.hands.baccarat import card_points
from houseway.rounds.verdicts import SeatWagers
from super_pan_9.procedure import bank_draws, verdicts
from super_pan_9.schema import HELD, SuperPan9

EVERY_DECK: Final = True
COUNT: Final = 1  # raised when the same rules come to other figures

STAND, DRAW = "stand", "draw"
Ends = Counter[tuple[int, int]]  # orders of cards by the player's points and the bank's
Hand = tuple[int, ...]


def rules(terms: Terms[SuperPan9]) -> dict[str, Any]:
    """What results depend on."""
    return rules_of(terms)


def assumed(terms: Terms[SuperPan9]) -> tuple[str, ...]:
    alone = terms.filing.game.bank_draw.all_stood is not None
    return (
        *(("one player: with more, the bank sees one of them draw more often",) if alone else ()),
        f"{terms.decks} full decks; no card has been seen but the player's own three",
        "the bank covers every wager",
        "the player draws or stands for the sake of the wager; a choice of equal value is a stand",
    )


def analyse(terms: Terms[SuperPan9], progress: Callable[[float], None]) -> list[Bet]:
    """All bets of the filing, every deal counted under the best play."""
    pays = _pays(terms.filing)
    game, shoe = terms.filing.game, _shoe(terms)
    hands = list(_hands(shoe))
    played: dict[Hand, dict[str, Ends]] = {}
    for number, (hand, ways, left) in enumerate(hands):
        played[hand] = {
            choice: Counter({end: ways * n for end, n in _ends(game, hand, choice, left).items()})
            for choice in (STAND, DRAW)
        }
        progress(0.9 * number / len(hands))
    best = {
        hand: max((STAND, DRAW), key=lambda choice: _worth(ends[choice], pays["game"]))
        for hand, ends in played.items()
    }
    chart = _chart(played, pays["game"])
    by_total = {hand: chart[str(sum(hand) % 10)]["choice"] for hand in played}
    bets = [_bet(name, paid, played, best) for name, paid in pays.items()]
    simple = _bet("game", pays["game"], played, by_total)
    bets[0] = _with(
        bets[0],
        {
            "chart": chart,
            "against the chart": {
                " ".join(map(str, hand)): best[hand]
                for hand in best
                if best[hand] != by_total[hand]
            },
        },
        {"played by the chart alone": figures(simple)},
    )
    return bets


def _with(bet: Bet, strategy: dict[str, Any], compared: dict[str, Any]) -> Bet:
    return Bet(
        name=bet.name, unit=bet.unit, outcomes=bet.outcomes, strategy=strategy, compared=compared
    )


# Cards


def _shoe(terms: Terms[SuperPan9]) -> list[int]:
    """How many cards of each value a full shoe has."""
    counts = Counter(card_points(card) for card in terms.filing.deck.cards(terms.decks))
    return [counts[value] for value in range(10)]


def _hands(shoe: Sequence[int]) -> Iterator[tuple[Hand, int, list[int]]]:
    """Every three values, in how many orders of cards they can come, and what is left."""
    values = [value for value, count in enumerate(shoe) if count]
    for hand in combinations_with_replacement(values, HELD):
        times = Counter(hand)
        orders = perm(HELD) // prod(perm(n) for n in times.values())
        ways = orders * prod(perm(shoe[value], n) for value, n in times.items())
        if ways:
            yield hand, ways, [count - times[value] for value, count in enumerate(shoe)]


def _ends(game: Any, hand: Hand, choice: str, shoe: list[int]) -> Ends:
    """How a hand ends against every hand of the bank, the next two cards counted in any case."""
    ends: Ends = Counter()
    own = sum(hand) % 10
    for bank, ways, left in _hands(shoe):
        total, cards = sum(bank) % 10, sum(left)
        draws = bank_draws(game, total, choice == DRAW)
        values = [(value, count) for value, count in enumerate(left) if count]
        if choice == STAND:
            if not draws:
                ends[own, total] += ways * cards * (cards - 1)
                continue
            for value, count in values:
                ends[own, (total + value) % 10] += ways * count * (cards - 1)
            continue
        for value, count in values:
            mine = (own + value) % 10
            if not draws:
                ends[mine, total] += ways * count * (cards - 1)
                continue
            for other, rest in values:
                more = rest - (other == value)
                ends[mine, (total + other) % 10] += ways * count * more
    return ends


# Money


def _pays(filing: SuperPan9) -> dict[str, dict[tuple[int, int], Fraction]]:
    """What each spot brings for one at every end, by the verdicts of the procedure."""
    seat = SeatWagers(2, {spot.name: 100 for spot in filing.spot})
    found: dict[str, dict[tuple[int, int], Fraction]] = {spot.name: {} for spot in filing.spot}
    for own in range(10):
        for bank in range(10):
            for verdict in verdicts(filing, seat, own, bank):
                net = {"win": verdict.odds, "push": Fraction(0), "lose": Fraction(-1)}
                paid = net[verdict.outcome]
                assert paid is not None
                found[verdict.wager][own, bank] = paid
    return found


def _worth(ends: Ends, pays: dict[tuple[int, int], Fraction]) -> Fraction:
    return sum((pays[end] * n for end, n in ends.items()), Fraction(0))


def _chart(
    played: dict[Hand, dict[str, Ends]], pays: dict[tuple[int, int], Fraction]
) -> dict[str, dict[str, Any]]:
    """The better choice for each number of points, and what both are worth."""
    rows: dict[str, dict[str, Any]] = {}
    for total in range(10):
        mine = [ends for hand, ends in played.items() if sum(hand) % 10 == total]
        if not mine:
            continue
        cases = sum(sum(ends[STAND].values()) for ends in mine)
        worth = {
            choice: sum((_worth(ends[choice], pays) for ends in mine), Fraction(0)) / cases
            for choice in (STAND, DRAW)
        }
        rows[str(total)] = {
            "choice": DRAW if worth[DRAW] > worth[STAND] else STAND,
            STAND: float(worth[STAND]),
            DRAW: float(worth[DRAW]),
        }
    return rows


def _bet(
    name: str,
    pays: dict[tuple[int, int], Fraction],
    played: dict[Hand, dict[str, Ends]],
    plan: dict[Hand, str],
) -> Bet:
    found: Counter[tuple[str, Fraction]] = Counter()
    for hand, ends in played.items():
        for (own, bank), n in ends[plan[hand]].items():
            found[_name(own, bank), pays[own, bank]] += n
    return Bet(
        name=name,
        unit=name,
        outcomes=tuple(Outcome(what, net, n) for (what, net), n in sorted(found.items()) if n),
    )


def _name(own: int, bank: int) -> str:
    if own == bank:
        return f"tie of {own}"
    return f"{'player' if own > bank else 'bank'} nearer with {max(own, bank)}"
