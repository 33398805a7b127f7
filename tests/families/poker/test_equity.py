"""Equities: published figures, PokerKit, brute force by the readable rankings; pot fees."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import CARDS, Card, parse_cards
from houseway.errors import HousewayError
from houseway.families.poker.equity import POT, _by_rankings, _spread, equity
from houseway.families.poker.pot_fees import PotHabits, pot_fees
from houseway.families.poker.ranges import holdings
from houseway.families.poker.schema import Poker
from houseway.filings.catalogue import index
from houseway.filings.loader import open_filing

POKER = [entry["id"] for entry in index() if entry["family"] == "poker"]
HOLDEM = "napa-valley/texas-holdem"


def opened(filing_id: str) -> Poker:
    filing = open_filing(filing_id)
    assert isinstance(filing, Poker)
    return filing


@pytest.mark.parametrize(
    ("other", "won", "lost", "tied"),
    [
        ("KhKs", 1_388_072, 317_694, 6_538),
        ("Td9d", 1_338_249, 367_143, 6_912),
        ("QcJh", 1_450_987, 254_763, 6_554),
    ],
)
def test_aces_as_counted_by_gnu_poker_eval(other: str, won: int, lost: int, tied: int) -> None:
    """Counts of its `hcmp2` for two aces, diamonds and clubs (brainwagon.org, 9 April 2005)."""
    found = equity(HOLDEM, ["AdAc", other])
    aces, against = found.hands["AdAc"], found.hands[other]
    boards = won + lost + tied
    assert (found.exact, found.runouts, found.standard_error) == (True, boards, None)
    assert (aces.win, against.win, aces.tie) == (won / boards, lost / boards, tied / boards)
    assert aces.equity == (won + tied / 2) / boards


def test_sampling_agrees_with_the_count_within_its_error() -> None:
    hands = ["AhKh", "QsQc", "7d7c"]
    exact = equity(HOLDEM, hands)
    drawn = equity(HOLDEM, hands, samples=200_000, seed=9)
    assert not drawn.exact
    assert drawn.standard_error is not None
    assert 0.0008 < drawn.standard_error < 0.0012
    for text in hands:
        assert abs(drawn.hands[text].equity - exact.hands[text].equity) < 4.5 * drawn.standard_error
    assert drawn.as_json() == equity(HOLDEM, hands, samples=200_000, seed=9).as_json()


_GAMES = [
    # Ten cards of a board or of hands to come are few enough to go through twice.
    (HOLDEM, 2, 3),
    ("outlaws/holdem-hi-lo", 2, 3),
    ("500-club/pineapple-hi-lo", 2, 4),
    ("500-club/crazy-pineapple", 2, 4),
    ("500-club/omaha", 4, 4),
    ("500-club/omaha-hi-lo", 4, 4),
    ("500-club/pot-limit-omaha-8", 4, 4),
    ("500-club/big-o", 5, 4),
    ("500-club/seven-card-stud", 6, 0),
    ("500-club/stud-8", 6, 0),
    ("500-club/razz", 6, 0),
]


def _laid_out_plainly(
    cards: list[Card], held: int, on_board: int, whole: int
) -> npt.NDArray[np.uint8]:
    """Every runout of two hands: a board's last cards, or a stud hand's last card each."""
    rest = [card.index for card in CARDS if card not in cards]
    known = [card.index for card in cards]
    one, other, board = known[:held], known[held : 2 * held], known[2 * held :]
    if held < whole:
        rows = [[*one, a, *other, b] for a, b in permutations(rest, 2)]
    else:
        rows = [[*one, *other, *board, *last] for last in combinations(rest, 5 - on_board)]
    return np.array(rows, np.uint8)


@pytest.mark.parametrize(("filing_id", "held", "on_board"), _GAMES)
def test_kernels_count_as_the_readable_rankings_do(
    filing_id: str, held: int, on_board: int
) -> None:
    source = random.Random(f"equity {filing_id}")
    for _ in range(3):
        cards = source.sample(CARDS, 2 * held + on_board)
        texts = ["".join(card.text for card in cards[i * held : (i + 1) * held]) for i in range(2)]
        board = "".join(card.text for card in cards[2 * held :])
        filing = opened(filing_id)
        found = equity(filing, texts, board=board)
        spread = _spread(filing, texts, board, "")
        runouts = _laid_out_plainly(cards, held, on_board, spread.held)
        rows = _by_rankings(filing, spread, [runouts])
        assert found.exact
        assert found.runouts == len(runouts)
        for text, row in zip(texts, rows, strict=True):
            assert found.hands[text].equity == row[0] / (POT * found.runouts)
            assert found.hands[text].win == row[1] / found.runouts
            assert found.hands[text].high == row[3] / (POT * found.runouts)
            low = None if filing.game.low is None else row[4] / (POT * found.runouts)
            assert found.hands[text].low == low


def test_two_cards_to_come_judged_by_pokerkit() -> None:
    """A set of nines against a flush draw: every turn and river judged by PokerKit."""
    from pokerkit import StandardHighHand

    hands, board = ["AhKh", "9s9c"], "Qh7h9d"
    known = "".join([*hands, board])
    rest = [card.text for card in CARDS if card not in parse_cards(known)]
    shares = Fraction(0)
    count = 0
    for two in combinations(rest, 2):
        run = board + "".join(two)
        one = StandardHighHand.from_game(hands[0], run)
        other = StandardHighHand.from_game(hands[1], run)
        shares += 1 if one > other else Fraction(1, 2) if one == other else 0
        count += 1
    found = equity(HOLDEM, hands, board=board)
    assert found.runouts == count == 990
    assert found.hands["AhKh"].equity == float(shares / count)


def test_complete_hands_of_draw_games_are_compared_pat() -> None:
    wheel = equity("500-club/badugi", ["Ah2d3c4s", "KhQd3sJc"])
    assert wheel.hands["Ah2d3c4s"].equity == 1
    low = equity("500-club/2-7-triple-draw", ["2h3d4c5s7h", "Ah3c4d5h7d"])
    assert low.hands["2h3d4c5s7h"].win == 1
    split = equity("outlaws/draw-poker-hi-lo", ["KhKdKcJk5d", "2s3c4d6h8s"])
    assert (split.hands["KhKdKcJk5d"].equity, split.hands["2s3c4d6h8s"].equity) == (0.5, 0.5)
    assert split.hands["2s3c4d6h8s"].low == 1


def test_mexican_joker_face_down_is_wild_and_face_up_an_ace() -> None:
    """Rulings poker M-4 and M-5: wild it fills kings and fours, as an ace it is a kicker."""
    deuces = "2c2d2h5s6h"
    down = equity("500-club/mexican-poker", ["KdJkKc4h4s", deuces])
    up = equity("500-club/mexican-poker", ["KdKc4h4sJk", deuces])
    assert down.runouts == up.runouts == 1
    assert down.hands["KdJkKc4h4s"].win == 1
    assert up.hands[deuces].win == 1


@pytest.mark.parametrize("filing_id", POKER)
def test_every_poker_filing_has_equities(filing_id: str) -> None:
    filing = opened(filing_id)
    game = filing.game
    held = sum(len(s.cards) for s in game.street) - sum(
        s.discard.count for s in game.street if s.discard
    )
    stock = [card for card in CARDS if card.rank not in (8, 9, 10)]
    cards = random.Random(filing_id).sample(stock, 2 * held)
    texts = ["".join(c.text for c in cards[:held]), "".join(c.text for c in cards[held:])]
    found = equity(filing, texts, samples=300)
    assert sum(hand.equity for hand in found.hands.values()) == pytest.approx(1)
    answer = found.as_json()
    assert list(answer)[:6] == [
        "filing", "board", "hands", "exact", "standard_error", "runouts",
    ]  # fmt: skip
    assert list(answer["hands"][texts[0]]) == ["equity", "win", "tie", "high", "low"]


def test_what_is_no_deal_is_refused() -> None:
    for filing_id, hands, board, code in (
        ("500-club/ez-baccarat", ["AhAd", "KsKc"], "", "no-equity"),
        (HOLDEM, ["AhAd"], "", "bad-hands"),
        (HOLDEM, ["AhAd", "AhKc"], "", "card-twice"),
        (HOLDEM, ["AhAd", "AhAd"], "", "card-twice"),
        (HOLDEM, ["AA", "AA", "AA"], "", "card-twice"),
        (HOLDEM, ["AKx", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["0%", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["101%", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["QQs", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["QQ-A2s", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["", "KsKc"], "", "bad-hand"),
        ("500-club/omaha", ["AKs", "KsKcQsQc"], "", "bad-hand"),
        (HOLDEM, ["AhAdAc", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["Ah", "KsKc"], "", "bad-hand"),
        (HOLDEM, ["AhAd", "KsKc"], "2c3c4c5c6c7c", "bad-board"),
        (HOLDEM, ["AhAd", "KsKc"], "2cKs4c", "card-twice"),
        (HOLDEM, ["AhJk", "KsKc"], "", "card-twice"),
        ("500-club/crazy-pineapple", ["AhAdAc", "KsKcKd"], "", "bad-hand"),
        ("500-club/2-7-triple-draw", ["2h3d4c5s7h8h", "Ah3c4d5h7d"], "", "bad-hand"),
    ):
        with pytest.raises(HousewayError) as caught:
            equity(filing_id, hands, board=board)
        assert caught.value.code == code, (hands, board)


# Ranges.


@pytest.mark.parametrize(
    ("word", "held"),
    [
        ("AKs", 4), ("AKo", 12), ("AK", 16), ("KA", 16), ("QQ", 6), ("QQ+", 18), ("22+", 78),
        ("77-99", 18), ("99-77", 18), ("A2s-A5s", 16), ("ATs+", 16), ("KQo,QJs", 16),
        ("AKs,AhKh", 4), ("AhKh", 1), ("AhA", 3), ("100%", 1326), ("T9+", 16),
    ],
)  # fmt: skip
def test_a_range_stands_for_so_many_holdings(word: str, held: int) -> None:
    """Six holdings of a pair, four suited and twelve unsuited of two ranks."""
    found = holdings(word, 2, CARDS)
    assert found is not None
    assert len({frozenset(one) for one in found}) == len(found) == held


@pytest.mark.parametrize(
    ("word", "held"),
    [
        # Both aces or more: all four-card hands less those with no ace and with one.
        ("AA**", 270_725 - 194_580 - 4 * 17_296),
        ("****", 270_725),
        ("AhKh**", 1_225),
        ("AAKK", 36),
        # Two suits of two cards each: aces of both suits, kings of both suits.
        ("AAKK:ds", 6),
        ("AAKK:r", 6),
    ],
)
def test_an_omaha_range_stands_for_so_many_holdings(word: str, held: int) -> None:
    found = holdings(word, 4, CARDS)
    assert found is not None
    assert len({frozenset(one) for one in found}) == len(found) == held


def test_a_range_is_all_its_holdings_counted_one_by_one() -> None:
    """Ace-king suited against queens on a flop: 4 times 3 holdings, one card of each gone."""
    board, queens = "Qh 7d 2s", ["QsQd", "QsQc", "QdQc"]
    found = equity(HOLDEM, ["AKs", "QQ"], board=board)
    parts = [
        equity(HOLDEM, [f"A{suit}K{suit}", pair], board=board).hands[f"A{suit}K{suit}"].equity
        for suit, pair in product("shdc", queens)
    ]
    assert found.exact
    assert found.runouts == 12 * 990
    assert found.hands["AKs"].equity == pytest.approx(sum(parts) / 12, abs=1e-12)


def test_random_hands_on_the_river_are_every_hand_left() -> None:
    """King high against any hand on a board without help, counted by PokerKit's evaluator."""
    from pokerkit import StandardHighHand

    own, board = "KsQd", "2c7d9hJc4s"
    rest = [card.text for card in CARDS if card not in parse_cards(own + board)]
    mine = StandardHighHand.from_game(own, board)
    shares = [
        1 if mine > other else Fraction(1, 2) if mine == other else 0
        for two in combinations(rest, 2)
        for other in [StandardHighHand.from_game("".join(two), board)]
    ]
    found = equity(HOLDEM, [own, "random"], board=board)
    assert (found.exact, found.runouts) == (True, 990)
    assert found.hands[own].equity == float(Fraction(sum(shares), 990))


def test_aces_against_any_hand_as_published() -> None:
    """85.2037% (the usual table of starting hands against a random hand)."""
    found = equity(HOLDEM, ["AA", "random"], samples=2_000_000)
    assert found.standard_error is not None
    assert abs(found.hands["AA"].equity - 0.852037) < 4.5 * found.standard_error


def test_dead_cards_do_not_come() -> None:
    """A flush draw with one card to come: nine of 44 cards, seven of 40 with four gone."""
    hands, board = ["AhKh", "9s9c"], "Qh 7h 2d 3s"
    assert equity(HOLDEM, hands, board=board).runouts == 44
    gone = equity(HOLDEM, hands, board=board, dead="5h 6h Ac Kc")
    assert gone.runouts == 40
    # Seven hearts, and the last two aces and two kings make a higher pair.
    assert gone.hands["AhKh"].win == (7 + 4) / 40
    with pytest.raises(HousewayError, match="more often"):
        equity(HOLDEM, hands, board=board, dead="Ah")


def test_a_hand_given_in_part_draws_the_rest_once() -> None:
    """2-3-4-5 draws against a pat A-7-5-4-3: three sevens, all eights to kings and three aces win.

    Ace-five is ace high and no straight (ruling poker D-3); a six makes one.
    """
    found = equity("500-club/2-7-triple-draw", ["2h3d4c5s", "Ah3c4d5h7d"])
    assert found.runouts == 43
    assert found.hands["2h3d4c5s"].win == (3 + 6 * 4 + 3) / 43
    assert "once" in " ".join(found.assumed)
    badugi = equity("500-club/badugi", ["Ah2d3c", "5h6d7c8s"])
    assert badugi.hands["Ah2d3c"].win == 4 / 45  # the spades 4, 5, 6 and 7


# What the collection takes.


def test_napa_pot_fee_is_five_on_the_flop_and_one_without() -> None:
    """Option 1, seven players or more: $5 after the flop, $1 where the hand ends before it."""
    habits = PotHabits(players=8, pots_an_hour=Fraction(32), seen_flop=Fraction(3, 4))
    first = pot_fees(HOLDEM, habits)[0]
    assert first.per_pot == Fraction(3 * 500 + 1 * 100, 4)
    assert first.per_player_hour == first.per_pot * 32 / 8
    assert first.of_pot == first.per_pot / 100_00


def test_napa_time_fee_is_paid_twice_an_hour_whatever_is_played() -> None:
    timed = [fee for fee in pot_fees(HOLDEM) if fee.players == "any"]
    assert timed[0].per_player_hour == 2 * 700  # the first of the time options: $7 a half hour
    slower = pot_fees(HOLDEM, PotHabits(pots_an_hour=Fraction(15)))
    again = next(fee for fee in slower if fee.players == "any")
    assert again.per_player_hour == 2 * 700
    assert again.per_pot == 2 * timed[0].per_pot


def test_blinds_taken_as_the_fee_are_all_of_it() -> None:
    """Outlaws: the blinds of $1 and $3 themselves are the fee of every hand."""
    (only,) = pot_fees("outlaws/holdem")
    assert only.per_pot == 400


@pytest.mark.parametrize("filing_id", POKER)
def test_every_poker_filing_says_what_its_schedules_take(filing_id: str) -> None:
    found = pot_fees(filing_id)
    assert found
    assert all(fee.per_pot >= 0 and fee.as_text() for fee in found)


def test_shares_must_fall_from_street_to_street() -> None:
    with pytest.raises(HousewayError, match="shares"):
        PotHabits(seen_turn=Fraction(99, 100))
