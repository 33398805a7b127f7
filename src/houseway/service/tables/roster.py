"""Who is at a table in person, who has gone silent, and who is not there any more."""

from __future__ import annotations

from dataclasses import dataclass

MISSES = 2  # decisions in a row, or hands, that pass without somebody, who then sits out


@dataclass(slots=True)
class Person:
    """Somebody with chips at a table who is no bot."""

    name: str
    sockets: int = 0
    gone_since: float | None = None  # when the last socket closed
    absent_from: float | None = None  # gone for longer than a line takes to come back
    missed: int = 0  # decisions in a row that were made for them while they were connected
    offers_missed: int = 0  # of the bank, without doing anything else meanwhile
    hands_away: int = 0  # in a row that were played while they were absent
    extra: float = 0.0  # seconds of extra time left

    @property
    def connected(self) -> bool:
        return self.sockets > 0

    @property
    def silent(self) -> bool:
        """Whether enough has passed without them."""
        return max(self.missed, self.offers_missed, self.hands_away) >= MISSES

    def begin_anew(self) -> None:
        self.missed = self.offers_missed = self.hands_away = 0

    def comes(self) -> None:
        self.sockets += 1
        self.gone_since = self.absent_from = None
        self.begin_anew()

    def goes(self, now: float, back_seconds: float) -> None:
        """Their last socket is closed, or none was opened: they have so long to come back."""
        self.gone_since, self.absent_from = now, now + back_seconds

    def here(self, now: float) -> bool:
        """Whether the table waits for them: connected, or gone so shortly that a line may blink."""
        return self.connected or (self.absent_from is not None and now < self.absent_from)
