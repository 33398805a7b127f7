"""Readings and options whose other value would change somebody's money in a round."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from houseway.filings.loader import readings_of
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import GENERAL_OPTIONS, Choice
from houseway.histories.ruling import OtherReading
from houseway.settlement.settle import Settlement
from houseway.settlement.wagers import PlayerDealerTerms

COVERAGE = "coverage"
_KEPT = 256


class Alternative(NamedTuple):
    """The terms of a round with one choice made otherwise."""

    option: str
    value: Choice
    reading: str
    terms: PlayerDealerTerms


# By the terms a round is settled under, which are kept beside so that no others get their number.
_found: dict[int, tuple[PlayerDealerTerms, tuple[Alternative, ...]]] = {}


def alternatives(terms: PlayerDealerTerms) -> tuple[Alternative, ...]:
    """Every other choice of the house that rounds are played or settled by."""
    kept = _found.get(id(terms))
    if kept is None:
        if len(_found) >= _KEPT:
            _found.clear()
        kept = _found[id(terms)] = terms, tuple(_others(terms))
    return kept[1]


def _others(terms: PlayerDealerTerms) -> Iterator[Alternative]:
    readings = _readings_by_option(terms.filing)
    choices: dict[str, tuple[Choice, ...]] = {COVERAGE: GENERAL_OPTIONS[COVERAGE][0]}
    # How many seats a table has changes nobody's place; whether a bet is offered, no payment.
    offers = {spot.option for spot in terms.filing.spot} | {"seats"}
    choices |= {o.name: tuple(o.values) for o in terms.filing.option if o.name not in offers}
    for name, values in choices.items():
        for value in values:
            if value != terms.options[name]:
                options = {**terms.options, name: value}
                other = dataclasses.replace(terms, options=options)
                yield Alternative(name, value, readings.get(name, ""), other)


def _readings_by_option(filing: PlayerDealerFiling) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for reading in readings_of(filing):
        if reading.option:
            found.setdefault(reading.option, reading.id)
    return found


def other_readings(
    terms: PlayerDealerTerms,
    settlement: Settlement,
    matters: Callable[[str], bool],
    settle_again: Callable[[PlayerDealerTerms, bool], Mapping[str, int] | None],
) -> list[OtherReading]:
    """Those that change somebody's money, each with what they would have.

    `settle_again` gives everybody's net under other terms, playing anew if told to; None where
    the round cannot have gone as written under them.
    """
    found: list[OtherReading] = []
    for option, value, reading, other in alternatives(terms):
        by_cover = option == COVERAGE
        # A bank that covers everything covers it either way.
        if settlement.reaches if by_cover else not matters(option):
            continue
        net = settle_again(other, not by_cover)
        changed = {} if net is None else {w: n for w, n in net.items() if n != settlement.net[w]}
        if changed:
            found.append(OtherReading(reading, option, value, changed))
    return found
