"""Game protection for one filing: every bet through a shoe, cards exposed, and alerts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from houseway.analysis.odds import counted_terms
from houseway.analysis.protect.alerts import Alert, alerts_for
from houseway.analysis.protect.counts import (
    Count,
    Effects,
    best_count,
    effects_of,
    read_counts,
)
from houseway.analysis.protect.part import Exposed, Exposure, ShoePart, Work
from houseway.analysis.protect.shoes import ByCut, depths, through_shoes
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.loader import open_filing
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.table.shoes import is_kept

SAMPLES: Final = 20_000
CUTS: Final = (14, 26, 52, 104)  # cards behind the cut card, where a filing says nothing
PLAYERS: Final = 5
_MOST_SAMPLES: Final = 100_000_000


@dataclass(frozen=True, kw_only=True)
class Watched:
    """A bet followed through a shoe."""

    effects: Effects
    count: Count | None  # None where every card does the same
    by_cut: tuple[ByCut, ...]

    @property
    def bet(self) -> str:
        return self.effects.bet

    def as_json(self) -> dict[str, Any]:
        return {
            "ev": self.effects.ev,
            "effects_of_removal": self.effects.as_json(),
            "count": None if self.count is None else self.count.as_json(),
            "by_cut": [one.as_json() for one in self.by_cut],
        }


@dataclass(frozen=True, kw_only=True)
class Protection:
    """What cards seen are worth at a table, and what a floor watches."""

    filing: str
    title: str
    decks: int
    options: Mapping[str, Any]
    players: int
    cards_a_round: float | None  # None where every round begins with all cards
    bets: tuple[Watched, ...]
    exposed: tuple[Exposure, ...]
    alerts: tuple[Alert, ...]
    assumed: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "filing": self.filing,
            "decks": self.decks,
            "options": dict(self.options),
            "players": self.players,
            "cards_a_round": self.cards_a_round,
            "bets": {one.bet: one.as_json() for one in self.bets},
            "exposed": [one.as_json() for one in self.exposed],
            "alerts": [one.as_json() for one in self.alerts],
            "assumed": list(self.assumed),
        }


def protect(
    filing: FilingBase | str,
    *,
    decks: int | None = None,
    options: Mapping[str, Any] | None = None,
    cuts: Sequence[int] = (),
    counts: Sequence[str] = (),
    players: int | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
    base: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Protection:
    """Effects of removal, counts and their value by the cut card; what exposed cards are worth.

    With `base` that of a base game too which takes long: 21, half a minute.
    """
    if isinstance(filing, str):
        filing = open_filing(filing)
    if not isinstance(filing, PlayerDealerFiling):
        raise _refused("no-protection", f"{filing.id} is no game against a player-dealer", "filing")
    terms = counted_terms(filing, decks, options)
    seats = PLAYERS if players is None else players
    seats = min(seats, terms.seats - 1) if players is None else seats
    if not 1 <= seats <= terms.seats - 1:
        message = f"{seats} players do not fit; beside the bank {terms.seats - 1} do"
        raise _refused("bad-seats", message, "--players")
    if not 1 <= samples <= _MOST_SAMPLES:
        raise _refused("bad-samples", f"from 1 to {_MOST_SAMPLES} samples", "--samples")
    work = Work(samples, seed, progress or (lambda _: None), base)
    family = find_family(filing.family)
    shoe: ShoePart | None = family.part("shoe") if is_kept(terms) else None
    exposed: Exposed | None = family.part("exposed")
    if shoe is None and exposed is None:
        raise _refused(
            "no-protection",
            "every round begins with all cards here, and what exposed cards are worth is not "
            "counted for this family",
            filing.id,
        )
    if shoe is None and (counts or cuts):
        message = "every round begins with all cards: there is nothing to count and no cut card"
        raise _refused("bad-count", message, "--count" if counts else "--cut")
    share = 0.5 if exposed else 1.0
    watched: tuple[Watched, ...] = ()
    per_round = None
    if shoe is not None:
        per_round = shoe.cards_a_round(terms, seats)
        part = work._replace(progress=lambda done: work.progress(share * done))
        watched = tuple(_watched(terms, shoe, per_round, cuts, counts, part))
    found = () if exposed is None else tuple(exposed(terms, work))
    own = {option.name for option in filing.option}
    return Protection(
        filing=filing.id,
        title=filing.title,
        decks=terms.decks,
        options={name: value for name, value in terms.options.items() if name in own},
        players=seats,
        cards_a_round=per_round,
        bets=watched,
        exposed=found,
        alerts=tuple(alerts_for([(w.effects, w.count, w.by_cut) for w in watched], found)),
        assumed=_assumed(watched=bool(watched), sampled=any(e.standard_error for e in found)),
    )


def _assumed(*, watched: bool, sampled: bool) -> tuple[str, ...]:
    lines = []
    if watched:
        lines += [
            "a unit is bet whenever the true count is reached, and nothing else",
            "the value of every shoe is counted; shoes are drawn by chance, and rounds take their "
            "average of cards",
            "true counts go by all cards not seen, those burned and behind the cut card among them",
        ]
    if sampled:
        lines.append("figures with an error are dealt by chance")
    return tuple(lines)


def _watched(
    terms: Terms[Any],
    shoe: ShoePart,
    per_round: float,
    cuts: Sequence[int],
    counts: Sequence[str],
    work: Work,
) -> Sequence[Watched]:
    deck = len(terms.filing.deck.cards())
    cards = deck * terms.decks
    filed = getattr(terms.filing.game, "shoe", None)
    burned = 0 if filed is None else filed.burned
    least = shoe.needs(terms)
    for cut in cuts:
        if not least <= cut < cards or not len(depths(cards, burned, per_round, cut)):
            said = f"{cut} of {cards} cards cannot lie behind it; a round can take {least}"
            raise _refused("bad-cut", said, "--cut")
    places = sorted({*cuts} or {cut for cut in CUTS if least <= cut <= cards // 2})
    groups = shoe.countable(terms)
    effects = [effects_of(group, terms.decks) for group in groups]
    given = read_counts(counts, {one.bet: one for found in effects for one in found}, deck)
    watched = []
    for place, (group, found) in enumerate(zip(groups, effects, strict=True)):
        used = {one.bet: given.get(one.bet) or best_count(one, deck) for one in found}
        by_cut = through_shoes(
            group, used,
            decks=terms.decks, burned=burned, cards_a_round=per_round, cuts=places,
            samples=work.samples, seed=work.seed,
            progress=partial(_told, work.progress, place, len(groups)),
        )  # fmt: skip
        for one in found:
            watched.append(Watched(effects=one, count=used[one.bet], by_cut=tuple(by_cut[one.bet])))
    game = shoe.base(terms) if work.base else None
    for one in [] if game is None else effects_of(game, terms.decks):
        watched.append(Watched(effects=one, count=best_count(one, deck), by_cut=()))
    return watched


def _told(progress: Callable[[float], None], place: int, of: int, done: float) -> None:
    """Told of one part's share, as a share of all parts."""
    progress((place + done) / of)


def _refused(code: str, message: str, where: str) -> HousewayError:
    return HousewayError(code, message, where=where)
