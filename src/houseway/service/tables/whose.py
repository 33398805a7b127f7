"""Whose hand it was, and what it brought: told with a settlement, for whoever sits there later.

A settlement names seats. Its players may be gone when it is read, and it does not say what the
house took, nor which cards of a shown hand have won: `WhoseTeller` follows a table's records and
adds that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import write
from houseway.family import find_family
from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import FilingBase
from houseway.rounds.events import Chose, Dealt, Shown
from houseway.rounds.felt import Named, Plays
from houseway.rounds.house_way import SetsHands
from houseway.table import records as r
from houseway.table.told import Teller

KEPT = 80  # records that may still be asked for


class WhoseTeller(Teller):
    """A teller that knows who sat where; `seated` did before the first record it follows, the
    `bots` among them by name.
    """

    def __init__(
        self,
        filing: FilingBase,
        options: Mapping[str, Any] | None = None,
        seated: Mapping[int, str] | None = None,
        bots: Iterable[str] = (),
    ) -> None:
        super().__init__(filing)
        self._filing, self._options, self._bank = filing, options or {}, ""
        self.bank_set = ""  # what the house way has put in front of the bank's hand
        self._seated, self._bots = dict(seated or {}), set(bots)
        self._names: dict[int, str] = {}
        self._fees: dict[str, int] = {}
        self._stacks: dict[int, int] = {}  # of poker's seats when the hand began
        self._shown: dict[int, str] = {}  # hands at the showdown
        self._boards: dict[str, str] = {}
        self._more: dict[int, dict[str, Any]] = {}

    def follow(self, entries: Iterable[r.Entry]) -> None:
        for entry in entries:
            self._follow(entry.number, entry.record)

    def _follow(self, number: int, record: r.Record) -> None:
        match record:
            case r.Sat(name, seat, bot):
                self._seated[seat] = name
                (self._bots.add if bot else self._bots.discard)(name)
            case r.Left(name):
                self._seated = {s: one for s, one in self._seated.items() if one != name}
            case r.NoMoreBets():
                self._names, self._fees, self.bank_set = dict(self._seated), {}, ""
            case r.FeesTaken():
                self._fees = {"bank": record.bank, **record.seats}
                for bettor, drop in record.jackpot.items():
                    self._fees[bettor] = self._fees.get(bettor, 0) + drop
            case r.HandStarted():
                self._names, self._fees = dict(self._seated), {}
                self._stacks = dict(zip(record.seats, record.stacks, strict=True))
                self._shown, self._boards = {}, {}
            case r.Happened(Dealt("board" | "second board" as board, _, _, tuple(cards))):
                self._boards[board] = f"{self._boards.get(board, '')} {write(cards)}".strip()
            case r.Happened(Shown(int(seat), cards)):
                # One who proves openers afterwards shows a part of the hand.
                self._shown[seat] = max(write(cards), self._shown.get(seat, ""), key=len)
            case r.Happened(Shown("bank", cards)):
                self._bank = write(cards)
            case r.Happened(Chose(_, "set-bank", _, "house_way")):
                self.bank_set = self._house_way()
                self._keep(number, {"set": self.bank_set})
            case r.Settled() | r.RoundVoided():
                self._keep(number, self._whose() | {"fees": _money(self._fees)})
            case r.HandSettled() | r.PointsSettled():
                nets = zip(self._stacks.items(), record.stacks, strict=False)
                net = {str(seat): after - before for (seat, before), after in nets}
                more = self._whose() | {"net": _money(net)}
                if isinstance(record, r.HandSettled):
                    more |= self._plays(record) | self._hands()
                self._keep(number, more)

    def _plays(self, record: r.HandSettled) -> dict[str, Any]:
        """The cards that have won, by seat: of hands that everybody has seen."""
        which: Plays | None = find_family(self._filing.family).part("plays")
        won: dict[str, list[str]] = {}
        for award in record.awards if which is not None else ():
            if award.hand and award.seat in self._shown:
                assert which is not None
                cards = which(
                    self._filing, award.half, self._shown[award.seat], [*self._boards.values()]
                )
                known = won.setdefault(str(award.seat), [])
                known += [card for card in cards if card not in known]
        return {"plays": won} if won else {}

    def _hands(self) -> dict[str, Any]:
        """What the hands make that everybody has seen."""
        name: Named | None = find_family(self._filing.family).part("named")
        if name is None:
            return {}
        boards = [*self._boards.values()]
        made = {str(seat): name(self._filing, hand, boards) for seat, hand in self._shown.items()}
        return {"hands": {seat: words for seat, words in made.items() if words}} if made else {}

    def _house_way(self) -> str:
        """What the house puts in front of the bank's hand."""
        sets: SetsHands | None = find_family(self._filing.family).part("house_way")
        return next(iter(sets(self._filing, self._bank, self._options).values())) if sets else ""

    def _whose(self) -> dict[str, Any]:
        names = {str(seat): name for seat, name in self._names.items()}
        return {
            "names": names,
            "bots": sorted(s for s, n in self._names.items() if n in self._bots),
        }

    def _keep(self, number: int, more: dict[str, Any]) -> None:
        self._more[number] = more
        if len(self._more) > KEPT:
            del self._more[next(iter(self._more))]

    def more(self, entry: r.Entry) -> Mapping[str, Any]:
        return self._more.get(entry.number, {})


def _money(amounts: Mapping[str, int]) -> dict[str, str]:
    return {who: dollars(amount) for who, amount in amounts.items() if amount or who != "bank"}
