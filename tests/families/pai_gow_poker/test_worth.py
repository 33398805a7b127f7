"""What other settings cost in the hands of a row: held to plain dealing, one round at a time."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from houseway.cards import CARDS, JOKER
from houseway.families.pai_gow_poker.house_way import shape_of
from houseway.families.pai_gow_poker.procedure import set_verdict
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import setting_of
from houseway.families.pai_gow_poker.worth import HOUSE_WAY, worth
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms

CLUB = "500-club/fortune-pai-gow-poker"
FACE_UP = "500-club/face-up-pai-gow-poker"
ROW = "Two pairs, high pair 5, 4 or 3"


def _terms(filing: str) -> Terms[PaiGowPoker]:
    found = load(filing)
    assert isinstance(found, PaiGowPoker)
    return make_terms(found)


def test_small_pairs_split_or_kept_as_dealing_has_them() -> None:
    """004:643-645: two pairs of fives and below, the small one in front or both behind."""
    terms = _terms(CLUB)
    setting, chance = setting_of(terms), Random(7)
    deck = [*CARDS, JOKER]
    apart: list[float] = []  # the pair in front less both behind, on the same deals
    while len(apart) < 3_000:
        cards = chance.sample(deck, 14)
        hand, bank = cards[:7], cards[7:]
        shape = shape_of(hand)
        if shape.sets != "2+2" or shape.rank not in "543":
            continue
        low = [card for card in hand if card.text[0] == shape.second]
        high = sorted(
            (card for card in hand if card.text[0] in shape.single or card is JOKER),
            key=lambda card: card.rank or 14,
        )[-2:]
        held = setting.hand("house_way", bank)
        nets = []
        for front in (low, high):
            mine = setting.hand(f"set {front[0]} {front[1]}", hand)
            if mine.foul or mine.back_worth.category in ("straight", "flush", "straight-flush"):
                break
            nets.append(float(set_verdict(terms.filing, 1, mine, held).net))
        if len(nets) == 2 and setting.hand("house_way", hand).back_worth.category in (
            "one-pair",
            "two-pair",
        ):
            apart.append(nets[0] - nets[1])
    (found,) = worth(terms, "", [ROW]).values()
    cost = found["a pair in front, one pair behind"] - found["high cards in front, two pair behind"]
    error = stdev(apart) / sqrt(len(apart))
    assert cost == pytest.approx(fmean(apart), abs=4 * error + 0.05)  # forty hands of the row
    assert found[HOUSE_WAY] >= max(found.values()) - 0.01


def test_nothing_is_said_where_the_bank_lies_open() -> None:
    assert worth(_terms(FACE_UP), "", [ROW]) == {}
    assert worth(_terms(CLUB), "", ["no such row"]) == {}
