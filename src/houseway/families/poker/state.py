"""A poker hand in progress: who holds what, who has put in what.

Players are counted from 0 clockwise, the first one dealt to being 0; people call that one p1.
The hand counts its own chips and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import Card
from houseway.families.poker.rules import Rules
from houseway.rounds.steps import Ask, Deal

if TYPE_CHECKING:
    from houseway.families.poker.legality import BetAsks

# A card nobody wrote down. It is held and thrown away like any other, but has no rank.
UNKNOWN = Card("??", -1, -2, -1)
NO_LIMIT = 99  # more cards than any deck has


class Award(NamedTuple):
    """What one player receives for `high`, `low`, or the whole `pot` when all others folded."""

    player: int  # counted from 1
    kind: str
    amount: int


class HandResult(NamedTuple):
    """The end of a hand: stacks after fees, what the house took, who won how much."""

    stacks: tuple[int, ...]
    fee: int
    awards: tuple[Award, ...]
    returned: tuple[int, ...]  # uncalled bets, player by player
    carried: int = 0  # what stays in the pot for the next hand
    jackpot: int = 0


@cache
def _deals(seats: tuple[int, ...]) -> tuple[tuple[Deal, ...], tuple[Deal, ...]]:
    """A card face down and a card face up to every seat."""
    down = tuple(Deal(seat, 1, (seat,)) for seat in seats)
    return down, tuple(Deal(seat, 1, None) for seat in seats)


@cache
def _rotated(players: int, start: int) -> tuple[int, ...]:
    return (*range(start, players), *range(start))


class Hand:
    """The state of one hand. `betting`, `dealing`, `showdown` and `pots` work on it."""

    __slots__ = (
        "acted", "actor", "aggressor", "all_in", "amended", "asks", "bets", "board", "burned",
        "cards", "chip", "completing", "dead", "discard_asks", "discard_room",
        "discard_span", "discards", "double", "down_deals", "fee", "first", "folded_cards",
        "forfeited", "full", "gone", "high", "hint", "holding", "in_hand", "jackpot", "jokers_down",
        "last_bet", "last_raised", "left", "limit_bet", "mucked", "on_top", "opened", "outside",
        "players", "put", "raises", "returned", "round", "rules", "seats", "second_board", "shorts",
        "shown", "size", "stacks",
        "start", "starters", "title", "up", "up_deals",
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
        self.start = tuple(stacks)
        self.stacks = list(stacks)
        self.bets = [0] * n  # of this round
        self.put = [0] * n  # of earlier rounds
        self.gone = [0] * n  # of that, what went straight to the house
        self.dead = rules.stakes.carried  # in the pot but nobody's bet
        self.fee = 0  # all that has left the table, jackpot drops too
        self.jackpot = 0
        self.outside = 0  # of the fee, what was paid from a stack and never lay in the pot
        self.chip = rules.chip  # the smallest chip when pots are shared
        self.returned = [0] * n
        self.holding = [True] * n
        self.in_hand = n
        self.mucked = [False] * n
        self.shown = [False] * n
        self.all_in = 0  # players holding cards with no chips left
        self.cards: list[list[Card]] = [[] for _ in range(n)]
        self.up: list[list[Card]] = [[] for _ in range(n)]
        self.jokers_down = [False] * n  # holds a joker that was dealt face down
        self.board: list[Card] = []
        self.second_board: list[Card] = []  # of a game with two
        self.opened: tuple[int, tuple[Card, ...]] | None = None  # who, and what was held
        self.left = len(rules.deck)
        self.burned = 0
        self.folded_cards: list[Card] = []
        self.discards: list[Card] = []  # of earlier draws
        self.discard_span = (0, 0)  # how many cards a player must and may give up
        self.discard_room = NO_LIMIT  # in a draw: how many cards the deck can still replace
        # Errors of the dealer that were put right.
        self.on_top: list[Card] = []  # exposed cards, face up on the deck: the next burns
        self.amended: dict[int, list[Card]] = {}  # streets without a burn; cards shuffled in first
        self.forfeited: set[int] = set()  # whose hands were declared dead
        # The round of betting.
        self.round = 0
        self.actor = -1
        self.first = 0
        self.aggressor = -1
        self.starters = n
        self.high = 0  # what must be matched
        self.full = 0  # the last full bet
        self.size = 0  # a full bet or raise
        self.limit_bet = 0
        self.raises = 0
        self.shorts = 0
        self.completing = False
        self.double = -1  # the open pair that may bet the higher limit
        self.acted = [False] * n
        self.last_bet = self.last_raised = False  # in the last round that was played
        self.asks: BetAsks  # of the betting, once the hand is dealt
        self.discard_asks: list[Ask] = []
        self.down_deals, self.up_deals = _deals(self.seats)

    def in_turn(self, start: int) -> Sequence[int]:
        """Everybody holding cards, clockwise from a player."""
        order = _rotated(self.players, start)
        if self.in_hand == self.players:
            return order
        holding = self.holding
        return [i for i in order if holding[i]]

    def pay(self, player: int, amount: int) -> None:
        """Chips from the stack to the player's bet, as many as there are."""
        left = self.stacks[player]
        if amount >= left:
            amount = left
            if amount:
                self.all_in += 1
        self.stacks[player] = left - amount
        self.bets[player] += amount

    def fold(self, player: int) -> None:
        self.holding[player] = False
        self.in_hand -= 1
        if not self.stacks[player]:
            self.all_in -= 1
        self.folded_cards += self.cards[player]

    def pot(self) -> int:
        """All that lies on the table, this round's bets included; fees count in (ruling G-9)."""
        return self.dead + sum(self.put) + sum(self.bets)

    def total(self) -> int:
        """Every chip of the hand; it never changes."""
        return sum(self.stacks) + self.pot() + self.outside

    @property
    def from_pot(self) -> int:
        """What was taken out of the pot, blinds that went straight to the house apart."""
        return self.fee - sum(self.gone) - self.outside

    @property
    def boards(self) -> tuple[list[Card], ...]:
        """The board, or both of them."""
        return (self.board, self.second_board) if self.rules.double_board else (self.board,)

    def name(self, player: int) -> str:
        """What people call a player: by the seat at a table, else by the place in the hand."""
        return f"{self.title}{self.seats[player]}"

    def joker_wild(self, player: int) -> bool:
        return self.jokers_down[player]


class Facts(Mapping[str, Any]):
    """Facts for people and bots, worked out when somebody looks; nothing hidden is in them."""

    __slots__ = ("_hand",)
    _KEYS: tuple[str, ...] = ()

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def __iter__(self) -> Iterator[str]:
        return iter(self._KEYS)

    def __len__(self) -> int:
        return len(self._KEYS)
