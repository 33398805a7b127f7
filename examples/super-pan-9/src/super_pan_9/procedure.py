"""A round of Super Pan 9, as the house dealer deals it."""

from __future__ import annotations

from houseway.cards import Card
from houseway.filings.terms import Terms
from houseway.hands.baccarat import points
from houseway.rounds.judging import pay_verdict
from houseway.rounds.order import first_action, left_of
from houseway.rounds.steps import EVERYONE, NOBODY, Ask, Call, Deal, Place, Procedure, Show
from houseway.rounds.verdicts import EVEN_MONEY, Layout, Result, SeatWagers, Verdict
from super_pan_9.schema import HELD, SuperPan9, SuperPan9Game


def play(terms: Terms[SuperPan9], layout: Layout) -> Procedure:
    game = terms.filing.game
    dealt, chosen, ruled = (str(one.cite) for one in (game.deal, game.choice, game.bank_draw))
    seats = {seat.number: seat for seat in layout.seats}
    around = [n for n in left_of(layout.bank_seat, terms.seats) if n in seats]
    hands: dict[int, tuple[Card, ...]] = {}
    yield Call("No more bets")
    for number in around:
        hands[number] = yield Deal(number, HELD, (number,), cite=dealt)
    bank: tuple[Card, ...] = yield Deal("bank", HELD, NOBODY, cite=dealt)

    drawn = False
    closed: dict[Place, str] = {"bank": ruled}
    stopped: dict[Place, str] = {}
    for number in around if game.choice.offered_from == "left-of-bank" else sorted(around):
        move = yield Ask(number, "draw-or-stand", ("draw", "stand"), cite=chosen)
        closed[number], stopped[number] = chosen, "the seat stood"
        if move == "draw":
            seen = EVERYONE if game.deal.drawn == "face-up" else (number,)
            hands[number] += yield Deal(number, 1, seen, cite=chosen)
            stopped[number], drawn = "no hand gets a fifth card", True

    yield Show("bank", bank)
    total = points(bank)
    stopped["bank"] = f"the player-dealer stands on {total}"
    if bank_draws(game, total, drawn):
        bank += yield Deal("bank", 1, EVERYONE, cite=ruled, on=f"a bank hand of {total}")
        stopped["bank"] = "no hand gets a fifth card"
    yield Call(f"The bank has {points(bank)}")
    for number in around:
        yield Show(number, hands[number])
    return Result(
        first_action=first_action(
            terms.filing.first_action,
            seats=terms.seats,
            bank_seat=layout.bank_seat,
            wagering=seats.keys(),
        ),
        verdicts=tuple(
            verdict
            for number, seat in seats.items()
            for verdict in verdicts(terms.filing, seat, points(hands[number]), points(bank))
        ),
        closed=closed,
        stopped=stopped,
    )


def bank_draws(game: SuperPan9Game, total: int, drawn: bool) -> bool:
    """Whether the player-dealer takes a fourth card; `drawn`: some player has."""
    rule = game.bank_draw
    most = rule.draws_to if drawn or rule.all_stood is None else rule.all_stood
    return total <= most


def verdicts(filing: SuperPan9, seat: SeatWagers, own: int, bank: int) -> list[Verdict]:
    """What becomes of a seat's wagers when the hands end with so many points."""
    rule, number = filing.game.wager, seat.number
    if own > bank:
        how, because = rule.higher, f"{own} beats {bank}"
    elif own < bank:
        how, because = rule.lower, f"{own} loses to {bank}"
    else:
        how, because = rule.equal, f"{own} each"
    odds = EVEN_MONEY if how == "win" else None
    found = [Verdict(number, "game", how, because, str(rule.cite), odds)]
    if seat.staked("tie"):
        category = "tie" if own == bank else "no-tie"
        found.append(pay_verdict(number, filing.pays("tie"), category, because))
    return found
