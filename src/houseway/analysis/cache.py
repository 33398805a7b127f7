"""Results kept: those shipped for the catalogue, and a user's own in the cache folder.

A result is named after the rules it depends on and the source of the code that made it, so a
changed pay table or a changed line of a counting module is never answered from an old result.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from houseway.analysis.report import Bet, bet_from_record, bet_to_record
from houseway.filings.schema.common import FilingBase

SHIPPED: Final = Path(__file__).parent / "results"
# What a person reads in a filing, and no count depends on.
_WORDS: Final = frozenset({"cite", "note", "label", "title", "reading", "about"})


def rules_of(filing: FilingBase, parts: Iterable[str]) -> dict[str, Any]:
    """The parts of a filing that decide results, without citations and other words."""
    dumped = filing.model_dump(mode="json", include=set(parts))
    rules: dict[str, Any] = _without_words(dumped)
    return rules


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_words(v) for key, v in value.items() if key not in _WORDS}
    if isinstance(value, list):
        return [_without_words(one) for one in value]
    return value


@lru_cache
def code_digest(modules: tuple[str, ...]) -> str:
    """The source of some modules (a package counts with all its files) as a short name."""
    digest = sha256()
    for module in modules:
        spec = find_spec(module)
        if spec is None or spec.origin is None:
            raise AssertionError(f"there is no module {module}")
        origin = Path(spec.origin)
        paths = sorted(origin.parent.glob("*.py")) if origin.name == "__init__.py" else [origin]
        for path in paths:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def result_key(rules: Mapping[str, Any], modules: Sequence[str]) -> str:
    """The name of a result."""
    text = json.dumps([rules, code_digest(tuple(modules))], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def find(filing_id: str, key: str) -> tuple[list[Bet], str] | None:
    """The bets kept under a name, and where they were found."""
    for path, source in ((_shipped_path(filing_id), "shipped"), (_kept_path(key), "kept")):
        records = _read(path).get(key) if path is not None else None
        if records is not None:
            return [bet_from_record(record) for record in records], source
    return None


def keep(key: str, bets: Sequence[Bet]) -> None:
    """Into the user's cache folder; where it cannot be written the work is done again next time."""
    path = _kept_path(key)
    if path is not None:
        _write(path, {key: [bet_to_record(bet) for bet in bets]})


def ship(filing_id: str, results: Mapping[str, Sequence[Bet]]) -> Path:
    """Into the package, for `scripts/make-results`."""
    path = _shipped_path(filing_id)
    records = {key: [bet_to_record(bet) for bet in bets] for key, bets in results.items()}
    path.write_text(_text(records), encoding="utf-8")
    return path


def _shipped_path(filing_id: str) -> Path:
    return SHIPPED / f"{filing_id.replace('/', '--')}.json"


def _kept_path(key: str) -> Path | None:
    folder = cache_folder()
    return None if folder is None else folder / "odds" / f"{key}.json"


def cache_folder() -> Path | None:
    """The folder that the compiled kernels are kept in too; None if it cannot be written."""
    chosen = os.environ.get("HOUSEWAY_CACHE")
    try:
        if chosen:
            folder = Path(chosen)
        else:
            shared = os.environ.get("XDG_CACHE_HOME")
            folder = (Path(shared) if shared else Path.home() / ".cache") / "houseway"
        (folder / "odds").mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return None
    return folder if os.access(folder / "odds", os.W_OK | os.X_OK) else None


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # not there, or torn: the result is made anew
    return found if isinstance(found, dict) else {}


def _text(records: Mapping[str, Any]) -> str:
    return json.dumps(records, indent=1, ensure_ascii=False) + "\n"


def _write(path: Path, records: Mapping[str, Any]) -> None:
    try:
        # Under another name first: a reader sees the whole file or none.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(_text(records))
            Path(draft).replace(path)
        except OSError:
            Path(draft).unlink(missing_ok=True)
    except OSError:
        return
