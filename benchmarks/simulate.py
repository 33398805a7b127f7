"""How many rounds a second the simulated bank plays on one core, by family and engine.

    python -m benchmarks.simulate            # one filing of each family, about two minutes
    python -m benchmarks.simulate --quick
    python -m benchmarks.simulate --every    # all 22 filings

A table of six players with bonus bets now and then, a bank that covers them, collection taken
and sessions followed. The time of the processor stands beside that of the clock: on a machine
that others use too only the former says how fast the code is.
"""

from __future__ import annotations

import argparse
import time

from rich.console import Console
from rich.table import Table

from houseway.analysis.simulate.arrays import shoe_of
from houseway.analysis.simulate.booking import new_totals
from houseway.analysis.simulate.chance import start
from houseway.analysis.simulate.run import kernel_of, prepared
from houseway.analysis.simulate.table import SimulatedTable, table_terms, usual_players
from houseway.filings.catalogue import index
from houseway.filings.loader import open_filing, schedule_sets
from houseway.filings.schema.common import PlayerDealerFiling

GOALS = {
    "baccarat": 1_000_000, "three-card-poker": 1_000_000,
    "ultimate-holdem": 200_000, "twenty-one": 200_000,
}  # fmt: skip
BANK = 5_000_00


def measure(filing: PlayerDealerFiling, engine: str, hands: int, runs: int) -> tuple[float, float]:
    """Rounds a second by the processor's time and by the clock: the best run of some."""
    sets = schedule_sets(filing)
    schedule = sets[0].options()[0][1].number if sets and sets[0].options() else None
    table = SimulatedTable.model_validate(
        {"bank_seat": 1, "bankroll": 50_000, "goal": 60_000, "hours": 8}
    )
    terms = table_terms(filing, table, schedule)
    table = table.model_copy(update={"player": usual_players(terms, 6, 1)})
    ready = prepared(filing, table, schedule, BANK, engine)

    def run(count: int) -> None:
        totals = new_totals(len(table.player), len(ready.habits.share))
        ready.run(shoe_of(terms), start(1, 0), count, totals)

    run(20)  # compiles
    by_processor = by_clock = 0.0
    for _ in range(runs):
        clock, processor = time.perf_counter(), time.process_time()
        run(hands)
        by_processor = max(by_processor, hands / (time.process_time() - processor))
        by_clock = max(by_clock, hands / (time.perf_counter() - clock))
    return by_processor, by_clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--every", action="store_true", help="every filing, not one of each family")
    told = parser.parse_args()
    quick, every = told.quick, told.every
    table = Table(title="Rounds a second, six players, one core")
    for heading in ("family", "filing", "engine", "processor time", "clock", "goal"):
        table.add_column(heading, justify="left" if heading in ("family", "filing") else "right")
    seen = set()
    for entry in index():
        family = entry["family"]
        if entry["kind"] != "player-dealer" or (family in seen and not every):
            continue
        seen.add(family)
        filing = open_filing(entry["id"])
        assert isinstance(filing, PlayerDealerFiling)
        terms = table_terms(filing, SimulatedTable(), None)
        engines = ("kernel", "procedure") if kernel_of(terms) is not None else ("procedure",)
        for engine in engines:
            hands = (200_000 if quick else 2_000_000) if engine == "kernel" else 100
            by_processor, by_clock = measure(filing, engine, hands, 1 if quick else 3)
            goal = GOALS.get(family) if engine == engines[0] else None
            table.add_row(
                family, filing.id, engine, f"{by_processor:,.0f}", f"{by_clock:,.0f}",
                "" if goal is None else f"{goal:,}",
            )  # fmt: skip
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
