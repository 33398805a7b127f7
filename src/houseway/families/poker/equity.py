"""Equities of poker hands under a filing's ranking, every runout counted or many sampled.

A runout is one way in which the cards still to come may fall: the board, and in stud what a hand
has not been dealt yet. Cards others may have folded are unknown, so any of the rest may come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, permutations, product
from math import ceil, comb, prod, sqrt
from operator import add
from os import cpu_count
from typing import TYPE_CHECKING, Any, Final

from houseway.analysis.shown import Shown
from houseway.cards import Card, parse_cards, too_many
from houseway.errors import HousewayError
from houseway.families.poker.ranges import Holding, holdings
from houseway.families.poker.schema import Hands, Poker
from houseway.families.poker.showdown import hand_ranking
from houseway.filings.loader import open_filing
from houseway.filings.schema.common import FilingBase
from houseway.hands.value import Ranking

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.families.poker.equity_arrays import Winners
    from houseway.families.poker.equity_count import Cards

POT: Final = 5040  # parts of a pot: it is halved, and each half shared by up to ten players
COUNTED: Final = 30_000_000  # runouts counted one by one, by kernels
COUNTED_SLOWLY: Final = 20_000  # and by the readable rankings
MOST_LIES: Final = 20_000  # ways in which ranges can lie, gone through to be counted
WANTED: Final = 0.0001  # the standard error of a sample by kernels
SAMPLED_BLOCK: Final = 500_000
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


@dataclass(frozen=True, slots=True, repr=False)
class Equity(Shown):
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

    def in_short(self) -> str:
        hands = ", ".join(f"{text} {hand.equity:.4%}" for text, hand in self.hands.items())
        how = "exact" if self.exact else f"± {self.standard_error or 0.0:.4%}"
        board = f" on {self.board}" if self.board else ""
        return f"equity in {self.filing}{board}: {hands}, {how}"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each hand with its part of the pot."""
        for text, hand in self.hands.items():
            yield {"hand": text, **hand.as_json()}

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

    hands: tuple[Holding, ...]
    boards: tuple[Holding, ...]
    to_come: tuple[int, ...]
    rest: Holding

    def runouts(self) -> int:
        count, left = 1, len(self.rest)
        for missing in self.to_come:
            count *= comb(left, missing)
            left -= missing
        return count


@dataclass(frozen=True, slots=True)
class Spread:
    """The ranges of a showdown, what lies open or is dead, and how large hands and boards get."""

    ranges: tuple[tuple[Holding, ...], ...]
    boards: tuple[Holding, ...]
    dead: Holding
    deck: Holding
    held: int
    whole: int

    def deal(self, hands: tuple[Holding, ...]) -> Deal | None:
        """The deal where the ranges lie so; None where they share a card."""
        known = [*chain(*hands, *self.boards), *self.dead]
        if too_many(known, self.deck):
            return None
        rest = list(self.deck)
        for card in known:
            rest.remove(card)
        missing = [self.held - len(hand) for hand in hands]
        missing += [self.whole - len(board) for board in self.boards]
        return Deal(hands, self.boards, tuple(missing), tuple(rest))

    def deals(self) -> list[tuple[Deal, int]] | None:
        """Every deal and how many are the same but for names of suits; None where too many."""
        if prod(map(len, self.ranges)) > MOST_LIES:
            return None
        alike: dict[tuple[tuple[str, ...], ...], int] = {}
        found: dict[tuple[tuple[str, ...], ...], Deal] = {}
        for hands in product(*self.ranges):
            deal = self.deal(hands)
            if deal is not None:
                name = _without_suits((*hands, *self.boards, self.dead))
                alike[name] = alike.get(name, 0) + 1
                found.setdefault(name, deal)
        return [(deal, alike[name]) for name, deal in found.items()]


_SUITINGS: Final = tuple(str.maketrans("shdc", "".join(suits)) for suits in permutations("shdc"))


def _without_suits(groups: tuple[Holding, ...]) -> tuple[tuple[str, ...], ...]:
    """The same name for groups of cards that differ only in the names of suits."""
    texts = [[card.text for card in group] for group in groups]
    return min(
        tuple(tuple(sorted(text.translate(suits) for text in group)) for group in texts)
        for suits in _SUITINGS
    )


def equity(
    filing: FilingBase | str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
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
    spread = _spread(opened, hands, board, dead)
    fast = _by_kernels(opened, spread)
    deals = spread.deals() if samples is None else None
    if deals is not None and not deals:
        raise HousewayError("card-twice", "no cards fit all hands at once", where="hands")
    exact = deals is not None and sum(d.runouts() for d, _ in deals) <= (
        COUNTED if fast else COUNTED_SLOWLY
    )
    rows = [[0] * 6 for _ in hands]
    if deals is not None and exact:
        for deal, alike in deals:
            for row, more in zip(rows, _counted(opened, spread, deal, fast), strict=True):
                row[:] = (one + alike * other for one, other in zip(row, more, strict=True))
        count = sum(deal.runouts() * alike for deal, alike in deals)
    else:
        wanted = samples or (None if fast else SAMPLED_SLOWLY)
        rows, count = _sampled(opened, spread, wanted, seed, fast)
    low = opened.game.low is not None
    found = [
        HandEquity(
            row[0] / (POT * count), row[1] / count, row[2] / count, row[3] / (POT * count),
            row[4] / (POT * count) if low else None,
        )
        for row in rows
    ]  # fmt: skip
    error = None if exact else _standard_error(rows, count)
    return Equity(
        opened.id, " / ".join("".join(card.text for card in one) for one in spread.boards if one),
        dict(zip(_names(hands), found, strict=True)), exact, error, count,
        tuple(_assumed(opened, spread)),
    )  # fmt: skip


def _names(hands: Sequence[str]) -> Iterator[str]:
    """The hands as written; ranges may be given more than once."""
    for number, text in enumerate(hands):
        again = hands[:number].count(text)
        yield f"{text} #{again + 1}" if again else text


def _assumed(filing: Poker, spread: Spread) -> Iterator[str]:
    yield "nobody folds, and any card not named may still come"
    streets = filing.game.street
    if any(street.draw for street in streets):
        drawn = sorted({spread.held - len(holding) for r in spread.ranges for holding in r} - {0})
        if drawn:
            yield "a hand given with fewer cards draws the rest, once; the others stand pat"
        else:
            yield "the hands stand pat: no card is changed any more"
    if any(street.discard for street in streets):
        yield "the hands are those kept after the discard"
    if any(street.expose for street in streets):
        yield "cards stand as dealt: the second lies face down, the rest and those to come up"
    if filing.game.double_board is not None:
        yield "each board is played for half the pot"
    if filing.game.low is not None:
        yield "`high` and `low` are the parts won of each half; without a low hand high takes all"


def _spread(filing: Poker, texts: Sequence[str], board: str, dead: str) -> Spread:
    """What was given, checked against the game and the deck."""
    game = filing.game
    if not 2 <= len(texts) <= MOST_HANDS:
        raise HousewayError(
            "bad-hands",
            f"hands given: {len(texts)}; an equity is of 2 to {MOST_HANDS}",
            where="hands",
        )
    held = sum(len(street.cards) for street in game.street)
    held -= sum(street.discard.count for street in game.street if street.discard)
    whole = sum(street.board for street in game.street)
    deck = filing.deck.cards()
    ranges = tuple(holdings(text, held, deck) or ((),) for text in texts)
    boards = _boards(board, 1 if game.double_board is None else 2)
    gone = tuple(parse_cards(dead))
    # Where cards come one after another, or are drawn, a part of a hand is a hand.
    in_part = not whole
    for text, one in zip(texts, ranges, strict=True):
        for holding in one:
            if len(holding) > held or (len(holding) < held and holding and not in_part):
                needed = f"1 to {held}" if in_part else str(held)
                kept = " kept after the discard" if any(s.discard for s in game.street) else ""
                raise HousewayError(
                    "bad-hand",
                    f"{text!r} has {len(holding)} cards; a hand of this game has {needed}{kept}",
                    where="hands",
                    cite=str(game.street[0].cite),
                )
    for common in boards:
        if len(common) > whole:
            raise HousewayError(
                "bad-board", f"{len(common)} board cards; this game has {whole}", where="board"
            )
    known = [card for one in ranges if len(one) == 1 for card in one[0]]
    known += [*chain(*boards), *gone]
    if twice := too_many(known, deck):
        names = ", ".join(card.text for card, _, _ in twice)
        raise HousewayError(
            "card-twice", f"{names}: given more often than the deck has it", where="hands"
        )
    if len(texts) * held + whole * len(boards) + len(gone) > len(deck):
        raise HousewayError(
            "deck-runs-out",
            f"{len(texts)} hands of {held} and a board of {whole} are more than the deck of "
            f"{len(deck)} has",
            where="hands",
        )
    return Spread(ranges, boards, gone, tuple(deck), held, whole)


def _boards(text: str, count: int) -> tuple[Holding, ...]:
    """The cards of each board; two are written with a slash between them."""
    parts = text.split("/")
    if len(parts) > count:
        raise HousewayError(
            "bad-board", f"{len(parts)} boards are given; this game has {count}", where="board"
        )
    return tuple(tuple(parse_cards(part)) for part in [*parts, *[""] * (count - len(parts))])


def _by_kernels(filing: Poker, spread: Spread) -> bool:
    """Whether compiled code reads this game's hands."""
    halves = [half for half in (filing.game.high, filing.game.low) if half is not None]
    if filing.deck.kind != "standard-52" or filing.deck.without or len(spread.boards) > 1:
        return False
    from houseway.families.poker.equity_arrays import knows

    return all(knows(half, spread.held + spread.whole) for half in halves)


def _counted(filing: Poker, spread: Spread, deal: Deal, fast: bool) -> Sequence[Sequence[int]]:
    game = filing.game
    if fast and game.high.hole != "exactly-two":
        from houseway.families.poker.equity_arrays import winners

        return _rows(winners(deal, game.high, game.low), len(deal.hands))
    from houseway.families.poker.equity_count import every

    return _judged(filing, spread, every(deal), fast)[0]


def _sampled(
    filing: Poker, spread: Spread, samples: int | None, seed: int, fast: bool
) -> tuple[list[list[int]], int]:
    """In blocks of fixed size, each from a generator of its own, so cores change no digit.

    Without a number of samples the first block tells how many the wanted error takes.
    """
    from houseway.families.poker.equity_count import sampled

    rows = [[0] * 6 for _ in spread.ranges]
    count = 0
    aim = SAMPLED_BLOCK if samples is None else samples

    def block(number: int) -> tuple[Sequence[Sequence[int]], int]:
        wanted = min(SAMPLED_BLOCK, aim - number * SAMPLED_BLOCK)
        return _judged(filing, spread, sampled(spread, wanted, seed, number), fast)

    def add_up(blocks: Iterable[tuple[Sequence[Sequence[int]], int]]) -> None:
        nonlocal count
        for found, drawn in blocks:
            count += drawn
            for row, more in zip(rows, found, strict=True):
                row[:] = map(add, row, more)

    add_up([block(0)])
    if not count:
        raise HousewayError("card-twice", "no cards fit all hands at once", where="hands")
    if samples is None:
        aim = max(aim, ceil(1.01 * count * (_standard_error(rows, count) / WANTED) ** 2))
    with ThreadPoolExecutor(cpu_count() or 1) as threads:
        add_up(threads.map(block, range(1, ceil(aim / SAMPLED_BLOCK))))
    return rows, count


def _standard_error(rows: Sequence[Sequence[int]], count: int) -> float:
    """That of the hand whose equity is least certain."""
    spreads = (row[5] / count - (row[0] / count) ** 2 for row in rows)
    return sqrt(max(0.0, *spreads) / count) / POT


def _judged(
    filing: Poker, spread: Spread, runouts: Iterable[Cards], fast: bool
) -> tuple[Sequence[Sequence[int]], int]:
    """What the hands get over all runouts, and how many those are."""
    game, hands = filing.game, len(spread.ranges)
    seen = 0

    def counted() -> Iterator[Cards]:
        nonlocal seen
        for batch in runouts:
            seen += len(batch)
            yield batch

    if fast:
        from houseway.families.poker.equity_count import judge

        rows = _rows(judge(counted(), spread.held, game.high, game.low, hands), hands)
    else:
        rows = _by_rankings(filing, spread, counted())
    return rows, seen


def _rows(won: Mapping[Winners, int], hands: int) -> list[list[int]]:
    """What each hand gets: parts of pots, won, shared, parts of highs and of lows, squares."""
    rows = [[0] * 6 for _ in range(hands)]
    for masks, count in won.items():
        high, low = ([mask >> hand & 1 for hand in range(hands)] for mask in masks)
        _add(rows, [pot_shares(high, low)], count)
    return rows


def _by_rankings(filing: Poker, spread: Spread, runouts: Iterable[Cards]) -> list[list[int]]:
    """The readable rankings, runout by runout."""
    game, held = filing.game, spread.held
    by_index = {card.index: card for card in spread.deck}
    rows = [[0] * 6 for _ in spread.ranges]
    for runout in (row for batch in runouts for row in batch.tolist()):
        cards = tuple(by_index[index] for index in runout)
        hands = [cards[i * held : (i + 1) * held] for i in range(len(rows))]
        shared, whole = cards[len(rows) * held :], spread.whole
        shares = []
        for place in range(len(spread.boards)):
            board = shared[place * whole : (place + 1) * whole]
            high = [_ranking(game.high, hand).strength(hand, board) for hand in hands]
            low = None
            if game.low is not None:
                low = [_ranking(game.low, hand).strength(hand, board) for hand in hands]
            shares.append(pot_shares(high, low))
        _add(rows, shares)
    return rows


def _ranking(half: Hands, hand: Sequence[Card]) -> Ranking:
    if half.ranking == "mexican" and len(hand) > 1 and hand[1].is_joker:
        return hand_ranking(half.ranking, half.hole, "face-down")
    return hand_ranking(half.ranking, half.hole)


def pot_shares(high: Sequence[int], low: Sequence[int] | None) -> list[tuple[int, int, int]]:
    """Each hand's parts of the pot, of its high and of its low half, with one board."""
    lows = [i for i, s in enumerate(low) if s == max(low)] if low and max(low) else []
    highs = [i for i, s in enumerate(high) if s == max(high)]
    found = []
    for i in range(len(high)):
        of_high = POT // len(highs) if i in highs else 0
        of_low = POT // len(lows) if i in lows else 0
        found.append(((of_high + of_low) // 2 if lows else of_high, of_high, of_low))
    return found


def _add(
    rows: list[list[int]], boards: Sequence[Sequence[tuple[int, int, int]]], count: int = 1
) -> None:
    """So many runouts to the sums; every board counts alike."""
    for i, row in enumerate(rows):
        part, high, low = (sum(board[i][k] for board in boards) // len(boards) for k in range(3))
        row[0] += count * part
        row[1] += count * (part == POT)
        row[2] += count * (0 < part < POT)
        row[3] += count * high
        row[4] += count * low
        row[5] += count * part * part
