"""A written hand in which something went wrong: each error met in its time, as it is ordered.

Errors of the dealer go through the same remedies as at a live table (`errors`). An act that
counts otherwise than it was meant (a string raise, a single chip) is written as it counts; one
that is not is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from houseway.cards import Card
from houseway.errors import CannotHaveHappened, HandRefused, Refused
from houseway.families.poker.errors import has_cards_up
from houseway.families.poker.phh_errors import Laid
from houseway.families.poker.phh_script import Action, Script
from houseway.families.poker.state import UNKNOWN, Hand
from houseway.filings.irregular import Fact, ordered
from houseway.filings.schema.irregular import HouseOrder, Noticed
from houseway.histories.hand_errors import BOARD, DECK, WrittenError
from houseway.rounds.dealer_errors import FLOOR, cite_of
from houseway.rounds.driver import Round
from houseway.rounds.events import Chose
from houseway.rounds.steps import Deal, DealerError

_MOVE_CARDS = ("boxed-card", "exposed-card", "wrong-number", "board-too-large", "early-board")
_UNSETTLED = ("not-settled", "too-late", "no-cards-left", "no-decision")
_COUNT_AS_CALLS = ("string-bet", "single-chip")
_OUT_OF_PLAY = {
    "boxed-card": "lay face up in the deck and is out of play",
    "exposed-card": "was exposed and may not be kept; it is burned",
    "board-too-large": "was taken back with the board it lay in",
    "early-board": "was turned up too early and is not in play yet",
    "early-burn": "was burned or dealt too early and lies with the burns",
}


class Silence(Exception):  # noqa: N818  (not an error: the floor is called)
    """Nothing orders anything about an error."""

    def __init__(self, error: WrittenError, why: str = "") -> None:
        self.error, self.why = error, why
        super().__init__(error.kind)


class Stays(Exception):  # noqa: N818  (not an error: the hand is laid out anew)
    """A card that nobody can name was not changed for another, as was thought."""

    def __init__(self, entry: int) -> None:
        self.entry = entry
        super().__init__(entry)


class Met(NamedTuple):
    """One error, what is ordered, and what came of it."""

    error: WrittenError
    order: HouseOrder
    says: str


@dataclass(slots=True)
class Proceeding:
    """The errors of one playing of a hand."""

    coming: list[WrittenError]
    laid: Laid
    met: list[Met] = field(default_factory=list)
    kept: Action | None = None  # a deal in which a card still lies that was to be changed
    discretion: bool = False
    stock: dict[int, _Fresh] = field(default_factory=dict)  # by entry of `_errors`

    def meet(self, played: Round, script: Script, hand: Hand) -> None:
        """All errors noticed by now, while a decision is open."""
        while self.coming and self.coming[0].after <= script.last and not played.over:
            self._rule(self.coming.pop(0), played, script, hand)
        if self.kept is not None and not played.void:
            raise HandRefused(
                "card-kept",
                "a card that was exposed or boxed still lies there; write the cards as they lay "
                "after the exchange",
                refused=self.kept.text, index=self.kept.place, cite=cite_of(self.met[-1].order),
            )  # fmt: skip

    def close(self, played: Round, script: Script, hand: Hand) -> None:
        """What was noticed when the hand was over."""
        for error in self.coming:
            self._rule(error, played, script, hand)
        self.coming = []

    def _rule(self, error: WrittenError, played: Round, script: Script, hand: Hand) -> None:
        if error.kind in _MOVE_CARDS:
            for declared in self._declarations(error, script, hand):
                self._declare(error, declared, played, script)
                if played.over:
                    return
            return
        order = self._order(error, played, script, hand)
        if order.remedy in ("void", "dead") and not played.over:
            self._declare(error, DealerError(error.kind, _place(error)), played, script)
            return
        if error.kind in _COUNT_AS_CALLS:
            _check_act(error, order, script.actions)
        if error.kind == "early-burn":
            told = Action(-1, f"_errors[{error.entry}]", "")
            for card in error.cards:
                script.burn_seen(card, _OUT_OF_PLAY[error.kind], cite_of(order), told)
        self.discretion = self.discretion or order.remedy == "discretion"
        self.met.append(Met(error, order, order.says))

    def _order(self, error: WrittenError, played: Round, script: Script, hand: Hand) -> HouseOrder:
        acted = {e.seat for e in played.events if isinstance(e, Chose) and e.kind == "bet"}
        try:
            order = ordered(
                hand.rules.orders,
                Fact(
                    error.kind,
                    error.whose,
                    error.noticed or _noticed(error, played, acted, script.actions),
                    number=max(1, len(error.cards)),
                    street=hand.rules.streets[hand.round].name,
                    acted=len(acted),
                ),
            )
        except CannotHaveHappened as missing:
            raise error.refuse(missing.code, missing.message, missing.cite) from None
        if order is None:
            raise Silence(error)
        return order

    def _declare(
        self, error: WrittenError, declared: DealerError, played: Round, script: Script
    ) -> None:
        try:
            remedy = played.remedy(declared)
        except Refused as refused:
            if refused.code in _UNSETTLED:
                raise Silence(error, refused.message.removesuffix(f"; {FLOOR}")) from None
            raise error.refuse(refused.code, refused.message, refused.cite) from None
        assert remedy.order is not None
        if remedy.order.remedy not in ("replaced", "void"):
            self._check_stays(error, remedy.order)
        self.met.append(Met(error, remedy.order, remedy.says))
        for card in error.cards:
            if error.kind in _OUT_OF_PLAY:
                script.out_of_play[card] = (_OUT_OF_PLAY[error.kind], remedy.cite)
        fresh = self.stock.get(error.entry)
        if fresh is None:
            cards = self.laid.fresh.get(error.entry, ())
            fresh = _Fresh(error, list(cards), self.laid.kept.get(error.entry))
            self.stock[error.entry] = fresh
        if error.kind in _OUT_OF_PLAY:  # else no card is dealt but those of the hand itself
            script.remedy = fresh
        try:
            played.declare(declared)
        finally:
            script.remedy = None
        self.kept = self.kept or fresh.missed

    def _check_stays(self, error: WrittenError, order: HouseOrder) -> None:
        """A card that is ordered to stay in play is written in the hand."""
        changed = error.kind in ("boxed-card", "exposed-card") and error.place != DECK
        if not changed or error.entry not in self.laid.fresh:
            return
        if named := [card for card in error.cards if card is not UNKNOWN]:
            raise error.refuse(
                "card-changed", f"{named[0]} stays in play; write the cards with it, as they lay",
                cite_of(order),
            )  # fmt: skip
        raise Stays(error.entry)

    def _declarations(
        self, error: WrittenError, script: Script, hand: Hand
    ) -> Iterator[DealerError]:  # fmt: skip
        """An error as a dealer would declare it, card by card."""
        match error.kind:
            case "wrong-number":
                held = len(hand.held.cards[error.player - 1]) + script.surplus[error.player]
                number = held if error.number is None else error.number
                yield DealerError(error.kind, error.player, number)
            case "board-too-large":
                right = hand.rules.streets[hand.round].board
                if error.number is not None and error.number <= right:
                    raise error.refuse("not-too-large", f"{right} cards belong there")
                extra = len(self.laid.fresh.get(error.entry, (UNKNOWN,)))
                yield DealerError(error.kind, BOARD, right + extra)
            case "early-board":
                acts = [one for one in script.actions if error.after < one.index <= script.last]
                if any(one.verb != "dh" for one in acts):
                    raise error.refuse(
                        "not-early", "the betting of the round was done when it was noticed"
                    )
                yield DealerError(error.kind, BOARD)
            case _:
                if error.kind == "exposed-card" and not (error.player or error.place):
                    if any(error.kind in order.kinds for order in hand.rules.orders):
                        raise error.refuse("fact-needed", "say whose card it was: `player`")
                    raise Silence(error)
                place = error.player or error.place or DECK
                lying = hand.boards[0] if place == BOARD else ()
                if error.player:
                    lying = hand.held.cards[error.player - 1]
                for card in error.cards or (UNKNOWN,):
                    number = (
                        0
                        if place == DECK
                        else _number(error, card, lying, has_cards_up(hand.rules))
                    )
                    yield DealerError(error.kind, place, number)


def _number(error: WrittenError, card: Card, lying: Sequence[Card], up: bool) -> int:
    """Which card it is, counted from 1; one that nobody can name is any but those named."""
    for place in range(len(lying), 0, -1):
        lies = lying[place - 1]
        if lies is card or (card is UNKNOWN and lies not in error.cards):
            return place
    if lying and up:
        return len(lying)  # where cards lie face up nothing is ordered of a single one
    raise error.refuse("no-such-card", f"{card} did not lie there")


@dataclass(slots=True)
class _Fresh:
    """The cards that a remedy brings, from the error or from the hand as it lay in the end."""

    error: WrittenError
    cards: list[Card]
    kept: Action | None
    missed: Action | None = None

    @property
    def action(self) -> Action:
        return Action(-1, f"_errors[{self.error.entry}]", "")

    def give(self, step: Deal) -> tuple[Card, ...] | None:
        if self.error.kind == "board-too-large" and not self.cards:
            return None  # the board that is dealt again is written
        if self.kept is not None:
            self.missed = self.kept
        given = self.cards[: step.count]
        del self.cards[: step.count]
        return (*given, *(UNKNOWN,) * (step.count - len(given)))


def _place(error: WrittenError) -> int | str | None:
    return error.player or error.place or None


def _noticed(
    error: WrittenError, played: Round, acted: set[int], actions: Sequence[Action]
) -> Noticed:
    if error.kind == "changed-discard":  # in time until anything follows the discard
        last = next((one for one in actions if one.index == error.after), None)
        own = last is not None and (last.verb, last.player) == ("sd", error.player)
        return "deal" if own else "choices"
    if played.over or (played.pending and played.waiting_for()[0].kind == "show"):
        return "settling"
    return "choices" if acted else "deal"


def _check_act(error: WrittenError, order: HouseOrder, actions: Sequence[Action]) -> None:
    """An act that counts as a call is not written as a raise."""
    mine = {
        one.index: one
        for one in actions
        if one.player == error.player and one.verb not in ("dh", "db")
    }
    before = max((place for place in mine if place <= error.after), default=-1)
    if not error.player:
        raise error.refuse("fact-needed", "say whose act it was: `player`", cite_of(order))
    act = mine.get(error.after) or mine.get(error.after + 1) or mine.get(before)
    if act is None:
        raise error.refuse("no-such-act", f"p{error.player} had put nothing in by then")
    if act.verb == "f":
        raise error.refuse("no-such-act", f"p{error.player} folded by {act.text!r} and bet nothing")
    if act.verb == "cbr":
        if error.kind == "single-chip" and _opens(act, actions):
            raise Silence(error, "there was no bet to call")
        raise HandRefused(
            "no-raise", f"{error.kind}: {order.says}",
            refused=act.text, index=act.index, cite=cite_of(order),
        )  # fmt: skip


def _opens(act: Action, actions: Sequence[Action]) -> bool:
    """Whether a bet is the first of its round; in the first round the blinds are bets."""
    for one in reversed([one for one in actions if one.index < act.index]):
        if one.verb == "cbr":
            return False
        if one.verb in ("db", "sd"):
            return True
    return False
