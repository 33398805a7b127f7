"""Play that is worth a second look: one person behind several names, chips passed on.

Everything is read from the records of the tables, beside the service and not by it: who sat where,
when each acted, and what each round moved from whom to whom. A finding is a reason to look, with
its figures; it is no proof, and nothing follows from it by itself.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.errors import HousewayError
from houseway.filings.schema.base import dollars
from houseway.histories.cage import CAGE
from houseway.histories.event_log import parse_line
from houseway.service.storage import schema
from houseway.service.storage.archives import lines
from houseway.service.storage.snapshot import reading
from houseway.table import records as r

ROUNDS = 20  # together, before two people are compared
ACTS = 20  # of each, before their rhythm is compared
ALIKE = 0.2  # a distance of two rhythms below which they are much alike (0 to 1)
TOGETHER_SECONDS = 10.0  # two who come or go within them do so together
TOGETHER = 3  # times, and at most of the times
PASSING_ROUNDS = 10  # in which chips went from one to the other
ONE_WAY = 0.6  # the share of what moved between two that went one way in the end
UNLIKELY = 4.0  # standard errors
LEAST_PASSED = 200_00

Pair = tuple[str, str]


@dataclass(slots=True)
class Play:
    """What people did at all tables, as far as the report needs it."""

    rounds: int = 0
    together: dict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    passed: dict[Pair, list[int]] = field(default_factory=lambda: defaultdict(list))
    thought: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    moved: list[tuple[str, str, str, float]] = field(default_factory=list)  # table, kind, who, when


class _Table:
    """Follows the chips and the people of one table."""

    def __init__(self, table: str, play: Play) -> None:
        self._table, self._play = table, play
        self._people: set[str] = set()
        self._owner: dict[str, str] = {}  # of an account of the ledger
        self._seat: dict[int, str] = {}
        self._net: defaultdict[str, int] = defaultdict(int)
        self._last = 0.0

    def follow(self, entries: Iterable[r.Entry]) -> None:
        begins = True
        for entry in entries:
            at = datetime.fromisoformat(entry.at).timestamp()
            if begins:
                self._act(entry.record, at)
            self._one(entry.record, at)
            self._last, begins = at, not entry.more

    def _act(self, record: r.Record, at: float) -> None:
        """The first record of a command is its sender's, unless the dealer speaks."""
        if isinstance(record, r.Happened):
            name = self._seat.get(getattr(record.event, "seat", None) or 0, "")
        elif isinstance(record, r.Wagered | r.BankTaken | r.BankDeclined | r.StakeAdded):
            name = getattr(record, "name", "") or self._seat.get(getattr(record, "seat", 0), "")
        else:
            return
        if name in self._people and self._last:
            self._play.thought[name].append(at - self._last)

    def _one(self, record: r.Record, at: float) -> None:
        if isinstance(record, r.Sat | r.Came):
            if isinstance(record, r.Sat):
                self._seat[record.seat] = record.name
                self._owner[f"seat:{record.seat}"] = record.name
            self._owner[f"rail:{record.name}"] = record.name
            if not record.bot:
                self._people.add(record.name)
                self._play.moved.append((self._table, "came", record.name, at))
        elif isinstance(record, r.Left) and record.name in self._people:
            self._play.moved.append((self._table, "left", record.name, at))
        elif isinstance(record, r.BankTaken):
            self._owner["bank"] = record.name
        elif isinstance(record, r.Wagered):
            self._owner[f"felt:{record.bettor}"] = record.name
        for move in getattr(record, "moves", ()):
            if "cage" in (move.source, move.target):
                continue
            if move.source in self._owner:
                self._net[self._owner[move.source]] -= move.amount
            if move.target in self._owner:
                self._net[self._owner[move.target]] += move.amount
        if isinstance(record, r.Ended):
            self._round_is_over()

    def _round_is_over(self) -> None:
        net, self._net = self._net, defaultdict(int)
        self._play.rounds += 1
        played = sorted(name for name, amount in net.items() if amount and name in self._people)
        for pair in combinations(played, 2):
            self._play.together[pair] += 1
        bank = self._owner.pop("bank", None)
        if bank is not None:  # who bets plays against the bank alone
            flows = {name: net[name] for name in played if name != bank and bank in self._people}
            for name, won in flows.items():
                self._pass(name, bank, -won)
            return
        lost = -sum(amount for amount in net.values() if amount < 0)
        for giver, taker in ((a, b) for a in played for b in played if net[a] < 0 < net[b]):
            # What a loser lost went to the winners in the proportion of what they won.
            self._pass(giver, taker, -net[giver] * net[taker] // lost)

    def _pass(self, giver: str, taker: str, amount: int) -> None:
        pair, sign = ((giver, taker), 1) if giver < taker else ((taker, giver), -1)
        self._play.passed[pair].append(sign * amount)


def follow(play: Play, table: str, entries: Iterable[r.Entry]) -> None:
    """Take in the records of one table from its opening on."""
    _Table(table, play).follow(entries)


# What is worth a look.


def findings(
    play: Play, addresses: Mapping[str, set[str]], gifts: Mapping[str, int]
) -> list[dict[str, Any]]:
    """`addresses` are those each name was used from, `gifts` what chips it was given."""
    found = [*_one_person(play, addresses), *_passing(play), *_feeding(play, gifts)]
    return sorted(found, key=lambda finding: (finding["kind"], finding["names"]))


def _one_person(play: Play, addresses: Mapping[str, set[str]]) -> Iterator[dict[str, Any]]:
    moves = _moves_together(play.moved)
    for pair, rounds in play.together.items():
        if rounds < ROUNDS:
            continue
        shared = sorted(addresses.get(pair[0], set()) & addresses.get(pair[1], set()))
        times, of = moves.get(pair, (0, 0))
        walk = times >= TOGETHER and times * 4 >= of * 3
        rhythm = rhythm_distance(play.thought[pair[0]], play.thought[pair[1]])
        alike = rhythm is not None and rhythm < ALIKE
        if not ((shared and (alike or walk)) or (alike and walk)):
            continue
        why = [f"{rounds} rounds together"]
        if shared:
            why.append(f"both from {', '.join(shared[:3])}")
        if walk:
            why.append(f"came or left within {TOGETHER_SECONDS:.0f} seconds {times} times of {of}")
        if alike:
            why.append(f"their times to act are much alike (distance {rhythm:.2f})")
        yield {
            "kind": "one-person", "names": list(pair), "why": "; ".join(why), "rounds": rounds,
            "addresses": shared, "moves_together": [times, of], "rhythm": rhythm,
        }  # fmt: skip


def rhythm_distance(one: Sequence[float], other: Sequence[float]) -> float | None:
    """How far two distributions of times lie apart (Kolmogorov and Smirnov); None if too few.

    >>> rhythm_distance([1.0] * 20, [2.0] * 20), rhythm_distance([1.0] * 20, [1.0] * 30)
    (1.0, 0.0)
    """
    if min(len(one), len(other)) < ACTS:
        return None
    first, second = sorted(one), sorted(other)
    return max(
        abs(bisect_right(first, at) / len(first) - bisect_right(second, at) / len(second))
        for at in (*first, *second)
    )


def _moves_together(
    moved: Iterable[tuple[str, str, str, float]],
) -> dict[Pair, tuple[int, int]]:
    """For two people: how often they came or left together, and how often at all at a table."""
    by_place: defaultdict[tuple[str, str], list[tuple[float, str]]] = defaultdict(list)
    for table, kind, name, at in moved:
        by_place[table, kind].append((at, name))
    times: defaultdict[Pair, int] = defaultdict(int)
    visits: defaultdict[str, defaultdict[tuple[str, str], int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for place, came in by_place.items():
        came.sort()
        for number, (at, name) in enumerate(came):
            visits[name][place] += 1
            for later, other in came[number + 1 :]:
                if later - at > TOGETHER_SECONDS:
                    break
                if other != name:
                    times[min(name, other), max(name, other)] += 1
    return {
        pair: (number, sum(min(visits[pair[0]][place], visits[pair[1]][place])
                           for place in visits[pair[0]]))
        for pair, number in times.items()
    }  # fmt: skip


def _passing(play: Play) -> Iterator[dict[str, Any]]:
    for pair, amounts in play.passed.items():
        net, gross, count = sum(amounts), sum(map(abs, amounts)), len(amounts)
        if count < PASSING_ROUNDS or abs(net) < LEAST_PASSED or abs(net) < ONE_WAY * gross:
            continue
        mean = net / count
        spread = math.sqrt(sum((amount - mean) ** 2 for amount in amounts) / (count - 1))
        errors = math.inf if not spread else abs(mean) / (spread / math.sqrt(count))
        if errors < UNLIKELY:
            continue
        giver, taker = pair if net > 0 else pair[::-1]
        yield {
            "kind": "chip-passing", "names": [giver, taker], "rounds": count,
            "amount": dollars(abs(net)),
            "why": f"{dollars(abs(net))} went from {giver} to {taker} in {count} rounds, "
            f"{abs(net) / gross:.0%} of all that moved between them",
        }  # fmt: skip


def _feeding(play: Play, gifts: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """Several who lost most of what the house gave them to one and the same."""
    fed: defaultdict[str, list[str]] = defaultdict(list)
    for pair, amounts in play.passed.items():
        net, gross = sum(amounts), sum(map(abs, amounts))
        giver, taker = pair if net > 0 else pair[::-1]
        much = bool(gifts.get(giver)) and abs(net) * 2 >= gifts[giver]
        if much and abs(net) >= ONE_WAY * gross:
            fed[taker].append(giver)
    for taker, givers in fed.items():
        if len(givers) >= 2:
            yield {
                "kind": "gifts-passed", "names": [taker, *sorted(givers)],
                "why": f"{len(givers)} names lost half or more of the chips they were given to "
                f"{taker}",
            }  # fmt: skip


# From the store.


def report(database: str) -> dict[str, Any]:
    """All that was played, looked through once."""
    play = Play()
    with reading(database) as connection:
        tables = select(schema.tables.c.id).where(schema.tables.c.id != CAGE)
        for table in connection.execute(tables).scalars().all():
            try:
                follow(play, table, _entries(connection, table))
            except HousewayError:
                continue  # `verify` says what is wrong with its log
        addresses, gifts = _addresses(connection), _gifts(connection)
    return {"rounds": play.rounds, "findings": findings(play, addresses, gifts)}


def _entries(connection: Connection, table: str) -> Iterator[r.Entry]:
    for number, line in enumerate(lines(connection, table)):
        yield parse_line(line.encode(), number)


def _addresses(connection: Connection) -> dict[str, set[str]]:
    a, s = schema.accounts, schema.sightings
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, address in connection.execute(select(a.c.name, s.c.address).join_from(s, a)):
        found[name].add(address)
    return found


def _gifts(connection: Connection) -> dict[str, int]:
    a, c = schema.accounts, schema.chips
    given = c.c.reason.in_(("gift", "refill"))
    total = select(a.c.name, func.sum(c.c.amount)).join_from(c, a).where(given).group_by(a.c.name)
    return {name: int(amount) for name, amount in connection.execute(total)}
