"""Pai gow poker from the filings' texts: dice, pay rows, envy, views, refusals, random rounds."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import Dice, Shoe, cards_of, parse_cards, seeded_source, shuffled, write
from houseway.errors import HousewayError, Refused
from houseway.families.pai_gow_poker.procedure import play
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, readings_of
from houseway.filings.terms import Terms, make_terms
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile
from houseway.rounds.driver import Round, ShoeSource, replay
from houseway.rounds.driver import play as drive
from houseway.rounds.events import Burned, Chose, Dealt, Shown, view
from houseway.rounds.order import first_action
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import BacklineWagers, Layout, SeatWagers
from houseway.settlement.settle import settle
from tests.rounds import check_file

NAPA = "napa-valley/fortune-pai-gow-poker-1.0"
CLUB = "500-club/fortune-pai-gow-poker"
FACE = "500-club/face-up-pai-gow-poker"
DOUBLE = "napa-valley/double-hand-poker"
ALL = (DOUBLE, NAPA, CLUB, FACE)
ROUNDS = Path(__file__).parents[2] / "rounds" / "paigow"
DECK = cards_of("joker-53")

WEAK_BANK = "Qh Jh Ts 8s 6s 5h 3d"  # queen-high behind jack-ten: every hand below beats it


def settled(
    name: str, bank: dict[str, Any], *seats: dict[str, Any], dice: Any = (3, 3, 2), **extra: Any
) -> Adjudication:
    """A round from its facts; seat 7 banks and seat 1 acts first unless told otherwise."""
    facts = {
        "filing": name,
        "dice": dice if isinstance(dice, int) else list(dice),
        "bank": {"seat": 7, "wager": 1_000_000, **bank},
        "seat": list(seats),
        **extra,
    }
    return adjudicate(RoundFile.model_validate(facts))


def seat(number: int, cards: str, house_way: bool = True, **wagers: float) -> dict[str, Any]:
    found: dict[str, Any] = {"number": number, "cards": cards, "wagers": wagers}
    return found | ({"house_way": True} if house_way else {})


def net(answer: Adjudication, who: str = "1") -> Decimal:
    return Decimal(answer.settlement.net[who]) / 100


def pai_gow(name: str) -> PaiGowPoker:
    found = load(name)
    assert isinstance(found, PaiGowPoker)
    return found


@pytest.mark.parametrize("name", ALL)
def test_every_reading_named_by_a_rule_is_one_of_the_filing(name: str) -> None:
    text = (DATA / f"{name}.toml").read_text(encoding="utf-8")
    named = set(re.findall(r'reading = "([^"]+)"', text))
    assert named
    assert named <= {reading.id for reading in readings_of(pai_gow(name))}


# First action: the bank counts 1, 8 and 15, the others follow clockwise.

# By total: how many seats left of the bank; 0 is the bank itself, so its left neighbour acts.
STEPS = {
    3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 6, 15: 0, 16: 1,
    17: 2, 18: 3,
}  # fmt: skip


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("total", STEPS)
def test_dice_name_the_seat_of_first_action_for_every_bank(name: str, total: int) -> None:
    rule = pai_gow(name).first_action
    for bank in range(1, 8):
        others = [number for number in range(1, 8) if number != bank]
        clockwise = [*range(bank + 1, 8), *range(1, bank)]
        expected = clockwise[max(STEPS[total], 1) - 1]
        dice = Dice((total,))
        assert expected == first_action(rule, seats=7, bank_seat=bank, wagering=others, dice=dice)
        # Without a wager there, the next one clockwise that has one.
        rest = [number for number in others if number != expected]
        following = [*clockwise[clockwise.index(expected) + 1 :], *clockwise]
        assert following[0] == first_action(rule, seats=7, bank_seat=bank, wagering=rest, dice=dice)


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ((3, 3, 2), ["bank", 1, 2, 3, 4, 5, 6]),  # 8, the bank's own: it is served first
        ((3, 3, 3), [1, 2, 3, 4, 5, 6, "bank"]),
        ((1, 1, 1), [2, 3, 4, 5, 6, "bank", 1]),
        ((6, 6, 6), [3, 4, 5, 6, "bank", 1, 2]),
    ],
)
def test_piles_go_clockwise_from_the_position_the_dice_name(
    dice: tuple[int, ...], order: list[int | str]
) -> None:
    """Seats 2 and 5 wager; the other piles go out too, and are collected."""
    hands = {2: "Ac Kd Qd 8d 7h 4c 3c", 5: "Ad Kh Jc 8c 7s 4d 2c"}
    answer = settled(
        NAPA, {"cards": WEAK_BANK}, *(seat(n, c, game=10) for n, c in hands.items()), dice=dice
    )
    served = [event.place for event in answer.events if isinstance(event, Dealt | Burned)]
    assert served == [*order, None]
    burned = [e for e in answer.events if isinstance(e, Burned)]
    assert [e.count for e in burned] == [7, 7, 7, 7, 4]


# Pay tables.

FORTUNE_HANDS = {
    "seven-card-straight-flush": "Tc 9c 8c 7c 6c 5c 4c",
    "royal-flush-royal-match": "Ac Kc Qc Jc Tc Kd Qd",
    "seven-card-straight-flush-joker": "Tc 9c 8c Jk 6c 5c 4c",
    "five-aces": "Ac Ad Ah As Jk Kd 7c",
    "royal-flush": "Ac Kc Qc Jc Tc 7d 2s",
    "straight-flush": "9c 8c 7c 6c 5c Kd 2s",
    "four-of-a-kind": "9c 9d 9h 9s Kc 6d 2s",
    "full-house": "8c 8d 8h 4s 4c Kh 2d",
    "flush": "Kc Jc Tc 6c 2c Qd 4h",
    "three-of-a-kind": "7d 7h 7s Kc Qd 4s 2c",
    "straight": "6h 5d 4d 3s 2h Ks Td",
}
OTHER_FORTUNE_HANDS = {
    "royal-flush-royal-match": "Ac Jk Qc Jc Tc Kd Qd",  # the joker in the royal (ruling 76, 141)
    "royal-flush": "Ac Kc Jk Jc Tc 7d 2s",
    "straight-flush": "9c Jk 7c 6c 5c Kd 2s",
    "four-of-a-kind": "Ac Ad Ah Jk Kc 6d 2s",
    "full-house": "Ac Ad Jk 9h 9s 6d 2s",
    "flush": "Kc Jc Tc 6c Jk Qd 4h",
    "three-of-a-kind": "Ac Ad Jk 9h 7s 6d 3s",
    "straight": "9h 8d 6d 5s 2h Jk Kc",
}
NAPA_PAYS = (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2)
CLUB_PAYS = (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2)
NAPA_ENVY = (5000, 1000, 500, 250, 50, 20, 5, 0, 0, 0, 0)
CLUB_ENVY = (1000, 750, 250, 100, 50, 20, 5, 0, 0, 0, 0)
PAYS = {NAPA: NAPA_PAYS, CLUB: CLUB_PAYS, FACE: CLUB_PAYS}
ENVY = {NAPA: NAPA_ENVY, CLUB: CLUB_ENVY, FACE: CLUB_ENVY}


@pytest.mark.parametrize("name", PAYS)
@pytest.mark.parametrize("row", range(11), ids=list(FORTUNE_HANDS))
def test_fortune_pays_every_row(name: str, row: int) -> None:
    key = list(FORTUNE_HANDS)[row]
    for cards in (FORTUNE_HANDS[key], OTHER_FORTUNE_HANDS.get(key, FORTUNE_HANDS[key])):
        answer = settled(name, {"cards": WEAK_BANK}, seat(1, cards, game=10, fortune=2))
        line = next(line for line in answer.settlement.lines if line.wager == "fortune")
        assert (line.outcome, line.odds) == ("win", Fraction(PAYS[name][row]))
        assert line.net == 200 * PAYS[name][row]
        assert pai_gow(name).pays("fortune").rows[row].hand == key


@pytest.mark.parametrize("name", PAYS)
@pytest.mark.parametrize(
    "cards",
    [
        "Kc Qd Jd 8d 7h 4d 3c",  # king high
        "Kc Kd Jd 8d 7h 4d 3c",  # one pair
        "Kc Kd Jd Jc 7h 7d 3c",  # three pairs
        "Ac Jk Jd Jc 7h 4d 3c",  # two pairs by the joker
    ],
)
def test_fortune_loses_on_every_other_hand(name: str, cards: str) -> None:
    answer = settled(name, {"cards": WEAK_BANK}, seat(1, cards, game=10, fortune=2))
    line = next(line for line in answer.settlement.lines if line.wager == "fortune")
    assert (line.outcome, line.odds, line.net) == ("lose", None, -200)


@pytest.mark.parametrize("name", PAYS)
@pytest.mark.parametrize("row", range(11), ids=list(FORTUNE_HANDS))
def test_envy_pays_every_row_to_another_button(name: str, row: int) -> None:
    """Seat 1 holds the hand with a fortune bet of 1; seat 2 has a button, seat 3 has none."""
    cards = list(FORTUNE_HANDS.values())[row]
    rest = [card for card in DECK if card not in parse_cards(f"{cards} {WEAK_BANK}")]
    # Two hands that make nothing, out of the cards that are left.
    nothing = _poor_hands(rest, 2)
    answer = settled(
        name,
        {"cards": WEAK_BANK},
        seat(1, cards, game=10, fortune=1),
        seat(2, nothing[0], game=10, fortune=5),
        seat(3, nothing[1], game=10, fortune="4.99"),  # type: ignore[arg-type]
    )
    won = {
        line.bettor: (line.net, line.staked)
        for line in answer.settlement.lines
        if line.wager == "envy"
    }
    prize = ENVY[name][row] * 100
    assert won == ({"2": (prize, 0)} if prize else {})


def _poor_hands(cards: list[Any], count: int) -> list[str]:
    """Hands of gapped ranks in mixed suits: no pair, no straight, no flush."""
    found: list[str] = []
    left = [card for card in cards if card.rank]
    for _ in range(count):
        for wanted in ((13, 12, 10, 8, 6, 4, 3), (14, 13, 11, 9, 7, 5, 3), (12, 11, 9, 7, 5, 3, 2)):
            hand = []
            for place, rank in enumerate(wanted):
                options = [card for card in left if card.rank == rank]
                options.sort(key=lambda card: (card.suit - place) % 4)
                hand += options[:1]
            suits = [card.suit for card in hand]
            if len(hand) == 7 and max(map(suits.count, suits)) < 5:
                found.append(write(hand))
                left = [card for card in left if card not in hand]
                break
    assert len(found) == count
    return found


ACE_HIGH_BANK = "Ah Qs Jd 9c 7s 5h 3d"
JOKER_BANK = "Jk Qs Jd 9c 7s 5h 3d"
ACE_HIGH = "Ac Kd Td 8c 6h 4s 2c"
PAIR = "Kc Ks Tc 8d 6d 4d 2d"


@pytest.mark.parametrize(
    ("bank", "player", "odds"),
    [
        (ACE_HIGH_BANK, ACE_HIGH, 40),
        (JOKER_BANK, ACE_HIGH, 40),
        (ACE_HIGH_BANK, "Jk Kd Td 8c 6h 4s 2c", 40),
        (JOKER_BANK, PAIR, 15),
        (ACE_HIGH_BANK, PAIR, 5),
        (ACE_HIGH_BANK, "Kc Kd Kh Ks Td 8c 6h", 5),
        ("Kh Qs Jd 9c 7s 5h 3d", ACE_HIGH, None),  # the bank is king-high
        ("Ah As Jd 9c 7s 5h 3d", ACE_HIGH, None),  # a pair of aces
        ("Ah Jk Jd 9c 7s 5h 3d", ACE_HIGH, None),  # ace and joker are a pair
        ("Ah 5s 4h 3c 2s Jh 9d", PAIR, None),  # a straight to the five
        ("Ah Jh 9h 7h 3h 5s Td", PAIR, None),  # a flush
        ("Jk Jh 9h 7h 3h 5s 2s", PAIR, None),  # a flush by the joker
        ("Jk Jh 9s 8h 7d 5s 2s", PAIR, None),  # a straight by the joker
    ],
)
def test_face_up_ace_high_bet(bank: str, player: str, odds: int | None) -> None:
    answer = settled(FACE, {"cards": bank}, seat(1, player, game=10, ace_high=3))
    line = next(line for line in answer.settlement.lines if line.wager == "ace_high")
    if odds is None:
        assert (line.outcome, line.net) == ("lose", -300)
    else:
        assert (line.outcome, line.odds, line.net) == ("win", Fraction(odds), 300 * odds)
        game = next(line for line in answer.settlement.lines if line.wager == "game")
        assert (game.outcome, game.net) == ("push", 0)
        assert "ace-high" in game.because


@pytest.mark.parametrize("name", [DOUBLE, NAPA, CLUB])
def test_only_the_face_up_game_pushes_on_an_ace_high_bank(name: str) -> None:
    bank = {"cards": ACE_HIGH_BANK} | ({"set": "Qs Jd"} if name == DOUBLE else {})
    own = seat(1, "Kc Kd Td Tc 6h 4s 2c", house_way=False, game=10) | {"set": "Tc Td"}
    assert net(settled(name, bank, own)) == 10


# What a line says.


def test_lines_say_why_and_under_which_clause() -> None:
    answer = settled(
        CLUB,
        {"cards": "9c 9d Ac Tc 7s 5h 3d"},
        seat(1, "Jc Jd Ah Td 8s 6h 2c", game=10, fortune=5),
        seat(2, "7c 7d 7h Qs Kd 6s 2d", house_way=False, game=10) | {"set": "7c 7d"},
    )
    game, fortune, foul = answer.settlement.lines
    assert game.because == (
        "front: Ace high, ten kicker copies the bank's; "
        "back: Pair of jacks, eight-six-two beats pair of nines, seven-five-three"
    )
    assert game.cite == (
        "How Winners are Determined and Paid, item 3; How Winners are Determined and Paid, item 4"
    )
    assert fortune.because == "No paying hand in the seven cards: not on the pay table"
    assert foul.because.startswith("foul: pair of sevens in front outranks king high")
    assert foul.cite == "Dealing Procedures, item 7"


def test_readings_that_decide_are_told() -> None:
    flush = settled(
        CLUB,
        {"cards": "9d 9s Ac Td 7s 5h 3d"},
        seat(1, "Kc Jc 9c 4c Jk 8d 2h", game=10),
        seat(2, "Qh Qd Qs 8h 6s 4h 2d", house_way=False, game=10) | {"set": "Qh Qd"},
    )
    assert flush.warnings == (
        "seat 2: a foul hand loses its game wager (reading table-games 131)",
        "seat 1: the joker completes no plain flush in the base game (reading table-games 127)",
    )
    trips = settled(NAPA, {"cards": WEAK_BANK}, seat(1, "7d 7h 7s 6c 5d 4s 3c", game=10, fortune=5))
    assert trips.warnings == (
        "seat 1: a straight lies in the same cards and ranks higher, but the better pay holds "
        "(reading table-games 77)",
    )


def test_house_way_lists_only_hands_set_that_way() -> None:
    answer = settled(
        NAPA,
        {"cards": WEAK_BANK, "set": "Jh Ts"},
        seat(1, "Ac Kd Qd 8d 7h 4c 3c", game=10),
        seat(2, "Ad Kh Jc 8c 7s 4d 2c", house_way=False, game=10) | {"set": "Kh Jc"},
    )
    assert answer.as_json()["house_way"] == {"1": "Kd Qd"}


def test_own_hand_set_badly_stands_as_set() -> None:
    """Players are free: kings split over both hands lose to a bank they would beat."""
    own = seat(1, "Kc Kd Qd 8d 7h 4c 3c", house_way=False, game=10) | {"set": "3c 4c"}
    assert net(settled(NAPA, {"cards": WEAK_BANK}, own)) == 0


# Refusals name the place and the rule.

REFUSED = {
    "club-fortune-refused-backline-fortune": ("no-backline", "seat 1, backline B1"),
    "club-fortune-refused-bank-breaking-its-flush": ("bank-not-house-way", "bank"),
    "club-fortune-refused-bank-foul": ("bank-foul", "bank"),
    "club-fortune-refused-bank-not-the-house-way": ("bank-not-house-way", "bank"),
    "club-fortune-refused-bonus-without-game-wager": ("needs-base-wager", "seat 1, fortune"),
    "club-fortune-refused-fortune-over-the-posted-limit": ("off-limits", "seat 1, fortune"),
    "club-fortune-refused-over-the-limit": ("off-limits", "seat 1, game"),
    "club-fortune-refused-seat-without-a-setting": ("no-choice", "seat 1"),
    "double-hand-refused-backline": ("no-backline", "seat 3, backline B1"),
    "double-hand-refused-bank-setting-of-three-cards": ("bank-foul", "bank"),
    "double-hand-refused-bank-with-six-cards": ("too-few-cards", "bank"),
    "double-hand-refused-bank-without-a-setting": ("no-choice", "bank"),
    "double-hand-refused-card-twice": ("card-too-often", "cards"),
    "double-hand-refused-die-of-seven": ("bad-dice", "dice"),
    "double-hand-refused-eight-cards": ("too-many-cards", "seat 3"),
    "double-hand-refused-eighth-seat": ("no-such-seat", "seat 8"),
    "double-hand-refused-fortune-wager": ("no-such-wager", "seat 3"),
    "double-hand-refused-foul-bank": ("bank-foul", "bank"),
    "double-hand-refused-generator-number": ("bad-dice", "dice"),
    "double-hand-refused-house-way-without-a-chart": ("no-house-way", "seat 3"),
    "double-hand-refused-over-the-limit": ("off-limits", "seat 3"),
    "double-hand-refused-same-card-twice-in-front": ("not-in-hand", "seat 3"),
    "double-hand-refused-seat-without-a-setting": ("no-choice", "seat 3"),
    "double-hand-refused-setting-that-is-no-card": ("not-a-card", "seat 3"),
    "double-hand-refused-six-cards": ("too-few-cards", "seat 3"),
    "double-hand-refused-two-dice": ("bad-dice", "dice"),
    "double-hand-refused-two-jokers": ("card-too-often", "cards"),
    "double-hand-refused-under-the-limit": ("off-limits", "seat 3"),
    "double-hand-refused-under-the-posted-limit": ("off-limits", "seat 3"),
    "double-hand-refused-unknown-choice": ("not-a-choice", "seat 3"),
    "double-hand-refused-wager-at-the-banks-seat": ("bank-seat", "seat 2"),
    "double-hand-refused-without-dice": ("no-dice", "dice"),
    "face-up-refused-ace-high-without-game-wager": ("needs-base-wager", "seat 1, ace_high"),
    "face-up-refused-backline-ace-high": ("no-backline", "seat 1, backline B1"),
    "face-up-refused-backline-fortune": ("no-backline", "seat 1, backline B1"),
    "face-up-refused-bank-not-the-house-way": ("bank-not-house-way", "bank"),
    "face-up-refused-card-twice": ("card-too-often", "cards"),
    "face-up-refused-eight-cards-under-an-ace-high-push": ("too-many-cards", "seat 1"),
    "face-up-refused-fortune-without-game-wager": ("needs-base-wager", "seat 1, fortune"),
    "face-up-refused-random-number-nineteen": ("bad-dice", "dice"),
    "face-up-refused-seat-without-a-setting": ("no-choice", "seat 1"),
    "napa-fortune-refused-ace-high-wager": ("no-such-wager", "seat 1"),
    "napa-fortune-refused-bank-foul": ("bank-foul", "bank"),
    "napa-fortune-refused-card-twice": ("card-too-often", "cards"),
    "napa-fortune-refused-generator-number": ("bad-dice", "dice"),
    "napa-fortune-refused-seat-without-a-setting": ("no-choice", "seat 1"),
    "napa-fortune-refused-three-cards-in-front": ("not-two-cards", "seat 1"),
}


def test_every_refused_round_is_refused_for_its_reason() -> None:
    found = {}
    for path in sorted(ROUNDS.glob("*refused*.toml")):
        error = check_file(path)
        assert isinstance(error, HousewayError)
        where = REFUSED[path.stem][1]
        assert error.where.startswith(where), (path.stem, error.where)
        found[path.stem] = (error.code, where)
    assert found == REFUSED


# The round as it is driven live.


def _terms(name: str, **options: Any) -> Terms[PaiGowPoker]:
    return make_terms(pai_gow(name), options=options)


def _start(terms: Terms[PaiGowPoker], layout: Layout, seed: int) -> Round:
    source = seeded_source(seed)
    return Round(play(terms, layout), ShoeSource(Shoe(shuffled(DECK, source)), source))


TABLE = Layout(4, (SeatWagers(2, {"game": 1000}), SeatWagers(6, {"game": 1000})))


def test_players_set_in_any_order_and_before_the_bank_is_opened() -> None:
    running = _start(_terms(NAPA), TABLE, 1)
    assert [(ask.seat, ask.kind) for ask in running.waiting_for()] == [(2, "set"), (6, "set")]
    assert not any(isinstance(event, Shown) for event in running.events)
    running.answer(6, "house_way")
    assert [ask.seat for ask in running.waiting_for()] == [2]
    with pytest.raises(Refused, match="not seat 6's turn"):
        running.answer(6, "house_way")
    running.answer(2, "house_way")
    assert [(ask.seat, ask.kind) for ask in running.waiting_for()] == [(4, "set-bank")]
    running.answer(4, "house_way")
    assert running.over


def test_face_up_bank_is_seen_before_players_set() -> None:
    running = _start(_terms(FACE), TABLE, 1)
    assert [ask.kind for ask in running.waiting_for()] == ["set-bank"]
    running.answer(4, "house_way")
    assert [ask.seat for ask in running.waiting_for()] == [2, 6]
    assert any(isinstance(event, Shown) and event.place == "bank" for event in running.events)


def test_a_refused_setting_changes_nothing() -> None:
    running = _start(_terms(NAPA), TABLE, 1)
    for move in ("set", "set Ah", "fold", "set Zz Ah"):
        with pytest.raises(Refused):
            running.answer(2, move)
    assert [ask.seat for ask in running.waiting_for()] == [2, 6]


@pytest.mark.parametrize("name", ALL)
def test_no_view_shows_a_card_its_seat_may_not_see(name: str) -> None:
    options = {"house_way_chart": NAPA} if name == DOUBLE else {}
    running = drive(
        play(_terms(name, **options), TABLE),
        ShoeSource(Shoe(shuffled(DECK, seeded_source(2))), seeded_source(2)),
        lambda _ask: "house_way",
    )
    for viewer in (None, 1, 2, 4, 6):
        opened: set[object] = set()
        for event in view(running.events, viewer):
            if isinstance(event, Shown):
                opened.add(event.place)
            elif isinstance(event, Dealt):
                assert (event.cards is not None) == (viewer == event.place)
            elif isinstance(event, Chose) and event.kind == "set":
                assert (event.move is not None) == (viewer == event.seat)
        assert opened == {"bank", 2, 6}


def _random_layout(source: Any, name: str) -> Layout:
    bank = source.randint(1, 7)
    seats = []
    for number in range(1, 8):
        if number == bank or source.random() < 0.3:
            continue
        wagers = {"game": source.randint(1, 200) * 50}
        if name != DOUBLE and source.random() < 0.6:
            wagers["fortune"] = source.randint(1, 20) * 50
        if name == FACE and source.random() < 0.5:
            wagers["ace_high"] = source.randint(1, 20) * 50
        if name == NAPA and "fortune" in wagers and source.random() < 0.2:
            del wagers["game"]
        behind: tuple[BacklineWagers, ...] = ()
        if name != DOUBLE and source.random() < 0.2:
            behind = (BacklineWagers("B1", {"game": source.randint(1, 50) * 100}),)
        seats.append(SeatWagers(number, wagers, behind))
    return Layout(bank, tuple(seats))


def _random_rounds(name: str, count: int, seed: int) -> set[tuple[str, str]]:
    """Play rounds with settings at random, fouls too; what became of each wager."""
    terms = _terms(name, **({"house_way_chart": CLUB} if name == DOUBLE else {}))
    source = seeded_source(seed)
    seen: set[tuple[str, str]] = set()
    for _ in range(count):
        layout = _random_layout(source, name)
        wager = source.choice((2_000, 20_000, 10_000_000))
        running = Round(play(terms, layout), ShoeSource(Shoe(shuffled(DECK, source)), source))
        held = {e.place: e.cards for e in running.events if isinstance(e, Dealt) and e.cards}
        while not running.over:
            for ask in running.waiting_for():
                running.answer(ask.seat, _choose(ask, held, source))
        settlement = settle(terms, layout, running.result, wager)
        assert sum(settlement.net.values()) == 0
        assert abs(settlement.net["bank"]) <= wager
        most = max((row.pays or 0 for t in terms.filing.pay_table for row in t.rows), default=1)
        for line in settlement.lines:
            seen.add((line.wager, line.outcome))
            assert -line.staked <= line.net
            assert line.wager == "envy" or line.net <= line.staked * max(most, 1)
        again = replay(play(terms, layout), running.answers)
        assert again.result == running.result
        assert again.events == running.events
    return seen


def _choose(ask: Ask, held: dict[Any, Any], source: Any) -> str:
    if ask.kind == "set-bank" or source.random() < 0.5:
        return "house_way"
    front = source.choice(list(combinations(held[ask.seat], 2)))
    move = f"set {write(front)}"
    assert ask.refuses(move) is None
    return move


OUTCOMES = {
    DOUBLE: {"game"},
    NAPA: {"game", "fortune"},
    CLUB: {"game", "fortune"},
    FACE: {"game", "fortune", "ace_high"},
}


@pytest.mark.parametrize("name", ALL)
def test_random_rounds_conserve_chips_and_replay(name: str) -> None:
    seen = _random_rounds(name, 400, seed=5)
    assert {("game", "win"), ("game", "lose"), ("game", "push"), ("game", "no_action")} <= seen
    assert {wager for wager, _ in seen} - {"envy"} == OUTCOMES[name]


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_many_random_rounds_conserve_chips_and_replay(name: str) -> None:
    seen = _random_rounds(name, 10_000, seed=6)
    wanted = {
        (wager, outcome) for wager in OUTCOMES[name] for outcome in ("win", "lose", "no_action")
    }
    assert wanted | {("game", "push")} <= seen
    assert (("envy", "win") in seen) == (name != DOUBLE)


# A house of its own needs no Python.


def test_an_invented_house_mixes_two_filings() -> None:
    """The face-up game's opened bank and ace-high with the other club game's envy and joker."""
    data = tomllib.loads((DATA / f"{FACE}.toml").read_text(encoding="utf-8"))
    club = tomllib.loads((DATA / f"{CLUB}.toml").read_text(encoding="utf-8"))
    data |= {"id": "own/face-up", "house": "Own", "source": {"file": "own", "lines": "1"}}
    data["game"]["envy"] = club["game"]["envy"]
    data["game"]["joker"] = club["game"]["joker"]
    data["option"] = club["option"]
    data["game"]["bank_sets"]["method"] = "house-way-then-freely"
    data["settlement"]["wager_order"] = ["fortune", "envy", "game", "ace_high"]
    data["first_action"] = {"method": "left-of-bank", "cite": "Own rules | 1"}
    own = parse_filing(data, "own.toml")
    assert isinstance(own, PaiGowPoker)
    terms = make_terms(own)
    facts: dict[str, Any] = {
        "filing": "own/face-up",
        "bank": {"seat": 3, "wager": 100_000, "cards": WEAK_BANK, "set": "3d 5h"},
        "seat": [
            seat(1, "9c 9d 9h 9s Kc 6d 2s", game=10, fortune=5),
            seat(5, "4h 4s 4c 4d 7c 7d Jk", game=10, fortune=5),
            seat(6, "Ac Kd Qd 8d 7h 5c 3c", game=10, fortune=5),
        ],
    }
    answer = adjudicate(RoundFile.model_validate(facts), terms=terms)
    assert answer.result.first_action == 5
    assert [line.wager for line in answer.settlement.lines][:3] == ["fortune", "envy", "game"]
    assert answer.settlement.net == {
        "1": 14_000, "5": 14_000, "6": 1_000, "bank": -29_000,
    }  # fmt: skip
