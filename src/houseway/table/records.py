"""What a table writes down: one frozen record for everything that happens at it.

Records are facts. A table's state is what they add up to; nothing else is kept. Those that move
chips say how (`moves`), from account to account, so that the ledger follows from them alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from typing import Annotated, Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

from houseway.errors import HousewayError
from houseway.filings.schema.base import dollars
from houseway.rounds.events import Chose
from houseway.table.codec import (
    PLAIN,
    Amounts,
    Codec,
    EventField,
    LayoutField,
    Lines,
    MaybeNames,
    Money,
    MoneyList,
    Moved,
    Names,
    Numbers,
    RulesField,
    SetupField,
    Unshown,
    read_money,
)
from houseway.table.shapes import fits

VERSION = 3  # of the format; an entry that does not say is of the first
KINDS: dict[str, type[Record]] = {}  # by the name a log uses


@dataclass(frozen=True, slots=True)
class Record:
    """Something that happened. `secret` ones are readable by no seat."""

    kind: ClassVar[str] = ""
    secret: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        KINDS[cls.kind] = cls


# The table and the people at it.


@dataclass(frozen=True, slots=True)
class Opened(Record):
    """The header: the rules of the table, whole and by their hash, and the program's version.

    Up to version 2 of the format a log had their hash only; where nobody knows any more what it
    stood for, there are no `rules`.

    With `authors` the log says who gave each command, and of each settlement which hands were
    not shown. Logs of 0.1.0 do not, and a table goes on as its log began. With `committed` every
    shuffle is promised before it is dealt.
    """

    version: str
    fingerprint: str
    setup: SetupField
    authors: bool = False
    committed: bool = False
    rules: RulesField = None


@dataclass(frozen=True, slots=True)
class TermsChanged(Record):
    """Another schedule, other limits or options, from the next hand on."""

    fingerprint: str
    setup: SetupField


@dataclass(frozen=True, slots=True)
class Sat(Record):
    name: str
    seat: int
    bot: bool = False
    third_party: bool = False  # a proposition player of a third-party provider
    unseen: bool = False  # has not seen a hand yet, here or elsewhere: the bank passes them by


@dataclass(frozen=True, slots=True)
class Came(Record):
    """One who stands behind and bets on other people's hands."""

    name: str
    bot: bool = False
    third_party: bool = False


@dataclass(frozen=True, slots=True)
class SatOut(Record):
    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class SatIn(Record):
    name: str


@dataclass(frozen=True, slots=True)
class Leaving(Record):
    """Goes as soon as the round is settled; until then nothing more is asked of them."""

    name: str


@dataclass(frozen=True, slots=True)
class Left(Record):
    name: str


@dataclass(frozen=True, slots=True)
class BoughtIn(Record):
    name: str
    amount: Money
    moves: Moved


@dataclass(frozen=True, slots=True)
class CashedOut(Record):
    name: str
    amount: Money
    moves: Moved


@dataclass(frozen=True, slots=True)
class Correction(Record):
    """A decision of the floor about an earlier record, which itself stays as it is."""

    of: int
    reason: str
    moves: Moved = ()


@dataclass(frozen=True, slots=True)
class FloorActed(Record):
    """Something the floor did at the table, whose author the entry names, and why.

    `act` is `note`, `time` (a decision is given its time again), `unseat`, `seat`, `ruled` (what
    the filing orders is told and moves nothing) or `deck-change`; `name` and `seat` say of whom.
    """

    act: str
    reason: str
    name: str = ""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class TimeDue(Record):
    """A collection by the clock has fallen due; it is taken before the next hand."""

    period: int


@dataclass(frozen=True, slots=True)
class TimeTaken(Record):
    """The collection by the clock, from each active player."""

    period: int
    fees: Amounts
    moves: Moved


@dataclass(frozen=True, slots=True)
class Closed(Record):
    """The table is closed; nothing follows. `entries` counts the records before this one."""

    entries: int


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


# A poker hand.


@dataclass(frozen=True, slots=True)
class ButtonDrawn(Record):
    """A card each for the button when a game opens, by seat."""

    seat: int
    cards: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EntryChosen(Record):
    """How a new or returning player wants to be dealt in, or that one would straddle."""

    name: str
    entry: str


@dataclass(frozen=True, slots=True)
class HandStarted(Record):
    """Who is dealt in, the first one dealt to first, with what; what is posted; the fee's option.

    A blind below zero is a post that does not move the opening of the action.
    """

    round: int
    button: int | None
    seats: Numbers
    stacks: MoneyList
    antes: MoneyList = ()
    blinds: MoneyList = ()
    schedule: str = ""
    weekday: str = ""
    point_value: Money = 0  # of Chinese poker
    fantasy_land: Numbers = ()
    kill: int = 0  # the seat that killed the pot; 0: nobody
    carried: Money = 0  # what stayed in the pot from the hand before


@dataclass(frozen=True, slots=True)
class ChipsMoved(Record):
    """Bets to the pot, fees to the drop box, uncalled bets back.

    `by` is the seat whose choice moved them, which has said itself what it paid.
    """

    moves: Moved
    by: int | None = None


class Award(NamedTuple):
    """What a seat gets for `high`, for `low`, or the whole `pot` when all others folded."""

    seat: int
    half: str
    amount: int
    hand: str = ""  # what was shown, in the dealer's words
    cite: str = ""


def _write_awards(awards: tuple[Award, ...]) -> list[dict[str, Any]]:
    return [
        {"seat": a.seat, "for": a.half, "amount": dollars(a.amount)}
        | ({"hand": a.hand, "cite": a.cite} if a.hand else {})
        for a in awards
    ]


def _read_awards(written: list[dict[str, Any]]) -> tuple[Award, ...]:
    return tuple(
        Award(a["seat"], a["for"], read_money(a["amount"]), a.get("hand", ""), a.get("cite", ""))
        for a in written
    )


@dataclass(frozen=True, slots=True)
class HandSettled(Record):
    round: int
    fee: Money
    awards: Annotated[tuple[Award, ...], Codec(_write_awards, _read_awards)]
    stacks: MoneyList
    moves: Moved
    unshown: Unshown = None
    carried: Money = 0  # what stays in the pot for the next hand
    jackpot: Money = 0


class PointsLine(NamedTuple):
    """Two seats compared: points the first wins net, and what was paid to it for them."""

    first: int
    second: int
    points: int
    paid: int
    because: str
    cite: str


def _write_points(lines: tuple[PointsLine, ...]) -> list[dict[str, Any]]:
    return [line._asdict() | {"paid": dollars(line.paid)} for line in lines]


def _read_points(written: list[dict[str, Any]]) -> tuple[PointsLine, ...]:
    return tuple(PointsLine(**(line | {"paid": read_money(line["paid"])})) for line in written)


@dataclass(frozen=True, slots=True)
class PointsSettled(Record):
    """The end of a hand of Chinese poker; `fantasy_land` names the seats that go there."""

    round: int
    points: Annotated[tuple[PointsLine, ...], Codec(_write_points, _read_points)]
    stacks: MoneyList
    moves: Moved
    fantasy_land: Numbers = ()
    unshown: Unshown = None


# The cage of a cardroom, which keeps a log of its own.


@dataclass(frozen=True, slots=True)
class CageOpened(Record):
    """The header of the cage's log: what lay in each account when it was begun."""

    secret: ClassVar[bool] = True

    version: str
    accounts: Amounts


@dataclass(frozen=True, slots=True)
class AccountMoved(Record):
    """Chips into an account, or out of it below zero, and what then lies there.

    `table` and `number` name the record of a table that bought them or brought them back.
    """

    secret: ClassVar[bool] = True

    account: str
    amount: Money
    balance: Money
    reason: str
    table: str = ""
    number: int | None = None


# Entries: records with their number and time.


class Entry(NamedTuple):
    """A record as it stands in the log. `more` says that others of the same command follow.

    `author` is the person who gave the command; nobody is the house, which plays the bots.
    `version` is that of the format it was written in; `histories.versions` brings old ones up.
    """

    number: int
    at: str
    record: Record
    more: bool = False
    author: str = ""
    version: int = VERSION


_ENTRY = (("number", int), ("at", str), ("more", bool), ("author", str), ("version", int))
_CODECS: dict[str, tuple[tuple[str, Codec, Any], ...]] = {}


def _codecs(kind: type[Record]) -> tuple[tuple[str, Codec, Any], ...]:
    """Name, codec and default of every field."""
    known = _CODECS.get(kind.kind)
    if known is not None:
        return known
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for one in fields(kind):
        hint = hints[one.name]
        codec = PLAIN
        if get_origin(hint) is Annotated:
            codec = next(extra for extra in get_args(hint)[1:] if isinstance(extra, Codec))
        default = one.default
        if one.default_factory is not MISSING:
            default = one.default_factory()
        found.append((one.name, codec, default))
    _CODECS[kind.kind] = tuple(found)
    return _CODECS[kind.kind]


def write_record(record: Record) -> dict[str, Any]:
    """A record as JSON; fields that have their default value are left out."""
    written: dict[str, Any] = {"kind": record.kind}
    for name, codec, default in _codecs(type(record)):
        value = getattr(record, name)
        if value != default:
            written[name] = codec.write(value)
    return written


def read_record(written: Mapping[str, Any]) -> Record:
    kind = KINDS.get(written.get("kind", ""))
    if kind is None:
        raise ValueError(f"{written.get('kind')!r} is no kind of record")
    given = {name: codec.read(written[name]) for name, codec, _ in _codecs(kind) if name in written}
    return kind(**given)


def write_entry(entry: Entry) -> dict[str, Any]:
    """An entry as the JSON object of its line."""
    written: dict[str, Any] = {"n": entry.number, "v": VERSION, "at": entry.at}
    if entry.more:
        written["more"] = True
    if entry.author:
        written["author"] = entry.author
    return written | write_record(entry.record)


def read_entry(written: Any) -> Entry:
    """The entry of a JSON object; a ValueError if it is none, whatever it holds."""
    try:
        record, get = read_record(written), written.get
        entry = Entry(
            written["n"], written["at"], record, get("more", False), get("author", ""), get("v", 1)
        )
    except (AttributeError, ArithmeticError, HousewayError, LookupError, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None
    wrong = [name for name, hint in _ENTRY if not fits(getattr(entry, name), hint)]
    wrong += [] if fits(entry.record, type(entry.record)) else [entry.record.kind]
    if wrong:
        raise ValueError(f"{wrong[0]!r} does not hold what it should")
    if not 1 <= entry.version <= VERSION:
        raise ValueError(
            f"it is of version {entry.version} of the format and this program reads up to {VERSION}"
        )
    if _version_of(record) > entry.version:
        raise ValueError(f"it says what version {entry.version} of the format could not")
    datetime.fromisoformat(entry.at)
    return entry


def _version_of(record: Record) -> int:
    """The version of the format that was the first to say what a record says."""
    more = False
    match record:
        case Opened(rules=rules):
            return 1 if rules is None else 3
        case Happened(Chose(put=put, number=number)):
            more = put is not None or number is not None
        case ChipsMoved(by=by):
            more = by is not None
        case StakeAdded(wager=wager):
            more = bool(wager)
    return 2 if more else 1
