"""What lint knows of three card poker."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.lint.family import FIVE_CARD_HANDS, FamilyLint, Ranked
from houseway.filings.lint.finding import Defect
from houseway.filings.lint.folding import check_forfeits

_THREE_CARD_HANDS = (
    "mini-royal-flush", "straight-flush", "three-of-a-kind", "straight", "flush", "one-pair",
)  # fmt: skip


def _check(filing: ThreeCardPoker) -> Iterator[Defect]:
    yield from check_forfeits(filing, filing.game.play, filing.game.play.fold_forfeits)


LINT = FamilyLint(
    check=_check,
    spots=("ante",),
    cards_held=3,
    later_wagers=lambda filing: {"play": filing.game.play},
    ranked={
        "pair_plus": Ranked(hands=_THREE_CARD_HANDS),
        "six_card_bonus": Ranked(hands=FIVE_CARD_HANDS),
    },
    words={
        r"pair plus": lambda filing: filing.find_spot("pair_plus") is not None,
        r"(6|six) card bonus": lambda filing: filing.find_spot("six_card_bonus") is not None,
    },
)
