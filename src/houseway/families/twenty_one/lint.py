"""What lint knows of the 21-type games."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.lint.family import FamilyLint, Ranked, always
from houseway.filings.schema.base import Cited


def _later_wagers(filing: TwentyOne) -> Mapping[str, Cited]:
    insurance = filing.game.insurance
    return {} if insurance is None else {"insurance": insurance}


LINT = FamilyLint(
    spots=("game",),
    later_wagers=_later_wagers,
    ranked={
        "match_dealer": Ranked(
            hands=(
                "two-suited",
                "suited-and-unsuited",
                "one-suited",
                "two-unsuited",
                "one-unsuited",
            )
        )
    },
    counted={"buster": 3, "red_flex": 1},  # a hand over the limit; a run of red cards
    words={
        r"insurance": lambda filing: filing.game.insurance is not None,
        r"surrender(ed|s|ing)?": lambda filing: filing.game.surrender is not None,
        r"splitting|double[- ]down|doubling": always,
        r"buster": lambda filing: filing.find_spot("buster") is not None,
        r"red flex": lambda filing: filing.find_spot("red_flex") is not None,
    },
)
