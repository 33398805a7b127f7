"""How seven cards are set at a pai gow poker table, what is refused, what each part is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from houseway.cards import Card, NotationError, parse_cards, write
from houseway.errors import Refused
from houseway.families.pai_gow_poker.house_way import (
    Division,
    HouseWaySetter,
    back_ranking,
    divisions,
    is_foul,
    joker_use,
    no_chart,
    setter_of,
)
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.schema.wagers import PayRow
from houseway.filings.terms import Terms
from houseway.hands.fortune import fortune_categories
from houseway.hands.joker import JokerUse
from houseway.hands.rankings import ranking
from houseway.hands.tally import SUIT_BITS, SUIT_FULL, count_of
from houseway.rounds.judging import Judge, Judged

Objection = Callable[[str], Refused | None]


class SetHand(NamedTuple):
    """A hand as it lies: the cards in front and behind, what they are worth, and why it is foul."""

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    by_house_way: bool
    foul: str
    front_worth: Judged
    back_worth: Judged

    @property
    def words(self) -> str:
        return f"{self.front_worth.inside} in front, {self.back_worth.inside} behind"


_NO_HAND = Judged(0, "no-hand", "No hand", ())  # of miscounted cards, which are foul


class Setting:
    """The rules by which hands are set and read at one table."""

    __slots__ = (
        "_back", "_fortune", "_front", "_house_way", "_ranking", "choices", "filing", "use",
    )  # fmt: skip

    def __init__(self, terms: Terms[PaiGowPoker]) -> None:
        self.filing = terms.filing
        self.use: JokerUse = joker_use(terms)
        setter = setter_of(terms)
        # The same hand is set the house way by who chooses, by the dealer and for the record.
        self._house_way = None if setter is None else lru_cache(32)(setter.set)
        self._front, self._back = _front_judge(self.use == "wild"), _back_judge(self.use)
        self._ranking = back_ranking(self.use)
        self._fortune: dict[int, tuple[PayRow | None, str]] = {}  # by ranks, where no flush can be
        self.choices = () if setter is None else ("house_way",)

    def hand(self, move: str, cards: Sequence[Card]) -> SetHand:
        """A hand as a legal move sets it: `house_way`, or `set Kd Kc`."""
        if move == "house_way":
            assert self._house_way is not None
            way = self._house_way(tuple(cards))
            return SetHand(
                way.front, way.back, True, "", self._front(way.front), self._back(way.back)
            )
        front = parse_cards(move.removeprefix("set "))
        back = tuple(card for card in cards if card not in front)
        if len(front) != 2 or len(back) != 5:
            foul = f"{len(front)} cards in front and {len(back)} behind"
            return SetHand(front, back, False, foul, _NO_HAND, _NO_HAND)
        ahead, behind = self._front(front), self._back(back)
        foul = ""
        if ahead.strength > behind.strength:
            foul = f"{ahead.inside} in front outranks {behind.inside} behind"
        return SetHand(front, back, False, foul, ahead, behind)

    def divisions(self, cards: Sequence[Card]) -> list[Division]:
        """Every way to divide seven cards that is not foul."""
        divided = divisions(self._ranking, cards, self._counted(cards))
        return [one for one in divided if not is_foul(one)]

    def _counted(self, cards: Sequence[Card]) -> int:
        return sum(map(count_of, cards), self._ranking.start)

    def objection(self, cards: Sequence[Card], where: str) -> Objection:
        """Why a setting of these cards is refused. A player may set foul, and loses."""
        refused = partial(Refused, where=where, cite=str(self.filing.game.players_set.cite))
        miscounts = "front-count" in self.filing.game.foul.kinds

        def object_to(move: str) -> Refused | None:
            if move == "house_way":
                return no_chart(self.filing, where)
            verb, _, text = move.partition(" ")
            if verb != "set":
                return refused(
                    "not-a-choice",
                    f"{move!r} is no way to set a hand; give the two cards in front, as 'set Kd Kc'"
                    + (", or house_way" if self.choices else ""),
                )
            try:
                front = parse_cards(text)
            except NotationError as error:
                return refused("not-a-card", str(error))
            strange = [card for card in front if card not in cards]
            if strange or len(set(front)) != len(front):
                return refused(
                    "not-in-hand",
                    f"the front hand {text} is not made of different cards of {write(cards)}",
                )
            if len(front) != 2 and not (miscounts and front):
                return refused("not-two-cards", f"the front hand has two cards, not {len(front)}")
            return None

        return object_to

    def bank_objection(self, cards: Sequence[Card]) -> Objection:
        """Why a setting of the bank's hand is refused: never foul, and by the chart if it must."""
        rule = self.filing.game.bank_sets
        refused = partial(Refused, where="bank", cite=str(rule.cite))
        as_player = self.objection(cards, "bank")

        def object_to(move: str) -> Refused | None:
            refusal = as_player(move)
            if refusal is not None:
                return refusal
            hand = self.hand(move, cards)
            if hand.foul:
                return refused("bank-foul", f"the bank's hand may not be set foul: {hand.foul}")
            if rule.method == "house-way":
                filed = self.hand("house_way", cards)
                # Which of equal cards goes in front does not matter.
                if (hand.front_worth, hand.back_worth) != (filed.front_worth, filed.back_worth):
                    return refused(
                        "bank-not-house-way",
                        f"the bank's hand is set the house way, {write(filed.front)} in front",
                    )
            return None

        return object_to

    def fortune_row(self, cards: Sequence[Card]) -> tuple[PayRow | None, str]:
        """The best paid row that fits, and a better ranking hand of the table that pays less."""
        counted = self._counted(cards)
        if counted & SUIT_FULL:
            return self._read_fortune(cards)
        key = counted >> SUIT_BITS
        kept = self._fortune.get(key)
        if kept is None:
            kept = self._fortune[key] = self._read_fortune(cards)
        return kept

    def _read_fortune(self, cards: Sequence[Card]) -> tuple[PayRow | None, str]:
        rule = self.filing.game.fortune
        assert rule is not None
        held = fortune_categories(cards, joker=rule.joker)
        rows = self.filing.pays("fortune").rows
        fitting = [row for row in rows if row.hand in held and row.pays is not None]
        best = max(fitting, key=lambda row: row.pays or 0, default=None)
        straight = best is not None and best.hand == "three-of-a-kind" and "straight" in held
        return best, "straight" if straight else ""

    def flush_denied(self, cards: Sequence[Card]) -> bool:
        """Whether the joker would complete a flush if it might, in a hand without a natural one."""
        if self.use != "ace-straight" or not any(card.is_joker for card in cards):
            return False
        suits = [card.suit for card in cards if not card.is_joker]
        return max(suits.count(suit) for suit in range(4)) == 4


@cache
def _front_judge(wild: bool) -> Judge:
    return Judge(ranking("two-card", wild=wild))


@cache
def _back_judge(use: JokerUse) -> Judge:
    return Judge(back_ranking(use))


_SETTINGS: dict[tuple[str, JokerUse, HouseWaySetter | None], Setting] = {}


def setting_of(terms: Terms[PaiGowPoker]) -> Setting:
    """The setting rules of a table; one for all rounds under the same terms."""
    key = (terms.filing.id, joker_use(terms), setter_of(terms))
    kept = _SETTINGS.get(key)
    if kept is None or kept.filing is not terms.filing:
        kept = _SETTINGS[key] = Setting(terms)
    return kept
