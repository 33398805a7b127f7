"""What may be said of a settlement: of a hand that was not shown, nothing but to those who saw it.

The log has every word. Words that explain a verdict follow from cards, so they pass the gate the
cards pass: a line is told with its reason to one who has seen the hands that it speaks of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from houseway.rounds.verdicts import BY_FOLDING
from houseway.table import records as r

NOT_SHOWN = "the hand was not shown"
CANNOT_GO_ON = "the round cannot go on"


def told_to(record: r.Ended, viewer: str | None) -> r.Record:
    """A settlement in the words that a viewer may hear; `unshown` is the log's alone."""
    match record:
        case r.RoundVoided(_, reason, _, fault):
            old = reason.startswith(f"{CANNOT_GO_ON} (")  # as 0.1.0 wrote it
            return (
                replace(record, reason=CANNOT_GO_ON if old else reason, fault="")
                if (old or fault)
                else record
            )
        case r.Settled():
            known = _Known(record.unshown, viewer)
            return replace(
                record,
                lines=tuple(
                    line
                    if line.because == BY_FOLDING or known("bank", line.seat)
                    else line._replace(because=NOT_SHOWN)
                    for line in record.lines
                ),
                house_way={place: row for place, row in record.house_way.items() if known(place)},
                warnings=record.warnings if known.everything else (),
                unshown=None,
            )
        case r.HandSettled():
            known = _Known(record.unshown, viewer)
            return replace(
                record,
                awards=tuple(
                    award if known(award.seat) else award._replace(hand="", cite="")
                    for award in record.awards
                ),
                unshown=None,
            )
        case r.PointsSettled():
            known = _Known(record.unshown, viewer)
            return replace(
                record,
                points=tuple(
                    line if known(line.first, line.second) else line._replace(because=NOT_SHOWN)
                    for line in record.points
                ),
                unshown=None,
            )


class _Known:
    """Whether a viewer has seen the hands of some places."""

    def __init__(self, unshown: Mapping[str, tuple[str, ...]] | None, viewer: str | None) -> None:
        self._unshown, self._viewer = unshown, viewer

    def __call__(self, *places: str | int) -> bool:
        if self._unshown is None:
            return False
        return all(
            str(place) not in self._unshown or self._viewer in self._unshown[str(place)]
            for place in places
        )

    @property
    def everything(self) -> bool:
        return self._unshown is not None and self(*self._unshown)
