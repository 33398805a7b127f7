"""The command line. Each command is thin: it reads its input, calls the library, prints."""

from __future__ import annotations

# Commands stand in the help in this order.
# isort: off
from houseway.cli import filings  # noqa: F401
from houseway.cli import rounds  # noqa: F401
from houseway.cli import logs  # noqa: F401
from houseway.cli import analysis  # noqa: F401
from houseway.cli import service  # noqa: F401

# isort: on
from houseway.cli.app import app
from houseway.printing import say_in_any_encoding

__all__ = ["app", "main"]


def main() -> None:
    say_in_any_encoding()
    app()
