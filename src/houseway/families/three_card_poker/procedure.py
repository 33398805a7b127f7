"""Three card poker: ante and play against a bank that must qualify, pair plus, six card bonus."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import cache, partial

from houseway.cards import Card
from houseway.families.three_card_poker.schema import ThreeCardGame, ThreeCardPoker
from houseway.filings.terms import Terms
from houseway.rounds.judging import Judged, compare, is_seen, judge, pay_verdict
from houseway.rounds.order import first_action, left_of, opened
from houseway.rounds.steps import NOBODY, Ask, Call, Deal, Procedure, Show
from houseway.rounds.verdicts import BY_FOLDING, EVEN_MONEY, Layout, Result, SeatWagers, Verdict


def play(terms: Terms[ThreeCardPoker], layout: Layout) -> Procedure:
    """A round as the house dealer deals it."""
    game = terms.filing.game
    three = judge(game.ranking)
    turn = left_of(layout.bank_seat, terms.seats)
    if game.play.offered_from == "left-of-house-dealer":
        turn = sorted(turn)
    seats = {seat.number: seat for seat in layout.seats}
    yield Call("No more bets")
    dealt = game.deal.cite.at
    hands: dict[int, tuple[Card, ...]] = {}
    for number in left_of(layout.bank_seat, terms.seats):
        if number in seats:
            hands[number] = yield _deal(number, dealt)
    bank_cards = yield Deal("bank", 3, NOBODY, cite=dealt)
    yield Show("bank", tuple(bank_cards[i - 1] for i in game.deal.bank_cards_seen))

    folded = set()
    for number in turn:
        if number in seats and seats[number].staked("ante"):
            move = yield _ask(number, game.play.cite.at)
            if move == "fold":
                folded.add(number)

    yield Show("bank", bank_cards)
    bank, qualifies = three(bank_cards), False
    if is_seen(bank) or _compared(terms.filing, layout, folded):
        qualifies = bank_qualifies(terms.filing, bank)
        yield Call(f"The bank has {bank.inside}" + ("" if qualifies else " and does not qualify"))
    starts = game.showing.starts if game.showing else "left-of-bank"
    for number in opened(starts, layout.bank_seat, terms.seats):
        if number in seats and (number not in folded or _lives(terms.filing, seats[number])):
            yield Show(number, hands[number])
    verdicts: list[Verdict] = []
    for number, seat in seats.items():
        cards = hands[number]
        verdicts += seat_verdicts(
            terms.filing, seat, three(cards), bank,
            six=partial(judge("high"), cards + bank_cards),
            qualifies=qualifies, folded=number in folded,
        )  # fmt: skip
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


@cache
def _deal(seat: int, cite: str) -> Deal:
    return Deal(seat, 3, (seat,), cite=cite)


@cache
def _ask(seat: int, cite: str) -> Ask:
    return Ask(seat, "play-or-fold", ("play", "fold"), cite=cite)


def _compared(filing: ThreeCardPoker, layout: Layout, folded: Container[int]) -> bool:
    """Whether anything depends on the bank's cards: a seat that stayed in, a six card bonus."""
    lives = [t.wager for t in filing.pay_table if t.wager != "pair_plus"]
    return any(
        (seat.staked("ante") and seat.number not in folded) or any(map(seat.staked, lives))
        for seat in layout.seats
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


def seat_verdicts(
    filing: ThreeCardPoker,
    seat: SeatWagers,
    hand: Judged,
    bank: Judged,
    *,
    six: Callable[[], Judged],
    qualifies: bool,
    folded: bool,
) -> list[Verdict]:
    """Everything that lies at a seat; `six` reads the best five of its and the bank's cards."""
    verdicts = _fold_verdicts(filing, seat) if folded else []
    if not folded and seat.staked("ante"):
        verdicts += _base_verdicts(filing.game, seat.number, hand, bank, qualifies)
    for table in filing.pay_table:
        wager = table.wager
        if seat.staked(wager) and not (folded and wager in filing.game.play.fold_forfeits):
            value = hand if wager == "pair_plus" else six()
            verdicts.append(pay_verdict(seat.number, table, value.category, value.name))
    return verdicts


def _fold_verdicts(filing: ThreeCardPoker, seat: SeatWagers) -> list[Verdict]:
    """What a fold costs."""
    rule = filing.game.play
    return [
        Verdict(seat.number, wager, "lose", BY_FOLDING, str(rule.cite))
        for wager in rule.fold_forfeits
        if seat.staked(wager)
    ]


def _base_verdicts(
    game: ThreeCardGame, seat: int, hand: Judged, bank: Judged, qualifies: bool
) -> list[Verdict]:
    """Ante and play of a seat that stayed in; the play wager is as large as the ante."""
    how, against = compare(hand, bank)
    if qualifies:
        ante_rule, play_rule = game.ante_qualified, game.play_qualified
    else:
        ante_rule, play_rule = game.ante_unqualified, game.play_unqualified
        against += "; the bank does not qualify"
    ante, play = getattr(ante_rule, how), getattr(play_rule, how)
    ante_odds = EVEN_MONEY if ante == "win" else None
    play_odds = EVEN_MONEY if play == "win" else None
    return [
        Verdict(seat, "ante", ante, against, ante_rule.cite.at, ante_odds, "ante"),
        Verdict(seat, "play", play, against, play_rule.cite.at, play_odds, "ante"),
    ]
