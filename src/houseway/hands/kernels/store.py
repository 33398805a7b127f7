"""How compiled code is kept between runs, in the folder of `houseway.folders`.

It is named after the source it came from, so a new version never reads an old one's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
from numba.core import event

from houseway.folders import cache_folder
from houseway.hands import compiling

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE: Final = Path(__file__).parent
# Beside the kernels: what families build on.
_COMPILED: Final = (
    _HERE.parent / "tables",
    _HERE.parents[1] / "analysis",
    _HERE.parents[1] / "analysis" / "simulate",
)


class _Compiling(event.Listener):
    def on_start(self, event: object) -> None:  # noqa: ARG002
        for tell in compiling.told:
            tell()

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]


@lru_cache
def source_key(*folders: Path) -> str:
    """A short name for the Python source in some folders: it changes when a byte of it does."""
    digest = sha256()
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def compiled(function: Function) -> Function:
    """A function compiled by Numba on first call, and kept for later runs.

    Numba looks at the function's own file to tell whether its kept code is stale. It is inlined
    into functions of other packages, so the name covers the source of all places that are built
    upon. Indexes are not checked: a compiled function trusts its caller.
    """
    return _compile(function)


def leaf(function: Function) -> Function:
    """A compiled function that makes no arrays: it only reads and writes those it is given.

    It does not count references to them, which would cost more than looking a hand up.
    """
    return _compile(function, _nrt=False)


def _compile(function: Function, **options: bool) -> Function:
    config: Any = numba.config  # its settings are not declared to type checkers
    njit: Any = numba.njit
    folder = cache_folder()
    before = config.CACHE_DIR
    if folder is not None:
        own = Path(function.__code__.co_filename).parent
        key = source_key(_HERE, *sorted({*_COMPILED, own}))
        config.CACHE_DIR = str(folder / f"numba-{key}")
    try:
        made: Function = njit(cache=folder is not None, nogil=True, boundscheck=False, **options)(
            function
        )
    finally:
        config.CACHE_DIR = before
    return made
