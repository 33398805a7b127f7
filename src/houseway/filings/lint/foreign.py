"""Words of another game or house left in a filing's terms, rules, postings and procedures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from houseway.filings.catalogue import index
from houseway.filings.lint.finding import Defect, warning
from houseway.filings.schema.base import Cite
from houseway.filings.schema.chinese import ChinesePoker
from houseway.filings.schema.collection import ScheduleSet
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.poker import Poker
from houseway.filings.schema.twenty_one import TwentyOne

_PAI_GOW = ("pai-gow-poker", "pai-gow-tiles")


def _family(filing: FilingBase) -> str:
    return str(getattr(filing, "family", ""))


def _is(*families: str) -> Callable[[FilingBase], bool]:
    return lambda filing: _family(filing) in families


def _has_board(filing: FilingBase) -> bool:
    if isinstance(filing, Poker):
        shortage = filing.game.shortage
        shared = shortage is not None and "community" in shortage.how
        return shared or any(street.board for street in filing.game.street)
    return _is("ultimate-holdem")(filing)


def _has_action_button(filing: FilingBase) -> bool:
    if isinstance(filing, ChinesePoker):
        return True
    return isinstance(filing, PlayerDealerFiling) and filing.first_action.method in ("card", "dice")


def _has_dice(filing: FilingBase) -> bool:
    return isinstance(filing, PlayerDealerFiling) and filing.first_action.method == "dice"


def _has_insurance(filing: FilingBase) -> bool:
    return isinstance(filing, TwentyOne) and filing.game.insurance is not None


def _has_surrender(filing: FilingBase) -> bool:
    return isinstance(filing, TwentyOne) and filing.game.surrender is not None


def _has_joker(filing: FilingBase) -> bool:
    return "joker" in filing.deck.kind or filing.deck.kind == "mexican-41"


def _has_blinds(filing: FilingBase) -> bool:
    if isinstance(filing, Poker):
        return filing.game.blinds is not None
    return _is("ultimate-holdem")(filing)


def _has_spot(name: str) -> Callable[[FilingBase], bool]:
    return lambda filing: (
        isinstance(filing, PlayerDealerFiling) and filing.find_spot(name) is not None
    )


# A word, and the filings it belongs to.
WORDS: tuple[tuple[str, Callable[[FilingBase], bool]], ...] = (
    (r"community cards?", _has_board),
    (r"flop", _has_board),
    (r"action buttons?", _has_action_button),
    (r"dice( cups?)?", _has_dice),
    (r"insurance", _has_insurance),
    (r"surrender(ed|s|ing)?", _has_surrender),
    (r"splitting|double[- ]down|doubling", _is("twenty-one")),
    (r"jokers?", _has_joker),
    (r"(small|big) blinds?", _has_blinds),
    (r"house way", _is(*_PAI_GOW)),
    (r"tiles?", _is("pai-gow-tiles")),
    (r"(player|banker) lines?", _is("baccarat")),
    (r"pair plus", _has_spot("pair_plus")),
    (r"(6|six) card bonus", _has_spot("six_card_bonus")),
    (r"bad beat", _has_spot("bad_beat")),
    (r"envy", _has_spot("fortune")),
    (r"buster", _has_spot("buster")),
    (r"red flex", _has_spot("red_flex")),
    (r"dragon 7", _has_spot("dragon_7")),
    (r"panda 8", _has_spot("panda_8")),
)
_PATTERNS = [(re.compile(rf"\b({word})\b", re.IGNORECASE), home) for word, home in WORDS]
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
        for pattern, at_home in _PATTERNS:
            found = pattern.search(text)
            if found and not at_home(filing) and not _DENIED.search(text[: found.start()]):
                yield warning(
                    "words-of-another-game",
                    f"{found[0]!r} is no part of this game: the sentence seems taken from another "
                    "filing, and what it orders may not be meant",
                    where,
                    cite,
                )
        for house in houses:
            if re.search(rf"\b{re.escape(house)}\b", text):
                yield warning(
                    "words-of-another-house",
                    f"{house!r} is another house: the sentence seems taken from its filing",
                    where,
                    cite,
                )


def _other_houses(filing: FilingBase) -> list[str]:
    """Names of the catalogue's houses that are not this one."""
    names = {entry["house"] for entry in index() if " " in entry["house"]}
    own = filing.house.lower()
    return sorted(name for name in names if name.lower() not in own and own not in name.lower())
