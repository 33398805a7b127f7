"""The actions of a written hand, given to the engine as it asks for them.

The script is the source of cards and the chooser of moves. What it cannot give, or what the
hand has no use for, is refused with the place of the action.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn, Protocol

from houseway.cards import Card, Dice, NotationError
from houseway.errors import HandRefused, Refused
from houseway.families.poker.deals import read_cards
from houseway.families.poker.phh import Chips
from houseway.families.poker.phh_words import trade_move
from houseway.families.poker.showdown import show_objection
from houseway.families.poker.state import UNKNOWN, Hand
from houseway.histories.ruling import Applied
from houseway.rounds.steps import Ask, Burn, Deal, Pieces, Reshuffle, Roll

_PLAYER = re.compile(r"p([1-9]\d*)")
_BETTING = ("f", "cc", "cbr", "pb")
_VERBS = (*_BETTING, "sd", "sm", "ex")
_WORDS = {"f": 0, "cc": 0, "pb": 0, "ex": 0, "cbr": 1}  # that may follow; cards are not counted


@dataclass(frozen=True, slots=True)
class Action:
    """One written action. `player` counts from 1; the dealer's board cards have none."""

    index: int
    text: str
    verb: str  # db, dh, or what a player does
    player: int = 0
    rest: str = ""

    @property
    def place(self) -> int | None:
        """Where it stands; none for what is told of elsewhere."""
        return self.index if self.index >= 0 else None


_NOTHING = Action(-1, "", "")


def parse_actions(actions: Sequence[str], players: int) -> list[Action]:
    """Every action but comments; one of another form stays and is refused when its turn comes."""
    found = []
    for index, written in enumerate(actions):
        text = written.partition("#")[0].strip()
        if not text:
            continue
        words = text.split()
        actor, verb, rest = words[0], "".join(words[1:2]), words[2:]
        player = 0
        if actor == "d" and verb == "dh" and rest:
            match = _PLAYER.fullmatch(rest[0])
            rest = rest[1:]
        elif actor == "d" and verb == "db":
            found.append(Action(index, text, verb, 0, "".join(rest)))
            continue
        else:
            match = _PLAYER.fullmatch(actor) if verb in _VERBS else None
        if match is not None and int(match[1]) <= players and len(rest) <= _WORDS.get(verb, 99):
            player = int(match[1])
        else:
            verb = ""
        found.append(Action(index, text, verb, player, "".join(rest)))
    return found


class Unfinished(HandRefused):
    """A record that stops before its hand does: whom or what it waits for, and what has been
    ordered by then about what went wrong.
    """

    def __init__(self, code: str, message: str, waiting: Mapping[str, Any]) -> None:
        super().__init__(code, message, refused="actions")
        self.waiting = waiting
        self.remedy: Applied | None = None

    def as_json(self) -> dict[str, Any]:
        told = {**super().as_json(), "waiting": dict(self.waiting)}
        return told if self.remedy is None else {**told, "remedy": self.remedy.as_json()}


class RemedyCards(Protocol):
    """The cards with which an error is put right."""

    @property
    def action(self) -> Action:
        """Where the record tells of it."""

    def give(self, step: Deal) -> tuple[Card, ...] | None:
        """Those of a step; None where they stand among the actions."""


class Script:
    """Cards and moves of a written hand, in its order."""

    def __init__(
        self, actions: Sequence[Action], chips: Chips, deck: Sequence[Card], *, plain: bool
    ) -> None:
        self.actions, self._chips, self._plain = actions, chips, plain
        self._next = 0
        self._deck = Counter(deck)
        self._out: Counter[Card] = Counter()
        self._due: dict[int, list[Card]] = {}
        self._dealt_by: dict[int, Action] = {}
        self._written = {action.player for action in actions if action.verb == "dh"}
        self.unwritten: dict[int, Action] = {}  # hands without cards, and where they were missed
        self._given: Counter[tuple[int, int]] = Counter()  # cards by round and player
        self._shows: dict[int, Action] | None = None
        self._early: dict[int, str] = {}  # what was shown before the last cards
        self._all_show = False  # nobody is said to show
        self._brought_in = 0  # the player whose bring-in nobody has completed yet
        self.using: Action | None = None  # the action being answered with
        self.last = -1  # the place of the last action taken
        self.remedy: RemedyCards | None = None  # an error is being put right with these
        # The place of the action after which the last error was noticed; -1 before the first.
        self.noticed: int | None = None
        self.miscounted: set[int] = set()  # players who were dealt a wrong number of cards
        self.surplus: Counter[int] = Counter()  # of them: how many cards too many
        self.out_of_play: dict[Card, tuple[str, str]] = {}  # why, and under which clause
        self._burned: list[Card] = []  # that were seen, and come back with the burns
        self.back: dict[Card, int] = {}  # shuffled in again: beside a board of how many cards
        self.cut = False  # whether what nobody dealt any more is unknown, where an error came first
        self.twice = False  # whether the deck was not right, and a card may lie twice
        self.hand: Hand  # set once the hand exists

    def unseen(self) -> list[Card]:
        """Every card of the deck that the record has not named, in the deck's order."""
        return list((self._deck - self._out).elements())

    def next_actor(self) -> int | None:
        """Who acts next, counted from 0; for boards that are not known."""
        action = self._peek()
        return action.player - 1 if action is not None and action.player else None

    def _peek(self) -> Action | None:
        if self._next >= len(self.actions):
            return None
        action = self.actions[self._next]
        if not action.verb:
            self._refuse(action, "not-an-action", f"{action.text!r} is no action of this notation")
        return action

    def _take(self) -> Action:
        action = self.actions[self._next]
        self._next += 1
        self.using = action
        self.last = action.index
        return action

    def _refuse(self, action: Action, code: str, why: str, cite: str = "") -> NoReturn:
        """An action that does not fit here, under the clause of the street if no other is given."""
        hand = self.hand
        if action.player and action.player - 1 in hand.forfeited:
            why += f"; p{action.player}'s hand was declared dead and has no further actions"
        cite = cite or str(hand.rules.streets[hand.round].cite)
        raise HandRefused(code, why, refused=action.text, index=action.place, cite=cite)

    # Cards.

    def deal(self, step: Deal) -> Pieces:
        if self.remedy is not None:
            given = self.remedy.give(step)
            if given is not None:
                for card in given:
                    self._bring_out(card, self.remedy.action)
                return given
        place = step.to if isinstance(step.to, int) else 0
        due = self._due.setdefault(place, [])
        while len(due) < step.count:
            self._next_deal(place, step.count - len(due))
        cards = tuple(due[: step.count])
        del due[: step.count]
        self._given[self.hand.round, place] += step.count
        for card in cards:
            self._bring_out(card, self._dealt_by[place])
        if not place and due:
            self._refuse(
                self._dealt_by[place], "too-many-cards", f"{step.count} cards go to the board here"
            )
        return cards

    def _next_deal(self, place: int, missing: int) -> None:
        whose = f"p{place}" if place else "the board"
        action = self._peek()
        if action is None and (self.cut or (place and self._stopped_in_the_deal(place))):
            self.surplus[place] -= missing * (place in self.miscounted)
            self._due[place] += [UNKNOWN] * missing
            self._dealt_by.setdefault(place, self.actions[-1] if self.actions else _NOTHING)
            return
        if action is None:
            last = self.actions[-1] if self.actions else None
            if last is not None and last.verb in ("dh", "db") and last.player == place:
                self._refuse(last, "too-few-cards", f"{whose} is owed {missing} more")
            if place:
                missing = self._owed(place)[0]
            waiting = {"for": f"p{place}" if place else "board", "cards": missing}
            raise Unfinished(
                "incomplete", f"the hand stops before its end: {whose} is owed cards", waiting
            )
        if action.verb == "sm" and self._betting_is_over():
            self._show_early(self._take())
            return
        if self._is_idle_check(action):
            self._take()
            return
        if action.verb != ("dh" if place else "db"):
            if place and (place not in self._written or place in self.miscounted):
                if place in self._written:
                    self.surplus[place] -= missing
                else:
                    self.unwritten.setdefault(place, action)
                self._due[place] += [UNKNOWN] * missing
                self._dealt_by[place] = action
                return
            self.refuse_deal(action, whose, missing)
        self._take()
        if place and not self.hand.holding[action.player - 1]:
            self._refuse(action, "not-in-the-hand", f"p{action.player} holds no cards any more")
        try:
            cards: Sequence[Card] = read_cards(action.rest)
        except NotationError as error:
            self._refuse(action, "not-cards", str(error))
        if place:
            cards = self._owed_of(cards, action)
        self._check_free(cards, action)
        self._due.setdefault(action.player, []).extend(cards)
        self._dealt_by[action.player] = action

    def refuse_deal(self, action: Action, whose: str, missing: int) -> NoReturn:
        self._refuse(action, "no-deal", f"{whose} is still to be dealt {missing}")

    def _owed(self, player: int) -> tuple[int, str]:
        """How many cards the street or the draw still gives a player, and why no more."""
        hand = self.hand
        street = hand.rules.streets[hand.round]
        if street.draw is not None:
            owed = len(hand.rules.streets[0].cards) - len(hand.held.cards[player - 1])
            why = "; new cards equal the number discarded"
        else:
            owed = len(street.cards) - self._given[hand.round, player]
            why = ""
        return max(0, owed - len(self._due.get(player, ()))), why

    def _owed_of(self, cards: Sequence[Card], action: Action) -> Sequence[Card]:
        """No player gets more cards than the street or the draw gives, but by an error."""
        player = action.player
        owed, why = self._owed(player)
        if len(cards) <= owed:
            return cards
        if player not in self.miscounted:
            self._refuse(action, "too-many-cards", f"p{player} is owed {owed} cards{why}")
        for card in cards[owed:]:
            self._bring_out(card, action)
        self.surplus[player] += len(cards) - owed
        return cards[:owed]

    def _check_free(self, cards: Sequence[Card], action: Action) -> None:
        """No card comes twice, unless the deck runs out in this deal and is shuffled again."""
        queued = Counter(card for due in self._due.values() for card in due)
        if self.hand.stub.left <= queued.total() + len(cards):
            return
        for card in cards:
            queued[card] += 1
            if card is UNKNOWN:
                continue
            if not self._deck[card]:
                self._refuse(action, "not-in-the-deck", f"the deck has no {card}")
            if self._out[card] + queued[card] > self._deck[card]:
                self._refuse_twice(card, action)

    def _bring_out(self, card: Card, action: Action) -> None:
        if card is UNKNOWN:
            return
        if not self._deck[card]:
            self._refuse(action, "not-in-the-deck", f"the deck has no {card}")
        self._out[card] += 1
        if self._out[card] > self._deck[card]:
            self._refuse_twice(card, action)

    def _refuse_twice(self, card: Card, action: Action) -> None:
        if card in self.out_of_play:
            why, cite = self.out_of_play[card]
            raise HandRefused(
                "out-of-play", f"{card} {why}", refused=action.text, index=action.place, cite=cite
            )
        if not self.twice:
            self._refuse(action, "card-twice", f"{card} is already out")

    def burn(self, step: Burn) -> None:
        pass  # burn cards are not written

    def burn_seen(self, card: Card, why: str, cite: str, told: Action) -> None:
        """A card that an error put with the burns; it comes again only if they are shuffled in."""
        self._bring_out(card, told)
        self.out_of_play[card] = (why, cite)
        self._burned.append(card)

    def reshuffle(self, step: Reshuffle) -> None:
        for card in (*step.cards, *(self._burned if step.burns else ())):
            self.out_of_play.pop(card, None)
            if self._out[card]:
                self._out[card] -= 1
                self.back[card] = len(self.hand.boards[0])

    def roll(self, step: Roll) -> Dice:
        raise TypeError(f"no dice in poker: {step}")

    # Moves.

    def choose(self, ask: Ask) -> str:
        """The move a player is written to make, in the trade's words."""
        self.using = None
        choosers: dict[str, Callable[[Ask], str]] = {
            "show": self._show,
            "expose": self._expose,
            "draw": self._discard,
            "discard": self._discard,
        }
        return trade_move(choosers.get(ask.kind, self._bet)(ask), ask)

    def _bet(self, ask: Ask) -> str:
        action = self._peek()
        if action is None or action.player != ask.seat or action.verb not in _BETTING:
            if ask.default is not None:
                return ask.default
            self._out_of_turn(action, ask, "act")
        self._take()
        if action.verb == "pb":
            self._brought_in = action.player
        elif action.verb == "cbr":
            self._brought_in = 0
            return f"cbr {self._chip_count(action)}"
        return action.verb

    def _chip_count(self, action: Action) -> int:
        try:
            amount = Decimal(action.rest.replace(",", ""))
        except InvalidOperation:
            self._refuse(action, "not-an-amount", f"{action.rest!r} is no amount")
        if not amount.is_finite() or amount <= 0:
            self._refuse(action, "not-an-amount", f"{action.rest!r} is no amount to bet")
        return self._chips.count(amount)

    def _out_of_turn(self, action: Action | None, ask: Ask, what: str) -> NoReturn:
        if action is None:
            raise Unfinished(
                "incomplete",
                f"the hand stops before its end: p{ask.seat} is still to {what}",
                self._open_to(ask),
            )
        self._refuse(action, "out-of-turn", f"p{ask.seat} is still to {what}")

    def _open_to(self, ask: Ask) -> dict[str, Any]:
        """Who must decide what, and for which amounts where chips are bet."""
        told: dict[str, Any] = {"for": f"p{ask.seat}", "kind": ask.kind}
        if ask.kind in ("draw", "discard"):
            return {**told, "hand": [card.text for card in self.hand.held.cards[ask.seat - 1]]}
        for name in ("to_call", "least", "most"):
            if ask.facts.get(name) is not None:
                told[name] = self._chips.text(ask.facts[name])
        return told

    def _discard(self, ask: Ask) -> str:
        self._pass_idle_checks()
        action = self._peek()
        if action is None or action.player != ask.seat or action.verb != "sd":
            self._out_of_turn(action, ask, "discard")
        self._take()
        held = self.hand.held.cards[ask.seat - 1]
        cards: Sequence[Card] = ()
        with suppress(NotationError):  # which the rules tell
            cards = read_cards(action.rest)
        if UNKNOWN in cards:
            cards = self._thrown_unseen(action, cards, held)
        for card in cards:
            if card not in held:
                self._bring_out(card, action)
        thrown = "".join(card.text for card in cards) or action.rest
        return f"sd {thrown}" if thrown else "sd"

    def _thrown_unseen(
        self, action: Action, cards: Sequence[Card], held: Sequence[Card]
    ) -> list[Card]:
        """Discards nobody saw, of a hand that is known: what it shows in the end tells them, and
        of one that comes to no showdown they may be any."""
        thrown = [card for card in cards if card is not UNKNOWN]
        hidden = min(cards.count(UNKNOWN), held.count(UNKNOWN))
        missing = len(cards) - len(thrown) - hidden
        rest = self.actions[self._next :]
        later = [a for a in rest if a.player == action.player and a.verb in ("f", "sd", "sm")]
        named = "".join(one.rest for one in later)
        free = [c for c in held if c is not UNKNOWN and c not in thrown and c.text not in named]
        others = {n for n, holds in enumerate(self.hand.holding, 1) if holds} - {action.player}
        ends = later and later[-1].verb in ("f", "sm") and "?" not in later[-1].rest
        told = ends or others <= {one.player for one in rest if one.verb == "f"}
        if missing > (len(free) if told else 0):
            self._refuse(
                action, "fact-needed", f"p{action.player}'s cards are known and come to the "
                "showdown; say which were discarded, or show what was kept",
            )  # fmt: skip
        return [*thrown, *[UNKNOWN] * hidden, *free[:missing]]

    def _expose(self, ask: Ask) -> str:
        self._pass_idle_checks()
        action = self._peek()
        if action is not None and action.verb == "ex" and action.player == ask.seat:
            self._take()
            return "ex"
        return "keep"

    # Showing.

    def _betting_is_over(self) -> bool:
        hand = self.hand
        able = [i for i in range(hand.players) if hand.holding[i] and hand.chips.stacks[i]]
        return len(able) <= 1

    def _stopped_in_the_deal(self, place: int) -> bool:
        """Whether the record ends where an error was noticed, before all first cards lay."""
        amiss = self.noticed is not None and self.noticed >= self.last and not self.hand.round
        return amiss or (place in self.miscounted and place in self._written)

    def _is_idle_check(self, action: Action) -> bool:
        """A check that no rule asks for and files may have: of one whom nobody can bet against,
        or, by custom, of the bring-in whom all have called.
        """
        if action.verb != "cc":
            return False
        if self._plain and action.player == self._brought_in:
            self._brought_in = 0
            return True
        player = action.player - 1
        return (
            self._betting_is_over()
            and self.hand.holding[player]
            and self.hand.chips.stacks[player] > 0
        )

    def _pass_idle_checks(self) -> None:
        while (action := self._peek()) is not None and self._is_idle_check(action):
            self._take()

    def _show_early(self, action: Action) -> None:
        """Hands turned up when nobody can bet any more, before the rest is dealt."""
        self._early[action.player] = self._check_show(action)

    def _check_show(self, action: Action) -> str:
        """What a showing means to the engine, its cards checked."""
        player = action.player - 1
        hand = self.hand
        if not hand.holding[player]:
            self._refuse(action, "not-in-the-hand", f"p{action.player} holds no cards any more")
        if action.rest == "-":
            return "sm -"
        part = _is_part(action.rest, hand.held.cards[player])
        whole = any("unshown-hand" in order.kinds for order in hand.rules.orders)
        if _unseen(action.rest, hand.held.cards[player]) or (part and whole):
            return "sm"  # given up, or as good as that where a hand must be shown whole
        if part:
            self._refuse(
                action, "not-held", f"p{action.player} holds more than {action.rest}; show all "
                "cards, or write ?? for each that was not shown",
                str(hand.rules.game.showdown.cite),
            )  # fmt: skip
        refusal = show_objection(hand, player, f"show {action.rest}")
        if refusal is not None:
            raise refusal_at(action, refusal)
        held = Counter(hand.held.cards[player])
        for card in (Counter(read_cards(action.rest)) - held).elements():
            self._bring_out(card, action)
        hand.held.cards[player] = list(read_cards(action.rest))
        return "sm -"

    def _show(self, ask: Ask) -> str:
        if self._shows is None:
            self._shows = {}
            self._pass_idle_checks()
            while (action := self._peek()) is not None and action.verb == "sm":
                if not self.hand.holding[action.player - 1]:
                    self._refuse(
                        action, "not-in-the-hand", f"p{action.player} holds no cards any more"
                    )
                self._shows[action.player] = self._take()
            self._all_show = not self._shows and not self._early
        shown = self._shows.pop(ask.seat, None)
        if shown is not None:
            self.using = shown
            return self._check_show(shown)
        if ask.seat in self._early:  # cards dealt since then lie with those that were shown
            return self._early[ask.seat]
        if self._all_show or self._all_others_gave_up(ask.seat - 1):
            return "sm -"
        raise Unfinished(
            "incomplete",
            f"the hand stops before its end: p{ask.seat} neither shows nor gives the hand up",
            self._open_to(ask),
        )

    def _all_others_gave_up(self, player: int) -> bool:
        hand = self.hand
        return all(
            hand.held.mucked[i] for i in range(hand.players) if hand.holding[i] and i != player
        )

    def finish(self, winner: int | None, why: str = "the hand is over", cite: str = "") -> None:
        """Nothing may follow the end, but for a winner by folds who shows."""
        while (action := self._peek()) is not None:
            self._take()
            if action.verb != "sm" or action.player != winner:
                self._refuse(action, "hand-is-over", why, cite)
            if action.rest not in ("", "-") and "??" not in action.rest:
                self._check_show(action)


def _unseen(shown: str, held: Sequence[Card]) -> bool:
    """Whether a hand is given up: nothing of it is shown, or not all that was known of it.

    Where a card was known to nobody before, what is shown beside it leaves it so.
    """
    return not shown.replace("??", "") or ("??" in shown and UNKNOWN not in held)


def _is_part(shown: str, held: Sequence[Card]) -> bool:
    """Whether some of a hand's cards are shown and the others are not told of."""
    told = Counter(shown[start : start + 2] for start in range(0, len(shown), 2))
    return told < Counter(card.text for card in held)


def refusal_at(action: Action, refused: Refused) -> HandRefused:
    """A move the rules refuse, with the place of the action."""
    return HandRefused(
        refused.code,
        refused.message,
        refused=action.text,
        index=action.place,
        cite=refused.cite,
    )
