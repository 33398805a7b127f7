"""The rules of a filing: what its family needs, order, silences, words of other games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.errors import did_you_mean
from houseway.filings.lint.family import FamilyLint
from houseway.filings.lint.finding import Defect, error, note, warning
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording import listed, spot_name

MARK = "TO FILL IN"  # in a draft, where only its author knows
_RANKS = {14: "A", 13: "K", 12: "Q", 11: "J", 10: "T", **{n: str(n) for n in range(2, 10)}}


def check_player_dealer(filing: PlayerDealerFiling, lint: FamilyLint) -> Iterator[Defect]:
    yield from _check_spots(filing)
    yield from _check_order(filing, lint)
    yield from _check_button(filing)
    yield from _check_deck(filing, lint)
    yield from _check_silence(filing)


def _check_spots(filing: PlayerDealerFiling) -> Iterator[Defect]:
    for spot in filing.spot:
        if spot.limits is not None and spot.limits.low == 0:
            yield note(
                "limit-from-zero",
                f"{spot.label} is limited to {spot.limits}: a bet of nothing is no bet, so there "
                "is no minimum",
                f"spot {spot.name}",
                spot.cite,
            )


def _check_order(filing: PlayerDealerFiling, lint: FamilyLint) -> Iterator[Defect]:
    order = filing.settlement.wager_order
    later = lint.later_wagers(filing)
    for name, rule in later.items():
        if name not in order:
            yield error(
                "rule-missing",
                f"{spot_name(name)} has no place in the order of settlement: with a short bank "
                "nobody knows what is paid first",
                "settlement.wager_order",
                rule.cite,
            )
    known = {spot.name for spot in filing.spot} | later.keys()
    known |= {table.wager for table in filing.pay_table if table.paid_on}
    for name in order:
        if name not in known:
            yield error(
                "unknown-wager",
                f"{name!r} stands in the order of settlement and is no wager of the game",
                "settlement.wager_order",
                filing.settlement.cite,
            )
    for name in sorted({one for one in order if order.count(one) > 1}):
        yield error(
            "unknown-wager",
            f"{name!r} stands twice in the order of settlement",
            "settlement.wager_order",
            filing.settlement.cite,
        )


def _check_button(filing: PlayerDealerFiling) -> Iterator[Defect]:
    rule = filing.first_action
    if rule.method != "card" or not filing.deck.cards():
        return
    needed = {"Jk" if card.is_joker else _RANKS[card.rank] for card in filing.deck.cards()}
    given = set(rule.values)
    missing = [rank for rank in (*_RANKS.values(), "Jk") if rank in needed - given]
    if missing:
        yield error(
            "rule-missing",
            f"no number for {listed(missing)}: with such a card nobody has first action",
            "first_action.values",
            rule.cite,
        )
    for rank, value in rule.values.items():
        if value < 1:
            yield error(
                "button-value",
                f"{rank} counts {value}; seats are counted from 1",
                "first_action.values",
                rule.cite,
            )


def _check_deck(filing: PlayerDealerFiling, lint: FamilyLint) -> Iterator[Defect]:
    if not lint.cards_held or not filing.deck.cards():
        return
    seats = filing.table.active or max([filing.table.seats, *filing.table.seats_allowed])
    needed = lint.cards_held * seats + lint.cards_shared
    have = len(filing.deck.cards(filing.deck.decks[0]))
    if needed > have:
        yield error(
            "deck-too-small",
            f"{seats} positions need {needed} cards and the deck has {have}: a full table cannot "
            "be dealt",
            "deck",
            filing.deck.cite,
        )


def _check_silence(filing: PlayerDealerFiling) -> Iterator[Defect]:
    if filing.bank.third_party == "silent":
        yield note(
            "silent-third-party",
            "nothing is said on third-party players: whether they may play here is left open",
            "bank.third_party",
            filing.bank.cite,
        )
    silent = [spot.label for spot in filing.spot if spot.backline == "silent"]
    if silent:
        yield note(
            "silent-backline",
            f"nothing is said on backline bets on {listed(silent)}; they are refused unless the "
            "house's option `backline` allows them",
            "spot",
            filing.spot[0].cite,
        )


def _check_marks(filing: FilingBase) -> Iterator[Defect]:
    """What a draft still has to fill in."""
    marked = list(_marked(filing.model_dump(mode="json")))
    cites = [place for place in marked if place.endswith("cite")]
    for place in marked:
        if place not in cites:
            yield error("to-fill", "this is still to be filled in", place)
    if cites:
        some = listed(cites) if len(cites) < 6 else f"{', '.join(cites[:5])} and others"
        yield error(
            "to-fill", f"{len(cites)} citations are still to be filled in: {some}", cites[0]
        )


def _marked(node: Any, path: str = "") -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _marked(value, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _marked(value, f"{path}[{place}]")
    elif isinstance(node, str) and MARK in node:
        yield path


def check_common(filing: FilingBase) -> Iterator[Defect]:
    yield from _check_marks(filing)
    for name, value in (("house", filing.house), ("title", filing.title)):
        if not value.strip():
            yield error("rule-missing", f"the {name} is empty: a sign needs it", name)
    for clause in filing.table.seats_elsewhere:
        yield warning(
            "seats-contradict",
            f"{filing.table.seats} seats here, {clause.seats} by another place ({clause.cite}): "
            "whether the last one may be dealt in is in dispute",
            "table.seats",
            filing.table.cite,
        )
    known = [use.name for use in filing.known_options()]
    for option in filing.option if filing.options_asked() is not None else ():
        if option.name not in known:
            yield error(
                "unused",
                f"no rule asks for an option {option.name!r}: choosing it changes nothing"
                + did_you_mean(option.name, known),
                f"option {option.name}",
                option.cite,
            )
    if filing.table.active is not None and filing.table.active > filing.table.seats:
        yield error(
            "limits-contradict",
            f"{filing.table.active} may be dealt in at {filing.table.seats} seats",
            "table.active",
            filing.table.cite,
        )
