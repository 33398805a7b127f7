"""The way of a ruling, step by step, for a hearing: a fact, the clause, what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from houseway.filings.schema.base import brief, dollars
from houseway.filings.schema.irregular import KINDS, REMEDIES
from houseway.histories.adjudicate import Adjudication
from houseway.histories.floor import Happened
from houseway.histories.ruling import Ruling, chances_json
from houseway.rounds.dealer_errors import cite_of
from houseway.rounds.transcript import bettor_name, place_name
from houseway.settlement.settle import Line


class Reason(NamedTuple):
    """One step: what is established, under which clause, and what follows."""

    fact: str
    clause: str
    follows: str

    def as_json(self) -> dict[str, str]:
        return self._asdict()


_ORDINAL = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_FIRST = {
    "dice": "the dice say who is settled first",
    "left-of-bank": "the seat at the bank's left is settled first",
    "right-of-house-dealer": "the seat at the house dealer's right is settled first",
}


def explained(answer: Adjudication) -> list[Reason]:
    """Every step from the facts to what each is owed."""
    return [*_table(answer), *_errors(answer), *_lines(answer), *ending(answer.ruling)]


def _table(answer: Adjudication) -> Iterator[Reason]:
    filing, layout = answer.terms.filing, answer.layout
    wagers = "; ".join(
        f"{bettor_name(bettor)}: "
        + ", ".join(f"{name.replace('_', ' ')} {brief(amount)}" for name, amount in own.items())
        for seat in layout.seats
        for bettor, own in seat.bettors()
    )
    yield Reason(
        f"{filing.title} at {filing.house}: the bank sits in seat {layout.bank_seat}; wagers on "
        f"the felt: {wagers or 'none'}",
        str(filing.table.cite),
        "these wagers may lie there",
    )
    if answer.fees is not None and answer.terms.schedule is not None:
        seats = ", ".join(
            f"{bettor_name(who)} {dollars(fee)}" for who, fee in answer.fees.seats.items()
        )
        paid = f"the bank pays {dollars(answer.fees.bank)}" + (f", {seats}" if seats else "")
        yield Reason("the collection is taken before the deal", answer.terms.schedule.cite, paid)
    if answer.result.first_action is not None:
        first = filing.first_action
        by_card = f"the bank's {_ORDINAL[first.card or 0]} card places the action button"
        yield Reason(
            _FIRST.get(first.method, by_card),
            str(first.cite),
            f"seat {answer.result.first_action} has the first action",
        )


_NOTICED = {
    "deal": "before anybody acted",
    "choices": "once somebody had acted",
    "settling": "while wagers were settled",
    "after": "after the round",
}


def _place(happened: Happened) -> str:
    if happened.fact.whose == "behind":
        return bettor_name(str(happened.place))
    unused = happened.fact.whose == "unused"
    return f"the unused pile {happened.place}" if unused else place_name(happened.place)


def _errors(answer: Adjudication) -> Iterator[Reason]:
    for happened, order in answer.floor.errors:
        entry = happened.entry
        where = "" if happened.place is None else f" at {_place(happened)}"
        cards = f" ({entry.cards})" if entry.cards else ""
        when = f", noticed {_NOTICED[entry.noticed]}" if entry.noticed else ""
        fact = f"{KINDS[entry.kind]}{where}{cards}{when}"
        if order is None:
            yield Reason(fact, "", "the filing does not say what is done; the floor decides")
        else:
            yield Reason(fact, cite_of(order), f"{order.says}: {REMEDIES[order.remedy]}")


def _lines(answer: Adjudication) -> Iterator[Reason]:
    for line in answer.settlement.lines:
        hand = f", hand {line.hand}" if line.hand > 1 else ""
        staked = f" of {brief(line.staked)}" if line.staked else ""
        wager = f"{bettor_name(line.bettor)}'s {line.wager.replace('_', ' ')}"
        fact = f"{wager}{hand}{staked}: {line.because}"
        yield Reason(fact, line.cite, _consequence(line))


def _consequence(line: Line) -> str:
    said = {
        "win": f"it wins {dollars(line.net)}",
        "lose": f"it loses {dollars(-line.net)}",
        "push": "it is returned",
        "no_action": "the bank's wager does not reach it; it is returned",
    }[line.outcome]
    short = line.uncovered and line.outcome != "no_action"
    return said + (f"; {dollars(line.uncovered)} is beyond the bank's wager" if short else "")


def ending(ruling: Ruling) -> Iterator[Reason]:
    """What a ruling says beyond the lines, for any game."""
    for one in ruling.open:
        if hasattr(one, "decides"):
            chances = ", ".join(f"{k} {v}" for k, v in chances_json(one.possible).items())
            wager = f"{bettor_name(one.bettor)}'s {one.wager.replace('_', ' ')}"
            yield Reason(
                f"{wager} depends on {one.decides}",
                "",
                f"open: {chances}; from {dollars(one.least)} to {dollars(one.most)}",
            )
    clause = ruling.remedy.cite if ruling.remedy else ""
    for who, amount in ruling.returned.items():
        yield Reason(f"{bettor_name(who)} had put up {dollars(amount)}", clause, "it goes back")
    if ruling.fees_returned is not None:
        bank, seats = ruling.fees_returned
        total = dollars(bank + sum(seats.values()))
        yield Reason(f"fees of {total} were taken", clause, "they go back")
    for button in ruling.buttons:
        yield Reason(
            f"{bettor_name(button.bettor)}'s hand got no action",
            button.cite,
            "a free-collection button is owed",
        )
    for who, amount in ruling.corrections.items():
        way = "is still owed" if amount > 0 else "must give back"
        name = bettor_name(who)
        yield Reason(
            f"what has moved is not what {name} is owed", "", f"{name} {way} {dollars(abs(amount))}"
        )
    for other in ruling.readings:
        net = ", ".join(
            f"{bettor_name(who)} {dollars(amount)}" for who, amount in other.net.items()
        )
        name = other.option.replace("_", " ")
        yield Reason(f"{name} could be read as {other.value}", other.reading, f"then: {net}")
    if ruling.silent is not None:
        for one in ruling.silent.elsewhere:
            yield Reason(f"{one.filing} has a rule for it", one.cite, one.says)


def explained_sheet(reasons: Iterable[Reason]) -> RenderableType:
    """The steps numbered, to be read out."""
    parts: list[RenderableType] = [Text("Step by step", style="bold")]
    for number, (fact, clause, follows) in enumerate(reasons, 1):
        parts.append(Text(f"{number}. {fact}"))
        cite = (f"  [{clause}]", "dim") if clause else ""
        parts.append(Padding(Text.assemble(f"→ {follows}", cite), (0, 0, 0, 4)))
    return Group(*parts)
