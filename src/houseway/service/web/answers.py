"""What the service answers, for its OpenAPI description."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from houseway.service.people.acts import Act
from houseway.service.people.roles import Role


class Answered(BaseModel):
    model_config = ConfigDict(extra="allow")


class ErrorFacts(BaseModel):
    code: str
    message: str
    where: str
    cite: str


class ErrorAnswer(BaseModel):
    error: ErrorFacts


class AccountFacts(BaseModel):
    name: str
    chips: str
    role: Role
    password: bool
    second_factor: bool


class AccountAnswer(BaseModel):
    account: AccountFacts


class SessionAnswer(BaseModel):
    token: str
    account: AccountFacts


class SeatAnswer(BaseModel):
    table: str
    seat: int


class SeatFacts(SeatAnswer):
    stack: str


class MeAnswer(BaseModel):
    account: AccountFacts
    seats: list[SeatFacts]
    renew: bool


class TokenAnswer(BaseModel):
    token: str


class SessionLine(BaseModel):
    id: str
    began: str
    used: str
    address: str
    agent: str
    here: bool
    file: bool


class EnrolmentAnswer(BaseModel):
    secret: str
    address: str
    image: str


class InviteAnswer(EnrolmentAnswer):
    name: str
    role: Role


class StaffLine(BaseModel):
    name: str
    role: Role
    ready: bool


class ManagedAccount(BaseModel):
    """An account as the house sees it; `invited` is when its open invitation ends."""

    name: str
    role: Role
    since: str
    password: bool
    second_factor: bool
    invited: str | None
    sessions: int
    used: str | None


class ActLine(BaseModel):
    """Something that somebody who works here did."""

    number: int
    at: str
    by: str
    act: Act
    about: str
    facts: dict[str, Any]


class HiredAnswer(BaseModel):
    account: AccountFacts
    invite: str


class AFiling(Answered):
    id: str
    house: str
    title: str


class OfAFiling(Answered):
    filing: str
    house: str
    title: str
    family: str


class FilingLine(AFiling):
    kind: str
    family: str
    approval: str
    seats: int
    schedules: int
    deck: list[str]
    fees: list[str]
    bonus_bets: list[str]


class FoundIn(OfAFiling):
    """What one filing says on a question."""

    entries: list[dict[str, str]]
    unsaid: list[str]


class FamilyLine(BaseModel):
    family: str
    label: str
    kinds: list[dict[str, Any]]
    house_way: bool
    equity: bool


class TableLine(Answered):
    id: str
    filing: str
    title: str
    house: str
    kind: str
    family: str
    schedule: list[str]
    limits: str | None
    played_for: str
    decks: int
    seats: int
    taken: int
    people: int
    present: int
    bots: int
    spectators: int
    phase: str
    round: int
    pace: dict[str, float]
    pace_name: str
    private: bool


class HouseTable(TableLine):
    """A table as the house manages it: its setup, and what was chosen besides."""

    setup: dict[str, Any]
    wanted_bots: int
    closing: bool


class TriedTable(BaseModel):
    """A table as it would be opened."""

    setup: dict[str, Any]
    played_for: str
    seats: int
    bots: int


class ScheduleChoice(BaseModel):
    name: str
    words: str
    cite: str


class OptionChoice(BaseModel):
    name: str
    about: str
    values: list[bool | int | str]
    span: list[int] | None
    default: bool | int | str
    cite: str


class SetupChoices(BaseModel):
    """What a house may choose for a table of a filing, and what it usually does."""

    filing: str
    title: str
    house: str
    seats: int
    usual: dict[str, Any]
    schedules: list[ScheduleChoice]
    limits: bool
    options: list[OptionChoice]
    decks: list[int]
    dealt_from: list[str]
    structures: list[str]
    stakes: list[str]


class TableWhole(TableLine):
    felt: dict[str, Any]
    hints: dict[str, Any]
    buy_in: dict[str, str]
    stakes: dict[str, Any] | None
    readings: list[dict[str, str]]
    left_open: list[str]


class LockedTable(BaseModel):
    """A table whose records cannot be read to their end."""

    id: str
    filing: str
    opened: str
    why: ErrorFacts
    records: int
    good: int
    owed: dict[str, str]


class NotLoaded(BaseModel):
    """A file in a folder of filings that holds none."""

    file: str
    id: str
    error: dict[str, Any]


class RoundLine(BaseModel):
    round: int
    at: str
    outcome: Literal["settled", "void"]
    first: int
    last: int


class PlayedAt(BaseModel):
    """The table of a finished round, by its log: open still, or closed."""

    filing: str
    title: str
    house: str
    kind: str
    family: str
    seats: int
    felt: dict[str, Any]
    hints: dict[str, Any]
    closed: bool


class RoundAnswer(BaseModel):
    round: int
    setup: dict[str, Any]
    table: PlayedAt
    records: list[dict[str, Any]]


class OpenedPlace(BaseModel):
    """A card that the asker saw: its place in the promised order, and what proves it."""

    record: int
    position: int
    place: int
    card: str
    salt: str
    path: list[str]


class PromisedShuffle(BaseModel):
    shuffle: int
    root: str
    cards: int
    published: int
    at: str
    at_once: bool
    words: list[list[str]]
    dealt_before: int
    opened: list[OpenedPlace]


class ProofAnswer(BaseModel):
    round: int
    shuffles: list[PromisedShuffle]


class SettlementLine(Answered):
    seat: int
    bettor: str
    hand: int
    wager: str
    staked: str
    outcome: Literal["win", "lose", "push", "no_action"]
    odds: str | None
    net: str
    uncovered: str
    because: str
    cite: str


class SettlementAnswer(Answered):
    filing: str
    first_action: int | None
    lines: list[SettlementLine]
    net: dict[str, str]
    warnings: list[str]


class RulingLine(Answered):
    number: int
    link: str
    at: str
    by: str
    filing: str
    table: str
    names: str


class RulingWhole(RulingLine):
    note: str
    file: dict[str, Any]
    answer: dict[str, Any]


class SetAnswer(Answered):
    """As `houseway set --json`: the two parts by their names, and the row that decides."""

    row: str
    cite: str


class EquityAnswer(Answered):
    """As `houseway equity --json`."""

    filing: str
    board: str
    hands: dict[str, dict[str, float | None]]
    exact: bool
    standard_error: float | None
    runouts: int
    assumed: list[str]


class TableRecord(BaseModel):
    """A table past or present."""

    id: str
    filing: str
    title: str
    opened: str
    closed: str | None
    hands: int
    last: str | None
    private: bool
    remark: dict[str, Any] | None


class HandRecord(BaseModel):
    table: str
    hand: int
    at: str
    outcome: Literal["settled", "void"]


class HandFile(BaseModel):
    """A hand as a file, and how its name ends."""

    text: str
    suffix: str


class ReportAnswer(Answered):
    """As `houseway report --json`; `ok` if the count agrees."""

    ok: bool
    total: dict[str, Any]
    boxes: list[dict[str, Any]]
    rotation: list[dict[str, Any]]


class VerifiedAnswer(Answered):
    """As `houseway verify --json`."""

    ok: bool
    status: str
    lines: int
    rounds: int
    findings: list[dict[str, Any]]
    notes: list[str]


class SavedFiling(Answered):
    id: str
    file: str


class JobLine(Answered):
    id: str
    kind: str
    filing: str
    at: str
    state: str
    share: float
    name: str
    rounds: int


class JobWhole(JobLine):
    wish: dict[str, Any]
    turn: int
    own: bool
    error: dict[str, Any] | None
    result: dict[str, Any] | None


class FloorConsole(Answered):
    filing: str
    phase: str
    noticed: str
    kinds: list[dict[str, Any]]
    places: list[dict[str, Any]]
    people: list[dict[str, Any]]


class FloorOffer(Answered):
    kind: str
    what: str
    orders: list[dict[str, Any]]


class DisputeAnswer(BaseModel):
    filing: str
    file: dict[str, Any]


class OtherReadingTold(BaseModel):
    """Another reading or option, and the net of those whose money it would change, by bettor."""

    reading: str
    title: str
    option: str
    value: bool | int | str
    net: dict[str, str]


class ReadingsAnswer(BaseModel):
    round: int
    readings: list[OtherReadingTold]


class HindsightStep(BaseModel):
    """Parts of the pot by seat, after a record of the hand."""

    record: int
    shares: dict[str, float]


class HindsightAnswer(BaseModel):
    round: int
    steps: list[HindsightStep]


class HandAnswer(Answered):
    finishing_stacks: list[str | None]
    ruling: str = "settled"


class Healthy(BaseModel):
    ok: bool


class Ready(BaseModel):
    ready: bool
    store: bool
    tables: bool
    open: bool


class UnusualFinding(Answered):
    kind: str
    names: list[str]
    why: str


class UnusualAnswer(BaseModel):
    rounds: int
    findings: list[UnusualFinding]


class MoveWorth(BaseModel):
    """A choice: what it brings on average, what it costs against the best, in dollars and units."""

    move: str
    value: float
    cost: float
    units: float | None


class AdviceAnswer(Answered):
    hand: str
    best: str
    moves: list[MoveWorth]
    unit: str
    why: str
    how: str
    row: str
    cite: str
    facts: list[list[str]]


class SpotFacts(Answered):
    pays: list[dict[str, Any]]
    edge: float | None = None
    hit: float | None = None
    staked: float | None = None
    assumed: list[str] = []


class SpotsAnswer(BaseModel):
    counted: bool
    spots: dict[str, SpotFacts]
