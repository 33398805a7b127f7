"""Starting the cardroom: the address, a code for phones on the same network, the browser."""

from __future__ import annotations

import socket
import sys
import threading
import time
import webbrowser
from ipaddress import ip_address
from typing import TextIO

import uvicorn

from houseway.errors import HousewayError
from houseway.service.app import make_app
from houseway.service.settings import Settings, default_database

READER_TIMEOUT = 30_000  # milliseconds after which the system drops one who takes nothing


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
    listening = listen(host, port)
    port = int(listening.getsockname()[1])
    app = make_app(chosen)
    server = make_server(app, chosen)
    out = out or sys.stdout
    announce(host, port, out)
    if open_browser:
        _open_when_ready(server, f"http://{_local(host)}:{port}/")
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def make_server(app: object, settings: Settings) -> uvicorn.Server:
    """The server around the application, with the bounds of the protocol."""
    return uvicorn.Server(
        uvicorn.Config(
            app,  # type: ignore[arg-type]
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
    except OSError as error:
        listening.close()
        raise HousewayError(
            "no-address",
            f"cannot listen there: {error.strerror or error}; choose another --host or --port",
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
