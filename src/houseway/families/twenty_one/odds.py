"""The 21-type games: best play from the finite shoe, a chart for people, and the bonus bets.

Hands that are not split are counted exactly for the cards they hold. Split hands are played by
their own cards, the pair and the up card; what the seat's other hands show is not used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.analysis.cache import rules_of
from houseway.analysis.report import Bet, Json, Outcome, figures
from houseway.families.twenty_one.bonus import bonus_bet
from houseway.families.twenty_one.rules import ACE_PLACE, MOST_SPLITS, Tables
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.terms import Terms

if TYPE_CHECKING:
    from houseway.families.twenty_one.play import Found

OPTIONS: Final = ("double_double_down", "late_surrender", "match_dealer", "push_totals")
EVERY_DECK: Final = False
COUNT: Final = 1  # raised when the same rules come to other figures

_EXCEPTIONS: Final = 20  # hands listed beside the chart
_ROUNDING: Final = 1e-9


def rules(terms: Terms[TwentyOne]) -> dict[str, Json]:
    """What results depend on."""
    return rules_of(terms, options=OPTIONS)


def assumed(terms: Terms[TwentyOne]) -> tuple[str, ...]:
    decks = "1 full deck" if terms.decks == 1 else f"{terms.decks} full decks"
    lines = [
        f"{decks}; the player sees their own cards and the bank's up card, no others",
        "the bank covers every wager",
    ]
    if terms.filing.game.insurance:
        lines.append("insurance is never taken")
    return tuple(lines)


def analyse(terms: Terms[TwentyOne], progress: Callable[[float], None]) -> list[Bet]:
    """The game under best play, then the bonus bets on offer."""
    return bets_of(Tables(terms), progress)


def bets_of(tables: Tables, progress: Callable[[float], None]) -> list[Bet]:
    """The same for tables of any cards."""
    terms = tables.terms
    bets = [_game(tables, lambda share: progress(0.8 * share))]
    progress(0.9)
    for spot in terms.filing.spot:
        by_rule = spot.name in terms.filing.bonus_tables
        if by_rule and not (spot.option and terms.options.get(spot.option) is False):
            bets.append(bonus_bet(tables, spot.name))
    return bets


def _game(tables: Tables, progress: Callable[[float], None]) -> Bet:
    from houseway.families.twenty_one.chart import ChartMaker, chart_text
    from houseway.families.twenty_one.counting import make_engine
    from houseway.families.twenty_one.play import best_play, play_out, value_of
    from houseway.families.twenty_one.ways import as_play, bot_player

    engine = make_engine(tables)
    play = best_play(engine, lambda share: progress(0.7 * share))
    found = play_out(play)
    maker = ChartMaker(play)
    by_chart = play_out(maker.as_play())
    progress(0.9)
    by_bot = play_out(as_play(engine, bot_player(tables.terms.filing)))
    progress(1.0)
    value, chart_value = value_of(found), value_of(by_chart)
    chart = maker.as_json()
    frequencies: dict[str, float] = defaultdict(float)
    for (name, _, _), share in found.items():
        frequencies[name] += share
    split_hands = sum(stake * share for (name, _, stake), share in found.items() if name == "split")
    # What a hand's own cards tell beyond its total is worth the chart's cost. The cards of the
    # seat's other hands tell about as much: allow three times that for each hand of a split.
    more = 3 * max(value - chart_value, 0.0) * split_hands
    return Bet(
        name="game",
        unit="game",
        outcomes=_outcomes(found),
        exact=False,
        error_bound=_ROUNDING + more,
        strategy={
            "frequencies": dict(frequencies),
            **chart,
            "text": chart_text(chart),
            "chart_ev": chart_value,
            "chart_cost": value - chart_value,
            "better by cards": maker.exceptions()[:_EXCEPTIONS],
            "asked": tables.asked,
        },
        assumed=_game_assumed(tables),
        compared=_compared(tables, by_chart),
        played={"chart": _outcomes(by_chart), "bot": _outcomes(by_bot)},
    )


def _outcomes(found: Found) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(name, Fraction(str(round(gain, 6))), share, Fraction(str(round(stake, 6))))
        for (name, gain, stake), share in sorted(found.items())
    )


def _game_assumed(tables: Tables) -> tuple[str, ...]:
    lines = [
        "the value is that of the play by cards: every hand by the cards it holds, from the "
        "shoe without them",
        "split hands are played by their own cards, the pair and the up card; the bound allows for "
        "play that would look at the seat's other hands too",
        "a pair that was right to split is split again as often as may be",
        "the hands of a split are taken as independent, once the bank's end is known, for the "
        "spread and the distribution; the expected value does not depend on it",
    ]
    if tables.game.split.most is None:
        lines.append(f"more than {MOST_SPLITS} splits of a seat are not followed")
    if tables.game.double.for_less:
        lines.append("no double is for less: the full one is the better where any is good")
    if tables.game.rules.special and tables.game.rules.special.suited:
        lines.append("the suits of the player's own cards are not looked at")
    return tuple(lines)


def _compared(tables: Tables, by_chart: Found) -> dict[str, Json]:
    chart = Bet(name="game", unit="game", outcomes=_outcomes(by_chart), exact=False)
    found: dict[str, Json] = {"played by the chart": figures(chart)}
    insurance = tables.game.insurance
    if insurance is not None:
        need = tables.natural_needs(ACE_PLACE)
        whole = sum(tables.shoe) - 1  # without the ace
        tens = tables.shoe[need]
        bet = Bet(
            name="insurance",
            unit="insurance",
            outcomes=(
                Outcome("the bank has a natural", insurance.pays, tens),
                Outcome("it has none", Fraction(-1), whole - tens),
            ),
        )
        found["insurance, per unit insured"] = figures(bet)
    return found
