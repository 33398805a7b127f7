"""The general rules of the eleven PHH variants, for hands that name no filing.

They are records of the same kind as a filing's game and are played by the same engine. Custom
decides throughout: the button posts the small blind heads-up, the king brings it in at razz, an
odd chip between the halves goes to high, and raises are not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from houseway.cards import CARDS, Card
from houseway.families.poker.schema import (
    Boards,
    Button,
    Dealing,
    Draw,
    Hands,
    OddChips,
    Players,
    PokerGame,
    Ranking,
    Shortage,
    Showdown,
    Street,
    Structures,
)
from houseway.families.poker.schema_bets import (
    Antes,
    Blinds,
    BringIn,
    LeastRaise,
    PotLimit,
    RaiseCap,
    ShortAllIn,
)
from houseway.filings.schema.base import Cite
from houseway.filings.schema.collection import Structure

_CITE = Cite(at="general rules of the PHH variant", lines="own")
SHORT_DECK: tuple[Card, ...] = tuple(card for card in CARDS if card.rank >= 6)
_HIGH_ORDER, _LOW_ORDER = "AKQJT98765432", "A23456789TJQK"


@dataclass(frozen=True, slots=True)
class GeneralGame:
    """A PHH variant: its code, how it is bet, its deck and its rules."""

    code: str
    structure: Structure
    deck: tuple[Card, ...]
    game: PokerGame


def _street(name: str, **rules: Any) -> Street:
    return Street(name=name, label=name.replace("-", " "), cite=_CITE, **rules)


def _flop_streets(hole_cards: int) -> list[Street]:
    later = {"burn": True, "opens": "left-of-button"}
    return [
        _street("hole-cards", cards="d" * hole_cards, bet="lower", opens="left-of-blinds"),
        _street("flop", board=3, bet="lower", **later),
        _street("turn", board=1, bet="higher", **later),
        _street("river", board=1, bet="higher", **later),
    ]


def _stud_streets() -> list[Street]:
    later = {"burn": True, "opens": "best-board"}
    return [
        _street("third-street", cards="ddu", bet="lower", opens="bring-in"),
        _street("fourth-street", cards="u", bet="lower", **later),
        _street("fifth-street", cards="u", bet="higher", **later),
        _street("sixth-street", cards="u", bet="higher", **later),
        _street("seventh-street", cards="d", bet="higher", **later),
    ]


def _draw_streets(hole_cards: int, draws: int) -> list[Street]:
    return [
        _street("deal", cards="d" * hole_cards, bet="lower", opens="left-of-blinds"),
        *(
            _street(
                f"draw-{number}",
                draw=Draw(most=hole_cards, cite=_CITE),
                burn=True,
                bet="higher" if number > draws // 2 else "lower",
                opens="left-of-button",
            )
            for number in range(1, draws + 1)
        ),
    ]


def _game(
    structure: Structure,
    streets: list[Street],
    high: Ranking,
    low: Ranking | None = None,
    *,
    hole: Literal["any", "exactly-two"] = "any",
    brings_in: BringIn | None = None,
    boards: Boards | None = None,
    shortage: Shortage | None = None,
) -> PokerGame:
    return PokerGame(
        structures=Structures(allowed=[structure], cite=_CITE),
        players=Players(cite=_CITE),
        button=Button(cite=_CITE) if brings_in is None else None,
        dealing=Dealing(
            starts="left-of-button" if brings_in is None else "left-of-house-dealer", cite=_CITE
        ),
        antes=Antes(cite=_CITE),
        blinds=Blinds(numbers=[2], heads_up="custom", straddles=True, cite=_CITE)
        if brings_in is None
        else None,
        bring_in=brings_in,
        street=streets,
        boards=boards,
        raise_cap=RaiseCap(raises=None, holds_in=[structure], cite=_CITE),
        short_all_in=ShortAllIn(counts="over-the-top", forced_bets="as-posted", cite=_CITE),
        least_raise=LeastRaise(cite=_CITE) if structure != "limit" else None,
        pot_limit=PotLimit(cite=_CITE) if structure == "pot-limit" else None,
        high=Hands(ranking=high, hole=hole, cite=_CITE),
        low=Hands(ranking=low, hole=hole, cite=_CITE) if low is not None else None,
        odd_chips=OddChips(
            tied="left-of-button",
            between_halves="high" if low is not None else "",
            side_pots="together",
            cite=_CITE,
        ),
        showdown=Showdown(cite=_CITE),
        shortage=shortage,
    )


def _stud(high: Ranking, low: Ranking | None = None) -> PokerGame:
    razz = high == "razz"
    return _game(
        "limit",
        _stud_streets(),
        high,
        low,
        brings_in=BringIn(
            by="lowest",
            ranks=_LOW_ORDER if razz else _HIGH_ORDER,
            ties="highest-suit" if razz else "lowest-suit",
            amount="posted",
            or_full_bet=True,
            last_word="none",
            cite=_CITE,
        ),
        boards=Boards(order="low" if razz else "high", community_counts=False, cite=_CITE),
        shortage=Shortage(how="fresh-then-community", mixed=["burns", "folded"], cite=_CITE),
    )


def _draw(structure: Structure, high: Ranking, hole_cards: int, draws: int) -> PokerGame:
    shortage = Shortage(
        how="reshuffle", mixed=["burns", "folded", "discards", "this-draw"], cite=_CITE
    )
    return _game(structure, _draw_streets(hole_cards, draws), high, shortage=shortage)


def _make(code: str) -> PokerGame:
    match code:
        case "FT":
            return _game("limit", _flop_streets(2), "high")
        case "NT":
            return _game("no-limit", _flop_streets(2), "high")
        case "NS":
            return _game("no-limit", _flop_streets(2), "short-deck")
        case "PO":
            return _game("pot-limit", _flop_streets(4), "high", hole="exactly-two")
        case "FO/8":
            return _game("limit", _flop_streets(4), "high", "ace-to-five-8", hole="exactly-two")
        case "F7S":
            return _stud("high")
        case "F7S/8":
            return _stud("high", "ace-to-five-8")
        case "FR":
            return _stud("razz")
        case "N2L1D":
            return _draw("no-limit", "deuce-to-seven", 5, 1)
        case "F2L3D":
            return _draw("limit", "deuce-to-seven", 5, 3)
        case "FB":
            return _draw("limit", "badugi", 4, 3)
    raise KeyError(code)


GENERAL_CODES = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")


@cache
def general_game(code: str) -> GeneralGame:
    """The general rules of a PHH variant; KeyError for a code that is none."""
    game = _make(code)
    deck = SHORT_DECK if code == "NS" else CARDS
    return GeneralGame(code, game.structures.allowed[0], deck, game)
