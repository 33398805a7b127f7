"""Poker by the price: what a call costs against how often the hand wins, in a style of one's own.

A hand is dealt to its end a few times against hands nobody has seen (`chances`). Good ones bet and
raise, those worth the price call, a few bad ones bluff where nobody is left to act; several rivals,
raises and a poor position make all of that dearer. It is far from the best play, and no bot plays
quite like the next.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from houseway.cards import Card, write
from houseway.families.poker.chances import Seen, chances
from houseway.families.poker.discards import discards
from houseway.families.poker.openers import openers
from houseway.families.poker.schema import Poker, PokerGame
from houseway.rounds.events import Chose, Dealt
from houseway.rounds.steps import Ask
from houseway.table.bot import Bot
from houseway.table.sight import Sight
from houseway.table.stakes import quiet_move
from houseway.table.views import View


class Style(NamedTuple):
    """How somebody plays."""

    margin: float  # by which a hand must promise more than its price
    bets: int  # of a hundred good hands, how many are bet or raised
    bluffs: int  # of a hundred chances to bluff, how many are taken


STYLES: Final = {
    "tight": Style(0.20, 60, 5),
    "solid": Style(0.14, 80, 10),
    "loose": Style(0.03, 40, 8),
    "lively": Style(0.05, 85, 25),
}
POOR = 0.45  # against one hand: good for a bluff only
GOOD = 0.58  # worth a bet
STRONG = 0.70  # worth a raise
RIVAL = 0.03  # dearer for each further rival
RAISED = 0.08  # and for each bet and raise of the round
EARLY = 0.03  # and where others are still to act
CHEAP = 0.34  # the highest price of a call that is small beside the stack
SIZES = (0.5, 0.67, 1.0)  # of the pot, where bets are free; the same for a bluff


class PokerBot(Bot):
    """Plays every game of the family in one of the styles, any of them where none is named."""

    def __init__(self, filing: Any, source: random.Random, *, style: str = "") -> None:
        assert isinstance(filing, Poker)
        self._game: PokerGame = filing.game
        self._deck = filing.deck.cards()
        self._random = source
        self.style = STYLES[style or source.choice(list(STYLES))]

    def choose(self, ask: Ask, view: View, /) -> str:
        sight = view.sight()
        held = sight.cards(ask.seat)
        if ask.kind == "draw":
            thrown = discards(self._game, held, ask.facts["most"])
            return f"draw {write(thrown)}" if thrown else "stand pat"
        if ask.kind == "discard":
            return f"discard {write(self._gives_up(sight, ask))}"
        if ask.kind == "bet":
            return self._bet(ask, sight, view.table.public()["in_hand"])
        return quiet_move(ask, held)

    # What is known.

    def _seen(self, sight: Sight, seat: int, in_hand: Sequence[int], draws: int) -> Seen:
        boards = [sight.cards("board")]
        if self._game.double_board is not None:
            boards.append(sight.cards("second board"))
        others = {at: sight.cards(at) for at in sight.hands if isinstance(at, int) and at != seat}
        return Seen(
            held=sight.cards(seat),
            boards=boards,
            rivals=[others.get(at, ()) for at in in_hand if at != seat] or [()],
            dead=[card for cards in others.values() for card in cards],
            draws=draws,
        )

    def _gives_up(self, sight: Sight, ask: Ask) -> Sequence[Card]:
        """The cards without which the rest is worth most."""
        seen = self._seen(sight, ask.seat, (), 0)

        def without(thrown: Sequence[Card]) -> float:
            kept = [card for card in seen.held if card not in thrown]
            left = Seen(held=kept, boards=seen.boards, dead=(*seen.dead, *thrown))
            return chances(self._game, self._deck, left, self._random)[0]

        return max(combinations(seen.held, ask.facts["least"]), key=without)

    def _opens(self, held: Sequence[Card]) -> bool:
        rule = self._game.openers
        return rule is None or bool(openers(self._game, rule, held))

    # Bets.

    def _bet(self, ask: Ask, sight: Sight, in_hand: Sequence[int]) -> str:
        facts, style = ask.facts, self.style
        if facts.get("openers"):  # a hand that may open does, or nobody would
            return self._raise(ask) if self._opens(sight.cards(ask.seat)) else "check"
        streets = [street.label for street in self._game.street]
        later = self._game.street[streets.index(facts["street"]) + 1 :]
        draws = sum(street.draw is not None for street in later)
        seen = self._seen(sight, ask.seat, in_hand, draws)
        worth, loses = chances(self._game, self._deck, seen, self._random)
        to_call, pot, raises = facts["to_call"], facts["pot"], _raises(sight)
        rivals = len(in_hand) - 1
        last = _is_last(ask.seat, sight, in_hand)
        dearer = RIVAL * (rivals - 1) + EARLY * (not last)
        bluffs = worth < POOR and rivals <= 2 and self._takes(style.bluffs)
        if not to_call:
            good = worth >= GOOD + dearer and self._takes(style.bets)
            return self._raise(ask) if good or (bluffs and (last or rivals == 1)) else "check"
        dearer += RAISED * raises
        if worth >= STRONG + dearer and self._takes(style.bets):
            return self._raise(ask)
        price = to_call / (pot + to_call)
        if to_call * 10 <= facts["stacks"][ask.seat]:
            price = min(price, CHEAP)  # more is still to be won, whatever lies there
        if not loses or worth >= price + style.margin + dearer:
            return "call"
        return self._raise(ask) if bluffs and raises < 2 and self._takes(25) else "fold"

    def _takes(self, times: int) -> bool:
        return self._random.randrange(100) < times

    def _raise(self, ask: Ask) -> str:
        """A bet or raise, in proportion to the pot where its size is free."""
        least, most = ask.facts["least"], ask.facts["most"]
        if least is None:
            return "call" if ask.facts["to_call"] else "check"
        to_call, high = ask.facts["to_call"], max(ask.facts["bets"].values())
        to = high + int(self._random.choice(SIZES) * (ask.facts["pot"] + to_call))
        to = min(most, max(least, to - to % 100))
        if ask.refuses(f"{ask.beyond.verbs[0]} {to}") is not None:  # one size only, or two
            to = least
        return f"{ask.beyond.verbs[0]} {to}"


def _this_round(sight: Sight) -> list[Chose]:
    """What was done since the last card fell."""
    done = []
    for event in reversed(sight.events):
        if isinstance(event, Dealt):
            break
        if isinstance(event, Chose) and event.kind in ("bet", "bring-in"):
            done.append(event)
    return done


def _is_last(seat: int, sight: Sight, in_hand: Sequence[int]) -> bool:
    """Whether everybody else has acted in this round."""
    return {*in_hand} <= {seat, *(event.seat for event in _this_round(sight))}


def _raises(sight: Sight) -> int:
    return sum((event.move or "").startswith(("bet", "raise")) for event in _this_round(sight))
