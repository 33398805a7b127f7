"""The categories of strengths, worst first: a category's code is its place here."""

from __future__ import annotations

from typing import Final

from houseway.hands.value import Category

HIGH_CATEGORIES: Final[tuple[Category, ...]] = (
    "high-card", "one-pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
    "four-of-a-kind", "straight-flush", "royal-flush", "five-aces",
)  # fmt: skip

# By what the bonus pays; 0 is a hand it does not pay.
FORTUNE_CATEGORIES: Final[tuple[Category | None, ...]] = (
    None, "straight", "three-of-a-kind", "flush", "full-house", "four-of-a-kind",
    "straight-flush", "royal-flush", "five-aces", "seven-card-straight-flush-joker",
    "royal-flush-royal-match", "seven-card-straight-flush",
)  # fmt: skip

THREE_CATEGORIES: Final[tuple[Category, ...]] = (
    "high-card", "one-pair", "flush", "straight", "three-of-a-kind", "straight-flush",
    "mini-royal-flush",
)  # fmt: skip
