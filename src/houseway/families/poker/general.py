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
from houseway.families.poker import schema
from houseway.families.poker import schema_bets as bets
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
    game: schema.PokerGame


def _street(name: str, **rules: Any) -> schema.Street:
    return schema.Street(name=name, label=name.replace("-", " "), cite=_CITE, **rules)


def _flop_streets(hole_cards: int) -> list[schema.Street]:
    later = {"burn": True, "opens": "left-of-button"}
    return [
        _street("hole-cards", cards="d" * hole_cards, bet="lower", opens="left-of-blinds"),
        _street("flop", board=3, bet="lower", **later),
        _street("turn", board=1, bet="higher", **later),
        _street("river", board=1, bet="higher", **later),
    ]


def _stud_streets() -> list[schema.Street]:
    later = {"burn": True, "opens": "best-board"}
    return [
        _street("third-street", cards="ddu", bet="lower", opens="bring-in"),
        _street("fourth-street", cards="u", bet="lower", **later),
        _street("fifth-street", cards="u", bet="higher", **later),
        _street("sixth-street", cards="u", bet="higher", **later),
        _street("seventh-street", cards="d", bet="higher", **later),
    ]


def _draw_streets(hole_cards: int, draws: int) -> list[schema.Street]:
    return [
        _street("deal", cards="d" * hole_cards, bet="lower", opens="left-of-blinds"),
        *(
            _street(
                f"draw-{number}",
                draw=schema.Draw(most=hole_cards, cite=_CITE),
                burn=True,
                bet="higher" if number > draws // 2 else "lower",
                opens="left-of-button",
            )
            for number in range(1, draws + 1)
        ),
    ]


def _game(
    structure: Structure,
    streets: list[schema.Street],
    high: schema.Ranking,
    low: schema.Ranking | None = None,
    *,
    hole: Literal["any", "exactly-two"] = "any",
    brings_in: bets.BringIn | None = None,
    boards: schema.Boards | None = None,
    shortage: schema.Shortage | None = None,
) -> schema.PokerGame:
    return schema.PokerGame(
        structures=schema.Structures(allowed=[structure], cite=_CITE),
        players=schema.Players(cite=_CITE),
        button=schema.Button(cite=_CITE) if brings_in is None else None,
        dealing=schema.Dealing(
            starts="left-of-button" if brings_in is None else "left-of-house-dealer", cite=_CITE
        ),
        antes=bets.Antes(cite=_CITE),
        blinds=bets.Blinds(numbers=[2], heads_up="custom", straddles=True, cite=_CITE)
        if brings_in is None
        else None,
        bring_in=brings_in,
        street=streets,
        boards=boards,
        raise_cap=bets.RaiseCap(raises=None, holds_in=[structure], cite=_CITE),
        short_all_in=bets.ShortAllIn(counts="over-the-top", forced_bets="as-posted", cite=_CITE),
        least_raise=bets.LeastRaise(cite=_CITE) if structure != "limit" else None,
        pot_limit=bets.PotLimit(cite=_CITE) if structure == "pot-limit" else None,
        high=schema.Hands(ranking=high, hole=hole, cite=_CITE),
        low=schema.Hands(ranking=low, hole=hole, cite=_CITE) if low is not None else None,
        odd_chips=schema.OddChips(
            tied="left-of-button",
            between_halves="high" if low is not None else "",
            side_pots="together",
            cite=_CITE,
        ),
        showdown=schema.Showdown(cite=_CITE),
        shortage=shortage,
    )


def _stud(high: schema.Ranking, low: schema.Ranking | None = None) -> schema.PokerGame:
    razz = high == "razz"
    return _game(
        "limit",
        _stud_streets(),
        high,
        low,
        brings_in=bets.BringIn(
            by="lowest",
            ranks=_LOW_ORDER if razz else _HIGH_ORDER,
            ties="highest-suit" if razz else "lowest-suit",
            amount="posted",
            or_full_bet=True,
            last_word="none",
            cite=_CITE,
        ),
        boards=schema.Boards(order="low" if razz else "high", community_counts=False, cite=_CITE),
        shortage=schema.Shortage(how="fresh-then-community", mixed=["burns", "folded"], cite=_CITE),
    )


def _draw(
    structure: Structure, high: schema.Ranking, hole_cards: int, draws: int
) -> schema.PokerGame:
    shortage = schema.Shortage(
        how="reshuffle", mixed=["burns", "folded", "discards", "this-draw"], cite=_CITE
    )
    return _game(structure, _draw_streets(hole_cards, draws), high, shortage=shortage)


def _make(code: str) -> schema.PokerGame:
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
