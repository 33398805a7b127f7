"""Replaying hand files: each hand's answer, or the error it is refused with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.family import families_with
from houseway.filings.house_book import floor_procedures
from houseway.histories.hand_files import HandFile, hand_tables
from houseway.reading import read_text


def replay_file(
    path: Path, *, procedures: str = "", explain: bool = False
) -> list[dict[str, Any] | HousewayError]:
    """Every hand of a `.phh`, `.phhs` or TOML file played; a file that cannot be read raises.

    `procedures` names the house's own where a hand names none, else the house book does; `explain`
    adds the steps.
    """
    answers: list[dict[str, Any] | HousewayError] = []
    for data, place in hand_tables(read_text(path, what="toml"), file=str(path)):
        try:
            answers.append(replay_hand(data, place, procedures=procedures, explain=explain))
        except HousewayError as error:
            answers.append(error)
    return answers


def replay_hand(
    data: Mapping[str, Any], place: str = "hand", *, procedures: str = "", explain: bool = False
) -> dict[str, Any]:
    """One hand played, from its parsed file."""
    amiss = "_errors" in data and "_procedures" not in data
    by_book = floor_procedures("poker") if amiss and not procedures else ""
    chosen = procedures or by_book
    given = {"_procedures": chosen, **data} if chosen else data
    reader = _reader(given)
    answer = reader.replayed(given, place)
    if by_book:
        answer["house_book"] = {"procedures": by_book}
    if explain:
        answer["explain"] = [one.as_json() for one in reader.explained(given, place)]
    return answer


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
    ruling = answer.get("ruling", "settled")
    told = "" if ruling == "settled" else f"{ruling}: "
    fee = f"; fee {answer['fee']}" if "fee" in answer else ""
    won = "; " + ", ".join(answer["winners"]) if answer.get("winners") else ""
    points = "; " + ", ".join(answer["points"]) if "points" in answer else ""
    follows = answer.get("fantasy_land_next", ())
    there = [f"p{number}" for number, one in enumerate(follows, 1) if one]
    fantasy = f"; Fantasy Land next: {', '.join(there)}" if there else ""
    return "; ".join([told + stacks + fee + won + points + fantasy, *_amiss(answer)])


def _amiss(answer: dict[str, Any]) -> Iterator[str]:
    """What was ruled where something was amiss, and what must still move."""
    if remedy := answer.get("remedy"):
        yield f"{remedy['says']} [{remedy['cite']}]"
    if silent := answer.get("silent"):
        elsewhere = ", ".join(dict.fromkeys(one["filing"] for one in silent["elsewhere"]))
        settled = f", settled by {elsewhere}" if elsewhere else ""
        about, why = silent["about"], silent.get("why")
        yield f"{about}: {why}{settled}" if why else f"nothing is filed about {about}{settled}"
    for share in answer.get("open", ()):
        yield f"{share['player']} receives {share['least']} to {share['most']}"
    for key, words in (("returned", "goes back"), ("corrections", "must still move")):
        if amounts := answer.get(key):
            yield f"{words}: " + ", ".join(f"{who} {due}" for who, due in amounts.items())
