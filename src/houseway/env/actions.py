"""One list of actions for all games, and what each does at a decision.

Words of the felt have an action each. Bets of any size are made in four sizes. Cards that are
set, thrown away or placed are chosen one after the other, so that no action depends on the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from houseway.cards import write
from houseway.rounds.steps import Ask

WORDS: Final = (
    "play", "fold", "check", "call", "bet 1", "bet 2", "bet 3", "bet 4", "bet 5", "bet 6", "bet 10",
    "stand", "hit", "double", "split", "surrender", "rescue", "play on", "decline", "insure",
    "house_way", "stand pat", "show", "muck", "turn up", "keep down", "bring in", "done",
    "top", "middle", "bottom", "leave",
)  # fmt: skip
WAGERS: Final = tuple(f"wager {number}" for number in range(1, 9))
SIZES: Final = ("least", "half pot", "pot", "most")
CARDS: Final = tuple(f"card {number}" for number in range(1, 15))
OTHERS: Final = tuple(f"choice {number}" for number in range(1, 15))  # words not listed here
ACTIONS: Final = (*WORDS, *WAGERS, *SIZES, *CARDS, *OTHERS)
PLACE: Final = {name: number for number, name in enumerate(ACTIONS)}
_SEGMENTS: Final = ("top", "middle", "bottom")


class Menu:
    """A decision as actions. `open` has those that may be taken now, with the move each makes; an
    action that only chooses a card makes none yet.
    """

    def __init__(self, ask: Ask, cards: Sequence[Any] = ()) -> None:
        self.ask = ask
        self.cards = sorted(cards, key=_order)
        self.picked: list[Any] = []
        self._placed: dict[str, list[Any]] = {}
        self.open: dict[int, str | None] = dict(self._open())

    @property
    def in_question(self) -> Any:
        """The card that is to be placed next; None where none is."""
        at = len(self.picked)
        return self.cards[at] if "place" in self.ask.beyond.verbs and at < len(self.cards) else None

    def take(self, action: int) -> str | None:
        """The move an action makes; None where the decision goes on with another card."""
        move = self.open[action]
        if move is None:
            self._choose(ACTIONS[action])
            self.open = dict(self._open())
            if len(self.open) == 1 and (only := next(iter(self.open.values()))) is not None:
                return only  # nothing is left to choose
        return move

    def _choose(self, name: str) -> None:
        if name.startswith("card "):
            self.picked.append(self.cards[int(name[5:]) - 1])
            return
        card = self.in_question
        self.picked.append(card)
        if name != "leave":
            self._placed.setdefault(name, []).append(card)

    def _open(self) -> Iterator[tuple[int, str | None]]:
        ask = self.ask
        if not self.picked:
            others = iter(OTHERS)
            for move in ask.choices:
                name = move if move in PLACE else move.partition(" ")[0]
                yield PLACE[name if name in PLACE else next(others)], move
        verbs = ask.beyond.verbs
        if "set" in verbs:
            yield from self._settings()
        elif ask.kind in ("draw", "discard"):
            yield from self._thrown(ask.kind)
        elif "place" in verbs:
            yield from self._placings()
        elif ask.kind in ("bet", "bring-in") and verbs:
            yield from _sizes(ask, verbs[0])

    def _settings(self) -> Iterator[tuple[int, str | None]]:
        """Two cards go in front, or make the low hand: the first, then the second."""
        legal = [
            pair
            for pair in combinations(range(len(self.cards)), 2)
            if self.ask.refuses(f"set {write([self.cards[at] for at in pair])}") is None
        ]
        if not self.picked:
            yield from (
                (PLACE[CARDS[at]], None) for at in sorted({at for two in legal for at in two})
            )
            return
        first = self.cards.index(self.picked[0])
        for pair in legal:
            if first in pair:
                other = pair[0] if pair[1] == first else pair[1]
                yield PLACE[CARDS[other]], f"set {write([self.cards[at] for at in pair])}"

    def _thrown(self, verb: str) -> Iterator[tuple[int, str | None]]:
        if len(self.picked) < self.ask.facts["most"]:
            for at, card in enumerate(self.cards):
                if card not in self.picked:
                    yield PLACE[CARDS[at]], None
        move = f"{verb} {write(self.picked)}"
        if self.picked and self.ask.refuses(move) is None:
            yield PLACE["done"], move

    def _placings(self) -> Iterator[tuple[int, str | None]]:
        """Each card in its turn to a segment, or left where fewer are placed than held."""
        facts = self.ask.facts
        placed = sum(map(len, self._placed.values()))
        if len(self.picked) == len(self.cards):
            yield (
                PLACE["done"],
                "place" + "".join(f" {name} {write(some)}" for name, some in self._placed.items()),
            )
            return
        if placed < facts["count"]:
            for name in _SEGMENTS:
                if len(self._placed.get(name, ())) < facts["room"][name]:
                    yield PLACE[name], None
        if len(self.cards) - len(self.picked) > facts["count"] - placed:
            yield PLACE["leave"], None


def _sizes(ask: Ask, verb: str) -> Iterator[tuple[int, str]]:
    """A bet or raise to the least, to half the pot or all of it, to the most."""
    facts: Mapping[str, Any] = ask.facts
    least, most = facts.get("least"), facts.get("most")
    if least is None or most is None:
        return
    high, pot = max(facts["bets"].values(), default=0), facts["pot"] + facts["to_call"]
    for name, to in zip(SIZES, (least, high + pot // 2, high + pot, most), strict=True):
        move = f"{verb} {min(max(to, least), most)}"
        if ask.refuses(move) is None:
            yield PLACE[name], move


def _order(piece: Any) -> tuple[int, str]:
    return (15 if getattr(piece, "is_joker", False) else getattr(piece, "rank", 0), piece.text)
