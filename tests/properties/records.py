"""A round written down as a person at the table would, and the same with one fault."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards import write
from houseway.filings.schema.base import dollars
from houseway.histories.round_export import written_choices
from houseway.rounds.events import Dealt, Event, Rolled
from houseway.rounds.steps import Ask, Place
from houseway.rounds.verdicts import Layout
from tests.properties.tables import Setup, written_wagers

Record = dict[str, Any]
FINE = "no fault after all"  # among the codes: the record may turn out to be possible


def written(
    setup: Setup, layout: Layout, bank_wager: int, events: Sequence[Event],
    made: Sequence[tuple[Ask, str]], rng: random.Random,
) -> Record:  # fmt: skip
    """The facts of a round as the values of a round file."""
    cards: dict[Place, list[Any]] = {}
    for event in events:
        if isinstance(event, Dealt) and event.cards:
            cards.setdefault(event.place, []).extend(event.cards)
    record: Record = {**setup.facts, "bank": {"seat": layout.bank_seat}}
    record["bank"]["wager"] = dollars(bank_wager)
    if "bank" in cards:
        record["bank"]["cards"] = write(cards["bank"])
    if "board" in cards:
        record["board"] = write(cards["board"])
    if "player" in cards:
        record["hands"] = {side: write(cards[side]) for side in ("player", "banker")}
    for event in events:
        if isinstance(event, Rolled):
            record["dice"] = list(event.dice.faces)
    by_seat: dict[int, list[tuple[Ask, str]]] = {}
    for ask, move in made:
        by_seat.setdefault(ask.seat, []).append((ask, move))
    record["bank"] |= _setting(by_seat.get(layout.bank_seat, ()), rng)
    record["seat"] = []
    for seat in layout.seats:
        dealt = cards.get(seat.number, [])
        first = 2 if setup.terms.filing.family == "twenty-one" else len(dealt)
        chosen = by_seat.get(seat.number, [])
        entry: Record = {
            "number": seat.number,
            "cards": write(dealt[:first]),
            "draws": write(dealt[first:]),
            "wagers": written_wagers(seat.wagers),
            "player": seat.player,
            "free_collection": seat.free_collection,
            "backline": [
                {"name": behind.name, "wagers": written_wagers(behind.wagers)}
                for behind in seat.backline
            ],
            "actions": written_choices([one for one in chosen if not _sets(one[0])]),
        }
        record["seat"].append(entry | _setting(chosen, rng))
    rng.shuffle(record["seat"])  # seats may stand in any order
    return record


def _sets(ask: Ask) -> bool:
    return ask.kind.startswith("set")


def _setting(made: Sequence[tuple[Ask, str]], rng: random.Random) -> Record:
    for ask, move in made:
        if _sets(ask):
            word, _, front = move.partition(" ")
            if word == "set":
                return {"set": front}
            # The house way of a bank need not be written.
            return {} if ask.default == move and rng.random() < 0.5 else {"house_way": True}
    return {}


# Faults


def spoiled(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> tuple[set[str], Record] | None:
    """The record with one fault, and the codes it must be refused with; None if it cannot be."""
    faults = _Faults(setup, copy.deepcopy(record), made, rng)
    expected = rng.choice(faults.all())()
    return (expected, faults.record) if expected else None


@dataclass(frozen=True, slots=True)
class _Faults:
    """One fault each in a record; nothing expected where it does not apply."""

    setup: Setup
    record: Record
    made: Sequence[tuple[Ask, str]]
    rng: random.Random

    def all(self) -> list[Callable[[], set[str]]]:
        return [
            self.card_too_often, self.no_card, self.card_missing, self.card_too_many,
            self.choice_too_many, self.choice_missing, self.other_choice, self.no_dice,
            self.bad_dice, self.foreign_set, self.bank_set,
        ]  # fmt: skip

    @property
    def family(self) -> str:
        return self.setup.terms.filing.family

    def places(self) -> list[tuple[Record, str]]:
        """Where cards stand in the record."""
        found: list[tuple[Record, str]] = [(self.record["bank"], "cards")]
        found += [(entry, "cards") for entry in self.record["seat"]]
        found += [(self.record["hands"], side) for side in self.record.get("hands", {})]
        return [(holder, key) for holder, key in found if holder.get(key)]

    def card_too_often(self) -> set[str]:
        holder, key = self.places()[0]
        one, total = holder[key].split()[0], 0
        for holder, key in self.places():
            count = len(holder[key].split())
            holder[key] = " ".join([one] * count)
            total += count
        most = 2 if self.family == "pai-gow-tiles" else self.setup.terms.decks
        return {"card-too-often"} if total > most else set()

    def no_card(self) -> set[str]:
        holder, key = self.rng.choice(self.places())
        tokens = holder[key].split()
        tokens[self.rng.randrange(len(tokens))] = self.rng.choice(("1x", "Xh", "?h"))
        holder[key] = " ".join(tokens)
        return {"not-a-card"}

    def card_missing(self) -> set[str]:
        holder, key = self.rng.choice(self.places())
        if holder is self.record["bank"] and self.family == "twenty-one":
            return set()  # its last card may be one that nothing depended on
        if "surrender" in str(holder.get("actions")):
            return set()  # a hand may be given up before a card or after it
        if holder.get("draws"):
            key = "draws"
        holder[key] = " ".join(holder[key].split()[:-1])
        # A card less can also make a written choice or setting impossible.
        found = {"too-few-cards", "not-open", "no-choice", "too-many-choices", "not-in-hand"}
        all_folded = all("fold" in entry["actions"] for entry in self.record["seat"])
        return found | {FINE} if holder is self.record["bank"] and all_folded else found

    def card_too_many(self) -> set[str]:
        if self.family == "baccarat":
            hands = self.record["hands"]
            side = self.rng.choice(("player", "banker"))
            hands[side] += " Kd" * (4 - len(hands[side].split()))
            return {"too-many-cards", "card-too-often"}
        entry = self.rng.choice(self.record["seat"])
        if "surrender" in str(entry["actions"]):
            return set()  # a hand may be given up before a card or after it
        lying = [holder[key] for holder, key in self.places()]
        lying += [one["draws"] for one in self.record["seat"]]
        used = " ".join([*lying, self.record.get("board", "")])
        others = "41 32 42 21 63 54" if self.family == "pai-gow-tiles" else "2c 3d 9s 5h 7c 8d"
        free = [one for one in others.split() if one not in used]
        if not free:
            return set()
        key = "draws" if self.family == "twenty-one" else "cards"
        entry[key] = f"{entry[key]} {free[0]}"
        return {"too-many-cards"}

    def choice_too_many(self) -> set[str]:
        entry = self.rng.choice(self.record["seat"])
        # A round that needs no setting passes over what is written.
        if "set" in entry or "house_way" in entry or self.family == "pai-gow-poker":
            return set()
        entry["actions"].append("wave")
        # Choices that a record leaves open are tried for every decision they may be meant for.
        tried = {"too-many-cards", "too-few-cards", "not-open", "no-choice"}
        return {"too-many-choices", *(tried if self.family == "twenty-one" else ())}

    def choice_missing(self) -> set[str]:
        asked = {ask.seat for ask, _ in self.made if ask.default is None}
        entries = [entry for entry in self.record["seat"] if entry["number"] in asked]
        if not entries:
            return set()
        entry = self.rng.choice(entries)
        if entry.pop("set", None) is None and entry.pop("house_way", None) is None:
            entry["actions"] = []
        return {"no-choice", "too-few-cards", "too-many-cards"}

    def other_choice(self) -> set[str]:
        """The last word that had to be said is one that no game has."""
        asked = [ask.seat for ask, _ in self.made if ask.default is None]
        entries = [e for e in self.record["seat"] if e["actions"] and e["number"] in asked]
        if not entries or self.family == "twenty-one":
            return set()
        self.rng.choice(entries)["actions"][-1] = "wave"
        return {"not-a-choice"}

    def no_dice(self) -> set[str]:
        """Who is first may be of no account."""
        return {"no-dice", FINE} if self.record.pop("dice", None) is not None else set()

    def bad_dice(self) -> set[str]:
        if "dice" not in self.record:
            return set()
        wrong = [[7, 1, 1], [1, 2], [0, 3, 3], [1, 1, 1, 1], [19]]
        wrong += [] if self.setup.terms.filing.first_action.generator else [[9]]
        self.record["dice"] = self.rng.choice(wrong)
        return {"bad-dice"}

    def foreign_set(self) -> set[str]:
        entries = [entry for entry in self.record["seat"] if "set" in entry]
        if not entries:
            return set()
        entry = self.rng.choice(entries)
        held = entry["cards"].split()
        tiles = self.family == "pai-gow-tiles"
        others = "66 11 44 31 55" if tiles else "As Kd 7c 2h 9d Qc 4s Th"
        foreign = next(one for one in others.split() if one not in held)
        entry["set"] = f"{foreign} {held[0]}"
        return {"not-a-setting"} if tiles else {"not-in-hand"}

    def bank_set(self) -> set[str]:
        """Any two of the bank's cards in front: foul, or not by the chart, or right by chance."""
        if self.family != "pai-gow-poker":
            return set()
        bank = self.record["bank"]
        bank["set"] = " ".join(self.rng.sample(bank["cards"].split(), 2))
        bank.pop("house_way", None)
        return {"bank-foul", "bank-not-house-way", FINE}
