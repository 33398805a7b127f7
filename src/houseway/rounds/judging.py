"""Judgements several families share: comparing hands, reading a pay table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NoReturn, cast

from houseway.cards import Card
from houseway.cards.unknown import NeededError
from houseway.filings.schema.base import write_odds
from houseway.filings.schema.wagers import PayTable
from houseway.hands.rankings import ranking
from houseway.hands.value import Ranking
from houseway.rounds.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """A hand as a verdict needs it: how it ranks, its pay-table category, the dealer's words."""

    strength: int
    category: str
    name: str
    ranks: tuple[int, ...]
    inside: str = field(init=False)  # the name within a sentence

    def __post_init__(self) -> None:
        object.__setattr__(self, "inside", self.name[:1].lower() + self.name[1:])


class Unseen:
    """A hand with an unknown card: it may lie there until somebody asks what it is worth."""

    __slots__ = ("_needed",)

    def __init__(self, needed: NeededError) -> None:
        self._needed = needed

    def __getattr__(self, name: str) -> NoReturn:
        raise self._needed


def is_seen(hand: Judged) -> bool:
    """Whether every card of a hand is known."""
    return not isinstance(hand, Unseen)


class Judge:
    """A ranking that remembers the words of each strength: a table sees the same ones again."""

    __slots__ = ("_known", "_ranking")

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._known: dict[int, Judged] = {}

    def __call__(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> Judged:
        try:
            strength = self._ranking.strength(cards, board)
        except NeededError as needed:
            return cast(Judged, Unseen(needed))
        known = self._known.get(strength)
        if known is None:
            value = self._ranking.value(cards, board)
            known = Judged(strength, value.category, value.name, value.ranks)
            self._known[strength] = known
        return known


@cache
def judge(key: str) -> Judge:
    """The judge of a ranking by the key a filing names."""
    return Judge(ranking(key))


def standing(how: str, own: str = "high-card", bank: str = "high-card") -> tuple[Judged, Judged]:
    """A player's and a bank's hand of these categories that compare so.

    For those who tabulate verdicts: a verdict depends on nothing else of the cards.
    """
    strength = {"lower": 0, "equal": 1, "higher": 2}[how]
    return Judged(strength, own, own, ()), Judged(1, bank, bank, ())


def compare(hand: Judged, bank: Judged) -> tuple[str, str]:
    """How a hand stands against the bank's, as a key of `Compared` and in words."""
    if hand.strength > bank.strength:
        return "higher", f"{hand.name} beats {bank.inside}"
    if hand.strength < bank.strength:
        return "lower", f"{hand.name} loses to {bank.inside}"
    return "equal", f"{hand.name} ties"


def pay_verdict(seat: int, table: PayTable, category: str, name: str) -> Verdict:
    """A bonus wager by its pay table: the row of its category, or what the table says otherwise."""
    row = table.find(category)
    pays = None if row is None else row.pays
    if pays is None:
        because = f"{name}: not on the pay table"
        return Verdict(seat, table.wager, table.otherwise, because, table.cite.at)
    because = f"{name} pays {write_odds(pays)}"
    return Verdict(seat, table.wager, "win", because, table.cite.at, pays)
