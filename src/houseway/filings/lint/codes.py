"""What each code means and how it is mended, from the data beside this module."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from houseway.filings.schema.base import Record


class Code(Record):
    """A code of lint in words."""

    means: str
    example: str
    mend: str
    fix: bool = False  # `--fix` mends it


@lru_cache(maxsize=1)
def codes() -> dict[str, Code]:
    written = tomllib.loads((Path(__file__).parent / "codes.toml").read_text(encoding="utf-8"))
    return {name: Code.model_validate(one) for name, one in written.items()}
