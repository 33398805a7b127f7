"""The bank's book: closed forms, recursion and hands dealt beside one another."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, log, sqrt
from typing import Any

import pytest
from rich.console import Console

from houseway.analysis.bank import clauses as clauses_
from houseway.analysis.bank.book import bank_book
from houseway.analysis.bank.clauses import Clause, clauses
from houseway.analysis.bank.league import league
from houseway.analysis.bank.ruin import HandResults
from houseway.analysis.bank.schedules import Flat, every_schedule
from houseway.analysis.bank.sheet import book_sheet, league_sheet
from houseway.analysis.odds import odds, shippable
from houseway.analysis.simulate.run import simulate
from houseway.analysis.simulate.table import SimulatedTable, table_terms
from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms, make_terms

BACCARAT = "napa-valley/ez-baccarat-panda-8"
NO_BUST = "napa-valley/no-bust-21st-century-blackjack"
THREE_CARD = "500-club/three-card-poker-6-card-bonus"


def seats(spot: str, amount: int, count: int = 5, **more: Any) -> SimulatedTable:
    players = [{"seat": seat, "wagers": {spot: amount}} for seat in range(2, 2 + count)]
    return SimulatedTable.model_validate({"player": players, "bank_seat": 1, **more})


def opened(filing_id: str) -> PlayerDealerFiling:
    filing = load(filing_id)
    assert isinstance(filing, PlayerDealerFiling)
    return filing


# Ruin: the classical results of a coin


COIN = HandResults({100: 0.51, -100: 0.49})


def test_ruin_ever_of_a_coin_is_the_gambler_s_ruin() -> None:
    """Feller, An Introduction to Probability Theory I, XIV.2: (q/p) to the power of the stake."""
    assert COIN.exponent == pytest.approx(log(0.51 / 0.49), rel=1e-9)
    for stake in (10, 50, 200):
        assert COIN.ruin_ever_at_most(stake) == pytest.approx((0.49 / 0.51) ** stake, rel=1e-9)
        assert COIN.ruin_ever(stake) == pytest.approx(exp(-2 * 0.02 * stake / (1 - 0.02**2)))


def test_ruin_by_recursion_of_a_fair_coin_is_the_reflection_principle() -> None:
    """Feller III.7: a walk of n steps ever lies below -r as often as it ends there, twice."""
    fair, hands = HandResults({100: 0.5, -100: 0.5}), 60
    for room in (0, 3, 10):
        ends = sum(
            Fraction(comb(hands, ups), 2**hands)
            for ups in range(hands + 1)
            for end in [2 * ups - hands]
            if end <= -(room + 1)
        )
        at = sum(
            Fraction(comb(hands, ups), 2**hands)
            for ups in range(hands + 1)
            if 2 * ups - hands == -(room + 1)
        )
        (found,) = fair.ruin_by_recursion([room], hands)
        assert found == pytest.approx(float(2 * ends - at), abs=1e-12)


def test_recursion_and_closed_form_meet_for_small_bets() -> None:
    """A coin of ten cents is nearly the diffusion it approaches."""
    small = HandResults({10: 0.52, -10: 0.48})
    for room in (2.0, 5.0):
        (found,) = small.ruin_by_recursion([room], 2_000)
        # The walk must pass the room by one step more: half of what tells them apart.
        low, high = small.ruin_within(room + 0.1, 2_000), small.ruin_within(room, 2_000)
        assert low - 0.003 < found < high


def test_needed_bankrolls_give_back_the_ruin_they_are_for() -> None:
    for chance in (0.1, 0.01):
        room = COIN.room_for(chance)
        assert room is not None
        assert COIN.ruin_ever(room) == pytest.approx(chance)
        room = COIN.room_for(chance, 500)
        assert room is not None
        assert COIN.ruin_within(room, 500) == pytest.approx(chance)
    assert HandResults({100: 0.5, -100: 0.5}).room_for(0.01) is None


def test_kelly_of_a_coin_is_edge_over_odds() -> None:
    """Kelly 1956: of an even bet with chance p the part 2p - 1, so a bankroll of 1/(2p - 1)."""
    assert COIN.kelly_bankroll() == pytest.approx(1 / 0.02)
    assert COIN.kelly_fraction(25) == pytest.approx(0.5)
    # At 3 to 1 with chance 0.3: p - q/3.
    long = HandResults({300: 0.3, -100: 0.7})
    assert long.kelly_bankroll() == pytest.approx(1 / (0.3 - 0.7 / 3))
    assert HandResults({100: 0.49, -100: 0.51}).kelly_bankroll() is None


def test_results_are_weighed_to_the_counted_mean() -> None:
    dealt = HandResults({100: 0.5, -100: 0.5}, counted=0.02)
    assert dealt.mean == pytest.approx(0.02)
    assert dealt.ruin_ever_at_most(50) == pytest.approx((0.49 / 0.51) ** 50)


# The book of a table


@pytest.fixture(scope="module")
def one_seat() -> Any:
    """One player on the player line: everything about it can be counted by hand."""
    table = seats(
        "player", 100, 1, bank=[200], schedule=[1], bankroll=3_000, hours=8, hands_an_hour=40
    )
    return bank_book(BACCARAT, table=table, rounds=120_000, workers=1, with_clauses=False), table


def test_win_and_spread_of_one_line_of_baccarat_are_those_of_its_odds(one_seat: Any) -> None:
    book, table = one_seat
    (line,) = book.lines
    bet = odds(BACCARAT).bets["player"]
    (exact,) = odds(BACCARAT, table=table).collection
    assert line.win_found == "counted"
    assert line.win_per_hand == pytest.approx(exact["bank"]["after"])
    assert line.win_per_hour == pytest.approx(exact["bank"]["after_an_hour"])
    assert line.sd_per_hand == pytest.approx(100 * bet.sd, rel=0.01)
    assert line.sd_per_hour == pytest.approx(line.sd_per_hand * sqrt(40))
    assert line.uncovered == 0


def test_ruin_of_a_session_is_what_sessions_dealt_come_to(one_seat: Any) -> None:
    """By recursion over the results, and by dealing sessions from beginning to end."""
    book, table = one_seat
    (line,) = book.lines
    (point,) = (one for one in line.ruin if one.bankroll == 3_000)
    made = simulate(BACCARAT, table=table, rounds=1_200_000, workers=1)
    ruin = made.cells[0].as_json()["ruin"]
    assert ruin["low"] - 0.01 < point.session < ruin["high"] + 0.01
    assert point.session < point.ever <= point.ever_at_most + 1e-12 or point.ever == 1.0


def test_covering_less_keeps_what_is_not_paid_and_not_collected() -> None:
    """A bank of half the table wins what a full one wins, less what it never put at risk."""
    table = seats("ante", 20, 3, bank=[60, 5_000], schedule=[1])
    book = bank_book(THREE_CARD, table=table, rounds=120_000, workers=1, with_clauses=False)
    short, full = book.lines
    assert full.win_found == "counted"
    assert short.win_found == "counted, cover dealt"
    assert short.uncovered > 0.2
    assert short.win_error > 0
    made = simulate(THREE_CARD, table=table, rounds=600_000, workers=1, seed=7)
    dealt, error = made.cells[0].mean, made.cells[0].sd / sqrt(600_000)
    assert short.win_per_hand == pytest.approx(dealt, abs=4 * (error + short.win_error))
    assert short.sd_per_hand < full.sd_per_hand
    assert short.worst_hand >= -60 - 10  # the bank's wager, and the largest fee


# Schedules


def test_break_even_under_every_schedule_is_where_edge_and_fee_meet() -> None:
    """By hand: five flat wagers w earn 5 w times the edge; the fee is that of the bracket."""
    filing, table = opened(NO_BUST), seats("game", 100, schedule=[8])
    bets = odds(NO_BUST).bets
    edge = -float(bets["game"].under("chart").ev)
    ranked = every_schedule(filing, table, bets)
    assert {one.schedule for one in ranked} >= {"1", "8"}
    wins = [one.win_per_hand for one in ranked if one.permitted and one.win_per_hand is not None]
    assert wins == sorted(wins, reverse=True)
    terms = table_terms(filing, table, 8)
    assert terms.schedule is not None
    for one in ranked:
        flat = Flat.of(table_terms(filing, table, one.schedule), table, bets)
        if one.ahead_from is None:
            continue
        low, _ = flat.span
        fee = flat.bank_fee(one.ahead_from)
        assert fee is not None
        assert 5 * one.ahead_from * edge > fee / 100
        if one.ahead_from > low:
            before = flat.bank_fee(one.ahead_from - 1)
            assert before is None or 5 * (one.ahead_from - 1) * edge <= before / 100


def test_fee_against_the_edge_by_wager_size() -> None:
    """Schedule 8 of Napa takes $4 of $500 in action: 5 x 100 x 1.089% is $5.445."""
    filing, table = opened(NO_BUST), seats("game", 100, schedule=[8])
    flat = Flat.of(table_terms(filing, table, 8), table, odds(NO_BUST).bets)
    (at_100,) = (one for one in flat.sizes() if one.wager == 100)
    assert at_100.bank_fee == 4.0
    assert at_100.edge == pytest.approx(5.445, abs=0.001)
    assert at_100.after == pytest.approx(1.445, abs=0.001)
    assert at_100.fee_of_edge == pytest.approx(4 / 5.445, abs=0.001)


# Clauses and the league


def test_the_clause_on_the_three_card_seven_is_worth_what_was_published() -> None:
    """As dealt elsewhere the banker line costs 1.0183% (Wizard of Odds); as filed it pays 1.2351%.

    A hundred dollars on banker is worth the difference, 2.2534, to the bank.
    """
    terms: Terms[Any] = make_terms(load(BACCARAT), decks=8)
    found = clauses(terms, seats("banker", 100, 1), every_key=False)
    seven = next(one for one in found if one.key == "banker_three_card_seven")
    assert seven.value == "push"
    assert seven.changes["banker"] == pytest.approx(-0.022534, abs=1e-6)
    assert seven.bank_per_hand == pytest.approx(2.2534, abs=1e-4)
    assert seven.cite
    assert any(one.kind == "decks" for one in found)


@pytest.mark.long
def test_every_key_of_three_card_poker_is_tried() -> None:
    check_lower_antes(clauses(three_card_terms(), seats("ante", 100, 1)))


def test_a_key_of_three_card_poker_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    every = clauses_.by_key
    monkeypatch.setattr(
        clauses_, "by_key", lambda terms: (one for one in every(terms) if one[0].key == LOWER)
    )
    check_lower_antes(clauses(three_card_terms(), seats("ante", 100, 1)))


LOWER = "game.ante_unqualified.lower"


def three_card_terms() -> Terms[Any]:
    return make_terms(load(THREE_CARD))


def check_lower_antes(found: list[Clause]) -> None:
    """500 Club takes a lower ante of an unqualified bank, Outlaws returns it: all else is alike."""
    lower = {one.value: one for one in found if one.key == LOWER}
    returned = odds("outlaws/three-card-poker-6-card-bonus").bets["ante"]
    assert lower["push"].ev["ante"] == pytest.approx(float(returned.ev))


def test_the_league_has_every_house_s_games() -> None:
    rows = league()
    assert {row.filing for row in rows} == set(shippable())
    tiles = next(row for row in rows if row.filing == "napa-valley/pai-gow-tiles")
    assert tiles.edge < 0  # players of the card beat a bank of the chart
    wins = [row.after_fees_per_hour for row in rows if row.after_fees_per_hour is not None]
    assert wins == sorted(wins, reverse=True)
    Console(file=None, quiet=True).print(league_sheet(rows, players=5, pace=40))


def test_a_book_tells_how_far_it_is_and_can_be_cancelled(one_seat: Any) -> None:
    _, table = one_seat
    told: list[float] = []
    with pytest.raises(HousewayError) as caught:
        bank_book(
            BACCARAT, table=table, rounds=300_000, workers=1, progress=told.append,
            cancelled=lambda: len(told) > 1,
        )  # fmt: skip
    assert caught.value.code == "cancelled"
    assert told == sorted(told)
    assert 0 < told[0] < 1


def test_a_book_is_written_for_people_and_programs(one_seat: Any) -> None:
    book, _ = one_seat
    written = book.as_json()
    assert written["banks"][0]["bank"] == "200.00"
    assert {"ruin", "needed", "kelly_bankroll"} <= set(written["banks"][0])
    console = Console(width=80, record=True, file=None, quiet=True)
    console.print(book_sheet(book))
