"""Replaying hand files: each hand's answer, or the error it is refused with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.histories.chinese_hand import is_chinese, score_hand
from houseway.histories.phh import hand_tables, parse_hand, read_text
from houseway.histories.phh_replay import replay


def replay_file(path: Path) -> list[dict[str, Any] | HousewayError]:
    """Every hand of a `.phh`, `.phhs` or TOML file played; a file that cannot be read raises."""
    answers: list[dict[str, Any] | HousewayError] = []
    for data, place in hand_tables(read_text(path), file=str(path)):
        try:
            answers.append(
                score_hand(data)
                if is_chinese(data)
                else replay(parse_hand(data, file=place)).as_json()
            )
        except HousewayError as error:
            answers.append(error)
    return answers


def brief_answer(answer: dict[str, Any]) -> str:
    """Stacks, fee, and winners or points in one line."""
    stacks = ", ".join(f"p{n} {stack}" for n, stack in enumerate(answer["finishing_stacks"], 1))
    fee = f"; fee {answer['fee']}" if "fee" in answer else ""
    won = "; " + ", ".join(answer["winners"]) if answer.get("winners") else ""
    points = "; " + ", ".join(answer["points"]) if "points" in answer else ""
    follows = answer.get("fantasy_land_next", ())
    there = [f"p{number}" for number, one in enumerate(follows, 1) if one]
    fantasy = f"; Fantasy Land next: {', '.join(there)}" if there else ""
    return stacks + fee + won + points + fantasy
