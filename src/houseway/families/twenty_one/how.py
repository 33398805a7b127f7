"""How a hand of a 21-type game goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.wording.base import listed
from houseway.rounds.felt import extra_spots

_ENDS = {"win": "wins", "push": "pushes", "lose": "loses"}


def lines(filing: TwentyOne) -> tuple[str, ...]:
    game = filing.game
    made = "two jokers" if game.natural.made_of == "two-jokers" else "an ace with a ten-card"
    pays = f"{game.natural.pays.numerator} to {game.natural.pays.denominator}"
    more = ["double for one more card", "split a pair"]
    more += ["surrender half"] if game.surrender else []
    more += ["rescue half of a double"] if game.rescue else []
    joker = " A joker beside another card makes 21." if game.jokers else ""
    over = game.results.player_over.outcome
    second = "one face up" if game.deal.bank_second_card == "face-down" else "one card at first"
    stand = listed([text.replace("-", " to ") for text in game.bank_chart.must_stand], "and")
    both = game.both_over
    return (
        f"Bet against the bank, which another player holds.{extra_spots(filing)}",
        f"You get two cards; the bank shows {second}.{joker}",
        f"The best hand is {game.natural.name} ({made}), paid {pays}. Other hands win 1 to 1.",
        f"Hit to come closer to {game.natural.total}, stand to stop; you may {listed(more, 'or')}.",
        f"The bank draws last, by its chart: it stands on {stand}.",
        f"The closer hand wins. A hand that went over {_ENDS[over]} against one that did not; with "
        f"both over, the closer one {_ENDS[both.closer]}.",
    )
