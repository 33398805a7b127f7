"""Dealer's errors in a poker hand: what the filing settles, and its remedy carried out.

An error is declared while a player is to act or to draw. What the filing does not settle is
refused: the floor lets the hand go on or voids it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.errors import CannotHaveHappened, Refused
from houseway.families.poker.deals import BOARD, burn
from houseway.families.poker.state import NO_LIMIT
from houseway.filings.irregular import Fact, ordered
from houseway.filings.schema.irregular import KINDS, HouseOrder, Noticed
from houseway.rounds.dealer_errors import (
    FLOOR,
    Found,
    Orders,
    cite_of,
    fact_of,
    misdeal,
    no_such_error,
    no_such_hand,
    not_settled,
)
from houseway.rounds.events import Chose, Dealt, Declared, Event, Taken
from houseway.rounds.steps import (
    POINTLESS,
    Deal,
    DealerError,
    Errors,
    Place,
    Procedure,
    Remedy,
    Reshuffle,
    Take,
)

if TYPE_CHECKING:
    from houseway.families.poker.rules import Rules
    from houseway.families.poker.state import Hand, Turn


def dealer_errors(rules: Rules, turn: Turn) -> Errors | None:
    """What is done about an error in a hand; None where nothing orders anything."""
    orders = rules.orders
    if not orders:
        return None

    def find(error: DealerError, events: Sequence[Event]) -> Found:
        if error.kind not in KINDS:
            return no_such_error(error, KINDS)
        try:
            return _KINDS.get(error.kind, _told)(turn.hand, orders, error, events)
        except CannotHaveHappened as missing:  # what it depends on is not told
            return Refused(missing.code, missing.message, where=missing.where, cite=missing.cite)

    return find


def _boxed(hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A card that lay face up in the deck: a down card, a card of the board, or the next one."""
    if error.place != "deck":
        return _shown(hand, orders, error, events, "boxed")
    number = _declared(error, events) + 1
    order = ordered(orders, _fact(hand, error, number=number))
    if order is None:
        return not_settled("boxed cards", error)
    if order.remedy == "void":
        return misdeal(f"{number} cards were boxed", cite_of(order), (), order)
    if not min(hand.stub.left, hand.drawing.room):
        return _no_cards_left(order)
    says = "the top card of the deck is boxed and set aside"
    return Remedy(says, cite_of(order), _set_aside(hand), (), order)


def _exposed(hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A player's card the dealer turned over."""
    return _shown(hand, orders, error, events, "exposed")


def _shown(
    hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event], how: str
) -> Found:
    """A card that everybody has seen: changed for another, a misdeal, or it stays."""
    number = _declared(error, events) + 1
    found = _shown_card(hand, orders, error, events, number)
    if isinstance(found, Refused):
        return found
    card, order = found
    cite, says = cite_of(order), f"{_whose(hand, error.place)} {card} was {how}"
    if order.remedy == "void":
        return misdeal(f"{number} cards were {how} on the deal", cite, (card,), order)
    if order.remedy != "replaced":
        return Remedy(f"{says}; {order.says}", cite, _nothing(), (card,), order)
    if not min(hand.stub.left, hand.drawing.room):
        return _no_cards_left(order)
    burned = how == "exposed" and _burned_next(hand)
    says += (
        " and is changed for the top card" if how == "exposed" else "; the next card replaces it"
    )
    if burned:
        says += "; it will be the burn"
    return Remedy(says, cite, _replace(hand, error, card, on_top=burned), (card,), order)


def _declared(error: DealerError, events: Sequence[Event]) -> int:
    """How many errors of the same kind there were before."""
    return sum(isinstance(e, Declared) and e.error.kind == error.kind for e in events)


def _burned_next(hand: Hand) -> bool:
    """Whether an exposed card lies on the deck as the next burn, filed so or by custom."""
    rules = hand.rules.game.dealer_errors
    return rules is None or rules.exposed_card is None or rules.exposed_card.then == "next-burn"


def _wrong_number(hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A player who holds too many or too few cards."""
    acted = {e.seat for e in events if isinstance(e, Chose) and e.kind in ("bet", "bring-in")}
    order = ordered(orders, _fact(hand, error, acted=len(acted)))
    if order is None:
        return not_settled("hands with a wrong number of cards", error)
    cite = cite_of(order)
    player = _player(hand, error, cite)
    if isinstance(player, Refused):
        return player
    right, name = _right_number(hand, player), hand.name(player)
    if error.number == right or error.number < 0:
        return Refused(
            "right-number", f"{right} cards are what {name} should have; say how many there are",
            where=name, cite=cite,
        )  # fmt: skip
    fault = f"{name} has {error.number} cards instead of {right}"
    if order.remedy == "void":
        return misdeal(f"{fault}, and {len(acted)} of the players have acted", cite, (), order)
    says = f"{fault}: the hand is dead, its chips stay in the pot"
    return Remedy(says, cite, _kill(hand, player), (), order)


def _too_large(hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A board that got more cards than it should."""
    street = hand.rules.streets[hand.round]
    order = ordered(orders, _fact(hand, error, street=street.name))
    if order is None or not _fresh(events, "board"):
        return not_settled("a board of this street that is too large, or was acted on", error)
    cite, extra = cite_of(order), error.number - street.board
    if not 0 < extra <= hand.stub.left:
        return Refused(
            "right-number", f"the {street.label} has {street.board} cards; say how many lay there",
            where="board", cite=cite,
        )  # fmt: skip
    rules = hand.rules.game.dealer_errors
    filed = (
        next((one for one in rules.too_large if one.street == street.name), None) if rules else None
    )
    again = filed is not None and filed.burn == "made-again"
    says = f"the {street.label} has {error.number} cards; it is taken back and shuffled in"
    return Remedy(says, cite, _deal_again(hand, extra, burn_again=again), (), order)


def _early(hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """Cards turned up for the board before the betting of the round is done."""
    del events
    place = _next_board(hand)
    streets = hand.rules.streets
    order = (
        None if place is None else ordered(orders, _fact(hand, error, street=streets[place].name))
    )
    if order is None or place is None:
        return not_settled("cards dealt too early at this point", error)
    street = streets[place]
    if street.board + 1 > hand.stub.left:
        return Refused("no-cards-left", f"too few cards are left; {FLOOR}", cite=cite_of(order))
    says = f"the {street.label} was dealt before the betting was done and is not in play"
    into: int | None = None
    match _shuffled_in(hand, place):
        case "shuffled-in-before-street":
            into = place
        case "shuffled-in-before-next":
            into = _next_board(hand, place + 1)
    return Remedy(says, cite_of(order), _take_back(hand, place, into=into), (), order)


def _shuffled_in(hand: Hand, place: int) -> str:
    """When the cards go back: as filed; else a flop at once, the last card before its street."""
    rules, streets = hand.rules.game.dealer_errors, hand.rules.streets
    for rule in rules.early if rules is not None else ():
        if rule.street == streets[place].name:
            return rule.cards
    if streets[place].board > 1:
        return "shuffled-in-at-once"
    last = _next_board(hand, place + 1) is None
    return "shuffled-in-before-street" if last else "shuffled-in-before-next"


def _told(hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """What moves no card: the rule is called and the hand goes on, or is void."""
    acted = {e.seat for e in events if isinstance(e, Chose) and e.kind in ("bet", "bring-in")}
    order = ordered(orders, _fact(hand, error, acted=len(acted)))
    if order is None:
        return not_settled(error.kind, error)
    if order.remedy == "void":
        return misdeal(order.says, cite_of(order), (), order)
    if order.remedy == "dead":
        player = _player(hand, error, cite_of(order))
        if isinstance(player, Refused):
            return player
        says = f"{hand.name(player)}: {order.says}"
        return Remedy(says, cite_of(order), _kill(hand, player), (), order)
    return Remedy(order.says, cite_of(order), _nothing(), (), order)


_KINDS: dict[str, Callable[[Hand, Orders, DealerError, Sequence[Event]], Found]] = {
    "boxed-card": _boxed,
    "exposed-card": _exposed,
    "wrong-number": _wrong_number,
    "board-too-large": _too_large,
    "early-board": _early,
}


# Remedies.


def _nothing() -> Procedure:
    yield from ()


def _set_aside(hand: Hand) -> Procedure:
    yield Deal("aside", 1)
    hand.stub.left -= 1
    if hand.drawing.room != NO_LIMIT:
        hand.drawing.room -= 1


def _replace(hand: Hand, error: DealerError, card: Card, *, on_top: bool = False) -> Procedure:
    """The card is taken away and the next one of the deck comes last to the same place."""
    place = error.place
    assert place is not None
    yield Take(place, (card,))
    if isinstance(place, int):
        held = hand.held.cards[hand.seats.index(place)]
        del held[error.number - 1]
        held += yield Deal(place, 1, (place,))
    else:
        board = hand.boards[0]
        del board[error.number - 1]
        board += yield BOARD[1]
    hand.stub.left -= 1
    if on_top:
        hand.stub.on_top.append(card)


def _kill(hand: Hand, player: int) -> Procedure:
    """The hand is dead wherever its player sits in the round; the chips are forfeit."""
    yield from ()  # no card moves
    if not hand.holding[player]:
        return None
    hand.fold(player)
    hand.forfeited.add(player)
    return POINTLESS if hand.actor == player or hand.in_hand == 1 else None


def _deal_again(hand: Hand, extra: int, *, burn_again: bool) -> Procedure:
    right = hand.rules.streets[hand.round].board
    board = hand.boards[0]
    board += yield Deal("board", extra)
    cards = tuple(board[-right - extra :])
    del board[-right - extra :]
    yield Take("board", cards)
    yield Reshuffle(cards, burns=False)
    hand.stub.left += right
    if burn_again:
        yield burn(hand.stub)
    board += yield BOARD[right]
    hand.stub.left -= right


def _take_back(hand: Hand, place: int, *, into: int | None) -> Procedure:
    """The street as it was dealt too early; its cards wait for the street `into`, or for none."""
    street = hand.rules.streets[place]
    if street.burn and place not in hand.stub.amended:
        yield burn(hand.stub)
    cards = yield BOARD[street.board]
    yield Take("board", cards)
    if into is None:
        yield Reshuffle(cards, burns=False)
        hand.stub.amended.setdefault(place, [])
        return
    hand.stub.left -= street.board
    hand.stub.amended.setdefault(into, []).extend(cards)


# Facts.


def _next_board(hand: Hand, start: int | None = None) -> int | None:
    """The place of the next street with a board that does not lie yet."""
    lies = len(hand.boards[0])
    for place, street in enumerate(hand.rules.streets):
        lies -= street.board
        if street.board and lies < 0 and place >= (start or 0):
            return place
    return None


def _right_number(hand: Hand, player: int) -> int:
    """How many cards a player should have; those given up in a draw are about to be replaced."""
    if hand.drawing.room != NO_LIMIT:
        return sum(len(street.cards) for street in hand.rules.streets[: hand.round + 1])
    return len(hand.held.cards[player])


def _fresh(events: Sequence[Event], place: Place | None) -> int:
    """How many cards of a place, its last ones, came since somebody last decided something."""
    count = 0
    for event in reversed(events):
        if isinstance(event, Chose):
            break
        if isinstance(event, Dealt) and event.place == place:
            count += event.count
        elif isinstance(event, Taken) and event.place == place:
            count -= len(event.cards)
    return count


def _fact(
    hand: Hand, error: DealerError, *, noticed: Noticed = "deal", number: int = 1,
    street: str | None = None, acted: int | None = None,
) -> Fact:  # fmt: skip
    """An error as the orders speak of it, on the street under way unless another is said."""
    here = hand.rules.streets[hand.round].name
    fact = fact_of(error, noticed=noticed, ranks=(), number=number)
    return fact._replace(street=street or here, acted=acted)


def _shown_card(
    hand: Hand, orders: Orders, error: DealerError, events: Sequence[Event], number: int = 1
) -> tuple[Card, HouseOrder] | Refused:
    """The card that is meant and the order about it; most speak of cards just dealt."""
    if error.place == "board":
        cards, where = hand.boards[0], "board"
    elif isinstance(error.place, int):
        player = _player(hand, error, "")
        if isinstance(player, Refused):
            return player
        cards, where = hand.held.cards[player], hand.name(player)
    else:
        return not_settled(f"{error.kind}s there", error)
    late = error.number <= len(cards) - _fresh(events, error.place)
    order = ordered(
        orders, _fact(hand, error, noticed="choices" if late else "deal", number=number)
    )
    if not 1 <= error.number <= len(cards):
        return Refused(
            "no-such-card", f"{len(cards)} cards lie there; number {error.number} is none",
            where=where,
        )  # fmt: skip
    if order is not None and not (order.remedy == "replaced" and has_cards_up(hand.rules)):
        return cards[error.number - 1], order
    in_time = ordered(orders, _fact(hand, error, number=number))
    if late and in_time is not None:
        return Refused(
            "too-late", f"somebody has acted since that card was dealt; {FLOOR}", where=where,
            cite=cite_of(in_time),
        )  # fmt: skip
    return not_settled(f"{error.kind.replace('-', ' ')}s but those of players on the deal", error)


def has_cards_up(rules: Rules) -> bool:
    """Where some of a player's cards lie face up, an exchange has no one meaning."""
    return any(set(street.cards) - {"d"} for street in rules.streets)


def _no_cards_left(order: HouseOrder) -> Refused:
    return Refused("no-cards-left", f"no card is left to replace it; {FLOOR}", cite=cite_of(order))


def _player(hand: Hand, error: DealerError, cite: str) -> int | Refused:
    """Whose hand it is; one that was folded meanwhile counts too."""
    if error.place not in hand.seats:
        return no_such_hand(error, cite)
    return hand.seats.index(error.place)


def _whose(hand: Hand, place: Place | None) -> str:
    return f"{hand.title}{place}'s" if isinstance(place, int) else "the board's"
