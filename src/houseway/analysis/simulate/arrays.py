"""A table turned into the numbers that compiled code reads."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.analysis.simulate.booking import NO_FEE_FILED, Felt
from houseway.analysis.simulate.chance import WHOLE, Habits, Integers, Shoe
from houseway.analysis.simulate.table import SimulatedTable
from houseway.cards import TILE_SET, Tile, cards_of
from houseway.filings.schema.base import Span
from houseway.filings.schema.collection import Bracket, CaliforniaGroup, CaliforniaOption
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms

BLOCK_HANDS: Final = 50_000
_FIRST: Final = -1  # below every amount


def felt_of(terms: Terms[PlayerDealerFiling], table: SimulatedTable, bank: int) -> Felt:
    """The table under its terms with one size of bank."""
    filing = terms.filing
    assert table.bank_seat is not None
    players = np.array([player.seat for player in table.player], np.int64)
    player_at = np.full(terms.seats + 1, -1, np.int64)
    for number, seat in enumerate(players):
        player_at[seat] = number
    group, option = None, None
    if terms.schedule is not None:
        group, option = terms.schedule.group, terms.schedule.option
    nothing = np.zeros(0, np.int64)
    bank_from, bank_fee, player_from, player_fee, by = nothing, nothing, nothing, nothing, 0
    if isinstance(group, CaliforniaGroup) and isinstance(option, CaliforniaOption):
        bank_from, bank_fee = _brackets(option.bank, option.bank_missing)
        if group.player_basis not in ("none", "half-hour") and option.player:
            player_from, player_fee = _brackets(option.player, option.player_missing)
            by = 1 if group.player_basis == "flat" else 2
        in_action = [spot.base or group.action == "all-wagers" for spot in filing.spot]
    else:
        in_action = [True for _ in filing.spot]
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
        in_action=np.array(in_action, np.int64),
        base=np.array([spot.base for spot in filing.spot], np.int64),
        bank_from=bank_from,
        bank_fee=bank_fee,
        player_by=by,
        player_from=player_from,
        player_fee=player_fee,
        bankroll=table.bankroll or 0,
        goal=table.goal or 0,
        session_hands=max(1, round(hours * table.hands_an_hour)),
        least_bank=least,
        kept_for_fee=kept,
        turn_hands=filing.bank.hands,
        others=len(table.player) if table.others_bank else 0,
        accepts=round(table.others_bank * WHOLE),
    )


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


def habits_of(filing: PlayerDealerFiling, table: SimulatedTable) -> Habits:
    """What the players wager, in shares of `WHOLE`."""
    spots = filing.spot
    number = {spot.name: i for i, spot in enumerate(spots)}
    everybody = [player.habits() for player in table.player]
    most = max(len(habits) for habits in everybody)
    longest = max(
        len(amounts) for habits in everybody for _, wagers in habits for amounts in wagers.values()
    )
    shape = (len(everybody), most, len(spots))
    habit_share = np.zeros(shape[:2], np.int64)
    choices = np.zeros(shape, np.int64)
    share = np.zeros((*shape, longest), np.int64)
    amount = np.zeros((*shape, longest), np.int64)
    for p, habits in enumerate(everybody):
        habit_share[p, : len(habits)] = _running([part for part, _ in habits])
        for h, (_, wagers) in enumerate(habits):
            for s, spot in enumerate(spots):
                if spot.equals and spot.name not in wagers:
                    continue
                drawn = wagers.get(spot.name, {0: Fraction(1)})
                choices[p, h, s] = len(drawn)
                share[p, h, s, : len(drawn)] = _running(list(drawn.values()))
                amount[p, h, s, : len(drawn)] = list(drawn)

    def mask(names: Sequence[str]) -> int:
        return sum(1 << number[name] for name in set(names))

    return Habits(
        np.array([len(habits) for habits in everybody], np.int64),
        habit_share,
        choices,
        share,
        amount,
        np.array([number[spot.equals] if spot.equals else -1 for spot in spots], np.int64),
        np.array([mask(spot.needs) for spot in spots], np.int64),
        np.array([mask(spot.needs_any) for spot in spots], np.int64),
        np.array([mask(spot.excludes) for spot in spots], np.int64),
    )


def _running(shares: Sequence[Fraction]) -> list[int]:
    found, passed = [], Fraction(0)
    for part in shares:
        passed += part
        found.append(int(passed * WHOLE))
    return found


def shoe_of(terms: Terms[PlayerDealerFiling]) -> Shoe:
    """The cards in the box; a shoe of several decks is dealt down to its cut card.

    Where the filing does not say how a shoe ends, the cut card stands before its last quarter.
    """
    deck = terms.filing.deck
    if deck.kind == "tiles-32":
        return Shoe(np.arange(len(TILE_SET), dtype=np.uint8), np.zeros(1, np.int64), 0, 0)
    cards = cards_of(deck.kind, terms.decks)
    stock = np.array([card.index for card in cards], np.uint8)
    cut = burned = 0
    if deck.dealt_from[0] == "shoe" and terms.decks > 1:
        behind = len(cards) // 4
        filed = getattr(terms.filing, "game").shoe if _says_how_shoes_end(terms) else None
        if filed is not None:
            behind, burned = filed.kept_for_a_round - 1, filed.burned
        cut = len(cards) - behind
    return Shoe(stock, np.zeros(1, np.int64), cut, burned)


def _says_how_shoes_end(terms: Terms[PlayerDealerFiling]) -> bool:
    return getattr(getattr(terms.filing, "game", None), "shoe", None) is not None


def tile(index: int) -> Tile:
    return TILE_SET[index]


def block_hands(felt: Felt) -> int:
    """Hands in a block: whole sessions, as many as come near the usual size."""
    if not felt.bankroll:
        return BLOCK_HANDS
    return felt.session_hands * max(1, BLOCK_HANDS // felt.session_hands)
