"""What a schedule's fees leave of the odds, by hand from the filed brackets."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.after_collection import hourly_fee, read_table, table_fees
from houseway.analysis.odds import odds
from houseway.analysis.table_file import TableDescription
from houseway.errors import HousewayError, Problems
from houseway.filings.loader import load
from houseway.filings.schema.collection import CaliforniaGroup, CaliforniaOption
from houseway.filings.terms import make_terms

TCP = "casino-club/three-card-poker-6-card-bonus"
UTH = "500-club/ultimate-texas-holdem"
HALF_HOUR = "outlaws/pure-21.5-blackjack"


def table(schedule: int | str, *players: dict[str, Any], **rest: Any) -> TableDescription:
    return TableDescription.model_validate(
        {"schedule": schedule, "player": list(players), **rest}
    )


def fees(filing: str, described: TableDescription) -> tuple[Fraction, dict[int, Fraction]]:
    terms: Any = make_terms(load(filing), schedule=described.schedule)
    found = table_fees(terms, described)
    return found.bank, dict(found.seats)
