"""Words of another game or house left in a filing's terms, rules, postings and procedures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from houseway.cards import JOKER
from houseway.family import family_names
from houseway.filings.catalogue import index
from houseway.filings.lint.family import family_lint
from houseway.filings.lint.finding import Defect, warning
from houseway.filings.schema.base import Cite
from houseway.filings.schema.collection import ScheduleSet
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling


def _has_dice(filing: FilingBase) -> bool:
    return isinstance(filing, PlayerDealerFiling) and filing.first_action.method == "dice"


def _has_action_button(filing: FilingBase) -> bool:
    return isinstance(filing, PlayerDealerFiling) and filing.first_action.method in ("card", "dice")


def _has_joker(filing: FilingBase) -> bool:
    return JOKER in filing.deck.cards()


# Words that follow from the common part of a filing; families add their own.
_COMMON: Mapping[str, Callable[[FilingBase], bool]] = {
    r"action buttons?": _has_action_button,
    r"dice( cups?)?": _has_dice,
    r"jokers?": _has_joker,
}


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Every word that some game has and others do not."""
    words = dict.fromkeys(_COMMON)
    for name in family_names():
        words |= dict.fromkeys(family_lint(name).words)
    return [(word, re.compile(rf"\b({word})\b", re.IGNORECASE)) for word in words]


def _at_home(word: str, filing: FilingBase) -> bool:
    ours = family_lint(filing.family).words.get(word)
    common = _COMMON.get(word)
    return any(home(filing) for home in (ours, common) if home is not None)


# "No jokers are used" speaks of what the game does not have.
_DENIED = re.compile(r"\b(no|not|without|never|neither|nor|none)\b[^.;:]*$", re.IGNORECASE)


def _texts(filing: FilingBase, sets: list[ScheduleSet]) -> Iterator[tuple[str, str, Cite]]:
    for term in filing.term:
        yield f"term {term.term}", f"{term.term}: {term.means}", term.cite
    for rule in filing.rule:
        yield f"rule {rule.topic}", rule.text, rule.cite
    for posting in filing.posting:
        yield f"posting on the {posting.where}", posting.text, posting.cite
    for one in sets:
        if len(one.games) > 1:
            continue  # written for several games, it may speak of all of them
        for clause in (*one.procedures, *one.posted):
            yield f"set {one.name}, procedures", clause.text, clause.cite


def check_words(filing: FilingBase, sets: list[ScheduleSet]) -> Iterator[Defect]:
    houses = _other_houses(filing)
    for where, text, cite in _texts(filing, sets):
        for word, pattern in _patterns():
            found = pattern.search(text)
            if found and not _at_home(word, filing) and not _DENIED.search(text[: found.start()]):
                yield warning(
                    "words-of-another-game",
                    f"{found[0]!r} is no part of this game: the sentence seems taken from another "
                    "filing, and what it orders may not be meant",
                    where,
                    cite,
                )
        named = {name for name in _HOUSE.findall(text) if not _same_house(name, filing.house)}
        for house in sorted({*named, *(one for one in houses if one in text)}):
            if re.search(rf"\b{re.escape(house)}\b", text):
                yield warning(
                    "words-of-another-house",
                    f"{house!r} is another house: the sentence seems taken from its filing",
                    where,
                    cite,
                )


# A name as cardrooms have them, whether or not the catalogue knows the house.
_HOUSE = re.compile(
    r"\b((?:The )?(?:[A-Z][\w']+ )+(?:Casino|Club|Cardroom|Card Room|Card Parlour))\b"
)


def _same_house(name: str, own: str) -> bool:
    one, other = name.lower().removeprefix("the "), own.lower().removeprefix("the ")
    return one in other or other in one


def _other_houses(filing: FilingBase) -> list[str]:
    """Names of the catalogue's houses that are not this one."""
    names = {entry["house"] for entry in index() if " " in entry["house"]}
    own = filing.house.lower()
    return sorted(name for name in names if name.lower() not in own and own not in name.lower())
