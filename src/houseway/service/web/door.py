"""Who may connect: so many of one address at a time, and nobody in silence."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from houseway.service.limits import network_of
from houseway.service.settings import Limits

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: 0\r\n\r\n"
)


def door(limits: Limits, proxies: Iterable[str] = ()) -> type[H11Protocol]:
    """HTTP as this cardroom speaks it. The named proxies stand for many people and may connect
    as often as they like; they count their own."""
    seconds, most = limits.request_seconds, limits.connections_per_address
    networks = [ip_network(proxy, strict=False) for proxy in proxies]
    inside: Counter[str] = Counter()

    class Door(H11Protocol):
        counted_as = ""  # the address it counts for, while it does

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            peer = transport.get_extra_info("peername")
            host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
            if host and not _is_proxy(host):
                key = network_of(host)
                if inside[key] >= most:
                    transport.write(FULL)
                    transport.close()
                    return
                inside[key] += 1
                self.counted_as = key
            super().connection_made(transport)
            self.loop.call_later(seconds, self._look, None)

        def data_received(self, data: bytes) -> None:
            if self.transport is not None:  # one who was turned away is not listened to
                super().data_received(data)

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            if self.transport is not None:
                super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._leave()  # a socket at a table is counted there
            super().handle_websocket_upgrade(event)

        def _leave(self) -> None:
            if self.counted_as:
                inside[self.counted_as] -= 1
                if not inside[self.counted_as]:
                    del inside[self.counted_as]
                self.counted_as = ""

        def _look(self, last: Any) -> None:
            """Close if no request has come, or gone on, since the last look."""
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # gone, or a socket at a table by now
            if self.cycle is last and (last is None or last.response_complete):
                self.transport.close()
            else:
                self.loop.call_later(seconds, self._look, self.cycle)

    def _is_proxy(host: str) -> bool:
        return bool(networks) and any(ip_address(host) in network for network in networks)

    return Door
