"""What occurred in a run of random rounds, and what has to occur.

The list of what has to occur is read off the filing: its choices, the rows of its pay tables, the
clauses that decide a wager, what each wager can come to, and the refusals the procedures know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from houseway.filings.schema.base import write_odds
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import Layout, Result, Verdict
from houseway.settlement.settle import Line

KINDS = ("choice", "row", "envy", "clause", "outcome", "refusal")


class Coverage:
    """Counts of what occurred, by kind and name."""

    def __init__(self) -> None:
        self.rounds = 0
        self.seen: Counter[tuple[str, str]] = Counter()

    def choice(self, ask: Ask, move: str) -> None:
        word, _, amount = move.partition(" ")
        if word in ("bet", "play"):
            name = move  # "bet 4", "play on"
        elif ask.kind == "early-surrender" or ask.kind.startswith("set-"):
            name = f"{ask.kind}: {word}"
        elif ask.kind == "after-double":
            name = f"after a double: {word}"
        else:
            name = f"{word} for less" if word == "double" and amount else word
        self.seen["choice", name] += 1

    def refusal(self, code: str) -> None:
        self.seen["refusal", code] += 1

    def round(
        self, filing: PlayerDealerFiling, layout: Layout, result: Result, lines: Iterable[Line],
        bank_cards: int,
    ) -> None:  # fmt: skip
        self.rounds += 1
        seen = self.seen
        for verdict in result.verdicts:
            seen["clause", verdict.cite] += 1
            row = _row_of(filing, verdict, bank_cards)
            if row:
                seen["row", row] += 1
            if verdict.prize is not None:
                seen["envy", str(verdict.prize)] += 1
        for line in lines:
            seen["outcome", f"{line.wager} {line.outcome}"] += 1
            if line.net and line.uncovered:
                seen["outcome", f"{line.wager} covered in part"] += 1
            if "/" in line.bettor:
                seen["outcome", "backline wager settled"] += 1
        if len(layout.seats) > 1 and any(line.outcome == "no_action" for line in lines):
            seen["outcome", "bank exhausted"] += 1

    def missing(self, expected: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        return [one for one in expected if not self.seen[one]]

    def report(self, title: str, expected: Sequence[tuple[str, str]]) -> str:
        """A table of what occurred and how often; what had to and never did is marked."""
        lines = [f"{title}: {self.rounds:,} rounds"]
        listed = set(self.seen) | set(expected)
        for kind in KINDS:
            lines.append(f"  {kind}")
            for name in sorted(name for which, name in listed if which == kind):
                times = self.seen[kind, name]
                lines.append(f"    {times:>9,}  {name}" + ("" if times else "   NEVER"))
        return "\n".join(lines)


def _row_of(filing: PlayerDealerFiling, verdict: Verdict, bank_cards: int) -> str:
    """The row of a pay table that a winning verdict was paid by."""
    if verdict.outcome != "win" or verdict.odds is None:
        return ""
    for table in filing.pay_table:
        if table.wager == verdict.wager:
            rows = [row for row in table.rows if row.pays == verdict.odds]
            if len(rows) > 1:  # the buster pays two numbers of cards alike
                rows = [row for row in rows if row.hand.startswith(f"{bank_cards}-")] or rows[:1]
            assert rows, f"{verdict} is paid by no row of {table.name}"
            return _row_name(table, rows[0])
    return ""


def _row_name(table: PayTable, row: PayRow) -> str:
    return f"{table.wager} {row.hand} {write_odds(row.pays or Fraction(0))}"


# What has to occur


def expected(filing: PlayerDealerFiling, wager_refusals: Iterable[str]) -> list[tuple[str, str]]:
    """Everything a long run must have seen at least once."""
    found: list[tuple[str, str]] = []
    found += [("choice", name) for name in _CHOICES[filing.family](filing)]
    for table in filing.pay_table:
        if filing.family != "baccarat":
            found += [("row", _row_name(table, row)) for row in table.rows if row.pays]
        found += [("envy", str(row.envy)) for row in table.rows if row.envy]
    if filing.family == "baccarat":
        found += [("row", _row_name(table, table.rows[0])) for table in filing.pay_table]
    found += [("clause", cite) for cite in _clauses(filing)]
    found += [("outcome", name) for name in _outcomes(filing)]
    codes = {*wager_refusals, *_REFUSALS[filing.family](filing)}
    found += [("refusal", code) for code in sorted(codes)]
    return found


def _choices_ultimate(filing: Any) -> list[str]:
    found: dict[str, None] = {}
    for street in filing.game.street:
        found |= dict.fromkeys(f"bet {times}" for times in street.bets)
        found |= dict.fromkeys(["check"] * street.may_check + ["fold"] * street.may_fold)
    return list(found)


def _choices_twenty_one(filing: Any) -> list[str]:
    game = filing.game
    found = ["hit", "stand", "double", "split"]
    found += ["double for less"] * game.double.for_less
    found += ["surrender"] * (game.surrender is not None)
    found += ["insure", "decline"] * (game.insurance is not None)
    if game.rescue:
        found += ["after a double: stand", "after a double: rescue"]
    if game.double_again:
        found.append("after a double: double")
    if game.surrender and game.surrender.late_option:
        found += ["early-surrender: surrender", "play on"]
    return found


def _choices_tiles(filing: Any) -> list[str]:
    return ["set", *(["house_way"] if filing.game.players_set.house_way else [])]


_CHOICES: dict[str, Any] = {
    "three-card-poker": lambda _: ["play", "fold"],
    "ultimate-holdem": _choices_ultimate,
    "baccarat": lambda _: [],
    # Without a chart of its own a house may choose one by option.
    "pai-gow-poker": lambda _: ["set", "house_way", "set-bank: house_way", "set-bank: set"],
    "pai-gow-tiles": _choices_tiles,
    "twenty-one": _choices_twenty_one,
}


def _clauses(filing: Any) -> Iterator[str]:
    """The clauses that can decide a wager."""
    game = filing.game
    yield from (str(table.cite) for table in filing.pay_table)
    match filing.family:
        case "three-card-poker":
            rules = [game.play, game.ante_unqualified, game.play_unqualified,
                     game.ante_qualified, game.play_qualified]  # fmt: skip
        case "ultimate-holdem":
            rules = [game.fold, game.ante_unqualified, game.ante_qualified, game.play, game.blind]
            rules += [game.bad_beat] if game.bad_beat else []
        case "baccarat":
            rules = [game.player_line, game.banker_line, game.tied]
        case "pai-gow-poker":
            rules = [game.foul, game.both_higher, game.both_lower, game.one_higher]
            rules += [rule for rule in (game.ace_high_push, game.envy) if rule]
            yield f"{game.both_lower.cite}; {game.copy_hand.cite}"
            yield f"{game.one_higher.cite}; {game.copy_hand.cite}"
        case "pai-gow-tiles":
            rules = [game.compared, game.copies]
        case _:
            results = game.results
            rules = [getattr(results, name) for name in type(results).model_fields]
            rules += [game.both_over, game.bank_hand, game.player_push, game.surrender,
                      game.rescue, game.insurance, game.jokers]  # fmt: skip
    yield from (str(rule.cite) for rule in rules if rule is not None)


def _outcomes(filing: Any) -> Iterator[str]:
    """What each wager can come to."""
    base = {
        "three-card-poker": ["ante", "play"],
        "ultimate-holdem": ["ante", "play", "blind"],
        "baccarat": ["player", "banker"],
    }.get(filing.family, ["game"])
    for wager in base:
        for outcome in ("win", "lose", "push", "no_action", "covered in part"):
            yield f"{wager} {outcome}"
    bonus = [spot.name for spot in filing.spot if spot.name not in base]
    if filing.family == "twenty-one" and filing.game.insurance:
        bonus.append("insurance")
    for wager in bonus:
        for outcome in ("win", "lose", "no_action", "covered in part"):
            yield f"{wager} {outcome}"
    if filing.family == "pai-gow-poker" and filing.game.envy:
        yield from ("envy win", "envy no_action", "envy covered in part")
    if any(spot.backline != "refused" for spot in filing.spot):
        yield "backline wager settled"
    yield "bank exhausted"


_RECORD = ("card-too-often", "not-a-card", "too-few-cards", "too-many-cards")
_CHOOSING = ("no-choice", "too-many-choices", "out-of-turn")


def _refusals_pai_gow(filing: Any) -> list[str]:
    found = [*_RECORD, "no-choice", "out-of-turn", "not-a-choice", "not-in-hand", "no-dice",
             "bad-dice", "bank-foul"]  # fmt: skip
    if "front-count" not in filing.game.foul.kinds:
        found.append("not-two-cards")
    if filing.game.bank_sets.method == "house-way":
        found.append("bank-not-house-way")
    if filing.game.house_way is None:
        found.append("no-house-way")
    return found


_REFUSALS: dict[str, Any] = {
    "three-card-poker": lambda _: (*_RECORD, *_CHOOSING, "not-a-choice"),
    "ultimate-holdem": lambda _: (*_RECORD, *_CHOOSING, "not-a-choice"),
    "baccarat": lambda _: (*_RECORD, "too-many-choices"),
    "pai-gow-poker": _refusals_pai_gow,
    "pai-gow-tiles": lambda _: (*_RECORD, "no-choice", "out-of-turn", "not-a-setting", "no-dice",
                                "bad-dice", "no-fee-filed"),
    "twenty-one": lambda _: (*_RECORD, *_CHOOSING, "not-open"),
}  # fmt: skip
