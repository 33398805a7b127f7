"""Showdowns that depend on cards nobody can name: every way they may lie, and what each pays.

Cards that are named in the record are seen, whoever held them; all others are equally likely.
Betting goes on without knowing cards, so a hand is played once and only its pots are divided
again for every way the hidden cards may lie. Where cards lie face up they have decided who acts:
those are written in one by one, and a way in which the hand could not have gone as it is written
is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm, prod

from houseway.cards import Card
from houseway.families.poker.chips import Award
from houseway.families.poker.phh_script import Action
from houseway.families.poker.pots import Pot
from houseway.families.poker.rules import Rules
from houseway.families.poker.showdown import Undecided, Values, pay_pots
from houseway.families.poker.state import UNKNOWN

Awards = tuple[Award, ...]
Written = Iterator[list[Action]]
Chances = Mapping[Awards, Fraction]  # how likely each division of the pots is

MOST_RANKED = 250_000  # hands that are ranked for one question
MOST_WAYS = 2_000_000  # and ways of combining them
MOST_REPLAYS = 3_000  # hands replayed for cards that lay face up


@dataclass(frozen=True, slots=True)
class OpenShare:
    """What a player may receive out of all pots, in chips, after the fee."""

    player: int  # counted from 1
    least: int
    most: int
    chances: Mapping[int, Fraction]  # of each amount; none where the ways are too many to count
    all_of_it: int  # everything this player can win

    def possible(self) -> dict[str, Fraction]:
        """All of it, a part, or nothing."""
        found: dict[str, Fraction] = {}
        for amount, chance in self.chances.items():
            how = "lose" if not amount else "win" if amount == self.all_of_it else "split"
            found[how] = found.get(how, Fraction(0)) + chance
        return {how: found[how] for how in ("win", "split", "lose") if how in found}


def open_shares(pots: Sequence[Pot], chances: Chances | None) -> tuple[OpenShare, ...]:
    """One for each player whose share depends on the unknown."""
    found = []
    for player in sorted({i for pot in pots for i in pot.players}):
        sure, whole = _alone(pots, player)
        amounts: dict[int, Fraction] = {}
        for awards, chance in (chances or {}).items():
            got = received(awards, player + 1)
            amounts[got] = amounts.get(got, Fraction(0)) + chance
        if chances is None:
            if whole > sure:
                found.append(OpenShare(player + 1, sure, whole, {}, whole))
        elif len(amounts) > 1:
            amounts = dict(sorted(amounts.items()))
            found.append(OpenShare(player + 1, min(amounts), max(amounts), amounts, whole))
    return tuple(found)


def sure_awards(pots: Sequence[Pot], chances: Chances | None) -> Awards:
    """What is paid in every case. Halves that differ from case to case are told as one sum."""
    if chances is None:
        contesting = sorted({i for pot in pots for i in pot.players})
        alone = {i: _alone(pots, i) for i in contesting}
        return tuple(
            Award(i + 1, "pot", sure) for i, (sure, whole) in alone.items() if sure == whole > 0
        )
    every = list(chances)
    found: list[Award] = []
    for player in sorted({award.player for awards in every for award in awards}):
        ways = {tuple(one for one in awards if one.player == player) for awards in every}
        sums = {sum(one.amount for one in way) for way in ways}
        if len(ways) == 1:
            found += ways.pop()
        elif len(sums) == 1:
            found.append(Award(player, "pot", sums.pop()))
    order = {"high": 0, "low": 1, "pot": 2}
    return tuple(sorted(found, key=lambda one: (order[one.kind], one.player)))


def _alone(pots: Sequence[Pot], player: int) -> tuple[int, int]:
    """What lies in pots that nobody else can win, and in all that the player can."""
    mine = [pot for pot in pots if player in pot.players]
    return sum(pot.amount for pot in mine if len(pot.players) == 1), sum(pot.amount for pot in mine)


def received(awards: Awards, player: int) -> int:
    return sum(award.amount for award in awards if award.player == player)


# Cards that lay face up.


def with_shown(actions: Sequence[Action]) -> Sequence[Action]:
    """The actions with cards that were unknown in the deal and named when the hand was shown:
    a single one, or several that were shown in the order of the deal."""
    if not any("??" in action.rest for action in actions if action.verb == "dh"):
        return actions
    written = list(actions)
    for shown in actions:
        if shown.verb != "sm" or not shown.rest or "?" in shown.rest or "-" in shown.rest:
            continue
        deals = [n for n, a in enumerate(written) if (a.verb, a.player) == ("dh", shown.player)]
        dealt, told = _tokens("".join(written[n].rest for n in deals)), _tokens(shown.rest)
        named = list((Counter(told) - Counter(dealt)).elements())
        in_order = len(dealt) == len(told) and all(
            was in ("??", now) for was, now in zip(dealt, told, strict=True)
        )
        if in_order:
            named = [now for was, now in zip(dealt, told, strict=True) if was == "??"]
        elif not dealt.count("??") == len(named) == 1:
            continue
        if any(card in action.rest for card in named for action in written if _lies(action, shown)):
            continue  # in two places: the script refuses the show
        for n in deals:
            cards = (named.pop(0) if one == "??" else one for one in _tokens(written[n].rest))
            written[n] = replace(written[n], rest="".join(cards))
    return written


def _lies(action: Action, shown: Action) -> bool:
    """Whether an action deals cards to others than the one who has shown."""
    return action.verb == "db" or (action.verb == "dh" and action.player != shown.player)


def _tokens(cards: str) -> list[str]:
    return [cards[start : start + 2] for start in range(0, len(cards), 2)]


def written_in(actions: Sequence[Action], rules: Rules, unseen: Sequence[Card]) -> Written | None:
    """The actions with every unknown card that lay face up written in, in every way there is.

    None where there are too many.
    """
    blanks = list(_face_up(actions, rules))
    if perm(len(unseen), len(blanks)) > MOST_REPLAYS:
        return None
    return _filled(actions, blanks, unseen)


def _face_up(actions: Sequence[Action], rules: Rules) -> Iterator[tuple[int, int]]:
    """The unknown cards that decide who acts: the action, and which of its cards."""
    streets = rules.streets
    if all(street.opens.startswith("left-of") for street in streets):
        return
    letters = "".join(street.cards for street in streets)
    if any(street.expose for street in streets):
        letters = "u" * len(letters)  # any card may have been turned up
    dealt: Counter[int] = Counter()
    for place, action in enumerate(actions):
        if action.verb not in ("dh", "db"):
            continue
        for number, start in enumerate(range(0, len(action.rest), 2)):
            up = action.verb == "db" or letters[dealt[action.player] :][:1] != "d"
            dealt[action.player] += action.verb == "dh"
            if up and action.rest[start : start + 2] == "??":
                yield place, number


def _filled(
    actions: Sequence[Action], blanks: Sequence[tuple[int, int]], unseen: Sequence[Card]
) -> Written:
    for cards in permutations(unseen, len(blanks)):
        filled = list(actions)
        for (place, number), card in zip(blanks, cards, strict=True):
            rest = filled[place].rest
            rest = f"{rest[: 2 * number]}{card.text}{rest[2 * number + 2 :]}"
            filled[place] = replace(filled[place], rest=rest)
            if filled[place].verb == "dh":
                _write_in_shown(filled, filled[place].player, card)
        yield filled


def _write_in_shown(filled: list[Action], player: int, card: Card) -> None:
    """A hand that was shown with the card had it then too; `????` is a hand nobody saw."""
    for place, action in enumerate(filled):
        if action.verb == "sm" and action.player == player and action.rest.strip("?-"):
            shown = action.rest.replace("??", card.text, 1)
            filled[place] = replace(action, rest=shown)


# Hidden cards.


def hidden_chances(
    found: Undecided, unseen: Sequence[Card], back: Mapping[Card, int]
) -> Chances | None:
    """Every division of the pots with its chance; None where the ways are too many, as they are
    taken to be with two boards.

    Cards that are `back` in the deck were in it when the hands were dealt; they can lie on the
    board, from the place on at which they were shuffled in.
    """
    hand = found.hand
    if hand.rules.game.double_board is not None:
        return None
    hidden = [i for i in found.read if not hand.held.mucked[i] and UNKNOWN in hand.held.cards[i]]
    blanks = [hand.held.cards[i].count(UNKNOWN) for i in hidden]
    board = hand.boards[0].count(UNKNOWN)
    boards, rest = comb(len(unseen), board), len(unseen) - board
    ways = boards * prod(
        comb(rest - sum(blanks[:place]), count) for place, count in enumerate(blanks)
    )
    ranked = boards * (len(found.read) - len(hidden) + sum(comb(rest, count) for count in blanks))
    by_suit = _suits_decide(hand.rules)
    if ranked > MOST_RANKED or ways > (MOST_RANKED if by_suit else MOST_WAYS) or not ways:
        return None
    counted = _Count(found, hidden, unseen, back, by_suit).ways()
    total = sum(counted.values())
    return {awards: Fraction(count, total) for awards, count in counted.items()}


def _suits_decide(rules: Rules) -> bool:
    """Whether an odd chip goes by the very cards of a hand."""
    odd = rules.game.odd_chips
    return bool({"by-suit", "better-high"} & {odd.tied, odd.tied_low})


class _Count:
    """Divisions of the pots, counted over all ways the hidden cards may lie."""

    def __init__(
        self,
        found: Undecided,
        hidden: Sequence[int],
        unseen: Sequence[Card],
        back: Mapping[Card, int],
        by_suit: bool,
    ) -> None:
        self._hand, self._pots, self._read = found.hand, found.pots, found.read
        self._hidden, self._unseen, self._by_suit = hidden, unseen, by_suit
        board = found.hand.boards[0]
        self._back = {place: back[card] for place, card in enumerate(unseen) if card in back}
        if not board:  # a deck that ran out; what was shuffled in comes to hands
            self._back = {}
        self._blanks = [place for place, card in enumerate(board) if card is UNKNOWN]
        self._known = {
            i: [card for card in found.hand.held.cards[i] if card is not UNKNOWN] for i in hidden
        }
        self._paid: dict[tuple[tuple[int, ...], tuple[int, ...]], Awards] = {}

    def ways(self) -> Counter[Awards]:
        hand, unseen, back = self._hand, self._unseen, self._back
        board = hand.boards[0]
        lying = [card for card in board if card is not UNKNOWN]
        found: Counter[Awards] = Counter()
        places = range(len(unseen))
        for drawn in combinations(places, len(board) - len(lying)):
            orders = self._orders(drawn)
            if not orders:
                continue
            board[:] = [*lying, *(unseen[i] for i in drawn)]
            beside: Counter[Awards] = Counter()
            self._count_hands([i for i in places if i not in drawn and i not in back], beside)
            for awards, ways in beside.items():
                found[awards] += ways * orders
        return found

    def _orders(self, drawn: Sequence[int]) -> int:
        """In how many orders cards can have come to the board; one stands for all where no card
        was shuffled in again."""
        back = self._back
        if not back:
            return 1
        return sum(
            all(back.get(i, 0) <= place for i, place in zip(order, self._blanks, strict=True))
            for order in permutations(drawn)
        )

    def _count_hands(self, places: Sequence[int], found: Counter[Awards]) -> None:
        """All hidden hands beside one board."""
        read = [i for i in self._read if i not in self._hidden]
        base = Values(self._hand, read, self._hand.boards[0])
        tables = [list(self._table(player, places)) for player in self._hidden]
        keys: Counter[tuple[tuple[int, ...], ...]] = Counter()

        def count(place: int, used: int, key: tuple[tuple[int, ...], ...]) -> None:
            last = place == len(tables) - 1
            for mask, entry in tables[place]:
                if mask & used:
                    continue
                if last:
                    keys[(*key, entry)] += 1
                else:
                    count(place + 1, used | mask, (*key, entry))

        if tables:
            count(0, 0, ())
        else:
            keys[()] = 1
        for key, number in keys.items():
            found[self._awards(base, key)] += number

    def _table(self, player: int, places: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every hand a player may hold: which cards it takes, and what it is worth."""
        hand, known = self._hand, self._known[player]
        missing = len(hand.held.cards[player]) - len(known)
        held = hand.held.cards[player]
        for drawn in combinations(places, missing):
            hand.held.cards[player] = [*known, *(self._unseen[i] for i in drawn)]
            values = Values(hand, [player], hand.boards[0])
            mask = sum(1 << i for i in drawn)
            worth = (values.high[player], values.low[player])
            yield mask, (*worth, *drawn) if self._by_suit else worth
        hand.held.cards[player] = held

    def _awards(self, base: Values, key: Sequence[tuple[int, ...]]) -> Awards:
        high, low = list(base.high), list(base.low)
        for player, (best, lowest, *_) in zip(self._hidden, key, strict=True):
            high[player], low[player] = best, lowest
        if not self._by_suit:
            high, low = _ranks(high), _ranks(low)
            kept = self._paid.get((tuple(high), tuple(low)))
            if kept is not None:
                return kept
        hand = self._hand
        for player, (_, _, *drawn) in zip(self._hidden, key, strict=True):
            if drawn:
                hand.held.cards[player] = [*self._known[player], *(self._unseen[i] for i in drawn)]
        values = Values(hand, (), hand.boards[0])
        values.high, values.low = high, low
        awards = tuple(pay_pots(hand, self._pots, [values]))
        if not self._by_suit:
            self._paid[tuple(high), tuple(low)] = awards
        return awards


def _ranks(strengths: Sequence[int]) -> list[int]:
    """Only the order counts; none stays none."""
    order = {one: place for place, one in enumerate(sorted({0, *strengths}))}
    return [order[one] for one in strengths]
