"""A round with unknown cards settled in every world: what is the same in all, and what is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.ruling import Undecided
from houseway.histories.script import Piece, Slot
from houseway.histories.worlds import Found, TooManyError, Worlds, name_slots
from houseway.rounds.verdicts import Layout, Result, only
from houseway.settlement.settle import Line, Settlement, round_the_table

Key = tuple[str, str, int]  # bettor, wager, hand
A_FEW = 20  # worlds drawn to see who is settled first in any
WHATEVER = "the same whatever the unknown cards were"
NOTHING = "none"  # a wager or a prize that some worlds do not have


class Came(NamedTuple):
    """What came of a round under some cards."""

    result: Result
    settlement: Settlement
    in_doubt: Sequence[str]


@dataclass(frozen=True, slots=True)
class Merged:
    """What all worlds have in common, and the wagers on which they differ."""

    result: Result
    settlement: Settlement
    in_doubt: Sequence[str]
    open: Sequence[Undecided]


Make = Callable[[Layout, bool], Worlds[Came]]  # for some seats; whether the button's card matters


def settle_worlds(
    make: Make, layout: Layout, filing: PlayerDealerFiling, bank_wager: int
) -> Merged:
    """The round settled as far as the unknown allows."""
    merged = _exactly(make, layout, filing, bank_wager)
    if merged is not None:
        return merged
    worlds = make(layout, True)
    worlds.unreached = worlds.few = True
    with suppress(HousewayError, TooManyError):
        return _merge(worlds, worlds.all(), layout, filing, bank_wager)
    parts = _parts(layout, filing)
    if len(parts) > 1:
        settled = [
            _exactly(make, part, filing, bank_wager) or _by_lot(make, part, filing, bank_wager)
            for part in parts
        ]
        if sum(_most_moved(one) for one in settled) <= bank_wager:  # so none waits for another
            first = _first_action(make, layout, filing)
            return _together(settled, layout, filing, first, worlds.seats)
    return _by_lot(make, layout, filing, bank_wager)


def _parts(layout: Layout, filing: PlayerDealerFiling) -> list[Layout]:
    """What does not bear on each other while the bank covers all of it: the seats, and the wagers
    that go by the own hand alone."""
    alone = filing.judged_alone
    seats = [seat for seat in layout.seats if seat.spots - alone]
    parts = [[only(seat, seat.spots - alone)] for seat in seats]
    own = [only(seat, alone) for seat in layout.seats if seat.spots & alone]
    if filing.hands_bear_on_each_other([seat.spots for seat in own]):
        parts.append(own)
    else:
        parts += [[seat] for seat in own]
    return [Layout(layout.bank_seat, tuple(part)) for part in parts]


def _exactly(
    make: Make, layout: Layout, filing: PlayerDealerFiling, bank_wager: int
) -> Merged | None:
    """All worlds gone through; None where there are too many of them.

    The card that places the button is told from its neighbours only where that can matter: where
    the bank's wager does not reach round the table.
    """
    by_card = filing.first_action.method == "card" and filing.first_cards is None
    if by_card:  # where everybody folds, that card is all that is asked
        worlds = make(layout, True)
        worlds.few = True
        with suppress(TooManyError):
            return _merge(worlds, worlds.all(), layout, filing, bank_wager)
    for in_order in (False, True):
        worlds = make(layout, in_order)
        try:
            found = worlds.all()
        except TooManyError:
            return None
        reaches = all(came.settlement.reaches for _, _, came in found)
        if in_order or reaches or not by_card:
            unknown = by_card and not in_order
            return _merge(worlds, found, layout, filing, bank_wager, button_unknown=unknown)
    raise AssertionError


def _by_lot(make: Make, layout: Layout, filing: PlayerDealerFiling, bank_wager: int) -> Merged:
    worlds = make(layout, True)
    return _merge(worlds, worlds.drawn(), layout, filing, bank_wager, estimated=True)


def _most_moved(merged: Merged) -> int:
    sure = sum(abs(line.net) + line.uncovered for line in merged.settlement.lines)
    return sure + sum(max(abs(one.least), abs(one.most)) for one in merged.open)


def _first_action(make: Make, layout: Layout, filing: PlayerDealerFiling) -> int | None:
    """Who is settled first, where no unknown card decides it."""
    worlds = make(layout, True)
    button = Slot("bank", (filing.first_action.card or 0) - 1)
    if button in worlds.script.slots:
        return None
    try:
        firsts = {came.result.first_action for _, _, came in worlds.drawn(A_FEW)}
    except HousewayError:  # the round cannot have gone so under any of them
        return None
    return firsts.pop() if len(firsts) == 1 else None


def _together(
    parts: Sequence[Merged], layout: Layout, filing: PlayerDealerFiling, first_action: int | None,
    seats: int,
) -> Merged:  # fmt: skip
    """The parts beside one another, their lines in the order of settlement."""
    settled = round_the_table(layout, filing.settlement, first_action or 1, seats)
    bettors = [bettor for seat in settled for bettor, _ in seat.bettors()]
    places = filing.settlement.places

    def place(one: Line | Undecided) -> tuple[int, int, int]:
        return bettors.index(one.bettor), places.get(one.wager, len(places)), one.hand

    lines = sorted((line for one in parts for line in one.settlement.lines), key=place)
    open_ = sorted((wager for one in parts for wager in one.open), key=place)
    result = replace(
        parts[0].result,
        first_action=first_action,
        house_way={at: set_so for one in parts for at, set_so in one.result.house_way.items()},
        warnings=tuple(dict.fromkeys(said for one in parts for said in one.result.warnings)),
    )
    return Merged(
        result=result,
        settlement=_settlement(lines, open_, layout, parts[0].settlement.bank_left),
        in_doubt=[said for one in parts for said in one.in_doubt],
        open=open_,
    )


def _merge(
    worlds: Worlds[Came],
    found: Sequence[Found[Came]],
    layout: Layout,
    filing: PlayerDealerFiling,
    bank_wager: int,
    *,
    estimated: bool = False,
    button_unknown: bool = False,
) -> Merged:
    if worlds.threw:
        _refuse_if_dice_decide(worlds, found)
    never_seen = _without_action(worlds, found)
    first = found[0][2]
    by_world = [(chance, _by_key(came.settlement.lines)) for chance, _, came in found]
    lines: list[Line] = []
    open_: list[Undecided] = []
    for key in dict.fromkeys(key for _, lines_of in by_world for key in lines_of):
        of = [(chance, lines_of.get(key, [])) for chance, lines_of in by_world]
        seen = [(chance, _as_one(several)) for chance, several in of]
        if not estimated and len({tuple(map(_money, several)) for _, several in of}) == 1:
            lines += [_common(same) for same in zip(*(several for _, several in of), strict=True)]
        elif not estimated and len({_money(line) for _, line in seen}) == 1:
            lines.append(_common([line for _, line in seen if line is not None]))
        else:
            slots = worlds.script.slots if estimated else _decides(worlds, found, key)
            bounds = _bounds(key, seen, filing, bank_wager) if estimated else None
            open_.append(_undecided(key, seen, slots, bounds))
    if open_ and worlds.left_out is not None:
        raise worlds.left_out
    lines = [_unseen(line, filing) if line.seat in never_seen else line for line in lines]
    first_actions = {came.result.first_action for _, _, came in found}
    if button_unknown and any(slot.place == "bank" for slot in worlds.decided):
        button = Slot("bank", (filing.first_action.card or 1) - 1)
        first_actions |= {None} if button in worlds.decided and len(layout.seats) > 1 else set()
    ways = [dict(came.result.house_way) for _, _, came in found]
    seen_ways = {k: v for k, v in ways[0].items() if k not in map(str, never_seen)}
    result = replace(
        first.result,
        first_action=first_actions.pop() if len(first_actions) == 1 else None,
        house_way={k: v for k, v in seen_ways.items() if all(w.get(k) == v for w in ways)},
        warnings=tuple(
            said for said in first.result.warnings
            if all(said in came.result.warnings for _, _, came in found)
        ),
        verdicts=first.result.verdicts if len(found) == 1 and not never_seen else (),
    )  # fmt: skip
    left = min(came.settlement.bank_left for _, _, came in found)
    return Merged(result, _settlement(lines, open_, layout, left), first.in_doubt, open_)


def _settlement(
    lines: Sequence[Line], open_: Sequence[Undecided], layout: Layout, left: int
) -> Settlement:
    """The lines that are sure, and the net of those who have no other."""
    waiting = {one.bettor for one in open_}
    net = {b: 0 for seat in layout.seats for b, _ in seat.bettors() if b not in waiting}
    for line in lines:
        if line.bettor in net:
            net[line.bettor] += line.net
    if not open_:
        net["bank"] = -sum(net.values())
    return Settlement(tuple(lines), net, left)


def _key(line: Line) -> Key:
    return line.bettor, line.wager, line.hand


def _by_key(lines: Iterable[Line]) -> dict[Key, list[Line]]:
    found: dict[Key, list[Line]] = {}
    for line in lines:
        found.setdefault(_key(line), []).append(line)
    return found


def _as_one(lines: Sequence[Line]) -> Line | None:
    """The prizes of one bettor for several hands taken together; a wager has but one line."""
    if len(lines) < 2:
        return lines[0] if lines else None
    best = next((line for line in lines if line.outcome == "win"), lines[0])
    return best._replace(
        net=sum(line.net for line in lines),
        uncovered=sum(line.uncovered for line in lines),
        because="; ".join(line.because for line in lines),
    )


def _money(line: Line | None) -> tuple[str, int, int]:
    return (NOTHING, 0, 0) if line is None else (line.outcome, line.net, line.staked)


def _common(lines: Sequence[Line]) -> Line:
    """A line of all worlds; its reason names no card that only some of them have."""
    line = lines[0]
    if any(other.because != line.because for other in lines):
        line = line._replace(because=WHATEVER)
    if any(other.odds != line.odds for other in lines):
        line = line._replace(odds=None)
    return line


def _undecided(
    key: Key,
    seen: Sequence[tuple[Fraction, Line | None]],
    slots: Sequence[Slot],
    bounds: tuple[int, int] | None,
) -> Undecided:
    """`bounds` hold what worlds that were not gone through may show."""
    possible: dict[str, Fraction] = {}
    for chance, line in seen:
        outcome = NOTHING if line is None else line.outcome
        possible[outcome] = possible.get(outcome, Fraction(0)) + chance
    nets = [0 if line is None else line.net for _, line in seen]
    least, most = bounds or (min(nets), max(nets))
    order = ("win", "push", "lose", "no_action", NOTHING)
    return Undecided(
        *key,
        possible={name: possible[name] for name in order if name in possible},
        least=least,
        most=most,
        decides=name_slots(slots),
        estimated=bounds is not None,
    )


def _bounds(
    key: Key,
    seen: Sequence[tuple[Fraction, Line | None]],
    filing: PlayerDealerFiling,
    bank_wager: int,
) -> tuple[int, int]:
    """What a wager can lose and win at most: its stake, its best row, never more than the bank."""
    stakes = [0 if line is None else line.staked for _, line in seen]
    if not min(stakes):  # a prize stakes nothing; some wagers are not there in every world
        return -bank_wager, bank_wager
    stake, wager = max(stakes), key[1]
    rows = [row.pays for table in filing.pay_table if table.wager == wager for row in table.rows]
    best = max((pays for pays in rows if pays is not None), default=None)
    even = filing.first_cards is None and wager in ("ante", "play", "game")
    if best is None and not even:
        return -min(stake, bank_wager), bank_wager
    return -min(stake, bank_wager), min(int(stake * (best or 1)), bank_wager)


def _decides(worlds: Worlds[Came], found: Sequence[Found[Came]], key: Key) -> Sequence[Slot]:
    """The slots a wager depends on: those of its own hand and of the table, if they decide it."""
    seat = int(key[0].partition("/")[0])
    near = [
        slot for slot in worlds.decided if not isinstance(slot.place, int) or slot.place == seat
    ]
    if len(near) == len(worlds.decided) or not near:
        return worlds.decided
    said: dict[tuple[Piece | None, ...], tuple[str, int, int]] = {}
    for _, cards, came in found:
        line = _as_one([one for one in came.settlement.lines if _key(one) == key])
        if said.setdefault(tuple(cards.get(slot) for slot in near), _money(line)) != _money(line):
            return worlds.decided
    return near


def _unseen(line: Line, filing: PlayerDealerFiling) -> Line:
    """A wager the bank did not reach, without what goes by a hand tried in the place of its own."""
    cite = str(filing.bank.cite)
    return line._replace(because=WHATEVER, cite=cite, odds=None, uncovered=line.staked)


def _without_action(worlds: Worlds[Came], found: Sequence[Found[Came]]) -> set[int]:
    """Seats whose hands nobody knows, behind a bank that is exhausted whatever they were."""
    seats = {at for at in worlds.guessed - worlds.script.lost if isinstance(at, int)}
    for _, _, came in found:
        for line in came.settlement.lines:
            if line.seat in seats and line.outcome != "no_action":
                raise worlds.script.left_out.get(line.seat, TooManyError())
    return seats


def _refuse_if_dice_decide(worlds: Worlds[Came], found: Sequence[Found[Came]]) -> None:
    """Dice may be left out where nothing depends on them under the same cards."""
    nets: dict[tuple[tuple[Slot, str], ...], Mapping[str, int]] = {}
    for _, cards, came in found:
        key = tuple((slot, piece.text) for slot, piece in cards.items())
        if nets.setdefault(key, came.settlement.net) != came.settlement.net:
            raise worlds.script.no_dice
