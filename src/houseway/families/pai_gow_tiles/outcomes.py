"""What four tiles that were set come to, tabulated from the procedure's own verdicts."""

from __future__ import annotations

from houseway.analysis.two_hands import STANDINGS, Verdicts, tabulated
from houseway.cards import TILE_SET
from houseway.families.pai_gow_tiles.procedure import verdict
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.hands.tiles import TileHand, TileSetting
from houseway.rounds.verdicts import Verdict

_TILES = TILE_SET[0], TILE_SET[1]  # no verdict looks at them


def verdicts(filing: PaiGowTiles) -> Verdicts:
    """By how the low and the high hand stand against the bank's."""

    def standing(low: str, high: str) -> Verdict:
        return verdict(filing, 1, _setting(low, high), _setting("equal", "equal"))

    return tabulated(standing)


def _setting(low: str, high: str) -> TileSetting:
    hands = [TileHand(STANDINGS.index(how), "points", 0, how) for how in (low, high)]
    return TileSetting(_TILES, _TILES, *hands)
