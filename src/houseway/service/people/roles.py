"""Who may do what in the cardroom. Every act that not everybody may do stands here."""

from __future__ import annotations

from typing import Literal, Protocol, get_args

from houseway.errors import Refused

Role = Literal["player", "floor", "office", "house"]
Act = Literal[
    "tables", "errors", "logs", "unusual", "metrics", "staff", "locked", "rulings", "acts",
    "records", "reports", "filings",
]  # fmt: skip
ROLES: tuple[Role, ...] = get_args(Role)

_MAY: dict[Act, tuple[frozenset[Role], str]] = {
    "tables": (frozenset({"house", "floor"}), "open, change and close tables"),
    "errors": (frozenset({"house", "floor"}), "rule at a table"),
    "rulings": (frozenset({"house", "floor", "office"}), "keep rulings and look through them"),
    "records": (frozenset({"house", "floor", "office"}), "look through tables and hands"),
    "reports": (frozenset({"house", "office"}), "see reports of drop, fees and rotation"),
    "logs": (frozenset({"house", "office"}), "take the sealed log of a table"),
    "unusual": (frozenset({"house", "office"}), "see the report of unusual play"),
    "acts": (frozenset({"house", "office"}), "see who did what"),
    "filings": (frozenset({"house", "office"}), "save filings of the house"),
    "metrics": (frozenset({"house"}), "see how the service does"),
    "staff": (frozenset({"house"}), "say who works here"),
    "locked": (frozenset({"house"}), "close a table that is locked"),
}


class Somebody(Protocol):
    @property
    def role(self) -> Role: ...


def is_staff(role: str) -> bool:
    """Whether a role asks for a second factor."""
    return role != "player"


def check(somebody: Somebody, act: Act) -> None:
    """Refuse an act to those whose it is not.

    >>> from types import SimpleNamespace
    >>> check(SimpleNamespace(role="floor"), "staff")
    Traceback (most recent call last):
    ...
    houseway.errors.Refused: only the house may say who works here
    """
    roles, words = _MAY[act]
    if somebody.role not in roles:
        named = " and ".join(f"the {role}" for role in reversed(ROLES) if role in roles)
        raise Refused("forbidden", f"only {named} may {words}")
