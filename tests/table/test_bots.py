"""The bots play plainly, within what is stated of them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from houseway.analysis.odds import odds
from houseway.cards import CARDS, Card, parse_cards
from houseway.families.chinese_poker.bots import BOTTOMS
from houseway.families.chinese_poker.quick import set_for_points
from houseway.families.pai_gow_poker import bots as pai_gow
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import Setting, setting_of
from houseway.families.poker import discards as poker
from houseway.families.three_card_poker import bots as three_card
from houseway.families.three_card_poker.procedure import bank_qualifies
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.twenty_one import bots as twenty_one
from houseway.families.ultimate_holdem import bots as ultimate
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.events import Chose, Dealt, Shown
from houseway.rounds.house_way import set_house_way
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask, Beyond
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.sight import Sight
from tests.table.tables import IDS

TCP = [name for name in IDS if "three-card" in name]


# Three card poker against the best play, by enumeration of the bank's other two cards.


def outcome(filing: ThreeCardPoker, hand: tuple[Card, ...], bank: tuple[Card, ...]) -> int:
    """What ante and play win or lose together, in antes, from the filing's own clauses."""
    three = judge("three-card")
    mine, theirs = three(hand).strength, three(bank).strength
    how = "higher" if mine > theirs else "lower" if mine < theirs else "equal"
    game = filing.game
    if bank_qualifies(filing, three(bank)):
        rules = (game.ante_qualified, game.play_qualified)
    else:
        rules = (game.ante_unqualified, game.play_unqualified)
    worth = {"win": 1, "lose": -1, "push": 0}
    return sum(worth[getattr(rule, how)] for rule in rules)


@pytest.mark.parametrize("name", TCP)
def test_three_card_poker_gives_up_less_than_a_hundredth_of_the_ante(name: str) -> None:
    filing = load(name)
    assert isinstance(filing, ThreeCardPoker)
    source = random.Random(8)
    lost = 0.0
    hands = 60
    for _ in range(hands):
        dealt = source.sample(CARDS, 4)
        hand, seen = tuple(dealt[:3]), dealt[3]
        rest = [card for card in CARDS if card not in dealt]
        pairs = list(combinations(rest, 2))
        plays = sum(outcome(filing, hand, (seen, *two)) for two in pairs) / len(pairs)
        sight = Sight([Dealt(2, 1, 3, hand, (2,)), Dealt("bank", 1, 1, (seen,), None)])
        choice = three_card.choose(Ask(2, "play-or-fold", ("play", "fold")), sight, filing)
        lost += max(plays, -1.0) - (plays if choice == "play" else -1.0)
    assert 0 <= lost / hands < 0.01


# Ultimate hold'em: the published starting hands.


@pytest.mark.parametrize(
    ("hole", "raises"),
    [
        ("Ah 2c", True), ("Kh 5c", True), ("Kh 4c", False), ("Kh 2h", True), ("Qh 8c", True),
        ("Qh 7c", False), ("Qh 6h", True), ("Qh 5h", False), ("Jh Tc", True), ("Jh 9c", False),
        ("Jh 8h", True), ("Jh 7h", False), ("3h 3c", True), ("2h 2c", False), ("Th 9h", False),
    ],
)  # fmt: skip
def test_ultimate_holdem_raises_before_the_flop_as_published(hole: str, raises: bool) -> None:
    assert ultimate.raises_before_flop(parse_cards(hole)) is raises


@pytest.mark.parametrize(
    ("hole", "board", "raises"),
    [
        ("9h 4c", "9d 7s 2c", True),  # a pair with an own card
        ("2h 2c", "9d 7s 3c", False),  # but not twos in the hand
        ("9h 4c", "7d 7s 2c", False),  # the board's pair is everybody's
        ("Th 4h", "9h 7h 2c", True),  # four hearts with an own ten
        ("8h 4h", "9h 7h 2c", False),
        ("9h 4c", "9d 4s 2c", True),
        ("9h 4c", "7d 7s 7c", False),  # three alike on the board alone
        ("7h 4c", "7d 7s 2c", True),
    ],
)
def test_ultimate_holdem_raises_on_the_flop_as_published(
    hole: str, board: str, raises: bool
) -> None:
    assert ultimate.raises_on_flop(parse_cards(hole), parse_cards(board)) is raises


def test_ultimate_holdem_calls_on_the_river_with_few_cards_against_it() -> None:
    assert ultimate.calls_on_river(parse_cards("Ah 3c"), parse_cards("Kd 9s 7c 4h 2s")) is True
    assert ultimate.calls_on_river(parse_cards("5h 3c"), parse_cards("Kd 9s 7c Jh 2s")) is False
    assert ultimate.calls_on_river(parse_cards("9h 3c"), parse_cards("Kd 9s 7c Jh 2s")) is True
    # Fives in the hand are worth nothing beside two higher pairs; ten ranks beat a six.
    assert ultimate.calls_on_river(parse_cards("5h 5c"), parse_cards("Kd Ks 7c 7h 6s")) is False


UTH = [name for name in IDS if "ultimate" in name]


@pytest.mark.long
@pytest.mark.parametrize("name", UTH)
def test_ultimate_holdem_gives_up_a_fifth_of_a_hundredth_of_the_ante(name: str) -> None:
    """The bot plays the simple rule whose cost the odds count over all deals."""
    strategy = odds(name).bets["ante"].strategy
    assert strategy["simple rule"]["cost"] < 0.002
    for hand, chart in strategy["before the flop"].items():
        ranks, kind = hand[:2], hand[2:]
        hole = parse_cards(f"{ranks[0]}h {ranks[1]}{'h' if kind == 's' else 'c'}")
        assert ultimate.raises_before_flop(hole) is (chart["choice"] == "bet 4"), hand


def flop_rule_in_words(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """The rule as the strategy card words it, by the readable ranking."""
    hand = judge("high")((*hole, *board))
    ranks = {card.rank for card in board}
    own_pair = hole[0].rank == hole[1].rank or any(card.rank in ranks for card in hole)
    if hand.category == "one-pair" and own_pair:
        return not hole[0].rank == hole[1].rank == 2
    shared = ("high-card", "one-pair") if own_pair else ("high-card", "one-pair", "three-of-a-kind")
    if hand.category not in shared:
        return True
    for suit in range(4):
        if sum(card.suit == suit for card in (*hole, *board)) == 4:
            return any(card.suit == suit and card.rank >= 10 for card in hole)
    return False


def test_ultimate_holdem_raises_on_the_flop_by_the_rule_in_words() -> None:
    source = random.Random(4)
    for _ in range(4):
        board = tuple(source.sample(CARDS, 3))
        for hole in combinations([card for card in CARDS if card not in board], 2):
            assert ultimate.raises_on_flop(hole, board) is flop_rule_in_words(hole, board)


# The 21-type games: corners of basic strategy.


@pytest.mark.parametrize(
    ("cards", "up", "choices", "move"),
    [
        ("Th 6c", "7d", ("hit", "stand"), "hit"),
        ("Th 6c", "6d", ("hit", "stand"), "stand"),
        ("Th 6c", "Td", ("hit", "stand", "surrender"), "surrender"),
        ("Th 2c", "3d", ("hit", "stand"), "hit"),
        ("Th 2c", "4d", ("hit", "stand"), "stand"),
        ("6h 5c", "Ad", ("hit", "double"), "double"),
        ("6h 5c", "Ad", ("hit",), "hit"),
        ("8h 8c", "Td", ("hit", "stand", "split", "surrender"), "split"),
        ("5h 5c", "6d", ("hit", "split", "double"), "double"),
        ("Th Kc", "6d", ("stand", "split"), "stand"),
        ("Ah 7c", "9d", ("hit", "stand"), "hit"),
        ("Ah 7c", "8d", ("hit", "stand"), "stand"),
        ("Ah 7c", "3d", ("hit", "stand", "double"), "double"),
        ("9h 9c", "7d", ("hit", "stand", "split"), "stand"),
    ],
)
def test_21_follows_basic_strategy(
    cards: str, up: str, choices: tuple[str, ...], move: str
) -> None:
    filing = load("casino-club/pure-21.5-blackjack")
    ask = Ask(2, "play", choices, facts={"cards": parse_cards(cards)})
    sight = Sight([Dealt("bank", 1, 1, parse_cards(up), None), Dealt("bank", 1, 1, None, ())])
    assert twenty_one.choose(ask, sight, filing) == move  # type: ignore[arg-type]


# Setting.


def double_hand() -> Setting:
    filing = load("napa-valley/double-hand-poker")
    assert isinstance(filing, PaiGowPoker)
    return setting_of(make_terms(filing))


@pytest.mark.parametrize(
    ("cards", "front"),
    [
        ("Ah Ad Kc Ks 9h 5d 2c", {"Kc", "Ks"}),  # aces and kings are split
        ("Ah Kd 9c 7s 5h 4d 2c", {"Kd", "9c"}),  # nothing: the ace behind, the next two in front
        ("9h 9d Ac Ks 7h 5d 2c", {"Ac", "Ks"}),  # one pair behind
        ("5h 6h 7h 8h 9h Ac Kd", {"Ac", "Kd"}),  # a straight flush behind, the best in front
    ],
)
def test_double_hand_is_set_sensibly_without_a_chart(cards: str, front: set[str]) -> None:
    setting = double_hand()
    assert set(pai_gow.set_hand(parse_cards(cards), setting)[4:].split()) == front


@pytest.mark.parametrize(
    ("bank", "own", "front"),
    [
        # Ace-queen in front of fives: small pairs that a chart keeps together beat both.
        ("As Qd 5s 5h Jd 9c 7h", "3h 3s 6c 6d Kc Qh 4s", {"3h", "3s"}),
        # Kings in front of a full house: four twos behind beat it.
        ("5c 7d 5d 5h Kh Ks 7h", "2s 2h 2d 2c Qh Jd 9s", {"Qh", "Jd", "9s"}),
        # Aces full stay together against fives full.
        ("5c 7d 5d 5h Kh Ks 7h", "As Ah Ad 9c 9d 3s 4h", {"3s", "4h"}),
        # Aces in front would beat the kings, but outrank the nines behind them: foul.
        ("5c 7d 5d 5h Kh Ks 7h", "As Ah Qd 9c 9d 3s 4h", {"9c", "9d"}),
    ],
)
def test_face_up_pai_gow_is_set_against_the_open_bank(bank: str, own: str, front: set[str]) -> None:
    filing = load("500-club/face-up-pai-gow-poker")
    sight = Sight(
        [
            Dealt("bank", 1, 7, None, ()), Dealt(2, 1, 7, parse_cards(own), (2,)),
            Shown("bank", parse_cards(bank)), Chose(1, "set-bank", 1, "house_way", False),
        ]
    )  # fmt: skip
    ask = Ask(2, "set", ("house_way",), beyond=Beyond(lambda _: None, ("set",)))
    move = pai_gow.choose(ask, sight, filing)  # type: ignore[arg-type]
    chosen = set_house_way(filing, own)["front"] if move == "house_way" else move[4:]
    assert set(chosen.split()) <= front


def test_no_hand_is_ever_set_foul() -> None:
    source = random.Random(3)
    two, five = judge("two-card"), judge("high-joker")
    setting = double_hand()
    for _ in range(300):
        cards = tuple(source.sample(CARDS, 7))
        front = parse_cards(pai_gow.set_hand(cards, setting)[4:])
        back = tuple(card for card in cards if card not in front)
        assert two(front).strength <= five(back).strength


# Poker.


def test_a_badugi_keeps_its_best_cards() -> None:
    kept = poker.best_badugi(parse_cards("Ah 2d 3c 3s"))
    assert {card.text for card in kept} >= {"Ah", "2d"}
    assert len(kept) == 3
    assert len(poker.best_badugi(parse_cards("Ah 2d 3c 4s"))) == 4
    assert set(poker.best_badugi(parse_cards("Ac 2d 8h 4h"))) == set(parse_cards("Ac 2d 4h"))


def test_straights_and_flushes_are_no_lows_from_deuce_to_seven() -> None:
    """They count as in high hands, so they lose to any hand without one."""
    game = load("500-club/2-7-triple-draw").game  # type: ignore[attr-defined]
    for held, thrown in (
        ("2c 3d 4h 5s 6d", "6d"),
        ("2h 4h 5h 7h 8h", "8h"),
        ("2h 3c 4h 5h 7h", ""),
    ):
        assert poker.discards(game, parse_cards(held), 5) == list(parse_cards(thrown))


def test_draws_keep_pairs_for_high_and_low_cards_for_low() -> None:
    high = load("500-club/triple-draw-poker").game  # type: ignore[attr-defined]
    low = load("500-club/2-7-triple-draw").game  # type: ignore[attr-defined]
    held = parse_cards("Kh Kd 7c 4s 2h")
    assert {c.text for c in poker.discards(high, held, 5)} == {"7c", "4s", "2h"}
    assert {c.text for c in poker.discards(low, held, 5)} == {"Kh", "Kd"}
    straight = parse_cards("5h 6d 7c 8s 9h")
    assert poker.discards(high, straight, 5) == []


def test_chinese_thirteen_cards_are_set_without_a_foul() -> None:
    from houseway.hands.chinese import foul

    game = load("500-club/face-up-chinese-poker").game  # type: ignore[attr-defined]
    source = random.Random(5)
    for _ in range(5):
        rows = set_for_points(game, source.sample(CARDS, 13), bottoms=BOTTOMS)[0]
        assert foul(*rows) is None


def test_chinese_fouls_are_rare() -> None:
    journal = MemoryJournal()
    game = load("500-club/face-up-chinese-poker")
    evening = start_evening(usual_setup(game), journal, random.Random(2), stack=2_000_00)
    fouls: Counter[bool] = Counter()
    for entries in evening.play(30):
        for entry in entries:
            for line in getattr(entry.record, "points", ()):
                fouls["foul" in line.because] += 1
    # A pair is spoilt by either hand: twice the share of fouled hands, which is a sixteenth or so.
    assert fouls[True] / sum(fouls.values()) < 0.25
