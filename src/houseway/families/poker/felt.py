"""How the page draws poker."""

from __future__ import annotations

from houseway.families.poker.how import lines, pictured
from houseway.rounds.felt import FeltHints, Kind

FELT = FeltHints(
    kinds=(
        Kind(
            key="holdem",
            name="Hold'em poker",
            what="Two cards of your own, five on the board, everybody for themselves.",
            cards=("Ah", "Ks"),
            titles="hold.?em",
            place=70,
        ),
        Kind(
            key="omaha",
            name="Omaha",
            what="Four or five cards of your own, of which exactly two count.",
            cards=("Kh", "Kc", "Qh", "Jc"),
            titles="omaha|big o",
            place=71,
        ),
        Kind(
            key="pineapple",
            name="Pineapple",
            what="Hold'em with three cards, one of which you throw away.",
            cards=("Td", "Jd", "2s"),
            titles="pineapple",
            place=72,
        ),
        Kind(
            key="stud",
            name="Stud",
            what="No board: some of your cards lie face up, the others only you see.",
            cards=("7h", "", "7c"),
            titles="stud|razz|mexican",
            place=73,
        ),
        Kind(
            key="draw",
            name="Draw",
            what="Throw away what you do not like and draw new cards.",
            cards=("7s", "5d", "4h"),
            titles="draw|badugi|2-7|lowball|jacks",
            place=74,
        ),
    ),
    how=lines,
    pictured=pictured,
    asks={
        "bet": ("Your turn", "Call to stay in, raise to make it dearer, or fold."),
        "check": ("Your turn", "Check to stay in for nothing, or bet."),
        "bring-in": (
            "You bring it in",
            "The rules make you open: post the bring-in, or complete to a full bet.",
        ),
        "draw": (
            "Draw",
            "Tap the cards to throw away; you get as many new ones. Or stand pat.",
        ),
        "discard": (
            "Throw a card away",
            "This game makes you give up part of your hand. Tap what goes.",
        ),
        "expose": (
            "Turn your card up?",
            "Turn your down card up and your next card comes face down; keep it and it comes face "
            "up.",
        ),
        "show": (
            "Show or give up?",
            "Show your cards to claim the pot, or give the hand up unseen.",
        ),
    },
    file="PHH",
)
