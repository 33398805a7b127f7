"""What every record is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

VERSION = 3  # of the format; an entry that does not say is of the first
KINDS: dict[str, type[Record]] = {}  # by the name a log uses


@dataclass(frozen=True, slots=True)
class Record:
    """Something that happened. `secret` ones are readable by no seat."""

    kind: ClassVar[str] = ""
    secret: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        KINDS[cls.kind] = cls
