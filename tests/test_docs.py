"""The documentation is true: its examples run and print what it says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ houseway ([^\n]*)\n(.*?)```", README, re.DOTALL)


def test_library_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert tried >= 15
    assert failed == 0


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[c for c, _ in COMMANDS])
def test_readme_output_is_real(command: str, printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output
    shown = [line.rstrip() for line in printed.rstrip().splitlines()]
    actual = [line.rstrip() for line in result.stdout.rstrip().splitlines()]
    if "..." in shown:  # a long answer is cut in the middle
        cut = shown.index("...")
        tail = shown[cut + 1 :]
        assert actual[:cut] == shown[:cut]
        assert actual[len(actual) - len(tail) :] == tail
    else:
        assert actual == shown


def test_the_readme_library_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        runner = doctest.DocTestRunner()
        runner.run(doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0))
        assert runner.summarize(verbose=False).failed == 0


def test_every_page_the_readme_links_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
