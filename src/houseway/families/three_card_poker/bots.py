"""Three card poker by one line, drawn by the bank's card that is seen.

Against a queen, king or ace the bank qualifies: play that rank with a nine or better. Against
a lower card play everything where an unqualified bank pays every ante; where it takes the ante
of a lower hand play jack-eight or better, where it returns it ten-nine or better. By enumeration
of the bank's other cards this gives up less than a hundredth of the ante a hand.
"""

from __future__ import annotations

from houseway.cards import card
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

_LEAST = {"win": (0, 0), "push": (10, 9), "lose": (11, 8)}  # the two highest cards


def choose(ask: Ask, sight: Sight, filing: ThreeCardPoker) -> str:
    seen = sight.cards("bank")
    hand = judge(filing.game.ranking)(sight.cards(ask.seat))
    play, *_ = filing.game.play.moves
    if hand.category != "high-card":
        return play
    rule = filing.game.qualifies
    # By a pair the bank seldom qualifies, and by any hand it always does.
    qualifies = card(f"{rule.high_card}s").rank if rule.high_card else 0 if rule.always else 15
    shown = max((c.rank for c in seen), default=qualifies)
    if shown >= qualifies:
        least = (shown, 9) if seen else (shown, 6)  # nothing seen: the classic queen-six-four
    else:
        least = _LEAST[filing.game.ante_unqualified.lower]
    return play if hand.ranks[:2] >= least else "fold"
