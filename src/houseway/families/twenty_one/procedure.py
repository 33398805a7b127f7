"""A round of a 21-type game as the house dealer deals it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from houseway.cards import Card
from houseway.cards.unknown import UnknownCard
from houseway.families.twenty_one import choices
from houseway.families.twenty_one.choices import ACE, Hand, House, Reason, SeatPlay
from houseway.families.twenty_one.judging import Judge, depends_on_drawing
from houseway.families.twenty_one.schema import Side, TwentyOne
from houseway.filings.schema.bonus import places_of
from houseway.filings.terms import Terms
from houseway.hands.twenty_one import Total, TwentyOneRules, UnknownTotal
from houseway.rounds.bonus import red_run
from houseway.rounds.order import first_action, left_of
from houseway.rounds.steps import NOBODY, Call, Deal, Place, Procedure, Show, Step
from houseway.rounds.verdicts import Layout, Result, Verdict

T = TypeVar("T")
Part = Generator[Step, Any, T]  # a part of the procedure that ends with a finding


def play(terms: Terms[TwentyOne], layout: Layout) -> Procedure:
    """Deal, insurance and the check for a natural, the players in turn, the bank, the verdicts."""
    house = House.of(terms)
    game, rules = house.game, house.game.rules
    wagers = {seat.number: seat for seat in layout.seats if seat.staked("game")}
    turn = [n for n in left_of(layout.bank_seat, terms.seats) if n in wagers]
    seats = {number: SeatPlay.of(wagers[number]) for number in turn}

    yield Call("No more bets")
    cite = str(game.deal.cite)
    first: dict[int, Card] = {}
    for number in _dealt_from(turn, game.deal.first_card_from):
        (first[number],) = yield Deal(number, cite=cite)
    (up,) = yield Deal("bank", cite=cite)
    for number in _dealt_from(turn, game.deal.second_card_from):
        (second,) = yield Deal(number, cite=cite)
        cards = [first[number], second]
        seats[number].first_two = (first[number], second)
        seats[number].hands.append(Hand(cards, _total(rules, cards)))
    bank = [up]
    if game.deal.bank_second_card == "face-down":
        bank += yield Deal("bank", 1, NOBODY, cite=cite)

    for number in turn:
        choices.check_insured_behind(house, wagers[number], up)
    natural = yield from _before_play(house, [seats[n] for n in turn], bank)
    ends: dict[Place, Reason] = {}  # why nobody draws or chooses any more
    if natural and game.check:
        for number in turn:
            ends[number] = f"the bank has a {game.natural.name}", game.check
            yield from _ended(seats[number], ends[number])
    elif game.freeze and up.is_joker:
        yield Call("The bank shows a joker: all hands are frozen")
        for number in turn:
            ends[number] = "the bank shows a joker, all hands are frozen", game.freeze
            yield from _ended(seats[number], ends[number])
    else:
        for number in turn:
            yield from _play_seat(house, seats[number])
            ends[number] = choices.end_of(house, seats[number].hands[-1])

    if len(bank) == 1:
        bank += yield Deal("bank", cite=cite)
    else:
        yield Show("bank", tuple(bank))
    yield from _complete_bank(terms, layout, seats, bank)
    total = rules.total(bank)
    ends["bank"] = f"the bank must stand on {total.name}", game.bank_chart
    yield Call(f"The bank has {total.name}")
    judge = Judge(terms, bank, total)
    verdicts: list[Verdict] = []
    for number, seat in wagers.items():
        verdicts += judge.seat(seat, seats[number])
    return Result(
        first_action=first_action(
            terms.filing.first_action,
            seats=terms.seats,
            bank_seat=layout.bank_seat,
            wagering=wagers.keys(),
            bank_cards=bank,
        ),
        verdicts=tuple(verdicts),
        warnings=tuple(judge.warnings),
        closed={place: str(rule.cite) for place, (_, rule) in ends.items()},
        stopped={place: said for place, (said, _) in ends.items()},
    )


def _total(rules: TwentyOneRules, cards: Sequence[Card]) -> Total:
    """What the first two cards are worth; a hand that is surrendered need not be known."""
    unknown = [card for card in cards if isinstance(card, UnknownCard)]
    return UnknownTotal(unknown[0]) if len(unknown) == len(cards) else rules.total(cards)


def _dealt_from(turn: list[int], side: Side) -> list[int]:
    return turn if side == "left-of-bank" else sorted(turn)


def _before_play(house: House, seats: Sequence[SeatPlay], bank: Sequence[Card]) -> Part[bool]:
    """Insurance, surrender before the check where the house plays it, and the check itself."""
    game, up = house.game, bank[0]
    if game.insurance and up.rank == ACE:
        for seat in seats:
            if seat.wager:
                move = yield choices.insurance(house, seat)
                seat.insured = choices.insured_by(move)
    if game.check is None or not _is_checked(up, game.check.up_cards):
        return False
    if house.early_surrender:
        for seat in seats:
            hand = seat.hands[0]
            if hand.unseen or not hand.finished:
                move = yield choices.early_surrender(seat)
                hand.surrendered = move == "surrender"
    natural = game.rules.total(bank).is_natural
    yield Call("The bank has a natural" if natural else "No natural")
    return natural


def _is_checked(up: Card, kinds: Sequence[str]) -> bool:
    if up.rank == ACE:
        return "ace" in kinds
    return up.rank >= 10 and "ten" in kinds


def _ended(seat: SeatPlay, reason: Reason) -> Part[None]:
    """A hand unseen is looked at before it is compared; it cannot have been given up."""
    if seat.hands[0].unseen and not seat.hands[0].surrendered:
        yield choices.too_late(seat, reason)


def _play_seat(house: House, seat: SeatPlay) -> Part[None]:
    """The seat's hands from left to right; each gets its second card when play reaches it."""
    game, rules, place = house.game, house.game.rules, 0
    chart = str(game.player_chart.cite)
    while place < len(seat.hands):
        hand = seat.hands[place]
        place += 1
        while not hand.surrendered:
            if len(hand.cards) == 1:
                hand.cards += yield Deal(seat.number, hand=place, cite=str(game.split.cite))
                hand.total = rules.total(hand.cards, split=True)
            step = choices.decision(house, seat, hand, place)
            if step is None:
                break
            move = step if isinstance(step, str) else (yield step)
            if move == "hit":
                hand.cards += yield Deal(seat.number, hand=place, cite=chart, on=hand.total.name)
                hand.total = rules.total(hand.cards, split=hand.split)
            elif move == "stand":
                break
            elif move == "surrender":
                hand.surrendered = True
            elif move == choices.LOOK:
                hand.total = rules.total(hand.cards)
            elif move == "split":
                _split(house, seat, hand, place)
            else:
                yield from _double(house, seat, hand, place, move)
                break


def _split(house: House, seat: SeatPlay, hand: Hand, place: int) -> None:
    """The new hand lies next to the one split; others move to the right."""
    kept, moved = hand.cards
    hand.cards, hand.split = [kept], True
    hand.split_ace = kept.rank == ACE
    one = house.game.rules.total([moved], split=True)
    seat.hands.insert(place, Hand([moved], one, split=True, split_ace=hand.split_ace))


def _double(house: House, seat: SeatPlay, hand: Hand, place: int, move: str) -> Part[None]:
    """One card for one more wager; then rescue, or another double, where the game has them."""
    while move.startswith("double"):
        hand.added = choices.added_by(move, seat, hand)
        hand.times += hand.added
        hand.doubles += 1
        hand.cards += yield Deal(seat.number, hand=place, cite=str(house.game.double.cite))
        hand.total = house.game.rules.total(hand.cards, split=hand.split)
        ask = choices.after_double(house, seat, hand, place)
        if ask is None:
            return
        move = yield ask
    hand.rescued = move == "rescue"


def _complete_bank(
    terms: Terms[TwentyOne], layout: Layout, seats: dict[int, SeatPlay], bank: list[Card]
) -> Part[None]:
    """Draw by the chart while a wager depends on it; beyond that only a record may show cards."""
    game = terms.filing.game
    chart, rules, cite = game.bank_chart.chart, game.rules, str(game.bank_chart.cite)
    hands = [hand for seat in seats.values() for hand in seat.hands if not hand.decided]
    over = [hand for hand in hands if hand.total.is_over]
    # A bonus bet on the bank's finished hand waits for it.
    on_hand = {b.wager for b in terms.filing.bonus_bets(terms.decks) if "bank" in places_of(b)}
    waits = len(over) < len(hands) or any(
        seat.staked(wager) for seat in layout.seats for wager in ("buster", *on_hand)
    )
    reds = any(seat.staked("red_flex") for seat in layout.seats)
    while chart.choice(total := rules.total(bank)) == "hit":
        needed = (
            waits
            or any(depends_on_drawing(terms, hand, bank) for hand in over)
            or (reds and red_run(bank) == len(bank))
        )
        drawn = yield Deal("bank", cite=cite, if_given=not needed, on=total.name)
        if not drawn:
            return
        bank += drawn
