"""What lint knows of pai gow tiles."""

from __future__ import annotations

from houseway.filings.lint.family import FamilyLint, always

LINT = FamilyLint(words={r"house way": always, r"tiles?": always})
