"""Bonus bets by data: which row of its pay table the cards fill, and the verdict on it.

A family shows what lies on the felt as a `Dealt`; nothing here knows a game. Procedures take
verdicts from here, and counting asks for the row: none is decided in two places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from houseway.cards import Card, parse_cards
from houseway.cards.card import RANKS
from houseway.filings.schema.base import brief, write_odds
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.rounds.judging import Judged, judge
from houseway.rounds.verdicts import SeatWagers, Verdict

Cards = tuple[Card, ...]
_ACE = 14


class Counted(NamedTuple):
    """What cards count, in games that count."""

    total: int
    natural: bool = False
    over: bool = False
    low_total: int = 0  # with every ace as one, where it may be more


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a seat's bonus bets go by: cards by the family's names, their count, how it went."""

    cards: Mapping[str, Cards]
    count: Callable[[Cards], Counted] | None = None
    # By keys of `When`; asked only where a row does, since a card may be unknown.
    facts: Mapping[str, Callable[[], Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Look:
    """A bet's cards, and everything a row may ask about them."""

    table: PayTable
    dealt: Dealt
    looks_at: Sequence[str]

    @cached_property
    def cards(self) -> Cards:
        return tuple(card for name in self.looks_at for card in self.dealt.cards[name])

    @cached_property
    def hand(self) -> Judged:
        return judge(self.table.ranking)(self.cards)

    @property
    def against(self) -> Cards:
        return self.dealt.cards[self.table.against]

    @cached_property
    def counted(self) -> Counted:
        assert self.dealt.count is not None, self.table.name
        return self.dealt.count(self.cards)

    @property
    def margin(self) -> int:
        assert self.dealt.count is not None, self.table.name
        return self.counted.total - self.dealt.count(self.against).total

    def is_so(self, asked: Mapping[str, Any]) -> bool:
        return all(_TESTS[key](self, value) for key, value in asked.items())

    def copies(self, *, suited: bool) -> int:
        up = self.against[0]
        ranks = [one for one in self.cards if one.rank == up.rank != 0]
        return sum(one.suit == up.suit for one in ranks) if suited else len(ranks)


def _ranks(cards: Iterable[Card]) -> Counter[str]:
    return Counter(card.text[0] for card in cards if not card.is_joker)


def _one_suit(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1 and not cards[0].is_joker


def _color(cards: Cards) -> str:
    """The colour of all of them; nothing where they differ."""
    if any(card.is_joker for card in cards) or len({card.is_red for card in cards}) > 1:
        return ""
    return "red" if cards[0].is_red else "black"


def _pair(cards: Cards) -> str:
    one, other = cards
    if one.rank != other.rank or one.is_joker:
        return ""
    return "suited" if one.suit == other.suit else "colored" if _color(cards) else "mixed"


def _is_run(cards: Cards) -> bool:
    ranks = sorted(card.rank for card in cards)
    if ranks[0] == 0:
        return False
    low = sorted(1 if rank == _ACE else rank for rank in ranks)
    return any(run == list(range(run[0], run[0] + len(run))) for run in (ranks, low))


def red_run(cards: Iterable[Card]) -> int:
    """How many red cards a hand begins with, in the order dealt."""
    count = 0
    for card in cards:
        if not card.is_red:
            break
        count += 1
    return count


_PAIRS = frozenset({"mixed", "colored", "suited"})
_COLORS = frozenset({"red", "black"})
# By key of `When`: whether the cards are so.
_TESTS: dict[str, Callable[[_Look, Any], bool]] = {
    "hand": lambda look, names: look.hand.category in names,
    "led_by": lambda look, ranks: RANKS[look.hand.ranks[0] - 2] in ranks,
    "exactly": lambda look, text: Counter(look.cards) == Counter(parse_cards(text)),
    "ranks": lambda look, text: (
        len(look.cards) == len(text) and _ranks(look.cards) == Counter(text)
    ),
    "holds": lambda look, text: Counter(text) <= _ranks(look.cards),
    "pair": lambda look, kind: _pair(look.cards) in ({kind} if kind != "any" else _PAIRS),
    "sequence": lambda look, wanted: _is_run(look.cards) is wanted,
    "suited": lambda look, wanted: _one_suit(look.cards) is wanted,
    "color": lambda look, which: _color(look.cards) in ({which} if which != "same" else _COLORS),
    "red_first": lambda look, count: red_run(look.cards) in count,
    "copies": lambda look, count: look.copies(suited=False) in count,
    "suited_copies": lambda look, count: look.copies(suited=True) in count,
    "cards": lambda look, count: len(look.cards) in count,
    "total": lambda look, count: look.counted.total in count,
    "low_total": lambda look, count: look.counted.low_total in count,
    "margin": lambda look, count: look.margin in count,
    "natural": lambda look, wanted: look.counted.natural is wanted,
    "over": lambda look, wanted: look.counted.over is wanted,
    "bank_natural": lambda look, wanted: look.dealt.facts["bank_natural"]() is wanted,
    "bank_qualifies": lambda look, wanted: look.dealt.facts["bank_qualifies"]() is wanted,
    "base": lambda look, states: look.dealt.facts["base"]() in states,
}


def filled_rows(table: PayTable, dealt: Dealt) -> tuple[PayRow, ...]:
    """The first row that the cards fill; where rows are added up, all of them."""
    found = rows_like(table, dealt)
    return tuple(found if table.adds else islice(found, 1))


def rows_like(table: PayTable, dealt: Dealt) -> Iterator[PayRow]:
    """Every row that the cards would fill if it stood alone."""
    look = _Look(table, dealt, table.looks_at)
    for row, asked in table.asked:
        if look.is_so(asked) and all(
            _Look(table, dealt, other.looks_at).is_so(other.given) for other in row.also
        ):
            yield row


def rows_verdict(
    filing: PlayerDealerFiling, table: PayTable, seat: int, rows: Sequence[PayRow]
) -> Verdict | None:
    """What rows do to a bonus bet; None where one that is paid on another wager wins nothing."""
    cite = table.cite.at
    if not rows:
        if table.paid_on:
            return None
        # Without the cards: a folded hand may lie face down.
        return Verdict(seat, table.wager, table.otherwise, "not on the pay table", cite)
    if rows[0].push:
        return Verdict(seat, table.wager, "push", f"{row_name(rows[0])}: returned", cite)
    odds, said = Fraction(0), []
    for row in rows:
        if row.prize is not None:
            spot = filing.find_spot(table.paid_on or table.wager)
            assert spot is not None
            assert spot.limits is not None
            pays, words = Fraction(row.prize, spot.limits.low), brief(row.prize)
        else:
            pays = row.pays or Fraction(0)
            words = write_odds(pays)
        odds += pays
        said.append(f"{row_name(row)} pays {words}")
    return Verdict(seat, table.wager, "win", " and ".join(said), cite, odds, table.paid_on)


def row_name(row: PayRow) -> str:
    return row.label or row.hand.replace("-", " ").capitalize()


STATES: Mapping[str, str] = {"win": "won", "lose": "lost", "push": "pushed"}


def base_state(verdicts: Iterable[Verdict], wager: str) -> str:
    """What became of a seat's base wager, as rows ask for it; nothing where it has none."""
    outcomes = (verdict.outcome for verdict in verdicts if verdict.wager == wager)
    return next((STATES[outcome] for outcome in outcomes), "")


def bonus_verdicts(
    filing: PlayerDealerFiling,
    tables: Iterable[PayTable],
    seat: SeatWagers,
    dealt: Dealt,
    *,
    forfeited: Iterable[str] = (),
) -> Iterator[Verdict]:
    """The bonus bets by data that lie at a seat, those excepted that a fold has lost already."""
    for table in tables:
        spot = table.paid_on or table.wager
        if spot not in forfeited and seat.staked(spot):
            verdict = rows_verdict(filing, table, seat.number, filled_rows(table, dealt))
            if verdict is not None:
                yield verdict
