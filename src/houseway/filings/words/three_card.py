"""Wordings of three card poker."""

from __future__ import annotations

from houseway.cards.card import RANK_NAMES
from houseway.filings.schema.three_card import Compared
from houseway.filings.words.base import Wording, Words, keys, listed, ordinal, spot_name, whole

DOES = {"win": "pays 1:1", "push": "is returned", "lose": "loses"}
OFFERED = {
    "left-of-bank": "asked from the player-dealer's left",
    "left-of-house-dealer": "asked from the house dealer's left",
}
_RANKS = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10, **{str(n): n for n in range(2, 10)}}


def compared(rule: Compared) -> str:
    """What a wager does by how the hands compare, in one sentence."""
    if rule.higher == rule.lower == rule.equal:
        return f"{DOES[rule.higher]} whatever the hands"
    if rule.lower == rule.equal:
        return f"{DOES[rule.higher]} if the player is higher, else {DOES[rule.lower]}"
    return (
        f"{DOES[rule.higher]} if the player is higher, {DOES[rule.lower]} if lower, "
        f"{DOES[rule.equal]} if equal"
    )


def seen_cards(value: list[int]) -> str:
    which = listed(ordinal(one) for one in value)
    return f"the bank's {which} card{'s' if len(value) > 1 else ''} seen before players choose"


THREE_CARD: Words = {
    "three_card.ThreeCardPoker": keys(
        family=Wording("family", {"three-card-poker": "three card poker"}), game=""
    ),
    "three_card.ThreeCardGame": keys(
        ranking=Wording("ranking", {"three-card": "three-card hands, straight over flush"}),
        deal="deal",
        play="play or fold",
        qualifies="bank qualifies",
        ante_unqualified="bank does not qualify: ante",
        play_unqualified="bank does not qualify: play wager",
        ante_qualified="bank qualifies: ante",
        play_qualified="bank qualifies: play wager",
        showing="hands opened",
    ),
    "three_card.Showing": keys(
        starts=Wording(
            "",
            {
                "left-of-bank": "from the player-dealer's left",
                "right-of-house-dealer": "from the house dealer's far right",
            },
        )
    ),
    "three_card.Deal": keys(
        starts=Wording("", {"left-of-bank": "three cards each, from the player-dealer's left"}),
        bank_cards_seen=Wording("", seen_cards, unsaid="no bank card seen before players choose"),
    ),
    "three_card.PlayOrFold": keys(
        offered_from=Wording("", OFFERED),
        fold_forfeits=Wording(
            "",
            lambda v: f"a fold loses {listed(map(spot_name, v))}",
            unsaid="a fold loses nothing",
        ),
    ),
    "three_card.Qualifies": keys(
        high_card=Wording("", lambda v: f"with {RANK_NAMES[_RANKS[v]]} high or better")
    ),
    "three_card.Compared": whole(compared),
}
