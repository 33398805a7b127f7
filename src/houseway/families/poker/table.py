"""A poker table: the button goes round, hands are dealt, table stakes hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, ClassVar, cast

from houseway.cards import Card, shuffled
from houseway.errors import Refused
from houseway.families.poker.chips import Award, HandResult
from houseway.families.poker.schema import ButtonDraw, Poker
from houseway.families.poker.session import draw_for_button, entry_refusal, weekday_of
from houseway.families.poker.showdown import hand_name
from houseway.families.poker.table_state import NextHand, PokerState
from houseway.families.poker.usual import usual_schedules, usual_stakes
from houseway.filings.permitted.wagers import Bounds, buy_in
from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import FilingBase
from houseway.rounds.events import last_to_choose
from houseway.rounds.steps import Ask
from houseway.settlement.ledger import DROP, JACKPOT, POT, Move, Moves, move
from houseway.table import records as r
from houseway.table.hand_table import HandTable
from houseway.table.setup import Setup
from houseway.table.table import Steps, command, wish

_HIGH_CARD = "AKQJT98765432"


class PokerTable(HandTable[PokerState]):
    """A game for the pot, hand after hand."""

    state_class: ClassVar = PokerState

    @classmethod
    def usual_setup(cls, filing: FilingBase, *, table: str = "1") -> Setup:
        assert isinstance(filing, Poker)
        return Setup(
            filing.id, table=table, schedule=usual_schedules(filing), stakes=usual_stakes(filing)
        )

    def unit(self) -> int:
        """The larger limit, or the big blind."""
        posted = self.state.posted()
        return max(posted.big_bet, posted.min_bet, *posted.blinds, 4_00)

    def enough(self) -> bool:
        return len(self.state.ready()) >= self.state.game.game.players.least

    def posted_stakes(self) -> Mapping[str, Any]:
        posted = asdict(self.state.posted())
        blinds, structure = posted.pop("blinds"), posted.pop("structure")
        return {
            "structure": structure,
            "blinds": [dollars(blind) for blind in blinds],
            **{name: dollars(amount) for name, amount in posted.items() if amount},
        }

    @command
    def deal(self) -> Steps:
        """The next hand: collection by the clock, button, blinds, cards."""
        state = self.state
        if state.phase != "idle":
            raise Refused("mid-round", "a hand is being played")
        self._check_players()
        yield from self._collect_time()
        if len(state.ready()) < state.game.game.players.least:
            return  # somebody could not pay the collection
        if state.game.game.button is not None and state.button is None:
            yield self._draw_for_button(state.ready())
        try:
            hand = self._hand(state.next_hand())
        except Refused:
            return  # no option in force fits those who are left; the next attempt says so
        yield hand
        yield from self._shuffle()
        yield from self._deal()

    def _check_players(self) -> None:
        rule, ready = self.state.game.game.players, self.state.ready()
        if len(ready) < rule.least:
            raise Refused(
                "too-few-players",
                f"{len(ready)} can be dealt in; the game is for {rule.least} or more",
                cite=str(rule.cite),
            )
        self._hand(self.state.next_hand())

    def _hand(self, plan: NextHand) -> r.HandStarted:
        """The next hand, or why its stakes or schedule are refused."""
        state = self.state
        most = state.game.game.players.most
        order, blinds = plan.order[:most], plan.blinds[:most]
        hand = r.HandStarted(
            round=state.round + 1,
            button=plan.button,
            seats=order,
            stacks=tuple(state.stack(state.seats[seat]) for seat in order),
            antes=(state.posted().ante,) * len(order),
            blinds=blinds,
            schedule=state.schedule_for(len(order), self._now),
            weekday=weekday_of(self._now.date()) if state.by_weekday else "",
            kill=state.killer_among(order),
            carried=state.ledger[POT],
        )
        state.rules_of(hand)
        return hand

    def _draw_for_button(self, seats: Sequence[int]) -> r.ButtonDrawn:
        """A card each; the best one by the game's ranking, or by custom the highest."""
        filing = self.state.game
        rule = filing.game.button.draw if filing.game.button else None
        if rule is None:
            cite: Any = filing.game.dealing.cite
            rule = ButtonDraw(method="one-card-each", ranks=_HIGH_CARD, cite=cite)
        deck = shuffled(filing.deck.cards(), self._random)
        cards: dict[int, Card] = dict(zip(seats, deck, strict=False))
        seat = draw_for_button(rule, cards)
        return r.ButtonDrawn(seat, {str(s): card.text for s, card in cards.items()})

    @wish
    def enter(self, name: str, entry: str) -> Steps:
        """How a waiting player wants to be dealt in: by waiting for the blind, or by posting."""
        self._patron(name)
        if entry in ("straddle", "no-straddle"):
            self._check_straddler(name)
            yield r.EntryChosen(name, entry)
            return
        entrant, rule = self.state.entrants.get(name), self.state.game.game.blinds
        if entrant is None or rule is None:
            raise Refused("not-waiting", f"{name} does not wait to be dealt in", where=name)
        refusal = entry_refusal(rule, replace(entrant, entry=cast(Any, entry)))
        if refusal is not None:
            raise refusal
        yield r.EntryChosen(name, entry)

    def _check_straddler(self, name: str) -> None:
        rule = self.state.game.game.blinds
        if rule is None or rule.straddle is None:
            cite = rule.cite if rule is not None else self.state.game.game.dealing.cite
            raise Refused("straddle", "no straddle is filed", where=name, cite=str(cite))

    # The chips of a hand.

    def _automatic(self, ask: Ask) -> str | None:
        """Cards speak: whoever is in at the end shows."""
        return ask.default if ask.kind == "show" else None

    def _after_step(self) -> Steps:
        moves = self._moved()
        running = self._running
        if moves and running is not None and not running.over:
            yield r.ChipsMoved(moves, last_to_choose(running.events))

    def _moved(self) -> Moves:
        """From where the ledger has the chips to where the hand has them."""
        state, engine = self.state, self.state.engine
        assert engine is not None
        inward: list[Move] = []
        outward: list[Move] = []
        for seat, stack in zip(engine.seats, engine.chips.stacks, strict=True):
            account = f"seat:{seat}"
            held = state.ledger[account]
            straight = 0
            if seat == engine.seats[-1]:  # the button's collection never lies in the pot
                straight = engine.chips.outside - state.paid_outside
            inward += move(account, DROP, straight)
            inward += move(account, POT, max(held - straight - stack, 0))
            outward += move(POT, account, max(stack - held, 0))
        drop = engine.chips.jackpot - state.to_jackpot
        taken = engine.chips.fee - engine.chips.outside - self._taken_so_far() - drop
        return (*inward, *move(POT, DROP, taken), *move(POT, JACKPOT, drop), *outward)

    def _taken_so_far(self) -> int:
        """What has left this hand's pot by now, for the house or the jackpot."""
        state, hand = self.state, self.state.hand
        assert hand is not None
        at_seats = sum(state.ledger[f"seat:{seat}"] for seat in hand.seats)
        left = sum(hand.stacks) + hand.carried - at_seats - state.ledger[POT]
        return left - state.paid_outside

    def _finish(self, result: HandResult) -> Steps:
        state, hand = self.state, self.state.hand
        assert hand is not None
        yield r.HandSettled(
            round=hand.round,
            fee=result.fee,
            awards=tuple(self._award(award) for award in result.awards),
            stacks=result.stacks,
            moves=self._moved(),
            unshown=state.unshown(),
            carried=result.carried,
            jackpot=result.jackpot,
        )
        self._running = None
        assert state.ledger[POT] == result.carried, "the pot is not as the hand left it"
        yield from self._departures()

    def _award(self, award: Award) -> r.Award:
        """What was won, and with which hand if it was shown."""
        engine = self.state.engine
        assert engine is not None
        name = hand_name(engine, award)
        cite = str(engine.rules.game.showdown.cite) if name else ""
        return r.Award(engine.seats[award.player - 1], award.kind, award.amount, name, cite)

    def _break_up(self) -> Steps:
        """A pot that nobody could open for is shared by those who are left at the table."""
        pot, seats = self.state.ledger[POT], sorted(self.state.seats)
        if pot:
            each, rest = divmod(pot, len(seats) or 1)
            to = [f"seat:{seat}" for seat in seats] or [DROP]
            shares = [each + (rest if account == to[0] else 0) for account in to]
            moves = [Move(POT, account, n) for account, n in zip(to, shares, strict=True) if n]
            yield r.ChipsMoved(tuple(moves))

    def _void(self, reason: str, fault: str = "") -> Steps:
        hand = self.state.hand
        assert hand is not None
        yield r.RoundVoided(hand.round, reason, returned(self.state), fault)
        self._running = None
        yield from self._departures()

    def public(self) -> Mapping[str, Any]:
        """Button, bets and pot, for everybody to see."""
        state = self.state
        return {
            "button": state.button,
            "stakes": dict(state.setup.stakes),
            "pot": dollars(state.ledger[POT]),
            "dealt_in": list(state.hand.seats) if state.hand else [],
        } | self.moment()

    def moment(self) -> dict[str, Any]:
        engine = self.state.engine
        now: dict[str, Any] = {"bets": {}, "waiting_to_enter": sorted(self.state.entrants)}
        rule = self.state.game.game.blinds
        if rule is not None and rule.straddle is not None:
            now["straddlers"] = sorted(self.state.straddlers)
        if engine is not None:
            bets = zip(engine.seats, engine.chips.bets, strict=True)
            now["bets"] = {str(seat): dollars(bet) for seat, bet in bets if bet}
            held = zip(engine.seats, engine.holding, strict=True)
            now["in_hand"] = sorted(seat for seat, holding in held if holding)
        return now

    def buy_in_bounds(self) -> Bounds | None:
        state, posted = self.state, self.state.posted()
        return buy_in(
            state.game,
            state.schedules(),
            state.terms.limits,
            structure=posted.structure,
            bet=posted.smallest_bet,
        )


def returned(state: PokerState) -> Moves:
    """A void hand: everybody gets back what they began it with, from the pot and the drop box."""
    assert state.hand is not None
    pot, jackpot = state.ledger[POT] - state.hand.carried, state.to_jackpot
    moves: list[Move] = []
    for seat, stack in zip(state.hand.seats, state.hand.stacks, strict=True):
        owed = stack - state.ledger[f"seat:{seat}"]
        from_pot = min(owed, pot)
        moves += move(POT, f"seat:{seat}", from_pot)
        from_jackpot = min(owed - from_pot, jackpot)
        moves += move(JACKPOT, f"seat:{seat}", from_jackpot)
        moves += move(DROP, f"seat:{seat}", owed - from_pot - from_jackpot)
        pot, jackpot = pot - from_pot, jackpot - from_jackpot
    return tuple(moves)
