"""Which order of a filing holds for what went wrong; where there is none, what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import ValidationError

from houseway.errors import CannotHaveHappened, FilingError, HousewayError, raise_all
from houseway.filings.catalogue import DATA, Catalogue, in_force
from houseway.filings.find import find
from houseway.filings.loader import explain, read_toml
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.irregular import (
    KINDS,
    REMEDIES,
    HouseOrder,
    Order,
    ProcedureSet,
    Whose,
)

HOUSE = "house procedure, not filed"
TWICE = ("identical-cards", "short-deck")  # kinds under which a card may lie more often than it is


class Fact(NamedTuple):
    """Something that went wrong, as far as an order may depend on it; None where it is not told."""

    kind: str
    whose: Whose | None = None
    noticed: str | None = None
    ranks: tuple[str, ...] | None = None  # of the cards concerned
    number: int = 1  # how many such cards
    intact: bool = True  # whether the cards concerned can all be told
    by_house: bool = True  # whether the house dealer was asked to set the hand
    backed: bool = False  # whether others bet on it behind the seat
    street: str | None = None
    acted: int | None = None  # how many players have acted
    where: str = ""  # for a refusal


# What a file must tell where an order depends on it.
_ASKED = {
    "whose": "give `place`, or in a poker hand `player`: whose cards or act it was",
    "noticed": 'give `noticed`: "deal", "choices", "settling" or "after"',
    "ranks": "give `cards`: which card it was",
    "street": "say which cards of the board are meant",
    "acted": "say after which action it was noticed",
}


def ordered(
    orders: Iterable[HouseOrder], fact: Fact, earlier: Sequence[Fact] = ()
) -> HouseOrder | None:
    """The first order that holds for a fact; `earlier` ones of the round count with it.

    Refused where what is done depends on what is not told.
    """
    check_kind(fact.kind, fact.where)
    needed: tuple[HousewayError, str] | None = None  # and what would be done
    for order in orders:
        if fact.kind not in order.kinds:
            continue
        before = sum(one.number for one in earlier if one.kind in order.kinds)
        if before + fact.number < order.least:
            continue
        try:
            if not _holds(order, fact):
                continue
        except CannotHaveHappened as error:
            needed = needed or (error, order.remedy)
            continue
        if needed is None or needed[1] == order.remedy:
            return order
        break
    if needed is not None:
        raise needed[0]
    return None


def check_kind(kind: str, where: str = "") -> None:
    if kind not in KINDS:
        import difflib

        near = difflib.get_close_matches(kind, KINDS, n=2)
        hint = f"; did you mean {' or '.join(near)}?" if near else f"; known are {', '.join(KINDS)}"
        raise CannotHaveHappened(
            "unknown-irregularity", f"{kind!r} is no kind of irregularity{hint}", where=where
        )


_HAND = ("intact", "by_house", "backed")  # what an order may ask of the hand concerned


def _holds(order: HouseOrder, fact: Fact) -> bool:
    if any(getattr(order, key) and not getattr(fact, key) for key in _HAND):
        return False
    asked: list[str] = []
    for name, wanted, told in (
        ("whose", order.whose, fact.whose),
        ("noticed", order.noticed, fact.noticed),
        ("street", order.streets, fact.street),
    ):
        if wanted and told is None:
            asked.append(name)
        elif wanted and told not in wanted:
            return False
    if order.ranks:
        if fact.ranks is None:
            asked.append("ranks")
        elif not set(fact.ranks) & set(order.ranks):
            return False
    if order.fewer_acted is not None:
        if fact.acted is None:
            asked.append("acted")
        elif fact.acted >= order.fewer_acted:
            return False
    if asked:
        raise CannotHaveHappened(
            "fact-needed",
            f"what is done about {fact.kind} depends on it; " + "; ".join(map(_ASKED.get, asked)),  # type: ignore[arg-type]
            where=fact.where,
            cite=str(getattr(order, "cite", "") or HOUSE),
        )
    return True


def lines_of(filing: FilingBase | None, order: HouseOrder) -> str:
    """Where an order stands in our copy of the text, as `003:217-219`; empty for a house's own."""
    if not isinstance(order, Order) or filing is None:
        return ""
    parts = [part.strip() for part in order.cite.lines.split(",")]
    return ", ".join(part if ":" in part else f"{filing.source.file}:{part}" for part in parts)


# Where a filing is silent.


class Elsewhere(NamedTuple):
    filing: str
    says: str
    cite: str
    lines: str

    def as_json(self) -> dict[str, str]:
        return self._asdict()


class Silent(NamedTuple):
    """What is known about a kind of irregularity of which a filing says nothing."""

    about: str
    nearest: str
    nearest_cite: str
    elsewhere: tuple[Elsewhere, ...]
    house: tuple[tuple[str, str], ...]  # sets of house procedures that have a word on it
    why: str = ""  # where something is filed about the kind, why it does not fit

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"about": self.about, "nearest": self.nearest}
        if self.why:
            said["why"] = self.why
        if self.nearest_cite:
            said["nearest_cite"] = self.nearest_cite
        said["elsewhere"] = [one.as_json() for one in self.elsewhere]
        if self.house:
            said["house"] = [
                {"procedures": name, "says": says, "source": HOUSE} for name, says in self.house
            ]
        return said


def silent(filing: FilingBase, kind: str) -> Silent:
    """The nearest words of the text, and how the other filings and house procedures settle it."""
    nearest, cite = _nearest(filing, kind)
    house = tuple(
        (name, order.says)
        for name in procedure_sets()
        if (found := procedures(name)).kind == filing.kind
        for order in found.order
        if kind in order.kinds
    )
    own = (one for one in _settled(in_force(), kind) if one.filing != filing.id)
    return Silent(kind, nearest, cite, tuple(own), house)


@lru_cache(maxsize=64)
def _settled(catalogue: Catalogue, kind: str) -> tuple[Elsewhere, ...]:
    return tuple(
        Elsewhere(name, order.says, order.cite.at, lines_of(filing, order))
        for name in catalogue.ids()
        for filing in (catalogue.load(name),)
        for order in filing.orders
        if kind in order.kinds
    )


# What a text may say without settling the thing: topics of its rules, then what is said of a part
# of the game.
_DEALT = (
    "exposed-card", "boxed-card", "misdeal", "cards-face-up", "bank-cards", "community-hands",
    "dealing", "delivery", "deal", "unloading", "shuffle",
)  # fmt: skip
_COUNTED = ("misdeal", "wrong-number-of-cards", "dealing", "delivery", "deal", "shuffle")
_BET = ("string-bets", "single-chip", "betting", "one-raise", "no-more-bets", "wagering")
_BOARD = ("flop-too-large", "early-flop", "early-turn", "burns", "burn")
_BURN = ("premature-burn", "burns", "burn")
_SHOWN = ("cards-speak", "showing", "showdown", "opening-bank")
_BLINDS = ("missed-blinds", "new-players", "blinds", "antes")
_TOPICS: dict[str, tuple[str, ...]] = {
    "exposed-card": _DEALT,
    "boxed-card": _DEALT,
    "flashed-card": _DEALT,
    "fouled-card": ("touching-cards", "folded-cards", "fold", "discards"),
    "wrong-number": _COUNTED,
    "wrong-pile": (*_COUNTED, "empty-seats"),
    "identical-cards": ("misdeal", "two-decks"),
    "early-board": _BOARD,
    "late-board": _BOARD,
    "board-too-large": _BOARD,
    "missing-burn": _BURN,
    "early-burn": _BURN,
    "foul-hand": ("foul", "order-of-segments", "setting", "setting-bank"),
    "wrong-setting": ("house-way", "golden-rule", "setting-bank", "bank-hand", "setting"),
    "changed-setting": ("placed-cards", "setting", "house-way", "setting-bank", "bank-hand"),
    "touched-tiles": ("touching-tiles", "touching-cards"),
    "touched-cards": ("touching-cards", "touching-tiles"),
    "changed-discard": ("changing-a-discard", "discard", "draw"),
    "late-bet": ("no-more-bets", "bonus-before-deal", "wagering"),
    "changed-bet": ("one-raise", "no-more-bets", "wagering"),
    "out-of-turn": ("turns", "order-of-action", "button", "bring-in", "betting", "charts"),
    "string-bet": _BET,
    "single-chip": _BET,
    "miscalled-hand": ("misread-hand", "miscalled-hand", *_SHOWN, "discards"),
    "wrong-order-shown": _SHOWN,
    "unshown-hand": (*_SHOWN, "fold"),
    "missed-blind": _BLINDS,
    "straddle": _BLINDS,
    "kill": _BLINDS,
    "called-off": ("fees", "drop-box", "collection"),
    "machine-fault": ("shuffler-breaks", "shuffle", "unloading"),
    "short-deck": ("deck-runs-out", "community-card", "reshuffle", "dealing"),
    "deck-change": ("change-of-deck", "two-decks", "shuffle"),
}
assert set(_TOPICS) == set(KINDS)
_DEAL = (("game", "dealt"), ("game", "left of"), ("deck", "deck"))
_PARTS: dict[str, tuple[tuple[str, str], ...]] = {
    **dict.fromkeys(("exposed-card", "boxed-card", "flashed-card", "wrong-number", "wrong-pile"),
                    _DEAL),
    **dict.fromkeys(("early-board", "late-board", "board-too-large"), (("game", "board"),)),
    **dict.fromkeys(("missing-burn", "early-burn"), (("game", "burn"),)),
    **dict.fromkeys(("identical-cards", "machine-fault", "short-deck", "deck-change"),
                    (("deck", "deck"),)),
    **dict.fromkeys(("string-bet", "single-chip"), (("game", "raise"),)),
    **dict.fromkeys(("miscalled-hand", "wrong-order-shown", "unshown-hand"),
                    (("game", "showdown"),)),
    "out-of-turn": (("game", "asked"), ("game", "left of")),
    "called-off": (("collection", "dealt"), ("collection", "fee")),
}  # fmt: skip


def _nearest(filing: FilingBase, kind: str) -> tuple[str, str]:
    for order in reversed(filing.orders):  # one that does not fit here, the widest first
        if kind in order.kinds:
            return order.says, order.cite.at
    rules = {rule.topic: rule for rule in reversed(filing.rule)}
    for topic in _TOPICS[kind]:
        if topic in rules:
            return rules[topic].text, rules[topic].cite.at
    for section, word in _PARTS.get(kind, ()):
        for entry in find(filing, word):
            if entry.section == section and entry.cite is not None and entry.text:
                return entry.text, entry.cite.at
    last = rules.get("disputes")
    return ("", "") if last is None else (last.text, last.cite.at)


# House procedures.


def procedure_sets() -> list[str]:
    """The names of the shipped sets."""
    return sorted(path.stem for path in (DATA / "procedures").glob("*.toml"))


@lru_cache(maxsize=16)
def procedures(name: str) -> ProcedureSet:
    """A set of house procedures by its name."""
    path = DATA / "procedures" / f"{name}.toml"
    if name not in procedure_sets():
        raise FilingError(
            "unknown-procedures",
            f"there are no house procedures {name!r}; there are {', '.join(procedure_sets())}",
            where="procedures",
        )
    data = read_toml(path)
    try:
        return ProcedureSet.model_validate(data)
    except ValidationError as error:
        raise_all(explain(error, str(path), data, ProcedureSet))
        raise


def house_orders(filing: FilingBase, name: str) -> Sequence[HouseOrder]:
    """The orders of a chosen set, which must be one for this kind of game."""
    if not name:
        return ()
    found = procedures(name)
    if found.kind != filing.kind:
        raise FilingError(
            "wrong-procedures",
            f"the house procedures {name!r} are for {found.kind} games; {filing.id} is none",
            where="procedures",
        )
    return found.order


# What `show --errors` tells.


def told(filing: FilingBase) -> Iterator[tuple[str, str, list[Order]]]:
    """Every kind, what it is, and the filing's orders for it; none where it is silent."""
    orders = filing.orders
    for kind, what in KINDS.items():
        yield kind, what, [order for order in orders if kind in order.kinds]


def told_json(filing: FilingBase) -> dict[str, Any]:
    kinds = [
        {
            "kind": kind,
            "what": what,
            **(
                {"orders": [_order_json(filing, order) for order in orders]}
                if orders
                else {"silent": True}
            ),
        }
        for kind, what, orders in told(filing)
    ]
    return {"filing": filing.id, "errors": kinds}


def offered_json(
    filing: FilingBase,
    kind: str,
    whose: Whose | None = None,
    noticed: str | None = None,
    procedures: str = "",
) -> dict[str, Any]:
    """The orders that may hold for a kind of irregularity, as far as place and time tell. Where
    there is none, what is known of it, and what the chosen house procedures say (`house`). Which
    of several holds may depend on the card."""

    def may_hold(order: HouseOrder) -> bool:
        return (
            kind in order.kinds
            and (whose is None or not order.whose or whose in order.whose)
            and (noticed is None or not order.noticed or noticed in order.noticed)
        )

    orders = [order for order in filing.orders if may_hold(order)]
    if orders:
        return {"orders": [_order_json(filing, order) for order in orders]}
    offered: dict[str, Any] = {"orders": [], "silent": silent(filing, kind).as_json()}
    house = [order for order in house_orders(filing, procedures) if may_hold(order)]
    if house:
        offered["house"] = [_house_json(order, procedures) for order in house]
    return offered


def _house_json(order: HouseOrder, procedures: str) -> dict[str, str]:
    means = REMEDIES[order.remedy]
    said = {"remedy": order.remedy, "means": means, "says": order.says}
    return {**said, "procedures": procedures, "cite": HOUSE, "source": "house"}


def _order_json(filing: FilingBase, order: Order) -> dict[str, Any]:
    told: dict[str, Any] = {
        key: value
        for key in ("whose", "noticed", "ranks", "streets", *_HAND, "wagers")
        if (value := getattr(order, key))
    }
    if order.least > 1:
        told["least"] = order.least
    if order.fewer_acted is not None:
        told["fewer_acted"] = order.fewer_acted
    source = "reading" if order.reading else "filed"
    told |= {"remedy": order.remedy, "means": REMEDIES[order.remedy], "says": order.says}
    told |= {"cite": order.cite.at, "lines": lines_of(filing, order), "source": source}
    if order.reading:
        told["reading"] = order.reading
    return told
