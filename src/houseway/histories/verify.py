"""Checking an event log: its chain, the rules it was played by, and every round played again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError, raise_all
from houseway.families.chinese_poker.table import ChineseState, points_settled
from houseway.families.poker.table import returned as returned_hand
from houseway.families.poker.table_state import PokerState
from houseway.filings.loader import load
from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import FilingBase
from houseway.histories.event_log import (
    START,
    lines_of,
    not_a_log,
    parse_line,
    seal_of,
    split_line,
)
from houseway.settlement.collection import fees
from houseway.settlement.ledger import BANK, CAGE, DROP, Ledger, Move, Moves, move
from houseway.settlement.wagers import wager_problems
from houseway.table import records as r
from houseway.table.banked import payments, returned, settled
from houseway.table.banked_state import BankedState
from houseway.table.opening import PROGRAM, state_for
from houseway.table.round_state import rebuild
from houseway.table.setup import fingerprint
from houseway.table.state import State


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a log: what, at which line."""

    code: str
    line: int
    message: str

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "line": self.line, "message": self.message}


@dataclass(slots=True)
class Verified:
    """What a log was found to be. `replayed` is False where the rules are no longer the same."""

    lines: int = 0
    rounds: int = 0
    seal: str = START  # the last hash: written down elsewhere, it proves that nothing is missing
    closed: bool = False
    replayed: bool = False
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.findings

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "lines": self.lines,
            "rounds": self.rounds,
            "hash": self.seal,
            "closed": self.closed,
            "replayed": self.replayed,
            "findings": [finding.as_json() for finding in self.findings],
            "notes": self.notes,
        }


def verify(path: Path, *, running: bool = False, filing: FilingBase | None = None) -> Verified:
    """Check a log. One that is still written to (`running`) need not have its last line yet."""
    found = Verified()
    broken = check_chain(path, found, running=running)
    if broken is not None:
        found.findings.append(broken)
        return found
    last = replay(_entries(path, found.lines), found, filing)
    if last is None:
        return found
    found.closed = isinstance(last.record, r.Closed)
    if last.more and not running:
        end = "the last command breaks off; lines are missing"
        found.findings.append(Finding("dropped", found.lines + 1, end))
    elif not found.closed and not running:
        end = (
            "the log does not end with the table's closing: it is still in use, "
            "or lines were dropped at the end"
        )
        found.findings.append(Finding("not-closed", found.lines + 1, end))
    return found


def _entries(path: Path, count: int) -> Iterator[r.Entry]:
    for number, line in enumerate(islice(lines_of(path), count), 1):
        yield parse_line(line, number)


# The chain.


def check_chain(path: Path, found: Verified, *, running: bool) -> Finding | None:
    """Follow the hashes to the first line that does not fit, and say what became of it."""
    before = START
    for number, line in enumerate(lines_of(path), 1):
        if not line.endswith(b"\n"):
            if not running:
                found.findings.append(Finding("torn", number, "the last line is not finished"))
            break
        parts = split_line(line[:-1])
        if parts is None or seal_of(before, parts[0]) != parts[1]:
            lines = [one.rstrip(b"\n") for one in lines_of(path)]
            if number == 1 and not any(split_line(one) for one in lines):
                raise not_a_log(path)
            return _explain(lines, number, before)
        before = parts[1]
        found.lines, found.seal = number, before
    if not found.lines:
        return Finding("empty", 1, "there is no record in this file")
    return None


def _explain(lines: Sequence[bytes], number: int, before: str) -> Finding:
    """The first line that does not fit: changed, added, dropped before it, or out of order."""
    here = _number(lines[number - 1])
    expected = number - 1
    # Does a later line continue the chain as it stands? Then this one is a stranger.
    follower = next(
        (
            place
            for place, line in enumerate(lines[number:], number + 1)
            if (parts := split_line(line)) and seal_of(before, parts[0]) == parts[1]
        ),
        None,
    )
    if here == expected:
        if follower is not None:
            return Finding("added", number, f"record {here} was added; the true one follows")
        before_it = f", or line {number - 1} was changed and sealed anew" if here else ""
        return Finding("changed", number, f"record {here} was changed{before_it}")
    if follower is not None:
        later = [_number(line) for line in lines[follower:]]
        if here is not None and here > expected and here not in later:
            return Finding(
                "reordered",
                number,
                f"record {here} stands where record {expected} belongs, which is line {follower}",
            )
        return Finding("added", number, "this line was added; it is no part of the log")
    if here is not None and here > expected:
        return Finding("dropped", number, f"record {expected} is missing before record {here}")
    if here is not None and here < expected:
        return Finding("added", number, f"record {here} stands here a second time")
    return Finding("changed", number, f"this line is not the record {expected} that was written")


def _number(line: bytes) -> int | None:
    try:
        number = json.loads(line)["n"]
    except (ValueError, KeyError, TypeError):
        return None
    return number if isinstance(number, int) else None


# The rounds.


def replay(
    entries: Iterable[r.Entry], found: Verified, filing: FilingBase | None = None
) -> r.Entry | None:
    """Play every round again and compare, or say why that cannot be done; the last entry."""
    state: Any = None
    why, number, last = "", 0, None
    for number, last in enumerate(entries, 1):
        record = last.record
        if number == 1 and not isinstance(record, r.Opened):
            found.findings.append(Finding("no-header", 1, "the first record opens no table"))
            return None
        if why:
            continue  # the chain is all that can be said of the rest
        try:
            if isinstance(record, r.Opened | r.TermsChanged):
                why = cannot_replay(record, filing)
                if why:
                    found.notes.append(why)
                    continue
            if isinstance(record, r.Opened):
                state = state_for(filing or load(record.setup.filing))
            assert state is not None
            _check(state, record)
            state.apply(last)
            state.ledger.check()
        except (AssertionError, HousewayError, LookupError, ValueError) as error:
            found.findings.append(
                Finding("replay", number, f"record {last.number} ({record.kind}): {error}")
            )
            return None
        found.rounds += isinstance(record, r.Settled | r.HandSettled | r.PointsSettled)
    found.replayed = not why
    return last


def _check(state: BankedState | PokerState | ChineseState, record: r.Record) -> None:
    """Compare a record with what the rules of its game give."""
    _check_cage(state, record)
    if isinstance(state, PokerState):
        _check_poker(state, record)
    elif isinstance(state, ChineseState):
        _check_chinese(state, record)
    else:
        _check_banked(state, record)


def _check_cage(state: State, record: r.Record) -> None:
    """Chips come from the cage and go to it, fees by the clock are those in force."""
    due: Moves
    if isinstance(record, r.BoughtIn):
        due = move(CAGE, state.patrons[record.name].account, record.amount)
    elif isinstance(record, r.CashedOut):
        due = move(state.patrons[record.name].account, CAGE, record.amount)
    elif isinstance(record, r.TimeTaken):
        fee = state.timed_fee.fee if state.timed_fee else 0
        if any(paid != fee for paid in record.fees.values()):
            raise AssertionError(f"the collection by the clock is {dollars(fee)}")
        due = tuple(Move(state.patrons[name].account, DROP, fee) for name in record.fees if fee)
    else:
        return
    if record.moves != due:
        raise AssertionError("the chips did not move as the record says")


def cannot_replay(header: r.Opened | r.TermsChanged, filing: FilingBase | None) -> str:
    """Why the rules of this log are not those of this program, or nothing."""
    if isinstance(header, r.Opened) and header.version != PROGRAM:
        return (
            f"the log was written by version {header.version} and this is {PROGRAM}: "
            "its rounds are not played again"
        )
    try:
        now = fingerprint(header.setup, filing or load(header.setup.filing))
    except HousewayError as error:
        return f"its rounds cannot be played again: {error}"
    if now != header.fingerprint:
        return (
            f"the filing {header.setup.filing}, its readings or its collection have changed since "
            "the log was written: its rounds cannot be played again under the same rules"
        )
    return ""


def _check_banked(state: BankedState, record: r.Record) -> None:
    """Compare a record with what the rules give."""
    if isinstance(record, r.BankOffered):
        if (record.seat, record.name, record.turn) != state.next_offer():
            raise AssertionError(f"the bank belongs to {state.next_offer()}")
    elif isinstance(record, r.BankTaken):
        if (record.seat, record.name, record.turn) != state.offer:
            raise AssertionError(f"the bank was offered to {state.offer}")
        account = state.patrons[record.name].account
        if not record.wager or record.moves != move(account, BANK, record.wager):
            raise AssertionError("these are not the chips of the bank's wager")
    elif isinstance(record, r.BankRefused):
        if state.next_offer() is not None:
            raise AssertionError(f"the bank was still to be offered to {state.next_offer()}")
    elif isinstance(record, r.RoundVoided):
        if record.moves != returned(state):
            raise AssertionError("not everything of the void hand went back")
    elif isinstance(record, r.Wagered):
        before, felt = state.wagers.get(record.bettor), f"felt:{record.bettor}"
        if before is not None and before.name != record.name:
            raise AssertionError(f"the wagers that lie there are {before.name}'s")
        change = sum(record.wagers.values()) - (before.total if before else 0)
        account = state.patrons[record.name].account
        places = (account, felt) if change > 0 else (felt, account)
        if record.moves != move(*places, abs(change)):
            raise AssertionError("these are not the chips of the wagers")
    elif isinstance(record, r.NoMoreBets):
        if record.layout != state.laid_out():
            raise AssertionError("these are not the wagers that lay on the table")
        raise_all(wager_problems(state.terms, record.layout))
    elif isinstance(record, r.FeesTaken):
        assert state.layout is not None
        due = fees(state.terms, state.layout)
        if due is None or (due.bank, due.seats, due.waived) != (
            record.bank,
            record.seats,
            record.waived,
        ):
            raise AssertionError(f"the collection should be {due}")
    elif isinstance(record, r.Settled):
        running, _ = rebuild(state, random.Random(0))
        if not running.over:
            raise AssertionError("the round was settled before it was over")
        again = settled(state, running.result)
        if (again.lines, again.net) != (record.lines, record.net):
            raise AssertionError("the round comes out differently when it is played again")
        if payments(state, again) != record.moves:
            raise AssertionError("the chips did not move as the settlement says")


def _check_poker(state: PokerState, record: r.Record) -> None:
    """Compare a poker record with what the rules give."""
    if isinstance(record, r.HandStarted):
        due = state.next_hand()
        order = due.order[: state.game.game.players.most]
        if (record.button, record.seats) != (due.button, order):
            raise AssertionError(f"seats {order} are to be dealt in, the button at {due.button}")
        if record.blinds != due.blinds[: len(order)]:
            raise AssertionError(f"the blinds should be {due.blinds}")
        if record.stacks != tuple(state.stack(state.seats[seat]) for seat in record.seats):
            raise AssertionError("these are not the stacks at the table")
        if record.schedule != state.schedule_for(len(record.seats)):
            raise AssertionError("another option of the schedule is in force")
    elif isinstance(record, r.RoundVoided):
        if record.moves != returned_hand(state):
            raise AssertionError("not everything of the void hand went back")
    elif isinstance(record, r.HandSettled):
        running, _ = rebuild(state, random.Random(0))
        if not running.over:
            raise AssertionError("the hand was settled before it was over")
        result = running.result
        assert state.hand is not None
        seats = state.hand.seats
        awards = tuple((seats[a.player - 1], a.kind, a.amount) for a in result.awards)
        written = tuple(award[:3] for award in record.awards)
        if (result.stacks, result.fee, awards) != (record.stacks, record.fee, written):
            raise AssertionError("the hand comes out differently when it is played again")
        ledger = Ledger(state.ledger.balances())
        ledger.post(record.moves)
        if record.stacks != tuple(ledger[f"seat:{seat}"] for seat in seats):
            raise AssertionError("the chips did not move as the settlement says")


def _check_chinese(state: ChineseState, record: r.Record) -> None:
    """Compare a record of Chinese poker with what the rules give."""
    if isinstance(record, r.HandStarted):
        button, seats = state.next_hand()
        if (record.button, record.seats) != (button, seats):
            raise AssertionError(f"seats {seats} are to be dealt in, the buttons at {button}")
        if record.stacks != tuple(state.stack(state.seats[seat]) for seat in seats):
            raise AssertionError("these are not the stacks at the table")
    elif isinstance(record, r.PointsSettled):
        running, _ = rebuild(state, random.Random(0))
        assert state.hand is not None
        if not running.over or points_settled(state.hand, running.result) != record:
            raise AssertionError("the hand comes out differently when it is played again")
