"""Drafts of houses outside the catalogue: complete, clean, dealt, adjudicated and priced.

Their texts stand beside them in `examples/filings`; rounds and figures are worked out from those.
"""

from __future__ import annotations

import copy
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.odds import odds
from houseway.cards import parse_cards, write
from houseway.cards.deck import seeded_source
from houseway.errors import HousewayError
from houseway.families.pai_gow_poker.house_way import house_way
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.lint.run import lint_filing
from houseway.filings.loader import load_file, parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.told import tell
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.records import Settled
from tests.analysis.test_simulate import assert_same, run, usual_table
from tests.families.bonus import (
    BACCARAT,
    BLACKJACK,
    DRAFTS,
    THREE_CARD,
    Data,
    counted,
    seat,
    settled,
)
from tests.hands.test_kernels_counts import PUBLISHED_SEVEN_OF_53

PAI_GOW = DRAFTS / "cedar-pass" / "pai-gow-poker.toml"
ALL = [BACCARAT, BLACKJACK, THREE_CARD, PAI_GOW]


def draft(path: Path, **game: Any) -> PlayerDealerFiling:
    """A draft, with other rules of the game where some are given."""
    data = copy.deepcopy(read_toml(path))
    data["game"] |= game
    filing = parse_filing(data, path.name)
    assert isinstance(filing, PlayerDealerFiling)
    return filing


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_draft_says_that_it_is_one_and_lint_finds_nothing(path: Path) -> None:
    filing = load_file(path)
    assert "draft" in filing.title
    assert any("draft" in notice.text.lower() for notice in filing.notice)
    assert lint_filing(filing) == []
    assert path.with_suffix(".txt").read_text().count("\n") == int(filing.source.lines[2:])


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_line_of_a_drafts_text_is_cited(path: Path) -> None:
    text = path.read_text()
    last = int(load_file(path).source.lines[2:])
    cited: set[int] = set()
    for line in text.splitlines():
        if line.startswith(("cite", "third_party_cite")) or ', cite = "' in line:
            for part in line.rpartition("|")[2].strip(' "}').split(","):
                low, _, high = part.strip().partition("-")
                cited |= set(range(int(low), int(high or low) + 1))
    # Item 12 of the blackjack text says what is not played.
    silent = {13} if path == BLACKJACK else set()
    assert cited == set(range(1, last + 1)) - silent


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_draft_is_told_and_dealt(path: Path) -> None:
    filing = load_file(path)
    assert tell(filing).parts["game"].parts
    table = start_evening(usual_setup(filing), MemoryJournal(), seeded_source(7), filing=filing)
    settled_rounds = sum(
        isinstance(entry.record, Settled) for entries in table.play(25) for entry in entries
    )
    assert settled_rounds == 25


def test_the_sheet_says_what_a_bonus_bet_looks_at() -> None:
    told = tell(load_file(BLACKJACK)).parts["pay_table"].parts
    assert told["bust"].parts["looks_at"].says == "the bank's hand"
    rows = told["perfect_pairs"].parts["rows"].parts
    assert rows["colored"].parts["when"].says == "a pair of one color and two suits"


# 21: other rules


def test_doubles_on_named_totals_only() -> None:
    double = {"for_less": False, "after_split": False, "totals": ["hard 10-11"], "cite": "I | 1"}
    filing = draft(BLACKJACK, double=double)
    bank = {"seat": 7, "wager": 5000, "cards": "6d Tc 9h"}
    ten = seat(1, "6c 4d", draws="Kh", wagers={"game": 10}, actions=["double"])
    assert settled(filing, bank=bank, seat=[ten]) == ["1 game 20.00 win 1:1 +20.00"]
    for cards in ("5c 4d", "Ac 9d"):  # nine, and a soft twenty
        with pytest.raises(HousewayError) as refused:
            settled(filing, bank=bank, seat=[{**ten, "cards": cards}])
        assert refused.value.code == "not-open"


def test_six_cards_that_are_not_over_win_at_once() -> None:
    filing = draft(BLACKJACK, charlie={"cards": 6, "pays": "2:1", "cite": "I | 1"})
    bank: Data = {"seat": 7, "wager": 5000, "cards": "Td Tc"}
    six = seat(1, "2c 2d", draws="2h 3c 4d 3s", wagers={"game": 10}, actions=["hit"] * 4)
    # 16 against 20 wins 2 to 1; a seventh card is not dealt; a natural of the bank takes it.
    assert settled(filing, bank=bank, seat=[six]) == ["1 game 10.00 win 2:1 +20.00"]
    more = {**six, "draws": "2h 3c 4d 3s Ac", "actions": ["hit"] * 5}
    with pytest.raises(HousewayError):
        settled(filing, bank=bank, seat=[more])
    # With five cards it is compared: 13 loses.
    five = {**six, "draws": "2h 3c 4d", "actions": ["hit"] * 3 + ["stand"]}
    assert settled(filing, bank=bank, seat=[five]) == ["1 game 10.00 lose -10.00"]
    over = {**six, "draws": "2h 3c 4d Th"}
    assert settled(filing, bank=bank, seat=[over]) == ["1 game 10.00 lose -10.00"]


def test_without_a_down_card_the_banks_natural_takes_doubles_too() -> None:
    data = copy.deepcopy(read_toml(BLACKJACK))
    data["game"]["deal"]["bank_second_card"] = "after-players"
    del data["game"]["check"], data["game"]["insurance"]
    filing = parse_filing(data, "european.toml")
    assert isinstance(filing, PlayerDealerFiling)
    eleven = seat(1, "6c 5d", draws="Th", wagers={"game": 10}, actions=["double"])
    lines = settled(filing, bank={"seat": 7, "wager": 5000, "cards": "Ad Kc"}, seat=[eleven])
    assert lines == ["1 game 20.00 lose -20.00"]


@pytest.mark.long
def test_published_odds_of_blackjack_with_six_decks() -> None:
    # Wizard of Odds, blackjack calculator: six decks, soft 17 hit, double after split, split to
    # four hands, aces once, no surrender, 3 to 2, the bank looks: 0.615 per cent.
    found = odds(draft(BLACKJACK), decks=6, recompute=True).bets["game"].ev
    assert float(-100 * found) == pytest.approx(0.615, abs=0.003)


@pytest.mark.long
def test_published_worth_of_standing_on_soft_17_six_to_five_and_charlies() -> None:
    # Wizard of Odds, rule variations: 6 to 5 costs 1.36, standing on soft 17 gives back 0.21 to
    # 0.22, a six-card charlie gives 0.16 per cent.
    usual = odds(draft(BLACKJACK), decks=6).bets["game"].ev
    chart = {"must_stand": ["any 17+"], "must_hit": ["any 16-"], "cite": "I | 1"}
    stands = odds(draft(BLACKJACK, bank_chart=chart), decks=6).bets["game"].ev
    natural = {**read_toml(BLACKJACK)["game"]["natural"], "pays": "6:5"}
    less = odds(draft(BLACKJACK, natural=natural), decks=6).bets["game"].ev
    charlie = {"cards": 6, "pays": 1, "cite": "I | 1"}
    many = odds(draft(BLACKJACK, charlie=charlie), decks=6).bets["game"].ev
    assert float(100 * (stands - usual)) == pytest.approx(0.215, abs=0.02)
    assert float(100 * (less - usual)) == pytest.approx(-1.36, abs=0.02)
    assert float(100 * (many - usual)) == pytest.approx(0.16, abs=0.02)


# Three card poker: other qualifiers and sizes


def three_card_round(filing: PlayerDealerFiling, bank: str, move: str = "play") -> list[str]:
    return settled(
        filing, bank={"seat": 7, "wager": 5000, "cards": bank},
        seat=[seat(1, "Ac Kd 9h", wagers={"ante": 10}, actions=[move])],
    )  # fmt: skip


def test_a_bank_that_needs_a_pair_of_sevens() -> None:
    filing = draft(THREE_CARD, qualifies={"pair": "7", "cite": "I | 1"})
    wins = ["1 ante 10.00 win 1:1 +10.00", "1 play 10.00 push 0.00"]
    loses = ["1 ante 10.00 lose -10.00", "1 play 10.00 lose -10.00"]
    assert three_card_round(filing, "As Kc Th") == wins  # higher, and no pair
    assert three_card_round(filing, "6s 6c Th") == wins
    assert three_card_round(filing, "7s 7c 2h") == loses
    assert three_card_round(filing, "2s 5s 9s") == loses  # a flush is better than any pair


def test_a_bank_that_always_qualifies() -> None:
    filing = draft(THREE_CARD, qualifies={"always": True, "cite": "I | 1"})
    lines = three_card_round(filing, "2s 4c 5h")
    assert lines == ["1 ante 10.00 win 1:1 +10.00", "1 play 10.00 win 1:1 +10.00"]
    outcomes = odds(filing, recompute=True).bets["ante"].outcomes
    assert not [one for one in outcomes if "does not qualify" in one.name]


@pytest.mark.parametrize(
    "rule", [{}, {"high_card": "Q", "pair": "2"}, {"high_card": "Q", "always": True}]
)
def test_a_bank_qualifies_in_one_way(rule: Data) -> None:
    with pytest.raises(HousewayError, match="one of high_card, pair and always is required"):
        draft(THREE_CARD, qualifies={**rule, "cite": "I | 1"})


def test_a_play_wager_of_two_or_three_antes() -> None:
    play = {"fold_forfeits": ["ante"], "times": [2, 3], "cite": "I | 1"}
    filing = draft(THREE_CARD, play=play)
    assert three_card_round(filing, "Qs Jc 4h", "play 3") == [
        "1 ante 10.00 win 1:1 +10.00",
        "1 play 30.00 win 1:1 +30.00",
    ]
    for move in ("play", "play 4"):
        with pytest.raises(HousewayError):
            three_card_round(filing, "Qs Jc 4h", move)
    # What is played is three or four units, or a fold loses one.
    both = odds(filing, recompute=True).bets["ante"]
    assert {one.staked for one in both.outcomes} == {Fraction(4), Fraction(3), Fraction(1)}
    single = odds(draft(THREE_CARD, play={**play, "times": [2]}), recompute=True).bets["ante"]
    assert {one.staked for one in single.outcomes} == {Fraction(3), Fraction(1)}


# Pai gow poker: another chart


@pytest.mark.parametrize(
    ("cards", "front"),
    [
        ("Ks Kh 4c 4d Ac 9d 7s", "Ac 9d"),  # item 10: an ace beside kings and fours
        ("Ks Kh 6c 6d Ac 9d 7s", "6c 6d"),  # sixes are too high
        ("Ks Kh 4c 4d Qc 9d 7s", "4c 4d"),  # no ace
        ("As Ah 4c 4d Qc 9d 7s", "4c 4d"),
        ("9s 9h 4c 4d Ac Jd 7s", "Ac Jd"),
        ("5s 5h 4c 4d Kc Jd 7s", "Kc Jd"),
        ("5s 5h 4c 4d Qc Jd 7s", "4c 4d"),
        ("9s 9h 9d 2c 2d Ac Kd", "Ac Kd"),  # item 14
        ("9s 9h 9d 2c 2d Ac Qd", "2c 2d"),
        ("9s 9h 9d 3c 3d Ac Kd", "3c 3d"),
        ("Ac Ad Ah As Jk Kc Kd", "Kc Kd"),  # item 16
        ("Ac Ad Ah As Jk Qc Qd", "Ac Ad"),
        ("Ac Ad Ah As Jk Kc 2d", "Ac Ad"),
        ("Tc Td Th Ts Kc 3d 2d", "Kc 3d"),  # item 15
        ("Tc Td Th Ts Qc 3d 2d", "Tc Td"),
        ("6c 6d 6h 6s Qc 3d 2d", "Qc 3d"),
    ],
)
def test_cedar_pass_sets_by_its_own_chart(cards: str, front: str) -> None:
    filing = load_file(PAI_GOW)
    assert isinstance(filing, PaiGowPoker)
    found = house_way(filing, parse_cards(cards))
    ranks = [card.text[0] for card in found.front]
    assert sorted(ranks) == sorted(card.text[0] for card in parse_cards(front)), write(found.front)


def test_a_chart_must_have_a_row_for_every_second_set() -> None:
    data = copy.deepcopy(read_toml(PAI_GOW))
    data["game"]["house_way"]["row"][-1]["sets"] = ["5"]
    with pytest.raises(HousewayError, match=r"sets of 5\+2, A and "):
        parse_filing(data, "gap.toml")


def test_seven_up_is_settled_and_counted() -> None:
    # Seven cards of 53 by their best five, as the Wizard of Odds has them for pai gow poker.
    filing = load_file(PAI_GOW)
    assert isinstance(filing, PlayerDealerFiling)
    found = Counter({one.name: int(one.weight) for one in counted(filing, "seven_up").outcomes})
    names = {
        "three-of-a-kind": "Straight or three of a kind",
        "straight": "Straight or three of a kind",
    }
    wanted: Counter[str] = Counter()
    for category, hands in PUBLISHED_SEVEN_OF_53.items():
        low = category in ("high-card", "one-pair", "two-pair")
        plain = category.replace("-", " ").capitalize()
        wanted["any other hand" if low else names.get(category, plain)] += hands
    assert found == wanted
    lines = settled(
        filing, bank={"seat": 7, "wager": 5000, "cards": "As Kd Qc Jh 9s 8d 3c"},
        seat=[seat(1, "2c 2d 2h Kh Th 9d 4c", set="Kh Th", wagers={"game": 10, "seven_up": 5})],
    )  # fmt: skip
    assert lines[1] == "1 seven_up 5.00 win 2:1 +10.00"


# Compiled rounds: the same cards and money as the procedures


def without_bets(path: Path, *wagers: str, **game: Any) -> PlayerDealerFiling:
    """A draft without some bonus bets, and with other rules where some are given."""
    data = copy.deepcopy(read_toml(path))
    data["game"] |= game
    data["spot"] = [spot for spot in data["spot"] if spot["name"] not in wagers]
    data["pay_table"] = [one for one in data["pay_table"] if one["wager"] not in wagers]
    order = data["settlement"]["wager_order"]
    data["settlement"]["wager_order"] = [one for one in order if one not in wagers]
    filing = parse_filing(data, path.name)
    assert isinstance(filing, PlayerDealerFiling)
    return filing


_BLACKJACK_BETS = (
    "suited_natural", "twenty_one_plus_three", "perfect_pairs", "lucky_ladies", "bust",
    "blazing_7s",
)  # fmt: skip
_CHARLIE = {"cards": 5, "pays": "2:1", "cite": "I | 1"}
_TWICE = {"fold_forfeits": ["ante", "pair_plus"], "times": [2], "cite": "I | 1"}


@pytest.mark.parametrize(
    "filing",
    [
        without_bets(BACCARAT, "player_pair"),
        without_bets(BLACKJACK, *_BLACKJACK_BETS, charlie=_CHARLIE),
        without_bets(THREE_CARD, "ante_bonus", "royal_meter", play=_TWICE),
    ],
    ids=lambda filing: filing.id,
)
def test_kernels_settle_drafts_as_the_procedures_do(filing: PlayerDealerFiling) -> None:
    table = usual_table(filing, 1)
    kernel = run(filing, table, engine="kernel", bank=20_000_00, hands=300, schedule=1)
    full = run(filing, table, engine="procedure", bank=20_000_00, hands=300, schedule=1)
    assert_same(kernel, full)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (path == BLACKJACK))
        for path in ALL  # blackjack counts its card first
    ],
)
def test_a_draft_is_simulated_with_all_its_bets(path: Path) -> None:
    filing = draft(path)
    table = usual_table(filing, 1)
    totals = run(filing, table, engine="procedure", bank=20_000_00, hands=30, schedule=1)
    assert totals.trace.shape[0] == 30


# Cards that nobody can name


def test_an_unknown_card_leaves_open_only_what_depends_on_it() -> None:
    # The bank's down card is unknown: the own two cards decide the pair all the same.
    filing = draft(BLACKJACK)
    lines = settled(
        filing, bank={"seat": 7, "wager": 5000, "cards": "Td ??"},
        seat=[seat(1, "Qh Qd", wagers={"game": 10, "perfect_pairs": 5}, actions=["stand"])],
    )  # fmt: skip
    assert "1 perfect_pairs 5.00 win 12:1 +60.00" in lines
