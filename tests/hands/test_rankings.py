"""Looking rankings up by the keys of the filings; hand values as such."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from houseway.cards import CARDS, Card, parse_cards
from houseway.hands.rankings import RANKINGS, ranking
from houseway.hands.value import HandValue, pack, unpack

CARDS_FOR = {"three-card": 3, "two-card": 2, "badugi": 4, "chinese-front": 3, "mexican": 5}


def some_cards(key: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    if key.startswith("omaha"):
        return CARDS[:4], CARDS[10:15]
    if key == "short-deck":
        return CARDS[16:36:4], ()
    return CARDS[: 4 * CARDS_FOR.get(key, 5) : 4], ()


@pytest.mark.parametrize("key", RANKINGS)
def test_every_key_gives_a_ranking_whose_value_and_strength_agree(key: str) -> None:
    hand, board = some_cards(key)
    found = ranking(key)
    value = found.value(hand, board)
    assert value.strength == found.strength(hand, board)
    assert value.name
    assert set(value.cards) <= {*hand, *board}


@pytest.mark.parametrize("key", RANKINGS)
def test_a_ranking_is_made_once(key: str) -> None:
    assert ranking(key) is ranking(key)


def test_details_come_from_the_filing() -> None:
    five = parse_cards("Kh Qh 9h 5h Jk")
    assert ranking("high-joker", joker="ace-straight-flush").value(five).category == "flush"
    assert ranking("high-joker", joker="ace-straight").value(five).category == "high-card"
    four_kings = parse_cards("Kh Kd Kc Ks Jk")
    assert ranking("mexican", joker_dealt="face-down").value(four_kings).name == "Five kings"
    assert ranking("mexican", joker_dealt="face-up").value(four_kings).name != "Five kings"
    assert ranking("ace-to-five-8", joker_is_ace=True).value(parse_cards("Jk7d4c3s2h")).qualifies
    wheel, six = parse_cards("5c 4d 3h 2s Ac"), parse_cards("6c 5d 4h 3s 2c")
    second = ranking("high-two-jokers", wheel="second")
    assert second.value(wheel) > second.value(six)
    assert ranking("high").value(wheel) < ranking("high").value(six)


def test_unknown_keys_and_details_are_refused() -> None:
    with pytest.raises(ValueError, match="no ranking is called 'hihg'; there are high, high-joker"):
        ranking("hihg")
    with pytest.raises(ValueError, match="ranking 'badugi' has no detail 'wheel'; it has none"):
        ranking("badugi", wheel="lowest")
    with pytest.raises(ValueError, match="wheel = 'first' of ranking 'high' is none of lowest"):
        ranking("high", wheel="first")
    with pytest.raises(ValueError, match="joker = 'any' of ranking 'high-joker' is none of ace-"):
        ranking("high-joker", joker="any")


def test_packed_hands_come_back() -> None:
    for code, ranks in [(3, (14, 13, 12, 11, 9)), (8, (14, 2)), (1, ()), (5, (10,))]:
        assert unpack(pack(code, ranks)) == (code, ranks)


def test_fewer_cards_that_begin_alike_rank_lower() -> None:
    assert pack(1, (14, 13)) < pack(1, (14, 13, 2)) < pack(1, (14, 13, 3)) < pack(2, (2,))


def test_a_value_compares_by_strength_alone_and_cannot_be_changed() -> None:
    one = HandValue(5, "flush", (14,), ())
    other = HandValue(5, "straight", (9,), CARDS[:5])
    assert one == other
    assert one <= other
    assert HandValue(6, "high-card", (2,), ()) > one
    assert str(one) == one.name == "Ace-high flush"
    with pytest.raises(FrozenInstanceError):
        one.strength = 6  # type: ignore[misc]
