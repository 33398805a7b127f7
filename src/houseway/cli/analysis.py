"""Commands that count and simulate: odds, the bank's seat, equities, randomness."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.app import FilingName, Json, app, compiling_said, of_filings, progress_bar
from houseway.errors import HousewayError
from houseway.printing import command, print_sheet, say, show_json
from houseway.reading import chosen_options

Decks = Annotated[int | None, typer.Option(help="Decks in use.")]
Option = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice of the house.")
]
Schedule = Annotated[
    list[str] | None, typer.Option(metavar="N", help="The collection option in force.")
]
Seats = Annotated[int | None, typer.Option(help="Seats taken, the bank's included.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]
Processes = Annotated[int | None, typer.Option(help="Processes; as many as cores.")]
Cluster = Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask scheduler.")]
BETWEEN_LOOKS = 0.3  # seconds, at a file that is watched


@command(app)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A draft of a filing.")],
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Look again whenever the file is saved; end with Ctrl+C."),
    ] = False,
    no_odds: Annotated[bool, typer.Option("--no-odds", help="Leave the odds out.")] = False,
    as_json: Json = False,
) -> None:
    """A draft's findings, rule sheet and odds. Status 1 if lint finds an error."""
    from houseway.analysis import checking
    from houseway.analysis.check_sheet import check_sheet

    def tell(made: checking.Check, before: checking.Check | None) -> None:
        if as_json:
            show_json(made.as_json(before))
        else:
            print_sheet(check_sheet(made, before))
        sys.stdout.flush()

    if not watch:
        with progress_bar("counting", as_json) as progress:
            made = checking.check(file, with_odds=not no_odds, progress=progress)
        tell(made, None)
        if not made.is_good:
            raise typer.Exit(1)
        return
    if not file.is_file():
        raise HousewayError("no-such-file", "there is no such file to watch", where=str(file))
    with suppress(KeyboardInterrupt):
        looks = checking.watch(file, lambda: time.sleep(BETWEEN_LOOKS), with_odds=not no_odds)
        for made, before in looks:
            tell(made, before)


@command(app)
@of_filings
def odds(
    filing: FilingName,
    decks: Decks = None,
    option: Option = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A table, for figures after the collection.")
    ] = None,
    counts: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Cases per outcome as CSV.")
    ] = None,
    card: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The strategy card as .svg, .pdf, .png or .txt."),
    ] = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="Count afresh.")] = False,
    seen: Annotated[
        list[str] | None,
        typer.Option(metavar="CARDS", help="Cards seen, as '8h 9d' or '8*3': the next round."),
    ] = None,
    decks_left: Annotated[
        float | None, typer.Option(metavar="N", help="Decks left in the shoe.")
    ] = None,
    cluster: Cluster = "",
    as_json: Json = False,
) -> None:
    """Every bet of a filing: expected result, spread, how often it wins, how to play."""
    from houseway.analysis.odds import odds as work_out

    chosen = chosen_options(option or [])
    with progress_bar("counting", as_json) as progress:
        made = work_out(
            filing,
            decks=decks,
            options=chosen,
            table=table,
            recompute=recompute,
            progress=progress,
            seen=None if seen is None else " ".join(seen),
            decks_left=decks_left,
            cluster=cluster,
        )
    if counts is not None:
        with counts.open("w", encoding="utf-8") as file:
            made.write_counts(file)
    if card is not None:
        from houseway.analysis.odds import strategy_cards
        from houseway.analysis.strategy_cards import write_cards

        write_cards(strategy_cards(made), card)
    if as_json:
        show_json(made.as_json())
    else:
        from houseway.analysis.sheet import odds_sheet

        print_sheet(odds_sheet(made))


@command(app)
@of_filings
def par(
    filing: Annotated[
        str, typer.Argument(metavar="ID or FILE", help="A filing; none with --all.")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The sheet as .pdf, .html, .tex or .json; with --all a folder.",
        ),
    ] = None,
    decks: Decks = None,
    option: Option = None,
    every: Annotated[
        bool, typer.Option("--all", help="A sheet of every game against a player-dealer.")
    ] = False,
    form: Annotated[
        str, typer.Option("--format", metavar="KIND", help="With --all: pdf, html, tex or json.")
    ] = "pdf",
    cluster: Cluster = "",
    as_json: Json = False,
) -> None:
    """A PAR sheet for the laboratory: rules, counts, returns, bands, strategy, origin."""
    from houseway.analysis.par.sheet import par as gather
    from houseway.analysis.par.writing import write, write_all, writer

    if every:
        if filing or option or decks or output is None:
            raise HousewayError(
                "bad-arguments", "--all takes a folder (-o FOLDER) and no filing", where="--all"
            )
        for path in write_all(output, form, cluster=cluster):
            say(str(path))
        return
    if not filing:
        raise HousewayError("no-filing", "name a filing, or make all with --all", where="ID")
    if output is None and not as_json:
        raise HousewayError(
            "no-output", "name a file: -o FILE.pdf, .html, .tex or .json", where="-o"
        )
    if output is not None:
        writer(output)  # a kind we do not write is refused before the work
    with progress_bar("counting", as_json) as progress:
        made = gather(
            filing,
            decks=decks,
            options=chosen_options(option or []),
            progress=progress,
            cluster=cluster,
        )
    if output is not None:
        write(made, output)
    if as_json:
        show_json(made.as_json())
    else:
        say(f"{made.name}: {output}, sheet {made.content_hash}")


@command(app)
@of_filings
def simulate(
    filing: FilingName,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 100_000,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The players, bank and schedule.")
    ] = None,
    seats: Seats = None,
    bank: Annotated[
        list[str] | None, typer.Option(metavar="W", help="The bank's wager in dollars.")
    ] = None,
    schedule: Schedule = None,
    seed: Seed = 1,
    workers: Processes = None,
    cluster: Cluster = "",
    play: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="How the players play: best, chart, bot or mix; else as the table says.",
        ),
    ] = "",
    picture: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the result.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The player-dealer's seat at a table: win, spread, cover, ruin."""
    from houseway.analysis.simulate.run import simulate as run_simulation
    from houseway.filings.schema.base import cents

    try:
        banks = [cents(one) for one in bank or []]
    except ValueError as error:
        raise HousewayError("bad-bank", str(error), where="--bank") from None
    with compiling_said(), progress_bar("dealing", as_json) as progress:
        made = run_simulation(
            filing,
            table=table,
            rounds=rounds,
            seats=seats,
            bank=banks or None,
            schedule=[*(schedule or [])] or None,
            seed=seed,
            workers=workers,
            cluster=cluster,
            play=play,
            progress=progress,
        )
    if picture is not None:
        from houseway.analysis.plots import plot

        plot(made, picture)
    show_json(made.as_json()) if as_json else print_sheet(made.as_text())


@command(app)
@of_filings
def bank(
    filing: Annotated[
        str, typer.Argument(metavar="ID or FILE", help="A filing; none with --league.")
    ] = "",
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The players, banks and schedules.")
    ] = None,
    seats: Seats = None,
    bank: Annotated[
        list[str] | None, typer.Option(metavar="W", help="A wager of the bank in dollars.")
    ] = None,
    bankroll: Annotated[
        list[str] | None, typer.Option(metavar="B", help="A bankroll in dollars.")
    ] = None,
    schedule: Schedule = None,
    ruin: Annotated[
        list[float] | None, typer.Option(metavar="P", help="A chance of ruin, as 0.01.")
    ] = None,
    play: Annotated[
        str, typer.Option(metavar="HOW", help="How the players play: best, chart, bot or mix.")
    ] = "",
    rounds: Annotated[int, typer.Option(help="Hands dealt for each bank.")] = 400_000,
    seed: Seed = 1,
    clauses: Annotated[
        str,
        typer.Option(
            metavar="WHICH", help="Clauses to be otherwise: none, options, all; else as is quick."
        ),
    ] = "",
    league: Annotated[
        bool, typer.Option("--league", help="All houses beside one another instead.")
    ] = False,
    wager: Annotated[int, typer.Option(help="With --league: every player's, dollars.")] = 25,
    workers: Processes = None,
    cluster: Cluster = "",
    as_json: Json = False,
) -> None:
    """The bank's book: ruin, what it needs, Kelly, schedules, clauses; or all houses."""
    from houseway.analysis.bank import book, sheet
    from houseway.analysis.bank.league import PACE, PLAYERS
    from houseway.analysis.bank.league import league as compare
    from houseway.filings.schema.base import cents

    if league:
        players = PLAYERS if seats is None else seats - 1
        with progress_bar("comparing", as_json) as progress:
            rows = compare(
                [filing] if filing else [], players=players, wager=wager, play=play or "chart",
                workers=workers, cluster=cluster, progress=progress,
            )  # fmt: skip
        if as_json:
            show_json({"players": players, "league": [row.as_json() for row in rows]})
        else:
            print_sheet(sheet.league_sheet(rows, players=players, pace=PACE))
        return
    if not filing:
        raise HousewayError("no-filing", "name a filing, or compare all with --league", where="ID")
    if clauses not in ("", "none", "options", "all"):
        raise HousewayError(
            "bad-clauses", f"{clauses!r}: say none, options or all", where="--clauses"
        )
    try:
        banks = [cents(one) for one in bank or []]
        rolls = [cents(one) for one in bankroll or []]
    except ValueError as error:
        raise HousewayError("bad-bank", str(error), where="--bank, --bankroll") from None
    if any(not 0 < chance < 1 for chance in ruin or ()):
        raise HousewayError("bad-ruin", "a chance of ruin lies between 0 and 1", where="--ruin")
    with progress_bar("dealing and counting", as_json) as progress:
        made = book.bank_book(
            filing,
            table=table,
            seats=seats,
            bank=banks,
            schedule=schedule or [],
            bankrolls=rolls,
            ruins=ruin or book.RUINS,
            rounds=rounds,
            seed=seed,
            play=play,
            with_clauses=clauses != "none",
            every_key={"options": False, "all": True}.get(clauses),
            workers=workers,
            cluster=cluster,
            progress=progress,
        )
    show_json(made.as_json()) if as_json else print_sheet(sheet.book_sheet(made))


@command(app)
@of_filings
def protect(
    filing: FilingName,
    decks: Decks = None,
    option: Option = None,
    cut: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Cards behind the cut card.")
    ] = None,
    count: Annotated[
        list[str] | None,
        typer.Option(metavar="COUNT", help="Tags of one's own, as 'dragon_7: 89=2 4567=-1 at 4'."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="Players beside the bank.")] = None,
    samples: Annotated[int, typer.Option(help="Shoes and deals drawn for each figure.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    base: Annotated[
        bool, typer.Option("--base", help="The base game of 21 too; takes a minute.")
    ] = False,
    as_json: Json = False,
) -> None:
    """What cards seen are worth: effects of removal, counts, exposed cards, what to watch."""
    chosen = chosen_options(option or [])
    try:
        from houseway.analysis.protect.book import protect as work_out
        from houseway.analysis.protect.sheet import protection_sheet

        with progress_bar("counting", as_json) as progress:
            made = work_out(
                filing,
                decks=decks,
                options=chosen,
                cuts=cut or (),
                counts=count or (),
                players=players,
                samples=samples,
                seed=seed,
                base=base,
                progress=progress,
            )
    except ImportError as missing:
        raise HousewayError(
            "missing-extra",
            f"protect needs {missing.name}: install the extra, houseway[analysis]",
            where=filing,
        ) from missing
    show_json(made.as_json()) if as_json else print_sheet(protection_sheet(made))


@command(app)
@of_filings
def equity(
    filing: FilingName,
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND…", help="As AhKh, AKs, QQ+, 15%, AA** or random."),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Board cards.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards that cannot come.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of a sample.")] = 1,
    as_json: Json = False,
) -> None:
    """Equities of poker hands under a filing's ranking."""
    from houseway.analysis.equities import equities

    with compiling_said():
        made = equities(filing, hands, board=board, dead=dead, seed=seed)
    show_json(made.as_json()) if as_json else print_sheet(made.as_text())


@command(app, "rng-test")
def rng_test(
    shuffles: Annotated[
        int, typer.Option(help="Shuffles of each deck; of a shoe as many times fewer.")
    ] = 10_000,
    throws: Annotated[int, typer.Option(help="Throws of three dice.")] = 200_000,
    seed: Annotated[
        int | None,
        typer.Option(help="Test the repeatable source of this seed, not that of live tables."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Keep the report here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The report as JSON.")] = False,
) -> None:
    """Whether shuffles and dice are fair: the tests of a laboratory. Status 1 if they are not."""
    from datetime import UTC, datetime

    from houseway.analysis.randomness import examine
    from houseway.cards import seeded_source, system_source

    if output is not None:
        output.open("a").close()  # refuse before the work, not after it
    with progress_bar("shuffling", as_json) as progress:
        made = examine(
            system_source() if seed is None else seeded_source(seed),
            began=datetime.now(UTC),
            source_name="the system's secure generator, as at live tables"
            if seed is None
            else f"the repeatable generator, seed {seed}; not that of live tables",
            shuffles=shuffles,
            throws=throws,
            progress=progress,
        )
    report = made.as_text()
    if as_json:
        report = json.dumps(made.as_json(), indent=2) + "\n"
    if output is None:
        sys.stdout.write(report)
    else:
        output.write_text(report, encoding="utf-8")
        say(f"{made.verdict}; the report is in {output}")
    if not made.ok:
        raise typer.Exit(1)
