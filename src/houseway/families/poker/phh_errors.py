"""A written hand in which something went wrong: the cards that lay there first.

Actions are written as they stood in the end. To play the hand as it went, cards that were taken
away are put back where they lay, and those that replaced them wait for the remedy to deal them.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
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


def as_they_lay(
    actions: Sequence[Action],
    errors: Sequence[WrittenError],
    settled: Container[str],
    deck: Container[Card],
    staying: Container[int] = (),
) -> Laid:
    """`settled` are the kinds something is ordered for; others may be written as they happened.
    Cards of the entries in `staying` were not changed for others."""
    lying, fresh, kept = list(actions), dict[int, tuple[Card, ...]](), dict[int, Action]()
    for error in errors:
        if error.kind in settled:
            _check_named(actions, error, deck)
        if error.kind in ("boxed-card", "exposed-card") and (error.player or error.place == BOARD):
            place = dealt_at(lying, error)
            if place is None or error.entry in staying:
                continue
            cards = read_cards(lying[place].rest)
            taken = error.cards or (UNKNOWN,)
            named = [card for card in taken if card is not UNKNOWN]
            if named and all(card in cards for card in named):
                kept[error.entry] = lying[place]
            elif still := [card for card in named if card in cards]:
                raise error.refuse(
                    "card-kept",
                    f"{still[0]} still lies in {lying[place].text!r}, the others do not; a misdeal "
                    "is written as the cards lay, any other hand as they lay after the exchange",
                )
            elif len(taken) <= len(cards):
                fresh[error.entry] = cards[-len(taken) :]
                lying[place] = _with(lying[place], (*cards[: -len(taken)], *taken))
        elif error.kind == "board-too-large":
            place = dealt_at(lying, error)
            if place is None or _acted_on(lying, place, error):
                continue
            right = len(read_cards(lying[place].rest))
            lay = list(error.cards)
            lay += [UNKNOWN] * (max(error.number or 0, right + 1) - len(lay))
            fresh[error.entry] = tuple(lay[right:])
            lying.insert(place, _with(lying[place], lay[:right]))
        elif error.cards:
            fresh[error.entry] = error.cards
    return Laid(lying, fresh, kept)


def _check_named(actions: Sequence[Action], error: WrittenError, deck: Container[Card]) -> None:
    """What was turned up or taken away is of this deck, lay in no other hand by then, and was one
    card each; of a wrong number of cards it is said who held them."""
    if error.kind == "wrong-number" and not error.player:
        raise error.refuse("fact-needed", "say whose cards they are: `player`")
    if error.kind not in ("boxed-card", "exposed-card", "board-too-large", "early-board"):
        return
    for card in error.cards:
        if card is not UNKNOWN and card not in deck:
            raise error.refuse("not-in-the-deck", f"the deck has no {card}")
    named = [card for card in error.cards if card is not UNKNOWN and not card.is_joker]  # of two
    for card in named:
        if named.count(card) > 1:
            raise error.refuse("card-twice", f"{card} stands twice; name each card once")
    own = dealt_at(actions, error)
    for place, action in enumerate(actions):
        if action.index > error.after or action.verb not in ("dh", "db") or place == own:
            continue
        for card in read_cards(action.rest):
            if card in named and not (error.player and action.player == error.player):
                raise error.refuse(
                    "card-twice",
                    f"{card} lies in {action.text!r}; `cards` names what was turned up or taken "
                    "away",
                )


def _acted_on(actions: Sequence[Action], place: int, error: WrittenError) -> bool:
    """Whether somebody acted on a board before it was seen to be wrong."""
    since = [one for one in actions[place + 1 :] if one.index <= error.after]
    return any(one.verb not in ("dh", "db") for one in since)


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
