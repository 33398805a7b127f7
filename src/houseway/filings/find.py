"""Looking a word up in a filing: by its stem, so that `misdeals` finds a misdeal."""

from __future__ import annotations

import re

from houseway.filings.schema.common import FilingBase
from houseway.filings.told import Entry, entries

_WORD = re.compile(r"[a-z0-9]+")


def stem(word: str) -> str:
    """A word without its endings; rough, but the same for all forms of a word.

    >>> [stem(word) for word in ("misdeals", "betting", "bets", "copies", "ties", "bonuses")]
    ['misdeal', 'bet', 'bet', 'copy', 'ti', 'bonus']
    """
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-2]
    for ending in ("sses", "shes", "ches", "xes", "uses"):
        if word.endswith(ending):
            return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    for ending in ("ing", "ed", "ions", "ion"):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            word = word[: -len(ending)]
            if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "slz":
                word = word[:-1]
            break
    return word.rstrip("e") if len(word) > 2 else word


def stems(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(text.lower().replace("'s", ""))}


def find(filing: FilingBase, wanted: str) -> list[Entry]:
    """Every entry in which all words of the question occur, in any form."""
    asked = stems(wanted)
    if not asked:
        return []
    return [
        entry
        for entry in entries(filing)
        if asked <= stems(f"{entry.section} {entry.heading} {entry.text}")
    ]
