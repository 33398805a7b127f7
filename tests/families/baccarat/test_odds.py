"""Baccarat: published counts of orders of six cards, a plain twin, and rounds dealt."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm

import pytest

from houseway.analysis.odds import odds
from houseway.analysis.report import Bet
from houseway.families.baccarat.odds import End, count_ends
from houseway.families.baccarat.procedure import third_card_rule
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from tests.analysis.rounds import play_rounds

NAPA = "napa-valley/ez-baccarat-panda-8"
CLUB = "500-club/ez-baccarat"

# Orders of six cards in which banker, player or neither wins: Wizard of Odds, Baccarat.
PUBLISHED = {
    8: (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    6: (403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
}
# Wizard of Odds, EZ Baccarat, eight decks: banker wins with three-card 7, player with three-card 8.
DRAGON_7, PANDA_8 = 112_633_011_329_024, 172_660_763_262_976


def cases(bet: Bet, wanted: str) -> int:
    return sum(int(o.weight) for o in bet.outcomes if wanted in o.name)


@pytest.mark.parametrize("filing", [NAPA, CLUB])
@pytest.mark.parametrize("decks", [8, 6])
def test_wizard_of_odds_counts_of_banker_player_and_tie(filing: str, decks: int) -> None:
    bet = odds(filing, decks=decks, recompute=True).bets["banker"]
    found = tuple(cases(bet, who) for who in ("banker wins", "player wins", "tie"))
    assert found == PUBLISHED[decks]
    assert bet.cases == perm(52 * decks, 6)


def test_wizard_of_odds_ez_baccarat_dragon_7_and_panda_8_with_eight_decks() -> None:
    bets = odds(NAPA, decks=8).bets
    total = perm(416, 6)
    assert bets["dragon_7"].hit == Fraction(DRAGON_7, total)
    assert bets["panda_8"].hit == Fraction(PANDA_8, total)
    assert bets["dragon_7"].ev == Fraction(41 * DRAGON_7, total) - 1
    assert bets["panda_8"].ev == Fraction(26 * PANDA_8, total) - 1
    published = {"player": -0.012351, "tie": -0.143596, "dragon_7": -0.076113, "panda_8": -0.101876}
    for name, value in published.items():
        assert float(bets[name].ev) == pytest.approx(value, abs=5e-7), name


def test_ruling_100_banker_line_as_filed_pays_a_three_card_seven_and_favours_the_bettor() -> None:
    bet = odds(NAPA, decks=8).bets["banker"]
    assert float(bet.ev) == pytest.approx(0.012351, abs=5e-7)  # the player line's edge, turned
    pushed = bet.compared["banker_three_card_seven = push"]
    assert pushed["ev"] == pytest.approx(-0.010183, abs=5e-7)  # Wizard of Odds: 1.0183%
    assert -pushed["difference"] == pytest.approx(DRAGON_7 / perm(416, 6))
    chosen = odds(NAPA, decks=8, options={"banker_three_card_seven": "push"}).bets["banker"]
    assert float(chosen.ev) == pytest.approx(pushed["ev"])
    assert chosen.compared["banker_three_card_seven = pays"]["ev"] == pytest.approx(float(bet.ev))


# Another way: every order of values in turn, by the customary table as it is printed.

BANKER_DRAWS = {
    0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567",
    6: "67", 7: "",
}  # fmt: skip


def plain_ends(decks: int, *, natural_ends: bool) -> Counter[End]:
    left = [16 * decks] + [4 * decks] * 9
    found: Counter[End] = Counter()

    def take(value: int) -> int:
        left[value] -= 1
        return left[value] + 1

    for first in product(range(10), repeat=4):
        ways = 1
        for value in first:
            ways *= take(value)
        p, b = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
        cards = sum(left)
        natural = natural_ends and max(p, b) >= 8
        if natural or (p > 5 and b > 5):
            found[End(p, 2, b, 2)] += ways * cards * (cards - 1)
        elif p > 5:
            for x in range(10):
                found[End(p, 2, (b + x) % 10, 3)] += ways * left[x] * (cards - 1)
        else:
            for x in range(10):
                more = ways * take(x)
                if b <= 7 and str(x) in BANKER_DRAWS[b]:
                    for y in range(10):
                        found[End((p + x) % 10, 3, (b + y) % 10, 3)] += more * left[y]
                else:
                    found[End((p + x) % 10, 3, b, 2)] += more * (cards - 1)
                left[x] += 1
        for value in first:
            left[value] += 1
    return Counter({end: n for end, n in found.items() if n})


@pytest.mark.parametrize("natural_ends", [True, False])
def test_a_plain_count_of_all_orders_agrees(natural_ends: bool) -> None:
    filing = load(CLUB)
    assert isinstance(filing, Baccarat)
    rule = third_card_rule(filing, natural_ends_drawing=natural_ends)
    counted = Counter({end: n for end, n in count_ends(rule, (48, *[12] * 9)).items() if n})
    assert counted == plain_ends(3, natural_ends=natural_ends)


def test_ruling_97_if_naturals_do_not_end_drawing_only_ties_gain() -> None:
    """Player and banker draw against a natural alike, so the lines' value stays the same."""
    bets = odds(NAPA, decks=6, options={"natural_ends_drawing": False}).bets
    usual = odds(NAPA, decks=6).bets
    assert bets["player"].ev == usual["player"].ev
    assert bets["tie"].ev > usual["tie"].ev
    assert usual["tie"].compared["natural_ends_drawing = false"]["ev"] == float(bets["tie"].ev)


def test_every_number_of_decks_is_ordered_as_known() -> None:
    """With fewer decks player line and tie get worse (casinoexploit.com, from Wizard of Odds)."""
    reports = [odds(CLUB, decks=decks) for decks in range(3, 9)]
    for name in ("player", "tie"):
        values = [report.bets[name].ev for report in reports]
        assert values == sorted(values)


def test_rounds_dealt_by_the_procedure_agree_within_their_error() -> None:
    terms = make_terms(load(NAPA), decks=3)
    bets = odds(NAPA, decks=3).bets
    played = play_rounds(
        terms, bets, {name: [name] for name in bets}, lambda ask, running: "",  # noqa: ARG005
        rounds=20_000, seed=7, cards=6,
    )  # fmt: skip
    for name, sample in played.samples.items():
        assert abs(sample.mean - float(bets[name].ev)) < 4 * sample.error, name
