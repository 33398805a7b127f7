"""What a Chinese-poker filing orders when something goes wrong, from the keys of its game."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.chinese_poker.schema import ChinesePoker
from houseway.filings.schema.irregular import Order


def orders(filing: ChinesePoker) -> Iterator[Order]:
    foul = filing.game.foul
    bonuses = " and that opponent's bonuses" if foul.and_bonuses else ""
    yield Order(
        kinds=["foul-hand"], whose=["seat"], remedy="penalty", cite=foul.cite,
        says=f"a foul hand pays each opponent {foul.per_segment} points for each segment{bonuses}; "
        "it wins no bonus and does not lead to Fantasy Land",
    )  # fmt: skip
