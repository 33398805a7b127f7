"""A cardroom in a process of its own, to be killed: `python -m tests.service.served …`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from houseway.service.serve import serve
from tests.service.running import settings_for


class Process:
    """Starts and kills the server; the address stays."""

    def __init__(self, folder: Path, port: int, database: str) -> None:
        self._command = [sys.executable, "-m", "tests.service.served", str(folder), str(port)]
        self._command.append(database)
        self.address = f"http://127.0.0.1:{port}"
        self.errors = folder / "errors"
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                self._command, stdout=subprocess.DEVNULL, stderr=errors
            )
        for _ in range(3000):
            assert self._process.poll() is None, self.errors.read_text()
            try:
                await asyncio.to_thread(self._look)
            except (URLError, OSError):
                await asyncio.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not start")

    def _look(self) -> None:
        with urlopen(f"{self.address}/api/tables", timeout=5):
            pass

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def status(self) -> int | None:
        return None if self._process is None else self._process.poll()

    @property
    def ended(self) -> bool:
        return self._process is not None and self.status is not None

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def terminate(self) -> int:
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(120)


if __name__ == "__main__":
    where, at, url = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    serve("127.0.0.1", at, open_browser=False, settings=settings_for(where, database=url))
