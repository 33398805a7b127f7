"""Sources that are broken in the ways sources break are found; an honest one is not."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from houseway.analysis.randomness import Finding, examine
from houseway.analysis.randomness.decks import DeckCounts
from houseway.analysis.randomness.throws import Throw, dice_findings
from houseway.cards import CARDS, roll
from houseway.errors import HousewayError
from houseway.families.chinese_poker import table as chinese
from houseway.families.poker import table as poker
from houseway.service.settings import Settings
from houseway.table import banked, rounds, shoes

DECK = [card.text for card in CARDS]
BAR = 0.01 / 74  # what a single test must stay above in the whole report
BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
Shuffler = Callable[[random.Random], Callable[[], list[str]]]


def failed(found: list[Finding]) -> set[str]:
    return {one.what for one in found if one.p < BAR}


def shuffles_failed(shuffler: Shuffler, times: int = 2_500) -> set[str]:
    counts, draw = DeckCounts("standard-52", DECK), shuffler(random.Random(11))
    for _ in range(times):
        counts.add(draw())
    return failed(counts.findings())


def honest(source: random.Random) -> Callable[[], list[str]]:
    return lambda: source.sample(DECK, 52)


def naive_swap(source: random.Random) -> Callable[[], list[str]]:
    def draw() -> list[str]:
        order = DECK[:]
        for place in range(52):
            other = source.randrange(52)
            order[place], order[other] = order[other], order[place]
        return order

    return draw


def never_in_place(source: random.Random) -> Callable[[], list[str]]:
    """Sattolo's cycle: Fisher and Yates with the draw one short."""

    def draw() -> list[str]:
        order = DECK[:]
        for place in range(51, 0, -1):
            other = source.randrange(place)
            order[place], order[other] = order[other], order[place]
        return order

    return draw


def top_stays(source: random.Random) -> Callable[[], list[str]]:
    return lambda: [DECK[0], *source.sample(DECK[1:], 51)]


def top_dropped(source: random.Random) -> Callable[[], list[str]]:
    return lambda: source.sample(DECK, 52)[1:]


def top_twice(source: random.Random) -> Callable[[], list[str]]:
    def draw() -> list[str]:
        order = source.sample(DECK, 52)
        return [order[0], *order[:-1]]

    return draw


def only_cut(source: random.Random) -> Callable[[], list[str]]:
    def draw() -> list[str]:
        at = source.randrange(52)
        return DECK[at:] + DECK[:at]

    return draw


def riffled(times: int) -> Shuffler:
    """A new deck riffled by Gilbert, Shannon and Reeds' model; six leave their trace."""

    def shuffler(source: random.Random) -> Callable[[], list[str]]:
        def draw() -> list[str]:
            order = DECK[:]
            for _ in range(times):
                keys = [source.getrandbits(1) for _ in order]
                at = keys.count(0)
                left, right = iter(order[:at]), iter(order[at:])
                order = [next(right) if key else next(left) for key in keys]
            return order

        return draw

    return shuffler


def not_gathered(source: random.Random) -> Callable[[], list[str]]:
    """One riffle of what the last round left: even in the long run, but it remembers."""
    kept = [source.sample(DECK, 52)]

    def draw() -> list[str]:
        keys = [source.getrandbits(1) for _ in kept[0]]
        at = keys.count(0)
        left, right = iter(kept[0][:at]), iter(kept[0][at:])
        kept[0] = [next(right) if key else next(left) for key in keys]
        return kept[0]

    return draw


def seeded_by_few(source: random.Random) -> Callable[[], list[str]]:
    """Honest shuffles, of sixteen bits of seed."""
    return lambda: random.Random(source.getrandbits(16)).sample(DECK, 52)


def ace_on_top(source: random.Random) -> Callable[[], list[str]]:
    """Fair but for one card, which comes first five times for every three it should."""

    def draw() -> list[str]:
        order = source.sample(DECK, 52)
        if source.random() < 2 / 3 / 51:
            order.remove("As")
            order.insert(0, "As")
        return order

    return draw


def test_one_card_at_one_place_is_found() -> None:
    assert shuffles_failed(ace_on_top, 20_000) == {"the face and place furthest off"}


PLACES, BESIDE = "each face at each place", "each face beside each"


@pytest.mark.parametrize(
    ("shuffler", "by"),
    [
        (naive_swap, PLACES), (never_in_place, PLACES), (top_stays, PLACES),
        (top_dropped, "shuffles that are not the whole deck"),
        (top_twice, "shuffles that are not the whole deck"),
        (only_cut, BESIDE), (only_cut, "runs of either half of the deck"),
        (riffled(4), "orders of 5 in a row"), (riffled(6), BESIDE),
        (not_gathered, "a place in one shuffle and the next"),
        (seeded_by_few, "orders that came before"),
    ],
)  # fmt: skip
def test_broken_shufflers_are_found(shuffler: Shuffler, by: str) -> None:
    assert by in shuffles_failed(shuffler)


def test_an_honest_shuffler_is_not() -> None:
    assert shuffles_failed(honest) == set()


def by_modulo(source: random.Random) -> Throw:
    return tuple(source.getrandbits(8) % 6 + 1 for _ in range(3))


def loaded(source: random.Random) -> Throw:
    return tuple(6 if source.random() < 0.01 else source.randint(1, 6) for _ in range(3))


def alike(source: random.Random) -> Throw:
    face = source.randint(1, 6)
    return (face, face, face)


def from_nought(source: random.Random) -> Throw:
    return tuple(source.randrange(6) for _ in range(3))


def stuck(source: random.Random) -> Throw:
    return (3, 3, 3) if source else ()


@pytest.mark.parametrize(
    ("throw", "by"),
    [
        (stuck, "faces of die 1"), (stuck, "orders of 4 throws in a row"),
        (alike, "whole throws"), (alike, "runs of low and of high faces"),
        (from_nought, "throws with a face that is none"),
    ],
)  # fmt: skip
def test_broken_dice_are_found(throw: Callable[[random.Random], Throw], by: str) -> None:
    assert by in dice_failed(throw, 5_000)


@pytest.mark.parametrize(
    ("throw", "by"), [(by_modulo, "faces of all dice"), (loaded, "faces of die 2")]
)
def test_dice_a_little_out_are_found(throw: Callable[[random.Random], Throw], by: str) -> None:
    assert by in dice_failed(throw, 200_000)


def dice_failed(throw: Callable[[random.Random], Throw], times: int) -> set[str]:
    source = random.Random(12)
    return failed(dice_findings([throw(source) for _ in range(times)]))


def test_dice_that_step_on_are_found() -> None:
    """Each throw even by itself, but no throw like the one before."""
    source = random.Random(13)
    throws: list[Throw] = [(1, 1, 1)]
    for _ in range(20_000):
        throws.append(tuple((face + source.randrange(5)) % 6 + 1 for face in throws[-1]))
    assert "a die and its next throw" in failed(dice_findings(throws))


def test_rising_throws_are_found() -> None:
    source = random.Random(14)
    drawn = [roll(source).faces for _ in range(20_000)]
    throws = [one for start in range(0, 20_000, 2) for one in sorted(drawn[start : start + 2])]
    assert "orders of 4 throws in a row" in failed(dice_findings(throws))


class ShortPeriod(random.Random):
    """A linear congruence of 65,536 states behind the program's own shuffle and dice."""

    state = 1

    def getrandbits(self, k: int) -> int:
        bits = 0
        for _ in range(0, k, 8):
            self.state = (self.state * 25_173 + 13_849) % 65_536
            bits = bits << 8 | self.state >> 8
        return bits >> (-k % 8)

    def random(self) -> float:
        return self.getrandbits(53) / 2**53


def test_a_short_period_is_found_through_the_whole_program() -> None:
    report = examine(ShortPeriod(), began=BEGAN, shuffles=2_500, throws=100_000)
    assert not report.ok
    assert report.verdict == "failed"
    subjects = {one.subject for one in report.findings if one.p < report.bar}
    assert {"standard-52", "tiles-32", "dice"} <= subjects


def test_a_table_that_shuffles_badly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def bad(pieces: Any, source: random.Random) -> list[Any]:
        order = list(pieces)
        for place in range(len(order)):
            other = source.randrange(len(order))
            order[place], order[other] = order[other], order[place]
        return order

    monkeypatch.setattr(shoes, "shuffled", bad)
    report = examine(random.Random(1), began=BEGAN, shuffles=2_500, throws=2_500)
    subjects = {one.subject for one in report.findings if one.p < report.bar}
    assert {name for name, *_ in report.boxes if " x " not in name} <= subjects
    assert "dice" not in subjects


def test_what_is_examined_is_what_tables_deal_from() -> None:
    assert rounds.shuffle is shoes.shuffle  # type: ignore[attr-defined]
    assert all(not hasattr(module, "shuffle") for module in (banked, chinese, poker))
    assert shoes.roll is roll  # type: ignore[attr-defined]
    assert isinstance(Settings().source(), random.SystemRandom)


def test_too_few_are_refused() -> None:
    with pytest.raises(HousewayError, match="2,500 or more") as refused:
        examine(random.Random(1), began=BEGAN, shuffles=100)
    assert (refused.value.code, refused.value.where) == ("too-few-samples", "--shuffles")
