"""How a hand of face-up Chinese poker goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.chinese_poker.schema import ChinesePoker


def lines(filing: ChinesePoker) -> tuple[str, ...]:
    game = filing.game
    sizes = ", ".join(f"{one.cards} {_WHERE[one.name]}" for one in game.segment)
    return (
        "Two to four players, each against every other, for points worth a fixed sum.",
        f"Thirteen cards lie in three rows: {sizes}.",
        "Your first five cards are placed at once; then three come at a time, of which you place "
        "two. What lies stays.",
        "Bottom must end above middle, and middle above top: else the hand is foul and loses to "
        "everybody.",
        "Row meets row for points, with more for all three and for rare hands.",
        f"Who does well enough plays the next hand in Fantasy Land: all {game.fantasy_land.cards} "
        "cards at once, unseen.",
    )


_WHERE = {"top": "on top", "middle": "in the middle", "bottom": "at the bottom"}
