"""What a pai gow poker filing orders when something goes wrong, from the keys of its game."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.pai_gow_poker.schema import DealingFaults, PaiGowPoker
from houseway.filings.schema.irregular import Order

SHOWN = ["boxed-card", "exposed-card"]


def orders(filing: PaiGowPoker) -> Iterator[Order]:
    """Misdeals before what is put right: the narrower rule is tried first."""
    faults = filing.game.dealing_faults
    if faults is not None:
        yield from _misdeals(faults)
        says = "the first of the cards left over replaces it"
        yield Order(
            kinds=SHOWN, noticed=["deal"], remedy="replaced", says=says, cite=faults.cite
        )  # fmt: skip
        yield Order(
            kinds=SHOWN, noticed=["choices"], remedy="replaced", cite=faults.cite,
            says=f"{says}, until its hand is set or opened", reading=faults.reading,
        )  # fmt: skip
        yield from _set_anew(faults)
        if faults.misread is not None:
            yield Order(
                kinds=["miscalled-hand"], intact=True, remedy="true-value",
                cite=faults.misread.cite,
                says="a hand the house dealer misread plays at what it is worth, if its cards can "
                "be told",
            )  # fmt: skip
    foul = filing.game.foul
    if "back-count" in foul.kinds:
        yield Order(
            kinds=["wrong-number"], whose=["seat"], noticed=["settling", "after"],
            remedy="forfeit", wagers=["game"], cite=foul.cite, reading=foul.reading,
            says="a player's hand that lies with too many or too few cards is foul and loses its "
            "game wager",
        )  # fmt: skip
    yield Order(
        kinds=["foul-hand"], whose=["seat"], remedy="forfeit", wagers=["game"],
        says="a player's foul hand loses its game wager", cite=foul.cite, reading=foul.reading,
    )  # fmt: skip


def _misdeals(faults: DealingFaults) -> Iterator[Order]:
    conditions = {
        "joker-or-ace-exposed": (SHOWN, {"ranks": ["Jk", "A"]},
                                 "a joker or an ace boxed or exposed is a misdeal"),
        "two-cards-exposed": (SHOWN, {"least": 2},
                              "two or more cards boxed or exposed are a misdeal"),
        "bank-hand-miscounted": (["wrong-number"], {"whose": ["bank"]},
                                 "a bank's hand with a wrong number of cards is a misdeal"),
        "identical-cards": (["identical-cards"], {},
                            "two identical cards turned up are a misdeal"),
        "pile-to-wrong-position": (["wrong-pile"], {"noticed": ["deal"]},
                                   "a pile at the wrong position before the dice cup is closed "
                                   "is a misdeal"),
    }  # fmt: skip
    for rule in faults.misdeal:
        kinds, conditions_of, says = conditions[rule.when]
        yield Order(kinds=kinds, remedy="void", says=says, cite=rule.cite, **conditions_of)  # type: ignore[arg-type]


def _set_anew(faults: DealingFaults) -> Iterator[Order]:
    for rule in faults.reset:
        if rule.hand == "foul-bank":
            yield Order(
                kinds=["foul-hand"], whose=["bank"], remedy="reset", cite=rule.cite,
                says="a bank's hand that was played foul is set anew by management in the most "
                "sensible way", reading=rule.reading,
            )  # fmt: skip
        else:
            yield Order(
                kinds=["wrong-setting"],
                whose=["seat"],
                remedy="reset",
                cite=rule.cite,
                reading=rule.reading,
                says="management sets a house way hand anew that the house dealer set wrong",
            )
