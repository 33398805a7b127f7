"""Pai gow tiles: best play and the house way, against a bank set by the filed chart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from houseway.analysis.cache import rules_of
from houseway.analysis.report import Bet, Json, Outcome, figures
from houseway.cards import TILE_SET, Tile, write
from houseway.families.pai_gow_tiles.house_way import HouseWay, house_way
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.terms import Terms
from houseway.hands.tiles import (
    TileHand,
    TileSetting,
    set_tiles,
    tile_name,
    tile_rank,
    tile_settings,
)

if TYPE_CHECKING:
    from houseway.hands.arrays import Integers

EVERY_DECK: Final = False
COUNT: Final = 1  # raised when the same rules come to other figures
Nets = tuple[Fraction, ...]  # of a win, a push and a loss
Hand = tuple[int, ...]  # four places in the tile set, rising
_ABOVE: Final = (32_767, 32_767)  # beats every hand
_BELOW: Final = (-1, -1)
_FILED: Final = "when the bank's hand has a filed row"
_RULED: Final = "when the bank's hand is set by a reading"
_HOUSE_WAY: Final = "house way against house way"
_BANK_BEST: Final = "the bank set as is best for it against players of the house way"
_BOTH_BEST: Final = "both sides set as is best, each against the other"


def rules(terms: Terms[PaiGowTiles]) -> dict[str, Json]:
    """What results depend on."""
    return rules_of(terms, without=("touching",))


def assumed(terms: Terms[PaiGowTiles]) -> tuple[str, ...]:
    rule = terms.filing.game.house_way.no_pair
    ruled = f"; hands without a pair have no filed row and are set by reading {rule.reading}"
    return (
        "one set of 32 tiles; the player sees no tiles but their own four",
        "the bank is set by the chart (its holder may overrule it)"
        + (ruled if rule.reading else ""),
        "the bank covers every wager",
        "of two settings of equal value the house way's is taken",
    )


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands of the same faces: one of them, how many there are, and its settings."""

    tiles: Hand
    hands: int
    settings: tuple[TileSetting, ...]
    way: HouseWay
    by_chart: int  # which of the settings the chart gives


def analyse(terms: Terms[PaiGowTiles], progress: Callable[[float], None]) -> list[Bet]:
    """Every player hand against every bank hand."""
    import numpy as np

    from houseway.analysis.two_hands import nets_of, results_of
    from houseway.families.pai_gow_tiles.counting import BANKS, all_hands, count, equilibrium
    from houseway.families.pai_gow_tiles.outcomes import verdicts

    judged = verdicts(terms.filing)
    results_by_standing = results_of(judged)
    kinds = kinds_of(terms.filing, all_hands())
    progress(0.3)
    by_faces = {faces_of(kind.tiles): kind for kind in kinds}
    of_bank = [by_faces[faces_of(hand)] for hand in all_hands()]
    hands = np.array([kind.tiles for kind in kinds], np.uint8)
    settings = np.array([[strengths_of(s) for s in kind.settings] for kind in kinds], np.int16)

    def against(strengths: Callable[[Kind], tuple[int, int]]) -> Integers:
        bank = np.array([strengths(kind) for kind in of_bank], np.int16)
        return count(hands, settings, bank, results_by_standing)

    def by_chart(kind: Kind) -> tuple[int, int]:
        return strengths_of(kind.settings[kind.by_chart])

    results = against(by_chart)
    progress(0.6)
    # Banks with a filed row by themselves: the others beat every hand, and are then left out.
    filed = against(lambda kind: _ABOVE if kind.way.reading else by_chart(kind))
    number = against(lambda kind: _ABOVE if kind.way.reading else _BELOW)[:, :, 0]
    filed[:, :, 2] = number - filed[:, :, 0] - filed[:, :, 1]
    progress(0.7)
    # From the bank's side, which wins what the player loses.
    by_house_way = np.array([by_chart(kind) for kind in of_bank], np.int16)
    held = count(hands, settings, by_house_way, 2 - results_by_standing[::-1, ::-1])
    progress(0.8)
    nets = nets_of(judged)
    bet = _bet(nets, kinds, results, filed)
    compared = {**bet.compared, **_bank_sets(nets, kinds, held)}
    # A low or a high hand that is equal is the bank's, and a win pays what a loss costs.
    usual = [[2, 2, 1], [2, 2, 1], [1, 1, 0]]
    even = tuple(map(Fraction, (1, 0, -1)))
    if nets == even and results_by_standing.tolist() == usual:
        low, high = equilibrium(progress)
        compared[_BOTH_BEST] = {
            "ev": float(low + high) / 2, "between": [float(low), float(high)], "exact": False,
            "error_bound": float(high - low) / 2, "hands": BANKS,
        }  # fmt: skip
    return [replace(bet, compared=compared)]


def faces_of(tiles: Hand) -> tuple[str, ...]:
    return tuple(TILE_SET[tile].text for tile in tiles)


def strengths_of(setting: TileSetting) -> tuple[int, int]:
    return setting.low_hand.strength, setting.high_hand.strength


def kinds_of(filing: PaiGowTiles, hands: Sequence[Hand]) -> list[Kind]:
    counted = Counter(faces_of(hand) for hand in hands)
    example = {faces_of(hand): hand for hand in hands}
    kinds = []
    for faces, number in counted.items():
        tiles = [TILE_SET[place] for place in example[faces]]
        settings = tile_settings(tiles)
        way = house_way(filing, tiles)
        chart = set_tiles(way.low, way.high)
        by_chart = next(i for i, s in enumerate(settings) if strengths_of(s) == strengths_of(chart))
        kinds.append(Kind(example[faces], number, settings, way, by_chart))
    return kinds


def _bet(nets: Nets, kinds: Sequence[Kind], results: Integers, filed: Integers) -> Bet:
    best = [_best_setting(kind, result, nets) for kind, result in zip(kinds, results, strict=True)]
    by_chart = [kind.by_chart for kind in kinds]
    bet = Bet(name="game", unit="game", outcomes=_outcomes(kinds, results, best, nets))
    chart = Bet(name="game", unit="game", outcomes=_outcomes(kinds, results, by_chart, nets))
    apart = {
        name: Bet(name="game", unit="game", outcomes=_outcomes(kinds, part, best, nets))
        for name, part in ((_FILED, filed), (_RULED, results - filed))
    }
    scores, by_score = _scores_card(kinds, results, bet, nets)
    return Bet(
        name="game",
        unit="game",
        outcomes=bet.outcomes,
        strategy={**_differences(kinds, results, best, nets), "scores": scores},
        played={"chart": by_score.outcomes, "bot": chart.outcomes},
        assumed=("every hand is set as is best against the bank's chart",),
        compared={
            _HOUSE_WAY: {
                **figures(chart),
                "difference": float(chart.ev - bet.ev),
            },
            **{
                name: {**figures(one), "share": float(Fraction(one.cases) / Fraction(bet.cases))}
                for name, one in apart.items()
                if one.cases
            },
        },
    )


def _bank_sets(nets: Nets, kinds: Sequence[Kind], held: Integers) -> dict[str, Json]:
    """What the bank gains by its own best settings, where the players keep to the house way.

    `held` counts its wins, pushes and losses.
    """
    of_bank = held[:, :, ::-1]  # the player's
    best = [
        min(range(len(rows)), key=lambda i: (value_of(rows[i], nets), i != kind.by_chart))
        for kind, rows in zip(kinds, of_bank, strict=True)
    ]
    bet = Bet(name="game", unit="game", outcomes=_outcomes(kinds, of_bank, best, nets))
    otherwise = sum(k.hands for k, i in zip(kinds, best, strict=True) if i != k.by_chart)
    share = Fraction(otherwise, sum(kind.hands for kind in kinds))
    return {_BANK_BEST: {**figures(bet), "otherwise": float(share)}}


def value_of(result: Integers, nets: Nets) -> Fraction:
    return sum((net * int(count) for net, count in zip(nets, result, strict=True)), Fraction(0))


def _best_setting(kind: Kind, result: Integers, nets: Nets) -> int:
    values = [value_of(row, nets) for row in result]
    return max(range(len(values)), key=lambda i: (values[i], i == kind.by_chart))


def _outcomes(
    kinds: Sequence[Kind], results: Integers, chosen: Sequence[int], nets: Nets
) -> tuple[Outcome, ...]:
    totals = [0, 0, 0]
    for kind, result, setting in zip(kinds, results, chosen, strict=True):
        for i, count in enumerate(result[setting]):
            totals[i] += kind.hands * int(count)
    return tuple(
        Outcome(name, net, total)
        for name, net, total in zip(("win", "push", "lose"), nets, totals, strict=True)
    )


# Where best play leaves the house way


def _differences(
    kinds: Sequence[Kind], results: Integers, best: Sequence[int], nets: Nets
) -> dict[str, Json]:
    banks = int(results[0, 0].sum())
    hands: dict[tuple[str, ...], dict[str, Json]] = {}
    rows: dict[str, dict[str, int | Fraction]] = {}
    for kind, result, setting in zip(kinds, results, best, strict=True):
        gain = (value_of(result[setting], nets) - value_of(result[kind.by_chart], nets)) / banks
        row = rows.setdefault(kind.way.row, {"hands": 0, "set otherwise": 0, "gain": Fraction(0)})
        row["hands"] += kind.hands
        row["set otherwise"] += kind.hands * (gain > 0)
        row["gain"] += kind.hands * gain
        if gain > 0:
            # Tiles of one name are interchangeable: a line for all of them.
            names = tuple(tile_name(TILE_SET[tile]) for tile in kind.tiles)
            line = hands.setdefault(names, _line(kind, setting, gain))
            line["hands"] += kind.hands
    dealt = sum(kind.hands for kind in kinds)
    lines = sorted(hands.values(), key=lambda line: -line["hands"] * line["gain"])
    return {
        "frequencies": {
            "house way": float(1 - Fraction(sum(line["hands"] for line in lines), dealt)),
            "otherwise": float(Fraction(sum(line["hands"] for line in lines), dealt)),
        },
        "by row of the chart": {
            says: {**row, "gain": float(row["gain"] / dealt)} for says, row in rows.items()
        },
        "differs from the house way": lines,
    }


def _line(kind: Kind, setting: int, gain: Fraction) -> dict[str, Json]:
    chart, best = kind.settings[kind.by_chart], kind.settings[setting]
    return {
        "tiles": write(_ordered(TILE_SET[tile] for tile in kind.tiles)),
        "house way": f"{write(chart.low)} / {write(chart.high)}",
        "best": f"{write(best.low)} / {write(best.high)}",
        "gain": float(gain),
        "hands": 0,
        "row": kind.way.row,
    }


def _ordered(tiles: Iterator[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=tile_rank))


# A way to set that a person can keep in mind
#
# A player wins what the low hand and the high hand win each by itself: the chance to win both less
# the chance to lose both is the sum of their chances to be higher, less one. So each hand gets a
# score, how many in a hundred of the bank's hands are lower, and the setting with the best sum
# is taken.


def _scores_card(
    kinds: Sequence[Kind], results: Integers, best: Bet, nets: Nets
) -> tuple[Json, Bet]:
    low, high = _scores(kinds, "low_hand"), _scores(kinds, "high_hand")
    scores = {"low": low, "high": high}
    chosen = [
        max(range(len(k.settings)), key=lambda i: by_scores(scores, k.settings[i])) for k in kinds
    ]
    by_score = Bet(name="game", unit="game", outcomes=_outcomes(kinds, results, chosen, nets))
    return {**scores, **figures(by_score), "cost": float(best.ev - by_score.ev)}, by_score


def by_scores(scores: Mapping[str, Json], setting: TileSetting) -> tuple[int, int, int]:
    """What a setting is worth by the card: the greatest is taken."""
    score = scores["low"][_group(setting.low_hand)] + scores["high"][_group(setting.high_hand)]
    return score, setting.low_hand.strength, setting.high_hand.strength


def _group(hand: TileHand) -> str:
    """Hands that share a score: a count of points, gongs, wongs, and each pair."""
    return hand.name.partition(",")[0] if hand.kind in ("points", "gong", "wong") else hand.name


def _scores(kinds: Sequence[Kind], which: Literal["low_hand", "high_hand"]) -> dict[str, int]:
    """Of a hundred bank hands how many are lower; of those in the same group half."""
    bank: Counter[str] = Counter()
    strongest: dict[str, int] = {}
    for kind in kinds:
        bank[_group(getattr(kind.settings[kind.by_chart], which))] += kind.hands
        for setting in kind.settings:
            hand: TileHand = getattr(setting, which)
            group = _group(hand)
            strongest[group] = max(strongest.get(group, 0), hand.strength)
    found, below = {}, 0
    for group in sorted(strongest, key=strongest.__getitem__):
        middle = Fraction(2 * below + bank[group], 2 * bank.total())
        found[group] = round(100 * middle)
        below += bank[group]
    return found
