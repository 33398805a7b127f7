"""What a seat may do with a hand of a 21-type game, and why not."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from houseway.cards import Card
from houseway.errors import Refused
from houseway.families.twenty_one.schema import TwentyOne, TwentyOneGame
from houseway.filings.schema.base import Cited, brief, cents, dollars
from houseway.filings.terms import Terms
from houseway.hands.twenty_one import Total, UnknownTotal
from houseway.rounds.steps import AS_MADE, Ask, Beyond, Written
from houseway.rounds.verdicts import ONE, SeatWagers

ACE = 14
NOTHING = Fraction(0)
TWENTY_ONE = 42  # in half points
LOOK = "look"  # at a hand of which no card can be named, and which is not surrendered
_LOOSELY = Written(loose=True)

Reason = tuple[str, Cited]  # why a choice is not open, and the rule that says so


@dataclass(slots=True)
class Hand:
    """One hand of a seat in play. Wagers are counted in times the seat's game wager."""

    cards: list[Card]
    total: Total
    split: bool = False  # made by a split: never a natural
    split_ace: bool = False
    times: Fraction = ONE
    added: Fraction = NOTHING  # by the last double
    doubles: int = 0
    surrendered: bool = False
    rescued: bool = False

    @property
    def finished(self) -> bool:
        """Nothing may be done with it: a natural, a joker beside another card, a hand over or of
        so many cards that it has won."""
        total = self.total
        return total.is_natural or total.is_over or total.is_joker_21 or total.is_charlie

    @property
    def decided(self) -> bool:
        """No card the bank draws after its first two can matter to it."""
        if self.surrendered or self.rescued:
            return True
        return self.total.is_natural or self.total.is_charlie

    @property
    def unseen(self) -> bool:
        """None of its cards can be named."""
        return isinstance(self.total, UnknownTotal)


@dataclass(slots=True)
class SeatPlay:
    """A seat in play: its player's game wager, and its hands from left to right."""

    number: int
    wager: int
    first_two: tuple[Card, ...] = ()
    hands: list[Hand] = field(default_factory=list)
    insured: int = 0

    @classmethod
    def of(cls, seat: SeatWagers) -> SeatPlay:
        return cls(seat.number, seat.wagers.get("game", 0))


@dataclass(frozen=True, slots=True)
class House:
    """The game under the options of a table."""

    game: TwentyOneGame
    for_less: bool
    doubles: int  # of one hand
    early_surrender: bool

    @classmethod
    def of(cls, terms: Terms[TwentyOne]) -> House:
        game = terms.filing.game
        again = game.double_again
        in_force = again is not None and terms.option(again.option) is True
        late = game.surrender.late_option if game.surrender else ""
        return cls(
            game=game,
            # Doubling for less and doubling again exclude each other.
            for_less=game.double.for_less and not in_force,
            doubles=again.most if again and in_force else 1,
            early_surrender=bool(late) and terms.option(late) is False,
        )


# The rules of each choice: None where it is open.


def no_double(house: House, hand: Hand) -> Reason | None:
    game = house.game
    if len(hand.cards) != 2:
        return "a double is for the first two cards", game.double
    if hand.split and not game.double.after_split:
        return "a split hand may not be doubled", game.double
    if hand.split_ace and game.split_aces.one_card:
        return "a split ace has had its one card", game.split_aces
    if hand.finished:
        return f"{hand.total.name} may not be doubled", game.double
    if hand.total.halves == TWENTY_ONE and not game.double.on_21:
        return "a 21 may not be doubled", game.double
    if game.double.totals and not game.double.covers(hand.total):
        return f"{hand.total.name} may not be doubled", game.double
    return None


def no_split(house: House, seat: SeatPlay, hand: Hand) -> Reason | None:
    game = house.game
    if len(hand.cards) != 2:
        return "only two cards may be split", game.split
    first, second = hand.cards
    if hand.finished or first.rank != second.rank:
        # No 21-type game counts a jack more than a ten: 10 to 13 are the ten-cards.
        if not (10 <= first.rank < ACE and 10 <= second.rank < ACE):
            return "the two cards are no pair", game.split
        if game.split.ten_cards == "same-rank":
            return "ten-cards must be of one rank to be split", game.split
    if hand.split_ace and not game.split_aces.again:
        return "a split ace may not be split again", game.split_aces
    if game.split.most is not None and len(seat.hands) > game.split.most:
        return f"a hand may be split {game.split.most} times at most", game.split
    return None


def no_surrender(house: House, hand: Hand) -> Reason | None:
    rule = house.game.surrender
    if rule is None:
        return "the game has no surrender", house.game.player_chart
    if hand.split and not rule.split_hands:
        return "a split hand may not be surrendered", rule
    if hand.split_ace and house.game.split_aces.one_card:
        return "a split ace has had its one card and is over", rule
    if hand.finished:
        return f"{hand.total.name} may not be surrendered", rule
    if rule.when == "first-decision" and len(hand.cards) != 2:
        return "surrender comes before any card is drawn", rule
    if rule.up_to is not None and hand.total.halves > 2 * rule.up_to:
        return f"only a total up to {rule.up_to} may be surrendered", rule
    return None


def _double_amount(house: House, seat: SeatPlay, hand: Hand, text: str) -> str | None:
    """What is wrong with the amount of a double, if anything."""
    full = seat.wager if not hand.doubles else int(hand.times * seat.wager)
    amount = _amount(text)
    if amount is None:
        return f"{text!r} is no amount of dollars"
    if amount == full and full:
        return None
    if not house.for_less:
        return f"a double is {brief(full)}, neither more nor less; {brief(amount)} is not"
    if amount > full:
        return f"{brief(amount)} is more than the wager of {brief(full)}"
    if amount <= 0:
        return "a double must add something"
    return None


def _amount(text: str) -> int | None:
    try:
        return cents(text)
    except ValueError:
        return None


def added_by(move: str, seat: SeatPlay, hand: Hand) -> Fraction:
    """What a double adds, in times the game wager; a bare `double` as much as lies there."""
    _, _, text = move.partition(" ")
    if not text or not seat.wager:
        return hand.times
    return Fraction(cents(text), seat.wager)


def end_of(house: House, hand: Hand) -> Reason:
    """Why a hand that has been played takes no further card."""
    game = house.game
    if hand.surrendered and game.surrender:
        return "the hand was surrendered", game.surrender
    name = hand.total.name
    if hand.rescued and game.rescue:
        return "the hand was rescued", game.rescue
    if hand.total.is_over:
        return f"a hand {name} takes no further card", game.player_chart
    if hand.doubles:
        return "a double takes one card", game.double
    if hand.finished:
        return f"{name} takes no further card", game.player_chart
    if hand.split_ace and game.split_aces.one_card:
        return "a split ace gets one card", game.split_aces
    if game.player_chart.chart.choice(hand.total) == "stand":
        return f"{name} must stand", game.player_chart
    return f"the player stands on {name}", game.player_chart


# The decisions.


def decision(house: House, seat: SeatPlay, hand: Hand, place: int) -> Ask | str | None:
    """What comes next for a hand: a question, a forced "hit", or None where it is over."""
    game, total = house.game, hand.total
    if hand.unseen and game.surrender:  # given up, it matters no more what it was
        return Ask(seat.number, "play", (LOOK, "surrender"), default=LOOK)
    if hand.finished:
        return None
    two = len(hand.cards) == 2
    if hand.split_ace and game.split_aces.one_card:
        if no_split(house, seat, hand):
            return None
        return Ask(
            seat.number,
            "play",
            ("stand", "split"),
            beyond=Beyond(partial(_objection, house, seat, hand)),
            default="stand",
            hand=place,
            cite=game.split_aces.cite.at,
            written=_LOOSELY,
        )
    choice = game.player_chart.chart.choice(total)
    more: tuple[str, ...] = ()
    if two and no_double(house, hand) is None:
        more = ("double",)
    if two and no_split(house, seat, hand) is None:
        more = (*more, "split")
    if game.surrender and no_surrender(house, hand) is None:
        more = (*more, "surrender")
    if choice != "option" and not more:
        return "hit" if choice == "hit" else None

    choices: tuple[str, ...] = ("hit", "stand")
    default: str | None = None
    never: tuple[str, ...] = ()
    # A record writes no forced choice. Words it gives for a later hand of a split seat should not
    # be spent on one that is done: of those only a split is likely meant for it.
    later = ("hit", "stand", "double") if place < len(seat.hands) else ()
    if choice == "hit":
        choices, default, never = ("hit",), "hit", ("hit",)
    elif choice == "stand":
        choices, default, never = ("stand",), "stand", ("stand",)
    elif total.halves == TWENTY_ONE:  # a soft 21 may be hit by the chart; its stand is optional
        default = "stand"
    return Ask(
        seat.number,
        "play",
        choices + more,
        beyond=Beyond(
            partial(_objection, house, seat, hand), ("double",) if "double" in more else ()
        ),
        default=default,
        hand=place,
        facts={"cards": tuple(hand.cards), "total": total.name},
        cite=game.player_chart.cite.at,
        written=AS_MADE
        if default is None
        else Written(never, loose=True, later=later if default == "stand" else ()),
    )


def too_late(seat: SeatPlay, reason: Reason) -> Ask:
    """For a hand of which no card can be named, where nobody may surrender any more."""
    late = _refused(seat, f"nobody may surrender: {reason[0]}", reason[1])
    beyond = Beyond(lambda _: late, ("surrender",))
    return Ask(seat.number, "play", (LOOK,), beyond=beyond, default=LOOK)


def _objection(house: House, seat: SeatPlay, hand: Hand, move: str) -> Refused | None:
    """Why a move is refused; None for a double of a legal amount."""
    word, _, rest = move.partition(" ")
    reason: Reason | None = None
    chart = house.game.player_chart
    if word == "double":
        reason = no_double(house, hand)
        if reason is None:
            wrong = _double_amount(house, seat, hand, rest)
            reason = (wrong, house.game.double) if wrong else None
            if reason is None:
                return None
    elif rest and word == "split":
        reason = (
            "a split takes a second wager equal to the first, no other amount",
            house.game.split,
        )
    elif rest:
        reason = f"{move!r} is no choice; an amount belongs to a double", chart
    elif word == "split":
        reason = no_split(house, seat, hand)
    elif word == "surrender":
        reason = no_surrender(house, hand)
    elif word == "hit" and hand.split_ace and house.game.split_aces.one_card:
        reason = "a split ace gets one card", house.game.split_aces
    elif word == "hit":
        reason = f"{hand.total.name} must stand", chart
    elif word == "stand":
        reason = f"{hand.total.name} must hit", chart
    elif word == "rescue":
        rescue = house.game.rescue
        reason = ("a rescue follows a double", rescue) if rescue else ("there is no rescue", chart)
    if word == "insure":
        insurance = house.game.insurance
        reason = (
            ("insurance is taken when the bank shows an ace, before anything else", insurance)
            if insurance
            else ("the game has no insurance", chart)
        )
    said, rule = reason or (f"{move!r} is no choice of this game", chart)
    return _refused(seat, said, rule)


def _refused(seat: SeatPlay, said: str, rule: Cited) -> Refused:
    return Refused("not-open", said, where=f"seat {seat.number}", cite=str(rule.cite))


def after_double(house: House, seat: SeatPlay, hand: Hand, place: int) -> Ask | None:
    """A doubled hand that is not over may be rescued, and doubled again where the house allows."""
    rescue = house.game.rescue
    if rescue is None or hand.total.is_over:
        return None
    again = hand.doubles < house.doubles
    return Ask(
        seat.number,
        "after-double",
        ("stand", "rescue", "double") if again else ("stand", "rescue"),
        beyond=Beyond(
            partial(_objection_after_double, house, seat, hand), ("double",) if again else ()
        ),
        default="stand",
        hand=place,
        facts={"cards": tuple(hand.cards), "total": hand.total.name},
        cite=rescue.cite.at,
        written=_LOOSELY,
    )


def _objection_after_double(house: House, seat: SeatPlay, hand: Hand, move: str) -> Refused | None:
    word, _, rest = move.partition(" ")
    rescue, again = house.game.rescue, house.game.double_again
    assert rescue is not None
    if word != "double" or again is None:
        return _refused(seat, "a doubled hand may only stand or be rescued", rescue)
    if hand.doubles >= house.doubles:
        said = "the wager has been doubled as often as it may be"
        return _refused(seat, said if house.doubles > 1 else "the house allows one double", again)
    wrong = _double_amount(house, seat, hand, rest)
    return _refused(seat, wrong, again) if wrong else None


def insurance(house: House, seat: SeatPlay) -> Ask:
    """The bank shows an ace: the seat may insure its game wager."""
    most = seat.wager // 2
    return Ask(
        seat.number,
        "insurance",
        ("decline", f"insure {dollars(most)}") if most else ("decline",),
        beyond=Beyond(partial(_objection_to_insurance, house, seat), ("insure",)),
        default="decline",
        facts={"most": most},
        cite=house.game.insurance.cite.at if house.game.insurance else "",
    )


def _objection_to_insurance(house: House, seat: SeatPlay, move: str) -> Refused | None:
    rule = house.game.insurance
    assert rule is not None
    word, _, text = move.partition(" ")
    most = seat.wager // 2
    amount = _amount(text) if word == "insure" else None
    if amount is None:
        return _refused(seat, f"{move!r}: decline, or insure an amount, as 'insure 5'", rule)
    if rule.amount == "half" and amount != most:
        said = f"insurance is half of the game wager, {brief(most)}, not {brief(amount)}"
        return _refused(seat, said, rule)
    if not 0 < amount <= most:
        said = f"insurance is more than nothing and at most half of the game wager, {brief(most)}"
        return _refused(seat, said, rule)
    return None


def check_insured_behind(house: House, seat: SeatWagers, up: Card) -> None:
    """Refuse insurance of one who bets behind the seat where it is not open, or too much."""
    rule = house.game.insurance
    for one in seat.backline:
        if not one.insured:
            continue
        own = SeatPlay(seat.number, one.wagers.get("game", 0))
        if rule is None or up.rank != ACE:
            refusal: Refused | None = Refused(
                "not-open",
                "insurance is open only where the game has it and the bank shows an ace",
                cite=str(rule.cite if rule else house.game.deal.cite),
            )
        else:
            refusal = _objection_to_insurance(house, own, f"insure {dollars(one.insured)}")
        if refusal is not None:
            refusal.where = f"seat {seat.number}, backline {one.name}"
            raise refusal


def insured_by(move: str) -> int:
    """What a seat insured, in cents."""
    _, _, amount = move.partition(" ")
    return cents(amount) if amount else 0


def early_surrender(seat: SeatPlay) -> Ask:
    """Before the bank's down card is looked at."""
    return Ask(seat.number, "early-surrender", ("play on", "surrender"), default="play on")
