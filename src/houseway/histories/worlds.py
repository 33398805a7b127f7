"""What may have happened in a round of which some cards, or the dice, are unknown.

The rules run with the unknown cards lying there. Where they ask what one is, every card it can
have been is tried, and so on until the round ends: a card on which nothing depends is never
looked into, and of a hand that is lost as it lies one way it can have gone will do. Cards under
which the round cannot have gone as written are left out, and the chances of the others are taken
as a whole.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Generic, TypeVar

from houseway.cards import Dice
from houseway.cards.unknown import NeededError
from houseway.errors import HousewayError, Problems
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.script import DICE, Piece, Script, Slot
from houseway.rounds.order import first_action
from houseway.rounds.steps import Place
from houseway.rounds.verdicts import Layout

MOST = 25_000  # rounds played for one file; beyond that chances are drawn by lot
MOST_IN_ORDER = 8_000  # where cards come one by one
FEW = 200  # where little may be asked: a card that places the button and no other
DRAWN = 400
T = TypeVar("T")
Found = tuple[Fraction, Mapping[Slot, Piece], T]  # how likely, under which cards, what came of it


class TooManyError(Exception):
    """More worlds than can be gone through."""


@dataclass
class Worlds(Generic[T]):
    """The worlds a file leaves possible. `play` runs a round under what the script assumes."""

    script: Script
    filing: PlayerDealerFiling
    layout: Layout
    unseen: Counter[Piece]
    play: Callable[[], T]
    money: Callable[[T], object]  # what everybody has in the end
    seats: int  # of the table
    in_order: bool = False  # whether it matters which of the bank's cards places the button
    few: bool = False  # to give up early, as it may be asked in another way
    unreached: bool = False  # whether unknown hands of seats are taken as behind an exhausted bank
    played: int = 0
    to_play: int = 1  # beside these, at the least
    refused: list[HousewayError] = field(default_factory=list)  # what stood in the way, in order
    decided: list[Slot] = field(default_factory=list)  # those that were looked into
    threw: bool = False  # whether dice were tried
    way: Mapping[Slot, Piece] = field(default_factory=dict)  # lost hands as they can have been
    guessed: set[Place] = field(default_factory=set)  # hands of which one way is taken
    in_vain: int = 0  # their cards tried since one fitted
    # By the other unknown cards: what everybody has, whatever lay in the hands that were left out.
    alike: dict[object, object] = field(default_factory=dict)

    def all(self) -> list[Found[T]]:
        """Every possible world with its chance; where there is none, why not."""
        return self._whole(self._explore({}, self.unseen, (), Fraction(1)))

    def drawn(self, number: int = DRAWN) -> list[Found[T]]:
        """Some worlds, drawn by lot."""
        chance = random.Random(1)
        stock = sorted(self.unseen.elements(), key=lambda piece: piece.text)
        slots = [slot for slot in self.script.slots if slot.place not in self.script.left_out]
        return self._whole(
            found
            for _ in range(number)
            for cards in (chance.sample(stock, len(slots)),)
            for found in self._explore(
                dict(zip(slots, cards, strict=True)), Counter(), (), Fraction(1)
            )
        )

    def _whole(self, worlds: Iterator[Found[T]]) -> list[Found[T]]:
        found = list(worlds)
        if not found:  # what stands in the way under most cards
            said = Counter(map(str, self.refused)).most_common(1)[0][0]
            raise next(error for error in self.refused if str(error) == said)
        total = sum(chance for chance, _, _ in found)
        return [(chance / total, cards, came) for chance, cards, came in found]

    def _explore(
        self,
        cards: dict[Slot, Piece],
        unseen: Counter[Piece],
        dice: Sequence[int],
        chance: Fraction,
    ) -> Iterator[Found[T]]:
        self.played += 1
        self.to_play -= 1
        self.script.assume(cards, dice)
        try:
            came = self.play()
        except NeededError as needed:
            key = needed.key
        except HousewayError as error:
            self.refused.append(error.with_traceback(None))  # which would keep the whole round
            return
        else:
            self._refuse_if_left_out_decides(cards, came)
            yield chance, cards, came
            return
        if key == DICE:
            self.threw = True
            throws = list(self._throws())
            self._add(len(throws))
            for faces, ways in throws:
                yield from self._explore(cards, unseen, faces, chance * ways)
            return
        lacking = self.script.left_out.get(key.place)
        one_way = key.place in self.script.lost or self.script.may_lack_action(
            key.place, known=not self.unreached
        )
        # Some cards drawn by lot show nothing for sure, and a seat with action hangs on its own.
        if lacking and (not unseen or (isinstance(key.place, int) and not one_way)):
            raise lacking
        if one_way:
            self.guessed.add(key.place)
            found = list(self._one_way(key, cards, unseen, dice, chance))
            if lacking and not found and key.place not in {slot.place for slot in cards}:
                raise lacking
            yield from found
            return
        group = self._group(key)
        self.decided += [slot for slot in group if slot not in self.decided]
        handfuls = list(draws(unseen, len(group)))
        self._add(len(handfuls))
        for chosen, likely in handfuls:
            known = {**cards, **dict(zip(group, chosen, strict=True))}
            left = unseen.copy()
            left.subtract(chosen)
            yield from self._explore(known, left, dice, chance * likely)

    def _one_way(
        self, slot: Slot, cards: dict[Slot, Piece], unseen: Counter[Piece], dice: Sequence[int],
        chance: Fraction,
    ) -> Iterator[Found[T]]:  # fmt: skip
        """One way that a lost hand can have gone; its cards say nothing of the others'. Low cards
        first: whatever was chosen can be chosen with them."""
        lying = Counter(piece for at, piece in cards.items() if at.place in self.guessed)
        ways: list[Mapping[Slot, Piece]] = [self.way] if slot in self.way else []
        ways += [{slot: piece} for piece in sorted(unseen - lying, key=lambda piece: piece.text)]
        for way in ways:
            self.in_vain += 1
            found = list(self._explore({**way, **cards}, unseen, dice, chance))
            if found:
                known = found[0][1]
                self.in_vain = 0
                self.way = {at: piece for at, piece in known.items() if at.place in self.guessed}
                yield from found
                return
            if self.in_vain > FEW or not _about(self.refused[-1], slot.place):
                return

    @property
    def left_out(self) -> HousewayError | None:
        """What is wrong if something depends on a hand that was left out and looked into."""
        known = self.script.left_out
        return next((known[slot.place] for slot in self.decided if slot.place in known), None)

    def _refuse_if_left_out_decides(self, cards: Mapping[Slot, Piece], came: T) -> None:
        """As soon as two worlds end otherwise that differ by nothing else."""
        lacking = self.left_out
        if lacking is not None:
            told = self.script.left_out
            known = tuple((at, card.text) for at, card in cards.items() if at.place not in told)
            if self.alike.setdefault(known, self.money(came)) != self.money(came):
                raise lacking

    def _add(self, worlds: int) -> None:
        """So many more are to be played: too many are given up before they are."""
        self.to_play += worlds
        sure = self.played + self.to_play
        if self.few and sure > FEW:
            raise TooManyError
        if sure > (MOST_IN_ORDER if self.filing.first_cards else MOST):
            raise self.left_out or TooManyError

    def _group(self, slot: Slot) -> list[Slot]:
        """The slot with those beside it whose order cannot matter."""
        place = slot.place
        ordered = (
            self.filing.first_cards is not None  # cards come one by one and decide on the next
            or place in ("player", "banker")
            or (place == "bank" and self.in_order)
            or self.script.sets_unknown(place)
        )
        return [slot] if ordered else [one for one in self.script.slots if one.place == place]

    def _throws(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """A throw for each seat that may be first, and how likely it is to be."""
        filing, wagering = self.filing, [seat.number for seat in self.layout.seats]
        throws: dict[int | None, list[tuple[int, ...]]] = {}
        for faces in product(range(1, 7), repeat=3):
            first = first_action(
                filing.first_action,
                seats=self.seats,
                bank_seat=self.layout.bank_seat,
                wagering=wagering,
                dice=Dice(faces),
                active=filing.table.active,
            )
            throws.setdefault(first, []).append(faces)
        for same in throws.values():
            yield same[0], Fraction(len(same), 6**3)


def _about(error: HousewayError, place: Place) -> bool:
    """Whether a refusal is of what was done at a place."""
    found = error.found if isinstance(error, Problems) else [error]
    where = f"seat {place}" if isinstance(place, int) else place
    return any(one.where.partition(",")[0] == where for one in found)


def draws(unseen: Counter[Piece], count: int) -> Iterator[tuple[tuple[Piece, ...], Fraction]]:
    """Every handful of so many cards without their order, and how likely it is."""
    pieces = [piece for piece, left in unseen.items() if left > 0]
    total = comb(sum(unseen[piece] for piece in pieces), count)
    different = count == 1 or all(unseen[piece] == 1 for piece in pieces)
    if comb(len(pieces) + (0 if different else count - 1), count) > MOST:
        raise TooManyError
    if different:
        for chosen in combinations(pieces, count):
            yield chosen, Fraction(prod(unseen[piece] for piece in chosen), total)
        return
    for chosen in combinations_with_replacement(pieces, count):
        ways = prod(comb(unseen[piece], times) for piece, times in Counter(chosen).items())
        if ways:
            yield chosen, Fraction(ways, total)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def name_slots(slots: Sequence[Slot]) -> str:
    """`the bank's second card and seat 3's first card`."""
    return " and ".join(_name(slot) for slot in slots)


def _name(slot: Slot) -> str:
    number = slot.number
    which = _ORDINALS[number] if number < len(_ORDINALS) else f"{number + 1}th"
    return f"{_whose(slot.place)} {which} card"


def _whose(place: Place) -> str:
    return f"seat {place}'s" if isinstance(place, int) else f"the {place}'s"
