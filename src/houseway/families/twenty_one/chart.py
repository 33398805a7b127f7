"""A chart for people: one choice for each total and up card, and what it costs against best play.

A choice on the first two cards and one for later hands; where both are the same letter one is
written. The later one also holds where the first is not open.
"""

from __future__ import annotations

from collections import defaultdict
from math import comb, prod
from typing import Final

import numpy as np

from houseway.analysis.report import Json
from houseway.families.twenty_one.counting import MOST_DOUBLES, RESCUE, Worth, follow
from houseway.families.twenty_one.play import Play, UpCard, first_deals, natural_chance
from houseway.families.twenty_one.rules import (
    DEALT,
    DOUBLE,
    FROM_SPLIT,
    HIT,
    JOKER_PLACE,
    SPLIT,
    STAND,
    SURRENDER,
    split_from,
)
from houseway.families.twenty_one.splits import Policy
from houseway.families.twenty_one.ways import VALUES, written
from houseway.hands.arrays import Floats, Small

LETTERS: Final = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R", SPLIT: "P"}
KEY: Final = {
    "S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split",
    "X/Y": "X on the first two cards, Y with more cards or where X is not open",
}  # fmt: skip
_MOVES: Final = (STAND, HIT, DOUBLE, SURRENDER)
# Soft, points, and with a joker drawn: that one stretches as far as another card needs.
Total = tuple[bool, int, bool]


class ChartMaker:
    """The best single choice of each total, by how often its hands are met under best play."""

    def __init__(self, play: Play) -> None:
        self.play, self.engine = play, play.engine
        tables = self.engine.tables
        self.totals: list[Total] = []
        for values in tables.hands:
            total = tables.total(values, FROM_SPLIT)
            with_joker = JOKER_PLACE in values and len(values) > 2
            self.totals.append((total.is_soft, total.points, with_joker))
        self.rare = np.array(
            [
                1e-9 * prod(
                    comb(tables.shoe[v], values.count(v)) / comb(sum(tables.shoe), values.count(v))
                    for v in set(values)
                )
                for values in tables.hands
            ]
        )  # fmt: skip
        self.first: list[dict[Total, int]] = []
        self.later: list[dict[Total, int]] = []
        self.after: list[dict[tuple[int, Total], int]] = []
        self.by_chart = [self._against(plan) for plan in play.ups]

    def _against(self, plan: UpCard) -> UpCard:
        engine, tables = self.engine, self.engine.tables
        if tables.is_frozen(plan.up):  # nobody has a choice
            self.first.append({})
            self.later.append({})
            self.after.append({})
            return plan
        start = np.zeros(len(tables.hands))
        for deal, share in first_deals(engine, plan.up):
            number = tables.index[deal]
            start[number] = share * (1 - natural_chance(engine, plan.up, deal))
        unsplit = np.where(plan.chosen == SPLIT, plan.worth.chosen, plan.chosen).astype(np.uint8)
        _, reach = follow(
            engine, plan.up, np.zeros_like(engine.shoe), DEALT, unsplit, plan.worth.after, start
        )
        moves = engine.open[DEALT]
        self.first.append(self._choose(plan.worth, reach[0], moves, first=True))
        self.later.append(self._choose(plan.worth, reach[0], moves, first=False))
        self.after.append(self._choose_after(plan.worth, reach))
        unsplit = self._apply(-1, engine.open[DEALT])
        chosen = unsplit.copy()
        for pair in self._pairs():
            number = tables.index[pair, pair]
            chosen[number] = SPLIT if pair in plan.split_play else plan.chosen[number]
        after = self._apply_after(-1)
        worth = Worth(plan.worth.moves, unsplit, after)
        return UpCard(
            plan.up,
            worth,
            plan.splits,
            {
                pair: Policy(
                    self._apply(-1, engine.open[split_from(pair)]),
                    after,
                )
                for pair in plan.split_play
            },
            chosen,
            plan.early,
        )

    def _choose(
        self, worth: Worth, reach: Floats, moves: Small, *, first: bool
    ) -> dict[Total, int]:
        sums: dict[Total, Floats] = defaultdict(lambda: np.zeros(4))
        open_: dict[Total, int] = {}
        for number, values in enumerate(self.engine.tables.hands):
            if (len(values) == 2) is not first or self.engine.hands.over[number]:
                continue
            total = self.totals[number]
            if moves[number] == STAND and total in open_:
                continue  # a finished hand beside others of the same total
            if worth.moves[number, 4] < -90:
                continue  # there are not so many cards
            weight = max(float(reach[number]), 0.0) + float(self.rare[number])
            sums[total] += weight * worth.moves[number, :4]
            open_[total] = open_.get(total, 0) | int(moves[number])
        chosen = {}
        for total, values_ in sums.items():
            allowed = [i for i, move in enumerate(_MOVES) if open_[total] & move]
            if not allowed:
                continue
            chosen[total] = _MOVES[max(allowed, key=lambda i: values_[i])]
        return chosen

    def _choose_after(self, worth: Worth, reach: Floats) -> dict[tuple[int, Total], int]:
        votes: dict[tuple[int, Total], dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for k in range(1, MOST_DOUBLES + 1):
            for number in range(len(self.totals)):
                if worth.after[k, number]:
                    weight = float(reach[k, number])
                    if weight > 0:
                        votes[k, self.totals[number]][int(worth.after[k, number])] += weight
        return {key: max(found, key=lambda move: found[move]) for key, found in votes.items()}

    def _apply(self, place: int, moves: Small) -> Small:
        """The chart's choice for every hand, as far as it is open."""
        chosen = np.full(len(self.totals), STAND, np.uint8)
        for number, values in enumerate(self.engine.tables.hands):
            allowed = int(moves[number])
            total = self.totals[number]
            wanted = self.first[place].get(total) if len(values) == 2 else None
            if wanted is None or not allowed & wanted:
                wanted = self.later[place].get(total)
            if wanted is None or not allowed & wanted:
                wanted = HIT if allowed & HIT and not allowed & STAND else STAND
            chosen[number] = wanted
        return chosen

    def _apply_after(self, place: int) -> Small:
        after = np.zeros((MOST_DOUBLES + 1, len(self.totals)), np.uint8)
        for k in range(1, MOST_DOUBLES + 1):
            for number, total in enumerate(self.totals):
                over = self.engine.hands.over[number]
                after[k, number] = STAND if over else self.after[place].get((k, total), STAND)
        return after

    def _pairs(self) -> list[int]:
        """Pairs that may be split: each has a line of its own."""
        tables, moves = self.engine.tables, self.engine.open[DEALT]
        return [
            pair
            for pair in range(min(tables.places, 10))
            if (pair, pair) in tables.index and moves[tables.index[pair, pair]] & SPLIT
        ]

    def as_play(self) -> Play:
        """The chart as a way to play, to be counted."""
        return Play(self.engine, self.by_chart)

    # In words

    def as_json(self) -> dict[str, Json]:
        ups = [up for up in range(len(self.first)) if not self.engine.tables.is_frozen(up)]
        ups = [*(up for up in ups if up), *(up for up in ups if not up)]  # the ace last
        tables = self.engine.tables
        found: dict[str, Json] = {"key": KEY, "hard": {}, "soft": {}, "pairs": {}}
        for soft, points, _ in sorted({t for up in ups for t in self.first[up]}, reverse=True):
            if points > 20 and not soft:
                continue
            row = {VALUES[up]: self._cell(up, (soft, points, False)) for up in ups}
            found["soft" if soft else "hard"][str(points)] = row
        for pair in self._pairs():
            number = tables.index[pair, pair]
            found["pairs"][VALUES[pair] * 2] = {
                VALUES[up]: "P"
                if pair in self.play.ups[up].split_play
                else self._cell(up, self.totals[number], int(self.play.ups[up].chosen[number]))
                for up in ups
            }
        drawn = sorted({t for up in ups for t in self.later[up] if t[2]}, reverse=True)
        if drawn:
            found["with a joker drawn"] = {
                f"{'soft' if soft else 'hard'} {points}": {
                    VALUES[up]: self._cell(up, (soft, points, True)) for up in ups
                }
                for soft, points, _ in drawn
            }
        if tables.game.rescue is not None:
            found["after a double"] = self._after_json(ups)
        early = {
            VALUES[plan.up]: [written(deal) for deal in sorted(plan.early)]
            for plan in self.play.ups
            if plan.early
        }
        if early:
            found["surrender before the check"] = early
        return found

    def _cell(self, up: int, total: Total, own: int | None = None) -> str:
        """A choice for a total, or for a pair by itself."""
        first, later = own or self.first[up].get(total), self.later[up].get(total)
        if first is None or first == later or later is None:
            return LETTERS[first or later or STAND]
        return f"{LETTERS[first]}/{LETTERS[later]}"

    def _after_json(self, ups: list[int]) -> Json:
        """Totals to rescue, and to double again, by the number of doubles made."""
        lines: dict[str, Json] = {}
        for k in range(1, self.engine.tables.house.doubles + 1):
            for move, words in ((RESCUE, "rescue"), (DOUBLE, "double again")):
                cells = {
                    VALUES[up]: [
                        f"{'soft' if soft else 'hard'} {points}"
                        for (doubles, (soft, points, _)), chosen in sorted(self.after[up].items())
                        if doubles == k and chosen == move and points <= 21
                    ]
                    for up in ups
                }
                if any(cells.values()):
                    lines[f"{words} after {k} double{'s' if k > 1 else ''}"] = cells
        return lines

    def exceptions(self) -> list[Json]:
        """First two cards with which best play leaves the chart, the dearest first."""
        lines = []
        for plan, charted in zip(self.play.ups, self.by_chart, strict=True):
            if self.engine.tables.is_frozen(plan.up):
                continue
            for deal, share in first_deals(self.engine, plan.up):
                number = self.engine.tables.index[deal]
                best, by_chart = int(plan.chosen[number]), int(charted.chosen[number])
                if best == by_chart or self.engine.open[DEALT, number] == STAND:
                    continue
                moves = plan.worth.moves[number]
                gain = float(moves[_MOVES.index(best)] - moves[_MOVES.index(by_chart)])
                if gain > 1e-12:
                    lines.append(
                        (
                            share * gain,
                            {
                                "cards": written(deal),
                                "against": VALUES[plan.up],
                                "best": LETTERS[best],
                                "chart": LETTERS[by_chart],
                                "gain": gain,
                            },
                        )
                    )
        return [line for _, line in sorted(lines, key=lambda pair: -pair[0])]


def chart_text(chart: dict[str, Json]) -> str:
    """The chart in lines of letters."""
    lines = []
    for part in ("hard", "soft", "pairs"):
        rows = chart[part]
        if not rows:
            continue
        ups = list(next(iter(rows.values())))
        lines.append(f"{part:>5} " + " ".join(f"{up:>3}" for up in ups))
        for name, row in rows.items():
            lines.append(f"{name:>5} " + " ".join(f"{row[up]:>3}" for up in ups))
    return "\n".join(lines)
