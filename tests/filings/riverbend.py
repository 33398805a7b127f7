"""A house outside the catalogue: the example of docs/filings.md, in a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "filings.md"
ID = "riverbend/three-card-poker"

# The bank has no queen (Settling, item 3): ante 10 wins 10, play pushes.
ROUND = f"""
filing = "{ID}"
[bank]
seat = 1
wager = 500
cards = "Jd 8c 4s"
[[seat]]
number = 2
cards = "Kh 7d 2s"
wagers = {{ ante = 10 }}
actions = ["play"]
"""


def filing_text() -> str:
    found = re.search(r"```toml\n(id = .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def folder(path: Path) -> Path:
    """A folder with the filing in it."""
    (path / "riverbend").mkdir(parents=True)
    (path / "riverbend" / "three-card-poker.toml").write_text(filing_text(), encoding="utf-8")
    return path
