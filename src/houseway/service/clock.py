"""The clock that tables are kept by, given to the service so that a test can hold it."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """Seconds that only go on; what they count from does not matter."""

    def now(self) -> float:
        return time.monotonic()

    def until(self, at: float | None) -> asyncio.Timeout:
        """Ends what is waited for inside when the time has come; never, if there is none."""
        return asyncio.timeout(None if at is None else at - self.now())
