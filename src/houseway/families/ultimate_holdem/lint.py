"""What lint knows of ultimate hold'em."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.lint.family import FIVE_CARD_HANDS, FamilyLint, Ranked, always
from houseway.filings.lint.finding import Defect, error
from houseway.filings.lint.folding import check_forfeits


def _check(filing: UltimateHoldem) -> Iterator[Defect]:
    if (filing.game.bad_beat is None) != (filing.find_spot("bad_beat") is None):
        yield error(
            "rule-missing",
            "the bad beat spot and the rule game.bad_beat go together",
            "game.bad_beat",
            filing.game.fold.cite,
        )
    yield from check_forfeits(filing, filing.game.fold, filing.game.fold.forfeits)


LINT = FamilyLint(
    check=_check,
    spots=("ante", "blind", "trips"),
    cards_held=2,
    cards_shared=5,
    later_wagers=lambda filing: {"play": filing.game.street[0]},
    ranked={
        "blind": Ranked(hands=FIVE_CARD_HANDS),
        "trips": Ranked(hands=FIVE_CARD_HANDS),
        # A hand that cannot be beaten is never the beaten one.
        "bad_beat": Ranked(hands=FIVE_CARD_HANDS, never=("royal-flush",)),
    },
    words={
        r"community cards?": always,
        r"flop": always,
        r"(small|big) blinds?": always,
        r"bad beat": lambda filing: filing.find_spot("bad_beat") is not None,
    },
)
