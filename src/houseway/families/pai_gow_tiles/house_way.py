"""Setting four tiles the house way: one setter, driven by the rows of a filed chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards import TILE_SET, Tile, parse_tiles, write
from houseway.errors import Refused
from houseway.families.pai_gow_tiles.schema import HouseWayChart, PaiGowTiles, Split
from houseway.hands.tiles import TilePair, TileSetting, tile_name, tile_rank, tile_settings

_PAIRS = ("supreme pair", "matched pair", "unmatched pair")


@dataclass(frozen=True, slots=True)
class HouseWay:
    """Four tiles set the house way, the row that decided, and the reading if one did."""

    low: TilePair
    high: TilePair
    row: str
    cite: str
    reading: str = ""


def house_way(filing: PaiGowTiles, tiles: Sequence[Tile]) -> HouseWay:
    """The setting of four tiles by the filing's chart.

    >>> from houseway.cards import parse_tiles
    >>> from houseway.filings.loader import load
    >>> way = house_way(load("napa-valley/pai-gow-tiles"), parse_tiles("44 66 44 11"))
    >>> write(way.low), write(way.high), way.row
    ('44 11', '44 66', 'Eights are split if the low hand is seven or more')
    """
    chart = filing.game.house_way
    _refuse_what_is_no_hand(tiles, str(filing.deck.cite))
    settings = tile_settings(tiles)
    names = [tile_name(one) for one in tiles]
    paired = [name for name in dict.fromkeys(names) if names.count(name) == 2]
    if not paired:
        best = max(settings, key=lambda s: (s.high_hand.strength, s.low_hand.strength))
        rule = chart.no_pair
        return HouseWay(*_stacks(best), rule.says, str(rule.cite), rule.reading)
    # A pair ranks above everything else, so it is the high hand wherever it stays whole.
    whole = next(s for s in settings if s.high_hand.kind in _PAIRS)
    apart = next(s for s in settings if s.high_hand.kind not in _PAIRS)
    rows = [row for name in paired if (row := _split_row(chart, name, tiles, apart))]
    if len(paired) == 2:
        rule = chart.two_pairs
        return HouseWay(
            whole.low, whole.high, rule.says, str(rule.cite), rule.reading if rows else ""
        )
    if rows:
        return HouseWay(*_stacks(apart), rows[0].says, str(rows[0].cite))
    kept = chart.never_split if paired[0] in chart.never_split.pairs else chart.one_pair
    return HouseWay(whole.low, whole.high, kept.says, str(kept.cite))


def _stacks(setting: TileSetting) -> tuple[TilePair, TilePair]:
    """The low and the high stack; of two that rank alike the one with the lowest tile is low."""
    low, high = setting.low, setting.high
    if setting.low_hand == setting.high_hand and max(map(tile_rank, high)) > max(
        map(tile_rank, low)
    ):
        return high, low
    return low, high


def _split_row(
    chart: HouseWayChart, pair: str, tiles: Sequence[Tile], apart: TileSetting
) -> Split | None:
    """The row by which a pair is split, if there is one and what it asks for is so."""
    row = next((row for row in chart.split if pair in row.pairs), None)
    if row is None:
        return None
    one, other = (tile for tile in tiles if tile_name(tile) != pair)
    if row.holding and not {tile_name(one), tile_name(other)} & set(row.holding):
        return None
    if row.beside:
        first, second = row.beside
        ways = ((one.pips, other.pips), (other.pips, one.pips))
        if not any(a in first and b in second for a, b in ways):
            return None
    if row.low_from is None:
        return row
    low_suffices = apart.low_hand.points >= row.low_from
    if low_suffices or one.pips in row.or_beside or other.pips in row.or_beside:
        return row
    return None


def _refuse_what_is_no_hand(tiles: Sequence[Tile], cite: str) -> None:
    if len(tiles) != 4:
        raise Refused(
            "not-four-tiles", f"{len(tiles)} tiles are given; a hand is set from four", cite=cite
        )
    for one in tiles:
        if tiles.count(one) > TILE_SET.count(one):
            raise Refused(
                "card-too-often",
                f"{one} lies {tiles.count(one)} times in {write(tiles)}; "
                f"the set has {TILE_SET.count(one)}",
                cite=cite,
            )


def from_notation(
    filing: PaiGowTiles,
    text: str,
    options: Mapping[str, Any],  # noqa: ARG001
) -> dict[str, str]:
    """A hand set from its notation, with the row of the chart that decided and its clause.

    Where the chart has no row for it, the reading that decides stands beside.
    """
    done = house_way(filing, parse_tiles(text))
    answer = {
        "low": write(done.low), "high": write(done.high), "row": done.row, "cite": done.cite,
    }  # fmt: skip
    return {**answer, "reading": done.reading} if done.reading else answer
