"""The executable rulebook of California's cardrooms.

>>> import houseway
>>> houseway.filing("500-club/ez-baccarat").title
'EZ Baccarat'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.analysis.odds import odds
    from houseway.analysis.par.sheet import par
    from houseway.analysis.simulate.run import simulate
    from houseway.cards import parse_cards
    from houseway.errors import HousewayError
    from houseway.families.poker.equity import equity
    from houseway.families.poker.phh import read_hands
    from houseway.families.poker.phh_replay import replay
    from houseway.filings.catalogue import index as catalogue
    from houseway.filings.catalogue import use as use_filings
    from houseway.filings.loader import open_filing as filing
    from houseway.filings.terms import make_terms as terms
    from houseway.hands.rankings import ranking
    from houseway.histories.adjudicate import adjudicate, adjudicate_file
    from houseway.histories.round_file import parse_round, read_round
    from houseway.rounds.driver import Round
    from houseway.rounds.procedures import procedure
    from houseway.settlement.opened import open_round

# Everything loads when it is first asked for, so that importing the package costs nothing.
_HOMES = {
    "HousewayError": ("errors", "HousewayError"),
    "Round": ("rounds.driver", "Round"),
    "adjudicate": ("histories.adjudicate", "adjudicate"),
    "adjudicate_file": ("histories.adjudicate", "adjudicate_file"),
    "catalogue": ("filings.catalogue", "index"),
    "equity": ("families.poker.equity", "equity"),
    "filing": ("filings.loader", "open_filing"),
    "odds": ("analysis.odds", "odds"),
    "open_round": ("settlement.opened", "open_round"),
    "par": ("analysis.par.sheet", "par"),
    "parse_cards": ("cards", "parse_cards"),
    "parse_round": ("histories.round_file", "parse_round"),
    "procedure": ("rounds.procedures", "procedure"),
    "ranking": ("hands.rankings", "ranking"),
    "read_hands": ("families.poker.phh", "read_hands"),
    "read_round": ("histories.round_file", "read_round"),
    "replay": ("families.poker.phh_replay", "replay"),
    "simulate": ("analysis.simulate.run", "simulate"),
    "terms": ("filings.terms", "make_terms"),
    "use_filings": ("filings.catalogue", "use"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(f"houseway.{module}"), attribute)


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__"])


__all__ = [
    "HousewayError", "Round", "__version__", "adjudicate", "adjudicate_file", "catalogue",
    "equity", "filing", "odds", "open_round", "par", "parse_cards", "parse_round", "procedure",
    "ranking", "read_hands", "read_round", "replay", "simulate", "terms", "use_filings",
]  # fmt: skip
