"""What all games share about errors of the dealer: misdeals, and what no filing settles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from houseway.cards import Card
from houseway.errors import Refused
from houseway.filings.irregular import HOUSE, Fact
from houseway.filings.schema.irregular import HouseOrder, Noticed, Order, Whose
from houseway.rounds.events import Event
from houseway.rounds.steps import DealerError, Errors, Pieces, Place, Procedure, Remedy, Void
from houseway.rounds.transcript import place_name

Orders = Sequence[HouseOrder]
FLOOR = "the floor lets the hand go on, or voids it"
Found = Remedy | Refused
S = TypeVar("S")  # how a game's round stands
R = TypeVar("R")  # what its filing says of errors


def errors_of(
    kinds: Mapping[str, Callable[[S, R, DealerError, Sequence[Event]], Found]],
    state: S,
    rules: R | None,
) -> Errors | None:
    """What is done about an error in this round; None where the filing settles none."""
    if rules is None:
        return None

    def find(error: DealerError, events: Sequence[Event]) -> Found:
        known = kinds.get(error.kind)
        if known is None:
            return no_such_error(error, kinds)
        return known(state, rules, error, events)

    return find


def fact_of(
    error: DealerError,
    *,
    noticed: Noticed | None = None,
    ranks: tuple[str, ...] | None = None,
    number: int = 1,
) -> Fact:
    """An error a dealer declares as the orders of a filing speak of it."""
    place, whose = error.place, whose_of(error.place)
    where = place_name(place)
    backed = whose == "behind"  # one who bets there
    return Fact(error.kind, whose, noticed, ranks, number, backed=backed, where=where)


def whose_of(place: Place | None) -> Whose | None:
    """Whose a place is, as orders count it."""
    if place is None or isinstance(place, int):
        return None if place is None else "seat"
    named: dict[str, Whose] = {"bank": "bank", "board": "board", "deck": "deck"}
    return named.get(place, "behind" if "/" in place else "hand")


def cite_of(order: HouseOrder) -> str:
    """Where an order stands; a house's own says that nobody filed it."""
    return order.cite.at if isinstance(order, Order) else HOUSE


def cite_for(orders: Orders, kind: str) -> str:
    """Where a filing speaks of such errors in general: its last, widest order for them."""
    return next((cite_of(one) for one in reversed(orders) if kind in one.kinds), "")


def rank_of(card: Card) -> str:
    """A card's rank as orders write it."""
    return "Jk" if card.is_joker else card.text[0]


def misdeal(
    why: str, cite: str, cards: Pieces = (), order: HouseOrder | None = None
) -> Remedy:  # fmt: skip
    """The hand is void and everything goes back."""

    def steps() -> Procedure:
        yield Void(f"misdeal: {why} [{cite}]")

    return Remedy(f"misdeal: {why}", cite, steps(), cards, order)


def not_settled(what: str, error: DealerError) -> Refused:
    said = f"the filing does not settle {what}; {FLOOR}"
    return Refused("not-settled", said, where=place_name(error.place))


def no_such_error(error: DealerError, kinds: Iterable[str]) -> Refused:
    known = ", ".join(kinds)
    return Refused(
        "no-such-error", f"{error.kind!r} is no error a dealer declares here; those are {known}"
    )


def no_such_hand(error: DealerError, cite: str) -> Refused:
    said = "no hand that is in play lies there"
    return Refused("no-such-hand", said, where=place_name(error.place), cite=cite)
