"""Three card poker: bonus bets by data, by the own or the bank's cards or the best five of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houseway.analysis.bonus import Case, as_hand, dealt_cases, refuse_all_but_kinds, refuse_facts
from houseway.cards import parse_cards
from houseway.families.three_card_poker.odds import CATEGORIES, played_and_folded
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.three_card_poker.six_cards import six_card_categories
from houseway.filings.schema.bonus import keys_of, places_of
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.rounds.bonus import Dealt

# A hand for each category, where nothing else decides.
_EXAMPLES: Final = {
    "mini-royal-flush": "As Ks Qs", "straight-flush": "9s 8s 7s", "three-of-a-kind": "9s 9h 9d",
    "straight": "9s 8h 7d", "flush": "Ks 9s 2s", "one-pair": "9s 9h 2d", "high-card": "Ks 9h 2d",
}  # fmt: skip


def cases(terms: Terms[ThreeCardPoker], table: PayTable) -> Iterator[Case]:
    refuse_facts(terms, table)
    if (table.paid_on or table.wager) in terms.filing.game.play.fold_forfeits:
        yield from _until_folded(terms, table)
    elif places_of(table) == {"own", "bank"} and keys_of(table) == {"hand"}:
        for category, ways in six_card_categories(terms.decks).items():
            yield Case(as_hand(table, category), ways)
    else:
        yield from dealt_cases(terms, table)


def _until_folded(terms: Terms[ThreeCardPoker], table: PayTable) -> Iterator[Case]:
    """A bet that a fold loses, under play that is best for ante and play."""
    refuse_all_but_kinds(terms, table, {"own"})
    played, folded = played_and_folded(terms)
    for category in CATEGORIES:
        dealt = Dealt({"own": parse_cards(_EXAMPLES[category])})
        yield Case(dealt, played[category])
        yield Case(dealt, folded[category], forfeited=True)
