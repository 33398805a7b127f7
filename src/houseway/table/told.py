"""A table's records in words, as the house dealer would call them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from houseway.cards import write
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK
from houseway.filings.wording.base import listed
from houseway.rounds.events import Burned, Called, Chose, Event, Shown
from houseway.rounds.felt import felt_hints
from houseway.rounds.transcript import say
from houseway.settlement.ledger import Move
from houseway.settlement.settle import Line
from houseway.table import records as r


def _term(name: str) -> str:
    return name.removeprefix("options.").replace("_", " ")


_FLOOR_ACTS = {
    "note": " notes", "time": " gives {name} time again", "unseat": " takes {name} off the table",
    "seat": " seats {name}", "ruled": " rules", "deck-change": " changes the cards",
}  # fmt: skip
_TURNS = {1: "first", 2: "second"}


class Teller:
    """Tells a table's records in the words of the filing's game."""

    def __init__(self, filing: FilingBase) -> None:
        self._noun = "tile" if filing.deck.kind == "tiles-32" else "card"
        self._segments = bool(felt_hints(filing.family).rows)
        self._third_party = f"third-party proposition player, {third_party_said(filing)}"

    def _marks(self, who: r.Sat | r.Came) -> str:
        marks = ["bot"] * who.bot + [self._third_party] * who.third_party
        return f" ({', '.join(marks)})" if marks else ""

    def tell(self, entry: r.Entry) -> Iterator[str]:
        """The lines an entry is told in; nothing where it is not worth a word."""
        return (line for line in self._tell(entry.record) if line)

    def more(self, entry: r.Entry) -> Mapping[str, Any]:  # noqa: ARG002
        """What is told with an entry and does not stand in it."""
        return {}

    def _tell(self, record: r.Record) -> Iterator[str]:
        match record:
            case r.Opened():
                setup = record.setup
                limits = f", limits {setup.limits}" if setup.limits else ""
                schedule = f", schedule {' and '.join(setup.schedule)}" if setup.schedule else ""
                yield f"Table {setup.table} opens: {setup.filing}{limits}{schedule}"
                if setup.house_book:
                    yield f"{listed(_term(one) for one in setup.house_book)}: {BY_THE_BOOK}"
            case r.Sat(name, seat):
                yield f"{name} sits down at seat {seat}{self._marks(record)}"
            case r.Came(name):
                yield f"{name} stands behind{self._marks(record)}"
            case r.BoughtIn(name, amount):
                yield f"{name} buys {brief(amount)} in chips"
            case r.CashedOut(name, amount):
                yield f"{name} cashes out {brief(amount)}"
            case r.Left(name):
                yield f"{name} leaves"
            case r.SatOut(name, why):
                yield f"{name} sits out" + (f": {why}" if why else "")
            case r.SatIn(name):
                yield f"{name} plays again"
            case r.BankOffered(seat, name, turn, spared):
                unseen = f" ({listed(spared)}: not before a first hand)" if spared else ""
                yield f"The bank to {name}, seat {seat}, {_turn(turn)} turn?{unseen}"
            case r.BankDeclined(_, name, why):
                yield f"{name}: no" + (f" ({why})" if why != "declined" else "")
            case r.BankTaken(_, name, turn, wager):
                yield f"{name} banks, {_turn(turn)} turn, with {brief(wager)}"
            case r.BankRefused(broken):
                yield "Nobody takes the bank" + ("; the game is broken" if broken else "")
            case r.Wagered(bettor, name, wagers):
                what = _amounts(wagers) if wagers else "takes the wagers back"
                yield f"{name} ({_bettor(bettor)}): {what}"
            case r.FreeCollectionUsed(name, _):
                yield f"{name} hands in a free-collection button"
            case r.FreeCollectionEarned(name, _):
                yield f"{name} got no action and receives a free-collection button"
            case r.FreeCollectionLapsed(name):
                yield f"{name}'s free-collection button was for the round just played; it lapses"
            case r.FeesTaken():
                yield _collection(record)
            case r.TimeTaken(_, fees):
                yield "Time collection: " + (_amounts(fees) or "nobody to pay it")
            case r.Shuffled(deck):
                yield f"The {self._noun}s are shuffled" + (f" (deck {deck + 1})" if deck else "")
            case r.WordAdded(name, _, word):
                yield f"{name} adds a word to the next shuffle: {word}"
            case r.Happened(event):
                text = self._event(event)
                if text:
                    yield text[0].upper() + text[1:]
            case r.TimedOut(name, _, why):
                yield f"{name}: {why}"
            case r.Settled():
                yield from _settlement(record)
            case r.ButtonDrawn(seat, cards):
                drawn = ", ".join(f"seat {s} {card}" for s, card in cards.items())
                yield f"Cards for the button: {drawn}. Seat {seat} has it"
            case r.EntryChosen(name, entry):
                yield f"{name}: {entry.replace('-', ' ')}"
            case r.HandStarted():
                yield from _hand(record)
            case r.ChipsMoved(moves, by):
                yield _chips([one for one in moves if one.source != f"seat:{by}"])
            case r.HandSettled():
                yield from _awards(record)
            case r.PointsSettled():
                for line in record.points:
                    yield (
                        f"  seat {line.first} against seat {line.second}: {line.points:+d}, "
                        f"{_signed(line.paid)}: {line.because} [{line.cite}]"
                    )
            case r.RoundVoided(_, reason):
                yield f"The hand is void: {reason}. Every wager and fee goes back"
            case r.Correction(of, reason):
                yield f"Correction of record {of}: {reason}"
            case r.FloorActed(act, reason, name):
                yield f"The floor{_FLOOR_ACTS.get(act, '').format(name=name)}: {reason}"
            case r.TermsChanged():
                yield "New terms from the next hand on"
            case r.Closed():
                yield "The table is closed"

    def _event(self, event: Event) -> str:
        if isinstance(event, Chose):
            return self._choice(event)
        if isinstance(event, Called) and _DRAWN.fullmatch(event.text):
            return ""  # the choice was told, with whose it was
        if event == Burned(1, None):
            return "a card is burned"
        if isinstance(event, Shown) and self._segments:
            return f"seat {event.place}, {_SEGMENTS[event.hand - 1]}: {write(event.cards)}"
        return say(event, self._noun)

    def _choice(self, event: Chose) -> str:
        """A choice in words: for how much, or how many cards, where it says so."""
        seat, word = f"seat {event.seat}", (event.move or "").partition(" ")[0]
        if event.move == "show":
            return ""  # the cards themselves follow
        if event.put is not None:
            paid, to = brief(event.put.paid), brief(event.put.to)
            did = {"call": f"calls {paid}", "bet": f"bets {to}", "raise": f"raises to {to}"}
            all_in = ", all-in" if event.put.all_in else ""
            return f"{seat} {did.get(word, f'brings it in for {paid}')}{all_in}"
        if event.move and event.number:
            return f"{seat} throws {event.move.partition(' ')[2]}"
        if event.move is None and event.number is not None:
            return (
                f"{seat} {'draws' if event.kind == 'draw' else 'gives up'} {event.number}".replace(
                    "draws 0", "stands pat"
                )
            )
        if event.move in _DONE:
            return f"{seat} {_DONE[event.move]}"
        return say(event, self._noun).replace("house_way", "house way")


_DRAWN = re.compile(r"draws \d+|stands pat")  # what the dealer says of somebody's draw
_SEGMENTS = ("top", "middle", "bottom")
_DONE = {"fold": "folds", "check": "checks", "stand pat": "stands pat",
         "turn up": "turns the card up", "keep down": "keeps the card down",
         "muck": "gives the hand up"}  # fmt: skip


def third_party_said(filing: FilingBase) -> str:
    """What the text says of players of a third party, for everybody at the table to know."""
    bank = filing.bank if isinstance(filing, PlayerDealerFiling) else None
    if bank is None or bank.third_party == "silent":
        return "of whom the filing says nothing: the house answers for it"
    return f"permitted: {bank.third_party_cite or bank.cite}"


def _turn(turn: int) -> str:
    return _TURNS.get(turn, str(turn))


def _bettor(bettor: str) -> str:
    seat, slash, _ = bettor.partition("/")
    return f"behind seat {seat}" if slash else f"seat {seat}"


def _amounts(amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {brief(a)}" for name, a in amounts.items())


def _collection(record: r.FeesTaken) -> str:
    parts = [f"bank {brief(record.bank)}"]
    parts += [f"{_bettor(bettor)} {brief(fee)}" for bettor, fee in record.seats.items()]
    parts += [f"{_bettor(bettor)} waived" for bettor in record.waived]
    parts += [f"{_bettor(b)} {brief(drop)} for the jackpot" for b, drop in record.jackpot.items()]
    return f"Collection on {brief(record.action)} of action: " + ", ".join(parts)


def _hand(record: r.HandStarted) -> Iterator[str]:
    at = f", the button at seat {record.button}" if record.button else ""
    fee = f"; fees by the filing's option {record.schedule}" if record.schedule else ""
    yield f"Hand {record.round}{at}{fee}"
    for seat, stack, blind in zip(
        record.seats, record.stacks, (*record.blinds, *(0,) * len(record.seats)), strict=False
    ):
        posts = f", posts {brief(abs(blind))}" if blind else ""
        posts += ", kills the pot" if seat == record.kill else ""
        yield f"  seat {seat} has {brief(stack)}{posts}"
    if record.carried:
        yield f"  {brief(record.carried)} lie in the pot from the hand before"


def _chips(moves: Iterable[Move]) -> str:
    return "; ".join(_move(one) for one in moves).capitalize()


def _move(one: Move) -> str:
    if one.target == "pot":
        return f"{one.source.replace(':', ' ')} puts in {brief(one.amount)}"
    if one.target == "drop":
        return f"the house takes {brief(one.amount)}"
    if one.target == "jackpot":
        return f"{brief(one.amount)} for the jackpot"
    return f"{brief(one.amount)} back to {one.target.replace(':', ' ')}"


def _awards(record: r.HandSettled) -> Iterator[str]:
    halves = {award.half for award in record.awards}
    for seat, half, amount, hand, _ in record.awards:
        what = half if halves - {"high", "pot"} else "the pot"
        yield f"  seat {seat} wins {brief(amount)} ({what})" + (f": {hand}" if hand else "")
    if record.fee:
        yield f"  collection {brief(record.fee)}"
    if record.jackpot:
        yield f"  jackpot drop {brief(record.jackpot)}"
    if record.carried:
        yield f"  {brief(record.carried)} stay in the pot for the next hand"


def _settlement(record: r.Settled) -> Iterator[str]:
    if record.first_action is not None:
        yield f"First action: seat {record.first_action}"
    for line in record.lines:
        yield _line(line)
    for warning in record.warnings:
        yield f"Note: {warning}"
    total = ", ".join(
        f"{'bank' if who == 'bank' else _bettor(who)} {_signed(net)}"
        for who, net in record.net.items()
    )
    yield f"Hand {record.round}: {total}"


_OUTCOMES = {"win": "wins", "lose": "loses", "push": "pushes", "no_action": "gets no action"}


def _line(line: Line) -> str:
    hand = f", hand {line.hand}" if line.hand > 1 else ""
    money = f" {brief(abs(line.net))}" if line.net else ""
    short = f" ({brief(line.uncovered)} uncovered)" if line.uncovered else ""
    what = f"{line.wager.replace('_', ' ')} {brief(line.staked)}"
    return (
        f"  {_bettor(line.bettor)}{hand}: {what} {_OUTCOMES[line.outcome]}{money}{short}: "
        f"{line.because} [{line.cite}]"
    )


def _signed(net: int) -> str:
    return f"-{brief(-net)}" if net < 0 else f"+{brief(net)}" if net else "even"
