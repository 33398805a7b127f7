"""Wordings of pai gow poker."""

from __future__ import annotations

from collections.abc import Callable

from houseway.families.pai_gow_poker import schema
from houseway.filings.wording.base import (
    Wording,
    Words,
    count,
    keys,
    listed,
    money,
    option_name,
    plain,
    whole,
    yes,
)
from houseway.filings.wording.common import dealt_by

JOKER = {
    "ace-straight-flush": "an ace, or completes a straight or flush",
    "ace-straight": "an ace, or completes a straight or straight flush",
    "ace": "an ace, of no suit, and nothing else",
    "wild": "any card",
}
_BEHIND = {
    "highest-card": "the highest card",
    "one-pair": "a pair",
    "two-pair": "two pairs",
    "three-of-a-kind": "three of a kind",
    "complete": "a straight or flush or better",
    "full-house": "a full house",
    "four-of-a-kind": "four of a kind",
    "five-of-a-kind": "five of a kind",
    "five-aces": "five aces",
}
_FOULS = {
    "front-higher": "a front hand above the back hand",
    "front-count": "not two cards in front",
    "back-count": "not five cards behind",
}
_MISDEALS = {
    "joker-or-ace-exposed": "the joker or an ace exposed",
    "two-cards-exposed": "two cards exposed",
    "bank-hand-miscounted": "the bank's hand miscounted",
    "identical-cards": "two cards alike",
    "pile-to-wrong-position": "a pile at the wrong position",
}


def _case(rule: schema.Case) -> str:
    does = {"win": "wins", "lose": "loses", "push": "is returned"}[rule.outcome]
    return f"the wager {does}" + (f" {plain(rule.pays)}" if rule.pays is not None else "")


def _misdeal(rule: schema.Misdeal) -> str:
    return _MISDEALS[rule.when]


def way(rule: schema.Way) -> str:
    """One way to set a hand: its words, then what lies in front and behind."""
    front = "a pair" if rule.front == "pair" else "the highest two possible"
    least = f" ({'of ' if rule.front == 'pair' else ''}{rule.front_from} or better)"
    front += least if rule.front_from else ""
    return f"{rule.says} [{front} in front, {_BEHIND[rule.behind]} behind]"


def chart_row(row: schema.HouseWayRow) -> str:
    """A row of the chart: for which hands, and its ways in order."""
    of = [f"sets {listed(row.sets, 'or')}"]
    if row.ranks:
        of.append(f"of {', '.join(row.ranks)}")
    if row.second:
        of.append(f"the next set of {', '.join(row.second)}")
    if row.beside:
        of.append(f"with {listed(row.beside)} beside")
    if row.complete is not None:
        of.append("with a straight or flush" if row.complete else "without straight or flush")
    if row.example:
        of.append(f"as {row.example}")
    return f"{chart_brief(row, way)} ({', '.join(of)})"


def chart_brief(
    row: schema.HouseWayRow, say: Callable[[schema.Way], str] = lambda way: way.says
) -> str:
    """The row as a floorperson reads it."""
    ways = [say(one) for one in row.ways] + ([row.otherwise] if row.otherwise else [])
    return f"{row.hand}: {'; else '.join(ways)}"


_DOES_HOUSE_WAY = {
    "on-request": "freely, or the house way on request",
    "at-the-house's-discretion": "freely, or the house way if the house agrees",
}

WORDS: Words = {
    schema.PaiGowPoker: keys(family=Wording("family", {"pai-gow-poker": "pai gow poker"}), game=""),
    schema.PaiGowGame: keys(
        joker="joker",
        piles="deal",
        players_set="players set",
        bank_sets="bank sets",
        foul="foul hands",
        both_higher="both hands higher",
        both_lower="both hands lower",
        one_higher="one hand higher",
        copy_hand="copies",
        ace_high_push=Wording("bank only ace-high", unsaid="no rule"),
        fortune=Wording("fortune", unsaid="not offered"),
        envy=Wording("envy", unsaid="none"),
        house_way=Wording("house way", unsaid="no chart"),
        dealing_faults=Wording("dealing faults", unsaid="nothing filed"),
    ),
    schema.Joker: keys(
        use=JOKER,
        flush_option=Wording(
            "", lambda v: f"a plain flush too by {option_name(v)}", unsaid="no choice of the house"
        ),
    ),
    schema.Piles: keys(
        piles=lambda n: f"{n} piles",
        cards=lambda n: f"of {count(n, 'card')}",
        left_over=lambda n: f"{n} left over",
        by_hand=Wording(
            "",
            {
                "left-to-right-and-back": "by hand left to right and back",
                "silent": "silent on dealing by hand",
            },
            quiet=("silent",),
        ),
        first_pile={
            "chosen-by-bank": "the player-dealer picks the first pile",
            "from-shuffler": "the shuffler gives the first pile",
        },
        laid_out=Wording(
            "",
            lambda v: f"laid out and chosen from when dealt from {listed(map(dealt_by, v), 'or')}",
            unsaid="handed out one by one",
        ),
        without_wager={
            "collected": "piles of positions without a wager collected",
            "silent": "silent on piles without a wager",
        },
    ),
    schema.PlayersSet: keys(
        house_way=_DOES_HOUSE_WAY,
        house_way_binds=yes("once asked for, it binds", "it may be changed again"),
    ),
    schema.BankSets: keys(
        method={
            "freely": "freely",
            "house-way-then-freely": "the house way, which the player-dealer may change",
            "house-way": "the house way",
        },
        opened={
            "after-players-set": "opened after the players have set",
            "before-players-set": "opened before the players set",
        },
    ),
    schema.Foul: keys(
        kinds=lambda v: listed((_FOULS[one] for one in v), "or"),
        outcome={"lose": "the game wager loses"},
    ),
    schema.Case: whole(_case),
    schema.Copy: keys(won_by={"bank": "go to the bank"}),
    schema.AceHighPush: keys(
        needs_setting={
            True: "every game wager is returned once hands are set",
            False: "every game wager is returned, no hand need be set",
        }
    ),
    schema.Fortune: keys(joker={k: f"joker {v}" for k, v in JOKER.items()}),
    schema.Envy: keys(
        button_from=lambda v: f"a button for a fortune bet of {money(v)} or more",
        pays={
            "each-hand": "paid for every other hand that earns it",
            "highest-hand": "paid for the highest other hand",
        },
        backline_button=yes("backline bettors have buttons too", "none for backline bettors"),
    ),
    schema.Misdeal: whole(_misdeal),
    schema.DealingFaults: keys(
        exposed_card={
            "replaced-by-first-left-over": "an exposed card replaced by the first left over"
        },
        misdeal=Wording("misdeal", lambda v: listed(map(_misdeal, v), "or"), unsaid="none"),
        reset=Wording("set anew", key="hand", unsaid="nothing said"),
        misread=Wording("misread hand", unsaid="nothing said"),
    ),
    schema.Reset: keys(
        hand={"house-way": "a house way hand set wrong", "foul-bank": "a foul hand of the bank"},
        by={"management": "by management"},
        how={"by-the-chart": "as the chart has it", "most-logical-way": "the most logical way"},
    ),
    schema.Misread: keys(plays={"true-value-if-intact": "plays at its true value if still whole"}),
    schema.Way: whole(way),
    schema.HouseWayRow: whole(chart_row, brief=chart_brief),
    schema.HouseWayChart: keys(title=lambda text: text, row=Wording("", key="hand")),
}
