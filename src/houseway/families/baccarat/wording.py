"""Wordings of baccarat."""

from __future__ import annotations

from houseway.families.baccarat import schema
from houseway.filings.wording.base import (
    Wording,
    Words,
    keys,
    listed,
    number_range,
    option_name,
    plain,
    whole,
    yes,
)


def chart(rows: dict[int, str]) -> str:
    """The banker's third card, total by total: what the player's third card must have been."""
    said = []
    for total, letters in sorted(rows.items()):
        draws = [value for value, letter in enumerate(letters) if letter == "H"]
        if len(draws) == 10:
            said.append(f"{total} draws")
        elif not draws:
            said.append(f"{total} stands")
        else:
            said.append(f"{total} draws against {_runs(draws)}")
    return ", ".join(said)


def _runs(values: list[int]) -> str:
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return listed(number_range(run[0], run[-1]) for run in runs)


def _bonus(rule: schema.ThreeCardWin) -> str:
    return (
        f"{plain(rule.wager)}: the {rule.hand} hand wins with {rule.total} in {rule.cards} cards "
        f"against {rule.other_at_most} or less"
    )


def _on_total(row: schema.OnTotal) -> str:
    cards = "" if row.cards is None else f" in {row.cards} cards"
    does = "is returned" if row.push else f"pays {plain(row.pays)}"
    return f"a winning {row.total}{cards} {does}"


_DRAWS = keys(draws_to=lambda n: f"draws to {n}, stands above")
_PAYS = Wording("", lambda v: f"pays {plain(v)}")
_OPTION = Wording(
    "",
    lambda v: f"unless the house chooses otherwise, {option_name(v)}",
    unsaid="no choice of the house",
)

WORDS: Words = {
    schema.Baccarat: keys(family=Wording("family", {"baccarat": "baccarat"}), game=""),
    schema.BaccaratGame: keys(
        values="card values",
        shoe="shoe",
        deal="deal",
        naturals="naturals",
        player_hand="player hand",
        banker_hand_alone="banker hand, player stood",
        banker_hand="banker hand, player drew",
        player_line="player line",
        banker_line="banker line",
        tied="hands equal",
        bonus=Wording("bonus bets", key="wager", unsaid="none"),
    ),
    schema.Values: keys(
        ranking={"baccarat": "pictures and tens nothing, an ace one, tens dropped"}
    ),
    schema.Naturals: keys(
        ends_drawing=yes(
            "eight or nine in two cards ends the drawing",
            "eight or nine in two cards does not end the drawing",
            quiet=False,
        ),
        option=_OPTION,
    ),
    schema.Deal: keys(
        first={
            "player": "two cards each in turn, the player hand first",
            "banker": "two cards each in turn, the banker hand first",
        }
    ),
    schema.Shoe: keys(
        burned=lambda n: f"{n or 'no'} cards burned at first",
        kept_for_a_round=lambda n: f"no round begins with fewer than {n} cards",
    ),
    schema.DrawsTo: _DRAWS,
    schema.BankerChart: keys(rows=chart),
    schema.Line: keys(
        pays=_PAYS,
        commission=Wording(
            "",
            lambda v: f"less {schema.percent(v)} commission for the bank",
            unsaid="no commission",
        ),
        on_total=Wording("", lambda rows: listed(map(_on_total, rows)), unsaid="on any total"),
    ),
    schema.OnTotal: whole(_on_total),
    schema.BankerLine: keys(
        three_card_seven={
            "pays": "a winning seven of three cards is paid",
            "push": "a winning seven of three cards is returned",
        },
        option=_OPTION,
    ),
    schema.Tied: keys(lines={"push": "both lines are returned", "lose": "both lines lose"}),
    schema.ThreeCardWin: whole(_bonus),
}
