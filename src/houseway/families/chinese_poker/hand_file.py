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


def _refused(
    code: str, message: str, *, refused: str, player: int = 0, cite: Cite | str = ""
) -> HandRefused:
    """A defect of a field, of a player's own if a player is given, counted from 1."""
    error = HandRefused(code, message, refused=refused, cite=str(cite))
    if player:
        error.where = f"p{player}, {refused}"
    return error


def _read(data: Mapping[str, Any]) -> tuple[ChineseHand, Terms[ChinesePoker]]:
    filing = _filing(data)
    found: list[HousewayError] = []
    terms = make_terms(filing)
    schedule, options = data.get("_schedule"), data.get("_options", {})
    if not isinstance(options, dict):
        found.append(_refused("bad-field", "_options is a table", refused="_options"))
        options = {}
    try:
        terms = make_terms(filing, options=options, schedule=schedule)
    except HousewayError as error:
        name = "_schedule" if error.where == "schedule" else "_options"
        found.append(_refused(error.code, error.message, refused=name, cite=error.cite))
    players = _players(data, filing, found)
    hand = ChineseHand(
        filing=filing.id,
        point_value=_point_value(data, filing, found),
        button=_button(data, filing, len(players), found),
        starting_stacks=_stacks(data, filing, len(players), found),
        players=tuple(players),
        schedule=schedule,
        options=options,
    )
    found += _cards_twice(filing, players)
    if not found:
        found += _cannot_begin(filing, hand)
    if len(found) > 1:
        raise HandProblems(found)
    raise_all(found)
    return hand, terms


def _filing(data: Mapping[str, Any]) -> ChinesePoker:
    name = data.get("_filing")
    if not isinstance(name, str):
        raise _refused("missing-field", "name the filing in _filing", refused="_filing")
    try:
        filing = load(name)
    except FilingError as error:
        raise _refused(error.code, error.message, refused="_filing", cite=error.cite) from None
    if not isinstance(filing, ChinesePoker):
        raise _refused(
            "not-chinese-poker",
            f"[[player]] tables are for Chinese poker; {name} is another game",
            refused="_filing",
        )
    return filing


def _players(
    data: Mapping[str, Any], filing: ChinesePoker, found: list[HousewayError]
) -> list[SetHand]:
    tables = data.get("player")
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        message = "give a [[player]] table for each hand, in seat order"
        found.append(_refused("missing-field", message, refused="player"))
        return []
    return [_player(filing, n, table, found) for n, table in enumerate(tables, 1)]


def _player(
    filing: ChinesePoker, number: int, table: Mapping[str, Any], found: list[HousewayError]
) -> SetHand:
    before = len(found)
    for key in table:
        if key not in _PLAYER_KEYS and not key.startswith("_"):
            message = f"{key!r} is no field of a player; there are {', '.join(_PLAYER_KEYS)}"
            found.append(_refused("unknown-field", message, refused=key, player=number))
    top, middle, bottom = (_segment(filing, number, name, table, found) for name in NAMES)
    in_fantasy_land = table.get("fantasy_land", False)
    if not isinstance(in_fantasy_land, bool):
        message = f"fantasy_land is true or false, not {in_fantasy_land!r}"
        cite = filing.game.fantasy_land.cite
        found.append(
            _refused("bad-field", message, refused="fantasy_land", player=number, cite=cite)
        )
    hand = SetHand(top, middle, bottom, table.get("clean_sweep", ""), in_fantasy_land)
    if "clean_sweep" in table and len(found) == before:
        found += _sweep_problems(filing, number, hand)
    return hand


def _segment(
    filing: ChinesePoker,
    number: int,
    name: Name,
    table: Mapping[str, Any],
    found: list[HousewayError],
) -> tuple[Card, ...]:
    rule = next(one for one in filing.game.segment if one.name == name)

    def refused(code: str, message: str) -> None:
        found.append(_refused(code, message, refused=name, player=number, cite=rule.cite))

    text = table.get(name)
    if not isinstance(text, str):
        refused("missing-field", f"give the cards of the {name} segment, as '2h3d4c'")
        return ()
    try:
        cards = parse_cards(text)
    except NotationError as error:
        refused("not-cards", str(error))
        return ()
    for card in cards:
        if card not in DECKS[filing.deck.kind]:
            refused("not-in-deck", f"{card} is no card of the deck")
    if len(cards) != rule.cards:
        refused("wrong-count", f"{len(cards)} cards are given; the {name} segment has {rule.cards}")
    return cards


def _sweep_problems(filing: ChinesePoker, number: int, hand: SetHand) -> Iterator[HousewayError]:
    rule = filing.game.clean_sweep
    if rule.find(hand.declared) is None:
        known = ", ".join(row.hand for row in rule.rows)
        yield _refused(
            "unknown-sweep",
            f"{hand.declared!r} is no clean sweep; there are {known}",
            refused="clean_sweep",
            player=number,
            cite=rule.cite,
        )
    elif hand.declared not in hand.sweeps():
        yield _refused(
            "no-such-sweep",
            f"{hand.declared} is declared, but the cards do not make it",
            refused="clean_sweep",
            player=number,
            cite=rule.cite,
        )


def _cards_twice(filing: ChinesePoker, players: Sequence[SetHand]) -> Iterator[HousewayError]:
    seen = Counter(card for player in players for card in player.cards())
    for number, player in enumerate(players, 1):
        for name in NAMES:
            cards: tuple[Card, ...] = getattr(player, name)
            for card in dict.fromkeys(cards):
                if seen[card] > 1:
                    seen[card] = 0  # told once
                    yield _refused(
                        "card-twice",
                        f"{card} lies twice; one deck is used",
                        refused=name,
                        player=number,
                        cite=filing.deck.cite,
                    )


def _cannot_begin(filing: ChinesePoker, hand: ChineseHand) -> Iterator[HousewayError]:
    players = [
        Player(number, stack, one.fantasy_land)
        for number, (stack, one) in enumerate(
            zip(hand.starting_stacks, hand.players, strict=True), 1
        )
    ]
    for error in start_problems(filing, players, hand.point_value):
        yield _refused(error.code, error.message, refused=_FIELDS[error.code], cite=error.cite)


def _amount(value: Any, name: str, cite: Cite, found: list[HousewayError]) -> int:
    try:
        return cents(value)
    except (ValueError, ArithmeticError):
        message = f"{value} is no amount of dollars and cents"
        found.append(_refused("bad-field", message, refused=name, cite=cite))
        return 0


def _point_value(data: Mapping[str, Any], filing: ChinesePoker, found: list[HousewayError]) -> int:
    cite = filing.game.points.cite
    if "point_value" not in data:
        message = "say in point_value what a point is worth"
        found.append(_refused("missing-field", message, refused="point_value", cite=cite))
        return 0
    return _amount(data["point_value"], "point_value", cite, found)


def _stacks(
    data: Mapping[str, Any], filing: ChinesePoker, players: int, found: list[HousewayError]
) -> tuple[int, ...]:
    cite, stacks = filing.game.stakes.cite, data.get("starting_stacks")
    if not isinstance(stacks, list):
        message = "give a list of stacks, one for each player"
        found.append(_refused("missing-field", message, refused="starting_stacks", cite=cite))
        return ()
    if len(stacks) != players:
        message = f"{len(stacks)} stacks are given for {players} players"
        found.append(_refused("wrong-length", message, refused="starting_stacks", cite=cite))
    return tuple(_amount(one, "starting_stacks", cite, found) for one in stacks)


def _button(
    data: Mapping[str, Any], filing: ChinesePoker, players: int, found: list[HousewayError]
) -> int:
    button = data.get("button")
    if isinstance(button, bool) or not isinstance(button, int) or not 1 <= button <= players:
        message = f"the buttons lie with one of the players, 1 to {players}; button is {button!r}"
        cite = filing.game.buttons.cite
        found.append(_refused("button", message, refused="button", cite=cite))
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
