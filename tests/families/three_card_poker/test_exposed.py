"""Three card poker with more cards known than filed: dealt by plain chance, and single deals."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.protect.book import protect
from houseway.analysis.protect.part import Exposure
from houseway.cards import CARDS, parse_cards
from houseway.families.three_card_poker.counting import GROUPS, KINDS, STANDINGS, all_hands
from houseway.families.three_card_poker.odds import Game
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.three_card_poker.shared import gained
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms
from houseway.hands.kernels import evaluate_three
from houseway.rounds.judging import judge

CASINO = "casino-club/three-card-poker-6-card-bonus"
Cards = npt.NDArray[np.uint8]


def terms() -> Terms[ThreeCardPoker]:
    filing = load(CASINO)
    assert isinstance(filing, ThreeCardPoker)
    return make_terms(filing)


@pytest.fixture(scope="module")
def exposed() -> dict[str, Exposure]:
    return {one.what: one for one in protect(CASINO, samples=2_000).exposed}


QUEEN = parse_cards("Qh 3d 2c")  # the lowest hand that qualifies


def nets(own: Cards, bank: Cards) -> npt.NDArray[np.float64]:
    """Ante and play of Casino Club: the ante of every hand is paid if the bank has no queen, and
    the play returned (003, items 1 and 2)."""
    mine, theirs = (evaluate_three(hands).astype(int) for hands in (own, bank))
    least = int(evaluate_three(np.array([[card.index for card in QUEEN]], np.uint8))[0])
    return np.where(theirs < least, 1.0, 2.0 * np.sign(mine - theirs))


def deals(number: int) -> Cards:
    source = np.random.default_rng(11)
    return source.random((number, 52)).argpartition(6, axis=1)[:, :6].astype(np.uint8)


def test_all_of_the_banks_cards_seen_by_chance(exposed: dict[str, Exposure]) -> None:
    dealt = deals(100_000)
    won = np.maximum(nets(dealt[:, :3], dealt[:, 3:]), -1)  # a fold loses the ante
    ours = exposed["all three of the bank's cards seen"]
    assert ours.standard_error is None
    assert abs(won.mean() - ours.ev) < 4 * won.std() / 100_000**0.5


def test_two_of_the_banks_cards_seen_by_chance(exposed: dict[str, Exposure]) -> None:
    dealt = deals(20_000)
    sums = np.zeros(len(dealt))
    for last in range(52):
        third = np.full((len(dealt), 1), last, np.uint8)
        free = ~(dealt[:, :5] == last).any(axis=1)
        bank = np.concatenate([dealt[:, 3:5], third], axis=1)
        sums[free] += nets(dealt[free, :3], bank[free])
    won = np.maximum(sums / 47, -1)
    ours = exposed["two of the bank's cards seen"]
    assert abs(won.mean() - ours.ev) < 4 * won.std() / len(dealt) ** 0.5


def plain_value(own: str, gone: str, up: str) -> float:
    """Playing a hand with a card of the bank in sight, by the readable ranking."""
    three, cards = judge("three-card"), parse_cards(own)
    left = [card for card in CARDS if card not in (*cards, *parse_cards(gone), *parse_cards(up))]
    mine, won = three(cards), []
    for pair in combinations(left, 2):
        bank = three([*parse_cards(up), *pair])
        if bank.category == "high-card" and bank.ranks[0] < 12:
            won.append(1)
        else:
            higher, lower = mine.strength > bank.strength, mine.strength < bank.strength
            won.append(2 * (higher - lower))
    return sum(won) / len(won)


def test_a_hand_played_only_because_others_hold_the_high_cards() -> None:
    """King high, eight-two is folded against a king (888casino: king-nine-two is the line)."""
    own, gone = "Kh 8d 2c", "As Ac Ad Qh Qd Qs Jh Jd Js Th Td Ts 9h 9d 9s"
    game = Game(terms())
    pack = parse_cards(own) + parse_cards(gone)
    order = [card.index for card in pack]
    order += [card.index for card in CARDS if card not in pack]
    groups = [np.zeros((GROUPS[1], STANDINGS), np.int64) for _ in range(2)]
    gain = gained(
        game.pays(), all_hands().strengths, np.array(game.qualifies), np.array(game.categories),
        np.array(order, np.uint8), 15, 1, np.zeros(KINDS, np.int64), *groups,
    )  # fmt: skip
    expected = 0.0
    for up in (card for card in CARDS if card not in pack):
        informed, usual = (plain_value(own, known, up.text) for known in (gone, ""))
        expected += max(informed, -1) - (informed if usual > -1 else -1)
    assert gain / game.scale == pytest.approx(expected / (52 - 18))
    assert gain > 0


def test_other_players_hands_are_worth_little(exposed: dict[str, Exposure]) -> None:
    """The more hands the more; never an advantage (888casino, Collusion 101: no edge)."""
    one, all_of_them = (
        exposed["another player's hand known"],
        exposed["all 5 other players' hands known"],
    )
    assert 0 < one.gain < all_of_them.gain < 0.01
    assert all_of_them.ev < 0


def test_the_next_hand_from_the_cards_left_by_chance() -> None:
    seen = "Ah Kd Qs 2c 2d 7h 7c 7s Th"
    bets = odds(CASINO, seen=seen).bets
    left = np.array([c.index for c in CARDS if c not in parse_cards(seen)], np.uint8)
    source = np.random.default_rng(3)
    order = source.random((60_000, len(left))).argpartition(3, axis=1)[:, :3]
    strengths = evaluate_three(left[order]).astype(int)
    pair = evaluate_three(np.array([[c.index for c in parse_cards("2c 2d 3h")]], np.uint8))[0]
    higher = sum(
        float(o.weight) for o in bets["pair_plus"].outcomes if "high card" not in o.name
    ) / float(bets["pair_plus"].cases)
    assert abs((strengths >= int(pair)).mean() - higher) < 4 * 0.5 / 60_000**0.5
    whole = odds(CASINO, seen="").bets
    assert whole["six_card_bonus"].ev == odds(CASINO).bets["six_card_bonus"].ev
    assert whole["ante"].ev == odds(CASINO).bets["ante"].ev
