"""Cards nobody can name: what does not depend on them is settled, the rest is open."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import replay
from tests.families.poker.blotted import check
from tests.families.poker.hands import POKER_FILINGS, ends, limit, outlaws, stud, written

HOLDEM = "500-club/texas-holdem"


def shares(hand: PhhHand) -> dict[int, dict[str, Any]]:
    """Of each open player, in dollars: what may be received, and how likely it is."""
    answer = replay(hand)
    assert answer.ruled == ("open" if answer.open else "settled")
    return {
        one.player: {
            "span": (one.least // 100, one.most // 100),
            "chances": {amount // 100: chance for amount, chance in one.chances.items()},
            **one.possible(),
        }
        for one in answer.open
    }


def to_the_river(deal: str, board: str = "Kc7h6s Td 2s") -> PhhHand:
    flop, turn, river = board.split()
    checks = "p1 cc; p2 cc"
    return limit(
        HOLDEM,
        f"{deal}; p3 f; p1 cc; p2 cc; d db {flop}; {checks}; d db {turn}; {checks}; "
        f"d db {river}; {checks}",
    )  # fmt: skip


def test_a_folded_hand_may_stand_without_cards() -> None:
    ends(to_the_river("d dh p1 AhKd; d dh p2 QsQd"), [204, 196, 200], ["p1 high 8"])
    ends(to_the_river("d dh p1 AhKd; d dh p2 QsQd; d dh p3 ????"), [204, 196, 200], ["p1 high 8"])


def test_a_hand_that_decides_may_not() -> None:
    error = refused_at(to_the_river("d dh p1 AhKd; d dh p3 2c3c"), "no-deal")
    assert error == "p3 f"  # where its cards were missed


def refused_at(hand: PhhHand, code: str) -> str:
    with pytest.raises(HandRefused) as caught:
        replay(hand)
    assert caught.value.code == code
    return caught.value.refused


def test_a_card_that_cannot_matter_leaves_the_hand_settled() -> None:
    # p1 pairs the board's king with an ace. p2 holds 3c and one card: a king leaves K-K with a
    # ten kicker, and no other pair is above kings; two pair needs both hole cards, and a 3 lies
    # nowhere on the board.
    ends(to_the_river("d dh p1 AhKd; d dh p2 3c??; d dh p3 7d2d"), [204, 196, 200], ["p1 high 8"])


def test_split_win_and_lose_are_counted() -> None:
    # Board KcKhKs QdQs: kings full of queens for all, but for the case king, which makes four
    # kings. p2 holds 4c and one of 52 - 5 - 2 - 1 - 2 = 42.
    found = shares(to_the_river("d dh p1 2c3d; d dh p2 4c??; d dh p3 5c6d", "KcKhKs Qd Qs"))
    assert found[1]["split"] == found[2]["split"] == Fraction(41, 42)
    assert found[2]["win"] == Fraction(1, 42) == found[1]["lose"]
    assert found[1]["span"] == (0, 4)
    assert found[2]["span"] == (4, 8)


def test_a_hand_shown_with_a_card_nobody_can_name() -> None:
    # p2 wins with a king or three of a kind: the same whether the hand is said to be shown or not.
    deal = "d dh p1 QsQd; d dh p2 7s??; d dh p3 2c3c"
    board = "Kc7h6s Td 2s"
    said = to_the_river(deal, board)
    shown = dataclasses.replace(said, actions=(*said.actions, "p1 sm QsQd", "p2 sm 7s??"))
    assert shares(shown) == shares(said) != {}
    given_up = dataclasses.replace(said, actions=(*said.actions, "p1 sm QsQd", "p2 sm ????"))
    ends(given_up, [204, 196, 200])


def test_one_card_of_a_known_hand_is_not_a_hand_shown() -> None:
    said = to_the_river("d dh p1 QsQd; d dh p2 KsKd; d dh p3 2c3c")
    ends(
        dataclasses.replace(said, actions=(*said.actions, "p1 sm QsQd", "p2 sm Ks??")),
        [204, 196, 200],
    )


def test_two_unknown_cards_of_one_hand() -> None:
    # Board 2c2d2h2s Ah and p1 holds an ace's kicker already on the board: everybody plays
    # four deuces with an ace, whatever the two cards are.
    ends(
        to_the_river("d dh p1 3c4d; d dh p2 ????; d dh p3 5c6d", "2c2d2h 2s Ah"),
        [200, 200, 200],
        ["p1 high 4", "p2 high 4"],
    )


def test_two_unknown_hands_are_counted_together() -> None:
    # Board AcKdQhJsTc: broadway for all; no flush is possible with one or two of a suit.
    ends(
        to_the_river("d dh p1 ????; d dh p2 ????", "AcKdQh Js Tc"),
        [200, 200, 200],
        ["p1 high 4", "p2 high 4"],
    )


def test_an_unknown_card_of_the_board() -> None:
    # p1 holds queens, p2 nines, the board Kc7h6s Td and an unknown river of 52 - 4 - 4 - 2 = 42.
    # Two nines win for p2; the two queens only help p1. An 8 gives p2 6-7-8-9-T: four of them.
    # A king, seven, six or ten leaves queens ahead of nines; a 9 is already counted.
    found = shares(to_the_river("d dh p1 QsQd; d dh p2 9s9d; d dh p3 2c3c", "Kc7h6s Td ??"))
    assert found[2]["win"] == Fraction(2 + 4, 42)
    assert found[1]["win"] == Fraction(36, 42)


def test_side_pots_are_open_each_by_itself() -> None:
    # p1 is all-in for 10 into a main pot of 30; p2 and p3 play on for 20. p1 holds aces, p2
    # kings, p3 queens with an unknown card: a queen (two are left) beats both, else p1 takes the
    # main pot and p2 the side pot.
    hand = limit(
        HOLDEM,
        "d dh p1 AhAd; d dh p2 KsKd; d dh p3 Qc??; p3 cbr 8; p1 cc; p2 cc; d db Qd7h6s; "
        "p1 cbr 2; p2 cc; p3 cc; d db Tc; p2 cbr 8; p3 cc; d db 2s; p2 cc; p3 cc",
        starting_stacks=[10, 200, 200],
    )
    found = shares(hand)
    # unseen: 52 - 2 - 2 - 1 - 5 = 42; Qh and Qs make three queens; 7, 6, T, 2 make two pair:
    # queens up beat aces and kings. 2 + 3 * 4 = 14.
    assert found[3]["chances"] == {0: Fraction(28, 42), 46: Fraction(14, 42)}
    assert found[3]["win"] == Fraction(14, 42)
    assert found[1]["chances"] == {0: Fraction(14, 42), 30: Fraction(28, 42)}
    assert found[1]["win"] == Fraction(28, 42)
    assert found[2]["chances"] == {0: Fraction(14, 42), 16: Fraction(28, 42)}
    assert found[2]["split"] == Fraction(28, 42)  # the side pot alone is not all of it


def test_high_and_low_halves() -> None:
    # Omaha hi-lo: p1 has the nut high and no low; p2's low needs the unknown card.
    hand = limit(
        "500-club/omaha-hi-lo",
        "d dh p1 KsKhQsQh; d dh p2 Ad??JcJd; d dh p3 9c9d8c8h; p3 f; p1 cc; p2 cc; d db Kd4c5d; "
        "p1 cc; p2 cc; d db 6h; p1 cc; p2 cc; d db Ts; p1 cc; p2 cc",
    )
    # Unseen 52 - 4 - 3 - 4 - 5 = 36. With the ace a low needs 2, 3, 7 or 8 (4, 5, 6 pair the
    # board and leave A and J): 4 + 4 + 4 + 2 = 14. A straight needs 2-3, 3-7 or 7-8: with an ace
    # and one card only A-2-3-4-5 by two cards, none. A diamond flush needs two diamonds beside
    # Kd5d and a third on the board: only two lie there. So p1 always has the high half.
    found = shares(hand)
    assert found[2]["chances"] == {0: Fraction(22, 36), 4: Fraction(14, 36)}
    assert found[1]["chances"] == {4: Fraction(14, 36), 8: Fraction(22, 36)}


def test_a_card_up_that_would_have_changed_who_acts_is_none() -> None:
    # Stud (004:2989, 3004): p1 brings it in with 5h and acts first all the way with A-K-Q up.
    # p2's door card is unknown: 52 - 7 - 6 = 39 are unseen. A 2, 3 or 4 (three each), 5c and 5d
    # would have brought it in, and a 7 (three) would have paired up and acted first on sixth
    # street: 25 are left. Tens and jacks (three each) beat p1's nines.
    rest = (
        "p1 pb; p2 cc; p1 cc; d dh p1 Ah; d dh p2 2d; p1 cc; p2 cc; d dh p1 Kd; d dh p2 3d; "
        "p1 cc; p2 cc; d dh p1 Qd; d dh p2 7d; p1 cc; p2 cc; d dh p1 8c; d dh p2 4c; p1 cc; p2 cc"
    )
    hand = stud("500-club/seven-card-stud", f"d dh p1 9c9h5h; d dh p2 TsJc??; {rest}", players=2)
    found = shares(hand)
    assert found[2]["win"] == Fraction(6, 25)
    assert found[1]["win"] == Fraction(19, 25)


def test_too_many_ways_leave_bounds() -> None:
    play = "d dh p1 AhAd; d dh p2 ????; p2 cc; p1 cc; d db ??????; p1 cc; p2 cc; d db ??; "
    hand = written(
        f"{play}p1 cc; p2 cc; d db ??; p1 cc; p2 cc", antes=[0, 0],
        blinds_or_straddles=[5, 10], small_bet=10, big_bet=20, starting_stacks=[1000, 1000],
    )  # fmt: skip
    answer = replay(hand)
    assert [(one.least, one.most) for one in answer.open] == [(0, 2000), (0, 2000)]
    assert not answer.open[0].chances
    assert answer.warnings


def test_what_is_owed_less_what_was_paid() -> None:
    # 002:19: cards speak; p1's kings take the 8 that were pushed to p2.
    hand = limit(
        HOLDEM,
        "d dh p1 AhKd; d dh p2 QsQd; d dh p3 2c3c; p3 f; p1 cc; p2 cc; d db Kc7h6s; p1 cc; p2 cc; "
        "d db Td; p1 cc; p2 cc; d db 2s; p1 cc; p2 cc",
        _paid=[0, 8, 0],
    )
    assert replay(hand).corrections() == {"p1": 800, "p2": -800}


def test_outlaws_fee_is_off_before_the_pot_is_open() -> None:
    # 002:113: the blinds of 1 and 3 are the house's; the pot is p1's 2 and p3's 3. Of the 42
    # unseen cards a 7, 6, T or 2 (2 + 3 + 3 + 2) gives p3 two pair, the case king three of a
    # kind; one of three aces splits; the odd dollar goes to p1, left of the button.
    hand = outlaws(
        "d dh p1 AhKd; d dh p2 7c2d; d dh p3 Kh??; p3 cc; p1 cc; p2 f; d db Kc7h6s; p1 cc; p3 cc; "
        "d db Td; p1 cc; p3 cc; d db 2s; p1 cc; p3 cc",
    )
    found = shares(hand)
    assert found[3]["chances"] == {0: Fraction(28, 42), 2: Fraction(3, 42), 5: Fraction(11, 42)}
    assert found[1]["chances"] == {0: Fraction(11, 42), 3: Fraction(3, 42), 5: Fraction(28, 42)}


@pytest.mark.parametrize("name", POKER_FILINGS)
def test_hands_with_cards_blotted_out(name: str) -> None:
    for seed in range(6):
        check(name, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", POKER_FILINGS)
def test_many_hands_with_cards_blotted_out(name: str) -> None:
    rulings = {check(name, seed) for seed in range(6, 1500)}
    assert rulings == {"open", "settled"}
