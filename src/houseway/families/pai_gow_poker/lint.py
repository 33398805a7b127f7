"""What lint knows of pai gow poker."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.lint.family import FIVE_CARD_HANDS, FamilyLint, Ranked, always
from houseway.filings.schema.base import Cited

_SEVEN_CARD_HANDS = (
    "seven-card-straight-flush", "royal-flush-royal-match", "seven-card-straight-flush-joker",
    "five-aces", *FIVE_CARD_HANDS,
)  # fmt: skip


def _later_wagers(filing: PaiGowPoker) -> Mapping[str, Cited]:
    return {} if filing.game.envy is None else {"envy": filing.game.envy}


LINT = FamilyLint(
    spots=("game",),
    cards_held=7,
    later_wagers=_later_wagers,
    ranked={
        "fortune": Ranked(hands=_SEVEN_CARD_HANDS, best_paid_counts=True),
        "ace_high": Ranked(
            hands=("player-and-bank-ace-high", "bank-ace-high-joker", "bank-ace-high")
        ),
    },
    words={
        r"house way": always,
        r"envy": lambda filing: filing.find_spot("fortune") is not None,
    },
)
