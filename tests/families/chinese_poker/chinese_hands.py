"""Chinese-poker hands in brief, for tests: `"Qd8d3s AsAc6d5c2c KdKc9d9sTs dragon fantasy"`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.families.chinese_poker.hand_file import replayed

FILING = "500-club/face-up-chinese-poker"


def table(text: str) -> dict[str, Any]:
    """A `[[player]]` table: top, middle, bottom, then a declared sweep and `fantasy`."""
    top, middle, bottom, *more = text.split()
    found: dict[str, Any] = {"top": top, "middle": middle, "bottom": bottom}
    for word in more:
        if word == "fantasy":
            found["fantasy_land"] = True
        else:
            found["clean_sweep"] = word
    return found


def file(
    *players: str,
    button: int = 1,
    stacks: Sequence[Any] | None = None,
    point: Any = 1,
    **fields: Any,
) -> dict[str, Any]:
    """A hand file as parsed from TOML."""
    return {
        "_filing": FILING,
        "point_value": point,
        "button": button,
        "starting_stacks": list(stacks) if stacks is not None else [100] * len(players),
        "player": [table(text) for text in players],
        **fields,
    }


def scored(*players: str, **fields: Any) -> dict[str, Any]:
    return replayed(file(*players, **fields))


def points(*players: str, **fields: Any) -> list[str]:
    found: list[str] = scored(*players, **fields)["points"]
    return found


def stacks(*players: str, **fields: Any) -> list[str]:
    found: list[str] = scored(*players, **fields)["finishing_stacks"]
    return found


def fantasy(*players: str, **fields: Any) -> list[bool]:
    found: list[bool] = scored(*players, **fields)["fantasy_land_next"]
    return found
