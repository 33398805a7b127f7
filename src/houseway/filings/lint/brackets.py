"""Fee brackets of one option: gaps, overlaps, ends, order, number of rates, missing fees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from houseway.filings.lint.finding import Defect, error, note, warning
from houseway.filings.permitted.options import RATES_BY_LAW
from houseway.filings.schema.base import Span, brief
from houseway.filings.schema.collection import Bracket, CaliforniaGroup, CaliforniaOption
from houseway.filings.wording.base import amounts

DOLLAR = 100  # brackets are printed in whole dollars


def check_brackets(
    group: CaliforniaGroup, option: CaliforniaOption, where: str
) -> Iterator[Defect]:
    sides = (
        ("bank", option.bank, option.bank_missing, group.bank_basis == "flat"),
        ("player", option.player, option.player_missing, group.player_basis != "base-wager"),
    )
    for side, brackets, missing, flat in sides:
        place = f"{where}, {side} fee"
        for span in missing:
            yield error(
                "fee-missing",
                f"{span} has no {side} fee: such a hand cannot be charged and is refused",
                place,
                group.cite,
            )
        if len(brackets) + len(missing) > RATES_BY_LAW:
            yield error(
                "too-many-rates",
                f"{len(brackets) + len(missing)} rates; no more than five may be used at a table "
                "(Penal Code 337j)",
                place,
                group.cite,
            )
        if brackets and not flat:
            yield from _check_steps(brackets, missing, place, group)
            yield from _check_start(side, brackets, place, group, option)
            yield from _check_end(side, brackets, missing, place, group, option)


def _check_steps(
    brackets: list[Bracket], missing: list[Span], place: str, group: CaliforniaGroup
) -> Iterator[Defect]:
    for one, other in pairwise(brackets):
        low, high = one.span, other.span
        if high.low <= low.low:
            yield error(
                "brackets-out-of-order",
                f"{high} stands after {low}: it is not clear which fee holds",
                place,
                group.cite,
            )
        elif low.high is None or high.low <= low.high:
            both = high if low.high is None else Span(low=high.low, high=low.high)
            yield error(
                "brackets-overlap",
                f"{amounts(both)} is in two brackets, at {brief(one.fee)} and at "
                f"{brief(other.fee)}: two fees for one amount; taken is the upper bracket, whose "
                "start is reached",
                place,
                group.cite,
            )
        elif high.low - low.high > DOLLAR and not _fills(low.high, high.low, missing):
            gap = Span(low=low.high + DOLLAR, high=high.low - DOLLAR)
            yield warning(
                "brackets-gap",
                f"{amounts(gap)} is in no bracket: no fee is printed; taken is the lower bracket's",
                place,
                group.cite,
            )
        if other.fee < one.fee:
            yield warning(
                "fee-falls",
                f"the fee falls from {brief(one.fee)} to {brief(other.fee)} as the amount rises to "
                f"{brief(high.low)}: likely two figures exchanged",
                place,
                group.cite,
            )
        elif other.fee == one.fee:
            yield note(
                "fee-repeated",
                f"{low} and {high} have the same fee of {brief(one.fee)}: the bracket decides "
                "nothing, perhaps a figure was meant to differ",
                place,
                group.cite,
            )


def _fills(low: int, high: int, missing: list[Span]) -> bool:
    return any(low < span.low < high for span in missing)


def least_wager(group: CaliforniaGroup, option: CaliforniaOption) -> int | None:
    """The smallest wager a table under this option can have."""
    if option.limits is not None:
        return option.limits.low
    return group.minimum.low if group.minimum is not None else None


def _check_start(
    side: str, brackets: list[Bracket], place: str, group: CaliforniaGroup, option: CaliforniaOption
) -> Iterator[Defect]:
    least = least_wager(group, option)
    first = brackets[0].span.low
    if least is None or first == least:
        return
    if first > least:
        why = f"amounts from {brief(least)} have no bracket; taken is the first one's fee"
    else:
        why = f"nothing under {brief(least)} can be wagered, so the bracket or the limit is a slip"
    yield warning(
        "brackets-start",
        f"the first {side} bracket starts at {brief(first)}, the table limit at {brief(least)}: "
        f"{why}",
        place,
        group.cite,
    )


def _check_end(
    side: str,
    brackets: list[Bracket],
    missing: list[Span],
    place: str,
    group: CaliforniaGroup,
    option: CaliforniaOption,
) -> Iterator[Defect]:
    """A wager is bounded by the limit; the table action is not."""
    most = option.limits or group.maximum
    limit = most.high if most is not None and side == "player" else None
    last = brackets[-1].span
    if last.high is not None and not missing and (limit is None or last.high < limit):
        above = "no bound" if limit is None else f"a limit of {brief(limit)}"
        yield error(
            "brackets-end",
            f"the last {side} bracket ends at {brief(last.high)}, but amounts have {above}: more "
            "than that has no fee",
            place,
            group.cite,
        )
    for one in brackets:
        if limit is not None and one.span.low > limit:
            yield warning(
                "bracket-unreachable",
                f"the bracket {one.span} starts above the limit of {brief(limit)}: never used",
                place,
                group.cite,
            )
