"""The chain of a log: every line follows from the one before it, or what became of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from houseway.histories.event_log import START, lines_of, not_a_log, seal_of, split_line
from houseway.histories.findings import Finding, Verified
from houseway.histories.signing import Keys, is_signed_kind, take_off


def check_chain(
    path: Path, found: Verified, *, running: bool, keys: Keys | None = None
) -> Finding | None:
    """Follow the hashes to the first line that does not fit, and say what became of it.

    From its first signature on a log is signed wherever it should be; what stands before that is
    covered by it. With keys every signature must hold.
    """
    before = START
    for number, line in enumerate(lines_of(path), 1):
        if not line.endswith(b"\n"):
            if not running:
                found.findings.append(
                    Finding("torn", number, "the last line is not finished", end=True)
                )
            break
        parts = split_line(line[:-1])
        if parts is None or seal_of(before, parts[0]) != parts[1]:
            lines = [one.rstrip(b"\n") for one in lines_of(path)]
            if number == 1 and not any(split_line(one) for one in lines):
                raise not_a_log(path)
            return _explain(lines, number, before)
        _signature(parts[0], before, number, found, keys)
        before = parts[1]
        found.lines, found.seal = number, before
    if keys is not None and found.lines and not found.signed:
        said = "the log is not signed; those of 0.1.0 are not"
        found.findings.append(Finding("unsigned", 1, said, unsigned=True))
    if not found.lines:
        return Finding("empty", 1, "there is no record in this file")
    return None


def _signature(body: bytes, before: str, number: int, found: Verified, keys: Keys | None) -> None:
    plain, signature = take_off(body)
    why = ""
    if signature is not None:
        found.signed, found.signed_to = found.signed + 1, number
        if found.signatures == "none":
            found.signatures = "unchecked" if keys is None else "good"
        if keys is not None:
            why = keys.objection(signature, seal_of(before, plain))
    elif found.signed and is_signed_kind(body):
        why = "the house signs such a line, and its signature is missing"
    if why:
        found.signatures = "bad"
        found.findings.append(Finding("signature", number, why))


def _explain(lines: Sequence[bytes], number: int, before: str) -> Finding:
    """The first line that does not fit: changed, added, dropped before it, or out of order."""
    here = _number(lines[number - 1])
    expected = number - 1
    # Does a later line continue the chain as it stands? Then this one is a stranger.
    follower = next(
        (
            place
            for place, line in enumerate(lines[number:], number + 1)
            if (parts := split_line(line)) and seal_of(before, parts[0]) == parts[1]
        ),
        None,
    )
    if here == expected:
        if follower is not None:
            return Finding("added", number, f"record {here} was added; the true one follows")
        before_it = f", or line {number - 1} was changed and sealed anew" if here else ""
        return Finding("changed", number, f"record {here} was changed{before_it}")
    if follower is not None:
        later = [_number(line) for line in lines[follower:]]
        if here is not None and here > expected and here not in later:
            return Finding(
                "reordered",
                number,
                f"record {here} stands where record {expected} belongs, which is line {follower}",
            )
        return Finding("added", number, "this line was added; it is no part of the log")
    if here is not None and here > expected:
        return Finding("dropped", number, f"record {expected} is missing before record {here}")
    if here is not None and here < expected:
        return Finding("added", number, f"record {here} stands here a second time")
    return Finding("changed", number, f"this line is not the record {expected} that was written")


def _number(line: bytes) -> int | None:
    try:
        number = json.loads(line)["n"]
    except (ValueError, KeyError, TypeError):
        return None
    return number if isinstance(number, int) else None
