"""One table of all rankings, how cards become numbers to look hands up in it, and how it is made.

It is shipped as `scripts/make-tables` built it, so nobody waits for it. Compiled code reads it
hand by hand (`houseway.hands.kernels`), NumPy alone many at once (`strengths`).
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Final

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as missing:
    raise ImportError(
        f"houseway.hands.tables needs {missing.name}: install the extra, houseway[analysis]"
    ) from missing

from houseway.hands.tables.layout import (
    FLUSH,
    FLUSH_SHIFT,
    LOWER,
    OFFSETS,
    PARTS,
    SUIT_MASK,
    SUIT_WIDTH,
    UPPER_SHIFT,
    Place,
    offset,
)

Table = npt.NDArray[np.uint16]
Sums = npt.NDArray[np.uint64]

SHIPPED: Final = Path(__file__).parent / "tables.zlib"


@cache
def tables() -> Table:
    """The table that every kernel reads, under 1 MB."""
    table = np.frombuffer(zlib.decompress(SHIPPED.read_bytes()), dtype="<u2").astype(np.uint16)
    table.flags.writeable = False
    return table


def part(name: str) -> Table:
    """One part of the table, by its name in the layout."""
    return tables()[OFFSETS[name] : OFFSETS[name] + PARTS[name]]


def ship(table: Table) -> Path:
    """Into the package, for `scripts/make-tables`."""
    SHIPPED.write_bytes(zlib.compress(table.astype("<u2").tobytes(), 9))
    return SHIPPED


def strengths(place: Place, keys: Sums, bits: Sums) -> Table:
    """The strengths of many hands by their sums, as `kernels.strength` of each; no joker."""
    table = tables()
    first = table[int(place.first) + (keys >> UPPER_SHIFT & LOWER).astype(np.intp)]
    step = table[int(offset("step")) + (keys & LOWER).astype(np.intp)]
    found: Table = table[int(place.values) + first.astype(np.intp) + step]
    flushes = np.flatnonzero(keys & place.special)
    if len(flushes):
        full = (keys[flushes] & FLUSH) >> FLUSH_SHIFT
        # One bit of sixteen, four to a suit: its place says which suit is full.
        suit = np.searchsorted(np.array([1, 16, 256, 4096], np.uint64), full).astype(np.uint64)
        ranks = bits[flushes] >> suit * SUIT_WIDTH & SUIT_MASK
        found[flushes] = table[int(place.suited) + ranks.astype(np.intp)]
    return found
