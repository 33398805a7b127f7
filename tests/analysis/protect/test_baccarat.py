"""Counts of baccarat's side bets: published ones, and their value by another way."""

from __future__ import annotations

from math import lgamma
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from houseway.analysis.protect.book import Protection, protect
from houseway.analysis.protect.counts import effects_of, make_count
from houseway.analysis.protect.shoes import ByCut, depths
from houseway.errors import HousewayError
from houseway.families.baccarat.shoe import cards_a_round, countable
from tests.families.baccarat.test_odds import BANKER_DRAWS, NAPA
from tests.families.baccarat.test_shoe import terms

# E. Jacobson, "Card Counting the Dragon Side Bet in EZ Baccarat" (Wizard of Odds, 2011): eights
# and nines +2, fours to sevens -1, bet at a true count of 4.
DRAGON = "dragon_7: 89=2 4567=-1 at 4"
# The same, "Co-Card Counting the Dragon and Panda Side Bets" (888casino): by 100 million shoes
# with 14 cards cut 0.597 and 0.237 units a shoe.
PANDA = "panda_8: AT2=1 345=-2 67=-1 8=-2 9=4 at 11"
UNITS = {"dragon_7": 0.597, "panda_8": 0.237}


@pytest.fixture(scope="module")
def found() -> Protection:
    return protect(NAPA, counts=[PANDA], cuts=[14, 52, 104], samples=12_000)


def by_cut(found: Protection, bet: str, cut: int = 14) -> ByCut:
    watched = next(one for one in found.bets if one.bet == bet)
    return next(one for one in watched.by_cut if one.cut == cut)


def test_jacobsons_dragon_count_is_the_one_found(found: Protection) -> None:
    count = next(one.count for one in found.bets if one.bet == "dragon_7")
    assert count is not None
    assert count.tag_of() == {"8": 2, "9": 2, "4": -1, "5": -1, "6": -1, "7": -1}
    assert count.trigger == 4
    assert count.is_balanced


@pytest.mark.parametrize("bet", UNITS)
def test_jacobsons_units_won_a_shoe_with_14_cards_cut(found: Protection, bet: str) -> None:
    ours = by_cut(found, bet)
    # His burn and last hand are not told. Dealt round by round the dragon count wins 0.56 units
    # with a burn by the first card, 0.63 with one round more after the cut card, or with no burn.
    assert ours.units == pytest.approx(UNITS[bet], abs=0.04 + 3 * ours.error)
    assert ours.perfect > ours.units


def test_a_dragon_bet_at_true_count_four_is_worth_eight_percent(found: Protection) -> None:
    ours = by_cut(found, "dragon_7")
    assert ours.edge == pytest.approx(0.08, abs=0.012)
    assert ours.bets / ours.rounds == pytest.approx(0.09, abs=0.01)


def test_a_deeper_cut_takes_most_of_it_away(found: Protection) -> None:
    units = [by_cut(found, "dragon_7", cut).units for cut in (14, 52, 104)]
    assert units[0] > 2 * units[1] > 3 * units[2] > 0


def test_desirability_is_schlesingers(found: Protection) -> None:
    """100 times the win of 100 hands over their spread (Blackjack Attack, p. 186)."""
    ours = by_cut(found, "dragon_7")
    hit = (1 + ours.edge) / 41  # of a bet that pays 40 to 1
    a_round = ours.bets / ours.rounds
    spread = (a_round * (1600 * hit + 1 - hit) - (a_round * ours.edge) ** 2) ** 0.5
    win, spread = 100 * a_round * ours.edge, 10 * spread
    assert ours.desirability == pytest.approx(100 * win / spread, rel=1e-6)


def _classes() -> dict[tuple[int, int], tuple[float, float]]:
    """Six cards by how many have the tags -1 and +2: their chance, and that times the result of a
    dragon bet, by the customary table and all million orders of values."""
    order = np.indices((10,) * 6).reshape(6, -1)
    left = np.array([128] + [32] * 9)
    ways = np.ones(order.shape[1])
    for place in range(6):
        before = sum((order[other] == order[place]).astype(int) for other in range(place))
        ways *= np.maximum(left[order[place]] - before, 0) / (416 - place)
    player, banker = (order[0] + order[2]) % 10, (order[1] + order[3]) % 10
    natural = (player >= 8) | (banker >= 8)
    chart = np.array(
        [[str(third) in BANKER_DRAWS.get(total, "") for third in range(10)] for total in range(10)]
    )
    hits = ~natural & (player <= 5)
    draws = ~natural & np.where(hits, chart[banker, order[4]], banker <= 5)
    last = np.where(hits, order[5], order[4])
    total = np.where(hits, (player + order[4]) % 10, player)
    dragon = draws & ((banker + last) % 10 == 7) & (total < 7)
    net = np.where(dragon, 40.0, -1.0) * ways
    small = ((order >= 4) & (order <= 7)).sum(axis=0)
    large = (order >= 8).sum(axis=0)
    found = {}
    for one in range(7):
        for other in range(7 - one):
            these = (small == one) & (large == other)
            found[one, other] = float(ways[these].sum()), float(net[these].sum())
    return found


_LOG = np.array([lgamma(number + 1) for number in range(417)])


def _choose(n: int, k: npt.NDArray[Any]) -> npt.NDArray[Any]:
    inside = (k >= 0) & (k <= n)
    safe = np.where(inside, k, 0)
    return np.where(inside, _LOG[n] - _LOG[safe] - _LOG[n - safe], -np.inf)


def _reached(small: int, large: int, seen: int) -> float:
    """The chance of a true count of 4 from `seen` cards of the shoe without six, some tagged."""
    minus, plus = np.indices((129, 65))
    others = 224 - (6 - small - large)
    logs = (
        _choose(128 - small, minus) + _choose(64 - large, plus)
        + _choose(others, seen - minus - plus) - _choose(410, np.array(seen))
    )  # fmt: skip
    reached = (2 * plus - minus) * 52 >= 4 * (416 - seen)
    return float(np.exp(logs)[reached].sum())


def exact_sum() -> tuple[float, float]:
    """Bets made and units won in a shoe with 14 cards cut.

    The next six cards and the cards seen may change places: so a count's value before a round is
    a sum over the tags of six cards, with the chance that the others reach the true count.
    """
    rounds = depths(416, 0, cards_a_round(terms(), 1), 14)
    units = bets = 0.0
    for (small, large), (chance, net) in _classes().items():
        for seen in rounds:
            reached = _reached(small, large, int(seen))
            bets += chance * reached
            units += net * reached
    return bets, units


def test_the_dragon_counts_value_is_that_of_an_exact_sum(found: Protection) -> None:
    bets, units = exact_sum()
    ours = by_cut(found, "dragon_7")
    assert bets == pytest.approx(ours.bets, rel=0.03)
    assert abs(units - ours.units) < 4 * ours.error
    assert units == pytest.approx(0.61, abs=0.03)  # as published in 2011, see above


@pytest.mark.long
def test_the_dragon_count_in_shoes_dealt_round_by_round() -> None:
    """Rounds take as many cards as they take, and the burn is nothing."""
    (group,) = countable(terms())
    source, shoes, tops = np.random.default_rng(3), 6_000, []
    values = np.array([0] * 4 + list(range(1, 10)))
    tags = np.array([0, 0, 0, 0, -1, -1, -1, -1, 2, 2])
    full = np.array([128] + [32] * 9)
    numbers = []
    for shoe in range(shoes):
        cards = values[source.permutation(416) % 13]
        gone = 0
        while gone < 416 - 14:
            seen = np.bincount(cards[:gone], minlength=10)
            if tags @ seen * 52 >= 4 * (416 - gone):
                tops.append(full - seen)
                numbers.append(shoe)
            gone += _cards_used(cards[gone : gone + 6])
    found = group.values(np.array(tops))[:, group.bets.index("dragon_7"), 0]
    won = np.bincount(numbers, weights=found, minlength=shoes)
    assert abs(won.mean() - exact_sum()[1]) < 4 * won.std() / shoes**0.5


def _cards_used(cards: npt.NDArray[Any]) -> int:
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if player >= 8 or banker >= 8:
        return 4
    if player > 5:
        return 5 if banker <= 5 else 4
    return 6 if str(cards[4]) in BANKER_DRAWS[int(banker)] else 5


def test_a_banker_line_that_favours_everybody_stands_first(found: Protection) -> None:
    assert found.alerts[0].watch == "the banker bet"
    assert found.alerts[0].when == "always"
    assert "dragon 7" in found.alerts[1].watch
    assert "cut 104 cards" in found.alerts[1].do
    pushed = protect(NAPA, options={"banker_three_card_seven": "push"}, samples=200)
    assert "banker" not in pushed.alerts[0].watch


def test_effects_of_all_cards_together_are_nothing(found: Protection) -> None:
    """A card removed at random changes no expectation."""
    for one in found.bets:
        assert float(one.effects.cards @ one.effects.each) == pytest.approx(0, abs=1e-9)


def test_an_unbalanced_count_is_taken_by_its_difference_from_the_mean() -> None:
    (group,) = countable(terms())
    dragon = next(one for one in effects_of(group, 8) if one.bet == "dragon_7")
    tags = [0, 0, 0, 0, -1, -1, -1, -1, 2, 2]
    more = [tag + 1 for tag in tags]
    assert make_count(dragon, more, 52).trigger == make_count(dragon, tags, 52).trigger == 4


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"counts": ["dragon_7"]}, "bad-count"),
        ({"counts": ["dragon: 8=1"]}, "bad-count"),
        ({"counts": ["dragon_7: 8=x"]}, "bad-count"),
        ({"counts": ["dragon_7: J=1"]}, "bad-count"),
        ({"counts": ["dragon_7: 8=0"]}, "bad-count"),
        ({"counts": ["dragon_7: 8=1 at noon"]}, "bad-count"),
        ({"cuts": [416]}, "bad-cut"),
        ({"players": 8}, "bad-seats"),
        ({"samples": 0}, "bad-samples"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, object], code: str) -> None:
    with pytest.raises(HousewayError) as refused:
        protect(NAPA, **given)  # type: ignore[arg-type]
    assert refused.value.code == code
