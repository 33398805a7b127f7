"""Somebody who plays anything that is asked, at random within the rules, over the network."""

from __future__ import annotations

import random
from typing import Any

from houseway.errors import Refused
from houseway.service.client import Seat
from tests.service.running import PATIENCE

Json = dict[str, Any]
_RANKS = "23456789TJQKA"


class Player:
    """Plays a seat: bets, takes the bank now and then, decides."""

    def __init__(self, seat: Seat, source: random.Random, *, banks: int = 50) -> None:
        self.seat, self._random, self._banks = seat, source, banks
        self.rounds = 0
        self.refused: list[Refused] = []

    async def play(self, rounds: int, *, timeout: float = PATIENCE) -> None:
        """Go on until so many hands were settled."""
        while self.rounds < rounds:
            await self.seat.until(self._something, timeout)
            await self.step()

    def _something(self) -> bool:
        seat = self.seat
        return bool(seat.asks or seat.offered() or seat.can_bet() or seat.settled()
                    or self._is_broke())  # fmt: skip

    async def step(self) -> None:
        """One thing of those that wait."""
        seat = self.seat
        if seat.settled():
            self.rounds += len(seat.settled())
            seat.records.clear()
        elif seat.asks:
            await self._decide(seat.asks[0])
        elif seat.offered():
            await self._bank()
        elif self.seat.can_bet():
            await self._bet()
        elif self._is_broke():
            await self.try_to("buy_in", amount="200")

    async def try_to(self, what: str, **more: Any) -> bool:
        """Whether it was allowed."""
        try:
            await self.seat.do(what, **more)
        except Refused as refusal:
            self.refused.append(refusal)
            return False
        return True

    def _is_broke(self) -> bool:
        seat = self.seat
        return (
            seat.phase in ("idle", "bank")
            and seat.seat is not None
            and float(seat.stack()) < 100
            and seat.snapshot["table"]["kind"] == "poker"
        )

    # Bank and wagers.

    async def _bank(self) -> None:
        rich = float(self.seat.stack()) > 150
        if not (rich and self._random.randrange(100) < self._banks
                and await self.try_to("take_bank", wager="100")):  # fmt: skip
            await self.try_to("decline_bank")

    async def _bet(self) -> None:
        felt = self.seat.snapshot["table"]["felt"]
        if float(self.seat.stack()) < 60 and not await self.try_to("buy_in", amount="200"):
            await self.try_to("ready")
            return
        wagers = self._wagers(felt["spots"])
        base = {s["name"]: wagers[s["name"]] for s in felt["spots"]
                if s["base"] and s["name"] in wagers}  # fmt: skip
        number = self.seat.now["round"] + 1
        if not await self.try_to("wager", wagers=wagers, round=number):
            await self.try_to("wager", wagers=base, round=number)
        await self.try_to("ready")

    def _wagers(self, spots: list[Json]) -> dict[str, str]:
        chosen: dict[str, str] = {}
        first = self._random.choice([s for s in spots if s["base"] and not s["equals"]])
        chosen[first["name"]] = _amount(first, 10)
        for spot in spots:
            if spot["equals"] in chosen:
                chosen[spot["name"]] = chosen[spot["equals"]]
        for spot in spots:
            ready = all(need in chosen for need in spot["needs"]) and not spot["base"]
            if ready and not set(spot["excludes"]) & set(chosen) and self._random.random() < 0.4:
                if spot["needs_any"] and not set(spot["needs_any"]) & set(chosen):
                    continue
                chosen[spot["name"]] = _amount(spot, 5)
        return chosen

    # Decisions.

    async def _decide(self, ask: Json) -> None:
        before = self.seat.number
        for move in self.moves(ask):
            if await self.try_to("answer", ask=ask["id"], move=move):
                break
        else:
            raise AssertionError(f"nothing was accepted: {ask}, {self.refused[-3:]}")
        # The push that follows a decision comes before its answer.
        assert self.seat.number != before or self.seat.closed

    def moves(self, ask: Json) -> list[str]:
        """Moves to try, the last one surely legal."""
        shuffle = self._random.sample
        choices = [choice["move"] for choice in ask["choices"]]
        cards = ask["cards"].split()
        if "place" in ask["verbs"]:
            return [_place(cards, ask["facts"])]
        if "set" in ask["verbs"]:
            low = sorted(cards, key=lambda c: _RANKS.find(c[0]) if c != "Jk" else 20)
            other = next((c for c in low if c[0] != low[0][0]), low[-1])
            sure = choices[:1] or [f"set {low[0]} {other}"]
            return [f"set {' '.join(shuffle(cards, 2))}", *sure]
        if ask["kind"] in ("draw", "discard"):
            facts = ask["facts"]
            count = self._random.randint(facts["least"], facts["most"])
            return [f"{ask['kind']} {' '.join(shuffle(cards, count))}" if count else "stand pat"]
        if "least" in ask["facts"]:  # a poker bet
            calm = [move for move in choices if move != "fold"]
            least = ask["facts"]["least"]
            if least is not None and ask["verbs"] and self._random.random() < 0.3:
                return [f"{ask['verbs'][0]} {least}", *calm]
            if "fold" in choices and self._random.random() < 0.15:
                return ["fold"]
            return calm
        return shuffle(choices, len(choices))


def _amount(spot: Json, wanted: float) -> str:
    low = float(spot["min"] or 0)
    high = float(spot["max"]) if spot["max"] else wanted
    return f"{min(max(wanted, low), max(high, low)):.2f}"


def _place(cards: list[str], facts: Json) -> str:
    """As many as must be laid, from the bottom up."""
    left = cards[: facts["count"]]
    parts: dict[str, list[str]] = {}
    for name in ("bottom", "middle", "top"):
        parts[name], left = left[: facts["room"][name]], left[facts["room"][name] :]
    words = [f"{name} {' '.join(parts[name])}" for name in ("top", "middle", "bottom")
             if parts[name]]  # fmt: skip
    return f"place {' '.join(words)}"
