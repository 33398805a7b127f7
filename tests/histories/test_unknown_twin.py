"""A round with an unknown card says what settling it with every card in its place says.

The twin is the plain settlement: the card is written in, each unseen one in turn, and those under
which the round is refused are left out.
"""

from __future__ import annotations

import copy
import random
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import check_round

CASES = Path(__file__).parents[1] / "cases"
PLAIN = sorted([*(CASES / "tablegames").glob("*.toml"), *(CASES / "twentyone").glob("*.toml")])
Round = dict[str, Any]
Where = tuple[Any, ...]  # the keys that lead to a text of cards


def _rounds() -> dict[str, Round]:
    found = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in PLAIN}
    expected = {name: data.pop("expect") for name, data in found.items()}
    return {name: data for name, data in found.items() if "error" not in expected[name]}


ROUNDS = _rounds()


def _texts(data: Round) -> list[Where]:
    texts: list[Where] = [("bank", "cards"), ("board",)]
    texts += [("hands", place) for place in data.get("hands", {})]
    texts += [("seat", i, key) for i in range(len(data["seat"])) for key in ("cards", "draws")]
    return [where for where in texts if _get(data, where)]


def _get(data: Round, where: Where) -> str:
    held: Any = data
    for key in where:
        held = held[key] if isinstance(key, int) else held.get(key, "")
    return str(held)


def _put(data: Round, where: Where, cards: list[str]) -> None:
    held: Any = data
    for key in where[:-1]:
        held = held[key]
    held[where[-1]] = " ".join(cards)


def _answer(data: Round) -> Any:
    return adjudicate(check_round(data)).as_json()


def _by_wager(answer: Any) -> dict[str, tuple[str, Decimal, str]]:
    found: dict[str, tuple[str, Decimal, str]] = {}
    for line in answer["lines"]:
        key = f"{line['bettor']}.{line['wager']}#{line['hand']}"
        before = found.get(key, ("", Decimal(0), ""))[1]
        found[key] = line["outcome"], before + Decimal(line["net"]), line["staked"]
    return found


@pytest.mark.parametrize("name", ROUNDS)
def test_an_unknown_card_against_every_card_it_can_have_been(name: str) -> None:
    data = ROUNDS[name]
    chance = random.Random(name)
    written = [(where, i) for where in _texts(data) for i in range(len(_get(data, where).split()))]
    where, number = chance.choice([one for one in written if not _set_there(data, *one)])
    blotted, cards = copy.deepcopy(data), _get(data, where).split()
    _put(blotted, where, [*cards[:number], "??", *cards[number + 1 :]])
    answer = _answer(blotted)

    filing = load(data["filing"])
    assert isinstance(filing, PlayerDealerFiling)
    decks = data.get("decks") or max(filing.deck.decks)
    unseen = Counter(piece.text for piece in filing.deck.pieces(decks))
    unseen.subtract(card for text in _texts(blotted) for card in _get(blotted, text).split())
    worlds: list[tuple[int, Any]] = []
    for card, left in unseen.items():
        _put(blotted, where, [*cards[:number], card, *cards[number + 1 :]])
        try:
            if left > 0:
                worlds.append((left, _by_wager(_answer(blotted))))
        except HousewayError:
            continue
    _compare(answer, worlds)


def _set_there(data: Round, where: Where, number: int) -> bool:
    """Whether the card stands in a setting, where it would have to be blotted out too."""
    card = _get(data, where).split()[number]
    return card in _get(data, (*where[:-1], "set")).split()


def _compare(answer: Any, worlds: list[tuple[int, Any]]) -> None:
    total = sum(ways for ways, _ in worlds)
    nothing = ("none", Decimal(0), "")
    settled = _by_wager(answer)
    found = {f"{one['bettor']}.{one['wager']}#{one['hand']}": one for one in answer.get("open", ())}
    keys = {key for _, lines in worlds for key in lines}
    assert keys == settled.keys() | found.keys()
    assert answer["ruling"] == ("open" if found else "settled")
    for key in keys:
        came = [(ways, lines.get(key, nothing)) for ways, lines in worlds]
        if key in settled:
            assert {one for _, one in came} == {settled[key]}, key
            continue
        told, chances = found[key], Counter[str]()
        for ways, (outcome, _, _) in came:
            chances[outcome] += ways
        assert told["possible"].keys() == chances.keys()
        for outcome, ways in chances.items():
            assert float(told["possible"][outcome]) == pytest.approx(ways / total, abs=1e-6)
        nets = [net for _, (_, net, _) in came]
        assert (Decimal(told["least"]), Decimal(told["most"])) == (min(nets), max(nets)), key
