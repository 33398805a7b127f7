"""A round of any game, driven from outside: against a player-dealer, or among the players."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import Dice, roll
from houseway.errors import HousewayError, raise_all
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import cents
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.events import Event
from houseway.rounds.steps import Ask, Burn, Deal, Pieces, Roll
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.opened import BankedRound
from houseway.settlement.wagers import spot_limits, wager_problems
from houseway.table import open_table, plain_bot, usual_setup
from houseway.table.bot import Bot, strategy
from houseway.table.evening import SteadyClock
from houseway.table.hand_table import HandTable
from houseway.table.journal import NoJournal
from houseway.table.sight import Sight
from houseway.table.stakes import quiet_move
from houseway.table.views import View

Wagers = Mapping[str, int]  # by spot, in cents
COVERS = 10**7  # dollars: a bank that covers everything
STACK = 2_000_00


class Game(ABC):
    """One round after another at a table whose seats are played from outside."""

    filing: FilingBase
    terms: Terms[Any]
    seats: tuple[int, ...]  # that may be played, the bank's included
    unit: int  # that results are told in, in cents
    wagers: Sequence[Wagers] = ({},)  # what a seat may begin with; one where nothing is chosen

    @abstractmethod
    def begin(self, source: random.Random) -> None:
        """A new round, all wagers still to be chosen; another source begins everything anew."""

    @abstractmethod
    def deal(self, chosen: Mapping[int, int]) -> None:
        """The cards, when every seat has chosen with what it begins."""

    @abstractmethod
    def waiting_for(self) -> tuple[Ask, ...]: ...

    @abstractmethod
    def answer(self, seat: int, move: str) -> None: ...

    @abstractmethod
    def sight(self, seat: int) -> Sight:
        """What a seat has seen of the round."""

    @abstractmethod
    def net(self) -> Mapping[int, float]:
        """What each seat has gained, in units, when the round is over."""

    @abstractmethod
    def by_bot(self, ask: Ask) -> str:
        """What the house's bot does in a seat nobody plays."""

    @property
    def over(self) -> bool:
        return not self.waiting_for()

    def cards(self, ask: Ask) -> tuple[Any, ...]:
        """The cards a decision is about, as its seat knows them."""
        sight = self.sight(ask.seat)
        own = sight.cards(ask.seat, ask.hand)
        return own or sight.cards("bank")

    def bets(self) -> bool:
        """Whether seats choose with what they begin."""
        return len(self.wagers) > 1


def make_game(
    filing: FilingBase | str,
    *,
    players: int | None = None,
    wagers: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    decks: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Game:
    opened = open_filing(filing) if isinstance(filing, str) else filing
    if isinstance(opened, PlayerDealerFiling):
        terms = make_terms(opened, options=options, decks=decks)
        return BankedGame(terms, players or 1, _given(wagers))
    if wagers is not None or decks is not None or options:
        raise HousewayError(
            "no-wagers", "wagers, decks and options are for games against a player-dealer",
            where=opened.id,
        )  # fmt: skip
    return HandGame(opened, players)


def _given(wagers: Any) -> list[dict[str, int]]:
    several = [wagers] if isinstance(wagers, Mapping) else wagers or []
    return [{spot: cents(amount) for spot, amount in one.items()} for one in several]


# Against a player-dealer


class _Drawn:
    """Cards drawn at random from full decks, as many as are dealt."""

    __slots__ = ("_left", "_source")

    def __init__(self, pieces: Sequence[Any], source: random.Random) -> None:
        self._left, self._source = list(pieces), source

    def deal(self, step: Deal) -> Pieces:
        if step.if_given:
            return ()
        left, chance, cards = self._left, self._source.random, []
        for _ in range(step.count):
            at = int(chance() * len(left))
            cards.append(left[at])
            left[at] = left[-1]
            left.pop()
        return tuple(cards)

    def roll(self, step: Roll) -> Dice:
        return roll(self._source, step.count, step.generator)

    def burn(self, step: Burn) -> None:
        self.deal(Deal("burned", step.count))


class BankedGame(Game):
    """Seats 1 and on bet; the last one holds a bank that covers every wager."""

    filing: PlayerDealerFiling

    def __init__(
        self, terms: Terms[PlayerDealerFiling], players: int, wagers: Sequence[Wagers]
    ) -> None:
        self.terms, self.filing = terms, terms.filing
        if not 1 <= players < terms.seats:
            raise HousewayError(
                "bad-seats", f"{players} players; the table seats {terms.seats} with the bank",
                where="players",
            )  # fmt: skip
        self.seats = tuple(range(1, players + 2))
        self.bank = players + 1
        self.wagers = wagers or usual_wagers(terms)
        for one in self.wagers:
            layout = Layout(self.bank, (SeatWagers(1, one),))
            raise_all(list(wager_problems(terms, layout)))
        self.unit = next(iter(self.wagers[0].values()))
        self._pieces = terms.filing.deck.pieces(terms.decks)
        self._bot = strategy(terms.filing.family)
        self._source = random.Random(0)
        self._round: BankedRound | None = None
        self._sights: dict[int, Sight] = {}

    def begin(self, source: random.Random) -> None:
        self._source, self._round, self._sights = source, None, {}

    def deal(self, chosen: Mapping[int, int]) -> None:
        seats = tuple(
            SeatWagers(seat, self.wagers[chosen.get(seat, 0)]) for seat in self.seats[:-1]
        )
        cards = _Drawn(self._pieces, self._source)
        self._round = BankedRound(self.terms, Layout(self.bank, seats), cards)

    def waiting_for(self) -> tuple[Ask, ...]:
        return () if self._round is None else self._round.waiting_for()

    def answer(self, seat: int, move: str) -> None:
        assert self._round is not None
        self._round.answer(seat, move)

    def sight(self, seat: int) -> Sight:
        sight = self._sights.get(seat)
        if sight is None:
            sight = self._sights[seat] = Sight()
        events: Sequence[Event] = () if self._round is None else self._round.events
        for place in range(len(sight.events), len(events)):
            sight.follow(events[place].as_seen(seat))
        return sight

    def net(self) -> Mapping[int, float]:
        assert self._round is not None
        net = self._round.settle(COVERS).net
        return {seat: net["bank" if seat == self.bank else str(seat)] / self.unit
                for seat in self.seats}  # fmt: skip

    def by_bot(self, ask: Ask) -> str:
        move = self._bot(ask, self.sight(ask.seat), self.filing)
        return move if ask.refuses(move) is None else quiet_move(ask, self.cards(ask))


def usual_wagers(terms: Terms[PlayerDealerFiling]) -> list[Wagers]:
    """Ten dollars, moved into the limits, on each base wager that can be made by itself, with
    those it needs."""
    found: list[Wagers] = []
    spots = {spot.name: spot for spot in terms.filing.spot}
    for spot in terms.filing.spot:
        if not spot.base or spot.equals:
            continue
        bounds = spot_limits(terms, spot)
        amount = bounds[0].nearest(10_00) if bounds else 10_00
        with_it = [one.name for one in spots.values() if one.equals == spot.name]
        found.append(dict.fromkeys((spot.name, *with_it, *spot.needs), amount))
    return found


# Among the players


class HandGame(Game):
    """Poker and its kin: a table with its button and stakes as a house would open it."""

    def __init__(self, filing: FilingBase, players: int | None) -> None:
        self.filing = filing
        self._players = players
        self._source = random.Random(0)
        self._open()
        self.terms, self.unit = self._table.state.terms, self._table.unit()

    def _open(self) -> None:
        """A new table, as many sitting as were asked for or as the game needs."""
        table = open_table(
            usual_setup(self.filing), NoJournal(), self._source, SteadyClock(), filing=self.filing
        )
        assert isinstance(table, HandTable)
        bounds = table.buy_in_bounds()
        stack = min(STACK, bounds[0].high or STACK) if bounds else STACK
        self._stack = max(stack, bounds[0].low) if bounds else stack
        self._table: HandTable[Any] = table
        self._views: dict[int, View] = {}
        self._bots: dict[int, Bot] = {}
        wanted = self._players or 2
        for seat in range(1, table.state.terms.seats + 1):
            if seat > wanted and (self._players is not None or table.enough()):
                break
            table.sit(_name(seat), seat, buy_in=self._stack)
            self._views[seat] = View(table, _name(seat))
            self._bots[seat] = plain_bot(self.filing, self._source)
        self.seats = tuple(self._views)
        self._before = dict.fromkeys(self.seats, 0)

    def begin(self, source: random.Random) -> None:
        if source is not self._source:
            self._source = source
            self._open()

    def deal(self, chosen: Mapping[int, int]) -> None:  # noqa: ARG002
        table = self._table
        if table.state.phase == "play":
            table.void("a new hand was asked for")
        for seat in self.seats:
            short = self._stack - table.state.stack(_name(seat))
            if short > self._stack // 2:
                table.buy_in(_name(seat), short)
        self._before = self._stacks()
        table.deal()

    def _stacks(self) -> dict[int, int]:
        return {seat: self._table.state.stack(_name(seat)) for seat in self.seats}

    def waiting_for(self) -> tuple[Ask, ...]:
        asks: tuple[Ask, ...] = self._table.waiting_for()
        return asks

    def answer(self, seat: int, move: str) -> None:
        self._table.act(_name(seat), seat, move)

    def sight(self, seat: int) -> Sight:
        return self._views[seat].sight()

    def net(self) -> Mapping[int, float]:
        now = self._stacks()
        return {seat: (now[seat] - self._before[seat]) / self.unit for seat in self.seats}

    def by_bot(self, ask: Ask) -> str:
        move = self._bots[ask.seat].choose(ask, self._views[ask.seat])
        return move if ask.refuses(move) is None else quiet_move(ask, self.cards(ask))


def _name(seat: int) -> str:
    return f"Seat {seat}"
