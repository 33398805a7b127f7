"""Sums of hands in plain integers, and how those of one stretch follow those of another."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.analysis.simulate.booking import P, S, Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a stretch of hands came to, exactly. Money in cents."""

    hands: int
    clock: int  # hands dealt at the table, those of other banks too
    net: int
    fee: int
    squares: int  # of results after the fee
    player_fees: int
    action: int
    short: int
    short_win: int
    short_loss: int
    unfiled: int
    worst: int
    best: int
    # The course of results after fees: its lowest and highest point from zero, its deepest fall.
    low: int
    high: int
    drop: int
    # Hands lost in a row: at the beginning, at the end, at most.
    lost_first: int
    lost_last: int
    lost_most: int
    sessions: int
    ruined: int
    reached: int
    session_hands: int
    gain: int
    gain_squares: int
    # Stretches of hands: their deepest falls and longest losing runs.
    stretches: int
    falls: int
    fall_squares: int
    runs: int
    players: tuple[tuple[int, ...], ...]  # by `P`
    cases: tuple[int, ...]
    bins: tuple[int, ...]


def of_totals(totals: Totals) -> Sums:
    """A block's totals as plain integers."""
    sums = {one.name.lower(): int(totals.sums[one]) for one in S}
    for name in ("squares", "gain_squares", "fall_squares"):
        sums[name] = (sums.pop(f"{name}_high") << 32) + sums.pop(f"{name}_low")
    return Sums(
        **sums,
        players=tuple(tuple(row) for row in totals.players[:, : len(P)].tolist()),
        cases=tuple(totals.cases.tolist()),
        bins=tuple(totals.bins.tolist()),
    )


_ADDED = (
    "hands", "clock", "net", "fee", "squares", "player_fees", "action", "short", "short_win",
    "short_loss", "unfiled", "sessions", "ruined", "reached", "session_hands", "gain",
    "gain_squares", "stretches", "falls", "fall_squares", "runs",
)  # fmt: skip


def merge(one: Sums, after: Sums) -> Sums:
    """A stretch of hands and the one that follows it."""
    so_far = one.net - one.fee
    return Sums(
        **{name: getattr(one, name) + getattr(after, name) for name in _ADDED},
        worst=min(one.worst, after.worst),
        best=max(one.best, after.best),
        low=min(one.low, so_far + after.low),
        high=max(one.high, so_far + after.high),
        drop=max(one.drop, after.drop, one.high - (so_far + after.low)),
        lost_first=one.hands + after.lost_first if one.lost_first == one.hands else one.lost_first,
        lost_last=one.lost_last + after.hands
        if after.lost_last == after.hands
        else after.lost_last,
        lost_most=max(one.lost_most, after.lost_most, one.lost_last + after.lost_first),
        players=tuple(
            tuple(a + b for a, b in zip(rows[0], rows[1], strict=True))
            for rows in zip(one.players, after.players, strict=True)
        ),
        cases=tuple(a + b for a, b in zip(one.cases, after.cases, strict=True)),
        bins=tuple(a + b for a, b in zip(one.bins, after.bins, strict=True)),
    )
