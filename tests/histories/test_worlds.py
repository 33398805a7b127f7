"""Unknown cards: what is looked into, how likely each card is, what is said of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from houseway.cards import CARDS, parse_cards, parse_tiles
from houseway.cards.unknown import NeededError, UnknownCard, UnknownTile, parse_with_unknown
from houseway.errors import HousewayError
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import check_round
from houseway.histories.ruling import chance, corrections
from houseway.histories.script import Script, Slot
from houseway.histories.worlds import DRAWN, FEW, draws, name_slots
from houseway.rounds.judging import is_seen, judge

THREE_CARD = "outlaws/three-card-poker-6-card-bonus"


def settled(**keys: Any) -> Adjudication:
    return adjudicate(check_round(keys))


def test_an_unknown_card_lies_there_until_somebody_asks() -> None:
    card, tile = UnknownCard("a"), UnknownTile("b")
    assert repr((card, tile)) == "(??, ??)"
    for ask in (
        lambda: card.rank, lambda: card.text, lambda: card.is_joker, lambda: str(card),
        lambda: card in parse_cards("Ah"), lambda: {card}, lambda: tile.pips,
        lambda: tile == parse_tiles("66")[0],
    ):  # fmt: skip
        with pytest.raises(NeededError) as needed:
            ask()
        assert needed.value.key in "ab"


def test_a_hand_with_an_unknown_card_is_worth_nothing_known() -> None:
    hand = judge("three-card")((UnknownCard("x"), *parse_cards("Ah Kh")))
    assert not is_seen(hand)
    with pytest.raises(NeededError):
        _ = hand.strength


def test_unknown_cards_are_read_with_and_without_spaces() -> None:
    queen, three = parse_cards("Qd 3s")
    assert parse_with_unknown("Qd??3s") == [queen, None, three]
    assert parse_with_unknown("66 ?? 11", tiles=True)[1] is None


def test_handfuls_are_as_likely_as_the_deck_has_them() -> None:
    one_deck = dict(draws(Counter(CARDS), 2))
    assert len(one_deck) == 1326
    assert set(one_deck.values()) == {Fraction(1, 1326)}
    two_decks = dict(draws(Counter(CARDS * 2), 2))
    assert sum(two_decks.values()) == 1
    aces = parse_cards("Ac Ac")
    assert two_decks[aces] == Fraction(1, 104 * 103 // 2)  # one pair of twins in 5,356


def test_slots_are_named_as_a_dealer_would() -> None:
    slots = [Slot("bank", 1), Slot(3, 0)]
    assert name_slots(slots) == "the bank's second card and seat 3's first card"


def test_chances_are_written_to_six_places() -> None:
    assert [chance(Fraction(n, 47)) for n in (0, 34, 47)] == ["0", "0.723404", "1"]
    assert chance(Fraction(1, 10**8)) == "1e-08"  # not nothing


def test_corrections_leave_out_those_who_have_what_they_are_owed() -> None:
    assert corrections({"1": 2000, "2": -3000}, {"1": 2000, "2": 3000}) == {"2": -6000}


def test_a_whole_hand_of_the_bank_unknown_is_counted_exactly() -> None:
    # Three aces lose to straight flushes alone. A suit has 12 of them, 10 without its ace; the 49
    # cards left make 18,424 hands.
    seat = {"number": 1, "cards": "Ac Ad Ah", "wagers": {"ante": 10}, "actions": ["play"]}
    answer = settled(
        filing=THREE_CARD, bank={"seat": 4, "wager": 500, "cards": "?? ?? ??"}, seat=[seat]
    )
    (ante, play) = answer.ruling.open
    lost = Fraction(3 * 10 + 12, 18424)
    assert ante.possible["lose"] == play.possible["lose"] == lost


def test_the_order_of_the_banks_cards_matters_only_where_its_wager_ends() -> None:
    # Outlaws places the button by a card; with 10 in the bank it decides which loser pays.
    seats = [
        {"number": n, "cards": cards, "wagers": {"ante": 10}, "actions": ["play"]}
        for n, cards in ((1, "2c 3d 5h"), (2, "2d 3h 5c"))
    ]
    bank = {"seat": 4, "wager": 10, "cards": "Ad Kc ??"}
    answer = settled(filing=THREE_CARD, bank=bank, seat=seats)
    assert {one.bettor for one in answer.ruling.open} == {"1", "2"}
    rich = settled(filing=THREE_CARD, bank=bank | {"wager": 1000}, seat=seats)
    assert rich.ruling.ruling == "settled"
    assert rich.settlement.net == {"1": -2000, "2": -2000, "bank": 4000}


def test_too_many_unknown_cards_leave_bounds_that_hold() -> None:
    seven = "?? ?? ?? ?? ?? ?? ??"
    answer = settled(
        filing="500-club/face-up-pai-gow-poker", dice=[1, 3, 4],
        bank={"seat": 7, "wager": 1000, "cards": "Kd Ks 9c 7h 4d Ah Qc"},
        seat=[{"number": 1, "cards": seven, "wagers": {"game": 20}, "house_way": True}],
    )  # fmt: skip
    (game,) = answer.ruling.open
    assert game.estimated
    assert (game.least, game.most) == (-2000, 2000)
    assert sum(game.possible.values()) == 1


def test_a_setting_may_name_an_unknown_card() -> None:
    answer = settled(
        filing="napa-valley/double-hand-poker", dice=[1, 3, 4],
        bank={"seat": 7, "wager": 1000, "cards": "Kd Ks 9c 7h 4d Ah Qc", "set": "Ah Qc"},
        seat=[{"number": 1, "cards": "5c 5d 5h Ts 2c ?? Kc", "wagers": {"game": 20},
               "set": "?? Kc"}],
    )  # fmt: skip
    (game,) = answer.ruling.open
    assert game.decides == "seat 1's sixth card"
    # Three fives win behind. In front a king wins with an ace (3 are left), the joker, or the king
    # of hearts: 5 of 53 less 13.
    assert game.possible["win"] == Fraction(5, 40)


def test_cards_that_cannot_have_lain_are_left_out_or_refused() -> None:
    with pytest.raises(HousewayError) as refused:  # whatever the card, nine and king draw nothing
        settled(
            filing="napa-valley/ez-baccarat-panda-8", decks=6, bank={"seat": 5, "wager": 100},
            hands={"player": "9h Kd ??", "banker": "7c Kc"},
            seat=[{"number": 6, "wagers": {"player": 10}}],
        )  # fmt: skip
    assert refused.value.code == "too-many-cards"


def test_worlds_that_are_too_many_are_given_up_before_they_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seven cards of the bank, unknown one by one: some are drawn by lot, no others are played."""
    played, assume = [], Script.assume

    def counted(self: Script, *told: Any) -> None:
        played.append(told)
        assume(self, *told)

    monkeypatch.setattr(Script, "assume", counted)
    found = settled(
        filing="500-club/fortune-pai-gow-poker", dice=[3, 3, 2],
        bank={"seat": 7, "wager": 1000, "cards": "??" * 7},
        seat=[{"number": 1, "cards": "Kc Qd Jd 8d 7h 4d 3c", "wagers": {"game": 10},
               "house_way": True}],
    )  # fmt: skip
    assert found.ruling.open
    assert len(played) < DRAWN + FEW
