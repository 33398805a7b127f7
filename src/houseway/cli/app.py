"""The application, and what its commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import typer
from typer.core import TyperGroup

from houseway.printing import printable


@contextmanager
def _said_plainly() -> Iterator[None]:
    """What was typed is said back without characters a terminal would obey."""
    try:
        yield
    except Exception as error:
        if hasattr(error, "format_message"):  # of Typer, about words that are no arguments
            said = printable(error.format_message(), lines=True)
            error.format_message = lambda: said
        raise


class _Commands(TyperGroup):
    def make_context(self, *args: Any, **more: Any) -> Any:
        with _said_plainly():
            return super().make_context(*args, **more)

    def invoke(self, *args: Any) -> Any:
        with _said_plainly():
            return super().invoke(*args)


app = typer.Typer(
    name="houseway",
    cls=_Commands,
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


Work = TypeVar("Work", bound=Callable[..., None])

_CATALOGUE = {
    "filings_folders": Annotated[
        list[Path] | None,
        typer.Option(
            "--filings", metavar="DIR",
            help="A folder of filings of one's own, which join the catalogue; may be repeated.",
        ),
    ],
    "house_file": Annotated[
        Path | None, typer.Option("--house", metavar="FILE", help="The house book in force.")
    ],
}  # fmt: skip


def of_filings(work: Work) -> Work:
    """A command that takes ids: folders of one's own join the catalogue before it begins, and a
    house book is in force.
    """

    @wraps(work)
    def begin(
        *, filings_folders: list[Path] | None = None, house_file: Path | None = None, **given: Any
    ) -> None:
        from houseway.filings.catalogue import joined

        with joined(*filings_folders or ()):
            if house_file is None:
                work(**given)
                return
            from houseway.filings.house_book import opened

            with opened(house_file):
                work(**given)

    plain = signature(work, eval_str=True)
    more = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _CATALOGUE.items()
    ]
    begin.__signature__ = plain.replace(  # type: ignore[attr-defined]
        parameters=[*plain.parameters.values(), *more]
    )
    begin.__annotations__ = {**work.__annotations__, **_CATALOGUE}
    return cast(Work, begin)


Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
FilingName = Annotated[
    str, typer.Argument(metavar="ID|FILE", help="An id of the catalogue, or a file.")
]


@contextmanager
def progress_bar(what: str, quiet: bool) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error for long work; none where nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@contextmanager
def compiling_said() -> Iterator[None]:
    """A word on standard error when fast kernels are compiled, which no earlier run has kept."""
    from houseway.hands import compiling

    said = False

    def say() -> None:
        nonlocal said
        if not said and sys.stderr.isatty():
            said = True
            sys.stderr.write("Compiling the fast kernels, once; they are kept.\n")

    compiling.told.append(say)
    try:
        yield
    finally:
        compiling.told.remove(say)
