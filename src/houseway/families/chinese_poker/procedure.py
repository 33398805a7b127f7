"""Face-up Chinese poker as the house dealer runs it: who is dealt in, placing, sweeps, the end.

A placing is written `place top Qd middle As Ac bottom Kd Kc`; segments that get no card are left
out, and of later cards the one not named is discarded. Cards lying in a segment are shown as
that seat's hand 1 (top), 2 (middle) or 3 (bottom). The end is in `chinese_scoring`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, cast

from houseway.cards import Card, NotationError, parse_cards, write
from houseway.errors import Refused, raise_all
from houseway.families.chinese_poker.schema import (
    NAMES,
    ChinesePoker,
    ChinesePokerGame,
    Name,
    WinLimit,
)
from houseway.families.chinese_poker.scoring import Score, SetHand, score
from houseway.filings.schema.base import brief
from houseway.filings.schema.said import Ruled
from houseway.filings.terms import Terms
from houseway.rounds.events import secretly
from houseway.rounds.steps import Ask, AskAll, Beyond, Call, Deal, Procedure, Show

Placing = dict[Name, tuple[Card, ...]]
NO_SWEEP = "no-sweep"


@dataclass(frozen=True, slots=True)
class Player:
    """One who is dealt in: the seat, the stack in cents, and whether in Fantasy Land."""

    seat: int
    stack: int
    fantasy_land: bool = False


class ChineseResult(NamedTuple):
    """A hand played to its end. Players stand clockwise from the one with the buttons."""

    players: tuple[Player, ...]
    point_value: int
    hands: tuple[SetHand, ...]
    score: Score


# Before the deal.


def dealt_in(
    filing: ChinesePoker, seated: Collection[int], button: int, not_playing: Collection[int] = ()
) -> tuple[int, ...]:
    """The seats that get a hand: the buttons' first, then clockwise, as many as may be active."""
    playing = sorted(set(seated) - set(not_playing))
    cite = str(filing.table.cite)
    if button not in playing:
        why = f"seat {button} has the buttons and must be dealt in"
        raise Refused("button", why, where="button", cite=cite)
    if len(playing) < 2:
        raise Refused("players", "a hand needs two players", where="players", cite=cite)
    start = playing.index(button)
    return tuple([*playing[start:], *playing[:start]][: filing.active])


def move_buttons(seated: Collection[int], button: int) -> int:
    """The seat that gets both buttons for the next round: the next one clockwise.

    >>> move_buttons([1, 2, 4], 2), move_buttons([1, 2, 4], 4)
    (4, 1)
    """
    later = [seat for seat in seated if seat > button]
    return min(later or seated)


def start_problems(
    filing: ChinesePoker, players: Sequence[Player], point_value: int
) -> Iterator[Refused]:
    """Why a hand cannot begin: the number of players, the worth of a point, a stack too small."""
    game = filing.game
    if not 2 <= len(players) <= filing.active:
        yield Refused(
            "players",
            f"{len(players)} hands; two to {filing.active} players are dealt in",
            where="players",
            cite=str(filing.table.cite),
        )
    if point_value < 1:
        yield Refused(
            "point-value",
            "a point must be worth something",
            where="point_value",
            cite=str(game.points.cite),
        )
    least = game.stakes.least_points * point_value
    for player in players:
        if player.stack < least:
            yield Refused(
                "short-stack",
                f"seat {player.seat} has {brief(player.stack)}; a hand is begun with at least "
                f"{game.stakes.least_points} points, {brief(least)}",
                where=f"seat {player.seat}",
                cite=str(game.stakes.cite),
            )


# The hand.


class _Board:
    """A player's segments while they fill."""

    def __init__(self, game: ChinesePokerGame, player: Player) -> None:
        self.player, self._game = player, game
        self.sizes = {one.name: one.cards for one in game.segment}
        self.cards: dict[Name, list[Card]] = {name: [] for name in NAMES}

    def room(self) -> dict[Name, int]:
        return {name: self.sizes[name] - len(self.cards[name]) for name in NAMES}

    def ask(self, kind: str, cards: Sequence[Card], count: int, rule: Ruled) -> Ask:
        """The decision where to put `count` of these cards."""
        room = self.room()
        where = f"seat {self.player.seat}"

        def object_to(move: str) -> Refused | None:
            return _placing_objection(self._game, move, cards, count, room, rule, where)

        return Ask(
            self.player.seat,
            kind,
            (),
            beyond=Beyond(object_to, ("place",)),
            event=secretly if self.player.fantasy_land else None,
            facts={"count": count, "room": room},
        )

    def lay(self, move: str) -> Placing:
        placing = read_placing(move)
        for name, cards in placing.items():
            self.cards[name] += cards
        return placing

    def show(self, placing: Mapping[Name, tuple[Card, ...]]) -> Procedure:
        for name, cards in placing.items():
            if cards:
                yield Show(self.player.seat, cards, NAMES.index(name) + 1)

    def set_hand(self) -> SetHand:
        top, middle, bottom = (tuple(self.cards[name]) for name in NAMES)
        return SetHand(top, middle, bottom, fantasy_land=self.player.fantasy_land)


def play(terms: Terms[ChinesePoker], players: Sequence[Player], point_value: int) -> Procedure:
    """One hand, ready to be driven; players clockwise from the one with the buttons."""
    filing, game = terms.filing, terms.filing.game
    raise_all(list(start_problems(filing, players, point_value)))
    boards = [_Board(game, player) for player in players]
    in_turn = [*boards[1:], boards[0]]  # left of the button first
    in_fantasy_land = [board for board in in_turn if board.player.fantasy_land]
    others = [board for board in in_turn if not board.player.fantasy_land]

    yield from _set_in_fantasy_land(game, in_fantasy_land)
    yield from _first_cards(game, others)
    for _ in range(game.later_rounds):
        for board in others:
            yield from _later_cards(game, board)
    for board in in_fantasy_land:
        yield from board.show({name: tuple(cards) for name, cards in board.cards.items()})

    hands = yield from _declare(game, boards)
    limit = cast(WinLimit, terms.options.get("win_limit", game.stakes.win_limit))
    result = score(game, hands, [player.stack for player in players], point_value, win_limit=limit)
    yield from _tell(players, result)
    return ChineseResult(tuple(players), point_value, tuple(hands), result)


def _set_in_fantasy_land(game: ChinesePokerGame, boards: Sequence[_Board]) -> Procedure:
    """All thirteen cards face down, set before anybody else is dealt to."""
    rule = game.fantasy_land
    if not boards:
        return
    asks = []
    for board in boards:
        seat = board.player.seat
        cards = yield Deal(seat, rule.cards, (seat,), cite=str(rule.cite))
        asks.append(board.ask("fantasy-land", cards, rule.cards, rule))
    moves = yield AskAll(tuple(asks))
    for board in boards:
        board.lay(moves[board.player.seat])


def _first_cards(game: ChinesePokerGame, boards: Sequence[_Board]) -> Procedure:
    """One card at a time face up until each has five; then they are placed in turn."""
    rule = game.first_cards
    dealt: list[list[Card]] = [[] for _ in boards]
    for _ in range(rule.cards):
        for board, cards in zip(boards, dealt, strict=True):
            cards += yield Deal(board.player.seat, cite=str(rule.cite))
    for board, cards in zip(boards, dealt, strict=True):
        move = yield board.ask("first-cards", cards, rule.cards, rule)
        yield from board.show(board.lay(move))


def _later_cards(game: ChinesePokerGame, board: _Board) -> Procedure:
    """Three cards face down, of which two are laid face up; nobody sees the third."""
    rule, seat = game.later_cards, board.player.seat
    cards = yield Deal(seat, rule.cards, (seat,), cite=str(rule.cite))
    move = yield board.ask("later-cards", cards, rule.placed, rule)
    yield from board.show(board.lay(move))


def _declare(game: ChinesePokerGame, boards: Sequence[_Board]) -> Procedure:
    """Who holds a clean sweep may declare it now; left undeclared, segments are compared."""
    hands = [board.set_hand() for board in boards]
    asks = []
    for board, hand in zip(boards, hands, strict=True):
        held = [row.hand for row in game.clean_sweep.rows if row.hand in hand.sweeps()]
        if held:
            choices = (*(f"declare {name}" for name in held), NO_SWEEP)
            asks.append(Ask(board.player.seat, "clean-sweep", choices, default=NO_SWEEP))
    if not asks:
        return hands
    moves = yield AskAll(tuple(asks))
    declared = {seat: move.removeprefix("declare ") for seat, move in moves.items()}
    named = []
    for board, hand in zip(boards, hands, strict=True):
        sweep = declared.get(board.player.seat, NO_SWEEP)
        if sweep == NO_SWEEP:
            named.append(hand)
            continue
        row = game.clean_sweep.find(sweep)
        assert row is not None
        yield Call(f"Seat {board.player.seat} declares {row.label}")
        named.append(SetHand(hand.top, hand.middle, hand.bottom, sweep, hand.fantasy_land))
    return named


def _tell(players: Sequence[Player], result: Score) -> Procedure:
    for one in sorted(result.comparisons, key=lambda one: not one.sweep):
        first, second = players[one.first].seat, players[one.second].seat
        yield Call(f"Seat {first} against seat {second}: {one.points:+d} ({one.because})")
    for player, follows in zip(players, result.fantasy_land_next, strict=True):
        if follows:
            verb = "stays in" if player.fantasy_land else "goes to"
            yield Call(f"Seat {player.seat} {verb} Fantasy Land")


# Placings.


def read_placing(move: str) -> Placing:
    """The cards of a placing by segment; ValueError says what is wrong with its form.

    >>> {name: write(cards) for name, cards in read_placing("place top Qd bottom KdKc").items()}
    {'top': 'Qd', 'bottom': 'Kd Kc'}
    """
    verb, *words = move.split()
    placing: Placing = {}
    name: Name | None = None
    if verb != "place":
        raise ValueError(f"{move!r} is no placing")
    for word in words:
        if word in NAMES:
            name = word
            if name in placing:
                raise ValueError(f"{name} is named twice")
            placing[name] = ()
        elif name is None:
            raise ValueError(f"{word!r} stands before any segment")
        else:
            placing[name] += parse_cards(word)
    return placing


def write_placing(placing: Mapping[Name, Sequence[Card]]) -> str:
    """A placing as a move, segments in the order top, middle, bottom."""
    parts = (f" {name} {write(placing[name])}" for name in NAMES if placing.get(name))
    return "place" + "".join(parts)


def placings(cards: Sequence[Card], count: int, room: Mapping[Name, int]) -> Iterator[str]:
    """Every legal placing of `count` of the cards, lazily: thirteen have 72,072.

    >>> next(placings(parse_cards("Ah Kd 7c"), 2, {"top": 1, "middle": 1, "bottom": 0}))
    'place top Ah middle Kd'
    """
    for kept in combinations(cards, count):
        for names in _spread(count, dict(room)):
            placing: dict[Name, list[Card]] = {}
            for card, name in zip(kept, names, strict=True):
                placing.setdefault(name, []).append(card)
            yield write_placing(placing)


def _spread(count: int, room: dict[Name, int]) -> Iterator[tuple[Name, ...]]:
    """Every way of giving so many cards their segments while there is room."""
    if count == 0:
        yield ()
        return
    for name in NAMES:
        if room[name]:
            room[name] -= 1
            for rest in _spread(count - 1, room):
                yield (name, *rest)
            room[name] += 1


def _placing_objection(
    game: ChinesePokerGame,
    move: str,
    cards: Sequence[Card],
    count: int,
    room: Mapping[Name, int],
    rule: Ruled,
    where: str,
) -> Refused | None:
    """Why a placing is refused, or None."""

    def refused(code: str, why: str, cite: str = str(rule.cite)) -> Refused:
        return Refused(code, why, where=where, cite=cite)

    if move.partition(" ")[0] != "place":
        return refused(
            "not-a-move", f"{move!r} is no placing; write it as 'place top Qd bottom Kd Kc'"
        )
    try:
        placing = read_placing(move)
    except NotationError as error:
        return refused("not-cards", str(error))
    except ValueError as error:
        return refused("not-a-move", str(error))
    placed = [card for several in placing.values() for card in several]
    for card in placed:
        if card not in cards:
            return refused("not-held", f"{card} is not among the cards to place")
        if placed.count(card) > 1:
            return refused("card-twice", f"{card} is placed twice")
    if len(placed) != count:
        return refused("wrong-count", f"{len(placed)} cards are placed; {count} must be")
    for segment in game.segment:
        given = len(placing.get(segment.name, ()))
        if given > room[segment.name]:
            return refused(
                "segment-full",
                f"{given} cards for the {segment.name} segment, which has room for "
                f"{room[segment.name]} of its {segment.cards}",
                str(segment.cite),
            )
    return None
