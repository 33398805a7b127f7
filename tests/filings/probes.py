"""Ways to ask a filing what it decides: rounds worked out from the texts, fees and permissions, a
sign, an evening of bots. The words a person reads beside a decision are left out of an answer."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

from houseway.cards import seeded_source
from houseway.errors import HousewayError
from houseway.families.chinese_poker.hand_file import read_chinese, scored
from houseway.families.chinese_poker.schema import ChinesePoker
from houseway.families.poker.phh import PhhHand, parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker
from houseway.filings.house_book import house_terms
from houseway.filings.loader import schedule_sets
from houseway.filings.permitted.wagers import buy_in
from houseway.filings.schema.base import Record
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.sign import table_sign_json
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import RoundFile, check_round, parse_round
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.collection import fees
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from tests.irregular import cases

TESTS = Path(__file__).parents[1]
Texts = dict[str, tuple[str, str]]  # a kind and a text by name
LOADS, EVENING, HEADS_UP = "loads", "evening", "heads up"
# What a person reads beside a decision.
WORDS = {
    "because", "cite", "says", "lines", "source", "note", "name", "words", "text", "title",
    "message", "why", "reading", "clause", "rules", "filing", "hash", "at", "time", "version",
    "elsewhere", "nearest", "label", "hand", "told", "reason", "warnings", "rule",
    "explain", "doubts",
}  # fmt: skip


def plain(answer: Any) -> Any:
    """An answer without the words it is told in."""
    if is_dataclass(answer) and not isinstance(answer, type):
        answer = asdict(answer)
    if hasattr(answer, "_asdict"):
        answer = answer._asdict()
    if isinstance(answer, Mapping):
        return {str(k): plain(v) for k, v in answer.items() if k not in WORDS}
    if isinstance(answer, list | tuple | set | frozenset):
        return [plain(one) for one in answer]
    return str(answer) if not isinstance(answer, Record) else None


def decided(work: Callable[[], Any]) -> Any:
    try:
        return plain(work())
    except HousewayError as error:
        return f"refused {error.code}"


def probes(filing_id: str) -> Iterator[tuple[str, Callable[[FilingBase], Any]]]:
    """Ways to ask a filing, quick ones first."""
    yield "permitted", _permitted
    for name, (kind, text) in _texts().get(filing_id, {}).items():
        if kind == "round":
            yield name, partial(_adjudicated, parse_round(text))
        elif "chinese" not in filing_id:
            yield name, partial(_replayed, text)
        else:
            yield name, partial(_scored, tomllib.loads(text))
    for name, file in _irregular().get(filing_id, {}).items():
        yield name, partial(_adjudicated, file)
    yield "sign", _sign
    yield EVENING, _evening
    yield HEADS_UP, partial(_evening, seats=2)


# Rounds and hands.


@cache
def _texts() -> dict[str, Texts]:
    """The texts of all rounds and hands by filing, each with its kind, by the file it stands in."""
    found: dict[str, Texts] = {}
    for path in sorted(TESTS.glob("golden/*/*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for kind in ("round", "hand"):
            if kind in data:
                _add(found, _name(path), kind, data[kind])
    for path in sorted(
        [
            *TESTS.glob("rounds/[!p]*/*.toml"),
            *TESTS.glob("rounds/pai*/*.toml"),
            *TESTS.glob("cases/t*/*.toml"),
        ]
    ):
        _add(found, _name(path), "round", path.read_text(encoding="utf-8"))
    for path in sorted(
        [
            *TESTS.glob("cases/poker/*.toml"),
            *TESTS.glob("cases/irregular-poker/*"),
            *TESTS.glob("rounds/poker/*.toml"),
        ]
    ):
        _add(found, _name(path), "hand", path.read_text(encoding="utf-8"))
    for path in sorted(TESTS.glob("filings/probes-*.toml")):
        for kind, texts in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for number, text in enumerate(texts):
                _add(found, f"{_name(path)} {kind} {number}", kind, text)
    return found


def _name(path: Path) -> str:
    return path.relative_to(TESTS).with_suffix("").as_posix()


def _add(found: dict[str, Texts], name: str, kind: str, text: str) -> None:
    data = tomllib.loads(text)
    several = next(iter(data.values()))  # a file of several hands numbers them
    filing = data.get("filing") or (data if "_filing" in data else several).get("_filing")
    if filing:
        found.setdefault(str(filing), {})[name] = (kind, text)


@cache
def _irregular() -> dict[str, dict[str, RoundFile]]:
    found: dict[str, dict[str, RoundFile]] = {}
    for path in sorted(TESTS.glob("cases/irregular/*.toml")):
        for name, written, _ in cases(path):
            file = check_round(written)
            found.setdefault(file.filing, {})[f"irregular {name}"] = file
    return found


def _adjudicated(file: RoundFile, filing: FilingBase) -> Any:
    assert isinstance(filing, PlayerDealerFiling)
    terms = house_terms(
        filing, options=dict(file.options), decks=file.decks, schedule=file.schedule,
        limits=file.limits, dealt_from=file.dealt_from,
    )  # fmt: skip
    return adjudicate(file, terms=terms).as_json()


def _replayed(text: str, filing: FilingBase) -> Any:
    assert isinstance(filing, Poker)
    return [decided(partial(_played, hand, filing)) for hand in parse_hands(text)]


def _played(hand: PhhHand, filing: Poker) -> Any:
    return replay(hand, filing).as_json()


def _scored(data: Mapping[str, Any], filing: FilingBase) -> Any:
    assert isinstance(filing, ChinesePoker)
    hand = read_chinese(data)
    return scored(hand, make_terms(filing, options=hand.options, schedule=hand.schedule))


def _evening(filing: FilingBase, seats: int = 6) -> Any:
    journal = MemoryJournal()
    evening = start_evening(
        usual_setup(filing), journal, seeded_source(5), seats=min(seats, filing.table.seats),
        filing=filing,
    )  # fmt: skip
    for _ in evening.play(8):
        pass
    evening.table.close()
    return journal.entries[1:]  # the first one pins the filing


# What is permitted, what it costs, what hangs on the wall.

_LIMITS = (
    None,
    "5-100; tie 5-50",
    "5-100",
    "10-200",
    "20-300",
    "100-500",
    "4-8",
    "40-80",
    "2-100",
    "25-1000",
    "1-25",
)
_WAGERS = (5_00, 10_00, 25_00, 60_00, 100_00, 210_00, 500_00, 1200_00)


def _permitted(filing: FilingBase) -> Any:
    found = []
    for number in [None, *_numbers(filing)]:
        for limits in _LIMITS:
            found.append(decided(partial(_fees, filing, number, limits)))
    return found


def _numbers(filing: FilingBase) -> list[int | str]:
    return [option.number for one in schedule_sets(filing) for _, option in one.options()]


def _fees(filing: FilingBase, number: Any, limits: str | None) -> Any:
    terms = house_terms(filing, schedule=number, limits=limits)
    if not isinstance(filing, PlayerDealerFiling):
        return [terms.seats, terms.decks, str(buy_in(filing, [], None, bet=200))]
    spot = filing.spot[0].name
    taken = []
    for wager in _WAGERS:
        layout = Layout(1, tuple(SeatWagers(n, {spot: wager}) for n in range(2, 4)))
        taken.append(decided(partial(fees, cast(Any, terms), layout)))
    return [terms.seats, terms.decks, taken]


def _sign(filing: FilingBase) -> Any:
    """Limits, fees, stakes, pay tables, and what must be posted where."""
    return [
        decided(partial(table_sign_json, filing, [str(number)], limits))
        for number in _numbers(filing) or [""]
        for limits in ("", "10-200", "4-8", "40-80")
    ]
