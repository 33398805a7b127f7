"""Poker: streets, bets, draws, hands and how pots are split, as one record per game.

One engine plays every record of this kind. Houses differ in these values only.

How to transcribe a filing
--------------------------
- Every table is a rule with its `cite`. Where a text is silent and a ruling fills the gap, cite
  the clause at which the rule would stand and name the ruling in `readings`.
- A street is what happens before a round of betting, in this order: players discard, draw or
  expose; a card is burned; each player is dealt `cards`; the board gets `board` cards.
- `cards` has one letter for each card a player gets: `d` face down, `u` face up, `e` face down
  for a player who has just exposed a card and face up for the others. Letters are dealt one
  after the other round the table.
- What the collection decides (fees, the smallest game, days of the week) stays in the
  collection set; a filing only names it.
- Dealer's errors whose remedy the text settles stand in `dealer_errors`; string bets and the like
  are `[[rule]]` entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from houseway.families.poker import schema_bets as bets
from houseway.filings.schema.base import BadValue, Range, Record, Span
from houseway.filings.schema.bonus import Key
from houseway.filings.schema.collection import Structure
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.said import Ruled
from houseway.filings.schema.uses import OptionUse
from houseway.hands.rankings import chart

Ranking = Literal[
    "high",  # the usual ranking
    "high-joker",  # the joker is an ace or completes a straight or flush
    "high-two-jokers",  # the same with two
    "mexican",  # 41 cards; the joker by the way it was dealt
    "short-deck",  # 36 cards; a flush beats a full house
    "short-deck-trips",  # the same, and three of a kind beats a straight
    "ace-to-five-8",  # low, eight or better
    "ace-to-five-8-joker-ace",  # the same, where a joker is an ace
    "razz",  # ace-to-five low without a qualifier
    "ace-to-five-joker",  # the same, the joker being the lowest card that the hand lacks
    "deuce-to-seven",
    "badugi",
]


class Reads(NamedTuple):
    """What a ranking can read: numbers of cards, jokers, and the only ranks it is made for."""

    fewest: int
    most: int
    jokers: int = 0
    ranks: str = ""
    low_to: str = ""  # needs five ranks of these


READS: dict[str, Reads] = {
    "high": Reads(5, 7),
    "high-joker": Reads(5, 7, jokers=1),
    "high-two-jokers": Reads(5, 7, jokers=2),
    "mexican": Reads(5, 5, jokers=1, ranks="AKQJ765432"),
    "short-deck": Reads(5, 7, ranks="AKQJT9876"),
    "short-deck-trips": Reads(5, 7, ranks="AKQJT9876"),
    "ace-to-five-8": Reads(5, 7, low_to="A2345678"),
    "ace-to-five-8-joker-ace": Reads(5, 7, jokers=2, low_to="A2345678"),
    "razz": Reads(5, 7),
    "ace-to-five-joker": Reads(5, 7, jokers=1),
    "deuce-to-seven": Reads(5, 5),
    "badugi": Reads(4, 4),
}
# Rankings that can play exactly two of the own cards.
TWO_AND_THREE = ("high", "short-deck", "short-deck-trips", "ace-to-five-8")
Way = Literal["left-of-button", "left-of-house-dealer"]
ByWhom = Literal["left-of-button", "by-suit", "best-hand-up"]


class Structures(Ruled):
    """The betting structures the game may be spread in."""

    allowed: list[Structure] = Field(min_length=1)


class Players(Ruled):
    """How many may be dealt in. `most` is left out where no number is filed."""

    least: int = Field(default=2, ge=2)
    most: int | None = Field(None, ge=2)


class ButtonDraw(Ruled):
    """How the button is placed when a game opens: the best card gets it, suits break ties."""

    told_only = ("method",)  # a card each is a card each, dealt or drawn

    method: Literal["one-card-each", "spread-deck"]
    ranks: bets.RankOrder
    joker: Literal["", "highest"] = ""


class Button(Ruled):
    """The dealer button: it moves clockwise after every hand.

    `clockwise`: to the next player. `dead`: the blinds come first. The big blind goes to the next
    player, the small blind is the last big blind's and the button the last small blind's, even
    where nobody sits there any more: nobody posts then, and the button lies before an empty seat.
    """

    moves: Literal["clockwise", "dead"] = "clockwise"
    draw: ButtonDraw | None = None


class Dealing(Ruled):
    """Where the deal starts. Player 1 of a hand is the first one dealt to."""

    starts: Way


class Discard(Ruled):
    """Everybody holding cards gives up so many, in turn, and gets none in return."""

    count: int = Field(ge=1)


class Draw(Ruled):
    """Everybody holding cards may change up to `most`, in turn; then the new cards are dealt."""

    most: int = Field(ge=1)


class Expose(Ruled):
    """Everybody holding cards may turn the down card up, in turn."""


class Street(Ruled):
    """One step of the deal and the round of betting after it."""

    told_only = ("label",)

    name: Key  # "flop", "turn" and "river" are the streets that fees name
    label: str
    discard: Discard | None = None
    draw: Draw | None = None
    expose: Expose | None = None
    burn: bool = False
    cards: Annotated[str, Field(pattern=r"^[due]*$")] = ""
    board: int = Field(0, ge=0, le=5)
    bet: Literal["lower", "higher", ""] = ""  # which of the two limits; games with limits need it
    opens: Literal["left-of-blinds", "left-of-button", "bring-in", "best-board"]
    double_bet: bets.DoubleBet | None = None

    @model_validator(mode="after")
    def _something_happens(self) -> Street:
        if sum(one is not None for one in (self.discard, self.draw, self.expose)) > 1:
            raise ValueError("a street has one of discard, draw and expose")
        if not (self.cards or self.board or self.draw):
            raise ValueError("a street deals cards, a board or a draw")
        return self


class Boards(Ruled):
    """How face-up cards are ranked to see who opens; equal ones go to the first one dealt."""

    order: Literal["high", "low"]
    community_counts: bool = True  # a community card counts with everybody's


class DoubleBoard(Ruled):
    """Two boards are dealt on every street that deals one, and each is played for half the pot."""

    odd_chip: Literal["first-board", "left-of-button"] = "first-board"


class Hands(Ruled):
    """What the high or the low half is played for."""

    ranking: Ranking
    hole: Literal["any", "exactly-two"] = "any"


class OddChips(Ruled):
    """Who gets what cannot be shared. A chip is a dollar unless the stakes are smaller.

    `tied` decides among equal hands, `tied_low` among equal lows where that differs, and
    `between_halves` which half gets an odd chip. Side pots are divided one by one, or those that
    the same players can win are put together first.
    """

    tied: ByWhom
    tied_low: ByWhom | Literal["better-high", ""] = ""
    between_halves: Literal["left-of-button", "high", "best-hand-up", ""] = ""
    several: Literal["all-to-one"] = "all-to-one"
    side_pots: Literal["one-by-one", "together"] = "one-by-one"


class PlayTheBoard(Ruled):
    """When a hand given up unseen plays the board: nobody bet in the last round, or one bet was
    called without a raise. Whoever is all-in must show."""

    after: list[Literal["checked-around", "bet-and-call"]] = Field(min_length=1)


class Showdown(Ruled):
    """Who turns a hand up first, and what becomes of a hand given up unseen.

    The last to bet or raise in the last round, and where nobody did, the first to act in it; or
    `in-turn` that one always.
    """

    first: Literal["last-aggressor", "in-turn"] = "last-aggressor"
    unseen: Literal["cannot-win"] = "cannot-win"
    play_the_board: PlayTheBoard | None = None


class Shortage(Ruled):
    """What is done when the deck does not last.

    - `community-card`: nobody gets a card; the rest of the deck and the `mixed` cards are
      shuffled, one is burned and one turned up for all.
    - `fresh-then-community`: all but the last card are dealt, that one is shuffled with the
      `mixed` cards and the deal goes on; only if that cannot be enough, one card for all.
    - `reshuffle`: the draw goes on with the shuffled `mixed` cards; `last_card` says whether
      the last card of the deck is dealt first or mixed in, but for the very last card drawn.
    - `refuse`: no procedure is filed; a discard the deck cannot replace is refused.
    """

    how: Literal["community-card", "fresh-then-community", "reshuffle", "refuse"]
    # `discards` are those of earlier draws; `this-draw` adds the ones just made.
    mixed: list[Literal["burns", "folded", "discards", "this-draw"]] = []
    last_card: Literal["mixed-in", "dealt"] = "dealt"
    burn_again: bool = False
    # Where all that is still not enough: the discards just made of those who have been served.
    last_resort: Literal["this-draw", ""] = ""
    # Burns that went into the shuffle are laid out again from the discards, to mark the round.
    burns_replaced: bool = False


class BuyIn(Ruled):
    """What a player sits down with: an amount, or so many times the smallest bet."""

    amount: Range | None = None
    times_smallest_bet: int | None = Field(None, ge=1)


class BoxedCard(Ruled):
    """A card found face up in the deck counts for nothing; the next one takes its place.

    One that went to a player as a down card is replaced when that round of cards is dealt.
    """

    replaced_by: Literal["next-card"] = "next-card"


class ExposedCard(Ruled):
    """A player's card that the dealer exposed on the deal is changed for the top of the deck."""

    then: Literal["next-burn", "out-of-play"]  # what becomes of it
    misdeal_from: int = Field(ge=2)  # so many on one deal are a misdeal


class WrongNumber(Ruled):
    """A player with too many or too few cards: a misdeal, or later that player's loss."""

    misdeal_until: int = Field(ge=1)  # so many players have acted
    after: Literal["hand-dead"]  # the cards are dead, the chips stay in the pot


class TooLarge(Ruled):
    """A street whose board got too many cards: all of them go back and are dealt anew."""

    street: Key
    cards: Literal["shuffled-in"] = "shuffled-in"
    burn: Literal["stays", "made-again"]


class Early(Ruled):
    """A street whose board was dealt before the betting was done; its cards are not in play.

    - `shuffled-in-at-once`: into the deck; the street is then dealt without another burn.
    - `shuffled-in-before-street`: set aside, and shuffled in when the street is due, which is
      dealt without a burn.
    - `shuffled-in-before-next`: set aside; the street is dealt in its time, burn and all, and
      the next one after the shuffle and without a burn.
    """

    street: Key
    cards: Literal[
        "shuffled-in-at-once", "shuffled-in-before-street", "shuffled-in-before-next"
    ]  # fmt: skip


class DealerErrors(Record):
    """Errors of the dealer whose remedy is filed. What is left out here is for the floor."""

    boxed_card: BoxedCard | None = None
    exposed_card: ExposedCard | None = None
    wrong_number: WrongNumber | None = None
    too_large: list[TooLarge] = []
    early: list[Early] = []


class PokerGame(Record):
    """The game, rule by rule."""

    structures: Structures
    players: Players
    button: Button | None = None
    dealing: Dealing
    antes: bets.Antes | None = None
    blinds: bets.Blinds | None = None
    bring_in: bets.BringIn | None = None
    street: list[Street] = Field(min_length=1)
    boards: Boards | None = None
    raise_cap: bets.RaiseCap
    short_all_in: bets.ShortAllIn
    least_raise: bets.LeastRaise | None = None
    pot_limit: bets.PotLimit | None = None
    kill: bets.Kill | None = None
    openers: bets.Openers | None = None
    double_board: DoubleBoard | None = None
    high: Hands  # the whole pot where there is no low
    low: Hands | None = None
    odd_chips: OddChips
    showdown: Showdown
    shortage: Shortage | None = None
    buy_in: BuyIn | None = None
    dealer_errors: DealerErrors | None = None

    @model_validator(mode="after")
    def _parts_fit(self) -> PokerGame:
        opens = {street.opens for street in self.street}
        if "left-of-blinds" in opens and self.blinds is None:
            raise ValueError("a street opens left of the blinds, and there are none")
        if ("bring-in" in opens) != (self.bring_in is not None):
            raise ValueError("bring_in and a street that opens with it go together")
        up = held = 0
        for street in self.street:
            held += len(street.cards)
            if street.discard and (held := held - street.discard.count) < 1:
                raise ValueError(f"{street.name}: the discard leaves nobody a card")
            if "e" in street.cards and street.expose is None:
                raise ValueError(f"{street.name} deals by what was exposed, and has no expose")
            if up and (street.discard or street.draw):
                raise ValueError(f"{street.name}: cards that lie face up are not thrown away")
            up += len(street.cards) - street.cards.count("d")
            if street.opens in ("bring-in", "best-board") and not up:
                raise ValueError(f"{street.name} opens by cards face up, and none lies so by then")
        if "best-board" in opens and self.boards is None:
            raise ValueError("a street opens by the best board; say how boards rank")
        if "left-of-button" in opens and self.button is None:
            raise ValueError("a street opens left of the button, and there is none")
        allowed = self.structures.allowed
        if "pot-limit" in allowed and self.pot_limit is None:
            raise ValueError("pot-limit is allowed; say what a raise may be in pot_limit")
        if {*allowed} - {"limit"} and self.least_raise is None:
            raise ValueError("games without fixed limits need least_raise")
        if {"limit", "spread-limit"} & {*allowed} and not all(street.bet for street in self.street):
            raise ValueError("limit is allowed; say in every street which limit is bet")
        if (self.low is None) != (self.odd_chips.between_halves == ""):
            raise ValueError("odd_chips.between_halves is for games with a low, and they need it")
        if any(street.draw for street in self.street) and self.shortage is None:
            raise ValueError("a game with draws needs shortage")
        names = [street.name for street in self.street]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"street {name!r} stands twice")
        return self

    @model_validator(mode="after")
    def _houses_fit(self) -> PokerGame:
        blinds = self.blinds
        posted = blinds is not None and not blinds.amounts and len(blinds.numbers) == 1
        limits = {"limit", "spread-limit"} & {*self.structures.allowed}
        if self.kill is not None and not (posted and limits):
            raise ValueError("a kill is for games with limits and a number of posted blinds")
        dead = self.button is not None and self.button.moves == "dead"
        if dead and not (posted and blinds is not None and blinds.numbers == [2]):
            raise ValueError("a dead button is for games with two posted blinds")
        if blinds is not None and blinds.straddle is not None and (dead or not posted):
            raise ValueError("a straddle is for games with a number of posted blinds, none missing")
        if self.openers is not None and (self.antes is None or self.blinds or self.bring_in):
            raise ValueError("openers are for games with antes, without blinds and bring-in")
        if self.openers is not None and len(self.street[0].cards) < 5:
            raise ValueError("openers are read from five cards dealt at first")
        if self.double_board is not None:
            if not any(street.board for street in self.street):
                raise ValueError("double_board is for games with a board")
            if self.boards is not None or self.dealer_errors is not None:
                raise ValueError("a double board goes with neither boards up nor dealer_errors")
        return self

    @model_validator(mode="after")
    def _errors_fit(self) -> PokerGame:
        errors = self.dealer_errors
        if errors is None:
            return self
        if (errors.boxed_card or errors.exposed_card) and any(
            set(street.cards) - {"d"} for street in self.street
        ):
            raise ValueError("boxed and exposed cards are for games whose players' cards lie down")
        boards = [street.name for street in self.street if street.board]
        for rules in (errors.too_large, errors.early):
            named = [rule.street for rule in rules]
            for name in named:
                if name not in boards or named.count(name) > 1:
                    raise ValueError(f"dealer_errors names {name!r}, no board dealt once")
        if any(
            rule.cards == "shuffled-in-before-next" and rule.street == boards[-1]
            for rule in errors.early
        ):
            raise ValueError("no board follows the last one")
        return self


class Poker(FilingBase):
    """A game among the players for the pot."""

    kind: Literal["poker"]
    family: Literal["poker"]
    game: PokerGame

    @property
    def structures(self) -> list[Structure]:
        return self.game.structures.allowed

    @property
    def betting_rounds(self) -> list[tuple[str, str]]:
        return [
            (f"{s.label}, higher with an open pair" if s.double_bet else s.label, s.bet)
            for s in self.game.street
        ]

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        high, low = self.game.high, self.game.low
        if low is None:
            return {"Hands": chart(high.ranking)}
        return {"High hands": chart(high.ranking), "Low hands": chart(low.ranking)}

    @property
    def structures_cite(self) -> str:
        return str(self.game.structures.cite)

    @property
    def most_players(self) -> int:
        return self.game.players.most or self.table.seats

    def _unused(self) -> Iterator[BadValue]:
        yield from super()._unused()
        if self.deck.decks != [1, 1]:
            yield BadValue("poker is dealt from one deck", key="deck.decks")
        for half, rule in (("high", self.game.high), ("low", self.game.low)):
            said = rule is not None and self._unreadable(rule)
            if said:
                yield BadValue(said, code="deck-and-ranking", key=f"game.{half}.ranking")

    def _unreadable(self, hands: Hands) -> str:
        """Why the hands of this deck cannot be ranked so; empty where they can."""
        reads = READS[hands.ranking]
        cards = self.deck.cards()
        jokers = sum(card.is_joker for card in cards)
        ranks = {card.text[0] for card in cards if not card.is_joker}
        own = sum(
            len(street.cards) - (street.discard.count if street.discard else 0)
            for street in self.game.street
        )
        board = sum(street.board for street in self.game.street)
        if not cards:
            return f"hands are made of cards, not of {self.deck.kind!r}"
        if jokers > reads.jokers:
            can = "none" if not reads.jokers else str(reads.jokers)
            return f"the deck has {jokers} jokers, and {hands.ranking!r} can read {can}"
        if reads.ranks and ranks != {*reads.ranks}:
            return f"{hands.ranking!r} is for a deck of {reads.ranks}, and this one is another"
        if reads.low_to and len(ranks & {*reads.low_to}) < 5:
            return f"{hands.ranking!r} needs five ranks among {reads.low_to}, which the deck lacks"
        if reads.low_to and hands is self.game.high:
            return f"{hands.ranking!r} need not be made by anybody: it is for the low half alone"
        if hands.hole == "exactly-two":
            if hands.ranking not in TWO_AND_THREE:
                known = " or ".join(TWO_AND_THREE)
                return f"exactly two cards can be played with {known}, not with {hands.ranking!r}"
            if own < 2 or not 3 <= board <= 5:
                return f"two of {own} cards and three of a board of {board} make no hand"
        elif not reads.fewest <= own + board <= reads.most:
            span = f"{reads.fewest} to {reads.most}"
            return f"a hand has {own + board} cards at the end, and {hands.ranking!r} reads {span}"
        return ""

    def options_asked(self) -> Sequence[OptionUse]:
        blinds, uses = self.game.blinds, []
        if blinds is not None:
            uses.append(
                OptionUse(
                    name="heads_up_blinds",
                    where="game.blinds",
                    values=("letter", "custom"),
                    filed=blinds.heads_up,
                )
            )
        if self.game.bring_in is not None:
            uses.append(OptionUse(name="bring_in", values=("best", "worst")))
        return uses

    def own_buy_in(self, bet: int) -> tuple[Span, str] | None:
        """The least; that amounts are "generally" so leaves a player who brings more in peace."""
        rule = self.game.buy_in
        if rule is None:
            return None
        low = rule.amount.low if rule.amount else (rule.times_smallest_bet or 0) * bet
        return Span(low=low, high=None), str(rule.cite)
