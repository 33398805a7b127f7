"""The cards, dice and choices that a round file gives, taken in order as the rules ask."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from houseway.cards import Card, Dice, NotationError, Tile, parse_dice
from houseway.cards.unknown import (
    UNKNOWN,
    NeededError,
    UnknownCard,
    UnknownTile,
    parse_with_unknown,
)
from houseway.errors import CannotHaveHappened, HousewayError
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.round_file import RoundFile
from houseway.rounds.felt import felt_hints
from houseway.rounds.steps import Ask, Burn, Deal, Pieces, Place, Roll
from houseway.rounds.verdicts import Result
from houseway.table.stakes import quiet_move

Piece = Card | Tile


def _write(cards: Sequence[Piece]) -> str:
    """Cards as a file writes them, unknown ones too."""
    unknown = UnknownCard | UnknownTile
    return " ".join(UNKNOWN if isinstance(card, unknown) else card.text for card in cards)


class Slot(NamedTuple):
    """Where a card lay that nobody can name: its place, and which of its cards, from 0."""

    place: Place
    number: int


_ON_HAND = re.compile(r"(?:(\d+): ?)?(.*)")
DICE = "dice"  # what is needed where they are not given


def on_hand(choice: str) -> tuple[int | None, str]:
    """The hand a choice is said to be for, if any, and the choice: "2: double" is the second's."""
    number, move = cast(re.Match[str], _ON_HAND.fullmatch(" ".join(choice.split()))).groups()
    return int(number) if number else None, move


class Script:
    """The cards, dice and choices that a round file gives, taken in order as the rules ask."""

    def __init__(self, file: RoundFile, filing: PlayerDealerFiling) -> None:
        tiles = filing.deck.kind == "tiles-32"
        self._unknown = UnknownTile if tiles else UnknownCard
        self.problems: list[HousewayError] = []
        self.slots: list[Slot] = []  # cards written `??`
        # Hands without cards, of which nobody says that they were given up: what is wrong if
        # something depends on them.
        self.left_out: dict[Place, HousewayError] = {}
        self.in_turn = False  # whether a seat has no action behind an exhausted bank, won or lost
        self._hole_card = filing.first_cards is not None  # the bank's, which may stay down
        self._face_down: set[Place] = set()  # hands without cards that are taken as unknown
        self.lost: set[Place] = set()  # hands nobody looks at: all that lies on them is lost
        self.unset: set[Place] = set()  # hands of which it does not matter how they are set
        self.miscounted: set[Place] = set()  # hands of more or fewer cards than are dealt
        self.counted = False  # whether the rules themselves look at how many those are
        self._cards: dict[Place, list[Piece]] = {}
        self._used: dict[Place, int] = {}

        def read(place: Place, text: str, where: str) -> int | None:
            try:
                cards = parse_with_unknown(text, tiles=tiles)
            except NotationError as error:
                self.problems.append(
                    CannotHaveHappened(
                        "not-a-card", str(error), where=where, cite=str(filing.deck.cite)
                    )
                )
                return None
            held = self._cards.setdefault(place, [])
            for card in cards:
                if card is None:
                    slot = Slot(place, len(held))
                    self.slots.append(slot)
                    card = self._unknown(slot)
                held.append(card)
            return len(cards)

        read("bank", file.bank.cards, "bank.cards")
        read("board", file.board, "board")
        self.problems += _misplaced_hands(filing, file.hands)
        for place, text in file.hands.items():
            read(place, text, f"hands.{place}")
        self._told: dict[int, tuple[int, int]] = {}  # how many cards and how many draws
        for entry in file.seat:
            first = read(entry.number, entry.cards, f"seat {entry.number}, cards")
            later = read(entry.number, entry.draws, f"seat {entry.number}, draws")
            if first is not None and later is not None:
                self._told[entry.number] = first, later
        self._moves = {entry.number: _moves(entry.actions, entry.set, entry.house_way)
                       for entry in file.seat}  # fmt: skip
        self._moves[file.bank.seat] = _moves([], file.bank.set, file.bank.house_way)
        self._bank_seat = file.bank.seat
        self.splits = any("split" in moves for moves in self._moves.values())
        self._taken: dict[int, int] = {}
        self._dice: Sequence[int] = file.dice
        self._dice_given, self._dice_cite = bool(file.dice), str(filing.first_action.cite)
        self._rolled = False
        # The clause of the deal, and of each seat's last decision, for what is left over.
        self._dealt_by = ""
        self._decided_by: dict[Place, str] = {}
        # Where a choice may be meant for a later decision: whether it is taken at once, and
        # whether that is the second way to read it.
        self._meant: list[tuple[bool, bool]] = []
        self._doubts = 0

    @property
    def seen(self) -> list[Piece]:
        """Every card that is written down and known."""
        return [card for place in self._cards for card in self._known(place)]

    def _known(self, place: Place) -> list[Piece]:
        held = self._cards.get(place, ())
        return [card for card in held if not isinstance(card, UnknownCard | UnknownTile)]

    @property
    def words(self) -> set[str]:
        """The first words of all choices that are written."""
        moves = (move for own in self._moves.values() for move in own)
        return {on_hand(move)[1].partition(" ")[0] for move in moves}

    def misplaced(
        self, filing: PlayerDealerFiling, miscounted: Container[Place | None]
    ) -> Iterator[HousewayError]:
        """Cards that stand under the wrong key, but where a hand had a wrong number of them."""
        for seat, (first, later) in self._told.items():
            if seat not in miscounted:
                yield from _misplaced_cards(filing, seat, first, later)

    def unnamed(self, place: Place, card: Piece) -> bool:
        """Whether a card is none of those that are known at a place, and others are unknown."""
        unknown = any(slot.place == place for slot in self.slots)
        return unknown and card not in self._known(place)

    def intact(self, place: Place) -> bool:
        """Whether every card of a place is written down and known."""
        return bool(self._cards.get(place)) and all(slot.place != place for slot in self.slots)

    def assume(self, cards: Mapping[Slot, Piece], dice: Sequence[int] = ()) -> None:
        """Start over with these cards in place of unknown ones, and these dice if none lie."""
        for slot in self.slots:
            self._cards[slot.place][slot.number] = cards.get(slot) or self._unknown(slot)
        if not self._dice_given:
            self._dice = dice
        self._meant.clear()
        self._restart()

    def sets_unknown(self, place: Place) -> bool:
        """Whether a setting names an unknown card of the place."""
        seat = self._bank_seat if place == "bank" else place
        return isinstance(seat, int) and any(UNKNOWN in m for m in self._moves.get(seat, ()))

    def _named(self, seat: int, move: str) -> str:
        """A setting with unknown cards in it, as far as they are assumed to be something."""
        place: Place = "bank" if seat == self._bank_seat else seat
        for slot in self.slots:
            if slot.place == place:
                move = move.replace(UNKNOWN, self._cards[place][slot.number].text, 1)
        return move

    def deal(self, step: Deal) -> Pieces:
        self._dealt_by = self._dealt_by or step.cite
        start = self._used.get(step.to, 0)
        end = start + step.count
        cards = self._cards.get(step.to, [])
        if step.to in self.miscounted:
            self._face_down.add(step.to)
            if cards and self.counted:
                end = len(cards)
        if len(cards) < end:
            if step.if_given:
                return ()
            lacking = CannotHaveHappened(
                "too-few-cards",
                (f"{step.on} draws another card: " if step.on else "")
                + f"the rules deal {end} here by now, the file gives {len(cards)}"
                + (f" ({_write(cards)})" if cards else "; ?? stands for one nobody can name"),
                where=_where(step.to),
                cite=step.cite,
            )
            # Of the bank's hand may be missing what nobody turned.
            unturned = step.to == "bank" and not step.on
            unturned &= self._all_given_up() or (self._hole_card and start == len(cards))
            if cards and step.to not in self._face_down | self.lost and not unturned:
                raise lacking
            # A hand without cards lies face down and is unknown. One that nobody gave up is
            # refused where something depends on it.
            if step.to not in self.lost and not self._given_up(step.to):
                self.left_out.setdefault(step.to, lacking)
            self._face_down.add(step.to)
            cards = self._cards.setdefault(step.to, [])
            for number in range(len(cards), end):
                self.slots.append(Slot(step.to, number))
                cards.append(self._unknown(self.slots[-1]))
        self._used[step.to] = end
        return tuple(cards[start:end])  # type: ignore[return-value]

    def may_lack_action(self, place: Place, *, known: bool = True) -> bool:
        """Of a seat's hand that was left out, or is not `known` either, one way will do if the bank
        does not reach it, which is seen in the end."""
        return self.in_turn and isinstance(place, int) and (place in self.left_out or not known)

    def _told_cards(self, place: Place) -> Sequence[Piece]:
        """A seat's cards; what was chosen with those left out is supposed with a way they lay."""
        cards = self._cards.get(place, [])
        if place in self.left_out and isinstance(cards[0], UnknownCard | UnknownTile):
            raise NeededError(cards[0].key)
        return cards

    def _given_up(self, place: Place) -> bool:
        moves = self._moves.get(place, ()) if isinstance(place, int) else ()
        return any(move.endswith(("fold", "surrender")) for move in moves)

    def _all_given_up(self) -> bool:
        return all(self._given_up(seat) for seat in self._moves if seat != self._bank_seat)

    def roll(self, step: Roll) -> Dice:
        self._rolled = True
        if not self._dice:
            raise NeededError(DICE)
        try:
            return parse_dice(self._dice, step.count)
        except ValueError as error:
            raise CannotHaveHappened(
                "bad-dice", str(error), where="dice", cite=self._dice_cite
            ) from None

    @property
    def no_dice(self) -> HousewayError:
        """The refusal of a round whose dice are not given though something depends on them."""
        return CannotHaveHappened(
            "no-dice",
            "the game throws dice for the action button, and somebody's money depends on it; "
            "give `dice`",
            where="dice",
            cite=self._dice_cite,
        )

    def burn(self, step: Burn) -> None:
        pass

    def choose(self, ask: Ask) -> str:
        """The next written choice; a decision with a default passes over words not meant for it."""
        self._decided_by[ask.seat] = ask.cite
        moves = self._moves.get(ask.seat, [])
        taken = self._taken.get(ask.seat, 0)
        written = moves[taken] if taken < len(moves) else None
        hand, move = on_hand(written or "")
        if hand is not None:  # "2: double" is for the second hand and no other
            meant = ask.default is None or ask.written.loose or ask.takes(move)
            if hand == ask.hand and meant:
                self._taken[ask.seat] = taken + 1
                return move
            written = None
        if ask.default is not None and (written is None or not ask.takes(written)):
            return ask.default
        if written is not None and UNKNOWN in written:
            written = self._named(ask.seat, written)
            if UNKNOWN in written:
                raise CannotHaveHappened(
                    "not-a-setting",
                    "the setting names more unknown cards than the hand has; write each of them "
                    "under `cards` too, as ??",
                    where=_where("bank" if ask.seat == self._bank_seat else ask.seat),
                    cite=ask.cite,
                )
        if written is not None and ask.default is not None and ask.written.loose:
            self._doubts += 1
            if self._doubts > len(self._meant):
                self._meant.append((written.partition(" ")[0] not in ask.written.later, False))
            if not self._meant[self._doubts - 1][0]:
                return ask.default
        place: Place = "bank" if ask.seat == self._bank_seat else ask.seat
        silent = place in self.lost | self.unset or self.may_lack_action(place)
        if written is None and silent:
            return quiet_move(ask, self._told_cards(place))
        if written is None:
            options = ", ".join(dict.fromkeys((*ask.choices, *ask.beyond.verbs)))
            raise CannotHaveHappened(
                "no-choice",
                f"the seat must choose ({options}), and the file gives no further choice",
                where=_where("bank" if ask.seat == self._bank_seat else ask.seat),
                cite=ask.cite,
            )
        self._taken[ask.seat] = taken + 1
        return written

    def reread(self) -> bool:
        """Start over, the last doubtful choice read the other way. False if none is left."""
        while self._meant and self._meant[-1][1]:
            self._meant.pop()
        if not self._meant:
            return False
        self._meant[-1] = (not self._meant[-1][0], True)
        self._restart()
        return True

    def _restart(self) -> None:
        self._used.clear()
        self._taken.clear()
        self._doubts = 0

    def leftovers(self, result: Result, idle: Container[Place]) -> list[HousewayError]:
        """Cards that were never dealt and choices that were never made."""
        found: list[HousewayError] = []
        closed, stopped = result.closed, result.stopped
        for place, cards in self._cards.items():
            rest = cards[self._used.get(place, 0) :]
            if rest and place not in idle and place not in self._face_down:
                found.append(
                    CannotHaveHappened(
                        "too-many-cards",
                        f"{_write(rest)} cannot have been dealt: "
                        + stopped.get(place, "the rules stop before"),
                        where=_where(place),
                        cite=closed.get(place) or self._dealt_by,
                    )
                )
        for seat, moves in self._moves.items():
            rest_moves = moves[self._taken.get(seat, 0) :]
            if rest_moves and seat not in idle and seat not in result.unasked:
                found.append(
                    CannotHaveHappened(
                        "too-many-choices",
                        f"{', '.join(rest_moves)}: "
                        + (f"{stopped[seat]}; " if seat in stopped else "")
                        + "there is nothing left to choose; leave it out, or check the choices "
                        "before it",
                        where=_where("bank" if seat == self._bank_seat else seat),
                        cite=closed.get(seat) or self._decided_by.get(seat) or self._dealt_by,
                    )
                )
        if self._dice_given and not self._rolled:
            found.append(
                CannotHaveHappened(
                    "no-dice-thrown",
                    "the game throws no dice; leave `dice` out",
                    where="dice",
                    cite=self._dice_cite,
                )
            )
        return found


def _where(place: Place) -> str:
    return f"seat {place}" if isinstance(place, int) else f"{place}"


def _misplaced_hands(
    filing: PlayerDealerFiling, hands: Mapping[str, str]
) -> Iterator[HousewayError]:
    """Shared hands that the game does not have."""
    places = [shared.place for shared in felt_hints(filing.family).shared]
    for place in hands:
        if place not in places:
            said = f"the game has no shared hand of that name; it has {', '.join(places) or 'none'}"
            yield CannotHaveHappened("unknown-key", said, where=f"hands {place}")


def _misplaced_cards(
    filing: PlayerDealerFiling, seat: int, first: int, later: int
) -> Iterator[HousewayError]:
    """Cards that stand under `cards` and belong under `draws`, or the other way round."""
    due = filing.first_cards
    if later and due is None:
        code, place = "too-many-cards", "draws"
        said = "the game draws no later cards; a seat's cards all stand under `cards`"
    elif due is not None and (first > due or (first < due and later)):
        code, place = "too-many-cards" if first > due else "too-few-cards", "cards"
        said = f"`cards` are the first {due}, here {first}; those drawn later are `draws`"
    else:
        return
    yield CannotHaveHappened(code, said, where=f"seat {seat}, {place}", cite=str(filing.deck.cite))


def _moves(actions: Sequence[str], setting: str | None, house_way: bool) -> list[str]:
    moves = [" ".join(action.split()) for action in actions]
    if setting is not None:
        moves.append(f"set {setting}")
    elif house_way:
        moves.append("house_way")
    return moves
