"""Baccarat as dealt: the steps of a round, the log, random shoes, a new house, bad filings."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import Card, Shoe, cards_of, parse_cards, shuffled
from houseway.errors import HousewayError
from houseway.families.baccarat.procedure import play as procedure
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, read_toml, readings_of
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.driver import Round, ShoeSource, replay
from houseway.rounds.events import Called, Dealt, view
from houseway.rounds.verdicts import BacklineWagers, Layout, Result, SeatWagers
from houseway.settlement.settle import settle
from tests.families.baccarat.test_baccarat import CLUB, HOUSES, NAPA
from tests.rounds import check_file

TESTS = Path(__file__).parents[2]
CASES = TESTS / "cases" / "tablegames"
ROUNDS = sorted([*TESTS.glob("rounds/baccarat/*.toml"), *CASES.glob("*baccarat*.toml")])


def terms_of(filing_id: str, **options: Any) -> Terms[Baccarat]:
    filing = load(filing_id)
    assert isinstance(filing, Baccarat)
    return make_terms(filing, options=options)


def dealt(terms: Terms[Baccarat], layout: Layout, order: str) -> Round:
    shoe = Shoe(parse_cards(order))
    return Round(procedure(terms, layout), ShoeSource(shoe, random.Random(0)))


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_round(path: Path) -> None:
    check_file(path)


def test_the_rounds_are_there() -> None:
    assert len(ROUNDS) >= 20


# --- the procedure -------------------------------------------------------------------------------


@pytest.mark.parametrize("filing", HOUSES)
def test_a_round_from_the_text_step_by_step(filing: str) -> None:
    """One card to the right (player), one to the left (banker), twice, all face up; then the
    player hand's third card, then the banker's."""
    layout = Layout(5, (SeatWagers(1, {"player": 1000}),))
    running = dealt(terms_of(filing), layout, "2h Kc 3d 6s 6h 2s 9d")
    assert running.over
    assert running.events == [
        Called("No more bets"),
        Dealt("player", 1, 1, parse_cards("2h"), None),
        Dealt("banker", 1, 1, parse_cards("Kc"), None),
        Dealt("player", 1, 1, parse_cards("3d"), None),
        Dealt("banker", 1, 1, parse_cards("6s"), None),
        Dealt("player", 1, 1, parse_cards("6h"), None),
        Dealt("banker", 1, 1, parse_cards("2s"), None),
        Called("Banker wins, 8 over 1"),
    ]
    # Everything lies face up: a stranger sees the same.
    assert list(view(running.events, None)) == running.events


@pytest.mark.parametrize(
    ("order", "called"),
    [
        ("9h Kc Kd 8s", "Player wins, natural 9 over natural 8"),
        ("6h Kc Kd 6s", "Tie, 6 each"),
        ("6h 7c Kd Ks", "Banker wins, 7 over 6"),
        ("8h 8c Kd Ks", "Tie, 8 each"),
    ],
)
def test_the_call_at_the_end(order: str, called: str) -> None:
    running = dealt(terms_of(NAPA), Layout(5, ()), order)
    assert running.events[-1] == Called(called)


def test_replaying_the_log_gives_the_same_round() -> None:
    layout = Layout(5, (SeatWagers(1, {"player": 1000, "tie": 100}),))
    terms = terms_of(CLUB)
    running = dealt(terms, layout, "2h Kc 3d 6s 6h 2s")
    again = replay(procedure(terms, layout), running.answers)
    assert (again.events, again.result) == (running.events, running.result)


def test_two_tables_with_other_options_do_not_mix() -> None:
    layout = Layout(5, (SeatWagers(1, {"banker": 1000}),))
    tables = [terms_of(NAPA), terms_of(NAPA, banker_three_card_seven="push")]
    for _ in range(3):
        outcomes = [
            dealt(terms, layout, "Kh 5c 6d Ks 2c").result.verdicts[0].outcome for terms in tables
        ]
        assert outcomes == ["win", "push"]


# --- random shoes against a second reading of the text -------------------------------------------


def count(cards: list[Card]) -> int:
    return sum(min("A23456789TJQK".index(card.text[0]) + 1, 10) for card in cards) % 10


def by_the_text(cards: list[Card], natural_ends: bool) -> tuple[list[Card], list[Card]]:
    """The two hands from a shoe's order, read off the sentences instead of the chart."""
    stock = iter(cards)
    player, banker = [], []
    for _ in range(2):
        player.append(next(stock))
        banker.append(next(stock))
    total = count(banker)
    if natural_ends and max(count(player), total) >= 8:
        return player, banker
    if count(player) >= 6:
        if total <= 5:
            banker.append(next(stock))
        return player, banker
    player.append(next(stock))
    third = count(player[2:])
    if (
        total <= 2
        or (total == 3 and third != 8)
        or (total == 4 and third not in (0, 1, 8, 9))
        or (total == 5 and third in (4, 5, 6, 7))
        or (total == 6 and third in (6, 7))
    ):
        banker.append(next(stock))
    return player, banker


def owed(player: list[Card], banker: list[Card], wagers: dict[str, int], seven: str) -> int:
    """What a bettor wins or loses, from the two finished hands."""
    p, b = count(player), count(banker)
    won = 0
    if p != b:
        won += wagers.get("player", 0) * (1 if p > b else -1)
        if not (seven == "push" and b > p and b == 7 and len(banker) == 3):
            won += wagers.get("banker", 0) * (1 if b > p else -1)
    won += wagers.get("tie", 0) * (8 if p == b else -1)
    won += wagers.get("dragon_7", 0) * (40 if b == 7 and len(banker) == 3 and p <= 6 else -1)
    won += wagers.get("panda_8", 0) * (25 if p == 8 and len(player) == 3 and b <= 7 else -1)
    return won


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize("natural_ends", [True, False])
@pytest.mark.parametrize("seven", ["pays", "push"])
def test_random_rounds_agree_with_a_second_reading(
    filing: str, natural_ends: bool, seven: str
) -> None:
    terms = terms_of(filing, natural_ends_drawing=natural_ends, banker_three_card_seven=seven)
    source = random.Random(f"{filing}{natural_ends}{seven}")
    stock = cards_of("standard-52", 8)
    seen: Counter[str] = Counter()
    for _ in range(1500):
        order = source.sample(stock, 6)
        wagers = {"player": 1100, "tie": 300, "dragon_7": 200, "panda_8": 500}
        other = {"banker": 700}
        behind = BacklineWagers("B1", {"banker": 900, "tie": 100})
        layout = Layout(3, (SeatWagers(2, wagers, (behind,)), SeatWagers(6, other)))
        running = Round(procedure(terms, layout), ShoeSource(Shoe(order), source))
        result: Result = running.result
        player, banker = by_the_text(order, natural_ends)
        hands = {
            side: [c for e in running.events if isinstance(e, Dealt) and e.place == side
                   for c in e.cards or ()]
            for side in ("player", "banker")
        }  # fmt: skip
        assert hands == {"player": player, "banker": banker}
        settled = settle(terms, layout, result, 10_000_000)
        for who, amounts in (("2", wagers), ("2/B1", dict(behind.wagers)), ("6", other)):
            assert settled.net[who] == owed(player, banker, amounts, seven)
        assert sum(settled.net.values()) == 0
        seen.update(f"{verdict.wager} {verdict.outcome}" for verdict in result.verdicts)
        again = replay(procedure(terms, layout), running.answers)
        assert again.events == running.events
    expected = {
        "player win", "player lose", "player push", "banker win", "banker lose", "banker push",
        "tie win", "tie lose", "dragon_7 win", "dragon_7 lose", "panda_8 win", "panda_8 lose",
    }  # fmt: skip
    assert seen.keys() == expected


@pytest.mark.parametrize("bank", [0, 1, 999, 2500, 40_000])
def test_a_short_bank_never_moves_more_than_its_wager(bank: int) -> None:
    terms = terms_of(CLUB)
    source = random.Random(bank)
    stock = cards_of("standard-52", 3)
    every = {"player": 500, "banker": 400, "tie": 300, "dragon_7": 200, "panda_8": 100}
    layout = Layout(7, tuple(SeatWagers(n, every) for n in range(1, 7)))
    for _ in range(300):
        shoe = Shoe(shuffled(stock, source)[:6])
        running = Round(procedure(terms, layout), ShoeSource(shoe, source))
        settled = settle(terms, layout, running.result, bank)
        assert sum(abs(line.net) for line in settled.lines) + settled.bank_left == bank
        dry = [line.outcome == "no_action" for line in settled.lines]
        assert dry == sorted(dry)  # once dry, dry to the end


# --- filings -----------------------------------------------------------------------------------


def filed(filing: str) -> dict[str, Any]:
    return read_toml(DATA / f"{filing}.toml")


@pytest.mark.parametrize("filing", HOUSES)
def test_rulings_97_to_101_are_named_with_the_filing(filing: str) -> None:
    names = {reading.id for reading in readings_of(load(filing))}
    assert {"table-games 97", "table-games 98", "table-games 100", "table-games 101"} <= names
    game = load(filing).game  # type: ignore[attr-defined]
    used = {game.naturals.reading, game.banker_line.reading, game.tied.reading, game.shoe.reading}
    assert used - {""} <= names


def test_what_the_two_houses_file_differently() -> None:
    napa, club = (terms_of(filing).filing for filing in HOUSES)
    assert (napa.table.seats, club.table.seats) == (8, 7)
    assert (napa.bank.third_party, club.bank.third_party) == ("silent", "permitted")
    assert napa.game.banker_hand.rows == club.game.banker_hand.rows
    for filing in (napa, club):
        assert filing.deck.decks == [3, 8]
        assert [p.where for p in filing.posting].count("scoreboard") == 6
        assert all(spot.backline == "permitted" for spot in filing.spot)


def test_a_new_house_needs_no_python() -> None:
    """Six seats, the other way round, losers first, no panda; the banker stands on 3; tie 9."""
    data = filed(CLUB)
    data["id"] = "my-house/mini-baccarat"
    data["table"]["seats"] = 6
    data["settlement"] |= {"direction": "counter-clockwise", "passes": "losers-first"}
    data["settlement"]["wager_order"] = ["dragon_7", "tie", "player", "banker"]
    data["spot"] = [spot for spot in data["spot"] if spot["name"] != "panda_8"]
    data["game"]["bonus"] = [b for b in data["game"]["bonus"] if b["wager"] != "panda_8"]
    data["pay_table"] = [t for t in data["pay_table"] if t["wager"] != "panda_8"]
    data["pay_table"][0]["rows"][0]["pays"] = 9
    data["game"]["banker_hand"]["rows"]["3"] = "SSSSSSSSSS"
    data["game"]["banker_line"]["pays"] = "19:20"
    data["game"]["deal"]["first"] = "banker"
    filing = parse_filing(data, "my-house.toml")
    assert isinstance(filing, Baccarat)
    terms = make_terms(filing)
    layout = Layout(
        1,
        (
            SeatWagers(2, {"banker": 1000, "tie": 100}),
            SeatWagers(6, {"player": 500, "banker": 200, "dragon_7": 100}),
        ),
    )
    # Banker first: Kc Qh 3c Jh; the player hand draws a 2 and loses to the three that stands.
    running = dealt(terms, layout, "Kc Qh 3c Jh 2d")
    assert running.events[-1] == Called("Banker wins, 3 over 2")
    settled = settle(terms, layout, running.result, 100_000)
    assert [(line.bettor, line.wager, line.net) for line in settled.lines] == [
        ("2", "tie", -100), ("6", "dragon_7", -100), ("6", "player", -500),
        ("2", "banker", 950), ("6", "banker", 190),
    ]  # fmt: skip
    tied = dealt(terms, layout, "6c 6h Kc Kh")
    settled = settle(terms, layout, tied.result, 100_000)
    assert settled.net == {"2": 900, "6": -100, "bank": -800}


def _no_row_7(data: dict[str, Any]) -> None:
    del data["game"]["banker_hand"]["rows"]["7"]


def _short_row(data: dict[str, Any]) -> None:
    data["game"]["banker_hand"]["rows"]["6"] = "SSSSSSHHS"


def _no_banker_spot(data: dict[str, Any]) -> None:
    data["spot"] = [spot for spot in data["spot"] if spot["name"] not in ("banker", "dragon_7",
                                                                          "panda_8")]  # fmt: skip


def _no_dragon_rule(data: dict[str, Any]) -> None:
    data["game"]["bonus"] = data["game"]["bonus"][1:]


def _no_tie_pay(data: dict[str, Any]) -> None:
    data["pay_table"] = data["pay_table"][1:]


def _unknown_option(data: dict[str, Any]) -> None:
    data["game"]["naturals"]["option"] = "naturals_end_it"


def _needs_no_spot(data: dict[str, Any]) -> None:
    data["spot"][4]["needs_any"] = ["player", "bank"]


def _no_cite(data: dict[str, Any]) -> None:
    del data["game"]["tied"]["cite"]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_no_row_7, "lacks the rows [7]"),
        (_short_row, "should match pattern"),
        (_no_banker_spot, "needs a spot 'banker'"),
        (_no_dragon_rule, "'dragon_7' has no rule"),
        (_no_tie_pay, "'tie' has no pay table"),
        (_unknown_option, "no option 'naturals_end_it'"),
        (_needs_no_spot, "names no spot 'bank'"),
        (_no_cite, "needs a citation"),
    ],
)
def test_a_bad_filing_says_what_is_wrong(
    spoil: Callable[[dict[str, Any]], None], words: str
) -> None:
    data = copy.deepcopy(filed(CLUB))
    spoil(data)
    with pytest.raises(HousewayError) as refused:
        parse_filing(data, "own.toml")
    assert words in str(refused.value)
    assert "own.toml" in refused.value.where
