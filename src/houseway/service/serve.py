"""Starting the cardroom: the address, a code for phones on the same network, the browser."""

from __future__ import annotations

import gc
import socket
import ssl
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import TextIO

import uvicorn

from houseway.errors import HousewayError
from houseway.filings.catalogue import joined
from houseway.printing import printable
from houseway.service import logs
from houseway.service.app import filings_folders, make_app
from houseway.service.drain import DrainingServer
from houseway.service.settings import Settings, default_database
from houseway.service.storage.store import Store
from houseway.service.web.door import door
from houseway.service.web.line import Line

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
    log: str | None = None,
    house_link: bool = False,
) -> None:
    """Serve until interrupted; `log` is a file for structured lines, or "-"."""
    chosen = settings or Settings(database=database or default_database())
    check(chosen)
    allow_files(chosen.limits.connections + OTHER_FILES)
    out = out or sys.stdout
    listening = listen(host, port)
    try:
        with logs.writing(log):
            _serve(listening, host, chosen, open_browser, out, house_link)
    finally:
        listening.close()


def _serve(
    listening: socket.socket, host: str, chosen: Settings, open_browser: bool, out: TextIO,
    house_link: bool,
) -> None:  # fmt: skip
    port = int(listening.getsockname()[1])
    scheme = "http" if chosen.tls is None else "https"
    local = f"{scheme}://{_local(host)}:{port}/"
    known = known_as(chosen) or local

    def welcome(secret: str) -> None:
        out.write(f"House login, this link opens once, within a day: {known}#/invite/{secret}\n")
        out.flush()

    internal = chosen.internal or f"{scheme}://{network_address(host)}:{port}"
    store = Store(chosen.database, address=internal)
    app = make_app(chosen, store, welcome=welcome, welcome_anew=house_link)
    server = make_server(app, chosen)
    announce(host, port, out, scheme=scheme, behind_proxy=bool(chosen.proxies))
    with joined(*filings_folders(chosen)) as catalogue:
        for one in catalogue.not_loaded():
            out.write(printable(f"Not loaded: {one.error}") + "\n")
    _pause_briefly()
    if open_browser:
        _open_when_ready(server, local)
    store.lost.add_done_callback(lambda _: setattr(server, "should_exit", True))
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    store.close()
    if store.lost.done():
        raise store.lost.result()
    out.write("Closed. Tables and chips are kept for the next time.\n")


def known_as(settings: Settings) -> str | None:
    """The address people open where a proxy stands in front: TLS under our first name."""
    return f"https://{settings.hosts[0]}/" if settings.proxies and settings.hosts else None


def check(settings: Settings) -> None:
    """Refuse settings that would fail, or protect nobody, before anything is opened."""
    for proxy in settings.proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise HousewayError(
                "bad-proxy",
                "a proxy is named by its address or its network, such as 10.0.0.7 or 10.0.0.0/24",
                where=proxy,
            ) from None
    if settings.tls is not None:
        try:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(settings.tls.certificate, settings.tls.key)
        except (OSError, ssl.SSLError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise HousewayError(
                "bad-certificate",
                f"cannot be used: {reason}; give a PEM certificate and the key it belongs to",
                where=f"{settings.tls.certificate}, {settings.tls.key}",
            ) from None


def make_server(app: object, settings: Settings) -> DrainingServer:
    """The server around the application, with the bounds of the protocol."""
    return DrainingServer(
        uvicorn.Config(
            app,  # type: ignore[arg-type]
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            ssl_certfile=settings.tls.certificate if settings.tls else None,
            ssl_keyfile=settings.tls.key if settings.tls else None,
            http=door(settings.limits, settings.proxies),
            limit_concurrency=settings.limits.connections + OTHER_FILES,
            ws=Line,
            ws_max_size=settings.limits.message_bytes,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
            h11_max_incomplete_event_size=32 * 1024,
        ),
        app,
        settings.drain_seconds,
    )


def _pause_briefly() -> None:
    """The program itself is no garbage, and little of what it makes goes in circles.

    With 600 players at the tables these numbers hold a pause to 40 ms; fewer and longer ones, as
    of 20,000 and 20, took 217.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 5, 200)


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
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where the other lets two listen at once
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
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


def announce(
    host: str, port: int, out: TextIO, *, scheme: str = "http", behind_proxy: bool = False
) -> None:
    """Where the cardroom is; for others on the network also as a code to point a phone at."""
    out.write(f"Houseway is open at {scheme}://{_local(host)}:{port}/\n")
    out.write("Play chips only: nothing is bought, sold or paid out. Ctrl-C closes.\n")
    if not is_local(host):
        import segno

        if scheme == "http" and not behind_proxy:
            out.write(
                "Warning: without TLS, anybody on the way can read passwords and cards. Give "
                "--tls-cert and --tls-key, or put a proxy in front and name it by --proxy.\n"
            )
        url = f"{scheme}://{network_address(host)}:{port}/"
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
