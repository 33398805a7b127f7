"""Starting the cardroom: the address, a code for phones on the same network, the browser."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from ipaddress import ip_address
from typing import TextIO

import uvicorn

from houseway.errors import HousewayError
from houseway.service.app import make_app
from houseway.service.door import door
from houseway.service.settings import Settings, default_database
from houseway.service.store import Store

READER_TIMEOUT = 30_000  # milliseconds after which the system drops one who takes nothing
OTHER_FILES = 500  # besides the sockets at tables: other requests, the store


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = True,
    *,
    settings: Settings | None = None,
    out: TextIO | None = None,
) -> None:
    """Serve until interrupted."""
    chosen = settings or Settings(database=database or default_database())
    allow_files(chosen.limits.connections + OTHER_FILES)
    out = out or sys.stdout
    listening = listen(host, port)
    try:
        port = int(listening.getsockname()[1])
        store = Store(chosen.database)
        server = make_server(make_app(chosen, store), chosen)
        announce(host, port, out)
        _pause_rarely()
        if open_browser:
            _open_when_ready(server, f"http://{_local(host)}:{port}/")
        store.lost.add_done_callback(lambda _: setattr(server, "should_exit", True))
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
        store.close()
        if store.lost.done():
            raise store.lost.result()
        out.write("Closed. Tables and chips are kept for the next time.\n")
    finally:
        listening.close()


def make_server(app: object, settings: Settings) -> uvicorn.Server:
    """The server around the application, with the bounds of the protocol."""
    return uvicorn.Server(
        uvicorn.Config(
            app,  # type: ignore[arg-type]
            http=door(settings.limits),
            limit_concurrency=settings.limits.connections + OTHER_FILES,
            ws="websockets-sansio",
            ws_max_size=settings.limits.message_bytes,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
            h11_max_incomplete_event_size=32 * 1024,
        )
    )


def _pause_rarely() -> None:
    """The program itself is no garbage, and little of what it makes goes in circles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def allow_files(wanted: int) -> None:
    """Have the system let this process open so many files, as far as it may and can."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or an error that says what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, READER_TIMEOUT)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError, TypeError, ValueError) as error:  # a name that can be none too
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise HousewayError(
            "no-address",
            f"cannot listen there: {reason}; choose another --host or --port",
            where=f"{host}:{port}",
        ) from None
    return listening


def announce(host: str, port: int, out: TextIO) -> None:
    """Where the cardroom is; for others on the network also as a code to point a phone at."""
    out.write(f"Houseway is open at http://{_local(host)}:{port}/\n")
    out.write("Play chips only: nothing is bought, sold or paid out. Ctrl-C closes.\n")
    if not is_local(host):
        import segno

        url = f"http://{network_address(host)}:{port}/"
        out.write(f"On this network: {url}\n\n")
        segno.make(url, micro=False).terminal(out=out, compact=True)
    out.flush()


def is_local(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def network_address(host: str) -> str:
    """The address others use: the one given, or this machine's own where all are listened to."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))  # nothing is sent; the system picks the way out
        return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()
    finally:
        probe.close()


def _local(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_when_ready(server: uvicorn.Server, url: str) -> None:
    def wait() -> None:
        for _ in range(200):
            if server.started:
                webbrowser.open(url)
                return
            time.sleep(0.05)

    threading.Thread(target=wait, daemon=True).start()
