"""Mending a file where only one mending is possible; all else stays as its writer left it.

The text is edited and not written anew, so that comments and layout stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import groupby
from pathlib import Path

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_SPANS = re.compile(
    r"(?P<key>\b(?:minimum|maximum|limits|buy_in|smallest_game|largest_game) *= *\")"
    rf"(?P<low>{_NUMBER})-(?P<high>{_NUMBER})(?=\")"
)
_DECKS = re.compile(r"(?P<key>^decks *= *\[ *)(?P<low>\d+)(?P<comma> *, *)(?P<high>\d+)", re.M)
_ORDER = re.compile(r"(?P<key>^wager_order *= *\[)(?P<items>[^\]]*)(?=\])", re.M)
_BRACKETS = re.compile(r"(?P<key>\b(?:bank|player) *= *\[)(?P<items>[^\]]*)(?=\])")
_ITEM = re.compile(r"\"[^\"]*\"")


def mend(path: Path) -> list[str]:
    """Mend what can be mended in one way; says what was done. Nothing done, nothing written."""
    text = path.read_text(encoding="utf-8")
    done: list[str] = []
    for pattern, mended in _MENDINGS:
        text = pattern.sub(_one(mended, done), text)
    if done:
        path.write_text(text, encoding="utf-8")
    return done


Mended = Callable[[re.Match[str]], tuple[str, str] | None]


def _one(mended: Mended, done: list[str]) -> Callable[[re.Match[str]], str]:
    def replace(found: re.Match[str]) -> str:
        before = found.string[: found.start()].rpartition("\n")[2]
        new = None if "#" in before else mended(found)  # comments are the writer's own
        if new is None:
            return found[0]
        said, written = new
        done.append(said)
        return written

    return replace


def _amount(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def _forwards(found: re.Match[str]) -> tuple[str, str] | None:
    low, high = found["low"], found["high"]
    if _amount(low) <= _amount(high):
        return None
    between = found.groupdict().get("comma", "-")
    return f"{low}-{high} is written forwards", f"{found['key']}{high}{between}{low}"


def _once(found: re.Match[str]) -> tuple[str, str] | None:
    """Copies that stand side by side; of those apart nobody knows which place is meant."""
    items = _ITEM.findall(found["items"])
    kept = [item for item, _ in groupby(items)]
    if kept == items or len(set(kept)) != len(kept):
        return None
    again = ", ".join(sorted({one.strip('"') for one in items if items.count(one) > 1}))
    return f"{again} stands once in the order of settlement", found["key"] + ", ".join(kept)


def _in_order(found: re.Match[str]) -> tuple[str, str] | None:
    """Sorted by where they start, unless two start alike: then nobody knows which is meant."""
    items = _ITEM.findall(found["items"])
    starts = list(_starts(items))
    if len(starts) != len(items) or len(set(starts)) != len(starts) or starts == sorted(starts):
        return None
    ordered = [item for _, item in sorted(zip(starts, items, strict=True))]
    return f"brackets in order: {', '.join(ordered)}", found["key"] + ", ".join(ordered)


def _starts(items: list[str]) -> Iterator[Decimal]:
    for item in items:
        found = re.match(rf"\"({_NUMBER})(?:-|\+|:)", item)
        if found:
            yield _amount(found[1])


_MENDINGS: tuple[tuple[re.Pattern[str], Mended], ...] = (
    (_SPANS, _forwards),
    (_DECKS, _forwards),
    (_ORDER, _once),
    (_BRACKETS, _in_order),
)
