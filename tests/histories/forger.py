"""A forger who knows the format: changes any part of an honest log and seals every line anew."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.histories.event_log import START, seal_of, write_log
from houseway.table.evening import NAMES, SteadyClock, start_evening, usual_setup
from houseway.table.journal import MemoryJournal

Json = dict[str, Any]
Log = list[Json]

MONEY = re.compile(r"-?\d+\.\d\d")
CARD = r"(?:[2-9TJQKA][cdhs]|Jk)"
CARDS = re.compile(rf"{CARD}(?: {CARD})*|[1-6][1-6](?: [1-6][1-6])*")
ACCOUNT = re.compile(r"seat:\d+|rail:.+|felt:.+|bank|pot|cage|drop")
TIME = "%Y-%m-%dT%H:%M:%S"


class Forgery(NamedTuple):
    """What was done, as kind and path of what was changed and how, and the log it gave."""

    what: str
    log: Log


# Honest logs.


@cache
def honest(filing: str, seed: int = 5, rounds: int = 2) -> tuple[str, ...]:
    """The lines of an evening with people and bots at which a good deal happens."""
    journal, source = MemoryJournal(), random.Random(seed)
    clock = SteadyClock(step=timedelta(seconds=20))
    game = load(filing)
    evening: Any = start_evening(
        usual_setup(game), journal, source, seats=3, stack=600_00, clock=clock
    )
    table = evening.table
    _attempt(lambda: _join(evening, lambda: table.sit("Zoe", 4, buy_in=600_00), "Zoe"))
    _attempt(lambda: _join(evening, lambda: table.come("Walt", buy_in=300_00), "Walt"))
    for _ in evening.play(rounds):
        pass
    _attempt(lambda: table.sit_out("Zoe"))
    _attempt(lambda: table.buy_in("Zoe", 50_00))
    _attempt(lambda: table.cash_out("Zoe", 25_00))
    _attempt(lambda: table.sit_in("Zoe"))
    _attempt(lambda: table.change_terms({"seconds_to_act": 20}, by="Floor"))
    _play_on(evening)
    _attempt(lambda: table.time_out(table.waiting_for()[0].seat))
    for _ in evening.play(1):
        pass
    _play_on(evening)
    _attempt(lambda: table.leave(NAMES[1], absent=True))
    if table.state.phase == "play":
        table.void("a card was boxed", by="Floor")
    evening.bots.pop(NAMES[1], None)
    if not table.state.between_rounds:
        table.void("the floor has called", by="Floor")
    table.correct(3, "a chip was found", [("seat:1", "seat:3", 1_00)], by="Floor")
    table.close()
    return tuple(write_log(journal.entries))


def _join(evening: Any, come: Callable[[], Any], name: str) -> None:
    come()
    evening.bots[name] = evening.bots[NAMES[0]]


def _attempt(step: Callable[[], Any]) -> None:
    """Not every game has every command."""
    try:
        step()
    except (HousewayError, AttributeError, IndexError):
        return


def _play_on(evening: Any) -> None:
    """To the next decision of a round; baccarat has none."""
    for _ in range(12):
        if evening.table.waiting_for():
            return
        for _ in evening.step():
            pass


def opened(lines: Sequence[str]) -> Log:
    """The records of a log without their seals."""
    log = [json.loads(line) for line in lines]
    for record in log:
        del record["hash"]
    return log


def sealed(log: Log) -> bytes:
    """The log as a file whose chain is whole."""
    before, lines = START, []
    for record in log:
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
        before = seal_of(before, body)
        lines.append(body + f',"hash":"{before}"}}\n'.encode())
    return b"".join(lines)


# Single changes.


def changes(log: Log, *, every: bool = False) -> Iterator[Forgery]:
    """Every field of every kind of record changed in every way, one at a time.

    Each way of changing a field is tried on the first and the last record it fits, or on all.
    """
    for what, places in _sites(log).items():
        chosen = places if every else [*dict.fromkeys((places[0], places[-1]))]
        for number, path, how in chosen:
            forged = list(log)
            forged[number] = copy.deepcopy(log[number])
            if _apply(forged, number, path, how):
                yield Forgery(f"{what}", forged)


_Site = tuple[int, tuple[Any, ...], str]


def _sites(log: Log) -> dict[str, list[_Site]]:
    found: dict[str, list[_Site]] = {}
    for number, record in enumerate(log):
        kind = record["kind"]
        if kind == "happened":
            kind += ":" + record["event"]["did"]
        for path, value in _leaves(record):
            for how in _ways(path, value):
                found.setdefault(f"{kind}{_name(path)} {how}", []).append((number, path, how))
        for key in _ABSENT.get(record["kind"], {}):
            if key not in record:
                found.setdefault(f"{kind}.{key} added", []).append((number, (key,), "added"))
    return found


_ABSENT: dict[str, Json] = {
    "opened": {"authors": False},
    "sat": {"bot": True, "third_party": True, "unseen": True},
    "came": {"bot": True, "third_party": True},
    "sat_out": {"why": "tired"},
    "correction": {"moves": [["seat:1", "seat:3", "1.00"]]},
    "fees_taken": {"waived": {"1": "1.00"}, "moves": [["seat:1", "drop", "1.00"]]},
    "shuffled": {"burned": 1},
    "happened": {"eyes": ["Ada"], "author": "Eve"},
    "timed_out": {"why": "left the table"},
    "settled": {"house_way": {"1": "row 1"}, "warnings": ["all is well"]},
    "round_voided": {"fault": "none"},
    "hand_started": {"antes": ["1.00"], "blinds": ["1.00"], "weekday": "monday",
                     "schedule": "1", "point_value": "1.00", "fantasy_land": [1]},
    "points_settled": {"fantasy_land": [1]},
    "closed": {"author": "Eve"}, "bank_declined": {"why": "tired", "author": "Eve"},
    "bought_in": {"author": "Eve"}, "wagered": {"author": "Eve"},
}  # fmt: skip


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every part of a record, the containers too; of the filing it carries the large ones."""
    if path:
        yield path, value
    if path[:1] == ("rules",) and len(path) == 2:
        return
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(one, (*path, key))
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _leaves(one, (*path, place))


def _name(path: tuple[Any, ...]) -> str:
    """A path without names and numbers, so that like changes are called alike."""
    words = ""
    for key in path:
        plain = isinstance(key, str) and re.fullmatch(r"[a-z_]+", key)
        words += f".{key}" if plain else "[]"
    return words


def _ways(path: tuple[Any, ...], value: Any) -> Iterator[str]:
    if path[-1] == "at":
        yield from ("backwards", "beyond the next", "nudged")
        return
    yield "dropped"
    if isinstance(value, bool):
        yield "flipped"
    elif isinstance(value, int):
        yield from ("one more", "one less")
    elif isinstance(value, list):
        yield from ("emptied", "doubled", "reversed") if value else ("filled",)
    elif isinstance(value, dict):
        yield from ("emptied", "extended") if value else ("extended",)
    elif isinstance(value, str):
        yield from _text_ways(path, value)
    else:
        yield "set"


def _text_ways(path: tuple[Any, ...], value: str) -> Iterator[str]:
    if MONEY.fullmatch(value):
        yield from ("one dollar more", "nothing", "turned")
    elif CARDS.fullmatch(value) and path[-1] in ("order", "cards"):
        yield from ("another card", "a card twice", "one card less")
        if " " in value:
            yield from ("last two swapped", "one card only", "sorted")
            if not value[:2].isdigit():  # the first pile of tiles may be nobody's
                yield "first two swapped"
    elif ACCOUNT.fullmatch(value) and path[0] == "moves":
        yield "another account"
    elif path[-1] in ("name", "author", "player"):
        yield from ("a stranger", "somebody else")
    else:
        yield from ("other words", "no words")


def _apply(log: Log, number: int, path: tuple[Any, ...], how: str) -> bool:
    """Change a record in place; False where this changes nothing."""
    inner: Any = log[number]
    before = json.dumps(inner)
    for key in path[:-1]:
        inner = inner[key]
    last = path[-1]
    if how == "dropped":
        del inner[last]
    elif how == "added":
        inner[last] = copy.deepcopy(_ABSENT[log[number]["kind"]][last])
    elif last == "at":
        inner[last] = _other_time(log, number, how)
    else:
        inner[last] = _other(inner[last], how, log)
    return json.dumps(log[number]) != before


def _other_time(log: Log, number: int, how: str) -> str:
    at = [datetime.fromisoformat(record["at"]) for record in log]
    if how == "backwards":
        moment = (at[number - 1] if number else at[0]) - timedelta(seconds=1)
    elif how == "nudged":
        moment = at[number] + timedelta(milliseconds=1)
    else:
        moment = at[-1] + timedelta(days=1)
    return moment.isoformat(timespec="milliseconds")


def _other(value: Any, how: str, log: Log) -> Any:
    match how:
        case "flipped":
            return not value
        case "one more":
            return value + 1
        case "one less":
            return value - 1
        case "emptied":
            return type(value)()
        case "doubled":
            return [*value, value[0]]
        case "reversed":
            return value[::-1]
        case "filled":
            return ["1"]
        case "extended":
            return {**value, "1": "1.00"} if "1" not in value else {**value, "2": "1.00"}
        case "one dollar more":
            return f"{float(value) + 1:.2f}"
        case "nothing":
            return "0.00"
        case "turned":
            return value[1:] if value.startswith("-") else f"-{value}"
        case "another account":
            return "drop" if value != "drop" else "seat:1"
        case "a stranger":
            return "Eve"
        case "somebody else":
            names = [r["name"] for r in log if r["kind"] in ("sat", "came")]
            return next(name for name in names if name != value)
        case "other words":
            return f"{value}x"
        case "no words":
            return ""
        case "set":
            return 1
    return _other_cards(value.split(" "), how)


def _other_cards(cards: list[str], how: str) -> str:
    tiles = cards[0].isdigit()
    if how == "another card":
        stock = ("66", "11", "21") if tiles else ("2c", "3c", "4c")
        cards[0] = next(card for card in stock if card != cards[0])
    elif how == "a card twice":
        cards[-1 if len(cards) > 1 else 0 :] = [cards[0]] * (1 if len(cards) > 1 else 2)
    elif how == "one card less":
        cards.pop()
    elif how == "first two swapped":
        cards[:2] = cards[1::-1]
    elif how == "last two swapped":
        cards[-2:] = cards[:-3:-1]
    elif how == "one card only":
        cards[1:] = []
    elif how == "sorted":
        cards.sort()
    return " ".join(cards)


# Whole records and commands.


def commands(log: Log) -> list[Log]:
    """The records of each command."""
    found: list[Log] = [[]]
    for record in log:
        found[-1].append(record)
        if not record.get("more"):
            found.append([])
    return found[:-1]


def numbered(parts: Sequence[Log]) -> Log:
    """Commands as a log again: numbers and the count of the closing put right."""
    log = [{**record} for part in parts for record in part]
    for number, record in enumerate(log):
        record["n"] = number
        if record["kind"] == "closed":
            record["entries"] = number
    return log


def arrangements(log: Log, *, every: bool = False) -> Iterator[Forgery]:
    """Commands and records left out, doubled and put in another order."""
    parts = commands(log)
    seen: dict[str, int] = {}
    for place, part in enumerate(parts):
        kind = "+".join(dict.fromkeys(record["kind"] for record in part))
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] > 2 and not every:
            continue
        before, after = parts[:place], parts[place + 1 :]
        yield Forgery(f"command {kind} left out", numbered([*before, *after]))
        yield Forgery(f"command {kind} twice", numbered([*before, part, part, *after]))
        if after and place:
            later = [*before, after[0], part, *after[1:]]
            times = sorted(record["at"] for record in [*part, *after[0]])
            swapped = numbered(later)
            first = sum(map(len, before))
            for at, record in zip(times, swapped[first:], strict=False):
                record["at"] = at
            yield Forgery(f"command {kind} after the next", swapped)
        for inner, record in enumerate(part):
            if len(part) > 1:
                rest = copy.deepcopy([*part[:inner], *part[inner + 1 :]])
                rest[-1].pop("more", None)
                yield Forgery(
                    f"{record['kind']} left out of its command", numbered([*before, rest, *after])
                )


def additions(log: Log) -> Iterator[Forgery]:
    """Commands that nobody gave, at every third place between two others."""
    parts = commands(log)
    for place in range(1, len(parts), 3):
        at = parts[place - 1][-1]["at"]
        for what, records in _INVENTED:
            new = [{"n": 0, "at": at, **copy.deepcopy(record)} for record in records]
            yield Forgery(f"added {what}", numbered([*parts[:place], new, *parts[place:]]))


_CHIP = ["seat:1", "seat:3", "1.00"]
_INVENTED: tuple[tuple[str, Log], ...] = (
    ("correction without an author",
     [{"kind": "correction", "of": 1, "reason": "why not", "moves": [_CHIP]}]),
    ("correction without a cause",
     [{"kind": "correction", "of": 10**6, "reason": "", "moves": [_CHIP], "author": "Floor"}]),
    ("chips moved", [{"kind": "chips_moved", "moves": [_CHIP]}]),
    ("buy-in", [{"kind": "bought_in", "name": "Ada", "amount": "10.00",
                 "moves": [["cage", "seat:1", "10.00"]]}]),
    ("cash-out", [{"kind": "cashed_out", "name": "Ada", "amount": "10.00",
                   "moves": [["seat:1", "cage", "10.00"]]}]),
    ("collection", [{"kind": "time_taken", "period": 1, "fees": {"Ada": "5.00"},
                     "moves": [["seat:1", "drop", "5.00"]]}]),
    ("shuffle", [{"kind": "shuffled", "deck": 0, "order": "Ah Kd", "cut": 2}]),
    ("card", [{"kind": "happened", "event": {"did": "dealt", "place": 1, "cards": "Ah"}}]),
    ("person", [{"kind": "sat", "name": "Eve", "seat": 5, "author": "Eve"}]),
    ("opening", [{"kind": "opened", "version": "0.1.0", "fingerprint": "0" * 64,
                  "setup": {"filing": "500-club/omaha", "table": "1"}}]),
    ("closing", [{"kind": "closed", "entries": 0}]),
)  # fmt: skip
