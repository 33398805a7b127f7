"""What lint knows of the 21-type games."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.analysis.favours import check_bets
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.schema.base import Cited


def _later_wagers(filing: TwentyOne) -> Mapping[str, Cited]:
    insurance = filing.game.insurance
    return {} if insurance is None else {"insurance": insurance}


LINT = FamilyLint(
    bets=check_bets,
    style="blackjack",
    later_wagers=_later_wagers,
    words={
        r"insurance": lambda filing: filing.game.insurance is not None,
        r"surrender(ed|s|ing)?": lambda filing: filing.game.surrender is not None,
        r"splitting|double[- ]down|doubling": always,
        r"buster": lambda filing: filing.find_spot("buster") is not None,
        r"red flex": lambda filing: filing.find_spot("red_flex") is not None,
    },
)
