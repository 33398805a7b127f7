"""What went wrong in a round file, and what is ordered for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from houseway.cards import NotationError
from houseway.cards.unknown import parse_with_unknown
from houseway.errors import CannotHaveHappened, HousewayError, raise_all
from houseway.filings.irregular import TWICE, Fact, Silent, house_orders, ordered, silent
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.irregular import HouseOrder, Order, Whose
from houseway.filings.schema.wagers import PayTable
from houseway.histories.round_file import ErrorEntry, RoundFile
from houseway.histories.script import Piece, Script, on_hand
from houseway.rounds.dealer_errors import cite_of
from houseway.rounds.felt import felt_hints
from houseway.rounds.steps import DealerError, Place
from houseway.rounds.verdicts import Layout, Result, SeatWagers, Verdict
from houseway.settlement.wagers import PlayerDealerTerms
from houseway.table.stakes import all_added

_PILE = re.compile(r"(?:pile |seat )?(\d+)")
MISCOUNTS = ("wrong-number", "foul-hand")  # kinds under which a seat may hold too many or too few
LATE = "late-bet"
DECLARED = ("touched-tiles",)  # what the game's own rules carry out, as at a live table


class Happened(NamedTuple):
    """An error with its place as the round knows it."""

    entry: ErrorEntry
    fact: Fact
    place: Place | None
    cards: tuple[Piece, ...]


class Ordered(NamedTuple):
    """What went wrong, and the order that holds for it; None where nobody has one."""

    happened: Happened
    order: HouseOrder | None


@dataclass(frozen=True, slots=True)
class Floor:
    """The errors of a round with what is done about each."""

    errors: Sequence[Ordered] = ()

    @property
    def void(self) -> HouseOrder | None:
        return next((o for _, o in self.errors if o is not None and o.remedy == "void"), None)

    @property
    def unsettled(self) -> Ordered | None:
        """The first error that the floor must decide."""
        return next(
            (one for one in self.errors if one.order is None or one.order.remedy == "discretion"),
            None,
        )

    @property
    def orders(self) -> list[HouseOrder]:
        return [order for _, order in self.errors if order is not None]

    @property
    def gone(self) -> list[Piece]:
        """Cards that were seen and lie in no hand of the file: those that were replaced. In a void
        round nothing was, and the cards stand as they lay."""
        return [
            card
            for happened, order in self.errors
            if order is not None
            and (
                happened.fact.whose == "unused"
                or (order.remedy == "replaced" and self.void is None)
            )
            for card in happened.cards
        ]

    def named(self, lying: Sequence[Piece]) -> list[Piece]:
        """Cards that errors name and that are seen, though they lie in no hand."""
        told = Counter(card for happened, _ in self.errors for card in happened.cards)
        gone = Counter(self.gone)
        return [*gone.elements(), *(told - gone - Counter(lying)).elements()]

    @property
    def late(self) -> set[str]:
        """Bettors who put something down, raised or took back too late."""
        return {str(one.place) for one, _ in self.errors if one.entry.kind == LATE}

    def lost(self, filing: PlayerDealerFiling, layout: Layout) -> set[Place]:
        """Hands that lose all that lies on them, whatever they are, and win nobody a prize."""
        on_hand = {
            seat.number: {wager for _, wagers in seat.bettors() for wager in wagers}
            for seat in layout.seats
        }
        prized = {table.wager for table in _with_prizes(filing)}
        several = sum(not prized.isdisjoint(wagers) for wagers in on_hand.values()) > 1
        forfeit: dict[int, set[str]] = {seat: set() for seat in on_hand}
        for happened, order in self.errors:
            place = happened.place
            if order is not None and order.remedy == "forfeit" and place in on_hand:
                forfeit[place] |= set(order.wagers) or on_hand[place]
        found: set[Place] = {
            seat
            for seat, wagers in on_hand.items()
            if wagers <= forfeit[seat] and not (several and wagers & prized)
        }
        compared = [seat for seat in on_hand if on_hand[seat] - filing.judged_alone - forfeit[seat]]
        button = filing.first_action.method == "card"
        if any(forfeit.values()) and not (compared or button or filing.bank_decides_alone):
            found.add("bank")  # nobody is left to be compared with it
        return found

    def forfeits(self, kinds: Container[str]) -> Iterator[Happened]:
        """Hands and wagers that are lost by errors of these kinds."""
        for happened, order in self.errors:
            if order is not None and order.remedy == "forfeit" and happened.entry.kind in kinds:
                yield happened

    def declared(self, layout: Layout) -> list[DealerError]:
        """Errors the house dealer declares before the bank sets, seats before those behind them."""
        staked = {bettor for seat in layout.seats for bettor, _ in seat.bettors()}
        places = {str(one.place): one.place for one in self.forfeits(DECLARED)}
        return [
            DealerError(DECLARED[0], place)
            for name, place in places.items()
            if name in staked and (isinstance(place, int) or name.partition("/")[0] not in places)
        ]

    def silence(self, filing: PlayerDealerFiling) -> Silent | None:
        one = self.unsettled
        return None if one is None else silent(filing, one.happened.entry.kind)


def read_errors(
    file: RoundFile, terms: PlayerDealerTerms, layout: Layout, script: Script
) -> tuple[list[Happened], list[HousewayError]]:
    """The errors of a file as facts, and what is wrong with how they are written."""
    found: list[Happened] = []
    problems: list[HousewayError] = []
    named: set[tuple[Place | None, Piece]] = set()
    by_house = {seat.number for seat in file.seat if seat.house_way}
    backed = {str(seat.number) for seat in layout.seats if seat.backline}
    for number, entry in enumerate(file.error, 1):
        where = f"error entry {number}"
        try:
            place, whose = _place(entry, terms, layout, where)
            cards = _cards(entry.cards, terms.filing, where)
            _check_cards(entry, cards, terms, where)
            _check_number(entry, whose, terms, where)
        except CannotHaveHappened as error:
            problems.append(error)
            continue
        known = tuple(card for card in cards if card is not None)
        told = tuple(card for card in known if (place, card) in named)  # one card, told twice
        named.update((place, card) for card in known)
        fact = Fact(
            kind=entry.kind,
            whose=whose,
            noticed=entry.noticed,
            ranks=tuple(c.text if c.text == "Jk" else c.text[0] for c in known) or None,
            number=max(1, len(cards)) - len(told),
            intact=place is None or whose in ("board", "deck", "unused") or script.intact(place),
            by_house=place in by_house,
            backed=str(place).partition("/")[0] in backed,
            where=where,
        )
        found.append(Happened(entry, fact, place, tuple(c for c in known if c not in told)))
    return found, problems


def _cards(text: str, filing: PlayerDealerFiling, where: str) -> list[Piece | None]:
    try:
        return parse_with_unknown(text, tiles=filing.deck.kind == "tiles-32")
    except NotationError as error:
        raise CannotHaveHappened("not-a-card", str(error), where=f"{where}, cards") from None


def _check_cards(
    entry: ErrorEntry, cards: Sequence[Piece | None], terms: PlayerDealerTerms, where: str
) -> None:
    """An error names cards of the deck, and each as often as it can have been seen."""
    told = Counter(card for card in cards if card is not None)
    if entry.kind == "identical-cards" and len(told) > 1:
        said = f"{' and '.join(card.text for card in told)} are not identical; name the card once"
        raise CannotHaveHappened("not-identical", said, where=f"{where}, cards")
    exist: Counter[Piece] = Counter(terms.filing.deck.pieces(terms.decks))
    for card, times in told.items():
        if times <= exist[card] or (exist[card] and entry.kind in TWICE):
            continue
        said = f"{card} stands {times} times; name each card once"
        raise CannotHaveHappened(
            "card-too-often",
            said if exist[card] else f"{card} is no card of this deck",
            where=f"{where}, cards",
            cite=str(terms.filing.deck.cite),
        )


def _check_number(
    entry: ErrorEntry, whose: Whose | None, terms: PlayerDealerTerms, where: str
) -> None:
    """Where every hand has the same number of cards, another one was right or wrong."""
    hints = felt_hints(terms.filing.family)
    right = hints.bank_cards if whose == "bank" else hints.seat_cards
    if not right or entry.number is None or whose not in ("seat", "bank", "unused"):
        return
    if entry.kind == "wrong-number" and entry.number == right:
        said = f"{right} are the right number; `number` is how many there were"
    elif entry.kind in ("exposed-card", "boxed-card") and not 1 <= entry.number <= right:
        said = f"a hand has {right}; `number` is which one it was, counted from 1"
    else:
        return
    raise CannotHaveHappened("right-number", said, where=f"{where}, number")


def _place(
    entry: ErrorEntry, terms: PlayerDealerTerms, layout: Layout, where: str
) -> tuple[Place | None, Whose | None]:
    """The place of an error, and whose it is."""
    if entry.place is None:
        return None, None
    text = str(entry.place).strip()
    if "/" not in text:  # a bettor's name is written as it is
        text = text.lower()
    if text in ("board", "deck", "bank"):
        return text, text  # type: ignore[return-value]
    if text in [shared.place for shared in felt_hints(terms.filing.family).shared]:
        return text, "hand"
    if any(
        text == bettor for seat in layout.seats for bettor, _ in seat.bettors() if "/" in bettor
    ):
        return text, "behind"
    seat, _, name = text.partition("/")
    if entry.kind == LATE and name and seat.isdigit() and layout.seat(int(seat)) is not None:
        return text, "behind"  # who came too late bets nothing there that counts
    match = _PILE.fullmatch(text)
    number = int(match[1]) if match else 0
    if not 1 <= number <= terms.seats:
        named = [b for seat in layout.seats for b, _ in seat.bettors() if "/" in b]
        behind = f"; behind a seat bet {', '.join(named)}" if named else "; nobody bets behind one"
        shared = [f'"{one.place}"' for one in felt_hints(terms.filing.family).shared]
        words = ", ".join(['"bank"', *shared, '"deck"', f'"pile {terms.seats}" for one unused'])
        raise CannotHaveHappened(
            "bad-place",
            f"{text!r} is no place of this table; it has seats 1 to {terms.seats}, {words}{behind}",
            where=f"{where}, place",
        )
    if number == layout.bank_seat:
        return "bank", "bank"
    return number, "seat" if layout.seat(number) is not None else "unused"


def find_orders(
    filing: PlayerDealerFiling, errors: Sequence[Happened], procedures: str = ""
) -> Floor:
    """What the filing orders for each error; where it is silent, the house if it chose to say."""
    house = house_orders(filing, procedures)
    earlier: list[Fact] = []
    found: list[Ordered] = []
    needed: HousewayError | None = None
    for one in errors:
        order = None
        try:
            order = ordered(filing.orders, one.fact, earlier) or ordered(house, one.fact, earlier)
        except CannotHaveHappened as error:
            if error.code != "fact-needed":
                raise
            needed = needed or error
        found.append(Ordered(one, order))
        earlier.append(one.fact)
    floor = Floor(found)
    if needed is not None and floor.void is None:  # of a void round no more need be told
        raise needed
    return floor


def with_forfeits(
    result: Result, layout: Layout, floor: Floor, unset: Container[int] = ()
) -> Result:
    """The verdicts of a round in which hands or wagers are forfeit, `unset` ones without a word of
    how they lay."""
    verdicts: Sequence[Verdict] = result.verdicts
    for happened, order in floor.errors:
        if order is None or order.remedy != "forfeit" or happened.place is None:
            continue
        if happened.entry.kind in DECLARED:
            continue
        name, _, behind = str(happened.place).partition("/")
        bettor = str(happened.place) if behind else ""
        seat = layout.seat(int(name))
        if seat is None:
            continue  # the others are settled without it
        if order.kinds == ["foul-hand"] and isinstance(order, Order):
            if seat.number in result.unasked:
                continue  # nobody needed to set, so nobody set foul
            if seat.number not in unset:
                _check_foul(verdicts, seat.number, order, happened)
                continue
        verdicts = list(_forfeit(verdicts, seat, bettor, order))
    if verdicts is result.verdicts:
        return result
    return replace(result, verdicts=tuple(verdicts))


def _check_foul(
    verdicts: Sequence[Verdict], seat: int, order: HouseOrder, happened: Happened
) -> None:
    """The rules find a hand foul by themselves; one that is not was not."""
    cite = cite_of(order)
    if not any(
        v.seat == seat and v.wager in order.wagers and v.outcome == "lose" and v.cite == cite
        for v in verdicts
    ):
        raise CannotHaveHappened(
            "not-foul",
            f"seat {seat}'s hand is not foul as it is written; give `set` as it lay",
            where=happened.fact.where,
            cite=cite,
        )


def _forfeit(
    verdicts: Sequence[Verdict], seat: SeatWagers, bettor: str, order: HouseOrder
) -> Iterator[Verdict]:
    """A seat's wagers lost, or those of one who bets behind it; prizes stake nothing to lose."""
    others = tuple(name for name, _ in seat.bettors() if name != bettor)
    for verdict in verdicts:
        own = verdict.seat == seat.number
        if not own or (order.wagers and verdict.wager not in order.wagers):
            yield verdict
            continue
        if verdict.prize is not None:
            continue
        of = verdict.bettors
        lost = verdict._replace(
            outcome="lose", because=order.says, cite=cite_of(order), odds=None,
            forfeits=Verdict._field_defaults["forfeits"],
        )  # fmt: skip
        if not bettor:
            yield lost
            continue
        yield verdict._replace(bettors=tuple(o for o in others if of is None or o in of))
        if of is None or bettor in of:
            yield lost._replace(bettors=(bettor,))


def put_up(file: RoundFile, layout: Layout, family: str) -> dict[str, int]:
    """Everything each bettor has on the felt: the wagers, and what choices added to them."""
    total = Counter({b: sum(w.values()) for seat in layout.seats for b, w in seat.bettors()})
    for entry in file.seat:
        seat = layout.seat(entry.number)
        if seat is None:
            continue
        for behind in entry.backline:
            total[f"{entry.number}/{behind.name}"] += behind.insured
        total.update(all_added(family, [on_hand(action) for action in entry.actions], seat))
    return dict(total)


def _with_prizes(filing: PlayerDealerFiling) -> list[PayTable]:
    """Pay tables by which the hand of one wins something for others."""
    return [table for table in filing.pay_table if any(row.envy for row in table.rows)]


def _later(filing: PlayerDealerFiling) -> set[str]:
    """The wagers of a game of which no spot speaks before the deal."""
    return set(felt_hints(filing.family).later if filing.first_cards is None else ("insurance",))


def paid_so_far(
    file: RoundFile,
    filing: PlayerDealerFiling,
    layout: Layout,
    settled: Collection[tuple[str, str]] | None,
    late: Container[str] = (),
) -> dict[str, int]:
    """What has moved already, to each bettor; refused where nobody has such a wager.

    `settled` names bettors with the wagers that have a result; None where the round has none. What
    came too `late` never counted, and may have been paid or taken all the same; so may a prize.
    """
    by_bettor = {b: set(w) for seat in layout.seats for b, w in seat.bettors()}
    prizes = {"envy"} if _with_prizes(filing) else set()
    later = _later(filing)
    paid: dict[str, int] = {}
    problems: list[HousewayError] = []
    for number, entry in enumerate(file.paid, 1):
        where = f"paid entry {number}"
        late_bet = entry.bettor in late
        own = by_bettor.get(entry.bettor, set() if late_bet else None)
        if own is None:
            said = f"nobody bets as {entry.bettor!r}; bettors are {', '.join(by_bettor)}"
            if entry.bettor == "bank":
                said += "; what the bank paid or took is what they got or lost"
            problems.append(CannotHaveHappened("unknown-bettor", said, where=where))
            continue
        wager = entry.wager
        if settled is None:
            there = own | later
            wager = "game" if wager.partition("#")[0] == "game" else wager  # "game#2"
        else:
            there = own | {name for bettor, name in settled if bettor == entry.bettor}
        also = prizes | (later | {spot.name for spot in filing.spot} if late_bet else set())
        if wager not in there | also:
            said = f"{entry.bettor} has no wager {entry.wager!r}; there are "
            said += ", ".join([*sorted(own), *sorted(there - own)])
            problems.append(CannotHaveHappened("no-such-wager", said, where=where))
        paid[entry.bettor] = paid.get(entry.bettor, 0) + entry.net
    raise_all(problems)
    return paid
