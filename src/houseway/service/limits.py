"""Rates: a bucket of tokens for each client, refilled as time passes; what one client is."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address

from houseway.errors import Refused


def network_of(address: str) -> str:
    """What counts as one address: of IPv6, the network a household is given.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


class Bucket:
    """Lets through `rate` a second on average and `burst` at once.

    >>> bucket = Bucket(1, 2, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.0)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, *, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now

    def take(self, now: float) -> bool:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """One was taken that does not count."""
        self._left = min(self._burst, self._left + 1)

    def taken_elsewhere(self) -> None:
        """Another server has let one through: it counts here too, below nothing if need be."""
        self._left -= 1


class Rates:
    """A bucket for every key (an address, an account), the longest unused forgotten first."""

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        keys: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._keys, self._clock = rate, burst, keys, clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()
        # Told what is let through (1) or given back (-1), for servers that count together.
        self.tell: Callable[[Hashable, int], None] | None = None

    def allows(self, key: Hashable) -> bool:
        taken = self._bucket(key).take(self._clock())
        if taken and self.tell is not None:
            self.tell(key, 1)
        return taken

    def _bucket(self, key: Hashable) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now=self._clock())
            if len(self._buckets) > self._keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def heard(self, key: Hashable, taken: int) -> None:
        """What another server has told."""
        bucket = self._bucket(key)
        if taken > 0:
            bucket.taken_elsewhere()
        else:
            bucket.give_back()

    def check(self, key: Hashable, what: str) -> None:
        if not self.allows(key):
            raise Refused("too-many", f"too many {what}; wait a little and try again")

    def give_back(self, key: Hashable) -> None:
        """What was let through does not count after all."""
        if key in self._buckets:
            self._buckets[key].give_back()
            if self.tell is not None:
                self.tell(key, -1)

    def __len__(self) -> int:
        return len(self._buckets)
