"""Wordings of the collection: sets, groups, options and their fees."""

from __future__ import annotations

from houseway.filings.schema import collection
from houseway.filings.schema.base import Span
from houseway.filings.wording.base import (
    RecordWords,
    Wording,
    Words,
    amounts,
    keys,
    listed,
    money,
    only,
    plain,
    spot_name,
    whole,
    yes,
)

STRUCTURES = {
    "limit": "limit",
    "no-limit": "no limit",
    "pot-limit": "pot limit",
    "spread-limit": "spread limit",
}
BANK_BASIS = {
    "table-action": "the bank pays by the total table action",
    "flat": "the bank pays one fee a hand",
}
PLAYER_BASIS = {
    "none": "players pay nothing",
    "flat": "every player who wagers pays one fee a hand",
    "base-wager": "players pay by their base wager",
    "betting-square": "players pay for each betting square",
    "half-hour": "players pay every half hour",
}
TIMING = {
    "before-deal": "taken before the deal",
    "after-first-cards": "taken after the first cards",
    "after-initial-deal": "said to be taken after the first cards",
}


def brackets(value: list[collection.Bracket]) -> str:
    """Fees as a table posts them: `$5 to $50 $1, $51 and over $2`, or the one flat fee.

    >>> from houseway.filings.schema.base import Span
    >>> brackets([collection.Bracket(span=Span(low=0, high=None), fee="2")])
    '$2'
    """
    if len(value) == 1 and value[0].span == Span(low=0, high=None):
        return money(value[0].fee)
    return ", ".join(f"{amounts(one.span)}: {money(one.fee)}" for one in value)


def bonus_limits(value: dict[str, Span]) -> str:
    return listed(
        f"{'bonus bets' if spot == '*' else spot_name(spot)} {amounts(span)}"
        for spot, span in value.items()
    )


def _structures(value: list[str]) -> str:
    return f"{listed(STRUCTURES[one] for one in value)} games"


def _game(game: collection.WeekdayGame) -> str:
    bets = "-".join(money(bet) for bet in game.bets)
    most = "-".join(money(bet) for bet in game.most)
    days = listed(day.capitalize() for day in game.days)
    return f"{days}: {game.title}, bets {bets}, at most {most}"


def _free(free: collection.FreeCollection) -> str:
    waived = {"player-fee": "the player's next fee", "bank-fee": "the bank's next fee"}
    verb = "is waived" if free.obligatory else "may be waived"
    when = "; the button is for the round that follows" if free.next_round else ""
    behind = "; so is that of one who bets behind, whose own wager counts" if free.behind else ""
    return f"{waived[free.waives]} {verb}: {free.earned}{when}{behind}"


_PARAGRAPH = {
    "options": Wording("paragraph for options", lambda text: text, unsaid="no numbers named"),
    "minimum": Wording(
        "", lambda span: f"posted minimum {amounts(span)}", unsaid="no range for the minimum"
    ),
    "maximum": Wording(
        "", lambda span: f"posted maximum {amounts(span)}", unsaid="no range for the maximum"
    ),
    "no_maximum": yes("no maximum", "a maximum may be set"),
}


def _group(**wordings: Wording) -> RecordWords:
    return RecordWords({**_PARAGRAPH, **wordings})


def _option(**wordings: Wording) -> RecordWords:
    every = {
        "hours": Wording("hours", str, unsaid="at any hour"),
        "jackpot": Wording("jackpot drop", money, quiet=(0,)),
    }
    return RecordWords({"number": Wording("option"), **wordings, **every})


def _capped(group: collection.CaliforniaGroup, key: str) -> bool:
    return key != "wager_cap_is" or group.wager_cap is not None


_MISSING = Wording("", lambda v: f"no fee filed for {plain(v)}", unsaid="every bracket has its fee")

COLLECTION: Words = {
    collection.Collection: keys(
        shared=Wording("shared sets", listed, unsaid="none"),
        set=Wording("own sets", key="name"),
        free_collection=Wording("free collection", unsaid="none"),
        none_filed=Wording("no schedule", lambda text: text, unsaid="a schedule is filed"),
        most_rates=Wording("rates", unsaid="five at most, by law"),
    ),
    collection.FreeCollection: whole(_free),
    collection.MostRates: whole(lambda cap: f"at most {cap.rates} rates at a table"),
    collection.ScheduleSet: keys(
        name=Wording("set"),
        title=Wording("title", lambda text: text),
        approval=Wording("approval", lambda text: text, unsaid="no number"),
        games=Wording("for", listed, unsaid="this game"),
        procedures=Wording("procedures", unsaid="none"),
        posted=Wording("to be posted", unsaid="nothing"),
        notices=Wording("notices", unsaid="none"),
        group=Wording("paragraph"),
    ),
    collection.Clause: whole(lambda clause: clause.text),
    collection.TimingClause: whole(lambda clause: f"{TIMING[clause.taken]} ({clause.cite})"),
    collection.CaliforniaGroup: only(
        _group(
            kind=Wording("", {"california": "fees of a player-dealer game"}),
            bank_basis=Wording("", BANK_BASIS),
            action=Wording(
                "",
                {
                    "all-wagers": "all wagers before the deal count",
                    "base-wagers": "only base wagers count",
                },
            ),
            backline_in_action=yes(
                "backline bets count", "backline bets do not count", quiet=False
            ),
            player_basis=Wording("", PLAYER_BASIS),
            backline_pays=yes("backline bettors pay too", "backline bettors pay nothing"),
            taken=Wording("", TIMING),
            taken_elsewhere=Wording(
                "elsewhere",
                lambda v: listed(f"{TIMING[one.taken]} ({one.cite})" for one in v),
                unsaid="nothing else",
            ),
            bonus_limits=Wording("", bonus_limits, unsaid="bonus bets keep the table limits"),
            bonus_in_table_limits=yes(
                "bonus bets expressly within the table limits",
                "silent on limits of bonus bets",
            ),
            wager_cap=Wording(
                "", lambda v: f"the city allows no bet over {money(v)}", unsaid="no cap by the city"
            ),
            wager_cap_is=Wording(
                "the city's cap", {"refused": "binds every bet", "warned": "is only warned of"}
            ),
            option=Wording("option", key="number"),
        ),
        _capped,
    ),
    collection.CaliforniaOption: _option(
        limits=Wording("table limit", unsaid="that of the paragraph"),
        bank=Wording("bank fee", brackets),
        player=Wording("player fee", brackets, unsaid="none"),
        bank_missing=_MISSING,
        player_missing=_MISSING,
    ),
    collection.PotGroup: _group(
        kind=Wording("", {"pot": "fees of the hand"}),
        structures=Wording("", _structures),
        taken=Wording(
            "",
            {
                "flop-turn-river": "taken on flop, turn and river",
                "betting-rounds": "taken after the rounds of betting",
                "button": "paid by the button before the deal",
            },
        ),
        jackpot_pot=Wording(
            "", lambda v: f"a jackpot drop from a pot of {money(v)} on", quiet=(0,)
        ),
        smallest_game=Wording("", lambda v: f"limits from {v}", unsaid="no smallest game"),
        largest_game=Wording("", lambda v: f"limits up to {v}", unsaid="no largest game"),
        buy_in=Wording("", lambda v: f"buy-in {v}", unsaid="no buy-in given"),
        option=Wording("option", key="number"),
    ),
    collection.PotOption: _option(
        players=Wording("players"),
        regular=Wording("regular fee", money),
        turn=Wording("turn fee", money, quiet=(0,)),
        river=Wording("river fee", money, quiet=(0,)),
        modified=Wording("modified fee", money, quiet=(0,)),
        second=Wording("table fee 2", money, quiet=(0,)),
        third=Wording("table fee 3", money, quiet=(0,)),
    ),
    collection.TimedGroup: _group(
        kind=Wording("", {"timed": "fees by the clock"}),
        minutes=Wording("", lambda n: f"every {n} minutes, from each active player"),
        structures=Wording("", _structures, unsaid="for every structure"),
        option=Wording("option", key="number"),
    ),
    collection.TimedOption: _option(fee=Wording("fee", money)),
    collection.BlindsGroup: _group(
        kind=Wording("", {"blinds": "the blinds are the fee"}),
        blinds=Wording("", lambda v: f"blinds of {listed(map(money, v))} taken as the fee"),
        game=Wording("", lambda v: "; ".join(map(_game, v)), unsaid="no betting structure by day"),
    ),
    collection.WeekdayGame: whole(_game),
}
