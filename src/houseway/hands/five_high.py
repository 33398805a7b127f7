"""Five-card high hands: the best five of five, six or seven cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from houseway.cards.card import Card
from houseway.hands.tally import SUIT_BITS, SUIT_FULL, Kept, count_of, start_for, tally
from houseway.hands.value import (
    CODE_SHIFT,
    Category,
    HandError,
    HandValue,
    Strength,
    pack,
    plural,
    unpack,
)

Run = tuple[int, ...]
Wheel = Literal["lowest", "second", "none"]

RANKS: Final = (14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
HIGH_ORDER: Final[tuple[Category, ...]] = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "one-pair", "high-card",
)  # fmt: skip
_RUN_CATEGORIES: Final = frozenset({"royal-flush", "straight-flush", "straight"})
_SUITED_CATEGORIES: Final = frozenset({"royal-flush", "straight-flush", "flush"})
# How many cards each rank of `HandValue.ranks` stands for.
_COUNTS: Final[dict[Category, tuple[int, ...]]] = {
    "five-aces": (5,), "five-of-a-kind": (5,), "four-of-a-kind": (4, 1), "full-house": (3, 2),
    "three-of-a-kind": (3, 1, 1), "two-pair": (2, 2, 1), "one-pair": (2, 1, 1, 1),
}  # fmt: skip
_START: Final = start_for(5)


def runs_of(ranks: Sequence[int], wheel: Wheel = "lowest") -> tuple[Run, ...]:
    """The straights a deck's ranks make, best first; `wheel` says where 5-4-3-2-ace stands."""
    runs = [tuple(ranks[i : i + 5]) for i in range(len(ranks) - 4)]
    if wheel != "none":
        runs.insert(1 if wheel == "second" else len(runs), (*ranks[-4:], ranks[0]))
    return tuple(runs)


HIGH_RUNS: Final = runs_of(RANKS)


def _bits_of(ranks: Iterable[int]) -> int:
    """A bit for each rank that is there."""
    bits = 0
    for rank in ranks:
        bits |= 1 << rank
    return bits


class FiveHigh:
    """The usual ranking, without a joker.

    `order` lists the categories, best first; `runs` the straights, best first.

    >>> from houseway.cards import parse_cards
    >>> FiveHigh().value(parse_cards("Qs 5h Ad Qd 5c 9s 2c")).name
    'Queens and fives, ace kicker'
    """

    sizes: tuple[int, ...] = (5, 6, 7)
    jokers: int = 0
    start: int = _START  # where a tally for `of_five` begins

    def __init__(
        self, *, order: tuple[Category, ...] = HIGH_ORDER, runs: tuple[Run, ...] = HIGH_RUNS
    ) -> None:
        self.order = order
        self.runs = runs
        self._codes = {category: code for code, category in enumerate(reversed(order), 1)}
        self._run_bits = tuple(_bits_of(run) for run in runs)
        self._best_runs: dict[int, int | None] = {}
        self._ranks = frozenset(rank for run in runs for rank in run)
        self._any_suits = Kept(self._best_of_any_suits)
        self._one_suit = Kept(self._best_of_one_suit)

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        """How the best five rank; greater is better, equal is a tie."""
        if board:
            cards = (*cards, *board)
        counted = sum(map(count_of, cards), _START)
        if counted & SUIT_FULL:
            return self._with_a_suit(cards, counted)
        return self._any_suits[counted >> SUIT_BITS]

    def on(self, board: Sequence[Card]) -> Strength:
        """`strength` with a board that many hands share: it is counted once for all."""
        start, kept = tally(board, _START), self._any_suits

        def strength(cards: Sequence[Card]) -> int:
            counted = sum(map(count_of, cards), start)
            if counted & SUIT_FULL:
                return self._with_a_suit((*cards, *board), counted)
            return kept[counted >> SUIT_BITS]

        return strength

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        cards = (*cards, *board)
        strength = self.strength(cards)
        category, ranks, wanted = self._read(strength)
        suited = category in _SUITED_CATEGORIES
        return HandValue(strength, category, ranks, _pick(wanted, cards, suited=suited))

    def category_of(self, strength: int) -> Category:
        """The category of a strength this ranking gave."""
        return self.order[-(strength >> CODE_SHIFT)]

    def of_five(self, counted: int) -> int:
        """The strength of exactly five cards by their tally from `start`."""
        strength = self._any_suits[counted >> SUIT_BITS]
        if counted & SUIT_FULL:
            return max(strength, self._one_suit[counted >> SUIT_BITS])
        return strength

    def _with_a_suit(self, cards: Sequence[Card], counted: int) -> int:
        # Several decks can make a full house or four of a kind in one suit, hence the max.
        suit = ((counted & SUIT_FULL).bit_length() - 1) // 4
        of_suit = tally((card for card in cards if card.suit in (suit, -1)), 0)
        return max(self._any_suits[counted >> SUIT_BITS], self._one_suit[of_suit >> SUIT_BITS])

    # The rule: ranks come highest first.

    def _best_of_any_suits(self, ranks: list[int], jokers: int) -> int:
        """The best hand when suits do not matter."""
        self._check(ranks, jokers)
        return max(self._alike(ranks), self._straight("straight", ranks, 0))

    def _best_of_one_suit(self, ranks: list[int], jokers: int) -> int:  # noqa: ARG002
        """The best hand of five or more cards of one suit."""
        return max(self._straight("straight-flush", ranks, 0), self._flush(ranks))

    def _check(self, ranks: list[int], jokers: int) -> None:
        given = len(ranks) + jokers
        if given not in self.sizes:
            sizes = " or ".join(map(str, self.sizes))
            raise HandError(f"{given} cards are given; this ranking reads {sizes} cards")
        if jokers > self.jokers:
            raise HandError(f"jokers given: {jokers}; in this ranking's deck: {self.jokers}")
        if not self._ranks.issuperset(ranks):
            names = ", ".join(plural(rank) for rank in sorted(set(ranks) - self._ranks))
            raise HandError(f"{names} are given; this ranking's deck has none")

    def _alike(self, ranks: Sequence[int]) -> int:
        """Cards of the same rank: from five of a kind down to the highest cards."""
        # The most alike first, and of as many the highest, as `ranks` is.
        groups = sorted(dict.fromkeys(ranks), key=ranks.count, reverse=True)
        top, most = groups[0], ranks.count(groups[0])
        if most == 1:
            return pack(self._codes["high-card"], groups[:5])
        if most >= 5 and self.order[0].startswith("five-"):
            return pack(self._codes[self.order[0]], (top,))
        if most >= 4:
            # Five of a kind from several decks is read as four (ruling table-games 66).
            kicker = top if most > 4 else max(groups[1:])
            return pack(self._codes["four-of-a-kind"], (top, kicker))
        paired = ranks.count(groups[1]) > 1
        if most == 3 and paired:
            return pack(self._codes["full-house"], groups[:2])
        if most == 3:
            return pack(self._codes["three-of-a-kind"], groups[:3])
        if paired:
            return pack(self._codes["two-pair"], (*groups[:2], max(groups[2:])))
        return pack(self._codes["one-pair"], groups[:4])

    def _straight(self, category: Category, ranks: Iterable[int], jokers: int) -> int:
        """The best straight, gaps filled by jokers, or 0. The best straight flush is royal."""
        place = self._best_run(_bits_of(ranks), jokers)
        if place is None:
            return 0
        if category == "straight-flush" and place == 0:
            category = "royal-flush"
        return pack(self._codes[category], (len(self.runs) - place,))

    def _best_run(self, held: int, jokers: int) -> int | None:
        """Which straight some ranks make; there are few sets of ranks, so all are kept."""
        key = held << 3 | jokers
        if key not in self._best_runs:
            found = (
                place
                for place, run in enumerate(self._run_bits)
                if (run & held).bit_count() + jokers >= 5
            )
            self._best_runs[key] = next(found, None)
        return self._best_runs[key]

    def _flush(self, ranks: Sequence[int]) -> int:
        return pack(self._codes["flush"], ranks[:5])

    def _read(self, strength: int) -> tuple[Category, tuple[int, ...], Sequence[int]]:
        """Category, the ranks that name the hand, and the ranks of its five cards."""
        category = self.category_of(strength)
        _, ranks = unpack(strength)
        if category in _RUN_CATEGORIES:
            run = self.runs[len(self.runs) - ranks[0]]
            return category, run[:1], run
        counts = _COUNTS.get(category, (1,) * 5)
        wanted = [rank for rank, n in zip(ranks, counts, strict=True) for _ in range(n)]
        return category, ranks, wanted


def _pick(wanted: Iterable[int], cards: Sequence[Card], *, suited: bool) -> tuple[Card, ...]:
    """Cards of the wanted ranks, the highest suits first; a joker where no card is left."""
    if suited:
        suits = Counter(card.suit for card in cards if not card.is_joker)
        suit = suits.most_common(1)[0][0]
        cards = [card for card in cards if card.suit in (suit, -1)]
    pool = sorted(cards, key=lambda card: card.suit, reverse=True)
    picked = []
    for rank in wanted:
        taken = next((card for card in pool if card.rank == rank), None)
        if taken is None:
            taken = next(card for card in pool if card.is_joker)
        pool.remove(taken)
        picked.append(taken)
    return tuple(picked)


def suits_from_the_top(value: HandValue) -> tuple[int, ...]:
    """The suits of a hand from its highest card down, to compare hands that tie.

    Some filings give an odd chip to the tied hand that is higher by suit: spades, hearts,
    diamonds, clubs (ruling poker P-2). The ace of 5-4-3-2-ace is its lowest card.
    """
    cards = value.cards
    if value.category not in _RUN_CATEGORIES:
        cards = tuple(sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True))
    return tuple(card.suit for card in cards)
