"""The command line. Each command is thin: it reads its input, calls the library, prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli_service import add_service
from houseway.errors import HousewayError
from houseway.printing import (
    Answer,
    attempt,
    command,
    of_file,
    printable,
    say,
    say_in_any_encoding,
    show_json,
    show_lines,
)
from houseway.printing import show as print_sheet
from houseway.reading import whole_number
from houseway.rng_test import rng_test

app = typer.Typer(
    name="houseway",
    help="The executable rulebook of California's cardrooms.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="The program's version.")] = False,
) -> None:
    """The executable rulebook of California's cardrooms."""
    if version:
        from houseway import __version__

        sys.stdout.write(f"houseway {__version__}\n")
    elif context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
FilingName = Annotated[
    str, typer.Argument(metavar="ID|FILE", help="An id of the catalogue, or a file.")
]


@command(app)
def filings(as_json: Json = False) -> None:
    """The catalogue: every filing with its house, family and number of schedules."""
    from houseway.filings.catalogue import index

    entries = index()
    if as_json:
        show_json(entries)
        return
    from houseway.filings.show import catalogue_table

    print_sheet(catalogue_table(entries))


@command(app)
def show(
    filing: FilingName,
    find: Annotated[
        str, typer.Option("--find", metavar="WORD", help="Only what speaks of WORD.")
    ] = "",
    as_json: Json = False,
) -> None:
    """One filing as a rule sheet, each rule with its source."""
    from houseway.filings.loader import open_filing
    from houseway.filings.show import rule_sheet, rule_sheet_json

    opened = open_filing(filing)
    if as_json:
        show_json(rule_sheet_json(opened, find=find))
    else:
        print_sheet(rule_sheet(opened, find=find))


@command(app)
def sign(
    filing: FilingName,
    schedule: Annotated[str, typer.Option(metavar="N[,N…]", help="Schedule options in force.")],
    limits: Annotated[str, typer.Option(metavar="MIN-MAX", help="The posted table limits.")],
    as_json: Json = False,
) -> None:
    """The sign a table must post."""
    from houseway.filings.loader import open_filing
    from houseway.filings.sign import table_sign, table_sign_json

    opened = open_filing(filing)
    chosen = [part.strip() for part in schedule.split(",") if part.strip()]
    if as_json:
        show_json(table_sign_json(opened, chosen, limits))
    else:
        print_sheet(table_sign(opened, chosen, limits))


@command(app)
def schema() -> None:
    """The JSON Schema of a filing, for editors."""
    from houseway.filings.schema.filing import json_schema

    sys.stdout.write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n")


@command(app)
def diff(first: FilingName, second: FilingName, as_json: Json = False) -> None:
    """What two filings do differently, rule by rule."""
    from houseway.filings.diff import differences, differences_json, differences_table
    from houseway.filings.loader import open_filing

    one, other = open_filing(first), open_filing(second)
    found = differences(one, other)
    if as_json:
        show_json(differences_json(one, other, found))
    else:
        print_sheet(differences_table(one, other, found))


@command(app)
def lint(
    names: Annotated[list[str] | None, typer.Argument(metavar="[ID|FILE]…")] = None,
    as_json: Json = False,
) -> None:
    """What is wrong or doubtful in filings. Status 1 if an error was found."""
    from houseway.filings.lint import lint_filings
    from houseway.filings.show import findings_table

    found = lint_filings(names or [])
    if as_json:
        show_json([finding.as_json() for finding in found])
    else:
        print_sheet(findings_table(found))
    if any(finding.severity == "error" for finding in found):
        raise typer.Exit(1)


@command(app)
def adjudicate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Round files.")],
    as_json: Json = False,
) -> None:
    """Settle round files: who is owed what, in which order, under which rule."""
    from houseway.histories.adjudicate import adjudicate_file

    if len(files) > 1:
        answers = ((str(file), None, attempt(_settled, file)) for file in files)
        show_lines(answers, _brief_settlement, as_json=as_json)
        return
    with of_file(files[0]):
        answer = adjudicate_file(files[0])
    if as_json:
        show_json(answer.as_json())
    else:
        from houseway.histories.sheet import settlement_sheet

        print_sheet(settlement_sheet(answer))


def _settled(file: Path) -> dict[str, Any]:
    from houseway.histories.adjudicate import adjudicate_file

    return adjudicate_file(file).as_json()


def _brief_settlement(answer: dict[str, Any]) -> str:
    return ", ".join(f"{who} {net}" for who, net in answer["net"].items())


@command(app)
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="PHH hands.")],
    as_json: Json = False,
) -> None:
    """Play written poker hands through the rules: stacks, fee and winners, or what is illegal."""
    from houseway.histories.replay import brief_answer, replay_file

    if len(files) == 1:
        with of_file(files[0]):
            answers = replay_file(files[0])
            if len(answers) != 1:
                every = ((str(files[0]), number, one) for number, one in enumerate(answers, 1))
                show_lines(every, brief_answer, as_json=as_json)
            elif isinstance(answers[0], HousewayError):
                raise answers[0]
            elif as_json:
                show_json(answers[0])
            else:
                say(brief_answer(answers[0]))
        return

    def hands() -> Iterator[tuple[str, int | None, Answer]]:
        for file in files:
            try:
                answers = replay_file(file)
            except HousewayError as error:
                yield str(file), None, error
                continue
            for number, answer in enumerate(answers, 1):
                yield str(file), number if len(answers) > 1 else None, answer

    show_lines(hands(), brief_answer, as_json=as_json)


@command(app, "set")
def set_hand(
    filing: FilingName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="Seven cards or four tiles.")],
    as_json: Json = False,
) -> None:
    """The house-way setting of a pai gow hand, with the row of the chart that decides."""
    from houseway.filings.loader import open_filing
    from houseway.rounds.house_way import set_house_way

    answer = set_house_way(open_filing(filing), " ".join(cards))
    if as_json:
        show_json(answer)
        return
    small, large = [name for name in answer if name not in ("row", "cite")]
    for name in (small, large):
        say(f"{name:<6}{answer[name]}")
    say(f"{answer['row']}  [{answer['cite']}]")


@command(app)
def deal(
    filing: FilingName,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same rounds.")] = None,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 1,
    seats: Annotated[
        int | None, typer.Option(help="How many players; a full table if left out.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The event log, one record a line.")
    ] = False,
) -> None:
    """Rounds played by simple bots at a full table, every step shown."""
    from houseway.histories.dealing import deal as dealt

    for line in dealt(filing, seed=seed, rounds=rounds, seats=seats, as_log=as_json):
        say(line.rstrip("\n"))


Log = Annotated[Path, typer.Argument(metavar="LOG", help="An event log.")]


@command(app)
def export(
    log: Log,
    number: Annotated[int, typer.Option("--round", metavar="N", help="Which round.")],
    as_json: Json = False,
) -> None:
    """A round of a log as a round file, or a poker hand as PHH."""
    from houseway.histories.export import export_round

    exported = export_round(log, number)
    if as_json:
        show_json({"text": exported.text, "suffix": exported.suffix})
    else:
        sys.stdout.write(printable(exported.text, lines=True))


@command(app)
def report(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG…", help="Event logs.")],
    counted: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The count sheet to hold it against.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Ledger, drop by schedule and shift, against the count sheet. Status 1 if it is off."""
    from houseway.histories.report import report as make_report
    from houseway.histories.report_sheet import report_sheet

    made = make_report(logs, counted)
    show_json(made.as_json()) if as_json else print_sheet(report_sheet(made))
    if not made.ok:
        raise typer.Exit(1)


@command(app)
def verify(
    log: Log,
    cage: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The cage's log, to hold chips against.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The house's public keys, to check signatures."),
    ] = None,
    anchor: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A sheet of anchors, to hold the log against."),
    ] = None,
    as_json: Json = False,
) -> None:
    """An event log's chain, and that every command given again writes the same. Status 1 if not."""
    from houseway.histories.report_sheet import verified_sheet
    from houseway.histories.verify import verify as check

    found = check(log, cage=cage, keys=key, anchors=anchor)
    show_json(found.as_json()) if as_json else print_sheet(verified_sheet(found))
    if not found.ok:
        raise typer.Exit(1)


def _chosen(options: list[str]) -> dict[str, bool | int | str]:
    """`NAME=VALUE` as a round file would hold it."""
    chosen: dict[str, bool | int | str] = {}
    for one in options:
        name, equals, value = one.partition("=")
        if not equals:
            raise HousewayError(
                "bad-option", f"{one!r}: an option is written NAME=VALUE", where="--option"
            )
        words: dict[str, bool] = {"true": True, "false": False}
        number = whole_number(value)
        chosen[name] = words.get(value.lower(), value if number is None else number)
    return chosen


@contextmanager
def _progress(what: str, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error for long work; none where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@command(app)
def odds(
    filing: FilingName,
    decks: Annotated[int | None, typer.Option(help="Decks in use.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice of the house.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A table, for figures after the collection.")
    ] = None,
    counts: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Cases per outcome as CSV.")
    ] = None,
    card: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The strategy card as .svg, .png or .txt."),
    ] = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="Count afresh.")] = False,
    as_json: Json = False,
) -> None:
    """Every bet of a filing: expected result, spread, how often it wins, how to play."""
    from houseway.analysis.odds import odds as work_out

    chosen = _chosen(option or [])
    with _progress("counting", as_json) as progress:
        made = work_out(
            filing,
            decks=decks,
            options=chosen,
            table=table,
            recompute=recompute,
            progress=progress,
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
def simulate(
    filing: FilingName,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 100_000,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The players, bank and schedule.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Seats taken, the bank's included.")] = None,
    bank: Annotated[
        list[str] | None, typer.Option(metavar="W", help="The bank's wager in dollars.")
    ] = None,
    schedule: Annotated[
        list[str] | None, typer.Option(metavar="N", help="The collection option in force.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 1,
    workers: Annotated[int | None, typer.Option(help="Processes; as many as cores.")] = None,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="A Dask scheduler.")] = "",
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
    with _progress("dealing", as_json) as progress:
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
            progress=progress,
        )
    if picture is not None:
        from houseway.analysis.plots import plot

        plot(made, picture)
    show_json(made.as_json()) if as_json else print_sheet(made.as_text())


@command(app)
def equity(
    filing: FilingName,
    hands: Annotated[list[str], typer.Argument(metavar="HAND…", help="As AhKh 2c2d.")],
    board: Annotated[str, typer.Option(metavar="CARDS", help="Board cards.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of a sample.")] = 1,
    as_json: Json = False,
) -> None:
    """Equities of poker hands under a filing's ranking."""
    from houseway.families.poker.equity import equity as work_out

    made = work_out(filing, hands, board=board, seed=seed)
    show_json(made.as_json()) if as_json else print_sheet(made.as_text())


add_service(app)


command(app, "rng-test")(rng_test)


def main() -> None:
    say_in_any_encoding()
    app()


if __name__ == "__main__":
    main()
