"""The coach of the 21-type games: every choice counted from a full shoe without the cards seen.

The cards of other seats, and of the seat's other hands, are not used, as in the published odds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from houseway.cards import Card
from houseway.families.twenty_one.rules import (
    DEALT,
    SPLIT,
    Tables,
    Values,
    place_of,
    split_from,
)
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.schema.base import cents
from houseway.filings.terms import Terms
from houseway.rounds.events import Chose
from houseway.table.coach import Advice, Seen, Worth, best_of, no_advice, once_for_terms

if TYPE_CHECKING:
    from houseway.families.twenty_one.counting import Engine


def advise(seen: Seen) -> Advice:
    cards = seen.cards or seen.sight.cards(seen.place, seen.hand)
    engine = engine_of(seen.terms)
    spot = _Spot(engine, place_of(seen.sight.cards("bank")[0]), cards, _kind(seen, cards))
    game = seen.wagers.get("game", 0)
    if seen.kind == "insurance":
        value = spot.insurance()
        worth = tuple(
            Worth(m, value * cents(m.partition(" ")[2]) if m != "decline" else 0.0)
            for m in seen.choices
        )
        often = f"{spot.natural():.1%} of the time"
        why = f"The bank has a natural {often}; insurance pays {_pays(seen.terms)}."
    else:
        units: Callable[[str], float] = spot.play
        if seen.kind == "early-surrender":
            units = spot.early
        elif seen.kind == "after-double":
            units = partial(spot.after_double, _doubles(seen))
        worth = tuple(Worth(move, game * units(move)) for move in seen.choices)
        why = spot.why(best_of(worth), drawing=seen.kind != "after-double")
    return Advice(
        hand=seen.terms.filing.game.rules.total(cards, split=spot.kind != DEALT).name,
        best=best_of(worth),
        worth=worth,
        unit="game",
        why=why,
        how="Counted from a full shoe without your cards and the bank's; cards of others are not "
        "used.",
        cite=seen.terms.filing.game.player_chart.cite.at,
    )


def _kind(seen: Seen, cards: Sequence[Card]) -> int:
    split = any(
        isinstance(event, Chose) and event.seat == seen.seat and event.move == "split"
        for event in seen.sight.events
    )
    return split_from(place_of(cards[0])) if split else DEALT


def _doubles(seen: Seen) -> int:
    """How often this hand was doubled."""
    return sum(
        isinstance(event, Chose)
        and event.seat == seen.seat
        and event.hand == seen.hand
        and (event.move or "").startswith("double")
        for event in seen.sight.events
    )


def _pays(terms: Terms[TwentyOne]) -> str:
    odds = terms.filing.game.insurance.pays if terms.filing.game.insurance else 0
    return f"{odds} to 1"


class _Spot:
    """One hand against one up card; values are in times the game wager."""

    def __init__(self, engine: Engine, up: int, cards: Sequence[Card], kind: int) -> None:
        import numpy as np

        from houseway.families.twenty_one.counting import evaluate

        self.engine, self.up, self.kind = engine, up, kind
        self.values: Values = tuple(sorted(place_of(card) for card in cards))
        found = engine.tables.index.get(self.values)
        if found is None:
            raise no_advice("the shoe does not hold these cards")
        self.number = found
        self.taken = np.zeros_like(engine.shoe)
        if kind != DEALT:
            self.taken[place_of(cards[0])] = 1  # the pair's other card
        held = engine.hands.cards[self.number]
        wanted = (engine.hands.cards >= held).all(axis=1).astype(np.uint8)
        self.worth = evaluate(engine, up, self.taken, kind, wanted)

    def _left(self) -> Any:
        left = self.engine.shoe - self.taken - self.engine.hands.cards[self.number]
        left[self.up] -= 1
        return left

    def play(self, move: str) -> float:
        word = move.partition(" ")[0]
        if word == "split":
            return self._split()
        places = ("stand", "hit", "double", "surrender")
        return float(self.worth.moves[self.number, places.index(word)])

    def _split(self) -> float:
        from houseway.families.twenty_one.play import evaluate_split
        from houseway.families.twenty_one.splits import Split

        split = Split(self.engine, self.up, self.values[0])
        return split.mean() if self.kind == DEALT else 2 * evaluate_split(split)

    def _best(self) -> float:
        best = float(self.worth.moves[self.number, 4])
        pair = len(self.values) == 2 and len(set(self.values)) == 1
        if pair and self.engine.open[DEALT, self.number] & SPLIT:
            best = max(best, self._split())
        return best

    def early(self, move: str) -> float:
        """Before the bank's down card is looked at."""
        if move == "surrender":
            return -0.5
        engine = self.engine
        natural = self.natural() if engine.tables.is_checked(self.up) else 0.0
        row = engine.pay[engine.pay_class[DEALT, self.number]]
        return natural * float(row[engine.tables.natural_class]) + (1 - natural) * self._best()

    def after_double(self, doubles: int, move: str) -> float:
        return self._after_double(self.number, doubles, move.partition(" ")[0])

    def _after_double(self, number: int, doubles: int, move: str) -> float:
        """A hand that was doubled so often stands, is rescued, or is doubled again."""
        if move == "stand":
            return float(2.0**doubles * self.worth.moves[number, 0])
        if move == "rescue":
            return -(2.0 ** (doubles - 1))
        from houseway.families.twenty_one.counting import chance, check_of

        engine, total = self.engine, 0.0
        left = self._left()
        for value, drawn in enumerate(engine.hands.drawn[number]):
            if left[value] > 0:
                moves = ["stand"] if engine.hands.over[drawn] else ["stand", "rescue"]
                if doubles + 1 < engine.tables.house.doubles and not engine.hands.over[drawn]:
                    moves.append("double")
                best = max(self._after_double(int(drawn), doubles + 1, one) for one in moves)
                total += chance(left, value, check_of(engine, self.up)) * best
        return total

    def natural(self) -> float:
        """The bank's down card makes it a natural."""
        left, need = self._left(), self.engine.tables.natural_needs(self.up)
        return float(left[need] / left.sum()) if need >= 0 else 0.0

    def insurance(self) -> float:
        """What a unit of it is worth."""
        rule = self.engine.tables.game.insurance
        assert rule is not None
        chance = self.natural()
        return chance * float(rule.pays) - (1 - chance)

    def why(self, best: str, *, drawing: bool) -> str:
        from houseway.families.twenty_one.counting import chance, check_of

        bank = f"the bank, showing that card, goes over {self._bank_over():.0%} of the time."
        if not drawing:
            return f"No card comes to a doubled hand; {bank}"
        engine, left = self.engine, self._left()
        over = sum(
            chance(left, value, check_of(engine, self.up))
            for value, drawn in enumerate(engine.hands.drawn[self.number])
            if left[value] > 0 and drawn >= 0 and engine.hands.over[drawn]
        )
        if over:
            return f"One more card takes this hand over {over:.0%} of the time; {bank}"
        more = "would lose more than it wins" if best == "stand" else "cannot take this hand over"
        return f"One more card {more}; {bank}"

    def _bank_over(self) -> float:
        import numpy as np

        from houseway.families.twenty_one.counting import follow

        engine = self.engine
        start = np.zeros(len(engine.tables.hands))
        start[self.number] = 1.0
        stand = np.ones(len(start), np.uint8)
        found, _ = follow(
            engine,
            self.up,
            self.taken,
            self.kind,
            stand,
            np.zeros((4, len(start)), np.uint8),
            start,
        )
        over = [total.is_over for _, total in engine.tables._bank[1]]
        return float(found.sum(axis=1)[np.array(over)].sum())


def _make(terms: Terms[TwentyOne]) -> Engine:
    from houseway.families.twenty_one.counting import make_engine

    return make_engine(Tables(terms))


engine_of = once_for_terms(_make)
