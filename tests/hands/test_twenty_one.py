"""The 21-type games: card values, naturals, jokers and charts of the seven filings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, perm

import pytest

from houseway.cards import CARDS, DECKS, JOKER, Card, card, cards_of, parse_cards
from houseway.hands.twenty_one import (
    Chart,
    Count,
    Natural,
    SpecialHand,
    Total,
    TwentyOneRules,
    card_count,
    half_points,
    written,
)

EIGHTS = SpecialHand.three_of(8)


def half_past_21(name: str, special: SpecialHand | None) -> TwentyOneRules:
    natural = Natural(made_of="ace-and-ten", halves=half_points("21.5"), name=name)
    return TwentyOneRules(natural=natural, special=special)


RULES = {
    "casino-club pure 21.5": half_past_21("Pure 21.5 Blackjack", EIGHTS),
    "outlaws pure 21.5": half_past_21("Pure 21.5 Blackjack", EIGHTS),
    "500-club pure 21.5": half_past_21("Pure 21.5 Blackjack", EIGHTS),
    "500-club spanish 21.5": half_past_21("Pure Spanish 21.5", EIGHTS),
    "napa no bust": TwentyOneRules(
        natural=Natural(made_of="two-jokers", halves=half_points(22), name="Natural 22"),
        jokers=True,
    ),
    "napa no bust 4.3": half_past_21("Natural 21½", None),
    "napa 8.0": half_past_21("Natural 21½", SpecialHand.suited_ranks([7, 8, 9])),
}
DECK = dict.fromkeys(RULES, "standard-52") | {
    "500-club spanish 21.5": "spanish-48",
    "napa no bust": "joker-53",
}
PURE = [game for game in RULES if "pure" in game]
HALF = [game for game in RULES if game != "napa no bust"]
NO_BUST = RULES["napa no bust"]

every_game = pytest.mark.parametrize("game", RULES)
half_games = pytest.mark.parametrize("game", HALF)


def total(game: str, cards: str, *, split: bool = False) -> Total:
    return RULES[game].total(parse_cards(cards), split=split)


def no_bust(cards: str, *, split: bool = False) -> Total:
    return NO_BUST.total(parse_cards(cards), split=split)


# --- values of the cards ---------------------------------------------------------------------


@every_game
def test_cards_from_two_to_nine_hold_their_face_value(game: str) -> None:
    for one, other in product("23456789", repeat=2):
        value = total(game, f"{one}c{other}d")
        assert value.halves == 2 * (int(one) + int(other))
        assert not value.is_soft
        assert not value.is_over


@every_game
def test_ten_and_pictures_are_worth_ten_with_any_card_but_an_ace(game: str) -> None:
    pictures = "KQJ" if DECK[game] == "spanish-48" else "KQJT"
    for picture, other in product(pictures, "23456789"):
        assert total(game, f"{picture}c{other}d").halves == 2 * (10 + int(other))
    for one, other in product(pictures, repeat=2):
        assert total(game, f"{one}c{other}d").name == "hard 20"


@every_game
def test_an_ace_is_one_or_eleven(game: str) -> None:
    assert total(game, "Ah 9d").name == "soft 20"
    assert total(game, "Ah 9d 5c").name == "hard 15"
    assert total(game, "Ah 2d 8c").name == "soft 21"
    assert total(game, "Ah 9d 5c Kd").name == "over with 25"


@every_game
def test_two_aces_are_two_or_twelve(game: str) -> None:
    assert total(game, "Ah Ad").name == "soft 12"
    assert total(game, "Ah Ad Kc").name == "hard 12"
    assert total(game, "Ah Ad 9c").name == "soft 21"


@every_game
def test_an_ace_and_a_ten_card_with_three_or_more_cards_are_eleven(game: str) -> None:
    for picture in "KQJ":
        value = total(game, f"Ah {picture}d 7c")
        assert (value.name, value.is_natural) == ("hard 18", False)
        assert total(game, f"Ah {picture}d Kc").name == "hard 21"


@every_game
def test_hard_hand_has_no_ace_at_eleven_soft_hand_has(game: str) -> None:
    assert total(game, "Ts 7d").name == "hard 17"
    assert total(game, "As 6d").name == "soft 17"
    assert total(game, "As 6d Kc").name == "hard 17"
    assert total(game, "As 3d 3c").name == "soft 17"


def test_card_counts_take_ace_and_joker_at_their_least() -> None:
    assert {one.text[0]: card_count(one) for one in CARDS} == {
        "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 10)}
    }  # fmt: skip
    assert card_count(JOKER) == 1


# --- naturals ----------------------------------------------------------------------------------


@half_games
def test_natural_of_21_and_a_half_is_ace_and_ten_card_on_the_initial_deal(game: str) -> None:
    deck = DECKS[DECK[game]]
    naturals = [pair for pair in combinations(deck, 2) if RULES[game].total(pair).is_natural]
    assert {frozenset(one.text[0] for one in pair) for pair in naturals} == {
        frozenset("A" + ten) for ten in ("JQK" if DECK[game] == "spanish-48" else "TJQK")
    }
    for pair in naturals:
        value = RULES[game].total(pair)
        assert (value.halves, value.points) == (43, 21)
        assert value.is_soft
        assert not value.is_over
        assert value.name == RULES[game].natural.name


@half_games
def test_natural_beats_every_other_hand(game: str) -> None:
    natural = total(game, "Ah Kd")
    assert natural > total(game, "7h 7d 7c")
    assert natural > total(game, "Ah 2d 8c")
    assert natural == total(game, "Js Ac")


@half_games
def test_p2_and_90_ace_and_ten_card_after_a_split_are_21(game: str) -> None:
    for cards in ("Ah Kd", "Kd Ah"):
        value = total(game, cards, split=True)
        assert (value.halves, value.is_natural, value.name) == (42, False, "soft 21")
        assert total(game, cards).is_natural


@half_games
def test_a_split_changes_nothing_else(game: str) -> None:
    for size in (1, 2, 3):
        for hand in combinations_with_replacement(CARDS[::4], size):
            plain = RULES[game].total(hand)
            if not plain.is_natural:
                assert RULES[game].total(hand, split=True).name == plain.name


@half_games
def test_order_of_hands(game: str) -> None:
    falling = ["Ah Kd", "Kc 9d 2h", "Kc Qd", "Kc 9d", "2c 2d", "Kc 9d 3h", "Kc Qd 3h", "Kc Qd 9h"]
    values = [total(game, cards) for cards in falling]
    assert values == sorted(values, reverse=True)
    assert [value.is_over for value in values] == [False] * 5 + [True] * 3
    assert [value.name for value in values[5:]] == [
        "over with 22", "over with 23", "over with 29"
    ]  # fmt: skip


@half_games
def test_soft_and_hard_of_one_total_are_equal(game: str) -> None:
    assert total(game, "Ah 6d") == total(game, "Kc 7d")


@half_games
def test_a_joker_is_refused_where_none_is_played(game: str) -> None:
    with pytest.raises(ValueError, match="played without jokers"):
        RULES[game].total(parse_cards("Jk 7d"))


# --- the hands that make a push ----------------------------------------------------------------


@pytest.mark.parametrize("game", [*PURE, "500-club spanish 21.5"])
def test_888_is_named_and_over_with_24(game: str) -> None:
    for cards in ("8c 8d 8h", "8h 8h 8h", "8s 8c 8c"):
        value = total(game, cards)
        assert value.is_special
        assert value.is_over  # ruling 21: it is a bust for Buster
        assert (value.halves, value.name) == (48, "three eights, over with 24")
    for cards in ("8c 7d 9h", "8c 8d", "8c 8d 4h 4s", "8c 8d 7h", "2c 8d 8h 6s", "7h 8h 9h"):
        assert not total(game, cards).is_special
    assert total(game, "8c 8d 8h") == total(game, "7c 8d 9h")


def test_napa_8_0_suited_7_8_9_is_named_in_any_order() -> None:
    for suit in "cdhs":
        for cards in (f"7{suit} 8{suit} 9{suit}", f"9{suit} 7{suit} 8{suit}"):
            value = total("napa 8.0", cards)
            assert value.is_special
            assert value.is_over
            assert value.name == "suited 7-8-9, over with 24"
    for cards in ("7h 8h 9d", "8h 8h 8h", "7h 7h Th", "7h 8h 9h 2h", "6h 8h Th"):
        assert not total("napa 8.0", cards).is_special


def test_a_special_hand_after_a_split_is_the_same() -> None:
    assert total("napa 8.0", "7h 8h 9h", split=True).is_special


@pytest.mark.parametrize("game", ["napa no bust", "napa no bust 4.3"])
def test_napa_no_bust_games_have_no_special_hand(game: str) -> None:
    assert not total(game, "8c 8d 8h").is_special
    assert not total(game, "7h 8h 9h").is_special


# --- jokers --------------------------------------------------------------------------------------


def test_no_bust_two_jokers_as_first_two_cards_are_a_natural_22() -> None:
    value = no_bust("Jk Jk")
    assert (value.halves, value.name) == (44, "Natural 22")
    assert value.is_natural
    assert not value.is_over


def test_no_bust_joker_with_any_card_is_hard_21_and_second_best() -> None:
    ordinary = no_bust("7c 7d 7h")
    for one in CARDS:
        value = NO_BUST.total((JOKER, one))
        assert NO_BUST.total((one, JOKER)) is value
        assert (value.halves, value.is_soft, value.is_joker_21) == (42, False, True)
        assert not value.is_natural
        assert value.name == "joker 21"
        assert no_bust("Jk Jk") > value > ordinary  # ruling 71


def test_no_bust_ace_and_ten_card_are_an_ordinary_21() -> None:
    value = no_bust("Ah Kd")
    assert (value.halves, value.is_soft, value.is_natural) == (42, True, False)
    assert value == no_bust("7c 7d 7h")


def test_ruling_70_22_without_two_jokers_is_over_and_the_nearest_of_those() -> None:
    value = no_bust("Kh Qd 2c")
    assert (value.halves, value.is_over, value.is_natural) == (44, True, False)
    assert no_bust("2c 2d") > value > no_bust("Kh Qd 3c") > no_bust("Kh Qd 4c")


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("5c 5d Jk", "soft 21"),  # the joker counts eleven
        ("5c 6d Jk", "hard 21"),  # ten
        ("Kc 9d Jk", "hard 21"),  # two
        ("Kc Qd Jk", "hard 21"),  # one
        ("3c 4d Jk", "soft 18"),  # 21 is out of reach: eleven, the best total
        ("3c 4d Jk 5h", "hard 21"),  # and the joker counts anew when a card follows
        ("3c 4d Jk 2h Kd", "hard 21"),  # two, where it counted eleven before
        ("3c 4d Jk 5h Kd", "over with 23"),
        ("Ac 4d Jk", "soft 21"),  # ace eleven, joker six
        ("Ac Kd 9h Jk", "hard 21"),  # ace one, joker one
        ("2c 3d Jk Jk", "hard 21"),
        ("Kc 9d Jk Jk", "hard 21"),
        ("Kc 9d 2h Jk", "over with 22"),
    ],
)
def test_ruling_72_joker_drawn_later_makes_21_or_the_best_total(cards: str, name: str) -> None:
    value = no_bust(cards)
    assert value.name == name
    assert not value.is_joker_21


def test_ruling_72_a_21_with_a_joker_drawn_later_is_an_ordinary_21() -> None:
    assert no_bust("5c 6d Jk") == no_bust("7c 7d 7h") < no_bust("Jk 5c")


def test_ruling_73_joker_on_a_split_card_is_hard_21() -> None:
    value = no_bust("8h Jk", split=True)
    assert (value.halves, value.is_soft, value.is_joker_21) == (42, False, True)


def test_ruling_77_bank_with_a_joker_as_second_card_has_21() -> None:
    assert BANK.choice(no_bust("6h Jk")) == "stand"
    assert no_bust("6h Jk").halves == 42


# --- every hand against a count by trial ---------------------------------------------------------


def by_trial(cards: Sequence[Card]) -> tuple[int, bool, bool]:
    """Points, soft, over: the best of all values the aces and jokers can take."""
    ways = []
    for one in cards:
        if one is JOKER:
            ways.append(range(1, 12))
        elif one.text[0] == "A":
            ways.append(range(1, 12, 10))
        else:
            face = 10 if one.text[0] in "TJQK" else int(one.text[0])
            ways.append(range(face, face + 1))
    tried = {(sum(values), 11 in values) for values in product(*ways)}
    if within := {(points, soft) for points, soft in tried if points <= 21}:
        best = max(points for points, _ in within)
        return best, (best, False) not in within, False
    return min(points for points, _ in tried), False, True


def agrees_with_trial(rules: TwentyOneRules, cards: Sequence[Card]) -> bool:
    value = rules.total(cards, split=True)  # no naturals: the trial knows none
    return (value.halves, value.is_soft, value.is_over) == (
        2 * by_trial(cards)[0], *by_trial(cards)[1:]
    )  # fmt: skip


@every_game
def test_all_two_card_hands_of_two_decks(game: str) -> None:
    kinds: Counter[str] = Counter()
    for pair in combinations(cards_of(DECK[game], 2), 2):
        value = RULES[game].total(pair)
        kinds["natural" if value.is_natural else "joker" if value.is_joker_21 else "plain"] += 1
        if not value.is_natural and not value.is_joker_21:
            assert agrees_with_trial(RULES[game], pair)
            assert value.halves == 2 * by_trial(pair)[0]
        assert not value.is_over
        assert not value.is_special
    if game == "napa no bust":  # two jokers among 106 cards
        assert (kinds["natural"], kinds["joker"]) == (1, 2 * 104)
        assert kinds.total() == comb(106, 2)
    else:
        ten_cards = 24 if DECK[game] == "spanish-48" else 32
        assert (kinds["natural"], kinds["joker"]) == (8 * ten_cards, 0)
        assert kinds.total() == comb(2 * len(DECKS[DECK[game]]), 2)


@pytest.mark.parametrize("size", [1, 3, 4, 5])
@every_game
def test_all_hands_by_rank_up_to_five_cards(game: str, size: int) -> None:
    ranks = [card(f"{rank}h") for rank in "23456789TJQKA"]
    for hand in combinations_with_replacement(ranks, size):
        assert agrees_with_trial(RULES[game], hand)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_all_hands_with_jokers_up_to_five_cards(size: int, jokers: int) -> None:
    ranks = [card(f"{rank}h") for rank in "23456789TA"]
    for hand in combinations_with_replacement(ranks, size - jokers):
        assert agrees_with_trial(NO_BUST, (*hand, *[JOKER] * jokers))


# --- charts --------------------------------------------------------------------------------------

BANK = Chart.parse(must_stand=["hard 17+", "soft 18+"], must_hit=["hard 16-", "soft 17-"])
PLAYER = {
    **dict.fromkeys(PURE, Chart.parse(must_stand=["hard 19+"], must_hit=["hard 11-"])),
    "500-club spanish 21.5": Chart.parse(must_stand=["hard 17+"], must_hit=[]),
    "napa no bust": Chart.parse(must_stand=["any 20+"], must_hit=["any 11-"]),
    "napa no bust 4.3": Chart.parse(must_stand=["any 21+"], must_hit=["any 11-"]),
    "napa 8.0": Chart.parse(must_stand=["any 21+"], must_hit=["any 11-"]),
}
HARD = {
    4: "2c 2d", 5: "2c 3d", 6: "2c 4d", 7: "2c 5d", 8: "2c 6d", 9: "2c 7d", 10: "2c 8d",
    11: "2c 9d", 12: "Kc 2d", 13: "Kc 3d", 14: "Kc 4d", 15: "Kc 5d", 16: "Kc 6d", 17: "Kc 7d",
    18: "Kc 8d", 19: "Kc 9d", 20: "Kc Qd", 21: "7c 7d 7h",
}  # fmt: skip
SOFT = {
    12: "Ac Ad", 13: "Ac 2d", 14: "Ac 3d", 15: "Ac 4d", 16: "Ac 5d", 17: "Ac 6d", 18: "Ac 7d",
    19: "Ac 8d", 20: "Ac 9d", 21: "Ac 2d 8h",
}  # fmt: skip


def choices(game: str, chart: Chart) -> dict[str, set[str]]:
    """What the chart says, by choice: 'h' and 's' before the total for hard and soft."""
    found: dict[str, set[str]] = {"hit": set(), "stand": set(), "option": set()}
    for letter, hands in (("h", HARD), ("s", SOFT)):
        for points, cards in hands.items():
            value = total(game, cards)
            assert (value.points, value.is_soft) == (points, letter == "s")
            found[chart.choice(value)].add(f"{letter}{points}")
    return found


def hard(low: int, high: int) -> set[str]:
    return {f"h{points}" for points in range(low, high + 1)}


def soft(low: int, high: int) -> set[str]:
    return {f"s{points}" for points in range(low, high + 1)}


@pytest.mark.parametrize("game", PURE)
def test_pure_chart_1a_players(game: str) -> None:
    assert choices(game, PLAYER[game]) == {
        "stand": hard(19, 21), "hit": hard(4, 11), "option": hard(12, 18) | soft(12, 21)
    }  # fmt: skip


def test_spanish_chart_1a_players() -> None:
    assert choices("500-club spanish 21.5", PLAYER["500-club spanish 21.5"]) == {
        "stand": hard(17, 21), "hit": set(), "option": hard(4, 16) | soft(12, 21)
    }  # fmt: skip


def test_napa_no_bust_chart_players() -> None:
    assert choices("napa no bust", PLAYER["napa no bust"]) == {
        "stand": hard(20, 21) | soft(20, 21), "hit": hard(4, 11),
        "option": hard(12, 19) | soft(12, 19),
    }  # fmt: skip


@pytest.mark.parametrize("game", ["napa no bust 4.3", "napa 8.0"])
def test_napa_4_3_and_8_0_charts_players(game: str) -> None:
    assert choices(game, PLAYER[game]) == {
        "stand": {"h21", "s21"}, "hit": hard(4, 11), "option": hard(12, 20) | soft(12, 20)
    }  # fmt: skip


@every_game
def test_bank_stands_on_hard_17_hits_soft_17_and_has_no_option(game: str) -> None:
    """Every filing's bank chart; soft 18 and more stand (ruling 1), also on two cards (P11)."""
    assert choices(game, BANK) == {
        "stand": hard(17, 21) | soft(18, 21), "hit": hard(4, 16) | soft(12, 17), "option": set()
    }  # fmt: skip


@every_game
def test_naturals_and_hands_over_take_no_card(game: str) -> None:
    natural = total(game, "Jk Jk" if game == "napa no bust" else "Ah Kd")
    for chart in (BANK, PLAYER[game]):
        assert chart.choice(natural) == "stand"
        for cards in ("Kc Qd 2h", "Kc 6d 9h", "8c 8d 8h"):
            assert chart.choice(total(game, cards)) == "stand"  # ruling 84


def test_no_bust_joker_21_must_stand() -> None:
    assert PLAYER["napa no bust"].choice(no_bust("Jk 2c")) == "stand"


def test_a_chart_that_says_hit_and_stand_is_refused() -> None:
    with pytest.raises(ValueError, match="both hit and stand on soft 17"):
        Chart.parse(must_stand=["any 17+"], must_hit=["hard 16-", "soft 17-"])


@pytest.mark.parametrize(
    ("text", "count", "said"),
    [
        ("hard 19+", Count("hard", 19, 31), "hard 19 or more"),
        ("hard 11-", Count("hard", 0, 11), "hard 11 or less"),
        ("soft 17-", Count("soft", 0, 17), "soft 17 or less"),
        ("any 12-19", Count("any", 12, 19), "any 12 to 19"),
        (" any  20", Count("any", 20, 20), "any 20"),
    ],
)
def test_counts_of_a_chart_are_read(text: str, count: Count, said: str) -> None:
    assert Count.parse(text) == count
    assert str(count) == said


@pytest.mark.parametrize(
    "text", ["19", "hard", "firm 12", "hard 19 or more", "hard 12-11", "any 40"]
)
def test_counts_that_name_no_totals_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Count.parse(text)


# --- half points ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "halves", "read"),
    [("21.5", 43, "21.5"), ("21½", 43, "21.5"), (22, 44, "22"), ("21", 42, "21")],
)
def test_half_points(value: int | str, halves: int, read: str) -> None:
    assert half_points(value) == halves
    assert written(halves) == read


@pytest.mark.parametrize("value", ["21.25", "-3", "natural"])
def test_a_total_in_quarters_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="whole or half points"):
        half_points(value)


# --- the bank's hand, played out -----------------------------------------------------------------


def test_published_chances_of_a_bust_by_number_of_cards_in_six_decks() -> None:
    """Wizard of Odds, Buster Blackjack, six decks, dealer hits soft 17: return of each row.

    The returns are odds times probability and so carry a digit or two more than the
    probabilities. The row of no bust is left out: it does not add up to one with the others.
    """
    published = {3: (2, 0.346064), 4: (2, 0.178784), 5: (4, 0.08189), 6: (12, 0.031651),
                 7: (50, 0.010722), 8: (250, 0.002986)}  # fmt: skip
    rules = RULES["casino-club pure 21.5"]
    # Cards of one count are alike; a king stands for all ten-cards.
    left = {card(f"{rank}h"): 96 if rank == "K" else 24 for rank in "A23456789K"}
    finished: Counter[int] = Counter()  # by cards in a bust, 0 for none

    def draw(hand: tuple[Card, ...], ways: int) -> None:
        if len(hand) >= 2 and BANK.choice(value := rules.total(hand)) == "stand":
            finished[min(len(hand), 8) * value.is_over] += ways * perm(
                312 - len(hand), 13 - len(hand)
            )
            return
        for one, count in left.items():
            left[one] -= 1
            draw((*hand, one), ways * count)
            left[one] += 1

    draw((), 1)
    assert finished.total() == perm(312, 13)
    for size, (odds, returned) in published.items():
        assert odds * finished[size] / finished.total() == pytest.approx(returned, abs=5.1e-7)
