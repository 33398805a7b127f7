"""How a hand of three card poker goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.wording.base import listed
from houseway.rounds.felt import extra_spots

_SEEN = {0: "none of them seen", 1: "one of them face up", 2: "two of them face up"}
_RANKS = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack", "T": "a ten"}
_ENDS = {"win": "is paid", "push": "comes back", "lose": "is lost"}


def lines(filing: ThreeCardPoker) -> tuple[str, ...]:
    game = filing.game
    times = listed([f"{n} times" if n > 1 else "once" for n in game.play.times], "or")
    rule = game.qualifies
    least = "any hand"
    if rule.high_card:
        least = f"{_RANKS.get(rule.high_card, rule.high_card)} high or better"
    elif rule.pair:
        least = f"a pair of {rule.pair}s or better"
    ante, play = game.ante_unqualified, game.play_unqualified
    lost = listed([_label(filing, name) for name in game.play.fold_forfeits], "and")
    return (
        f"Bet the ante before the cards come.{extra_spots(filing)}",
        "Everybody gets three cards. So does the bank, "
        f"{_SEEN.get(len(game.deal.bank_cards_seen), 'all of them face up')}.",
        f"Look at yours: play bets the ante {times} more, fold gives up {lost}.",
        f"The bank's three cards are turned up. They qualify with {least}.",
        f"If they do not, your play wager {_ENDS[play.higher]}; your ante {_ENDS[ante.higher]} "
        f"with the higher hand and {_ENDS[ante.lower]} with the lower.",
        "If they do, the higher hand wins ante and play 1 to 1: straight flush, three alike, "
        "straight, flush, pair, high card.",
    )


def _label(filing: ThreeCardPoker, wager: str) -> str:
    spot = filing.find_spot(wager)
    return f"your {spot.label.lower()}" if spot else f"your {wager.replace('_', ' ')}"
