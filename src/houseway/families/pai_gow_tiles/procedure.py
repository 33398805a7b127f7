"""Pai gow tiles: dice for the first pile, two hands each, both to be higher than the bank's."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import NotationError, Tile, parse_tiles, write
from houseway.errors import Refused
from houseway.families.pai_gow_tiles.house_way import HouseWay, house_way
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.irregular import ordered
from houseway.filings.terms import Terms
from houseway.hands.tiles import TileHand, TilePair, TileSetting, set_tiles
from houseway.rounds.dealer_errors import fact_of, no_such_error, no_such_hand
from houseway.rounds.events import Event, Shown, secretly
from houseway.rounds.order import clockwise_from, first_action, seat_of_dice, throw
from houseway.rounds.piles import lay_and_choose, pile_of
from houseway.rounds.steps import (
    NOBODY,
    Ask,
    AskAll,
    Beyond,
    Burn,
    Call,
    Deal,
    DealerError,
    Errors,
    Lay,
    Place,
    Procedure,
    Remedy,
    Show,
)
from houseway.rounds.transcript import place_name
from houseway.rounds.verdicts import Layout, Outcome, Result, Verdict

HOUSE_WAY = "house_way"
Tiles = tuple[Tile, ...]


def play(terms: Terms[PaiGowTiles], layout: Layout) -> Procedure:
    """A round as the house dealer deals it."""
    filing, game = terms.filing, terms.filing.game
    seats = {seat.number: seat for seat in layout.seats}
    yield Call("No more bets")
    cite, bank_chose = str(game.piles.cite), 0
    if game.piles.laid_out:
        bank_chose = yield from lay_and_choose(Lay(terms.seats, 4), layout.bank_seat, cite)
    dice = yield from throw(terms)
    counted = clockwise_from(layout.bank_seat, terms.seats)
    first_pile = seat_of_dice(filing.first_action, dice.total, counted)
    action = first_action(
        filing.first_action,
        seats=terms.seats,
        bank_seat=layout.bank_seat,
        wagering=seats.keys(),
        dice=dice,
    )
    first_to = "the bank" if first_pile == layout.bank_seat else f"seat {first_pile}"
    yield Call(f"{dice.total}: the first pile to {first_to}")
    piles = clockwise_from(first_pile, terms.seats)
    if game.piles.direction == "counter-clockwise":
        piles = piles[:1] + piles[:0:-1]
    dealt: dict[Place, Tiles] = {}
    unused: dict[int, Tiles] = {}
    for turn, number in enumerate(piles):
        pile = pile_of(bank_chose, turn, terms.seats)
        place: Place = "bank" if number == layout.bank_seat else number
        if place == "bank" or number in seats:
            seen_by = NOBODY if place == "bank" else (number,)
            dealt[place] = yield Deal(place, 4, seen_by=seen_by, cite=cite, pile=pile)
        elif pile and game.piles.unused_shown:
            unused[number] = yield Deal(number, 4, seen_by=NOBODY, cite=cite, pile=pile)
        else:
            yield Burn(4, number, pile)

    moves: dict[int, str] = {}
    touched: set[str] = set()  # bettors who forfeit
    errors = _touching(filing, layout, touched)
    if seats:
        asks = tuple(_ask_player(filing, number, dealt[number], errors) for number in seats)
        moves = yield AskAll(asks)
    yield Show("bank", dealt["bank"])
    bank_move = yield _ask_bank(filing, layout.bank_seat, dealt["bank"], errors)

    table = _Table(filing)
    bank: TileSetting | None = None  # nothing is compared where every hand is forfeit
    if any(str(number) not in touched for number in seats):
        bank = table.setting("bank", bank_move, dealt["bank"])
        yield Show("bank", bank.low + bank.high)
        said = f"{bank.low_hand.name}; its high hand: {bank.high_hand.name}"
        yield Call(f"The bank's low hand: {said}")
    verdicts = []
    for number in clockwise_from(action or 1, terms.seats):
        if number in seats and (bank is None or str(number) in touched):
            verdicts.append(_forfeit(filing, number))
        elif number in seats and bank:
            hand = table.setting(number, moves[number], dealt[number])
            yield Show(number, hand.low + hand.high)
            decided = verdict(filing, number, hand, bank)
            behind = tuple(bettor for bettor, _ in seats[number].bettors() if bettor in touched)
            if behind:
                others = tuple(b for b, _ in seats[number].bettors() if b not in behind)
                verdicts.append(_forfeit(filing, number, behind))
                decided = decided._replace(bettors=others)
            verdicts.append(decided)
    for number, tiles in unused.items():
        yield Show(number, tiles)
    return Result(
        first_action=action,
        verdicts=tuple(verdicts),
        warnings=tuple(table.warnings),
        house_way=table.set_by_house,
        closed=dict.fromkeys(dealt, cite),
    )


class _Table:
    """The hands as they are set, and what the house set of them."""

    def __init__(self, filing: PaiGowTiles) -> None:
        self._filing = filing
        self.set_by_house: dict[str, str] = {}
        self.warnings: list[str] = []

    def setting(self, place: Place, move: str, tiles: Tiles) -> TileSetting:
        if move != HOUSE_WAY:
            return set_tiles(*_stacks(move, tiles))
        way = house_way(self._filing, tiles)
        self.set_by_house[str(place)] = write(way.low)
        if way.reading:
            whose = "the bank's" if place == "bank" else f"seat {place}'s"
            self.warnings.append(f"reading {way.reading} decided {whose} setting")
        return set_tiles(way.low, way.high)


def _stacks(move: str, tiles: Tiles) -> tuple[TilePair, TilePair]:
    """The two stacks of a setting; ValueError says what is wrong with it."""
    verb, _, written = move.partition(" ")
    if verb != "set":
        raise ValueError(f"{move!r} is no setting; write two tiles, as 'set 52 66'")
    chosen = parse_tiles(written)
    if len(chosen) != 2:
        raise ValueError(f"{len(chosen)} tiles are set ({written}); a stack has two")
    rest = list(tiles)
    for one in chosen:
        if one not in rest:
            raise ValueError(f"{written} cannot be set from {write(tiles)}")
        rest.remove(one)
    return (chosen[0], chosen[1]), (rest[0], rest[1])


def _objection(move: str, tiles: Tiles, where: str, cite: str) -> Refused | None:
    try:
        _stacks(move, tiles)
    except ValueError as error:  # a NotationError is one too
        code = "not-a-card" if isinstance(error, NotationError) else "not-a-setting"
        return Refused(code, str(error), where=where, cite=cite)
    return None


def _ask_player(filing: PaiGowTiles, seat: int, tiles: Tiles, errors: Errors | None) -> Ask:
    rule = filing.game.players_set
    where, cite = f"seat {seat}", str(rule.cite)

    def objection(move: str) -> Refused | None:
        if move == HOUSE_WAY:
            return Refused("not-a-choice", "players set their own hands here", where=where,
                           cite=cite)  # fmt: skip
        return _objection(move, tiles, where, cite)

    choices = (HOUSE_WAY,) if rule.house_way else ()
    return Ask(
        seat, "set", choices, beyond=Beyond(objection, ("set",)), cite=cite, event=secretly,
        errors=errors,
    )  # fmt: skip


def _ask_bank(filing: PaiGowTiles, seat: int, tiles: Tiles, errors: Errors | None) -> Ask:
    """The house dealer sets by the chart and asks the player-dealer, who may have the last word."""
    rule = filing.game.bank_sets
    cite = str(rule.cite)

    def objection(move: str) -> Refused | None:
        found = _objection(move, tiles, "bank", cite)
        if found is None and rule.final_say == "house-way":
            way = house_way(filing, tiles)
            return _unless_chart(way, set_tiles(*_stacks(move, tiles)), cite)
        return found

    return Ask(
        seat, "set", (HOUSE_WAY,), beyond=Beyond(objection, ("set",)), default=HOUSE_WAY,
        cite=cite, errors=errors,
    )  # fmt: skip


def _unless_chart(way: HouseWay, chosen: TileSetting, cite: str) -> Refused | None:
    by_chart = set_tiles(way.low, way.high)
    if (chosen.low_hand, chosen.high_hand) == (by_chart.low_hand, by_chart.high_hand):
        return None
    return Refused(
        "not-the-house-way",
        f"the bank is set by the chart, {write(way.low)} low; {write(chosen.low)} is not open",
        where="bank",
        cite=cite,
    )


def _touching(filing: PaiGowTiles, layout: Layout, touched: set[str]) -> Errors | None:
    """Whoever touches tiles or wager once the bank has its tiles forfeits."""
    rule = filing.game.touching
    if rule is None:
        return None
    cite = str(rule.cite)

    def forfeit(bettor: str) -> Procedure:
        yield from ()  # no tile moves
        touched.add(bettor)

    def find(error: DealerError, events: Sequence[Event]) -> Remedy | Refused:
        if error.kind not in ("touched", "touched-tiles"):
            return no_such_error(error, ("touched-tiles",))
        passed = any(isinstance(event, Shown) for event in events)
        fact = fact_of(error, noticed="settling" if passed else "choices")
        order = ordered(filing.orders, fact._replace(kind="touched-tiles"))
        if order is None or order.remedy != "forfeit":
            why = "tiles may be touched until the bank has its own"
            return Refused("too-early", why, where=place_name(error.place), cite=cite)
        bettor = str(error.place)
        seat, _, behind = bettor.partition("/")
        staked = [name for one in layout.seats for name, _ in one.bettors()]
        if bettor not in staked:
            return no_such_hand(error, cite)
        if {bettor, seat} & touched:
            return Refused("forfeit", "that wager is forfeit already", where=bettor, cite=cite)
        who = f"{behind} behind seat {seat}" if behind else f"seat {seat}"
        what = "the wager" if behind else "the hand, and what is bet on it,"
        says = f"{who} touched tiles or wager after the bank had its tiles: {what} is forfeit"
        return Remedy(says, cite, forfeit(bettor))

    return find


def _forfeit(filing: PaiGowTiles, seat: int, bettors: tuple[str, ...] | None = None) -> Verdict:
    rule = filing.game.touching
    assert rule is not None
    why = "tiles or wager were touched after the bank had its tiles"
    return Verdict(seat, "game", "lose", why, str(rule.cite), bettors=bettors)


def verdict(filing: PaiGowTiles, seat: int, hand: TileSetting, bank: TileSetting) -> Verdict:
    """What becomes of a game wager when both hands are compared."""
    game = filing.game
    low, low_words = _compare(hand.low_hand, bank.low_hand)
    high, high_words = _compare(hand.high_hand, bank.high_hand)
    outcome: Outcome = "push"
    if low is high:
        outcome = "win" if low else "lose"
    copied = hand.low_hand == bank.low_hand or hand.high_hand == bank.high_hand
    return Verdict(
        seat,
        "game",
        outcome,
        f"low: {low_words}; high: {high_words}",
        str(game.copies.cite if copied else game.compared.cite),
        odds=game.compared.pays if outcome == "win" else None,
    )


def _compare(hand: TileHand, bank: TileHand) -> tuple[bool, str]:
    """Whether a hand beats the bank's, and how a dealer says it. A copy goes to the bank."""
    if hand > bank:
        return True, f"{hand.name} beats {bank.name}"
    if hand < bank:
        return False, f"{hand.name} loses to {bank.name}"
    return False, f"{hand.name} is a copy, which the bank wins"
