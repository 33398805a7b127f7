"""The poker drafts in `examples/filings`: linted, shown, posted, dealt, proved and replayed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from houseway.families.poker.hand_file import PlayedHand
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker
from houseway.filings.lint import lint_filing
from houseway.filings.loader import open_filing
from houseway.filings.sign import table_sign_json
from houseway.histories.event_log import EventLog, iter_log
from houseway.histories.export import played
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from tests.families.poker.hands import ends, limit, no_limit

ROOT = Path(__file__).parents[3] / "examples" / "filings"
DRAFTS = {
    "delta-queen/short-deck-holdem": (["1", "2"], "100-1000"),
    "gold-flume/double-board-omaha": (["1", "2", "3"], "200-2000"),
    "sutter-slough/jacks-or-better": (["1", "2"], "4-8"),
    "tule-landing/spread-limit-holdem": (["1", "2", "3", "4"], "3-8"),
}


def draft(name: str) -> Poker:
    filing = open_filing(str(ROOT / f"{name}.toml"))
    assert isinstance(filing, Poker)
    return filing


@pytest.mark.parametrize("name", DRAFTS)
def test_a_draft_is_clean_and_says_what_it_is(name: str) -> None:
    filing = draft(name)
    assert lint_filing(filing) == []
    assert (filing.version, filing.title.endswith("(draft)")) == ("draft", True)
    lines = (ROOT / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    text = (ROOT / f"{name}.toml").read_text(encoding="utf-8")
    for start, end in re.findall(r"\| (\d+)(?:-(\d+))?\"", text):
        cited = lines[int(start) - 1 : int(end or start)]
        assert any(cited), f"lines {start} to {end or start} say nothing"


@pytest.mark.parametrize("name", DRAFTS)
def test_its_sign_can_hang(name: str) -> None:
    schedules, limits = DRAFTS[name]
    assert table_sign_json(draft(name), schedules, limits)["collection"]["fees"]


@pytest.mark.parametrize("stack", [300_00, 2_000_00])  # more than every house lets one buy
@pytest.mark.parametrize("name", DRAFTS)
def test_it_is_dealt_proved_and_replayed(name: str, stack: int, tmp_path: Path) -> None:
    filing, path = draft(name), tmp_path / "log"
    with EventLog(path, durable=False) as log:
        setup, source = usual_setup(filing), random.Random(11)
        evening = start_evening(setup, log, source, seats=5, stack=stack, filing=filing)
        for _ in evening.play(15):
            pass
        assert evening.table.state.ledger["drop"] > 0
        evening.table.close()
    for one in played(iter_log(path)):
        assert isinstance(one, PlayedHand)
        text = one.export().text
        answer = replay(parse_hands(text)[0], filing)
        assert answer.result.stacks == one.settled.stacks
    found = verify(path)
    assert found.ok, found.findings
    assert found.replayed


# A hand of each, worked out by hand.


def test_delta_queen_the_button_pays_and_trips_beat_a_straight() -> None:
    # Blinds 1 and 2; the button (p3) pays 3 and folds; three aces beat the ace-high straight.
    deal = "d dh p1 JhQh; d dh p2 AhAs; d dh p3 7s6s; p3 f; p1 cc; p2 cc"
    boards = [f"d db {cards}; p1 cc; p2 cc" for cards in ("AcKd8s", "Td", "7c")]
    hand = no_limit("", "; ".join([deal, *boards]), _schedule=2)
    ends(hand, [198, 202, 197], ["p2 high 4"], 3, filing=draft("delta-queen/short-deck-holdem"))


def test_gold_flume_no_jackpot_below_twenty() -> None:
    # Three players, option 3: 2 of a pot of 6. p2 wins the first board, p3 the second.
    deal = "d dh p1 2s3c4c5d; d dh p2 AsAdKhQh; d dh p3 7c7d8c8d; p3 cc; p1 cc; p2 cc"
    check = "p1 cc; p2 cc; p3 cc"
    boards = [("AhKcJd", "7h8hJc"), ("9s", "Ks"), ("9h", "Qs")]
    actions = "; ".join([deal, *(f"d db {a}; d db {b}; {check}" for a, b in boards)])
    hand = no_limit("", actions, _structure="pot-limit", _schedule=3)
    winners = ["p2 high-1 2", "p3 high-2 2"]
    answer = ends(hand, [198, 200, 200], winners, 2, filing=draft("gold-flume/double-board-omaha"))
    assert answer.result.jackpot == 0


def test_sutter_slough_jacks_open_and_a_joker_fills_up() -> None:
    # Antes of 3 and two bets of 4: 11, of which 2 are the fee; p1 has aces with the joker.
    deal = "d dh p1 AsJk7d4c2h; d dh p2 KsKd9h8h3d; d dh p3 TsTd5c6c3s"
    play = "p1 cbr 4; p2 cc; p3 f; p1 sd 7d4c2h; p2 sd 9h8h3d; d dh p1 Qc9c5h; d dh p2 Jc8c4d"
    hand = limit(
        "", f"{deal}; {play}; p1 cc; p2 cc", antes=[1, 1, 1], blinds_or_straddles=[0, 0, 0],
        _schedule=2,
    )  # fmt: skip
    ends(hand, [204, 195, 199], ["p1 high 9"], 2, filing=draft("sutter-slough/jacks-or-better"))


def test_tule_landing_a_kill_doubles_the_spread() -> None:
    # Spread 3 to 8, killed by p3: 6 posted, raises of 6 to 16. p1 calls 6 and raises 16 to 22.
    deal = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s"
    hand = no_limit(
        "", f"{deal}; p3 cc; p1 cbr 22; p2 f; p3 f", _structure="spread-limit", _kill="p3",
        min_bet=3, small_bet=8, big_bet=8, blinds_or_straddles=[1, 3, 0], _schedule=2,
    )  # fmt: skip
    # 6 of p3 and 3 of p2 are won; no flop, no fee, no drop.
    ends(hand, [209, 197, 194], ["p1 pot 15"], 0, filing=draft("tule-landing/spread-limit-holdem"))
