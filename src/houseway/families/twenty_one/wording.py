"""Wordings of the 21-type games."""

from __future__ import annotations

from houseway.families.twenty_one import schema
from houseway.filings.wording.base import (
    Wording,
    Words,
    count,
    keys,
    listed,
    option_name,
    plain,
    whole,
    yes,
)

DOES = {"win": "wins", "push": "is returned", "lose": "loses"}
_SIDES = {
    "left-of-bank": "the player-dealer's left",
    "left-of-house-dealer": "the house dealer's left",
}


def _clause(rule: schema.Clause) -> str:
    return f"the wager {DOES[rule.outcome]}"


def _both_over(rule: schema.BothOver) -> str:
    if rule.closer == rule.equal == rule.farther:
        return f"the wager {DOES[rule.closer]}"
    if rule.equal == rule.farther:
        return f"the wager {DOES[rule.closer]} if the player is closer, else {DOES[rule.equal]}"
    return (
        f"the wager {DOES[rule.closer]} if the player is closer, {DOES[rule.equal]} if equal, "
        f"{DOES[rule.farther]} if farther"
    )


def _bank_hand(rule: schema.BankHand) -> str:
    cards = "-".join(rule.ranks) + (" of one suit" if rule.suited else "")
    return f"against {cards}, {_both_over(rule)}"


def _player_push(rule: schema.PlayerPush) -> str:
    chosen = f" ({option_name(rule.option)})" if rule.option else ""
    return f"{count(rule.cards, 'card')} making {rule.totals}, nearer than the bank{chosen}"


def _counts(value: list[str]) -> str:
    return listed(one.replace("+", " or more").replace("-", " or less") if one[-1] in "+-"
                   else one.replace("-", " to ") for one in value)  # fmt: skip


_CHART = keys(
    must_stand=Wording("", lambda v: f"must stand on {_counts(v)}", unsaid="never has to stand"),
    must_hit=Wording("", lambda v: f"must hit {_counts(v)}", unsaid="never has to hit"),
)

WORDS: Words = {
    schema.TwentyOne: keys(family=Wording("family", {"twenty-one": "a 21-type game"}), game=""),
    schema.TwentyOneGame: keys(
        natural="natural",
        jokers=Wording("jokers", unsaid="none"),
        player_chart="player's chart",
        bank_chart="bank's chart",
        deal="deal",
        check=Wording("looking at the down card", unsaid="the bank does not look"),
        freeze=Wording("up card that ends the choices", unsaid="none"),
        insurance=Wording("insurance", unsaid="none"),
        double="double",
        double_again=Wording("doubling again", unsaid="not offered"),
        rescue=Wording("rescue", unsaid="not offered"),
        split="split",
        split_aces="split aces",
        surrender=Wording("surrender", unsaid="not offered"),
        charlie=Wording("many cards", unsaid="no number of cards wins by itself"),
        results="",
        both_over="both over",
        bank_hand=Wording("both over, special bank hand", unsaid="none"),
        player_push=Wording("both over, player's push", unsaid="none"),
    ),
    schema.Natural: keys(
        made_of={"ace-and-ten": "an ace and a ten-card", "two-jokers": "two jokers"},
        total=lambda v: f"counts {v}",
        name=lambda v: f"called {v}",
        pays=lambda v: f"pays {plain(v)}",
    ),
    schema.Jokers: whole(
        lambda _: "wild; beside one other card a finished 21 above every other 21"
    ),
    schema.ChartRule: _CHART,
    schema.Dealing: keys(
        first_card_from={k: f"first card from {v}" for k, v in _SIDES.items()},
        second_card_from={k: f"second card from {v}" for k, v in _SIDES.items()},
        bank_second_card={
            "face-down": "the bank's second card face down",
            "after-players": "the bank's second card after all players have played",
        },
    ),
    schema.Check: keys(up_cards=lambda v: f"with {listed(_upcard(one) for one in v)} up"),
    schema.Freeze: keys(up_card={"joker": "with a joker up nobody draws or decides"}),
    schema.Insurance: keys(
        amount={"half": "half the game wager", "up-to-half": "up to half the game wager"},
        pays=lambda v: f"pays {plain(v)}",
    ),
    schema.Charlie: whole(
        lambda rule: f"{rule.cards} cards that are not over win at once and pay {plain(rule.pays)}"
    ),
    schema.Double: keys(
        for_less=yes("for less too", "for the full wager only", quiet=False),
        after_split=yes("after a split too", "not after a split", quiet=False),
        on_21=yes("on 21 too", "not on 21", quiet=False),
        totals=Wording("", lambda named: f"only on {listed(named, 'or')}", unsaid="on any total"),
    ),
    schema.DoubleAgain: keys(
        option=lambda v: f"by {option_name(v)}",
        most=lambda n: f"{count(n, 'double')} of one hand at most",
    ),
    schema.Rescue: whole(
        lambda _: (
            "a doubled hand that is not over takes back its last added wager, the rest is forfeited"
        )
    ),
    schema.Split: keys(
        ten_cards={
            "any": "any pair, or any two ten-cards",
            "same-rank": "any pair; ten-cards only of one rank",
        },
        most=Wording("", lambda n: f"{count(n, 'time')} at most", unsaid="without limit"),
    ),
    schema.SplitAces: keys(
        one_card=yes("one card each", "further cards may be drawn", quiet=False),
        again=yes("may be split again", "not split again", quiet=False),
    ),
    schema.Surrender: keys(
        when={"first-decision": "half the wager, as first decision", "any-time": "half, any time"},
        up_to=Wording("", lambda n: f"up to a total of {n}", unsaid="with any total"),
        split_hands=yes("split hands too", "not split hands", quiet=False),
        late_option=Wording("", lambda v: f"by {option_name(v)}", unsaid="no choice of the house"),
    ),
    schema.Results: keys(
        both_natural="both have a natural",
        natural="player's natural",
        bank_natural="bank's natural",
        bank_over="only the bank over",
        player_over="only the player over",
        nearer="player nearer",
        farther="player farther",
        equal="equal totals",
        equal_21=Wording("21 against 21", unsaid="as any equal totals"),
    ),
    schema.Clause: whole(_clause),
    schema.BothOver: whole(_both_over),
    schema.BankHand: whole(_bank_hand),
    schema.PlayerPush: whole(_player_push),
}


def _upcard(name: str) -> str:
    return {"ace": "an ace", "ten": "a ten-card"}[name]
