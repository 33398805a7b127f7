"""Replaying hand files: each hand's answer, or the error it is refused with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.family import families_with
from houseway.histories.hand_files import HandFile, hand_tables
from houseway.reading import read_text


def replay_file(path: Path) -> list[dict[str, Any] | HousewayError]:
    """Every hand of a `.phh`, `.phhs` or TOML file played; a file that cannot be read raises."""
    answers: list[dict[str, Any] | HousewayError] = []
    for data, place in hand_tables(read_text(path, what="toml"), file=str(path)):
        try:
            answers.append(_reader(data).replayed(data, place))
        except HousewayError as error:
            answers.append(error)
    return answers


def _reader(data: Mapping[str, Any]) -> HandFile:
    """The family whose hand this is; what nobody knows for their own is refused by the last."""
    readers: list[HandFile] = [family.part("hand_file") for family in families_with("hand_file")]
    return next((one for one in readers if one.reads(data)), readers[-1])


def brief_answer(answer: dict[str, Any]) -> str:
    """Stacks, fee, and winners or points in one line."""
    stacks = ", ".join(
        f"p{n} {'open' if stack is None else stack}"
        for n, stack in enumerate(answer["finishing_stacks"], 1)
    )
    fee = f"; fee {answer['fee']}" if "fee" in answer else ""
    won = "; " + ", ".join(answer["winners"]) if answer.get("winners") else ""
    points = "; " + ", ".join(answer["points"]) if "points" in answer else ""
    follows = answer.get("fantasy_land_next", ())
    there = [f"p{number}" for number, one in enumerate(follows, 1) if one]
    fantasy = f"; Fantasy Land next: {', '.join(there)}" if there else ""
    return stacks + fee + won + points + fantasy
