"""Looking a word up in a filing by its meaning: any form of it, and words that mean the same.

Looked through is what we say of every key, the prose, the readings, the fees, the ranking of
hands, and the headings of the text that citations name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from houseway.filings.catalogue import DATA
from houseway.filings.loader import read_toml
from houseway.filings.schema.common import FilingBase
from houseway.filings.told import Entry, entries

_WORD = re.compile(r"[a-z0-9]+")
Phrase = tuple[str, ...]  # stems, one after the other


@lru_cache(maxsize=20_000)
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


def _units(wanted: str) -> list[tuple[str, list[Phrase]]]:
    """The question in units, each with the phrases that answer it; the longest units first."""
    left, units = _WORD.findall(wanted.lower().replace("'s", "")), []
    while left:
        stems = tuple(map(stem, left))
        size = next((n for n in range(len(left), 1, -1) if stems[:n] in _meanings()), 1)
        unit = stems[:size]
        units.append((" ".join(left[:size]), _meanings().get(unit, [unit])))
        left = left[size:]
    return units


def find(filing: FilingBase, wanted: str) -> list[Entry]:
    """Every entry that speaks of all that is asked: those with the very words, then the others."""
    units = [phrases for _, phrases in _units(wanted)]
    if not units:
        return []
    found = []
    for one in _spoken(filing):
        worst = min(_how(one, unit) for unit in units)
        if worst:
            # What is filed stands before how its doubts were read.
            found.append((one.entry.section.startswith("reading"), -worst, one.entry))
    return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])]


def found_apart(filing: FilingBase, wanted: str) -> list[str]:
    """The single words of a question that something speaks of, where nothing does of all."""
    words = list(dict.fromkeys(_WORD.findall(wanted.lower())))
    return [word for word in words if find(filing, word)] if len(words) > 1 else []


@lru_cache(maxsize=1)
def _asking() -> frozenset[str]:
    """Words of a question that ask and name nothing."""
    return frozenset(read_toml(DATA / "synonyms.toml")["asking"])


@dataclass(frozen=True, slots=True)
class Found:
    """What one filing says on a question, the best answers first."""

    filing: FilingBase
    entries: tuple[Entry, ...]
    score: float
    unsaid: tuple[str, ...]  # words of the question that these entries do not speak of

    def as_json(self) -> dict[str, object]:
        return {
            "filing": self.filing.id, "house": self.filing.house, "title": self.filing.title,
            "family": self.filing.family, "entries": [one.as_json() for one in self.entries],
            "unsaid": list(self.unsaid),
        }  # fmt: skip


def search(filings: Sequence[FilingBase], question: str, *, most: int = 4) -> list[Found]:
    """Which filings answer a question in a person's own words, and by what rules.

    A word counts by how few rules speak of it. An answer speaks of most of what was asked (where
    none does, of as much as any), in few words, and says "not" where the question does; it stands
    before others if its name does, and behind them if it is a reading, a notice or a term.
    """
    words = _WORD.findall(question.lower())
    wanted = " ".join(word for word in words if word not in _asking())
    units = _units(wanted) or _units(question)
    if not units:
        return []
    told = [
        (filing, one, [_how(one, unit) for _, unit in units])
        for filing in filings
        for one in _spoken(filing)
    ]
    known = [sum(1 for _, _, how in told if how[place]) for place in range(len(units))]
    weights = [math.log(1 + len(told) / count) if count else 0.0 for count in known]
    scores = [sum(w * h for w, h in zip(weights, how, strict=True)) for _, _, how in told]
    enough = min(_MOST * sum(weights), 0.8 * max(scores, default=0.0))
    denied = any(word in _NOT for word in words)
    by_filing: dict[str, list[tuple[float, Entry, list[float]]]] = {}
    for (filing, one, how), score in zip(told, scores, strict=True):
        if enough and score >= enough:
            score *= _plainness(one) * _named(one, units)
            score *= 1.1 if _NOT.isdisjoint(one.name) != denied else 1.0
            by_filing.setdefault(filing.id, []).append((score, one.entry, how))
    found = []
    for filing in filings:
        best = sorted(by_filing.get(filing.id, ()), key=lambda each: -each[0])[:most]
        if best:
            unsaid = [word for place, (word, _) in enumerate(units)
                      if not any(how[place] for _, _, how in best)]  # fmt: skip
            entries = tuple(entry for _, entry, _ in best)
            found.append(Found(filing, entries, best[0][0], tuple(unsaid)))
    return sorted(found, key=lambda one: -one.score)


_MOST = 0.55  # of the weight of a question's words
_NOT = frozenset({"not", "no", "never", "cannot", "t"})  # the last of can't and doesn't
_ASIDE = ("reading", "notice", "term", "not for play")


def _named(one: _Spoken, units: Sequence[tuple[str, list[Phrase]]]) -> float:
    """More for an entry the more of its name was asked for: "raises" before "smallest raise"."""
    asked = {word for _, unit in units for phrase in unit for word in phrase}
    return 1 + 0.3 * sum(word in asked for word in one.name) / max(1, len(one.name))


def _plainness(one: _Spoken) -> float:
    """How much an entry is worth as an answer: a rule, and little said besides."""
    rule = 0.6 if one.entry.section.startswith(_ASIDE) else 1.0
    return rule / (1 + 0.25 * math.log(max(1.0, len(one.said) / 12)))


class _Spoken(NamedTuple):
    """An entry with the stems of its name, of all it says, and of its place in the text besides."""

    entry: Entry
    name: list[str]
    said: list[str]
    text: list[str]
    stems: frozenset[str]


def _how(spoken: _Spoken, unit: Sequence[Phrase]) -> float:
    """How well an entry speaks of one thing asked: by its name, in its words, in other words, or
    by the heading of the text alone.
    """
    near = [phrase for phrase in unit if spoken.stems.issuperset(phrase)]
    if not near:
        return 0.0
    the_words = unit[0] in near
    if the_words and _says(spoken.name, unit[0]):
        return 1.2
    if the_words and _says(spoken.said, unit[0]):
        return 1.0
    if any(_says(spoken.said, phrase) for phrase in near):
        return 0.8
    return 0.3 if the_words and _says(spoken.text, unit[0]) else 0.0


_SPOKEN: dict[int, tuple[FilingBase, list[_Spoken]]] = {}


def _spoken(filing: FilingBase) -> list[_Spoken]:
    """Every entry with its stems, worked out once for a filing that is held."""
    kept = _SPOKEN.get(id(filing))
    if kept is None:
        found = []
        for entry in entries(filing):
            name = _stems_in_order(entry.heading)
            said = [*_stems_in_order(entry.section), *name, *_stems_in_order(entry.text)]
            text = [*said, *_stems_in_order(entry.cite.at if entry.cite else "")]
            found.append(_Spoken(entry, name, said, text, frozenset(text)))
        kept = _SPOKEN[id(filing)] = (filing, found)
        if len(_SPOKEN) > 200:
            del _SPOKEN[next(iter(_SPOKEN))]
    return kept[1]


def _says(said: Sequence[str], phrase: Phrase) -> bool:
    """Whether the phrase's words stand together: "turn card" is not said by "a card is turned".

    >>> _says(["a", "card", "is", "turn"], ("card",))
    True
    >>> _says(["a", "card", "is", "turn"], ("turn", "card"))
    False
    """
    size = len(phrase)
    return any(tuple(said[at : at + size]) == phrase for at in range(len(said) - size + 1))
