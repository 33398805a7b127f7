"""Settling a round file: the rules run over what is written, and say who is owed what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from houseway.cards import JOKER, too_many
from houseway.cards.unknown import NeededError
from houseway.errors import CannotHaveHappened, HousewayError, Refused, raise_all
from houseway.filings.catalogue import Catalogue, in_force
from houseway.filings.house_book import (
    decided,
    decided_said,
    floor_procedures,
    house_terms,
    name_in_force,
)
from houseway.filings.irregular import TWICE
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import dollars, write_odds
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.irregular import KINDS, HouseOrder
from houseway.histories.alternatives import other_readings
from houseway.histories.floor import (
    MISCOUNTS,
    Floor,
    find_orders,
    paid_so_far,
    put_up,
    read_errors,
    with_forfeits,
)
from houseway.histories.round_file import RoundFile, read_round
from houseway.histories.ruling import (
    ButtonOwed,
    OtherReading,
    Ruling,
    Undecided,
    applied,
    corrections,
)
from houseway.histories.script import Piece, Script
from houseway.histories.undecided import Came, Merged, settle_worlds
from houseway.histories.worlds import Worlds
from houseway.rounds.driver import Round
from houseway.rounds.events import Event
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import DealerError
from houseway.rounds.verdicts import BacklineWagers, Layout, Result, SeatWagers
from houseway.settlement.collection import Fees, fees, without_action
from houseway.settlement.settle import Line, Settlement, settle
from houseway.settlement.wagers import (
    PlayerDealerTerms,
    bank_problems,
    wager_problems,
    wager_warnings,
)


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
    ruling: Ruling
    floor: Floor

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
            if self.fees.jackpot:
                drops = {who: dollars(drop) for who, drop in self.fees.jackpot.items()}
                answer["fees"]["jackpot"] = drops
        if self.terms.by_book:
            answer["house_book"] = decided(self.terms)
        answer["lines"] = [_line_json(line) for line in self.settlement.lines]
        answer["net"] = {who: dollars(net) for who, net in self.settlement.net.items()}
        if self.result.house_way:
            answer["house_way"] = dict(self.result.house_way)
        answer["warnings"] = list(self.warnings)
        return answer | self.ruling.as_json()


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
                BacklineWagers(
                    b.name, {n: a for n, a in b.wagers.items() if a}, b.insured, b.free_collection
                )
                for b in entry.backline
            ),
            player=entry.player,
            free_collection=entry.free_collection,
        )
        for entry in sorted(file.seat, key=lambda e: e.number)
        if entry.wagered  # an empty seat may be written down too
    )
    return Layout(file.bank.seat, seats)


@lru_cache(maxsize=256)
def _terms(
    catalogue: Catalogue, book: str, filing: str, options: tuple[tuple[str, Any], ...],  # noqa: ARG001
    decks: int | None, schedule: int | str | None, limits: str | None, dealt_from: str,
) -> PlayerDealerTerms:  # fmt: skip
    found = open_filing(filing) if filing.endswith(".toml") else catalogue.load(filing)
    if not isinstance(found, PlayerDealerFiling):
        raise CannotHaveHappened(
            "not-a-player-dealer-game",
            f"{filing} is a poker game; `houseway replay` plays its hands",
            where="filing",
        )
    return house_terms(
        found, options=dict(options), decks=decks, schedule=schedule, limits=limits,
        dealt_from=dealt_from,
    )  # fmt: skip


def adjudicate_file(path: Path | str, *, procedures: str = "") -> Adjudication:
    """Settle a round file; `filing = "my-house.toml"` names the user's own filing beside it."""
    path = Path(path)
    file = read_round(path)
    if file.filing.endswith(".toml"):
        file = file.model_copy(update={"filing": str(path.parent / file.filing)})
        return adjudicate(file, terms=_terms_of(file), procedures=procedures)
    return adjudicate(file, procedures=procedures)


def _terms_of(file: RoundFile) -> PlayerDealerTerms:
    for name, value in file.options.items():
        if not isinstance(value, bool | int | str):
            raise CannotHaveHappened(
                "bad-option", f"{value!r} is no value of an option", where=f"options.{name}"
            )
    options = tuple(sorted(file.options.items()))
    return _terms(
        in_force(), name_in_force(), file.filing, options, file.decks, file.schedule,
        file.limits, file.dealt_from,
    )  # fmt: skip


def adjudicate(
    file: RoundFile, *, terms: PlayerDealerTerms | None = None, procedures: str = ""
) -> Adjudication:
    """Settle a round, or raise what cannot have happened, all defects at once.

    `procedures` names the house procedures for what the filing does not settle.
    """
    if terms is None:
        if file.filing.endswith(".toml"):  # what a stranger sends never opens a file
            raise CannotHaveHappened(
                "unknown-filing", f"{file.filing!r} is no id of the catalogue", where="filing"
            )
        terms = _terms_of(file)
    layout = layout_of(file)
    script = Script(file, terms.filing)
    errors, badly_told = read_errors(file, terms, layout, script)
    problems = [*_empty_seat_problems(terms, file), *wager_problems(terms, layout)]
    problems += bank_problems(terms.filing.bank, file.bank.wager, "bank.wager")
    miscounted = {one.place for one in errors if one.entry.kind == "wrong-number"}
    problems += [*script.problems, *script.misplaced(terms.filing, miscounted), *badly_told]
    floor = Floor()
    chosen = procedures or file.procedures
    if errors and not chosen and (chosen := floor_procedures(terms.filing.kind)):
        terms = replace(terms, by_book=(*terms.by_book, "procedures"))
    try:
        floor = find_orders(terms.filing, errors, chosen)
    except HousewayError as error:
        problems.append(error)
    if not any(one.entry.kind in TWICE for one in errors):
        problems += _cards_too_often(terms, script.seen, floor.gone)
    problems += _stayed_unnamed(floor, script)
    raise_all(problems)
    script.lost = floor.lost(terms.filing, layout)
    script.unset = {one.place for one in floor.forfeits(KINDS) if one.place}
    orders = terms.filing.orders
    script.counted = any("wrong-number" in o.kinds and o.remedy == "forfeit" for o in orders)
    kinds = MISCOUNTS if script.counted else MISCOUNTS[:1]
    script.miscounted = {one.place for one in floor.forfeits(kinds) if one.place}
    case = Case(file, terms, layout, script, floor)
    if floor.void is not None:
        return case.voided(floor.void)
    if floor.unsettled is not None:
        return case.unsettled()
    return case.settled()


@dataclass(slots=True)
class Case:
    """A round file that has been read, on its way to the answer."""

    file: RoundFile
    terms: PlayerDealerTerms
    layout: Layout
    script: Script
    floor: Floor

    def _answer(
        self, ruling: Ruling, *, result: Result, settlement: Settlement,
        events: Sequence[Event] = (), warnings: Sequence[str] = (),
    ) -> Adjudication:  # fmt: skip
        return Adjudication(
            terms=self.terms,
            layout=self.layout,
            result=result,
            settlement=settlement,
            fees=fees(self.terms, self.layout),
            events=tuple(events),
            warnings=(
                *decided_said(self.terms),
                *wager_warnings(self.terms, self.layout),
                *warnings,
            ),
            ruling=ruling,
            floor=self.floor,
        )

    def voided(self, order: HouseOrder) -> Adjudication:
        """Nobody wins or loses: wagers go back, and fees unless they are said to stay."""
        returned = put_up(self.file, self.layout, self.terms.filing.family)
        taken = fees(self.terms, self.layout)
        back = None
        warnings = []
        if taken is not None and taken.total and order.fees != "kept":
            back = taken.bank, {b: taken.owed_by(b) for b in (*taken.seats, *taken.jackpot)}
            if order.fees == "silent":
                warnings.append("whether the fee of a void round goes back is not said; it does")
        nobody = dict.fromkeys((*returned, "bank"), 0)
        paid = self._paid(None)
        ruling = Ruling(
            ruling="void",
            remedy=applied(self.terms.filing, [order]),
            returned=returned,
            fees_returned=back,
            corrections=corrections(dict.fromkeys((*returned, *paid), 0), paid),
        )
        settlement = Settlement((), nobody, self.file.bank.wager)
        return self._answer(
            ruling, result=Result(None, ()), settlement=settlement, warnings=warnings
        )

    def unsettled(self) -> Adjudication:
        """Nothing is applied that nobody filed or chose."""
        ruling = Ruling(
            ruling="floor",
            remedy=applied(self.terms.filing, self.floor.orders),
            silent=self.floor.silence(self.terms.filing),
        )
        settlement = Settlement((), {}, self.file.bank.wager)
        return self._answer(ruling, result=Result(None, ()), settlement=settlement)

    def settled(self) -> Adjudication:
        """Played by the rules over what is written, as far as that goes."""
        idle = {entry.number for entry in self.file.seat if not entry.wagered}
        open_: Sequence[Undecided] = ()
        events: Sequence[Event] = ()
        other: Sequence[OtherReading] = ()
        try:
            running, in_doubt = self._play(self.terms, self.layout, idle)
            result, settlement = self._settle(self.terms, self.layout, running.result)
            events = running.events
            other = other_readings(
                self.terms,
                settlement,
                self._matters(running.result),
                self._settled_otherwise(running.result),
            )
        except NeededError:
            came = self._settle_worlds(self.terms)
            result, settlement = came.result, came.settlement
            in_doubt, open_ = list(came.in_doubt), came.open
            if not open_:
                matters = self._matters(result)
                other = other_readings(self.terms, settlement, matters, self._worlds_otherwise)
        waiting = {one.bettor for one in open_}
        ruling = Ruling(
            ruling="open" if open_ else "played-on" if self.floor.errors else "settled",
            remedy=applied(self.terms.filing, self.floor.orders) if self.floor.errors else None,
            buttons=self._buttons(settlement, waiting),
            corrections=self._corrections(settlement, open_),
            open=open_,
            readings=other,
        )
        warnings = (*_cards_without_a_wager(self.terms, self.file), *result.warnings, *in_doubt)
        return self._answer(
            ruling, result=result, settlement=settlement, events=events, warnings=warnings
        )

    def _play(
        self, terms: PlayerDealerTerms, layout: Layout, idle: set[int]
    ) -> tuple[Round, list[str]]:
        filing = terms.filing
        self.script.in_turn = (
            terms.option("coverage") == "gross"
            and filing.settlement.passes == "seat-by-seat"
            # Nor wins one hand others a prize.
            and not filing.hands_bear_on_each_other([seat.spots for seat in layout.seats])
        )
        return _play(terms, layout, self.script, idle, self.floor.declared(layout))

    def _settle(
        self, terms: PlayerDealerTerms, layout: Layout, result: Result
    ) -> tuple[Result, Settlement]:
        if self.floor.errors:
            unset = {s.number for s in self.file.seat if s.set is None and not s.house_way}
            result = with_forfeits(result, layout, self.floor, unset)
        return result, settle(terms, layout, result, self.file.bank.wager)

    def _settle_worlds(self, terms: PlayerDealerTerms) -> Merged:
        worlds = partial(self._worlds, terms)
        return settle_worlds(worlds, self.layout, terms.filing, self.file.bank.wager)

    def _worlds_otherwise(self, terms: PlayerDealerTerms, _: bool) -> Mapping[str, int] | None:
        """What those would have under other terms for whom no unknown card decides it."""
        try:
            return self._settle_worlds(terms).settlement.net
        except HousewayError:
            return None

    def _worlds(self, terms: PlayerDealerTerms, layout: Layout, in_order: bool) -> Worlds[Came]:
        """The worlds of the round, or of some of its seats."""
        wagering = {seat.number for seat in layout.seats}
        idle = {entry.number for entry in self.file.seat if entry.number not in wagering}

        def play() -> Came:
            running, in_doubt = self._play(terms, layout, idle)
            return Came(*self._settle(terms, layout, running.result), in_doubt)

        self.script.assume({})  # what other worlds assumed has not been seen
        stock: Counter[Piece] = Counter(terms.filing.deck.pieces(terms.decks))
        stock.subtract([*self.script.seen, *self.floor.named(self.script.seen)])
        alike: dict[object, Piece] = {}
        unseen: Counter[Piece] = Counter()
        for piece, left in (+stock).items():
            unseen[alike.setdefault(terms.filing.told_apart(piece), piece)] += left

        def money(came: Came) -> object:
            return came.settlement.net

        return Worlds(self.script, terms.filing, layout, unseen, play, money, terms.seats, in_order)

    def _buttons(self, settlement: Settlement, waiting: Container[str]) -> list[ButtonOwed]:
        rule = self.terms.filing.collection.free_collection
        if rule is None:
            return []
        owed = without_action(self.terms.filing, settlement.lines)
        return [ButtonOwed(bettor, str(rule.cite)) for bettor in owed if bettor not in waiting]

    def _corrections(self, settlement: Settlement, open_: Sequence[Undecided]) -> Mapping[str, int]:
        if not self.file.paid:
            return {}
        told = [(line.bettor, line.wager, line.hand) for line in settlement.lines]
        told += [(one.bettor, one.wager, one.hand) for one in open_]
        known = {(bettor, wager) for bettor, wager, _ in told}
        known |= {(bettor, f"{wager}#{hand}") for bettor, wager, hand in told if hand > 1}
        paid = self._paid(known)
        waiting = {one.bettor for one in open_}
        owed = {who: net for who, net in settlement.net.items() if who != "bank"}
        owed |= {who: 0 for who in paid if who not in owed and who not in waiting}  # came too late
        return corrections(owed, paid)

    def _paid(self, settled: Collection[tuple[str, str]] | None) -> Mapping[str, int]:
        return paid_so_far(self.file, self.terms.filing, self.layout, settled, self.floor.late)

    def _matters(self, played: Result) -> Callable[[str], bool]:
        def matters(option: str) -> bool:
            joker = JOKER in self.script.seen or bool(self.script.slots)
            words = {*self.script.words, *(("house_way",) if played.house_way else ())}
            return self.terms.filing.can_matter(option, joker=joker, words=words)

        return matters

    def _settled_otherwise(
        self, played: Result
    ) -> Callable[[PlayerDealerTerms, bool], Mapping[str, int] | None]:
        """What everybody would have under other terms, the round played anew where they may
        change it; None where it cannot have gone as written."""
        idle = {entry.number for entry in self.file.seat if not entry.wagered}

        def settle_again(terms: PlayerDealerTerms, anew: bool) -> Mapping[str, int] | None:
            result = played
            if anew:
                self.script.assume({})
                try:
                    result = self._play(terms, self.layout, idle)[0].result
                except (HousewayError, NeededError):
                    return None
            return self._settle(terms, self.layout, result)[1].net

        return settle_again


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
    terms: PlayerDealerTerms,
    layout: Layout,
    script: Script,
    idle: set[int],
    declared: Sequence[DealerError],
) -> tuple[Round, list[str]]:
    """Run the rules over the record; what it leaves open is read in the way that fits.

    Where a second way fits too and ends otherwise, the warnings say so.
    """
    refusal: HousewayError | None = None
    found: Round | None = None
    for _ in range(_READINGS):
        try:
            fits = _play_as_read(terms, layout, script, idle, declared)
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
    terms: PlayerDealerTerms,
    layout: Layout,
    script: Script,
    idle: set[int],
    declared: Sequence[DealerError],
) -> Round:
    running = Round(procedure(terms, layout), script)
    while not running.over:
        for ask in running.waiting_for():
            if ask.seat == layout.bank_seat:
                for error in declared:
                    running.declare(error)
            move = script.choose(ask)
            try:
                running.answer(ask.seat, move)
            except Refused as error:
                error.where = error.where or f"seat {ask.seat}"
                raise
    result: Result = running.result
    raise_all(script.leftovers(result, idle))
    return running


def _stayed_unnamed(floor: Floor, script: Script) -> Iterator[HousewayError]:
    """Cards that errors name and that lie in a hand as ones nobody can name."""
    for happened, order in floor.errors:
        for card in happened.cards if order is not None and order.remedy == "stands" else ():
            if happened.place is not None and script.unnamed(happened.place, card):
                said = f"{card} stays where it lies; write it under `cards` there, in place of ??"
                yield CannotHaveHappened("not-unknown", said, where=happened.fact.where)


def _cards_too_often(
    terms: PlayerDealerTerms, seen: Sequence[Piece], gone: Sequence[Piece]
) -> list[HousewayError]:
    """Cards that lie more often than they exist, `gone` ones apart from all hands among them."""
    deck = terms.filing.deck
    apart = "; what an error names was taken away or lay apart, and is in no hand as it stands"
    return [
        CannotHaveHappened(
            "card-too-often",
            f"{piece} lies {'once' if seen == 1 else f'{seen} times'}; "
            + ("there is none" if not exist else f"{exist} exist{'s' if exist == 1 else ''}")
            + f" in {terms.decks} deck{'s' if terms.decks > 1 else ''}"
            + apart * (piece in gone),
            where="cards",
            cite=str(deck.cite),
        )
        for piece, seen, exist in too_many([*seen, *gone], deck.pieces(terms.decks))  # type: ignore[type-var]
    ]
