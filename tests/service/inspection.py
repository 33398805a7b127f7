"""What people noted at the test cluster, held against the logs: table by table, on all cores."""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from houseway.histories.verify import verify
from tests.service.oracle import Oracle
from tests.service.witness import AGAIN, HEARD, SAID

# Commands that write records whenever they are carried out.
WRITING = ("sit", "buy_in", "wager", "answer", "take_bank", "decline_bank")


@dataclass(frozen=True)
class Noted:
    """Somebody's notes; without a name they watched."""

    name: str | None
    notes: Path
    bought: int  # dollars, each under an id that was sent until it was answered


@dataclass
class Looked:
    """What one table came to."""

    found: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    brought: int = 0  # cents that people have brought from their accounts, by the log


def inspect(
    url: str, tables: dict[str, list[Noted]], folder: Path, processes: int
) -> tuple[list[str], Counter[str]]:
    """Everything that is not as it should be, and how much was looked at."""
    found: list[str] = []
    counts: Counter[str] = Counter()
    brought = 0
    # Not forked: the caller has threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        works = [pool.submit(_look_at, url, table, people, folder)
                 for table, people in tables.items()]  # fmt: skip
        for number, work in enumerate(works, 1):
            one = work.result()
            found += one.found
            counts += one.counts
            brought += one.brought
            if not number % 50 or number == len(works):
                print(f"{number} of {len(works)} logs read, {len(found)} findings", flush=True)
    with psycopg.connect(url) as connection:
        found += _cage(connection, brought, folder)
    return found, counts


def _cage(connection: psycopg.Connection[Any], brought: int, folder: Path) -> list[str]:
    """What the house gave lies in accounts or was brought to the tables, by their own logs."""
    rows = connection.execute(
        "SELECT account, sum(amount), sum(amount) FILTER (WHERE table_id IS NULL) "
        "FROM chips GROUP BY account"
    ).fetchall()
    have, given = sum(int(row[1]) for row in rows), sum(int(row[2] or 0) for row in rows)
    found = []
    if have + brought != given:
        found.append(f"chips: {have} in accounts and {brought} at tables are not {given}")
    found += [f"account {row[0]} has {row[1]} cents" for row in rows if row[1] < 0]
    lines = connection.execute(
        "SELECT line FROM records WHERE table_id = 'cage' ORDER BY number"
    ).fetchall()
    return found + _verify("cage", [row[0] for row in lines], folder)


def _look_at(url: str, table: str, people: list[Noted], folder: Path) -> Looked:
    looked = Looked()
    with psycopg.connect(url) as connection:
        lines = [row[0] for row in connection.execute(
            "SELECT line FROM records WHERE table_id = %s ORDER BY number", (table,)
        )]  # fmt: skip
        moved = connection.execute(
            "SELECT number, amount FROM chips WHERE table_id = %s", (table,)
        ).fetchall()
        names = {row[0] for row in connection.execute("SELECT name FROM accounts")}
    looked.found += _verify(table, lines, folder)
    oracle = Oracle(lines)
    looked.counts["records"] = len(lines)
    looked.counts["hands verified"] = len(oracle.hands)
    said = dict(_chips(oracle.records, names))
    looked.brought = -sum(said.values())
    if dict(moved) != said:
        looked.found.append(f"{table}: ledger and log differ: {set(moved) ^ set(said.items())}")
    for one in people:
        found = list(read_notes(one, oracle, looked.counts))
        looked.found += [f"{one.name or 'a spectator'} at {table}: {what}" for what in found]
    return looked


def _chips(records: list[dict[str, Any]], names: set[str]) -> Iterator[tuple[int, int]]:
    """Chips that a log says went between a person's account and the table, by record."""
    for record in records:
        if record["kind"] in ("bought_in", "cashed_out") and record["name"] in names:
            sign = -1 if record["kind"] == "bought_in" else 1
            yield record["n"], sign * round(float(record["amount"]) * 100)


def read_notes(one: Noted, oracle: Oracle, counts: Counter[str]) -> Iterator[str]:
    records, at = oracle.records, -1
    said: dict[str, str] = {}
    done: dict[str, int] = {}  # the record that a command was answered with
    refused: set[str] = set()
    with one.notes.open(encoding="utf-8") as notes:
        for line in notes:
            mark, text = line[0], line[1:-1]
            if mark == SAID:
                command, what = json.loads(text)
                said[command] = what
                continue
            assert mark == HEARD
            counts["messages heard"] += 1
            yield from oracle.leaks(one.name, text, live=one.name is not None, at=at)
            message = json.loads(text)
            at = message.get("snapshot", message).get("number", at)
            for record in message.get("records", ()):
                kept = records[record["n"]] if record["n"] < len(records) else {}
                if (kept.get("kind"), kept.get("at")) != (record["kind"], record["at"]):
                    yield f"record {record['n']} was told as {record} and is {kept}"
            if "re" in message and said.get(message["re"]) in WRITING:
                command = message["re"]
                if "error" in message:
                    if message["error"]["code"] not in AGAIN:
                        refused.add(command)
                elif done.setdefault(command, message["number"]) != message["number"]:
                    yield f"command {command} was answered by two records"
    counts["commands acknowledged"] += len(done)
    if one.name is not None:
        wrote = {r["n"] for r in records if r.get("author") == one.name and not r.get("more")}
        open_ids = sum(what in WRITING for what in said.values()) - len(done) - len(refused)
        yield from _once(wrote, done, open_ids)
        ones = sum(
            r["kind"] == "bought_in" and r["name"] == one.name and r["amount"] == "1.00"
            for r in records
        )
        if not one.bought <= ones <= one.bought + 1:  # the last may be unanswered at the end
            yield f"{one.bought} buy-ins were answered, {ones} are there"


def _once(wrote: set[int], done: dict[str, int], unanswered: int) -> Iterator[str]:
    """Every acknowledged command is there, once, and nothing is that nobody asked for.

    `wrote` are the last records of the commands that the log says somebody gave.
    """
    for command, number in done.items():
        if number not in wrote:
            yield f"command {command} was answered by record {number}, which is not theirs"
    if len(set(done.values())) < len(done):
        yield "two commands were answered by one record"
    more = wrote - set(done.values())
    if len(more) > unanswered:
        yield f"{len(more)} commands are there that were not acknowledged, {unanswered} were open"


def _verify(table: str, lines: list[str], folder: Path) -> list[str]:
    path = folder / f"{table}.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = verify(path, running=True)
    if report.ok:
        path.unlink()
    return [] if report.ok else [f"the log of {table}: {report.findings}"]
