"""Faults of the deal and of the setting at a pai gow poker table, as the filing settles them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.cards import Card, parse_cards
from houseway.errors import Refused
from houseway.families.pai_gow_poker.orders import SHOWN
from houseway.families.pai_gow_poker.setting import Setting
from houseway.filings.irregular import ordered
from houseway.rounds.dealer_errors import (
    FLOOR,
    Found,
    Orders,
    cite_for,
    cite_of,
    errors_of,
    fact_of,
    misdeal,
    no_such_hand,
    not_settled,
    rank_of,
)
from houseway.rounds.events import Burned, Chose, Declared, Event, Shown
from houseway.rounds.piles import PILE
from houseway.rounds.steps import (
    NOBODY,
    Deal,
    DealerError,
    Errors,
    Place,
    Procedure,
    Remedy,
    Show,
    Take,
)
from houseway.rounds.transcript import place_name


@dataclass(slots=True)
class Dealt:
    """The piles as they lie, by seat and "bank", and how many cards are left over."""

    setting: Setting
    piles: dict[Place, tuple[Card, ...]]
    left_over: int


def dealing_errors(dealt: Dealt) -> Errors | None:
    """What is done about an error in this round; None where the filing settles none."""
    filing = dealt.setting.filing
    return errors_of(_KINDS, dealt, filing.orders if filing.game.dealing_faults else None)


def _shown(dealt: Dealt, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A boxed or exposed card: replaced, or a misdeal by its rank or number."""
    cite, place = cite_for(orders, error.kind), error.place
    if place is None:
        return no_such_hand(error, cite)
    where, unused = place_name(place), _lies_unused(events, place)
    card = _card_seen(error, where, cite) if unused else _card_lying(dealt, error, where, cite)
    if isinstance(card, Refused):
        return card
    if place == "bank" and _opened(events):  # its cards are seen by right
        return Refused(
            "too-late", f"the bank's hand is open by now; {FLOOR}", where=where, cite=cite
        )
    before = [e for e in events if isinstance(e, Declared) and e.error.kind in SHOWN]
    set_by_now = isinstance(place, int) and not unused and _has_set(events, place)
    late = set_by_now or _opened(events)
    order = ordered(
        orders,
        fact_of(
            error,
            noticed="settling" if late else "deal",
            ranks=(rank_of(card),),
            number=len(before) + 1,
        ),
    )
    if order is None:
        why = f"the hand is set by now, or all hands are; {FLOOR}"
        return (
            Refused("too-late", why, where=where, cite=cite)
            if late
            else not_settled(f"{error.kind}s", error)
        )
    how = "was boxed" if error.kind == "boxed-card" else "was exposed"
    if order.remedy == "void":
        several = order.least > 1
        why = (
            f"{len(before) + 1} cards were boxed or exposed"
            if several
            else f"{card} {how} at {where}"
        )
        return misdeal(why, cite_of(order), (card,))
    if unused:
        says = f"{card} {how} at {where}, where nobody bets; the round goes on"
        return Remedy(says, cite_of(order), _goes_on(), (card,))
    says = f"{card} {how} at {where}; the first card left over replaces it"
    return Remedy(says, cite_of(order), _replace(dealt, place, error.number), (card,))


def _card_lying(dealt: Dealt, error: DealerError, where: str, cite: str) -> Card | Refused:
    """A card of a hand in play, by its number."""
    pile = dealt.piles.get(error.place) if error.place is not None else None
    if pile is None:
        return no_such_hand(error, cite)
    if not 1 <= error.number <= len(pile):
        return Refused(
            "no-such-card", f"{len(pile)} cards lie there; number {error.number} is none",
            where=where, cite=cite,
        )  # fmt: skip
    return pile[error.number - 1]


def _card_seen(error: DealerError, where: str, cite: str) -> Card | Refused:
    """A card of a pile without a wager: nobody knows its cards but those that were seen."""
    try:
        (card,) = parse_cards(error.lay)
    except ValueError:
        why = "name the card that was seen, as in lay = 'Jk'; the table does not know that pile"
        return Refused("no-such-card", why, where=where, cite=cite)
    return card


def _lies_unused(events: Sequence[Event], place: Place) -> bool:
    """Whether a pile was dealt to a seat where nobody bets."""
    return any(isinstance(event, Burned) and event.place == place for event in events)


def _replace(dealt: Dealt, place: Place, number: int) -> Procedure:
    pile = dealt.piles[place]
    yield Take(place, (pile[number - 1],))
    seen_by = (place,) if isinstance(place, int) else NOBODY
    new = yield Deal(place, 1, seen_by)
    dealt.left_over -= 1
    dealt.piles[place] = (*pile[: number - 1], *pile[number:], *new)


def _wrong_number(
    dealt: Dealt, orders: Orders, error: DealerError, events: Sequence[Event]
) -> Found:
    """The bank's hand with too many or too few cards; of a player's nothing is filed before it
    lies, and then it is foul."""
    del events
    order = ordered(orders, fact_of(error, noticed="deal"))
    if order is None:
        return not_settled("a wrong number of cards in a player's hand", error)
    right = len(dealt.piles["bank"])
    if error.number == right or error.number < 0:
        return Refused(
            "right-number", f"{right} cards are what the bank should have; say how many there are",
            where="the bank", cite=cite_of(order),
        )  # fmt: skip
    return misdeal(f"the bank has {error.number} cards instead of {right}", cite_of(order))


def _identical(dealt: Dealt, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """Two identical cards among those that are open."""
    del dealt
    order = ordered(orders, fact_of(error))
    if order is None:
        return not_settled("identical cards", error)
    if not any(isinstance(e, Shown) or (isinstance(e, Declared) and e.cards) for e in events):
        return Refused("nothing-open", "no card has been turned up yet", cite=cite_of(order))
    return misdeal("two identical cards were turned up", cite_of(order))


def _wrong_pile(dealt: Dealt, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A pile that went to the wrong position; the dice cup is closed when a hand has been set."""
    del dealt
    acted = any(isinstance(event, Chose) and event.kind != PILE for event in events)
    order = ordered(orders, fact_of(error, noticed="choices" if acted else "deal"))
    if order is not None:
        return misdeal("a pile went to the wrong position", cite_of(order))
    if acted:
        return Refused("too-late", f"a hand has been set, so the dice cup is closed; {FLOOR}",
                       cite=cite_for(orders, error.kind))  # fmt: skip
    return not_settled("a pile at the wrong position", error)


def _reset(dealt: Dealt, orders: Orders, error: DealerError, events: Sequence[Event]) -> Found:
    """A hand set wrong: the bank's foul one, or one the house dealer set against the chart."""
    bank = error.place == "bank"
    if error.kind == "foul-hand" and not bank:
        return not_settled("a player's foul hand, which loses when it is opened,", error)
    kind = "foul-hand" if bank else "wrong-setting"
    order = ordered(orders, fact_of(error)._replace(kind=kind))
    pile = dealt.piles.get(error.place) if error.place is not None else None
    if order is None or pile is None or error.place is None:
        return not_settled("setting that hand anew", error)
    cite, where = cite_of(order), place_name(error.place)
    if not _opened(events):
        return Refused("too-early", "hands are set anew once the bank's is open", where=where,
                       cite=cite)  # fmt: skip
    setting = dealt.setting
    if not bank and not _set_by_house(events, error.place):
        return Refused(
            "not-house-way", "the player set this hand, and answers for it", where=where, cite=cite
        )
    if setting.objection(pile, where)(error.lay) is not None:  # its words would name the cards
        why = f"{error.lay!r} is not how the hand can have lain; give its front, as 'set Kd Kc'"
        return Refused("not-in-hand", why, where=where, cite=cite)
    lay = setting.hand(error.lay, pile)
    if bank:
        if not lay.foul:
            return Refused("not-foul", f"{lay.words} is not foul and stands", where=where,
                           cite=cite)  # fmt: skip
        refusal = setting.bank_objection(pile)(error.move)
        if refusal is not None:
            return refusal
        anew = setting.hand(error.move, pile)
        says = f"the bank's hand lay foul ({lay.foul}); management sets {anew.words}"
        return Remedy(says, cite, _answer(error.move))
    chart = setting.hand("house_way", pile)
    if (lay.front_worth, lay.back_worth) == (chart.front_worth, chart.back_worth):
        return Refused("house-way", "the hand lies as the chart has it", where=where, cite=cite)
    says = f"{where}'s house way hand was set wrong ({lay.words}); management sets {chart.words}"
    return Remedy(says, cite, _show(error.place, chart.front + chart.back))


_KINDS: dict[str, Callable[[Dealt, Orders, DealerError, Sequence[Event]], Found]] = {
    "boxed-card": _shown,
    "exposed-card": _shown,
    "wrong-number": _wrong_number,
    "identical-cards": _identical,
    "wrong-pile": _wrong_pile,
    "reset": _reset,
    "foul-hand": _reset,
    "wrong-setting": _reset,
}


def _goes_on() -> Procedure:
    yield from ()


def _answer(move: str) -> Procedure:
    yield from ()  # management's setting is the answer
    return move


def _show(place: Place, cards: tuple[Card, ...]) -> Procedure:
    yield Show(place, cards)


def _has_set(events: Sequence[Event], seat: int) -> bool:
    return any(isinstance(e, Chose) and e.kind == "set" and e.seat == seat for e in events)


def _set_by_house(events: Sequence[Event], seat: Place) -> bool:
    return any(isinstance(e, Chose) and e.seat == seat and e.move == "house_way" for e in events)


def _opened(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Shown) and event.place == "bank" for event in events)
