"""One random round after another, each held against everything that must be true of it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from houseway.cards import TILE_SET, cards_of
from houseway.errors import HousewayError, Problems, Refused
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import RoundFile
from houseway.rounds.driver import Round
from houseway.rounds.events import Dealt
from houseway.rounds.procedures import procedure
from houseway.rounds.verdicts import Layout, Result
from houseway.settlement.collection import Fees, fees
from houseway.settlement.settle import Settlement, settle
from houseway.settlement.wagers import wager_problems
from tests.properties import checks, decks, records, tables
from tests.properties.coverage import Coverage, expected
from tests.properties.players import Made, Player


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played to its end and settled."""

    setup: tables.Setup
    layout: Layout
    bank_wager: int
    running: Round
    made: Made
    settled: Settlement
    fees: Fees | None

    @property
    def result(self) -> Result:
        result: Result = self.running.result
        return result


class Evening:
    """Random rounds of one filing; the same seed plays the same rounds."""

    def __init__(self, filing_id: str, seed: int) -> None:
        self.filing_id = filing_id
        self._rng = random.Random(f"{filing_id} {seed}")
        self.pool = tables.setups(filing_id, self._rng)
        self.coverage = Coverage()
        self._stocks: dict[int, Counter[Any]] = {}

    @property
    def filing(self) -> PlayerDealerFiling:
        return self.pool[0].terms.filing

    def expected(self) -> list[tuple[str, str]]:
        return expected(self.filing, tables.possible_faults(self.pool))

    def play(self, rounds: int) -> None:
        for number in range(rounds):
            state = self._rng.getstate()
            try:
                self._round()
            except Exception as error:
                self._rng.setstate(state)
                error.add_note(f"{self.filing_id}, round {number} of this run")
                raise

    def _round(self) -> None:
        rng = self._rng
        setup = rng.choice(self.pool)
        terms = setup.terms
        most = 2 * terms.decks + 1 if terms.filing.family == "twenty-one" else 13
        laid = tables.layout(setup, rng, most_seats=most)
        if rng.random() < 0.12:
            self._spoil_wagers(setup, laid)
        bank = tables.bank_wager(laid, rng)
        source = decks.source(terms, laid, rng)
        running = Round(procedure(terms, laid), source)
        made = Player(laid, rng, self.coverage).play(running)
        settled = settle(terms, laid, running.result, bank)
        played = Played(setup, laid, bank, running, made, settled, self._fees(setup, laid))
        self._check(played)
        bank_cards = sum(
            event.count
            for event in running.events
            if isinstance(event, Dealt) and event.place == "bank"
        )
        self.coverage.round(terms.filing, laid, played.result, settled.lines, bank_cards)
        self._write_down(played)

    def _fees(self, setup: tables.Setup, laid: Layout) -> Fees | None:
        try:
            return fees(setup.terms, laid)
        except Refused as refused:
            if refused.code != "no-fee-filed":
                raise
            self.coverage.refusal(refused.code)
            return None

    def _spoil_wagers(self, setup: tables.Setup, laid: Layout) -> None:
        fault = tables.spoiled(setup, laid, self._rng)
        if fault is not None:
            code, wrong = fault
            found = tables.codes(wager_problems(setup.terms, wrong))
            assert code in found, (code, found, wrong)
            self.coverage.refusal(code)

    def _check(self, played: Played) -> None:
        terms, layout, running = played.setup.terms, played.layout, played.running
        checks.check_money(terms, layout, played.result, played.settled, played.bank_wager)
        checks.check_sight(terms, layout, running.events)
        if self._rng.random() < 0.1:
            checks.check_words(terms, layout, running.events)
        checks.check_cards(self._stock(terms.decks), running.events)
        upto = self._rng.randint(0, len(running.answers))
        checks.check_replay(terms, layout, running, upto)

    def _stock(self, number: int) -> Counter[Any]:
        if number not in self._stocks:
            kind = self.filing.deck.kind
            pieces: Any = TILE_SET if kind == "tiles-32" else cards_of(kind, number)
            self._stocks[number] = Counter(pieces)
        return self._stocks[number]

    def _write_down(self, played: Played) -> None:
        """The round as a round file is adjudicated to the same end; with a fault it is refused."""
        rng, setup = self._rng, played.setup
        record = records.written(
            setup, played.layout, played.bank_wager, played.running.events, played.made, rng
        )
        if played.fees is None and setup.terms.schedule is not None:
            assert self._refused(record) == {"no-fee-filed"}
            return
        answer = adjudicate(RoundFile.model_validate(record))
        assert answer.layout == played.layout
        assert answer.settlement == played.settled, record
        assert answer.fees == played.fees
        assert answer.result.first_action == played.result.first_action
        assert answer.result.verdicts == played.result.verdicts
        assert answer.result.house_way == played.result.house_way
        if rng.random() < 0.2:
            fault = records.spoiled(setup, record, played.made, rng)
            if fault is not None:
                may_be, wrong = fault
                found = self._refused(wrong)
                assert found <= may_be, (found, may_be, wrong)
                assert found or records.FINE in may_be, wrong
                for code in found:
                    self.coverage.refusal(code)

    def _refused(self, record: records.Record) -> set[str]:
        """The codes a record is refused with; none if it is accepted."""
        try:
            adjudicate(RoundFile.model_validate(record))
        except Problems as problems:
            return {one.code for one in problems.found}
        except HousewayError as error:
            return {error.code}
        return set()
