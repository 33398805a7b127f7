"""Environments for agents that learn: every game by its own procedure, one seat or all of them.

`Seat` is a Gymnasium environment, `Table` a PettingZoo one (the extra `env`). What an agent sees
is built from what its seat may see and from nothing else; rules and payments stand below.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.env.actions import ACTIONS
    from houseway.env.seat import Seat
    from houseway.env.table import Table

_HOMES = {"ACTIONS": "actions", "Seat": "seat", "Table": "table"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"houseway.env.{_HOMES[name]}"), name)


__all__ = ["ACTIONS", "Seat", "Table"]
