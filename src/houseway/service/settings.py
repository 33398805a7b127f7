"""What a cardroom is started with: where it keeps things, how fast it plays, what it bounds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Final, Literal

from houseway.cards.deck import Chance, system_source
from houseway.service.clock import Clock


def data_folder() -> Path:
    """The user's data folder for this program, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if base else Path.home() / ".local" / "share"
    return root / "houseway"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'cardroom.db'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How a table's time runs, in seconds."""

    bet_seconds: float = 20  # the window for wagers
    act_seconds: float = 30  # to decide, before extra time is used
    extra_seconds: float = 60  # a player's bank of extra time at a table
    offer_seconds: float = 20  # to take or decline the bank
    bot_seconds: float = 1.0  # how long a bot seems to think, about
    pause_seconds: float = 5  # after a settlement
    back_seconds: float = 5  # for a lost line to come back; after that nobody waits for it

    def called(self, name: PaceName) -> Pace:
        """This pace as the usual one, made slower or quicker; a lost line has its time anyway."""
        times = TIMES[name]
        slower = {
            one.name: getattr(self, one.name) * times
            for one in fields(self)
            if one.name != "back_seconds"
        }
        return replace(self, **slower)


PaceName = Literal["relaxed", "normal", "quick"]
TIMES: Final[dict[PaceName, float]] = {"relaxed": 2, "normal": 1, "quick": 0.5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds against clients that are hostile or broken. Rates are per second."""

    body_bytes: int = 64 * 1024  # of an HTTP request
    message_bytes: int = 8 * 1024  # of a socket message
    connections: int = 4000
    connections_per_address: int = 200  # sockets at tables, and as many others
    sockets_per_account: int = 4  # at one table
    seats_per_account: int = 4  # tables at which one may sit
    unread_messages: int = 256  # waiting to be sent to one socket
    unread_bytes: int = 1024 * 1024
    upload_bytes: int = 16 * 1024 * 1024  # of a log that somebody who works here brings
    hello_seconds: float = 10
    request_seconds: float = 15  # for a request to be there as a whole
    beat_seconds: float = 15
    away_seconds: float = 180  # a seat is kept so long
    messages: tuple[float, float] = (20, 60)  # of one socket: rate, burst
    messages_per_address: tuple[float, float] = (150, 600)  # of all its sockets together
    phrases: tuple[float, float] = (0.2, 3)  # of one person at a table
    requests: tuple[float, float] = (40, 200)  # of one address
    refusal_seconds: float = 1  # before one who asks too often is told so
    guests: tuple[float, float] = (0.5, 30)  # new guests of one address
    openings: tuple[float, float] = (0.1, 60)  # tables opened for those who ask, by address
    passwords: tuple[float, float] = (0.05, 8)  # wrong passwords of one address at one name
    guesses: tuple[float, float] = (0.5, 60)  # wrong passwords of one address
    codes: tuple[float, float] = (1 / 120, 6)  # wrong codes for one account
    workers: int = 2  # processes for what anybody may ask
    works_waiting: int = 32  # for one of them
    works_per_address: int = 8  # waiting or worked at
    work_seconds: float = 10
    work_bytes: int = 1024**3  # of memory, where the system can limit it
    clerks: int = 1  # processes that work over records for those who work here
    clerk_seconds: float = 300
    clerk_bytes: int = 4 * 1024**3
    coaches: int = 1  # processes that work out advice
    advice_waiting: int = 200  # decisions waiting for one of them
    advice_per_address: int = 50  # of these
    advice_seconds: float = 60  # a game the coach has not seen yet takes some
    jobs: int = 2  # processes for long work of the desk
    jobs_waiting: int = 20  # for one of them
    jobs_per_account: int = 3  # waiting or worked at; of guests, per address
    job_seconds: float = 3600
    job_bytes: int = 2 * 1024**3
    jobs_saved: int = 100  # by one account
    tables: int = 500  # open at once
    table_list: int = 200


@dataclass(frozen=True, slots=True)
class Tls:
    """A certificate with its chain, and its key, both PEM files."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A cardroom's choices, all with a default."""

    database: str = field(default_factory=default_database)
    pace: Pace = field(default_factory=Pace)
    limits: Limits = field(default_factory=Limits)
    bots: int = 3  # at a table the lobby opens
    gift: int = 1_000_00  # chips of a new guest, in cents
    spare_newcomers: bool = True  # nobody is asked to bank who has not seen a hand
    refill_below: int = 50_00
    ahead: bool = True  # what the desk's first pages need is worked out at the start
    origins: tuple[str, ...] = ()  # other origins whose pages may speak to us
    source: Callable[[], Chance] = system_source  # chance, one for each table
    table_clock: Clock = field(default_factory=Clock)  # by which tables are kept
    house_token_file: Path | None = None  # None: beside the database, or in the data folder
    signing_key_file: Path | None = None  # None: likewise
    hosts: tuple[str, ...] = ()  # names it is reached by, besides this machine's own
    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For is believed
    tls: Tls | None = None
    internal: str | None = None  # where other servers of the store reach this one; None: as given
    drain_seconds: float = 0  # given to hands in play when the service is told to stop
    filings: tuple[Path, ...] = ()  # folders of the house's own; one beside the database joins too
    house: Path | None = None  # the house book
    cluster: str = ""  # a Dask scheduler for long work of the desk; else processes of our own
    clock: Callable[[], float] = time.time  # what time it is, for sessions and codes
