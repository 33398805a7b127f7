"""The bank, and a round against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from houseway.table.codec import (
    Amounts,
    EventField,
    LayoutField,
    Lines,
    MaybeNames,
    Money,
    Moved,
    Names,
    Unshown,
)
from houseway.table.records.base import Record

# The bank.


@dataclass(frozen=True, slots=True)
class BankOffered(Record):
    """Somebody is asked; `spared` are those before them who have not seen a hand yet."""

    seat: int
    name: str
    turn: int
    spared: Names = ()


@dataclass(frozen=True, slots=True)
class BankDeclined(Record):
    seat: int
    name: str
    why: str = "declined"


@dataclass(frozen=True, slots=True)
class BankTaken(Record):
    """The bank's wager for one hand, its first or second turn."""

    seat: int
    name: str
    turn: int
    wager: Money
    moves: Moved


@dataclass(frozen=True, slots=True)
class BankRefused(Record):
    """Everybody was asked and nobody takes the bank; where filed so, the game is broken."""

    broken: bool
    cite: str = ""


# A round.


@dataclass(frozen=True, slots=True)
class Wagered(Record):
    """All that a bettor now has on a seat's spots; less than before is taken back."""

    bettor: str
    name: str
    wagers: Amounts
    moves: Moved


@dataclass(frozen=True, slots=True)
class FreeCollectionUsed(Record):
    """A free-collection button is handed in for a seat's next fee."""

    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class FreeCollectionEarned(Record):
    """A hand got no action; the button holds at this table under these limits and schedule."""

    name: str
    seat: int
    limits: str
    schedule: Names
    cite: str


@dataclass(frozen=True, slots=True)
class FreeCollectionLapsed(Record):
    """The round a button was for is over, and it was not handed in."""

    name: str
    cite: str


@dataclass(frozen=True, slots=True)
class NoMoreBets(Record):
    round: int
    turn: int
    bank_wager: Money
    layout: LayoutField


@dataclass(frozen=True, slots=True)
class FeesTaken(Record):
    """The collection of a hand, by the total action; `waived` was paid with a button."""

    round: int
    schedule: str
    action: Money
    bank: Money
    seats: Amounts
    waived: Amounts = field(default_factory=dict)
    moves: Moved = ()
    jackpot: Amounts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shuffled(Record):
    """The order of the cards, readable by nobody. `deck` counts the sets used in turn."""

    secret: ClassVar[bool] = True
    deck: int
    order: str
    cut: int  # how many cards lie before the cut card
    burned: int = 0  # of the first ones, when a shoe begins


@dataclass(frozen=True, slots=True)
class Reshuffled(Record):
    """The deck was shuffled in the middle of a hand; the order it goes on with.

    `salt` is the secret of the commitment to it, where the table commits.
    """

    secret: ClassVar[bool] = True
    order: str
    salt: str = ""


@dataclass(frozen=True, slots=True)
class Prepared(Record):
    """The house's part of the next shuffle, and the secret of the commitment to it."""

    secret: ClassVar[bool] = True
    order: str
    salt: str


@dataclass(frozen=True, slots=True)
class Committed(Record):
    """The commitment to a shuffle, for all to keep: to the next one, or to the cards that a hand
    goes on with (`at_once`). `shuffle` counts them."""

    shuffle: int
    cards: int
    root: str
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class WordAdded(Record):
    """A player's word for the shuffle that was committed to last."""

    name: str
    shuffle: int
    word: str


@dataclass(frozen=True, slots=True)
class Happened(Record):
    """A step of the round. `eyes` names those who may see all of it; None means everybody."""

    event: EventField
    eyes: MaybeNames = None


@dataclass(frozen=True, slots=True)
class TimedOut(Record):
    """A player did not answer in time, or has left: the next choice is the quietest legal one."""

    name: str
    seat: int
    why: str = "no answer"


@dataclass(frozen=True, slots=True)
class StakeAdded(Record):
    """Chips put to a wager during the round by a choice of its seat.

    `hand` is the one the choice was about; what a split puts down lies on the hand after it.
    """

    seat: int
    hand: int
    move: str
    moves: Moved
    wager: str = ""  # "play", "insurance", or the wager that was raised


@dataclass(frozen=True, slots=True)
class Settled(Record):
    round: int
    first_action: int | None
    lines: Lines
    net: Amounts
    bank_left: Money
    moves: Moved
    house_way: Mapping[str, str] = field(default_factory=dict)
    warnings: Names = ()
    unshown: Unshown = None


@dataclass(frozen=True, slots=True)
class RoundVoided(Record):
    """A hand that could not be completed: every wager and every fee goes back.

    `round` is 0 where it was void before the deal. `fault` is for those who mend the program,
    and may name cards that nobody has seen.
    """

    round: int
    reason: str
    moves: Moved
    fault: str = ""
