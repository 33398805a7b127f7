"""What may be wagered at a spot, and what a player may sit down with."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.filings.permitted.limits import Spaces, for_structure
from houseway.filings.schedules import Schedule
from houseway.filings.schema.base import Span
from houseway.filings.schema.collection import CaliforniaGroup, CaliforniaOption, PotGroup
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.wagers import Spot

Bounds = tuple[Span, str]  # what is permitted, and the clause that says so
POSTED_LIMITS = "the posted table limits"
SPACE_LIMITS = "the posted limits of the betting space"


def wager_limits(
    schedule: Schedule | None, limits: Span | None, spot: Spot, spaces: Spaces
) -> Bounds | None:
    """The bounds on a wager at a spot, and where they stand; None if nothing bounds it."""
    if spot.limits is not None:
        return spot.limits, str(spot.cite)
    group = schedule.group if schedule else None
    if isinstance(group, CaliforniaGroup) and not spot.base:
        own = group.bonus_limits.get(spot.name) or group.bonus_limits.get("*")
        if own is not None:
            return own, str(group.cite)
    if spot.name in spaces:
        return spaces[spot.name], SPACE_LIMITS
    if limits is not None:
        return limits, POSTED_LIMITS
    if schedule is None or not isinstance(group, CaliforniaGroup):
        return None
    # The house picks within ranges: only what no permitted limit allows is refused.
    if isinstance(schedule.option, CaliforniaOption) and schedule.option.limits is not None:
        return schedule.option.limits, schedule.cite
    low, high = group.minimum, group.maximum
    if low is None and high is None:
        return None
    widest = Span(low=low.low if low else 0, high=high.high if high else None)
    return widest, str(group.cite)


def buy_in(
    filing: FilingBase,
    schedules: Sequence[Schedule],
    limits: Span | None,
    *,
    structure: str = "",
    bet: int = 0,
) -> Bounds | None:
    """What a player may sit down with, and the clause; None where nothing is filed.

    `bet` is the smallest bet, by which some games measure it. Where the bets have no limit, the
    posted limits are the buy-in's.
    """
    own = filing.own_buy_in(bet)
    if own is not None:
        return own
    groups = [s.group for s in schedules] or [g for g, _ in for_structure(filing, structure)]
    spans = [(g.buy_in, str(g.cite)) for g in groups if isinstance(g, PotGroup) and g.buy_in]
    if not spans:
        return None
    if limits is not None:
        return limits, "the posted buy-in"
    tops = [span.high for span, _ in spans if span.high is not None]
    high = max(tops) if len(tops) == len(spans) else None
    return Span(low=min(span.low for span, _ in spans), high=high), spans[0][1]
