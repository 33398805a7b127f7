"""What a poker filing orders when something goes wrong, from the keys of its game."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.poker.schema import DealerErrors, Poker
from houseway.filings.schema.irregular import Order

_EARLY = {
    "shuffled-in-at-once": "it is taken back and shuffled in, and dealt without another burn when "
    "the betting is done",
    "shuffled-in-before-street": "it is not in play; when the betting is done it is shuffled into "
    "the deck and the street is dealt without a burn",
    "shuffled-in-before-next": "it is not in play; the street is burned for and dealt in its time, "
    "and before the next one the card is shuffled in and no card is burned",
}


def orders(filing: Poker) -> Iterator[Order]:
    """Misdeals before what is put right: the narrower rule is tried first."""
    rules = filing.game.dealer_errors
    if rules is None:
        return
    yield from _on_the_deal(rules, filing.game.street[0].name)
    labels = {street.name: street.label for street in filing.game.street}
    for large in rules.too_large:
        burn = "the burn stays" if large.burn == "stays" else "another card is burned"
        yield Order(
            kinds=["board-too-large"], streets=[large.street], remedy="taken-back",
            says=f"a {labels[large.street]} of too many cards is taken back, shuffled in and dealt "
            f"again; {burn}", cite=large.cite,
        )  # fmt: skip
    for early in rules.early:
        yield Order(
            kinds=["early-board"], streets=[early.street], remedy="taken-back", cite=early.cite,
            says=f"a {labels[early.street]} dealt before the betting is done: "
            f"{_EARLY[early.cards]}",
        )  # fmt: skip


def _on_the_deal(rules: DealerErrors, first: str) -> Iterator[Order]:
    if rules.boxed_card is not None:
        yield Order(
            kinds=["boxed-card"], noticed=["deal"], remedy="replaced", cite=rules.boxed_card.cite,
            says="a card that lay face up in the deck counts for nothing and the next one replaces "
            "it",
        )  # fmt: skip
    exposed = rules.exposed_card
    if exposed is not None:
        burned = ", lies on the deck and is the next burn" if exposed.then == "next-burn" else ""
        yield Order(
            kinds=["exposed-card"], whose=["seat"], noticed=["deal"], streets=[first],
            least=exposed.misdeal_from, remedy="void", cite=exposed.cite,
            says=f"{exposed.misdeal_from} or more cards the dealer exposes on the deal are a "
            "misdeal",
        )  # fmt: skip
        yield Order(
            kinds=["exposed-card"], whose=["seat"], noticed=["deal"], streets=[first],
            remedy="replaced", cite=exposed.cite,
            says="a card the dealer exposed on the deal is changed for the top card of the deck"
            + burned,
        )  # fmt: skip
    wrong = rules.wrong_number
    if wrong is not None:
        yield Order(
            kinds=["wrong-number"], whose=["seat"], fewer_acted=wrong.misdeal_until, remedy="void",
            says=f"a hand with a wrong number of cards is a misdeal until {wrong.misdeal_until} "
            "players have acted", cite=wrong.cite,
        )  # fmt: skip
        yield Order(
            kinds=["wrong-number"], whose=["seat"], remedy="dead", cite=wrong.cite,
            says="a hand with a wrong number of cards is dead, and what its player has put in "
            "stays in the pot",
        )  # fmt: skip
