"""Setting seven cards the house way: one setter, driven by the rows of a filed chart.

Of the 21 ways to put two cards in front, those that are foul are put aside; the chart's rows say
which of the others a hand may be set by, and the highest front hand among them is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from houseway.cards import CARDS, JOKER, Card, parse_cards, write
from houseway.cards.card import RANKS
from houseway.errors import Refused
from houseway.families.pai_gow_poker.schema import CHART_OPTION as CHART_OPTION
from houseway.families.pai_gow_poker.schema import (
    HouseWayChart,
    HouseWayRow,
    PaiGowPoker,
    Shape,
    Way,
)
from houseway.filings.loader import beside
from houseway.filings.terms import Terms, make_terms
from houseway.hands.joker import JokerHigh, JokerUse
from houseway.hands.rankings import ranking
from houseway.hands.tally import SUIT_BITS, SUIT_FULL, count_of
from houseway.hands.two_card import TwoCard
from houseway.hands.value import pack

_FRONT: Final = {wild: TwoCard(wild=wild) for wild in (False, True)}
_FRONTS: Final = {
    wild: {
        (first.rank, second.rank): front.strength((first, second))
        for first, second in combinations((*CARDS[::-1], JOKER, *CARDS[::-1]), 2)
    }
    for wild, front in _FRONT.items()
}  # by ranks
# Highest first, the joker after the aces: it stays behind where an ace serves as well.
_PLACES: Final = {card: place for place, card in enumerate((*CARDS[:-5:-1], JOKER, *CARDS[-5::-1]))}
_HIGH_CARD: Final = 1  # what front strengths begin with
_PAIR: Final = 2
_RUNS_AND_FLUSHES: Final = frozenset({"straight", "flush", "straight-flush", "royal-flush"})


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A hand set the house way: two cards in front, five behind, and the row that decided."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    row: str
    cite: str


# One way to divide the seven: the strengths of front and back, on one scale, and the front cards.
Division = tuple[int, int, tuple[Card, Card]]


def divisions(ranking: JokerHigh, cards: Sequence[Card], counted: int) -> list[Division]:
    """The 21 ways to put two of seven cards in front; `counted` is their tally."""
    fronts, of_five = _FRONTS[ranking.joker == "wild"], ranking.of_five
    return [
        (fronts[one.rank, two.rank], of_five(counted - count_of(one) - count_of(two)), (one, two))
        for one, two in combinations(cards, 2)
    ]


def is_foul(division: Division) -> bool:
    return division[0] > division[1]


class _Decision(NamedTuple):
    """What a chart says of a hand: the ranks of its front hand, in words, and where it stands."""

    ranks: tuple[int, int]
    row: str
    cite: str


class HouseWaySetter:
    """A chart and the ranking it is read by. Hands that cannot hold a flush are kept by rank."""

    __slots__ = ("_chart", "_known", "_least", "ranking", "wild")

    def __init__(self, chart: HouseWayChart, ranking: JokerHigh) -> None:
        self._chart, self.ranking = chart, ranking
        self.wild = ranking.joker == "wild"
        self._known: dict[int, _Decision] = {}
        # The least strength of a back hand, for each thing a row may ask to have behind.
        self._least: dict[str, int] = {"highest-card": 0}
        for code, category in enumerate(reversed(ranking.order), 1):
            self._least[category] = pack(code, ())
        self._least["complete"] = self._least["straight"]
        self._least["five-of-a-kind"] = pack(len(ranking.order), ())
        self._least["five-aces"] = pack(len(ranking.order), (14,))

    def set(self, cards: Sequence[Card]) -> HouseWay:
        """The setting of seven cards; which of equal cards goes in front does not matter."""
        ordered = sorted(cards, key=_PLACES.__getitem__)
        counted = sum(map(count_of, ordered), self.ranking.start)
        if counted & SUIT_FULL:
            front, decision = self._decide(ordered, counted)
        else:
            key = counted >> SUIT_BITS
            known = self._known.get(key)
            if known is None:
                front, decision = self._decide(ordered, counted)
                self._known[key] = decision
            else:
                decision = known
                front = _pick(ordered, decision.ranks)
        back = tuple(card for card in ordered if card not in front)
        return HouseWay(front, back, decision.row, decision.cite)

    def _decide(self, cards: Sequence[Card], counted: int) -> tuple[tuple[Card, Card], _Decision]:
        divided = divisions(self.ranking, cards, counted)
        complete = any(self._runs_or_flush(back) for _, back, _ in divided)
        splits = [one for one in divided if not is_foul(one)]
        shape = shape_of(cards, wild=self.wild)
        passed: list[HouseWayRow] = []
        for row in self._chart.row:
            if not row.fits(shape, complete):
                continue
            for way in row.ways:
                fitting = [split for split in splits if self._allows(way, split, cards)]
                if fitting:
                    _, _, (first, second) = max(fitting, key=_strengths)
                    decision = _Decision((first.rank, second.rank), *_told(passed, row, way))
                    return (first, second), decision
            passed.append(row)
        raise Refused(
            "no-house-way",
            f"no row of {self._chart.title} can set {' '.join(c.text for c in cards)}",
            cite=str(self._chart.cite),
        )

    def _runs_or_flush(self, back: int) -> bool:
        return self.ranking.category_of(back) in _RUNS_AND_FLUSHES

    def _allows(self, way: Way, split: Division, cards: Sequence[Card]) -> bool:
        front, back, front_cards = split
        if back < self._least[way.behind]:
            return False
        if way.behind == "highest-card" and cards[0] in front_cards:
            return False
        least = (RANKS.index(way.front_from) + 2,) if way.front_from else ()
        return front >= pack(_PAIR if way.front == "pair" else _HIGH_CARD, least)


def _strengths(split: Division) -> tuple[int, int]:
    return split[0], split[1]


def _pick(ordered: Sequence[Card], ranks: tuple[int, int]) -> tuple[Card, Card]:
    first = next(card for card in ordered if card.rank == ranks[0])
    second = next(card for card in ordered if card.rank == ranks[1] and card is not first)
    return first, second


def _told(passed: Sequence[HouseWayRow], row: HouseWayRow, way: Way) -> tuple[str, str]:
    """The row that decided, after those that left the hand to it, and where they stand."""
    words = [f"{before.hand}: {before.otherwise}" for before in passed if before.otherwise]
    cites = [str(before.cite) for before in passed if before.otherwise]
    return (
        "; ".join([*words, f"{row.hand}: {way.says}"]),
        "; ".join([*cites, str(way.cite or row.cite)]),
    )


def shape_of(cards: Sequence[Card], *, wild: bool = False) -> Shape:
    """The cards of equal rank among seven, and those that lie once.

    A joker is an ace; a wild one lies with the greatest set, or pairs the highest card.

    >>> from houseway.cards import parse_cards
    >>> shape_of(parse_cards("9c 9d 9h Ks Kd Jk 2c"))
    Shape(sets='3+2', rank='9', second='K', single='A2')
    """
    ranks = [card.rank or 14 for card in cards if card.rank or not wild]
    groups = sorted(((ranks.count(rank), RANKS[rank - 2]) for rank in set(ranks)), key=_by_size)
    groups[0] = groups[0][0] + len(cards) - len(ranks), groups[0][1]
    alike = [(str(times), rank) for times, rank in groups if times > 1]
    return Shape(
        "+".join(times for times, _ in alike) or "none",
        groups[0][1],
        alike[1][1] if len(alike) > 1 else "",
        "".join(rank for times, rank in groups if times == 1),
    )


def _by_size(group: tuple[int, str]) -> tuple[int, int]:
    times, rank = group
    return -times, -RANKS.index(rank)


def joker_use(terms: Terms[PaiGowPoker]) -> JokerUse:
    """What the joker may be, with the option that widens it."""
    joker = terms.filing.game.joker
    if joker.flush_option and terms.option(joker.flush_option) is True:
        return "ace-straight-flush"
    return joker.use


@cache
def back_ranking(use: JokerUse) -> JokerHigh:
    """The ranking of five-card hands under a reading of the joker."""
    found = ranking("high-joker", joker=use)
    assert isinstance(found, JokerHigh)
    return found


def setter_of(terms: Terms[PaiGowPoker]) -> HouseWaySetter | None:
    """The setter of a table: its filing's chart, or the one its option names; None without one."""
    source = terms.filing.id
    chart = terms.filing.game.house_way
    if chart is None:
        source = str(terms.options.get(CHART_OPTION, "none"))
        if source == "none":
            return None
        named = beside(terms.filing, source)
        assert isinstance(named, PaiGowPoker)
        chart = named.game.house_way
        assert chart is not None, f"{source} has no chart"
    use = joker_use(terms)
    kept = _SETTERS.get((source, use))
    if kept is None or kept[0] is not chart:
        kept = _SETTERS[source, use] = (chart, HouseWaySetter(chart, back_ranking(use)))
    return kept[1]


# A setter remembers the hands it has set, so each chart has one, whatever table asks.
_SETTERS: dict[tuple[str, JokerUse], tuple[HouseWayChart, HouseWaySetter]] = {}


def house_way(
    filing: PaiGowPoker, cards: Sequence[Card], options: Mapping[str, Any] | None = None
) -> HouseWay:
    """Seven cards set by a filing's chart, each hand in the order a dealer reads it.

    >>> from houseway.cards import parse_cards, write
    >>> from houseway.filings.loader import load
    >>> fortune = load("500-club/fortune-pai-gow-poker")
    >>> write(house_way(fortune, parse_cards("8c 4d Ks 9s 8d 7c 4h")).front)
    'Ks 9s'
    """
    if len(set(cards)) != 7 or len(cards) != 7:
        raise Refused(
            "not-seven-cards",
            f"{len(cards)} cards are given; a hand is seven different cards",
            where="cards",
            cite=str(filing.game.piles.cite),
        )
    terms = make_terms(filing, options=options)
    setter = setter_of(terms)
    if setter is None:
        raise no_chart(filing)
    found = setter.set(cards)
    return HouseWay(
        _FRONT[setter.wild].value(found.front).cards,
        setter.ranking.value(found.back).cards,
        found.row,
        found.cite,
    )


def no_chart(filing: PaiGowPoker, where: str = "") -> Refused:
    """Why a hand cannot be set the house way where none is filed (ruling table-games 48)."""
    return Refused(
        "no-house-way",
        "the filing has no house-way chart; give `set`, or name a filing's chart with the "
        f"option {CHART_OPTION}",
        where=where,
        cite=str(filing.game.players_set.cite),
    )


def from_notation(filing: PaiGowPoker, text: str, options: Mapping[str, Any]) -> dict[str, str]:
    """A hand set from its notation, with the row of the chart that decided and its clause."""
    done = house_way(filing, parse_cards(text), options)
    return {
        "front": write(done.front), "back": write(done.back), "row": done.row, "cite": done.cite,
    }  # fmt: skip
