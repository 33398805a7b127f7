"""A PostgreSQL server of one's own, which may be killed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.service.running import free_port


class Postgres:
    """In a folder that its user may enter."""

    def __init__(self, folder: Path) -> None:
        # Debian keeps the server's tools off the path.
        usual = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")))
        found = shutil.which("initdb") or (usual[-1] if usual else None)
        assert found, "PostgreSQL's initdb is not on the path; or set HOUSEWAY_TEST_POSTGRES"
        tools = Path(found).resolve().parent
        # A server does not run as root.
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        folder.chmod(0o777)
        data, self.port = f"{folder}/data", free_port()
        _run(*as_user, str(tools / "initdb"), "-D", data, "-U", "houseway", "-A", "trust")
        options = f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1"
        self._control = [*as_user, str(tools / "pg_ctl"), "-D", data, "-w"]
        self._start = [*self._control, "-o", options, "-l", f"{folder}/log", "start"]

    def url(self, port: int | None = None) -> str:
        return f"postgresql://houseway@127.0.0.1:{port or self.port}/postgres"

    def start(self) -> None:
        _run(*self._start)

    def kill(self) -> None:
        """Without a goodbye to anybody, as if the machine had lost its power."""
        _run(*self._control, "-m", "immediate", "stop")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
