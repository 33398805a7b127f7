"""One thing wrong in a filing: it is refused, or it plays by its sheet and every chip balances.

What a mutant may not do is end in a traceback, leave the ledger unbalanced, or open a table at
which no hand can be played.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from houseway.errors import HousewayError
from houseway.filings.catalogue import filing_ids
from tests.filings.mutants import Mutant, mutants, outcome

SAMPLED = 3  # of each filing, and of each kind of change


def _failures(several: list[Mutant], rounds: int) -> tuple[list[str], Counter[str]]:
    failed, ends = [], Counter[str]()
    for mutant in several:
        try:
            ends[outcome(mutant, rounds=rounds)] += 1
        except HousewayError as error:
            failed.append(f"{mutant}: a table opened, and then: {error}")
        except Exception as error:
            failed.append(f"{mutant}: {type(error).__name__}: {error}")
    return failed, ends


def _sampled(filing_id: str) -> list[Mutant]:
    by_change: dict[str, list[Mutant]] = {}
    for mutant in mutants(filing_id, crossed=1):
        by_change.setdefault(mutant.change.split()[0], []).append(mutant)
    chance = random.Random(filing_id)
    return [m for some in by_change.values() for m in chance.sample(some, min(SAMPLED, len(some)))]


@pytest.mark.parametrize("filing_id", filing_ids())
def test_a_changed_key_is_refused_or_played(filing_id: str) -> None:
    failed, ends = _failures(_sampled(filing_id), rounds=1)
    assert not failed
    assert ends["refused"] > 5
    assert not [end for end in ends if end.startswith("refused ")]


@pytest.mark.long
@pytest.mark.parametrize("filing_id", filing_ids())
def test_every_key_deleted_doubled_renamed_or_crossed_over(filing_id: str) -> None:
    failed, ends = _failures(list(mutants(filing_id)), rounds=2)
    assert not failed
    assert ends["played"] > 50
