"""Pictures of a simulation: bankrolls, results of hands, ruin against the bank, by matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houseway.analysis.simulate.booking import BINS
from houseway.analysis.simulate.report import Cell, Simulation, wilson
from houseway.errors import HousewayError
from houseway.filings.schema.base import brief

KINDS = (".png", ".svg", ".pdf")


def plot(simulation: Simulation, path: Path) -> None:
    """Draw what the simulation has into one file; its ending says which kind."""
    if path.suffix.lower() not in KINDS:
        raise HousewayError(
            "bad-picture", f"{path.name} is no {', '.join(KINDS)} file", where="plot"
        )
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    draws = [_distribution]
    if simulation.paths:
        draws.insert(0, _paths)
    if any(cell.ruin is not None for cell in simulation.cells):
        draws.append(_ruin)
    else:
        draws.append(_win)
    figure = Figure(figsize=(6 * len(draws), 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(f"{simulation.title}: the player-dealer over {simulation.rounds:,} rounds")
    for draw, axes in zip(draws, figure.subplots(1, len(draws), squeeze=False)[0], strict=True):
        draw(simulation, axes)
    # No date inside: the same simulation gives the same file.
    stamp = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())
    figure.savefig(path, metadata=stamp)


def _paths(simulation: Simulation, axes: Any) -> None:
    for rolls in simulation.paths:
        axes.plot([roll / 100 for roll in rolls], linewidth=0.8, alpha=0.7)
    axes.set_title(f"Bankroll, {len(simulation.paths)} sessions")
    axes.set_xlabel("hands")
    axes.set_ylabel("dollars")


def _name(cell: Cell) -> str:
    return f"bank {brief(cell.bank)}, schedule {cell.schedule}"


def _distribution(simulation: Simulation, axes: Any) -> None:
    for cell in simulation.cells:
        width = 2 * cell.bank / BINS / 100
        edges = [number * width - cell.bank / 100 for number in range(BINS + 1)]
        shares = [count / cell.sums.hands / width for count in cell.sums.bins]
        axes.step(edges, shares, where="post", linewidth=0.9, label=_name(cell))
    axes.set_yscale("log")
    axes.set_title("Result of a hand before the fee")
    axes.set_xlabel("dollars")
    axes.set_ylabel("share of hands, a dollar")
    axes.legend(fontsize="small")


def _by_schedule(simulation: Simulation) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for cell in sorted(simulation.cells, key=lambda one: one.bank):
        found.setdefault(str(cell.schedule), []).append(cell)
    return found


def _ruin(simulation: Simulation, axes: Any) -> None:
    for schedule, cells in _by_schedule(simulation).items():
        known = [cell for cell in cells if cell.ruin is not None]
        shares = [cell.ruin or 0.0 for cell in known]
        bounds = [wilson(cell.sums.ruined, cell.sums.sessions) for cell in known]
        axes.errorbar(
            [cell.bank / 100 for cell in known],
            shares,
            yerr=[
                [max(0.0, share - low) for share, (low, _) in zip(shares, bounds, strict=True)],
                [max(0.0, high - share) for share, (_, high) in zip(shares, bounds, strict=True)],
            ],
            marker="o",
            label=f"schedule {schedule}",
        )
    axes.set_title("Probability of ruin")
    axes.set_xlabel("bank a hand, dollars")
    axes.set_ylim(0, 1)
    axes.legend(fontsize="small")


def _win(simulation: Simulation, axes: Any) -> None:
    for schedule, cells in _by_schedule(simulation).items():
        axes.errorbar(
            [cell.bank / 100 for cell in cells],
            [cell.mean * cell.hands_an_hour for cell in cells],
            yerr=[cell.half_width * cell.hands_an_hour for cell in cells],
            marker="o",
            label=f"schedule {schedule}",
        )
    axes.set_title("Win an hour after the fee")
    axes.set_xlabel("bank a hand, dollars")
    axes.set_ylabel("dollars")
    axes.legend(fontsize="small")
