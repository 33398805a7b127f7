"""Dealer's errors in a poker hand: what the filing settles, and its remedy carried out.

An error is declared while a player is to act or to draw. What the filing does not settle is
refused: the floor lets the hand go on or voids it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.errors import Refused
from houseway.families.poker.deals import BOARD, burn
from houseway.families.poker.schema import DealerErrors
from houseway.families.poker.state import NO_LIMIT
from houseway.filings.schema.base import Citation
from houseway.rounds.dealer_errors import (
    FLOOR,
    Found,
    errors_of,
    misdeal,
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
    from houseway.families.poker.state import Hand


def dealer_errors(hand: Hand) -> Errors | None:
    """What is done about an error in this round; None where the filing settles none."""
    return errors_of(_KINDS, hand, hand.rules.game.dealer_errors)


def _boxed(hand: Hand, rules: DealerErrors, error: DealerError, events: Sequence[Event]) -> Found:
    """A card that lay face up in the deck: a down card, a card of the board, or the next one."""
    rule = rules.boxed_card
    if rule is None:
        return not_settled("boxed cards", error)
    cite = str(rule.cite)
    if not min(hand.left, hand.discard_room):
        return Refused("no-cards-left", f"no card is left to replace it; {FLOOR}", cite=cite)
    if error.place == "deck":
        return Remedy("the top card of the deck is boxed and set aside", cite, _set_aside(hand))
    card = _fresh_card(hand, error, events, rule.cite)
    if isinstance(card, Refused):
        return card
    says = f"{_whose(hand, error.place)} {card} was boxed; the next card replaces it"
    return Remedy(says, cite, _replace(hand, error, card), (card,))


def _exposed(hand: Hand, rules: DealerErrors, error: DealerError, events: Sequence[Event]) -> Found:
    """A player's card the dealer turned over on the deal."""
    rule = rules.exposed_card
    if rule is None or hand.round or not isinstance(error.place, int):
        return not_settled("exposed cards but those of players on the deal", error)
    card = _fresh_card(hand, error, events, rule.cite)
    if isinstance(card, Refused):
        return card
    cite, whose = str(rule.cite), _whose(hand, error.place)
    before = [e for e in events if isinstance(e, Declared) and e.error.kind == "exposed-card"]
    if len(before) + 1 >= rule.misdeal_from:
        return misdeal(f"{len(before) + 1} cards were exposed on the deal", cite, (card,))
    if not hand.left:
        return Refused("no-cards-left", f"no card is left to replace it; {FLOOR}", cite=cite)
    says = f"{whose} {card} was exposed and is changed for the top card"
    burned = rule.then == "next-burn"
    if burned:
        says += "; it will be the burn"
    return Remedy(says, cite, _replace(hand, error, card, on_top=burned), (card,))


def _wrong_number(
    hand: Hand, rules: DealerErrors, error: DealerError, events: Sequence[Event]
) -> Found:
    """A player who holds too many or too few cards."""
    rule = rules.wrong_number
    if rule is None:
        return not_settled("hands with a wrong number of cards", error)
    cite = str(rule.cite)
    player = _player(hand, error, cite)
    if isinstance(player, Refused):
        return player
    right, name = _right_number(hand, player), hand.name(player)
    if error.number == right or error.number < 0:
        return Refused(
            "right-number", f"{right} cards are what {name} should have; say how many there are",
            where=name, cite=cite,
        )  # fmt: skip
    acted = {e.seat for e in events if isinstance(e, Chose) and e.kind in ("bet", "bring-in")}
    fault = f"{name} has {error.number} cards instead of {right}"
    if len(acted) < rule.misdeal_until:
        return misdeal(f"{fault}, and {len(acted)} of the players have acted", cite)
    says = f"{fault}: the hand is dead, its chips stay in the pot"
    return Remedy(says, cite, _kill(hand, player))


def _too_large(
    hand: Hand, rules: DealerErrors, error: DealerError, events: Sequence[Event]
) -> Found:
    """A board that got more cards than it should."""
    street = hand.rules.streets[hand.round]
    rule = next((one for one in rules.too_large if one.street == street.name), None)
    if rule is None or not _fresh(events, "board"):
        return not_settled("a board of this street that is too large, or was acted on", error)
    cite, extra = str(rule.cite), error.number - street.board
    if not 0 < extra <= hand.left:
        return Refused(
            "right-number", f"the {street.label} has {street.board} cards; say how many lay there",
            where="board", cite=cite,
        )  # fmt: skip
    says = f"the {street.label} has {error.number} cards; it is taken back and shuffled in"
    return Remedy(says, cite, _deal_again(hand, extra, burn_again=rule.burn == "made-again"))


def _early(hand: Hand, rules: DealerErrors, error: DealerError, events: Sequence[Event]) -> Found:
    """Cards turned up for the board before the betting of the round is done."""
    del events
    place = _next_board(hand)
    streets = hand.rules.streets
    rule = next(
        (one for one in rules.early if place is not None and one.street == streets[place].name),
        None,
    )
    if rule is None or place is None:
        return not_settled("cards dealt too early at this point", error)
    street, cite = streets[place], str(rule.cite)
    if street.board + 1 > hand.left:
        return Refused("no-cards-left", f"too few cards are left; {FLOOR}", cite=cite)
    says = f"the {street.label} was dealt before the betting was done and is not in play"
    if rule.cards == "shuffled-in-at-once":
        return Remedy(says, cite, _take_back(hand, place, into=None))
    into = place if rule.cards == "shuffled-in-before-street" else _next_board(hand, place + 1)
    return Remedy(says, cite, _take_back(hand, place, into=into))


_KINDS: dict[str, Callable[[Hand, DealerErrors, DealerError, Sequence[Event]], Found]] = {
    "boxed-card": _boxed,
    "exposed-card": _exposed,
    "wrong-number": _wrong_number,
    "board-too-large": _too_large,
    "early-board": _early,
}


# Remedies.


def _set_aside(hand: Hand) -> Procedure:
    yield Deal("aside", 1)
    hand.left -= 1
    if hand.discard_room != NO_LIMIT:
        hand.discard_room -= 1


def _replace(hand: Hand, error: DealerError, card: Card, *, on_top: bool = False) -> Procedure:
    """The card is taken away and the next one of the deck comes last to the same place."""
    place = error.place
    assert place is not None
    yield Take(place, (card,))
    if isinstance(place, int):
        held = hand.cards[hand.seats.index(place)]
        del held[error.number - 1]
        held += yield Deal(place, 1, (place,))
    else:
        del hand.board[error.number - 1]
        hand.board += yield BOARD[1]
    hand.left -= 1
    if on_top:
        hand.on_top.append(card)


def _kill(hand: Hand, player: int) -> Procedure:
    """The hand is dead wherever its player sits in the round; the chips are forfeit."""
    yield from ()  # no card moves
    hand.fold(player)
    hand.forfeited.add(player)
    return POINTLESS if hand.actor == player or hand.in_hand == 1 else None


def _deal_again(hand: Hand, extra: int, *, burn_again: bool) -> Procedure:
    right = hand.rules.streets[hand.round].board
    hand.board += yield Deal("board", extra)
    cards = tuple(hand.board[-right - extra :])
    del hand.board[-right - extra :]
    yield Take("board", cards)
    yield Reshuffle(cards, burns=False)
    hand.left += right
    if burn_again:
        yield from burn(hand)
    hand.board += yield BOARD[right]
    hand.left -= right


def _take_back(hand: Hand, place: int, *, into: int | None) -> Procedure:
    """The street as it was dealt too early; its cards wait for the street `into`, or for none."""
    street = hand.rules.streets[place]
    if street.burn and place not in hand.amended:
        yield from burn(hand)
    cards = yield BOARD[street.board]
    yield Take("board", cards)
    if into is None:
        yield Reshuffle(cards, burns=False)
        hand.amended.setdefault(place, [])
        return
    hand.left -= street.board
    hand.amended.setdefault(into, []).extend(cards)


# Facts.


def _next_board(hand: Hand, start: int | None = None) -> int | None:
    """The place of the next street with a board that does not lie yet."""
    lies = len(hand.board)
    for place, street in enumerate(hand.rules.streets):
        lies -= street.board
        if street.board and lies < 0 and place >= (start or 0):
            return place
    return None


def _right_number(hand: Hand, player: int) -> int:
    """How many cards a player should have; those given up in a draw are about to be replaced."""
    if hand.discard_room != NO_LIMIT:
        return sum(len(street.cards) for street in hand.rules.streets[: hand.round + 1])
    return len(hand.cards[player])


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


def _fresh_card(
    hand: Hand, error: DealerError, events: Sequence[Event], cite: Citation
) -> Card | Refused:
    """The card that is meant, if it was among those just dealt."""
    if error.place == "board":
        cards, where = hand.board, "board"
    else:
        player = _player(hand, error, str(cite))
        if isinstance(player, Refused):
            return player
        cards, where = hand.cards[player], hand.name(player)
    if not 1 <= error.number <= len(cards):
        return Refused(
            "no-such-card", f"{len(cards)} cards lie there; number {error.number} is none",
            where=where, cite=str(cite),
        )  # fmt: skip
    if error.number <= len(cards) - _fresh(events, error.place):
        return Refused(
            "too-late", f"somebody has acted since that card was dealt; {FLOOR}",
            where=where, cite=str(cite),
        )  # fmt: skip
    return cards[error.number - 1]


def _player(hand: Hand, error: DealerError, cite: str) -> int | Refused:
    player = hand.seats.index(error.place) if error.place in hand.seats else -1
    return player if player >= 0 and hand.holding[player] else no_such_hand(error, cite)


def _whose(hand: Hand, place: Place | None) -> str:
    return f"{hand.title}{place}'s" if isinstance(place, int) else "the board's"
