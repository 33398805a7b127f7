"""A worker whose jobs do what a hostile one would: wait, spin, eat, die, fail."""

from __future__ import annotations

import os
import time
from pathlib import Path

from houseway.errors import Refused
from houseway.service.backroom.worker import main


def adjudicate(text: str, **how: object) -> bytes:
    del how
    what, _, where = text.partition(" ")
    match what:
        case "wait":
            Path(where).touch()
            while True:
                time.sleep(0.05)
        case "until":
            while not Path(where).exists():
                time.sleep(0.01)
        case "spin":
            while True:
                pass
        case "eat":
            eaten = []
            while True:
                eaten.append(bytes(16 * 1024**2))
        case "die":
            os._exit(3)
        case "fail":
            raise ZeroDivisionError("what nobody foresaw")
        case "refuse":
            raise Refused("bad-value", "not this", where="there", cite="§ 1")
    return b'{"pid": %d}' % os.getpid()


if __name__ == "__main__":
    main({"adjudicate": adjudicate})
