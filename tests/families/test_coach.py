"""What the coach says, against published strategies and counts made another way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, cast

import pytest

from houseway.cards import CARDS, JOKER, Card, parse_cards, parse_tiles, write
from houseway.families.chinese_poker.playouts import FANTASY_LAND
from houseway.families.chinese_poker.procedure import read_placing
from houseway.families.chinese_poker.quick import EMPTY, best_first, room_in, ways
from houseway.families.chinese_poker.schema import NAMES
from houseway.families.pai_gow_poker.house_way import house_way
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.ultimate_holdem.coach import start_name
from houseway.families.ultimate_holdem.strategy import raises_before_flop
from houseway.filings.loader import load
from houseway.hands.chinese import foul
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import check_round
from houseway.rounds.events import Chose, Event, Shown
from houseway.rounds.judging import judge
from houseway.table.codec import write_event
from tests.coaching import ask_coach, value

OUTLAWS = "outlaws/three-card-poker-6-card-bonus"
NAPA_THREE = "napa-valley/three-card-poker-6-card-bonus-1.3"
ULTIMATE = "napa-valley/ultimate-texas-holdem"
PURE = "casino-club/pure-21.5-blackjack"


def rest_of(*known: str) -> list[Card]:
    gone = [card for text in known for card in parse_cards(text)]
    return [card for card in CARDS if card not in gone]


def net_of(filing: str, bank: str, **seat: Any) -> float:
    """What a round file settled by the house brings its one seat, in dollars."""
    made = adjudicate(
        check_round(
            {
                "filing": filing,
                "bank": {"seat": 2, "wager": 10000, "cards": bank},
                "seat": [{"number": 1, **seat}],
            }
        )
    )
    return float(made.as_json()["net"]["1"])


# Three card poker.


def test_queen_six_four_is_the_line_where_no_card_is_seen() -> None:
    """The published strategy: play queen-six-four and better (wizardofodds.com)."""

    def best(own: str) -> str:
        told = ask_coach(NAPA_THREE, "play-or-fold", ("play", "fold"), own, down=3,
                         wagers={"ante": 1000})  # fmt: skip
        found: str = told["best"]
        return found

    assert [best("Qh 6s 4d"), best("Qh 6s 3d"), best("Qh 5s 4d")] == ["play", "fold", "fold"]


def test_three_card_poker_is_worth_what_all_rounds_settle_to() -> None:
    """Every hand the bank can have beside its nine, adjudicated as a round file of its own."""
    own, shown = "Kh 9d 4c", "9s"
    wagers = {"ante": 10, "pair_plus": 5}
    told = ask_coach(OUTLAWS, "play-or-fold", ("play", "fold"), own, bank=shown, down=2,
                     wagers={"ante": 1000, "pair_plus": 500})  # fmt: skip
    hands = [f"{shown} {a} {b}" for a, b in combinations(rest_of(own, shown), 2)]
    for move in ("play", "fold"):
        nets = [net_of(OUTLAWS, bank, cards=own, wagers=wagers, actions=[move]) for bank in hands]
        assert value(told, move) == pytest.approx(sum(nets) / len(hands), abs=1e-4)
    assert told["how"] == "Every hand the bank can have was counted: 1,128."


def test_a_fold_that_gives_up_a_pair_bet_costs_it_too() -> None:
    own, shown = "2h 2d 4c", "As"
    bare, both = (
        ask_coach(OUTLAWS, "play-or-fold", ("play", "fold"), own, bank=shown, down=2, wagers=some)
        for some in ({"ante": 1000}, {"ante": 1000, "pair_plus": 1000})
    )
    # The pair pays 1 to 1 where it is played and is lost with a fold: 000:232, "forfeits".
    assert value(both, "fold") == value(bare, "fold") - 10
    assert value(both, "play") == pytest.approx(value(bare, "play") + 10)


# Ultimate hold'em.


def test_the_169_starting_hands_are_raised_as_published() -> None:
    """Pairs from threes, any ace, K5o and K2s, Q8o and Q6s, JTo and J8s (wizardofodds.com)."""
    seen = set()
    for one, other in combinations(CARDS, 2):
        name = start_name((one, other))
        if name in seen:
            continue
        seen.add(name)
        told = ask_coach(
            "generic/ultimate-texas-holdem", "bet", ("bet 4", "bet 3", "check"), f"{one} {other}",
            down=2, wagers={"ante": 1000, "blind": 1000},
        )  # fmt: skip
        raised = raises_before_flop(one.index, other.index)
        assert (told["best"] == "bet 4") is raised, name
    assert len(seen) == 169


def test_the_river_is_worth_what_every_bank_hand_settles_to() -> None:
    own, board = "Kh 4s", "Ah 7d 2c 9s 9d"
    told = ask_coach(ULTIMATE, "bet", ("bet 1", "fold"), own, board=board, down=2,
                     wagers={"ante": 1000, "blind": 1000})  # fmt: skip
    nets = []
    for a, b in combinations(rest_of(own, board), 2):
        made = adjudicate(
            check_round(
                {
                    "filing": ULTIMATE,
                    "board": board,
                    "bank": {"seat": 2, "wager": 10000, "cards": f"{a} {b}"},
                    "seat": [
                        {"number": 1, "cards": own, "wagers": {"ante": 10, "blind": 10},
                         "actions": ["check", "check", "bet 1"]}
                    ],
                }
            )
        )  # fmt: skip
        nets.append(float(made.as_json()["net"]["1"]))
    assert value(told, "bet 1") == pytest.approx(sum(nets) / len(nets), abs=1e-4)
    assert value(told, "fold") == -20


def test_a_flop_is_worth_what_its_rivers_are() -> None:
    own, flop = "Kh 4s", "Kd 7d 2c"
    wagers = {"ante": 1000, "blind": 1000}
    told = ask_coach(ULTIMATE, "bet", ("bet 2", "check"), own, board=flop, down=2, wagers=wagers)
    best, rivers = 0.0, list(combinations(rest_of(own, flop), 2))
    for a, b in rivers[::20]:
        river = ask_coach(ULTIMATE, "bet", ("bet 1", "fold"), own, board=f"{flop} {a} {b}", down=2,
                          wagers=wagers)  # fmt: skip
        best += max(one["value"] for one in river["moves"])
    # One river in twenty: near, and no farther than chance takes it.
    assert value(told, "check") == pytest.approx(best / len(rivers[::20]), abs=3)
    assert told["best"] == "bet 2"  # a pair with an own card


# 21.

UPS = ("2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "As")
# The published strategy for shoes, the bank drawing to soft 17, with late surrender.
PUBLISHED = {
    "Tc 7d": "SSSSSSSSSR", "Tc 6d": "SSSSSHHRRR", "Tc 5d": "SSSSSHHHRR", "Tc 4d": "SSSSSHHHHH",
    "Tc 3d": "SSSSSHHHHH", "Tc 2d": "HHSSSHHHHH", "6c 5d": "DDDDDDDDDD", "6c 4d": "DDDDDDDDHH",
    "6c 3d": "HDDDDHHHHH", "5c 3d": "HHHHHHHHHH", "Ac 8d": "SSSSDSSSSS", "Ac 7d": "DDDDDSSHHH",
    "Ac 6d": "HDDDDHHHHH", "Ac 2d": "HHHDDHHHHH", "Ac Ad": "PPPPPPPPPP", "8c 8d": "PPPPPPPPPR",
    "9c 9d": "PPPPPSPPSS", "Tc Td": "SSSSSSSSSS",
}  # fmt: skip
WORDS = {"S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split"}


@pytest.mark.parametrize("own", PUBLISHED)
def test_21_by_the_published_strategy(own: str) -> None:
    pair = own.split()[0][0] == own.split()[1][0]
    choices = ("hit", "stand", "double", "surrender", *(("split",) if pair else ()))
    told = [
        ask_coach(PURE, "play", choices, own, bank=up, down=1, wagers={"game": 1000})["best"]
        for up in UPS
    ]
    assert told == [WORDS[letter] for letter in PUBLISHED[own]]


def test_after_a_double_no_card_is_spoken_of() -> None:
    told = ask_coach("500-club/pure-spanish-21.5", "after-double", ("stand", "rescue"), "5s 6d 3c",
                     bank="9h", down=1, wagers={"game": 1000})  # fmt: skip
    assert told["why"].startswith("No card comes to a doubled hand")


def test_insurance_is_worth_the_tens_that_are_left() -> None:
    """Of 8 decks less an ace and two small cards: 128 tens among 413, paid 2 to 1."""
    told = ask_coach(PURE, "insurance", ("decline", "insure 5.00"), "6c 5d", bank="As", down=1,
                     wagers={"game": 1000}, decks=8)  # fmt: skip
    chance = 128 / 413
    assert value(told, "insure 5.00") == pytest.approx(5 * (2 * chance - (1 - chance)), abs=1e-4)
    assert told["best"] == "decline"


def test_a_soft_hand_is_not_kept_because_no_card_takes_it_over() -> None:
    """Soft 20 stands, hard 8 is hit, and a reason is given for each that is one."""
    choices = ("stand", "hit")
    soft, low, high = (
        ask_coach(PURE, "play", choices, own, bank="6h", down=1, wagers={"game": 1000})
        for own in ("As 9d", "5s 3d", "Ts 6d")
    )
    assert soft["best"] == "stand"
    assert soft["why"].startswith("One more card would lose more than it wins; the bank")
    assert low["best"] == "hit"
    assert low["why"].startswith("One more card cannot take this hand over; the bank")
    assert high["why"].startswith("One more card takes this hand over ")


def test_standing_is_worth_what_the_bank_can_draw_to() -> None:
    """The bank's draws followed card by card from the shoe, by the filing's own chart."""
    game = cast(TwentyOne, load(PURE)).game
    own, up = parse_cards("Tc 6d"), parse_cards("7s")
    told = ask_coach(PURE, "play", ("hit", "stand"), "Tc 6d", bank="7s", down=1,
                     wagers={"game": 100}, decks=6)  # fmt: skip
    left = Counter(dict.fromkeys(range(2, 15), 24))
    left.subtract(card.rank for card in (*own, *up))

    def ends(cards: tuple[Card, ...], chance: float) -> Iterator[tuple[tuple[Card, ...], float]]:
        total = game.rules.total(cards)
        if len(cards) > 1 and game.bank_chart.chart.choice(total) != "hit":
            yield cards, chance
            return
        whole = left.total()
        for rank in range(2, 15):
            if left[rank]:
                share = chance * left[rank] / whole
                left[rank] -= 1
                yield from ends((*cards, CARDS[4 * (rank - 2) + len(cards) % 4]), share)
                left[rank] += 1

    mine, worth = game.rules.total(own), 0.0
    for cards, chance in ends(up, 1.0):
        total = game.rules.total(cards)
        worth += chance * ((total.strength < mine.strength) - (total.strength > mine.strength))
    assert value(told, "stand") == pytest.approx(worth, abs=1e-4)


# Pai gow.


def test_an_open_bank_is_set_against_as_the_rounds_settle() -> None:
    filing, own, bank = (
        "500-club/face-up-pai-gow-poker",
        "8c 4d Ks 9s 8d 7c 4h",
        "Qh Jh Ts 8s 6s 5h 5d",
    )
    told = ask_coach(
        filing, "set", ("house_way",), own, bank=bank, wagers={"game": 1000},
        more=({"did": "chose", "seat": 2, "kind": "set-bank", "move": "house_way"},),
    )  # fmt: skip
    for front in combinations(own.split(), 2):
        two = " ".join(front)
        won = net_of(filing, bank, cards=own, wagers={"game": 10}, set=two)
        assert value(told, f"set {two}") == pytest.approx(won + 0.0), two
    assert value(told, told["best"]) == max(one["value"] for one in told["moves"])


def test_a_hidden_bank_is_tried_as_the_chart_sets_it() -> None:
    """The readable chart and rankings, over hands dealt from a generator of their own."""
    filing, own = "500-club/fortune-pai-gow-poker", "8c 4d Ks 9s 8d 7c 4h"
    told = ask_coach(filing, "set", ("house_way",), own, down=7, wagers={"game": 100})
    two, five = judge("two-card"), judge("high-joker")
    game, mine = cast(PaiGowPoker, load(filing)), parse_cards(own)
    front = parse_cards("Ks 9s")
    ahead, behind = two(front), five([card for card in mine if card not in front])
    nets = []
    for bank in banks_beside(mine):
        way = house_way(game, bank)
        won = (ahead.strength > two(way.front).strength) + (
            behind.strength > five(way.back).strength
        )
        nets.append(won - 1)
    assert value(told, "house_way") == pytest.approx(
        sum(nets) / len(nets), abs=0.05
    )  # four standard errors
    assert told["row"] == (
        "Two pairs, high pair 8, 7 or 6: both pairs behind, a king or higher in front"
    )
    assert told["settings"]["house_way"]["front"] == "Ks 9s"


def banks_beside(mine: tuple[Card, ...], number: int = 3000) -> Iterator[list[Card]]:
    source, rest = random.Random(7), [card for card in (*CARDS, JOKER) if card not in mine]
    for _ in range(number):
        yield source.sample(rest, 7)


def test_a_foul_setting_is_worth_a_lost_wager() -> None:
    told = ask_coach("500-club/fortune-pai-gow-poker", "set", ("house_way",),
                     "Ac Ad 9s 8d 5c 4h 2d", down=7, wagers={"game": 1000})  # fmt: skip
    assert value(told, "set Ac Ad") == -10


def test_tiles_are_worth_what_was_counted_for_the_odds() -> None:
    """The kernel that counts all hands, over this one."""
    import numpy as np

    from houseway.cards import TILE_SET
    from houseway.families.pai_gow_tiles.counting import all_hands, count
    from houseway.families.pai_gow_tiles.house_way import house_way as set_by_chart
    from houseway.hands.tiles import set_tiles, tile_settings

    filing = cast(PaiGowTiles, load("napa-valley/pai-gow-tiles"))
    tiles = parse_tiles("44 66 54 11")
    places = []
    for tile in tiles:
        places.append(next(i for i, one in enumerate(TILE_SET) if one == tile and i not in places))
    places.sort()
    hand = [TILE_SET[i] for i in places]

    @cache
    def bank(faces: tuple[str, ...]) -> tuple[int, int]:
        way = set_by_chart(filing, parse_tiles(" ".join(faces)))
        done = set_tiles(way.low, way.high)
        return done.low_hand.strength, done.high_hand.strength

    banks = [bank(tuple(sorted(TILE_SET[i].text for i in four))) for four in all_hands()]
    settings = tile_settings(hand)
    ours = [[(s.low_hand.strength, s.high_hand.strength) for s in settings]]
    higher_wins = np.array([[2, 2, 1], [2, 2, 1], [1, 1, 0]])  # a copy goes to the bank (003:1176)
    found = count(
        np.array([places], np.uint8), np.array(ours, np.int16), np.array(banks, np.int16),
        higher_wins,
    )  # fmt: skip
    told = ask_coach("napa-valley/pai-gow-tiles", "set", ("house_way",), write(tiles), down=4,
                     wagers={"game": 100})  # fmt: skip
    for setting, (won, _, lost) in zip(settings, found[0].tolist(), strict=True):
        expected = (won - lost) / 20475
        low = next(
            one["value"]
            for one in told["moves"]
            if sorted(one["move"].split()[1:]) == sorted(write(setting.low).split())
        )
        assert low == pytest.approx(expected, abs=1e-4)


# Poker.


def test_aces_and_the_worst_hand_against_any_hand() -> None:
    """85.2% and 34.6% of the pot heads up, as published (caniwin.com)."""
    facts = {"to_call": 200, "pot": 600}
    for own, share in (("As Ah", 85), ("7s 2h", 35)):
        told = ask_coach(
            "500-club/texas-holdem", "bet", ("fold", "call"), own, others=1, facts=facts
        )
        said = dict(told["facts"])
        percent = int(said["Equity"].partition("%")[0])
        assert abs(percent - share) <= 1
        assert said["Pot odds"] == "$2 to win $6"
        assert told["why"].startswith("A call needs 25%: enough")
    assert told["best"] == ""  # there is none to be counted


def test_the_card_to_throw_away_at_pineapple() -> None:
    told = ask_coach("500-club/pineapple", "discard", (), "Ah Kd 2s", others=2,
                     facts={"least": 1, "most": 1})  # fmt: skip
    assert told["best"] == "discard 2s"


TRIPLE = "500-club/2-7-triple-draw"
DRAW = {"least": 0, "most": 5}


def test_with_three_draws_to_come_a_rough_low_is_not_kept() -> None:
    """Others draw three times too: a king low that is kept hardly wins, a nine low often does."""
    rough = ask_coach(TRIPLE, "draw", ("stand pat",), "Kd Td 9s 5h 4c", others=2, facts=DRAW)
    assert rough["best"].startswith("draw Kd") or rough["best"] == "draw 9s Td Kd"
    assert "2 more draws are to come" in rough["why"]
    shares = {name: int(words.rstrip("%").split()[-1]) for name, words in rough["facts"]}
    assert next(iter(shares.values())) > 20
    assert shares.get("Stand pat", 0) < 10
    paired = ask_coach(TRIPLE, "draw", ("stand pat",), "7h 2d 5s 9s 9c", others=2, facts=DRAW)
    assert paired["best"] == "draw 9s 9c"


def test_the_best_low_stands_pat_and_wins_whatever_others_draw() -> None:
    """Seven-five-four-three-two is the best hand there is; who else makes it shares the pot."""
    told = ask_coach(TRIPLE, "draw", ("stand pat",), "7h 5d 4s 3s 2c", others=2, facts=DRAW)
    assert told["best"] == "stand pat"
    assert int(told["facts"][0][1].rstrip("%")) >= 98


def test_after_the_last_draw_a_hand_stands_as_it_did_when_it_stood_pat() -> None:
    """The others have drawn three times, whether the last draw is ours to make or just made."""
    own = "9h 7d 6s 3s 2c"
    pat = {"did": "chose", "seat": 1, "kind": "draw", "move": "stand pat"}

    def told(kind: str, draws: int, facts: dict[str, Any]) -> dict[str, str]:
        return dict(ask_coach(TRIPLE, kind, ("check", "stand pat"), own, others=2, facts=facts,
                              more=(pat,) * draws)["facts"])  # fmt: skip

    stood = told("draw", 2, DRAW)["Stand pat"]
    now = told("bet", 3, {"to_call": 0, "pot": 4000})["Equity"]
    assert now == f"{stood} against 2 random hands, drawn to as usual"


def test_before_a_draw_everybody_is_taken_to_draw() -> None:
    """Nothing drawn yet, four to the best badugi: far ahead of an even share of hands that draw."""
    facts = {"to_call": 0, "pot": 1200}
    told = ask_coach("500-club/badugi", "bet", ("check",), "Ac 2d 3h 4s", others=2, facts=facts)
    assert dict(told["facts"])["Equity"].startswith(("99%", "100%"))
    assert dict(told["facts"])["Equity"].endswith("everybody drawing as usual")
    assert "more than an even share, 33%" in told["why"]


def test_a_joker_dealt_face_down_is_any_card_in_its_name() -> None:
    """Mexican poker: partly wild face up, any card face down (rules of the joker, 004)."""

    def name(*dealt: tuple[str, bool]) -> str:
        events = [
            {"did": "dealt", "place": 1, "cards": cards, **({"private_to": [1]} if down else {})}
            for cards, down in dealt
        ]
        told = ask_coach("500-club/mexican-poker", "bet", ("check",), "", others=1,
                         facts={"to_call": 0, "pot": 1500}, more=tuple(events))  # fmt: skip
        found: str = told["hand"]
        return found

    rest = (("Qs", False), ("Jh", False), ("5c", False))
    assert name(("2d", False), ("Jk", True), *rest) == "Pair of queens, jack-five-two"
    assert name(("Jk", False), ("2d", True), *rest) == "Ace high, queen-jack-five-two"


def test_a_hand_that_hardly_wins_is_not_told_to_have_no_chance() -> None:
    """Ten-three on nine, five, king, seven, eight: of 990 hands 73 at most do not beat it, so
    against two that is about half a percent."""
    told = ask_coach("500-club/texas-holdem", "bet", ("fold", "call"), "Tc 3s", others=2,
                     board="9h 5c Ks 7s 8d", facts={"to_call": 1200, "pot": 2900})  # fmt: skip
    said = dict(told["facts"])["Equity"]
    assert said.startswith(("under 1%", "1%")), said


def test_turning_a_card_up_is_not_spoken_of_as_a_bet() -> None:
    """The next card comes face down to one who turns up, face up to one who does not (004:2103)."""
    told = ask_coach("500-club/mexican-poker", "expose", ("turn up", "keep down"), "Js 2c",
                     others=1)  # fmt: skip
    assert "check" not in told["why"]
    assert "face down" in told["why"]


# Chinese poker.

CHINESE = "500-club/face-up-chinese-poker"


def laid(rows: Mapping[int, tuple[str, str, str]]) -> tuple[dict[str, Any], ...]:
    """What is seen of the rows of some seats: top, middle, bottom."""
    events: list[Event] = []
    for seat, segments in rows.items():
        events.append(Chose(seat, "first-cards", 1, None))
        events += [Shown(seat, parse_cards(some), n) for n, some in enumerate(segments, 1) if some]
    return tuple(map(write_event, events))


def test_thirteen_cards_are_set_for_their_bonuses_and_never_foul() -> None:
    """Kings on top are 8, the wheel in the middle 4, a flush at the bottom 4 (004:1981, 1996-1997);
    a full house of aces at the bottom would be 6, and 4 for a straight in the middle."""
    told = ask_coach(CHINESE, "fantasy-land", (), "As Ah Ad Kc Kd 9h 8h 7h 6h 2h 5c 4d 3s",
                     facts={"count": 13, "room": {"top": 3, "middle": 5, "bottom": 5}})  # fmt: skip
    placed = read_placing(told["best"])
    assert foul(placed["top"], placed["middle"], placed["bottom"]) is None
    assert [words for _, words in told["facts"][:3]] == [
        "Pair of kings", "Five-high straight", "Ace-high flush",
    ]  # fmt: skip


def test_the_last_placing_is_counted_as_the_filing_scores_it() -> None:
    """Against rows that all lie. A top pair of kings is 1 and 8 (004:1981), kings against sixes 1,
    three eights against a flush -1 and -4 (004:1997): 5 in all, and Fantasy Land. A foul pays 9
    and the 4 of the flush (004:1956); without the pair on top it is 1, 1 and -5."""
    own = ("Kh 9d", "Kd Ks 7c 4h", "8s 8d 8h 3c 2c")
    other = ("2s 3d 4c", "6s 6d 9c Tc Jd", "As Js Ts 9s 5s")
    told = ask_coach(CHINESE, "later-cards", (), "Kc Ah 5d", more=laid({1: own, 2: other}),
                     facts={"count": 2, "room": {"top": 1, "middle": 1, "bottom": 0}})  # fmt: skip
    assert told["best"] == "place top Kc middle Ah"
    assert value(told, "place top Kc middle Ah") == 5 + FANTASY_LAND
    assert value(told, "place top Ah middle 5d") == value(told, "place top 5d middle Ah") == -3
    # Three kings above three eights; kings and a nine on top above kings, a seven and a five.
    for foul_one in ("place top Ah middle Kc", "place top 5d middle Kc", "place top Kc middle 5d"):
        assert value(told, foul_one) == -13
    assert ["Foul", "never"] in told["facts"]


def test_a_foul_is_never_advised_where_the_last_cards_can_be_placed_without_one() -> None:
    source = random.Random(20)
    safe_ones = 0
    for _ in range(25):
        deck = source.sample(CARDS, 52)
        rows = EMPTY
        for n, (given, kept) in enumerate(((5, 5), (3, 2), (3, 2), (3, 2))):
            cards = [deck.pop() for _ in range(given)]
            found = ways(cards, kept, rows)
            rows = (best_first(found, rows)[0] if n else source.choice(found)).onto(rows)
        cards = [deck.pop() for _ in range(3)]
        room = dict(zip(("top", "middle", "bottom"), room_in(rows), strict=True))
        safe = [way for way in ways(cards, 2, rows) if foul(*way.onto(rows)) is None]
        own = cast(tuple[str, str, str], tuple(write(row) for row in rows))
        told = ask_coach(CHINESE, "later-cards", (), write(cards), more=laid({1: own}),
                         facts={"count": 2, "room": room})  # fmt: skip
        placed = read_placing(told["best"])
        ends = [(*row, *placed.get(name, ())) for name, row in zip(NAMES, rows, strict=True)]
        assert (foul(*ends) is None) is bool(safe)
        safe_ones += bool(safe)
    assert 5 < safe_ones < 25, "both kinds have come up"


@pytest.mark.parametrize(
    ("other", "best", "points"),
    [
        # Three flushes by rows: 1, then 1 and 8, then 1 and 4 (004:1997), against 3 for the sweep.
        (("7d 5d 3c", "6c 6d Tc Jd Qd", "Kd Kh 8d 8h 2c"), "no-sweep", 15),
        # A pair of aces on top is 1 and 9, a full house in the middle 1 and 12: 3 are better.
        (("As Ad 3c", "6c 6d 6h Jd Js", "Kd Kh Kc 8d 8h"), "declare three-flushes", 3),
    ],
)
def test_a_sweep_is_declared_where_it_brings_more(
    other: tuple[str, str, str], best: str, points: int
) -> None:
    own = ("2h 5h 9h", "3s 6s 8s Ts Ks", "Ac Qc 9c 7c 4c")
    told = ask_coach(CHINESE, "clean-sweep", ("declare three-flushes", "no-sweep"), "",
                     more=laid({1: own, 2: other}))  # fmt: skip
    assert told["best"] == best
    assert value(told, best) == points
