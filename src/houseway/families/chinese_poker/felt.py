"""How the page draws Chinese poker."""

from __future__ import annotations

from houseway.families.chinese_poker.how import lines
from houseway.rounds.felt import FeltHints, Kind, Row

FELT = FeltHints(
    kinds=(
        Kind(
            key="chinese",
            name="Chinese poker",
            what="Thirteen cards set face up in three rows, scored against every other player.",
            cards=("Qs", "Qd", "3c"),
            place=80,
        ),
    ),
    how=lines,
    rows=(Row("top", 3), Row("middle", 5), Row("bottom", 5)),
    asks={
        "first-cards": (
            "Place your five cards",
            "Put each card into a row. Bottom must beat middle, middle must beat top.",
        ),
        "later-cards": (
            "Place two of three",
            "Put two cards into your rows. The third is thrown away unseen.",
        ),
        "fantasy-land": (
            "Fantasy Land: place all thirteen",
            "Set all three rows at once. Nobody sees them before the end.",
        ),
        "clean-sweep": (
            "You hold a clean sweep",
            "Declare it to be paid for it, or let the rows be compared.",
        ),
    },
    file="Hand file",
)
