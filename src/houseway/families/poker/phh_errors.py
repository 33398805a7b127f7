"""A written hand in which something went wrong: the cards that lay there first.

Actions are written as they stood in the end. To play the hand as it went, cards that were taken
away are put back where they lay, and those that replaced them wait for the remedy to deal them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from houseway.cards import Card
from houseway.families.poker.deals import read_cards
from houseway.families.poker.phh_script import Action
from houseway.families.poker.state import UNKNOWN
from houseway.histories.hand_errors import BOARD, WrittenError

# Cards as they first lay.


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand's actions with the cards that lay first, and those the remedies then brought."""

    actions: Sequence[Action]
    fresh: Mapping[int, tuple[Card, ...]]  # by entry of `_errors`
    kept: Mapping[int, Action]  # entries whose cards still stand in that deal


def as_they_lay(actions: Sequence[Action], errors: Sequence[WrittenError]) -> Laid:
    lying, fresh, kept = list(actions), dict[int, tuple[Card, ...]](), dict[int, Action]()
    for error in errors:
        if error.kind in ("boxed-card", "exposed-card") and (error.player or error.place == BOARD):
            place = dealt_at(lying, error)
            if place is None:
                continue
            cards = read_cards(lying[place].rest)
            taken = error.cards or (UNKNOWN,)
            if UNKNOWN not in taken and all(card in cards for card in taken):
                kept[error.entry] = lying[place]
            elif len(taken) <= len(cards):
                fresh[error.entry] = cards[-len(taken) :]
                lying[place] = _with(lying[place], (*cards[: -len(taken)], *taken))
        elif error.kind == "board-too-large":
            place = dealt_at(lying, error)
            if place is None:
                continue
            right = len(read_cards(lying[place].rest))
            lay = list(error.cards)
            lay += [UNKNOWN] * (max(error.number or 0, right + 1) - len(lay))
            fresh[error.entry] = tuple(lay[right:])
            lying.insert(place, _with(lying[place], lay[:right]))
        elif error.cards:
            fresh[error.entry] = error.cards
    return Laid(lying, fresh, kept)


def dealt_at(actions: Sequence[Action], error: WrittenError) -> int | None:
    """Where the deal stands in which it happened: under way when it was noticed, or the last."""
    own = error.player and error.kind != "board-too-large"
    verb, player = ("dh", error.player) if own else ("db", 0)
    later = [place for place, action in enumerate(actions) if action.index > error.after]
    for place in later:
        if actions[place].verb not in ("dh", "db"):
            break
        if (actions[place].verb, actions[place].player) == (verb, player):
            return place
    before = [
        place
        for place, action in enumerate(actions)
        if action.index <= error.after and (action.verb, action.player) == (verb, player)
    ]
    return before[-1] if before else None


def _with(action: Action, cards: Sequence[Card]) -> Action:
    return replace(action, rest="".join(card.text for card in cards))
