"""Arrays of numbers as counting code calls them, by how large the numbers may be."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Small = npt.NDArray[np.uint8]  # a card, a category, a choice, a switch
Indexes = npt.NDArray[np.int32]
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
