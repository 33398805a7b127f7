"""Names at the table: which are names at all, when two are the same, when they look the same.

How a name looks is worked out as Unicode's security report does (UTS 39): every character is
replaced by one that stands for all it can be confused with. The table of those is Unicode's own,
as the package `confusable_homoglyphs` carries it; it has no such comparison, so it is made here.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache

from houseway.errors import Refused

LONGEST_NAME = 24
MOST_MARKS = 2  # on one letter

# Characters that count as printable and show nothing.
_UNSEEN = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159,
     0x13441, 0x13442, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
     *range(0xE0100, 0xE01F0)}
)  # fmt: skip

# Scripts that are written together; a name in any others is of one alone.
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"}, {"LATIN", "HAN", "HANGUL"},
    {"LATIN", "HAN", "BOPOMOFO"},
)  # fmt: skip
_ANYWHERE = {"COMMON", "INHERITED", "UNKNOWN"}


def clean_name(name: str) -> str:
    """A name as it is shown, or why it is none."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise _bad(f"a name has 1 to {LONGEST_NAME} printable characters")
    if not set(name).isdisjoint('/:"\\<>'):
        raise _bad("a name has no slash, colon, quote or bracket")
    if any(ord(character) in _UNSEEN for character in name):
        raise _bad("a name has no characters that cannot be seen")
    marks = 0
    for place, character in enumerate(name):
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks > MOST_MARKS or (marks and not place):
            raise _bad(f"a letter of a name has {MOST_MARKS} marks at most")
    if not _of_one_script(name):
        raise _bad("a name is written in one alphabet, not in several that look alike")
    return name


def _bad(message: str) -> Refused:
    return Refused("bad-name", message, where="name")


def _of_one_script(name: str) -> bool:
    if name.isascii():
        return True
    from confusable_homoglyphs.categories import unique_aliases

    scripts = set(unique_aliases(name)) - _ANYWHERE
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)


def fold(name: str) -> str:
    """How names are compared: Ann and ANN are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def looks(name: str) -> frozenset[str]:
    """What a name may be taken for, as it is written, in small letters and in capitals.

    Two names with a look in common can be mistaken for each other.

    >>> bool(looks("Alice") & looks("AIice")), bool(looks("Alice") & looks("Bob"))
    (True, False)
    """
    return frozenset(_skeleton(one) for one in (name, name.casefold(), name.upper()))


def _skeleton(name: str) -> str:
    table = _prototypes()
    apart = unicodedata.normalize("NFD", name)
    seen = "".join(table.get(one, one) for one in apart if ord(one) not in _UNSEEN)
    return unicodedata.normalize("NFD", seen.casefold())


@cache
def _prototypes() -> dict[str, str]:
    """For each character the one, or the few, that stand for all it is confused with."""
    from confusable_homoglyphs.confusables import confusables_data

    near: defaultdict[str, set[str]] = defaultdict(set)
    for written, found in confusables_data.items():
        for one in found:
            here, there = (text.replace("\u200e", "") for text in (written, one["c"]))
            near[here].add(there)
            near[there].add(here)
    table: dict[str, str] = {}
    for first in near:
        if first in table:
            continue
        group, waiting = {first}, [first]
        while waiting:
            fresh = near[waiting.pop()] - group
            group |= fresh
            waiting += fresh
        # "m" stands for what "rn" can be taken for: the longer way of writing it decides.
        chosen = min(group, key=lambda text: (-len(text), text))
        for text in group:
            table[text] = chosen
    return {text: chosen for text, chosen in table.items() if len(text) == 1}
