"""A table in the lobby's words, and what its felt and chips need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from houseway.filings.schema.base import brief, cents, dollars
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.rounds.felt import hints_for
from houseway.service.tables.wire import AnyTable
from houseway.settlement.wagers import PlayerDealerTerms, spot_limits
from houseway.table.hand_table import HandTable
from houseway.table.opening import filing_of
from houseway.table.records import Opened
from houseway.table.setup import terms_of
from houseway.table.told import third_party_said

if TYPE_CHECKING:
    from houseway.service.tables.room import Room


def table_line(room: Room) -> dict[str, Any]:
    """A table in the list."""
    state = room.table.state
    filing, setup = state.filing, state.setup
    seated = [patron for patron in state.patrons.values() if patron.seat is not None]
    return {
        "id": room.id,
        "filing": filing.id,
        "title": filing.title,
        "house": filing.house,
        "kind": filing.kind,
        "family": filing.family,
        "schedule": list(setup.schedule),
        "limits": setup.limits,
        "played_for": played_for(room.table),
        "options": dict(setup.options),
        "house_book": list(setup.house_book),
        "decks": state.terms.decks,
        "seats": room.choices.seats,
        "taken": len(seated),
        "people": sum(not patron.bot for patron in seated),
        "present": len(room.conduct.present()),
        "bots": sum(patron.bot for patron in seated),
        "spectators": sum(not listener.live for listener in room.audience.listeners),
        "phase": state.phase,
        "round": state.round,
        "pace": asdict(room.choices.pace),
        "pace_name": room.choices.pace_name,
        "private": room.choices.private,
    }


def house_line(room: Room) -> dict[str, Any]:
    """A table as the house manages it."""
    choices = room.choices
    return table_line(room) | {
        "setup": room.table.state.setup.as_json(),
        "wanted_bots": choices.bots,
        "closing": room.closing,
    }


def table_whole(room: Room) -> dict[str, Any]:
    """A table with its felt."""
    conduct, by_terms = room.conduct, _by_terms(room.table)
    return (
        table_line(room)
        | by_terms
        | {
            "felt": by_terms["felt"] | _unit(room),
            "buy_in": {
                "least": dollars(conduct.least_buy_in()),
                "usual": dollars(conduct.usual_buy_in()),
            },
            "stakes": _stakes(room),
        }
    )


# By table: its terms, and what follows from them alone; asked for with every hand.
_FIXED: WeakKeyDictionary[AnyTable, tuple[Terms[Any], dict[str, Any]]] = WeakKeyDictionary()


def _by_terms(table: AnyTable) -> dict[str, Any]:
    """What a table is as long as its terms are the same."""
    terms = table.state.terms
    known = _FIXED.get(table)
    if known is None or known[0] is not terms:
        filing = terms.filing
        fixed = {
            "felt": _felt(terms),
            "hints": hints_for(filing),
            "readings": [{"id": one.id, "title": one.title} for one in filing.reading],
            "left_open": [one.name for one in filing.option],
        }
        known = _FIXED[table] = (terms, fixed)
    return known[1]


def played_for(table: AnyTable) -> str:
    """What a table plays for, in a few words: the one place that says it."""
    if isinstance(table, HandTable):
        return _stakes_said(table.posted_stakes())
    terms = table.state.terms
    bounds = spot_limits(terms, next(spot for spot in terms.filing.spot if spot.base))
    if bounds is None:
        return "no limits"
    low, high = bounds[0].low, bounds[0].high
    return f"from {brief(low)}" if high is None else f"{brief(low)} to {brief(high)}"


def _stakes_said(stakes: Mapping[str, Any]) -> str:
    def said(*amounts: Any) -> str:
        return " and ".join(brief(cents(one)) for one in amounts)

    parts = [str(stakes.get("structure") or "").replace("-", " ")]
    if stakes.get("small_bet"):
        parts.append(said(stakes["small_bet"], stakes["big_bet"]))
    if stakes.get("blinds"):
        parts.append(f"blinds {said(*stakes['blinds'])}")
    if stakes.get("ante"):
        parts.append(f"ante {said(stakes['ante'])}")
    if stakes.get("point_value"):
        parts.append(f"{said(stakes['point_value'])} a point")
    return ", ".join(part for part in parts if part)


def played_at(header: Opened) -> dict[str, Any]:
    """What a hand's felt needs of a table by the log's own rules, whether it is still open or not.

    A log does not say how many seats were taken in: as many as are filed.
    """
    filing = filing_of(header)
    return {
        "filing": filing.id, "title": filing.title, "house": filing.house, "kind": filing.kind,
        "family": filing.family, "seats": filing.table.seats,
        "felt": _felt(terms_of(header.setup, filing)), "hints": hints_for(filing),
    }  # fmt: skip


def _unit(room: Room) -> dict[str, Any]:
    banked = isinstance(room.table.state.filing, PlayerDealerFiling)
    return {"unit": dollars(room.conduct.unit())} if banked else {}


def _felt(terms: Terms[Any]) -> dict[str, Any]:
    filing = terms.filing
    if not isinstance(filing, PlayerDealerFiling):
        return {"spots": []}
    return {
        "spots": _spots(terms),
        "bank": {
            "hands": filing.bank.hands,
            "maximum": _maybe(filing.bank.wager_maximum),
        },
        "other_spots": filing.table.other_spots is True,
        "third_party": third_party_said(filing),
        "dealt_in": filing.table.active,
        "first_action": filing.first_action.method,
        "wager_order": list(filing.settlement.wager_order),
    }


def _spots(terms: PlayerDealerTerms) -> list[dict[str, Any]]:
    """The spots that this table offers, each with its limits here."""
    spots = []
    for spot in terms.filing.spot:
        if spot.option and terms.options.get(spot.option) is False:
            continue
        bounds = spot_limits(terms, spot)
        spots.append(
            {
                "name": spot.name,
                "label": spot.label,
                "base": spot.base,
                "min": dollars(bounds[0].low) if bounds else None,
                "max": _maybe(bounds[0].high) if bounds else None,
                "needs": list(spot.needs),
                "needs_any": list(spot.needs_any),
                "excludes": list(spot.excludes),
                "equals": spot.equals,
                "backline": spot.backline == "permitted"
                or (spot.backline == "silent" and terms.options.get("backline") is True),
            }
        )
    return spots


def _maybe(amount: int | None) -> str | None:
    return None if amount is None else dollars(amount)


def _stakes(room: Room) -> Mapping[str, Any] | None:
    table = room.table
    return table.posted_stakes() if isinstance(table, HandTable) else None
