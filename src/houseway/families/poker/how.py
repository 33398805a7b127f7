"""How a hand of poker goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.poker.schema import Poker, PokerGame
from houseway.filings.wording.base import listed

# What wins the pot, and what that means.
_HIGH = ("the highest hand", "")
_WON = {
    "deuce-to-seven": (
        "the lowest hand", " Aces are high, and straights and flushes count against it."
    ),
    "razz": ("the lowest hand", " Aces are low; straights and flushes do not count."),
    "ace-to-five-joker": ("the lowest hand", " Aces are low; straights and flushes do not count."),
    "badugi": (
        "the lowest hand", " Four cards of different ranks and suits are a badugi, above any three."
    ),
    "mexican": (
        "the highest hand", " A joker dealt face down is any card; face up it is an ace, or what a "
        "straight or flush lacks."
    ),
}  # fmt: skip
_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def lines(filing: Poker) -> tuple[str, ...]:
    game = filing.game
    return (
        "Everybody plays for the pot; the house deals and takes its collection.",
        _forced(game),
        _dealt(game),
        "In each round of betting you call to stay in, raise to make it dearer, or fold. With "
        "nothing to call you check or bet.",
        _changed(game),
        _showdown(game),
    )


def pictured(filing: Poker) -> tuple[int, int, int]:
    """Cards of a hand at its end: own, of these face up, and on the board."""
    held = "".join(street.cards for street in filing.game.street)
    board = sum(street.board for street in filing.game.street)
    return len(held), held.count("u") + held.count("e"), board


def _forced(game: PokerGame) -> str:
    paid = []
    if game.antes is not None:
        paid.append("antes")
    if game.blinds is not None:
        paid.append("blinds, left of the button")
    if game.bring_in is not None:
        low = "highest" if game.boards and game.boards.order == "low" else "lowest"
        paid.append(f"a bring-in by the {low} card up")
    return f"The pot begins with {listed(paid or ['the first bet'], 'and')}."


def _dealt(game: PokerGame) -> str:
    held = "".join(street.cards for street in game.street)
    board = [street.board for street in game.street if street.board]
    up = held.count("u") + held.count("e")
    words = f"You get {_NUMBERS.get(len(held), len(held))} cards"
    words += f" one after another, {_NUMBERS.get(up, up)} of them face up" if up else ""
    if board:
        words += f"; {listed([_NUMBERS.get(n, str(n)) for n in board], 'and')} come on the board"
        words += ", twice over" if game.double_board is not None else ""
    rounds = len(game.street)
    return f"{words}, with {_NUMBERS.get(rounds, rounds)} rounds of betting."


def _changed(game: PokerGame) -> str:
    draws = [street.draw for street in game.street if street.draw]
    thrown = sum(street.discard.count for street in game.street if street.discard)
    if draws:
        times = {1: "Once", 2: "Twice", 3: "Three times"}.get(len(draws), f"{len(draws)} times")
        return f"{times} you may throw away up to {draws[0].most} cards and draw new ones."
    if thrown:
        return f"On the way you throw away {_NUMBERS.get(thrown, thrown)} card of your own."
    if any(street.expose for street in game.street):
        return "You may turn your down card up; then your next card comes face down."
    if game.high.hole == "exactly-two":
        return "At the end exactly two of your own cards and three of the board count."
    if any(street.board for street in game.street):
        return "At the end the best five of your own cards and the board count."
    return "At the end your best five cards count; only you see those face down."


def _showdown(game: PokerGame) -> str:
    won, means = _WON.get(game.high.ranking, _HIGH)
    if game.low is not None:
        return (
            f"At the showdown {won} takes half and the lowest hand of eight or lower "
            "the other half; without such a low the high takes all. Whoever is left alone wins."
        )
    return f"At the showdown {won} takes the pot; whoever is left alone wins it before.{means}"
