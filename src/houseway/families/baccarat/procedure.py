"""Baccarat: two community hands, drawn by the filed chart; nobody has a choice after the deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from houseway.cards import CARDS, Card
from houseway.families.baccarat.schema import Baccarat, Line, percent
from houseway.filings.schema.base import write_odds
from houseway.filings.schema.bonus import keys_of, places_of
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.hands.baccarat import (
    BaccaratHand,
    Side,
    ThirdCardRule,
    baccarat_hand,
    hand_of,
    points,
)
from houseway.rounds.bonus import Counted, Dealt, bonus_verdicts
from houseway.rounds.order import first_action
from houseway.rounds.steps import Call, Deal, Place, Procedure
from houseway.rounds.verdicts import Layout, Outcome, Result, SeatWagers, Verdict

Hand = tuple[Card, ...]


def play(terms: Terms[Baccarat], layout: Layout) -> Procedure:
    """A round as the house dealer deals it."""
    rules = _rules_of(terms)
    yield Call("No more bets")
    hands: dict[Side, Hand] = {"player": (), "banker": ()}
    for side in rules.turns:
        hands[side] += yield rules.first_cards[side]
    while due := rules.draws.next_to_draw(hands["player"], hands["banker"]):
        hands[due] += yield rules.third_card(due, hands)

    end = rules.end(hands["player"], hands["banker"])
    yield Call(end.call)
    verdicts: list[Verdict] = []
    staked: set[str] = set()
    bets = terms.filing.bonus_bets(terms.decks)
    dealt = dealt_for_bonus(hands["player"], hands["banker"])
    for seat in layout.seats:
        spots = seat.spots
        verdicts += [one for one in end.verdicts_at(seat.number) if one.wager in spots]
        staked |= spots
        if bets:
            verdicts += bonus_verdicts(terms.filing, bets, seat, dealt)
    return Result(
        first_action=first_action(
            terms.filing.first_action,
            seats=terms.seats,
            bank_seat=layout.bank_seat,
            wagering=[seat.number for seat in layout.seats],
        ),
        verdicts=tuple(verdicts),
        warnings=tuple(words for wager, words in end.readings if not wager or wager in staked),
        closed=end.closed,
        stopped=end.stopped,
    )


def dealt_for_bonus(player: Hand, banker: Hand) -> Dealt:
    """What bonus bets by data go by."""
    first = {"player-first": player[:2], "banker-first": banker[:2]}
    return Dealt({"player": player, "banker": banker, **first}, count_points)


def count_points(cards: Hand) -> Counted:
    hand = hand_of(points(cards), len(cards))
    return Counted(hand.strength, hand.is_natural)


def goes_by_points(table: PayTable) -> bool:
    """Whether a bonus bet by data asks for nothing but finished hands' points and cards."""
    finished = places_of(table) <= {"player", "banker"}
    return finished and keys_of(table) <= {"total", "margin", "natural", "cards"}


def dealt_as(player: int, player_cards: int, banker: int, banker_cards: int) -> Dealt:
    """Hands with so many points in so many cards, for bets that ask for nothing else."""
    return dealt_for_bonus(_of_points(player, player_cards), _of_points(banker, banker_cards))


@cache
def _of_points(total: int, cards: int) -> Hand:
    last = next(card for card in CARDS if points((card,)) == total)
    return (CARDS[-5],) * (cards - 1) + (last,)  # kings count nothing


def third_card_rule(filing: Baccarat, *, natural_ends_drawing: bool) -> ThirdCardRule:
    """The filed drawing rule."""
    game = filing.game
    return ThirdCardRule.from_chart(
        {
            total: [value for value, cell in enumerate(row) if cell == "H"]
            for total, row in game.banker_hand.rows.items()
        },
        player_draws_to=game.player_hand.draws_to,
        banker_draws_to=game.banker_hand_alone.draws_to,
        natural_ends_drawing=natural_ends_drawing,
    )


class _Ruling(NamedTuple):
    """What becomes of a spot, whoever has a wager there; `reading` if one decided it."""

    wager: str
    outcome: Outcome
    because: str
    cite: str
    odds: Fraction | None = None
    reading: str = ""


@dataclass(frozen=True, slots=True)
class _End:
    """How a round ended. Verdicts are kept by seat: a shoe comes to the same ends again."""

    call: str
    rulings: tuple[_Ruling, ...]
    readings: tuple[tuple[str, str], ...]  # the wager they matter for ("": any), and the words
    closed: Mapping[Place, str]
    stopped: Mapping[Place, str]
    _by_seat: dict[int, tuple[Verdict, ...]] = field(default_factory=dict)

    def verdicts_at(self, seat: int) -> tuple[Verdict, ...]:
        known = self._by_seat.get(seat)
        if known is None:
            known = tuple(Verdict(seat, *ruling[:5]) for ruling in self.rulings)
            self._by_seat[seat] = known
        return known


class _Rules:
    """A filing's rules under the house's choices, its clauses written out once."""

    def __init__(self, terms: Terms[Baccarat]) -> None:
        self.terms = terms
        self.filing, self.game = terms.filing, terms.filing.game
        naturals = self.game.naturals
        ends = bool(terms.options.get(naturals.option, naturals.ends_drawing))
        self.draws = third_card_rule(self.filing, natural_ends_drawing=ends)
        self._letter = third_card_rule(self.filing, natural_ends_drawing=False)
        first: Side = self.game.deal.first
        second: Side = "banker" if first == "player" else "player"
        self.turns = (first, second, first, second)
        dealt = str(self.game.deal.cite)
        self.first_cards = {side: Deal(side, cite=dealt) for side in (first, second)}
        self._ends: dict[tuple[int, int, int, int], _End] = {}

    def clause(self, side: Side, player: Hand) -> str:
        """The clause that decides on a hand's third card."""
        if side == "player":
            return str(self.game.player_hand.cite)
        stood = len(player) == 2
        return str(self.game.banker_hand_alone.cite if stood else self.game.banker_hand.cite)

    def third_card(self, side: Side, hands: Mapping[Side, Hand]) -> Deal:
        on = f"a {side} hand of {points(hands[side])}"
        return Deal(side, cite=self.clause(side, hands["player"]), on=on)

    def end(self, player: Hand, banker: Hand) -> _End:
        """The end of a round; it depends on the hands' totals and numbers of cards alone."""
        one, other = baccarat_hand(player), baccarat_hand(banker)
        key = (one.strength, one.cards, other.strength, other.cards)
        known = self._ends.get(key)
        if known is None:
            known = self._ends[key] = self._end(player, banker, one, other)
        return known

    def _end(
        self, player_cards: Hand, banker_cards: Hand, player: BaccaratHand, banker: BaccaratHand
    ) -> _End:
        closed: dict[Place, str] = {}
        stopped: dict[Place, str] = {}
        sides: tuple[tuple[Side, BaccaratHand], ...] = (("player", player), ("banker", banker))
        for side, hand in sides:
            closed[side] = self.clause(side, player_cards)
            stopped[side] = f"the {side} hand stands on {hand.name}"
            if hand.cards == 3:
                stopped[side] = "a hand gets no fourth card"
        if self.draws.natural_ends_drawing and (player.is_natural or banker.is_natural):
            for side, _ in sides:
                closed[side] = str(self.game.naturals.cite)
                stopped[side] = "a natural ended the drawing"
        rulings = tuple(self.rulings(player, banker))
        readings = [
            (ruling.wager, f"reading {ruling.reading} decided the {ruling.wager} line: "
             f"{ruling.outcome}")
            for ruling in rulings
            if ruling.reading
        ]  # fmt: skip
        reading = self.game.naturals.reading
        if reading and self._letter.next_to_draw(player_cards, banker_cards):
            readings.append(("", f"reading {reading} decided that a natural ended the drawing"))
        return _End(_result(player, banker), rulings, tuple(readings), closed, stopped)

    def rulings(self, player: BaccaratHand, banker: BaccaratHand) -> Iterator[_Ruling]:
        game = self.game
        because = _result(player, banker)
        if player == banker:
            tied = game.tied
            for line in ("player", "banker"):
                yield _Ruling(line, tied.lines, because, str(tied.cite), reading=tied.reading)
        elif player > banker:
            yield _winning_line("player", game.player_line, player, because)
            yield _Ruling("banker", "lose", because, str(game.banker_line.cite))
        else:
            yield _Ruling("player", "lose", because, str(game.player_line.cite))
            yield self._winning_banker_line(banker, because)
        if self.filing.find_spot("tie") is not None:
            yield self._bonus("tie", player == banker, because)
        for rule in game.bonus:
            hand, other = (player, banker) if rule.hand == "player" else (banker, player)
            made = (
                hand.strength == rule.total
                and hand.cards == rule.cards
                and other.strength <= rule.other_at_most
            )
            yield self._bonus(rule.wager, made, because)

    def _winning_banker_line(self, banker: BaccaratHand, because: str) -> _Ruling:
        rule = self.game.banker_line
        paid = _winning_line("banker", rule, banker, because)
        if banker.strength != 7 or banker.cards != 3:
            return paid
        because += " with a three-card seven"
        if self.terms.options.get(rule.option, rule.three_card_seven) == "push":
            return _Ruling("banker", "push", because, str(rule.cite))
        return paid._replace(because=because, reading=rule.reading)

    def _bonus(self, wager: str, made: bool, because: str) -> _Ruling:
        """A bonus bet by the single row of its pay table."""
        table, name = self.filing.pays(wager), wager.replace("_", " ")
        pays = table.rows[0].pays
        if not made or pays is None:
            return _Ruling(wager, table.otherwise, f"{because}: no {name}", str(table.cite))
        because = f"{because}: {name} pays {write_odds(pays)}"
        return _Ruling(wager, "win", because, str(table.cite), pays)


def _winning_line(side: Side, rule: Line, hand: BaccaratHand, because: str) -> _Ruling:
    """A line whose hand has won: at its odds, less the commission, or as its total says."""
    cite = str(rule.cite)
    for row in rule.on_total:
        if hand.strength in row.total and (row.cards is None or hand.cards in row.cards):
            if row.pays is None:
                return _Ruling(side, "push", f"{because}: returned", cite)
            return _Ruling(side, "win", f"{because}: pays {write_odds(row.pays)}", cite, row.pays)
    odds = rule.pays
    if rule.commission is not None:
        odds *= 1 - rule.commission
        because += f", less {percent(rule.commission)} commission"
    return _Ruling(side, "win", because, cite, odds)


def _result(player: BaccaratHand, banker: BaccaratHand) -> str:
    """The outcome as the dealer calls it."""
    if player == banker:
        return f"Tie, {player.strength} each"
    if player > banker:
        return f"Player wins, {player.name} over {banker.name}"
    return f"Banker wins, {banker.name} over {player.name}"


_KEPT = 64
_known: dict[int, _Rules] = {}  # by identity of the terms, which the rules keep alive


def nets(terms: Terms[Baccarat], player: BaccaratHand, banker: BaccaratHand) -> dict[str, Fraction]:
    """What a unit on each spot wins or loses when the hands end so."""
    rulings = _rules_of(terms).rulings(player, banker)
    found = {ruling.wager: Verdict(1, *ruling[:5]).net for ruling in rulings}
    bets = [bet for bet in terms.filing.bonus_bets(terms.decks) if goes_by_points(bet)]
    if bets:
        seat = SeatWagers(1, {bet.paid_on or bet.wager: 1 for bet in bets})
        dealt = dealt_as(player.strength, player.cards, banker.strength, banker.cards)
        found |= {v.wager: v.net for v in bonus_verdicts(terms.filing, bets, seat, dealt)}
    return found


def _rules_of(terms: Terms[Baccarat]) -> _Rules:
    """The rules made of these terms; those of the last few tables are kept."""
    rules = _known.get(id(terms))
    if rules is None:
        if len(_known) >= _KEPT:
            _known.clear()
        rules = _known[id(terms)] = _Rules(terms)
    return rules
