"""Looking a word up in a filing by its meaning: any form of it, and words that mean the same.

Looked through is what we say of every key, the prose, the readings, the fees, the ranking of
hands, and the headings of the text that citations name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from houseway.filings.catalogue import DATA
from houseway.filings.loader import read_toml
from houseway.filings.schema.common import FilingBase
from houseway.filings.told import Entry, entries

_WORD = re.compile(r"[a-z0-9]+")
Phrase = tuple[str, ...]  # stems, one after the other


def stem(word: str) -> str:
    """A word without its endings; rough, but the same for all forms of a word.

    >>> [stem(word) for word in ("misdeals", "betting", "bets", "copies", "ties", "bonuses")]
    ['misdeal', 'bet', 'bet', 'copy', 'ti', 'bonus']
    >>> [stem(word) for word in ("rotate", "rotation", "rotates", "rotating")]
    ['rotat', 'rotat', 'rotat', 'rotat']
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


def _stems_in_order(text: str) -> list[str]:
    return [stem(word) for word in _WORD.findall(text.lower().replace("'s", ""))]


@lru_cache(maxsize=1)
def _meanings() -> dict[Phrase, list[Phrase]]:
    """Every phrase of the synonyms, with all that mean the same, itself first."""
    found: dict[Phrase, list[Phrase]] = {}
    for same in read_toml(DATA / "synonyms.toml")["same"]:
        phrases = [tuple(_stems_in_order(one)) for one in same]
        for phrase in phrases:
            known = found.setdefault(phrase, [phrase])
            known += [other for other in phrases if other not in known]
    return found


def _asked(wanted: str) -> list[list[Phrase]]:
    """The question in units, each with the phrases that answer it; the longest units first."""
    left, units = _stems_in_order(wanted), []
    while left:
        size = next((n for n in range(len(left), 1, -1) if tuple(left[:n]) in _meanings()), 1)
        unit = tuple(left[:size])
        units.append(_meanings().get(unit, [unit]))
        left = left[size:]
    return units


def find(filing: FilingBase, wanted: str) -> list[Entry]:
    """Every entry that speaks of all that is asked: those with the very words, then the others."""
    units = _asked(wanted)
    if not units:
        return []
    ranked = [(_rank(entry, units), entry) for entry in entries(filing)]
    return [
        entry
        for rank, entry in sorted(
            ((rank, entry) for rank, entry in ranked if rank is not None), key=lambda pair: pair[0]
        )
    ]


def found_apart(filing: FilingBase, wanted: str) -> list[str]:
    """The single words of a question that something speaks of, where nothing does of all."""
    words = list(dict.fromkeys(_WORD.findall(wanted.lower())))
    return [word for word in words if find(filing, word)] if len(words) > 1 else []


def _rank(entry: Entry, units: Sequence[Sequence[Phrase]]) -> int | None:
    """0 for an entry of that name, 1 for the very words, 2 for words of the same meaning, 3 for
    the heading of the text alone; None if it does not answer.
    """
    words = [unit[:1] for unit in units]
    name = _stems_in_order(entry.heading)
    said = [*_stems_in_order(entry.section), *name, *_stems_in_order(entry.text)]
    text = [*said, *_stems_in_order(entry.cite.at if entry.cite else "")]
    answers = ((name, words), (said, words), (said, units), (text, words))
    for rank, (place, asked) in enumerate(answers):
        if all(any(_says(place, phrase) for phrase in unit) for unit in asked):
            return rank
    return None


def _says(said: Sequence[str], phrase: Phrase) -> bool:
    """Whether the phrase's words stand together: "turn card" is not said by "a card is turned".

    >>> _says(["a", "card", "is", "turn"], ("card",))
    True
    >>> _says(["a", "card", "is", "turn"], ("turn", "card"))
    False
    """
    size = len(phrase)
    return any(tuple(said[at : at + size]) == phrase for at in range(len(said) - size + 1))
