"""Three card poker: ante and play against a bank that must qualify, pair plus, six card bonus."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import Card
from houseway.filings.schema.three_card import ThreeCardPoker
from houseway.filings.terms import Terms
from houseway.games.judging import Judged, compare, judge, pay_verdict
from houseway.games.order import first_action, left_of, opened
from houseway.games.steps import NOBODY, Ask, Call, Deal, Procedure, Show
from houseway.games.verdicts import EVEN_MONEY, Layout, Result, SeatWagers, Verdict


def play(terms: Terms[ThreeCardPoker], layout: Layout) -> Procedure:
    """A round as the house dealer deals it."""
    game = terms.filing.game
    three = judge(game.ranking)
    turn = left_of(layout.bank_seat, terms.seats)
    if game.play.offered_from == "left-of-house-dealer":
        turn = sorted(turn)
    seats = {seat.number: seat for seat in layout.seats}
    yield Call("No more bets")
    hands: dict[int, tuple[Card, ...]] = {}
    for number in left_of(layout.bank_seat, terms.seats):
        if number in seats:
            hands[number] = yield Deal(number, 3, seen_by=(number,))
    bank_cards = yield Deal("bank", 3, seen_by=NOBODY)
    yield Show("bank", tuple(bank_cards[i - 1] for i in game.deal.bank_cards_seen))

    folded = set()
    for number in turn:
        if number in seats and seats[number].staked("ante"):
            move = yield Ask(number, "play-or-fold", ("play", "fold"))
            if move == "fold":
                folded.add(number)

    yield Show("bank", bank_cards)
    bank = three(bank_cards)
    qualifies = bank_qualifies(terms.filing, bank)
    yield Call(f"The bank has {bank.inside}" + ("" if qualifies else " and does not qualify"))
    starts = game.showing.starts if game.showing else "left-of-bank"
    for number in opened(starts, layout.bank_seat, terms.seats):
        if number in seats and (number not in folded or _lives(terms.filing, seats[number])):
            yield Show(number, hands[number])
    verdicts: list[Verdict] = []
    for number, seat in seats.items():
        hand = three(hands[number])
        verdicts += _base_verdicts(terms.filing, seat, hand, bank, qualifies, number in folded)
        verdicts += _bonus_verdicts(
            terms.filing, seat, hand, hands[number] + bank_cards, number in folded
        )
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


def _lives(filing: ThreeCardPoker, seat: SeatWagers) -> bool:
    """Whether a folded seat has a bonus bet that its cards still decide."""
    forfeited = filing.game.play.fold_forfeits
    return any(seat.staked(t.wager) and t.wager not in forfeited for t in filing.pay_table)


def bank_qualifies(filing: ThreeCardPoker, bank: Judged) -> bool:
    """The filed high card or better; any pair or better qualifies."""
    if bank.category != "high-card":
        return True
    needed = "..23456789TJQKA".index(filing.game.qualifies.high_card)
    return bank.ranks[0] >= needed


def _base_verdicts(
    filing: ThreeCardPoker,
    seat: SeatWagers,
    hand: Judged,
    bank: Judged,
    qualifies: bool,
    folded: bool,
) -> Iterator[Verdict]:
    if not seat.staked("ante"):
        return
    if folded:
        yield Verdict(seat.number, "ante", "lose", "folded", str(filing.game.play.cite))
        return
    game = filing.game
    if qualifies:
        rules = (("ante", game.ante_qualified), ("play", game.play_qualified))
    else:
        rules = (("ante", game.ante_unqualified), ("play", game.play_unqualified))
    how, against = compare(hand, bank)
    if not qualifies:
        against += "; the bank does not qualify"
    for wager, rule in rules:
        outcome = getattr(rule, how)
        yield Verdict(
            seat.number,
            wager,
            outcome,
            against,
            str(rule.cite),
            odds=EVEN_MONEY if outcome == "win" else None,
            of="ante",
        )


def _bonus_verdicts(
    filing: ThreeCardPoker,
    seat: SeatWagers,
    hand: Judged,
    six_cards: tuple[Card, ...],
    folded: bool,
) -> Iterator[Verdict]:
    for table in filing.pay_table:
        wager = table.wager
        if not seat.staked(wager):
            continue
        if folded and wager in filing.game.play.fold_forfeits:
            yield Verdict(seat.number, wager, "lose", "folded", str(filing.game.play.cite))
            continue
        value = hand if wager == "pair_plus" else judge("high")(six_cards)
        yield pay_verdict(seat.number, table, value.category, value.name)
