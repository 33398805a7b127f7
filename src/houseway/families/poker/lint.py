"""What lint knows of poker."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.families.poker.schema import Poker
from houseway.filings.lint.family import FamilyLint
from houseway.filings.lint.finding import Defect, error, warning


def _has_board(filing: Poker) -> bool:
    shortage = filing.game.shortage
    shared = shortage is not None and "community" in shortage.how
    return shared or any(street.board for street in filing.game.street)


def _check_deck(filing: Poker) -> Iterator[Defect]:
    """The deck lasts for a full table, or there is a rule for when it does not."""
    game = filing.game
    players = game.players.most or filing.table.active or filing.table.seats
    cards = sum(
        len(street.cards) + (street.draw.most if street.draw else 0) for street in game.street
    )
    boards = 1 if game.double_board is None else 2
    shared = sum(street.board * boards + street.burn for street in game.street)
    needed = cards * players + shared
    have = len(filing.deck.cards())
    first = len(game.street[0].cards) * players
    if first > have:
        yield error(
            "deck-too-small",
            f"{players} players need {first} cards and the deck has {have}: a full table cannot be "
            "dealt",
            "game.players",
            game.players.cite,
        )
    if needed > have and game.shortage is None:
        yield error(
            "rule-missing",
            f"{players} players can use {needed} cards, the deck has {have}, and nothing says what "
            "is done when it runs out",
            "game.shortage",
            game.street[-1].cite,
        )
    if game.button is None and game.odd_chips.tied == "left-of-button":
        yield warning(
            "words-of-another-game",
            "odd chips go left of a dealer button, and this game has none: the sentence comes from "
            "a game with a button",
            "game.odd_chips",
            game.odd_chips.cite,
        )
    if game.players.most is not None and game.players.most > filing.table.seats:
        yield error(
            "limits-contradict",
            f"{game.players.most} may play at {filing.table.seats} seats",
            "game.players",
            game.players.cite,
        )


def _check_structures(filing: Poker) -> Iterator[Defect]:
    """No rule is about a structure that is not played."""
    game, allowed = filing.game, filing.game.structures.allowed
    if game.pot_limit is not None and "pot-limit" not in allowed:
        said = "it is about pot-limit, which structures.allowed does not name"
        yield error("unused", said, "game.pot_limit", game.pot_limit.cite)
    if game.least_raise is not None and not {*allowed} - {"limit"}:
        said = "it is about games without fixed limits, and structures.allowed names none"
        yield error("unused", said, "game.least_raise", game.least_raise.cite)
    cap = game.raise_cap
    if other := [one for one in cap.holds_in if one not in allowed]:
        said = f"it holds in {', '.join(other)}, which structures.allowed does not name"
        idle = error if len(other) == len(cap.holds_in) else warning
        yield idle("unused", said, "game.raise_cap", cap.cite)


def _check(filing: Poker) -> Iterator[Defect]:
    yield from _check_deck(filing)
    yield from _check_structures(filing)


LINT = FamilyLint(
    check=_check,
    words={
        r"community cards?": _has_board,
        r"flop": _has_board,
        r"(small|big) blinds?": lambda filing: filing.game.blinds is not None,
    },
)
