"""How the players of a simulation play: as was counted best, by the chart, or as the bots do.

The family tabulates best play and the chart from what its odds counted; nothing is decided here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

from houseway.analysis.odds import counted
from houseway.analysis.report import Bet
from houseway.analysis.simulate.table import CHART, Player, SimulatedTable
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.terms import Terms
from houseway.table.bot import Strategy, strategy


class Plays(Protocol):
    """What a family gives as its skill: players who follow what was counted."""

    def strategy(self, terms: Terms[Any], skill: str) -> Strategy:
        """One who plays "best", or by the "chart" that the odds print."""
        ...

    def ready(self, terms: Terms[Any], skill: str) -> None:
        """Count and keep what such a player needs, so that other processes find it."""
        ...


def strategy_of(terms: Terms[Any], skill: str) -> Strategy:
    """How a seat of that skill decides; a family whose games leave no choice needs no plays."""
    plays: Plays | None = find_family(terms.filing.family).part("skill")
    if plays is None or skill == "bot":
        return strategy(terms.filing.family)
    return plays.strategy(terms, skill)


def bets_counted(terms: Terms[Any]) -> tuple[dict[str, Bet], str]:
    """The bets by name; or none, and why they are not counted."""
    try:
        bets, _ = counted(terms)
    except HousewayError as error:
        if error.code not in ("no-odds", "missing-extra", "too-large"):
            raise
        return {}, error.message
    return {bet.name: bet for bet in bets}, ""


def settled_skills(terms: Terms[Any], table: SimulatedTable) -> tuple[SimulatedTable, str]:
    """The table with every player's skill said, and what had to be taken instead.

    Where nothing is counted there is no chart: whoever is not told how to play plays as the bots.
    """
    bets, why = bets_counted(terms)
    if bets and any(bet.played.get(CHART) == () for bet in bets.values()):
        why = "these rules leave no one line to follow"
    if not why:
        plays: Plays | None = find_family(terms.filing.family).part("skill")
        for skill in dict.fromkeys(s for player in table.player for s in player.plays()):
            if plays is not None and skill != "bot":
                plays.ready(terms, skill)
        return table, ""
    players: list[Player] = []
    for player in table.player:
        if not bets and any(skill != "bot" for skill in player.skill):
            raise HousewayError(
                "no-counted-play",
                f"there is no best play or chart to follow: {why}; `bot` is left",
                where=f"seat {player.seat}: skill",
            )
        said = player.skill or {"bot": Fraction(1)}
        players.append(player.model_copy(update={"skill": said}))
    instead = f"whose skill is not said plays as the bots do: there is no {CHART}, since {why}"
    return table.model_copy(update={"player": players}), instead
