"""Replaying hand files: each hand's answer, or the error it is refused with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.histories.phh import read_hands
from houseway.histories.phh_replay import replay


def replay_file(path: Path) -> list[dict[str, Any] | HousewayError]:
    """Every hand of a `.phh`, `.phhs` or TOML file played; a file that cannot be read raises."""
    answers: list[dict[str, Any] | HousewayError] = []
    for hand in read_hands(path):
        try:
            answers.append(replay(hand).as_json())
        except HousewayError as error:
            answers.append(error)
    return answers


def brief_answer(answer: dict[str, Any]) -> str:
    """Stacks, fee and winners in one line."""
    stacks = ", ".join(f"p{n} {stack}" for n, stack in enumerate(answer["finishing_stacks"], 1))
    fee = f"; fee {answer['fee']}" if "fee" in answer else ""
    won = "; " + ", ".join(answer["winners"]) if answer.get("winners") else ""
    return stacks + fee + won
