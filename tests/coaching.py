"""Decisions put to the coach by hand: the cards a seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.filings.loader import load
from houseway.filings.pinned import Rules
from houseway.table.coach import advise

Json = dict[str, Any]


def ask_coach(
    filing: str,
    kind: str,
    choices: tuple[str, ...],
    own: str,
    *,
    bank: str = "",
    down: int = 0,
    board: str = "",
    others: int = 0,
    wagers: Mapping[str, int] | None = None,
    facts: Mapping[str, Any] | None = None,
    decks: int | None = None,
    more: tuple[Json, ...] = (),
) -> Json:
    """Seat 1 holds `own`, the bank shows `bank` and has `down` cards nobody sees."""
    events: list[Json] = [{"did": "dealt", "place": 1, "cards": own, "private_to": [1]}]
    size = len(own.split())
    for seat in range(2, others + 2):
        events.append({"did": "dealt", "place": seat, "count": size, "private_to": [seat]})
    if bank:
        events.append({"did": "dealt", "place": "bank", "cards": bank})
    if down:
        events.append({"did": "dealt", "place": "bank", "count": down, "private_to": []})
    if board:
        events.append({"did": "dealt", "place": "board", "cards": board})
    setup = {"filing": filing, "table": "1", "seconds_to_act": 30}
    return advise(
        {
            "rules": Rules.of(load(filing)).text,
            "setup": setup if decks is None else {**setup, "decks": decks},
            "place": 1,
            "wagers": dict(wagers or {}),
            "events": [*events, *more],
            "ask": {
                "seat": 1, "kind": kind, "hand": 1, "verbs": [], "facts": dict(facts or {}),
                "cards": own, "choices": [{"move": move, "cost": "0.00"} for move in choices],
            },
        }
    )  # fmt: skip


def value(advice: Json, move: str) -> float:
    """What a move is worth, in dollars."""
    found: float = next(one["value"] for one in advice["moves"] if one["move"] == move)
    return found
