"""Ultimate hold'em: published figures, single boards by the readable ranking, and rounds dealt.

The whole count takes half a minute and more: it is run again with the long tests. The others look
at the results that are shipped; some boards counted anew vouch for the code they came from.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from houseway.analysis.odds import analyse, counting, odds
from houseway.analysis.report import Bet
from houseway.analysis.suits import (
    FLOP_CLASSES,
    boards,
    flop_classes,
    flop_index,
    hole_index,
    hole_moves,
    keeping_suits,
    start_name,
    starts,
)
from houseway.cards import CARDS, Card
from houseway.errors import HousewayError
from houseway.families.ultimate_holdem import board as board_kernel
from houseway.families.ultimate_holdem.counting import CHECK, Counter
from houseway.families.ultimate_holdem.odds import flop_bet, played_and_folded
from houseway.families.ultimate_holdem.procedure import qualifies
from houseway.families.ultimate_holdem.rules import CATEGORIES, Rules, least_qualified
from houseway.families.ultimate_holdem.schema import UltimateGame, UltimateHoldem
from houseway.families.ultimate_holdem.simple import simple_flops
from houseway.families.ultimate_holdem.strategy import MOST_OUTS as OUTS
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, read_toml
from houseway.filings.terms import make_terms
from houseway.hands import kernels
from houseway.hands.tables import part
from houseway.rounds.driver import Round
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from tests.analysis.counts import assert_counted_as_before, digest
from tests.analysis.rounds import play_rounds, seen

CASINO = "casino-club/ultimate-texas-holdem"
GENERIC = "generic/ultimate-texas-holdem"
NAPA = "napa-valley/ultimate-texas-holdem"
CLUB = "500-club/ultimate-texas-holdem"
ALL = [CASINO, GENERIC, NAPA, CLUB]
DEALS = comb(52, 2) * comb(50, 2) * comb(48, 5)
FLOPS = 10  # each deal is counted with each flop its board may have begun with


@cache
def bets(filing: str) -> dict[str, Bet]:
    return dict(odds(filing).bets)


# Published


@pytest.mark.parametrize("filing", ALL)
def test_wizard_of_odds_base_game_2_185_percent_of_the_ante(filing: str) -> None:
    """Wizard of Odds: edge 2.185%, element of risk 0.53%, standard deviation 4.94."""
    ante = bets(filing)["ante"]
    assert -float(ante.ev) == pytest.approx(0.02185, abs=5e-6)
    assert float(ante.element_of_risk) == pytest.approx(0.00526, abs=5e-6)
    assert ante.sd == pytest.approx(4.94, abs=5e-3)
    assert float(ante.average_wager) == pytest.approx(4.152, abs=5e-4)
    assert ante.cases == FLOPS * DEALS


@pytest.mark.parametrize("filing", ALL)
def test_frequencies_of_raises_are_those_of_the_counts(filing: str) -> None:
    ante = bets(filing)["ante"]
    frequencies = ante.strategy["frequencies"]
    assert list(frequencies) == ["bet 4", "bet 2", "bet 1", "fold"]
    assert sum(frequencies.values()) == pytest.approx(1)
    wagered = 2 + 4 * frequencies["bet 4"] + 2 * frequencies["bet 2"] + frequencies["bet 1"]
    assert wagered == pytest.approx(float(ante.average_wager))
    # 500 of the 1,326 pairs of hole cards are bet at once by the published chart.
    assert frequencies["bet 4"] == pytest.approx(500 / 1326)


def published_raise(name: str) -> bool:
    """Wizard of Odds: any ace; kings from five, suited from two; queens from eight, suited from
    six; jacks from ten, suited from eight; pairs from threes."""
    ranks = "23456789TJQKA"
    high, low = ranks.index(name[0]), ranks.index(name[1])
    if high == low:
        return high >= ranks.index("3")
    suited = name.endswith("s")
    least = {"A": "22", "K": "52", "Q": "86", "J": "T8"}.get(name[0])
    return least is not None and low >= ranks.index(least[suited])


@pytest.mark.parametrize("filing", ALL)
def test_wizard_of_odds_chart_of_starting_hands(filing: str) -> None:
    chart = bets(filing)["ante"].strategy["before the flop"]
    assert len(chart) == 169
    for name, row in chart.items():
        assert row["choice"] == ("bet 4" if published_raise(name) else "check"), name
        assert row["bet 4"] > row["bet 3"] or row["choice"] == "check"


@pytest.mark.parametrize(
    ("name", "equity"),
    # Heads-up against a random hand, as published in any table of starting hands.
    [("AA", 0.8520), ("KK", 0.8240), ("22", 0.5033), ("AKs", 0.6704), ("72o", 0.3458),
     ("32o", 0.3230), ("JTs", 0.5753)],
)  # fmt: skip
def test_published_equities_of_starting_hands(name: str, equity: float) -> None:
    """A fourth ante on the play wager is worth what is won less what is lost."""
    row = bets(CASINO)["ante"].strategy["before the flop"][name]
    assert (1 + row["bet 4"] - row["bet 3"]) / 2 == pytest.approx(equity, abs=6e-5)


@pytest.mark.parametrize(
    ("filing", "edge"),
    # Wizard of Odds, Trips: 50-40-20-7-6-5-3, 50-40-30-8-7-4-3, 50-40-30-8-6-5-3
    [(CASINO, 0.0618), (GENERIC, 0.0350), (NAPA, 0.0190)],
)
def test_wizard_of_odds_trips(filing: str, edge: float) -> None:
    assert -float(bets(filing)["trips"].ev) == pytest.approx(edge, abs=5e-5)


# Discount Gambling, "Bad Beat Bonus @ Ultimate Texas Hold'Em", 2012: deals by the losing hand.
BEATEN = {
    "straight flush": 10_300_592,
    "four of a kind": 471_040_512,
    "full house": 8_435_225_376,
    "flush": 19_434_208_592,
    "straight": 18_271_076_976,
    "three of a kind": 64_049_759_448,
    "two pair": 399_099_149_640,
    "one pair": 1_366_512_556_968,
    "high card": 791_967_420_480,
}
TIED = 113_130_263_816


def test_discount_gambling_bad_beat_counts() -> None:
    """Half of the beaten hands are the player's, folded or not; the other half are the bank's."""
    bet = bets(NAPA)["bad_beat"]
    for hand, deals in BEATEN.items():
        own = sum(
            int(outcome.weight)
            for outcome in bet.outcomes
            if outcome.name.endswith(f" with {hand}") and "bank beaten" not in outcome.name
        )
        assert 2 * own == FLOPS * deals, hand
    assert sum(BEATEN.values()) + TIED == DEALS


def test_napa_bad_beat_if_no_hand_were_folded_is_the_published_14_79_percent() -> None:
    """What the table pays on the published counts; folding costs the bet a little more."""
    filing = load(NAPA)
    assert isinstance(filing, UltimateHoldem)
    table = filing.pays("bad_beat")
    value = Fraction(-TIED)
    for hand, deals in BEATEN.items():
        row = table.find(hand.replace(" ", "-"))
        value += deals * (row.pays if row is not None and row.pays is not None else -1)
    assert float(value / DEALS) == pytest.approx(-0.147868, abs=5e-7)
    bet = bets(NAPA)["bad_beat"]
    joint = bet.compared["best play of ante and this bet together, a unit each"]
    assert float(bet.ev) < joint["bad_beat"]["ev"] < float(value / DEALS)


# Folds and bonus bets


def test_500_club_fold_leaves_trips_the_board_and_that_costs_nothing() -> None:
    """A hand that is folded never has more than the board, so no fold gives a trips hand away."""
    trips = bets(CLUB)["trips"]
    assert trips.ev == bets(GENERIC)["trips"].ev  # the same table, own hand on a fold
    joint = trips.compared["best play of ante and this bet together, a unit each"]
    assert joint["together"] == joint["apart"]


@pytest.mark.parametrize("filing", [NAPA, CLUB])
def test_a_bad_beat_bet_makes_it_right_to_fold_less(filing: str) -> None:
    together = bets(filing)["bad_beat"].compared[
        "best play of ante and this bet together, a unit each"
    ]
    base = bets(filing)["ante"]
    assert together["together"] > together["apart"]
    assert together["ante"]["ev"] < float(base.ev)
    assert together["frequencies"]["fold"] < base.strategy["frequencies"]["fold"]


def test_500_club_forfeits_the_bad_beat_bet_of_a_fold_and_napa_does_not() -> None:
    """Clauses: 500 Club, fold; Napa, item 14 (ruling 117)."""
    by_name = {
        filing: {o.name: o.net for o in bets(filing)["bad_beat"].outcomes}
        for filing in (NAPA, CLUB)
    }
    folded = "fold: would have been beaten with three of a kind"
    assert by_name[NAPA][folded] == 9
    assert by_name[CLUB][folded] == -1


# Suits and boards


def test_boards_and_flops_that_differ_by_suits_alone_are_counted_once() -> None:
    chosen, weights = boards()
    assert (len(chosen), int(weights.sum())) == (134_459, comb(52, 5))
    assert (weights > 0).all()
    class_of, order_of, flops = flop_classes()
    assert len(flops) == FLOP_CLASSES == len(set(class_of.tolist()))
    moves = hole_moves()
    source = random.Random(1755)
    for _ in range(200):
        flop = tuple(source.sample(range(52), 3))
        number, order = class_of[flop_index(flop)], order_of[flop_index(flop)]
        pairs = list(combinations(flop, 2))
        moved = {int(moves[order][hole_index(*pair)]) for pair in pairs}
        first = flops[number]
        assert moved == {hole_index(*pair) for pair in combinations(first, 2)}
        assert 24 % len(keeping_suits(first)) == 0
    orders = sum(24 // len(keeping_suits(flop)) for flop in flops)
    assert orders == comb(52, 3)


def test_starting_hands_have_their_number_of_pairs() -> None:
    counts = np.bincount(starts(), minlength=169)
    for index, number in enumerate(counts):
        name = start_name(index)
        assert number == (6 if len(name) == 2 else 4 if name.endswith("s") else 12)


def with_qualifier(rule: dict[str, str]) -> UltimateGame:
    data = read_toml(DATA / "generic" / "ultimate-texas-holdem.toml")
    data["game"]["qualifies"] = {**rule, "cite": "X | 1"}
    filing = parse_filing(data, "qualifier.toml")
    assert isinstance(filing, UltimateHoldem)
    return filing.game


def test_the_least_hands_that_qualify() -> None:
    # Of the 7,462 kinds of five cards 1,277 are only high cards, 493 of them with an ace; of 2,860
    # pairs 220 are of each rank.
    found = [least_qualified(with_qualifier(rule)) for rule in QUALIFIERS[:4]]
    assert found == [1_278, 1_278 + 6 * 220, 1_277 - 493 + 1, 1]


@cache
def ranked(board: tuple[int, ...], least: int) -> tuple[Any, Any]:
    desk = np.zeros((9, board_kernel.PAIRS), np.int32)
    under = np.zeros((12, 53), np.int64)
    board_kernel.rank_holes(
        kernels.tables(), part("category"), np.array(board, np.uint8), least, desk,
        np.zeros(129, np.int64), under,
    )  # fmt: skip
    return desk, under


RANDOM = random.Random(990)
BOARDS = [tuple(sorted(RANDOM.sample(range(52), 5))) for _ in range(5)] + [
    (0, 1, 2, 3, 20),  # four deuces on the board
    (32, 36, 40, 44, 48),  # a royal flush on the board
    (0, 4, 8, 12, 17),  # four to a straight flush
]


QUALIFIERS: list[dict[str, str]] = [
    {"minimum": "one-pair"},
    {"minimum": "one-pair", "from_rank": "8"},
    {"minimum": "high-card", "from_rank": "A"},
    {"minimum": "high-card"},
    {"minimum": "flush"},
]


@pytest.mark.parametrize("rule", QUALIFIERS, ids=lambda rule: "-".join(rule.values()))
@pytest.mark.parametrize("board", BOARDS)
def test_standings_on_a_board_by_the_readable_ranking(
    board: tuple[int, ...], rule: dict[str, str]
) -> None:
    five = judge("high")
    game = with_qualifier(rule)
    least = least_qualified(game)
    desk, under = ranked(board, least)
    shown = [CARDS[card] for card in board]
    source = random.Random(sum(board))
    for h in source.sample(range(board_kernel.PAIRS), 4):
        hole = [int(desk[board_kernel.FIRST, h]), int(desk[board_kernel.SECOND, h])]
        own = five([CARDS[card] for card in hole], shown)
        assert CATEGORIES[desk[board_kernel.CATEGORY, h]] == own.category
        expected = [0] * 6
        won = [0] * 10
        rest = [card for card in CARDS if card.index not in (*hole, *board)]
        for pair in combinations(rest, 2):
            bank = five(pair, shown)
            place = 0 if own.strength > bank.strength else 2 if own.strength == bank.strength else 4
            expected[place + (not qualifies(game, bank))] += 1
            won[CATEGORIES.index(bank.category)] += own.strength > bank.strength
        assert list(board_kernel.standings(desk, under, h, least)) == expected
        found = np.zeros(10, np.int64)
        board_kernel.won_against(desk, under, h, 3, found)
        assert found.tolist() == [sum(won[:3]), 0, 0, *won[3:]]


# The simple rule


def raises_on_flop(hole: Sequence[Card], flop: Sequence[Card]) -> bool:
    made = judge("high")((*hole, *flop)).category
    pocket = hole[0].rank == hole[1].rank
    paired = pocket or any(card.rank in {c.rank for c in flop} for card in hole)
    if made == "three-of-a-kind" and not paired:
        return False
    if made == "one-pair" and paired:
        return not (pocket and hole[0].rank == 2)
    if made not in ("high-card", "one-pair"):
        return True
    for suit in range(4):
        four = sum(card.suit == suit for card in (*hole, *flop)) == 4
        if four and any(card.suit == suit and card.rank >= 10 for card in hole):
            return True
    return False


def calls_on_river(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    five = judge("high")
    hand = five(hole, board)
    if hand.category != five(board).category:
        return True
    unseen = [card for card in CARDS if card not in hole and card not in board]
    return sum(five((card,), board).strength > hand.strength for card in unseen) < OUTS


def test_simple_flop_bets_hand_by_hand() -> None:
    choice = simple_flops(2)
    class_of, order_of, _ = flop_classes()
    source = random.Random(52)
    for _ in range(3_000):
        cards = source.sample(CARDS, 5)
        flop = [card.index for card in cards[2:]]
        number, order = class_of[flop_index(flop)], order_of[flop_index(flop)]
        pair = hole_moves()[order][hole_index(cards[0].index, cards[1].index)]
        assert (choice[number, pair] != CHECK) == raises_on_flop(cards[:2], cards[2:]), cards


def test_rounds_played_by_the_simple_rule_agree_within_their_error() -> None:
    simple = bets(CASINO)["ante"].strategy["simple rule"]
    chart = bets(CASINO)["ante"].strategy["before the flop"]
    assert 0 < simple["cost"] < 0.0025

    def choose(ask: Ask, running: Round) -> str:
        hole, board = seen(running, ask.seat), seen(running, "board")
        if not board:
            high, low = sorted(hole, key=lambda card: -card.rank)
            suits = "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
            return str(chart[f"{high.text[0]}{low.text[0]}{suits}"]["choice"])
        if len(board) == 3:
            return "bet 2" if raises_on_flop(hole, board) else "check"
        return "bet 1" if calls_on_river(hole, board) else "fold"

    played = play_rounds(
        make_terms(load(CASINO)), ["ante", "blind", "trips"],
        {"ante": ["ante", "blind", "play"], "trips": ["trips"]}, choose,
        rounds=5_000, seed=21, cards=9,
    )  # fmt: skip
    for move, share in simple["frequencies"].items():
        error = (share * (1 - share) / played.rounds) ** 0.5
        assert abs(played.choices[move] / played.rounds - share) < 4 * error, move
    assert abs(played.samples["ante"].mean - simple["ev"]) < 4 * played.samples["ante"].error
    trips = played.samples["trips"]
    assert abs(trips.mean - float(bets(CASINO)["trips"].ev)) < 4 * trips.error


# The whole count


def test_some_boards_are_counted_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Best play and what comes of it, as if there were no other boards."""
    chosen, weights = boards()
    few = chosen[::400], weights[::400]
    monkeypatch.setattr("houseway.families.ultimate_holdem.counting.boards", lambda: few)
    for name in (CASINO, NAPA):
        filing = load(name)
        assert isinstance(filing, UltimateHoldem)
        rules = Rules(filing)
        flop = flop_bet(rules)
        assert flop is not None
        counter = Counter(rules.pays(), 1, lambda _: None)
        solution = counter.solve(simple=simple_flops(flop), outs=OUTS)
        found = [getattr(one, part) for one in solution.counts for part in one.__slots__]
        assert_counted_as_before("ultimate-holdem", f"{name}, a board in 400", digest(*found))


@pytest.mark.long
@pytest.mark.parametrize("filing", ALL)
def test_counting_afresh_gives_the_shipped_results(filing: str) -> None:
    terms = make_terms(load(filing))
    assert {bet.name: bet for bet in analyse(terms, counting("ultimate-holdem"))} == bets(filing)


@pytest.mark.long
def test_choices_on_flops_by_direct_enumeration() -> None:
    """Some flops with all boards and bank hands evaluated anew, without classes or sums."""
    filing = load(CASINO)
    assert isinstance(filing, UltimateHoldem)
    pays = Rules(filing).pays()
    told: list[float] = []
    solution = Counter(pays, 2, told.append).solve()
    class_of, order_of, _ = flop_classes()
    source = random.Random(4)
    for _ in range(12):
        cards = source.sample(range(52), 5)
        hole, flop = cards[:2], cards[2:]
        bet, wait = direct_values(pays, hole, flop)
        number, order = class_of[flop_index(flop)], order_of[flop_index(flop)]
        choice = solution.flops[0, number, hole_moves()[order][hole_index(*hole)]]
        assert (choice != CHECK) == (bet > wait), cards


def direct_values(pays: Any, hole: list[int], flop: list[int]) -> tuple[int, int]:
    """A bet of two antes, and the best of betting one or folding on each river."""
    rest = [card for card in range(52) if card not in (*hole, *flop)]
    bet = wait = 0
    for turn in combinations(rest, 2):
        board = [*flop, *turn]
        banks = list(combinations([card for card in rest if card not in turn], 2))
        hands = np.array([[*hole, *board]] + [[*bank, *board] for bank in banks], np.uint8)
        strengths = kernels.evaluate(kernels.HIGH_7, hands)
        codes = kernels.category(strengths)
        place = np.where(
            strengths[0] > strengths[1:], 0, np.where(strengths[0] == strengths[1:], 2, 4)
        )
        counts = np.bincount(place + (codes[1:] == 0), minlength=6)
        stakes = int(counts @ pays.stakes[codes[0]])
        play = int(counts @ pays.play)
        bet += stakes + 2 * play
        wait += max(stakes + play, pays.fold * len(banks))
    return bet, wait


@pytest.mark.long
def test_an_ante_bonus_goes_by_the_hands_that_are_played() -> None:
    """Played and folded together are the hands of seven cards (of 133,784,560: four of a kind
    224,848, full houses 3,473,184, flushes 4,047,644), and what is folded is paid nothing."""
    data = read_toml(DATA / "generic" / "ultimate-texas-holdem.toml")
    data["settlement"]["wager_order"].append("ante_bonus")
    rows = [{"hand": hand, "pays": 2} for hand in ("four-of-a-kind", "full-house", "flush")]
    data["pay_table"].append(
        {
            "name": "ante_bonus", "wager": "ante_bonus", "paid_on": "ante", "ranking": "high",
            "looks_at": ["own", "board"], "rows": rows, "cite": "X | 1",
        }
    )  # fmt: skip
    filing = parse_filing(data, "ante-bonus.toml")
    assert isinstance(filing, UltimateHoldem)
    played, folded = played_and_folded(make_terms(filing))
    whole = sum(played.values()) + sum(folded.values())
    hands = {"four-of-a-kind": 224_848, "full-house": 3_473_184, "flush": 4_047_644}
    for hand, number in hands.items():
        both = played.get(hand, 0) + folded.get(hand, 0)
        assert Fraction(both, whole) == Fraction(number, comb(52, 7)), hand
    paid = 2 * sum(Fraction(played[hand], whole) for hand in hands)
    report = odds(filing, recompute=True)
    assert report.bets["ante_bonus"].ev == paid
    lost = 2 * sum(Fraction(folded.get(hand, 0), whole) for hand in hands)
    assert paid + lost == Fraction(2 * sum(hands.values()), comb(52, 7))
    assert 0 < lost < Fraction(1, 50)  # only those that lie on the board are ever folded


def _beaten_banks(qualifies: dict[str, str], row: str = "") -> list[Fraction]:
    """What the bad beat bet nets of a winner, by the kind of the beaten bank's hand."""
    data = read_toml(DATA / "napa-valley" / "ultimate-texas-holdem.toml")
    data["game"]["qualifies"] = {**qualifies, "cite": "X | 1"}
    data["game"]["bad_beat"]["bank_unqualified"] = "lose"
    (table,) = (one for one in data["pay_table"] if one["wager"] == "bad_beat")
    if row:
        table["rows"].append({"hand": "two-pair", "label": "Two pair", "pays": 3})
        table["rows"].append({"hand": row, "label": "Beaten", "pays": 2})
    filing = parse_filing(data, "beaten.toml")
    assert isinstance(filing, UltimateHoldem)
    rules = Rules(filing)
    return [rules.beaten_bank(bank) for bank in CATEGORIES]


def test_a_pair_too_low_to_qualify_changes_no_beaten_bank_that_is_paid() -> None:
    # The table begins with three of a kind: no pair is paid, whichever it is.
    assert _beaten_banks({"minimum": "one-pair", "from_rank": "4"}) == _beaten_banks(
        {"minimum": "one-pair"}
    )


def test_a_row_for_the_very_kind_that_qualifies_by_rank_is_refused_by_name() -> None:
    with pytest.raises(HousewayError, match="pays a beaten one pair of the bank") as caught:
        _beaten_banks({"minimum": "one-pair", "from_rank": "4"}, "one-pair")
    assert caught.value.where.endswith("game.qualifies.from_rank")
