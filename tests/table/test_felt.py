"""Wagers before the deal: whose they are, where they may lie, what they must leave."""

from __future__ import annotations

from tests.table.tables import CLUB, PURE, banked, fill, refused

UTH = "casino-club/ultimate-texas-holdem"
BACCARAT = "napa-valley/ez-baccarat-panda-8"


def test_wagers_lie_on_the_felt_until_they_are_taken_back() -> None:
    table, journal = banked()
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00, "pair_plus": 5_00})
    assert (table.state.stack("Bob"), table.state.ledger["felt:2"]) == (985_00, 15_00)
    table.place("Bob", 2, {"ante": 25_00})
    assert (table.state.stack("Bob"), table.state.ledger["felt:2"]) == (975_00, 25_00)
    table.place("Bob", 2, {})
    assert (table.state.stack("Bob"), table.state.ledger["felt:2"]) == (1_000_00, 0)
    assert [dict(one.wagers) for one in journal.records("wagered")] == [
        {"ante": 10_00, "pair_plus": 5_00},
        {"ante": 25_00},
        {},
    ]


def test_casino_club_tcp_item_5_nothing_is_placed_or_taken_back_after_no_more_bets() -> None:
    table, _ = banked()
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    for wagers in ({"ante": 20_00}, {}):
        with refused("no-more-bets"):
            table.place("Bob", 2, wagers)


def test_wagers_wait_for_the_bank() -> None:
    table, _ = banked()
    fill(table)
    with refused("no-bank"):
        table.place("Bob", 2, {"ante": 10_00})
    with refused("no-bank"):
        table.no_more_bets()


def test_a_hand_needs_a_wager() -> None:
    table, _ = banked()
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("no-wagers"):
        table.no_more_bets()


def test_refused_wagers_change_nothing() -> None:
    table, journal = banked()
    fill(table)
    table.take_bank("Ann", 500_00)
    before = len(journal.entries)
    with refused("needs-base-wager"):
        table.place("Bob", 2, {"pair_plus": 5_00})
    with refused("no-such-wager"):
        table.place("Bob", 2, {"trips": 5_00})
    with refused("off-limits"):
        table.place("Bob", 2, {"ante": 10_00, "pair_plus": 50_01})
    with refused("not-enough"):
        table.place("Bob", 2, {"ante": 1_000_01})
    with refused("nothing-there"):
        table.place("Bob", 2, {})
    with refused("bank-bets"):
        table.place("Ann", 2, {"ante": 10_00})
    with refused("no-such-seat"):
        table.place("Bob", 8, {"ante": 10_00})
    with refused("not-here"):
        table.place("Zoe", 2, {"ante": 10_00})
    assert len(journal.entries) == before
    assert table.state.stack("Bob") == 1_000_00


def test_ultimate_holdem_ante_and_blind_are_equal() -> None:
    table, _ = banked(UTH)
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("needs-base-wager"):
        table.place("Bob", 2, {"ante": 10_00})
    with refused("unequal"):
        table.place("Bob", 2, {"ante": 10_00, "blind": 15_00})
    table.place("Bob", 2, {"ante": 10_00, "blind": 10_00})


# Other people's seats and empty ones.


def test_casino_club_tcp_item_3_one_who_stands_behind_bets_with_the_seat() -> None:
    table, _ = banked()
    fill(table)
    table.come("Dee", buy_in=200_00)
    table.take_bank("Ann", 500_00)
    with refused("empty-seat"):
        table.place("Dee", 2, {"ante": 10_00})
    table.place("Bob", 2, {"ante": 10_00})
    table.place("Dee", 2, {"ante": 20_00})
    assert table.state.ledger["felt:2/Dee"] == 20_00
    # The seat's player takes the wager back: those behind get theirs as well.
    table.place("Bob", 2, {})
    assert table.state.stack("Dee") == 200_00
    assert not table.state.wagers


def test_outlaws_tcp_item_5_refuses_bets_from_behind() -> None:
    table, _ = banked("outlaws/three-card-poker-6-card-bonus")
    fill(table)
    table.come("Dee", buy_in=200_00)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    with refused("no-backline"):
        table.place("Dee", 2, {"ante": 20_00})


def test_one_behind_keeps_enough_to_follow_the_seat() -> None:
    table, _ = banked(UTH)
    fill(table)
    table.come("Dee", buy_in=59_99)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00, "blind": 10_00})
    with refused("not-enough"):  # four times the ante may be wanted before the flop
        table.place("Dee", 2, {"ante": 10_00, "blind": 10_00})
    table.buy_in("Dee", 1)
    table.place("Dee", 2, {"ante": 10_00, "blind": 10_00})


def test_casino_club_pure_item_4_players_may_bet_on_unoccupied_circles() -> None:
    table, _ = banked(PURE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Bob", 5, {"game": 20_00})
    assert table.state.laid_out().seat(5) is not None
    assert table.state.stack("Bob") == 970_00
    # Somebody else at the same circle bets behind.
    table.place("Cy", 5, {"game": 5_00})
    assert "5/Cy" in table.state.wagers


def test_one_who_sits_down_at_a_circle_somebody_has_bet_on_bets_behind() -> None:
    table, _ = banked(PURE)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 5, {"game": 10_00})
    table.sit("Dee", 5, buy_in=100_00)
    table.place("Dee", 5, {"game": 20_00})
    assert {bettor: wager.name for bettor, wager in table.state.wagers.items()} == {
        "5": "Bob",
        "5/Dee": "Dee",
    }
    assert (table.state.stack("Bob"), table.state.stack("Dee")) == (990_00, 80_00)
    table.place("Bob", 5, {})  # what lies behind goes back with it
    assert (table.state.stack("Bob"), table.state.stack("Dee")) == (1_000_00, 100_00)
    table.place("Dee", 5, {"game": 20_00})
    assert [*table.state.wagers] == ["5"]


def test_three_card_poker_is_silent_on_empty_seats_so_they_stay_empty() -> None:
    table, _ = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("empty-seat"):
        table.place("Bob", 5, {"ante": 10_00})


def test_the_banks_own_seat_takes_no_wager() -> None:
    table, _ = banked(PURE)
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("bank-seat"):
        table.place("Bob", 1, {"game": 10_00})


def test_napa_baccarat_player_and_banker_line_exclude_each_other() -> None:
    table, _ = banked(BACCARAT)
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("excluded"):
        table.place("Bob", 2, {"player": 10_00, "banker": 10_00})


def test_fortune_pai_gow_deals_seven_positions_the_banks_included() -> None:
    table, _ = banked("napa-valley/fortune-pai-gow-poker-1.0")
    fill(table, ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gil"))
    table.take_bank("Ann", 500_00)
    for seat, name in enumerate(("Bob", "Cy", "Dee", "Eve", "Fay", "Gil"), 2):
        table.place(name, seat, {"game": 10_00})
    assert len(table.state.wagers) == 6


# Chips for the collection.


def test_a_wager_leaves_enough_for_the_players_own_fee() -> None:
    # Napa option 1: 50 cents from every player with a wager (003:1198).
    table, _ = banked("napa-valley/no-bust-21st-century-blackjack", schedule=("1",))
    fill(table, ("Ann", "Bob"), buy_in=20_00)
    table.take_bank("Ann", 10_00)
    with refused("not-enough"):
        table.place("Bob", 2, {"game": 20_00})
    table.place("Bob", 2, {"game": 19_50})
    with refused("not-enough"):
        table.cash_out("Bob", 1)


def test_tiles_option_3_a_table_action_without_a_filed_fee_is_refused() -> None:
    # 003:1426: the bank's fee of the upper bracket is missing (table-games 178).
    table, _ = banked("napa-valley/pai-gow-tiles", schedule=("3",))
    fill(table, ("Ann", "Bob"), buy_in=10_000_00)
    table.take_bank("Ann", 5_000_00)
    with refused("no-fee-filed"):
        table.place("Bob", 2, {"game": 6_000_00})


def test_003_948_both_lines_are_refused_when_they_are_laid_wherever_one_bets() -> None:
    """003:948"""
    table, _ = banked(BACCARAT)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"player": 10_00})
    table.place("Cy", 3, {"banker": 10_00})
    with refused("excluded"):
        table.place("Cy", 2, {"player": 10_00})
    with refused("excluded"):
        table.place("Bob", 3, {"banker": 10_00})
    table.place("Bob", 3, {"player": 10_00})  # the same line twice is one opinion
    table.no_more_bets()
    assert table.state.round == 1


def test_003_933_a_table_posts_limits_for_a_space() -> None:
    """003:933"""
    table, _ = banked(BACCARAT, limits="5-500; tie 5-50")
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("off-limits"):
        table.place("Bob", 2, {"player": 100_00, "tie": 60_00})
    table.place("Bob", 2, {"player": 100_00, "tie": 50_00})
