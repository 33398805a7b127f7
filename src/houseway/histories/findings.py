"""What a check of a log found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from houseway.histories.event_log import START

Status = Literal["verified", "not-replayed", "unfinished", "unsigned", "forged"]
Signatures = Literal["none", "unchecked", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a log: what, at which line."""

    code: str
    line: int
    message: str
    end: bool = False  # the log only breaks off: it is in use, or its end is missing
    unsigned: bool = False  # nobody has signed it, and a signature was asked for

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "line": self.line, "message": self.message}


@dataclass(slots=True)
class Verified:
    """What a log was found to be. `replayed` is False where the rules are no longer the same."""

    lines: int = 0
    rounds: int = 0
    seal: str = START  # the last hash: written down elsewhere, it proves that nothing is missing
    closed: bool = False
    replayed: bool = False
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    corrections: list[dict[str, Any]] = field(default_factory=list)  # decisions of the floor
    signed: int = 0  # lines that are
    signed_to: int = 0  # the last of them: all lines up to it are covered
    signatures: Signatures = "none"
    anchored: int = 0  # anchors of this log that it was held against

    @property
    def status(self) -> Status:
        """Verified only if nothing was found and every command was given again."""
        if any(not finding.end and not finding.unsigned for finding in self.findings):
            return "forged"
        if any(finding.unsigned for finding in self.findings):
            return "unsigned"
        if not self.replayed:
            return "not-replayed"
        return "unfinished" if self.findings else "verified"

    @property
    def ok(self) -> bool:
        return self.status == "verified"

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "status": self.status,
            "lines": self.lines,
            "rounds": self.rounds,
            "hash": self.seal,
            "closed": self.closed,
            "replayed": self.replayed,
            "findings": [finding.as_json() for finding in self.findings],
            "notes": self.notes,
            "corrections": self.corrections,
            "signatures": self.signatures,
            "signed": self.signed,
            "signed_to": self.signed_to,
            "anchored": self.anchored,
        }
