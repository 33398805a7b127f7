"""An evening at a table of each filing: everything adds up, is as filed, and proves itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.families.chinese_poker.hand_file import PlayedPoints, replayed
from houseway.families.poker.hand_file import PlayedHand
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.filings.loader import load
from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.adjudicate import adjudicate
from houseway.histories.event_log import EventLog, iter_log
from houseway.histories.export import played
from houseway.histories.hand_files import Played, hand_tables
from houseway.histories.report import DEFAULT_SHIFTS, LogReader, Report
from houseway.histories.round_export import PlayedRound
from houseway.histories.round_file import parse_round
from houseway.histories.verify import verify
from houseway.rounds.events import secretly
from houseway.rounds.steps import Ask
from houseway.table.bot import Bot, plain_bot
from houseway.table.evening import NAMES, start_evening, usual_setup
from houseway.table.opening import restore
from houseway.table.records import Entry, HandSettled, PointsSettled, Settled
from tests.catalogue import some
from tests.table.reading import Button, Chips, Rotation, Settlements, watched
from tests.table.tables import IDS, Kept

ENDS = (Settled, HandSettled, PointsSettled)


class Restless(Bot):
    """Plays like another bot, but every third choice is any legal one."""

    def __init__(self, plain: Bot, source: random.Random) -> None:
        self._plain, self._random = plain, source

    def bank(self, view: Any, /) -> int | None:
        return self._plain.bank(view)

    def wagers(self, view: Any, /) -> Any:
        return self._plain.wagers(view)

    def choose(self, ask: Any, view: Any, /) -> str:
        if self._random.randrange(3) or ask.kind.startswith("set"):
            return self._plain.choose(ask, view)
        if ask.kind == "bet" and "least" in ask.facts:
            least, most = ask.facts["least"], ask.facts["most"]
            bets = [f"{ask.beyond.verbs[0]} {amount}" for amount in (least, most) if amount]
            calm: str = ask.choices[1]
            return self._random.choice([calm, calm, *bets])
        return self._random.choice(ask.choices) if ask.choices else self._plain.choose(ask, view)


def spend(
    filing: str, rounds: int, path: Path, *, seats: int | None, seed: int, **choices: Any
) -> Any:
    """Play so many hands at a table of restless bots, some with a short bank, and close it."""
    game, source = load(filing), random.Random(seed)
    banked = isinstance(game, PlayerDealerFiling)
    habits = iter((60, 4, 25, 1) * 5)

    def bot() -> Bot:
        plain = plain_bot(game, source, cover=next(habits)) if banked else plain_bot(game, source)
        return Restless(plain, source)

    with EventLog(path, durable=False) as log:
        evening = start_evening(
            replace(usual_setup(game), **choices), log, source, seats=seats,
            behind=2 if banked else 0,
            stack=2_000_00 if banked else 150_00, make_bot=bot,
        )  # fmt: skip
        for entries in evening.play(rounds):
            if any(isinstance(entry.record, ENDS) for entry in entries):
                come_and_go(evening, source)
        state = evening.table.state
        evening.table.close()
    return state


def come_and_go(evening: Any, source: random.Random) -> None:
    """Now and then, between hands, somebody takes a rest, comes back, or gives up the seat."""
    table, patrons = evening.table, evening.table.state.patrons
    playing = [patron for patron in patrons.values() if patron.active]
    resting = [patron for patron in patrons.values() if patron.sitting_out]
    wish = source.randrange(24)
    if wish == 0 and len(playing) > 3:
        table.sit_out(source.choice(playing).name)
    elif wish <= 2 and resting:
        table.sit_in(source.choice(resting).name)
    elif wish == 3 and playing:
        goes = source.choice(playing)
        bot = evening.bots.pop(goes.name)
        table.leave(goes.name)
        comes = source.choice([name for name in NAMES if name not in patrons])
        evening.bots[comes] = bot
        table.sit(comes, goes.seat, buy_in=evening.stack, bot=True, third_party=True)


def same_result(one: Played) -> bool:
    """Whether the export of a hand, read as a file, comes to the same end."""
    text = one.export().text
    if isinstance(one, PlayedRound):
        answer = adjudicate(parse_round(text))
        return (
            answer.settlement.lines == one.settled.lines
            and answer.settlement.net == one.settled.net
            and answer.result.first_action == one.settled.first_action
            and (one.fees is None or (answer.fees is not None
                 and (answer.fees.bank, answer.fees.seats) == (one.fees.bank, one.fees.seats)))
        )  # fmt: skip
    if isinstance(one, PlayedHand):
        result = replay(parse_hands(text)[0]).result
        return (result.stacks, result.fee) == (one.settled.stacks, one.settled.fee)
    assert isinstance(one, PlayedPoints)
    told = replayed(hand_tables(text)[0][0])
    stacks = dict(zip([p.seat for p in one.result.players], one.settled.stacks, strict=True))
    return bool(told["finishing_stacks"] == [dollars(stacks[seat]) for seat in sorted(stacks)])


def check_evening(
    filing: str, rounds: int, path: Path, *, seats: int | None, seed: int, **choices: Any
) -> None:
    state = spend(filing, rounds, path, seats=seats, seed=seed, **choices)
    game = load(filing)
    chips, button, settlements = Chips(), Button(), Settlements()
    banked = isinstance(game, PlayerDealerFiling)
    broken = isinstance(game, PlayerDealerFiling) and game.bank.declined_by_all == "game-broken"
    rotation = Rotation(seats=state.terms.seats, broken=broken)
    made = Report()
    reports = LogReader(made, DEFAULT_SHIFTS)

    def entries() -> Iterator[Entry]:
        checks = (chips, rotation, settlements) if banked else (chips, button)
        for entry in watched(iter_log(path), *checks):
            reports.read(entry)
            yield entry

    # Every hand, exported, comes to the same settlement again.
    count = 0
    for one in played(entries()):
        count += 1
        assert same_result(one), one.export().text
    assert count == rounds

    # Chips were conserved at every record; at the end all are back in the cage or in the box.
    left = {account: amount for account, amount in chips.at.items() if amount}
    assert left.get("drop", 0) == -left.get("cage", 0)
    assert set(left) <= {"cage", "drop"}
    assert chips.void == 0

    # The bank or the button went round as filed.
    if banked:
        assert settlements.hands == rounds
        assert rotation.seen["turn 1"] + rotation.seen["turn 2"] == rounds
        assert rotation.seen["turn 2"] > 0
    else:
        assert button.hands == rounds

    # The ledger balances, and the report agrees with the box.
    reports.ledger.check()
    assert made.total.hands == rounds
    assert made.total.drop == left.get("drop", 0)

    # The log proves itself.
    found = verify(path)
    assert found.ok, found.findings
    assert found.replayed
    assert found.rounds == rounds
    path.unlink()


@pytest.mark.parametrize("filing", IDS)
def test_an_evening(filing: str, tmp_path: Path) -> None:
    banked = isinstance(load(filing), PlayerDealerFiling)
    check_evening(
        filing, 30 if banked else 15, tmp_path / "log", seats=None if banked else 4, seed=1
    )


def other_options() -> list[tuple[str, str, Any]]:
    """Every choice a filing leaves to the house, other than its default."""
    found: list[tuple[str, str, Any]] = []
    for name in IDS:
        filing = load(name)
        for option in filing.option:
            values = option.values or (option.span or [])
            found += [(name, option.name, v) for v in values if v != option.default]
        if isinstance(filing, PlayerDealerFiling):
            found += [(name, "coverage", "net"), (name, "backline", True)]
    return found


@pytest.mark.parametrize(("filing", "option", "value"), other_options())
def test_an_evening_under_another_option(
    filing: str, option: str, value: Any, tmp_path: Path
) -> None:
    seats = 2 if option == "heads_up_blinds" else 4
    check_evening(filing, 8, tmp_path / "log", seats=seats, seed=5, options={option: value})


@pytest.mark.long
@pytest.mark.parametrize("filing", IDS)
def test_an_evening_of_ten_thousand_rounds(filing: str, tmp_path: Path) -> None:
    banked = isinstance(load(filing), PlayerDealerFiling)
    most = load(filing).table.seats
    check_evening(filing, 10_000, tmp_path / "log", seats=None if banked else min(most, 6), seed=2)


def without_code(ask: Ask) -> Ask:
    """A question without its functions, which are another table's."""
    beyond = ask.beyond._replace(objection=None)
    event = secretly if ask.event is secretly else None
    return replace(ask, beyond=beyond, facts={}, errors=None, event=event)


@pytest.mark.parametrize("filing", some(IDS))
def test_a_table_restored_anywhere_is_the_same_table(filing: str) -> None:
    """At random points of an evening the table is thrown away and built from its records."""
    game, source = load(filing), random.Random(4)
    journal = Kept()
    evening: Any = start_evening(usual_setup(game), journal, source, seats=3, stack=300_00)
    points = random.Random(9)
    while evening.table.state.round < 6:
        table = evening.table
        if table.state.phase == "play":
            next(evening.step())
        else:
            for _ in evening.step():
                pass
        if points.randrange(4):
            continue
        again = restore(journal.entries, journal, table._random, table._clock)
        assert again.state.ledger.balances() == table.state.ledger.balances()
        assert again.state.phase == table.state.phase
        assert [without_code(a) for a in again.waiting_for()] == [
            without_code(a) for a in table.waiting_for()
        ]
        evening.table = again
        evening._views.clear()
    assert not journal.records("round_voided")
