"""How compiled code is kept between runs, in the folder of `houseway.folders`.

It is named after the source it came from, so a new version never reads an old one's, and the same
version in another place need not compile anew. Of several processes that want the same function one
compiles it, and the others read it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
from numba.core import caching, event

from houseway.folders import cache_folder
from houseway.hands import compiling

Function = TypeVar("Function", bound=Callable[..., Any])

WAITING: Final = 60.0  # seconds for another process to compile; the longest takes a few

_HERE: Final = Path(__file__).parent
# Where families find compiled functions beside the kernels.
_SHARED: Final = (_HERE.parents[1] / "analysis", _HERE.parents[1] / "analysis" / "simulate")


class _Compiling(event.Listener):
    def on_start(self, event: object) -> None:  # noqa: ARG002
        for tell in compiling.told:
            tell()

    def on_end(self, event: Any) -> None:
        made = event.data["dispatcher"]
        failed = tuple(event.data["args"]) not in made.overloads
        if failed and isinstance(made._cache, _Kept):
            made._cache.let_go()


event.register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]


_IMPORTS: Final = re.compile(
    rb"^[ \t]*(?:from|import) ([\w.]+)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE
)


def built_upon(module: Path) -> dict[str, bytes]:
    """The source of a module and of those beside it that it imports, itself or through others."""
    found: dict[str, bytes] = {}
    left = [module.stem]
    while left:
        path = module.with_name(f"{left.pop()}.py")
        if path.name in found or not path.is_file():
            continue
        found[path.name] = path.read_bytes()
        for place, names in _IMPORTS.findall(found[path.name]):
            last = place.decode().rpartition(".")[2]
            beside = last in ("", module.parent.name)  # "from . import rules"
            left += re.findall(r"\w+", names.decode()) if beside else [last]
    return found


@lru_cache
def source_key(module: Path, *folders: Path, shared: tuple[Path, ...] = ()) -> str:
    """A short name for the Python source of a module with what it is built upon and of some
    folders: it changes when a byte of it does.

    Of shared folders only modules with compiled functions count.
    """
    found = [*built_upon(module).items()]
    for folder in (*folders, *shared):
        for path in folder.glob("*.py"):
            source = path.read_bytes()
            if folder in folders or b"houseway.hands.kernels import" in source:
                found.append((path.name, source))
    digest = sha256()
    for name, source in sorted(found):
        digest.update(name.encode() + b"\0" + source)
    return digest.hexdigest()[:16]


class _BySource(caching._CacheLocator):
    """Where the code of a function is kept.

    It is inlined into functions of other packages, so the name covers the source of all places
    that are built upon.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        own = Path(file)
        key = source_key(own, _HERE, _HERE.parent / "tables", shared=_SHARED)
        self._path = cache_folder(f"numba-{key}/{own.parent.name}")
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _BySource | None:
        found = cls(py_func, py_file)
        return found if found._path and Path(py_file).exists() else None

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return ""  # the folder's name says it

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Impl(caching.CompileResultCacheImpl):
    _locator_classes = [_BySource]  # noqa: RUF012


class _Kept(caching.FunctionCache):
    _impl_class = _Impl
    _held: sqlite3.Connection | None = None  # the lock, while this process compiles

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None and self._held is None:
            self._held = _alone(Path(self.cache_path) / f"{self._impl.filename_base}.lock")
            # Made while we waited?
            found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            if found is not None:
                self.let_go()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        self.let_go()

    def let_go(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


def _alone(path: Path) -> sqlite3.Connection | None:
    """A lock that every system has and that ends with its process. Where it cannot be had in time
    two processes compile the same, which does no harm."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(path, WAITING, isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except (OSError, sqlite3.Error):
        return None
    return lock


def compiled(function: Function) -> Function:
    """A function compiled by Numba on first call, and kept for later runs.

    Indexes are not checked: a compiled function trusts its caller.
    """
    return _compile(function)


def leaf(function: Function) -> Function:
    """A compiled function that makes no arrays: it only reads and writes those it is given.

    It does not count references to them, which would cost more than looking a hand up.
    """
    return _compile(function, _nrt=False)


def _compile(function: Function, **options: bool) -> Function:
    njit: Any = numba.njit
    made: Any = njit(nogil=True, boundscheck=False, **options)(function)
    if cache_folder() is not None:
        made._cache = _Kept(function)  # type: ignore[no-untyped-call]
    kept: Function = made
    return kept
