"""The coach of pai gow tiles: each setting against every bank hand, set by the chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from houseway.cards import TILE_SET, Tile, write
from houseway.families.pai_gow_tiles.house_way import house_way
from houseway.families.pai_gow_tiles.procedure import verdict
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.terms import Terms
from houseway.hands.tiles import TileSetting, set_tiles, tile_settings
from houseway.table.coach import Advice, Seen, Worth, best_of, once_for_terms

Faces = tuple[str, ...]


def advise(seen: Seen) -> Advice:
    filing, tiles = seen.terms.filing, seen.sight.cards(seen.place)
    way = house_way(filing, tiles)
    by_chart = set_tiles(way.low, way.high)
    told = {"house_way": _told(by_chart)}
    if seen.place == "bank":
        return Advice(
            hand=_words(by_chart), best="house_way", row=way.row, cite=way.cite,
            why="The bank's hand is set for all wagers at once.",
            how="By the filed chart.", more={"settings": told},
        )  # fmt: skip
    banks = _banks(seen.terms)
    left = list(TILE_SET)
    for tile in tiles:
        left.remove(tile)
    found = Counter(_faces(four) for four in combinations(left, 4))
    cases, game = found.total(), seen.wagers.get("game", 0)

    def worth(setting: TileSetting) -> float:
        """A verdict follows from which of the two hands is higher, and is asked for once each."""
        nets: dict[tuple[bool, bool], Fraction] = {}
        total = Fraction(0)
        for faces, ways in found.items():
            bank = banks[faces]
            key = setting.low_hand > bank.low_hand, setting.high_hand > bank.high_hand
            if key not in nets:
                nets[key] = verdict(filing, seen.seat, setting, bank).net
            total += ways * nets[key]
        return game * float(total / cases)

    settings = {f"set {write(one.low)}": one for one in tile_settings(tiles)}
    by_move = {move: worth(one) for move, one in settings.items()}
    chart = next(by_move[m] for m, one in settings.items() if _same(one, by_chart))
    moves: tuple[Worth, ...] = (Worth("house_way", chart),) if "house_way" in seen.choices else ()
    moves += tuple(Worth(move, cents) for move, cents in by_move.items())
    moves += tuple(Worth(f"set {write(one.high)}", by_move[move]) for move, one in settings.items())
    best = best_of(moves)
    chosen = by_chart if best == "house_way" else settings[best]
    return Advice(
        hand=_words(chosen),
        best=best,
        worth=moves,
        unit="game",
        why=_why(best, chosen, by_chart),
        how=f"Every hand the bank can have was counted, set by the chart: {cases:,}.",
        row=way.row,
        cite=way.cite,
        more={"settings": {**told, "best": _told(chosen)}},
    )


def _why(best: str, chosen: TileSetting, by_chart: TileSetting) -> str:
    if best == "house_way" or _same(chosen, by_chart):
        return "No setting does better."
    low, high = chosen.low_hand.name, chosen.high_hand.name
    return f"A low of {low} and a high of {high} bring more."


def _same(one: TileSetting, other: TileSetting) -> bool:
    return (one.low_hand, one.high_hand) == (other.low_hand, other.high_hand)


def _words(setting: TileSetting) -> str:
    return f"low hand {setting.low_hand.name}; high hand {setting.high_hand.name}"


def _told(setting: TileSetting) -> dict[str, str]:
    return {"front": write(setting.low), "back": write(setting.high), "words": _words(setting)}


def _faces(tiles: Sequence[Tile]) -> Faces:
    return tuple(sorted(tile.text for tile in tiles))


def _set_all(terms: Terms[PaiGowTiles]) -> dict[Faces, TileSetting]:
    """Every hand of the bank as the chart sets it."""
    found: dict[Faces, TileSetting] = {}
    for tiles in combinations(TILE_SET, 4):
        faces = _faces(tiles)
        if faces not in found:
            way = house_way(terms.filing, tiles)
            found[faces] = set_tiles(way.low, way.high)
    return found


_banks = once_for_terms(_set_all)
