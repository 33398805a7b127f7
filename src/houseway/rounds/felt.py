"""What the page and the form of a round must know of a family, as data that the service gives out.

The page has no table of families: it draws what these hints say. A family that gives none has a
plain felt, a button for every choice, and a form that takes whatever a round file can hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from houseway.family import find_family
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording.base import listed

# Of a filing: which cards of a shown hand, and of the boards, have won a half of the pot.
Plays = Callable[[Any, str, str, Sequence[str]], Sequence[str]]
# Of a filing: what a shown hand makes with the boards, by name.
Named = Callable[[Any, str, Sequence[str]], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A game to choose in the lobby: a family, or those of its filings whose title fits."""

    key: str  # differs from every other kind
    name: str
    what: str  # in a sentence, for somebody who has never seen it
    cards: tuple[str, ...]  # an example to draw; "" is a card face down
    titles: str = ""  # a pattern that titles must contain; empty: every filing
    place: int = 100  # in the lobby, small numbers first


@dataclass(frozen=True, slots=True)
class Move:
    """A choice of a seat. Words are needed only where the page has none for it."""

    word: str  # as in a round file: "play", "bet 4"
    label: str = ""  # on its button: "Draw a card"
    done: str = ""  # of somebody who made it: "draws"
    key: str = ""  # on the keyboard: "D"
    amount: bool = False  # followed by an amount in dollars: "insure 5"


@dataclass(frozen=True, slots=True)
class Setting:
    """Hands that are set: what the two parts are called, and how many pieces the small one has."""

    small: str
    big: str
    count: int = 2


@dataclass(frozen=True, slots=True)
class Shared:
    """A hand that belongs to nobody: its place, as in `Deal`, and the most cards it can get."""

    place: str
    label: str
    most: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row that cards are placed in, from the top."""

    name: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltHints:
    """A family as the page draws it. Numbers that are None are not known beforehand."""

    kinds: tuple[Kind, ...] = ()
    for_newcomers: bool = False  # where one is seated who does not say what to play
    # How it goes, in about six lines: what a player sees and does; by the filing where it differs.
    how: tuple[str, ...] | Callable[[Any], Sequence[str]] = ()
    # Cards of a hand at its end, where they differ by the filing: own, of these face up, board.
    pictured: Callable[[Any], tuple[int, int, int]] | None = None
    # What lies on the felt, and what a round file has.
    seat_cards: int | None = None  # dealt to a seat at first; 0: none
    bank_cards: int | None = None
    board: int = 0
    shared: tuple[Shared, ...] = ()
    sets: Setting | None = None
    rows: tuple[Row, ...] = ()
    later: tuple[str, ...] = ()  # wagers made after the deal that have a spot of their own
    points: Mapping[str, int] = field(default_factory=dict)  # by rank, where tens are dropped
    # What seats decide: title and help by kind of decision; the moves a round file can give.
    asks: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    moves: Callable[[Any], Sequence[Move]] | None = None  # by the filing; None: anything
    hands: int = 1  # the most hands a seat can come to have
    file: str = "Round file"  # what a finished round is saved as


def moves(*words: str) -> Callable[[object], Sequence[Move]]:
    """The same choices under every filing of the family."""
    made = tuple(Move(word) for word in words)
    return lambda _: made


PLAIN = FeltHints()


def extra_spots(filing: PlayerDealerFiling) -> str:
    """The bonus spots of a game, for the first line of how it goes."""
    labels = [spot.label for spot in filing.spot if not spot.base]
    return f" {listed(labels)} {'are' if len(labels) > 1 else 'is'} extra." if labels else ""


def felt_hints(family: str) -> FeltHints:
    """What a family says of its felt; nothing where it does not."""
    hints: FeltHints = find_family(family).part("felt") or PLAIN
    return hints


def hints_for(filing: FilingBase) -> dict[str, Any]:
    """The hints of a filing's family as the page gets them."""
    hints = felt_hints(filing.family)
    told = {name: getattr(hints, name) for name in _TOLD}
    told |= {name: [asdict(one) for one in getattr(hints, name)] for name in ("shared", "rows")}
    first = filing.first_cards if isinstance(filing, PlayerDealerFiling) else None
    return told | {
        "pictured": list(hints.pictured(filing)) if hints.pictured else None,
        "how": list(hints.how(filing) if callable(hints.how) else hints.how),
        "seat_cards": first if hints.seat_cards is None else hints.seat_cards,
        "draws": first is not None,  # cards that come later stand under `draws`
        "family": find_family(filing.family).label,
        "tiles": filing.deck.kind == "tiles-32",
        "sets": asdict(hints.sets) if hints.sets else None,
        "moves": [asdict(one) for one in hints.moves(filing)] if hints.moves else None,
    }


_TOLD = (
    "bank_cards", "board", "later", "points", "asks", "hands", "file",
)  # fmt: skip


def families_told(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The families of some lines of the catalogue: how each is called, its kinds of games, and
    what can be asked of a hand.
    """
    found = []
    for family in dict.fromkeys(line["family"] for line in lines):
        given = find_family(family)
        label = given.label
        own = [line for line in lines if line["family"] == family]
        kinds = [
            asdict(kind)
            | {"filings": [one["id"] for one in own if re.search(kind.titles, one["title"], re.I)]}
            for kind in felt_hints(family).kinds
            or (Kind(key=family, name=label, what="", cards=("", "")),)
        ]
        asked = {"house_way": bool(given.house_way), "equity": bool(given.equity)}
        found.append({"family": family, "label": label, "kinds": kinds, **asked})
    return found
