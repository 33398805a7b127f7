"""Wordings of three card poker."""

from __future__ import annotations

from houseway.cards.card import RANK_NAMES, RANKS
from houseway.families.three_card_poker import schema
from houseway.filings.wording.base import Wording, Words, keys, listed, ordinal, spot_name, yes
from houseway.filings.wording.common import OFFERED
from houseway.hands.value import plural


def seen_cards(value: list[int]) -> str:
    which = listed(ordinal(one) for one in value)
    return f"the bank's {which} card{'s' if len(value) > 1 else ''} seen before players choose"


def _rank(letter: str) -> int:
    return RANKS.index(letter) + 2


def _size(times: int) -> str:
    return "as large as the ante" if times == 1 else f"{times} times the ante"


WORDS: Words = {
    schema.ThreeCardPoker: keys(
        family=Wording("family", {"three-card-poker": "three card poker"}), game=""
    ),
    schema.ThreeCardGame: keys(
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
    schema.Deal: keys(
        starts={"left-of-bank": "three cards each, from the player-dealer's left"},
        bank_cards_seen=Wording("", seen_cards, unsaid="no bank card seen before players choose"),
    ),
    schema.PlayOrFold: keys(
        offered_from=OFFERED,
        times=Wording(
            "", lambda v: f"the play wager is {listed(map(_size, v), 'or')}", quiet=([1],)
        ),
        fold_forfeits=Wording(
            "",
            lambda v: f"a fold loses {listed(map(spot_name, v))}",
            unsaid="a fold loses nothing",
        ),
    ),
    schema.Qualifies: keys(
        high_card=lambda v: f"with {RANK_NAMES[_rank(v)]} high or better",
        pair=lambda v: f"with a pair of {plural(_rank(v))} or better",
        always=yes("with any hand", "not with any hand"),
    ),
}
