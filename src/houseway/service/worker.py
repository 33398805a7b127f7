"""A process that does what anybody may ask for, within limits: `python -m houseway.service.worker`.

It takes jobs from its standard input and answers on its standard output, each as a length and
that many bytes. Memory is limited where the system can; a job that does not end in time ends the
process, whether or not its owner still lives.
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
from typing import Any

from houseway.errors import HousewayError

READY, DONE, REFUSED, FAULT = b"h", b"d", b"r", b"f"
Work = Callable[..., bytes]


def adjudicate(text: str, as_json: bool) -> bytes:
    """A round file settled."""
    from houseway.histories.adjudicate import adjudicate as settle
    from houseway.histories.round_file import check_round, parse_round
    from houseway.reading import parse_json

    made = check_round(parse_json(text)) if as_json else parse_round(text)
    return json.dumps(settle(made).as_json()).encode()


def sheet(filing: str, find: str) -> bytes:
    """A filing's rule sheet; without a word to find also as words."""
    from houseway.filings.loader import load
    from houseway.filings.show import rule_sheet_json
    from houseway.filings.told import entries
    from houseway.rounds.felt import hints_for

    one = load(filing)
    made = rule_sheet_json(one, find=find)
    if not find:
        made["told"] = [entry.as_json() for entry in entries(one)]
        made["hints"] = hints_for(one)
    return json.dumps(made).encode()


def sign(filing: str, schedule: list[str], limits: str) -> bytes:
    """The sign a table must post."""
    from houseway.filings.loader import load
    from houseway.filings.sign import table_sign_json

    return json.dumps(table_sign_json(load(filing), schedule, limits)).encode()


def told(how: str) -> Work:
    """Finished rounds, told to one who may have seen part of them."""

    def tell(**given: Any) -> bytes:
        from houseway.service import telling

        made: bytes = getattr(telling, f"tell_{how}")(**given)
        return made

    return tell


WORKS: Mapping[str, Work] = {
    "adjudicate": adjudicate, "sheet": sheet, "sign": sign,
    "round": told("round"), "proof": told("proof"), "file": told("file"), "log": told("log"),
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


def answer(works: Mapping[str, Work], job: Any) -> tuple[bytes, bytes]:
    """What a job comes to: its answer, why it is refused, or how it failed."""
    try:
        return DONE, works[job["work"]](**job["given"])
    except HousewayError as error:
        return REFUSED, json.dumps(error.as_json()).encode()
    except MemoryError:
        raise
    except Exception:
        return FAULT, traceback.format_exc().encode("utf-8", "replace")


def main(works: Mapping[str, Work] = WORKS) -> None:
    """Work until the owner closes the input."""
    memory, seconds = int(sys.argv[1]), float(sys.argv[2])
    limit_memory(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner
    if hasattr(os, "nice"):
        os.nice(5)  # tables go first
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may speak here
    if works is WORKS:  # what most jobs need, before the first is timed
        import houseway.histories.adjudicate
        import houseway.service.telling  # noqa: F401
    _put(answers, READY, b"")
    while True:
        length = jobs.read(4)
        if len(length) < 4:
            return
        job = jobs.read(int.from_bytes(length, "big"))
        faulthandler.dump_traceback_later(seconds, exit=True)  # keeps time whatever is running
        kind, body = answer(works, json.loads(job))
        faulthandler.cancel_dump_traceback_later()
        _put(answers, kind, body)


def _put(answers: Any, kind: bytes, body: bytes) -> None:
    answers.write(kind + len(body).to_bytes(4, "big") + body)
    answers.flush()


if __name__ == "__main__":
    with suppress(MemoryError, BrokenPipeError):
        main()
