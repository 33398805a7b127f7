"""The notebooks of the documentation run, print what they keep, and name no machine."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
MOST_BYTES = 150_000


def _outputs(notebook: Any) -> list[list[str]]:
    """What each cell printed or gave, as text; pictures and pages are left to the eye."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            said = (
                one.get("text") or one.get("data", {}).get("text/plain") for one in cell.outputs
            )
            found.append([text for text in said if text and not text.startswith("<IPython")])
    return found


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["agent", "bank", "odds"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_executed_small_and_without_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES
    assert not re.search(r"/tmp/|/home/|/root/|site-packages|Traceback|\d\d:\d\d:\d\d", text)
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert sum(bool(said) for said in _outputs(notebook)) >= 3


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # those of the kernel's own libraries
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_keeps(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    )
    kept = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    again = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(again, timeout=3600, kernel_name="python3").execute()
    assert _outputs(again) == _outputs(kept)


def test_the_agent_has_learned_to_play_the_card() -> None:
    """It does what the card says, but where that hardly matters: priced by the count, its own
    chart costs less than a twentieth of a percent more."""
    (path,) = (one for one in NOTEBOOKS if one.stem == "agent")
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    said = "".join(text for one in _outputs(notebook) for text in one)
    shares = [float(share) for share in re.findall(r"as the card in ([.\d]+)%", said)]
    assert min(shares) > 95
    found = re.search(r"agent's table [-+.\d]+%, ([.\d]+)% less", said)
    assert found is not None
    assert 0 < float(found[1]) < 0.05
