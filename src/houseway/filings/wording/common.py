"""Wordings of the parts that every filing has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cards.card import RANK_NAMES, RANKS
from houseway.filings.schema.banking import FirstAction, PlayerDealer, SettlementOrder, Showing
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.irregular import REMEDIES, HouseOrder
from houseway.filings.schema.said import (
    NotFiled,
    Notice,
    OptionRule,
    Posting,
    Reading,
    Rule,
    Source,
    Term,
)
from houseway.filings.schema.table import Deck, SeatsClause, Table
from houseway.filings.schema.wagers import Compared, PayRow, PayTable, Spot
from houseway.filings.wording.base import (
    Wording,
    Words,
    count,
    keys,
    listed,
    money,
    number_range,
    only,
    option_name,
    ordinal,
    plain,
    spot_name,
    whole,
    yes,
)
from houseway.filings.wording.bonus import bonus_places

DECKS = {
    "standard-52": "52 cards, no joker",
    "bonus-52": "52 cards, some of them specially marked",
    "joker-53": "52 cards and a joker",
    "jokers-54": "52 cards and two jokers",
    "spanish-48": "48 cards, the tens taken out",
    "mexican-41": "40 cards without eights, nines and tens, and a joker",
    "tiles-32": "32 tiles",
}


_DOES = {"win": "pays 1:1", "push": "is returned", "lose": "loses"}
OFFERED = {
    "left-of-bank": "asked from the player-dealer's left",
    "left-of-house-dealer": "asked from the house dealer's left",
}


def _without(ranks: list[str]) -> str:
    names = (RANK_NAMES[2 + place] for place, rank in enumerate(RANKS) if rank in ranks)
    return f"the {listed(_plural(name) for name in names)} taken out"


def _plural(name: str) -> str:
    return f"{name}es" if name == "six" else f"{name}s"


def _decks(value: list[int]) -> str:
    low, high = value
    return "one deck" if low == high == 1 else f"{number_range(low, high)} decks"


def card_values(values: Mapping[str, int]) -> str:
    """What each rank counts.

    >>> card_values({"A": 1, "2": 2, "T": 10, "K": 13})
    'cards count as printed, A 1, K 13'
    """
    printed = {"T": "10"}
    said = [f"{r} {v}" for r, v in values.items() if printed.get(r, r) != str(v)]
    return ", ".join(["cards count as printed", *said])


def option_values(option: OptionRule) -> str:
    """What a house may choose, the default marked."""
    if option.span is not None:
        return f"{number_range(*option.span)}; {plain(option.default)} unless chosen"
    others = listed((choice_words(one) for one in option.values if one != option.default), "or")
    return f"{choice_words(option.default)} unless {others} is chosen"


def choice_words(value: Any) -> str:
    """A choice of the house as people say it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _option(option: OptionRule) -> str:
    values = number_range(*option.span) if option.span else listed(map(choice_words, option.values))
    return (
        f"{option.about}; {values}; the default is {choice_words(option.default)} ({option.name})"
    )


_BY_METHOD = {
    "card": ("method", "card", "values", "count_from"),
    "dice": ("method", "bank_totals", "dice_direction", "generator"),
}


def _by_method(rule: FirstAction, key: str) -> bool:
    return key in _BY_METHOD.get(rule.method, ("method",))


def compared(rule: Compared) -> str:
    """What a wager does by how the hands compare, in one sentence."""
    if rule.higher == rule.lower == rule.equal:
        return f"{_DOES[rule.higher]} whatever the hands"
    if rule.lower == rule.equal:
        return f"{_DOES[rule.higher]} if the player is higher, else {_DOES[rule.lower]}"
    return (
        f"{_DOES[rule.higher]} if the player is higher, {_DOES[rule.lower]} if lower, "
        f"{_DOES[rule.equal]} if equal"
    )


COMMON: Words = {
    Compared: whole(compared),
    Showing: keys(
        starts={
            "left-of-bank": "from the player-dealer's left",
            "right-of-house-dealer": "from the house dealer's far right",
        }
    ),
    FilingBase: keys(
        id="id",
        house="house",
        title="title",
        approval=Wording("approval", unsaid="no number"),
        version=Wording("version", unsaid="none given"),
        source="text",
        owners=Wording("owner of the game", listed, unsaid="none named"),
        deck="deck",
        table="table",
        option=Wording("left to the house", key="name"),
        reading=Wording("own readings", key="id"),
        irregular=Wording("when something goes wrong", unsaid="nothing filed"),
        rule=Wording("rule", key="topic"),
        notice=Wording("notice", key="topic"),
        posting=Wording("posting", key="where"),
        term=Wording("term", key="term"),
        not_for_play=Wording("listed but not for play", listed, unsaid="nothing"),
        not_filed=Wording("not filed", key="key", unsaid="nothing"),
        collection="collection",
    ),
    HouseOrder: keys(
        kinds="kind",
        whose=Wording("whose", unsaid="anybody's"),
        noticed=Wording("noticed at", unsaid="any time"),
        ranks=Wording("ranks", unsaid="any card"),
        least=Wording("", lambda n: f"{count(n, 'card')} or more", quiet=(1,)),
        streets=Wording("board of", unsaid="any street"),
        fewer_acted=Wording("", lambda n: f"before {n} players have acted", unsaid="whoever acted"),
        intact=yes("if the cards can be told", "whether or not the cards can be told"),
        by_house=yes("of a hand the house dealer set", "whoever set the hand"),
        backed=yes("of a hand on which others bet behind", "whether or not others bet behind"),
        remedy=REMEDIES,
        wagers=Wording("of wagers only", unsaid="all wagers on the hand"),
        fees=Wording(
            "",
            {"returned": "the fee goes back", "kept": "the fee stays", "silent": "fee unsaid"},
            quiet=("silent",),
        ),
        says="",
    ),
    Source: whole(lambda source: f"text {source.file}, lines {source.lines}"),
    Deck: keys(
        kind=DECKS,
        without=Wording("", _without, unsaid="no rank taken out"),
        decks=_decks,
        jokers_as_decks=yes("as many jokers as decks", "jokers as the deck has them"),
        alternating=Wording(
            "",
            lambda n: f"{n} sets used in turn" if n != 1 else "one set of cards",
            quiet=(1,),
        ),
        dealt_from=lambda v: f"dealt from {listed(map(dealt_by, v), 'or')}",
        bonus_ranks=Wording("", lambda v: f"marked are {listed(v)}", unsaid="no marked cards"),
        default_decks=Wording(
            "", lambda n: f"{count(n, 'deck')} unless chosen", unsaid="the most unless chosen"
        ),
    ),
    Table: keys(
        seats=lambda n: f"{n} seats in all",
        seats_allowed=Wording(
            "", lambda v: f"tables of {listed(map(str, v), 'or')} too", unsaid="no other size"
        ),
        active=Wording("", lambda n: f"at most {n} dealt in", unsaid="all seats may be dealt in"),
        other_spots=Wording(
            "",
            {
                True: "players may bet on empty positions",
                False: "players bet on their own position and no other",
            },
            unsaid="silent on bets on empty positions",
        ),
        limits_by_space=yes("each betting space may have limits of its own", "one limit for all"),
        shape=Wording("", lambda text: text, unsaid="shape not said"),
        seats_elsewhere=Wording(
            "elsewhere",
            lambda v: listed(f"{one.seats} seats ({one.cite})" for one in v),
            unsaid="no other number",
        ),
    ),
    SeatsClause: whole(lambda clause: f"{clause.seats} seats ({clause.cite})"),
    Spot: keys(
        name=Wording("key", quiet=()),
        label=Wording("printed as", lambda text: text),
        base={True: "belongs to the base game", False: "a bonus bet"},
        needs=Wording("", lambda v: f"needs {listed(map(spot_name, v))}", unsaid="needs no other"),
        needs_any=Wording(
            "", lambda v: f"needs {listed(map(spot_name, v), 'or')}", unsaid="no choice of needs"
        ),
        equals=Wording("", lambda v: f"as much as the {spot_name(v)}", unsaid="of any amount"),
        limits=Wording("", lambda v: f"from {v}", unsaid="limits of the table"),
        limits_in_schedule=yes("limits left to the schedule", "limits not left to the schedule"),
        backline={
            "permitted": "backline bets permitted",
            "refused": "no backline bets",
            "silent": "silent on backline bets",
        },
        backline_needs=Wording(
            "",
            lambda v: f"backline bettors need {listed(map(spot_name, v))}",
            unsaid="backline bettors need what the seat needs",
        ),
        excludes=Wording(
            "", lambda v: f"not together with {listed(map(spot_name, v))}", unsaid="with any other"
        ),
        excludes_by=Wording(
            "",
            {"entry": "in one place", "person": "by one person, wherever they bet"},
            quiet=("entry",),
        ),
        option=Wording("", lambda v: f"offered by {option_name(v)}", unsaid="always offered"),
    ),
    PayTable: keys(
        name=Wording("key"),
        wager=lambda v: f"for the {spot_name(v)}",
        title=Wording("called", lambda text: text, unsaid="without a name"),
        otherwise=Wording("any other hand", {"lose": "loses", "push": "is returned"}),
        looks_at=Wording("looks at", bonus_places, unsaid="what the game's rule says"),
        against=Wording("measured by", lambda v: bonus_places([v]), unsaid="nothing else"),
        ranking=Wording("hands ranked", unsaid="as the game's rule says"),
        paid_on=Wording(
            "", lambda v: f"paid on the {spot_name(v)}, and never lost", unsaid="a wager of its own"
        ),
        decks=Wording("", lambda v: f"with {v} decks", unsaid="with any number of decks"),
        adds=yes("every row filled is paid, all together", "the first row filled is paid"),
        rows=Wording("", key="hand"),
    ),
    PayRow: keys(
        hand=Wording("key"),
        label=Wording("printed as", lambda text: text, unsaid="no label"),
        pays=Wording("pays", unsaid="nothing"),
        envy=Wording("envy prize", money, unsaid="none"),
        when=Wording("for", unsaid="the hand it is named after"),
        also=Wording("and", unsaid="whatever other cards are"),
        prize=Wording("prize", money, unsaid="none"),
        push=yes("the wager is returned", "the wager is not returned"),
    ),
    FirstAction: only(
        keys(
            method={
                "card": "by a card of the bank",
                "dice": "by dice",
                "left-of-bank": "the seat left of the player-dealer",
                "right-of-house-dealer": "the seat at the house dealer's right",
            },
            card=Wording("", lambda n: f"its {ordinal(n)} card", unsaid="no card decides"),
            values=Wording("", card_values, unsaid="cards do not count"),
            count_from={
                "house-dealer-left": "counted from the house dealer's left",
                "beside-bank": "counted from the seat beside the player-dealer",
            },
            bank_totals=Wording(
                "",
                lambda v: f"the bank counts {listed(map(str, v))}",
                unsaid="no total is the bank's",
            ),
            dice_direction={
                "clockwise": "counted clockwise",
                "counter-clockwise": "counted anti-clockwise",
            },
            generator=yes("a number generator may replace the dice", "no number generator"),
        ),
        _by_method,
    ),
    SettlementOrder: keys(
        direction={"clockwise": "clockwise", "counter-clockwise": "anti-clockwise"},
        passes={
            "seat-by-seat": "seat by seat",
            "losers-first": "all losers collected first, then winners paid",
        },
        wager_order=Wording("at a seat", lambda v: ", ".join(map(spot_name, v))),
    ),
    PlayerDealer: keys(
        hands=lambda n: f"offered on after {count(n, 'hand')}",
        in_a_row=Wording(
            "",
            lambda n: f"nobody banks more than {count(n, 'hand')} in a row",
            unsaid="offered on, and kept where nobody takes it",
        ),
        offered={"clockwise": "to the next player clockwise"},
        declined_by_all=Wording(
            "",
            {
                "game-broken": "if all decline, the game stops",
                "bank-continues": "if all decline, the player-dealer goes on",
                "silent": "nothing said if all decline",
            },
            quiet=("silent",),
        ),
        wager_maximum=Wording(
            "", lambda v: f"puts up at most {money(v)}", unsaid="no maximum for its wager"
        ),
        third_party={
            "permitted": "third-party players permitted",
            "silent": "silent on third-party players",
        },
    ),
    OptionRule: whole(_option),
    Reading: keys(
        id="number",
        title=lambda text: text,
        doubt=Wording("in doubt", lambda text: text),
        taken=Wording("taken", lambda text: text),
        others=Wording("also possible", "; ".join, unsaid="no other reading"),
        option=Wording("selected by option", lambda text: text, unsaid="no option"),
        weight=Wording("weight", {"high": "high", "medium": "medium", "low": "low"}),
        places=Wording("places", ", ".join, unsaid="none named"),
        touches=Wording("touches", ", ".join, unsaid="this filing"),
    ),
    Rule: keys(topic="topic", text="text"),
    Notice: keys(topic="topic", text="text"),
    Posting: keys(where="place", text="text"),
    Term: keys(term="term", means="means"),
    NotFiled: whole(lambda fact: fact.why),
    PlayerDealerFiling: keys(
        kind=Wording("kind", {"player-dealer": "a game with a player-dealer"}),
        spot=Wording("", key="name"),
        first_action="first action",
        settlement="settling",
        bank="bank",
        pay_table=Wording("", key="name"),
    ),
}


def dealt_by(source: str) -> str:
    """A device, as cards are dealt from it."""
    return {"shoe": "a shoe", "shuffler": "a shuffler", "hand": "the hand"}[source]
