"""Setting a hand the house way from its notation, cards or tiles."""

from __future__ import annotations

from houseway.cards import NotationError, parse_cards, parse_tiles, write
from houseway.errors import Refused
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.pai_gow import PaiGowPoker
from houseway.filings.schema.tiles import PaiGowTiles
from houseway.games import house_way_cards, house_way_tiles


def set_house_way(filing: FilingBase, text: str) -> dict[str, str]:
    """Both hands, the row of the chart that decided, and where it stands."""
    try:
        if isinstance(filing, PaiGowPoker):
            cards = house_way_cards.house_way(filing, parse_cards(text))
            return {
                "front": write(cards.front), "back": write(cards.back),
                "row": cards.row, "cite": cards.cite,
            }  # fmt: skip
        if isinstance(filing, PaiGowTiles):
            tiles = house_way_tiles.house_way(filing, parse_tiles(text))
            return {
                "low": write(tiles.low), "high": write(tiles.high),
                "row": tiles.row, "cite": tiles.cite,
            }  # fmt: skip
    except NotationError as error:
        raise Refused("not-a-card", str(error), where="cards") from None
    raise Refused("no-house-way", f"{filing.id} is not a game whose hands are set", where="filing")
