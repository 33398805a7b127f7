"""The report of unusual play: what it finds in made-up evenings, and what it leaves alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from houseway.service.backroom.unusual import Play, findings, follow, report
from houseway.settlement.ledger import Move
from houseway.table import records as r
from tests.service.playing import Player
from tests.service.running import run, serving

START = datetime(2027, 1, 1, 20, tzinfo=UTC)


class Evening:
    """Records of a table with a bank, written by hand."""

    def __init__(self) -> None:
        self.entries: list[r.Entry] = []
        self._at, self._round = START, 0

    def wait(self, seconds: float) -> None:
        self._at += timedelta(seconds=seconds)

    def add(self, record: r.Record, *, more: bool = False) -> None:
        at = self._at.isoformat(timespec="milliseconds")
        self.entries.append(r.Entry(len(self.entries), at, record, more))

    def sit(self, name: str, seat: int, *, bot: bool = False) -> None:
        self.add(r.Sat(name, seat, bot))
        self.add(r.BoughtIn(name, 1000_00, (Move("cage", f"seat:{seat}", 1000_00),)))

    def round(self, bank: tuple[str, int], bettors: Sequence[tuple[str, int, int, float]]) -> None:
        """Each bettor: name, seat, what they win (lose below zero), how long they think."""
        name, seat = bank
        self._round += 1
        held = (Move(f"seat:{seat}", "bank", 500_00),)
        self.add(r.BankTaken(seat, name, 1, 500_00, held))
        moves: list[Move] = []
        for bettor, place, won, thought in bettors:
            self.wait(thought)
            stake = (Move(f"seat:{place}", f"felt:{place}", 100_00),)
            self.add(r.Wagered(str(place), bettor, {"ante": 100_00}, stake))
            if won < 0:
                moves.append(Move(f"felt:{place}", "bank", -won))
            elif won > 0:
                moves.append(Move("bank", f"seat:{place}", won))
            moves.append(Move(f"felt:{place}", f"seat:{place}", 100_00 - max(0, -won)))
        left = 500_00 - sum(won for _, _, won, _ in bettors)
        moves.append(Move("bank", f"seat:{seat}", left))
        self.wait(5)
        self.add(r.Settled(self._round, None, (), {}, left, tuple(moves)))


def _found(evening: Evening, **facts: object) -> list[dict[str, object]]:
    play = Play()
    follow(play, "t", evening.entries)
    addresses = {name: {str(where)} for name, where in facts.items()}
    return findings(play, addresses, dict.fromkeys(facts, 1000_00))


def _people(evening: Evening) -> None:
    for seat, name in enumerate(("Ann", "Bob", "Cyd"), 1):
        evening.sit(name, seat)
        evening.wait(60)


def test_honest_play_is_left_alone() -> None:
    chance, evening = random.Random(1), Evening()
    _people(evening)
    for _ in range(300):
        evening.round(
            ("Ann", 1),
            [
                ("Bob", 2, chance.choice((-100_00, 100_00)), chance.uniform(1, 4)),
                ("Cyd", 3, chance.choice((-100_00, 100_00)), chance.uniform(3, 9)),
            ],
        )
    assert _found(evening, Ann="192.0.2.1", Bob="192.0.2.2", Cyd="192.0.2.2") == [], (
        "an address in common is no crime: a family, a cardroom's own network"
    )


def test_chips_passed_on_are_found_with_their_figures() -> None:
    chance, evening = random.Random(2), Evening()
    _people(evening)
    for number in range(30):
        dumped = -100_00 if number % 10 else 100_00
        evening.round(
            ("Ann", 1),
            [("Bob", 2, dumped, 2), ("Cyd", 3, chance.choice((-100_00, 100_00)), 5)],
        )
    found = [one for one in _found(evening) if one["kind"] == "chip-passing"]
    assert [(one["names"], one["rounds"]) for one in found] == [(["Bob", "Ann"], 30)]
    # By hand: 27 losses and 3 wins of $100, so $2,400 of $3,000 went one way.
    assert found[0]["amount"] == "2400.00"
    assert "2400.00 went from Bob to Ann in 30 rounds, 80%" in str(found[0]["why"])


def test_at_poker_losers_pay_winners_in_proportion() -> None:
    evening = Evening()
    _people(evening)
    for number in range(1, 13):
        evening.add(
            r.ChipsMoved(
                (
                    Move("seat:1", "pot", 30_00),
                    Move("seat:2", "pot", 60_00),
                    Move("seat:3", "pot", 30_00),
                )
            )
        )
        back = (
            Move("pot", "seat:1", 80_00),
            Move("pot", "seat:3", 36_00),
            Move("pot", "drop", 4_00),
        )
        evening.add(r.HandSettled(number, 4_00, (), (), back))
    found = [one for one in _found(evening) if one["kind"] == "chip-passing"]
    # Ann wins 50, Cyd 6, of 60 that Bob lost (4 went to the house): 50 a hand, twelve times.
    assert [(one["names"], one["amount"]) for one in found] == [(["Bob", "Ann"], "600.00")]


def test_one_person_behind_two_names_is_found_by_address_and_rhythm() -> None:
    chance, evening = random.Random(3), Evening()
    _people(evening)
    for _ in range(40):
        evening.round(
            ("Ann", 1),
            [
                ("Bob", 2, chance.choice((-100_00, 100_00)), chance.uniform(1.0, 1.4)),
                ("Cyd", 3, chance.choice((-100_00, 100_00)), chance.uniform(1.0, 1.4)),
            ],
        )
    found = _found(evening, Ann="192.0.2.1", Bob="192.0.2.9", Cyd="192.0.2.9")
    assert [(one["kind"], one["names"]) for one in found] == [("one-person", ["Bob", "Cyd"])]
    assert found[0]["addresses"] == ["192.0.2.9"]
    assert "much alike" in str(found[0]["why"])
    assert _found(evening, Ann="a", Bob="b", Cyd="c") == [], "a rhythm alone is not enough"


def test_two_who_always_come_and_go_together_from_one_address_are_found() -> None:
    chance, evening = random.Random(4), Evening()
    evening.sit("Ann", 1)
    for _ in range(5):
        evening.wait(600)
        evening.sit("Bob", 2)
        evening.wait(3)
        evening.sit("Cyd", 3)
        for _ in range(5):
            evening.round(
                ("Ann", 1),
                [
                    ("Bob", 2, chance.choice((-100_00, 100_00)), chance.uniform(1, 2)),
                    ("Cyd", 3, chance.choice((-100_00, 100_00)), chance.uniform(6, 9)),
                ],
            )
        for name in ("Cyd", "Bob"):
            evening.wait(2)
            evening.add(r.Left(name))
    found = _found(evening, Ann="a", Bob="192.0.2.9", Cyd="192.0.2.9")
    assert [one["names"] for one in found if one["kind"] == "one-person"] == [["Bob", "Cyd"]]
    assert "10 times of 10" in str(found[0]["why"])


def test_gifts_that_end_in_one_hand_are_found() -> None:
    evening = Evening()
    _people(evening)
    for _ in range(6):
        evening.round(("Ann", 1), [("Bob", 2, -100_00, 2), ("Cyd", 3, -100_00, 5)])
    found = _found(evening, Ann="a", Bob="b", Cyd="c")
    assert [(one["kind"], one["names"]) for one in found] == [
        ("gifts-passed", ["Ann", "Bob", "Cyd"])
    ]


def test_bots_are_nobody() -> None:
    evening = Evening()
    evening.sit("Ada", 1, bot=True)
    evening.sit("Bob", 2)
    for _ in range(60):
        evening.round(("Ada", 1), [("Bob", 2, -100_00, 1)])
    assert _found(evening, Bob="b") == []


def test_a_real_evening_is_read_beside_the_service(tmp_path: Path) -> None:
    async def test() -> None:
        file = f"sqlite:///{tmp_path / 'cardroom.db'}"
        async with serving(tmp_path, database=file) as running:
            seat = await (await running.guest("Ann")).quick_seat(family="three-card-poker")
            await Player(seat, random.Random(5)).play(8)
            played = report(file)
            assert played["rounds"] >= 8
            assert played == await running.house().request("GET", "/api/unusual")
            await seat.close()

    run(test())
