"""What a procedure can ask for, and what it can announce.

A procedure is a generator. It yields a step and is sent the answer:

=========== ======================================= =========================
step        meaning                                 answer
=========== ======================================= =========================
`Deal`      cards or tiles to a place               a tuple of them
`Deals`     several of these, one after another     their tuples
`Lay`       piles are laid out face down            whether they are
`Roll`      the dice                                `Dice`
`Ask`       one seat chooses                        the move, a string
`AskAll`    several seats choose, shown together    moves by seat
`Show`      cards at a place are turned up          nothing
`Call`      the dealer says something               nothing
`Burn`      cards leave the deck unseen             nothing
`Reshuffle` cards go back and the deck is shuffled  nothing
`Take`      cards of a place are taken away, seen   nothing
`Void`      the round ends here and does not count  nothing follows
=========== ======================================= =========================

Steps and events are named tuples: a round makes a hundred of them, and they are five times
quicker to make than frozen dataclasses. A decision, which is read more often than made, has slots
and is not changed either. What the dealer only announces is the event as well.

Moves are written as in a round file: `"play"`, `"bet 4"`, `"double 5"`, `"set Kd Kc"`.

While a decision is open the dealer may declare an error (`DealerError`). The game says whether its
filing settles it (`Ask.errors`) and how (`Remedy`): steps that are carried out before the same
question is put again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import Card, Tile
from houseway.errors import Refused

if TYPE_CHECKING:
    from houseway.filings.schema.irregular import HouseOrder
    from houseway.rounds.events import Chose

Place = int | str  # a seat's number, or "bank", "board", "player", "banker"
Pieces = tuple[Card, ...] | tuple[Tile, ...]

EVERYONE: None = None  # cards dealt face up
NOBODY: tuple[int, ...] = ()


class Deal(NamedTuple):
    """`count` cards to a place. `seen_by` names the seats that may look; None means all."""

    to: Place
    count: int = 1  # type: ignore[assignment]  # not the tuple's method
    seen_by: tuple[int, ...] | None = None
    hand: int = 1
    cite: str = ""  # the clause that orders it, for a record that lacks the card
    if_given: bool = False  # nothing depends on it: dealt only where a record shows it
    on: str = ""  # the total it is drawn on, for a record that lacks the card
    pile: int = 0  # of those laid out, counted from 1, where they are


class Deals:
    """Cards to one place after another, which nobody decides between: a round of the deal.

    None of them is dealt only `if_given`.
    """

    __slots__ = ("columns", "deals", "singly")

    def __init__(self, deals: Iterable[Deal]) -> None:
        self.deals = tuple(deals)
        self.columns: tuple[tuple[Any, ...], ...] = tuple(zip(*self.deals, strict=True))
        self.singly = all(deal.count == 1 for deal in self.deals)


class Lay(NamedTuple):
    """So many piles of so many cards, face down before the house dealer.

    Each pile is laid at once, or with `there_and_back` a card to every pile from left to right,
    then from right to left. A source that knows only whose cards they became lays none.
    """

    piles: int
    cards: int
    there_and_back: bool = False

    def as_seen(self, viewer: int | None) -> Lay:  # noqa: ARG002
        return self


class Roll(NamedTuple):
    """So many dice are thrown; or a generator in their place shows a number from 1 to this."""

    count: int = 3  # type: ignore[assignment]  # not the tuple's method
    generator: int = 0


class Burn(NamedTuple):
    """Cards that leave the deck unseen: a burn, or the pile of a seat without a wager."""

    count: int = 1  # type: ignore[assignment]  # not the tuple's method
    place: Place | None = None
    pile: int = 0  # as in `Deal`

    def as_seen(self, viewer: int | None) -> Burn:  # noqa: ARG002
        return self


class Reshuffle(NamedTuple):
    """The rest of the deck is shuffled with these cards, and with the burns if said."""

    cards: tuple[Card, ...]
    burns: bool


class Take(NamedTuple):
    """Cards leave a place for good or go back to the deck; everybody has seen them."""

    place: Place
    cards: Pieces

    def as_seen(self, viewer: int | None) -> Take:  # noqa: ARG002
        return self


class Void(NamedTuple):
    """The round cannot be completed: a misdeal. Everything that was put up goes back."""

    why: str


class Show(NamedTuple):
    """Cards that lay face down are turned up for everybody."""

    place: Place
    cards: Pieces
    hand: int = 1

    def as_seen(self, viewer: int | None) -> Show:  # noqa: ARG002
        return self


class Call(NamedTuple):
    """Words of the house dealer."""

    text: str

    def as_seen(self, viewer: int | None) -> Call:  # noqa: ARG002
        return self


class Beyond(NamedTuple):
    """Legal moves too many to list: amounts, settings, cards.

    `objection(move)` says why a move that is not listed is refused, or None where it is legal.
    """

    objection: Callable[[str], Refused | None] | None = None
    verbs: tuple[str, ...] = ()  # their first words, as ("double", "insure")


class Written(NamedTuple):
    """How the words of a record, which leaves out what is forced, are matched to a decision."""

    never: tuple[str, ...] = ()  # legal words a record never means here: a forced choice
    loose: bool = False  # other words may be meant for a later decision
    later: tuple[str, ...] = ()  # of those, words that are rather meant for a later one


NO_OTHERS, AS_MADE = Beyond(), Written()


@dataclass(slots=True)
class Ask:
    """A seat's decision.

    `choices` lists the legal moves where they are few, `beyond` gives the others. `default` is
    what happens if the seat says nothing; a decision without one must be made. `facts` are for
    people and bots, nothing hidden. `cite` is the clause that gives the choice, for a record that
    lacks or misses it. `event` makes the event of a legal move that does not simply say it to
    everybody; `ready` has those of legal moves that make the same one every time. `errors` is
    what is done about an error the dealer declares meanwhile.
    """

    seat: int
    kind: str
    choices: tuple[str, ...]
    _: KW_ONLY
    beyond: Beyond = NO_OTHERS
    default: str | None = None
    hand: int = 1
    facts: Mapping[str, Any] = field(default_factory=dict)
    cite: str = ""
    event: Callable[[Ask, str], Chose] | None = None
    ready: Mapping[str, Chose] = field(default_factory=dict)
    written: Written = AS_MADE
    errors: Errors | None = None

    def to_each(self, ready: Mapping[int, Mapping[str, Chose]]) -> list[Ask]:
        """The same question to other seats, each with the events that are ready for it."""
        return [replace(self, seat=seat, ready=events) for seat, events in ready.items()]

    def refuses(self, move: str) -> Refused | None:
        """Why a move is not legal, or None."""
        if move in self.ready or move in self.choices:
            return None
        if self.beyond.objection is not None:
            return self.beyond.objection(move)
        return Refused(
            "not-a-choice",
            f"{move!r} is not open to seat {self.seat} now; open are {', '.join(self.choices)}",
            where=f"seat {self.seat}",
            cite=self.cite,
        )

    def takes(self, move: str) -> bool:
        """Whether a written move speaks to this decision at all (legal or not)."""
        word = move.partition(" ")[0]
        if word in self.written.never:
            return False
        return move in self.choices or word in self.beyond.verbs


class Put(NamedTuple):
    """What a choice put in, and what then lies before the seat, in cents."""

    paid: int
    to: int
    all_in: bool = False


class AskAll(NamedTuple):
    """Decisions made by several seats at once, in any order, and revealed together."""

    asks: tuple[Ask, ...]


Step = Deal | Deals | Lay | Roll | Burn | Reshuffle | Take | Void | Show | Call | Ask | AskAll
Procedure = Generator[Step, Any, Any]


class DealerError(NamedTuple):
    """An error the dealer declares: of what kind, where, and what is to be known about it."""

    kind: str
    place: Place | None = None  # whose cards; a bettor's name as "3/Ann" where only chips count
    number: int = 0  # which card, counted from 1, or how many there were
    lay: str = ""  # a hand as it lay, as "set Kd Kc"
    move: str = ""  # and as it is set now


class Remedy(NamedTuple):
    """What the filing orders for an error.

    `steps` is carried out at once. It gives the answer to the open question where that is
    settled with it, or None: the same question is put again.
    """

    says: str  # as the dealer calls it
    cite: str
    steps: Procedure
    cards: Pieces = ()  # those the error has shown to everybody
    order: HouseOrder | None = None  # what is ordered, as data


# The round so far decides with the error: what was dealt last, who has acted.
Errors = Callable[[DealerError, Sequence[Any]], Remedy | Refused]

POINTLESS = ""  # an answer of a remedy: the question has nobody left to answer it
