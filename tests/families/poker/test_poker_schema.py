"""A poker filing that does not hold together does not load, and the error says why."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

from houseway.errors import FilingError, HousewayError
from houseway.filings.catalogue import DATA
from houseway.filings.loader import parse_filing


def holdem() -> dict[str, Any]:
    path = DATA / "500-club" / "texas-holdem.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def changed(change: dict[str, Any]) -> dict[str, Any]:
    """The filing with values at dotted paths replaced, or left out where they are None."""
    data = copy.deepcopy(holdem())
    for path, value in change.items():
        *parents, last = path.split(".")
        place: Any = data
        for name in parents:
            place = place[int(name)] if name.isdigit() else place[name]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return data


def test_the_filing_loads_as_it_is() -> None:
    assert parse_filing(holdem(), "holdem").id == "500-club/texas-holdem"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game.blinds": None}, "left of the blinds"),
        ({"game.street.0.opens": "bring-in"}, "bring_in and a street"),
        ({"game.street.1.opens": "best-board"}, "by cards face up"),
        ({"game.button": None}, "left of the button"),
        ({"game.pot_limit": None}, "pot_limit"),
        ({"game.least_raise": None}, "least_raise"),
        ({"game.odd_chips.between_halves": "high"}, "between_halves"),
        ({"game.street.1.name": "turn"}, "stands twice"),
        ({"game.street.1.board": 0}, "deals cards, a board or a draw"),
        ({"game.street.1.bet": ""}, "which limit"),
        ({"game.button.draw.ranks": "AAKQJT9876543"}, "names a rank twice"),
        ({"option": []}, "heads_up_blinds"),
        ({"game.raise_cap.cite": None}, "citation"),
        ({"game.raise_cap.limit": 3}, "not part of the schema"),
        ({"game.street.1.cards": "x"}, "pattern"),
        ({"game.street.2.board": -1}, "greater than or equal to 0"),
        ({"game.street.0.cards": "de"}, "deals by what was exposed"),
        (
            {
                "game.street.0.cards": "ddu",
                "game.street.2.discard": {"count": 1, "cite": "X | 1"},
            },
            "face up are not thrown away",
        ),
        ({"game.high.ranking": "highest"}, "high"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(HousewayError) as caught:
        parse_filing(changed(change), "holdem.toml")
    assert isinstance(caught.value, FilingError) or caught.value.message
    assert said in str(caught.value)
    assert "holdem.toml" in caught.value.where


def test_a_street_has_one_of_discard_draw_and_expose() -> None:
    cited = {"cite": "Round | 1"}
    change = {
        "game.street.1.discard": {"count": 1, **cited},
        "game.street.1.draw": {"most": 5, **cited},
    }
    with pytest.raises(HousewayError, match="one of discard, draw and expose"):
        parse_filing(changed(change), "holdem.toml")


def test_a_draw_needs_to_say_what_happens_when_the_deck_runs_out() -> None:
    change = {"game.street.1.draw": {"most": 5, "cite": "Round | 1"}}
    with pytest.raises(HousewayError, match="needs shortage"):
        parse_filing(changed(change), "holdem.toml")
