"""What a floor watches: when it is worth something to a bettor, how much, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from houseway.analysis.protect.counts import Count, Effects
from houseway.analysis.protect.part import Exposure
from houseway.analysis.protect.shoes import ByCut
from houseway.filings.wording.base import spot_name

# Units a shoe, under which nobody counts for a living and no floor need look.
WORTH_WATCHING: Final = 0.05
HARMLESS: Final = 0.15
_GAIN: Final = 0.002  # of a unit, that knowing a card brings


@dataclass(frozen=True, slots=True)
class Alert:
    watch: str
    when: str
    worth: str
    do: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def alerts_for(
    bets: Sequence[tuple[Effects, Count | None, Sequence[ByCut]]], exposed: Sequence[Exposure]
) -> Iterator[Alert]:
    """The most dangerous first: bets that favour everybody, then counts, then cards known."""
    for effects, _, _ in bets:
        if effects.ev > 0:
            yield Alert(
                f"the {spot_name(effects.bet)} bet",
                "always",
                f"{effects.ev:+.2%} of every bet, without counting",
                "look at the clause or the option that pays it; no cut card helps",
            )
    counted = [
        (count, by_cut)
        for effects, count, by_cut in bets
        if effects.ev <= 0 and count is not None and by_cut and by_cut[0].units >= WORTH_WATCHING
    ]
    for count, by_cut in sorted(counted, key=lambda one: -one[1][0].units):
        yield _counted(count, by_cut)
    for one in sorted(exposed, key=lambda one: -one.gain):
        if one.gain >= _GAIN:
            error = "" if one.standard_error is None else f" ± {one.standard_error:.2%}"
            yield Alert(
                one.what,
                one.play or "every round",
                f"{one.gain:+.2%}{error} of the {spot_name(one.bet)}, to {one.ev:+.2%}",
                one.remedy,
            )


def _counted(count: Count, by_cut: Sequence[ByCut]) -> Alert:
    deepest = by_cut[0]
    safe = next((one for one in by_cut if one.units < HARMLESS), None)
    if safe is deepest:
        do = "nothing more; worth little at this depth"
    elif safe is not None:
        do = f"cut {safe.cut} cards: {safe.units:.2f} units a shoe are left; or limit the bet"
    else:
        last = by_cut[-1]
        do = f"limit the bet; with {last.cut} cards cut {last.units:.2f} units a shoe are left"
    bet = spot_name(count.effects.bet)
    return Alert(
        f"{bet} bets that come late in a shoe and all at once ({count.said()})",
        f"true count {count.trigger:g} and more: {deepest.bets:.1f} of {deepest.rounds:g} rounds "
        f"with {deepest.cut} cards cut",
        f"{deepest.edge:+.1%} a bet, {deepest.units:.2f} units a shoe",
        do,
    )
