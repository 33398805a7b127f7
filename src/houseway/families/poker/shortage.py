"""A deck that does not last: reshuffled discards, fresh cards, one card for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.errors import CannotHaveHappened
from houseway.families.poker.deals import BOARD, burn, deal_drawn, deal_round
from houseway.rounds.steps import Call, Procedure, Reshuffle

if TYPE_CHECKING:
    from houseway.families.poker.rules import Rules
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand, Stub

RAN_OUT = "The deck has run out; the discards are shuffled"


def _last_card_mixed_in(rules: Rules) -> int:
    shortage = rules.game.shortage
    return 1 if shortage is not None and shortage.last_card == "mixed-in" else 0


def kept_back(rules: Rules, street: Street) -> int:
    """The last card of the deck is dealt as it lies only to end the last draw (ruling D-10)."""
    return 0 if street is rules.streets[-1] else _last_card_mixed_in(rules)


def _pool(rules: Rules, stub: Stub) -> tuple[tuple[Card, ...], bool, int]:
    """What may be shuffled back in: the known cards, whether burns go with them, how many."""
    cards: list[Card] = []
    if "folded" in rules.mixed:
        cards += stub.folded
    if "discards" in rules.mixed:
        cards += stub.discards
    burns = "burns" in rules.mixed
    return tuple(cards), burns, len(cards) + (stub.burned if burns else 0)


def served_are_mixed(rules: Rules) -> bool:
    """Whether discards of those who have been served help the next: then nobody runs short of
    what all before took, for as many cards went out as came back."""
    shortage = rules.game.shortage
    return shortage is not None and bool(shortage.last_resort)


def replaceable(rules: Rules, stub: Stub, street: Street) -> int:
    """How many cards a draw can get in all, reshuffled ones included."""
    if "this-draw" in rules.mixed:
        return len(rules.deck)
    lost = 1 if street.burn and "burns" not in rules.mixed and not stub.on_top else 0
    return stub.left - lost + _pool(rules, stub)[2]


def _reshuffle(rules: Rules, stub: Stub, needed: int) -> Procedure:
    cards, burns, count = _pool(rules, stub)
    shortage = rules.game.shortage
    if shortage is None or stub.left + count < needed:
        raise CannotHaveHappened(
            "deck-runs-out",
            f"{needed} cards are still to be dealt and {stub.left + count} are left",
            cite=str(shortage.cite) if shortage is not None else "",
        )
    yield Call(RAN_OUT)
    yield Reshuffle(cards, burns)
    stub.left += count
    stub.folded, stub.discards = [], []
    if burns:
        stub.burned = 0
    if shortage.burn_again and stub.left > needed:
        yield burn(stub)


def draw_short(hand: Hand, street: Street, wanted: Sequence[tuple[int, list[Card]]]) -> Procedure:
    """A draw that the deck cannot complete: it goes on with earlier discards (D-2, D-10)."""
    rules, stub = hand.rules, hand.stub
    mixed_in = _last_card_mixed_in(rules)
    last_draw = street is rules.streets[-1]
    missing = sum([len(thrown) for _, thrown in wanted])
    if "this-draw" in rules.mixed:
        _collect(stub, wanted)
    if street.burn and stub.left > mixed_in:
        yield burn(stub)
    shuffled = False
    served = 0  # of those who draw, whose discards do not lie with the others yet
    for place, (player, thrown) in enumerate(wanted):
        count = len(thrown)
        while count:
            keep = 0 if shuffled or (last_draw and missing == 1) else mixed_in
            usable = stub.left - keep
            if usable <= 0:
                needed = missing
                if served_are_mixed(rules) and stub.left + _pool(rules, stub)[2] < missing:
                    _collect(stub, wanted[served:place])
                    served, needed = place, count
                yield from _reshuffle(rules, stub, needed)
                shuffled = True
                continue
            dealt = min(count, usable)
            yield from deal_drawn(hand, player, dealt)
            count -= dealt
            missing -= dealt
    if "this-draw" not in rules.mixed:
        _collect(stub, wanted[served:])
    if shuffled:
        yield from _mark_the_round(hand)


def _collect(stub: Stub, drawn: Sequence[tuple[int, list[Card]]]) -> None:
    for _, thrown in drawn:
        stub.discards += thrown


def _mark_the_round(hand: Hand) -> Procedure:
    """Burns lie there again, one for each draw so far; they count as the discards they are."""
    rules, stub = hand.rules, hand.stub
    shortage = rules.game.shortage
    if shortage is None or not shortage.burns_replaced:
        return
    made = sum(street.burn for street in rules.streets[: hand.round + 1])
    if made > stub.burned:
        burns = "a burn is" if made - stub.burned == 1 else f"{made - stub.burned} burns are"
        yield Call(f"{burns} laid out again from the discards")


def deal_short(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    """A stud street for which too few cards are left."""
    rules, stub = hand.rules, hand.stub
    shortage = rules.game.shortage
    if shortage is None:
        raise CannotHaveHappened(
            "deck-runs-out",
            f"{len(order)} players are in and {stub.left} cards are left; "
            "the filing has no procedure for this",
            cite=str(street.cite),
        )
    needed = len(order) * len(street.cards)
    if shortage.how == "fresh-then-community" and stub.left + _pool(rules, stub)[2] >= needed:
        yield from _deal_fresh(hand, street, order)
        return
    # One card for all instead (rulings S-13 to S-15).
    yield Call("Too few cards are left; one is turned up for everybody")
    cards, burns, count = _pool(rules, stub)
    yield Reshuffle(cards, burns)
    stub.left += count
    stub.folded, stub.burned = [], 0
    if stub.left > 1:
        yield burn(stub)
    board = hand.boards[0]
    board += yield BOARD[1]
    stub.left -= 1


def _deal_fresh(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    """All but the last card as they lie, the others after a shuffle (ruling R-5)."""
    rules, stub = hand.rules, hand.stub
    kept = _last_card_mixed_in(rules)
    missing = len(order)
    shuffled = False
    if street.burn and stub.left > kept:
        yield burn(stub)
    for player in order:
        if not shuffled and stub.left <= kept:
            yield from _reshuffle(rules, stub, missing)
            shuffled = True
        yield from deal_round(hand, street.cards, [player])
        missing -= 1
