"""A deck that does not last: reshuffled discards, fresh cards, one card for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.errors import CannotHaveHappened
from houseway.families.poker.deals import BOARD, burn, deal_drawn, deal_round
from houseway.rounds.steps import Call, Procedure, Reshuffle

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand

RAN_OUT = "The deck has run out; the discards are shuffled"


def mixes(hand: Hand, what: str) -> bool:
    shortage = hand.rules.game.shortage
    return shortage is not None and what in shortage.mixed


def _last_card_mixed_in(hand: Hand) -> int:
    shortage = hand.rules.game.shortage
    return 1 if shortage is not None and shortage.last_card == "mixed-in" else 0


def kept_back(hand: Hand, street: Street) -> int:
    """The last card of the deck is dealt as it lies only to end the last draw (ruling D-10)."""
    return 0 if street is hand.rules.streets[-1] else _last_card_mixed_in(hand)


def _pool(hand: Hand) -> tuple[tuple[Card, ...], bool, int]:
    """What may be shuffled back in: the known cards, whether burns go with them, how many."""
    shortage = hand.rules.game.shortage
    if shortage is None or shortage.how == "refuse":
        return (), False, 0
    cards: list[Card] = []
    if mixes(hand, "folded"):
        cards += hand.folded_cards
    if mixes(hand, "discards"):
        cards += hand.discards
    burns = mixes(hand, "burns")
    return tuple(cards), burns, len(cards) + (hand.burned if burns else 0)


def served_are_mixed(hand: Hand) -> bool:
    """Whether discards of those who have been served help the next: then nobody runs short of
    what all before took, for as many cards went out as came back."""
    shortage = hand.rules.game.shortage
    return shortage is not None and bool(shortage.last_resort)


def replaceable(hand: Hand, street: Street) -> int:
    """How many cards a draw can get in all, reshuffled ones included."""
    if mixes(hand, "this-draw"):
        return len(hand.rules.deck)
    lost = 1 if street.burn and not mixes(hand, "burns") and not hand.on_top else 0
    return hand.left - lost + _pool(hand)[2]


def _reshuffle(hand: Hand, needed: int) -> Procedure:
    cards, burns, count = _pool(hand)
    shortage = hand.rules.game.shortage
    if shortage is None or hand.left + count < needed:
        raise CannotHaveHappened(
            "deck-runs-out",
            f"{needed} cards are still to be dealt and {hand.left + count} are left",
            cite=str(shortage.cite) if shortage is not None else "",
        )
    yield Call(RAN_OUT)
    yield Reshuffle(cards, burns)
    hand.left += count
    hand.folded_cards, hand.discards = [], []
    if burns:
        hand.burned = 0
    if shortage.burn_again and hand.left > needed:
        yield from burn(hand)


def draw_short(hand: Hand, street: Street, wanted: Sequence[tuple[int, list[Card]]]) -> Procedure:
    """A draw that the deck cannot complete: it goes on with earlier discards (D-2, D-10)."""
    mixed_in = _last_card_mixed_in(hand)
    last_draw = street is hand.rules.streets[-1]
    missing = sum([len(thrown) for _, thrown in wanted])
    if mixes(hand, "this-draw"):
        _collect(hand, wanted)
    if street.burn and hand.left > mixed_in:
        yield from burn(hand)
    shuffled = False
    served = 0  # of those who draw, whose discards do not lie with the others yet
    for place, (player, thrown) in enumerate(wanted):
        count = len(thrown)
        while count:
            keep = 0 if shuffled or (last_draw and missing == 1) else mixed_in
            usable = hand.left - keep
            if usable <= 0:
                needed = missing
                if served_are_mixed(hand) and hand.left + _pool(hand)[2] < missing:
                    _collect(hand, wanted[served:place])
                    served, needed = place, count
                yield from _reshuffle(hand, needed)
                shuffled = True
                continue
            dealt = min(count, usable)
            yield from deal_drawn(hand, player, dealt)
            count -= dealt
            missing -= dealt
    if not mixes(hand, "this-draw"):
        _collect(hand, wanted[served:])
    if shuffled:
        yield from _mark_the_round(hand)


def _collect(hand: Hand, drawn: Sequence[tuple[int, list[Card]]]) -> None:
    for _, thrown in drawn:
        hand.discards += thrown


def _mark_the_round(hand: Hand) -> Procedure:
    """Burns lie there again, one for each draw so far; they count as the discards they are."""
    shortage = hand.rules.game.shortage
    if shortage is None or not shortage.burns_replaced:
        return
    made = sum(street.burn for street in hand.rules.streets[: hand.round + 1])
    if made > hand.burned:
        burns = "a burn is" if made - hand.burned == 1 else f"{made - hand.burned} burns are"
        yield Call(f"{burns} laid out again from the discards")


def deal_short(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    """A stud street for which too few cards are left."""
    shortage = hand.rules.game.shortage
    if shortage is None:
        raise CannotHaveHappened(
            "deck-runs-out",
            f"{len(order)} players are in and {hand.left} cards are left; "
            "the filing has no procedure for this",
            cite=str(street.cite),
        )
    needed = len(order) * len(street.cards)
    if shortage.how == "fresh-then-community" and hand.left + _pool(hand)[2] >= needed:
        yield from _deal_fresh(hand, street, order)
        return
    # One card for all instead (rulings S-13 to S-15).
    yield Call("Too few cards are left; one is turned up for everybody")
    cards, burns, count = _pool(hand)
    yield Reshuffle(cards, burns)
    hand.left += count
    hand.folded_cards, hand.burned = [], 0
    if hand.left > 1:
        yield from burn(hand)
    hand.board += yield BOARD[1]
    hand.left -= 1


def _deal_fresh(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    """All but the last card as they lie, the others after a shuffle (ruling R-5)."""
    kept = _last_card_mixed_in(hand)
    missing = len(order)
    shuffled = False
    if street.burn and hand.left > kept:
        yield from burn(hand)
    for player in order:
        if not shuffled and hand.left <= kept:
            yield from _reshuffle(hand, missing)
            shuffled = True
        yield from deal_round(hand, street.cards, [player], set())
        missing -= 1
