"""PAR sheets to files, each by its ending."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from houseway.analysis.blocks import executor, in_order
from houseway.analysis.odds import shippable
from houseway.analysis.par.outline import outline
from houseway.analysis.par.sheet import ParSheet, par, text_of
from houseway.errors import HousewayError

KINDS: Final = ("pdf", "html", "tex", "json")


def write(sheet: ParSheet, path: Path) -> Path:
    """The sheet into a file."""
    make = writer(path)
    content = make(sheet)
    path.write_bytes(content)
    return path


def write_all(
    folder: Path, kind: str = "pdf", *, workers: int | None = None, cluster: str = ""
) -> Iterator[Path]:
    """A sheet of every game of the catalogue that is played against a player-dealer and counted,
    by the name of its filing.
    """
    writer(Path(f"sheet.{kind}"))
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [(one, f"{one.replace('/', '--')}.{kind}") for one in shippable()]
    with executor(workers=workers, cluster=cluster) as chosen:
        for (_, name), content in zip(wanted, in_order(_made, wanted, chosen), strict=True):
            (folder / name).write_bytes(content)
            yield folder / name


def _made(wanted: tuple[str, str]) -> bytes:
    filing, name = wanted
    return writer(Path(name))(par(filing))


def writer(path: Path) -> Callable[[ParSheet], bytes]:
    """What makes the content of such a file; refused before any work is done for it."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        listed = ", ".join(f".{one}" for one in KINDS)
        raise HousewayError(
            "unknown-format", f"{path.name!r} is no format of a sheet; use {listed}", where="-o"
        )
    return {"pdf": _pdf, "html": _html, "tex": _tex, "json": _json}[kind]


def _pdf(sheet: ParSheet) -> bytes:
    from houseway.analysis.par.pdf import pdf

    return pdf(outline(sheet))


def _html(sheet: ParSheet) -> bytes:
    from houseway.analysis.par.html import html

    return html(outline(sheet)).encode()


def _tex(sheet: ParSheet) -> bytes:
    from houseway.analysis.par.tex import tex

    return tex(outline(sheet)).encode()


def _json(sheet: ParSheet) -> bytes:
    return text_of(sheet).encode()
