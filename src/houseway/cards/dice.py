"""Three dice in a cup, or a random-number generator that stands in for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards.deck import Chance


@dataclass(frozen=True, slots=True)
class Dice:
    """What was thrown. A random-number generator gives a single number."""

    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.faces)

    def __str__(self) -> str:
        return " ".join(map(str, self.faces))


def roll(source: Chance, count: int = 3, generator: int = 0) -> Dice:
    """So many dice thrown, or the number of a generator that counts so far."""
    if generator:
        return Dice((source.randint(1, generator),))
    return Dice(tuple(source.randint(1, 6) for _ in range(count)))


def parse_dice(values: Sequence[int], count: int = 3) -> Dice:
    """Dice as written in a round file: three faces, or one number from a generator.

    >>> parse_dice([3, 4, 6]).total
    13
    """
    faces = tuple(values)
    if len(faces) == 1:
        # A generator may show 1, which counts for the bank though dice cannot.
        if not 1 <= faces[0] <= 6 * count:
            raise ValueError(f"{faces[0]} is no total; a generator shows 1 to {6 * count}")
        return Dice(faces)
    if len(faces) != count:
        raise ValueError(f"{len(faces)} dice are given, the game throws {count}")
    for place, face in enumerate(faces, 1):
        if not 1 <= face <= 6:
            raise ValueError(f"die {place} shows {face}; a die shows 1 to 6")
    return Dice(faces)
