"""Chinese-poker hands as files: read, scored by the filing, and written in the same shape.

A file has `[[player]]` tables in seat order with the segments as set; p1 is the first of them.
Points of a pair stand in the order of comparison: `p1 p2 9` is nine points net to p1, `p1 p2 -9`
nine to p2.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from houseway.cards import DECKS, Card, NotationError, parse_cards
from houseway.errors import FilingError, HandRefused, HousewayError, Problems, raise_all
from houseway.families.chinese_poker.irregular import explained as steps
from houseway.families.chinese_poker.irregular import ruled, unscored, ways
from houseway.families.chinese_poker.procedure import ChineseResult, Player, start_problems
from houseway.families.chinese_poker.schema import NAMES, ChinesePoker, Name, SweepRow, WinLimit
from houseway.families.chinese_poker.scoring import Comparison, Score, SetHand, score
from houseway.families.chinese_poker.table import ChineseState
from houseway.filings.loader import load
from houseway.filings.schema.base import Cite, cents, dollars
from houseway.filings.terms import Terms, make_terms
from houseway.histories.hand_files import Exported, schedule_number
from houseway.reading import toml_text, toml_value
from houseway.table import records as r
from houseway.table.opening import filing_of
from houseway.table.round_state import rebuild
from houseway.table.setup import Setup
from houseway.table.views import Viewer

if TYPE_CHECKING:
    from houseway.histories.explain import Reason

_PLAYER_KEYS = (*NAMES, "clean_sweep", "fantasy_land")
_FIELDS = {"players": "player", "point-value": "point_value", "short-stack": "starting_stacks"}


@dataclass(frozen=True, slots=True)
class ChineseHand:
    """One hand as it is filed away: money in cents, players in seat order, p1 first."""

    filing: str
    point_value: int
    button: int  # the player with both buttons, counted from 1
    starting_stacks: tuple[int, ...]
    players: tuple[SetHand, ...]
    schedule: int | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def positions(self) -> list[int]:
        """Players by position, counted from 0: the buttons first, then clockwise."""
        several = range(len(self.players))
        return [*several[self.button - 1 :], *several[: self.button - 1]]


def scored(hand: ChineseHand, terms: Terms[ChinesePoker]) -> dict[str, Any]:
    """A hand scored, as `houseway replay --json` tells it."""
    order = hand.positions()
    result = score(
        terms.filing.game,
        [hand.players[player] for player in order],
        [hand.starting_stacks[player] for player in order],
        hand.point_value,
        win_limit=cast(WinLimit | None, terms.options.get("win_limit")),
    )
    by_seat = [order.index(player) for player in range(len(order))]
    told: dict[str, Any] = {
        "points": [
            f"p{order[one.first] + 1} p{order[one.second] + 1} {one.points}"
            for one in result.comparisons
        ],
        "finishing_stacks": [dollars(result.stacks[place]) for place in by_seat],
        "fee": dollars(0),  # by the clock, no part of a hand
        "fantasy_land_next": [result.fantasy_land_next[place] for place in by_seat],
        "comparisons": [_told(one, order) for one in result.comparisons],
        "foul": [f"p{order[place] + 1}" for place, one in enumerate(result.hands) if one.foul],
    }
    warnings = list(_warnings(hand, terms.filing, result, order))
    if warnings:
        told["warnings"] = warnings
    return told


def _told(one: Comparison, order: Sequence[int]) -> dict[str, Any]:
    return {
        "players": [f"p{order[one.first] + 1}", f"p{order[one.second] + 1}"],
        "points": one.points,
        "paid": dollars(one.paid),
        "because": one.because,
        "cite": one.cite,
    }


def _warnings(
    hand: ChineseHand, filing: ChinesePoker, result: Score, order: Sequence[int]
) -> Iterator[str]:
    rows = filing.game.clean_sweep.rows
    for number, one in enumerate(hand.players, 1):
        sweeps = one.sweeps()
        held: dict[str, SweepRow] = {row.hand: row for row in rows if row.hand in sweeps}
        if not held:
            continue
        best = max(held.values(), key=lambda row: row.points)
        if not one.declared:
            yield f"p{number} holds {best.label} undeclared; it is compared by segment"
        elif best.points > held[one.declared].points:
            named = held[one.declared].label
            yield f"p{number} declared {named}; {best.label} would have been paid more"
    for compared in result.comparisons:
        due = compared.points * hand.point_value
        if compared.paid != due:
            first, second = f"p{order[compared.first] + 1}", f"p{order[compared.second] + 1}"
            yield (
                f"table stakes: {dollars(abs(compared.paid))} of {dollars(abs(due))} is paid "
                f"between {first} and {second}"
            )


# Reading.


class HandProblems(Problems):
    """Every defect of a hand file; the first one's field speaks for all."""

    def as_json(self) -> dict[str, Any]:
        return {**self.found[0].as_json(), **super().as_json()}


def read_chinese(data: Mapping[str, Any]) -> ChineseHand:
    """A hand from its parsed TOML, or every defect of it."""
    return _read(data)[0]


def _read(data: Mapping[str, Any]) -> tuple[ChineseHand, Terms[ChinesePoker]]:
    reader = _Reader(data)
    hand, terms = reader.hand(), reader.terms
    if not reader.found:
        reader.check_beginning(hand)
    if len(reader.found) > 1:
        raise HandProblems(reader.found)
    raise_all(reader.found)
    return hand, terms


def _filing(data: Mapping[str, Any]) -> ChinesePoker:
    name = data.get("_filing")
    if not isinstance(name, str):
        raise HandRefused("missing-field", "name the filing in _filing", refused="_filing")
    try:
        filing = load(name)
    except FilingError as error:
        raise HandRefused(error.code, error.message, refused="_filing", cite=error.cite) from None
    if not isinstance(filing, ChinesePoker):
        raise HandRefused(
            "not-chinese-poker",
            f"[[player]] tables are for Chinese poker; {name} is another game",
            refused="_filing",
        )
    return filing


class _Reader:
    """A file field by field; what is wrong with it is found, and reading goes on."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data, self.filing = data, _filing(data)
        self.found: list[HousewayError] = []
        self.options = data.get("_options", {})
        if not isinstance(self.options, dict):
            self._refuse("bad-field", "_options is a table", "_options")
            self.options = {}
        self.terms = make_terms(self.filing)
        try:
            self.terms = make_terms(
                self.filing, options=self.options, schedule=data.get("_schedule")
            )
        except HousewayError as error:
            name = "_schedule" if error.where == "schedule" else "_options"
            self._refuse(error.code, error.message, name, error.cite)

    def _refuse(
        self, code: str, message: str, name: str, cite: Cite | str = "", *, player: int = 0
    ) -> None:
        """A defect of a field, of a player's own if a player is given, counted from 1."""
        error = HandRefused(code, message, refused=name, cite=str(cite))
        if player:
            error.where = f"p{player}, {name}"
        self.found.append(error)

    def hand(self) -> ChineseHand:
        players = self._players()
        hand = ChineseHand(
            filing=self.filing.id,
            point_value=self._point_value(),
            button=self._button(len(players)),
            starting_stacks=self._stacks(len(players)),
            players=tuple(players),
            schedule=self.data.get("_schedule"),
            options=self.options,
        )
        self._check_cards_twice(players)
        return hand

    def _players(self) -> list[SetHand]:
        tables = self.data.get("player")
        if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
            message = "give a [[player]] table for each hand, in seat order"
            self._refuse("missing-field", message, "player")
            return []
        return [self._player(number, table) for number, table in enumerate(tables, 1)]

    def _player(self, number: int, table: Mapping[str, Any]) -> SetHand:
        before = len(self.found)
        for key in table:
            if key not in _PLAYER_KEYS and not key.startswith("_"):
                message = f"{key!r} is no field of a player; there are {', '.join(_PLAYER_KEYS)}"
                self._refuse("unknown-field", message, key, player=number)
        top, middle, bottom = (self._segment(number, name, table) for name in NAMES)
        in_fantasy_land = table.get("fantasy_land", False)
        if not isinstance(in_fantasy_land, bool):
            message = f"fantasy_land is true or false, not {in_fantasy_land!r}"
            cite = self.filing.game.fantasy_land.cite
            self._refuse("bad-field", message, "fantasy_land", cite, player=number)
        hand = SetHand(top, middle, bottom, table.get("clean_sweep", ""), in_fantasy_land)
        if "clean_sweep" in table and len(self.found) == before:
            self._check_sweep(number, hand)
        return hand

    def _segment(self, number: int, name: Name, table: Mapping[str, Any]) -> tuple[Card, ...]:
        rule = next(one for one in self.filing.game.segment if one.name == name)

        def refuse(code: str, message: str) -> None:
            self._refuse(code, message, name, rule.cite, player=number)

        text = table.get(name)
        if not isinstance(text, str):
            refuse("missing-field", f"give the cards of the {name} segment, as '2h3d4c'")
            return ()
        try:
            cards = parse_cards(text)
        except NotationError as error:
            refuse("not-cards", str(error))
            return ()
        for card in cards:
            if card not in DECKS[self.filing.deck.kind]:
                refuse("not-in-deck", f"{card} is no card of the deck")
        if len(cards) != rule.cards:
            had = f"{len(cards)} cards are given; the {name} segment has {rule.cards}"
            refuse("wrong-count", had)
        return cards

    def _check_sweep(self, number: int, hand: SetHand) -> None:
        rule = self.filing.game.clean_sweep
        if rule.find(hand.declared) is None:
            known = ", ".join(row.hand for row in rule.rows)
            message = f"{hand.declared!r} is no clean sweep; there are {known}"
            self._refuse("unknown-sweep", message, "clean_sweep", rule.cite, player=number)
        elif hand.declared not in hand.sweeps():
            message = f"{hand.declared} is declared, but the cards do not make it"
            self._refuse("no-such-sweep", message, "clean_sweep", rule.cite, player=number)

    def _check_cards_twice(self, players: Sequence[SetHand]) -> None:
        seen = Counter(card for player in players for card in player.cards())
        for number, player in enumerate(players, 1):
            for name in NAMES:
                cards: tuple[Card, ...] = getattr(player, name)
                for card in dict.fromkeys(cards):
                    if seen[card] > 1:
                        seen[card] = 0  # told once
                        message = f"{card} lies twice; one deck is used"
                        cite = self.filing.deck.cite
                        self._refuse("card-twice", message, name, cite, player=number)

    def check_beginning(self, hand: ChineseHand) -> None:
        both = zip(hand.starting_stacks, hand.players, strict=True)
        players = [
            Player(number, stack, one.fantasy_land) for number, (stack, one) in enumerate(both, 1)
        ]
        for error in start_problems(self.filing, players, hand.point_value):
            self._refuse(error.code, error.message, _FIELDS[error.code], error.cite)

    def _amount(self, value: Any, name: str, cite: Cite) -> int:
        try:
            return cents(value)
        except (ValueError, ArithmeticError):
            message = f"{value} is no amount of dollars and cents"
            self._refuse("bad-field", message, name, cite)
            return 0

    def _point_value(self) -> int:
        cite = self.filing.game.points.cite
        if "point_value" not in self.data:
            message = "say in point_value what a point is worth"
            self._refuse("missing-field", message, "point_value", cite)
            return 0
        return self._amount(self.data["point_value"], "point_value", cite)

    def _stacks(self, players: int) -> tuple[int, ...]:
        cite, stacks = self.filing.game.stakes.cite, self.data.get("starting_stacks")
        if not isinstance(stacks, list):
            message = "give a list of stacks, one for each player"
            self._refuse("missing-field", message, "starting_stacks", cite)
            return ()
        if len(stacks) != players:
            message = f"{len(stacks)} stacks are given for {players} players"
            self._refuse("wrong-length", message, "starting_stacks", cite)
        return tuple(self._amount(one, "starting_stacks", cite) for one in stacks)

    def _button(self, players: int) -> int:
        button = self.data.get("button")
        if isinstance(button, bool) or not isinstance(button, int) or not 1 <= button <= players:
            message = (
                f"the buttons lie with one of the players, 1 to {players}; button is {button!r}"
            )
            self._refuse("button", message, "button", self.filing.game.buttons.cite)
            return 1
        return button


# Writing.


def chinese_hand(
    result: ChineseResult,
    filing: str,
    *,
    schedule: int | str | None = None,
    options: Mapping[str, Any] | None = None,
) -> ChineseHand:
    """A hand played at a table, ready to be written: players in the order of their seats."""
    order = sorted(range(len(result.players)), key=lambda one: result.players[one].seat)
    return ChineseHand(
        filing=filing,
        point_value=result.point_value,
        button=order.index(0) + 1,
        starting_stacks=tuple(result.players[one].stack for one in order),
        players=tuple(result.hands[one] for one in order),
        schedule=schedule,
        options=dict(options or {}),
    )


def write_chinese(hand: ChineseHand) -> str:
    """The hand as TOML; what is read back equals what was written."""
    lines = [f"_filing = {toml_text(hand.filing)}"]
    if hand.schedule is not None:
        lines.append(f"_schedule = {toml_value(hand.schedule)}")
    if hand.options:
        pairs = ", ".join(f"{name} = {toml_value(value)}" for name, value in hand.options.items())
        lines.append(f"_options = {{ {pairs} }}")
    lines += [
        f"point_value = {_dollars(hand.point_value)}",
        f"button = {hand.button}",
        f"starting_stacks = [{', '.join(map(_dollars, hand.starting_stacks))}]",
    ]
    for player in hand.players:
        lines += ["", "[[player]]"]
        for name in NAMES:
            cards: tuple[Card, ...] = getattr(player, name)
            lines.append(f'{name} = "{"".join(card.text for card in cards)}"')
        if player.declared:
            lines.append(f'clean_sweep = "{player.declared}"')
        if player.fantasy_land:
            lines.append("fantasy_land = true")
    return "\n".join(lines) + "\n"


def _dollars(amount: int) -> str:
    """Dollars as a TOML number."""
    return dollars(amount).removesuffix(".00")


# What a family gives as its hand files.


@dataclass(frozen=True, slots=True)
class PlayedPoints:
    """One settled hand of Chinese poker."""

    number: int
    setup: Setup
    result: ChineseResult
    settled: r.PointsSettled

    def export(self) -> Exported:
        schedule = schedule_number(self.setup.schedule[0]) if self.setup.schedule else None
        hand = chinese_hand(
            self.result, self.setup.filing, schedule=schedule, options=self.setup.options
        )
        return Exported(write_chinese(hand), ".toml")


def reads(data: Mapping[str, Any]) -> bool:
    """Whether a parsed hand file is one of Chinese poker."""
    if "player" in data:
        return True
    name = data.get("_filing")
    if not isinstance(name, str):
        return False
    try:
        return isinstance(load(name), ChinesePoker)
    except FilingError:
        return False


def blank(filing: ChinesePoker) -> dict[str, Any]:
    """Two players, a dollar a point, no card placed."""
    return {
        "_filing": filing.id,
        "point_value": 1,
        "button": 1,
        "starting_stacks": [100, 100],
        "player": [dict.fromkeys(NAMES, "") for _ in range(2)],
    }


def replayed(data: Mapping[str, Any], place: str = "hand") -> dict[str, Any]:  # noqa: ARG001
    """Points, stacks and Fantasy Land of a parsed hand file; a file that cannot be is refused."""
    filing = _filing(data)

    def again(one: Mapping[str, Any]) -> dict[str, Any]:
        return scored(*_read(one))

    try:
        found = ways(data, filing, again)
    except HousewayError as refused:
        unplayed = unscored(data, filing, refused)
        if unplayed is None:
            raise
        return unplayed
    answer = ruled(data, filing, found, again)
    answer.pop("foul")
    return answer


def explained(data: Mapping[str, Any], place: str = "hand") -> list[Reason]:
    return list(steps(data, replayed(data, place)))


def played(state: ChineseState, settled: r.PointsSettled) -> PlayedPoints:
    running, _ = rebuild(state, random.Random(0))
    return PlayedPoints(settled.round, state.setup, running.result, settled)


def taken_away(header: r.Opened, entries: Sequence[r.Entry], viewer: Viewer) -> PlayedPoints:  # noqa: ARG001
    """Only what was laid goes into the file, and that everybody has seen."""
    state = ChineseState(filing_of(header))
    state.apply(r.Entry(0, "", header))
    for entry in entries:  # who came, left or sat out meanwhile does not matter
        if isinstance(entry.record, r.Shuffled | r.Reshuffled | r.HandStarted | r.Happened):
            state.count = entry.number
            state.apply(entry)
    settled = next(e.record for e in entries if isinstance(e.record, r.PointsSettled))
    return played(state, settled)
