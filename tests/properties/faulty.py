"""Random rounds with random errors declared: ruled or refused in words, and the money adds up."""

from __future__ import annotations

import copy
from typing import Any

from rich.console import Console

from houseway.errors import HousewayError
from houseway.filings.schema.irregular import KINDS
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.explain import explained, explained_sheet
from houseway.histories.floor import put_up
from houseway.histories.round_file import RoundFile, check_round
from houseway.histories.sheet import settlement_sheet
from tests.properties import records
from tests.properties.rounds import Evening, Played

_NOTICED = (None, "deal", "choices", "settling", "after")


class FaultyEvening(Evening):
    """Each round is written down with something that went wrong."""

    def __init__(self, filing_id: str, seed: int) -> None:
        super().__init__(filing_id, seed)
        self.rulings: dict[str, int] = {}

    def _write_down(self, played: Played) -> None:
        rng = self._rng
        record = records.written(
            played.setup, played.layout, played.bank_wager, played.running.events, played.made, rng
        )
        if played.fees is None and played.setup.terms.schedule is not None:
            return
        record = copy.deepcopy(record)
        record["error"] = [self._error(played) for _ in range(rng.randint(1, 2))]
        if rng.random() < 0.3:
            record["procedures"] = "player-dealer"
        if rng.random() < 0.3:
            record["paid"] = [
                {"bettor": line.bettor, "wager": line.wager, "net": f"{line.net / 100:.2f}"}
                for line in played.settled.lines
                if rng.random() < 0.7
            ]
        file = check_round(record)
        try:
            answer = adjudicate(file)
        except HousewayError as refused:
            self._count("refused" if refused.message else "without a word")
            return
        self._count(answer.ruling.ruling)
        check_ruling(answer, file, played)

    def _count(self, ruling: str) -> None:
        self.rulings[ruling] = self.rulings.get(ruling, 0) + 1

    def _error(self, played: Played) -> dict[str, Any]:
        rng = self._rng
        seats = played.setup.terms.seats
        behind = [b for seat in played.layout.seats for b, _ in seat.bettors() if "/" in b]
        places = [None, "bank", "board", "deck", f"pile {rng.randint(1, seats)}", *behind]
        error: dict[str, Any] = {"kind": rng.choice(list(KINDS))}
        place = rng.choice([*places, rng.randint(1, seats), rng.randint(1, seats)])
        if place is not None:
            error["place"] = place
        noticed = rng.choice(_NOTICED)
        if noticed is not None:
            error["noticed"] = noticed
        if rng.random() < 0.6:
            pieces = sorted(self._stock(played.setup.terms.decks), key=str)
            error["cards"] = " ".join(str(rng.choice(pieces)) for _ in range(rng.randint(1, 2)))
        if rng.random() < 0.3:
            error["number"] = rng.randint(0, 9)
        return error


def check_ruling(answer: Adjudication, file: RoundFile, played: Played) -> None:
    """What must hold of every ruling on a round whose cards are all known."""
    said, ruling = answer.as_json(), answer.ruling
    assert said["ruling"] in ("void", "played-on", "floor")
    console = Console(record=True, width=100, file=None, quiet=True)
    console.print(settlement_sheet(answer))
    console.print(explained_sheet(explained(answer)))
    net = answer.settlement.net
    if ruling.ruling == "floor":
        assert not net
        assert ruling.silent is not None
        return
    assert ruling.remedy is not None
    assert ruling.remedy.source != "house" or file.procedures
    assert sum(net.values()) == 0
    if ruling.ruling == "void":
        assert ruling.returned == put_up(file, answer.layout, answer.terms.filing.family)
        assert not any(net.values())
    else:
        forfeits = any(order.remedy == "forfeit" for order in answer.floor.orders)
        assert forfeits or net == played.settled.net
    if file.paid:
        paid = dict.fromkeys(net, 0)
        for entry in file.paid:
            paid[entry.bettor] += entry.net
        for bettor in net:
            if bettor != "bank":
                assert paid[bettor] + ruling.corrections.get(bettor, 0) == net[bettor]
