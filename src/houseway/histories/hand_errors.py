"""What went wrong in a hand, as its file tells: the entries of `_errors`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, cast, get_args

from houseway.cards import Card, NotationError
from houseway.errors import CannotHaveHappened, HandRefused
from houseway.filings.irregular import check_kind
from houseway.filings.schema.irregular import KINDS, Noticed, Whose

_KEYS = ("kind", "player", "place", "cards", "number", "after", "noticed")
BOARD, DECK = "board", "deck"
_ACTS = ("string-bet", "single-chip", "changed-discard")  # of one player, who may be seen from it


@dataclass(frozen=True, slots=True)
class WrittenError:
    """One entry of `_errors`. `player` counts from 1 and is 0 where none is concerned."""

    kind: str
    player: int = 0
    place: str = ""
    cards: tuple[Card, ...] = ()
    number: int | None = None
    after: int = 0
    noticed: Noticed | None = None
    entry: int = 0

    @property
    def whose(self) -> Whose | None:
        if self.player:
            return "seat"
        places: dict[str, Whose] = {BOARD: "board", DECK: "deck"}
        return places.get(self.place)

    def told(self, actions: Sequence[str]) -> str:
        """The fact in words: what, whose, which cards, when it was noticed."""
        whose = f" of p{self.player}" if self.player else f" at the {self.place}" * bool(self.place)
        cards = f" ({' '.join(card.text for card in self.cards)})" if self.cards else ""
        after = f", noticed after {actions[self.after]!r}" if actions and self.after >= 0 else ""
        return f"{self.kind}{whose}{cards}: {KINDS[self.kind]}{after}"

    def refuse(self, code: str, why: str, cite: str = "") -> HandRefused:
        return HandRefused(code, f"{self.kind}: {why}", refused=f"_errors[{self.entry}]", cite=cite)


def passed_over(names: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Fields of a file that nobody reads and that were meant for one of ours."""
    for name in names:
        for near in get_close_matches(f"_{name.lstrip('_')}", known, n=1, cutoff=0.7):
            yield f"{name} is passed over; did you mean {near}?"


ReadCards = Callable[[str], tuple[Card, ...]]


def read_errors(
    tables: Sequence[Mapping[str, Any]],
    players: int,
    actions: Sequence[str],
    read_cards: ReadCards,
) -> list[WrittenError]:
    """The errors of a hand of so many players."""
    return [_read(one, players, actions, entry, read_cards) for entry, one in enumerate(tables)]


def _read(
    data: Mapping[str, Any],
    players: int,
    actions: Sequence[str],
    entry: int,
    read_cards: ReadCards,
) -> WrittenError:
    where = f"_errors[{entry}]"

    def bad(key: str, expected: str) -> HandRefused:
        value = data.get(key)
        told = repr(value) if isinstance(value, str) else value
        said = f"{key} cannot be {told}; it is {expected}"
        return HandRefused("bad-field", said, refused=f"{where}.{key}")

    for key in data:
        if key not in _KEYS:
            raise HandRefused(
                "unknown-key", f"{key!r} is none of {', '.join(_KEYS)}", refused=f"{where}.{key}"
            )
    kind = data.get("kind")
    if not isinstance(kind, str):
        raise bad("kind", "what went wrong, as exposed-card")
    try:
        check_kind(kind)
    except CannotHaveHappened as unknown:
        raise HandRefused(unknown.code, unknown.message, refused=where) from None
    place = data.get("place", "")
    player = _player(data.get("player", place), players)
    if player is None:
        key = "player" if "player" in data else "place"
        raise bad(key, f"a player from p1 to p{players}" + ", board or deck" * (key == "place"))
    other = _player(place, players)
    if other != player and (other or place not in ("", BOARD, DECK)):
        raise bad("place", f"board or deck beside player p{player}")
    number, noticed = data.get("number"), data.get("noticed")
    after = data.get("after", len(actions) - 1)
    in_the_deal = noticed is None and _in_the_deal(kind, player, actions)
    if "after" not in data and (noticed == "deal" or in_the_deal):
        after = _dealt(actions)
    if not _whole(after) or not -1 <= after < max(len(actions), 1):
        last = f"; the last one written is {len(actions) - 1}" if actions else ""
        raise bad(
            "after", f"the place of the last action before it was noticed, counted from 0{last}"
        )
    if not player and not place and kind in _ACTS and 0 <= after < len(actions):
        player = _actor(actions[after], players)
    if number is not None and not (_whole(number) and number >= 0):
        raise bad("number", "how many cards, or which one counted from 1")
    if noticed is not None and noticed not in get_args(Noticed):
        raise bad("noticed", "deal, choices, settling or after")
    try:
        cards = read_cards(str(data.get("cards", "")).replace(" ", ""))
    except NotationError:
        raise bad("cards", "cards as in the actions") from None
    if kind == "board-too-large" and number is not None and number < len(cards):
        raise bad("number", f"how many cards lay there, and {len(cards)} are named")
    if kind in ("exposed-card", "boxed-card") and (number or 0) > 1 and not cards:
        cards = read_cards("??" * cast(int, number))  # so many, and nobody can name them
    return WrittenError(
        kind, player, place if place in (BOARD, DECK) else "", cards, number, after,
        cast(Noticed | None, noticed), entry,
    )  # fmt: skip


def _dealt(actions: Sequence[str]) -> int:
    """The last action of the first deal."""
    return (
        next((n for n, one in enumerate(actions) if not one.startswith("d dh")), len(actions)) - 1
    )


def _in_the_deal(kind: str, player: int, actions: Sequence[str]) -> bool:
    """Whether a card was seen that can only have come in the first deal."""
    dealt = sum(one.startswith(f"d dh p{player} ") for one in actions)
    return kind in ("exposed-card", "boxed-card") and dealt == 1


def _actor(action: str, players: int) -> int:
    """Whose act a written action is; 0 for the dealer's."""
    return _player(action.partition(" ")[0], players) or 0


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _player(value: Any, players: int) -> int | None:
    """A player's number; 0 for nobody, None for what names none."""
    if value in ("", BOARD, DECK):
        return 0
    if isinstance(value, str) and value.removeprefix("p").isdecimal():
        value = int(value.removeprefix("p"))
    return value if _whole(value) and 1 <= value <= players else None
