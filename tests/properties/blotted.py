"""Random rounds with cards blotted out of their record: what is said must hold of what happened."""

from __future__ import annotations

import copy
from typing import Any

from houseway.errors import HousewayError
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile
from houseway.settlement.settle import Line
from tests.properties import records
from tests.properties.rounds import Evening, Played


class BlottedEvening(Evening):
    """Each round is written down, some of its cards made unreadable, and adjudicated."""

    def __init__(self, filing_id: str, seed: int, *, most: int = 1) -> None:
        super().__init__(filing_id, seed)
        self._most = most
        self.open = self.settled = 0

    def _write_down(self, played: Played) -> None:
        rng = self._rng
        record = records.written(
            played.setup, played.layout, played.bank_wager, played.running.events, played.made, rng
        )
        if played.fees is None and played.setup.terms.schedule is not None:
            return
        blotted = copy.deepcopy(record)
        for _ in range(rng.randint(1, self._most)):
            self._blot(blotted)
        without_dice = rng.random() < 0.2 and blotted.pop("dice", None) is not None
        try:
            answer = adjudicate(RoundFile.model_validate(blotted))
        except HousewayError as refused:
            if without_dice and refused.code == "no-dice":
                return
            refused.add_note(str(blotted))
            raise
        check_bounds(answer, played, blotted)
        if answer.ruling.open:
            self.open += 1
        else:
            self.settled += 1
            assert answer.settlement.net == played.settled.net, blotted

    def _blot(self, record: records.Record) -> None:
        """One card that lies somewhere cannot be read any more, in the hand nor in its setting."""
        held: list[tuple[dict[str, Any], str]] = [(record["bank"], "cards")]
        held += [(entry, key) for entry in record["seat"] for key in ("cards", "draws")]
        held += [(record.get("hands", {}), place) for place in record.get("hands", {})]
        held.append((record, "board"))
        places = [
            (holder, key, number)
            for holder, key in held
            for number in range(len(str(holder.get(key, "")).split()))
        ]
        holder, key, number = self._rng.choice(places)
        cards = holder[key].split()
        gone, cards[number] = cards[number], "??"
        holder[key] = " ".join(cards)
        front = (holder.get("set") or "").split()
        if gone in front and front.count(gone) + cards.count(gone) < 2:
            front[front.index(gone)] = "??"
            holder["set"] = " ".join(front)


def check_bounds(answer: Adjudication, played: Played, record: records.Record) -> None:
    """What is settled is as it was; what is open was possible, within its bounds."""
    true: dict[tuple[str, str, int], list[Line]] = {}
    for line in played.settled.lines:  # one bettor may have several prizes
        true.setdefault((line.bettor, line.wager, line.hand), []).append(line)
    for line in answer.settlement.lines:
        several = true[line.bettor, line.wager, line.hand]
        was = several.pop(0)
        if line.net != was.net:  # taken together
            was = was._replace(net=was.net + sum(other.net for other in several))
            several.clear()
        assert (line.outcome, line.net, line.staked) == (was.outcome, was.net, was.staked), record
    for one in answer.ruling.open:
        several = true.pop((one.bettor, one.wager, one.hand), [])
        outcomes = {line.outcome for line in several} or {"none"}
        assert one.least <= sum(line.net for line in several) <= one.most, (one, record)
        assert one.estimated or outcomes & one.possible.keys(), (one, record)
        assert one.estimated or sum(one.possible.values()) == 1, one
    assert not any(line.net for several in true.values() for line in several), (true, record)
    for who, net in answer.settlement.net.items():
        assert net == played.settled.net[who], record
