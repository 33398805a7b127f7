"""Who is told when fast kernels are about to be compiled, which takes seconds.

Apart from the kernels, so that to wait for the word does not load Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

told: Final[list[Callable[[], None]]] = []
