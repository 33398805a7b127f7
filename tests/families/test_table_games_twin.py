"""Random rounds of the fifteen card and tile games, settled by the package and by its twin.

Decks are cut down to a few ranks or suits in most rounds, so that made hands, ties and copies are
common, and banks are often too small for the table.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest

from houseway.cards import TILE_SET, parse_tiles
from houseway.families.pai_gow_tiles.house_way import house_way
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.loader import load
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import RoundFile
from tests.families.table_games_twin import (
    DECK,
    SEATS,
    TILE_RANKS,
    expected,
    rank_of,
    tile_house_way,
    two_tiles,
)

ROUNDS = 60
Facts = dict[str, Any]
CHARTS = ("napa-valley/fortune-pai-gow-poker-1.0", "500-club/face-up-pai-gow-poker")
TILES = "napa-valley/pai-gow-tiles"


@pytest.mark.parametrize("filing", SEATS)
def test_rounds_are_settled_as_the_twin_settles_them(filing: str) -> None:
    rng = random.Random(filing)
    outcomes = set()
    for _ in range(ROUNDS):
        facts = _Round(filing, rng).facts
        twin = expected(facts)
        answer = adjudicate(RoundFile.model_validate(facts)).as_json()
        assert answer["first_action"] == twin.first_action, facts
        lines = [(line["bettor"], line["wager"], line["outcome"]) for line in answer["lines"]]
        assert lines == twin.lines, facts
        assert {who: Decimal(n) * 100 for who, n in answer["net"].items()} == twin.net, facts
        found = answer.get("house_way", {})
        assert found.keys() == twin.house_way.keys(), facts
        for who, small in twin.house_way.items():
            assert _worth(filing, found[who].split()) == _worth(filing, small), (who, facts)
        outcomes |= {outcome for _, _, outcome in lines}
    assert outcomes == {"win", "lose", "push", "no_action"}


def test_every_tile_hand_is_set_as_the_twin_sets_it() -> None:
    filing = load(TILES)
    assert isinstance(filing, PaiGowTiles)
    hands = {tuple(sorted(t.text for t in hand)) for hand in combinations(TILE_SET, 4)}
    assert len(hands) == 8130
    for hand in hands:
        found = house_way(filing, parse_tiles(" ".join(hand)))
        low, high = tile_house_way(hand)
        stacks = [tuple(t.text for t in stack) for stack in (found.low, found.high)]
        assert [two_tiles(stack) for stack in stacks] == [two_tiles(low), two_tiles(high)], hand
        if two_tiles(low) != two_tiles(high):  # of equal stacks either may be called low
            assert _named(stacks[0]) == _named(low), hand


def _named(tiles: Sequence[str]) -> list[int]:
    return sorted(TILE_RANKS[tile] for tile in tiles)


def _worth(filing: str, small: Sequence[str]) -> Any:
    """A small hand as far as it matters: the ranks of its cards, what its tiles count."""
    return two_tiles(small) if filing == TILES else sorted(map(rank_of, small))


class _Round:
    """The facts of one random round that can have happened."""

    def __init__(self, filing: str, rng: random.Random) -> None:
        self.rng, self.filing, self.house = rng, filing, filing.split("/")[0]
        bank = rng.randint(1, SEATS[filing])
        others = [seat for seat in range(1, SEATS[filing] + 1) if seat != bank]
        taken = rng.sample(others, rng.randint(1, 6))
        self.options: Facts = {}
        if self.chance(0.2):
            self.options["coverage"] = rng.choice(["gross", "net"])
        wager = rng.choice([20000, 20000, 1000, 300, 100, 60, 35, 20, 10])
        self.bank: Facts = {"seat": bank, "wager": wager}
        self.facts: Facts = {"filing": filing, "bank": self.bank, "options": self.options}
        self.facts["seat"] = [{"number": number} for number in taken]
        if "three-card" in filing:
            self.three_card()
        elif "ultimate" in filing:
            self.ultimate()
        elif "baccarat" in filing:
            self.baccarat()
        elif filing == TILES:
            self.tiles()
        else:
            self.pai_gow()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def money(self) -> float:
        return self.rng.choice([5, 10, 15, 20, 25, 7.5, 12.25])

    def some(self, share: float, *names: str) -> Facts:
        return {name: self.money() for name in names if self.chance(share)}

    def behind(self, seat: Facts, wagers: Facts) -> None:
        if wagers and self.chance(0.3):
            seat["backline"] = [{"name": "B1", "wagers": wagers}]

    def deal(self, size: int, *, more: int = 0, joker: bool = False) -> str:
        """Cards for bank and seats from a deck of few ranks or suits; more of them come back."""
        seats = self.facts["seat"]
        deck = DECK
        if self.chance(0.4):  # few ranks
            ranks = [14, *self.rng.sample(range(2, 14), 5)]
            deck = [card for card in DECK if rank_of(card) in ranks]
        elif self.chance(0.4):  # few suits
            suits = self.rng.sample("cdhs", 2)
            deck = [card for card in DECK if card[1] in suits]
        del seats[(len(deck) - more) // size - 1 :]  # as many as the deck can serve
        needed = size * (len(seats) + 1) + more
        deck = self.rng.sample([*deck, "Jk"] if joker else deck, needed)
        for place, side in enumerate([self.bank, *seats]):
            side["cards"] = " ".join(deck[place * size : (place + 1) * size])
        return " ".join(deck[len(deck) - more :])

    def three_card(self) -> None:
        self.deal(3)
        for seat in self.facts["seat"]:
            seat["wagers"] = self.some(0.6, "pair_plus", "six_card_bonus")
            if self.house != "napa-valley" or not seat["wagers"] or self.chance(0.8):
                seat["wagers"]["ante"] = self.money()
                seat["actions"] = [self.rng.choice(["play", "play", "fold"])]
            if self.house == "casino-club":
                bonus = self.some(0.5, "pair_plus", "six_card_bonus")
                self.behind(seat, {"ante": self.money(), **bonus})

    def ultimate(self) -> None:
        self.facts["board"] = self.deal(2, more=5)
        plays = [["bet 4"], ["bet 3"], ["check", "bet 2"], ["check", "check", "bet 1"]]
        plays += [["check", "check", "fold"]]
        if self.house == "500-club":
            plays += [["fold"], ["check", "fold"]]
        for seat in self.facts["seat"]:
            ante = self.money()
            seat["wagers"] = {"ante": ante, "blind": ante, **self.some(0.6, "trips")}
            if self.house == "500-club" or (
                self.house == "napa-valley" and "trips" in seat["wagers"]
            ):
                seat["wagers"] |= self.some(0.6, "bad_beat")
            seat["actions"] = self.rng.choice(plays)
            if self.house == "casino-club":
                self.behind(seat, {"ante": ante, "blind": ante, **self.some(0.5, "trips")})
            elif self.house == "napa-valley":
                self.behind(seat, {"trips": ante, **self.some(0.5, "bad_beat")})

    def baccarat(self) -> None:
        shoe = self.rng.sample(DECK * 8, 6)
        player, banker, rest = shoe[:2], shoe[2:4], shoe[4:]
        letter = self.chance(0.2)
        self.options["natural_ends_drawing"] = not letter
        self.options["banker_three_card_seven"] = self.rng.choice(["pays", "push"])
        if letter or max(_points(player), _points(banker)) < 8:
            third = None
            if _points(player) <= 5:
                player.append(rest.pop())
                third = _points(player[2:])
            if _banker_draws(_points(banker), third):
                banker.append(rest.pop())
        self.facts["hands"] = {"player": " ".join(player), "banker": " ".join(banker)}
        for seat in self.facts["seat"]:
            seat["wagers"] = self.baccarat_wagers()
            self.behind(seat, self.baccarat_wagers())

    def baccarat_wagers(self) -> Facts:
        lines = [["player"], ["banker"], []]
        if self.house == "500-club":
            lines.append(["player", "banker"])
        wagers = {line: self.money() for line in self.rng.choice(lines)} | self.some(0.3, "tie")
        if wagers.keys() & {"player", "banker"} or self.house == "napa-valley":
            wagers |= self.some(0.3, "panda_8", "dragon_7")
        return wagers or {"tie": self.money()}

    def tiles(self) -> None:
        tiles = [tile.text for tile in self.rng.sample(TILE_SET, len(TILE_SET))]
        self.facts["dice"] = [self.rng.randint(1, 6) for _ in range(3)]
        for side in (self.bank, *self.facts["seat"]):
            side["cards"] = " ".join(tiles[:4])
            del tiles[:4]
            self.set_hand(side)
        for seat in self.facts["seat"]:
            seat["wagers"] = {"game": self.money()}
            self.behind(seat, {"game": self.money()})

    def set_hand(self, side: Facts) -> None:
        if self.chance(0.2):
            side["set"] = " ".join(self.rng.sample(side["cards"].split(), 2))
        else:
            side["house_way"] = True

    def pai_gow(self) -> None:
        self.deal(7, joker=True)
        self.facts["dice"] = [self.rng.randint(1, 6) for _ in range(3)]
        fortune = not self.filing.endswith("double-hand-poker")
        if not fortune:
            self.options["house_way_chart"] = self.rng.choice(CHARTS)
        if self.filing == "500-club/fortune-pai-gow-poker":
            self.options["joker_flush"] = self.chance(0.5)
        for seat in self.facts["seat"]:
            seat["wagers"] = {"game": self.money()}
            self.set_hand(seat)
            if fortune:
                seat["player"] = self.rng.choice(["", "Ann", "Bob"])
                seat["wagers"] |= self.fortune(0.8)
                bonus = self.fortune(0.5) if self.house == "napa-valley" else {}
                self.behind(seat, {"game": self.money(), **bonus})
            if self.filing.endswith("face-up-pai-gow-poker"):
                seat["wagers"] |= self.some(0.5, "ace_high")

    def fortune(self, share: float) -> Facts:
        return {"fortune": self.rng.choice([1, 4, 5, 10, 20])} if self.chance(share) else {}


def _points(cards: list[str]) -> int:
    return sum(max(0, ".A23456789".find(card[0])) for card in cards) % 10


def _banker_draws(total: int, third: int | None) -> bool:
    """003:953-958, 004:445-450 and the charts."""
    if third is None:
        return total <= 5
    drawn_to: dict[int, range | set[int]] = {
        3: set(range(10)) - {8}, 4: range(2, 8), 5: range(4, 8), 6: range(6, 8)
    }  # fmt: skip
    return total <= 2 or third in drawn_to.get(total, ())
