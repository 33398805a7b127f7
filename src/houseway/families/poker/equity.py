"""Equities of poker hands under a filing's ranking, every runout counted or many sampled.

A runout is one way in which the cards still to come may fall: the board, and in stud what a hand
has not been dealt yet. Cards others may have folded are unknown, so any of the rest may come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, Final

from houseway.cards import Card, parse_cards, too_many
from houseway.errors import HousewayError
from houseway.families.poker.schema import Hands, Poker
from houseway.families.poker.showdown import hand_ranking
from houseway.filings.loader import open_filing
from houseway.filings.schema.common import FilingBase
from houseway.hands.value import Ranking

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.families.poker.equity_count import Rows

POT: Final = 5040  # parts of a pot: it is halved, and each half shared by up to ten players
COUNTED: Final = 2_000_000  # runouts counted one by one, by kernels
COUNTED_SLOWLY: Final = 20_000  # and by the readable rankings
SAMPLED: Final = 1_000_000
SAMPLED_SLOWLY: Final = 20_000
MOST_HANDS: Final = 10


@dataclass(frozen=True, slots=True)
class HandEquity:
    """A hand's part of the pot. `tie` is getting some of it but not all."""

    equity: float
    win: float
    tie: float
    high: float
    low: float | None

    def as_json(self) -> dict[str, float | None]:
        return {
            "equity": self.equity, "win": self.win, "tie": self.tie, "high": self.high,
            "low": self.low,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Equity:
    """The hands of a showdown to come."""

    filing: str
    board: str
    hands: dict[str, HandEquity]
    exact: bool
    standard_error: float | None
    runouts: int
    assumed: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "filing": self.filing,
            "board": self.board,
            "hands": {text: hand.as_json() for text, hand in self.hands.items()},
            "exact": self.exact,
            "standard_error": self.standard_error,
            "runouts": self.runouts,
            "assumed": list(self.assumed),
        }

    def as_text(self) -> RenderableType:
        from rich.console import Group
        from rich.table import Table

        table = Table(title=self.filing + (f", board {self.board}" if self.board else ""))
        for heading in ("hand", "equity", "win", "tie", "high", "low"):
            table.add_column(heading, justify="right")
        for text, hand in self.hands.items():
            table.add_row(
                text, f"{hand.equity:.4%}", f"{hand.win:.4%}", f"{hand.tie:.4%}",
                f"{hand.high:.4%}", "" if hand.low is None else f"{hand.low:.4%}",
            )  # fmt: skip
        how = f"all {self.runouts:,} runouts counted"
        if not self.exact:
            how = f"{self.runouts:,} runouts sampled, standard error {self.standard_error:.4%}"
        return Group(table, how, *(f"- {note}" for note in self.assumed))


@dataclass(frozen=True, slots=True)
class Deal:
    """What is known, and how many cards are to come: to each hand, then to each board."""

    hands: tuple[tuple[Card, ...], ...]
    boards: tuple[tuple[Card, ...], ...]
    to_come: tuple[int, ...]
    rest: tuple[Card, ...]

    @property
    def board(self) -> tuple[Card, ...]:
        return self.boards[0]

    def runouts(self) -> int:
        count, left = 1, len(self.rest)
        for missing in self.to_come:
            count *= comb(left, missing)
            left -= missing
        return count

    def every(self) -> Iterator[tuple[int, ...]]:
        """Every runout, as places in the rest: the hands' cards one after another, the board's."""
        return _dealt_out(tuple(range(len(self.rest))), self.to_come)


def _dealt_out(places: tuple[int, ...], to_come: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not any(to_come[1:]):
        yield from combinations(places, to_come[0])
        return
    if not to_come[0]:
        yield from _dealt_out(places, to_come[1:])
        return
    for chosen in combinations(places, to_come[0]):
        left = tuple(place for place in places if place not in chosen)
        for others in _dealt_out(left, to_come[1:]):
            yield chosen + others


def equity(
    filing: FilingBase | str,
    hands: Sequence[str],
    *,
    board: str = "",
    seed: int = 1,
    samples: int | None = None,
) -> Equity:
    """Who gets how much of the pot if nobody folds; with `samples` never counted out.

    >>> found = equity("napa-valley/texas-holdem", ["AhAd", "KsKc"], board="2c 7d 9h Jd")
    >>> found.runouts, round(found.hands["AhAd"].equity, 4)
    (44, 0.9545)
    """
    opened = open_filing(filing) if isinstance(filing, str) else filing
    if not isinstance(opened, Poker):
        raise HousewayError(
            "no-equity", f"{opened.id} is not played for a pot; see `houseway odds`", where="filing"
        )
    deal = _deal(opened, hands, board)
    counted = _counter(opened)
    fast = counted is not None
    exact = samples is None and deal.runouts() <= (COUNTED if fast else COUNTED_SLOWLY)
    count = deal.runouts() if exact else samples or (SAMPLED if fast else SAMPLED_SLOWLY)
    rows: Any
    if counted is not None:
        rows = counted(opened, deal, count if not exact else None, seed)
    else:
        rows = _by_rankings(opened, deal, count if not exact else None, seed)
    low = opened.game.low is not None
    found = {
        text: HandEquity(
            int(row[0]) / (POT * count),
            int(row[1]) / count,
            int(row[2]) / count,
            int(row[3]) / (POT * count),
            int(row[4]) / (POT * count) if low else None,
        )
        for text, row in zip(hands, rows, strict=True)
    }
    error = None
    if not exact:
        error = max(
            sqrt(max(0.0, int(row[5]) / (POT * POT * count) - found[text].equity ** 2) / count)
            for text, row in zip(hands, rows, strict=True)
        )
    return Equity(
        opened.id, " / ".join("".join(card.text for card in one) for one in deal.boards if one),
        found, exact, error, count,
        tuple(_assumed(opened)),
    )  # fmt: skip


def _assumed(filing: Poker) -> Iterator[str]:
    yield "nobody folds, and any card not named may still come"
    streets = filing.game.street
    if any(street.draw for street in streets):
        yield "the hands stand pat: no card is changed any more"
    if any(street.discard for street in streets):
        yield "the hands are those kept after the discard"
    if any(street.expose for street in streets):
        yield "cards stand as dealt: the second lies face down, the rest and those to come up"
    if filing.game.double_board is not None:
        yield "each board is played for half the pot"
    if filing.game.low is not None:
        yield "`high` and `low` are the parts won of each half; without a low hand high takes all"


def _deal(filing: Poker, texts: Sequence[str], board: str) -> Deal:
    """What was given, checked against the game and the deck."""
    game = filing.game
    hands = tuple(tuple(parse_cards(text)) for text in texts)
    double = game.double_board is not None
    boards = _boards(board, 2 if double else 1)
    if not 2 <= len(hands) <= MOST_HANDS:
        raise HousewayError(
            "bad-hands", f"{len(hands)} hands; an equity is of 2 to {MOST_HANDS}", where="hands"
        )
    if len(set(texts)) < len(texts):
        raise HousewayError("card-twice", "a hand is given twice", where="hands")
    dealt = sum(len(street.cards) for street in game.street)
    dealt -= sum(street.discard.count for street in game.street if street.discard)
    whole = sum(street.board for street in game.street)
    # Only where cards come one after another for each player is a part of a hand a hand.
    stud = not whole and not any(street.draw for street in game.street)
    for text, hand in zip(texts, hands, strict=True):
        if len(hand) > dealt or not hand or (len(hand) < dealt and not stud):
            needed = f"1 to {dealt}" if stud else str(dealt)
            kept = " kept after the discard" if any(s.discard for s in game.street) else ""
            raise HousewayError(
                "bad-hand",
                f"{text!r} has {len(hand)} cards; a hand of this game has {needed}{kept}",
                where="hands",
                cite=str(game.street[0].cite),
            )
    for common in boards:
        if len(common) > whole:
            raise HousewayError(
                "bad-board", f"{len(common)} board cards; this game has {whole}", where="board"
            )
    deck = filing.deck.cards()
    known = [*chain(*hands), *chain(*boards)]
    if twice := too_many(known, deck):
        names = ", ".join(card.text for card, _, _ in twice)
        raise HousewayError(
            "card-twice", f"{names}: given more often than the deck has it", where="hands"
        )
    rest = list(deck)
    for card in known:
        rest.remove(card)
    missing = [whole - len(common) for common in boards]
    to_come = (*(dealt - len(hand) for hand in hands), *missing)
    if sum(to_come) > len(rest):
        raise HousewayError(
            "deck-runs-out",
            f"{sum(to_come)} cards are to come and {len(rest)} are left in the deck",
            where="hands",
        )
    return Deal(hands, boards, to_come, tuple(rest))


def _boards(text: str, count: int) -> tuple[tuple[Card, ...], ...]:
    """The cards of each board; two are written with a slash between them."""
    parts = text.split("/")
    if len(parts) > count:
        raise HousewayError(
            "bad-board", f"{len(parts)} boards are given; this game has {count}", where="board"
        )
    return tuple(tuple(parse_cards(part)) for part in [*parts, *[""] * (count - len(parts))])


Counter = Callable[[Poker, Deal, int | None, int], "Rows"]


def _counter(filing: Poker) -> Counter | None:
    """The compiled count, for the rankings it knows in games of seven cards or of two and three."""
    game = filing.game
    halves = [half for half in (game.high, game.low) if half is not None]
    known = all(half.ranking in ("high", "ace-to-five-8", "razz") for half in halves)
    stands_pat = any(street.draw for street in game.street)
    plain = filing.deck.kind == "standard-52" and not filing.deck.without
    if not known or stands_pat or not plain or game.double_board is not None:
        return None
    from houseway.families.poker.equity_count import count

    return count


def _by_rankings(filing: Poker, deal: Deal, samples: int | None, seed: int) -> list[list[int]]:
    """The readable rankings, runout by runout; rows as of `equity_count`."""
    runouts: Iterator[tuple[int, ...]]
    if samples is None:
        runouts = deal.every()
    else:
        from houseway.families.poker.equity_count import sampled

        drawn = sampled(len(deal.rest), sum(deal.to_come), samples, seed)
        runouts = (tuple(row) for row in drawn.tolist())
    game = filing.game
    rows = [[0] * 6 for _ in deal.hands]
    for runout in runouts:
        cards = [deal.rest[place] for place in runout]
        hands = []
        for part, missing in zip((*deal.hands, *deal.boards), deal.to_come, strict=True):
            hands.append(part + tuple(cards[:missing]))
            cards = cards[missing:]
        boards = hands[len(deal.hands) :]
        del hands[len(deal.hands) :]
        shares = []
        for board in boards:
            high = [_ranking(game.high, hand).strength(hand, board) for hand in hands]
            low = None
            if game.low is not None:
                low = [_ranking(game.low, hand).strength(hand, board) for hand in hands]
            shares.append(_shares(high, low))
        _add(rows, shares)
    return rows


def _ranking(half: Hands, hand: Sequence[Card]) -> Ranking:
    if half.ranking == "mexican" and len(hand) > 1 and hand[1].is_joker:
        return hand_ranking(half.ranking, half.hole, "face-down")
    return hand_ranking(half.ranking, half.hole)


def _shares(high: Sequence[int], low: Sequence[int] | None) -> list[tuple[int, int, int]]:
    """Each hand's parts of the pot, of its high and of its low half, with one board."""
    lows = [i for i, s in enumerate(low) if s == max(low)] if low and max(low) else []
    highs = [i for i, s in enumerate(high) if s == max(high)]
    found = []
    for i in range(len(high)):
        of_high = POT // len(highs) if i in highs else 0
        of_low = POT // len(lows) if i in lows else 0
        found.append(((of_high + of_low) // 2 if lows else of_high, of_high, of_low))
    return found


def _add(rows: list[list[int]], boards: Sequence[Sequence[tuple[int, int, int]]]) -> None:
    """A runout to the sums; every board counts alike."""
    for i, row in enumerate(rows):
        part, high, low = (sum(board[i][k] for board in boards) // len(boards) for k in range(3))
        row[0] += part
        row[1] += part == POT
        row[2] += 0 < part < POT
        row[3] += high
        row[4] += low
        row[5] += part * part
