"""Results kept: those shipped for the catalogue, and a user's own in the cache folder.

A result is named after the rules it depends on and the number of the count that made it, which is
raised by hand when the same rules come to other figures. So a changed pay table is never answered
from an old result, and a moved function does not mean counting again; `tests/analysis/test_counts`
notices a count that has changed under its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from houseway.analysis.report import Bet, bet_from_record, bet_to_record
from houseway.filings.schema.base import UNCOUNTED
from houseway.filings.terms import Terms
from houseway.folders import cache_folder
from houseway.folders import keep as write

SHIPPED: Final = Path(__file__).parent / "results"
# What a person reads in a filing, and no count depends on.
_WORDS: Final = frozenset({"cite", "note", "label", "title", "reading", "about"})


def rules_of(
    terms: Terms[Any], *, options: Sequence[str] = (), without: Iterable[str] = ()
) -> dict[str, Any]:
    """What a family's results depend on: the game, its pay tables, deck and spots, the options
    named. Left out are citations and other words, and the parts of the game that decide nothing
    here; a part that a filing does not have counts like one that no filing has.
    """
    filing = terms.filing
    dumped = filing.model_dump(
        mode="json",
        include={"family", "game", "pay_table"},
        exclude={"game": _uncounted(filing.game)},
        exclude_none=True,
    )
    dumped["game"] = {name: part for name, part in dumped["game"].items() if name not in without}
    rules: dict[str, Any] = without_words(dumped)
    rules["deck"] = [filing.deck.kind, filing.deck.jokers_as_decks, filing.deck.bonus_ranks]
    if filing.deck.without:
        rules["deck"].append(filing.deck.without)
    rules["spots"] = [[spot.name, spot.base, spot.needs, spot.needs_any] for spot in filing.spot]
    rules["decks"] = terms.decks
    asked = [use.name for use in filing.options_asked() or ()]
    asked += [spot.option for spot in filing.spot if spot.option]
    rules["options"] = {name: terms.options.get(name) for name in (*options, *asked)}
    return rules


def _uncounted(part: BaseModel) -> dict[str, Any]:
    """The keys of a part of the rules that are marked as no matter of odds."""
    found: dict[str, Any] = {}
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if UNCOUNTED in field.metadata:
            found[name] = True
        elif isinstance(value, BaseModel) and (inner := _uncounted(value)):
            found[name] = inner
    return found


def without_words(value: Any) -> Any:
    """Data without what only a person reads."""
    if isinstance(value, dict):
        return {key: without_words(v) for key, v in value.items() if key not in _WORDS}
    if isinstance(value, list):
        return [without_words(one) for one in value]
    return value


def result_key(rules: Mapping[str, Any], *counts: int) -> str:
    """The name of a result: its rules, and the numbers of the counts that made it."""
    text = json.dumps([rules, *counts], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def find(filing_id: str, key: str) -> tuple[list[Bet], str] | None:
    """The bets kept under a name, and where they were found."""
    if (shipped := _shipped(_shipped_path(filing_id), key)) is not None:
        return list(shipped), "shipped"
    path = _kept_path(key)
    records = None if path is None else _read(path).get(key)
    return None if records is None else ([bet_from_record(one) for one in records], "kept")


def keep(key: str, bets: Sequence[Bet]) -> None:
    """Into the user's cache folder; where it cannot be written the work is done again next time."""
    path = _kept_path(key)
    if path is not None:
        write(path, _text({key: [bet_to_record(bet) for bet in bets]}).encode())


def keep_part(name: str, content: bytes) -> None:
    """Something a result was made from that is too large to stand in it."""
    folder = cache_folder("odds")
    if folder is not None:
        write(folder / name, content)


def kept_part(name: str) -> bytes | None:
    folder = cache_folder("odds")
    try:
        return None if folder is None else (folder / name).read_bytes()
    except OSError:
        return None


def ship(filing_id: str, results: Mapping[str, Sequence[Bet]]) -> Path:
    """Into the package, for `scripts/make-results`."""
    path = _shipped_path(filing_id)
    records = {key: [bet_to_record(bet) for bet in bets] for key, bets in results.items()}
    path.write_text(_text(records), encoding="utf-8")
    _file.cache_clear()
    _shipped.cache_clear()
    return path


def _shipped_path(filing_id: str) -> Path:
    return SHIPPED / f"{filing_id.replace('/', '--')}.json"


def _kept_path(key: str) -> Path | None:
    folder = cache_folder("odds")
    return None if folder is None else folder / f"{key}.json"


# What is shipped does not change while we run.


@cache
def _shipped(path: Path, key: str) -> tuple[Bet, ...] | None:
    records = _file(path).get(key)
    return None if records is None else tuple(map(bet_from_record, records))


@cache
def _file(path: Path) -> dict[str, Any]:
    return _read(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # not there, or torn: the result is made anew
    return found if isinstance(found, dict) else {}


def _text(records: Mapping[str, Any]) -> str:
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"
