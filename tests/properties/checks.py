"""What must be true of every round, worked out apart from the code that plays it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from houseway.cards import Card, Tile
from houseway.rounds.driver import Round, replay
from houseway.rounds.events import Chose, Dealt, Event, Shown, view
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Place
from houseway.rounds.transcript import say
from houseway.rounds.verdicts import Layout, Result
from houseway.settlement.settle import Line, Settlement
from houseway.settlement.wagers import PlayerDealerTerms
from houseway.table.sight import Glance, Laid
from houseway.table.sight import Sight as Followed

Piece = Card | Tile
CARD_TOKEN = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")
TILE_TOKEN = re.compile(r"\b[1-6][1-6]\b")


# Money


def check_money(
    terms: PlayerDealerTerms, layout: Layout, result: Result, settled: Settlement, bank_wager: int
) -> None:
    """Chips are conserved, the bank covers to the cent, nobody wins or loses more than allowed."""
    net = dict(settled.net)
    assert sum(net.values()) == 0
    assert abs(net["bank"]) <= bank_wager
    for bettor, amount in net.items():
        if bettor != "bank":
            assert amount == sum(line.net for line in settled.lines if line.bettor == bettor)
    wagers = {bettor: own for seat in layout.seats for bettor, own in seat.bettors()}
    _check_cover(settled.lines, bank_wager, terms.options["coverage"] == "net")
    for line in settled.lines:
        _check_line(terms, wagers[line.bettor], line)
    _check_order(terms, layout, result, settled.lines)


def _check_cover(lines: Sequence[Line], wager: int, by_net: bool) -> None:
    """Every line moves what it is owed as far as the bank reaches, and nothing beyond."""
    used = balance = 0
    for line in lines:
        due = abs(line.net) + line.uncovered
        room = wager - used
        if by_net:
            room = wager - balance if line.net < 0 else wager + balance
        if line.net:
            assert abs(line.net) == min(due, room), line
        elif line.uncovered:
            assert line.outcome == "no_action", line
        used += abs(line.net)
        balance -= line.net
        assert -wager <= balance <= wager
        assert by_net or used <= wager


def _check_line(terms: PlayerDealerTerms, wagers: Mapping[str, int], line: Line) -> None:
    assert line.because, line
    assert line.cite, line
    assert line.staked <= most_staked(terms.filing, wagers, line), line
    if line.outcome == "win":
        assert 0 < line.net <= best_win(terms.filing, line), line
    elif line.outcome == "lose":
        assert -line.staked <= line.net < 0, line
        assert line.uncovered - line.net <= line.staked, line
    else:
        assert line.outcome in ("push", "no_action"), line
        assert line.net == 0, line
        assert line.outcome == "no_action" or not line.uncovered, line


def most_staked(filing: Any, wagers: Mapping[str, int], line: Line) -> int:
    """The most that may lie on a wager, by what the bettor put down before the deal."""
    if line.wager == "envy":
        return 0
    if line.wager == "insurance":
        return wagers["game"] // 2
    if line.wager == "play":
        most = 1
        if filing.family == "ultimate-holdem":
            most = max(times for street in filing.game.street for times in street.bets)
        return most * wagers["ante"]
    if filing.family == "twenty-one" and line.wager == "game":
        again, split = filing.game.double_again, filing.game.split
        assert split.most is None or line.hand <= split.most + 1
        return wagers["game"] * (2**again.most if again else 2)
    assert line.hand == 1
    return wagers[line.wager]


def best_win(filing: Any, line: Line) -> int:
    """The most a wager can be paid by its pay table, or by the odds of the base game."""
    if line.wager == "envy":
        return max(row.envy or 0 for table in filing.pay_table for row in table.rows)
    odds = [row.pays for table in filing.pay_table if table.wager == line.wager
            for row in table.rows if row.pays]  # fmt: skip
    if line.wager == "insurance":
        odds = [filing.game.insurance.pays]
    if filing.family == "twenty-one" and line.wager == "game":
        odds = [filing.game.natural.pays, Fraction(1)]
    return int(line.staked * max(odds, default=Fraction(1)))


def _check_order(
    terms: PlayerDealerTerms, layout: Layout, result: Result, lines: Sequence[Line]
) -> None:
    """From first action round the table, seat by seat, bettor by bettor, in the filed order."""
    numbers = [seat.number for seat in layout.seats]
    first = result.first_action
    assert (first in numbers) if numbers else first is None
    rule = terms.filing.settlement
    turn = [(first or 1) - 1 + step for step in range(terms.seats)]
    if rule.direction == "counter-clockwise":
        turn = [(first or 1) - 1 - step for step in range(terms.seats)]
    places = {seat % terms.seats + 1: place for place, seat in enumerate(turn)}
    bettors = {b: i for seat in layout.seats for i, (b, _) in enumerate(seat.bettors())}
    order = {wager: place for place, wager in enumerate(rule.wager_order)}

    def key(line: Line) -> tuple[int, int, int, int]:
        return places[line.seat], bettors[line.bettor], order[line.wager], line.hand

    if rule.passes == "losers-first":
        kinds = [line.outcome for line in lines if line.outcome != "no_action"]
        losses = kinds.count("lose")
        assert "lose" not in kinds[losses:], "a loser is collected after a winner was paid"
        passes = [[line for line in lines if line.outcome == "lose"],
                  [line for line in lines if line.outcome in ("win", "push")]]  # fmt: skip
    else:
        passes = [list(lines)]
    for one in passes:
        keys = [key(line) for line in one]
        assert keys == sorted(keys), keys


# Sight


class Sight:
    """Which cards lie where, and which of them everybody may see: the filing's word on it."""

    def __init__(self, filing: Any) -> None:
        self._filing = filing
        self.laid: dict[Place, list[tuple[Piece, bool]]] = {}

    def lies_open(self, place: Place, index: int) -> bool:
        """Whether the card dealt to a place in that turn lies face up."""
        filing = self._filing
        match filing.family:
            case "baccarat":
                return True
            case "twenty-one":
                hidden = filing.game.deal.bank_second_card == "face-down"
                return not (place == "bank" and index == 1 and hidden)
            case "ultimate-holdem":
                return place == "board" and filing.game.deal.board == "street-by-street"
            case _:
                return False

    def open_before_choices(self) -> set[int]:
        """The bank's cards, by the turn they were dealt, that players may see when they choose."""
        game = self._filing.game
        match self._filing.family:
            case "three-card-poker":
                return {place - 1 for place in game.deal.bank_cards_seen}
            case "twenty-one":
                return {0}
            case "pai-gow-poker" if game.bank_sets.opened == "before-players-set":
                return set(range(7))
            case _:
                return set()

    def deal(self, event: Dealt) -> None:
        cards = self.laid.setdefault(event.place, [])
        for one in event.cards or ():
            cards.append((one, self.lies_open(event.place, len(cards))))

    def show(self, event: Shown) -> None:
        """Only cards that lie at a place can be turned up there."""
        cards = self.laid[event.place]
        for one in event.cards:
            index = next((i for i, (card, up) in enumerate(cards) if card is one and not up), None)
            if index is None:
                index = next(i for i, (card, _) in enumerate(cards) if card is one)
            cards[index] = (one, True)

    def known_to(self, viewer: int | None) -> Iterator[Piece]:
        """All cards a viewer may know: what lies open, and the own."""
        for place, cards in self.laid.items():
            for card, up in cards:
                if up or (place == viewer and place is not None):
                    yield card


def check_sight(terms: PlayerDealerTerms, layout: Layout, events: Sequence[Event]) -> None:
    """No view shows a card its seat may not see, and nothing is turned up too early."""
    viewers: list[int | None] = [seat.number for seat in layout.seats]
    viewers += [layout.bank_seat, None]
    sight = Sight(terms.filing)
    before = sight.open_before_choices()
    views = [list(view(events, viewer)) for viewer in viewers]
    for place, event in enumerate(events):
        if isinstance(event, Dealt):
            sight.deal(event)
        elif isinstance(event, Shown):
            sight.show(event)
        elif isinstance(event, Chose) and event.seat != layout.bank_seat:
            bank = sight.laid.get("bank", [])
            up = Counter(card for card, is_up in bank if is_up)
            may_be = Counter(card for i, (card, _) in enumerate(bank) if i in before)
            assert up <= may_be, f"the bank shows {up} when seat {event.seat} chooses"
        for viewer, seen in zip(viewers, views, strict=True):
            _check_glance(sight, viewer, event, seen[place])
    _check_looks(events)


def _check_looks(events: Sequence[Event]) -> None:
    """A seat that looks at single places sees there what it sees who follows the whole round."""
    so_far: list[Event] = []
    laid = Laid(so_far)
    stranger = Glance(laid, None)
    looking: dict[int, Glance] = {}
    for event in events:
        if isinstance(event, Chose):
            followed = Followed(view(so_far, event.seat))
            looked = looking.setdefault(event.seat, Glance(laid, event.seat, stranger))
            assert {place: looked.at(place) for place in followed.hands} == followed.hands
            assert looked.hands == followed.hands
            assert looked.events == followed.events
        so_far.append(event)


def _check_glance(sight: Sight, viewer: int | None, event: Event, seen: Event) -> None:
    if isinstance(event, Dealt):
        assert isinstance(seen, Dealt)
        assert (seen.place, seen.hand, seen.count) == (event.place, event.hand, event.count)
        start = len(sight.laid[event.place]) - len(event.cards or ())
        may = all(up for _, up in sight.laid[event.place][start:]) or event.place == viewer
        assert (seen.cards is not None) == may, f"{viewer} and {say(event)}"
        if seen.cards is None:
            assert seen.private_to == ()
    elif isinstance(event, Chose):
        assert isinstance(seen, Chose)
        assert (seen.move is None) == (event.secret and viewer != event.seat)
    else:
        assert seen == event


def check_words(terms: PlayerDealerTerms, layout: Layout, events: Sequence[Event]) -> None:
    """The same by what stands written in each view: every card in it is one the viewer knows."""
    tokens = TILE_TOKEN if terms.filing.deck.kind == "tiles-32" else CARD_TOKEN
    for viewer in (*(seat.number for seat in layout.seats), layout.bank_seat, None):
        sight = Sight(terms.filing)
        for event, seen in zip(events, view(events, viewer), strict=True):
            if isinstance(event, Dealt):
                sight.deal(event)
            elif isinstance(event, Shown):
                sight.show(event)
            known = {piece.text for piece in sight.known_to(viewer)}
            if isinstance(event, Dealt | Shown | Chose):
                for token in tokens.findall(say(seen)):
                    assert token in known, (viewer, say(seen), token)


# Cards and the log


def check_cards(stock: Counter[Piece], events: Sequence[Event]) -> None:
    """No card is dealt more often than the deck has it."""
    dealt = Counter(
        one for event in events if isinstance(event, Dealt) for one in event.cards or ()
    )
    for piece, times in dealt.items():
        assert times <= stock[piece], f"{piece} was dealt {times} times"


def check_replay(terms: PlayerDealerTerms, layout: Layout, running: Round, upto: int) -> None:
    """The answers give the same round again, to the end and up to any point of it."""
    again = replay(procedure(terms, layout), running.answers)
    assert again.over
    ordered = not any(isinstance(answer, dict) for answer in running.answers)
    if ordered:
        assert again.events == running.events
    else:  # answers given at once have no order
        assert Counter(map(repr, again.events)) == Counter(map(repr, running.events))
    assert again.result == running.result
    part = replay(procedure(terms, layout), running.answers[:upto])
    assert part.over == (upto == len(running.answers))
    assert part.answers == running.answers[:upto]
    if ordered:
        assert part.events == running.events[: len(part.events)]
