"""Who acts and who is settled first: seats round the table, action button, dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from houseway.cards import Card, Dice
from houseway.errors import CannotHaveHappened
from houseway.filings.schema.banking import FirstAction
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.rounds.steps import Procedure, Roll


def clockwise_from(seat: int, seats: int) -> list[int]:
    """All seats of the table, beginning with the one given.

    >>> clockwise_from(6, 7)
    [6, 7, 1, 2, 3, 4, 5]
    """
    seat = (seat - 1) % seats + 1
    return [*range(seat, seats + 1), *range(1, seat)]


def left_of(seat: int, seats: int) -> list[int]:
    """The other seats, beginning with the next one clockwise."""
    return clockwise_from(seat, seats)[1:]


def opened(starts: str, bank_seat: int, seats: int) -> list[int]:
    """Seats in the order their hands are opened: from the bank's left, or from seat to seat
    beginning at the house dealer's far right."""
    others = left_of(bank_seat, seats)
    return sorted(others, reverse=True) if starts == "right-of-house-dealer" else others


def first_action(
    rule: FirstAction,
    *,
    seats: int,
    bank_seat: int,
    wagering: Collection[int],
    bank_cards: Sequence[Card] = (),
    dice: Dice | None = None,
    active: int | None = None,
) -> int | None:
    """The seat settled first; seats without a wager are passed over. None if nobody wagers."""
    if not wagering:
        return None
    others = left_of(bank_seat, seats)
    if rule.method == "right-of-house-dealer":
        return max(wagering)
    if rule.method == "left-of-bank":
        start = others[0]
    elif rule.method == "card":
        assert rule.card is not None
        shown = bank_cards[rule.card - 1]
        key = "Jk" if shown.is_joker else shown.text[0]
        counted = others if rule.count_from == "beside-bank" else sorted(others)
        start = counted[(rule.values[key] - 1) % len(counted)]
    else:
        assert dice is not None
        start = seat_of_dice(rule, dice.total, positions(seats, bank_seat, wagering, active))
        if start == bank_seat:
            start = others[0]
    return next(seat for seat in clockwise_from(start, seats) if seat in wagering)


def positions(
    seats: int, bank_seat: int, wagering: Collection[int], active: int | None = None
) -> list[int]:
    """Those that are dealt to, clockwise from the bank's: all, or so many at a larger table.

    There they are the bank and the seats with a wager, and the next ones beside the bank to make
    up the number.

    >>> positions(7, 3, [5])
    [3, 4, 5, 6, 7, 1, 2]
    >>> positions(10, 3, [9, 10, 1, 2, 8], 7)
    [3, 4, 8, 9, 10, 1, 2]
    """
    others = left_of(bank_seat, seats)
    if active is None or active >= seats:
        return [bank_seat, *others]
    empty = [seat for seat in others if seat not in wagering]
    left_out = empty[active - 1 - len(wagering) :]
    return [bank_seat, *(seat for seat in others if seat not in left_out)]


def seat_of_dice(rule: FirstAction, total: int, counted: Sequence[int]) -> int:
    """The position a dice total names: the bank counts as its own totals, the others follow."""
    step = (total - rule.bank_totals[0]) % len(counted)
    return counted[-step if rule.dice_direction == "counter-clockwise" else step]


def throw(terms: Terms[PlayerDealerFiling]) -> Procedure:
    """The dice for the action button, or the number of a generator that the house uses instead."""
    rule = terms.filing.first_action
    dice: Dice = yield Roll(3, generator_of(terms))
    if len(dice.faces) == 1 and not rule.generator:
        raise CannotHaveHappened(
            "bad-dice",
            "the game throws three dice; a single number comes from a generator, which the "
            "filing does not provide for",
            where="dice",
            cite=str(rule.cite),
        )
    return dice


def generator_of(terms: Terms[PlayerDealerFiling]) -> int:
    """How far a generator in place of the dice counts, each position alike; 0 where none is used.

    The option stands in filings that leave it to the house.
    """
    used = terms.options.get("generator") is True
    return terms.filing.table.active or terms.seats if used else 0
