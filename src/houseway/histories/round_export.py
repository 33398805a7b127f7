"""A settled round of a player-dealer table as a round file, ready to be adjudicated."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards.unknown import UNKNOWN
from houseway.errors import CannotHaveHappened
from houseway.filings.schema.base import dollars
from houseway.filings.terms import Terms
from houseway.histories.hand_files import Exported
from houseway.reading import toml_text, toml_value, whole_number
from houseway.rounds.driver import Round
from houseway.rounds.events import Chose, Dealt, Declared, Event, Rolled, Taken
from houseway.rounds.felt import felt_hints
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Ask, Place
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.table import records as r
from houseway.table.banked_state import BankedState
from houseway.table.setup import Setup
from houseway.table.shoes import Stock, TableSource


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One settled round of a player-dealer table."""

    number: int
    setup: Setup
    terms: Terms[Any]
    bank: r.BankTaken
    layout: Layout
    stock: Stock  # as it lay when the round began
    events: Sequence[Event]
    fees: r.FeesTaken | None
    settled: r.Settled
    known: Mapping[Place, Sequence[Any]] | None = None  # to the asker; None: every card

    def export(self) -> Exported:
        return Exported(round_file(self), ".toml")

    @classmethod
    def of(cls, state: BankedState, settled: r.Settled) -> PlayedRound:
        """The round that a state holds when its settlement comes."""
        assert state.bank is not None
        assert state.layout is not None
        assert state.began_with is not None
        return cls(
            settled.round, state.setup, state.terms, state.bank, state.layout, state.began_with,
            state.events, state.fees, settled,
        )  # fmt: skip


def decisions(played: PlayedRound) -> list[tuple[Ask, str]]:
    """Every question of the round with its answer, in order."""
    thrown = [event.dice for event in played.events if isinstance(event, Rolled)]
    source = TableSource(played.stock, random.Random(0), thrown)
    running = Round(procedure(played.terms, played.layout), source)
    made: list[tuple[Ask, str]] = []
    for event in played.events:
        if isinstance(event, Chose):
            assert event.move is not None
            ask = next(one for one in running.waiting_for() if one.seat == event.seat)
            made.append((ask, event.move))
            running.answer(event.seat, event.move)
        elif isinstance(event, Declared):
            if event.error.move:  # management's answer to the open question
                made.append((running.waiting_for()[0], event.error.move))
            running.declare(event.error)
    return made


def written_choices(made: Sequence[tuple[Ask, str]]) -> list[str]:
    """A seat's choices as a record writes them.

    A forced choice is never written, and a default only where the next word would be taken
    for this decision otherwise. Where words could still be taken for another hand of a split
    seat, every answer is written and names its hand.
    """
    if any(move == "split" for _, move in made) and _doubtful(made):
        return [f"{ask.hand}: {move}" for ask, move in made]
    written: list[str] = []
    following: str | None = None
    for ask, move in reversed(made):
        if move == ask.default:
            if move.partition(" ")[0] in ask.written.never:
                continue
            if following is None or not ask.takes(following):
                continue
        written.append(move)
        following = move
    return written[::-1]


def _doubtful(made: Sequence[tuple[Ask, str]]) -> bool:
    """Whether a choice is not written, or not read, where it was made."""
    return any(ask.default is not None or not ask.takes(move) for ask, move in made)


def round_file(played: PlayedRound) -> str:
    """The facts of a round, as a person at the table could have written them."""
    setup, terms = played.setup, played.terms
    for event in played.events:
        if isinstance(event, Declared) and event.error.kind == "touched":
            raise CannotHaveHappened(
                "dealer-error",
                f"a round file has no word for it that {event.says}; the log has",
                where=f"round {played.number}",
                cite=event.cite,
            )
    cards = _cards(played.events)
    if played.known is not None:
        cards = {place: _blotted(own, played.known.get(place, ())) for place, own in cards.items()}
    made: dict[int, list[tuple[Ask, str]]] = {}
    for ask, move in decisions(played):
        made.setdefault(ask.seat, []).append((ask, move))
    lines = [f"filing = {toml_text(setup.filing)}"]
    if setup.schedule:
        name = played.fees.schedule if played.fees is not None else setup.schedule[0]
        lines.append(f"schedule = {toml_text(name) if whole_number(name) is None else name}")
    if setup.limits is not None:
        lines.append(f"limits = {toml_text(setup.limits)}")
    if terms.decks > 1:
        lines.append(f"decks = {terms.decks}")
    if setup.dealt_from:
        lines.append(f"dealt_from = {toml_text(setup.dealt_from)}")
    options = {name: value for name, value in setup.options.items() if name != "decks"}
    if options:
        chosen = ", ".join(f"{name} = {toml_value(value)}" for name, value in options.items())
        lines.append(f"options = {{ {chosen} }}")
    if "board" in cards:
        lines.append(f"board = {toml_text(_written(cards['board']))}")
    for event in played.events:
        if isinstance(event, Rolled):
            lines.append(f"dice = {list(event.dice.faces)}")
    lines += ["", "[bank]", f"seat = {played.bank.seat}", f"wager = {_amount(played.bank.wager)}"]
    if "bank" in cards:
        lines.append(f"cards = {toml_text(_written(cards['bank']))}")
    lines += _setting(made.get(played.bank.seat, ()), cards.get("bank", ()))
    for seat in played.layout.seats:
        lines += _seat(seat, terms.filing.first_cards, cards.get(seat.number, ()),
                       made.get(seat.number, ()))  # fmt: skip
    shared = [one.place for one in felt_hints(terms.filing.family).shared if one.place in cards]
    if shared:
        lines += ["", "[hands]"]
        lines += [f"{place} = {toml_text(_written(cards[place]))}" for place in shared]
    return "\n".join(lines) + "\n"


def _cards(events: Iterable[Event]) -> dict[Place, list[Any]]:
    """The cards of every place, in the order dealt."""
    cards: dict[Place, list[Any]] = {}
    for event in events:
        if isinstance(event, Dealt) and event.cards:
            cards.setdefault(event.place, []).extend(event.cards)
        elif isinstance(event, Taken):
            for card in event.cards:
                cards[event.place].remove(card)
    return cards


def _seat(
    seat: SeatWagers, first: int | None, cards: Sequence[Any], made: Sequence[tuple[Ask, str]]
) -> list[str]:
    lines = ["", "[[seat]]", f"number = {seat.number}"]
    if seat.player:
        lines.append(f"player = {toml_text(seat.player)}")
    drawn = first or len(cards)
    if cards:
        lines.append(f"cards = {toml_text(_written(cards[:drawn]))}")
    if cards[drawn:]:
        lines.append(f"draws = {toml_text(_written(cards[drawn:]))}")
    lines.append(f"wagers = {_wagers(seat.wagers)}")
    lines += _setting(made, cards)
    choices = written_choices([(ask, move) for ask, move in made if not _sets(ask)])
    if choices:
        lines.append(f"actions = [{', '.join(map(toml_text, choices))}]")
    if seat.free_collection:
        lines.append("free_collection = true")
    for behind in seat.backline:
        lines += ["", "[[seat.backline]]", f"name = {toml_text(behind.name)}"]
        lines.append(f"wagers = {_wagers(behind.wagers)}")
        if behind.free_collection:
            lines.append("free_collection = true")
    return lines


def _sets(ask: Ask) -> bool:
    return ask.kind.startswith("set")


def _written(cards: Iterable[Any]) -> str:
    return " ".join(UNKNOWN if card is None else card.text for card in cards)


def _blotted(cards: Iterable[Any], known: Iterable[Any]) -> list[Any]:
    """The same cards, None for those that somebody does not know."""
    seen = Counter(known)
    shown = []
    for card in cards:
        shown.append(card if seen[card] > 0 else None)
        seen[card] -= 1
    return shown


def _setting(made: Iterable[tuple[Ask, str]], cards: Sequence[Any]) -> list[str]:
    """How a hand was set; untold where its cards are."""
    for ask, move in made:
        if _sets(ask) and None not in cards:
            word, _, cards = move.partition(" ")
            return [f"set = {toml_text(cards)}" if word == "set" else "house_way = true"]
    return []


def _wagers(wagers: Mapping[str, int]) -> str:
    return "{ " + ", ".join(f"{name} = {_amount(a)}" for name, a in wagers.items()) + " }"


def _amount(cents: int) -> str:
    text = dollars(cents)
    return text.removesuffix(".00") if text.endswith(".00") else toml_text(text)
