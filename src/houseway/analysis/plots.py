"""Pictures of a simulation: bankrolls, results of hands, ruin against the bank, by matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from houseway.analysis.report import said_option
from houseway.analysis.simulate.booking import BINS
from houseway.analysis.simulate.report import Cell, Simulation, wilson
from houseway.errors import HousewayError
from houseway.filings.schema.base import brief

KINDS = (".png", ".svg", ".pdf")
# The palette of Okabe and Ito, which colour-blind people tell apart; marks differ as well.
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
MARKS: Final = ("o", "s", "^", "D", "v", "P", "X")
LINES: Final = ("-", "--", "-.", ":")
_STYLE: Final[dict[Any, Any]] = {
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3,
    "axes.titlesize": 11, "axes.titleweight": "bold", "font.size": 9.5, "legend.frameon": False,
    "svg.hashsalt": "houseway",  # ids that are the same every time
}  # fmt: skip


def plot(simulation: Simulation, path: Path | str) -> None:
    """Draw what the simulation has into one file; its ending says which kind."""
    path = Path(path)
    if path.suffix.lower() not in KINDS:
        raise HousewayError(
            "bad-picture", f"{path.name} is no {', '.join(KINDS)} file", where="plot"
        )
    from matplotlib import rc_context

    with rc_context(_STYLE):
        # No date inside: the same simulation gives the same file.
        stamp = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())
        figure(simulation).savefig(path, metadata=stamp, dpi=160)


def figure(simulation: Simulation) -> Any:
    """The pictures side by side."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    draws = [_distribution]
    if simulation.paths:
        draws.insert(0, _paths)
    draws.append(_ruin if any(cell.ruin is not None for cell in simulation.cells) else _win)
    made = Figure(figsize=(5.6 * len(draws), 4.6), layout="constrained")
    FigureCanvasAgg(made)
    made.suptitle(f"{simulation.title}: what the player-dealer's seat brings", fontweight="bold")
    made.supxlabel(_under(simulation), fontsize=8.5, color="#444444")
    for draw, axes in zip(draws, made.subplots(1, len(draws), squeeze=False)[0], strict=True):
        draw(simulation, axes)
    return made


def _under(simulation: Simulation) -> str:
    """What it was made of."""
    table = simulation.table
    decks = "" if table.decks is None else f"{table.decks} decks, "
    options = "".join(f"{said_option(name, value)}, " for name, value in table.options.items())
    players = len(table.player)
    return (
        f"{simulation.filing}, {decks}{options}{players} player{'s' if players > 1 else ''}, "
        f"{simulation.rounds:,} rounds, seed {simulation.seed}; intervals hold 95 of 100"
    )


def _looks(number: int) -> dict[str, Any]:
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": LINES[number // len(COLOURS) % len(LINES)],
    }


def _dollars(axes: Any, which: str) -> None:
    from matplotlib.ticker import FuncFormatter

    def said(value: float, _: int) -> str:
        return f"{'-' if value < 0 else ''}${abs(value):,.0f}"

    getattr(axes, which).set_major_formatter(FuncFormatter(said))


def _paths(simulation: Simulation, axes: Any) -> None:
    for rolls in simulation.paths:
        axes.plot([roll / 100 for roll in rolls], linewidth=0.8, alpha=0.6, color=COLOURS[0])
    begin = simulation.table.bankroll
    if begin is not None:
        axes.axhline(begin / 100, color="#444444", linewidth=0.9, linestyle="--")
    first = simulation.cells[0]
    axes.set_title(f"Bankroll of {len(simulation.paths)} sessions, {_name(first)}")
    axes.set_xlabel("hands")
    axes.set_ylabel("bankroll")
    axes.margins(x=0)
    _dollars(axes, "yaxis")


def _name(cell: Cell) -> str:
    by = "" if cell.schedule is None else f", schedule {cell.schedule}"
    return f"bank {brief(cell.bank)}{by}"


def _distribution(simulation: Simulation, axes: Any) -> None:
    """A line a bank, whatever the schedule; only as far as results came."""
    cells = {cell.bank: cell for cell in reversed(simulation.cells)}
    least, most = 0.0, 0.0
    for number, (bank, cell) in enumerate(sorted(cells.items())):
        width = 2 * bank / BINS / 100
        found = [at for at, count in enumerate(cell.sums.bins) if count]
        places = range(found[0], found[-1] + 2)
        lows = [at * width - bank / 100 for at in places]
        shares = [cell.sums.bins[at] / cell.sums.hands / width for at in places[:-1]]
        least, most = min(least, lows[0]), max(most, lows[-1])
        axes.step(
            lows, [*shares, shares[-1]], where="post", linewidth=1.2, label=f"bank {brief(bank)}",
            **_looks(number),
        )  # fmt: skip
    axes.set_yscale("log")
    axes.set_xlim(1.03 * least, 1.03 * most)
    axes.set_title("Result of a hand, before the fee")
    axes.set_xlabel("dollars")
    axes.set_ylabel("share of hands, a dollar")
    axes.tick_params(axis="x", labelrotation=25)
    _dollars(axes, "xaxis")
    axes.legend(fontsize="small")


def _by_schedule(simulation: Simulation) -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for cell in sorted(simulation.cells, key=lambda one: one.bank):
        name = "no collection" if cell.schedule is None else f"schedule {cell.schedule}"
        found.setdefault(name, []).append(cell)
    return found


def _banks(simulation: Simulation, axes: Any) -> None:
    """Every bank has its label."""
    banks = sorted({cell.bank for cell in simulation.cells})
    if len(banks) > 1 and banks[-1] > 20 * banks[0]:
        axes.set_xscale("log")
        axes.minorticks_off()
    axes.set_xticks([bank / 100 for bank in banks], [brief(bank) for bank in banks], rotation=25)
    axes.set_xlabel("what the bank puts up a hand")
    axes.margins(x=0.15)
    if len(_by_schedule(simulation)) > 1:
        axes.legend(fontsize="small")


def _beside(simulation: Simulation, cells: list[Cell], number: int) -> list[float]:
    """Where the points of a schedule stand: a little beside those of the others."""
    count = len(_by_schedule(simulation))
    return [cell.bank / 100 * (1 + 0.02 * (number - (count - 1) / 2)) for cell in cells]


def _ruin(simulation: Simulation, axes: Any) -> None:
    highest = 0.0
    for number, (name, cells) in enumerate(_by_schedule(simulation).items()):
        known = [cell for cell in cells if cell.ruin is not None]
        shares = [cell.ruin or 0.0 for cell in known]
        bounds = [wilson(cell.sums.ruined, cell.sums.sessions) for cell in known]
        highest = max(highest, *(high for _, high in bounds))
        axes.errorbar(
            _beside(simulation, known, number),
            shares,
            yerr=[
                [max(0.0, share - low) for share, (low, _) in zip(shares, bounds, strict=True)],
                [max(0.0, high - share) for share, (_, high) in zip(shares, bounds, strict=True)],
            ],
            marker=MARKS[number % len(MARKS)],
            capsize=3,
            label=name,
            **_looks(number),
        )
    hours = simulation.table.hours
    axes.set_title(f"Chance of ruin in {hours:g} hours")
    axes.set_ylabel("share of sessions")
    axes.set_ylim(0, min(1.0, 1.15 * highest) or 1.0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.1%}")
    _banks(simulation, axes)


def _win(simulation: Simulation, axes: Any) -> None:
    for number, (name, cells) in enumerate(_by_schedule(simulation).items()):
        axes.errorbar(
            _beside(simulation, cells, number),
            [cell.mean * cell.hands_an_hour for cell in cells],
            yerr=[cell.half_width * cell.hands_an_hour for cell in cells],
            marker=MARKS[number % len(MARKS)],
            capsize=3,
            label=name,
            **_looks(number),
        )
    axes.axhline(0, color="#444444", linewidth=0.9)
    axes.set_title("Win an hour, after the fee")
    axes.set_ylabel("dollars an hour")
    _dollars(axes, "yaxis")
    _banks(simulation, axes)
