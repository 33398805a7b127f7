"""The state of a poker table: the button, who waits for the blinds, the hand in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, cast

from houseway.errors import Refused
from houseway.families.poker.phh_words import trade_move
from houseway.families.poker.procedure import run
from houseway.families.poker.rules import Rules, table_rules
from houseway.families.poker.schema import Poker
from houseway.families.poker.schema_bets import Blinds
from houseway.families.poker.session import (
    Entrant,
    Seating,
    clockwise,
    next_button,
    passed_over,
    seat_past_dead_button,
    seat_players,
)
from houseway.families.poker.stakes import Stakes, straddles
from houseway.families.poker.state import Hand
from houseway.filings.permitted.options import fits, in_force
from houseway.filings.schedules import by_day, find_schedule
from houseway.filings.schema.base import Span, cents
from houseway.filings.schema.collection import Structure
from houseway.filings.schema.common import FilingBase
from houseway.filings.terms import Terms
from houseway.rounds.steps import Ask, Procedure
from houseway.settlement.ledger import DROP, JACKPOT, POT
from houseway.table import records as r
from houseway.table.hand_table import HandState
from houseway.table.setup import Setup, check_setup, schedules_of

_AMOUNTS = ("ante", "bring_in", "small_bet", "big_bet", "min_bet")


@dataclass(frozen=True, slots=True)
class PostedStakes:
    """What a poker table is played for, in cents, the same for every hand."""

    structure: Structure
    ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    blinds: tuple[int, ...] = ()

    @classmethod
    def of(cls, filing: Poker, written: Any) -> PostedStakes:
        """From a setup: dollars by name, `blinds` as a list, small blind first."""
        given = dict(written)
        structure = given.pop("structure", filing.game.structures.allowed[0])
        try:
            blinds = tuple(cents(amount) for amount in given.pop("blinds", ()))
            amounts = {name: cents(given.pop(name, 0)) for name in _AMOUNTS}
        except (ValueError, TypeError) as error:
            raise Refused("bad-stakes", str(error), where="stakes") from None
        if given:
            raise Refused(
                "bad-stakes",
                f"{', '.join(given)}: stakes are structure, blinds, {', '.join(_AMOUNTS)}",
                where="stakes",
            )
        rule = filing.game.blinds
        filed = tuple(rule.amounts) if rule is not None else ()
        return cls(structure, **amounts, blinds=blinds or filed)

    @property
    def smallest_bet(self) -> int:
        return self.small_bet or self.min_bet or max(self.blinds, default=0)

    def stakes(self, antes: tuple[int, ...], blinds: tuple[int, ...], weekday: str) -> Stakes:
        """Those of one hand."""
        return Stakes(
            structure=self.structure,
            antes=antes,
            blinds=blinds,
            bring_in=self.bring_in,
            small_bet=self.small_bet,
            big_bet=self.big_bet,
            min_bet=self.min_bet,
            weekday=weekday,
        )


class NextHand(NamedTuple):
    """Who would be dealt in now, and what they would post."""

    button: int | None
    order: tuple[int, ...]
    blinds: tuple[int, ...]


class PokerState(HandState):
    """Seats, button, those who wait to come in, and the hand in play."""

    kept: ClassVar[Mapping[str, Any]] = {
        "drawn": bool, "blind_at": int | None, "entrants": dict[str, Entrant], "missed": set[str],
        "blinds_due": tuple[int, int] | None, "_due_before": tuple[int, int] | None,
        "straddlers": set[str], "to_jackpot": int, "paid_outside": int, "leg": str, "killer": str,
    }  # fmt: skip

    def __init__(self, filing: FilingBase) -> None:
        super().__init__(filing)
        self.drawn = False  # the button was drawn for and has not moved yet
        self.blind_at: int | None = None  # the seat of the last blind of the last hand
        self.entrants: dict[str, Entrant] = {}
        self.missed: set[str] = set()  # away when the blinds passed
        # The seats of both blinds, also where one was empty; and of those in the hand before.
        self.blinds_due: tuple[int, int] | None = None
        self._due_before: tuple[int, int] | None = None
        self.straddlers: set[str] = set()  # who straddle whenever they may
        # Of the hand: what went to the jackpot, and from a stack straight to the drop box.
        self.to_jackpot = self.paid_outside = 0
        self.leg = ""  # who won the last pot alone, and so kills by winning the next
        self.killer = ""  # who kills the next pot
        self.engine: Hand | None = None  # the hand as the game's engine holds it

    @property
    def game(self) -> Poker:
        filing: Poker = self.terms.filing
        return filing

    @property
    def by_weekday(self) -> bool:
        """Whether the day of the week sets the bets."""
        days = by_day(self.filing)
        return days is not None and bool(days.game)

    def permit(self, setup: Setup) -> Terms[Any]:
        """A table is opened if a hand can be dealt to any number of players on any day."""
        terms: Terms[Poker] = self._terms_of(setup)
        filing = terms.filing
        posted = PostedStakes.of(filing, setup.stakes)
        check_setup(setup, terms, posted.structure)
        _check_posted_limits(terms.limits, posted)
        schedules, days, rule = schedules_of(setup, filing), by_day(filing), filing.game.blinds
        for players in range(filing.game.players.least, filing.most_players + 1):
            fitting = (s for s in schedules if fits(s, posted.structure, players))
            on = terms.with_schedule(next(fitting, None))
            seats, blinds = range(1, players + 1), tuple[int, ...]()
            if rule is not None:
                blinds = seat_players(rule, players, seats, (), posted.blinds).blinds
            for day in [game.days[0] for game in days.game] if days is not None else ("",):
                stakes = posted.stakes((posted.ante,) * players, blinds, day)
                table_rules(on, stakes)
        return terms

    def posted(self) -> PostedStakes:
        return PostedStakes.of(self.game, self.setup.stakes)

    # The next hand.

    def next_hand(self, button: int | None = None) -> NextHand:
        """The button moves on, the blinds follow it, those who wait come in where they may."""
        game, ready = self.game.game, self.ready()
        waiting = {e.seat: e for name, e in self.entrants.items() if e.seat in ready}
        regular = [seat for seat in ready if seat not in waiting]
        if len(regular) < 2:  # the game starts anew: nobody has missed anything
            regular, waiting = ready, {}
        if game.button is not None and game.button.moves == "dead" and self.blinds_due:
            button, seating = seat_past_dead_button(
                self.posted().blinds,
                self.blinds_due,
                regular,
                [*waiting.values()],
                custom=self._custom,
            )
            return NextHand(button, seating.order, seating.blinds)
        if game.button is not None:
            button = button or self.button or regular[-1]
            if not self.drawn and self.button is not None:
                button = next_button(regular, button)
        else:
            button = None
        if game.blinds is not None:
            assert button is not None
            amounts = self.posted().blinds
            seating = seat_players(game.blinds, button, regular, [*waiting.values()], amounts)
            return NextHand(button, seating.order, self._straddled(seating))
        if game.dealing.starts == "left-of-house-dealer" or button is None:
            return NextHand(button, tuple(ready), ())
        return NextHand(button, tuple(clockwise(ready, button)), ())

    @property
    def _custom(self) -> bool:
        """Whether the button posts the small blind when two play."""
        rule = self.game.game.blinds
        return self.terms.options.get("heads_up_blinds", rule and rule.heads_up) == "custom"

    def _straddled(self, seating: Seating) -> tuple[int, ...]:
        """The blinds with the straddles of those who want to, may and can."""
        rule, blinds = self.game.game.blinds, list(seating.blinds)
        assert rule is not None
        for player, amount in straddles(rule, max(blinds), len(blinds)).items():
            name = self.seats[seating.order[player]]
            if name not in self.straddlers or self.stack(name) < amount or blinds[player]:
                break
            blinds[player] = amount
        return tuple(blinds)

    def killer_among(self, seats: Sequence[int]) -> int:
        """The seat that kills the next pot, 0 for none; only in games with limits."""
        patron = self.patrons.get(self.killer)
        if patron is None or patron.seat not in seats or not self.posted().small_bet:
            return 0
        return patron.seat or 0

    def schedule_for(self, players: int, at: datetime | None = None) -> str:
        """The option in force for a number of players and the hour; one is posted for each."""
        if not self.setup.schedule:
            return ""
        structure = self.posted().structure
        for name in self.setup.schedule:
            schedule = find_schedule(self.filing, name)
            due = at is None or in_force([schedule], at)
            if due and fits(schedule, structure, players):
                return name
        raise Refused(
            "no-schedule-for-players",
            f"no option in force is for {players} players in a {structure} game; "
            f"in force are {', '.join(self.setup.schedule)}",
            where="schedule",
        )

    # The hand in play.

    def stakes_of(self, hand: r.HandStarted) -> Stakes:
        stakes = self.posted().stakes(hand.antes, hand.blinds, hand.weekday)
        kill = hand.seats.index(hand.kill) if hand.kill else None
        return replace(stakes, kill=kill, carried=hand.carried)

    def rules_of(self, hand: r.HandStarted) -> Rules:
        schedule = find_schedule(self.filing, hand.schedule) if hand.schedule else None
        terms: Terms[Poker] = self.terms.with_schedule(schedule)
        return table_rules(terms, self.stakes_of(hand))

    def in_trade_words(self, move: str, ask: Ask) -> str:
        return trade_move(move, ask)

    def procedure(self) -> Procedure:
        assert self.hand is not None
        self.engine = Hand(self.rules_of(self.hand), self.hand.stacks, seats=self.hand.seats)
        return run(self.engine)

    # Records.

    def _blinds(self) -> Blinds | None:
        rule = self.game.game.blinds
        return rule if rule is not None and rule.posts is not None else None

    def _on_sat(self, record: r.Sat) -> None:
        super()._on_sat(record)
        rule = self._blinds()
        if rule is not None and rule.posts is not None and self.round:
            entry = cast(Any, rule.posts.new_player[0])
            self.entrants[record.name] = Entrant(record.seat, False, entry)

    def _on_sat_in(self, record: r.SatIn) -> None:
        super()._on_sat_in(record)
        rule = self._blinds()
        seat = self.patrons[record.name].seat
        if rule is not None and rule.posts is not None and record.name in self.missed:
            assert seat is not None
            entry = cast(Any, rule.posts.returning[0])
            self.entrants[record.name] = Entrant(seat, True, entry)

    def _on_entry_chosen(self, record: r.EntryChosen) -> None:
        if record.entry == "straddle":
            self.straddlers.add(record.name)
            return
        if record.entry == "no-straddle":
            self.straddlers.discard(record.name)
            return
        entry = cast(Any, record.entry)
        self.entrants[record.name] = replace(self.entrants[record.name], entry=entry)

    def _on_left(self, record: r.Left) -> None:
        super()._on_left(record)
        self.entrants.pop(record.name, None)
        self.missed.discard(record.name)
        self.straddlers.discard(record.name)

    def _on_button_drawn(self, record: r.ButtonDrawn) -> None:
        self.button, self.drawn = record.seat, True

    def _on_chips_moved(self, record: r.ChipsMoved) -> None:
        self.to_jackpot += sum(m.amount for m in record.moves if m.target == JACKPOT)
        outside = (m.amount for m in record.moves if m.target == DROP and m.source != POT)
        self.paid_outside += sum(outside)

    def _on_hand_started(self, record: r.HandStarted) -> None:
        self.to_jackpot = self.paid_outside = 0
        before, last = self.button, self.blind_at
        super()._on_hand_started(record)
        self.drawn = False
        self._due_before, self.blinds_due = self.blinds_due, self._due_in(record)
        self.blind_at = next(
            (s for s, b in reversed([*zip(record.seats, record.blinds, strict=False)]) if b > 0),
            None,
        )
        dealt = {self.seats[seat] for seat in record.seats}
        for name in dealt:
            self.entrants.pop(name, None)
            self.missed.discard(name)
        for name, entrant in self.entrants.items():
            if before and record.button and passed_over(entrant.seat, before, record.button):
                self.entrants[name] = replace(entrant, button_passed=True)
        for seat, name in self.seats.items():
            if name in dealt or not self.patrons[name].sitting_out:
                continue
            if last and self.blind_at and passed_over(seat, last, self.blind_at):
                self.missed.add(name)

    def _due_in(self, record: r.HandStarted) -> tuple[int, int] | None:
        """Where the two blinds were due; a small one that nobody posted, at the last big one."""
        blinds = record.blinds
        if len(record.seats) == 2 and self._custom:
            blinds = blinds[::-1]
        posted = [seat for seat, b in zip(record.seats, blinds, strict=False) if b > 0]
        if len(record.seats) == 2 and self._custom:
            posted = posted[::-1]
        if len(posted) >= 2:
            return posted[0], posted[1]
        return (self.blinds_due[1], posted[0]) if posted and self.blinds_due else None

    def _on_hand_settled(self, record: r.HandSettled) -> None:
        self.hand = self.engine = None
        self._count_for_kill(record)

    def _count_for_kill(self, record: r.HandSettled) -> None:
        """Who won alone has a leg up, or has killed the next pot."""
        rule = self.game.game.kill
        if rule is None:
            return
        winners = {self.seats[award.seat] for award in record.awards}
        alone = next(iter(winners)) if len(winners) == 1 else ""
        if rule.pot_at_least is not None:
            won = sum(award.amount for award in record.awards)
            self.killer = alone if won >= rule.pot_at_least else ""
            return
        self.killer = alone if alone == self.leg else ""
        # A pot that is shared leaves the leg with one who shares it.
        self.leg = alone or (self.leg if self.leg in winners else "")

    def _on_round_voided(self, record: r.RoundVoided) -> None:
        super()._on_round_voided(record)
        self.engine = None
        self.drawn = True  # the hand is dealt again from the same button
        self.blinds_due = self._due_before


def _check_posted_limits(limits: Span | None, posted: PostedStakes) -> None:
    """The limits on the sign are those that are played."""
    if limits is None or posted.structure != "limit":
        return
    played = Span(low=posted.small_bet, high=posted.big_bet)
    if limits != played:
        raise Refused(
            "limits-differ",
            f"the table posts {limits} and its stakes are {played}",
            where="limits",
        )
