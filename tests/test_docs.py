"""The documentation is true: its examples run and print what it says."""

from __future__ import annotations

import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.family import Family

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ houseway ([^\n]*)\n(.*?)```", README, re.DOTALL)


def test_library_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert tried >= 15
    assert failed == 0


SHOWN = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "src").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", SHOWN)
def test_examples_in_the_source_run(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


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


PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_that_is_linked_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert ":" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("name", ["architecture.md", "glossary.md"])
def test_the_map_names_what_is_there(name: str) -> None:
    """Paths are written from the package on, those of the page from its scripts."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    package = ROOT / "src" / "houseway"
    roots = (package, package / "service", package / "service" / "page" / "js", ROOT)
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.[a-z]+)?)`", text))
    assert len(named) >= 20
    assert [path for path in sorted(named) if not any((r / path).exists() for r in roots)] == []


def test_each_way_through_the_map_is_under_a_dozen_stops() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    ways = re.split(r"^## The way of ", text, flags=re.MULTILINE)[1:]
    assert len(ways) == 4
    for way in ways:
        stops = re.findall(r"^(\d+)\. ", way.partition("\n## ")[0], re.MULTILINE)
        assert 5 <= len(stops) < 12
        assert stops == [str(n) for n in range(1, len(stops) + 1)]


# Adding a family: the page speaks of the example as it is.

EXAMPLE = ROOT / "examples" / "super-pan-9"
FAMILIES = (ROOT / "docs" / "families.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", FAMILIES, re.DOTALL)


def test_every_python_block_of_the_recipe_is_an_excerpt() -> None:
    assert len(EXCERPTS) == FAMILIES.count("```python") >= 7


@pytest.mark.parametrize(("file", "excerpt"), EXCERPTS)
def test_the_recipe_shows_the_example_as_it_is(file: str, excerpt: str) -> None:
    source = (EXAMPLE / "src" / "super_pan_9" / file).read_text(encoding="utf-8")
    assert excerpt in source


def test_the_recipe_names_the_entry_point_as_it_is() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", FAMILIES, re.DOTALL)
    project = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    assert all(line in project for line in block.splitlines())


def test_the_recipe_lists_every_part_with_the_module_that_declares_it() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| `([\w.]+)` \|$", FAMILIES, re.MULTILINE)
    parts = set(Family.__dataclass_fields__) - {"name", "label", "package"}
    assert {part for part, _, _ in rows} == parts
    for part, what, module in rows:
        declared = vars(import_module(module))
        for name in re.findall(r"`([A-Z][a-z]\w+)`", what):
            known = any(name in vars(import_module(other)) for _, _, other in rows)
            assert name in declared or known, (part, name)
