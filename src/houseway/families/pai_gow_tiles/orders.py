"""What a filing of pai gow tiles orders when something goes wrong, from the keys of its game."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.schema.irregular import Order


def orders(filing: PaiGowTiles) -> Iterator[Order]:
    rule = filing.game.touching
    if rule is None:
        return
    late, forfeits = (
        ["settling", "after"],
        (
            "whoever touches tiles or wager once the bank has its tiles forfeits the hand, and the "
            "wager is the bank's"
        ),
    )
    yield Order(
        kinds=["touched-tiles"], whose=["seat", "behind"], noticed=late, backed=True,
        remedy="forfeit", cite=rule.cite, reading=rule.reading,
        says=f"{forfeits}; what is bet behind a hand goes with it",
    )  # fmt: skip
    yield Order(
        kinds=["touched-tiles"], whose=["seat"], noticed=late, remedy="forfeit", cite=rule.cite,
        says=forfeits,
    )  # fmt: skip
    yield Order(
        kinds=["touched-tiles"], whose=["seat", "behind"], noticed=["deal", "choices"],
        remedy="stands", cite=rule.cite,
        says="tiles and wagers may be touched until the bank has its tiles",
    )  # fmt: skip
