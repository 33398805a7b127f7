"""Ultimate hold'em: the rules of a filing as numbers, and the counts as bets.

Ante and blind are one unit each, the play wager a multiple of it. What a fold does to trips and
bad beat can change how a hand should be played; those bets are shown under play that is best for
ante, blind and play, and under play that is best for these and one unit on the bonus bet together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from houseway.analysis.report import Bet, Json, OddsReport, Outcome, figures, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard
from houseway.errors import HousewayError
from houseway.filings.schema.common import PayTable
from houseway.filings.schema.ultimate import UltimateHoldem
from houseway.filings.terms import Terms
from houseway.hands.five_high import HIGH_ORDER

if TYPE_CHECKING:
    from houseway.analysis.ultimate_count import Counter, Counts, Pays, Solution

OPTIONS: Final = ()
CODE: Final = (
    "houseway.analysis.ultimate",
    "houseway.analysis.ultimate_board",
    "houseway.analysis.ultimate_count",
    "houseway.analysis.ultimate_simple",
    "houseway.analysis.suits",
    "houseway.hands.kernels",
)

CATEGORIES: Final = tuple(reversed(HIGH_ORDER))  # a hand's code is its place
_WORTH: Final = {"win": 1, "push": 0, "lose": -1}
# By the standings of `ultimate_count`: how a hand compares, and whether the bank qualifies.
_STANDINGS: Final = tuple(
    (how, qualified) for how in ("higher", "equal", "lower") for qualified in (True, False)
)


def assumed(terms: Terms[UltimateHoldem]) -> tuple[str, ...]:  # noqa: ARG001
    return (
        "one deck of 52 cards, shuffled before each hand",
        "the player sees no cards but the own two and the board",
        "the bank covers every wager",
        "of two choices of equal value the one with the smaller wager is taken",
    )


def analyse(terms: Terms[UltimateHoldem], progress: Callable[[float], None]) -> list[Bet]:
    """All bets of the filing, every board and every bank hand counted."""
    from houseway.analysis.ultimate_count import Counter

    rules = _Rules(terms.filing)
    pays = rules.pays()
    workers = len(os.sched_getaffinity(0))
    solution = Counter(pays, workers, progress).solve()
    simple = _simple_counts(
        rules, Counter(pays._replace(goals=pays.goals[:1]), workers, progress), solution
    )
    return list(_bets(rules, solution, simple))


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """The chart of starting hands, and the simple rule for the later streets."""
    bet = report.bets["ante"]
    chart, simple = bet.strategy["before the flop"], bet.strategy["simple rule"]
    notes = ["Suited hands stand above the diagonal of pairs, others below."]
    if simple is not None:
        notes += [
            *(f"{street.capitalize()}: {words}." for street, words in simple["words"].items()),
            f"Played so: {percent(simple['ev'])} of the ante a hand; the best play: "
            f"{percent(bet.ev)}.",
        ]
    choices = {row["choice"] for row in chart.values()}
    return (
        StrategyCard(
            title=f"Ultimate hold'em, {report.filing}: before the flop",
            columns=tuple(_CHART_RANKS),
            rows={
                one: tuple(
                    _cell(chart[_hand(one, other, i < j)]) for j, other in enumerate(_CHART_RANKS)
                )
                for i, one in enumerate(_CHART_RANKS)
            },
            legend={_letter(choice): choice for choice in sorted(choices)},
            notes=tuple(notes),
        ),
    )


_CHART_RANKS: Final = "AKQJT98765432"


def _hand(row: str, column: str, suited: bool) -> str:
    if row == column:
        return row * 2
    return f"{row}{column}s" if suited else f"{column}{row}o"


def _letter(choice: str) -> str:
    return "-" if choice == "check" else choice.removeprefix("bet ")


def _cell(row: Json) -> Cell:
    return Cell(_letter(row["choice"]), "wait" if row["choice"] == "check" else "go")


def _simple_counts(rules: _Rules, counter: Counter, solution: Solution) -> Counts | None:
    """What the simple rule brings; it is for the usual game of one bet on flop and river."""
    from houseway.analysis.ultimate_simple import OUTS, simple_flops

    if [street for street, _ in rules.bets][-2:] != [1, 2] or rules.bets[-3][0] != 0:
        return None
    flops = simple_flops(len(rules.bets) - 2)
    (counts,) = counter.count(solution.starts[:1], flops[None], outs=OUTS, share=(0.8, 1.0))
    return counts


class _Rules:
    """What a filing pays, as fractions of the ante."""

    def __init__(self, filing: UltimateHoldem) -> None:
        self.filing, self.game = filing, filing.game
        _refuse_other_streets(filing)
        self.offers = {spot.name for spot in filing.spot}
        self.bets = [
            (street, times)
            for street, rule in enumerate(self.game.street)
            for times in sorted(rule.bets)
        ]
        self.scale = lcm(
            *(row.pays.denominator for t in filing.pay_table for row in t.rows if row.pays)
        )

    # The base game

    def ante(self, how: str, qualified: bool) -> Fraction:
        rule = self.game.ante_qualified if qualified else self.game.ante_unqualified
        return Fraction(_WORTH[getattr(rule, how)])

    def play(self, how: str) -> Fraction:
        return Fraction(_WORTH[getattr(self.game.play, how)])

    def blind(self, how: str, category: str) -> Fraction:
        rule, table = self.game.blind, self.filing.pays("blind")
        if how == "lower":
            return Fraction(-1)
        if how == "equal":
            return Fraction(_WORTH[rule.equal])
        if table.find(category) is None:
            return Fraction(_WORTH[rule.below_pay_table])
        return _paid(table, category)

    @property
    def fold(self) -> Fraction:
        return Fraction(-sum(wager in self.game.fold.forfeits for wager in ("ante", "blind")))

    # Bonus bets

    def trips(self, category: str) -> Fraction:
        return _paid(self.filing.pays("trips"), category)

    def trips_folded(self, own: str, board: str) -> Fraction:
        rule = self.game.fold
        if "trips" in rule.forfeits:
            return Fraction(-1)
        return self.trips(own if rule.trips == "own-hand" else board)

    def bad_beat(self, beaten: str, *, bank_qualified: bool) -> Fraction:
        rule = self.game.bad_beat
        assert rule is not None
        if not bank_qualified and rule.bank_unqualified == "lose":
            return Fraction(-1)
        return _paid(self.filing.pays("bad_beat"), beaten)

    def beaten_bank(self, bank: str) -> Fraction:
        return self.bad_beat(bank, bank_qualified=bank != "high-card")

    @property
    def beaten_from(self) -> int:
        """The lowest category of a beaten bank that is treated otherwise than a high card."""
        if "bad_beat" not in self.offers:
            return len(CATEGORIES)
        lowest = self.beaten_bank(CATEGORIES[0])
        differ = (i for i, bank in enumerate(CATEGORIES) if self.beaten_bank(bank) != lowest)
        return next(differ, len(CATEGORIES) - 1)

    @property
    def bad_beat_tied(self) -> Fraction:
        assert self.game.bad_beat is not None
        return Fraction(_WORTH[self.game.bad_beat.equal])

    def bad_beat_folded(self, own: str) -> Fraction:
        """A folded hand that the bank's would have beaten."""
        rule = self.game.fold
        if "bad_beat" in rule.forfeits or rule.bad_beat != "paid-if-bank-higher":
            return Fraction(-1)
        return _paid(self.filing.pays("bad_beat"), own)

    @property
    def goals(self) -> list[str]:
        """Bonus bets that a fold can change, after the empty name for the base game alone."""
        found = [""]
        if "trips" in self.offers and any(
            self.trips_folded(own, board) != self.trips(own)
            for own in CATEGORIES
            for board in CATEGORIES
        ):
            found.append("trips")
        if "bad_beat" in self.offers:
            found.append("bad_beat")
        return found

    def pays(self) -> Pays:
        """The same in whole parts of the ante, for counting."""
        import numpy as np

        from houseway.analysis.ultimate_count import Pays

        def whole(values: Any) -> Any:
            if isinstance(values, Fraction):
                return int(values * self.scale)
            return np.array([whole(value) for value in values], np.int64)

        nothing = [Fraction(0)] * len(CATEGORIES)
        trips = "trips" in self.offers
        beat = "bad_beat" in self.offers
        return Pays(
            stakes=whole(
                [
                    [self.ante(how, q) + self.blind(how, category) for how, q in _STANDINGS]
                    for category in CATEGORIES
                ]
            ),
            play=whole([self.play(how) for how, _ in _STANDINGS]),
            bets=np.array(self.bets, np.int64),
            fold=whole(self.fold),
            trips=whole([self.trips(own) for own in CATEGORIES] if trips else nothing),
            trips_folded=whole(
                [[self.trips_folded(own, board) for board in CATEGORIES] for own in CATEGORIES]
                if trips
                else [nothing] * len(CATEGORIES)
            ),
            beaten_bank=whole([self.beaten_bank(bank) for bank in CATEGORIES] if beat else nothing),
            beaten=whole(
                [
                    [self.bad_beat(own, bank_qualified=q) for q in (True, False)]
                    for own in CATEGORIES
                ]
                if beat
                else [[Fraction(0)] * 2] * len(CATEGORIES)
            ),
            beaten_from=self.beaten_from,
            tied=whole(self.bad_beat_tied if beat else Fraction(0)),
            beaten_folded=whole(
                [self.bad_beat_folded(own) for own in CATEGORIES] if beat else nothing
            ),
            not_beaten_folded=-self.scale,
            goals=np.array(
                [[goal == "trips", goal == "bad_beat"] for goal in self.goals], np.int64
            ),
        )


def _paid(table: PayTable, category: str) -> Fraction:
    row = table.find(category)
    if row is None or row.pays is None:
        return Fraction(_WORTH[table.otherwise])
    return row.pays


def _refuse_other_streets(filing: UltimateHoldem) -> None:
    """A fold early is never better than one on the river, where it costs the same; so the count
    needs a check on the first two streets and a bet or fold on the last."""
    before, flop, river = filing.game.street
    for street in (before, flop, river):
        if street.may_check is (street is river) or (street is river and not street.may_fold):
            raise HousewayError(
                "no-odds",
                "the analysis is for games with a check before and on the flop and a fold on the "
                "river",
                where=f"{filing.id}: game.street",
                cite=str(street.cite),
            )


# From counts to bets


@dataclass(frozen=True, slots=True)
class _Goal:
    """A goal's counts as outcomes. A case is a pair, a flop, two more cards and a bank hand."""

    rules: _Rules
    counts: Counts

    def base_bet(self) -> Bet:
        return Bet(
            name="ante",
            unit="ante",
            outcomes=tuple(self._base()),
            assumed=(
                "the result of ante, blind and play together, for a unit on ante and on blind each",
                "best play of these three wagers, by all cards still to come",
            ),
        )

    def bonus_bet(self, name: str) -> Bet:
        return Bet(
            name=name,
            unit=name,
            outcomes=tuple(self._trips() if name == "trips" else self._bad_beat()),
            assumed=("hands are played and folded as is best for ante, blind and play",),
        )

    def frequencies(self) -> dict[str, float]:
        """How often each bet is made, the largest first, and how often a hand is folded."""
        cases = [int(count) for count in self.counts.base.sum(axis=(1, 2))]
        names = [f"bet {times}" for _, times in self.rules.bets] + ["fold"]
        shares = {n: float(Fraction(c, sum(cases))) for n, c in zip(names, cases, strict=True) if c}
        return dict(sorted(shares.items(), key=lambda item: (item[0] == "fold", -_times(item[0]))))

    def _base(self) -> Iterator[Outcome]:
        rules = self.rules
        *played, folded = self.counts.base
        for (_, times), by_category in zip(rules.bets, played, strict=True):
            for place, (how, qualified) in enumerate(_STANDINGS):
                ante, play = rules.ante(how, qualified), rules.play(how) * times
                bank = "bank qualifies" if qualified else "bank does not qualify"
                found: dict[tuple[str, Fraction], int] = {}
                for category, row in zip(CATEGORIES, by_category, strict=True):
                    blind = rules.blind(how, category)
                    paid = f", {_words(category)}" if how == "higher" and blind > 0 else ""
                    key = f"bet {times}: {how}{paid}, {bank}", ante + blind + play
                    found[key] = found.get(key, 0) + int(row[place])
                for (name, net), cases in found.items():
                    if cases:
                        yield Outcome(name, net, cases, Fraction(2 + times))
        if folded.any():
            yield Outcome("fold", rules.fold, int(folded.sum()), Fraction(2))

    def _trips(self) -> Iterator[Outcome]:
        rules = self.rules
        played = self.counts.base[:-1].sum(axis=(0, 2))
        for category, cases in _cases(played):
            yield Outcome(f"play: {_words(category)}", rules.trips(category), cases)
        found: dict[tuple[str, Fraction], int] = {}
        by_board = rules.game.fold.trips == "board-only"
        for own, row in zip(CATEGORIES, self.counts.folded, strict=True):
            for board, cases in _cases(row):
                shown = f"{_words(board)} on the board" if by_board else _words(own)
                key = f"fold: {shown}", rules.trips_folded(own, board)
                found[key] = found.get(key, 0) + cases
        for (name, net), cases in found.items():
            yield Outcome(name, net, cases)

    def _bad_beat(self) -> Iterator[Outcome]:
        rules, played = self.rules, self.counts.base[:-1].sum(axis=0)
        lowest = _words(CATEGORIES[rules.beaten_from])
        for bank, cases in _cases(self.counts.won_against):
            hand = _words(bank) if bank != CATEGORIES[0] else f"less than {lowest}"
            yield Outcome(f"play: bank beaten with {hand}", rules.beaten_bank(bank), cases)
        for place, (how, qualified) in enumerate(_STANDINGS):
            if how != "lower":
                continue
            bank = "" if qualified else " by an unqualified bank"
            for own, cases in _cases(played[:, place]):
                net = rules.bad_beat(own, bank_qualified=qualified)
                yield Outcome(f"play: beaten{bank} with {_words(own)}", net, cases)
        ties = sum(
            int(played[:, i].sum()) for i, (how, _) in enumerate(_STANDINGS) if how == "equal"
        )
        if ties:
            yield Outcome("play: tie", rules.bad_beat_tied, ties)
        for own, cases in _cases(self.counts.folded_beaten):
            name = f"fold: would have been beaten with {_words(own)}"
            yield Outcome(name, rules.bad_beat_folded(own), cases)
        others = int(self.counts.folded.sum() - self.counts.folded_beaten.sum())
        if others:
            yield Outcome("fold: bank not higher", Fraction(-1), others)


def _cases(counts: Any) -> Iterator[tuple[str, int]]:
    for category, cases in zip(CATEGORIES, counts, strict=True):
        if cases:
            yield category, int(cases)


def _times(choice: str) -> int:
    return int(choice.removeprefix("bet ")) if choice != "fold" else 0


def _words(category: str) -> str:
    return category.replace("-", " ")


def _bets(rules: _Rules, solution: Solution, simple: Counts | None) -> Iterator[Bet]:
    goals = dict(zip(rules.goals, (_Goal(rules, c) for c in solution.counts), strict=True))
    base = goals[""].base_bet()
    _check(rules, solution, base)
    by_rule = _Goal(rules, simple).base_bet() if simple is not None else None
    strategy = {
        "frequencies": goals[""].frequencies(),
        "before the flop": _chart(rules, solution),
        "later streets": "bet where that is worth more than waiting or folding, by all boards and "
        "bank hands still possible",
        "simple rule": _simple_rule(base, by_rule),
    }
    yield replace(base, strategy=strategy)
    for name in ("trips", "bad_beat"):
        if name in rules.offers:
            yield _bonus_bet(name, goals, base)


def _simple_rule(base: Bet, by_rule: Bet | None) -> Json:
    if by_rule is None:
        return None
    from houseway.analysis.ultimate_simple import WORDS

    return {"words": WORDS, **figures(by_rule), "cost": float(base.ev - by_rule.ev)}


def _chart(rules: _Rules, solution: Solution) -> dict[str, Json]:
    """Each starting hand: what to do, and what each choice is worth in antes."""
    from houseway.analysis.suits import STARTS, start_name

    chart: dict[str, Json] = {}
    for start in range(STARTS):
        whole = int(solution.cases[start]) * rules.scale
        stakes, play = (int(value) for value in solution.bet_values[start])
        values = {
            f"bet {times}": float(Fraction(stakes + times * play, whole))
            for street, times in reversed(rules.bets)
            if street == 0
        }
        values["check"] = float(Fraction(int(solution.check_values[0, start]), whole))
        choice = int(solution.starts[0, start])
        chosen = f"bet {rules.bets[choice][1]}" if choice < len(rules.bets) else "check"
        chart[start_name(start)] = {"choice": chosen, **values}
    return dict(sorted(chart.items(), key=lambda item: _chart_order(item[0])))


def _chart_order(name: str) -> tuple[int, ...]:
    high, low = (_CHART_RANKS.index(rank) for rank in name[:2])
    return (len(name) > 2, name.endswith("o"), high, low)


def _bonus_bet(name: str, goals: Mapping[str, _Goal], base: Bet) -> Bet:
    bet = goals[""].bonus_bet(name)
    if name not in goals:
        return bet
    ante, bonus = goals[name].base_bet(), goals[name].bonus_bet(name)
    together = {
        "together": float(ante.ev + bonus.ev),
        "apart": float(base.ev + bet.ev),
        "ante": figures(ante),
        name: figures(bonus),
        "frequencies": goals[name].frequencies(),
    }
    return replace(bet, compared={"best play of ante and this bet together, a unit each": together})


def _check(rules: _Rules, solution: Solution, base: Bet) -> None:
    """The counts must be complete, and give back the value that the choices were made by."""
    from houseway.analysis.ultimate_count import CASES

    best = sum(
        max(
            int(solution.check_values[0, start]),
            *(int(s + times * p) for street, times in rules.bets if street == 0),
        )
        for start, (s, p) in enumerate(solution.bet_values)
    )
    value = Fraction(best, int(solution.cases.sum()) * rules.scale)
    if base.cases != CASES or base.ev != value:
        raise AssertionError(f"{base.cases} cases of {CASES}, value {base.ev} and {value}")
