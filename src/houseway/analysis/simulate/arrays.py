"""A table turned into the numbers that compiled code reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.analysis.simulate.booking import NO_FEE_FILED, Felt
from houseway.analysis.simulate.chance import WHOLE, Habits, Shoe
from houseway.analysis.simulate.table import SimulatedTable, skills_of
from houseway.cards import TILE_SET
from houseway.errors import Refused
from houseway.filings.schema.base import Span
from houseway.filings.schema.collection import Bracket
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers
from houseway.settlement.collection import player_fee, schedule_in_force

BLOCK_HANDS: Final = 50_000
SHIFT_HOURS: Final = 8
_FIRST: Final = -1  # below every amount


def felt_of(terms: Terms[PlayerDealerFiling], table: SimulatedTable, bank: int) -> Felt:
    """The table under its terms with one size of bank."""
    filing = terms.filing
    assert table.bank_seat is not None
    players = np.array([player.seat for player in table.player], np.int64)
    player_at = np.full(terms.seats + 1, -1, np.int64)
    for number, seat in enumerate(players):
        player_at[seat] = number
    bank_from = bank_fee = np.zeros(0, np.int64)
    found = schedule_in_force(terms)
    if found is not None:
        bank_from, bank_fee = _brackets(found[1].bank, found[1].bank_missing)
    kept = max(0, int(bank_fee.max())) if bank_fee.size else 0
    least = bank if table.least_bank is None else min(bank, max(1, table.least_bank))
    hours = table.hours or 0
    return Felt(
        seats=terms.seats,
        bank_seat=table.bank_seat,
        players=players,
        player_at=player_at,
        bank=bank,
        net_cover=terms.options.get("coverage") == "net",
        losers_first=filing.settlement.passes == "losers-first",
        counter_clockwise=filing.settlement.direction == "counter-clockwise",
        bank_from=bank_from,
        bank_fee=bank_fee,
        bankroll=table.bankroll or 0,
        goal=table.goal or 0,
        session_hands=max(1, round(hours * table.hands_an_hour)),
        stretch=stretch_hands(table),
        least_bank=least,
        kept_for_fee=kept,
        turn_hands=filing.bank.hands,
        others=len(table.player) if table.others_bank else 0,
        accepts=round(table.others_bank * WHOLE),
    )


def stretch_hands(table: SimulatedTable) -> int:
    """Hands of a session, or of a shift where none is described."""
    return max(1, round((table.hours or SHIFT_HOURS) * table.hands_an_hour))


def _brackets(brackets: Sequence[Bracket], missing: Sequence[Span]) -> tuple[Integers, Integers]:
    """Starts in rising order with their fees; an amount below all pays the first one's."""
    steps = {_FIRST: brackets[0].fee}
    for bracket in sorted(brackets, key=lambda one: one.span.low):
        steps.setdefault(bracket.span.low, bracket.fee)
    if missing:
        dropped = min(span.low for span in missing)
        steps = {start: fee for start, fee in steps.items() if start < dropped}
        steps[dropped] = NO_FEE_FILED
    return np.array(list(steps), np.int64), np.array(list(steps.values()), np.int64)


def habits_of(terms: Terms[PlayerDealerFiling], table: SimulatedTable) -> Habits:
    """What the players wager and how they play it, case by case, each with its fee."""
    spots = terms.filing.spot
    schedule = schedule_in_force(terms)
    counted = {s.name for s in spots if s.base or (schedule and schedule[0].action == "all-wagers")}
    first: list[int] = []
    count: list[int] = []
    share: list[int] = []
    other: list[int] = []
    amount: list[tuple[int, ...]] = []
    action: list[int] = []
    fee: list[int] = []
    skill: list[int] = []
    skills = skills_of(table)
    for player in table.player:
        cases = {
            (case, skills.index(played)): share * part
            for case, share in player.cases(terms.filing).items()
            for played, part in player.plays().items()
        }
        stays, rest = _aliases(list(cases.values()))
        first.append(len(share))
        count.append(len(cases))
        other += [first[-1] + place for place in rest]
        share += stays
        for case, played in cases:
            wagers = dict(zip((spot.name for spot in spots), case, strict=True))
            amount.append(case)
            action.append(sum(paid for name, paid in wagers.items() if name in counted))
            fee.append(_player_fee(terms, wagers))
            skill.append(played)
    columns = (first, count, share, other, amount, action, fee, skill)
    return Habits._make(np.array(column, np.int64) for column in columns)


def _player_fee(terms: Terms[PlayerDealerFiling], wagers: Mapping[str, int]) -> int:
    """A player's fee of the round, or that none is filed for such wagers."""
    placed = {spot: amount for spot, amount in wagers.items() if amount}
    try:
        return player_fee(terms, "1", placed)
    except Refused:
        return NO_FEE_FILED


def _aliases(shares: Sequence[Fraction]) -> tuple[list[int], list[int]]:
    """For each case the share of `WHOLE` that it keeps of an even part, and who has the rest."""
    left = [share * len(shares) for share in shares]
    stays, rest = [WHOLE] * len(shares), list(range(len(shares)))
    small = [i for i, part in enumerate(left) if part < 1]
    large = [i for i, part in enumerate(left) if part >= 1]
    while small and large:
        less, more = small.pop(), large.pop()
        stays[less], rest[less] = int(left[less] * WHOLE), more
        left[more] -= 1 - left[less]
        (small if left[more] < 1 else large).append(more)
    return stays, rest


def shoe_of(terms: Terms[PlayerDealerFiling]) -> Shoe:
    """The cards in the box; a shoe of several decks is dealt down to its cut card.

    Where the filing does not say how a shoe ends, the cut card stands before its last quarter.
    """
    deck = terms.filing.deck
    if deck.kind == "tiles-32":
        return Shoe(np.arange(len(TILE_SET), dtype=np.uint8), np.zeros(1, np.int64), 0, 0)
    cards = deck.cards(terms.decks)
    stock = np.array([card.index for card in cards], np.uint8)
    cut = burned = 0
    if deck.dealt_from[0] == "shoe" and terms.decks > 1:
        behind = len(cards) // 4
        filed = getattr(terms.filing.game, "shoe", None)  # type: ignore[attr-defined]
        if filed is not None:
            behind, burned = filed.kept_for_a_round - 1, filed.burned
        cut = len(cards) - behind
    return Shoe(stock, np.zeros(1, np.int64), cut, burned)


def block_hands(felt: Felt, usual: int = BLOCK_HANDS) -> int:
    """Hands in a block: whole sessions, as many as come near the usual size."""
    if not felt.bankroll:
        return usual
    return felt.session_hands * max(1, usual // felt.session_hands)
