"""The office's work as a page asks for it: by the same code as the commands, in a worker's process.

Each function answers what a command answers with `--json`; a test holds the two together. A command
takes a filing by its id or its file; here it is loaded by its id alone, whatever somebody sends.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.catalogue import Catalogue, filing_ids, in_force
from houseway.filings.house_book import name_in_force
from houseway.filings.loader import load, readings_of
from houseway.filings.schema.base import cents
from houseway.filings.terms import Terms, make_terms
from houseway.reading import chosen_options

if TYPE_CHECKING:
    from houseway.analysis.report import Bet
    from houseway.analysis.simulate.table import SimulatedTable
    from houseway.service.backroom.worker import Tell


def search(question: str) -> bytes:
    """Which filings answer a question, and by what rules."""
    from houseway.filings.find import search as look

    found = look([load(one) for one in filing_ids()], question)
    return json.dumps([one.as_json() for one in found]).encode()


def sign_page(filing: str, schedule: list[str], limits: str, form: str) -> bytes:
    """The sign as a page to hang up."""
    from houseway.filings.sign import make_sign
    from houseway.filings.sign_forms import sign_page as page

    return page(make_sign(load(filing), schedule, limits), form)


def findings(filings: list[str], against: str = "") -> bytes:
    """What lint finds, in some filings or in all."""
    from houseway.filings.lint import lint_filings, lint_filings_against

    found = lint_filings_against(filings, against) if against else lint_filings(filings)
    return json.dumps([one.as_json() for one in found]).encode()


def lint_codes() -> bytes:
    """What each code of lint means and how it is mended."""
    from houseway.filings.lint.codes import codes

    return json.dumps({name: one.model_dump() for name, one in codes().items()}).encode()


def odds(filing: str, decks: int | None, options: dict[str, Any]) -> bytes:
    """Every bet of a filing."""
    from houseway.analysis.odds import odds as work_out

    return json.dumps(work_out(load(filing), decks=decks, options=options).as_json()).encode()


def cards(filing: str, decks: int | None, options: dict[str, Any]) -> bytes:
    """How to play it, as grids: what `odds --card` draws."""
    from houseway.analysis.odds import odds as work_out
    from houseway.analysis.odds import strategy_cards

    made = strategy_cards(work_out(load(filing), decks=decks, options=options))
    return json.dumps([card.as_json() for card in made]).encode()


def par_sheet(filing: str, decks: int | None, options: dict[str, Any], form: str) -> bytes:
    """The sheet for the laboratory, as the command writes it."""
    from pathlib import Path

    from houseway.analysis.par.sheet import par
    from houseway.analysis.par.writing import writer

    return writer(Path(f"sheet.{form}"))(par(load(filing), decks=decks, options=options))


@lru_cache(maxsize=16)  # what is worked out of terms is kept by them
def _terms(
    catalogue: Catalogue, book: str, filing: str, decks: int | None,  # noqa: ARG001
    options: tuple[tuple[str, Any], ...],
) -> Terms[Any]:  # fmt: skip
    from houseway.analysis.odds import counted_terms

    return counted_terms(catalogue.load(filing), decks, dict(options))


def worth(
    filing: str, decks: int | None, options: dict[str, Any], column: str, rows: list[str]
) -> bytes:
    """What each choice brings at a place of a strategy card, by row; none where not counted."""

    said = (filing, decks, tuple(sorted(options.items())))
    terms = _terms(in_force(), name_in_force(), *said)
    found = find_family(terms.filing.family).part("worth")
    return json.dumps(found(terms, column, rows) if found else {}).encode()


def compare(filings: list[str]) -> bytes:
    """What some filings do differently, rule by rule, the readings that not all of them take, and
    what each bet is worth in each."""
    from houseway.analysis.odds import kept
    from houseway.filings.diff import side_by_side

    held = [load(one) for one in filings]
    told = [{"id": one.id, "house": one.house, "title": one.title} for one in held]
    bets = {one.id: {name: _figures(bet) for name, bet in kept(make_terms(one)).items()}
            for one in held}  # fmt: skip
    rows = [row.as_json() for row in side_by_side(held)]
    taken = {one.id: {reading.id: reading.taken for reading in readings_of(one)} for one in held}
    by_all = set.intersection(*map(set, taken.values()))
    own = {one: {name: text for name, text in read.items() if name not in by_all}
           for one, read in taken.items()}  # fmt: skip
    answer = {"filings": told, "rows": rows, "readings": own, "bets": bets}
    return json.dumps(answer).encode()


def compare_worth(filings: list[str]) -> bytes:
    """What each difference is worth to a bettor, where that is known."""
    from houseway.analysis.differing import worth_of_differences

    return json.dumps(worth_of_differences([load(one) for one in filings])).encode()


def check(text: str, with_odds: bool) -> bytes:
    """A draft's findings, rule sheet and odds, as `houseway check` has them."""
    import tempfile
    from pathlib import Path

    from houseway.analysis.checking import check as look

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "draft.toml"
        file.write_text(text, encoding="utf-8")
        told = json.dumps(look(file, with_odds=with_odds).as_json())
        return told.replace(json.dumps(str(file))[1:-1], "draft.toml").encode()


_FIGURES = ("unit", "ev", "sd", "hit", "edge", "exact", "standard_error")


def _figures(bet: Bet) -> dict[str, Any]:
    told = bet.as_json()
    return {key: told[key] for key in _FIGURES}


def league() -> bytes:
    """Every bet of every house that is counted, as one list."""
    from houseway.analysis.odds import kept, shippable

    rows = []
    for name in shippable():
        filing = load(name)
        about = {"filing": name, "house": filing.house, "title": filing.title}
        for bet, found in kept(make_terms(filing)).items():
            rows.append({**about, "family": filing.family, "bet": bet, **_figures(found)})
    return json.dumps(rows).encode()


# Long work, told as it goes on: a share, and on the next line what is found so far.

READY_BANK = 100_000  # cents
_BETWEEN_SHARES, _BETWEEN_RESULTS = 1.0, 0.4  # seconds


class _Found(Protocol):
    def as_json(self) -> dict[str, Any]: ...


class _Telling:
    """Says how far a job is and what it has found, no oftener than anybody looks."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._share = tell, 0.0
        self._shares = self._results = time.monotonic()
        self._tell(b"0")

    def progress(self, share: float) -> None:
        self._share = share
        if time.monotonic() - self._shares >= _BETWEEN_SHARES:
            self._say(b"")

    def so_far(self, look: Callable[[], _Found]) -> None:
        if time.monotonic() >= self._results:
            self._say(json.dumps(look().as_json()).encode())
            self._results = time.monotonic() + _BETWEEN_RESULTS

    def _say(self, result: bytes) -> None:
        self._tell(f"{self._share:.4f}\n".encode() + result)
        self._shares = time.monotonic()


def _cents(amounts: Sequence[float], where: str) -> list[int]:

    try:
        return [cents(one) for one in amounts]
    except ValueError as error:
        raise HousewayError("bad-bank", str(error), where=where) from None


def _table(described: dict[str, Any]) -> SimulatedTable:
    from houseway.analysis.simulate.table import check_simulated_table

    return check_simulated_table(described, "table")


def _where(cluster: str) -> dict[str, Any]:
    """Where blocks are worked: on the cluster, or in this process, which bows to the tables."""
    return {"cluster": cluster} if cluster else {"workers": 1}


def ready(filing: str) -> bytes:
    """One hand is dealt, so that this process has a game's compiled rounds in its memory."""
    from houseway.analysis.simulate.run import simulate as run

    with suppress(HousewayError):  # who asks for more is told why not
        run(load(filing), bank=READY_BANK, rounds=1, workers=1)
    return b"{}"


def simulate(
    tell: Tell, filing: str, table: dict[str, Any], bank: list[float], schedule: list[str],
    cluster: str, **asked: Any,
) -> bytes:  # fmt: skip
    """The player-dealer's seat at a table."""
    from houseway.analysis.simulate.run import simulate as run

    telling = _Telling(tell)
    made = run(
        load(filing), table=_table(table), bank=_cents(bank, "bank") or None,
        schedule=schedule or None, progress=telling.progress, so_far=telling.so_far,
        **_where(cluster), **asked,
    )  # fmt: skip
    return json.dumps(made.as_json()).encode()


def bank(
    tell: Tell, filing: str, table: dict[str, Any], bank: list[float], bankroll: list[float],
    ruin: list[float], clauses: str, cluster: str, **asked: Any,
) -> bytes:  # fmt: skip
    """The bank's book of a table."""
    from houseway.analysis.bank.book import RUINS, bank_book

    telling = _Telling(tell)
    made = bank_book(
        load(filing), table=_table(table), bank=_cents(bank, "bank"),
        bankrolls=_cents(bankroll, "bankroll"), ruins=ruin or RUINS,
        with_clauses=clauses != "none", every_key={"options": False, "all": True}.get(clauses),
        progress=telling.progress, so_far=telling.so_far, **_where(cluster), **asked,
    )  # fmt: skip
    return json.dumps(made.as_json()).encode()


def count(tell: Tell, filing: str, decks: int | None, option: list[str], cluster: str) -> bytes:
    """Every bet of a filing, counted however long it takes; kept for whoever asks afterwards."""
    from houseway.analysis.odds import odds as work_out

    telling = _Telling(tell)
    made = work_out(
        load(filing), decks=decks, options=chosen_options(option), progress=telling.progress,
        cluster=cluster,
    )  # fmt: skip
    return json.dumps(made.as_json()).encode()


def bank_league(
    tell: Tell, filing: str, seats: int | None, play: str, wager: int, cluster: str
) -> bytes:
    """The banks of all houses beside one another."""
    from houseway.analysis.bank.league import PLAYERS
    from houseway.analysis.bank.league import league as compare

    players = PLAYERS if seats is None else seats - 1
    rows = compare(
        [filing] if filing else [], players=players, wager=wager, play=play or "chart",
        progress=_Telling(tell).progress, **_where(cluster),
    )  # fmt: skip
    return json.dumps({"players": players, "league": [one.as_json() for one in rows]}).encode()
