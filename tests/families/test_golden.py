"""Golden rounds: one of every filing, written from its text before the code was run.

A golden begins with what its round shows, in the words of a reader of the filing. Then it gives the
round (as a round file, a PHH hand, or the cards and placings of Chinese poker) and, line by line,
the full record, what each seat and a stranger saw, and how the money went.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.cards import Shoe, parse_cards
from houseway.families.chinese_poker.procedure import ChineseResult, Player, play
from houseway.families.chinese_poker.schema import ChinesePoker
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.schema.base import dollars, write_odds
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import parse_round
from houseway.rounds.driver import Round, ShoeSource
from houseway.rounds.events import Chose, Event
from houseway.rounds.transcript import say, transcript
from houseway.settlement.settle import Line

GOLDEN = Path(__file__).parent.parent / "golden"
FILINGS = [entry["id"] for entry in index()]
WRITTEN = sorted(
    path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.glob("*/*.toml")
)
BANKED = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]


class Played(NamedTuple):
    """A golden's round as the code plays it."""

    filing: str
    seats: Sequence[int]
    events: Sequence[Event]
    money: dict[str, Any]  # as the golden writes it
    answer: Adjudication | None = None


@cache
def golden(filing: str) -> dict[str, Any]:
    return tomllib.loads((GOLDEN / f"{filing}.toml").read_text(encoding="utf-8"))


@cache
def played(filing: str) -> Played:
    text = golden(filing)
    if "round" in text:
        return _round(text)
    return _hand(text) if "hand" in text else _chinese(filing, text)


def written(line: Line) -> str:
    """A line of settlement as the goldens write it."""
    hand = f"#{line.hand}" if line.hand > 1 else ""
    odds = "" if line.odds is None or line.outcome != "win" else f" {write_odds(line.odds)}"
    sign = "+" if line.net > 0 else ""
    short = f" short {dollars(line.uncovered)}" if line.uncovered else ""
    return (
        f"{line.bettor} {line.wager}{hand} {dollars(line.staked)} {line.outcome}{odds} "
        f"{sign}{dollars(line.net)}{short}"
    )


def _round(text: dict[str, Any]) -> Played:
    answer = adjudicate(parse_round(text["round"]))
    money: dict[str, Any] = {
        "settlement": [written(line) for line in answer.settlement.lines],
        "first_action": answer.result.first_action,
    }
    if answer.fees is not None:
        money["fees"] = answer.as_json()["fees"]
    if answer.terms.filing.family in ("pai-gow-poker", "pai-gow-tiles"):
        money["house_way"] = dict(answer.result.house_way)
    seats = [*(seat.number for seat in answer.layout.seats), answer.layout.bank_seat]
    return Played(answer.terms.filing.id, seats, answer.events, money, answer)


def _hand(text: dict[str, Any]) -> Played:
    hand = parse_hands(text["hand"])[0]
    found = replay(hand)
    seats = range(1, hand.players + 1)
    assert found.played is not None
    events = [as_noted(event) for event in found.played.events]
    return Played(hand.filing, seats, events, found.as_json())


NOTED = {
    "fold": "f", "check": "cc", "call": "cc", "bring in": "pb", "stand pat": "sd", "muck": "sm",
    "show": "sm -", "turn up": "ex", "keep down": "keep",
}  # fmt: skip


def as_noted(event: Event) -> Event:
    """A choice in the notation of the golden's hand, amounts in cents."""
    if not isinstance(event, Chose) or event.move is None:
        return event
    word, _, rest = event.move.partition(" ")
    verb = {"bet": "cbr", "raise": "cbr", "draw": "sd", "discard": "sd"}.get(word, "")
    return event._replace(move=NOTED.get(event.move) or f"{verb} {rest}")


def _chinese(filing_id: str, text: dict[str, Any]) -> Played:
    """Seats 1, 2 and on, the first with the buttons; the deck as it is dealt."""
    filing = load(filing_id)
    assert isinstance(filing, ChinesePoker)
    stacks = [100 * stack for stack in text["starting_stacks"]]
    players = [Player(seat, stack) for seat, stack in enumerate(stacks, 1)]
    source = ShoeSource(Shoe(parse_cards(text["deck"])), random.Random(0))
    running = Round(play(make_terms(filing), players, 100 * text["point_value"]), source)
    for line in text["moves"]:
        seat, _, move = line.partition(": ")
        running.answer(int(seat), move)
    assert running.over
    result: ChineseResult = running.result
    money = {
        "winners": [
            f"p{one.first + 1} p{one.second + 1} {one.points}" for one in result.score.comparisons
        ],
        "finishing_stacks": [dollars(stack) for stack in result.score.stacks],
        "fee": "0.00",
    }
    return Played(filing.id, [player.seat for player in players], running.events, money)


def noun_of(filing: str) -> str:
    return "tile" if "tiles" in filing else "card"


def test_every_filing_has_a_golden_round_and_no_other_file_lies_there() -> None:
    assert len(FILINGS) >= 47
    assert set(FILINGS) - set(WRITTEN) == set(), "filings without a golden round"
    assert set(WRITTEN) - set(FILINGS) == set(), "goldens of no filing"


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_round_is_of_its_filing_with_two_seats_or_more(filing: str) -> None:
    assert played(filing).filing == filing
    assert len(played(filing).seats) >= 2


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_record(filing: str) -> None:
    events = played(filing).events
    assert [say(event, noun_of(filing)) for event in events] == golden(filing)["record"]


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_view_of_every_seat_and_of_a_stranger(filing: str) -> None:
    views = golden(filing)["views"]
    assert views.keys() == {*map(str, played(filing).seats), "stranger"}
    for viewer, lines in views.items():
        seat = None if viewer == "stranger" else int(viewer)
        told = transcript(played(filing).events, seat, noun_of(filing))
        assert list(told) == lines, viewer


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_money(filing: str) -> None:
    """Settlement in order, first action and fees; or who won the pot, stacks and fee."""
    expected = {
        key: value
        for key, value in golden(filing).items()
        if key in ("settlement", "first_action", "fees", "house_way", "winners",
                   "finishing_stacks", "fee")
    }  # fmt: skip
    money = dict(played(filing).money)
    assert money.pop("ruling", "settled") == "settled"
    assert money == expected


@pytest.mark.parametrize("filing", BANKED)
def test_every_line_of_a_golden_settlement_says_why_and_under_which_clause(filing: str) -> None:
    answer = played(filing).answer
    assert answer is not None
    for line in answer.settlement.lines:
        assert line.because, line
        assert line.cite, line
