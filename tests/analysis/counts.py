"""Small parts of each family's count, kept by the number of the count.

Results are named by their rules and that number, so figures that change must come with another
one. Baccarat and three card poker are counted anew as a whole; of the others a sample tells.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.odds import counting

KEPT = Path(__file__).with_name("counts.json")


def digest(*arrays: Any) -> str:
    """Whole numbers of a count as a short word."""
    found = sha256()
    for one in arrays:
        found.update(np.ascontiguousarray(one, np.int64).tobytes())
    return found.hexdigest()[:16]


def assert_counted_as_before(family: str, sample: str, found: float | str) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[family]
    number = counting(family).COUNT
    assert kept["count"] == number, f"note the samples of count {number} in {KEPT.name}"
    same = found == (kept[sample] if isinstance(found, str) else pytest.approx(kept[sample], 1e-12))
    assert same, (
        f"{sample}: {found!r} was {kept[sample]!r}. Where figures should change, raise COUNT of "
        f"{family}, note the new samples in {KEPT.name} and run scripts/make-results"
    )
