"""Streets: discards, draws, exposed cards, burns, the deal, and a deck that does not last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card, NotationError, parse_cards
from houseway.errors import CannotHaveHappened, Refused
from houseway.games.poker.state import UNKNOWN
from houseway.games.steps import Ask, Burn, Call, Deal, Procedure, Reshuffle, Show

if TYPE_CHECKING:
    from houseway.filings.schema.poker import Street
    from houseway.games.poker.state import Hand

_BURN = Burn(1)
_BOARD = {count: Deal("board", count) for count in (1, 2, 3, 4, 5)}
_PAT = Call("stands pat")
_CHANGES = {count: Call(f"draws {count}") for count in range(1, 8)}


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards written in a move; `??` is one nobody wrote down."""
    if "?" not in text:
        return parse_cards(text)
    found: list[Card] = []
    for place in range(0, len(text), 2):
        token = text[place : place + 2]
        found += (UNKNOWN,) if token == "??" else parse_cards(token)
    return tuple(found)


def deal_street(hand: Hand, street: Street) -> Procedure:
    """All that happens before the round of betting of a street."""
    order = hand.in_turn(0)
    exposed: set[int] = set()
    if street.discard is not None:
        yield from _discards(hand, order, street.discard.count)
    elif street.draw is not None:
        yield from _draw(hand, street, order)
        return
    elif street.expose is not None:
        exposed = yield from _expose(hand, order)
    needed = len(order) * len(street.cards) + street.board
    if needed + street.burn > hand.left:
        yield from _deal_short(hand, street, order)
        return
    if street.burn:
        yield from burn(hand)
    if street.cards:
        yield from _deal_round(hand, street.cards, order, exposed)
    if street.board:
        hand.board += yield _BOARD[street.board]
        hand.left -= street.board


def burn(hand: Hand) -> Procedure:
    yield _BURN
    hand.left -= 1
    hand.burned += 1


def _deal_round(hand: Hand, letters: str, order: Sequence[int], exposed: set[int]) -> Procedure:
    """One card each round the table for every letter."""
    cards, down_deals = hand.cards, hand.down_deals
    jokers = hand.rules.jokers
    for letter in letters:
        for player in order:
            if letter == "d" or (letter == "e" and player in exposed):
                (card,) = yield down_deals[player]
                if jokers and card.is_joker:
                    hand.jokers_down[player] = True
            else:
                (card,) = yield hand.up_deals[player]
                hand.up[player].append(card)
            cards[player].append(card)
    hand.left -= len(letters) * len(order)


# Discards and draws.


def _discards(hand: Hand, order: Sequence[int], count: int) -> Procedure:
    thrown: list[Card] = []
    for player in order:
        hand.actor = player
        move = yield _ask_discard(hand, player, count, count)
        thrown += _throw(hand, player, move)
    hand.discards += thrown
    hand.actor = -1


def _draw(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    """Everybody discards in turn, then the new cards are dealt in the same order."""
    assert street.draw is not None
    most = street.draw.most
    thrown: list[Card] = []
    wanted: list[tuple[int, int]] = []
    room = _replaceable(hand, street)
    for player in order:
        hand.actor = player
        drawn = len(thrown)
        move = yield _ask_discard(hand, player, 0, most, room - drawn)
        if move == "sd":
            yield _PAT
            continue
        thrown += _throw(hand, player, move)
        wanted.append((player, len(thrown) - drawn))
        yield _CHANGES[wanted[-1][1]]
    hand.actor = -1
    if len(thrown) + street.burn + _kept_back(hand, street) <= hand.left:
        if street.burn:
            yield from burn(hand)
        for player, count in wanted:
            yield from _deal_drawn(hand, player, count)
        hand.discards += thrown
    elif _mixes(hand, "this-draw"):
        hand.discards += thrown
        yield from _draw_short(hand, street, wanted, len(thrown))
    else:
        yield from _draw_short(hand, street, wanted, len(thrown))
        hand.discards += thrown


def _deal_drawn(hand: Hand, player: int, count: int) -> Procedure:
    seat = hand.seats[player]
    dealt = yield Deal(seat, count, (seat,))
    hand.cards[player] += dealt
    hand.left -= count


def _ask_discard(hand: Hand, player: int, least: int, most: int, room: int = 9) -> Ask:
    def object_to(move: str) -> Refused | None:
        return _discard_objection(hand, player, move, least, most, room)

    return Ask(
        hand.seats[player],
        "discard" if least else "draw",
        () if least else ("sd",),
        object_to,
        verbs=("sd",),
        secret=True,
        facts={"least": least, "most": min(most, room)},
    )


def _discard_objection(
    hand: Hand, player: int, move: str, least: int, most: int, room: int
) -> Refused | None:
    street = hand.rules.streets[hand.round]
    rule = street.draw or street.discard
    assert rule is not None

    def refused(code: str, why: str) -> Refused:
        return Refused(code, why, where=hand.name(player), cite=str(rule.cite))

    verb, _, text = move.partition(" ")
    if verb != "sd":
        return refused("not-a-move", f"{hand.name(player)} is to discard (sd and the cards)")
    try:
        cards = read_cards(text)
    except NotationError as error:
        return refused("not-cards", str(error))
    held = list(hand.cards[player])
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
    held = hand.cards[player]
    for card in read_cards(move[3:]):
        held.remove(card if card in held else UNKNOWN)
        thrown.append(card)
    return thrown


def _expose(hand: Hand, order: Sequence[int]) -> Procedure:
    """Players turn their down card up, or do not; those who did get the next one face down."""
    exposed: set[int] = set()
    for player in order:
        seat = hand.seats[player]
        hand.actor = player
        move = yield Ask(seat, "expose", ("ex", "keep"), default="keep")
        if move == "ex":
            up = hand.up[player]
            down = [card for card in hand.cards[player] if card not in up]
            up += down
            exposed.add(player)
            yield Show(seat, tuple(down))
    hand.actor = -1
    return exposed


# A deck that does not last.


def _mixes(hand: Hand, what: str) -> bool:
    shortage = hand.rules.game.shortage
    return shortage is not None and what in shortage.mixed


def _last_card_mixed_in(hand: Hand) -> int:
    shortage = hand.rules.game.shortage
    return 1 if shortage is not None and shortage.last_card == "mixed-in" else 0


def _kept_back(hand: Hand, street: Street) -> int:
    """The last card of the deck is dealt as it lies only to end the last draw (ruling D-10)."""
    return 0 if street is hand.rules.streets[-1] else _last_card_mixed_in(hand)


def _pool(hand: Hand) -> tuple[tuple[Card, ...], bool, int]:
    """What may be shuffled back in: the known cards, whether burns go with them, how many."""
    shortage = hand.rules.game.shortage
    if shortage is None or shortage.how == "refuse":
        return (), False, 0
    cards: list[Card] = []
    if _mixes(hand, "folded"):
        cards += hand.folded_cards
    if _mixes(hand, "discards"):
        cards += hand.discards
    burns = _mixes(hand, "burns")
    return tuple(cards), burns, len(cards) + (hand.burned if burns else 0)


def _replaceable(hand: Hand, street: Street) -> int:
    """How many cards a draw can get in all, reshuffled ones included."""
    if _mixes(hand, "this-draw"):
        return len(hand.rules.deck)
    lost = 1 if street.burn and not _mixes(hand, "burns") else 0
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
    yield Call("The deck has run out; the discards are shuffled")
    yield Reshuffle(cards, burns)
    hand.left += count
    hand.folded_cards, hand.discards = [], []
    if burns:
        hand.burned = 0
    if shortage.burn_again and hand.left > needed:
        yield from burn(hand)


def _draw_short(
    hand: Hand, street: Street, wanted: list[tuple[int, int]], missing: int
) -> Procedure:
    """A draw that the deck cannot complete: it goes on with earlier discards (D-2, D-10)."""
    mixed_in = _last_card_mixed_in(hand)
    last_draw = street is hand.rules.streets[-1]
    if street.burn and hand.left > mixed_in:
        yield from burn(hand)
    shuffled = False
    for player, count in wanted:
        while count:
            keep = 0 if shuffled or (last_draw and missing == 1) else mixed_in
            usable = hand.left - keep
            if usable <= 0:
                yield from _reshuffle(hand, missing)
                shuffled = True
                continue
            dealt = min(count, usable)
            yield from _deal_drawn(hand, player, dealt)
            count -= dealt
            missing -= dealt


def _deal_short(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
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
    hand.board += yield _BOARD[1]
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
        yield from _deal_round(hand, street.cards, [player], set())
        missing -= 1
