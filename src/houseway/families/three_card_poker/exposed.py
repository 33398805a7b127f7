"""Three card poker: what the bank's other cards and other players' hands are worth to a player."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from houseway.analysis.odds import counted
from houseway.analysis.protect.part import Exposure, Work
from houseway.families.three_card_poker.odds import BASE, Game
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.three_card_poker.shared import gain_of
from houseway.filings.terms import Terms

_NUMBERS: Final = {1: "one", 2: "two", 3: "all three"}
_COVER: Final = "have the bank's other cards lie flat and covered until every hand has acted"
_HANDS_APART: Final = "let nobody show or name a hand before all have acted"
_PLAYS: Final = {1: "before the choice", 2: "before the choice", 3: "play only what wins"}


def exposed(terms: Terms[ThreeCardPoker], work: Work) -> list[Exposure]:
    """More of the bank's cards seen than filed, every deal counted; hands shared, by chance."""
    base = float(next(bet for bet in counted(terms)[0] if bet.name == "ante").ev)
    filed = len(terms.filing.game.deal.bank_cards_seen)
    found = []
    for seen in range(3, filed, -1):
        ev = _all_seen(Game(terms)) if seen == 3 else _some_seen(Game(_with_seen(terms, seen)))
        found.append(
            Exposure(
                what=f"{_NUMBERS[seen]} of the bank's cards seen", bet="ante", ev=ev,
                gain=ev - base, play=_PLAYS[seen], remedy=_COVER,
            )
        )  # fmt: skip
    work.progress(0.8)
    for players in sorted({terms.seats - 2, 1}, reverse=True):
        gain, error = _shared(Game(terms), players, work)
        hands = "another player's hand" if players == 1 else f"all {players} other players' hands"
        found.append(
            Exposure(
                what=f"{hands} known", bet="ante", ev=base + gain, gain=gain, standard_error=error,
                play="before the choice", remedy=_HANDS_APART,
            )
        )  # fmt: skip
    return found


def _some_seen(game: Game) -> float:
    return float(game.ante(*game.count()).ev)


def _all_seen(game: Game) -> float:
    """With nothing left to guess every deal is played or folded by itself."""
    import numpy as np

    pays = game.pays()
    cases = game.count()[1].cases[BASE].sum(axis=0)
    best = np.maximum(pays.play[BASE].max(axis=0), pays.fold[BASE][:, None])
    return float((cases * best).sum() / cases.sum()) / game.scale


def _with_seen(terms: Terms[ThreeCardPoker], number: int) -> Terms[ThreeCardPoker]:
    """The same game with so many of the bank's cards in sight."""
    game = terms.filing.game
    deal = game.deal.model_copy(update={"bank_cards_seen": [*range(1, number + 1)]})
    filing = terms.filing.model_copy(update={"game": game.model_copy(update={"deal": deal})})
    return replace(terms, filing=filing)


def _shared(game: Game, players: int, work: Work) -> tuple[float, float]:
    gain, error = gain_of(
        game.pays(), game.qualifies, game.categories, decks=game.terms.decks,
        seen=len(game.game.deal.bank_cards_seen), players=players,
        deals=max(16, work.samples // 4), seed=work.seed,
    )  # fmt: skip
    return gain / game.scale, error / game.scale
