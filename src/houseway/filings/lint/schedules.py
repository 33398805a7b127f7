"""Schedule sets: numbering, paragraphs, limits, equal options, timing, what players pay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from houseway.filings.lint.brackets import check_brackets
from houseway.filings.lint.finding import Defect, error, note, warning
from houseway.filings.lint.use import check_use
from houseway.filings.schema.base import Span, brief
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    Group,
    Option,
    PotGroup,
    PotOption,
    ScheduleSet,
)
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording.base import amounts, listed, ranges
from houseway.filings.wording.collection import TIMING


def check_collection(filing: FilingBase, sets: list[ScheduleSet]) -> Iterator[Defect]:
    if not sets:
        if filing.collection.none_filed:
            why = filing.collection.none_filed.rstrip(".")
            yield note("no-schedule", f"{why}: no fee can be taken at this game", "collection")
        else:
            yield error(
                "no-schedule",
                "no schedule of fees and no reason given in collection.none_filed: nothing says "
                "what a table may charge",
                "collection",
            )
    if len(sets) > 1:
        yield from _check_sets(sets)
    for one in sets:
        yield from check_set(filing, one)
        yield from check_use(filing, one)


def _check_sets(sets: list[ScheduleSet]) -> Iterator[Defect]:
    numbers = [{option.number for _, option in one.options()} for one in sets]
    both = sorted(numbers[0].intersection(*numbers[1:]))
    if both:
        yield warning(
            "two-sets",
            f"options {ranges(both)} stand in {len(sets)} sets with fees of their own: a number "
            f"alone does not say which; it means set {sets[0].name}, the others are chosen by name",
            f"sets {listed(one.name for one in sets)}",
            sets[-1].cite,
        )


def check_set(filing: FilingBase, one: ScheduleSet) -> Iterator[Defect]:
    yield from _check_numbers(one)
    yield from _check_paragraphs(one)
    yield from _check_same(one)
    banked = isinstance(filing, PlayerDealerFiling)
    for group in one.group:
        if isinstance(group, CaliforniaGroup) != banked:
            yield error(
                "fees-of-another-game",
                f"fees of the kind {group.kind!r} cannot be taken in a "
                f"{'player-dealer' if banked else 'poker'} game",
                f"schedule {one.name}",
                group.cite,
            )
        yield from _check_group(filing, one, group)
        if isinstance(group, BlindsGroup):
            continue
        for option in group.option:
            where = f"schedule {one.name}/{option.number}"
            if isinstance(group, CaliforniaGroup) and isinstance(option, CaliforniaOption):
                yield from check_brackets(group, option, where)
            if option.note:
                yield note("printed-otherwise", option.note, where, group.cite)
    if one.note:
        yield note("printed-otherwise", one.note, f"set {one.name}", one.cite)
    yield from _check_bands(filing, one)


def _check_numbers(one: ScheduleSet) -> Iterator[Defect]:
    numbers = [option.number for _, option in one.options()]
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        yield error(
            "number-twice",
            f"option {number} stands {numbers.count(number)} times: a sign that names it does not "
            "say which fees hold",
            f"schedule {one.name}/{number}",
            one.cite,
        )
    if numbers:
        missing = sorted(set(range(1, max(numbers) + 1)) - set(numbers))
        if missing:
            yield warning(
                "number-skipped",
                f"no {_options(missing)}: a row of the table may have been lost",
                f"set {one.name}",
                one.cite,
            )


def _check_paragraphs(one: ScheduleSet) -> Iterator[Defect]:
    """Numbers a paragraph names against those of its table; paragraphs may share a sentence."""
    tables: dict[str, list[int]] = {}
    cites: dict[str, object] = {}
    for group in one.group:
        if group.options and not isinstance(group, BlindsGroup):
            tables.setdefault(group.options, []).extend(o.number for o in group.option)
            cites.setdefault(group.options, group.cite)
    named = {text: _numbers(text) for text in tables}
    for text, numbers in tables.items():
        if set(numbers) != named[text]:
            yield warning(
                "paragraph-numbers",
                f"the paragraph speaks of options {text}, its table has {ranges(numbers)}: rules "
                "of the paragraph may be meant for other options",
                f"set {one.name}, options {text}",
                cites[text],
            )
    for text, other in combinations(named, 2):
        both = named[text] & named[other]
        if both:
            yield warning(
                "paragraphs-overlap",
                f"{_options(sorted(both))} named by two paragraphs, {text} and {other}: no option "
                "can fall under both",
                f"set {one.name}, options {other}",
                cites[other],
            )


def _numbers(text: str) -> set[int]:
    first, _, last = text.partition("-")
    return set(range(int(first), int(last or first) + 1))


def _check_same(one: ScheduleSet) -> Iterator[Defect]:
    seen: dict[tuple[object, ...], int] = {}
    for group, option in one.options():
        key = _what_it_charges(group, option)
        if key in seen and seen[key] != option.number:
            yield warning(
                "identical-options",
                f"option {option.number} is the same as option {seen[key]}: one of them is idle, "
                "or a figure was copied by mistake",
                f"schedule {one.name}/{option.number}",
                group.cite,
            )
        seen.setdefault(key, option.number)


def _what_it_charges(group: Group, option: Option) -> tuple[object, ...]:
    fees = option.model_dump(exclude={"number", "lines", "note"})
    basis = group.model_dump(exclude={"option", "options", "cite", "note", "readings"})
    return (str(fees), str(basis))


def _check_group(filing: FilingBase, one: ScheduleSet, group: Group) -> Iterator[Defect]:
    where = f"set {one.name}" + (f", options {group.options}" if group.options else "")
    low, high = group.minimum, group.maximum
    if low is not None and high is not None and high.high is not None and low.low > high.high:
        yield error(
            "limits-contradict",
            f"the minimum is {amounts(low)} and the maximum {amounts(high)}: no table can open",
            where,
            group.cite,
        )
    if group.no_maximum and group.maximum is not None:
        yield error(
            "limits-contradict",
            f"there is to be no maximum, and one of {group.maximum}",
            where,
            group.cite,
        )
    if isinstance(group, CaliforniaGroup):
        yield from _check_california(filing, one, group, where)
    if isinstance(group, PotGroup):
        yield from _check_stakes(group, where)


def _check_stakes(group: PotGroup, where: str) -> Iterator[Defect]:
    small, large = group.smallest_game, group.largest_game
    if small and large and (large.low < small.low or (large.high or 0) < (small.high or 0)):
        yield error(
            "limits-contradict",
            f"the largest game {large} is below the smallest {small}: no game can be spread",
            where,
            group.cite,
        )


def _check_california(
    filing: FilingBase, one: ScheduleSet, group: CaliforniaGroup, where: str
) -> Iterator[Defect]:
    for clause in group.taken_elsewhere:
        yield warning(
            "timing-contradicts",
            f"the fee is {TIMING[group.taken]} here and {TIMING[clause.taken]} by another place "
            f"({clause.cite}): a round that is called off between the two is charged or not",
            where,
            group.cite,
        )
    if group.player_basis == "none":
        noticed = one.notices or any(n.topic == "zero-collection-review" for n in filing.notice)
        yield note(
            "zero-collection",
            "players pay nothing, and "
            + (
                "the text has the Bureau's notice that such games are under review and may be "
                "stopped"
                if noticed
                else "the text has no notice of the Bureau's review of such games, as others do"
            ),
            where,
            group.cite,
        )
    yield from _check_limits(group, where)
    if not isinstance(filing, PlayerDealerFiling):
        return
    for name, span in group.bonus_limits.items():
        if name == "*":
            continue
        spot = filing.find_spot(name)
        if spot is None:
            yield error(
                "unknown-spot",
                f"limits are given for {name!r}, which is no spot of the game",
                where,
                group.cite,
            )
        elif spot.limits is not None and spot.limits != span:
            yield error(
                "limits-contradict",
                f"{spot.label} is limited to {spot.limits} by the game and to {span} by the "
                "schedule: a bet between the two is allowed or not",
                where,
                group.cite,
            )


def _check_limits(group: CaliforniaGroup, where: str) -> Iterator[Defect]:
    """The limits of options against those of their paragraph and the city's cap."""
    by_limits: dict[Span | None, list[int]] = {}
    for option in group.option:
        by_limits.setdefault(option.limits, []).append(option.number)
    for own, numbers in by_limits.items():
        if own is not None and not _permitted(own, group):
            bounds = [
                f"a {name} of {amounts(span)}"
                for name, span in (("minimum", group.minimum), ("maximum", group.maximum))
                if span is not None
            ]
            yield error(
                "limits-contradict",
                f"{_options(numbers)} for wagers of {own}, where the paragraph has "
                f"{listed(bounds)}: a wager that only one of them allows is in dispute",
                where,
                group.cite,
            )
        cap = group.wager_cap
        top = own.high if own is not None else group.maximum.high if group.maximum else None
        if cap is not None and (top is None or top > cap):
            allowed = "without a maximum" if top is None else f"for wagers up to {brief(top)}"
            make = error if group.wager_cap_is == "refused" else warning
            yield make(
                "limits-contradict",
                f"{_options(numbers)} {allowed}, beside a city cap of {brief(cap)} on every bet: "
                "what is over the cap is in dispute",
                where,
                group.cite,
            )


def _options(numbers: list[int]) -> str:
    return f"option{'s' if len(numbers) > 1 else ''} {ranges(numbers)}"


def _permitted(own: Span, group: CaliforniaGroup) -> bool:
    low = group.minimum is None or own.low in group.minimum
    return low and (group.maximum is None or _reaches(own, group.maximum))


def _reaches(own: Span, maximum: Span) -> bool:
    if own.high is None:
        return maximum.high is None
    return own.high in maximum


def _check_bands(filing: FilingBase, one: ScheduleSet) -> Iterator[Defect]:
    """Pot fees go by the number of players: bands must not cut across or leave a number out."""
    for group in one.group:
        if not isinstance(group, PotGroup):
            continue
        bands = {
            (str(option.players), str(option.hours)): (option.players, option.hours)
            for option in group.option
        }
        where = f"set {one.name}" + (f", options {group.options}" if group.options else "")
        for (first, day), (second, night) in combinations(bands.values(), 2):
            if first == second or (
                day and night and day.start not in night and night.start not in day
            ):
                continue
            both = [n for n in range(2, 15) if n in first and n in second]
            if both:
                yield error(
                    "bands-overlap",
                    f"{both[0]} players are in two bands, {first} and {second}: two options fit",
                    where,
                    group.cite,
                )
        peers = [
            option.players
            for other in one.group
            if isinstance(other, PotGroup) and other.structures == group.structures
            for option in other.option
            if isinstance(option, PotOption)
        ]
        most = filing.table.active or filing.table.seats
        left = [n for n in range(2, most + 1) if not any(n in band for band in peers)]
        if left:
            yield warning(
                "bands-gap",
                f"no option is for {ranges(left)} players: such a hand has no fee",
                where,
                group.cite,
            )
