"""Pai gow tiles as dealt: piles, views, the log, random rounds, a new house, bad filings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import TILE_SET, Dice, Shoe, Tile, parse_tiles, shuffled, write
from houseway.errors import HousewayError, Refused
from houseway.families.pai_gow_tiles.house_way import house_way
from houseway.families.pai_gow_tiles.procedure import play as procedure
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, read_toml, readings_of
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.driver import Round, replay
from houseway.rounds.events import (
    Burned,
    Called,
    Chose,
    Dealt,
    Event,
    Rolled,
    Shown,
    secretly,
    view,
)
from houseway.rounds.steps import Burn, Deal, Pieces, Roll
from houseway.rounds.verdicts import Layout, Result, SeatWagers
from houseway.settlement.settle import settle
from tests.hands.test_tiles import read_from_tables
from tests.rounds import check_file

TILES = "napa-valley/pai-gow-tiles"
TESTS = Path(__file__).parents[2]
CASES = TESTS / "cases" / "tablegames"
ROUNDS = sorted([*TESTS.glob("rounds/tiles/*.toml"), *CASES.glob("*tiles*.toml")])


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_round(path: Path) -> None:
    check_file(path)


def test_the_rounds_are_there() -> None:
    assert len(ROUNDS) >= 15


def terms_of(data: dict[str, Any] | None = None) -> Terms[PaiGowTiles]:
    filing = load(TILES) if data is None else parse_filing(data, "own.toml")
    assert isinstance(filing, PaiGowTiles)
    return make_terms(filing)


class Fixed:
    """Tiles in the order given, and dice that fall as told."""

    def __init__(self, tiles: list[Tile] | tuple[Tile, ...], dice: tuple[int, ...]) -> None:
        self.shoe: Shoe[Tile] = Shoe(tiles)
        self.dice = Dice(dice)

    def deal(self, step: Deal) -> Pieces:
        return self.shoe.deal(step.count)

    def roll(self, step: Roll) -> Dice:  # noqa: ARG002
        return self.dice

    def burn(self, step: Burn) -> None:
        self.shoe.burn(step.count)


PILES = (
    "66 31 33 55|11 63 62 52|44 44 65 64|61 61 22 41|"
    "42 21 51 33|66 31 54 53|11 55 22 65|64 51 43 32"
)


def running(bank: int, dice: tuple[int, ...], wagering: tuple[int, ...]) -> Round:
    layout = Layout(bank, tuple(SeatWagers(n, {"game": 1000}) for n in wagering))
    tiles = parse_tiles(PILES.replace("|", " "))
    return Round(procedure(terms_of(), layout), Fixed(tiles, dice))


# --- the procedure -------------------------------------------------------------------------------


def test_a_round_from_the_text_step_by_step() -> None:
    """Bank at 3; the dice show 13, which is seat 7: 9 the bank, 10 seat 2, 11 seat 1, 12 seat 8.
    Piles go counter-clockwise from there; empty seats' piles are taken away unseen. All set,
    then the bank's tiles are opened, set by the chart and confirmed, then each hand in turn."""
    table = running(3, (4, 4, 5), (2, 5, 7))
    p = [parse_tiles(pile) for pile in PILES.split("|")]
    assert table.events == [
        Called("No more bets"),
        Rolled(Dice((4, 4, 5))),
        Called("13: the first pile to seat 7"),
        Dealt(7, 1, 4, p[0], (7,)),
        Burned(4, 6),
        Dealt(5, 1, 4, p[2], (5,)),
        Burned(4, 4),
        Dealt("bank", 1, 4, p[4], ()),
        Dealt(2, 1, 4, p[5], (2,)),
        Burned(4, 1),
        Burned(4, 8),
    ]
    assert {ask.seat for ask in table.waiting_for()} == {2, 5, 7}
    assert all(ask.event is secretly and ask.kind == "set" for ask in table.waiting_for())
    table.answer(5, "house_way")  # in any order
    table.answer(7, "set 31 33")
    table.answer(2, "set 54 53")
    # Nobody knows how another has set before the hands are opened.
    assert list(view(table.events, 7))[-4:] == [
        Chose(5, "set", 1, None, True),
        Chose(7, "set", 1, "set 31 33", True),
        Chose(2, "set", 1, None, True),
        Shown("bank", p[4]),
    ]
    (asked,) = table.waiting_for()
    assert (asked.seat, asked.default, asked.event) == (3, "house_way", None)
    before = len(table.events)
    table.answer(3, "house_way")
    assert table.over
    # Gee Joon beside two 6-dot tiles is split: nine with Look below nine with Chong.
    assert table.events[before:] == [
        Chose(3, "set", 1, "house_way", False),
        Shown("bank", parse_tiles("42 51 21 33")),
        Called("The bank's low hand: nine, Look high; its high hand: nine, Chong high"),
        Shown(7, parse_tiles("31 33 66 55")),
        Shown(2, parse_tiles("66 31 54 53")),
        Shown(5, parse_tiles("44 64 44 65")),
    ]
    result: Result = table.result
    assert result.first_action == 7
    assert result.house_way == {"bank": "42 51", "5": "44 64"}


@pytest.mark.parametrize("bank", [1, 4, 8])
@pytest.mark.parametrize("dice", [(3, 3, 3), (6, 6, 5)])
def test_item_6_nine_and_seventeen_give_the_bank_the_first_pile(
    bank: int, dice: tuple[int, int, int]
) -> None:
    left = bank % 8 + 1
    table = running(bank, dice, (left,))
    assert table.events[3] == Dealt("bank", 1, 4, parse_tiles("66 31 33 55"), ())
    assert table.events[2] == Called(f"{sum(dice)}: the first pile to the bank")
    table.answer(left, "house_way")
    table.answer(bank, "house_way")
    assert table.result.first_action == left


def test_all_32_tiles_leave_the_stacks() -> None:
    for wagering in ((1,), (1, 2, 3), (1, 2, 3, 4, 5, 6, 7)):
        table = running(8, (1, 2, 3), wagering)
        out = [e.count for e in table.events if isinstance(e, Dealt | Burned)]
        assert out == [4] * 8


def test_no_view_shows_tiles_its_seat_may_not_see() -> None:
    table = running(3, (4, 4, 5), (2, 5, 7))
    hands = {e.place: e.cards for e in table.events if isinstance(e, Dealt)}
    for viewer in (None, 1, 2, 3, 5, 7):
        for event in view(table.events, viewer):
            if isinstance(event, Dealt):
                expected = hands[event.place] if event.place == viewer else None
                assert event.cards == expected
    assert all(not ask.facts for ask in table.waiting_for())
    assert all(ask.choices == ("house_way",) for ask in table.waiting_for())


def test_an_illegal_setting_changes_nothing() -> None:
    table = running(3, (4, 4, 5), (2, 5))
    events = list(table.events)
    with pytest.raises(Refused, match="cannot be set from") as refused:
        table.answer(2, "set 66 66")
    assert refused.value.where == "seat 2"
    with pytest.raises(Refused, match="no setting"):
        table.answer(2, "stand")
    with pytest.raises(Refused, match="not seat 3's turn"):
        table.answer(3, "house_way")
    assert table.events == events
    assert len(table.waiting_for()) == 2


def test_a_table_without_wagers_still_deals_its_piles() -> None:
    table = running(3, (4, 4, 5), ())
    (ask,) = table.waiting_for()
    table.answer(ask.seat, "house_way")
    assert (table.result.first_action, table.result.verdicts) == (None, ())


# --- random rounds against a second reading --------------------------------------------------


def value(pair: tuple[Tile, ...]) -> tuple[int, int]:
    one, other = pair
    return read_from_tables(one, other)


def owed(mine: list[tuple[Tile, ...]], bank: list[tuple[Tile, ...]], stake: int) -> int:
    """Stacks sorted low to high; a copy is the bank's."""
    ahead = [value(a) > value(b) for a, b in zip(mine, bank, strict=True)]
    return stake if all(ahead) else 0 if any(ahead) else -stake


def test_random_rounds_agree_with_a_second_reading() -> None:
    terms = terms_of()
    source = random.Random("tiles")
    seen: Counter[str] = Counter()
    for _ in range(600):
        bank = source.randint(1, 8)
        others = [n for n in range(1, 9) if n != bank]
        wagering = sorted(source.sample(others, source.randint(1, 7)))
        stakes = {n: source.randint(1, 50) * 100 for n in wagering}
        layout = Layout(bank, tuple(SeatWagers(n, {"game": stakes[n]}) for n in wagering))
        dice = tuple(source.randint(1, 6) for _ in range(3))
        table = Round(procedure(terms, layout), Fixed(shuffled(TILE_SET, source), dice))
        hands: dict[int | str, tuple[Tile, ...]] = {
            bank if e.place == "bank" else e.place: parse_tiles(write(e.cards or ()))
            for e in table.events
            if isinstance(e, Dealt)
        }
        stacks: dict[int, list[tuple[Tile, ...]]] = {}
        while not table.over:
            for ask in table.waiting_for():
                tiles = hands[ask.seat]
                if source.random() < 0.4:
                    way = house_way(terms.filing, tiles)
                    pair: list[tuple[Tile, ...]] = [way.low, way.high]
                    table.answer(ask.seat, "house_way")
                else:
                    chosen = source.choice(list(combinations(range(4), 2)))
                    small = tuple(tiles[i] for i in chosen)
                    pair = [small, tuple(tiles[i] for i in range(4) if i not in chosen)]
                    table.answer(ask.seat, f"set {write(small)}")
                stacks[ask.seat] = sorted(pair, key=value)
        settled = settle(terms, layout, table.result, 10_000_000)
        for number in wagering:
            assert settled.net[str(number)] == owed(stacks[number], stacks[bank], stakes[number])
        assert sum(settled.net.values()) == 0
        seen.update(line.outcome for line in settled.lines)
        again = replay(procedure(terms, layout), table.answers)
        assert _settled_part(again.events) == _settled_part(table.events)
        assert again.result == table.result
    assert seen.keys() == {"win", "lose", "push"}


def _settled_part(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, Chose)]


# --- filings -----------------------------------------------------------------------------------


def filed() -> dict[str, Any]:
    return read_toml(DATA / f"{TILES}.toml")


def test_the_rulings_are_named_with_the_filing() -> None:
    filing = terms_of().filing
    names = {reading.id for reading in readings_of(filing)}
    assert {f"table-games {n}" for n in range(159, 181)} <= names
    chart = filing.game.house_way
    used = {row.reading for row in (*chart.split, chart.two_pairs, chart.no_pair)}
    assert used <= names
    assert filing.table.other_spots is True
    assert filing.settlement.direction == "clockwise"


def test_a_new_house_needs_no_python() -> None:
    """Seven positions counted clockwise from 1, 8 and 15; piles the same way; the bank bound to
    the chart; 6 to 5 for winners; no house way for players; settled the other way round."""
    data = filed()
    data["id"] = "my-house/tiles"
    data["table"]["seats"] = 7
    data["first_action"] |= {"bank_totals": [1, 8, 15], "dice_direction": "clockwise"}
    data["settlement"]["direction"] = "counter-clockwise"
    game = data["game"]
    game["piles"]["direction"] = "clockwise"
    game["bank_sets"]["final_say"] = "house-way"
    game["players_set"]["house_way"] = False
    game["compared"]["pays"] = "6:5"
    terms = terms_of(data)
    layout = Layout(2, (SeatWagers(3, {"game": 1000}), SeatWagers(6, {"game": 500})))
    tiles = parse_tiles("11 11 44 65 66 66 31 41 42 21 62 63 55 55 64 51 22 22 33 33 "
                        "54 53 61 61 52 43 32 64")  # fmt: skip
    table = Round(procedure(terms, layout), Fixed(tiles, (1, 1, 6)))  # 8: the bank
    places = [e.place for e in table.events if isinstance(e, Dealt | Burned)]
    assert places == ["bank", 3, 4, 5, 6, 7, 1]
    with pytest.raises(Refused, match="players set their own hands"):
        table.answer(3, "house_way")
    table.answer(3, "set 31 41")
    table.answer(6, "set 22 33")
    # The chart splits the Deys beside an eleven; the bank may name that setting and no other.
    with pytest.raises(Refused, match="set by the chart") as refused:
        table.answer(2, "set 44 65")
    assert refused.value.where == "bank"
    table.answer(2, "set 11 65")
    settled = settle(terms, layout, table.result, 100_000)
    # Bank: three with Dey, gong. Seat 3: nine and a pair. Seat 6: zero twice.
    assert [(line.seat, line.net) for line in settled.lines] == [(3, 1200), (6, -500)]


def _cards(data: dict[str, Any]) -> None:
    data["deck"]["kind"] = "standard-52"


def _nine_seats(data: dict[str, Any]) -> None:
    data["table"]["seats"] = 9
    data["first_action"]["bank_totals"] = [1, 10]


def _no_dice(data: dict[str, Any]) -> None:
    data["first_action"] = {"method": "left-of-bank", "cite": "x | 1"}


def _no_totals(data: dict[str, Any]) -> None:
    data["first_action"]["bank_totals"] = []


def _two_spots(data: dict[str, Any]) -> None:
    data["spot"].append({**data["spot"][0], "name": "bonus"})
    data["settlement"]["wager_order"].append("bonus")


def _pair_twice(data: dict[str, Any]) -> None:
    data["game"]["house_way"]["never_split"]["pairs"].append("Teen")


def _no_such_tile(data: dict[str, Any]) -> None:
    data["game"]["house_way"]["split"][0]["pairs"] = ["Gee Jun"]


def _no_cite(data: dict[str, Any]) -> None:
    del data["game"]["house_way"]["split"][3]["cite"]


def _unknown_key(data: dict[str, Any]) -> None:
    data["game"]["house_way"]["split"][3]["low_frm"] = 3


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_cards, "played with tiles"),
        (_nine_seats, "eight piles"),
        (_no_dice, "must be 'dice'"),
        (_no_totals, "needs `bank_totals`"),
        (_two_spots, "spot 'bonus' has no rule; there are 'game'"),
        (_pair_twice, "'Teen' stands in two rows"),
        (_no_such_tile, "Input should be 'Teen'"),
        (_no_cite, "needs a citation"),
        (_unknown_key, "not part of the schema"),
    ],
)
def test_a_bad_filing_says_what_is_wrong(
    spoil: Callable[[dict[str, Any]], None], words: str
) -> None:
    data = filed()
    spoil(data)
    with pytest.raises(HousewayError) as refused:
        parse_filing(data, "own.toml")
    assert words in str(refused.value)
    assert "own.toml" in refused.value.where
