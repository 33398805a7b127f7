"""Draws and discards: how many, in which order, and a deck that does not last. Rulings D, P, O."""

from __future__ import annotations

import random

import pytest

from houseway.cards import CARDS, Card
from houseway.families.poker.deck import PokerDeck
from houseway.families.poker.procedure import play, run
from houseway.families.poker.rules import table_rules
from houseway.families.poker.schema import Poker
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import Hand
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.driver import Round
from houseway.rounds.events import Called, Dealt
from tests.families.poker.hands import ends, limit, outlaws, refused

TRIPLE = "500-club/2-7-triple-draw"
FIVE = "d dh p1 8c6d4h3s2h; d dh p2 KsQsJd8h2s; d dh p3 QdQcJs9s9d; p3 cc; p1 cc; p2 cc"


def test_discards_come_in_order_from_the_left_of_the_button_d6() -> None:
    refused(limit(TRIPLE, f"{FIVE}; p2 sd Ks"), "out-of-turn")


def test_new_cards_are_dealt_after_all_have_discarded() -> None:
    refused(limit(TRIPLE, f"{FIVE}; p1 sd 8c; d dh p1 7c"), "out-of-turn")


def test_a_discard_must_be_held() -> None:
    refused(limit(TRIPLE, f"{FIVE}; p1 sd 9h"), "not-held")
    refused(limit(TRIPLE, f"{FIVE}; p1 sd 8c8c"), "not-held")


def test_all_five_may_be_drawn() -> None:
    play_on = f"{FIVE}; p1 sd 8c6d4h3s2h; p2 sd; p3 sd; d dh p1 7c5c4c3c2d; p1 cbr 4; p2 f; p3 f"
    ends(limit(TRIPLE, play_on), [208, 196, 196], ["p1 pot 12"])


def test_too_few_new_cards_are_refused() -> None:
    refused(limit(TRIPLE, f"{FIVE}; p1 sd 8c6d; p2 sd; p3 sd; d dh p1 7c"), "too-few-cards")


def test_more_cards_than_the_street_gives_are_refused() -> None:
    refused(limit(TRIPLE, "d dh p1 8c6d4h3s2h9c"), "too-many-cards")
    refused(limit(TRIPLE, "d dh p1 8c6d4h3s2h; d dh p1 9c"), "too-many-cards")
    refused(limit(TRIPLE, f"{FIVE}; p1 sd 8c; p2 sd; p3 sd; d dh p2 9c"), "too-many-cards")


def test_left_of_the_button_opens_after_a_draw_d1() -> None:
    refused(limit(TRIPLE, f"{FIVE}; p1 sd; p2 sd; p3 sd; p3 cc"), "out-of-turn")


def test_a_card_cannot_come_twice() -> None:
    refused(limit(TRIPLE, "d dh p1 8c6d4h3s2h; d dh p2 8cQsJd8h2s"), "card-twice")
    refused(limit(TRIPLE, "d dh p1 8c6d4h3s2h; d dh p2 KcQsJd8h2h"), "card-twice")
    refused(limit(TRIPLE, "d dh p1 8c6d4h3s8c"), "card-twice")
    refused(limit(TRIPLE, f"{FIVE}; p1 sd 8c; p2 sd; p3 sd; d dh p1 8c"), "card-twice")


def test_badugi_all_four_may_be_drawn_and_that_is_no_fold() -> None:
    deal = "d dh p1 AsKsQsJs; d dh p2 2c3c4c5c; d dh p3 7h8h9hTh; p3 cc; p1 cc; p2 cc"
    again = f"{deal}; p1 sd AsKsQsJs; p2 sd; p3 sd; d dh p1 As2d3h4s"
    refused(limit("500-club/badugi", again), "card-twice")
    drawn = f"{deal}; p1 sd AsKsQsJs; p2 sd; p3 sd; d dh p1 2d3h4s6c; p1 cbr 4; p2 f; p3 f"
    ends(limit("500-club/badugi", drawn), [208, 196, 196], ["p1 pot 12"])


def test_all_in_players_draw_too() -> None:
    # p3 is all-in for 4 and still draws; p1 and p2 check to the end.
    play_on = (
        f"{FIVE}; p1 sd; p2 sd KsQsJd; p3 sd QdQcJs9s9d; d dh p2 3d5d7d; d dh p3 2c3c4c5c7c; "
        "p1 cc; p2 cc; p1 sd; p2 sd; p3 sd; p1 cc; p2 cc; p1 sd; p2 sd; p3 sd; p1 cc; p2 cc"
    )
    # 7-5-4-3-2 of clubs is a flush; p1's 8-6 wins against p2's 8-7.
    hand = limit(TRIPLE, play_on, starting_stacks=[200, 200, 4])
    ends(hand, [208, 196, 0], ["p1 high 12"])


# Pineapples.


HOLE = "d dh p1 ThTd9s; d dh p2 AcAd3s; d dh p3 KsQs4h; p3 cc; p1 cc; p2 cc"


def test_pineapple_discards_before_the_flop() -> None:
    refused(limit("500-club/pineapple", f"{HOLE}; d db 2c3c4c"), "out-of-turn")


def test_crazy_pineapple_discards_after_the_flop_round() -> None:
    refused(limit("500-club/crazy-pineapple", f"{HOLE}; p1 sd 9s"), "no-deal")
    flop = f"{HOLE}; d db 2c3c4c; p1 cc; p2 cc; p3 cc"
    refused(limit("500-club/crazy-pineapple", f"{flop}; d db 5c"), "out-of-turn")


@pytest.mark.parametrize("discard", ["sd", "sd 9sTh", "sd 8c"])
def test_exactly_one_held_card_is_discarded(discard: str) -> None:
    code = {"sd": "too-few", "sd 9sTh": "too-many", "sd 8c": "not-held"}[discard]
    refused(limit("500-club/pineapple", f"{HOLE}; p1 {discard}"), code)


def test_all_in_players_discard_too_p8() -> None:
    flop = f"{HOLE}; d db 2c3c4c; p1 cc; p2 cc"
    game, stacks = "500-club/crazy-pineapple", [200, 200, 4]
    refused(
        limit(game, f"{flop}; p1 sd 9s; p2 sd 3s; d db 5c", starting_stacks=stacks), "out-of-turn"
    )


# The deck.


def test_outlaws_draw_without_a_procedure_for_a_short_deck_refuses_o21() -> None:
    # Nine players take 45 of 54 cards; one more is burned and eight are left to draw.
    hands = [
        "AsKsQsJsTs", "AhKhQhJhTh", "AcKcQcJcTc", "AdKdQdJdTd", "9s8s7s6s5s", "9h8h7h6h5h",
        "9c8c7c6c5c", "9d8d7d6d5d", "4s4h4c4d3s",
    ]  # fmt: skip
    deal = "; ".join(f"d dh p{n} {cards}" for n, cards in enumerate(hands, 1))
    calls = "; ".join(f"p{n} cc" for n in (3, 4, 5, 6, 7, 8, 9, 1, 2))
    draw = "p1 sd AsKsQsJs; p2 sd AhKhQhJh"
    hand = outlaws(f"{deal}; {calls}; {draw}; p3 sd Ac", game="draw-poker-hi-lo", players=9)
    error = refused(hand, "deck-runs-out")
    assert "0" in error.message


def test_2_7_triple_draw_goes_on_with_earlier_discards_d2() -> None:
    """Six players who draw four each time: the second draw needs the discards of the first."""
    deal = [
        "AsKsQsJs2s", "AhKhQhJh2h", "AcKcQcJc2c", "AdKdQdJd2d", "9s8s7s6s3s", "9h8h7h6h3h",
    ]  # fmt: skip
    lines = [f"d dh p{n} {cards}" for n, cards in enumerate(deal, 1)]
    lines += [f"p{n} cc" for n in (3, 4, 5, 6, 1, 2)]
    lines += [
        "p1 sd AsKsQsJs",
        "p2 sd AhKhQhJh",
        "p3 sd AcKcQcJc",
        "p4 sd AdKdQdJd",
        "p5 sd",
        "p6 sd",
    ]
    new = ["9c9d8c8d", "7c7d6c6d", "5c5d5h5s", "4c4d4h4s"]
    lines += [f"d dh p{n} {cards}" for n, cards in enumerate(new, 1)]
    lines += [f"p{n} cc" for n in range(1, 7)]
    # Six cards are left (3c 3d and the tens). Eight are wanted: five come, the last is shuffled
    # with the sixteen discards of the first draw.
    lines += ["p1 sd 9c9d8c8d", "p2 sd 7c7d6c6d", *(f"p{n} sd" for n in (3, 4, 5, 6))]
    good = [*lines, "d dh p1 3c3dThTd", "d dh p2 TsTcAsAh", "p1 cbr 8"]
    good += [f"p{n} f" for n in (2, 3, 4, 5, 6)]
    answer = ends(limit(TRIPLE, "; ".join(good), players=6), [220, 196, 196, 196, 196, 196])
    (warning,) = answer.warnings
    assert "stud" in warning
    # A discard of this draw does not come back.
    bad = [*lines, "d dh p1 3c3dThTd", "d dh p2 TsTcAs9c"]
    refused(limit(TRIPLE, "; ".join(bad), players=6), "card-twice")


def badugi_round(order: list[Card], discards: dict[int, list[int]]) -> tuple[Round, PokerDeck]:
    """Nine players who check and call; `discards` says who changes how many in each draw."""
    filing = load("500-club/badugi")
    assert isinstance(filing, Poker)
    blinds = (200, 400, 0, 0, 0, 0, 0, 0, 0)
    stakes = Stakes("limit", (0,) * 9, blinds, small_bet=400, big_bet=800)
    rules = table_rules(make_terms(filing), stakes)
    deck = PokerDeck(order, random.Random(5))
    running = Round(play(rules, [20000] * 9), deck)
    held: dict[int, list[str]] = {}
    seen = draws = 0
    while not running.over:
        for event in running.events[seen:]:
            if isinstance(event, Dealt) and event.cards is not None:
                held.setdefault(int(event.place), []).extend(card.text for card in event.cards)
        seen = len(running.events)
        ask = running.waiting_for()[0]
        if ask.kind != "draw":
            running.answer(ask.seat, ask.default or ask.choices[-1])
            continue
        count = discards.get(ask.seat, [0, 0, 0])[draws // 9]
        thrown, held[ask.seat] = held[ask.seat][:count], held[ask.seat][count:]
        running.answer(ask.seat, f"draw {''.join(thrown)}" if thrown else "stand pat")
        draws += 1
    return running, deck


def calls(running: Round) -> list[str]:
    return [event.text for event in running.events if isinstance(event, Called)]


def test_badugi_the_last_card_is_not_dealt_as_it_lies_d10() -> None:
    # 36 dealt, one burned, 15 left: fourteen are dealt, the fifteenth wanted comes after a shuffle
    # of the last card with the burn.
    order = list(CARDS)
    fifteen = {seat: [2, 0, 0] for seat in range(1, 8)} | {8: [1, 0, 0]}
    running, deck = badugi_round(order, fifteen)
    assert any("shuffled" in text for text in calls(running))
    assert set(deck.order) == {order[-1], order[36]}
    fourteen = {seat: [2, 0, 0] for seat in range(1, 8)}
    running, deck = badugi_round(order, fourteen)
    assert not any("shuffled" in text for text in calls(running))


def test_badugi_the_last_card_ends_the_last_draw_d10() -> None:
    # Three burns leave 13 for the last draw, and 13 are drawn: the last card is used.
    order = list(CARDS)
    running, _ = badugi_round(order, {seat: [0, 0, 4] for seat in range(1, 4)} | {4: [0, 0, 1]})
    assert not any("shuffled" in text for text in calls(running))
    dealt = [e.cards for e in running.events if isinstance(e, Dealt) and e.cards is not None]
    assert dealt[-1][-1] is order[-1]


def test_badugi_late_players_draw_what_is_filed_1421() -> None:
    # 004:1421, 1439, 1460: one to four cards, whoever asks.
    # 36 dealt, one burned: seats 1 to 7 get fourteen of the fifteen left. The last card, the burn
    # and the fourteen discards of those served are shuffled for seats 8 and 9.
    order = list(CARDS)
    running, deck = badugi_round(order, {seat: [2, 0, 0] for seat in range(1, 10)})
    # Card by card round the table, so the first nine and the next nine are the cards thrown.
    thrown = [card for first in range(7) for card in (order[first], order[first + 9])]
    assert set(deck.order) == {order[-1], order[36], *thrown}
    assert calls(running).count("draws 2") == 9


def test_badugi_missing_burns_are_laid_out_again_1482() -> None:
    # 004:1482: burns and discards are mixed, and missing burns replaced.
    # Nobody draws first. The second burn leaves fourteen; fourteen are wanted, the last card is
    # not dealt as it lies: it goes with both burns, one is burned anew, and one is missing.
    order = list(CARDS)
    running, deck = badugi_round(order, {seat: [0, 2, 0] for seat in range(1, 8)})
    assert set(deck.order) == {order[-1], order[36], order[37]}
    assert "a burn is laid out again from the discards" in calls(running)


ALL_FIVE = ["AsKsQsJs2s", "AhKhQhJh2h", "AcKcQcJc2c", "AdKdQdJd2d", "9s8s7s6s3s", "9h8h7h6h3h"]


@pytest.mark.parametrize("game", ["2-7-single-draw", "2-7-triple-draw", "triple-draw-poker"])
def test_the_sixth_player_may_still_change_all_five_1215_1310_3531(game: str) -> None:
    """Thirty cards wanted, 22 left: p1 to p4 get twenty, p5 one; the last card is shuffled with
    the discards of p1 to p4, and these serve p5 and p6. 004:1215, 1310, 1321, 1332, 3531, 3542,
    3553: zero to five cards, whoever asks."""
    lines = [f"d dh p{n} {cards}" for n, cards in enumerate(ALL_FIVE, 1)]
    lines += [f"p{n} cc" for n in (3, 4, 5, 6, 1, 2)]
    lines += [f"p{n} sd {cards}" for n, cards in enumerate(ALL_FIVE, 1)]
    new = ["9c9d8c8d7c", "7d6c6d5c5d", "5h5s4c4d4h", "4s3c3dTcTd", "ThAsKsQsJs"]
    lines += [f"d dh p{n} {cards}" for n, cards in enumerate(new, 1)]
    bet = ["p1 cbr 8" if game == "2-7-single-draw" else "p1 cbr 4"]
    bet += [f"p{n} f" for n in range(2, 7)]
    name = f"500-club/{game}"
    hand = limit(name, "; ".join([*lines, "d dh p6 Ts2sAhKhQh", *bet]), players=6)
    answer = ends(hand, [220, *(196,) * 5], ["p1 pot 24"])
    assert "the deck ran out" in answer.warnings[0]
    for own in ("9s", "9h"):  # neither p5's discard nor p6's own comes back to p6
        bad = "; ".join([*lines, f"d dh p6 Ts2sAhKh{own}"])
        refused(limit(name, bad, players=6), "card-twice")


@pytest.mark.parametrize(
    ("name", "players", "cards", "draws"),
    [
        ("2-7-single-draw", 6, 5, 1),  # 1215
        ("2-7-triple-draw", 6, 5, 3),  # 1310, 1321, 1332
        ("triple-draw-poker", 6, 5, 3),  # 3531, 3542, 3553
        ("badugi", 9, 4, 3),  # 1421, 1439, 1460
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_a_full_table_may_change_every_card_in_every_draw(
    name: str, players: int, cards: int, draws: int, seed: int
) -> None:
    filing = load(f"500-club/{name}")
    assert isinstance(filing, Poker)
    blinds = (200, 400, *(0,) * (players - 2))
    stakes = Stakes("limit", (0,) * players, blinds, small_bet=400, big_bet=800)
    rules = table_rules(make_terms(filing), stakes)
    hand = Hand(rules, [20000] * players)
    running = Round(run(hand), PokerDeck.shuffled(rules, random.Random(seed)))
    changed = 0
    thrown: dict[int, set[Card]] = {}
    while not running.over:
        ask = running.waiting_for()[0]
        held = [card for cards in hand.held.cards for card in cards]
        assert len(set(held)) == len(held)
        if ask.kind != "draw":
            for seat, gone in thrown.items():
                assert not gone & set(hand.held.cards[seat - 1]), "an own discard came back"
            thrown = {}
            running.answer(ask.seat, ask.default or ask.choices[-1])
            continue
        own = hand.held.cards[ask.seat - 1]
        assert ask.facts["most"] == len(own) == cards
        thrown[ask.seat] = set(own)
        running.answer(ask.seat, f"draw {''.join(card.text for card in own)}")
        changed += 1
    assert changed == players * draws
