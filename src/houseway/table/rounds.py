"""Playing rounds at a table: decisions, silence, faults, and writing down every step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from houseway.cards import Chance
from houseway.errors import CannotHaveHappened, Refused
from houseway.filings.irregular import ordered
from houseway.filings.schema.irregular import HouseOrder, Noticed
from houseway.rounds.dealer_errors import FLOOR, cite_of, fact_of
from houseway.rounds.driver import Round
from houseway.rounds.events import Chose, Dealt, Event, Mixed
from houseway.rounds.piles import PILE
from houseway.rounds.steps import Ask, DealerError, Place
from houseway.rounds.transcript import place_name
from houseway.table import records as r
from houseway.table.journal import Journal
from houseway.table.round_state import RoundState, rebuild
from houseway.table.shoes import TableSource, commit, draw_salt, prepare, shuffle
from houseway.table.stakes import quiet_move
from houseway.table.table import Clock, Steps, Table, command, says_why, utc_now, wish

AnyRound = TypeVar("AnyRound", bound=RoundState)

LONGEST_WORD = 40
NEW_CARDS = "deck-change"
_NO_STEPS = ("no-round", "no-decision", "no-such-error", "not-settled")  # nobody carries it out


class RoundTable(Table[AnyRound]):
    """A table at which rounds are played, whatever the game."""

    def __init__(
        self, state: AnyRound, journal: Journal, source: Chance, clock: Clock = utc_now
    ) -> None:
        super().__init__(state, journal, source, clock)
        self._running: Round | None = None
        self._cards: TableSource | None = None
        self._told = 0  # events of the round that were written down
        if state.phase == "play":
            self._running, self._cards = rebuild(state, source)
            self._told = len(state.events)

    # What a game adds.

    @abstractmethod
    def _finish(self, result: Any) -> Steps:
        """Settle a round that is over."""

    @abstractmethod
    def _void(self, reason: str, fault: str = "") -> Steps:
        """Give everything back."""

    def _stake(self, ask: Ask, choice: str) -> Steps:  # noqa: ARG002
        """Chips a choice adds to the wagers; refused where somebody has too few."""
        yield from ()

    def _after_step(self) -> Steps:
        """Chips that moved while the round ran on."""
        yield from ()

    def _automatic(self, ask: Ask) -> str | None:  # noqa: ARG002
        """A choice the house dealer does not ask for."""
        return None

    def cost(self, ask: Ask, choice: str) -> dict[str, int]:  # noqa: ARG002
        """What a legal choice adds to the wagers of the seat, by the names of those who pay."""
        return {}

    def public(self) -> Mapping[str, Any]:
        """What the game adds to a snapshot, for everybody to see."""
        return {}

    # Decisions.

    def waiting_for(self) -> tuple[Ask, ...]:
        """The decisions that may be made now."""
        return () if self._running is None else self._running.waiting_for()

    def asked(self) -> list[int]:
        """The seats somebody is waiting for."""
        return [ask.seat for ask in self.waiting_for()]

    @wish
    def act(self, name: str, seat: int, move: str) -> Steps:
        """A player decides for a seat."""
        self._patron(name)
        ask = self._ask(seat)
        if self.state.player_of(seat) != name:
            raise Refused("not-yours", f"{name} does not play seat {seat}", where=f"seat {seat}")
        yield from self._answer(ask, move)

    @command
    def time_out(self, seat: int) -> Steps:
        """A player did not answer in time: the quietest legal choice is made."""
        yield from self._answer_for(self._ask(seat), "no answer")

    @command
    def expire(self) -> Steps:
        """Make the decisions whose time is up by the table's clock."""
        if self._late():
            yield from self._expire()

    def _late(self) -> bool:
        state = self.state
        if not state.asked_at:
            return False
        allowed = timedelta(seconds=state.setup.seconds_to_act)
        return self._now >= datetime.fromisoformat(state.asked_at) + allowed

    def _expire(self) -> Steps:
        for seat in [ask.seat for ask in self.waiting_for()]:
            ask = next((a for a in self.waiting_for() if a.seat == seat), None)
            if ask is not None:
                yield from self._answer_for(ask, "no answer")

    def _answer_for(self, ask: Ask, why: str) -> Steps:
        yield r.TimedOut(self.state.player_of(ask.seat), ask.seat, why)
        yield from self._answer(ask, quiet_move(ask, self.state.cards_of(ask.seat)))

    def _absent(self) -> Steps:
        """The first decision of one who has left is made; the round then looks for others."""
        for ask in self.waiting_for():
            automatic = self._automatic(ask)
            if automatic is not None:
                yield from self._answer(ask, automatic)
                return
            if self.state.patrons[self.state.player_of(ask.seat)].leaving:
                yield from self._answer_for(ask, "left the table")
                return

    def _ask(self, seat: int) -> Ask:
        ask = next((a for a in self.waiting_for() if a.seat == seat), None)
        if ask is None:
            who = ", ".join(str(a.seat) for a in self.waiting_for()) or "nobody"
            raise Refused(
                "out-of-turn", f"it is not seat {seat}'s turn; {who} to act", where=f"seat {seat}"
            )
        return ask

    def _answer(self, ask: Ask, choice: str) -> Steps:
        refusal = ask.refuses(choice)
        if refusal is not None:
            raise refusal
        yield from self._stake(ask, choice)
        running = self._running
        assert running is not None
        yield from self._attempt(lambda: running.answer(ask.seat, choice))

    # The shuffle.

    def _shuffle(self) -> Steps:
        """New cards: those that were promised, turned by the players' words, where any were."""
        state = self.state
        yield shuffle(
            state.terms, state.setup, state.stock, self._random, state.prepared, state.words
        )

    def _promise(self) -> Steps:
        """The next shuffle is fixed, and published, as soon as the one before it is dealt."""
        state = self.state
        if state.committed and state.prepared is None and state.patrons and not state.closed:
            prepared = prepare(state.terms, self._random)
            yield prepared
            yield commit(state.commitments + 1, prepared.order, prepared.salt)

    @wish
    def add_word(self, name: str, word: str) -> Steps:
        """A word of a player's own for the next shuffle, which is fixed already but not known."""
        self._patron(name)
        if self.state.promised is None:
            raise Refused("no-commitment", "shuffles are not committed to at this table")
        if not word.strip() or len(word) > LONGEST_WORD or not word.isprintable():
            raise Refused(
                "bad-word", f"a word has 1 to {LONGEST_WORD} printable characters", where="word"
            )
        if any(name == other for other, _ in self.state.words):
            raise Refused("word-given", "your word for the next shuffle is in already", where=name)
        yield r.WordAdded(name, self.state.promised.shuffle, word)

    # The round.

    def _deal(self) -> Steps:
        """Start the round that the state describes."""
        assert self.state.began_with is not None
        cards = TableSource(self.state.began_with, self._random)
        self._running, self._cards, self._told = None, cards, 0

        def start() -> None:
            self._running = Round(self.state.procedure(), cards)

        yield from self._attempt(start)

    def _attempt(self, step: Callable[[], None]) -> Steps:
        """Run the round on; write down what happened; settle it, or void it if it cannot go on."""
        fault = ""
        try:
            step()
        except Exception as error:  # whatever breaks a round voids it: the chips must go back
            fault = f"{type(error).__name__}: {error}"
        running = self._running
        if running is not None:
            for event in running.events[self._told :]:
                yield from self._write_down(event)
            self._told = len(running.events)
        if fault:
            yield from self._void("the round cannot go on", fault)
            return
        if running is not None and running.void:
            yield from self._void(running.void)
            return
        yield from self._after_step()
        if running is not None and running.over:
            yield from self._finish(running.result)
        else:
            yield from self._absent()

    def _write_down(self, event: Event) -> Steps:
        assert self._cards is not None
        if isinstance(event, Mixed):
            order = self._cards.reshuffled.popleft()
            if self.state.committed:
                salt = draw_salt(self._random)
                yield r.Reshuffled(order, salt)
                yield commit(self.state.commitments + 1, order, salt, at_once=True)
            else:
                yield r.Reshuffled(order)
        yield r.Happened(event, self._eyes(event))

    def _eyes(self, event: Event) -> tuple[str, ...] | None:
        """Who may see the whole of an event; None is everybody."""
        if isinstance(event, Dealt) and event.private_to is not None:
            return tuple(self.state.player_of(seat) for seat in event.private_to)
        if isinstance(event, Chose) and event.secret:
            return (self.state.player_of(event.seat),)
        return None

    @command
    def declare(
        self,
        kind: str,
        *,
        place: Place | None = None,
        number: int = 0,
        lay: str = "",
        move: str = "",
        by: str = "",  # noqa: ARG002
    ) -> Steps:
        """The dealer declares an error while a decision is open; the filing's remedy follows.

        `place` says whose cards (a seat, "bank", "board", "deck"), `number` which card or how
        many, `lay` and `move` how a hand was set and is set now.
        """
        error, running = DealerError(kind, place, number, lay, move), self._running
        try:
            self._find_remedy(error)  # or why there is none
        except Refused as refused:
            order = self._told_only(error) if refused.code in _NO_STEPS else None
            if order is None:
                raise
            act = kind if kind == NEW_CARDS else "ruled"
            said = f"{kind}: {order.says} [{cite_of(order)}]"
            at = {"seat": place} if isinstance(place, int) else {"name": place or ""}
            yield r.FloorActed(act, said, **at)
            return
        assert running is not None
        yield from self._attempt(lambda: running.declare(error))

    def _find_remedy(self, error: DealerError) -> None:
        running = self._running
        if running is None:
            raise Refused("no-round", "no hand is being played")
        if not any(ask.errors for ask in running.waiting_for()):
            title = self.state.filing.title
            raise Refused(
                "not-settled",
                f"{title} says nothing of errors at this point; {FLOOR}",
                where=place_name(error.place),
            )
        running.remedy(error)

    def _told_only(self, error: DealerError) -> HouseOrder | None:
        """What the filing orders where nothing on the felt changes by it."""
        noticed = "after" if self._running is None else self.noticed
        try:
            order = ordered(self.state.filing.orders, fact_of(error, noticed=noticed))
        except CannotHaveHappened:
            return None
        if order is None or order.remedy not in ("stands", "true-value"):
            return None
        if error.kind == NEW_CARDS:
            if not self.state.between_rounds:
                raise Refused("mid-round", "cards are changed between hands only",
                              cite=cite_of(order))  # fmt: skip
            self._check_new_cards(error.place, cite_of(order))
        return order

    @property
    def noticed(self) -> Noticed:
        """How far the running round has come, as orders count it."""
        acted = any(isinstance(e, Chose) and e.kind != PILE for e in self.state.events)
        return "choices" if acted else "deal"

    def _check_new_cards(self, asks: Place | None, cite: str) -> None:
        """Refuse new cards to one who may not ask for them."""

    @command
    def restore_time(self, seat: int, reason: str, *, by: str) -> Steps:
        """A decision gets its time again from now on."""
        says_why(reason, by)
        ask = self._ask(seat)
        yield r.FloorActed("time", reason, self.state.player_of(ask.seat), seat)

    @command
    def void(self, reason: str, *, by: str = "") -> Steps:  # noqa: ARG002
        """End a hand that cannot be completed: a misdeal, a fault. Everything goes back."""
        if self.state.between_rounds:
            raise Refused("no-round", "there is no hand to void")
        if not reason:
            raise Refused("no-reason", "a voided hand says why", where="reason")
        yield from self._void(reason)
