"""Players of pai gow tiles who follow what was counted: every hand set as is best, or by the scores
that the odds print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from houseway.analysis.odds import counted
from houseway.cards import Tile, parse_tiles, write
from houseway.families.pai_gow_tiles.house_way import house_way
from houseway.families.pai_gow_tiles.odds import by_scores
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.terms import Terms
from houseway.hands.tiles import TileSetting, set_tiles, tile_name, tile_settings
from houseway.rounds.steps import Ask
from houseway.table.bot import Strategy
from houseway.table.sight import Sight

Setter = Callable[[Sequence[Tile]], TileSetting]


def setter(terms: Terms[PaiGowTiles], skill: str) -> Setter:
    """How a player of that skill sets four tiles."""
    if skill == "bot":
        return lambda tiles: _by_house_way(terms.filing, tiles)
    (bet,) = (bet for bet in counted(terms)[0] if bet.name == "game")
    if skill == "chart":
        return lambda tiles: max(
            tile_settings(tiles), key=lambda one: by_scores(bet.strategy["scores"], one)
        )
    otherwise = _otherwise(bet.strategy["differs from the house way"])

    def best(tiles: Sequence[Tile]) -> TileSetting:
        low = otherwise.get(_names(tiles))
        if low is None:
            return _by_house_way(terms.filing, tiles)
        return next(
            one for one in tile_settings(tiles) if low in (_names(one.low), _names(one.high))
        )

    return best


def _names(tiles: Sequence[Tile]) -> tuple[str, ...]:
    return tuple(sorted(map(tile_name, tiles)))


def _otherwise(lines: Sequence[Mapping[str, Any]]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The low hand of the tiles that are not set the house way; tiles of a name are alike."""
    return {
        _names(parse_tiles(line["tiles"])): _names(parse_tiles(line["best"].partition(" / ")[0]))
        for line in lines
    }


def _by_house_way(filing: PaiGowTiles, tiles: Sequence[Tile]) -> TileSetting:
    way = house_way(filing, tiles)
    return set_tiles(way.low, way.high)


def strategy(terms: Terms[PaiGowTiles], skill: str) -> Strategy:
    set_hand = setter(terms, skill)

    def choose(ask: Ask, sight: Sight, filing: object) -> str:  # noqa: ARG001
        tiles = sight.cards(ask.seat)
        if not tiles:  # the bank's are asked of its holder, who leaves them to the chart
            return "house_way"
        return f"set {write(set_hand(tiles).low)}"

    return choose


def ready(terms: Terms[PaiGowTiles], skill: str) -> None:  # noqa: ARG001
    counted(terms)
