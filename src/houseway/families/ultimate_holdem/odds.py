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
from typing import TYPE_CHECKING, Any, Final

from houseway.analysis.cache import rules_of
from houseway.analysis.report import Bet, Json, Outcome, figures
from houseway.families.ultimate_holdem.rules import CATEGORIES, STANDINGS, Rules
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.terms import Terms
from houseway.filings.wording.base import spot_name

if TYPE_CHECKING:
    from houseway.families.ultimate_holdem.counting import Counts, Solution

EVERY_DECK: Final = False
COUNT: Final = 1  # raised when the same rules come to other figures


def rules(terms: Terms[UltimateHoldem]) -> dict[str, Json]:
    """What results depend on."""
    return rules_of(terms)


def assumed(terms: Terms[UltimateHoldem]) -> tuple[str, ...]:  # noqa: ARG001
    return (
        "one deck of 52 cards, shuffled before each hand",
        "the player sees no cards but their own two and the board",
        "the bank covers every wager",
        "of two choices of equal value the one with the smaller wager is taken",
    )


def analyse(terms: Terms[UltimateHoldem], progress: Callable[[float], None]) -> list[Bet]:
    """All bets of the filing, every board and every bank hand counted."""
    return list(_bets(*solved(terms.filing, progress)))


def played_and_folded(terms: Terms[UltimateHoldem]) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Deals by the kind of hand: those played, and those folded, under best play of the base."""
    _, solution = solved(terms.filing, lambda _: None)
    *played, folded = solution.counts[0].base.sum(axis=2)
    return dict(_cases(sum(played))), dict(_cases(folded))


_last: list[tuple[UltimateHoldem, Rules, Solution]] = []  # a bonus bet asks for the same again


def solved(filing: UltimateHoldem, progress: Callable[[float], None]) -> tuple[Rules, Solution]:
    """Best play of every hand, and what comes of it."""
    from houseway.families.ultimate_holdem.counting import Counter
    from houseway.families.ultimate_holdem.simple import simple_flops
    from houseway.families.ultimate_holdem.strategy import MOST_OUTS

    if _last and _last[0][0] is filing:
        return _last[0][1:]
    rules = Rules(filing)
    counter = Counter(rules.pays(), os.cpu_count() or 1, progress)
    bet = flop_bet(rules)
    simple = None if bet is None else simple_flops(bet)
    solution = counter.solve(simple=simple, outs=MOST_OUTS)
    _last[:] = [(filing, rules, solution)]
    return rules, solution


def flop_bet(rules: Rules) -> int | None:
    """The bet on the flop of the simple rule, which is for the usual game: one bet on the flop
    and one on the river."""
    flop, river = ([bet for bet in rules.bets if bet[0] == street] for street in (1, 2))
    return rules.bets.index(flop[0]) if len(flop) == len(river) == 1 else None


_CHART_RANKS: Final = "AKQJT98765432"


# From counts to bets


@dataclass(frozen=True, slots=True)
class _Plan:
    """A plan's counts as outcomes. A case is a pair, a flop, two more cards and a bank hand."""

    rules: Rules
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
            for place, (how, qualified) in enumerate(STANDINGS):
                ante, play = rules.ante(how, qualified), rules.play(how) * times
                bank = "bank qualifies" if qualified else "bank does not qualify"
                found: dict[tuple[str, Fraction], int] = {}
                for category, row in zip(CATEGORIES, by_category, strict=True):
                    blind = rules.blind(how, category)
                    paid = f", {spot_name(category)}" if how == "higher" and blind > 0 else ""
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
            yield Outcome(f"play: {spot_name(category)}", rules.trips(category), cases)
        found: dict[tuple[str, Fraction], int] = {}
        by_board = rules.game.fold.trips == "board-only"
        for own, row in zip(CATEGORIES, self.counts.folded, strict=True):
            for board, cases in _cases(row):
                shown = f"{spot_name(board)} on the board" if by_board else spot_name(own)
                key = f"fold: {shown}", rules.trips_folded(own, board)
                found[key] = found.get(key, 0) + cases
        for (name, net), cases in found.items():
            yield Outcome(name, net, cases)

    def _bad_beat(self) -> Iterator[Outcome]:
        rules, played = self.rules, self.counts.base[:-1].sum(axis=0)
        lowest = spot_name(CATEGORIES[rules.beaten_from])
        for bank, cases in _cases(self.counts.won_against):
            hand = spot_name(bank) if bank != CATEGORIES[0] else f"less than {lowest}"
            yield Outcome(f"play: bank beaten with {hand}", rules.beaten_bank(bank), cases)
        for place, (how, qualified) in enumerate(STANDINGS):
            if how != "lower":
                continue
            bank = "" if qualified else " by an unqualified bank"
            for own, cases in _cases(played[:, place]):
                net = rules.bad_beat(own, bank_qualified=qualified)
                yield Outcome(f"play: beaten{bank} with {spot_name(own)}", net, cases)
        ties = sum(
            int(played[:, i].sum()) for i, (how, _) in enumerate(STANDINGS) if how == "equal"
        )
        if ties:
            yield Outcome("play: tie", rules.bad_beat_tied, ties)
        for own, cases in _cases(self.counts.folded_beaten):
            name = f"fold: would have been beaten with {spot_name(own)}"
            yield Outcome(name, rules.bad_beat_folded(own), cases)
        others = int(self.counts.folded.sum() - self.counts.folded_beaten.sum())
        if others:
            net = rules.bad_beat_folded(CATEGORIES[0], "higher")
            yield Outcome("fold: bank not higher", net, others)


def _cases(counts: Any) -> Iterator[tuple[str, int]]:
    for category, cases in zip(CATEGORIES, counts, strict=True):
        if cases:
            yield category, int(cases)


def _times(choice: str) -> int:
    return int(choice.removeprefix("bet ")) if choice != "fold" else 0


def _bets(rules: Rules, solution: Solution) -> Iterator[Bet]:
    plans = [_Plan(rules, counts) for counts in solution.counts]
    goals = dict(zip(rules.goals, plans, strict=False))
    base = goals[""].base_bet()
    _check(rules, solution, base)
    simple = plans[-1] if len(plans) > len(goals) else None
    strategy = {
        "frequencies": goals[""].frequencies(),
        "before the flop": _chart(rules, solution),
        "later streets": "bet where that is worth more than waiting or folding, by all boards and "
        "bank hands still possible",
        "simple rule": _simple_rule(base, simple),
    }
    # The bots play the simple rule too, and the same starting hands where the chart is the usual.
    chart = () if simple is None else tuple(simple.base_bet().outcomes)
    bot = chart if _usual_starts(rules, solution) else ()
    yield replace(base, strategy=strategy, played={"chart": chart, "bot": bot})
    for name in ("trips", "bad_beat"):
        if name in rules.offers:
            chart = () if simple is None else tuple(simple.bonus_bet(name).outcomes)
            bot = chart if _usual_starts(rules, solution) else ()
            yield replace(_bonus_bet(name, goals, base), played={"chart": chart, "bot": bot})


def _usual_starts(rules: Rules, solution: Solution) -> bool:
    """Whether the best starting hands to bet are those of the simple strategy."""
    from houseway.families.ultimate_holdem.simple import bot_starts

    first = [number for number, (street, _) in enumerate(rules.bets) if street == 0]
    bets = solution.starts[0] < len(rules.bets)
    largest = bool((solution.starts[0][bets] == max(first)).all())
    return largest and bool((bets == bot_starts()).all())


def _simple_rule(base: Bet, simple: _Plan | None) -> Json:
    if simple is None:
        return None
    from houseway.families.ultimate_holdem.strategy import WORDS

    bet = simple.base_bet()
    return {
        "words": WORDS,
        "frequencies": simple.frequencies(),
        **figures(bet),
        "cost": float(base.ev - bet.ev),
    }


def _chart(rules: Rules, solution: Solution) -> dict[str, Json]:
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


def _bonus_bet(name: str, goals: Mapping[str, _Plan], base: Bet) -> Bet:
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


def _check(rules: Rules, solution: Solution, base: Bet) -> None:
    """The counts must be complete, and give back the value that the choices were made by."""
    from houseway.families.ultimate_holdem.counting import CASES

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
