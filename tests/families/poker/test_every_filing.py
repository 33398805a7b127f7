"""For every poker filing an ordinary hand, everybody folding, and a tie with an odd chip.

Limit hands are $4-$8 with three players, so that 12 lie in the pot when all have called the big
blind; stud hands have antes of 1 and 15 in the pot. Fees are chosen to leave an odd number.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from houseway.families.poker.phh import PhhHand
from tests.families.poker.hands import POKER_FILINGS, ends, limit, no_limit, outlaws, stud


@dataclass(frozen=True)
class Hands:
    """Cards of three players for a hand that p1 wins, and for one that p2 and p3 share."""

    wins: tuple[str, str, str]
    ties: tuple[str, str, str]
    rest: str  # what follows the first round, everybody checking
    ties_rest: str = ""  # where it differs
    schedule: int | None = None  # for the tie
    fee: int = 0
    low_too: int = 0  # of the 12 that p1 wins, the low half


def board(flop: str, turn: str = "Ts", river: str = "3s") -> str:
    check = "p1 cc; p2 cc; p3 cc"
    return f"d db {flop}; {check}; d db {turn}; {check}; d db {river}; {check}"


def pineapple(flop: str, *, crazy: bool, thrown: tuple[str, str, str]) -> str:
    discards = "; ".join(f"p{n} sd {card}" for n, card in enumerate(thrown, 1))
    check = "p1 cc; p2 cc; p3 cc"
    if crazy:
        return f"d db {flop}; {check}; {discards}; d db Ts; {check}; d db 3s; {check}"
    return f"{discards}; {board(flop)}"


def pat(draws: int) -> str:
    return "; ".join(["p1 sd; p2 sd; p3 sd; p1 cc; p2 cc; p3 cc"] * draws)


HOLDEM = Hands(
    ("AhAd", "KcKs", "5s2d"), ("5d2s", "KcQs", "KdQh"), board("2h8c9d"),
    board("Kh8c9d"),
)  # fmt: skip
OMAHA = Hands(
    ("AhAd5h6h", "KcKs7h7d", "QcQd9c9d"), ("2h2d4h4d", "AcKsJh9d", "AsKcJd9h"), board("AcKd8c"),
    board("QcTc8d", "8s", "3d"), fee=5,
)  # fmt: skip
LOW_27 = Hands(
    ("7h5d4c3s2h", "8h6d4d3h2c", "KsKcQd9h5s"), ("KsKcQd9h5s", "8h6d4d3h2c", "8c6s4s3d2d"), "",
    schedule=60, fee=5,
)  # fmt: skip

HANDS: dict[str, Hands] = {
    "500-club/texas-holdem": HOLDEM,
    "napa-valley/texas-holdem": HOLDEM,
    "500-club/omaha": OMAHA,
    "napa-valley/omaha": OMAHA,
    "500-club/big-o": Hands(
        ("AhAd5h6h2h", "KcKs7h7d2d", "QcQd9c9d2c"), ("2h2d4h4d5d", "AcKsJh9d2s", "AsKcJd9h2c"),
        board("AcKd8c"), board("QcTc8d", "8s", "3d"),
        schedule=176, fee=5,
    ),
    "500-club/pineapple": Hands(
        ("AhAd2c", "KcKs2d", "5s4s2s"), ("5d4d2c", "KcQs2d", "KdQh2s"),
        pineapple("2h8c9d", crazy=False, thrown=("2c", "2d", "2s")),
        pineapple("Kh8c9d", crazy=False, thrown=("2c", "2d", "2s")),
        schedule=161, fee=7,
    ),
    "500-club/crazy-pineapple": Hands(
        ("AhAd2c", "KcKs2d", "5s4s2s"), ("5d4d2c", "KcQs2d", "KdQh2s"),
        pineapple("2h8c9d", crazy=True, thrown=("2c", "2d", "2s")),
        pineapple("Kh8c9d", crazy=True, thrown=("2c", "2d", "2s")),
        schedule=161, fee=7,
    ),
    "500-club/2-7-single-draw": Hands(
        LOW_27.wins, LOW_27.ties, pat(1), schedule=60, fee=5
    ),
    "500-club/2-7-triple-draw": Hands(
        LOW_27.wins, LOW_27.ties, pat(3), schedule=60, fee=5
    ),
    "500-club/badugi": Hands(
        ("Ah2d3c4s", "Ac2s3d5h", "KhKdQcJs"), ("KhKdQcJs", "Ac2s3d5h", "Ad2h3s5c"), pat(3),
        schedule=60, fee=5,
    ),
    "500-club/triple-draw-poker": Hands(
        ("AhAdAcKsKd", "QhQdQcJsJd", "9h8d5c4s2h"), ("9h8d5c4s2h", "AhKdQc7s5d", "AdKhQs7c5h"),
        pat(3), schedule=60, fee=5,
    ),
    # With a low: p1's six-high straight and wheel win both halves; the tie is for high only.
    "500-club/omaha-hi-lo": Hands(
        ("Ah2d5h6h", "KcKs7h7d", "QcQd9c9d"), ("2h2d4h4d", "AcKsJh9d", "AsKcJd9h"),
        board("3d4c5c", "Td", "9s"), board("QcTc8d", "8s", "3d"),
        schedule=161, fee=7, low_too=6,
    ),
    "napa-valley/omaha-hi-lo": Hands(
        ("Ah2d5h6h", "KcKs7h7d", "QcQd9c9d"), ("2h2d4h4d", "AcKsJh9d", "AsKcJd9h"),
        board("3d4c5c", "Td", "9s"), board("QcTc8d", "8s", "3d"),
        schedule=14, fee=3, low_too=6,
    ),
    "500-club/pineapple-hi-lo": Hands(
        ("AhAd2c", "KcKs2d", "5s4s2s"), ("5d4d2c", "KcQs2d", "KdQh2s"),
        pineapple("Jh8c9d", crazy=False, thrown=("2c", "2d", "2s")),
        pineapple("Kh8c9d", crazy=False, thrown=("2c", "2d", "2s")),
        # After the board's king of hearts, the king of diamonds is higher than that of clubs.
        schedule=161, fee=7,
    ),
    "500-club/crazy-pineapple-hi-lo": Hands(
        ("AhAd2c", "KcKs2d", "5s4s2s"), ("5d4d2c", "KcQs2d", "KdQh2s"),
        pineapple("Jh8c9d", crazy=True, thrown=("2c", "2d", "2s")),
        pineapple("Kh8c9d", crazy=True, thrown=("2c", "2d", "2s")),
        schedule=161, fee=7,
    ),
}  # fmt: skip
SCHEDULES = {
    "500-club/texas-holdem": (161, 7), "napa-valley/texas-holdem": (14, 3),
    "500-club/omaha": (176, 5), "napa-valley/omaha": (14, 3),
}  # fmt: skip
STUD = ("500-club/seven-card-stud", "500-club/seven-card-stud-hi-lo", "500-club/stud-8",
        "500-club/razz", "500-club/mexican-poker")  # fmt: skip
OUTLAWS = ("holdem", "holdem-hi-lo", "draw-poker-hi-lo")
POT_LIMIT_8 = "500-club/pot-limit-omaha-8"


def test_every_filing_has_its_hands() -> None:
    named = {*HANDS, *STUD, *(f"outlaws/{game}" for game in OUTLAWS), POT_LIMIT_8}
    assert named == set(POKER_FILINGS)


def dealt(cards: tuple[str, str, str]) -> str:
    return "; ".join(f"d dh p{n} {held}" for n, held in enumerate(cards, 1))


@pytest.mark.parametrize("filing", HANDS)
def test_an_ordinary_hand(filing: str) -> None:
    hands = HANDS[filing]
    play = f"{dealt(hands.wins)}; p3 cc; p1 cc; p2 cc; {hands.rest}"
    winners = [f"p1 high {12 - hands.low_too}"]
    winners += [f"p1 low {hands.low_too}"] if hands.low_too else []
    ends(limit(filing, play), [208, 196, 196], winners)


@pytest.mark.parametrize("filing", HANDS)
def test_everybody_folds(filing: str) -> None:
    play = f"{dealt(HANDS[filing].wins)}; p3 f; p1 f"
    ends(limit(filing, play), [198, 202, 200], ["p2 pot 4"])


@pytest.mark.parametrize("filing", HANDS)
def test_a_tie_with_an_odd_chip(filing: str) -> None:
    hands = HANDS[filing]
    schedule, fee = SCHEDULES.get(filing, (hands.schedule, hands.fee))
    left = 12 - fee
    assert left % 2
    nearer, other = left // 2 + 1, left // 2
    if filing.endswith("pineapple-hi-lo"):
        nearer, other = other, nearer  # by suit, not by the button
    play = f"{dealt(hands.ties)}; p3 cc; p1 cc; p2 cc; {hands.ties_rest or hands.rest}"
    ends(
        limit(filing, play, _schedule=schedule),
        [196, 196 + nearer, 196 + other],
        [f"p2 high {nearer}", f"p3 high {other}"],
        fee=fee,
    )


def by_day(game: str, wins: tuple[str, str, str], rest: str) -> PhhHand:
    return outlaws(f"{dealt(wins)}; p3 cc; p1 cc; p2 cc; {rest}", game=game)


@pytest.mark.parametrize("game", OUTLAWS)
def test_outlaws_an_ordinary_hand_a_fold_and_a_tie(game: str) -> None:
    # The blinds of 4 are the fee, 5 are left to win.
    if game == "draw-poker-hi-lo":
        wins, ties = HANDS["500-club/triple-draw-poker"].wins, (
            "9h8d5c4s2h", "AhKdQc7s5d", "AdKhQs7c5h",
        )  # fmt: skip
        rest = tie_rest = pat(1)
    else:
        wins, ties = HOLDEM.wins, HOLDEM.ties
        rest, tie_rest = board("Jh8c9d"), board("Kh8c9d")
    ends(by_day(game, wins, rest), [102, 97, 97], ["p1 high 5"], fee=4)
    ends(by_day(game, ties, tie_rest), [97, 100, 99], ["p2 high 3", "p3 high 2"], fee=4)
    folded = outlaws(f"{dealt(wins)}; p3 f; p1 f", game=game)
    ends(folded, [99, 97, 100], ["p2 pot 0"], fee=4)


def test_pot_limit_omaha_8_an_ordinary_hand_a_fold_and_a_tie() -> None:
    hands = HANDS["500-club/omaha-hi-lo"]
    start = f"{dealt(hands.wins)}; p3 cc; p1 cc; p2 cc; {hands.rest}"
    play = no_limit(POT_LIMIT_8, start, _structure="pot-limit")
    ends(play, [204, 198, 198], ["p1 high 3", "p1 low 3"])
    folded = no_limit(POT_LIMIT_8, f"{dealt(hands.wins)}; p3 f; p1 f", _structure="pot-limit")
    ends(folded, [199, 201, 200], ["p2 pot 2"])
    tie = f"{dealt(hands.ties)}; p3 cc; p1 cc; p2 cc; {hands.ties_rest}"
    tied = no_limit(POT_LIMIT_8, tie, _structure="pot-limit", _schedule=90)
    ends(tied, [198, 199, 198], ["p2 high 1", "p3 high 0"], fee=5)


# Stud. p2 brings it in with the lowest card, at razz with the best one.


def streets(cards: list[tuple[str, str, str, int]]) -> str:
    """Later streets: a card for each player, and who opens."""
    lines = []
    for *held, first in cards:
        lines += [f"d dh p{n} {card}" for n, card in enumerate(held, 1)]
        lines += [f"p{n} cc" for n in ((1, 2, 3), (2, 3, 1), (3, 1, 2))[first - 1]]
    return "; ".join(lines)


@pytest.mark.parametrize("filing", STUD[:3])
def test_stud_an_ordinary_hand_a_fold_and_a_tie(filing: str) -> None:
    third = "d dh p1 AhAdTc; d dh p2 KcKs2h; d dh p3 QcQs9d"
    called = f"{third}; p2 pb; p3 cc; p1 cc; p2 cc"
    later = [
        ("4c", "5d", "7h", 1),
        ("5c", "8d", "8h", 1),
        ("Jc", "9h", "3d", 1),
        ("Jh", "Td", "2c", 1),
    ]
    ends(stud(filing, f"{called}; {streets(later)}"), [210, 195, 195], ["p1 high 15"])
    ends(stud(filing, f"{third}; p2 pb; p3 f; p1 f"), [199, 202, 199], ["p2 pot 3"])
    # p2 and p3 have aces up; face up p2 shows king-jack-eight-two, p3 king-jack-eight-three.
    third = "d dh p1 JhJs9c; d dh p2 AcAs2h; d dh p3 AdAh3d"
    called = f"{third}; p2 pb; p3 cc; p1 cc; p2 cc"
    later = [
        ("4c", "Kd", "Kh", 3),
        ("5c", "8d", "8h", 3),
        ("6c", "Jc", "Jd", 3),
        ("Qh", "Td", "Tc", 3),
    ]
    by_hand_up = filing != "500-club/seven-card-stud-hi-lo"
    nearer, other = (7, 8) if by_hand_up else (8, 7)
    ends(
        stud(filing, f"{called}; {streets(later)}"),
        [195, 195 + nearer, 195 + other],
        [f"p2 high {nearer}", f"p3 high {other}"],
    )


def test_razz_an_ordinary_hand_a_fold_and_a_tie_r2() -> None:
    filing = "500-club/razz"
    third = "d dh p1 2h3dTc; d dh p2 KcKs4h; d dh p3 QcQs9d"
    called = f"{third}; p2 pb; p3 cc; p1 cc; p2 cc"
    later = [
        ("4c", "Kd", "7h", 3),
        ("5c", "8d", "8h", 3),
        ("Ac", "9h", "3c", 3),
        ("Jh", "Td", "2c", 3),
    ]
    # Antes of 1 and a bring-in of 1 that all call: 6.
    ends(stud(filing, f"{called}; {streets(later)}"), [204, 198, 198], ["p1 high 6"])
    ends(stud(filing, f"{third}; p2 pb; p3 f; p1 f"), [199, 202, 199], ["p2 pot 3"])
    # p2 and p3 have 8-5-4-3-2; the first one dealt to gets the odd chip of 1 + 1 + 1 + 2 + 2.
    third = "d dh p1 KhQdTc; d dh p2 2c3s4h; d dh p3 2s3h4d"
    called = f"{third}; p2 pb; p3 cc; p1 f; p2 cc"
    pairs = [("5d", "5h", 2), ("8d", "8h", 2), ("Jc", "Jd", 2), ("Qh", "Qc", 2)]
    lines = [f"d dh p2 {a}; d dh p3 {b}; p{first} cc; p3 cc" for a, b, first in pairs]
    hand = stud(filing, "; ".join([called, *lines]))
    ends(hand, [199, 201, 200], ["p2 high 3", "p3 high 2"])


def test_mexican_an_ordinary_hand_a_fold_and_a_tie() -> None:
    filing = "500-club/mexican-poker"
    deal = "d dh p1 KcKd; d dh p2 Qs3d; d dh p3 6d4d"
    called = f"{deal}; p1 pb; p2 cc; p3 cc; p1 cc"
    later = [("5s", "7h", "2h", 1), ("4h", "5d", "3s", 1), ("2d", "Jc", "Jh", 1)]
    ends(stud(filing, f"{called}; {streets(later)}"), [210, 195, 195], ["p1 high 15"])
    ends(stud(filing, f"{deal}; p1 pb; p2 f; p3 f"), [202, 199, 199], ["p1 pot 3"])
    # Ace-king-queen-five-four twice.
    deal = "d dh p1 3c2d; d dh p2 AsKd; d dh p3 AcKh"
    called = f"{deal}; p2 pb; p3 cc; p1 cc; p2 cc"
    later = [("7d", "Qs", "Qh", 2), ("6h", "5d", "5s", 2), ("Jd", "4c", "4h", 2)]
    hand = stud(filing, f"{called}; {streets(later)}")
    ends(hand, [195, 203, 202], ["p2 high 8", "p3 high 7"])
