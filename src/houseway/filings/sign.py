"""The sign a table must post: game, limits, collection, pay tables, what felt and sign must say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway.filings.house_book import choose, ordinance_said
from houseway.filings.loader import readings_of
from houseway.filings.permitted.limits import check_ordinance
from houseway.filings.permitted.posted import Posted, posted
from houseway.filings.permitted.wagers import POSTED_LIMITS, wager_limits
from houseway.filings.schedules import never_due
from houseway.filings.schema.base import Span, brief, dollars, write_odds
from houseway.filings.schema.collection import (
    BlindsGroup,
    Bracket,
    CaliforniaGroup,
    CaliforniaOption,
    PotGroup,
    PotOption,
    TimedGroup,
    TimedOption,
)
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK
from houseway.filings.schema.wagers import PayTable
from houseway.filings.told import NOT_FILED
from houseway.filings.trace.texts import Place, line_numbers
from houseway.filings.wording import spot_name
from houseway.filings.wording.base import listed
from houseway.filings.wording.collection import BANK_BASIS, PLAYER_BASIS, TIMING

DOLLAR = 100  # brackets are printed in whole dollars
_JACKPOT = ("jackpot drop, not a fee of the house", "")
# By when a pot's fees fall due: what each is called, and when it is taken.
_POT_FEES = {
    "flop-turn-river": {
        "regular": ("regular fee", "after the flop"),
        "jackpot": _JACKPOT,
        "turn": ("turn fee", "after the turn"),
        "river": ("river fee", "after the river"),
        "modified": ("modified fee", "instead, if there is no flop"),
    },
    "betting-rounds": {
        "regular": ("regular fee", "after the first round of betting"),
        "jackpot": _JACKPOT,
        "second": ("table fee 2", "after the second round of betting"),
        "third": ("table fee 3", "after the third round of betting"),
    },
    "button": {"regular": ("regular fee", "before the deal"), "jackpot": _JACKPOT},
}
_NOT_YET = {
    "flop-turn-river": "nothing is due in the first round of betting",
    "betting-rounds": "nothing is due until the first round of betting is over",
}
_FLAT = {"betting-square": "a hand, for each betting square", "half-hour": "every half hour"}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence that must be seen at the table, and its clause."""

    text: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One fee: under which option, who pays it, for what, when, how much."""

    option: str
    who: str
    measure: str
    fee: int | None  # None: the text gives none, and such a hand is refused
    due: str = ""

    @property
    def amount(self) -> str:
        return "none filed" if self.fee is None else brief(self.fee)

    @property
    def what(self) -> str:
        return f"{self.measure}, {self.due}" if self.due else self.measure


@dataclass(frozen=True, slots=True)
class Stake:
    """What is bet in one round of betting."""

    round: str
    bet: int
    most: int | None = None  # with all raises


@dataclass(frozen=True, slots=True)
class Sign:
    """Everything that stands on it, checked against the filing."""

    filing: FilingBase
    chosen: Posted
    bonus_limits: dict[str, Span]
    basis: str
    fees: list[FeeLine]
    stakes: list[Stake]
    pay_tables: list[PayTable]
    ranking: dict[str, list[str]]
    spots: list[str]  # what is printed where a wager lies
    felt: list[Line]
    posted: list[Line]
    notices: list[Line]
    readings: list[Line]
    not_filed: list[Line]
    by_book: tuple[str, ...] = ()  # what the house book decided of it


def make_sign(filing: FilingBase, schedules: list[str], limits: str) -> Sign:
    """The sign for these options and limits, or the reason why a table cannot run so.

    What is left empty stands in the house book.
    """
    wanted = choose(filing, schedule=schedules, limits=limits or None)
    chosen = posted(filing, wanted.schedule, wanted.limits or "")
    check_ordinance(wanted.ordinance, chosen.limits)
    known = [BY_THE_BOOK.capitalize() + f": {listed(wanted.by_book)}"] if wanted.by_book else []
    if wanted.ordinance is not None:
        known.append(f"The city's ordinance: {ordinance_said(wanted.ordinance)}")
    if chosen.game is not None:  # when more than the most may be bet after all
        known += [rule.text for rule in filing.rule if rule.topic == "largest-bet"]
    chosen = replace(chosen, warnings=(*chosen.warnings, *known))
    shown = [Line(one.text, str(one.cite)) for one in filing.posting if one.where != "felt"]
    ordered = chosen.set.posted if chosen.set is not None else []
    banked = filing if isinstance(filing, PlayerDealerFiling) else None
    return Sign(
        filing=filing,
        chosen=chosen,
        bonus_limits=_bonus_limits(filing, chosen),
        basis=_basis(chosen, behind=banked is None or banked.takes_backline),
        fees=list(_fees(filing, chosen)),
        stakes=list(_stakes(filing, chosen)),
        pay_tables=list(banked.pay_table) if banked else [],
        ranking=filing.ranking_chart,
        spots=_printed(banked) if banked else [],
        felt=[Line(one.text, str(one.cite)) for one in filing.posting if one.where == "felt"],
        posted=shown + [Line(one.text, str(one.cite)) for one in ordered],
        notices=_notices(filing, chosen),
        readings=list(_readings(filing, chosen)),
        not_filed=[Line(f"Not filed: {fact.why}", fact.key) for fact in filing.not_filed],
        by_book=wanted.by_book,
    )


def _printed(filing: PlayerDealerFiling) -> list[str]:
    """The words at one position: its spots, and places for later wagers that the felt names."""
    felt = " ".join(one.text for one in filing.posting if one.where == "felt")
    known = {spot.name for spot in filing.spot}
    later = (
        spot_name(name).capitalize() for name in filing.settlement.wager_order if name not in known
    )
    named = [word for word in later if re.search(rf"\b{word}\b", felt)]
    return [spot.label for spot in filing.spot] + named


def _bonus_limits(filing: FilingBase, chosen: Posted) -> dict[str, Span]:
    """Limits of spots that have their own."""
    if not isinstance(filing, PlayerDealerFiling):
        return {}
    schedule = chosen.schedules[0] if chosen.schedules else None
    bounds = {s.label: wager_limits(schedule, chosen.limits, s, chosen.spaces) for s in filing.spot}
    return {label: one[0] for label, one in bounds.items() if one and one[1] != POSTED_LIMITS}


def _basis(chosen: Posted, *, behind: bool) -> str:
    """By what the fees are measured and when they are taken."""
    group = chosen.group
    if group is None:
        return "No schedule is filed: no fee may be taken at this table."
    if isinstance(group, BlindsGroup):
        return "The blinds are the house's fee, taken before any card is dealt."
    if isinstance(group, TimedGroup):
        return "Taken in advance from each active player, by the clock."
    if isinstance(group, PotGroup):
        least = group.jackpot_pot
        drop = f" A jackpot drop is taken from a pot of {brief(least)} on." if least else ""
        if group.taken == "button":
            return f"Paid by the dealer button before the deal.{drop}"
        ends = any(getattr(one.option, "modified", 0) for one in chosen.schedules)
        instead = " but the modified fee of a hand that ends there" if ends else ""
        return (
            f"Taken from the pot, by the number of players dealt in; {_NOT_YET[group.taken]}"
            f"{instead}, and a fee whose round is not reached is not taken.{drop}"
        )
    counted = "with" if group.action == "all-wagers" else "without"
    action = f" ({counted} bonus bets)" if group.bank_basis == "table-action" else ""
    bank = f"{BANK_BASIS[group.bank_basis]}{action}"
    too = ", backline bettors too" if group.backline_pays and behind else ""
    players = f"{PLAYER_BASIS[group.player_basis]}{too}"
    return f"{bank[:1].upper()}{bank[1:]}; {players}; {TIMING[group.taken]}."


def _fees(filing: FilingBase, chosen: Posted) -> Iterator[FeeLine]:
    group, least = chosen.group, chosen.limits.low
    if isinstance(group, BlindsGroup) and chosen.game is not None:
        days = ", ".join(chosen.game.days)
        for name, blind in zip(
            ("small blind", "big blind", "third blind"), group.blinds, strict=False
        ):
            yield FeeLine(days, "who posts it", name, blind)
    for schedule in chosen.schedules:
        option = schedule.option
        number = f"{option.number}" + (f", {option.hours}" if option.hours else "")
        match option:
            case CaliforniaOption():
                basis = getattr(schedule.group, "player_basis", "")
                yield from _brackets(
                    number, "player-dealer", option.bank, option.bank_missing, least
                )
                yield from _brackets(
                    number,
                    "each player",
                    option.player,
                    option.player_missing,
                    least,
                    _FLAT.get(basis),
                )
                if option.jackpot:
                    yield FeeLine(number, "each player", _JACKPOT[0], option.jackpot)
            case PotOption():
                assert isinstance(schedule.group, PotGroup)
                taken = schedule.group.taken
                for key, (name, due) in _POT_FEES[taken].items():
                    fee = getattr(option, key)
                    if (fee and key not in never_due(filing, option)) or key == "regular":
                        who = "button" if taken == "button" and key == "regular" else "pot"
                        yield FeeLine(number, f"{who}, {option.players} players", name, fee, due)
            case TimedOption():
                every = f"every {getattr(schedule.group, 'minutes', 0)} minutes"
                yield FeeLine(number, "each active player", every, option.fee)


def _brackets(
    number: str,
    who: str,
    brackets: list[Bracket],
    missing: list[Span],
    least: int,
    flat: str | None = None,
) -> Iterator[FeeLine]:
    """Each bracket as it is charged; one without a fee is said to have none."""
    spans = charged([one.span for one in brackets] + missing, least)
    for span, fee in zip(spans, [one.fee for one in brackets] + [None] * len(missing), strict=True):
        whole = span == Span(low=0, high=None)
        yield FeeLine(number, who, (flat or "a hand") if whole else str(span), fee)


def charged(printed: Sequence[Span], least: int) -> list[Span]:
    """Spans as fees are taken: an amount belongs to the last one whose start it has reached, and
    to the first if it has reached none; `least` is the smallest wager.
    """
    starts = sorted(span.low for span in printed)
    found = []
    for span in printed:
        after = next((start for start in starts if start > span.low), None)
        low = min(span.low, least) if span.low == starts[0] else span.low
        found.append(Span(low=low, high=span.high if after is None else after - DOLLAR))
    return found


def _readings(filing: FilingBase, chosen: Posted) -> Iterator[Line]:
    """Where fees are charged otherwise than printed, and the readings by which they are."""
    idle = (key for one in chosen.schedules for key in never_due(filing, one.option))
    for key in dict.fromkeys(idle):
        name, due = _POT_FEES["betting-rounds"][key]
        yield Line(f"{name.capitalize()}, {due}, is never due: the game has no such round.")
    for schedule in chosen.schedules:
        option = schedule.option
        if option.note:
            yield Line(option.note, str(schedule.group.cite))
        if not isinstance(option, CaliforniaOption):
            continue
        named = ", ".join(
            _on_brackets(filing, set(line_numbers(option.lines, schedule.set.source)))
        )
        for brackets in (option.bank, option.player):
            printed = [one.span for one in brackets]
            spans = charged(printed, chosen.limits.low)
            for as_printed, as_charged in zip(printed, spans, strict=True):
                if as_printed != as_charged:
                    yield Line(
                        f"Printed as {as_printed}, charged as {as_charged}: an amount belongs to "
                        "the last bracket whose start it has reached, and to the first if to none.",
                        named,
                    )


def _on_brackets(filing: FilingBase, places: set[Place]) -> Iterator[str]:
    """The readings on brackets that bear on these lines."""
    for one in readings_of(filing):
        about = "bracket" in f"{one.title} {one.doubt}".lower()
        if about and any(place in places for lines in one.places for place in line_numbers(lines)):
            yield one.id


def _stakes(filing: FilingBase, chosen: Posted) -> Iterator[Stake]:
    """What is bet round by round, where the bets are fixed."""
    rounds = filing.betting_rounds
    if chosen.game is not None:
        game = chosen.game
        for (name, _), bet, most in zip(rounds, game.bets, game.most, strict=False):
            yield Stake(name, bet, most)
        return
    group, limits = chosen.group, chosen.limits
    fixed = isinstance(group, PotGroup | TimedGroup) and group.structures == ["limit"]
    if fixed and limits.high is not None:
        for name, which in rounds:
            yield Stake(name, limits.low if which == "lower" else limits.high)


def _notices(filing: FilingBase, chosen: Posted) -> list[Line]:
    """The owner's and the Bureau's; that on games without a player fee where it applies."""
    group = chosen.group
    free = isinstance(group, CaliforniaGroup) and group.player_basis == "none"
    own = [one for one in filing.notice if free or one.topic != "zero-collection-review"]
    notices = [Line(one.text, str(one.cite)) for one in own]
    if free and chosen.set and not any(one.topic == "zero-collection-review" for one in own):
        notices += [Line(one.text, str(one.cite)) for one in chosen.set.notices]
    return notices


def table_sign(filing: FilingBase, schedules: list[str], limits: str) -> RenderableType:
    """The sign, framed."""
    return framed(make_sign(filing, schedules, limits))


def framed(sign: Sign) -> RenderableType:
    """A sign made before, for a terminal."""
    filing = sign.filing
    head = Text.assemble((filing.title, "bold"), f"\n{filing.house}", justify="center")
    if filing.approval:
        head.append(f", {filing.approval}")
    parts: list[RenderableType] = [head, Text(), _limits(sign)]
    parts += [Text("\nCollection", style="bold"), Text(sign.basis)]
    if sign.fees:
        parts.append(_fee_table(sign))
    if sign.stakes:
        parts += [Text("\nBets by round", style="bold"), _stake_table(sign)]
    if isinstance(filing, PlayerDealerFiling) and sign.pay_tables:
        from houseway.filings.sheet import pay_tables

        labels = {spot.name: spot.label for spot in filing.spot}
        parts += [Text("\nPay tables", style="bold"), pay_tables(sign.pay_tables, labels)]
    for name, hands in sign.ranking.items():
        parts.append(Text.assemble((f"\n{name}, best first: ", "bold"), ", ".join(hands)))
    for title, lines in worded(sign).items():
        if lines:
            parts += [Text(f"\n{title}", style="bold"), _lines(lines)]
    return Panel(Group(*parts), box=box.DOUBLE, padding=(1, 2))


def worded(sign: Sign) -> dict[str, list[Line]]:
    """The sentences of a sign under their headings, in order."""
    known = [*(Line(warning) for warning in sign.chosen.warnings), *sign.not_filed]
    return {
        "Printed on the felt": sign.felt,
        "Also to be posted": sign.posted,
        "Notices": sign.notices,
        "As read": sign.readings,
        "To know": known,
    }


def _stake_table(sign: Sign) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("round")
    table.add_column("bet", justify="right")
    most = any(stake.most is not None for stake in sign.stakes)
    if most:
        table.add_column("at most", justify="right")
    for stake in sign.stakes:
        last = [brief(stake.most or 0)] if most else []
        table.add_row(stake.round, brief(stake.bet), *last)
    return table


def _limits(sign: Sign) -> Text:
    text = Text.assemble((f"{sign.chosen.limits_are}: ", "bold"), str(sign.chosen.limits))
    for label, span in sign.bonus_limits.items():
        text.append(f"\n{label}: {span}")
    return text


def _fee_table(sign: Sign) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("option", "from", "for"):
        table.add_column(name)
    table.add_column("fee", justify="right")
    last = ("", "")
    for line in sign.fees:
        named = (line.option, line.who)
        shown = ("", "") if named == last else named
        table.add_row(*shown, line.what, line.amount)
        last = named
    return table


def _lines(lines: list[Line]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=7)
    table.add_column(ratio=3, justify="right", style="dim")
    for line in lines:
        table.add_row(Text(line.text), Text(line.cite))
    return table


def table_sign_json(filing: FilingBase, schedules: list[str], limits: str) -> dict[str, Any]:
    sign = make_sign(filing, schedules, limits)
    chosen = sign.chosen

    def lines(several: list[Line]) -> list[dict[str, str]]:
        return [{"text": line.text, "cite": line.cite} for line in several]

    return {
        "filing": filing.id,
        "game": filing.title,
        "house": filing.house,
        "approval": filing.approval,
        "set": chosen.set.name if chosen.set else "",
        "schedules": [schedule.option.number for schedule in chosen.schedules],
        "limits": _span_json(chosen.limits),
        "limits_are": chosen.limits_are,
        "bonus_limits": {label: _span_json(span) for label, span in sign.bonus_limits.items()},
        "collection": {
            "basis": sign.basis,
            "fees": [_fee_json(fee) for fee in sign.fees],
            "cite": str(chosen.group.cite) if chosen.group else filing.collection.none_filed,
        },
        "stakes": [
            {
                "round": one.round,
                "bet": dollars(one.bet),
                "most": None if one.most is None else dollars(one.most),
            }
            for one in sign.stakes
        ],
        "ranking": sign.ranking,
        "spots": sign.spots,
        "pay_tables": [_pay_table_json(table) for table in sign.pay_tables],
        "felt": lines(sign.felt),
        "posted": lines(sign.posted),
        "notices": lines(sign.notices),
        "readings": lines(sign.readings),
        "not_filed": [
            {"key": fact.key, "why": fact.why, "marked": NOT_FILED} for fact in filing.not_filed
        ],
        "warnings": list(chosen.warnings),
        **({"house_book": list(sign.by_book)} if sign.by_book else {}),
    }


def _fee_json(fee: FeeLine) -> dict[str, str | None]:
    amount = None if fee.fee is None else dollars(fee.fee)
    written = {"option": fee.option, "from": fee.who, "for": fee.measure, "fee": amount}
    return {**written, "due": fee.due} if fee.due else written


def _span_json(span: Span) -> dict[str, str | None]:
    return {"min": dollars(span.low), "max": None if span.high is None else dollars(span.high)}


def _pay_table_json(table: PayTable) -> dict[str, Any]:
    rows = [
        {
            "hand": row.label or spot_name(row.hand),
            "pays": None if row.pays is None else write_odds(row.pays),
            "envy": None if row.envy is None else dollars(row.envy),
            **({"prize": dollars(row.prize)} if row.prize is not None else {}),
            **({"push": True} if row.push else {}),
        }
        for row in table.rows
    ]
    return {"wager": table.wager, "title": table.title, "rows": rows, "cite": str(table.cite)}
