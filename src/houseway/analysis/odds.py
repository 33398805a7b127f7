"""Every bet of a filing: found among kept results, or counted by the module of its family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from houseway.analysis import bonus, cache
from houseway.analysis.after_collection import after_collection
from houseway.analysis.blocks import Progress, in_one_piece
from houseway.analysis.report import Bet, OddsReport, OtherFigures, said_option
from houseway.analysis.seen import Shoe, part_of, read_shoe
from houseway.analysis.simulate.table import SimulatedTable, read_simulated_table
from houseway.analysis.strategy_cards import StrategyCard
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.catalogue import own_ids
from houseway.filings.house_book import choose, decided, decided_said
from houseway.filings.loader import load, open_filing
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.table import Deck
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms, make_terms
from houseway.histories.alternatives import alternatives


def _decks(terms: Terms[Any]) -> str:
    deck: Deck = terms.filing.deck
    cards = f"{len(deck.pieces())} cards ({deck.kind})"
    return f"a deck of {cards}" if terms.decks == 1 else f"{terms.decks} decks of {cards}"


class Counting(Protocol):
    """What a family gives as its odds: a module that imports without NumPy."""

    EVERY_DECK: bool  # counted in a second: results are shipped for every number of decks
    COUNT: int  # raised when the same rules come to other figures

    def rules(self, terms: Terms[Any]) -> dict[str, Any]: ...

    def analyse(self, terms: Terms[Any], progress: Progress) -> Sequence[Bet]: ...

    def assumed(self, terms: Terms[Any]) -> tuple[str, ...]:
        """What holds for all bets; first the cards that are dealt from."""


def odds(
    filing: FilingBase | str,
    decks: int | None = None,
    options: Mapping[str, Any] | None = None,
    table: SimulatedTable | str | Path | None = None,
    recompute: bool = False,
    progress: Progress | None = None,
    seen: str | None = None,
    decks_left: float | None = None,
    cluster: str = "",
) -> OddsReport:
    """The odds of every bet; with a table, or the file that describes one, after collection too.
    With cards `seen`, of the next round from those that are left. What is not kept is counted by
    a `cluster` where there is one.

    >>> report = odds("napa-valley/ez-baccarat-panda-8", decks=8)
    >>> round(float(report.bets["player"].ev), 6)
    -0.012351
    """
    if isinstance(filing, str):
        filing = open_filing(filing)
    if not isinstance(filing, PlayerDealerFiling):
        raise HousewayError(
            "no-odds",
            f"{filing.id} is no game against a player-dealer; `houseway equity` is for poker hands",
            where="filing",
        )
    if isinstance(table, str | Path):
        table = read_simulated_table(Path(table))
    if table is not None:
        options, decks = {**table.options, **(options or {})}, decks or table.decks
    terms = counted_terms(filing, decks, options)
    family: str = filing.family
    shoe = None
    if seen is not None or decks_left is not None:
        shoe = read_shoe(terms, seen or "", decks_left)
        bets, source = list(part_of(terms).next_round(terms, shoe.left)), "computed"
    else:
        bets, source = counted(terms, recompute=recompute, progress=progress, cluster=cluster)
    own = {option.name for option in filing.option}
    report = OddsReport(
        filing=filing.id,
        family=family,
        decks=terms.decks,
        options={name: value for name, value in terms.options.items() if name in own},
        bets={bet.name: bet for bet in bets},
        assumed=(*_assumed(terms, shoe), *decided_said(terms)),
        source=source,
        house_book=decided(terms),
        not_counted=_not_counted(terms, bets, by_shoe=shoe is not None),
        shoe=None if shoe is None else shoe.as_json(),
        readings=() if shoe is not None else tuple(_other_figures(terms, bets)),
        rules=filing,
    )
    if table is None:
        return report
    return after_collection(report, filing, table)


def counted_terms(
    filing: FilingBase, decks: int | None = None, options: Mapping[str, Any] | None = None
) -> Terms[Any]:
    """What a game is counted under: what is said, and for the rest what the house book says."""
    chosen = choose(filing, options=options, decks=decks)
    by_book = tuple(one for one in chosen.by_book if one == "decks" or one.startswith("options."))
    return make_terms(filing, options=chosen.options, decks=chosen.decks, by_book=by_book)


def _assumed(terms: Terms[Any], shoe: Shoe | None) -> tuple[str, ...]:
    cards, *others = counting(terms.filing.family).assumed(terms)
    return (cards if shoe is None else shoe.said(), *others)


def counted(
    terms: Terms[Any],
    *,
    recompute: bool = False,
    progress: Progress | None = None,
    cluster: str = "",
) -> tuple[list[Bet], str]:
    """The bets under these terms, and whether they were computed or found kept."""
    filing: PlayerDealerFiling = terms.filing
    if not filing.is_counted(terms.decks):
        raise HousewayError(
            "no-odds",
            f"the odds of this family are not counted with {_decks(terms)}; `houseway simulate` "
            "deals from any",
            where=f"{filing.id}: deck",
            cite=str(filing.deck.cite),
        )
    module = counting(filing.family)
    key = result_key(terms, module)
    found = None if recompute else cache.find(filing.id, key)
    if found is not None:
        return found
    bets = in_one_piece(_analysed, terms, progress or _tell_nobody, cluster)
    cache.keep(key, bets)
    return bets, "computed"


def _analysed(terms: Terms[Any], progress: Progress) -> list[Bet]:
    return analyse(terms, counting(terms.filing.family), progress)


def kept(terms: Terms[Any]) -> Mapping[str, Bet]:
    """Every bet of these terms, where the result is at hand; nothing is counted for it."""
    if find_family(terms.filing.family).part("odds") is None:
        return {}
    key = result_key(terms, counting(terms.filing.family))
    return _kept(terms.filing.id, key)


@lru_cache(maxsize=64)
def _kept(filing_id: str, key: str) -> Mapping[str, Bet]:
    found = cache.find(filing_id, key)
    return {} if found is None else {bet.name: bet for bet in found[0]}


def report_terms(filing: PlayerDealerFiling, report: OddsReport) -> Terms[Any]:
    """The terms a report was made under."""
    return make_terms(filing, options=report.options, decks=report.decks)


def _other_figures(terms: Terms[Any], bets: Sequence[Bet]) -> Iterator[OtherFigures]:
    """Readings and options that the figures hang on; the other figures where they are at hand."""
    module = counting(terms.filing.family)
    here = result_key(terms, module)
    for option, value, reading, other in alternatives(terms):
        if result_key(other, module) == here:
            continue
        evs = _compared(bets, said_option(option, value))
        if evs is None and (found := kept(other)):
            evs = {name: float(bet.ev) for name, bet in found.items()}
        if evs is None:
            yield OtherFigures(reading, option, value, None)
            continue
        usual = {bet.name: float(bet.ev) for bet in bets}
        changed = {name: ev for name, ev in evs.items() if ev != usual.get(name)}
        if changed:
            yield OtherFigures(reading, option, value, changed)


def _compared(bets: Sequence[Bet], words: str) -> dict[str, float] | None:
    """Every bet under an option that its count has compared it with."""
    if not any(words in bet.compared for bet in bets):
        return None
    return {bet.name: bet.compared.get(words, {"ev": float(bet.ev)})["ev"] for bet in bets}


def strategy_cards(report: OddsReport) -> Sequence[StrategyCard]:
    """How to play, for people; none where a game leaves no choice."""
    make = find_family(report.family).part("card")
    return make(report) if make else ()


def counting(family: str) -> Counting:
    """The module that counts the bets of a family."""
    module: Counting | None = find_family(family).part("odds")
    if module is None:
        raise HousewayError(
            "no-odds", f"there is no analysis of the family {family!r}", where="filing"
        )
    return module


def result_key(terms: Terms[Any], module: Counting) -> str:
    """The name under which a result is kept: rules, decks and options, and which count it is."""
    by_data = (bonus.COUNT,) if _bonus_bets(terms) else ()
    return cache.result_key(module.rules(terms), module.COUNT, *by_data)


def analyse(terms: Terms[Any], module: Counting, progress: Progress | None = None) -> list[Bet]:
    """Count afresh; an install without the extra is told what it lacks."""
    try:
        bets = list(module.analyse(terms, progress or _tell_nobody))
        for table in _bonus_bets(terms):
            try:
                bets.append(bonus.bonus_bet(terms, table, _cases(terms, table)))
            except HousewayError as error:
                if error.code != "no-odds":
                    raise
    except ImportError as missing:
        raise HousewayError(
            "missing-extra",
            f"odds that are not kept need {missing.name}: install the extra, houseway[analysis]",
            where=terms.filing.id,
        ) from missing
    if progress is not None:
        progress(1.0)
    return bets


def _cases(terms: Terms[Any], table: PayTable) -> Iterator[bonus.Case]:
    cases = find_family(terms.filing.family).part("bonus")
    if cases is None:
        raise bonus.cannot_count(terms, table, "the family gives no cases of such bets")
    yield from cases(terms, table)


def _not_counted(terms: Terms[Any], bets: Sequence[Bet], *, by_shoe: bool) -> dict[str, str]:
    """The bonus bets that are no matter of counting, and why."""
    counted, found = {bet.name for bet in bets}, {}
    if by_shoe:
        spots = {spot.name for spot in terms.filing.spot}
        wagers = {table.wager for table in terms.filing.pay_table if table.wager in spots}
        left_out = sorted(wagers - counted)
        return {name: f"{name!r} is counted with all cards only" for name in left_out}
    for table in _bonus_bets(terms):
        if table.wager not in counted:
            try:
                next(_cases(terms, table), None)
            except HousewayError as error:
                found[table.wager] = error.message
    return found


def _bonus_bets(terms: Terms[Any]) -> tuple[PayTable, ...]:
    """The bonus bets by data that are on offer."""
    filing: PlayerDealerFiling = terms.filing
    off = {
        spot.name for spot in filing.spot if spot.option and terms.options.get(spot.option) is False
    }
    return tuple(t for t in filing.bonus_bets(terms.decks) if (t.paid_on or t.wager) not in off)


# What is shipped: every player-dealer filing of the catalogue


def shippable() -> list[str]:
    """The filings of the catalogue whose odds come with the package."""
    return [filing_id for filing_id in own_ids() if find_family(load(filing_id).family).odds]


def shipped_terms(filing_id: str) -> Iterator[Terms[Any]]:
    """The terms whose results are shipped, with the default options."""
    filing = load(filing_id)
    usual: Terms[Any] = make_terms(filing)
    yield usual
    low, high = filing.deck.decks
    for decks in range(low, high + 1):
        if counting(filing.family).EVERY_DECK and decks != usual.decks:
            yield make_terms(filing, decks=decks)


def ship_results(filing_id: str) -> Path:
    """Count all shipped results of a filing afresh and write them into the package."""
    results = {}
    for terms in shipped_terms(filing_id):
        module = counting(terms.filing.family)
        results[result_key(terms, module)] = analyse(terms, module)
    return cache.ship(filing_id, results)


def _tell_nobody(share: float) -> None:
    """The progress of work that nobody waits for."""
