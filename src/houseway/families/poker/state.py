"""A poker hand in progress: who holds what, who has put in what.

Players are counted from 0 clockwise, the first one dealt to being 0; people call that one p1.
The hand counts its own chips and nothing else. Each of its parts is one idea; a module that needs
one takes that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.cards.unknown import UNNAMED
from houseway.families.poker.chips import Chips
from houseway.families.poker.rules import Rules
from houseway.rounds.steps import Ask

UNKNOWN = UNNAMED  # a card nobody wrote down
NO_LIMIT = 99  # more cards than any deck has


class Held:
    """The players' cards."""

    __slots__ = ("cards", "jokers_down", "mucked", "shown", "up")

    def __init__(self, players: int) -> None:
        self.cards: list[list[Card]] = [[] for _ in range(players)]
        self.up: list[list[Card]] = [[] for _ in range(players)]  # of them, those face up
        self.jokers_down = [False] * players  # holds a joker that was dealt face down
        self.shown = [False] * players
        self.mucked = [False] * players


class Stub:
    """The undealt cards, and those that came back to the dealer."""

    __slots__ = ("amended", "burned", "discards", "folded", "left", "on_top")

    def __init__(self, cards: int) -> None:
        self.left = cards
        self.burned = 0
        self.folded: list[Card] = []
        self.discards: list[Card] = []  # of earlier draws
        # Errors of the dealer that were put right.
        self.on_top: list[Card] = []  # exposed cards, face up on the deck: the next burns
        self.amended: dict[int, list[Card]] = {}  # streets without a burn; cards shuffled in first


class Betting:
    """A round of betting: what must be matched, by how much it may be raised, who has acted."""

    __slots__ = (
        "acted", "completing", "double", "full", "high", "limit_bet", "raises", "shorts", "size",
        "starters",
    )  # fmt: skip

    def __init__(self) -> None:
        self.high = 0

    def begin(
        self, players: int, starters: int, blind: int = 0, limit_bet: int = 0, size: int = 0
    ) -> None:
        self.starters = starters
        self.high = blind  # what must be matched
        self.full = blind  # the last full bet
        self.size = size  # a full bet or raise
        self.limit_bet = limit_bet
        self.raises = self.shorts = 0
        self.completing = False
        self.double = -1  # the open pair that may bet the higher limit
        self.acted = [False] * players


class Course:
    """How the last round that was played went: who opened and bet last, for the showdown."""

    __slots__ = ("aggressor", "bet", "first", "raised")

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, first: int) -> None:
        self.first = first
        self.aggressor = -1
        self.bet = self.raised = False


class Drawing:
    """A draw or discard under way."""

    __slots__ = ("room", "span")

    def __init__(self) -> None:
        self.span = (0, 0)  # how many cards a player must and may give up
        self.room = NO_LIMIT  # in a draw: how many cards the deck can still replace


@cache
def _rotated(players: int, start: int) -> tuple[int, ...]:
    return (*range(start, players), *range(start))


class Hand:
    """One hand: who is in it and whose turn it is, and its parts."""

    __slots__ = (
        "actor", "asks", "betting", "boards", "chips", "course", "drawing", "forfeited", "held",
        "hint", "holding", "in_hand", "opened", "players", "round", "rules", "seats", "stub",
        "title",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        *,
        seats: Sequence[int] | None = None,
        hint: Callable[[], int | None] | None = None,
    ) -> None:
        n = len(stacks)
        self.rules, self.players = rules, n
        self.seats: tuple[int, ...] = tuple(range(1, n + 1) if seats is None else seats)
        self.title = "p" if seats is None else "seat "
        self.hint = hint  # who acts first where the record hides the cards that decide it
        self.holding = [True] * n
        self.in_hand = n
        self.forfeited: set[int] = set()  # whose hands were declared dead
        self.round = 0
        self.actor = -1
        self.chips = Chips(stacks, rules.stakes.carried)
        self.held = Held(n)
        self.boards: tuple[list[Card], ...] = ([], []) if rules.double_board else ([],)
        self.stub = Stub(len(rules.deck))
        self.betting = Betting()
        self.course = Course()
        self.drawing = Drawing()
        self.opened: tuple[int, tuple[Card, ...]] | None = None  # who, and what was held
        self.asks: Asks  # while it is played

    def in_turn(self, start: int) -> Sequence[int]:
        """Everybody holding cards, clockwise from a player."""
        order = _rotated(self.players, start)
        if self.in_hand == self.players:
            return order
        holding = self.holding
        return [i for i in order if holding[i]]

    def fold(self, player: int) -> None:
        self.holding[player] = False
        self.in_hand -= 1
        self.stub.folded += self.held.cards[player]

    def name(self, player: int) -> str:
        """What people call a player: by the seat at a table, else by the place in the hand."""
        return f"{self.title}{self.seats[player]}"


class Turn:
    """The hand that questions are about while it is played."""

    __slots__ = ("hand",)
    hand: Hand


class Asks(NamedTuple):
    """The question to every player at each turn; its facts are those of the moment."""

    turn: Turn
    opening: Sequence[Ask]  # nobody has bet
    option: Sequence[Ask]  # there is a bet and it is the player's own: a blind, a bring-in
    facing: Sequence[Ask]  # there is something to call
    drawing: Sequence[Ask]
    discarding: Sequence[Ask]
    showing: Sequence[Ask]


class Facts(Mapping[str, Any]):
    """Facts for people and bots, worked out when somebody looks; nothing hidden is in them."""

    __slots__ = ("_turn",)
    _KEYS: tuple[str, ...] = ()

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    def __iter__(self) -> Iterator[str]:
        return iter(self._KEYS)

    def __len__(self) -> int:
        return len(self._KEYS)
