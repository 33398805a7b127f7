"""One round against a player-dealer from a few facts: dealt, stepped, copied and settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from houseway.cards import Chance, Shoe, seeded_source, shuffled, system_source
from houseway.errors import CannotHaveHappened, raise_all
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import cents
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.driver import Round, ShoeSource, Source
from houseway.rounds.procedures import procedure
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.settle import Settlement, settle
from houseway.settlement.wagers import wager_problems


class BankedRound(Round):
    """A round that knows its terms and wagers, and so can be settled."""

    __slots__ = ("layout", "terms")

    def __init__(self, terms: Terms[PlayerDealerFiling], layout: Layout, source: Source) -> None:
        self.terms, self.layout = terms, layout
        super().__init__(lambda: procedure(terms, layout), source)

    def settle(self, bank: Any) -> Settlement:
        """Who is owed what, with a bank of so many dollars; the round must be over."""
        if not self.over or self.result is None:
            waiting = ", ".join(f"seat {ask.seat}" for ask in self.waiting_for())
            raise CannotHaveHappened(
                "not-over", f"the round waits for {waiting or 'nobody'} and is not settled yet"
            )
        return settle(self.terms, self.layout, self.result, cents(bank))

    def __repr__(self) -> str:
        asks = ", ".join(f"seat {ask.seat} to {ask.kind}" for ask in self.waiting_for())
        return f"<round of {self.terms.filing.id}: {asks or 'over'}>"


def open_round(
    filing: Terms[PlayerDealerFiling] | str,
    wagers: Mapping[int, Mapping[str, Any]],
    *,
    bank_seat: int | None = None,
    seed: int | None = None,
    source: Source | Chance | None = None,
) -> BankedRound:
    """A round dealt up to its first decision; wagers in dollars, by seat and spot.

    `source` is where cards come from, or chance to shuffle them by; with a seed the same ones come
    again.

    >>> running = open_round("casino-club/three-card-poker-6-card-bonus", {1: {"ante": 10}}, seed=5)
    >>> running
    <round of casino-club/three-card-poker-6-card-bonus: seat 1 to play-or-fold>
    """
    if isinstance(filing, str):
        opened = open_filing(filing)
        if not isinstance(opened, PlayerDealerFiling):
            raise CannotHaveHappened(
                "no-bank", f"{opened.id} is no game against a player-dealer", where="filing"
            )
        terms: Terms[PlayerDealerFiling] = make_terms(opened)
    else:
        terms = filing
    seats = tuple(
        SeatWagers(seat, {spot: cents(amount) for spot, amount in on.items()})
        for seat, on in sorted(wagers.items())
    )
    free = (seat for seat in range(1, terms.seats + 1) if seat not in wagers)
    layout = Layout(next(free) if bank_seat is None else bank_seat, seats)
    raise_all(list(wager_problems(terms, layout)))
    return BankedRound(terms, layout, _source(terms, seed, source))


def _source(
    terms: Terms[PlayerDealerFiling], seed: int | None, source: Source | Chance | None
) -> Source:
    if hasattr(source, "deal"):
        return cast(Source, source)
    chance = cast(Chance, source)
    if source is None:
        chance = system_source() if seed is None else seeded_source(seed)
    pieces: tuple[Any, ...] = terms.filing.deck.pieces(terms.decks)
    return ShoeSource(Shoe(shuffled(pieces, chance)), chance)
