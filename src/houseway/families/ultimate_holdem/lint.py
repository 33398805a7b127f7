"""What lint knows of ultimate hold'em."""

from __future__ import annotations

from houseway.analysis.favours import check_bets
from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.lint.folding import check_forfeits

LINT = FamilyLint(
    bets=check_bets,
    check=lambda filing: check_forfeits(filing, filing.game.fold, filing.game.fold.forfeits),
    cards_held=2,
    cards_shared=5,
    later_wagers=lambda filing: {"play": filing.game.street[0]},
    words={
        r"community cards?": always,
        r"flop": always,
        r"(small|big) blinds?": always,
        r"bad beat": lambda filing: filing.find_spot("bad_beat") is not None,
    },
)
