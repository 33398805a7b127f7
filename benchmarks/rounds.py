"""How many rounds a second the rules play, settle and log, and how many round files they settle.

    python benchmarks/rounds.py            # about two minutes
    python benchmarks/rounds.py --quick

One process, one core. Every round is dealt from a shuffled deck or shoe to six players (seven
positions or more) with a wager on every spot they may fill, their choices made by a fixed habit;
it is played by the filing's procedure, settled to the cent against a bank that covers it, its fee
worked out and its log kept. Round files are read from their text, validated, played and settled,
and the answer is made as `houseway adjudicate --json` prints it. The time of a row is the best of
several runs, by the processor's clock; the clock on the wall stands beside it.
"""

from __future__ import annotations

import argparse
import random
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from houseway.cards import TILE_SET, Shoe, cards_of, seeded_source, shuffled
from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round
from houseway.rounds.driver import ShoeSource, play
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.collection import fees
from houseway.settlement.settle import settle
from houseway.settlement.wagers import PlayerDealerTerms

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
PLAYERS = 6
BANK = 100_000_000
KEPT_FOR_A_ROUND = 80  # a shoe is shuffled when fewer cards are left
TARGETS = {"three-card-poker": 3_000, "baccarat": 6_000}
FILES_TARGET = 1_000


@dataclass(frozen=True, slots=True)
class Speed:
    """Work done in a second of the processor's time, and of the wall clock's."""

    by_processor: float
    by_wall: float


def best_of(runs: int, work: Callable[[], int]) -> Speed:
    """The quickest of several runs; `work` returns how much it did."""
    speeds = []
    for _ in range(runs):
        wall, processor = time.perf_counter(), time.process_time()
        done = work()
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        speeds.append(Speed(done / processor, done / wall))
    return max(speeds, key=lambda speed: speed.by_processor)


def full_table(terms: PlayerDealerTerms) -> Layout:
    """Six players beside a bank in the last seat, each with every wager that may lie together."""
    spots = terms.filing.spot
    shut_out: set[str] = set()
    for spot in spots:
        if spot.name not in shut_out:
            shut_out |= set(spot.excludes)
    wagers = {
        spot.name: 1000 if spot.limits is None else min(1000, spot.limits.high or 1000)
        for spot in spots
        if spot.name not in shut_out
    }
    return Layout(
        terms.seats, tuple(SeatWagers(number, wagers) for number in range(1, PLAYERS + 1))
    )


def habit(ask: Ask) -> str:
    """What a player does who thinks little: never fold, stand pat, leave the hand to the house."""
    for move in ("house_way", "play", "stand", "bet 4"):
        if move in ask.choices:
            return move
    return ask.default or ask.choices[0]


def rounds_of(filing_id: str, source: random.Random) -> Callable[[int], int]:
    """A function that plays so many rounds of a filing."""
    filing = load(filing_id)
    assert isinstance(filing, PlayerDealerFiling)
    options = {}
    if filing.find_option("house_way_chart"):
        options["house_way_chart"] = "napa-valley/fortune-pai-gow-poker-1.0"
    terms = make_terms(filing, options=options, schedule=_schedule(filing_id))
    layout = full_table(terms)
    kind, many = filing.deck.kind, terms.decks > 1
    pieces = TILE_SET if kind == "tiles-32" else cards_of(kind, terms.decks)

    def rounds(count: int) -> int:
        shoe: Shoe[object] = Shoe(shuffled(pieces, source))  # type: ignore[type-var]
        for _ in range(count):
            if not many or shoe.left < KEPT_FOR_A_ROUND:
                shoe = Shoe(shuffled(pieces, source))  # type: ignore[type-var]
            played = play(procedure(terms, layout), ShoeSource(shoe, source), habit)
            settle(terms, layout, played.result, BANK)
            fees(terms, layout)
        return count

    return rounds


def _schedule(filing_id: str) -> int | None:
    entry = next(one for one in index() if one["id"] == filing_id)
    return 1 if entry["schedules"] else None


def round_files() -> list[str]:
    """The golden rounds of the test suite: one round file of every player-dealer filing."""
    goldens = [
        tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted(GOLDEN.glob("*/*.toml"))
    ]
    return [golden["round"] for golden in goldens if "round" in golden]


def settle_files(texts: list[str], times: int) -> int:
    for _ in range(times):
        for text in texts:
            adjudicate(parse_round(text)).as_json()
    return times * len(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--only", default="", help="filings whose id contains this")
    chosen = parser.parse_args()
    count, runs = (300, 3) if chosen.quick else (1_000, 8)
    table = Table(title=f"Rounds a second, {PLAYERS} players with all bets, one core")
    table.add_column("filing", no_wrap=True)
    for heading in ("CPU", "wall", "target"):
        table.add_column(heading, justify="right")
    source = seeded_source(1)
    listed = [one for one in index() if one["kind"] == "player-dealer" and chosen.only in one["id"]]
    for entry in sorted(listed, key=lambda one: (one["family"], one["id"])):
        rounds = rounds_of(entry["id"], source)
        rounds(count)  # what a table's first rounds make once is made now
        speed = best_of(runs, lambda rounds=rounds: rounds(count))  # type: ignore[misc]
        target = TARGETS.get(entry["family"])
        table.add_row(
            entry["id"], f"{speed.by_processor:,.0f}", f"{speed.by_wall:,.0f}",
            f"{target:,}" if target else "",
        )  # fmt: skip
    texts = round_files()
    settle_files(texts, 5)
    speed = best_of(runs, lambda: settle_files(texts, count // 20))
    table.add_section()
    table.add_row(
        "round files settled", f"{speed.by_processor:,.0f}", f"{speed.by_wall:,.0f}",
        f"{FILES_TARGET:,}",
    )  # fmt: skip
    Console().print(table)


if __name__ == "__main__":
    main()
