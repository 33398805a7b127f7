"""Three card poker: ante and play against a bank that must qualify, pair plus, six card bonus."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from fractions import Fraction
from functools import cache, partial

from houseway.cards import Card
from houseway.cards.card import RANKS
from houseway.families.three_card_poker.schema import ThreeCardGame, ThreeCardPoker, play_times
from houseway.filings.schema.bonus import needs_place
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.rounds.bonus import Cards, Dealt, base_state, bonus_verdicts
from houseway.rounds.judging import Judged, compare, is_seen, judge, pay_verdict
from houseway.rounds.order import first_action, left_of, opened
from houseway.rounds.steps import NOBODY, Ask, Call, Deal, Procedure, Show
from houseway.rounds.verdicts import (
    BY_FOLDING,
    EVEN_MONEY,
    ONE,
    Layout,
    Result,
    SeatWagers,
    Verdict,
)


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

    bets = terms.filing.bonus_bets(terms.decks)
    folded, raised = set(), {}
    for number in turn:
        if number in seats and seats[number].staked("ante"):
            move = yield _ask(number, game.play.moves, game.play.cite.at)
            if move == "fold":
                folded.add(number)
            else:
                raised[number] = play_times(move)

    yield Show("bank", bank_cards)
    bank, qualifies = three(bank_cards), False
    if is_seen(bank) or _compared(terms.filing, layout, folded, bets):
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
            qualifies=qualifies, folded=number in folded, times=raised.get(number, 1),
            bets=bets, cards=(cards, bank_cards),
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
def _ask(seat: int, moves: tuple[str, ...], cite: str) -> Ask:
    return Ask(seat, "play-or-fold", (*moves, "fold"), cite=cite)


def _compared(
    filing: ThreeCardPoker, layout: Layout, folded: Container[int], bets: Sequence[PayTable]
) -> bool:
    """Whether anything depends on the bank's cards: a seat that stayed in, a bonus bet on them."""
    lives = [t.wager for t in filing.family_tables if t.wager != "pair_plus"]
    lives += [t.paid_on or t.wager for t in bets if needs_place(t, "bank")]
    return any(
        (seat.staked("ante") and seat.number not in folded) or any(map(seat.staked, lives))
        for seat in layout.seats
    )


def _lives(filing: ThreeCardPoker, seat: SeatWagers) -> bool:
    """Whether a folded seat has a bonus bet that its cards still decide."""
    forfeited = filing.game.play.fold_forfeits
    return any(seat.staked(t.wager) and t.wager not in forfeited for t in filing.pay_table)


def bank_qualifies(filing: ThreeCardPoker, bank: Judged) -> bool:
    """The filed high card or better and any pair; or the filed pair or better; or any hand."""
    rule = filing.game.qualifies
    if rule.always:
        return True
    needed, category = (rule.high_card, "high-card") if rule.high_card else (rule.pair, "one-pair")
    if bank.category != category:
        return category == "high-card" or bank.category != "high-card"
    return bank.ranks[0] >= RANKS.index(needed or "") + 2


def seat_verdicts(
    filing: ThreeCardPoker,
    seat: SeatWagers,
    hand: Judged,
    bank: Judged,
    *,
    six: Callable[[], Judged],
    qualifies: bool,
    folded: bool,
    times: int = 1,
    bets: Sequence[PayTable] = (),
    cards: tuple[Cards, Cards] = ((), ()),
) -> list[Verdict]:
    """Everything that lies at a seat that folded or played `times` its ante.

    `six` reads the best five of its and the bank's cards; `bets` are the bonus bets by data, which
    go by the cards themselves.
    """
    verdicts = _fold_verdicts(filing, seat) if folded else []
    if not folded and seat.staked("ante"):
        verdicts += _base_verdicts(filing.game, seat.number, hand, bank, qualifies, times)
    forfeited = filing.game.play.fold_forfeits if folded else ()
    for table in filing.family_tables:
        wager = table.wager
        if seat.staked(wager) and wager not in forfeited:
            value = hand if wager == "pair_plus" else six()
            verdicts.append(pay_verdict(seat.number, table, value.category, value.name))
    if bets:
        state = "folded" if folded else base_state(verdicts, "ante")
        dealt = Dealt(
            {"own": cards[0], "bank": cards[1]},
            facts={"base": lambda: state, "bank_qualifies": lambda: qualifies},
        )
        verdicts += bonus_verdicts(filing, bets, seat, dealt, forfeited=forfeited)
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
    game: ThreeCardGame, seat: int, hand: Judged, bank: Judged, qualifies: bool, times: int
) -> list[Verdict]:
    """Ante and play of a seat that stayed in; the play wager is so many times the ante."""
    if qualifies:
        ante_rule, play_rule = game.ante_qualified, game.play_qualified
    else:
        ante_rule, play_rule = game.ante_unqualified, game.play_unqualified
    if ante_rule.one_outcome and play_rule.one_outcome and not is_seen(hand):
        how, against = "equal", "whatever the hand"
    else:
        how, against = compare(hand, bank)
    if not qualifies:
        against += "; the bank does not qualify"
    ante, play = getattr(ante_rule, how), getattr(play_rule, how)
    ante_odds = EVEN_MONEY if ante == "win" else None
    play_odds = EVEN_MONEY if play == "win" else None
    return [
        Verdict(seat, "ante", ante, against, ante_rule.cite.at, ante_odds, "ante"),
        Verdict(
            seat,
            "play",
            play,
            against,
            play_rule.cite.at,
            play_odds,
            "ante",
            ONE if times == 1 else Fraction(times),
        ),
    ]
