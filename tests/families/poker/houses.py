"""Poker of houses that the catalogue does not have: filings made of a known one and changes."""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from typing import Any

from houseway.families.poker.schema import Poker
from houseway.filings.catalogue import DATA
from houseway.filings.loader import parse_filing

CITE = "House rules | 1"
GONE = object()  # a key to leave out


def cited(**values: Any) -> dict[str, Any]:
    return {**values, "cite": CITE}


@cache
def _base(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "500-club" / f"{name}.toml").read_text(encoding="utf-8"))


def house(base: str, changes: dict[str, Any]) -> Poker:
    """A 500 Club game as another house plays it: values at dotted paths changed, or `GONE`.

    It has no schedule, so that any stakes may be posted.
    """
    data = copy.deepcopy(_base(base))
    free = {"collection": {"none_filed": "an invented house"}, "rule": GONE, "term": GONE}
    named = {"id": f"riverbend/{base}", "house": "Riverbend Cardroom", "title": base}
    for path, value in (named | free | changes).items():
        *parents, last = path.split(".")
        place: Any = data
        for name in parents:
            place = place[int(name)] if name.isdigit() else place[name]
        if value is GONE:
            place.pop(last, None)
        else:
            place[last] = value
    filing = parse_filing(data, "riverbend.toml")
    assert isinstance(filing, Poker)
    return filing


SHORT = {"deck.without": ["2", "3", "4", "5"], "game.high.ranking": "short-deck"}
DOUBLE = {"game.double_board": cited(), "game.players.most": 9}  # two boards leave 39 cards
LOWBALL = {"deck.kind": "joker-53", "game.high.ranking": "ace-to-five-joker"}
JACKS = {
    "deck.kind": "joker-53",
    "game.high.ranking": "high-joker",
    "game.blinds": GONE,
    "option": GONE,
    "game.antes": cited(),
    "game.street.0.opens": "left-of-button",
    "game.openers": cited(passed_out="antes-returned"),
}
SPREAD = {
    "game.structures.allowed": ["spread-limit"],
    "game.raise_cap.holds_in": ["spread-limit"],
    "game.pot_limit": GONE,
}
HALF_POT = {"game.pot_limit.most": "half-pot-after-call"}
STRADDLE = {"game.blinds.straddle": cited(by="left-of-blinds")}
KILL = {"game.kill": cited()}
DEAD_BUTTON = {"game.button.moves": "dead"}
# What PokerKit plays by: no cap, raises counted from short all-ins, the button's small blind.
CUSTOM = {
    "game.raise_cap.raises": None,
    "game.short_all_in.counts": "over-the-top",
    "game.short_all_in.forced_bets": "as-posted",
    "game.odd_chips.side_pots": "together",
    "game.blinds.heads_up": "custom",
    "option.0.default": "custom",
}
