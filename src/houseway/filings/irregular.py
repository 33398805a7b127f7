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


class Fact(NamedTuple):
    """Something that went wrong, as far as an order may depend on it; None where it is not told."""

    kind: str
    whose: Whose | None = None
    noticed: str | None = None
    ranks: tuple[str, ...] | None = None  # of the cards concerned
    number: int = 1  # how many such cards
    intact: bool = True  # whether the cards concerned can all be told
    street: str | None = None
    acted: int | None = None  # how many players have acted
    where: str = ""  # for a refusal


# What a file must tell where an order depends on it.
_ASKED = {
    "whose": "give `place`: whose cards or act it was",
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


def _holds(order: HouseOrder, fact: Fact) -> bool:
    if order.intact and not fact.intact:
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

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"about": self.about, "nearest": self.nearest}
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


# What a text may say without settling the thing: topics of its rules, then words anywhere in it.
_DEALT = ("exposed-card", "misdeal", "dealing", "delivery", "shuffle", "cards-face-up")
_SHARED = ("board", "burns", "community cards", "board")
_NEAR: dict[str, tuple[str, ...]] = {
    "exposed-card": (*_DEALT, "unexposed", "face down"),
    "boxed-card": (*_DEALT, "boxed", "face down"),
    "flashed-card": (*_DEALT, "face down"),
    "fouled-card": ("touching-cards", "discards", "full view"),
    "wrong-number": ("misdeal", "dealing", "delivery", "shuffle", "piles"),
    "wrong-pile": ("misdeal", "dealing", "delivery", "shuffle", "piles"),
    "identical-cards": ("misdeal", "number of decks", "deck"),
    "early-board": _SHARED,
    "late-board": _SHARED,
    "board-too-large": _SHARED,
    "missing-burn": ("burns", "burn"),
    "early-burn": ("burns", "burn"),
    "foul-hand": ("foul", "setting", "setting-bank", "foul", "set hand"),
    "wrong-setting": ("house-way", "setting-bank", "setting", "house way"),
    "changed-setting": ("setting", "house-way", "setting-bank", "set hand"),
    "touched-tiles": ("touching-tiles", "touching-cards", "touch"),
    "touched-cards": ("touching-cards", "touching-tiles", "discards", "touch"),
    "changed-discard": ("draw", "discard"),
    "late-bet": ("no-more-bets", "bonus-before-deal", "wagering", "before deal"),
    "changed-bet": ("one-raise", "no-more-bets", "added-wagers", "change bet"),
    "out-of-turn": ("turns", "in turn", "clockwise"),
    "string-bet": ("string bets", "string", "bets"),
    "single-chip": ("single chip", "chip", "bets"),
    "miscalled-hand": ("misread-hand", "discards", "showing", "reconstruct", "compared"),
    "wrong-order-shown": ("showing", "opening-bank", "opened", "showdown"),
    "called-off": ("fees", "collection", "fee before"),
    "machine-fault": ("shuffler-breaks", "shuffle", "shuffler"),
    "short-deck": ("dealing", "number of decks", "deck"),
    "deck-change": ("change-of-deck", "shuffle", "new deck", "deck"),
}


_ABOUT_PLAY = ("rule", "game", "deck", "term", "table")


def _nearest(filing: FilingBase, kind: str) -> tuple[str, str]:
    for order in reversed(filing.orders):  # one that does not fit here, the widest first
        if kind in order.kinds:
            return order.says, order.cite.at
    words = (*_NEAR.get(kind, ()), "disputes")
    for word in words:
        for rule in filing.rule:
            if rule.topic == word:
                return rule.text, rule.cite.at
    for word in words:
        for entry in find(filing, word):
            if entry.section in _ABOUT_PLAY and entry.cite is not None and entry.text:
                return entry.text, entry.cite.at
    return "", ""


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
        for key in ("whose", "noticed", "ranks", "streets", "intact", "wagers")
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


__all__ = [
    "HOUSE", "Elsewhere", "Fact", "Silent", "check_kind", "house_orders", "lines_of",
    "offered_json", "ordered",
    "procedure_sets", "procedures", "silent", "told", "told_json",
]  # fmt: skip
