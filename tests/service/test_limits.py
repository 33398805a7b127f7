"""Rates: so many at once, so many a second, and a bounded memory of clients."""

from __future__ import annotations

import pytest

from houseway.errors import Refused
from houseway.service.limits import Bucket, Rates
from houseway.service.web.security import client_of


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(2, 5, now=100.0)
    assert [bucket.take(100.0) for _ in range(6)] == [True] * 5 + [False]
    assert not bucket.take(100.4)
    assert bucket.take(100.9)
    assert [bucket.take(200.0) for _ in range(6)] == [True] * 5 + [False]


def test_rates_are_kept_for_each_client_apart() -> None:
    now = [0.0]
    rates = Rates(1, 2, clock=lambda: now[0])
    assert [rates.allows("a") for _ in range(3)] == [True, True, False]
    assert rates.allows("b")
    with pytest.raises(Refused, match="too many") as refusal:
        rates.check("a", "messages")
    assert refusal.value.code == "too-many"
    now[0] = 5.0
    rates.check("a", "messages")


def test_a_flood_of_addresses_does_not_fill_the_memory() -> None:
    rates = Rates(1, 1, keys=100)
    for number in range(10_000):
        rates.allows(number)
    assert len(rates) == 100


def test_ipv4_clients_of_an_ipv6_socket_are_counted_each_for_themselves() -> None:
    """One who listens on `::` sees them as ::ffff:192.0.2.7 (RFC 4291, 2.5.5.2)."""
    ann, bob, six = ({"client": (host, 5)} for host in
                     ("::ffff:192.0.2.7", "::ffff:192.0.2.8", "2001:db8::1:2"))  # fmt: skip
    assert (client_of(ann), client_of(bob), client_of({"client": None})) == (
        "192.0.2.7", "192.0.2.8", "",
    )  # fmt: skip
    assert client_of(six) == "2001:db8::/64"
