"""Where things are kept between runs, and how they are written there.

The folder is `$HOUSEWAY_CACHE`, or `houseway` in `$XDG_CACHE_HOME`, or `~/.cache/houseway`. Where
it cannot be written everything still works, and is made anew in each process.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def cache_folder(part: str = "") -> Path | None:
    """The folder to keep things in, or a folder in it; None if it cannot be written."""
    chosen = os.environ.get("HOUSEWAY_CACHE")
    try:
        if chosen:
            folder = Path(chosen)
        else:
            shared = os.environ.get("XDG_CACHE_HOME")
            folder = (Path(shared) if shared else Path.home() / ".cache") / "houseway"
        folder = folder / part
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def keep(path: Path, content: bytes) -> None:
    """Write a file that a reader sees whole or not at all; a full or read-only disk is borne."""
    with suppress(OSError):
        write_whole(path, content, at_once=False)


def write_whole(path: Path, content: bytes, *, at_once: bool = True) -> None:
    """A file for its owner alone, there whole or not at all; `at_once` on the disk."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if at_once:
                file.flush()
                os.fsync(file.fileno())
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
