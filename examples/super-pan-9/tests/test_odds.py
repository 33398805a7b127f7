"""Odds: exact, held against what must be so, a published strategy, and a plain second count."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

from conftest import FILING, Command
from houseway.analysis.odds import odds, strategy_cards
from houseway.cards import parse_cards
from houseway.rounds.events import Dealt
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight
from super_pan_9.bots import choose
from super_pan_9.schema import SuperPan9


def changed(
    filing: SuperPan9, *, draws_to: int, all_stood: int | None = None, without: str = "789T"
) -> SuperPan9:
    data = json.loads(filing.model_dump_json())
    data["game"]["bank_draw"] |= {"draws_to": draws_to, "all_stood": all_stood}
    data["deck"]["without"] = list(without)
    return SuperPan9.model_validate(data)


def test_a_player_with_the_banks_own_rule_is_its_equal(filing: SuperPan9) -> None:
    """Both draw to five, ties push: the game is fair, and no other play does better."""
    bet = odds(changed(filing, draws_to=5)).bets["game"]
    assert bet.ev == 0
    assert bet.hit == bet.lost


def test_item_7_4_gives_the_bank_its_edge(filing: SuperPan9) -> None:
    """It draws with six to a player who stood on six or more, which a published strategy advises
    and a player cannot do."""
    bet = odds(filing).bets["game"]
    assert -Fraction(1, 20) < bet.ev < 0


def test_the_published_strategy_is_to_draw_to_five_and_stand_on_six(filing: SuperPan9) -> None:
    chart = odds(filing).bets["game"].strategy["chart"]
    assert [chart[str(total)]["choice"] for total in range(10)] == ["draw"] * 6 + ["stand"] * 4


def test_the_bots_play_by_the_chart(filing: SuperPan9) -> None:
    chart = odds(filing).bets["game"].strategy["chart"]
    for total, cards in enumerate(
        "KKK KKA KK2 KK3 KK4 KK5 KK6 K16 K26 K36".replace("1", "A").split()
    ):
        hand = parse_cards(" ".join(f"{rank}s" for rank in cards))
        sight = Sight([Dealt(2, 1, 3, tuple(hand), None)])
        ask = Ask(2, "draw-or-stand", ("draw", "stand"))
        assert choose(ask, sight, filing) == chart[str(total)]["choice"], cards


def plain_count(
    shoe: Counter[int], draws_to: int, all_stood: int, plan: dict[int, str]
) -> tuple[Fraction, Fraction]:
    """Expected wager and probability of a tie, card by card in the order of the deal."""
    ev = tie = Fraction(0)
    for cards in product(shoe, repeat=6):
        chance, left = Fraction(1), Counter(shoe)
        for value in cards:
            chance *= Fraction(max(left[value], 0), left.total())
            left[value] -= 1
        if not chance:
            continue
        own, bank = sum(cards[:3]) % 10, sum(cards[3:]) % 10
        for mine in shoe if plan[own] == "draw" else (None,):
            one, after = chance, Counter(left)
            total = own
            if mine is not None:
                one *= Fraction(left[mine], left.total())
                after[mine] -= 1
                total = (own + mine) % 10
            for other in shoe if bank <= (all_stood if mine is None else draws_to) else (None,):
                both, theirs = one, bank
                if other is not None:
                    both *= Fraction(after[other], after.total())
                    theirs = (bank + other) % 10
                ev += both * ((total > theirs) - (total < theirs))
                tie += both * (total == theirs)
    return ev, tie


def test_counts_agree_with_a_plain_walk_through_a_short_deck(filing: SuperPan9) -> None:
    """Pictures, aces, fives and sixes only; the bank draws to six, to seven if all stood."""
    short = changed(filing, draws_to=6, all_stood=7, without="234789T")
    report = odds(short, decks=8)
    chart = report.bets["game"].strategy["chart"]
    plan = {int(total): row["choice"] for total, row in chart.items()}
    shoe = Counter({0: 3 * 4 * 8, 1: 4 * 8, 5: 4 * 8, 6: 4 * 8})
    ev, tie = plain_count(shoe, 6, 7, plan)
    by_chart = report.bets["game"].compared["played by the chart alone"]
    assert by_chart["fraction"] == f"{ev.numerator}/{ev.denominator}"
    # The tie bet is counted under the best play; here no hand departs from the chart.
    assert report.bets["game"].strategy["against the chart"] == {}
    assert report.bets["tie"].hit == tie
    assert report.bets["tie"].ev == 7 * tie - (1 - tie)


def test_any_other_rule_is_worse_for_the_bank_than_the_filed_one(filing: SuperPan9) -> None:
    """The player answers each rule with the best play; the published one is the bank's best."""
    best = odds(filing).bets["game"].ev
    for draws_to, all_stood in ((4, 6), (6, 6), (5, 5), (5, 7)):
        other = changed(filing, draws_to=draws_to, all_stood=all_stood)
        assert odds(other).bets["game"].ev > best, (draws_to, all_stood)


def test_counts_and_card_are_written(houseway: Command, tmp_path: Path) -> None:
    counts, card = tmp_path / "counts.csv", tmp_path / "card.txt"
    houseway("odds", FILING, "--counts", counts, "--card", card)
    assert "tie of 9" in counts.read_text()
    text = " ".join(card.read_text().split())
    assert "5 points draw 6 points stand" in text
    assert strategy_cards(odds(FILING))[0].title == "Super Pan 9, riverbend/super-pan-9"
