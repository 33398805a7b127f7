"""Cards seen before a round: what is left of the shoe that the round is dealt from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from houseway.analysis.report import Bet
from houseway.cards import Card, parse_cards, too_many
from houseway.cards.card import RANKS
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.terms import Terms

_TOKEN: Final = re.compile(r"[^\s,]+")
_TIMES: Final = re.compile(r"(.+?)\*([1-9][0-9]{0,2})")
_MOST: Final = 0.5  # a card, by which decks left are rounded


class NextRound(Protocol):
    """What a family gives as its `shoe`: a module that imports without NumPy."""

    def next_round(self, terms: Terms[Any], left: Counter[Card]) -> Sequence[Bet]:
        """The bets on a round that is dealt from the cards left."""

    def by_rank(self, terms: Terms[Any]) -> bool:
        """No bet goes by suits, so that a rank alone says enough of a card."""

    def needs(self, terms: Terms[Any]) -> int:
        """The most cards that a round can take."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards that have not been seen, and how many decks of them are still to be dealt."""

    seen: int
    left: Counter[Card]
    decks_left: float

    def as_json(self) -> dict[str, Any]:
        return {"seen": self.seen, "unseen": self.left.total(), "decks_left": self.decks_left}

    def said(self) -> str:
        unseen = self.left.total()
        return (
            f"{self.seen} cards have been seen; any of the other {unseen} may come next, those "
            "burned or cut off among them"
        )


def part_of(terms: Terms[Any]) -> NextRound:
    part: NextRound | None = find_family(terms.filing.family).part("shoe")
    if part is None:
        raise HousewayError(
            "no-shoe",
            f"odds by cards seen are not counted for the family {terms.filing.family!r}",
            where=f"{terms.filing.id}: --seen",
        )
    return part


def read_shoe(terms: Terms[Any], seen: str, decks_left: float | None = None) -> Shoe:
    """The shoe without the cards named, as `8h 9d`; `8*3` is three eights where suits are nothing.

    Of the cards not seen it does not matter which lie in the shoe: each is as likely to come next.
    """
    part = part_of(terms)
    pack = terms.filing.deck.cards(terms.decks)
    left = Counter(pack)
    for card in _cards(seen, Counter(pack), by_rank=part.by_rank(terms)):
        left[card] -= 1
    if more := too_many((Counter(pack) - left).elements(), pack):
        card, times, have = more[0]
        raise _bad(f"{card} is named {times} times, and there are {have} of it")
    unseen, deck = left.total(), len(terms.filing.deck.cards())
    cards_left = unseen if decks_left is None else decks_left * deck
    if not cards_left <= unseen + _MOST:  # nor what is no number
        raise _bad(
            f"{decks_left:g} decks left are {cards_left:g} cards, and without those seen there "
            f"are {unseen}",
            where="--decks-left",
        )
    if cards_left < part.needs(terms):
        raise _bad(f"a round can take {part.needs(terms)} cards, and {cards_left:g} are left")
    return Shoe(len(pack) - unseen, +left, round(cards_left / deck, 2))


def _bad(message: str, where: str = "--seen") -> HousewayError:
    return HousewayError("bad-seen", message, where=where)


def _cards(text: str, pack: Counter[Card], *, by_rank: bool) -> Iterator[Card]:
    left = pack.copy()
    for token in _TOKEN.findall(text):
        match = _TIMES.fullmatch(token)
        what, times = (match[1], int(match[2])) if match else (token, 1)
        if len(what) == 1 and what in RANKS:
            if not by_rank:
                raise _bad(f"{what!r}: say the suit too, as {what}h; bets of this game go by it")
            alike = [card for card in left if card.text[0] == what]
            for _ in range(times):
                card = next((one for one in alike if left[one] > 0), None)
                if card is None:
                    raise _bad(f"there are no more than {sum(pack[c] for c in alike)} of {what!r}")
                left[card] -= 1
                yield card
        else:
            for card in parse_cards(what) * times:
                left[card] -= 1
                yield card
