"""Settling a round file: the rules run over what is written, and say who is owed what."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from houseway.cards import (
    Card,
    Dice,
    NotationError,
    Tile,
    parse_cards,
    parse_dice,
    parse_tiles,
    too_many,
    write,
)
from houseway.errors import CannotHaveHappened, HousewayError, Refused, raise_all
from houseway.filings.catalogue import Catalogue, in_force
from houseway.filings.house_book import decided, decided_said, house_terms, name_in_force
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import dollars, write_odds
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.round_file import RoundFile, read_round
from houseway.rounds.driver import Round
from houseway.rounds.events import Event
from houseway.rounds.felt import felt_hints
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Ask, Burn, Deal, Pieces, Place, Roll
from houseway.rounds.verdicts import BacklineWagers, Layout, Result, SeatWagers
from houseway.settlement.collection import Fees, fees
from houseway.settlement.settle import Coverage, Line, Settlement, settle
from houseway.settlement.wagers import PlayerDealerTerms, wager_problems, wager_warnings


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The answer to a round file."""

    terms: PlayerDealerTerms
    layout: Layout
    result: Result
    settlement: Settlement
    fees: Fees | None
    events: tuple[Event, ...]
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "filing": self.terms.filing.id,
            "first_action": self.result.first_action,
        }
        if self.fees is not None:
            answer["fees"] = {
                "bank": dollars(self.fees.bank),
                "seats": {who: dollars(fee) for who, fee in self.fees.seats.items()},
            }
        if self.terms.by_book:
            answer["house_book"] = decided(self.terms)
        answer["lines"] = [_line_json(line) for line in self.settlement.lines]
        answer["net"] = {who: dollars(net) for who, net in self.settlement.net.items()}
        if self.result.house_way:
            answer["house_way"] = dict(self.result.house_way)
        answer["warnings"] = list(self.warnings)
        return answer


def _line_json(line: Line) -> dict[str, Any]:
    return {
        "seat": line.seat,
        "bettor": line.bettor,
        "hand": line.hand,
        "wager": line.wager,
        "staked": dollars(line.staked),
        "outcome": line.outcome,
        "odds": None if line.odds is None else write_odds(line.odds),
        "net": dollars(line.net),
        "uncovered": dollars(line.uncovered),
        "because": line.because,
        "cite": line.cite,
    }


def layout_of(file: RoundFile) -> Layout:
    """Who wagered what, seats in order of their numbers."""
    seats = tuple(
        SeatWagers(
            number=entry.number,
            wagers={name: amount for name, amount in entry.wagers.items() if amount},
            backline=tuple(
                BacklineWagers(b.name, {n: a for n, a in b.wagers.items() if a})
                for b in entry.backline
            ),
            player=entry.player,
            free_collection=entry.free_collection,
        )
        for entry in sorted(file.seat, key=lambda e: e.number)
        if entry.wagered  # an empty seat may be written down too
    )
    return Layout(file.bank.seat, seats)


_HAND_NAMED = re.compile(r"(\d+): ?(.+)")


class Script:
    """The cards, dice and choices that a round file gives, taken in order as the rules ask."""

    def __init__(self, file: RoundFile, filing: PlayerDealerFiling) -> None:
        parse = parse_tiles if filing.deck.kind == "tiles-32" else parse_cards
        self.problems: list[HousewayError] = []
        self._cards: dict[Place, list[Card] | list[Tile]] = {}
        self._used: dict[Place, int] = {}

        def read(place: Place, text: str, where: str) -> int | None:
            try:
                cards = cast(list[Card], list(parse(text)))
            except NotationError as error:
                self.problems.append(
                    CannotHaveHappened(
                        "not-a-card", str(error), where=where, cite=str(filing.deck.cite)
                    )
                )
                return None
            self._cards.setdefault(place, []).extend(cards)  # type: ignore[arg-type]
            return len(cards)

        read("bank", file.bank.cards, "bank.cards")
        read("board", file.board, "board")
        self.problems += _misplaced_hands(filing, file.hands)
        for place, text in file.hands.items():
            read(place, text, f"hands.{place}")
        for entry in file.seat:
            first = read(entry.number, entry.cards, f"seat {entry.number}, cards")
            later = read(entry.number, entry.draws, f"seat {entry.number}, draws")
            if first is not None and later is not None:
                self.problems += _misplaced_cards(filing, entry.number, first, later)
        self._moves = {entry.number: _moves(entry.actions, entry.set, entry.house_way)
                       for entry in file.seat}  # fmt: skip
        self._moves[file.bank.seat] = _moves([], file.bank.set, file.bank.house_way)
        self._bank_seat = file.bank.seat
        self.splits = any("split" in moves for moves in self._moves.values())
        self._taken: dict[int, int] = {}
        self._dice, self._dice_cite = file.dice, str(filing.first_action.cite)
        self._rolled = False
        # The clause of the deal, and of each seat's last decision, for what is left over.
        self._dealt_by = ""
        self._decided_by: dict[Place, str] = {}
        # Where a choice may be meant for a later decision: whether it is taken at once, and
        # whether that is the second way to read it.
        self._meant: list[tuple[bool, bool]] = []
        self._doubts = 0

    @property
    def all_cards(self) -> list[Card] | list[Tile]:
        return [c for cards in self._cards.values() for c in cards]  # type: ignore[return-value]

    def deal(self, step: Deal) -> Pieces:
        self._dealt_by = self._dealt_by or step.cite
        start = self._used.get(step.to, 0)
        end = start + step.count
        cards = self._cards.get(step.to, [])
        if len(cards) < end:
            if step.if_given:
                return ()
            raise CannotHaveHappened(
                "too-few-cards",
                (f"{step.on} draws another card: " if step.on else "")
                + f"the rules deal {end} here by now, the file gives {len(cards)}"
                + (f" ({write(cards)})" if cards else ""),
                where=_where(step.to),
                cite=step.cite,
            )
        self._used[step.to] = end
        return tuple(cards[start:end])  # type: ignore[return-value]

    def roll(self, step: Roll) -> Dice:
        self._rolled = True
        if not self._dice:
            raise CannotHaveHappened(
                "no-dice",
                "the game throws dice for the action button; give `dice`",
                where="dice",
                cite=self._dice_cite,
            )
        try:
            return parse_dice(self._dice, step.count)
        except ValueError as error:
            raise CannotHaveHappened(
                "bad-dice", str(error), where="dice", cite=self._dice_cite
            ) from None

    def burn(self, step: Burn) -> None:
        pass

    def choose(self, ask: Ask) -> str:
        """The next written choice; a decision with a default passes over words not meant for it."""
        self._decided_by[ask.seat] = ask.cite
        moves = self._moves.get(ask.seat, [])
        taken = self._taken.get(ask.seat, 0)
        written = moves[taken] if taken < len(moves) else None
        named = _HAND_NAMED.fullmatch(written or "")
        if named is not None:  # "2: double" is for the second hand and no other
            if int(named[1]) == ask.hand:
                self._taken[ask.seat] = taken + 1
                return named[2]
            written = None
        if ask.default is not None and (written is None or not ask.takes(written)):
            return ask.default
        if written is not None and ask.default is not None and ask.loose:
            self._doubts += 1
            if self._doubts > len(self._meant):
                self._meant.append((written.partition(" ")[0] not in ask.spare, False))
            if not self._meant[self._doubts - 1][0]:
                return ask.default
        if written is None:
            options = ", ".join(dict.fromkeys((*ask.choices, *ask.verbs)))
            raise CannotHaveHappened(
                "no-choice",
                f"the seat must choose ({options}), and the file gives no further choice",
                where=_where("bank" if ask.seat == self._bank_seat else ask.seat),
                cite=ask.cite,
            )
        self._taken[ask.seat] = taken + 1
        return written

    def reread(self) -> bool:
        """Start over, the last doubtful choice read the other way. False if none is left."""
        while self._meant and self._meant[-1][1]:
            self._meant.pop()
        if not self._meant:
            return False
        self._meant[-1] = (not self._meant[-1][0], True)
        self._used.clear()
        self._taken.clear()
        self._doubts = 0
        return True

    def leftovers(self, result: Result, idle: Container[Place]) -> list[HousewayError]:
        """Cards that were never dealt and choices that were never made."""
        found: list[HousewayError] = []
        closed, stopped = result.closed, result.stopped
        for place, cards in self._cards.items():
            rest = cards[self._used.get(place, 0) :]
            if rest and place not in idle:
                found.append(
                    CannotHaveHappened(
                        "too-many-cards",
                        f"{write(rest)} cannot have been dealt: "
                        + stopped.get(place, "the rules stop before"),
                        where=_where(place),
                        cite=closed.get(place) or self._dealt_by,
                    )
                )
        for seat, moves in self._moves.items():
            rest_moves = moves[self._taken.get(seat, 0) :]
            if rest_moves and seat not in idle and seat not in result.unasked:
                found.append(
                    CannotHaveHappened(
                        "too-many-choices",
                        f"{', '.join(rest_moves)}: "
                        + (f"{stopped[seat]}; " if seat in stopped else "")
                        + "there is nothing left to choose; leave it out, or check the choices "
                        "before it",
                        where=_where("bank" if seat == self._bank_seat else seat),
                        cite=closed.get(seat) or self._decided_by.get(seat) or self._dealt_by,
                    )
                )
        if self._dice and not self._rolled:
            found.append(
                CannotHaveHappened(
                    "no-dice-thrown",
                    "the game throws no dice; leave `dice` out",
                    where="dice",
                    cite=self._dice_cite,
                )
            )
        return found


def _where(place: Place) -> str:
    return f"seat {place}" if isinstance(place, int) else f"{place}"


def _misplaced_hands(
    filing: PlayerDealerFiling, hands: Mapping[str, str]
) -> Iterator[HousewayError]:
    """Shared hands that the game does not have, and one that is missing beside another."""
    places = [shared.place for shared in felt_hints(filing.family).shared]
    for place in hands:
        if place not in places:
            said = f"the game has no shared hand of that name; it has {', '.join(places) or 'none'}"
            yield CannotHaveHappened("unknown-key", said, where=f"hands {place}")
    for place in places if hands else ():
        if place not in hands:
            yield CannotHaveHappened("missing-key", "this is required", where=f"hands {place}")


def _misplaced_cards(
    filing: PlayerDealerFiling, seat: int, first: int, later: int
) -> Iterator[HousewayError]:
    """Cards that stand under `cards` and belong under `draws`, or the other way round."""
    due = filing.first_cards
    if later and due is None:
        code, place = "too-many-cards", "draws"
        said = "the game draws no later cards; a seat's cards all stand under `cards`"
    elif due is not None and (first > due or (first < due and later)):
        code, place = "too-many-cards" if first > due else "too-few-cards", "cards"
        said = f"`cards` are the first {due}, here {first}; those drawn later are `draws`"
    else:
        return
    yield CannotHaveHappened(code, said, where=f"seat {seat}, {place}", cite=str(filing.deck.cite))


def _moves(actions: Sequence[str], setting: str | None, house_way: bool) -> list[str]:
    moves = [" ".join(action.split()) for action in actions]
    if setting is not None:
        moves.append(f"set {setting}")
    elif house_way:
        moves.append("house_way")
    return moves


@lru_cache(maxsize=256)
def _terms(
    catalogue: Catalogue, book: str, filing: str, options: tuple[tuple[str, Any], ...],  # noqa: ARG001
    decks: int | None, schedule: int | str | None, limits: str | None,
) -> PlayerDealerTerms:  # fmt: skip
    found = open_filing(filing) if filing.endswith(".toml") else catalogue.load(filing)
    if not isinstance(found, PlayerDealerFiling):
        raise CannotHaveHappened(
            "not-a-player-dealer-game",
            f"{filing} is a poker game; `houseway replay` plays its hands",
            where="filing",
        )
    return house_terms(found, options=dict(options), decks=decks, schedule=schedule, limits=limits)


def adjudicate_file(path: Path | str) -> Adjudication:
    """Settle a round file; `filing = "my-house.toml"` names the user's own filing beside it."""
    path = Path(path)
    file = read_round(path)
    if file.filing.endswith(".toml"):
        file = file.model_copy(update={"filing": str(path.parent / file.filing)})
        return adjudicate(file, terms=_terms_of(file))
    return adjudicate(file)


def _terms_of(file: RoundFile) -> PlayerDealerTerms:
    for name, value in file.options.items():
        if not isinstance(value, bool | int | str):
            raise CannotHaveHappened(
                "bad-option", f"{value!r} is no value of an option", where=f"options.{name}"
            )
    options = tuple(sorted(file.options.items()))
    return _terms(
        in_force(), name_in_force(), file.filing, options, file.decks, file.schedule, file.limits
    )


def adjudicate(file: RoundFile, *, terms: PlayerDealerTerms | None = None) -> Adjudication:
    """Settle a round, or raise what cannot have happened, all defects at once."""
    if terms is None:
        if file.filing.endswith(".toml"):  # what a stranger sends never opens a file
            raise CannotHaveHappened(
                "unknown-filing", f"{file.filing!r} is no id of the catalogue", where="filing"
            )
        terms = _terms_of(file)
    layout = layout_of(file)
    script = Script(file, terms.filing)
    problems = [*_empty_seat_problems(terms, file), *wager_problems(terms, layout)]
    problems += script.problems
    problems += _cards_too_often(terms, script)
    raise_all(problems)
    idle = {entry.number for entry in file.seat if not entry.wagered}
    running, in_doubt = _play(terms, layout, script, idle)
    result: Result = running.result
    return Adjudication(
        terms=terms,
        layout=layout,
        result=result,
        settlement=settle(
            layout,
            result,
            terms.filing.settlement,
            seats=terms.seats,
            bank_wager=file.bank.wager,
            coverage=cast(Coverage, terms.option("coverage")),
        ),
        fees=fees(terms, layout),
        events=tuple(running.events),
        warnings=(
            *decided_said(terms),
            *wager_warnings(terms, layout),
            *_cards_without_a_wager(terms, file),
            *result.warnings,
            *in_doubt,
        ),
    )


def _empty_seat_problems(terms: PlayerDealerTerms, file: RoundFile) -> Iterator[HousewayError]:
    """What is wrong with seats that are written down without a wager."""
    cite = str(terms.filing.table.cite)
    numbers = [entry.number for entry in file.seat]
    for entry in file.seat:
        if entry.wagered:
            continue
        said = ""
        if not 1 <= entry.number <= terms.seats:
            said = f"the table has seats 1 to {terms.seats}"
        elif entry.number == file.bank.seat:
            said = "this is the bank's seat; its cards stand under [bank]"
        elif numbers.count(entry.number) > 1:
            said = "this seat stands twice; write it down once, with all its wagers"
        elif entry.actions or entry.draws:
            said = "the seat has no wager, so it has nothing to choose or draw"
        if said:
            yield CannotHaveHappened("empty-seat", said, where=f"seat {entry.number}", cite=cite)


def _cards_without_a_wager(terms: PlayerDealerTerms, file: RoundFile) -> list[str]:
    """At 21 only wagers are dealt to, so such a seat may lack its wager in the record."""
    if terms.filing.first_cards is None:
        return []
    return [
        f"seat {entry.number}: it has cards and no wager; nothing is settled there"
        for entry in file.seat
        if entry.cards and not entry.wagered
    ]


_READINGS = 64  # ways to tell which hand a written choice belongs to, at most


def _play(
    terms: PlayerDealerTerms, layout: Layout, script: Script, idle: set[int]
) -> tuple[Round, list[str]]:
    """Run the rules over the record; what it leaves open is read in the way that fits.

    Where a second way fits too and ends otherwise, the warnings say so.
    """
    refusal: HousewayError | None = None
    found: Round | None = None
    for _ in range(_READINGS):
        try:
            fits = _play_as_read(terms, layout, script, idle)
            if not script.splits:  # with one hand a seat there is no second way
                return fits, []
            if found is None:
                found = fits
            elif in_doubt := _two_ways(found.result, fits.result):
                return found, in_doubt
        except HousewayError as error:
            refusal = refusal or error
        if not script.reread():
            break
    if found is None:
        assert refusal is not None
        raise refusal
    return found, []


def _two_ways(one: Result, other: Result) -> list[str]:
    """Seats whose choices can be read in two ways that end differently."""
    seats = sorted({verdict.seat for verdict in {*one.verdicts} ^ {*other.verdicts}})
    return [
        f"seat {seat}: its choices fit its hands in more than one way; say which hand is meant, "
        "as in '1: double'"
        for seat in seats
    ]


def _play_as_read(
    terms: PlayerDealerTerms, layout: Layout, script: Script, idle: set[int]
) -> Round:
    running = Round(procedure(terms, layout), script)
    while not running.over:
        for ask in running.waiting_for():
            move = script.choose(ask)
            try:
                running.answer(ask.seat, move)
            except Refused as error:
                error.where = error.where or f"seat {ask.seat}"
                raise
    result: Result = running.result
    raise_all(script.leftovers(result, idle))
    return running


def _cards_too_often(terms: PlayerDealerTerms, script: Script) -> list[HousewayError]:
    deck = terms.filing.deck
    return [
        CannotHaveHappened(
            "card-too-often",
            f"{piece} lies {'once' if seen == 1 else f'{seen} times'}; "
            + ("there is none" if not exist else f"{exist} exist{'s' if exist == 1 else ''}")
            + f" in {terms.decks} deck{'s' if terms.decks > 1 else ''}",
            where="cards",
            cite=str(deck.cite),
        )
        for piece, seen, exist in too_many(script.all_cards, deck.pieces(terms.decks))  # type: ignore[type-var]
    ]
