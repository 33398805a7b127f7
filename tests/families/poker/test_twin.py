"""A second referee, written from the texts, settles random hands of every filing alike."""

from __future__ import annotations

import pytest

from houseway.families.poker.phh_write import variant_code, written_hand
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.collection import PotOption
from tests.families.poker.hands import POKER_FILINGS
from tests.families.poker.playing import Played, play_random_hand
from tests.families.poker.poker_twin import FILED, Twin

FEES = ("regular", "turn", "river", "second", "third", "modified")


def fees_of(played: Played) -> dict[str, int]:
    """The line of the schedule in force; `test_fee_lines` holds the lines against the text."""
    for one in schedule_sets(played.filing):
        for _, option in one.options():
            if isinstance(option, PotOption) and option.number == played.schedule:
                return {name: getattr(option, name) for name in FEES}
    return {}


def compare(name: str, seed: int) -> None:
    played = play_random_hand(name, seed)
    hand = written_hand(
        played.round.events,
        played.stakes,
        played.stacks,
        variant=variant_code(played.filing.game, played.stakes.structure),
        filing=name,
        schedule=played.schedule,
    )
    stacks, fee, winners = Twin(hand, fees_of(played)).settle()
    result = played.round.result
    told = [f"p{award.player} {award.kind} {award.amount}" for award in result.awards]
    assert (list(result.stacks), result.fee, told) == (stacks, fee, winners), (name, seed)


def test_every_filing_is_judged_twice() -> None:
    assert set(FILED) == set(POKER_FILINGS)


@pytest.mark.parametrize("name", POKER_FILINGS)
def test_two_referees_agree(name: str) -> None:
    for seed in range(15):
        compare(name, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", POKER_FILINGS)
def test_two_referees_agree_on_a_thousand_hands(name: str) -> None:
    for seed in range(1_000, 2_000):
        compare(name, seed)
