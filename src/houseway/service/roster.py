"""Who is at a table in person, who is a bot, and who has gone silent."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Person:
    """Somebody with chips at a table who is no bot."""

    name: str
    sockets: int = 0
    gone_since: float | None = None  # when the last socket closed
    missed: int = 0  # decisions in a row that were made for them
    extra: float = 0.0  # seconds of extra time left

    @property
    def connected(self) -> bool:
        return self.sockets > 0
