"""What clients may say: the commands of a table's socket and the bodies of HTTP requests."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from houseway.errors import HousewayError, Refused
from houseway.filings.schema.base import cents
from houseway.reading import MOST_DEEP, parse_json
from houseway.service.settings import Pace, PaceName

# What may be said at a table; how it is put into words is the page's.
Phrase = Literal[
    "hello", "good-luck", "nice-hand", "well-played", "unlucky", "thank-you", "one-moment",
    "back-soon", "good-night",
]  # fmt: skip
MOST_CENTS = 1_000_000_000  # ten million dollars: more than any table needs


_SURROGATE = re.compile("[\ud800-\udfff]")
_DOLLARS = re.compile(r"[0-9]{1,8}(\.[0-9]{1,2})?")


def _money(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError('an amount is written in dollars, as "12.50" or 12')
    if isinstance(value, str) and not _DOLLARS.fullmatch(value):
        raise ValueError('an amount is written in dollars, as "12.50" or 12')
    amount = cents(value) if isinstance(value, str) else 100 * value
    if not 0 <= amount <= MOST_CENTS:
        raise ValueError("an amount is between nothing and ten million dollars")
    return amount


Amount = Annotated[
    int,
    BeforeValidator(_money),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9]{1,8}(\.[0-9]{2})?$"}),
]
CommandId = Annotated[str, Field(pattern=r"^[!-~]{1,64}$")]
SeatNumber = Annotated[int, Field(ge=1, le=20)]
Token = Annotated[str, Field(pattern=r"^[!-~]{16,128}$")]
Wagers = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=40)], Amount], Field(max_length=12)
]


def _can_be_kept(given: Any, deep: int = MOST_DEEP) -> bool:
    """PostgreSQL keeps no NUL in a text, half of a surrogate pair is no text at all, and what is
    nested too deep fails somewhere."""
    if isinstance(given, str):
        return "\0" not in given and (given.isascii() or not _SURROGATE.search(given))
    if isinstance(given, dict):
        given = [*given, *given.values()]
    if not isinstance(given, list):
        return True
    return deep > 0 and all(_can_be_kept(one, deep - 1) for one in given)


class Said(BaseModel):
    """A message of a client. Unknown keys are refused: a misspelt one must not pass silently."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, given: Any) -> Any:
        if not _can_be_kept(given):
            raise ValueError("this holds a character that no store can keep, or is nested too deep")
        return given


class _Command(Said):
    id: CommandId


class Hello(_Command):
    do: Literal["hello"]
    token: Token | None = None
    last: Annotated[int, Field(ge=-1)] | None = None


class Sit(_Command):
    do: Literal["sit"]
    seat: SeatNumber
    buy_in: Amount | None = None
    third_party: bool = False


class Come(_Command):
    do: Literal["come"]
    buy_in: Amount | None = None
    third_party: bool = False


class Chips(_Command):
    """From the account to the stack, or back."""

    do: Literal["buy_in", "cash_out"]
    amount: Amount


class Wager(_Command):
    do: Literal["wager"]
    wagers: Wagers
    seat: SeatNumber | None = None
    round: Annotated[int, Field(ge=0)] | None = None


class AtSeat(_Command):
    """About the wagers at a seat: they go back, or a button pays their fee."""

    do: Literal["take_back", "use_button"]
    seat: SeatNumber | None = None


class TakeBank(_Command):
    do: Literal["take_bank"]
    wager: Amount


class Ready(_Command):
    """Nothing more to bet, or to look at, before the hand of this number."""

    do: Literal["ready"]
    round: Annotated[int, Field(ge=0)] | None = None


class Answer(_Command):
    do: Literal["answer"]
    move: Annotated[str, Field(min_length=1, max_length=400)]
    seat: SeatNumber | None = None
    ask: Annotated[str, Field(max_length=40)] | None = None


class Enter(_Command):
    do: Literal["enter"]
    entry: Annotated[str, Field(max_length=40)]


class AddWord(_Command):
    """A word of one's own for the next shuffle."""

    do: Literal["add_word"]
    word: Annotated[str, Field(min_length=1, max_length=40)]


class Say(_Command):
    """One of the phrases that may be said at a table."""

    do: Literal["say"]
    phrase: Phrase


class Declare(_Command):
    """The house declares an error of the dealer; the filing says what is done about it."""

    do: Literal["declare"]
    kind: Annotated[str, Field(max_length=40)]
    place: SeatNumber | Annotated[str, Field(min_length=1, max_length=60)] | None = None
    number: Annotated[int, Field(ge=0, le=52)] = 0
    lay: Annotated[str, Field(max_length=60)] = ""
    move: Annotated[str, Field(max_length=60)] = ""


Reason = Annotated[str, Field(min_length=1, max_length=200)]
PatronName = Annotated[str, Field(min_length=1, max_length=40)]


class Void(_Command):
    """The floor ends a hand; everything goes back."""

    do: Literal["void"]
    reason: Reason


class PaymentMove(Said):
    """Chips that go from one person at the table to another."""

    source: PatronName
    target: PatronName
    amount: Amount


class Correct(_Command):
    """The floor puts a payment right that an earlier record tells of."""

    do: Literal["correct"]
    of: Annotated[int, Field(ge=0)]
    reason: Reason
    moves: Annotated[list[PaymentMove], Field(max_length=20)] = []


class RestoreTime(_Command):
    """The floor gives a decision its time again."""

    do: Literal["restore_time"]
    seat: SeatNumber
    reason: Reason


class Unseat(_Command):
    """The floor takes somebody off the table."""

    do: Literal["unseat"]
    name: PatronName
    reason: Reason


class SeatSomebody(_Command):
    """The floor gives a seat to somebody who watches."""

    do: Literal["seat"]
    name: PatronName
    seat: SeatNumber
    reason: Reason
    buy_in: Amount | None = None


class Note(_Command):
    """The floor writes something down, for everybody to read."""

    do: Literal["note"]
    text: Reason


FloorCommand = Declare | Void | Correct | RestoreTime | Unseat | SeatSomebody | Note


class Simple(_Command):
    """A command that is only a word."""

    do: Literal[
        "leave", "sit_out", "sit_in", "decline_bank", "resync", "ping",
    ]  # fmt: skip


Command = (
    Hello | Sit | Come | Chips | Wager | AtSeat | TakeBank | Ready
    | Answer | Enter | AddWord | Say | FloorCommand | Simple
)  # fmt: skip

_COMMAND: TypeAdapter[Command] = TypeAdapter(Annotated[Command, Field(discriminator="do")])


def read_command(text: str) -> Command:
    """A message of a socket, or why it is none."""
    try:
        data = parse_json(text, exact=False)
    except HousewayError:
        raise Refused("bad-request", "a message is one JSON object", where="message") from None
    if not isinstance(data, dict):
        raise Refused("bad-request", "a message is one JSON object", where="message")
    try:
        return _COMMAND.validate_python(data)
    except ValidationError as error:
        raise explain(error) from None
    except RecursionError:
        raise Refused("bad-request", "a message is not nested so deep", where="message") from None


def command_id(text: str) -> str:
    """The id of a message that was refused, so that its sender can tell which it was."""
    try:
        found = parse_json(text, exact=False)["id"]
    except (HousewayError, KeyError, TypeError):
        return ""
    return found[:64] if isinstance(found, str) else ""


def explain(error: ValidationError) -> HousewayError:
    """The first defect of a message, in words."""
    detail = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in detail["loc"][1:]) or "message"
    messages = {
        "extra_forbidden": "there is no such key; check its spelling",
        "missing": "this is required",
        "union_tag_invalid": "this is no command; the protocol lists them under `do`",
        "union_tag_not_found": "a message says what to `do`",
    }
    message = messages.get(detail["type"], detail["msg"].removeprefix("Value error, "))
    return Refused("bad-request", message, where=where)


# HTTP.


class NewGuest(Said):
    name: Annotated[str, Field(min_length=1, max_length=80)]


Secret = Annotated[str, Field(min_length=1, max_length=400)]
AppCode = Annotated[str, Field(pattern=r"^ ?[0-9]{3} ?[0-9]{3} ?$")]


class Password(Said):
    password: Secret
    old: Secret | None = None  # the one to be replaced


class OldPassword(Said):
    password: Secret


class Code(Said):
    code: AppCode


class PasswordAndCode(Said):
    password: Secret
    code: AppCode


class Login(Said):
    name: Annotated[str, Field(min_length=1, max_length=80)]
    password: Secret
    code: AppCode | None = None


class Invite(Said):
    invite: Token


class Accept(Said):
    invite: Token
    password: Secret
    code: AppCode


class NewStaff(Said):
    name: Annotated[str, Field(min_length=1, max_length=80)]
    role: Literal["floor", "office"]


class NewRole(Said):
    role: Literal["floor", "office"]


FilingId = Annotated[str, Field(min_length=3, max_length=100)]


class QuickSeat(Said):
    filing: FilingId | None = None
    family: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    buy_in: Amount | None = None
    pace: PaceName | None = None  # None: any
    private: bool = False  # a new table, that others find by its link alone


class PaceChoice(Said):
    """Within bounds, so that no table stands still or races."""

    bet_seconds: Annotated[float, Field(ge=1, le=120)] | None = None
    act_seconds: Annotated[float, Field(ge=1, le=300)] | None = None
    extra_seconds: Annotated[float, Field(ge=0, le=600)] | None = None
    offer_seconds: Annotated[float, Field(ge=1, le=120)] | None = None
    bot_seconds: Annotated[float, Field(ge=0, le=10)] | None = None
    pause_seconds: Annotated[float, Field(ge=0, le=60)] | None = None
    back_seconds: Annotated[float, Field(ge=0, le=120)] | None = None

    def over(self, usual: Pace) -> Pace:
        """The usual pace with what was chosen."""
        return replace(usual, **self.model_dump(exclude_none=True))


Option = bool | int | Annotated[str, Field(max_length=60)]
Stake = Amount | list[Any] | str


Cards = Annotated[str, Field(max_length=200)]


class HandToSet(Said):
    filing: FilingId
    cards: Cards


class EquityWish(Said):
    filing: FilingId
    hands: Annotated[list[Cards], Field(min_length=1, max_length=10)]
    board: Cards = ""
    dead: Cards = ""
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1


class NewRuling(Said):
    """A dispute to be ruled and kept: its facts, and words for the record."""

    file: dict[str, Any]
    table: Annotated[str, Field(max_length=60)] = ""
    names: Annotated[str, Field(max_length=300)] = ""
    note: Annotated[str, Field(max_length=1000)] = ""


Dollars = Annotated[float, Field(gt=0, le=10**9)]
Chance = Annotated[float, Field(gt=0, lt=1)]
Named = Annotated[str, Field(max_length=60)]


class NewJob(Said):
    """Long work: a simulation, the book of a bank, the banks of all houses, or a game's odds."""

    kind: Literal["simulate", "bank", "league", "odds"]
    filing: FilingId | Literal[""] = ""
    table: Annotated[dict[str, Any], Field(max_length=20)] = {}  # as a table file
    seats: SeatNumber | None = None
    bank: Annotated[list[Dollars], Field(max_length=12)] = []
    schedule: Annotated[list[Named], Field(max_length=12)] = []
    play: Literal["", "best", "chart", "bot", "mix"] = ""
    rounds: Annotated[int, Field(ge=1, le=10**9)] = 1_000_000
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1
    # Of the book alone.
    bankroll: Annotated[list[Dollars], Field(max_length=40)] = []
    ruin: Annotated[list[Chance], Field(max_length=10)] = []
    clauses: Literal["", "none", "options", "all"] = ""
    # Of all houses alone: what every player bets.
    wager: Annotated[int, Field(ge=1, le=100_000)] = 25
    # Of odds alone.
    decks: Annotated[int, Field(ge=1, le=12)] | None = None
    option: Annotated[list[Named], Field(max_length=20)] = []  # NAME=VALUE


class JobAhead(Said):
    """What somebody may ask for next."""

    filing: FilingId


class DraftText(Said):
    """A draft of a filing, TOML."""

    text: Annotated[str, Field(max_length=60_000)]


class DraftDeal(DraftText):
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1
    seats: SeatNumber | None = None


class DraftComparison(DraftText):
    against: FilingId


class DraftSign(DraftText):
    schedule: Annotated[list[Named], Field(max_length=12)] = []
    limits: Annotated[str, Field(max_length=30)] = ""


class SavedDraft(DraftText):
    replace: bool = False


class SavedJob(Said):
    name: Annotated[str, Field(min_length=1, max_length=100)]


Schedules = Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=12)] | str | int


Day = Annotated[str, Field(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
TableName = Annotated[str, Field(pattern="^[0-9A-Za-z]{1,40}$")]


class ReportWish(Said):
    """Over some tables, or all that were open in a time; against a count sheet, or none."""

    tables: Annotated[list[TableName], Field(max_length=1000)] = []
    since: Day = ""
    until: Day = ""
    counted: Annotated[str, Field(max_length=60_000)] | dict[str, Any] | None = None


class NewTable(Said):
    filing: FilingId
    table: Annotated[str, Field(pattern="^[0-9A-Za-z]{1,40}$")] | None = None  # None: any name
    schedule: Schedules = []
    limits: Annotated[str, Field(max_length=30)] | None = None
    options: Annotated[dict[str, Option], Field(max_length=20)] = {}
    decks: Annotated[int, Field(ge=1, le=12)] | None = None
    dealt_from: Annotated[str, Field(max_length=30)] = ""
    stakes: Annotated[dict[str, Any], Field(max_length=12)] = {}
    seats: SeatNumber | None = None
    bots: Annotated[int, Field(ge=0, le=12)] | None = None
    pace: PaceName | PaceChoice = PaceChoice()
    private: bool = False  # found by its link alone

    def schedules(self) -> tuple[str, ...]:
        return _named(self.schedule)


class ChangedTable(Said):
    """What is given changes; everything else stays."""

    schedule: Schedules = []
    limits: Annotated[str, Field(max_length=30)] | None = None
    options: Annotated[dict[str, Option], Field(max_length=20)] = {}
    decks: Annotated[int, Field(ge=1, le=12)] | None = None
    dealt_from: Annotated[str, Field(max_length=30)] = ""
    stakes: Annotated[dict[str, Any], Field(max_length=12)] = {}
    seats: SeatNumber | None = None
    bots: Annotated[int, Field(ge=0, le=12)] | None = None
    pace: PaceName | None = None
    private: bool | None = None

    def terms(self) -> dict[str, Any]:
        """The rules among them, as a setup has them."""
        given = {name: getattr(self, name) for name in self.model_fields_set & _TERMS}
        return given | ({"schedule": _named(self.schedule)} if "schedule" in given else {})


_TERMS = {"schedule", "limits", "options", "decks", "dealt_from", "stakes"}


def _named(schedule: list[str] | str | int) -> tuple[str, ...]:
    given = schedule if isinstance(schedule, list) else [schedule]
    return tuple(str(one) for one in given if one != "")
