"""What lint finds, and the hand-off from a check to a finding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong or doubtful, where, under which clause; the message says why it matters.

    An error leaves a card, a payment or a fee undecided or unlawful. A warning is a slip that a
    reading has to mend. A note is a silence, a reading taken, a thing to know.
    """

    filing: str
    severity: Severity
    code: str
    message: str
    where: str
    cite: str = ""
    file: str = ""  # where it was read from, if it is no filing of the catalogue

    def as_json(self) -> dict[str, str]:
        return {
            "filing": self.filing,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "where": self.where,
            "cite": self.cite,
        }


@dataclass(frozen=True, slots=True)
class Defect:
    """A finding before it is known whose it is."""

    severity: Severity
    code: str
    message: str
    where: str
    cite: object = ""

    def of(self, filing: str) -> Finding:
        return Finding(
            filing, self.severity, self.code, self.message, self.where, str(self.cite or "")
        )


def error(code: str, message: str, where: str, cite: object = "") -> Defect:
    return Defect("error", code, message, where, cite)


def warning(code: str, message: str, where: str, cite: object = "") -> Defect:
    return Defect("warning", code, message, where, cite)


def note(code: str, message: str, where: str, cite: object = "") -> Defect:
    return Defect("note", code, message, where, cite)
