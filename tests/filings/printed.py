"""What a command prints, as plain text of a given width."""

from __future__ import annotations

from io import StringIO

from rich.console import Console, RenderableType


def printed(what: RenderableType, width: int = 100) -> str:
    out = StringIO()
    Console(file=out, width=width, highlight=False).print(what)
    return out.getvalue()


def flat(what: RenderableType) -> str:
    """The same on endless lines, blanks run together."""
    return " ".join(printed(what, width=4000).split())
