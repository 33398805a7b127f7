"""Findings as SARIF 2.1.0, for editors and code hosts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houseway.filings.catalogue import find_file
from houseway.filings.lint.codes import codes
from houseway.filings.lint.finding import Finding
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
    return {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": one.severity,
        "message": {"text": f"{one.message}{cite}"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": _uri(one.filing)}},
                "logicalLocations": [{"fullyQualifiedName": one.where}],
            }
        ],
    }


def _uri(filing: str) -> str:
    """The file a finding is in: as it was given, or where the catalogue keeps it."""
    path = find_file(filing) or Path(filing)
    return path.as_uri() if path.is_absolute() else path.as_posix()
