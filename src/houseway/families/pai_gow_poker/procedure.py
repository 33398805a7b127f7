"""Pai gow poker: seven cards set as two in front and five behind, both compared with the bank's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from houseway.cards import JOKER, Card, Dice, write
from houseway.cards.unknown import NeededError
from houseway.families.pai_gow_poker.errors import Dealt, dealing_errors
from houseway.families.pai_gow_poker.schema import AceHighPush, PaiGowPoker
from houseway.families.pai_gow_poker.setting import Objection, SetHand, Setting, setting_of
from houseway.filings.schema.base import brief
from houseway.filings.schema.wagers import PayRow
from houseway.filings.terms import Terms
from houseway.hands.fortune import seven_card_ace_high
from houseway.rounds.bonus import Dealt as Lying
from houseway.rounds.bonus import base_state, bonus_verdicts
from houseway.rounds.events import secretly
from houseway.rounds.judging import Judged, compare, pay_verdict
from houseway.rounds.order import (
    clockwise_from,
    first_action,
    left_of,
    positions,
    seat_of_dice,
    throw,
)
from houseway.rounds.piles import lay_and_choose, pile_of
from houseway.rounds.steps import (
    NOBODY,
    Ask,
    AskAll,
    Beyond,
    Burn,
    Call,
    Deal,
    Errors,
    Lay,
    Place,
    Procedure,
    Show,
)
from houseway.rounds.verdicts import Layout, Result, SeatWagers, Verdict

Piles = dict[Place, tuple[Card, ...]]  # by seat, and the bank's


def play(terms: Terms[PaiGowPoker], layout: Layout) -> Procedure:
    """A round as the house dealer deals it."""
    filing, game = terms.filing, terms.filing.game
    setting = setting_of(terms)
    seats = {seat.number: seat for seat in layout.seats}
    yield Call("No more bets")
    piles, cite = game.piles, str(game.piles.cite)
    first_pile = 0
    if terms.dealt_from in piles.laid_out:
        by_hand = terms.dealt_from != "shuffler" and piles.by_hand == "left-to-right-and-back"
        lay = Lay(piles.piles, piles.cards, by_hand)
        first_pile = yield from lay_and_choose(lay, layout.bank_seat, cite)
    dice: Dice | None = None
    if filing.first_action.method == "dice":
        dice = yield from throw(terms)
    hands: Piles = {}
    for turn, number in enumerate(_served(terms, layout, dice)):
        pile = pile_of(first_pile, turn, piles.piles)
        place: Place = "bank" if number == layout.bank_seat else number
        if place == "bank" or number in seats:
            seen_by = NOBODY if place == "bank" else (number,)
            hands[place] = yield Deal(place, piles.cards, seen_by, cite=cite, pile=pile)
        else:
            yield Burn(piles.cards, number, pile)
    dealt = Dealt(setting, hands, game.piles.left_over)
    errors = dealing_errors(dealt)
    if errors is None:  # else they may have to replace others, until all hands are set
        yield Burn(dealt.left_over)

    moves: dict[int, str] = {}
    push = game.ace_high_push
    if filing.bank_is_seen:
        alone = all(seat.spots <= filing.judged_alone for seat in layout.seats)
        bank = yield from _set_bank(
            setting, layout.bank_seat, hands, errors, moves if alone else None
        )
        push = push if bank and push and seven_card_ace_high(hands["bank"]) else None
        if push is not None:
            yield Call("The bank has only an ace-high: all game wagers push")
        if push is None or push.needs_setting:
            moves = yield from _ask_players(setting, seats, hands, errors)
    else:
        moves = yield from _ask_players(setting, seats, hands, errors)
        bank = yield from _set_bank(setting, layout.bank_seat, hands, errors, moves)
        push = push if push and seven_card_ace_high(hands["bank"]) else None
    if errors is not None:
        yield Burn(dealt.left_over)
    bank_cards = hands["bank"]
    first = first_action(
        filing.first_action,
        seats=terms.seats,
        bank_seat=layout.bank_seat,
        wagering=seats.keys(),
        bank_cards=bank_cards,
        dice=dice,
        active=filing.table.active,
    )
    set_hands = {number: setting.hand(move, hands[number]) for number, move in moves.items()}
    verdicts: list[Verdict] = []
    bets = filing.bonus_bets(terms.decks)
    for number in clockwise_from(first or 1, terms.seats):
        if number in seats:
            hand = set_hands.get(number)
            yield Show(number, hands[number] if hand is None else hand.front + hand.back)
            game_verdicts = list(_game_verdicts(filing, seats[number], hand, bank, push))
            verdicts += game_verdicts
            if bets:
                lying = Lying(
                    {"own": hands[number], "bank": bank_cards},
                    facts={"base": partial(base_state, game_verdicts, "game")},
                )
                verdicts += bonus_verdicts(filing, bets, seats[number], lying)
            if seats[number].staked("ace_high"):
                row = ""
                if push is not None:
                    own = seven_card_ace_high(hands[number])
                    row = ace_high_row(own=own, joker=JOKER in bank_cards)
                verdicts.append(pay_verdict(number, filing.pays("ace_high"), row, _ACE_HIGHS[row]))
    rows = {n: setting.fortune_row(hands[n]) for n in seats if seats[n].staked("fortune")}
    verdicts += _fortune_verdicts(filing, rows)
    verdicts += _envy_verdicts(filing, seats, rows)
    return Result(
        first_action=first,
        verdicts=tuple(verdicts),
        warnings=tuple(_readings_that_decided(setting, set_hands, bank, rows)),
        house_way={
            str(place): write(hand.front)
            for place, hand in (*set_hands.items(), ("bank", bank))
            if hand and hand.by_house_way
        },
        unasked=tuple(number for number in seats if number not in moves),
        closed=dict.fromkeys((*seats, "bank"), str(game.piles.cite)),
    )


def _served(terms: Terms[PaiGowPoker], layout: Layout, dice: Dice | None) -> list[int]:
    """The positions in the order they get their piles: the dice name the first, the bank's too."""
    rule = terms.filing.first_action
    if dice is None:
        return [*left_of(layout.bank_seat, terms.seats), layout.bank_seat]
    wagering = [seat.number for seat in layout.seats]
    counted = positions(terms.seats, layout.bank_seat, wagering, terms.filing.table.active)
    first = counted.index(seat_of_dice(rule, dice.total, counted))
    return counted[first:] + counted[:first]


def _ask_players(
    setting: Setting, seats: Mapping[int, SeatWagers], hands: Piles, errors: Errors | None
) -> Procedure:
    """Everybody with a game wager sets, all at once; a seat with bonus bets only has no need to."""

    def objection(number: int) -> Objection:
        """To a setting of the cards as they are by then: one may have been replaced."""
        return lambda move: setting.objection(hands[number], f"seat {number}")(move)

    asks = tuple(
        Ask(
            number,
            "set",
            setting.choices,
            beyond=Beyond(objection(number), ("set",)),
            cite=setting.filing.game.players_set.cite.at,
            event=secretly,
            errors=errors,
        )
        for number, seat in seats.items()
        if seat.staked("game")
    )
    if not asks:
        return {}
    moves: dict[int, str] = yield AskAll(asks)
    return moves


def _set_bank(
    setting: Setting, seat: int, hands: Piles, errors: Errors | None,
    moves: Mapping[int, str] | None = None,
) -> Procedure:  # fmt: skip
    """The bank's hand is opened and set: by its holder, by the chart, or by either.

    Where no hand set by the players' `moves` is compared with it, it may be unknown: then None.
    """
    cards = hands["bank"]
    yield Show("bank", cards)
    move = yield Ask(
        seat,
        "set-bank",
        setting.choices,
        beyond=Beyond(setting.bank_objection(cards), ("set",)),
        default="house_way" if setting.choices else None,
        cite=setting.filing.game.bank_sets.cite.at,
        errors=errors,
    )
    try:
        bank = setting.hand(move, cards)
    except NeededError:
        if moves is None or not all(setting.hand(m, hands[n]).foul for n, m in moves.items()):
            raise
        return None
    yield Call(f"The bank sets {bank.words}")
    return bank


def _game_verdicts(
    filing: PaiGowPoker,
    seat: SeatWagers,
    hand: SetHand | None,
    bank: SetHand | None,
    push: AceHighPush | None,
) -> Iterator[Verdict]:
    game = filing.game
    if not seat.staked("game"):
        return
    if push is not None:
        why = "the bank has only an ace-high in its seven cards"
        yield Verdict(seat.number, "game", "push", why, str(push.cite))
        return
    assert hand is not None
    if hand.foul:
        why = f"foul: {hand.foul}"
        yield Verdict(seat.number, "game", game.foul.outcome, why, str(game.foul.cite))
        return
    assert bank is not None
    yield set_verdict(filing, seat.number, hand, bank)


def set_verdict(filing: PaiGowPoker, seat: int, hand: SetHand, bank: SetHand) -> Verdict:
    """A hand set right against the bank's; nothing counts but how its two hands stand."""
    game = filing.game
    front, front_words = _against(hand.front_worth, bank.front_worth)
    back, back_words = _against(hand.back_worth, bank.back_worth)
    won = (front == "higher") + (back == "higher")
    case = (game.both_lower, game.one_higher, game.both_higher)[won]
    cite = str(case.cite)
    if "equal" in (front, back):
        cite += f"; {game.copy_hand.cite}"
    why = f"front: {front_words}; back: {back_words}"
    return Verdict(seat, "game", case.outcome, why, cite, odds=case.pays)


def _against(hand: Judged, bank: Judged) -> tuple[str, str]:
    """How a front or back hand stands against the bank's; a copy goes to the bank."""
    how, words = compare(hand, bank)
    return how, f"{hand.name} copies the bank's" if how == "equal" else words


_ACE_HIGHS = {
    "": "The bank has more than an ace-high, or no ace",
    "player-and-bank-ace-high": "An ace-high for player and bank",
    "bank-ace-high-joker": "The bank's ace-high with the joker",
    "bank-ace-high": "The bank's ace-high",
}


def ace_high_row(*, own: bool, joker: bool) -> str:
    """The row of the ace-high bet when the bank has an ace-high: one row, the best.

    `own` says whether the player has one too, `joker` whether the bank's has the joker.
    """
    if own:
        return "player-and-bank-ace-high"
    return "bank-ace-high-joker" if joker else "bank-ace-high"


# By seat with a fortune bet: its pay row, and a better ranking hand of the table that pays less.
FortuneRows = dict[int, tuple[PayRow | None, str]]


def _fortune_verdicts(filing: PaiGowPoker, rows: FortuneRows) -> Iterator[Verdict]:
    for number, (row, _) in rows.items():
        table = filing.pays("fortune")
        if row is None:
            yield pay_verdict(number, table, "", "No paying hand in the seven cards")
        else:
            yield pay_verdict(number, table, row.hand, row.label)


def _envy_verdicts(
    filing: PaiGowPoker, seats: Mapping[int, SeatWagers], rows: FortuneRows
) -> Iterator[Verdict]:
    """Prizes for the hands of other seated players who made a fortune bet, however small."""
    envy = filing.game.envy
    if envy is None:
        return
    prizes = {
        number: row
        for number, (row, _) in rows.items()
        if row is not None and row.envy and seats[number].wagers.get("fortune")
    }
    for number, seat in seats.items():
        for bettor, wagers in seat.bettors() if prizes else ():
            behind = "/" in bettor
            if wagers.get("fortune", 0) < envy.button_from or (behind and not envy.backline_button):
                continue
            won = [
                (row.envy or 0, f"envy for seat {other}: {row.label} pays {brief(row.envy or 0)}")
                for other, row in prizes.items()
                if other != number and (behind or not _same_player(seat, seats[other]))
            ]
            if envy.pays == "highest-hand":
                won = sorted(won, key=lambda one: -one[0])[:1]
            for prize, why in won:
                yield Verdict(
                    number, "envy", "win", why, str(envy.cite), bettors=(bettor,), prize=prize
                )


def _same_player(seat: SeatWagers, other: SeatWagers) -> bool:
    """One person may play several seats, and wins no envy for any hand of the own."""
    return bool(seat.player) and seat.player == other.player


def _readings_that_decided(
    setting: Setting, set_hands: Mapping[int, SetHand], bank: SetHand | None, rows: FortuneRows
) -> Iterator[str]:
    """Where the reading of a doubtful text decided how a hand stands or what it is paid."""
    game = setting.filing.game
    for number, hand in set_hands.items():
        if hand.foul and game.foul.reading:
            yield f"seat {number}: a foul hand loses its game wager (reading {game.foul.reading})"
    lain = {f"seat {number}": hand for number, hand in set_hands.items()}
    for place, hand in (lain | {"bank": bank} if bank else lain).items():
        if setting.flush_denied(hand.front + hand.back):
            yield (
                f"{place}: the joker completes no plain flush in the base game "
                f"(reading {game.joker.reading})"
            )
    for number, (_, outranked) in rows.items():
        if outranked and game.fortune is not None:
            yield (
                f"seat {number}: a {outranked} lies in the same cards and ranks higher, but the "
                f"better pay holds (reading {game.fortune.reading})"
            )
