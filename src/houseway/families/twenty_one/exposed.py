"""The 21-type games: what the bank's down card is worth to a player who has seen it.

The game is counted once for each down card, from the shoe without it: the bank's hands begin with
the up card and that one. Where a natural of the bank ends the round there is nothing to choose.
Left aside are insurance and a surrender before the check, so that the figure is a little low.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from houseway.analysis.odds import counted
from houseway.analysis.protect.part import Exposure, Work
from houseway.families.twenty_one.rules import Tables, Values, cards_of, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.terms import Terms

_COVER: Final = "have the bank's down card dealt and looked at low and covered, or dealt last"


@dataclass(frozen=True)
class DownSeen(Tables):
    """The game when the value of the bank's down card is known, which is out of the shoe."""

    down: int = 0

    def begins(self, up: int) -> Values:
        return up, self.down

    def is_checked(self, up: int) -> bool:  # noqa: ARG002
        return False  # it tells nothing more

    def is_frozen(self, up: int) -> bool:
        natural = self.game.rules.total(cards_of(self.begins(up))).is_natural
        return super().is_frozen(up) or (natural and super().is_checked(up))


def exposed(terms: Terms[TwentyOne], work: Work) -> list[Exposure]:
    if not work.base or terms.filing.game.deal.bank_second_card != "face-down":
        return []
    base = float(next(bet for bet in counted(terms)[0] if bet.name == "game").ev)
    ev = value_with_down_seen(terms, work)
    return [
        Exposure(
            what="the bank's down card seen", bet="game", ev=ev, gain=ev - base,
            play="by both cards of the bank", remedy=_COVER,
        )
    ]  # fmt: skip


def value_with_down_seen(terms: Terms[TwentyOne], work: Work) -> float:
    """What best play brings, over all down cards."""
    from houseway.families.twenty_one.counting import make_engine
    from houseway.families.twenty_one.play import best_play, play_out, value_of

    pack = Counter(terms.filing.deck.cards(terms.decks))
    downs: Counter[int] = Counter()
    for card, number in pack.items():
        downs[place_of(card)] += number
    value = 0.0
    for done, (down, number) in enumerate(sorted(downs.items()), 1):
        gone = next(card for card in pack if place_of(card) == down)
        engine = make_engine(DownSeen(terms, pack - Counter([gone]), down))
        play = best_play(engine, lambda _: None)
        value += number / pack.total() * value_of(play_out(play))
        work.progress(0.5 + 0.5 * done / len(downs))
    return value
