"""The 21-type games from the cards left: published counts, other ways to count, small shoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.protect.book import Protection, protect
from houseway.analysis.protect.counts import effects_of
from houseway.analysis.protect.part import Work
from houseway.analysis.protect.shoes import depths
from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.families.twenty_one.any_shoe import by_card
from houseway.families.twenty_one.bonus import bonus_bet
from houseway.families.twenty_one.counting import evaluate, make_engine
from houseway.families.twenty_one.exposed import DownSeen, exposed
from houseway.families.twenty_one.play import Play, best_play, play_out, value_of
from houseway.families.twenty_one.rules import ACE_PLACE, Tables, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.shoe import countable
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.filings.terms import make_terms
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


def test_a_bonus_bet_by_data_on_the_bank_s_hand_is_followed_like_the_filed_one() -> None:
    """Buster written as data, row by row, does what the rule of that name does."""
    filing = with_table("buster", BUSTER)
    (filed_table,) = (table for table in filing.pay_table if table.wager == "buster")
    rows = [
        {
            "hand": f"over-{n}",
            "pays": pays,
            "when": {"over": True, "cards": f"{n}+" if n == 8 else n},
        }
        for n, pays in BUSTER.items()
    ]
    by_data = PayTable.model_validate(
        filed_table.model_dump(exclude={"rows"}) | {"looks_at": ["bank"], "rows": rows}
    )
    tables = [by_data if table is filed_table else table for table in filing.pay_table]
    written = filing.model_copy(update={"pay_table": tables})
    one, other = (
        next(found for found in countable(make_terms(each, decks=6)) if "buster" in found.bets)
        for each in (filing, written)
    )
    (effects,), (same) = effects_of(one, 6), effects_of(other, 6)
    assert "buster" not in written.bonus_tables
    assert same[0].ev == pytest.approx(effects.ev, abs=1e-12)
    assert same[0].each == pytest.approx(effects.each, abs=1e-12)
    assert same[0].ev == pytest.approx(-0.04724, abs=5e-6)


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
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_effects_of_removal_of_six_decks_as_published(hits_soft_17: bool) -> None:
    """Wizard of Odds, "Effect of Card Removal in Blackjack", after bjstrat.net: any two cards
    doubled, after a split too, split once. There play follows what is gone, and the effects of all
    cards come to 0.016; here the card is played, and a card that nobody saw changes nothing."""
    published = {
        False: (-0.094, 0.069, 0.082, 0.110, 0.141, 0.079, 0.041, -0.008, -0.040, -0.091),
        True: (-0.084, 0.071, 0.086, 0.117, 0.143, 0.084, 0.038, -0.010, -0.045, -0.097),
    }[hits_soft_17]
    filing = plain_blackjack(hits_soft_17=hits_soft_17, after_split=True)
    (effects,) = effects_of(by_card(make_terms(filing, decks=6)), 6)
    assert [100 * float(each) for each in effects.each] == pytest.approx(published, abs=0.018)
    assert effects.cards @ effects.each / 312 == pytest.approx(0, abs=1e-7)


def _with_down_seen(left: list[int], own: list[int], bank: list[int]) -> float:
    """The best of stand, hit and double by plain dealing; values 1 to 10, aces as best."""

    def total(cards: list[int]) -> int:
        points = sum(cards)
        return points + 10 if 1 in cards and points <= 11 else points

    def dealt(then: Callable[[int], float]) -> float:
        whole, value = sum(left), 0.0
        for card in range(1, 11):
            if left[card]:
                share = left[card] / whole
                left[card] -= 1
                value += share * then(card)
                left[card] += 1
        return value

    def stands(cards: list[int], against: list[int]) -> float:
        if total(cards) > 21:
            return -1.0
        if total(against) < 17:
            return dealt(lambda card: stands(cards, [*against, card]))
        if total(against) > 21:
            return 1.0
        return float(np.sign(total(cards) - total(against)))

    def best(cards: list[int]) -> float:
        if total(cards) >= 21:
            return stands(cards, bank)
        return max(stands(cards, bank), dealt(lambda card: best([*cards, card])))

    return max(best(own), 2 * dealt(lambda card: stands([*own, card], bank)))


@pytest.mark.parametrize(
    ("own", "up", "down"),
    [([10, 6], 10, 7), ([10, 2], 10, 6), ([9, 2], 10, 10), ([1, 7], 9, 5), ([10, 8], 9, 10)],
)
def test_a_hand_against_two_bank_cards_known_as_dealt_plainly(
    own: list[int], up: int, down: int
) -> None:
    """From one deck, every card that can come; a stiff bank and a made one, hard and soft hands."""
    terms = make_terms(plain_blackjack(), decks=1)
    pack = Counter(terms.filing.deck.cards(1))
    gone = next(card for card in pack if place_of(card) == down - 1)
    engine = make_engine(DownSeen(terms, pack - Counter([gone]), down - 1))
    moves = evaluate(engine, up - 1, np.zeros_like(engine.shoe)).moves
    hand = engine.tables.index[tuple(sorted(card - 1 for card in own))]
    left = [0, *[4] * 9, 16]
    for card in (*own, up, down):
        left[card] -= 1
    assert moves[hand, :3].max() == pytest.approx(_with_down_seen(left, own, [up, down]), abs=1e-9)


@pytest.mark.long
def test_a_down_card_that_is_not_looked_at_changes_nothing() -> None:
    """Every down card taken by itself, and the hands played as without it: the game as it was."""
    terms = make_terms(plain_blackjack(), decks=6)
    whole = make_engine(Tables(terms))
    plan = best_play(whole, lambda _: None)
    value = 0.0
    for down, number in enumerate(whole.shoe.tolist()):
        gone = next(card for card in whole.tables.pack if place_of(card) == down)
        engine = make_engine(DownSeen(terms, whole.tables.pack - Counter([gone]), down))
        ended = [
            replace(one, chosen=np.ones_like(one.chosen))  # a natural: all stand
            if engine.tables.is_frozen(one.up)
            else one
            for one in plan.ups
        ]
        value += number / 312 * value_of(play_out(Play(engine, ended)))
    assert value == pytest.approx(value_of(play_out(plan)), abs=1e-7)


def test_without_a_down_card_nothing_can_be_seen_of_it() -> None:
    """Napa's No Bust: the bank's second card is dealt after the players (003:85, 003:143)."""
    no_bust = terms_of("napa-valley/no-bust-21st-century-blackjack", 8)
    assert exposed(no_bust, Work(1, 1, lambda _: None, base=True)) == []
    assert exposed(terms_of(PURE, 8), Work(1, 1, lambda _: None)) == []


@pytest.mark.long
def test_a_round_with_nothing_seen_is_the_one_that_odds_count() -> None:
    name = "napa-valley/21st-century-blackjack-8.0"
    seen, kept = odds(name, seen="").bets, odds(name).bets
    assert float(seen["game"].ev) == pytest.approx(float(kept["game"].ev), abs=1e-12)
    assert seen["buster"].ev == kept["buster"].ev
