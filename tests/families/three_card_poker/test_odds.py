"""Three card poker: published figures, counts derived another way, and rounds dealt."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.report import Bet
from houseway.cards import CARDS
from houseway.families.three_card_poker.counting import Pays, all_hands, count
from houseway.families.three_card_poker.odds import CATEGORIES
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.three_card_poker.six_cards import six_card_categories
from houseway.filings.loader import load, parse_filing, read_toml
from houseway.filings.terms import make_terms
from houseway.hands import kernels
from houseway.rounds.driver import Round
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from tests.analysis.rounds import play_rounds, seen

TULE_CREEK = Path(__file__).parents[3] / "examples/filings/tule-creek/three-card-poker.toml"
CASINO = "casino-club/three-card-poker-6-card-bonus"
OUTLAWS = "outlaws/three-card-poker-6-card-bonus"
NAPA = "napa-valley/three-card-poker-6-card-bonus-1.3"
CLUB = "500-club/three-card-poker-6-card-bonus"
ALL = [CASINO, OUTLAWS, NAPA, CLUB]

DEALS = comb(52, 3) * comb(49, 3)
ANTE_BONUS = Fraction(1 * 720 + 4 * 52 + 5 * 48, comb(52, 3))  # straights 1, three alike 4, 5


@cache
def report(filing: str, decks: int = 1) -> dict[str, Bet]:
    return dict(odds(filing, decks=decks, recompute=True).bets)


# Published


def test_review_poker_rooms_ante_and_play_without_a_card_seen_line_by_line() -> None:
    """reviewpokerrooms.com, Ante and Play Analysis: returns without the ante bonus."""
    hands = all_hands()
    worth = np.zeros((1, 1, 7, 6), np.int64) + np.array([2, 1, 0, 1, -2, 1])  # every ante is paid
    pays = Pays(play=worth, fold=np.full((1, 7), -1))
    qualifies = [hand.category != "high-card" or hand.ranks[0] >= 12 for hand in hands.judged]
    codes = [CATEGORIES.index(hand.category) for hand in hands.judged]
    _, unseen = count(pays, qualifies, codes, pack=np.ones(52, np.int64), seen=1)
    gains = unseen.gains[0, 0, 0] // 3  # each bank hand counts with each of its cards

    def from_line(*ranks: int) -> float:
        line = next(
            i
            for i, hand in enumerate(hands.judged)
            if hand.category != "high-card" or hand.ranks >= ranks
        )
        return -1 + sum(int(gain) for gain in gains[line:]) / DEALS

    assert from_line(0) == pytest.approx(-0.129389, abs=5e-7)
    assert from_line(11) == pytest.approx(-0.100696, abs=5e-7)
    assert from_line(12) == pytest.approx(-0.087342, abs=5e-7)
    assert from_line(12, 6, 4) == pytest.approx(-0.086580, abs=5e-7)


@pytest.mark.parametrize("filing", [CASINO, NAPA])
def test_no_card_seen_8_658_percent_and_queen_six_four(filing: str) -> None:
    unseen = report(filing)["ante"].compared["no card of the bank seen"]
    assert unseen["edge"] == pytest.approx(0.08658, abs=5e-6)
    assert unseen["chart"]["unseen"]["play from"] == "Queen high, six-four"


@pytest.mark.parametrize("filing", [CASINO, NAPA])
def test_wizard_of_odds_newsletter_with_the_banks_card_seen_3_48_percent(filing: str) -> None:
    """2003-09-06, after Ko and Grosjean; the 888casino blog gives 3.483%, with an ante bonus.

    These filings have no ante bonus, which would be paid on every hand that is played.
    """
    bet = report(filing)["ante"]
    assert float(bet.ev + ANTE_BONUS) == pytest.approx(0.03483, abs=5e-6)
    chart = bet.strategy["chart"]
    lines = {"A": "Ace high, nine-two", "K": "King high, nine-two", "Q": "Queen high, nine-two"}
    for card, row in chart.items():
        assert row["play from"] == lines.get(card, "any hand")
        assert row["by suits"] == []
    assert bet.strategy["chart_cost"] == 0


def test_houses_that_do_not_pay_every_ante_are_dearer() -> None:
    """Casino Club and Napa pay the ante of any hand when the bank does not qualify; Outlaws only
    higher hands, 500 Club takes that of lower ones."""
    values = [report(filing)["ante"].ev for filing in (CASINO, NAPA, OUTLAWS, CLUB)]
    assert values[0] == values[1] > values[2] > values[3]


@pytest.mark.parametrize(
    ("filing", "edge"),
    # Wizard of Odds, Three Card Poker, 6 Card Bonus: its tables with these payoffs.
    [(CASINO, 0.0856), (NAPA, 0.0856), (OUTLAWS, 0.1528)],
)
def test_wizard_of_odds_six_card_bonus(filing: str, edge: float) -> None:
    assert -float(report(filing)["six_card_bonus"].ev) == pytest.approx(edge, abs=5e-5)


def test_table_games_online_six_card_bonus_10_23_percent() -> None:
    pays = {
        "royal-flush": 1000, "straight-flush": 200, "four-of-a-kind": 50, "full-house": 25,
        "flush": 20, "straight": 10, "three-of-a-kind": 5,
    }  # fmt: skip
    hands = six_card_categories(1)
    value = sum(n * pays.get(category, -1) for category, n in hands.items()) / comb(52, 6)
    assert -value == pytest.approx(0.1023, abs=1e-4)  # 10.2248%: they round up


# Another way


@cache
def bank_results() -> tuple[Any, Any, Any]:
    """For each hand of the player and each card of the bank seen: how hands stand, by the kernel's
    evaluator and plain masks. Hands that differ only in suits' names are taken once."""
    cards = np.array(list(combinations(range(52), 3)), np.uint8)
    strengths = kernels.evaluate_three(cards)
    codes = kernels.three_category(strengths)
    qualifies = (codes > 0) | (cards[:, 2] // 4 >= 10)  # a queen is the eleventh rank
    seen_hands: dict[tuple[tuple[int, ...], ...], int] = {}
    examples: list[int] = []
    weights: list[int] = []
    for i, hand in enumerate(cards.tolist()):
        key = tuple(sorted(tuple(c // 4 for c in hand if c % 4 == suit) for suit in range(4)))
        if key not in seen_hands:
            seen_hands[key] = len(examples)
            examples.append(i)
            weights.append(0)
        weights[seen_hands[key]] += 1
    results = np.zeros((len(examples), 52, 6), np.int64)
    bits = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1)
    for n, i in enumerate(examples):
        free = bits & bits[i] == 0
        place = np.where(strengths[i] > strengths, 0, np.where(strengths[i] == strengths, 2, 4))
        place = (place + ~qualifies)[free]
        for column in range(3):
            index = cards[free, column].astype(np.int64) * 6 + place
            results[n] += np.bincount(index, minlength=312).reshape(52, 6)
    return results, np.array(weights), codes[examples]


PLAYED: dict[str, Sequence[int]] = {
    # ante and play: higher, equal, lower; the bank qualified or not
    CASINO: [2, 1, 0, 1, -2, 1],
    NAPA: [2, 1, 0, 1, -2, 1],
    OUTLAWS: [2, 1, 0, 0, -2, 0],
    CLUB: [2, 1, 0, 0, -2, -1],
}


@pytest.mark.parametrize("filing", ALL)
def test_every_hand_against_every_card_seen_by_another_evaluator(filing: str) -> None:
    results, weights, codes = bank_results()
    play = results @ np.array(PLAYED[filing])
    fold = -results.sum(axis=2)
    best = np.maximum(play, fold).sum(axis=1) @ weights
    assert report(filing)["ante"].ev == Fraction(int(best), 3 * DEALS)
    played = ((play > fold) * results.sum(axis=2)).sum(axis=1) @ weights
    frequencies = report(filing)["ante"].strategy["frequencies"]
    assert frequencies["play"] == pytest.approx(int(played) / (3 * DEALS))
    # No pair is ever folded, so the pair plus bet loses nothing by a fold.
    assert (play > fold)[codes > 0][results.sum(axis=2)[codes > 0] > 0].all()


def three_card_counts(decks: int) -> dict[str, int]:
    """Hands of three cards by formula; two of the same card and one of its suit are a flush."""
    d = decks
    runs = 48 * d**3
    suited_three_alike = 4 * 13 * comb(d, 3)
    counts = {
        "mini-royal-flush": 4 * d**3,
        "straight-flush": runs - 4 * d**3,
        "three-of-a-kind": 13 * comb(4 * d, 3),
        "straight": 12 * (4 * d) ** 3 - runs,
        "flush": 4 * comb(13 * d, 3) - runs - suited_three_alike,
        "one-pair": 13 * comb(4 * d, 2) * 48 * d - 4 * 13 * comb(d, 2) * 12 * d,
    }
    return counts | {"high-card": comb(52 * d, 3) - sum(counts.values())}


@pytest.mark.parametrize("decks", [1, 2, 3, 8])
def test_napa_pair_plus_with_several_decks_by_formula(decks: int) -> None:
    """Ruling 66: one to eight decks."""
    filing = load(NAPA)
    assert isinstance(filing, ThreeCardPoker)
    bet = report(NAPA, decks)["pair_plus"]
    expected = three_card_counts(decks)
    for category, number in expected.items():
        named = category.replace("-", " ")
        found = sum(o.weight for o in bet.outcomes if o.name.endswith(f": {named}"))
        assert Fraction(int(found), int(bet.cases)) == Fraction(number, comb(52 * decks, 3))
    table = filing.pays("pair_plus")
    value = Fraction(0)
    for category, number in expected.items():
        row = table.find(category)
        value += number * (row.pays if row is not None and row.pays is not None else -1)
    assert bet.ev == value / comb(52 * decks, 3)
    assert bet.compared["without an ante, so never folded"]["ev"] == float(bet.ev)


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_six_cards_of_several_decks_by_formula(decks: int) -> None:
    """Ruling 66: five or six of a kind count as four."""
    d = decks
    found = six_card_categories(d)
    assert found.total() == comb(52 * d, 6)
    assert found["royal-flush"] == 4 * (d**5 * 47 * d + 5 * comb(d, 2) * d**4)
    assert found["four-of-a-kind"] == 13 * (
        comb(4 * d, 4) * comb(48 * d, 2) + comb(4 * d, 5) * 48 * d + comb(4 * d, 6)
    )


def test_six_cards_of_one_deck_as_the_kernel_counts_them() -> None:
    counts = kernels.count(kernels.HIGH_6)
    codes = kernels.category(np.arange(kernels.STRENGTHS + 1, dtype=np.uint16))
    found = {
        name: int(counts[: len(codes)][codes == code].sum())
        for code, name in enumerate(kernels.HIGH_CATEGORIES)
    }
    assert dict(six_card_categories(1)) == {name: n for name, n in found.items() if n}


def test_napa_six_card_bonus_with_more_decks_favours_the_player() -> None:
    """The filed table was made for one deck."""
    values = [odds(NAPA, decks=decks).bets["six_card_bonus"].ev for decks in range(1, 9)]
    assert values[0] < 0 < values[1]
    assert values == sorted(values)


# Rounds dealt


@pytest.mark.parametrize(("filing", "decks"), [(CASINO, 1), (OUTLAWS, 1), (CLUB, 1), (NAPA, 3)])
def test_rounds_played_by_the_chart_agree_within_their_error(filing: str, decks: int) -> None:
    bets = report(filing, decks)
    chart = bets["ante"].strategy["chart"]
    names = {hand.name: hand.strength for hand in all_hands().judged} | {"any hand": 0}
    three = judge("three-card")

    def choose(ask: Ask, running: Round) -> str:
        (shown,) = seen(running, "bank")
        line = names[chart[shown.text[0]]["play from"]]
        return "play" if three(seen(running, ask.seat)).strength >= line else "fold"

    groups = {"ante": ["ante", "play"], "pair_plus": ["pair_plus"], "six": ["six_card_bonus"]}
    played = play_rounds(
        make_terms(load(filing), decks=decks), ["ante", "pair_plus", "six_card_bonus"], groups,
        choose, rounds=4_000, seed=3, cards=6,
    )  # fmt: skip
    expected = {
        "ante": bets["ante"].strategy["chart_ev"],
        "pair_plus": float(bets["pair_plus"].ev),
        "six": float(bets["six_card_bonus"].ev),
    }
    for name, sample in played.samples.items():
        assert abs(sample.mean - expected[name]) < 4 * sample.error, name


# Sizes of the play wager


@cache
def by_hand_of_every_size(times: tuple[int, ...]) -> Fraction:
    """The ante and play of Tule Creek, no card seen, counted again over all pairs of hands.

    Queen high qualifies; an unqualified bank pays the ante and returns the play wager.
    """
    three = judge("three-card")
    deck = range(52)
    hands = list(combinations(deck, 3))
    judged = [three([CARDS[card] for card in hand]) for hand in hands]
    strengths = np.array([one.strength for one in judged])
    qualifies = np.array([one.category != "high-card" or one.ranks[0] >= 12 for one in judged])
    held = np.zeros((len(hands), 52), bool)
    held[np.arange(len(hands))[:, None], hands] = True
    total = 0
    classes: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for place, hand in enumerate(hands):
        suits = sorted(tuple(c // 4 for c in hand if c % 4 == suit) for suit in range(4))
        classes.setdefault(tuple(suits), []).append(place)
    for alike in classes.values():
        own = hands[alike[0]]
        banks = ~held[:, own].any(axis=1)
        how = np.sign(strengths[alike[0]] - strengths[banks])
        qualified = qualifies[banks]
        ante = int(np.where(qualified, how, 1).sum())
        play = int(np.where(qualified, how, 0).sum())
        total += len(alike) * max(-comb(49, 3), *(ante + size * play for size in times))
    return Fraction(total, DEALS)


@pytest.mark.parametrize("times", [(1,), (2,), (1, 3), (1, 2, 3)])
def test_sizes_of_the_play_wager_counted_again(times: tuple[int, ...]) -> None:
    data = read_toml(TULE_CREEK)
    data["game"]["play"]["times"] = list(times)
    filing = parse_filing(data, "sizes.toml")
    assert isinstance(filing, ThreeCardPoker)
    bet = odds(filing, recompute=True).bets["ante"]
    assert bet.ev == by_hand_of_every_size(times)
    if times[0] == 1 and len(times) > 1:
        # The best of three is the largest where playing wins, and the smallest where it only saves.
        assert bet.ev == by_hand_of_every_size((1, 3))
        chart = bet.strategy["chart"]["unseen"]
        assert chart["play 1 from"] == "Queen high, six-four"
        assert set(bet.strategy["frequencies"]) == {"play 1", "play 3", "fold"}
