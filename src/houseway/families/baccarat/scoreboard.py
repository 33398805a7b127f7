"""The scoreboard of a baccarat table: the outcomes of this shoe and of the one before."""

from __future__ import annotations

from typing import Any

from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.hands.baccarat import baccarat_hand
from houseway.rounds.events import Dealt
from houseway.settlement.wagers import PlayerDealerTerms, spot_limits
from houseway.table import records as r

_SPECIAL = ("dragon_7", "panda_8")


class Scoreboard:
    """Follows a table's records; only what everybody has seen goes in."""

    def __init__(self) -> None:
        self.shoe: list[dict[str, Any]] = []
        self.previous: list[dict[str, Any]] = []
        self._cards: dict[str, list[Any]] = {"player": [], "banker": []}

    def follow(self, record: r.Record) -> None:
        match record:
            case r.Shuffled():
                if self.shoe:
                    self.previous, self.shoe = self.shoe, []
            case r.NoMoreBets():
                self._cards = {"player": [], "banker": []}
            case r.Happened(event=Dealt() as event):
                if event.place in self._cards and event.cards:
                    self._cards[str(event.place)].extend(event.cards)
            case r.Settled():
                self._settled(record)

    def _settled(self, record: r.Settled) -> None:
        player, banker = (baccarat_hand(self._cards[side]) for side in ("player", "banker"))
        if player.strength == banker.strength:
            winner = "tie"
        else:
            winner = "player" if player.strength > banker.strength else "banker"
        # The three-card hands that bonus bets are named after, whoever bet on them.
        special = None
        if winner == "banker" and (banker.strength, banker.cards) == (7, 3):
            special = "dragon_7"
        elif winner == "player" and (player.strength, player.cards) == (8, 3):
            special = "panda_8"
        self.shoe.append(
            {
                "round": record.round, "winner": winner, "player": player.strength,
                "banker": banker.strength, "natural": player.is_natural or banker.is_natural,
                "special": special,
            }
        )  # fmt: skip

    def keep(self) -> list[list[dict[str, Any]]]:
        return [self.shoe, self.previous]

    def go_on(self, kept: list[list[dict[str, Any]]]) -> None:
        self.shoe, self.previous = kept

    def as_json(self, terms: PlayerDealerTerms) -> dict[str, Any]:
        low, high = _limits(terms)
        offered = {spot.name for spot in terms.filing.spot}
        return {
            "min": low,
            "max": high,
            "offers": [name for name in _SPECIAL if name in offered],
            "shoe": self.shoe,
            "previous": self.previous,
        }


def _limits(terms: PlayerDealerTerms) -> tuple[str | None, str | None]:
    """The table's minimum and maximum, as its first wager has them."""
    filing: PlayerDealerFiling = terms.filing
    first = next(spot for spot in filing.spot if spot.base)
    bounds = spot_limits(terms, first)
    if bounds is None:
        return None, None
    span = bounds[0]
    return dollars(span.low), None if span.high is None else dollars(span.high)
