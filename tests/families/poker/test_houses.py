"""What cardrooms play besides the catalogue, written as filings: hands worked out by hand.

Limit hands are $4-$8 with blinds of 2 and 4, others have blinds of 1 and 2; stacks are 200.
"""

from __future__ import annotations

from typing import Any

import pytest

from houseway.families.poker.equity import equity
from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.phh_write import variant_code
from houseway.rounds.events import Called, Shown
from tests.families.poker.hands import ends, limit, no_limit, refused
from tests.families.poker.houses import (
    DOUBLE,
    HALF_POT,
    JACKS,
    KILL,
    LOWBALL,
    SHORT,
    SPREAD,
    STRADDLE,
    cited,
    house,
)

TWO = "p1 cc; p2 cc"
THREE = "p1 cc; p2 cc; p3 cc"


def heads_up(p1: str, p2: str, flop: str, turn: str, river: str) -> str:
    """p3 folds and the others check to the end: 4 in the pot."""
    streets = [f"d db {cards}; {TWO}" for cards in (flop, turn, river)]
    deal = f"d dh p1 {p1}; d dh p2 {p2}; d dh p3 7s6s; p3 f; {TWO}"
    return "; ".join([deal, *streets])


# Short deck.


def test_short_deck_a_flush_beats_a_full_house() -> None:
    hand = no_limit("", heads_up("AhKh", "9c9d", "9sQhQd", "8h", "7h"))
    short = house("texas-holdem", SHORT)
    ends(hand, [202, 198, 200], ["p1 high 4"], filing=short)
    assert variant_code(short.game, "no-limit") == "NS"


@pytest.mark.parametrize(("ranking", "winner"), [("short-deck", 1), ("short-deck-trips", 2)])
def test_short_deck_straight_and_trips_change_places_by_choice(ranking: str, winner: int) -> None:
    # Ace-high straight against three aces.
    hand = no_limit("", heads_up("JhQh", "AhAs", "AcKd8s", "Td", "7c"))
    short = house("texas-holdem", SHORT | {"game.high.ranking": ranking})
    stacks = [202, 198, 200] if winner == 1 else [198, 202, 200]
    ends(hand, stacks, [f"p{winner} high 4"], filing=short)


def test_short_deck_the_ace_is_below_the_six_in_a_straight() -> None:
    # 9-8-7-6-ace against three kings.
    hand = no_limit("", heads_up("6h7h", "KcKs", "8d9cAs", "Kd", "6d"))
    ends(hand, [202, 198, 200], ["p1 high 4"], filing=house("texas-holdem", SHORT))


def test_short_deck_has_no_five() -> None:
    refused(no_limit("", "d dh p1 5h5d"), "not-in-the-deck", filing=house("texas-holdem", SHORT))


def test_short_deck_equity_by_hand() -> None:
    # 28 rivers: 6h, 7h, Th and Jh make the flush; 9h makes four nines against it.
    found = equity(house("texas-holdem", SHORT), ["AhKh", "9c9d"], board="9sQhQd8h")
    assert (found.runouts, found.hands["AhKh"].equity) == (28, 4 / 28)


# Two boards.


OMAHA_DEAL = "d dh p1 2s3c4c5d; d dh p2 AsAdKhQh; d dh p3 7c7d8c8d; p3 cc; p1 f; p2 cc"
ACES, EIGHTS = ("AhKc2d", "3s", "9h"), ("7h8h2c", "3d", "4s")


def on_boards(first: tuple[str, str, str], second: tuple[str, str, str]) -> str:
    check = "p2 cc; p3 cc"
    streets = [f"d db {a}; d db {b}; {check}" for a, b in zip(first, second, strict=True)]
    return "; ".join([OMAHA_DEAL, *streets])


def test_each_of_two_boards_is_played_for_half_the_pot() -> None:
    # Three aces win on the first board, three eights on the second; of 5 the first gets 3.
    game = house("omaha", DOUBLE)
    hand = no_limit("", on_boards(ACES, EIGHTS))
    ends(hand, [199, 201, 200], ["p2 high-1 3", "p3 high-2 2"], filing=game)
    assert variant_code(game.game, "pot-limit") == "PO2B"


def test_an_odd_chip_between_boards_goes_left_of_the_button_where_filed_so() -> None:
    game = house("omaha", {"game.double_board": cited(odd_chip="left-of-button")})
    hand = no_limit("", on_boards(EIGHTS, ACES))
    ends(hand, [199, 201, 200], ["p3 high-1 2", "p2 high-2 3"], filing=game)


def test_a_double_board_with_a_low_has_quarters() -> None:
    # First board: three tens for p2, 8-4-3-2-ace for p1. Second: p1's kings full, and no low.
    deal = "d dh p1 Ah2hKsKc; d dh p2 TdTh9c9s; d dh p3 QsQd6c6d; p3 cc; p1 cc; p2 cc"
    boards = [("3h4d8c", "9hKd5s"), ("Ts", "5c"), ("Jd", "Jh")]
    actions = "; ".join([deal, *(f"d db {a}; d db {b}; {THREE}" for a, b in boards)])
    game = house("omaha-hi-lo", DOUBLE)
    winners = ["p2 high-1 3", "p1 high-2 6", "p1 low-1 3"]
    ends(limit("", actions), [205, 199, 196], winners, filing=game)


def test_double_board_equity_counts_both_boards() -> None:
    # Each has its half for certain: no card to come beats three aces or three eights.
    boards = "AhKc2d3s9h / 7h8h2c3d4s"
    found = equity(house("omaha", DOUBLE), ["AsAdKhQh", "7c7d8c8d"], board=boards)
    assert (found.runouts, found.board) == (1, "AhKc2d3s9h / 7h8h2c3d4s")
    assert [hand.equity for hand in found.hands.values()] == [0.5, 0.5]
    # The second river open: 35 cards. The last ace makes three aces; 4h, 5h, 6h, Th and Jh a flush
    # against three eights, which 2h and 3h fill up.
    found = equity(house("omaha", DOUBLE), ["AsAdKhQh", "7c7d8c8d"], board="AhKc2d3s9h / 7h8h2c3d")
    assert found.runouts == 35
    assert found.hands["AsAdKhQh"].win == pytest.approx(6 / 35)


def test_a_card_of_one_board_cannot_lie_on_the_other() -> None:
    actions = f"{OMAHA_DEAL}; d db AhKc2d; d db 7h8h2d"
    refused(no_limit("", actions), "card-twice", filing=house("omaha", DOUBLE))


# Lowball with a joker.


def drawn(p1: str, p2: str, p3: str, first: str = "p3 f; p1 cc; p2 cc") -> str:
    return f"d dh p1 {p1}; d dh p2 {p2}; d dh p3 {p3}; {first}; p1 sd; p2 sd; {TWO}"


@pytest.mark.parametrize(
    ("joker", "other"),
    [
        ("Jk2c3d4h8s", "Ac2d3h5c8c"),  # 8-4-3-2-ace against 8-5-3-2-ace: the joker is the ace
        ("AcJk3c4d6h", "Ad2d3h5c6c"),  # 6-4-3-2-ace against 6-5-3-2-ace: it is the two
        ("Ah2h3h4hJk", "6d5d4d3d2d"),  # the wheel: straights and flushes do not count
        ("KdKcJk2c3c", "KsKhQs2d3d"),  # kings with 3-2-ace against kings with queen-3-2
    ],
)
def test_lowball_the_joker_is_the_lowest_card_the_hand_lacks(joker: str, other: str) -> None:
    game = house("2-7-single-draw", LOWBALL)
    hand = limit("", drawn(joker, other, "QdQcJs9s9d"))
    ends(hand, [204, 196, 200], ["p1 high 8"], filing=game)
    assert variant_code(game.game, "limit") == "FA5L1D"


# Jacks or better to open.


def jacks(actions: str, **fields: Any) -> PhhHand:
    given: dict[str, Any] = {"blinds_or_straddles": [0, 0, 0], "antes": [1, 1, 1]} | fields
    return limit("", actions, **given)


HELD = "d dh p1 JhJd5c6c7c; d dh p2 TsTd2c3c4c; d dh p3 KsKd9h8h2d"


def test_tens_cannot_open_jacks_can_and_need_not() -> None:
    game = house("2-7-single-draw", JACKS)
    error = refused(jacks(f"{HELD}; p1 cc; p2 cbr 4"), "no-openers", filing=game)
    assert "jacks" in error.message
    # Once opened anybody may raise: p2 with tens.
    refused(jacks(f"{HELD}; p1 cbr 4; p2 cbr 8; p3 cbr 13"), "wrong-amount", filing=game)


def test_the_opener_proves_it_after_splitting_the_pair() -> None:
    # Antes of 3 and two bets of 4; p3 throws a king away, bets and is not called.
    game = house("2-7-single-draw", JACKS)
    actions = (
        f"{HELD}; p1 cc; p2 cc; p3 cbr 4; p1 cc; p2 f; p1 sd 5c6c7c; p3 sd Kd; "
        "d dh p1 2h3h4h; d dh p3 Jc; p1 cc; p3 cbr 8; p1 f"
    )
    answer = ends(jacks(actions), [195, 199, 206], ["p3 pot 11"], filing=game)
    assert answer.played is not None
    said = [event.text for event in answer.played.events if isinstance(event, Called)]
    assert "p3 opened with Ks Kd" in said
    assert variant_code(game.game, "limit") == "F5HDJ"


@pytest.mark.parametrize(
    ("held", "opens"),
    [
        ("AsJk7d4c2h", True),  # two aces
        ("KsJk7d4c2h", False),  # the joker is an ace: king-high and no pair
        ("KsJkQdTcJh", True),  # a straight
        ("TsTdTc4c2h", True),
        ("2s2d3c3h9h", True),
    ],
)
def test_what_opens_with_a_joker_in_the_deck(held: str, *, opens: bool) -> None:
    game = house("2-7-single-draw", JACKS)
    deal = f"d dh p1 {held}; d dh p2 9s8s6c5h3s; d dh p3 9d8d6d5d3d; p1 cbr 4"
    if opens:
        ends(jacks(f"{deal}; p2 f; p3 f"), [202, 199, 199], ["p1 pot 3"], filing=game)
    else:
        refused(jacks(deal), "no-openers", filing=game)


def test_nobody_opens_and_the_antes_go_back() -> None:
    game = house("2-7-single-draw", JACKS)
    ends(jacks(f"{HELD}; {THREE}"), [200, 200, 200], [], filing=game)


def test_nobody_opens_and_the_pot_stays_for_the_next_hand() -> None:
    game = house("2-7-single-draw", JACKS | {"game.openers": cited(passed_out="pot-carried")})
    answer = ends(jacks(f"{HELD}; {THREE}"), [199, 199, 199], [], filing=game)
    assert answer.result.carried == 3_00
    # The next hand is played for it too: 3 carried, 3 of antes.
    again = jacks(f"{HELD}; p1 cbr 4; p2 f; p3 f", _carried=3)
    ends(again, [205, 199, 199], ["p1 pot 6"], filing=game)
    plain = house("2-7-single-draw", JACKS)
    refused(again, "carried", "_carried", filing=plain)


# Spread limit.


def spread(actions: str, most: int = 10, later: int = 10) -> PhhHand:
    bets: dict[str, Any] = {
        "_structure": "spread-limit",
        "min_bet": 2,
        "small_bet": most,
        "big_bet": later,
    }
    return no_limit("", actions, **bets)


HOLE = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s"


@pytest.mark.parametrize(
    ("actions", "legal"),
    [
        ("p3 cbr 12", True),  # ten more than the blind
        ("p3 cbr 13", False),
        ("p3 cbr 4", True),
        ("p3 cbr 3", False),  # two more at least
        ("p3 cbr 12; p1 cbr 22", True),
        ("p3 cbr 12; p1 cbr 21", False),  # at least the last raise
        ("p3 cbr 7; p1 cbr 17", True),
        ("p3 cbr 7; p1 cbr 18", False),
    ],
)
def test_spread_limit_a_raise_is_two_to_ten_and_at_least_the_last(
    actions: str, *, legal: bool
) -> None:
    game = house("texas-holdem", SPREAD)
    refused(
        spread(f"{HOLE}; {actions}; p9 f" if legal else f"{HOLE}; {actions}"),
        "not-an-action" if legal else "wrong-amount",
        filing=game,
    )


@pytest.mark.parametrize(
    ("street", "bet", "legal"), [(1, 4, True), (1, 5, False), (2, 8, True), (2, 9, False)]
)
def test_spread_limit_may_have_a_higher_limit_in_the_later_rounds(
    street: int, bet: int, *, legal: bool
) -> None:
    game = house("texas-holdem", SPREAD)
    boards = ["2h8c9d", "Ts"][:street]
    play = "; ".join([f"{HOLE}; p3 cc; {TWO}", *(f"d db {b}; {THREE}" for b in boards[:-1])])
    actions = f"{play}; d db {boards[-1]}; p1 cbr {bet}"
    code = "not-an-action" if legal else "wrong-amount"
    refused(spread(actions + ("; p9 f" if legal else ""), 4, 8), code, filing=game)


def test_spread_limit_needs_its_three_amounts_in_order() -> None:
    game = house("texas-holdem", SPREAD)
    refused(spread(HOLE, 1), "bets", "small_bet", filing=game)
    refused(spread(HOLE, 10, 4), "bets", "big_bet", filing=game)
    assert variant_code(game.game, "spread-limit") == "ST"


# Half pot.


@pytest.mark.parametrize(
    ("actions", "legal"),
    [
        ("p3 cbr 4", True),  # of 5 after the call, 2 in whole chips
        ("p3 cbr 5", False),
        ("p3 cbr 4; p1 cbr 9", True),  # 7 lie there, 3 to call: half of 10
        ("p3 cbr 4; p1 cbr 10", False),
    ],
)
def test_half_pot_a_raise_is_half_of_what_lies_there_after_the_call(
    actions: str, *, legal: bool
) -> None:
    game = house("texas-holdem", HALF_POT)
    hand = no_limit("", f"{HOLE}; {actions}" + ("; p9 f" if legal else ""), _structure="pot-limit")
    refused(hand, "not-an-action" if legal else "wrong-amount", filing=game)
    assert variant_code(game.game, "pot-limit") == "HT"


# Who shows first.


@pytest.mark.parametrize(
    ("first", "order"), [("last-aggressor", [3, 1, 2]), ("in-turn", [1, 2, 3])]
)
def test_hands_are_shown_from_the_last_to_bet_or_in_turn(first: str, order: list[int]) -> None:
    """All check to the river; p3 bets it and both call: as filed p3 shows first, in turn p1."""
    game = house("texas-holdem", {"game.showdown.first": first})
    board = "".join(f"d db {cards}; {THREE}; " for cards in ("2h8c9d", "3s"))
    river = "d db 4h; p1 cc; p2 cc; p3 cbr 2; p1 cc; p2 cc"
    hand = no_limit(
        "", f"{HOLE}; p3 cc; p1 cc; p2 cc; {board}{river}; p1 sm AhKd; p2 sm QcQs; p3 sm 7s6s"
    )
    ends(hand, [196, 208, 196], ["p2 high 12"], filing=game)
    played = replay(hand, game).played
    assert played is not None
    assert [event.place for event in played.events if isinstance(event, Shown)] == order


# Straddles.


def four(actions: str, blinds: list[int], **fields: Any) -> PhhHand:
    deal = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s; d dh p4 5d5c"
    return no_limit("", f"{deal}; {actions}", players=4, blinds_or_straddles=blinds, **fields)


def test_a_straddle_is_the_bet_to_call_and_has_the_last_word() -> None:
    game = house("texas-holdem", STRADDLE)
    # p4 opens, and p3 may still raise when all have called: by 4 to 8 here, then all fold.
    calls = "p4 cc; p1 cc; p2 cc"
    hand = four(f"{calls}; p3 cbr 8; p4 f; p1 f; p2 f", [1, 2, 4, 0])
    ends(hand, [196, 196, 212, 196], ["p3 pot 16"], filing=game)
    # After the flop the smallest bet is the big blind again.
    hand = four(f"{calls}; p3 cc; d db 2h8c9d; p1 cbr 2; p2 f; p3 f; p4 f", [1, 2, 4, 0])
    ends(hand, [212, 196, 196, 196], ["p1 pot 16"], filing=game)


@pytest.mark.parametrize("blinds", [[1, 2, 5, 0], [1, 2, 0, 4], [1, 2, 4, 8]])
def test_a_straddle_is_refused_but_as_filed(blinds: list[int]) -> None:
    game = house("texas-holdem", STRADDLE)
    refused(four("p4 cc", blinds), "straddle", "blinds_or_straddles", filing=game)


def test_straddles_in_a_row_and_on_the_button() -> None:
    row = house("texas-holdem", {"game.blinds.straddle": cited(by="left-of-blinds", most=2)})
    hand = four("p1 f; p2 f; p3 f", [1, 2, 4, 8])
    ends(hand, [199, 198, 196, 207], ["p4 pot 11"], filing=row)
    button = house("texas-holdem", {"game.blinds.straddle": cited(by="button", times=3)})
    hand = four("p1 f; p2 f; p3 f", [1, 2, 0, 6])
    ends(hand, [199, 198, 200, 203], ["p4 pot 5"], filing=button)


# Kills.


def killed(actions: str, killer: str, **fields: Any) -> PhhHand:
    deal = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s; d dh p4 5d5c"
    return limit("", f"{deal}; {actions}", players=4, _kill=killer, **fields)


def test_a_full_kill_doubles_blind_and_limits_and_acts_in_turn() -> None:
    game = house("texas-holdem", KILL)
    # p4 has posted 8; p3 calls, p4 may raise to 16 in turn and does; the turn is bet at 16.
    actions = (
        "p3 cc; p4 cbr 16; p1 f; p2 f; p3 cc; d db 2h8c9d; p3 cc; p4 cbr 8; p3 cc; "
        "d db Ts; p3 cbr 16; p4 f"
    )
    # In the pot: 2 and 4 of the blinds, 24 of p3 and of p4.
    ends(killed(actions, "p4"), [198, 196, 230, 176], ["p3 pot 54"], filing=game)
    refused(killed("p3 cbr 12", "p4"), "wrong-amount", filing=game)


def test_a_killer_may_have_the_last_word() -> None:
    last = house("texas-holdem", {"game.kill": cited(acts="last")})
    actions = "p3 cc; p1 cc; p2 cc; p4 cbr 16; p1 f; p2 f; p3 f"
    ends(killed(actions, "p4"), [192, 192, 192, 224], ["p4 pot 32"], filing=last)


def test_a_blind_who_killed_posts_the_kill_instead() -> None:
    game = house("texas-holdem", KILL)
    # The small blind killed: 8 for 2. p3 is first to act all the same; p2 calls 4 more and bets.
    actions = "p3 f; p4 f; p1 cc; p2 cc; d db 2h8c9d; p1 cc; p2 cbr 8; p1 f"
    ends(killed(actions, "p1"), [192, 208, 200, 200], ["p2 pot 16"], filing=game)
    # The big blind killed: 8 for 4, of which nobody called 6.
    ends(killed("p3 f; p4 f; p1 f", "p2"), [198, 202, 200, 200], ["p2 pot 4"], filing=game)


def test_a_half_kill_is_half_as_high_again() -> None:
    game = house("texas-holdem", {"game.kill": cited(size="half")})
    # 6 to call, raises of 6: p3 raises to 12.
    ends(
        killed("p3 cbr 12; p4 f; p1 f; p2 f", "p4"),
        [198, 196, 212, 194],
        ["p3 pot 18"],
        filing=game,
    )


def test_a_kill_is_refused_where_none_is_filed() -> None:
    refused(killed("p3 f", "p4"), "no-kill", "_kill", filing=house("texas-holdem", {}))
    refused(killed("p3 f", "p7"), "bad-field", "_kill", filing=house("texas-holdem", KILL))


def test_a_small_blind_may_be_missing_with_a_dead_button() -> None:
    dead = house("texas-holdem", {"game.button.moves": "dead"})
    hand = limit("", "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s; p2 f; p3 f",
                 blinds_or_straddles=[4, 0, 0])  # fmt: skip
    ends(hand, [200, 200, 200], ["p1 pot 0"], filing=dead)
    refused(hand, "blinds", "blinds_or_straddles", filing=house("texas-holdem", {}))
    assert replay(hand, dead).fee == 0
