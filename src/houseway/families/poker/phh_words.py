"""The shorthand of hand histories and the trade's words for the same moves.

What `cc` or `cbr` says depends on the moment, so a shorthand is read with the open decision. The
first version of the event log and of the protocol had it too.
"""

from __future__ import annotations

from houseway.families.poker.phh import Chips
from houseway.rounds.events import Chose
from houseway.rounds.steps import Ask

_TRADE = {
    "f": "fold", "pb": "bring in", "ex": "turn up", "keep": "keep down", "sm": "muck",
    "sm -": "show",
}  # fmt: skip
_SHORT = {trade: short for short, trade in _TRADE.items()} | {
    "check": "cc", "call": "cc", "stand pat": "sd",
}  # fmt: skip


def trade_move(move: str, ask: Ask) -> str:
    """A move in the trade's words; one that is no shorthand stays as it is."""
    if move in _TRADE:
        return _TRADE[move]
    word, _, rest = move.partition(" ")
    match word:
        case "cc" if not rest:
            return "check" if "check" in ask.choices else "call"
        case "cbr":
            return f"{ask.beyond.verbs[0] if ask.kind == 'bet' else 'bet'} {rest}"
        case "sd":
            return f"{ask.kind} {rest}".strip() if rest or ask.kind != "draw" else "stand pat"
        case "sm":
            return f"show {rest}"
    return move


def shorthand(event: Chose, chips: Chips) -> str:
    """A choice of a poker hand as its history writes it; nothing for a card that is kept down."""
    move = event.move or ""
    word, _, rest = move.partition(" ")
    if word in ("bet", "raise"):
        return f"cbr {chips.brief(int(rest))}"
    if word in ("draw", "discard"):
        return f"sd {rest.replace(' ', '')}"
    short = _SHORT.get(move, move)
    return "" if short == "keep" else short
