"""What lint knows of pai gow poker."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.analysis.favours import check_favours
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.schema.base import Cited


def _later_wagers(filing: PaiGowPoker) -> Mapping[str, Cited]:
    return {} if filing.game.envy is None else {"envy": filing.game.envy}


LINT = FamilyLint(
    bets=check_favours,
    cards_held=7,
    later_wagers=_later_wagers,
    words={
        r"house way": always,
        r"envy": lambda filing: filing.find_spot("fortune") is not None,
    },
)
