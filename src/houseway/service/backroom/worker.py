"""A process that does what anybody may ask for, within limits.

`python -m houseway.service.backroom.worker` takes jobs from its standard input and answers on its
standard output, each as a length and that many bytes. Memory is limited where the system can; a job
that does not end in time ends the process, whether or not its owner still lives. The modules named
after its limits are loaded before it says that it is ready.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from houseway.errors import HousewayError
from houseway.filings.catalogue import VARIABLE, look_again, without_folders
from houseway.filings.loader import load
from houseway.reading import parse_json

READY, DONE, REFUSED, FAULT, SO_FAR = b"h", b"d", b"r", b"f", b"s"
Work = Callable[..., bytes]
Tell = Callable[[bytes], None]


def adjudicate(text: str, as_json: bool, explain: bool = False, procedures: str = "") -> bytes:
    """A round file settled; explained, with the way of its ruling."""
    from houseway.histories.adjudicate import adjudicate as settle
    from houseway.histories.explain import explained
    from houseway.histories.round_file import check_round, parse_round

    file = check_round(parse_json(text)) if as_json else parse_round(text)
    made = settle(file, procedures=procedures)
    told = made.as_json()
    if explain:
        told["explain"] = [reason.as_json() for reason in explained(made)]
    return json.dumps(told).encode()


def replay(text: str, as_json: bool, explain: bool = False, procedures: str = "") -> bytes:
    """A poker hand played."""
    from houseway.errors import HandRefused
    from houseway.histories.hand_files import hand_tables
    from houseway.histories.replay import replay_hand

    tables = [parse_json(text)] if as_json else [data for data, _ in hand_tables(text)]
    if len(tables) != 1 or not isinstance(tables[0], dict):
        raise HandRefused("bad-field", "send one hand at a time", refused="hand")
    return json.dumps(replay_hand(tables[0], procedures=procedures, explain=explain)).encode()


def sheet(filing: str, find: str) -> bytes:
    """A filing's rule sheet; without a word to find also as words, with what it orders when
    something goes wrong, and an empty hand where hands are files of their own.
    """
    from houseway.family import find_family
    from houseway.filings.irregular import told_json
    from houseway.filings.show import rule_sheet_json
    from houseway.filings.told import entries
    from houseway.histories.hand_files import hand_file
    from houseway.rounds.felt import hints_for

    one = load(filing)
    made = rule_sheet_json(one, find=find)
    if not find:
        made["told"] = [entry.as_json() for entry in entries(one)]
        made["hints"] = hints_for(one)
        made["errors"] = told_json(one)["errors"]
        if find_family(one.family).hand_file:
            made["hand"] = hand_file(one.family).blank(one)
    return json.dumps(made).encode()


def sign(filing: str, schedule: list[str], limits: str) -> bytes:
    """The sign a table must post."""
    from houseway.filings.sign import table_sign_json

    return json.dumps(table_sign_json(load(filing), schedule, limits)).encode()


def trace(filing: str) -> bytes:
    """Every clause of a filing's text, and what becomes of it."""
    from houseway.filings.trace import trace as trace_of

    return json.dumps([clause.as_json() for clause in trace_of(load(filing))]).encode()


def advise(**question: Any) -> bytes:
    """What a coach says of a decision."""
    from houseway.table.coach import advise as say

    return json.dumps(say(question)).encode()


def prepare(rules: str, setup: dict[str, Any]) -> bytes:
    """What the coach of a game keeps is worked out before anybody waits for it."""
    from houseway.table.coach import prepare as learn
    from houseway.table.coach import terms_from

    with suppress(ImportError, HousewayError):  # then advice says why
        learn(terms_from(rules, setup))
    return b"{}"


def spots(rules: str, setup: dict[str, Any]) -> bytes:
    """Edge, hit rate and pay table of every spot of a table."""
    from houseway.analysis.spots import spots_told
    from houseway.table.coach import terms_from

    return json.dumps(spots_told(terms_from(rules, setup))).encode()


def set_hand(filing: str, cards: str) -> bytes:
    """A hand set the house way."""
    from houseway.rounds.house_way import set_house_way

    return json.dumps(set_house_way(load(filing), cards)).encode()


def equity(filing: str, hands: list[str], board: str, dead: str, seed: int) -> bytes:
    """What poker hands are worth against each other."""
    from houseway.analysis.equities import equities

    made = equities(load(filing), hands, board=board, dead=dead, seed=seed)
    return json.dumps(made.as_json()).encode()


def setup(filing: str) -> bytes:
    """What a house may choose for a table."""
    from houseway.service.tables.opening import setup_choices

    return json.dumps(setup_choices(filing)).encode()


def within(module: str, what: str) -> Work:
    """A function of a module that is loaded when somebody asks for it."""

    def do(**given: Any) -> bytes:
        made: bytes = getattr(import_module(f"houseway.service.backroom.{module}"), what)(**given)
        return made

    return do


WORKS: Mapping[str, Work] = {
    "adjudicate": adjudicate, "replay": replay, "sheet": sheet, "sign": sign,
    "trace": trace, "setup": setup, "set": set_hand, "equity": equity,
    "advise": advise, "prepare": prepare, "spots": spots,
    # Finished rounds, told to one who may have seen part of them.
    **{name: within("telling", f"tell_{name}") for name in (
        "round", "proof", "file", "dispute", "readings", "hindsight", "log",
    )},
    **{name: within("desk", name) for name in (
        "search", "sign_page", "findings", "odds", "cards", "worth", "compare", "compare_worth",
        "league", "check", "lint_codes", "simulate", "bank", "bank_league", "ready", "count",
        "par_sheet",
    )},
    **{f"draft_{name}": within("drafts", name) for name in (
        "schema", "begin", "told", "dealt", "differs", "signed", "names",
    )},
}  # fmt: skip


def limit_memory(most: int) -> None:
    """Have the system refuse more memory, where it can: not on Windows, hardly on macOS."""
    try:
        import resource
    except ImportError:
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answer(works: Mapping[str, Work], job: Any, tell: Tell) -> tuple[bytes, bytes]:
    """What a job comes to: its answer, why it is refused, or how it failed.

    A job whose owner follows it is given a way to `tell` what it has found so far.
    """
    given = job["given"] | ({"tell": tell} if job["followed"] else {})
    os.environ[VARIABLE] = job["filings"]
    try:
        look_again()
        return DONE, without_folders(works[job["work"]](**given))
    except HousewayError as error:
        return REFUSED, without_folders(json.dumps(error.as_json()).encode())
    except MemoryError:
        raise
    except Exception:
        return FAULT, traceback.format_exc().encode("utf-8", "replace")


def main(works: Mapping[str, Work] = WORKS) -> None:
    """Work until the owner closes the input."""
    memory, seconds, nice = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    limit_memory(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner
    if hasattr(os, "nice"):
        os.nice(nice)  # tables go first
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may speak here
    for module in sys.argv[4:]:
        with suppress(ImportError):  # who needs it is told what to install
            import_module(module)
    _put(answers, READY, b"")
    while True:
        length = jobs.read(4)
        if len(length) < 4:
            return
        job = json.loads(jobs.read(int.from_bytes(length, "big")))
        faulthandler.dump_traceback_later(seconds, exit=True)  # keeps time whatever is running
        kind, body = answer(works, job, lambda told: _put(answers, SO_FAR, told))
        faulthandler.cancel_dump_traceback_later()
        _put(answers, kind, body)


def _put(answers: Any, kind: bytes, body: bytes) -> None:
    answers.write(kind + len(body).to_bytes(4, "big") + body)
    answers.flush()


if __name__ == "__main__":
    with suppress(MemoryError, BrokenPipeError):
        main()
