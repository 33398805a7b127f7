"""Faults of the deal and of the setting at a pai gow poker table, as the filing settles them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houseway.cards import Card
from houseway.errors import Refused
from houseway.families.pai_gow_poker.schema import DealingFaults
from houseway.families.pai_gow_poker.setting import Setting
from houseway.rounds.dealer_errors import (
    FLOOR,
    Found,
    errors_of,
    misdeal,
    no_such_hand,
    not_settled,
)
from houseway.rounds.events import Chose, Declared, Event, Shown
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

SHOWN = ("boxed-card", "exposed-card")


@dataclass(slots=True)
class Dealt:
    """The piles as they lie, by seat and "bank", and how many cards are left over."""

    setting: Setting
    piles: dict[Place, tuple[Card, ...]]
    left_over: int


def dealing_errors(dealt: Dealt) -> Errors | None:
    """What is done about an error in this round; None where the filing settles none."""
    return errors_of(_KINDS, dealt, dealt.setting.filing.game.dealing_faults)


def _shown(
    dealt: Dealt, rules: DealingFaults, error: DealerError, events: Sequence[Event]
) -> Found:
    """A boxed or exposed card: replaced, or a misdeal by its rank or number."""
    cite, place = str(rules.cite), error.place
    pile = dealt.piles.get(place) if place is not None else None
    if place is None or pile is None:
        return no_such_hand(error, cite)
    where = place_name(place)
    if not 1 <= error.number <= len(pile):
        return Refused(
            "no-such-card", f"{len(pile)} cards lie there; number {error.number} is none",
            where=where, cite=cite,
        )  # fmt: skip
    if _has_set(events, place) if isinstance(place, int) else _opened(events):
        return Refused("too-late", f"the hand is set or open by now; {FLOOR}", where=where,
                       cite=cite)  # fmt: skip
    card = pile[error.number - 1]
    how = "was boxed" if error.kind == "boxed-card" else "was exposed"
    rule = rules.misdeal_for("joker-or-ace-exposed")
    if rule is not None and (card.is_joker or card.text[0] == "A"):
        return misdeal(f"{card} {how} at {where}", str(rule.cite), (card,))
    before = [e for e in events if isinstance(e, Declared) and e.error.kind in SHOWN]
    rule = rules.misdeal_for("two-cards-exposed")
    if rule is not None and before:
        why = f"{len(before) + 1} cards were boxed or exposed"
        return misdeal(why, str(rule.cite), (card,))
    says = f"{card} {how} at {where}; the first card left over replaces it"
    return Remedy(says, cite, _replace(dealt, place, error.number), (card,))


def _replace(dealt: Dealt, place: Place, number: int) -> Procedure:
    pile = dealt.piles[place]
    yield Take(place, (pile[number - 1],))
    seen_by = (place,) if isinstance(place, int) else NOBODY
    new = yield Deal(place, 1, seen_by)
    dealt.left_over -= 1
    dealt.piles[place] = (*pile[: number - 1], *pile[number:], *new)


def _wrong_number(
    dealt: Dealt, rules: DealingFaults, error: DealerError, events: Sequence[Event]
) -> Found:
    """The bank's hand with too many or too few cards; of a player's hand nothing is filed."""
    del events
    rule = rules.misdeal_for("bank-hand-miscounted")
    if rule is None or error.place != "bank":
        return not_settled("a wrong number of cards in a player's hand", error)
    right = len(dealt.piles["bank"])
    if error.number == right or error.number < 0:
        return Refused(
            "right-number", f"{right} cards are what the bank should have; say how many there are",
            where="the bank", cite=str(rule.cite),
        )  # fmt: skip
    return misdeal(f"the bank has {error.number} cards instead of {right}", str(rule.cite))


def _identical(
    dealt: Dealt, rules: DealingFaults, error: DealerError, events: Sequence[Event]
) -> Found:
    """Two identical cards among those that are open."""
    del dealt
    rule = rules.misdeal_for("identical-cards")
    if rule is None:
        return not_settled("identical cards", error)
    if not any(isinstance(e, Shown) or (isinstance(e, Declared) and e.cards) for e in events):
        return Refused("nothing-open", "no card has been turned up yet", cite=str(rule.cite))
    return misdeal("two identical cards were turned up", str(rule.cite))


def _wrong_pile(
    dealt: Dealt, rules: DealingFaults, error: DealerError, events: Sequence[Event]
) -> Found:
    """A pile that went to the wrong position."""
    del dealt
    rule = rules.misdeal_for("pile-to-wrong-position")
    if rule is None:
        return not_settled("a pile at the wrong position", error)
    if any(isinstance(event, Chose) for event in events):
        return Refused(
            "too-late", f"a hand has been set, so the dice cup is closed; {FLOOR}",
            cite=str(rule.cite),
        )  # fmt: skip
    return misdeal("a pile went to the wrong position", str(rule.cite))


def _reset(
    dealt: Dealt, rules: DealingFaults, error: DealerError, events: Sequence[Event]
) -> Found:
    """A hand set wrong: the bank's foul one, or one the house dealer set against the chart."""
    rule = rules.reset_for("foul-bank" if error.place == "bank" else "house-way")
    pile = dealt.piles.get(error.place) if error.place is not None else None
    if rule is None or pile is None or error.place is None:
        return not_settled("setting that hand anew", error)
    cite, where = str(rule.cite), place_name(error.place)
    if not _opened(events):
        return Refused("too-early", "hands are set anew once the bank's is open", where=where,
                       cite=cite)  # fmt: skip
    setting = dealt.setting
    bank = error.place == "bank"
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


_KINDS: dict[str, Callable[[Dealt, DealingFaults, DealerError, Sequence[Event]], Found]] = {
    "boxed-card": _shown,
    "exposed-card": _shown,
    "wrong-number": _wrong_number,
    "identical-cards": _identical,
    "wrong-pile": _wrong_pile,
    "reset": _reset,
}


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
