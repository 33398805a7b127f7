"""Writing rounds of the 21-type games in a line each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from houseway.errors import HousewayError
from houseway.histories.adjudicate import Adjudication
from tests.building import refusal, settle_round

CASINO = "casino-club/pure-21.5-blackjack"
OUTLAWS = "outlaws/pure-21.5-blackjack"
CLUB500 = "500-club/pure-21.5-blackjack"
SPANISH = "500-club/pure-spanish-21.5"
NO_BUST = "napa-valley/no-bust-21st-century-blackjack"
NAPA_43 = "napa-valley/no-bust-21st-century-blackjack-4.3"
NAPA_80 = "napa-valley/21st-century-blackjack-8.0"
PURE = [CASINO, OUTLAWS, CLUB500]
ALL = [*PURE, SPANISH, NO_BUST, NAPA_43, NAPA_80]


def seat(
    number: int,
    cards: str,
    actions: str = "",
    draws: str = "",
    *,
    behind: dict[str, dict[str, float]] | None = None,
    free: bool = False,
    bets: dict[str, float] | None = None,
    **wagers: float,
) -> dict[str, Any]:
    """A seat; `actions` are separated by commas; a game wager of 10 unless others are given."""
    return {
        "number": number,
        "cards": cards,
        "draws": draws,
        "wagers": bets or wagers or {"game": 10},
        "actions": [action.strip() for action in actions.split(",") if action.strip()],
        "backline": [{"name": name, "wagers": w} for name, w in (behind or {}).items()],
        "free_collection": free,
    }


def bank(cards: str, number: int = 8, wager: float = 5000) -> dict[str, Any]:
    return {"seat": number, "wager": wager, "cards": cards}


def settled(
    filing: str, bank_cards: str, *seats: dict[str, Any], banker: int = 8, cover: float = 5000,
    **rest: Any,
) -> Adjudication:  # fmt: skip
    """A round against a bank in seat 8 with plenty of cover."""
    return settle_round(filing, bank(bank_cards, banker, cover), *seats, **rest)


def refused(
    filing: str, bank_cards: str, *seats: dict[str, Any], banker: int = 8, cover: float = 5000,
    **rest: Any,
) -> HousewayError:  # fmt: skip
    return refusal(filing, bank(bank_cards, banker, cover), *seats, **rest)


def net(answer: Adjudication) -> dict[str, float]:
    """What each bettor won or lost, in dollars, the bank left out."""
    return {who: cents / 100 for who, cents in answer.settlement.net.items() if who != "bank"}


def lines(answer: Adjudication) -> dict[str, tuple[str, float]]:
    """`"1.game#2"` -> outcome and net in dollars."""
    found = {}
    for line in answer.settlement.lines:
        hand = f"#{line.hand}" if line.hand > 1 else ""
        found[f"{line.bettor}.{line.wager}{hand}"] = (line.outcome, line.net / 100)
    return found


@dataclass(frozen=True)
class Hand:
    """One seat against the bank, and what its wager of 10 must come to."""

    clause: str
    bank: str
    cards: str
    net: float
    outcome: str
    actions: str = ""
    draws: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.clause

    def check(self, filing: str) -> None:
        answer = settled(
            filing, self.bank, seat(1, self.cards, self.actions, self.draws), options=self.options
        )
        assert lines(answer)["1.game"][0] == self.outcome
        assert net(answer) == {"1": self.net}
        assert all(line.cite and line.because for line in answer.settlement.lines)
