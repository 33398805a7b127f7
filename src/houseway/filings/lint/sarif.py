"""Findings as SARIF 2.1.0, for editors and code hosts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.filings.catalogue import find_file
from houseway.filings.lint.codes import codes
from houseway.filings.lint.finding import Finding
from houseway.filings.lint.lines import line_of
from houseway.reading import is_file
from houseway.version import __version__

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(findings: Sequence[Finding]) -> dict[str, Any]:
    """One run with a rule for every code that was found."""
    names = sorted({one.code for one in findings})
    driver = {
        "name": "houseway",
        "semanticVersion": __version__,
        "rules": [_rule(name) for name in names],
    }
    results = [_result(one, names.index(one.code)) for one in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, Any]:
    known = codes().get(name)
    if known is None:  # a code of the loader: docs/errors.md has it
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": known.means},
        "help": {"text": f"{known.mend} For example: {known.example}"},
    }


def _result(one: Finding, rule: int) -> dict[str, Any]:
    cite = f" [{one.cite}]" if one.cite else ""
    path = find_file(one.filing) or Path(one.file or one.filing)
    place = {
        "artifactLocation": {"uri": path.as_uri() if path.is_absolute() else path.as_posix()},
        "region": {"startLine": line_of(_text(path), one.where.removeprefix(f"{one.file}: "))},
    }
    return {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": one.severity,
        "message": {"text": f"{one.message}{cite}"},
        "locations": [
            {
                "physicalLocation": place,
                "logicalLocations": [{"fullyQualifiedName": one.where}],
            }
        ],
    }


@lru_cache(maxsize=64)
def _text(path: Path) -> str:
    """The file a finding is in; nothing of one that is no text."""
    return path.read_text(encoding="utf-8", errors="replace") if is_file(path) else ""
