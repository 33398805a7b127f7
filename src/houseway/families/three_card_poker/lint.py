"""What lint knows of three card poker."""

from __future__ import annotations

from houseway.analysis.favours import check_bets
from houseway.filings.lint.family import FamilyLint
from houseway.filings.lint.folding import check_forfeits

LINT = FamilyLint(
    bets=check_bets,
    check=lambda filing: check_forfeits(filing, filing.game.play, filing.game.play.fold_forfeits),
    cards_held=3,
    later_wagers=lambda filing: {"play": filing.game.play},
    words={
        r"pair plus": lambda filing: filing.find_spot("pair_plus") is not None,
        r"(6|six) card bonus": lambda filing: filing.find_spot("six_card_bonus") is not None,
    },
)
