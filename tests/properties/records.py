"""A round written down as a person at the table would, and the same with one fault."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from houseway.cards import write
from houseway.filings.schema.base import dollars
from houseway.games.events import Dealt, Event, Rolled
from houseway.games.steps import Ask, Place
from houseway.games.verdicts import Layout
from houseway.histories.round_export import written_choices
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


# Faults. Each returns the codes it may be refused with, or nothing where it does not apply.


def spoiled(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> tuple[set[str], Record] | None:
    """The record with one fault, and the codes it must be refused with."""
    changed = copy.deepcopy(record)
    expected = rng.choice(_FAULTS)(setup, changed, made, rng)
    return (expected, changed) if expected else None


def _card_places(record: Record) -> list[tuple[Record, str]]:
    found: list[tuple[Record, str]] = [(record["bank"], "cards")]
    found += [(entry, "cards") for entry in record["seat"]]
    found += [(record["hands"], side) for side in record.get("hands", {})]
    return [(holder, key) for holder, key in found if holder.get(key)]


def _too_often(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    places = _card_places(record)
    one = places[0][0][places[0][1]].split()[0]
    total = 0
    for holder, key in places:
        count = len(holder[key].split())
        holder[key] = " ".join([one] * count)
        total += count
    most = setup.terms.decks * (2 if setup.terms.filing.deck.kind == "tiles-32" else 1)
    return {"card-too-often"} if total > most else set()


def _no_card(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    holder, key = rng.choice(_card_places(record))
    tokens = holder[key].split()
    tokens[rng.randrange(len(tokens))] = rng.choice(("1x", "Xh", "??"))
    holder[key] = " ".join(tokens)
    return {"not-a-card"}


def _too_few(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    holder, key = rng.choice(_card_places(record))
    if holder.get("draws"):
        key = "draws"
    if key == "cards" and holder is record["bank"] and setup.terms.filing.family == "twenty-one":
        return set()  # its last card may be one that nothing depended on
    if "surrender" in str(holder.get("actions")):
        return set()  # a hand may be given up before a card or after it
    holder[key] = " ".join(holder[key].split()[:-1])
    # A card less can also make a written choice or setting impossible.
    return {"too-few-cards", "not-open", "no-choice", "too-many-choices", "not-in-hand"}


def _too_many(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    family = setup.terms.filing.family
    if family == "baccarat":
        holder, key = record["hands"], rng.choice(("player", "banker"))
        holder[key] += " " + " ".join(["Kd"] * (4 - len(holder[key].split())))
    else:
        entry = rng.choice(record["seat"])
        if "surrender" in str(entry["actions"]):
            return set()  # a hand may be given up before a card or after it
        key = "draws" if family == "twenty-one" else "cards"
        used = " ".join([holder[place] for holder, place in _card_places(record)]
                        + [one["draws"] for one in record["seat"]]
                        + [record.get("board", "")])  # fmt: skip
        if family == "pai-gow-tiles":
            free = [tile for tile in ("41", "32", "42", "21", "63", "54") if tile not in used]
        else:
            free = [card for card in ("2c", "3d", "9s", "5h", "7c", "8d") if card not in used]
        if not free:
            return set()
        entry[key] = f"{entry[key]} {free[0]}"
    return {"too-many-cards", "card-too-often"}


def _choice_too_many(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    entry = rng.choice(record["seat"])
    if "set" in entry or entry.get("house_way"):
        return set()
    if setup.terms.filing.family == "pai-gow-poker":
        return set()  # a round that needs no setting passes over what is written
    entry["actions"].append("wave")
    # Choices left open by a record are tried for every decision they may be meant for.
    tried = {"too-many-cards", "too-few-cards", "not-open", "no-choice"}
    return {"too-many-choices", *(tried if setup.terms.filing.family == "twenty-one" else ())}


def _choice_too_few(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    asked = {ask.seat for ask, _ in made if ask.default is None}
    entries = [entry for entry in record["seat"] if entry["number"] in asked]
    if not entries:
        return set()
    entry = rng.choice(entries)
    if entry.pop("set", None) is None and entry.pop("house_way", None) is None:
        entry["actions"] = []
    return {"no-choice", "too-few-cards", "too-many-cards"}


def _other_choice(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    """The last word that had to be said is one that no game has."""
    asked = [ask.seat for ask, _ in made if ask.default is None]
    entries = [e for e in record["seat"] if e["actions"] and e["number"] in asked]
    if not entries or setup.terms.filing.family == "twenty-one":
        return set()
    rng.choice(entries)["actions"][-1] = "wave"
    return {"not-a-choice"}


def _no_dice(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    return {"no-dice"} if record.pop("dice", None) is not None else set()


def _bad_dice(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    if "dice" not in record:
        return set()
    wrong = [[7, 1, 1], [1, 2], [0, 3, 3], [1, 1, 1, 1], [19]]
    if not setup.terms.filing.first_action.generator:
        wrong.append([9])
    record["dice"] = rng.choice(wrong)
    return {"bad-dice"}


def _foreign_set(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    entries = [entry for entry in record["seat"] if "set" in entry]
    if not entries:
        return set()
    entry = rng.choice(entries)
    held = entry["cards"].split()
    if setup.terms.filing.family == "pai-gow-tiles":
        entry["set"] = next(f"{t} {held[0]}" for t in ("66", "11", "44", "31", "55")
                            if t not in held)  # fmt: skip
        return {"not-a-setting"}
    entry["set"] = next(f"{c} {held[0]}" for c in ("As", "Kd", "7c", "2h", "9d", "Qc", "4s", "Th")
                        if c not in held)  # fmt: skip
    return {"not-in-hand"}


def _bank_set(
    setup: Setup, record: Record, made: Sequence[tuple[Ask, str]], rng: random.Random
) -> set[str]:
    """Any two of the bank's cards in front: foul, or not by the chart, or now and then right."""
    if setup.terms.filing.family != "pai-gow-poker":
        return set()
    record["bank"]["set"] = " ".join(rng.sample(record["bank"]["cards"].split(), 2))
    record["bank"].pop("house_way", None)
    return {"bank-foul", "bank-not-house-way", FINE}


_FAULTS = (
    _too_often, _no_card, _too_few, _too_many, _choice_too_many, _choice_too_few, _other_choice,
    _no_dice, _bad_dice, _foreign_set, _bank_set,
)  # fmt: skip
