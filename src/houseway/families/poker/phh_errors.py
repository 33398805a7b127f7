"""What went wrong in a written hand: the entries of `_errors`, and the cards that lay there first.

Actions are written as they stood in the end. To play the hand as it went, cards that were taken
away are put back where they lay, and those that replaced them wait for the remedy to deal them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

from houseway.cards import Card, NotationError
from houseway.errors import HandRefused
from houseway.families.poker.deals import read_cards
from houseway.families.poker.phh_script import Action
from houseway.families.poker.state import UNKNOWN
from houseway.filings.irregular import check_kind
from houseway.filings.schema.irregular import KINDS, Noticed

_KEYS = ("kind", "player", "place", "cards", "number", "after", "noticed")
BOARD, DECK = "board", "deck"


@dataclass(frozen=True, slots=True)
class WrittenError:
    """One entry of `_errors`. `player` counts from 1 and is 0 where none is concerned."""

    kind: str
    player: int = 0
    place: str = ""
    cards: tuple[Card, ...] = ()
    number: int = 0
    after: int = 0
    noticed: Noticed | None = None
    entry: int = 0

    def told(self, actions: Sequence[str]) -> str:
        """The fact in words: what, whose, which cards, when it was noticed."""
        whose = f" of p{self.player}" if self.player else f" at the {self.place}" * bool(self.place)
        cards = f" ({' '.join(card.text for card in self.cards)})" if self.cards else ""
        after = f", noticed after {actions[self.after]!r}" if self.after >= 0 else ""
        return f"{self.kind}{whose}{cards}: {KINDS[self.kind]}{after}"

    def refuse(self, code: str, why: str, cite: str = "") -> HandRefused:
        return HandRefused(code, f"{self.kind}: {why}", refused=f"_errors[{self.entry}]", cite=cite)


def read_errors(
    tables: Sequence[Mapping[str, Any]], players: int, actions: int
) -> list[WrittenError]:
    return [_read(one, players, actions, entry) for entry, one in enumerate(tables)]


def _read(data: Mapping[str, Any], players: int, actions: int, entry: int) -> WrittenError:
    where = f"_errors[{entry}]"

    def bad(key: str, expected: str) -> HandRefused:
        said = f"{key} cannot be {data.get(key)!r}; it is {expected}"
        return HandRefused("bad-field", said, refused=f"{where}.{key}")

    for key in data:
        if key not in _KEYS:
            raise HandRefused(
                "unknown-key", f"{key!r} is none of {', '.join(_KEYS)}", refused=f"{where}.{key}"
            )
    kind = data.get("kind")
    if not isinstance(kind, str):
        raise bad("kind", "what went wrong, as exposed-card")
    check_kind(kind, where)
    place = data.get("place", "")
    player = _player(data.get("player", place), players)
    if player is None:
        key = "player" if "player" in data else "place"
        raise bad(key, f"a player from p1 to p{players}" + ", board or deck" * (key == "place"))
    after, number = data.get("after", actions - 1), data.get("number", 0)
    if not _whole(after) or not -1 <= after < actions:
        raise bad("after", "the place of the last action before it was noticed, counted from 0")
    if not _whole(number) or number < 0:
        raise bad("number", "how many cards, or which one counted from 1")
    noticed = data.get("noticed")
    if noticed is not None and noticed not in get_args(Noticed):
        raise bad("noticed", "deal, choices, settling or after")
    try:
        cards = read_cards(data["cards"].replace(" ", "")) if "cards" in data else ()
    except (NotationError, AttributeError):
        raise bad("cards", "cards as in the actions") from None
    return WrittenError(
        kind, player, place if place in (BOARD, DECK) else "", cards, number, after,
        cast(Noticed | None, noticed), entry,
    )  # fmt: skip


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _player(value: Any, players: int) -> int | None:
    """A player's number; 0 for nobody, None for what names none."""
    if value in ("", BOARD, DECK):
        return 0
    if isinstance(value, str) and value[:1] == "p" and value[1:].isdecimal():
        value = int(value[1:])
    return value if _whole(value) and 1 <= value <= players else None


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
            lay += [UNKNOWN] * (max(error.number, right + 1) - len(lay))
            fresh[error.entry] = tuple(lay[right:])
            lying.insert(place, _with(lying[place], lay[:right]))
        elif error.cards:
            fresh[error.entry] = error.cards
    return Laid(lying, fresh, kept)


def dealt_at(actions: Sequence[Action], error: WrittenError) -> int | None:
    """Where the deal stands in which it happened: under way when it was noticed, or the last."""
    verb, player = ("dh", error.player) if error.player else ("db", 0)
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
