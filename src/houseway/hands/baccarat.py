"""Baccarat: points, naturals, and who takes a third card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from houseway.cards import Card

Side = Literal["player", "banker"]

# By rank: ace one, ten and pictures nothing. Ranks 0 and 1 do not occur (no joker is played).
_POINTS = (0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)


def card_points(card: Card) -> int:
    """What one card counts, 0 to 9."""
    return _POINTS[card.rank]


def points(cards: Iterable[Card]) -> int:
    """The right-hand digit of what the cards count together.

    >>> from houseway.cards import parse_cards
    >>> points(parse_cards("9h 7d Ac"))
    7
    """
    return sum([_POINTS[card.rank] for card in cards]) % 10


@dataclass(frozen=True, slots=True, order=True)
class BaccaratHand:
    """A hand's points and how it is called. Points alone compare: a natural is only a name."""

    strength: int
    cards: int = field(compare=False)
    is_natural: bool = field(compare=False)
    name: str = field(compare=False)


def baccarat_hand(cards: Sequence[Card]) -> BaccaratHand:
    """What two or three cards are worth.

    >>> from houseway.cards import parse_cards
    >>> baccarat_hand(parse_cards("Kh 9d")).name
    'natural 9'
    """
    count = len(cards)
    if count not in (2, 3):
        raise ValueError(f"{count} cards are given; a baccarat hand has two or three")
    return hand_of(points(cards), count)


def hand_of(total: int, cards: int) -> BaccaratHand:
    """A hand by its points and number of cards, which is all that counts."""
    natural = cards == 2 and total >= 8
    return BaccaratHand(total, cards, natural, f"natural {total}" if natural else str(total))


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdCardRule:
    """A filing's drawing rule.

    `banker_draws_on[total]` holds the values of the player's third card on which the banker with
    that total takes one. Totals past the chart's last row stand.
    """

    player_draws_to: int
    banker_draws_to: int  # when the player hand has stood
    banker_draws_on: tuple[frozenset[int], ...]
    natural_ends_drawing: bool = True

    @classmethod
    def from_chart(
        cls,
        chart: Mapping[int, Iterable[int]],
        *,
        player_draws_to: int,
        banker_draws_to: int,
        natural_ends_drawing: bool = True,
    ) -> ThirdCardRule:
        """The rule from a chart's rows: banker total, and the third cards it draws on."""
        rows = {total: frozenset(values) for total, values in chart.items()}
        for total, values in rows.items():
            for number in (total, *values):
                if not 0 <= number <= 9:
                    raise ValueError(f"{number} in the banker's row {total} is no count of 0 to 9")
        if missing := set(range(8)) - rows.keys():
            raise ValueError(f"the banker's chart lacks the rows {sorted(missing)}")
        return cls(
            player_draws_to=player_draws_to,
            banker_draws_to=banker_draws_to,
            banker_draws_on=tuple(rows.get(total, frozenset()) for total in range(10)),
            natural_ends_drawing=natural_ends_drawing,
        )

    def next_to_draw(self, player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
        """Whose third card is due, or None when both hands are complete."""
        if not (2 <= len(player) <= 3 and 2 <= len(banker) <= 3):
            raise ValueError(
                f"the player hand has {len(player)} cards and the banker hand {len(banker)}; "
                "each has two, and at most three"
            )
        at_first_player, at_first_banker = points(player[:2]), points(banker[:2])
        if self.natural_ends_drawing and (at_first_player >= 8 or at_first_banker >= 8):
            return None
        if len(player) == 2 and at_first_player <= self.player_draws_to:
            return "player"
        if len(banker) == 3:
            return None
        if len(player) == 2:
            draws = at_first_banker <= self.banker_draws_to
        else:
            draws = _POINTS[player[2].rank] in self.banker_draws_on[at_first_banker]
        return "banker" if draws else None
