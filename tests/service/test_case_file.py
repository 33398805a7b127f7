"""The case file's questions to the service: poker hands, what is filed for each kind of error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.service.running import Running, asking, run

HAND: dict[str, Any] = {
    "variant": "FT",
    "_filing": "outlaws/holdem",
    "_structure": "limit",
    "_weekday": "tuesday",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [1, 3, 0],
    "starting_stacks": [100, 100, 100],
}
DEALT = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
FLOP = [*DEALT, "p3 cc", "p1 cc", "p2 cc", "d db Jd9h4s", "p1 cc"]


def asked(standing: Running, *bodies: dict[str, Any], path: str = "/api/replay") -> list[Any]:
    async def test() -> list[Any]:
        async with asking(standing.address) as client:
            return [(await client.post(path, json=body)).json() for body in bodies]

    found: list[Any] = run(test())
    return found


def test_a_hand_that_stops_says_whom_it_waits_for(standing: Running) -> None:
    """002:7-9: blinds of 1 and 3, the third player opens the betting of three."""
    nothing, dealt, called, flop = asked(
        standing,
        *({**HAND, "actions": actions} for actions in ([], DEALT, FLOP[:6], FLOP)),
    )
    assert nothing["error"]["waiting"] == {"for": "p1", "cards": 2}
    opens = {"for": "p3", "kind": "bet", "to_call": "3.00", "least": "6.00", "most": "6.00"}
    assert dealt["error"]["waiting"] == opens
    assert called["error"]["waiting"] == {"for": "board", "cards": 3}
    assert flop["error"]["waiting"]["for"] == "p2"
    assert flop["error"]["waiting"]["to_call"] == "0.00"


def test_a_turn_dealt_early_is_ruled_before_the_hand_is_over(standing: Running) -> None:
    """002:49: the card is out of play, and shuffled in before the river."""
    early = {"kind": "early-board", "place": "board", "cards": "Td"}
    silent = {"kind": "out-of-turn", "player": "p2"}
    ordered, floor = asked(
        standing,
        *({**HAND, "actions": FLOP, "_errors": [one]} for one in (early, silent)),
    )
    assert ordered["error"]["code"] == "incomplete"
    assert ordered["error"]["remedy"]["lines"] == "002:49"
    assert ordered["error"]["remedy"]["source"] == "filed"
    assert floor["ruling"] == "floor"
    assert floor["silent"]["about"] == "out-of-turn"


def test_a_hand_as_toml_with_the_way_of_its_ruling(standing: Running) -> None:
    text = (Path(__file__).parents[1] / "cases/irregular-poker").joinpath(
        "outlaws-holdem-20-early-turn-comes-back-on-the-river.toml"
    )

    async def test() -> None:
        async with asking(standing.address) as client:
            answer = await client.post(
                "/api/replay?explain=true",
                content=text.read_text(),
                headers={"content-type": "application/toml"},
            )
            told = answer.json()
            assert [float(one) for one in told["finishing_stacks"]] == [126, 88, 82]
            assert told["remedy"]["lines"].startswith("002:49")
            assert told["explain"][0]["fact"].startswith("early-board")

    run(test())


@pytest.mark.parametrize("body", [b"", b"[]", b"3", b'{"actions": 3}', b'{"actions": [[]]}'])
def test_what_is_no_hand_is_refused(body: bytes, standing: Running) -> None:
    async def test() -> None:
        async with asking(standing.address) as client:
            for kind in ("application/json", "application/toml"):
                answer = await client.post(
                    "/api/replay", content=body, headers={"content-type": kind}
                )
                assert answer.status_code == 422
                assert answer.json()["error"]["message"]

    run(test())


@pytest.mark.parametrize(
    ("filing", "kind", "lines"),
    [
        ("napa-valley/double-hand-poker", "exposed-card", "003:217-219"),
        ("outlaws/holdem", "early-board", "002:49"),
    ],
)
def test_a_sheet_tells_what_is_ordered_for_each_error(
    filing: str, kind: str, lines: str, standing: Running
) -> None:
    async def test() -> None:
        async with asking(standing.address) as client:
            sheet = (await client.get(f"/api/filings/{filing}")).json()
            (told,) = [one for one in sheet["errors"] if one["kind"] == kind]
            assert lines in {one["lines"] for one in told["orders"]}
            assert ("hand" in sheet) == (sheet["kind"] != "player-dealer")

    run(test())
