"""The 21-type games from the cards left: published counts, other ways to count, small shoes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.protect.book import Protection, protect
from houseway.analysis.protect.shoes import depths
from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.families.twenty_one.bonus import bonus_bet
from houseway.families.twenty_one.rules import ACE_PLACE, Tables, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.shoe import countable
from houseway.filings.schema.wagers import PayRow
from tests.families.twenty_one.test_odds import (
    PURE,
    SPANISH,
    decks_value,
    filed,
    one_deck_value,
    plain_blackjack,
    red_runs,
    terms_of,
)

# E. Jacobson, "Card Counting the Buster Blackjack Side Bet (6 Decks)" and "Card Counting the Red
# Flex Blackjack Side Bet" (888casino): the pay tables he counted.
BUSTER = {3: 1, 4: 3, 5: 6, 6: 30, 7: 100, 8: 200}
RED_FLEX = {2: 2, 3: 3, 4: 8, 5: 50, 6: 100, 7: 250}


def with_table(wager: str, pays: dict[int, int]) -> TwentyOne:
    """500 Club's Pure 21.5, whose bank hits soft 17, with another table for a bonus bet."""
    last = max(pays)
    rows = [
        PayRow(hand=f"{n}-or-more-cards" if n == last else f"{n}-cards", pays=Fraction(pays[n]))
        for n in sorted(pays, reverse=True)
    ]
    filing = filed(PURE)
    tables = [
        table.model_copy(update={"rows": rows}) if table.wager == wager else table
        for table in filing.pay_table
    ]
    return filing.model_copy(update={"pay_table": tables})


@pytest.fixture(scope="module")
def buster() -> Protection:
    return protect(with_table("buster", BUSTER), decks=6, cuts=[52], players=1, samples=12_000)


def test_jacobsons_buster_of_six_decks(buster: Protection) -> None:
    watched = buster.bets[0]
    assert watched.effects.ev == pytest.approx(-0.04724, abs=5e-6)
    count = watched.count
    assert count is not None
    # advancedadvantageplay.com, Blackjack Side Bets: tags (-2,-3,-2,0,0,0,1,1,1,1) at +4.
    tags = {"A": -2, "2": -3, "3": -2, "7": 1, "8": 1, "9": 1, "T": 1}
    assert count.tag_of() == tags
    assert count.trigger == 4


def test_jacobsons_buster_count_bets_13_percent_of_hands_at_5_percent(buster: Protection) -> None:
    """The same page, 52 of 312 cards cut: 13.29% of hands, 5.28% each, 0.702 units in 100 hands."""
    (ours,) = buster.bets[0].by_cut
    assert ours.bets / ours.rounds == pytest.approx(0.1329, abs=0.015)
    assert ours.edge == pytest.approx(0.0528, abs=0.006)
    assert 100 * ours.units / ours.rounds == pytest.approx(0.702, abs=0.08)


def test_jacobsons_red_flex_of_six_decks() -> None:
    found = protect(with_table("red_flex", RED_FLEX), decks=6, cuts=[52], samples=2_000)
    watched = next(one for one in found.bets if one.bet == "red_flex")
    assert watched.effects.ev == pytest.approx(-0.04703, abs=5e-6)
    count = watched.count
    assert count is not None
    assert count.tag_of() == {"others": 1} | {f"red {value}": -1 for value in "A23456789T"}
    assert count.said() == "others +1, red A23456789T -1"
    assert "red flex" in found.alerts[0].watch
    # Black cards less red ones among those seen: their number has a hypergeometric chance.
    (ours,), cards = watched.by_cut, 312
    bets = spread = 0.0
    for seen in depths(cards, 0, found.cards_a_round or 0, 52).tolist():
        reached = sum(
            comb(156, red) * comb(156, seen - red)
            for red in range(seen + 1)
            if (seen - 2 * red) * 52 >= count.trigger * (cards - seen)
        )
        chance = reached / comb(cards, seen)
        bets, spread = bets + chance, spread + chance * (1 - chance)
    assert abs(ours.bets - bets) < 4 * (spread * ours.rounds / 2_000) ** 0.5


def some_left(name: str, decks: int, number: int) -> Counter[Card]:
    deck = filed(name).deck.cards(decks)
    order = np.random.default_rng(number).permutation(len(deck))
    return Counter(deck[place] for place in order[:number])


@pytest.mark.parametrize("name", [PURE, SPANISH])
@pytest.mark.parametrize("number", [30, 180])
def test_any_shoe_in_compiled_code_is_worth_what_is_counted(name: str, number: int) -> None:
    terms, left = terms_of(name, 8), some_left(name, 8, number)
    for group in countable(terms):
        counts = [sum(left[card] for card in {*kind.cards}) for kind in group.kinds]
        bet = bonus_bet(Tables(terms, left), group.bets[0])
        value, square = group.values(np.array([counts]))[0, 0]
        assert value == pytest.approx(float(bet.ev), abs=1e-10), bet.name
        assert square - value**2 == pytest.approx(bet.sd**2, abs=1e-8)


def test_red_cards_left_counted_another_way() -> None:
    left = some_left(PURE, 1, 30)
    bet = bonus_bet(Tables(terms_of(PURE, 1), left), "red_flex")
    reds = [0] * 10
    for card, number in left.items():
        reds[place_of(card)] += number * card.is_red
    other = red_runs((), reds, 30)
    for outcome in bet.outcomes:
        run = int(outcome.name.split()[2])
        assert Fraction(outcome.weight) / Fraction(bet.cases) == other.pop(run, 0), run


def test_match_the_dealer_cannot_be_counted_by_tags() -> None:
    """Every card is matched by as many others, so each removed does the same."""
    found = protect(SPANISH, samples=500)
    (watched,) = found.bets
    assert watched.count is None
    assert not watched.effects.each.any() or abs(watched.effects.each).max() < 1e-12
    assert all(one.bets == 0 and one.perfect >= 0 for one in watched.by_cut)


def test_a_rank_is_not_enough_where_colours_are_bet_on() -> None:
    with pytest.raises(HousewayError) as refused:
        odds(PURE, seen="8")
    assert "say the suit" in str(refused.value)


@pytest.mark.long
def test_an_ace_gone_from_a_single_deck_of_blackjack_costs_0_59_percent() -> None:
    """casinoble.in, Blackjack Card Counting, "Single Deck Card Removal"."""
    filing = plain_blackjack()
    effect = decks_value(filing, 1, without=ACE_PLACE) - one_deck_value(filing)
    assert effect == pytest.approx(-0.0059, abs=0.0001)


@pytest.mark.long
def test_a_round_with_nothing_seen_is_the_one_that_odds_count() -> None:
    name = "napa-valley/21st-century-blackjack-8.0"
    seen, kept = odds(name, seen="").bets, odds(name).bets
    assert float(seen["game"].ev) == pytest.approx(float(kept["game"].ev), abs=1e-12)
    assert seen["buster"].ev == kept["buster"].ev
