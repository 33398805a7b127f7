"""Tables whose dealer errs, for tests: hands with known decks, and what must hold after them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houseway.cards import write
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.phh_words import trade_move
from houseway.histories.event_log import EventLog
from houseway.histories.export import played
from houseway.histories.verify import verify
from houseway.rounds.events import Dealt, Declared, Shown, Taken
from houseway.table import records as r
from houseway.table.opening import restore
from houseway.table.views import snapshot, visible
from tests.table.tables import Kept, Stacked, fill, poker
from tests.table.test_views import cards_in

HOLDEM = "outlaws/holdem"
DRAW = "outlaws/draw-poker-hi-lo"
BUTTON = "As Kh Qd"  # Ann gets it: cards go to seats 2, 3 and 1, blinds are 1 and 3
# Twos to Bob, threes to Cy, fours to Ann; then 5h, the flop 7s 9h Jd, 8d, Kh, Td, Qs.
DECK = "2c 3c 4c 2d 3d 4d 5h 7s 9h Jd 8d Kh Td Qs Ac Ad"


def holdem(*after: str, deck: str = DECK, filing: str = HOLDEM) -> tuple[Any, Kept]:
    """A hand of three is dealt; `after` are the tops of later shuffles."""
    table, journal = poker(filing, BUTTON, deck, *after)
    fill(table, buy_in=100_00 if filing != DRAW else 30_00)
    table.deal()
    return table, journal


def move(table: Any, *moves: str) -> None:
    """Whoever is to act does so; the moves are in the shorthand of hand histories."""
    for one in moves:
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, trade_move(one, ask))


def board(table: Any) -> str:
    return write(table.state.engine.boards[0])


def hand_of(table: Any, seat: int) -> str:
    engine = table.state.engine
    return write(engine.held.cards[engine.seats.index(seat)])


def finish(table: Any) -> None:
    """Everybody checks and calls to the end."""
    while table.waiting_for():
        move(table, "cc")


def happened(journal: Kept) -> list[Any]:
    return [record.event for record in journal.records("happened")]


def public_cards(events: Sequence[Any]) -> set[str]:
    """What lay face up, was shown, taken or exposed."""
    found: set[str] = set()
    for event in events:
        if isinstance(event, Shown | Taken | Declared) or (
            isinstance(event, Dealt) and event.private_to is None
        ):
            found |= {card.text for card in event.cards or ()}
    return found


def check(table: Any, journal: Kept, tmp_path: Path) -> None:
    """Khe chips are all there; the log proves itself, comes back at any point, and tells nobody
    of a card they may not see."""
    state = table.state
    state.ledger.check()
    assert sum(state.ledger.balances().values()) == 0
    for stop in [entry.number for entry in journal.entries if not entry.more]:
        kept = journal.entries[: stop + 1]
        again = restore(kept, Kept(), Stacked(), table._clock)
        assert again.state.count == stop + 1
    again = restore(journal.entries, Kept(), Stacked(), table._clock)
    assert again.state.events == state.events
    assert again.state.ledger.balances() == state.ledger.balances()
    assert [ask.seat for ask in again.waiting_for()] == [ask.seat for ask in table.waiting_for()]
    with EventLog(tmp_path / "log", durable=False) as log:
        log.append(journal.entries)
    found = verify(tmp_path / "log", running=True)
    assert found.ok, found.findings
    assert found.replayed
    drawn = {card for one in journal.records("button_drawn") for card in one.cards.values()}
    for viewer in (None, *state.patrons):
        seen = [visible(entry, viewer) for entry in journal.entries]
        told = cards_in([r.write_entry(entry) for entry in seen if entry is not None])
        told |= cards_in(snapshot(table, viewer))
        own = {
            card.text
            for record in journal.records("happened")
            if isinstance(record.event, Dealt) and viewer in (record.eyes or ())
            for card in record.event.cards or ()
        }
        assert told <= own | public_cards(happened(journal)) | drawn, viewer


def exported(journal: Kept) -> str:
    *_, last = played(journal.entries)
    return last.export().text


def check_phh(journal: Kept) -> str:
    """Khe hand as PHH replays to the stacks of the log; its actions."""
    text = exported(journal)
    hand = parse_hands(text)[0]
    assert replay(hand).result.stacks == journal.records("hand_settled")[-1].stacks
    return text.partition("actions = [")[2].partition("\n]")[0]
