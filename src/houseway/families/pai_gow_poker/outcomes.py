"""What a hand that was set comes to, tabulated from the procedure's own verdicts."""

from __future__ import annotations

from houseway.analysis.two_hands import Verdicts, tabulated
from houseway.families.pai_gow_poker.procedure import set_verdict
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import SetHand
from houseway.rounds.judging import standing
from houseway.rounds.verdicts import Verdict


def verdicts(filing: PaiGowPoker) -> Verdicts:
    """By how the front and the back hand stand against the bank's."""

    def verdict(front: str, back: str) -> Verdict:
        ahead, behind = standing(front), standing(back)
        hand, bank = (
            SetHand((), (), False, "", worth[0], worth[1])
            for worth in zip(ahead, behind, strict=True)
        )
        return set_verdict(filing, 1, hand, bank)

    return tabulated(verdict)
