"""What lint knows of Super Pan 9."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.lint.finding import Defect, warning
from super_pan_9.schema import SuperPan9


def _check(filing: SuperPan9) -> Iterator[Defect]:
    rule = filing.game.bank_draw
    if rule.all_stood == rule.draws_to:
        yield warning(
            "no-difference",
            f"the player-dealer draws to {rule.draws_to} points whether players drew or not",
            "game.bank_draw.all_stood",
            rule.cite,
        )
    if rule.draws_to == 9:
        yield warning(
            "bank-always-draws",
            "the player-dealer draws to nine points, so it draws to every hand, the best included",
            "game.bank_draw.draws_to",
            rule.cite,
        )


LINT = FamilyLint(
    check=_check,
    cards_held=4,
    words={r"(super )?pan (9|nine)": always, r"tie bet": always},
)
