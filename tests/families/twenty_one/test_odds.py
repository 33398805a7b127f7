"""The 21-type games counted, against published figures and against rounds dealt by chance."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest

from houseway.analysis.report import Bet
from houseway.cards import Shoe
from houseway.cards.deck import DECKS
from houseway.families.twenty_one.bonus import bonus_bet
from houseway.families.twenty_one.chart import ChartMaker
from houseway.families.twenty_one.counting import evaluate, make_engine
from houseway.families.twenty_one.odds import analyse
from houseway.families.twenty_one.play import Play, best_play, play_out, value_of
from houseway.families.twenty_one.procedure import play
from houseway.families.twenty_one.rules import (
    ACE_PLACE,
    DEALT,
    DOUBLE,
    FROM_SPLIT,
    HIT,
    MOVES,
    SPLIT,
    TEN_PLACE,
    Tables,
    place_of,
)  # fmt: skip
from houseway.families.twenty_one.schema import ChartRule, TwentyOne
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.driver import Round, ShoeSource
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import Layout, SeatWagers
from tests.analysis.counts import assert_counted_as_before
from tests.analysis.dealt import deal_rounds

PURE = "500-club/pure-21.5-blackjack"
SPANISH = "500-club/pure-spanish-21.5"
EIGHT = "napa-valley/21st-century-blackjack-8.0"
NO_BUST_4_3 = "napa-valley/no-bust-21st-century-blackjack-4.3"
NO_BUST = "napa-valley/no-bust-21st-century-blackjack"
FILINGS = (PURE, SPANISH, EIGHT, NO_BUST_4_3, NO_BUST)
ALL_FILINGS = (*FILINGS, "casino-club/pure-21.5-blackjack", "outlaws/pure-21.5-blackjack")
NAMES = "A23456789T"


def _quiet(_share: float) -> None:
    pass


def filed(name: str) -> TwentyOne:
    filing = load(name)
    assert isinstance(filing, TwentyOne)
    return filing


def terms_of(name: str, decks: int | None = None, **options: object) -> Terms[TwentyOne]:
    return make_terms(filed(name), decks=decks, options=options)


@cache
def played(name: str, decks: int) -> Play:
    return best_play(make_engine(Tables(terms_of(name, decks))), _quiet)


def plain_blackjack(
    *, hits_soft_17: bool = False, after_split: bool = False, splits: int = 1
) -> TwentyOne:
    """Blackjack as it is played elsewhere: 3 to 2, a tie pushes, no surrender, no special hand."""
    filing = filed(PURE)
    game = filing.game
    stands, hits = (
        (["hard 17+", "soft 18+"], ["hard 16-", "soft 17-"])
        if hits_soft_17
        else (["any 17+"], ["any 16-"])
    )
    changed = game.model_copy(
        update={
            "natural": game.natural.model_copy(update={"pays": Fraction(3, 2)}),
            "bank_hand": None,
            "surrender": None,
            "player_chart": ChartRule(
                cite=game.player_chart.cite, must_stand=["any 21"], must_hit=["hard 8-"]
            ),
            "bank_chart": ChartRule(cite=game.bank_chart.cite, must_stand=stands, must_hit=hits),
            "double": game.double.model_copy(update={"after_split": after_split}),
            "split": game.split.model_copy(update={"most": splits}),
        }
    )
    return filing.model_copy(update={"game": changed})


def one_deck_value(filing: TwentyOne) -> float:
    return decks_value(filing, 1)


def decks_value(filing: TwentyOne, decks: int, without: int | None = None) -> float:
    """What a shoe is worth, all of it or without a card of a value."""
    left = Counter(filing.deck.cards(decks))
    if without is not None:
        left[next(card for card in left if place_of(card) == without)] -= 1
    engine = make_engine(Tables(make_terms(filing, decks=decks), left))
    return value_of(play_out(best_play(engine, _quiet)))


# The bonus bets


def shares(bet: Bet) -> dict[str, float]:
    return {o.name: float(Fraction(o.weight) / Fraction(bet.cases)) for o in bet.outcomes}


def test_buster_six_decks_as_published_by_how() -> None:
    """Stephen How, discountgambling.net, "Buster Blackjack @ Sycuan": six decks, hit soft 17."""
    bet = bonus_bet(Tables(terms_of(PURE, 6)), "buster")
    found = shares(bet)
    published = {3: 1.73032e-1, 4: 8.93918e-2, 5: 2.04726e-2, 6: 2.63760e-3, 7: 2.14444e-4}
    for cards, chance in published.items():
        assert found[f"over in {cards} cards"] == pytest.approx(chance, rel=5e-6)
    assert found["not over"] == pytest.approx(0.714240, abs=5e-7)
    assert bet.exact
    assert isinstance(bet.ev, Fraction)


def test_match_dealer_six_decks_counted_by_hand() -> None:
    """287 cards beside the up card: 5 match in rank and suit, 18 in rank alone, 264 not at all."""
    bet = bonus_bet(Tables(terms_of(SPANISH, 6)), "match_dealer")
    pairs = 287 * 286
    by_hand = {
        "two suited": (5 * 4, 18), "suited and unsuited": (2 * 5 * 18, 13),
        "one suited": (2 * 5 * 264, 9), "two unsuited": (18 * 17, 8),
        "one unsuited": (2 * 18 * 264, 4), "no match": (264 * 263, -1),
    }  # fmt: skip
    for name, (ways, _) in by_hand.items():
        assert shares(bet)[name] == pytest.approx(ways / pairs, rel=1e-12)
    assert bet.ev == Fraction(sum(ways * pay for ways, pay in by_hand.values()), pairs)


def red_runs(hand: tuple[int, ...], left: list[int], cards: int) -> dict[int, Fraction]:
    """Another count: card after card, with the chance of each; the bank draws to 16 and soft 17.

    `left` are the red cards of each value, aces first, of all the `cards` left.
    """
    least = sum(hand)
    soft = 1 in hand and least <= 11
    points = least + 10 * soft
    if len(hand) >= 2 and (points > 17 or (points == 17 and not soft)):
        return {len(hand): Fraction(1)}
    found = {len(hand): Fraction(cards - sum(left), cards)}  # a black card ends the run
    for value, count in enumerate(left, 1):
        if count:
            left[value - 1] -= 1
            for run, chance in red_runs((*hand, value), left, cards - 1).items():
                found[run] = found.get(run, Fraction(0)) + Fraction(count, cards) * chance
            left[value - 1] += 1
    return found


@pytest.mark.parametrize("decks", [1, 8])
def test_red_flex_counted_another_way(decks: int) -> None:
    bet = bonus_bet(Tables(terms_of(PURE, decks)), "red_flex")
    other = red_runs((), [2 * decks] * 9 + [8 * decks], 52 * decks)
    for outcome in bet.outcomes:
        run = _number(outcome.name)
        assert Fraction(outcome.weight) / Fraction(bet.cases) == other.pop(run, 0), run
    assert not other
    # One deck: the first card is black half of the time, the second after a red one 26 in 51.
    if decks == 1:
        assert shares(bet)["begins with 1 red card"] == pytest.approx(1 / 2 * 26 / 51)


def _number(name: str) -> int:
    return int(name.split()[2])


# The base game


def test_hand_values_of_single_deck_blackjack_as_published() -> None:
    """Five-five against a six, one deck (thaolt/mybjev): hit 0.36182255, double 0.72364509."""
    engine = make_engine(Tables(make_terms(plain_blackjack(), decks=1)))
    worth = evaluate(engine, 5, np.zeros_like(engine.shoe))
    stand, hit, double = worth.moves[engine.tables.index[4, 4]][:3]
    assert hit == pytest.approx(0.36182255, abs=1e-6)
    assert double == pytest.approx(0.72364509, abs=1e-6)
    assert stand == pytest.approx(-0.11166941, abs=1e-6)


# Wizard of Odds, Blackjack Appendix 9, "Expected return of game": splits to four hands, aces once,
# by decks, whether the bank hits soft 17, and whether split hands may be doubled. In hundredths.
WIZARD = {
    (1, False, False): 0.0423, (1, False, True): 0.1839, (1, True, False): -0.1513,
    (1, True, True): -0.0072, (2, True, False): -0.5252, (2, True, True): -0.3797,
}  # fmt: skip


def wizard_game(decks: int, soft: bool, doubles: bool) -> float:
    filing = plain_blackjack(hits_soft_17=soft, after_split=doubles, splits=3)
    engine = make_engine(Tables(make_terms(filing, decks=decks)))
    return 100 * value_of(play_out(best_play(engine, _quiet)))


def test_single_deck_blackjack_as_published_by_the_wizard_of_odds() -> None:
    key = (1, False, True)
    assert wizard_game(*key) == pytest.approx(WIZARD[key], abs=0.001)


@pytest.mark.long
@pytest.mark.parametrize("key", WIZARD)
def test_blackjack_of_one_and_two_decks_as_published_by_the_wizard_of_odds(
    key: tuple[int, bool, bool],
) -> None:
    """He looks at how many hands were split, we at their own cards: 0.001 lies between."""
    assert wizard_game(*key) == pytest.approx(WIZARD[key], abs=0.001)


@pytest.mark.long
def test_rule_effects_of_single_deck_blackjack_as_published_by_nairn() -> None:
    """John Nairn, "Single Deck Blackjack Expected Values": what rules are worth, exact splits.

    His whole games lie 0.051 to 0.054 below ours and the Wizard's; see docs/odds.md.
    """
    base = one_deck_value(plain_blackjack())
    doubles = one_deck_value(plain_blackjack(after_split=True))
    again = one_deck_value(plain_blackjack(splits=3))
    soft = one_deck_value(plain_blackjack(hits_soft_17=True))
    assert 100 * (doubles - base) == pytest.approx(0.10066 + 0.02827, abs=0.002)
    assert 100 * (again - base) == pytest.approx(-0.01131 + 0.02827, abs=0.002)
    assert 100 * (soft - base) == pytest.approx(-0.22226 + 0.02827, abs=0.002)


@pytest.mark.parametrize("name", [PURE, pytest.param(EIGHT, marks=pytest.mark.long)])
def test_count_agrees_with_rounds_dealt_by_chance_from_one_deck(name: str) -> None:
    found = play_out(played(name, 1))
    assert_counted_as_before("twenty-one", f"{name}, one deck", value_of(found))
    sample = deal_rounds(played(name, 1), 400_000, seed=11)
    assert sum(found.values()) == pytest.approx(1, abs=1e-9)
    assert abs(sample.mean - value_of(found)) < 4 * sample.standard_error
    spread = sqrt(sum(gain**2 * share for (_, gain, _), share in found.items()))
    assert sample.sd == pytest.approx(spread, rel=0.01)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL_FILINGS)
def test_count_agrees_with_simulation_to_a_hundredth_of_a_percent(name: str) -> None:
    """The strategy found, dealt from the full shoe by the kernel that plays as the procedure."""
    plans = played(name, terms_of(name).decks)
    sample = deal_rounds(plans, 150_000_000, seed=5)
    assert sample.standard_error <= 1e-4
    assert abs(sample.mean - value_of(play_out(plans))) < 4 * sample.standard_error


@pytest.mark.parametrize("name", [PURE])
def test_best_play_agrees_with_rounds_of_the_procedure(name: str) -> None:
    """The same choices, played through the house dealer's procedure and judged by it."""
    plans = played(name, 1)
    terms = terms_of(name, 1)
    dice = random.Random(3)
    layout = Layout(bank_seat=1, seats=(SeatWagers(2, {"game": 100}),))
    rounds = 6_000
    nets = []
    for _ in range(rounds):
        shoe = Shoe(dice.sample(DECKS["standard-52"], 52))
        up = place_of(shoe.order[1])

        def choose(ask: Ask, up: int = up) -> str:
            return _choice(plans, ask, up)

        done = Round(play(terms, layout), ShoeSource(shoe, dice), choose)
        nets.append(
            float(
                sum(
                    verdict.times * (verdict.odds or 0)
                    if verdict.outcome == "win"
                    else -verdict.times * verdict.forfeits
                    if verdict.outcome == "lose"
                    else 0
                    for verdict in done.result.verdicts
                )
            )
        )
    mean = sum(nets) / rounds
    error = sqrt(sum((net - mean) ** 2 for net in nets)) / rounds
    assert abs(mean - value_of(play_out(plans))) < 4 * error


def _choice(plans: Play, ask: Ask, up: int) -> str:
    """The plan's move; what it would do next where a pair may not be split again."""
    plan, tables = plans.ups[up], plans.engine.tables
    if ask.facts is None or "cards" not in ask.facts:
        return ask.default or "stand"
    number = tables.index[tuple(sorted(place_of(card) for card in ask.facts["cards"]))]
    names = {code: move for move, code in MOVES.items()}
    wanted = names[int(plan.chosen[number])]
    if wanted in ask.choices and "surrender" in ask.choices:
        return wanted  # a hand as dealt
    if wanted == "split" and "split" in ask.choices:
        return wanted
    wanted = names[int(plan.worth.chosen[number])]
    if wanted in ask.choices:
        return wanted
    moves = plan.worth.moves[number]
    return "hit" if "hit" in ask.choices and moves[1] > moves[0] else "stand"


def test_chart_of_pure_21_5_keeps_to_the_filed_chart() -> None:
    """One deck: what everybody splits, doubles and stands on, and surrender against a ten."""
    plans = played(PURE, 1)
    chart = ChartMaker(plans).as_json()
    assert chart["pairs"]["AA"]["6"] == "P"
    assert chart["pairs"]["TT"]["6"] == "S"
    assert chart["hard"]["11"]["6"] == "D/H"
    assert chart["hard"]["20"]["T"] == "S"  # 000:76 hard 19 and more must stand
    assert chart["hard"]["16"]["T"].startswith("R")


def test_chart_is_never_worth_more_than_play_by_the_cards() -> None:
    plans = played(EIGHT, 1)
    best, by_chart = value_of(play_out(plans)), value_of(play_out(ChartMaker(plans).as_play()))
    assert 0 <= best - by_chart < 0.002


def test_bank_natural_takes_both_wagers_of_a_double_where_a_ten_is_not_checked() -> None:
    """Ruling P17: against a ten the 8.0 game doubles no eleven, the checked game does."""
    eleven = (4, 5)
    plan = played(EIGHT, 1).ups[TEN_PLACE]
    assert plan.chosen[played(EIGHT, 1).engine.tables.index[eleven]] == HIT
    plan = played(PURE, 1).ups[TEN_PLACE]
    assert plan.chosen[played(PURE, 1).engine.tables.index[eleven]] == DOUBLE


def test_joker_up_freezes_the_hands_of_no_bust() -> None:
    tables = Tables(terms_of(NO_BUST, 8))
    assert tables.is_frozen(10)
    assert not tables.is_frozen(ACE_PLACE)
    assert tables.natural_needs(10) == 10  # two jokers
    assert tables.natural_needs(ACE_PLACE) == -1


def test_closer_hands_over_the_limit_push_in_no_bust() -> None:
    """Ruling 68: a player over with 22 pushes against a bank over with 23 and more."""
    tables = Tables(terms_of(NO_BUST, 8))
    dealt, _, rows = tables.pays
    over_22 = rows[dealt[tables.index[2, TEN_PLACE - 1, TEN_PLACE]]]
    assert Fraction(0) in over_22
    assert Fraction(1) not in over_22


def test_three_cards_of_23_to_25_push_in_no_bust_4_3_and_only_25_by_the_option() -> None:
    hands = {22: (1, 9, 9), 23: (2, 9, 9), 24: (3, 9, 9), 25: (4, 9, 9)}
    for option, pushing in (("23-25", {23, 24, 25}), ("25", {25})):
        tables = Tables(terms_of(NO_BUST_4_3, 8, push_totals=option))
        dealt, _, rows = tables.pays
        found = {
            total
            for total, values in hands.items()
            if Fraction(0) in rows[dealt[tables.index[values]]]
        }
        assert found == pushing


def test_split_ace_gets_one_card_and_no_natural() -> None:
    tables = Tables(terms_of(PURE, 8))
    ace_ten = (ACE_PLACE, TEN_PLACE)
    assert tables.total(ace_ten, DEALT).is_natural
    assert not tables.total(ace_ten, FROM_SPLIT).is_natural
    assert tables.open_moves((ACE_PLACE, ACE_PLACE), DEALT) & SPLIT


@pytest.mark.long
@pytest.mark.parametrize("name", FILINGS)
def test_every_bet_of_the_filing_is_reported(name: str) -> None:
    bets = {bet.name: bet for bet in analyse(terms_of(name), _quiet)}
    assert set(bets) == {spot.name for spot in filed(name).spot}
    game = bets["game"]
    assert not game.exact
    assert game.error_bound is not None
    assert -0.04 < game.ev < 0
    assert game.strategy["chart_cost"] >= -1e-12
