"""The version stands in one place; everything else asks there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import houseway

ROOT = Path(__file__).parent.parent


def test_the_package_is_built_with_the_version_it_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["project"]["dynamic"] == ["version"]
    place = ROOT / project["tool"]["hatch"]["version"]["path"]
    assert f'\n__version__ = "{houseway.__version__}"\n' in place.read_text(encoding="utf-8")


def test_no_other_source_writes_it_down() -> None:
    version = re.compile(rf"[\"']{re.escape(houseway.__version__)}[\"']")
    written = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src").rglob("*.py")
        if version.search(path.read_text(encoding="utf-8"))
    ]
    # `verify` names the released versions whose logs it plays again, `pinned` where the filings of
    # a release are kept.
    released = {"src/houseway/histories/verify.py", "src/houseway/filings/pinned.py"}
    assert {*written} - released == {"src/houseway/version.py"}


def test_the_changelog_knows_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\S+)", changes, re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert houseway.__version__ in headings
