"""Points between two players: segments, bonuses, ties, fouls (500-club, 004:1944-2011)."""

from __future__ import annotations

import pytest

from tests.families.chinese_poker.chinese_hands import points, scored

# Queen high, pair of aces, kings and nines: nothing that has a bonus.
PLAIN = "Qd8d3s AsAc6d5c2c KdKc9d9sTs"

# Loses every segment to the hands below: nine high, queen high, pair of kings.
LOSER = "6d7d9s 8sTsJdQs6s KdKsAd7s8d"


@pytest.mark.parametrize(
    ("rank", "bonus"),
    [
        ("6", 1), ("7", 2), ("8", 3), ("9", 4), ("T", 5), ("J", 6), ("Q", 7), ("K", 8), ("A", 9),
    ],
)  # fmt: skip
def test_bonus_system_pairs_on_top_004_1974(rank: str, bonus: int) -> None:
    # Pair, then threes and twos, then three fives: three segments won and the row.
    hero = f"{rank}h{rank}c4h 2s2h3s3h4c 5c5d5h2d3d"
    assert points(hero, LOSER) == [f"p1 p2 {3 + bonus}"]


@pytest.mark.parametrize("rank", ["4", "5"])
def test_pairs_below_sixes_have_no_bonus(rank: str) -> None:
    hero = f"{rank}h{rank}cJh 2s2h3s3h8c TcTdTh2d3d"
    assert points(hero, LOSER) == ["p1 p2 3"]


LOW_LOSER = "2c3d5h 8c7d6h4c2d 8d8h7c5c3c"  # of ranks 2 to 8, no spade
HIGH_LOSER = "9cTdJh AcQdJcTc9d KcKdAhQh9h"  # of ranks 9 to ace, no spade


@pytest.mark.parametrize(
    ("rank", "bonus"),
    [
        ("2", 10), ("3", 11), ("4", 12), ("5", 13), ("6", 14), ("7", 15), ("8", 16), ("9", 17),
        ("T", 18), ("J", 19), ("Q", 20), ("K", 21), ("A", 22),
    ],
)  # fmt: skip
def test_bonus_system_threes_on_top_004_1983(rank: str, bonus: int) -> None:
    # Middle ace-high flush in spades (8), bottom queen-high straight flush in spades (10).
    hero = f"{rank}c{rank}d{rank}h AsKs7s4s2s 8s9sTsJsQs"
    other = HIGH_LOSER if rank in "2345678" else LOW_LOSER
    assert points(hero, other) == [f"p1 p2 {3 + bonus + 8 + 10}"]


@pytest.mark.parametrize(
    ("hero", "other", "won"),
    [
        # straight over straight: 4 and 2
        ("2c3d7h 4c5c6d7c8h 9cTdJhQcKd", "2d3h5h KcJc9d8d6h AsAd4dTc2h", 3 + 4 + 2),
        # flush over flush: 8 and 4
        ("2h3h5s 2c4c6c8c9c AdTd7d5d3d", "2d4h3s KhJh9h8s6s AsAcKdQdJs", 3 + 8 + 4),
        # full houses: 12 and 6
        ("2c3d5h 4c4d4h9c9d 7c7d7hTcTd", "2d3h4s KhJh9h8s6s AsAcKdQdJs", 3 + 12 + 6),
        # fours: 16 and 8
        ("Qc3d5h 4c4d4h4s9c 7c7d7h7sTc", "2d3h6d KhJh9h8s6s AsAcKdQdJs", 3 + 16 + 8),
        # straight flushes: 20 and 10
        ("2h3s7h 4c5c6c7c8c 9dTdJdQdKd", "2d3h5h KhJh9h8s6s AsAcKsQsJc", 3 + 20 + 10),
        # royal flush below a straight flush: 20 and 20
        ("2h3s7h 4c5c6c7c8c TdJdQdKdAd", "2d3h5h KhJh9h8s6s AsAcKsQsJc", 3 + 20 + 20),
    ],
)
def test_bonus_system_middle_rows_004_1996(hero: str, other: str, won: int) -> None:
    assert points(hero, other) == [f"p1 p2 {won}"]


OTHER = "2d3h5h KhJh9h8s6s AsAcKdQdJs"  # five high, king high, pair of aces


@pytest.mark.parametrize(
    ("hero", "other", "won"),
    [
        ("4c3d7h 9c9d4d5c2h 6c6d6hTc8d", OTHER, 3),  # three of a kind has no bonus
        ("4c3d7h 9c9d4d5c2h QcQhTcTd8d", OTHER, 3),  # nor have two pairs
        ("2c3d7h 9c9d4c5c2h 4d5d6h7c8h", OTHER, 3 + 2),
        ("4c3d7h 9c9d4d5c2h 2s5s7sTsQs", OTHER, 3 + 4),
        ("4c3d7h 9c9d4d5c2h 8c8d8hTcTd", OTHER, 3 + 6),
        ("4c3d7h 9c9d4d5c2h TcTdThTs2s", OTHER, 3 + 8),
        ("Tc3d7h 9c9d4d5d2h 4c5c6c7c8c", OTHER, 3 + 10),
        ("4c3d7h 9c9d4d5c2h AsKsQsJsTs", "2d3h5h KhJh9h8s6s AcAdKdQdJc", 3 + 20),
    ],
)
def test_bonus_system_bottom_rows_004_1996(hero: str, other: str, won: int) -> None:
    assert points(hero, other) == [f"p1 p2 {won}"]


def test_no_bonus_in_the_middle_for_threes_or_two_pairs() -> None:
    assert points("4c3d7h 6c6d6hTc8d QcQhQs4d8c", OTHER) == ["p1 p2 3"]
    assert points("4c3d7h 6c6dTcTd8d QcQhQs4d8c", OTHER) == ["p1 p2 3"]


def test_the_filings_example_nets_nine_poker_c_24() -> None:
    """Two of three segments won, four of a kind in the back: ten, less the segment lost."""
    hero = "2c3d7h 9c9d4c5c2h TcTdThTs2s"
    other = "Kc5d4h 6c6d8d3hJh AsAcKdQdJs"
    assert points(hero, other) == ["p1 p2 9"]


def test_lost_segment_earns_no_bonus_004_2007() -> None:
    # Queens on top lose to kings on top (8); nothing is paid for the queens.
    queens = "QcQd2c AcAd4c3d2d 5c5d5h7c8d"
    kings = "KcKd2h AhAs4d3h2s 9c9d9h7d8c"
    # top -1-8; middle ties and goes to the button, +1; bottom -1
    assert points(queens, kings) == ["p1 p2 -9"]
    # With the buttons on the other side the tie goes there: 9 + 1 + 1.
    assert points(queens, kings, button=2) == ["p2 p1 11"]


def test_both_sides_bonuses_are_netted() -> None:
    # Nines beat eights on top, 1 + 4; a six-high straight loses to an eight-high one in the
    # middle, -1 - 4; a straight loses to a flush at the bottom, -1 - 4.
    one = "9c9d2c 2d3d4h5c6d 6c7c8h9hTd"
    other = "8c8dAc 4d5d6h7h8s 2s5s9sJsKs"
    assert points(one, other) == ["p1 p2 -5"]


# Ties.

TWIN = "Qh8h3c AhAd6h5d2d KhKs9h9cTd"  # the same ranks as PLAIN
THIRD = "2h3d4d Jc8c7c6c4h 5h5s7dJs3h"  # loses everything to both


def test_the_button_wins_every_tie_004_1964() -> None:
    assert points(PLAIN, TWIN) == ["p1 p2 3"]
    assert points(PLAIN, TWIN, button=2) == ["p2 p1 3"]


def test_ties_between_others_are_a_push_004_1964() -> None:
    assert points(PLAIN, TWIN, THIRD, button=3) == ["p3 p1 -3", "p3 p2 -3", "p1 p2 0"]


def test_three_handed_order_of_comparison_from_the_button_004_1948() -> None:
    assert points(PLAIN, TWIN, THIRD, button=1) == ["p1 p2 3", "p1 p3 3", "p2 p3 3"]
    assert points(PLAIN, TWIN, THIRD, button=2) == ["p2 p3 3", "p2 p1 3", "p3 p1 -3"]


def test_tied_top_pair_gives_the_button_its_bonus_poker_c_10() -> None:
    one = "QdQc3s AsAc6d5c2c KdKc9d9sTs"
    other = "QhQs3c AhAd6h5d2d KhKs9h9cTd"
    assert points(one, other) == ["p1 p2 10"]  # 1 + 7, 1, 1
    assert points(one, other, THIRD, button=3)[2] == "p1 p2 0"


def test_tied_straights_give_the_button_their_bonus_poker_c_10() -> None:
    one = "2c3d8h 4c5d6h7c8d 9cTdJhQcKd"
    other = "2d3c8c 4d5c6c7h8s 9dTcJcQhKs"
    assert points(one, other) == ["p1 p2 9"]  # 1, 1 + 4, 1 + 2


def test_a_tied_segment_only_goes_to_the_button_the_rest_counts() -> None:
    # Tops tie; the second player has the better middle and bottom.
    one = "Qd8d3s AsAc6d5c2c TdTc9d9s5s"
    other = "Qh8h3c AhAd7h5d2d KhKs9h9cTs"
    assert points(one, other) == ["p1 p2 -1"]
    assert points(one, other, button=2) == ["p2 p1 3"]


def test_suits_do_not_break_ties_004_1891() -> None:
    # Flushes of the same ranks in spades and clubs, neither player on the button: a push.
    one = "2h3h4h 9h9d5h6h7h AsJs8s6s3s"
    other = "2d3d4d TdTh5d6d8h AcJc8c6c3c"
    third = "2s5c7d QdJd8dKh4s QsQhKs4c7s"
    # top 4-3-2 ties, middle nines against tens -1, bottom flushes tie
    assert points(one, other, third, button=3)[2] == "p1 p2 -1"


# Fouls. In each the first hand is foul; the other has no bonus.


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("Qh8h3c KhKs9h9cTd AhAd6h5d2d", "back below middle"),
        ("AhAd3c KhKs8h7cTd QhQs6h6c2d", "middle below front"),
        ("2h3h4h Jh9c7h6h5h Jc9h7c6c5s", "middle equal to back (C-2)"),
        ("7h7cKh 7d7sQhJh2h AhAdJcTc4c", "pair alike, front kicker higher (C-3)"),
        ("3h3c3d AhAdKhKs2h 4h4c4s9h8h", "threes in front over two pairs"),
    ],
)
def test_foul_pays_nine_to_each_opponent_poker_c_1(hand: str, why: str) -> None:
    assert points(hand, PLAIN) == ["p1 p2 -9"], why
    assert points(PLAIN, hand) == ["p1 p2 9"], why


def test_pair_alike_and_lower_front_cards_are_no_foul_poker_c_3() -> None:
    # Sevens in front with a jack, sevens in the middle with queen and jack.
    hand = "7h7cJh 7d7sQhJc2h AhAdJdTc4c"
    # top 7s beat queen high 1 + 2; middle 7s lose to aces -1; bottom aces lose to two pairs -1
    assert points(hand, PLAIN) == ["p1 p2 1"]


def test_front_that_matches_all_it_has_is_below_the_middle_poker_c_3() -> None:
    hand = "7h7cQh 7d7sQc5h2h AhAdJdTc4c"
    assert points(hand, PLAIN) == ["p1 p2 1"]


def test_foul_also_pays_the_opponents_bonuses_004_1956() -> None:
    foul = "Qh8h3c KhKs9h9cTd AhAd6h5d2d"
    good = "QcQd2c AsAc4c3d2s 5c6d7c8d9s"  # queens 7, straight at the bottom 2
    assert points(foul, good) == ["p1 p2 -18"]


def test_fouled_hand_gets_no_bonus_004_2009() -> None:
    # Four aces in the middle above kings at the bottom: nine points lost, no bonus won.
    foul = "Qh8h3c AhAdAcAs2d KhKs9h9cTd"
    assert points(foul, "Qd8d3s 6s6c4d5c2c KdKc9d9sTs") == ["p1 p2 -9"]


def test_two_fouls_exchange_nothing_poker_c_5() -> None:
    foul = "Qh8h3c KhKs9h9cTd AhAd6h5d2d"
    another = "Qd8d3s KdKc9d9sTs AsAc6d5c2c"
    assert points(foul, another) == ["p1 p2 0"]


def test_a_foul_does_not_tie_with_the_button_poker_c_12() -> None:
    # The fouled button would tie all three segments of PLAIN but for its order.
    foul = "Qh8h3c KhKs9h9cTd AhAd6h5d2d"
    assert points(foul, PLAIN, button=1) == ["p1 p2 -9"]
    assert points(PLAIN, foul, button=2) == ["p2 p1 -9"]


def test_foul_pays_every_opponent() -> None:
    foul = "2h3d4d 5h5s7dJs3h Jc8c7c6c4h"
    assert points(PLAIN, TWIN, foul, button=1) == ["p1 p2 3", "p1 p3 9", "p2 p3 9"]


def test_royal_flush_in_the_middle_cannot_be_kept_poker_c_4() -> None:
    hand = "2c3d7h TcJcQcKcAc TdJdQdKdAd"
    other = "2d3h5h KhJh9h8s6s AsAhKsQsJs"
    assert points(hand, other) == ["p1 p2 -9"]


def test_straights_and_flushes_do_not_count_on_top_004_1919() -> None:
    # Queen-jack-ten suited is queen high and loses to a pair of fours; kings beat eights; aces
    # lose to three nines.
    suited = "QhJhTh KhKs5c4s2c AhAd6h7d2d"
    assert points(suited, "4d4h2s 8c8dJc6c5d 9c9d9h7c5s") == ["p1 p2 -1"]


def test_comparisons_say_why_and_where() -> None:
    answer = scored("Qh8h3c KhKs9h9cTd AhAd6h5d2d", PLAIN)
    (told,) = answer["comparisons"]
    assert told["players"] == ["p1", "p2"]
    assert told["because"] == (
        "foul: back (Pair of aces, six-five-two) does not rank above middle (Kings and nines, "
        "ten kicker); 9 points"
    )
    assert told["cite"] == "Object of the Game; Foul Hand; Bonus System"
    assert told["paid"] == "-9.00"
