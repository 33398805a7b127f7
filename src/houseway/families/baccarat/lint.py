"""What lint knows of baccarat."""

from __future__ import annotations

from houseway.analysis.favours import check_bets
from houseway.filings.lint.family import FamilyLint, always

LINT = FamilyLint(
    bets=check_bets,
    words={
        r"(player|banker) lines?": always,
        r"dragon 7": lambda filing: filing.find_spot("dragon_7") is not None,
        r"panda 8": lambda filing: filing.find_spot("panda_8") is not None,
    },
)
