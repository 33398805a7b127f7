"""Chinese-poker hands with cards nobody can name, wrong payments, or something that went wrong.

A file may have `??` for cards of a segment: every way they may lie is scored, but for those in
which the hand could not have been as it is written. `_paid` is what each player was paid net.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, groupby
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import DECKS, Card, NotationError, parse_cards
from houseway.cards.unknown import UNNAMED, parse_with_unknown
from houseway.errors import CannotHaveHappened, HandRefused, HousewayError
from houseway.families.chinese_poker.schema import NAMES, ChinesePoker
from houseway.filings.irregular import Fact, house_orders, ordered, silent
from houseway.filings.loader import readings_of
from houseway.filings.schema.base import cents, dollars
from houseway.filings.schema.irregular import HouseOrder
from houseway.histories.hand_errors import WrittenError, passed_over, read_errors
from houseway.histories.ruling import (
    OtherReading,
    Ruling,
    applied,
    chance,
    chances_json,
    corrections,
)
from houseway.rounds.dealer_errors import cite_of

if TYPE_CHECKING:
    from houseway.histories.explain import Reason

MOST_WAYS = 25_000
_OWN = ("_filing", "_schedule", "_options", "_errors", "_paid", "_procedures")
Scored = dict[str, Any]  # an answer as `houseway replay --json` tells it


class Ways(NamedTuple):
    """Every answer the unknown cards leave possible, with how often it comes."""

    answers: Sequence[tuple[Scored, int]]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.answers)


def ways(
    data: Mapping[str, Any], filing: ChinesePoker, scored: Callable[[Mapping[str, Any]], Scored]
) -> Ways:
    """The hand scored for every way its unknown cards may lie."""
    blanks = list(_blanks(data))
    if not blanks:
        return Ways([(scored(data), 1)])
    unseen = _unseen(data, filing)
    if not unseen:
        return Ways([(scored(data), 1)])
    together = [len(list(some)) for _, some in groupby(blanks, lambda blank: blank[:2])]
    left = [len(unseen) - sum(together[:place]) for place in range(len(together))]
    if prod(map(comb, left, together)) > MOST_WAYS:
        raise HandRefused(
            "unknown-cards", f"{len(blanks)} cards are unknown; they can lie in too many ways",
            refused="player", cite=str(filing.game.compared.cite),
        )  # fmt: skip
    found: Counter[int] = Counter()
    kept: dict[str, tuple[Scored, int]] = {}
    for cards in _lying(unseen, together):
        try:
            answer = scored(_filled(data, blanks, cards))
        except HousewayError as refused:
            if refused.code != "no-such-sweep":  # a sweep was declared and confirmed
                raise
            continue
        key = str({part: answer[part] for part in answer if part != "comparisons"})
        kept.setdefault(key, (answer, len(kept)))
        found[kept[key][1]] += 1
    if not kept:
        raise HandRefused(
            "unknown-cards", "no cards could lie there so that the hand is as it is written",
            refused="player", cite=str(filing.game.clean_sweep.cite),
        )  # fmt: skip
    return Ways([(answer, found[place]) for answer, place in kept.values()])


def _blanks(data: Mapping[str, Any]) -> Iterator[tuple[int, str, int]]:
    """Unknown cards: the player counted from 0, the segment, and which card of it."""
    tables = data.get("player")
    for number, table in enumerate(tables if isinstance(tables, list) else ()):
        for name in NAMES:
            text = table.get(name, "") if isinstance(table, dict) else ""
            for place in range(0, len(text) if isinstance(text, str) else 0, 2):
                if text[place : place + 2] == "??":
                    yield number, name, place


def _unseen(data: Mapping[str, Any], filing: ChinesePoker) -> list[Card]:
    """The cards that nothing in the file names."""
    left = dict.fromkeys(DECKS[filing.deck.kind])
    try:
        for table in data["player"]:
            for name in NAMES:
                for card in parse_cards(table[name].replace("??", "")):
                    left.pop(card, None)
    except (TypeError, KeyError, AttributeError, NotationError):
        return []  # of another form, which its reader tells
    for error in _errors(data, len(data["player"])):
        for card in error.cards:
            left.pop(card, None)
    return list(left)


def _lying(unseen: Sequence[Card], together: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """The cards that may lie there, so many in each segment, where their order says nothing."""
    if not together:
        yield ()
        return
    for some in combinations(unseen, together[0]):
        rest = [card for card in unseen if card not in some]
        yield from ((*some, *others) for others in _lying(rest, together[1:]))


def _filled(
    data: Mapping[str, Any], blanks: Sequence[tuple[int, str, int]], cards: Sequence[Card]
) -> dict[str, Any]:
    players = [dict(table) for table in data["player"]]
    for (number, name, place), card in zip(blanks, cards, strict=True):
        text = players[number][name]
        players[number][name] = text[:place] + card.text + text[place + 2 :]
    return {**data, "player": players}


@dataclass(frozen=True, slots=True)
class OpenNet:
    """What a player may win or lose in all, in cents."""

    player: int
    chances: Mapping[int, Fraction]

    def as_json(self) -> dict[str, Any]:
        possible: dict[str, Fraction] = {}
        for net, odds in self.chances.items():
            how = "win" if net > 0 else "lose" if net else "push"
            possible[how] = possible.get(how, Fraction(0)) + odds
        return {
            "player": f"p{self.player}",
            "possible": chances_json(possible),
            "least": dollars(min(self.chances)),
            "most": dollars(max(self.chances)),
            "chances": {dollars(net): chance(odds) for net, odds in self.chances.items()},
        }


def ruled(
    data: Mapping[str, Any],
    filing: ChinesePoker,
    found: Ways,
    scored: Callable[[Mapping[str, Any]], Scored],
) -> Scored:
    """The answer of a hand: what is the same in every way, and the ruling."""
    errors = _errors(data, len(data["starting_stacks"]))
    called = {f"p{error.player}" for error in errors if error.kind == "foul-hand"}
    if fouled := [one for one in found.answers if called <= set(one[0]["foul"])]:
        found = Ways(fouled)  # it was found foul: other cards did not lie there
    first = found.answers[0][0]
    stacks = [cents(Decimal(str(one))) for one in data["starting_stacks"]]
    nets = [_nets(found, player, stack) for player, stack in enumerate(stacks)]
    unsaid = [OpenNet(n, one) for n, one in enumerate(nets, 1) if len(one) > 1]
    answer = {
        **first,
        "points": [one for one in first["points"] if all(one in a["points"] for a, _ in found[0])],
        "finishing_stacks": [
            first["finishing_stacks"][n] if len(one) == 1 else None for n, one in enumerate(nets)
        ],
        "fantasy_land_next": [
            one if all(a["fantasy_land_next"][n] == one for a, _ in found[0]) else None
            for n, one in enumerate(first["fantasy_land_next"])
        ],
    }
    if unsaid:
        answer.pop("comparisons")
    every = answer.pop("warnings", ())
    warnings = [one for one in every if all(one in a.get("warnings", ()) for a, _ in found[0])]
    if warnings := [*warnings, *passed_over(set(data) - set(_OWN), _OWN)]:
        answer["warnings"] = warnings
    orders, unsettled = _orders(data, filing, errors, first)
    void = any(order.remedy == "void" for order in orders)
    if void:
        answer |= {
            "points": [],
            "comparisons": [],
            "finishing_stacks": [dollars(stack) for stack in stacks],
        }
        unsaid, nets = [], [{0: Fraction(1)} for _ in stacks]
    paid = _paid(data, len(stacks))
    owed = {f"p{n}": next(iter(one)) for n, one in enumerate(nets, 1) if len(one) == 1}
    ruling = Ruling(
        ruling="floor" if unsettled else "void" if void else "open" if unsaid
        else "played-on" if orders else "settled",
        remedy=applied(filing, orders),
        corrections=corrections(owed, paid) if paid else {},
        open=unsaid,
        readings=[] if void or unsettled else list(_readings(data, filing, owed, scored)),
        silent=silent(filing, unsettled.kind) if unsettled else None,
    )  # fmt: skip
    return answer | ruling.as_json()


def unscored(
    data: Mapping[str, Any], filing: ChinesePoker, refused: HousewayError
) -> Scored | None:
    """The answer of a hand that cannot be scored as it lies, where that is void or nothing is
    ordered about what went wrong; None where neither is an excuse."""
    if refused.code not in ("card-twice", "wrong-count"):
        return None
    stacks = data["starting_stacks"]
    orders, unsettled = _orders(data, filing, _errors(data, len(stacks)), None)
    void = any(order.remedy == "void" for order in orders)
    if not void and unsettled is None:
        return None
    nobody = [None] * len(stacks)
    paid = _paid(data, len(stacks))
    ruling = Ruling(
        ruling="void" if void else "floor",
        remedy=applied(filing, orders),
        corrections=corrections(dict.fromkeys(paid, 0), paid) if void else {},
        silent=silent(filing, unsettled.kind) if unsettled else None,
    )
    told: Scored = {
        "points": [],
        "comparisons": [],
        "finishing_stacks": [dollars(cents(Decimal(str(one)))) for one in stacks]
        if void
        else nobody,
        "fantasy_land_next": nobody,
    }
    if not void:
        told["warnings"] = [f"the hand cannot be scored as it lies: {refused}"]
    return told | ruling.as_json()


def _readings(
    data: Mapping[str, Any],
    filing: ChinesePoker,
    net: Mapping[str, int],
    scored: Callable[[Mapping[str, Any]], Scored],
) -> Iterator[OtherReading]:
    """Options whose other value would change somebody's money, where every card is known."""
    if any(_blanks(data)):
        return
    chosen = data.get("_options", {})
    for option in filing.option:
        for value in option.values:
            if value == chosen.get(option.name, option.default):
                continue
            again = scored({**data, "_options": {**chosen, option.name: value}})["finishing_stacks"]
            changed = {
                f"p{n}": won
                for n, (now, was) in enumerate(zip(again, data["starting_stacks"], strict=True), 1)
                if (won := cents(Decimal(now)) - cents(Decimal(str(was)))) != net[f"p{n}"]
            }
            if changed:
                readings = [one.id for one in readings_of(filing) if one.option == option.name]
                yield OtherReading("".join(readings[:1]), option.name, value, changed)


def _nets(found: Ways, player: int, stack: int) -> dict[int, Fraction]:
    counted: Counter[int] = Counter()
    for answer, number in found.answers:
        counted[cents(Decimal(answer["finishing_stacks"][player])) - stack] += number
    return {net: Fraction(counted[net], found.total) for net in sorted(counted)}


def _errors(data: Mapping[str, Any], players: int) -> list[WrittenError]:
    tables = data.get("_errors", [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise HandRefused("bad-field", "_errors is a list of tables", refused="_errors")
    return read_errors(tables, players, (), _read_cards)


def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(one if isinstance(one, Card) else UNNAMED for one in parse_with_unknown(text))


def _orders(
    data: Mapping[str, Any],
    filing: ChinesePoker,
    errors: Sequence[WrittenError],
    answer: Scored | None,
) -> tuple[list[HouseOrder], WrittenError | None]:
    """What is ordered for each error, or the first that the floor must decide."""
    house = house_orders(filing, data.get("_procedures", ""))
    found: list[HouseOrder] = []
    for error in errors:
        fact = Fact(
            error.kind, error.whose, error.noticed or "settling", number=max(1, len(error.cards)),
            acted=len(data["player"]),
        )  # fmt: skip
        try:
            order = ordered((*filing.orders, *house), fact)
        except CannotHaveHappened as missing:
            raise error.refuse(missing.code, missing.message, missing.cite) from None
        if order is None or order.remedy in ("discretion", "dead"):
            return [], error
        if error.kind == "foul-hand" and answer is not None:
            _check_foul(error, order, answer)
        found.append(order)
    return found, None


def _check_foul(error: WrittenError, order: HouseOrder, answer: Scored) -> None:
    """The rules find a hand foul by themselves; one that is not was not."""
    if f"p{error.player}" not in answer["foul"]:
        said = f"p{error.player}'s hand is not foul as it is written"
        raise error.refuse("not-foul", said, cite_of(order))


def _paid(data: Mapping[str, Any], players: int) -> dict[str, int]:
    paid = data.get("_paid")
    if paid is None:
        return {}
    try:
        amounts = [cents(one) for one in paid]
    except (TypeError, ValueError, ArithmeticError):
        amounts = []
    if len(amounts) != players:
        raise HandRefused(
            "wrong-length", f"_paid has an amount for each of {players} players", refused="_paid"
        )
    return {f"p{n}": amount for n, amount in enumerate(amounts, 1)}


def explained(data: Mapping[str, Any], answer: Scored) -> Iterator[Reason]:
    """The way of the ruling step by step: facts, clause, consequence."""
    from houseway.histories.explain import Reason

    remedy, nothing = answer.get("remedy"), answer.get("silent")
    for error in _errors(data, len(data["player"])):
        clause, follows = "", "nothing is filed about it: the floor decides"
        if remedy is not None and nothing is None:
            clause, follows = remedy["cite"], remedy["says"]
        yield Reason(error.told(()), clause, follows)
    for one in answer.get("comparisons", ()):
        first, second = one["players"]
        yield Reason(
            f"{first} against {second}: {one['because']}", one["cite"],
            f"{one['points']:+d} points, {one['paid']} to {first}",
        )  # fmt: skip
    for one in answer.get("open", ()):
        yield Reason(
            f"what {one['player']} wins depends on cards nobody can name", "",
            f"open: from {one['least']} to {one['most']}",
        )  # fmt: skip
    for who, due in answer.get("corrections", {}).items():
        yield Reason(f"what has moved is not what {who} is owed", "", f"{who} is due {due}")
    for one in (nothing or {}).get("elsewhere", ()):
        yield Reason(f"{one['filing']} has a rule for it", one["cite"], one["says"])
