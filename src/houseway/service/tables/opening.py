"""What a house may choose for a table of a filing, as a form asks for it."""

from __future__ import annotations

import re
from typing import Any

from houseway.filings.loader import load, schedule_sets
from houseway.filings.schedules import by_day
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.told import entries
from houseway.table.evening import usual_setup

_OPTION = re.compile(r"set (\d+), option (\d+)")
_BETS = ("small_bet", "big_bet", "min_bet", "blinds")  # which of them, the structure decides


def setup_choices(name: str) -> dict[str, Any]:
    """The filing's own words and values; whether they go together, opening the table says."""
    filing = load(name)
    usual = usual_setup(filing)
    bets = _BETS if filing.structures else ()
    stakes = dict.fromkeys((*(key for key in usual.stakes if key != "structure"), *bets))
    return {
        "filing": filing.id,
        "title": filing.title,
        "house": filing.house,
        "seats": filing.table.seats,
        "usual": usual.as_json(),
        "schedules": [] if by_day(filing) else _schedules(filing),
        "limits": isinstance(filing, PlayerDealerFiling),
        "options": [
            {"name": one.name, "about": one.about, "values": one.values, "span": one.span,
             "default": one.default, "cite": str(one.cite)}
            for one in filing.option
        ],
        "decks": list(filing.deck.decks),
        "dealt_from": list(filing.deck.dealt_from),
        "structures": list(filing.structures),
        "stakes": list(stakes),
    }  # fmt: skip


def _schedules(filing: FilingBase) -> list[dict[str, Any]]:
    """Collection options by the name that a setup gives them, in the filing's words."""
    sets = schedule_sets(filing)
    found = []
    for entry in entries(filing):
        named = _OPTION.fullmatch(entry.heading) if entry.section == "collection" else None
        if named:
            within = int(named[1]) - 1
            own = named[2] if within == 0 else f"{sets[within].name}/{named[2]}"
            found.append({"name": own, "words": entry.text, "cite": str(entry.cite)})
    return found
