"""Wordings of ultimate hold'em."""

from __future__ import annotations

from houseway.cards.card import RANK_NAMES, RANKS
from houseway.families.ultimate_holdem import schema
from houseway.filings.wording.base import Wording, Words, keys, listed, spot_name, whole, yes
from houseway.filings.wording.common import OFFERED


def street(rule: schema.Street) -> str:
    """What may be done with so many board cards up."""
    bets = listed((f"{n} times" if n > 1 else "once" for n in rule.bets), "or")
    said = [f"bet the ante {bets}"] if rule.bets else []
    said += ["check"] if rule.may_check else []
    said += ["fold"] if rule.may_fold else []
    up = f"{rule.board_cards} board cards up" if rule.board_cards else "before the board"
    return f"{up}: {listed(said, 'or')}"


BOARD = {
    "face-down-at-once": "five board cards face down at once",
    "face-down-first": "five board cards face down before the hands",
    "street-by-street": "board cards dealt as play goes on",
}

WORDS: Words = {
    schema.UltimateHoldem: keys(
        family=Wording("family", {"ultimate-holdem": "ultimate hold'em"}), game=""
    ),
    schema.UltimateGame: keys(
        ranking=Wording("ranking", {"high": "best five of seven cards"}),
        offered_from=Wording("choices", OFFERED),
        deal="deal",
        street=Wording("play wager", key="board_cards"),
        fold="fold",
        qualifies="bank qualifies",
        ante_unqualified="bank does not qualify: ante",
        ante_qualified="bank qualifies: ante",
        play="play wager",
        blind="blind",
        bad_beat=Wording("bad beat", unsaid="not offered"),
        showing="hands opened",
    ),
    schema.ShoeDeal: keys(
        one_by_one=yes("one card each, then a second", "two cards at a time", quiet=False),
        board=BOARD,
    ),
    schema.Deal: keys(
        starts={
            "left-of-house-dealer": "two cards each, from the house dealer's left",
            "left-of-bank": "two cards each, from the player-dealer's left",
        },
        direction={"clockwise": "clockwise", "counter-clockwise": "counter-clockwise"},
        board=BOARD,
        burns=yes("a card burned before each street", "no burns"),
        from_shoe=Wording("from a shoe", unsaid="alike from every device"),
    ),
    schema.Street: whole(street),
    schema.Fold: keys(
        forfeits=Wording(
            "", lambda v: f"loses {listed(map(spot_name, v))}", unsaid="loses nothing"
        ),
        trips={
            "own-hand": "trips still read from the folded hand",
            "board-only": "trips read from the board alone",
        },
        bad_beat=Wording(
            "",
            {
                "lost": "bad beat lost",
                "paid-if-bank-higher": "bad beat paid if the bank's hand is higher",
                "not-offered": "no bad beat bet",
            },
            quiet=("not-offered",),
        ),
    ),
    schema.Qualifies: keys(
        minimum={
            "high-card": "with any hand",
            "one-pair": "with a pair or better",
            "two-pair": "with two pair or better",
            "three-of-a-kind": "with three of a kind or better",
            "straight": "with a straight or better",
            "flush": "with a flush or better",
        },
        from_rank=Wording(
            "", lambda v: f"of {RANK_NAMES[RANKS.index(v) + 2]} or higher", unsaid="of any rank"
        ),
    ),
    schema.Blind: keys(
        below_pay_table={
            "push": "a winner below the pay table is returned",
            "lose": "a winner below the pay table loses",
        },
        equal={"push": "returned on a tie", "lose": "lost on a tie"},
    ),
    schema.BadBeat: keys(
        bank_unqualified={
            "lose": "lost when the bank does not qualify",
            "compared": "hands compared even when the bank does not qualify",
        },
        equal={"lose": "lost on a tie"},
    ),
}
