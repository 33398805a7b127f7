"""What a choice adds to the wagers of its seat, and the quietest choice for one who is silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Protocol

from houseway.cards import write
from houseway.family import find_family
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import SeatWagers


class AddedStakes(Protocol):
    """What a family gives whose choices put more chips on the felt."""

    def __call__(self, move: str, seat: SeatWagers, lying: int, /) -> dict[str, int] | None:
        """Chips each bettor of a seat must add for a move, in cents; nothing for most moves.

        None for a move that takes back what was last added to its hand. Those behind follow the
        seat's choice `in_proportion`. `lying` is what the seat's own player has on the hand by now.
        """
        ...


def added_stakes(family: str, move: str, seat: SeatWagers, *, lying: int) -> dict[str, int] | None:
    """Chips each bettor of a seat must add for a move, in cents; None for one that takes back."""
    added: AddedStakes | None = find_family(family).part("stakes")
    return added(move, seat, lying) if added else {}


def all_added(
    family: str, moves: Sequence[tuple[int | None, str]], seat: SeatWagers
) -> dict[str, int]:
    """Chips that a seat's choices have put on the felt, each given with the hand it was for."""
    total: Counter[str] = Counter()
    first = seat.wagers.get("game", 0)
    lying: dict[int | None, int] = {}  # the seat's own on each hand that was doubled
    latest: dict[int | None, dict[str, int]] = {}
    split = any(move == "split" for _, move in moves)
    for hand, move in moves:
        if split and hand is None:  # the next hand's, if none is named
            lying.pop(None, None)
        on_hand = lying.get(hand, first)
        with suppress(ValueError, ZeroDivisionError):  # no amount: the rules may refuse it
            added = added_stakes(family, move, seat, lying=on_hand)
            if added is None:
                total.subtract(latest.pop(hand, {}))
                continue
            total.update(added)
            if move.startswith("double"):
                lying[hand] = on_hand + added.get(str(seat.number), 0)
                latest[hand] = added
    return total


def stake_name(move: str) -> str:
    """The wager that the chips of a move are put to."""
    return _STAKES.get(move.partition(" ")[0], "game")


_STAKES = {"insure": "insurance", "play": "play", "bet": "play"}


def in_proportion(seat: SeatWagers, spot: str, times: Fraction) -> dict[str, int]:
    """So many times each bettor's wager on a spot; a part of a cent is rounded up and returned."""
    return {
        bettor: -(-wagers[spot] * times.numerator // times.denominator)
        for bettor, wagers in seat.bettors()
        if wagers.get(spot)
    }


# What a silent player does, the quietest first: never a new chip, never a foul hand.
_QUIET = ("house_way", "stand", "check", "fold", "hit")


def quiet_move(ask: Ask, cards: Sequence[Any] = ()) -> str:
    """The legal choice for a player who does not answer or has left.

    `cards` are those of the seat, for a hand that must be set where no house way is filed.
    """
    if ask.default is not None:
        return ask.default
    for move in _QUIET:
        if move in ask.choices:
            return move
    if ask.kind in ("set", "set-bank"):
        return _plain_setting(cards)
    if ask.kind in ("first-cards", "later-cards", "fantasy-land"):
        return _plain_placing(cards[-ask.facts["count"] :], ask.facts["room"])
    if ask.kind == "discard":
        return f"discard {write(cards[: ask.facts['least']])}"
    return ask.choices[0]


def _plain_setting(cards: Sequence[Any]) -> str:
    """The two lowest cards of different rank in front, which is never foul."""
    ordered = sorted(cards, key=lambda card: 15 if card.is_joker else card.rank)
    first = ordered[0]
    second = next(card for card in ordered if card.rank != first.rank)
    return f"set {first} {second}"


def _plain_placing(cards: Sequence[Any], room: Mapping[str, int]) -> str:
    """The highest cards at the bottom, then the middle, the lowest on top, as room is left."""
    left = sorted(cards, key=lambda card: card.rank)
    placed: dict[str, list[Any]] = {}
    for name in ("bottom", "middle", "top"):
        while left and len(placed.get(name, ())) < room[name]:
            placed.setdefault(name, []).append(left.pop())
    return "place" + "".join(f" {name} {write(some)}" for name, some in placed.items())
