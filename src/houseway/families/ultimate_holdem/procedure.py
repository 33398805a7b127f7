"""Ultimate hold'em: one raise, the sooner the larger; blind, trips and bad beat by pay table."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

from houseway.cards import Card
from houseway.cards.card import RANKS
from houseway.errors import Refused
from houseway.families.ultimate_holdem.schema import Deal as DealRule
from houseway.families.ultimate_holdem.schema import ShoeDeal, Street, UltimateGame, UltimateHoldem
from houseway.filings.schema.bonus import needs_place
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.hands.five_high import HIGH_ORDER
from houseway.rounds.bonus import Dealt, base_state, bonus_verdicts
from houseway.rounds.judging import Judged, compare, is_seen, judge, pay_verdict
from houseway.rounds.order import first_action, left_of, opened
from houseway.rounds.steps import NOBODY, Ask, Beyond, Burn, Call, Deal, Procedure, Show
from houseway.rounds.verdicts import BY_FOLDING, EVEN_MONEY, Layout, Result, SeatWagers, Verdict

FOLDED = 0  # in place of a number of antes
_STREETS = {0: "before the flop", 3: "on the flop", 5: "on the river"}


def deal_order(terms: Terms[UltimateHoldem]) -> ShoeDeal | DealRule:
    """How the cards come: a shoe may have an order of its own."""
    deal = terms.filing.game.deal
    return (deal.from_shoe if terms.dealt_from == "shoe" else None) or deal


def one_by_one(order: ShoeDeal | DealRule) -> bool:
    """A card to everybody and then a second, not two at a time."""
    return isinstance(order, ShoeDeal) and order.one_by_one


def play(terms: Terms[UltimateHoldem], layout: Layout) -> Procedure:
    """A round as the house dealer deals it."""
    game = terms.filing.game
    five = judge(game.ranking)
    seats = {seat.number: seat for seat in layout.seats}
    others = left_of(layout.bank_seat, terms.seats)
    dealing = others if game.deal.starts == "left-of-bank" else sorted(others)
    if game.deal.direction == "counter-clockwise":
        dealing = dealing[:1] + dealing[:0:-1]
    turn = others if game.offered_from == "left-of-bank" else sorted(others)
    bets = terms.filing.bonus_bets(terms.decks)

    yield Call("No more bets")
    order = deal_order(terms)
    dealt = order.cite.at
    hidden: tuple[Card, ...] = ()
    if order.board == "face-down-first":
        hidden = yield Deal("board", 5, seen_by=NOBODY, cite=dealt)
    hands: dict[int, tuple[Card, ...]] = {number: () for number in dealing if number in seats}
    bank_cards: tuple[Card, ...] = ()
    for count in (1, 1) if one_by_one(order) else (2,):
        for number in hands:
            hands[number] += yield Deal(number, count, seen_by=(number,), cite=dealt)
        bank_cards += yield Deal("bank", count, seen_by=NOBODY, cite=dealt)
    if order.board == "face-down-at-once":
        hidden = yield Deal("board", 5, seen_by=NOBODY, cite=dealt)

    board: tuple[Card, ...] = ()
    raises: dict[int, int] = {}
    folded: set[int] = set()
    for street in game.street:
        new = street.board_cards - len(board)
        if new and hidden:
            yield Show("board", hidden[len(board) : street.board_cards])
            board = hidden[: street.board_cards]
        elif new:
            matters = _board_matters(terms.filing, layout, folded, bets)
            if matters and game.deal.burns:
                yield Burn()
            # With everybody out nothing waits for these cards; a record may show them turned.
            board += yield Deal("board", new, cite=dealt, if_given=not matters)
        for number in turn:
            if number not in seats or number in raises or number in folded:
                continue
            move = yield _ask(number, street)
            if move == "fold":
                folded.add(number)
            elif move != "check":
                raises[number] = int(move.removeprefix("bet "))

    starts = game.showing.starts if game.showing else "left-of-bank"
    showing = [n for n in opened(starts, layout.bank_seat, terms.seats) if n in seats]
    if len(board) == 5:
        for number in showing:
            if number in folded and (
                _stays_up(terms.filing, seats[number], hands[number], board)
                or any(_lives(terms.filing, seats[number], bet) for bet in bets)
            ):
                yield Show(number, hands[number])
    yield Show("bank", bank_cards)
    verdicts: list[Verdict] = []
    if len(board) == 5:
        bank = five(bank_cards, board)
        if is_seen(bank) or _compared(layout, folded, bets):
            unqualified = "" if qualifies(game, bank) else " and does not qualify"
            yield Call(f"The bank has {bank.inside}{unqualified}")
        for number in showing:
            if number not in folded:
                yield Show(number, hands[number])
        shared = five(board)
        for number, seat in seats.items():
            hand = five(hands[number], board)
            times = raises.get(number, FOLDED)
            at_seat = list(seat_verdicts(terms.filing, seat, hand, bank, shared, times))
            verdicts += at_seat
            if bets:
                state = "folded" if times == FOLDED else base_state(at_seat, "ante")
                lying = Dealt(
                    {"own": hands[number], "bank": bank_cards, "board": board, "flop": board[:3]},
                    facts={
                        "base": partial(str, state),
                        "bank_qualifies": partial(qualifies, game, bank),
                    },
                )
                forfeited = game.fold.forfeits if times == FOLDED else ()
                verdicts += bonus_verdicts(terms.filing, bets, seat, lying, forfeited=forfeited)
    else:  # everybody folded, and no bonus bet waits for the board
        for seat in seats.values():
            verdicts += _forfeits(terms.filing, seat)
    return Result(
        first_action=first_action(
            terms.filing.first_action,
            seats=terms.seats,
            bank_seat=layout.bank_seat,
            wagering=seats.keys(),
            bank_cards=bank_cards,
        ),
        verdicts=tuple(verdicts),
    )


def _board_matters(
    filing: UltimateHoldem, layout: Layout, folded: set[int], bets: Sequence[PayTable]
) -> bool:
    return any(
        seat.number not in folded
        or seat.staked("trips")
        or seat.staked("bad_beat")
        or any(_lives(filing, seat, bet) for bet in bets)
        for seat in layout.seats
    )


def _lives(filing: UltimateHoldem, seat: SeatWagers, bet: PayTable) -> bool:
    """Whether a folded seat has this bonus bet and its cards still decide it."""
    spot = bet.paid_on or bet.wager
    return seat.staked(spot) and spot not in filing.game.fold.forfeits


def _compared(layout: Layout, folded: Container[int], bets: Sequence[PayTable]) -> bool:
    """Whether anything depends on the bank's cards: a seat that stayed in, a bonus bet on them."""
    on_bank = [bet.paid_on or bet.wager for bet in bets if needs_place(bet, "bank")]
    return any(
        seat.number not in folded or any(map(seat.staked, ("bad_beat", *on_bank)))
        for seat in layout.seats
    )


def _stays_up(
    filing: UltimateHoldem, seat: SeatWagers, cards: tuple[Card, ...], board: tuple[Card, ...]
) -> bool:
    """Whether folded cards are left face up, for a bonus bet that their hand may still win."""
    rule = filing.game.fold
    alive = (rule.trips == "own-hand" and seat.staked("trips")) or (
        rule.bad_beat == "paid-if-bank-higher" and seat.staked("bad_beat")
    )
    if not alive:
        return False
    category = judge(filing.game.ranking)(cards, board).category
    return filing.pays("trips").find(category) is not None


def _ask(seat: int, street: Street) -> Ask:
    beyond = Beyond(partial(_not_open, seat, street))
    return Ask(seat, "bet", street.choices, beyond=beyond, cite=street.cite.at)


def _not_open(seat: int, street: Street, move: str) -> Refused:
    when, choices = _STREETS[street.board_cards], ", ".join(street.choices)
    return Refused(
        "not-a-choice",
        f"{move!r} is not open {when}; open are {choices}",
        where=f"seat {seat}",
        cite=str(street.cite),
    )


def qualifies(game: UltimateGame, bank: Judged) -> bool:
    """Whether the bank's hand is of the filed kind and rank or a better one."""
    rule = game.qualifies
    if bank.category == rule.minimum and rule.from_rank is not None:
        return bank.ranks[0] >= RANKS.index(rule.from_rank) + 2
    return HIGH_ORDER.index(bank.category) <= HIGH_ORDER.index(rule.minimum)


antes = cache(Fraction)  # so many, as verdicts say it


def seat_verdicts(
    filing: UltimateHoldem,
    seat: SeatWagers,
    hand: Judged,
    bank: Judged,
    board: Judged,
    times: int,
) -> Iterator[Verdict]:
    """Everything that lies at a seat that has raised so many antes, or folded."""
    if times == FOLDED:
        return _fold_verdicts(filing, seat, hand, bank, board)
    return _verdicts(filing, seat, hand, bank, times)


def _verdicts(
    filing: UltimateHoldem, seat: SeatWagers, hand: Judged, bank: Judged, times: int
) -> Iterator[Verdict]:
    """Ante, play and blind of a seat that stayed in, and its bonus bets."""
    game = filing.game
    how, against = compare(hand, bank)
    if seat.staked("ante"):
        ante_rule, ante_reason = game.ante_qualified, against
        if not qualifies(game, bank):
            ante_rule, ante_reason = game.ante_unqualified, "the bank does not qualify"
        ante = getattr(ante_rule, how)
        yield Verdict(
            seat.number, "ante", ante, ante_reason, str(ante_rule.cite),
            odds=EVEN_MONEY if ante == "win" else None,
        )  # fmt: skip
        outcome = getattr(game.play, how)
        yield Verdict(
            seat.number, "play", outcome, against, str(game.play.cite),
            odds=EVEN_MONEY if outcome == "win" else None, of="ante", times=antes(times),
        )  # fmt: skip
    if seat.staked("blind"):
        yield _blind_verdict(filing, seat.number, hand, how, against)
    if seat.staked("trips"):
        yield pay_verdict(seat.number, filing.pays("trips"), hand.category, hand.name)
    if seat.staked("bad_beat"):
        yield _bad_beat_verdict(filing, seat.number, hand, bank)


def _blind_verdict(
    filing: UltimateHoldem, seat: int, hand: Judged, how: str, against: str
) -> Verdict:
    rule, table = filing.game.blind, filing.pays("blind")
    if how == "lower":
        return Verdict(seat, "blind", "lose", against, str(rule.cite))
    if how == "equal":
        return Verdict(seat, "blind", rule.equal, against, str(rule.cite))
    if table.find(hand.category) is None:
        return Verdict(
            seat, "blind", rule.below_pay_table, f"{against}, below the blind's pay table",
            str(rule.cite),
        )  # fmt: skip
    return pay_verdict(seat, table, hand.category, hand.name)


def _bad_beat_verdict(filing: UltimateHoldem, seat: int, hand: Judged, bank: Judged) -> Verdict:
    rule = filing.game.bad_beat
    assert rule is not None
    if not qualifies(filing.game, bank) and rule.bank_unqualified == "lose":
        return Verdict(seat, "bad_beat", "lose", "the bank does not qualify", str(rule.cite))
    if hand.strength == bank.strength:
        return Verdict(seat, "bad_beat", rule.equal, f"{hand.name} ties", str(rule.cite))
    beaten = min(hand, bank, key=lambda judged: judged.strength)
    return pay_verdict(seat, filing.pays("bad_beat"), beaten.category, f"{beaten.name} beaten")


def _forfeits(filing: UltimateHoldem, seat: SeatWagers) -> Iterator[Verdict]:
    for wager in filing.game.fold.forfeits:
        if seat.staked(wager):
            yield Verdict(seat.number, wager, "lose", BY_FOLDING, str(filing.game.fold.cite))


def _fold_verdicts(
    filing: UltimateHoldem, seat: SeatWagers, hand: Judged, bank: Judged, board: Judged
) -> Iterator[Verdict]:
    """A folded seat: what it forfeits, and the bonus bets that stay alive."""
    rule = filing.game.fold
    yield from _forfeits(filing, seat)
    if seat.staked("trips") and "trips" not in rule.forfeits:
        counted = hand if rule.trips == "own-hand" else board
        yield pay_verdict(seat.number, filing.pays("trips"), counted.category, counted.name)
    if seat.staked("bad_beat") and "bad_beat" not in rule.forfeits:
        if rule.bad_beat == "paid-if-bank-higher" and bank.strength > hand.strength:
            yield pay_verdict(
                seat.number, filing.pays("bad_beat"), hand.category, f"{hand.name}, folded, beaten"
            )
        else:
            yield Verdict(seat.number, "bad_beat", "lose", BY_FOLDING, str(rule.cite))
