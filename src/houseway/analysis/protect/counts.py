"""Effects of removal, and the best count in small whole numbers that follows them.

Removing a card of a kind changes what a bet is worth by its effect. A count gives each kind a tag
and adds up the tags of the cards seen (the running count); divided by the decks not seen it is the
true count. The better the tags follow the effects (their correlation over all cards), the more of
the bet's value the count finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Final

import numpy as np

from houseway.analysis.protect.part import Countable, Kind
from houseway.errors import HousewayError, did_you_mean
from houseway.hands.arrays import Floats, Integers

_LEVELS: Final = (1, 2, 3, 4)  # the largest tag
_GOOD: Final = 0.95  # the correlation with which a smaller level is enough
_SCALES: Final = 200
_NOTHING: Final = 1e-12
_COUNT: Final = re.compile(r"([a-z0-9_]+):(.+?)(?:\bat\b(.+))?", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Effects:
    """What removing a card of each kind from the full shoe does to a bet."""

    bet: str
    kinds: tuple[Kind, ...]
    cards: Integers  # [kind]: in the full shoe
    ev: float
    each: Floats  # [kind]

    def as_json(self) -> dict[str, float]:
        return {kind.name: float(by) for kind, by in zip(self.kinds, self.each, strict=True)}


@dataclass(frozen=True, kw_only=True)
class Count:
    """Tags for the kinds of cards, and the true count from which a bet favours the bettor."""

    effects: Effects
    tags: tuple[int, ...]
    correlation: float
    trigger: float  # rounded up to a whole number, where it was not given

    @property
    def is_balanced(self) -> bool:
        return int(self.effects.cards @ np.array(self.tags)) == 0

    def tag_of(self) -> dict[str, int]:
        return {k.name: tag for k, tag in zip(self.effects.kinds, self.tags, strict=True) if tag}

    def said(self) -> str:
        """The tags as people write them: kinds of one tag together, as `89 +2, 4567 -1`."""
        together: dict[int, list[str]] = {}
        for name, tag in self.tag_of().items():
            together.setdefault(tag, []).append(name)
        return ", ".join(
            f"{_joined(names)} {tag:+d}" for tag, names in sorted(together.items(), reverse=True)
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "tags": {k.name: tag for k, tag in zip(self.effects.kinds, self.tags, strict=True)},
            "correlation": self.correlation,
            "true_count": self.trigger,
        }


def _joined(names: Sequence[str]) -> str:
    """Names of one letter together, behind what they have in common: `red A23`."""
    together: dict[str, str] = {}
    for name in names:
        before, blank, last = name.rpartition(" ")
        alone = len(last) > 1
        together[name if alone else before + blank] = (
            "" if alone else together.get(before + blank, "") + last
        )
    return " ".join(before + last for before, last in together.items())


def effects_of(countable: Countable, decks: int) -> list[Effects]:
    """Every bet from the full shoe, and from the shoe without one card of each kind."""
    full = np.array([len(kind.cards) * decks for kind in countable.kinds], np.int64)
    shoes = np.concatenate([full[None], full - np.eye(len(full), dtype=np.int64)])
    found = countable.values(shoes)[:, :, 0]
    return [
        Effects(
            bet=bet, kinds=countable.kinds, cards=full, ev=float(found[0, place]),
            each=found[1:, place] - found[0, place],
        )
        for place, bet in enumerate(countable.bets)
    ]  # fmt: skip


def correlation(effects: Effects, tags: Integers) -> float:
    """How well the tags follow the effects, over all cards of the shoe; 0 where either is flat."""
    weights = effects.cards / effects.cards.sum()
    one, other = effects.each - weights @ effects.each, tags - weights @ tags
    spread = sqrt(float(weights @ one**2) * float(weights @ other**2))
    return float(weights @ (one * other)) / spread if spread > _NOTHING else 0.0


def best_count(effects: Effects, deck: int) -> Count | None:
    """The smallest tags that follow the effects well; None where all cards do the same."""
    best: tuple[float, tuple[int, ...]] | None = None
    for level in _LEVELS:
        for tags in _rounded(effects, level):
            found = correlation(effects, np.array(tags))
            if best is None or found > best[0] + _NOTHING:
                best = found, tags
        if best is not None and best[0] >= _GOOD:
            break
    return None if best is None else make_count(effects, best[1], deck)


def make_count(
    effects: Effects, tags: Sequence[int], deck: int, trigger: float | None = None
) -> Count:
    """A count of given tags.

    The shoe's value is taken as the mean of one for each card: then a tag removed adds its part
    of the effects times the cards that were there, over those that are left.
    """
    tagged = np.array(tags)
    weights = effects.cards
    mean = tagged - weights @ tagged / weights.sum()
    slope = float(weights @ (mean * effects.each)) / float(weights @ mean**2)
    if trigger is None:
        per_true = slope * (int(weights.sum()) - 1) / deck
        trigger = ceil(-effects.ev / per_true - 1e-9) if per_true > 0 else float("inf")
    return Count(
        effects=effects, tags=tuple(int(tag) for tag in tags),
        correlation=correlation(effects, tagged), trigger=trigger,
    )  # fmt: skip


def _rounded(effects: Effects, level: int) -> Iterator[tuple[int, ...]]:
    """Balanced tags up to a level, near the effects at some scale."""
    largest = float(np.abs(effects.each).max())
    if largest <= _NOTHING:
        return
    seen: set[tuple[int, ...]] = set()
    for scale in np.linspace(level - 0.49, level + 0.49, _SCALES) / largest:
        tags = np.clip(np.rint(effects.each * scale), -level, level).astype(np.int64)
        balanced = _balanced(effects, tags, level)
        if balanced is not None and balanced not in seen:
            seen.add(balanced)
            yield balanced


def _balanced(effects: Effects, tags: Integers, level: int) -> tuple[int, ...] | None:
    """Tags whose sum over the shoe is nothing: changed by ones where that costs least."""
    for _ in range(2 * len(tags)):
        sum_of = int(effects.cards @ tags)
        if sum_of == 0:
            return tuple(tags.tolist()) if tags.any() else None
        step = -1 if sum_of > 0 else 1
        tries = []
        for place in range(len(tags)):
            changed = tags.copy()
            changed[place] += step
            if abs(changed[place]) <= level and effects.cards[place] <= abs(sum_of):
                tries.append((correlation(effects, changed), place))
        if not tries:
            return None
        tags = tags.copy()
        tags[max(tries)[1]] += step
    return None


# Counts as people give them


def read_counts(
    written: Sequence[str], effects: Mapping[str, Effects], deck: int
) -> dict[str, Count]:
    """`dragon_7: 89=2 4567=-1 at 4` as a count; without `at` the true count is worked out."""
    found: dict[str, Count] = {}
    for text in written:
        match = _COUNT.fullmatch(text.strip())
        if match is None:
            raise _bad(f"{text!r}: write the bet and the tags, as 'dragon_7: 89=2 4567=-1 at 4'")
        bet = match[1]
        if bet not in effects:
            raise _bad(f"{bet!r} is no bet that can be counted{did_you_mean(bet, effects)}")
        tags = _tags(match[2], effects[bet].kinds)
        try:
            trigger = None if match[3] is None else float(match[3])
        except ValueError:
            raise _bad(f"{match[3].strip()!r} is no true count") from None
        if not any(tags) or (trigger is not None and not abs(trigger) < 100):
            raise _bad(f"{text!r}: no card has a tag, or no true count is that large")
        found[bet] = make_count(effects[bet], tags, deck, trigger)
    return found


def _tags(text: str, kinds: Sequence[Kind]) -> list[int]:
    names = {kind.name: place for place, kind in enumerate(kinds)}
    tags = [0] * len(kinds)
    for token in text.replace(",", " ").split():
        which, equals, value = token.partition("=")
        if not equals or re.fullmatch(r"[+-]?[0-9]{1,2}", value) is None:
            raise _bad(f"{token!r}: write kinds of cards and their tag, as 89=2 or 4567=-1")
        for name in [which] if which in names else which:
            if name not in names:
                raise _bad(f"{name!r} is no kind of card here; there are {', '.join(names)}")
            tags[names[name]] = int(value)
    return tags


def _bad(message: str) -> HousewayError:
    return HousewayError("bad-count", message, where="--count")
