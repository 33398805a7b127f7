"""What players do to their cards before a round: discard, draw, turn the down card up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from houseway.cards import Card, NotationError
from houseway.errors import Refused
from houseway.families.poker.deals import burn, deal_drawn, read_cards
from houseway.families.poker.shortage import (
    draw_short,
    kept_back,
    replaceable,
    served_are_mixed,
)
from houseway.families.poker.state import NO_LIMIT, UNKNOWN, Facts
from houseway.rounds.steps import POINTLESS, Ask, Call, Procedure, Show

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand

PAT = "stand pat"
_PAT = Call("stands pat")
_CHANGES = {count: Call(f"draws {count}") for count in range(1, 8)}


class DiscardFacts(Facts):
    """How many cards may go, and how many must."""

    __slots__ = ()
    _KEYS = ("least", "most")

    def __getitem__(self, key: str) -> Any:
        drawing = self._turn.hand.drawing
        least, most = drawing.span
        if key not in self._KEYS:
            raise KeyError(key)
        return least if key == "least" else min(most, drawing.room)


def discards(hand: Hand, order: Sequence[int], count: int) -> Procedure:
    """Everybody gives up so many cards, in turn."""
    asks, drawing = hand.asks.discarding, hand.drawing
    drawing.span, drawing.room = (count, count), NO_LIMIT
    thrown: list[Card] = []
    for player in order:
        if not hand.holding[player] or hand.in_hand == 1:
            continue  # hands were declared dead
        hand.actor = player
        move = yield asks[player]
        if move != POINTLESS:
            thrown += _throw(hand, player, move)
    hand.stub.discards += thrown
    hand.actor = -1


def draw(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    """Everybody discards in turn, then the new cards are dealt in the same order."""
    assert street.draw is not None
    asks, drawing, stub = hand.asks.drawing, hand.drawing, hand.stub
    drawing.span, drawing.room = (0, street.draw.most), replaceable(hand.rules, stub, street)
    each = served_are_mixed(hand.rules)
    wanted: list[tuple[int, list[Card]]] = []
    for player in order:
        if not hand.holding[player] or hand.in_hand == 1:
            continue  # hands were declared dead
        hand.actor = player
        move = yield asks[player]
        if move == POINTLESS:
            continue
        if move == PAT:
            yield _PAT
            continue
        cards = _throw(hand, player, move)
        wanted.append((player, cards))
        if not each:
            drawing.room -= len(cards)
        yield _CHANGES[len(cards)]
    hand.actor, drawing.room = -1, NO_LIMIT
    if hand.forfeited:
        for player, cards in wanted:
            if not hand.holding[player]:
                stub.discards += cards
        wanted = [(player, cards) for player, cards in wanted if hand.holding[player]]
        if hand.in_hand == 1:
            return
    missing = sum([len(cards) for _, cards in wanted])
    burned = street.burn and not stub.on_top
    if missing + burned + kept_back(hand.rules, street) > stub.left:
        yield from draw_short(hand, street, wanted)
        return
    if street.burn:
        yield burn(stub)
    for player, cards in wanted:
        yield from deal_drawn(hand, player, len(cards))
        stub.discards += cards


def discard_objection(hand: Hand, move: str) -> Refused | None:
    player, room = hand.actor, hand.drawing.room
    least, most = hand.drawing.span
    street = hand.rules.streets[hand.round]
    rule = street.draw or street.discard
    assert rule is not None

    def refused(code: str, why: str) -> Refused:
        return Refused(code, why, where=hand.name(player), cite=str(rule.cite))

    verb, _, text = move.partition(" ")
    word = "draw" if street.draw is not None else "discard"
    if verb != word:
        return refused("not-a-move", f"{hand.name(player)} is to {word}: {word} and the cards")
    try:
        cards = read_cards(text)
    except NotationError as error:
        return refused("not-cards", str(error))
    if not cards and word == "draw":
        return refused("not-a-move", f"{hand.name(player)} is to draw some cards, or to stand pat")
    held = list(hand.held.cards[player])
    for card in cards:
        if card in held:
            held.remove(card)
        elif UNKNOWN in held and card is not UNKNOWN:
            held.remove(UNKNOWN)
        else:
            return refused("not-held", f"{hand.name(player)} does not hold {card}")
    if len(cards) < least:
        return refused("too-few", f"{hand.name(player)} discards {least}, not {len(cards)}")
    if len(cards) > most:
        return refused("too-many", f"{hand.name(player)} may discard {most}, not {len(cards)}")
    if len(cards) > room:
        shortage = hand.rules.game.shortage
        return Refused(
            "deck-runs-out",
            f"{len(cards)} new cards are asked for and the deck can give {max(room, 0)}",
            where=hand.name(player),
            cite=str(shortage.cite) if shortage is not None else str(rule.cite),
        )
    return None


def _throw(hand: Hand, player: int, move: str) -> list[Card]:
    """The cards of a discard, out of the hand."""
    thrown = []
    held = hand.held.cards[player]
    for card in read_cards(move.partition(" ")[2]):
        held.remove(card if card in held else UNKNOWN)
        thrown.append(card)
    return thrown


def expose(hand: Hand, order: Sequence[int]) -> Procedure:
    """Players turn their down card up, or do not; those who did get the next one face down."""
    exposed: set[int] = set()
    errors = hand.asks.opening[0].errors
    for player in order:
        if not hand.holding[player] or hand.in_hand == 1:
            continue  # hands were declared dead
        seat = hand.seats[player]
        hand.actor = player
        move = yield Ask(
            seat, "expose", ("turn up", "keep down"), default="keep down", errors=errors
        )
        if move == "turn up":
            up = hand.held.up[player]
            down = [card for card in hand.held.cards[player] if card not in up]
            up += down
            exposed.add(seat)
            yield Show(seat, tuple(down))
    hand.actor = -1
    return frozenset(exposed)
