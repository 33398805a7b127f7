"""What the command line prints: text of users made printable, and every error as one line.

Two rules of the command line stand here and nowhere else. What came from a file or an argument is
printed without control characters, so that no file speaks to the terminal. And whatever goes
wrong in a command ends in `command`: an error that says what, where and what to do, status 2.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from houseway.errors import HousewayError, Problems
from houseway.reading import CONTROL

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

MOST_ERRORS = 20  # told of one file; the rest are counted


def printable(text: str, *, lines: bool = False) -> str:
    """Text with a sign for every character a terminal would obey; line ends too, unless `lines`.

    >>> printable("Ann\\x1b[2J\\nerror")
    'Ann␛[2J␊error'
    """
    text = CONTROL.sub(_sign, text)
    return text if lines else text.replace("\n", "␊").replace("\t", "␉")


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else "\ufffd"


class _Printable:
    """A table or text of Rich whose contents are printable."""

    def __init__(self, what: RenderableType) -> None:
        self._what = what

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment

        for text, style, control in console.render(self._what, options):
            yield Segment(printable(text, lines=True), style, control)


def print_sheet(what: RenderableType) -> None:
    """Print a table or text; brackets in it are brackets, not Rich's markup."""
    from rich.console import Console

    Console(highlight=False, markup=False, emoji=False).print(_Printable(what))


def say(text: str) -> None:
    """Print one line."""
    sys.stdout.write(printable(text) + "\n")


def show_json(document: Any) -> None:
    """One document on one line."""
    plain = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(document, ensure_ascii=not plain)
    escaped = CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], text)
    sys.stdout.write(escaped.replace("\x7f", "\\u007f") + "\n")


# Errors.

_EXTRAS = {
    "numpy": "analysis", "numba": "analysis", "matplotlib": "analysis",
    "fastapi": "web", "uvicorn": "web", "sqlalchemy": "web", "websockets": "web",
    "argon2": "web", "cryptography": "web", "segno": "web",
    "confusable_homoglyphs": "web", "prometheus_client": "web",
    "gymnasium": "env", "pettingzoo": "env",
    "reportlab": "print", "psycopg": "postgres", "distributed": "cluster",
}  # fmt: skip

Work = TypeVar("Work", bound=Callable[..., None])


def command(app: typer.Typer, name: str | None = None) -> Callable[[Work], Work]:
    """Make a function a command; its errors end here, with status 2."""

    def register(work: Work) -> Work:
        @wraps(work)
        def carry_out(**given: Any) -> None:
            try:
                work(**given)
                sys.stdout.flush()
            except (typer.Exit, typer.Abort, BrokenPipeError):
                raise  # a status chosen, or nobody reads on
            except Exception as error:
                report(as_error(error), as_json=bool(given.get("as_json")))
                raise typer.Exit(2) from None

        app.command(name)(carry_out)
        return work

    return register


def as_error(error: Exception) -> HousewayError:
    """An exception as an error for the user."""
    if isinstance(error, HousewayError):
        return error
    missing = (getattr(error, "name", None) or "").partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and missing in _EXTRAS:
        said = f"install it with: pip install 'houseway[{_EXTRAS[missing]}]'"
        return HousewayError("missing-extra", f"this command needs {missing}; {said}")
    if isinstance(error, OSError):
        where = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
        said = f"cannot be read or written: {error.strerror or error}; choose another place"
        return HousewayError("no-access", said, where=where)
    if isinstance(error, MemoryError):
        return HousewayError("too-large", "there is not memory enough for this; ask for less")
    return fault(error)


def fault(error: Exception) -> HousewayError:
    """Something we have not foreseen. Still no traceback: a user cannot do anything with it."""
    return HousewayError(
        "fault",
        f"the program is at fault here, not you ({type(error).__name__}: {error}); "
        "please report it with what you typed",
    )


@contextmanager
def of_file(file: Path) -> Iterator[None]:
    """Errors within are of this file, and say so."""
    try:
        yield
    except HousewayError as error:
        error.add_note(str(file))
        raise


def report(error: HousewayError, *, as_json: bool) -> None:
    """An error as JSON on standard output, or a line for each defect on standard error."""
    if as_json:
        with _no_more_if_closed(sys.stdout):
            show_json({"error": error.as_json()})
            sys.stdout.flush()
        return
    found = error.found if isinstance(error, Problems) else [error]
    file = next(iter(getattr(error, "__notes__", ())), "")
    with _no_more_if_closed(sys.stderr):
        for one in found[:MOST_ERRORS]:
            named = not file or one.where.startswith(file)
            text = str(one) if named else f"{file}: {one}"
            sys.stderr.write(f"error: {printable(text)}\n")
        if len(found) > MOST_ERRORS:
            sys.stderr.write(f"error: and {len(found) - MOST_ERRORS} more\n")
    with _no_more_if_closed(sys.stdout):
        sys.stdout.flush()


@contextmanager
def _no_more_if_closed(stream: Any) -> Iterator[None]:
    """A full disk or a closed pipe takes no more words, at the end of the program neither."""
    try:
        yield
    except OSError:
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


# Many files, one answer a line.

Answer = dict[str, Any] | HousewayError


def show_lines(
    answers: Iterable[tuple[str, int | None, Answer]],
    brief: Callable[[dict[str, Any]], str],
    *,
    as_json: bool,
) -> None:
    """File, number of the hand in it and answer, bad ones among them; status 1 if there was one."""
    bad = False
    for file, number, answer in answers:
        place = {"file": file} if number is None else {"file": file, "hand": number}
        where = file if number is None else f"{file}, hand {number}"
        refused = isinstance(answer, HousewayError)
        bad = bad or refused
        if as_json:
            told = {"error": answer.as_json()} if isinstance(answer, HousewayError) else answer
            show_json({**place, **told})
        elif isinstance(answer, HousewayError):
            say(f"{where}: refused: {answer}")
        else:
            say(f"{where}: {brief(answer)}")
    if bad:
        raise typer.Exit(1)


def attempt(work: Callable[[Path], Answer], file: Path) -> Answer:
    """What the work answers, or its error as one."""
    try:
        return work(file)
    except Exception as error:
        return as_error(error)


def say_in_any_encoding() -> None:
    """A terminal that has no hearts gets a sign for them, not an end."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
