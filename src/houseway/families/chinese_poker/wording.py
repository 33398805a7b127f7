"""Wordings of Chinese poker."""

from __future__ import annotations

from houseway.families.chinese_poker import schema
from houseway.filings.wording.base import Wording, Words, count, keys, listed, plain, whole, yes

_SEGMENTS = ("top", "middle", "bottom")
_RANKINGS = {"chinese-front": "three-card hands without straights and flushes", "high": "as usual"}


def _segment(rule: schema.Segment) -> str:
    return f"{rule.name}: {count(rule.cards, 'card')}, ranked {_RANKINGS[rule.ranking]}"


def _points(row: schema.BonusRow) -> str:
    return ", ".join(f"{name} {getattr(row, name)}" for name in _SEGMENTS if getattr(row, name))


def _sweep(row: schema.SweepRow) -> str:
    return str(row.points)


WORDS: Words = {
    schema.ChinesePoker: keys(
        kind=Wording("kind", {"poker": "a game among the players"}),
        family=Wording("family", {"chinese-poker": "Chinese poker"}),
        game="",
    ),
    schema.ChinesePokerGame: keys(
        segment=Wording("", key="name"),
        buttons="buttons",
        stakes="stakes",
        first_cards="first cards",
        later_cards="later cards",
        compared="comparing",
        points="points",
        bonus="bonus",
        foul="foul",
        clean_sweep="clean sweep",
        fantasy_land="fantasy land",
    ),
    schema.Segment: whole(_segment),
    schema.Buttons: keys(
        opens={"left-of-house-dealer": "placed left of the house dealer at first"},
        moves={"clockwise": "move clockwise after every hand"},
    ),
    schema.TableStakes: keys(
        least_points=lambda n: f"a stack of {count(n, 'point')} to be dealt in",
        buy_in_limits=lambda n: f"first buy-in {n} times the limit",
        win_limit={
            "hand": "nobody wins or loses more in a hand than the stack it began with",
            "opponent": "nobody wins more from an opponent than the own stack",
        },
    ),
    schema.FirstCards: keys(cards=lambda n: f"{n} face up, one at a time, then placed"),
    schema.LaterCards: keys(
        cards=lambda n: f"{n} face down at a time",
        placed=lambda n: f"{n} of them placed face up, the rest discarded",
    ),
    schema.Compared: keys(
        order={"from-button": "the button against all clockwise, then the next"},
        sweeps={"first": "clean sweeps first"},
    ),
    schema.SegmentPoints: keys(
        segment=lambda n: f"{count(n, 'point')} for a segment won",
        tie={"push": "a tie is a push"},
        button_tie={
            "wins": "the button wins its ties, bonus included",
            "wins-without-bonus": "the button wins its ties, without the bonus",
            "push": "the button's ties push too",
        },
    ),
    schema.Foul: keys(
        equal_segments={"foul": "segments out of order or equal"},
        per_segment=lambda n: f"{count(n, 'point')} for each segment to each opponent",
        and_bonuses=yes("and their bonuses", "bonuses not counted", quiet=False),
        between_fouls={"nothing": "nothing between two fouls"},
    ),
    schema.BonusRow: whole(_points),
    schema.Bonus: keys(rows=Wording("", key="hand")),
    schema.SweepRow: whole(_sweep),
    schema.CleanSweep: keys(
        declared={"before-comparison": "declared before hands are compared"},
        equal={
            "by-value": "sweeps of equal points push",
            "by-rank": "of equal points the higher in the list collects",
        },
        two_in_one={"highest": "of two in one hand the highest counts"},
        rows=Wording("points", key="hand"),
    ),
    schema.Entry: whole(lambda rule: f"a pair of {rule.pair_from} or better on top"),
    schema.Stay: keys(
        top=Wording("top", lambda v: listed(map(plain, v), "or"), unsaid="never"),
        middle=Wording("middle", lambda v: listed(map(plain, v), "or"), unsaid="never"),
        bottom=Wording("bottom", lambda v: listed(map(plain, v), "or"), unsaid="never"),
    ),
    schema.FantasyLand: keys(
        cards=lambda n: f"{n} cards at once, set before the others are dealt to",
        entry="entered with",
        stay="kept with",
    ),
}
