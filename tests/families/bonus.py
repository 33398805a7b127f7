"""Bonus bets by data: rounds settled by hand, and the odds that others have published.

The filings are the drafts in `examples/filings`; what they lack is added here. Figures "W" are the
house edges of the Wizard of Odds pages on the bet named: those of dragon bonus, lucky ladies, 21+3,
of the lines of baccarat and of EZ baccarat were looked up (21+3 and EZ baccarat row by row;
baccarat also in the permutations of excelpunks.com, "Concepts 13"), and so was the ante without
its bonus (reviewpokerrooms.com, all 407,170,400 deals). Beside every other one, and where there is
none, the count is done again here, in another way.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.bonus import bonus_bet
from houseway.analysis.report import Bet
from houseway.errors import HousewayError, Problems
from houseway.family import find_family
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load_file, parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile
from tests.families.test_golden import written

Data = dict[str, Any]
DRAFTS = Path(__file__).parents[2] / "examples" / "filings"
BACCARAT, BLACKJACK, THREE_CARD = (
    DRAFTS / "silver-ford" / "commission-baccarat.toml",
    DRAFTS / "copper-gulch" / "blackjack.toml",
    DRAFTS / "tule-creek" / "three-card-poker.toml",
)


def draft(path: Path) -> PlayerDealerFiling:
    filing = load_file(path)
    assert isinstance(filing, PlayerDealerFiling)
    return filing


def settled(filing: PlayerDealerFiling, **round_: Any) -> list[str]:
    return [written(line) for line in answered(filing, **round_).settlement.lines]


def answered(filing: PlayerDealerFiling, **round_: Any) -> Adjudication:
    file = RoundFile.model_validate({"filing": filing.id, **round_})
    return adjudicate(file, terms=make_terms(filing))


def seat(number: int, cards: str = "", **rest: Any) -> Data:
    return {"number": number, "cards": cards, **rest}


def counted(filing: PlayerDealerFiling, wager: str, decks: int | None = None) -> Bet:
    """One bonus bet, without the rest of the game."""
    terms = make_terms(filing, decks=decks)
    (table,) = (t for t in filing.bonus_bets(terms.decks) if t.wager == wager)
    return bonus_bet(terms, table, find_family(filing.family).part("bonus")(terms, table))


def with_bet(
    filing: str, table: Data, *, needs: str, limits: str = "", offered: bool = True
) -> PlayerDealerFiling:
    """A filing of the catalogue with a bonus bet more."""
    data = copy.deepcopy(read_toml(DATA / f"{filing}.toml"))
    data["id"] = "riverbend/more"
    data["source"] = {"file": "own", "lines": "1-99"}
    if offered:
        spot = {"name": table["wager"], "label": "More", "backline": "refused", "needs": [needs]}
        data["spot"].append(spot | {"cite": "More | 1"} | ({"limits": limits} if limits else {}))
    data["settlement"]["wager_order"].append(table["wager"])
    data.setdefault("pay_table", []).append({"name": table["wager"], "cite": "More | 2", **table})
    made = parse_filing(data, "more.toml")
    assert isinstance(made, PlayerDealerFiling)
    return made


def refused(filing: str, table: Data, **rest: Any) -> list[str]:
    with pytest.raises(HousewayError) as caught:
        with_bet(filing, table, **rest)
    several = caught.value.found if isinstance(caught.value, Problems) else [caught.value]
    return [str(one) for one in several]
