"""The simulated bank: kernels against procedures, exact sums, reports, refusals."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.plots import plot
from houseway.analysis.simulate import chance
from houseway.analysis.simulate.arrays import felt_of, habits_of, shoe_of
from houseway.analysis.simulate.booking import BINS, P, S, Totals, new_totals
from houseway.analysis.simulate.merging import merge, of_totals
from houseway.analysis.simulate.run import prepared, simulate
from houseway.analysis.simulate.table import (
    MOST_BANK,
    SimulatedTable,
    check_players,
    read_simulated_table,
    table_terms,
    usual_players,
)
from houseway.errors import HousewayError, Problems
from houseway.filings.catalogue import index
from houseway.filings.loader import open_filing, schedule_sets
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms

BANKED = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]
DOUBLE_HAND = "napa-valley/double-hand-poker"  # nobody is bound to a chart there
SPANISH, NO_BUST_4_3 = (
    "500-club/pure-spanish-21.5",
    "napa-valley/no-bust-21st-century-blackjack-4.3",
)
FAST = [filing_id for filing_id in BANKED if filing_id != DOUBLE_HAND]
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def opened(filing_id: str) -> PlayerDealerFiling:
    filing = open_filing(filing_id)
    assert isinstance(filing, PlayerDealerFiling)
    return filing


def a_schedule(filing: PlayerDealerFiling, number: int = 0) -> int | None:
    sets = schedule_sets(filing)
    options = sets[0].options() if sets else []
    return options[number % len(options)][1].number if options else None


def run(
    filing: PlayerDealerFiling, table: SimulatedTable, *, engine: str, bank: int, hands: int,
    seed: int = 5, schedule: int | None = None,
) -> Totals:  # fmt: skip
    """One block with every hand written down."""
    terms = table_terms(filing, table, schedule)
    check_players(terms, table)
    ready = prepared(filing, table, schedule, bank, engine)
    totals = new_totals(len(table.player), len(ready.habits.share), hands)
    ready.run(shoe_of(terms), chance.start(seed, 0), hands, totals)
    return totals


def usual_table(filing: PlayerDealerFiling, schedule: int | None, **told: Any) -> SimulatedTable:
    told.setdefault("bank_seat", 3)
    table = SimulatedTable.model_validate(told)
    terms = table_terms(filing, table, schedule)
    players = usual_players(terms, terms.seats - 1, told["bank_seat"])
    return table.model_copy(update={"player": players})


def assert_same(one: Totals, other: Totals) -> None:
    differ = np.flatnonzero((one.trace != other.trace).any(axis=1))
    assert not differ.size, (
        f"hand {differ[0]}: kernel {one.trace[differ[0]].tolist()}, "
        f"procedure {other.trace[differ[0]].tolist()}"
    )
    for name, mine, theirs in zip(Totals._fields, one, other, strict=True):
        assert np.array_equal(mine, theirs), name


# Kernels against the full procedures: the same cards, hand by hand, money to the cent.


@pytest.mark.parametrize("bank", [80_00, 20_000_00])
@pytest.mark.parametrize("filing_id", FAST)
def test_kernel_settles_every_hand_as_the_procedure_does(filing_id: str, bank: int) -> None:
    filing = opened(filing_id)
    schedule = a_schedule(filing, bank // 100)
    table = usual_table(filing, schedule)
    kernel = run(filing, table, engine="kernel", bank=bank, hands=120, schedule=schedule)
    full = run(filing, table, engine="procedure", bank=bank, hands=120, schedule=schedule)
    assert_same(kernel, full)
    short = int(kernel.sums[S.SHORT])
    assert (short > 0) == (bank < 20_000_00)  # a short bank was seen to run out, a long one not


def assert_engines_agree(
    filing_id: str, hands: int, bank: int, *, schedule: int | None = None, **told: Any
) -> Totals:
    filing = opened(filing_id)
    told.setdefault("bank_seat", 2)
    table = SimulatedTable.model_validate(told)
    if not table.player:
        table = usual_table(filing, schedule, **told)
    one = run(filing, table, engine="kernel", bank=bank, hands=hands, schedule=schedule)
    other = run(filing, table, engine="procedure", bank=bank, hands=hands, schedule=schedule)
    assert_same(one, other)
    return one


@pytest.mark.parametrize(
    ("filing_id", "options"),
    [
        # The card by which 21 is played is counted anew for other rules.
        pytest.param(SPANISH, {"double_double_down": True}, marks=pytest.mark.long),
        pytest.param(SPANISH, {"late_surrender": False}, marks=pytest.mark.long),
        pytest.param(NO_BUST_4_3, {"push_totals": "25"}, marks=pytest.mark.long),
        ("500-club/fortune-pai-gow-poker", {"joker_flush": True}),
        (DOUBLE_HAND, {"house_way_chart": "napa-valley/fortune-pai-gow-poker-1.0"}),
    ],
)
def test_choices_of_the_house_reach_the_kernel(filing_id: str, options: dict[str, Any]) -> None:
    assert_engines_agree(filing_id, 250, 3_000_00, options=options)


def test_one_deck_of_pure_21_5_reaches_the_kernel() -> None:
    assert_engines_agree("500-club/pure-21.5-blackjack", 250, 3_000_00, decks=1)


@pytest.mark.parametrize(
    "filing_id", ["500-club/fortune-pai-gow-poker", "500-club/face-up-pai-gow-poker"]
)
def test_envy_prizes_of_pai_gow_reach_the_kernel(filing_id: str) -> None:
    """Every seat makes the fortune bet, all but one with a button: prizes come about."""
    players = [
        {"seat": seat, "wagers": {"game": 20, "fortune": 2 if seat == 4 else 7}}
        for seat in (1, 3, 4, 5, 6)
    ]
    found = assert_engines_agree(filing_id, 300, 90_000_00, player=players)
    rows = [-1, *(int(row.pays) for row in opened(filing_id).pays("fortune").rows if row.pays)]
    own = {game + bonus for game in (20, 0, -20) for bonus in (7 * pays for pays in rows)}
    prizes = {int(net) // 100 for net in found.trace[:, [3, 7, 15, 19]].flat} - own
    assert prizes  # results that no own bet explains


@pytest.mark.parametrize("filing_id", FAST)
def test_kernel_follows_sessions_turns_and_net_cover_as_the_procedure_does(filing_id: str) -> None:
    filing = opened(filing_id)
    schedule = a_schedule(filing)
    table = usual_table(
        filing, schedule, bank_seat=5, bankroll=500, goal=700, hours=0.5, least_bank=30,
        others_bank=0.1, options={"coverage": "net"},
    )  # fmt: skip
    kernel = run(filing, table, engine="kernel", bank=300_00, hands=200, schedule=schedule)
    full = run(filing, table, engine="procedure", bank=300_00, hands=200, schedule=schedule)
    assert_same(kernel, full)
    assert kernel.sums[S.SESSIONS] > 5
    assert kernel.sums[S.RUINED] + kernel.sums[S.REACHED] > 0
    assert kernel.sums[S.CLOCK] > kernel.sums[S.HANDS]


def test_naturals_and_push_options_of_baccarat_reach_the_kernel() -> None:
    filing = opened("500-club/ez-baccarat")
    for option in filing.option:
        for value in option.values:
            table = usual_table(filing, None, options={option.name: value}, decks=6)
            one = run(filing, table, engine="kernel", bank=500_00, hands=400)
            other = run(filing, table, engine="procedure", bank=500_00, hands=400)
            assert_same(one, other)


@pytest.mark.long
@pytest.mark.parametrize("filing_id", FAST)
def test_kernel_over_many_hands(filing_id: str) -> None:
    filing = opened(filing_id)
    schedule = a_schedule(filing, 1)
    table = usual_table(filing, schedule, bank_seat=1)
    kernel = run(filing, table, engine="kernel", bank=250_00, hands=5_000, schedule=schedule)
    full = run(filing, table, engine="procedure", bank=250_00, hands=5_000, schedule=schedule)
    assert_same(kernel, full)


# Every filing, by its procedure.


@pytest.mark.parametrize("filing_id", BANKED)
def test_every_banked_filing_can_be_simulated(filing_id: str) -> None:
    filing = opened(filing_id)
    found = simulate(
        filing_id, rounds=25, seats=4, bank=200_00, schedule=a_schedule(filing), seed=2, workers=1,
        engine="procedure",
    )  # fmt: skip
    (cell,) = found.cells
    sums = cell.sums
    assert sums.hands == sum(sums.bins) == 25
    assert sum(row[P.NET] for row in sums.players) == -sums.net
    assert sum(row[P.SHORT_WIN] for row in sums.players) == sums.short_win
    assert abs(sums.net) <= 25 * 200_00
    assert json.loads(json.dumps(found.as_json()))["filing"] == filing_id


# Against exact odds: what nothing but a big enough bank stands between.


def test_six_card_bonus_wins_the_bank_what_the_odds_say() -> None:
    filing_id = "500-club/three-card-poker-6-card-bonus"
    table = SimulatedTable.model_validate(
        {"player": [{"seat": 2, "wagers": {"ante": 10, "six_card_bonus": 10}}]}
    )
    bare = SimulatedTable.model_validate({"player": [{"seat": 2, "wagers": {"ante": 10}}]})
    results = [
        simulate(filing_id, table=one, rounds=400_000, bank=20_000_00, seed=11, workers=1).cells[0]
        for one in (table, bare)
    ]
    # The same cards and decisions: the difference is the bonus bet alone.
    bonus = results[0].mean - results[1].mean
    exact = odds(filing_id).bets["six_card_bonus"]
    error = 10 * float(exact.sd) / sqrt(400_000)
    assert abs(bonus + 10 * float(exact.ev)) < 4 * error


def test_baccarat_lines_win_the_bank_what_the_odds_say() -> None:
    filing_id = "500-club/ez-baccarat"
    for line in ("player", "banker"):
        table = SimulatedTable.model_validate({"player": [{"seat": 2, "wagers": {line: 100}}]})
        (cell,) = simulate(
            filing_id, table=table, rounds=1_000_000, bank=1_000_00, seed=3, workers=1
        ).cells
        exact = odds(filing_id).bets[line]
        error = 100 * float(exact.sd) / sqrt(1_000_000)
        assert abs(cell.mean + 100 * float(exact.ev)) < 4 * error
        assert abs(cell.sd - 100 * float(exact.sd)) < 1
        assert cell.sums.short == 0


# Ruin against the gambler's classic formula.


def test_ruin_is_that_of_a_walk_of_one_step() -> None:
    """One even-money line, a bank that covers it exactly: a walk by steps of 100 with pauses."""
    filing_id = "500-club/ez-baccarat"
    exact = odds(filing_id).bets["player"]
    # Player line: wins, loses or pushes; the bank's chances of a step up and down.
    up = Fraction(exact.hit - exact.ev)  # the bank wins when the line loses: hit - ev = loss
    down = Fraction(exact.hit)
    start, goal = 3, 6
    ratio = float(down / up)
    ruin = (ratio**start - ratio**goal) / (1 - ratio**goal)
    table = SimulatedTable.model_validate(
        {
            "player": [{"seat": 2, "wagers": {"player": 100}}],
            "bankroll": 300, "goal": 600, "hours": 10, "hands_an_hour": 40,
        }
    )  # fmt: skip
    (cell,) = simulate(
        filing_id, table=table, rounds=1_000_000, bank=100_00, seed=8, workers=1
    ).cells
    sums = cell.sums
    assert sums.sessions == 2_500
    assert sums.ruined + sums.reached == sums.sessions
    error = sqrt(ruin * (1 - ruin) / sums.sessions)
    assert cell.ruin is not None
    assert abs(cell.ruin - ruin) < 4 * error


# Blocks and their merging.


def test_worker_count_does_not_change_a_digit() -> None:
    told: dict[str, Any] = {
        "table": EXAMPLES / "three-card.toml", "rounds": 120_000, "seed": 4,
        "bank": 500_00, "schedule": 1,
    }  # fmt: skip
    alone = simulate("500-club/three-card-poker-6-card-bonus", **told, workers=1)
    shared = simulate("500-club/three-card-poker-6-card-bonus", **told, workers=2)
    assert alone.as_json() == shared.as_json()
    assert alone.paths == shared.paths
    other = simulate("500-club/three-card-poker-6-card-bonus", **{**told, "seed": 5}, workers=1)
    assert alone.as_json() != other.as_json()


def test_merged_stretches_are_the_whole() -> None:
    """Sums of a course cut into two at any place are those of the course counted at once."""
    source = random.Random(1)
    for _ in range(200):
        steps = [source.randint(-9, 8) for _ in range(source.randint(2, 30))]
        cut = source.randint(1, len(steps) - 1)
        whole = _course(steps)
        joined = merge(_course(steps[:cut]), _course(steps[cut:]))
        assert joined == whole
        # And the numbers themselves, from their definitions.
        heights = [sum(steps[:i]) for i in range(len(steps) + 1)]
        deepest = max(a - b for i, a in enumerate(heights) for b in heights[i:])
        runs = "".join("L" if step < 0 else "w" for step in steps).split("w")
        assert (whole.drop, whole.lost_most) == (deepest, max(map(len, runs)))
        assert whole.squares == sum(step * step for step in steps)


def _course(steps: list[int]) -> Any:
    from houseway.analysis.simulate.booking import book, new_hand

    filing = opened("500-club/ez-baccarat")
    table = SimulatedTable.model_validate(
        {"bank_seat": 1, "player": [{"seat": 2, "wagers": {"player": 1}}]}
    )
    terms = table_terms(filing, table, None)
    felt, habits = felt_of(terms, table, MOST_BANK), habits_of(terms, table)
    totals, hand = new_totals(1, len(habits.share)), new_hand(1, len(filing.spot), 1)
    for step in steps:
        hand.net[0] = -step
        book(felt, habits, totals, hand, 0, 0)
    return of_totals(totals)


def test_large_results_are_squared_exactly() -> None:
    steps = [MOST_BANK, 1 - MOST_BANK, MOST_BANK]
    assert _course(steps).squares == sum(step * step for step in steps)


# Habits.


def test_wagers_come_in_their_shares() -> None:
    filing = opened("500-club/three-card-poker-6-card-bonus")
    table = SimulatedTable.model_validate(
        {
            "bank_seat": 1,
            "player": [
                {
                    "seat": 2,
                    "wagers": {
                        "ante": {"10": 1, "25": 3},
                        "pair_plus": {"chance": 0.25, "of": [5, 10]},
                    },
                },
                {
                    "seat": 3,
                    "habit": [
                        {"weight": 3, "wagers": {"ante": 50}},
                        {"weight": 1, "wagers": {"ante": 0, "pair_plus": 5}},
                    ],
                },
            ],
        }
    )
    first, second = (player.cases(filing) for player in table.player)
    assert first == {
        (10_00, 0, 0): Fraction(3, 16),
        (10_00, 5_00, 0): Fraction(1, 32),
        (10_00, 10_00, 0): Fraction(1, 32),
        (25_00, 0, 0): Fraction(9, 16),
        (25_00, 5_00, 0): Fraction(3, 32),
        (25_00, 10_00, 0): Fraction(3, 32),
    }
    # Pair plus needs an ante in this filing, so without one nothing lies there.
    assert second == {(50_00, 0, 0): Fraction(3, 4), (0, 0, 0): Fraction(1, 4)}
    terms = table_terms(filing, table, None)
    habits = habits_of(terms, table)
    # The aliases give every case its share exactly.
    for player, cases in ((0, first), (1, second)):
        count = int(habits.choices[player])
        given = [Fraction(0)] * len(habits.share)
        for case in range(int(habits.first[player]), int(habits.first[player]) + count):
            stays = Fraction(int(habits.share[case]), chance.WHOLE)
            given[case] += stays / count
            given[int(habits.other[case])] += (1 - stays) / count
        found = {
            tuple(row): share
            for row, share in zip(habits.amount.tolist(), given, strict=True)
            if share
        }
        for case_wagers, share in cases.items():
            assert abs(found[case_wagers] - share) < Fraction(1, 2**30)


def test_drawn_numbers_are_even() -> None:
    state = chance.start(7, 1)
    counts = [0] * 6
    for _ in range(60_000):
        counts[chance.below(state, 6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5  # chi square, 0.1%


def test_xoshiro_gives_its_published_first_numbers() -> None:
    """State 1, 2, 3, 4: the reference implementation of Blackman and Vigna begins so."""
    state = np.array([1, 2, 3, 4], np.uint64)
    words = [11520, 0, 1509978240, 1215971899390074240]
    assert [int(chance.bits(state)) for _ in words] == [word >> 32 for word in words]


# Reports and pictures.


def test_report_of_the_example_table(tmp_path: Path) -> None:
    found = simulate(
        "500-club/three-card-poker-6-card-bonus", table=EXAMPLES / "three-card.toml",
        rounds=40_000, seed=1, workers=1,
    )  # fmt: skip
    answer = found.as_json()
    assert [(cell["bank"], cell["schedule"]) for cell in answer["cells"]] == [
        (bank, schedule) for schedule in (1, 2) for bank in ("500.00", "1000.00", "2000.00")
    ]
    for cell in answer["cells"]:
        win = cell["win_per_hand"]
        assert win["low"] < win["mean"] < win["high"]
        assert win["mean"] == pytest.approx(cell["before_fees_per_hand"] - cell["fee_per_hand"])
        assert cell["win_per_hour"]["mean"] == pytest.approx(40 * win["mean"])
        ruin = cell["ruin"]
        assert ruin["low"] <= ruin["probability"] <= ruin["high"]
        assert ruin["probability"] + ruin["goal_reached"] + ruin["time_over"] == pytest.approx(1)
        assert sum(cell["distribution"].values()) == 40_000
    shares = [cell["uncovered"]["share"] for cell in answer["cells"][:3]]
    assert shares[0] > shares[1] > shares[2]  # the more bank, the less goes uncovered
    for kind in ("png", "svg"):
        plot(found, tmp_path / f"seat.{kind}")
        assert (tmp_path / f"seat.{kind}").stat().st_size > 10_000
    again = tmp_path / "again.png"
    plot(found, again)
    assert again.read_bytes() == (tmp_path / "seat.png").read_bytes()


def test_engine_is_named_and_falls_back() -> None:
    fast = simulate("500-club/ez-baccarat", rounds=10, bank=500_00, seats=3, workers=1)
    slow = simulate(DOUBLE_HAND, rounds=10, bank=500_00, seats=3, workers=1)
    assert (fast.engine, slow.engine) == ("kernel", "procedure")
    assert "no kernel" in slow.assumed()[0]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_examples_of_the_page_run(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    filing_id = first.removeprefix("# ").split(":")[0]
    found = simulate(filing_id, table=path, rounds=200, workers=1, engine="procedure")
    assert found.cells


# Refusals.


def wrong(filing: PlayerDealerFiling | str, **told: Any) -> HousewayError:
    told.setdefault("bank", 500_00)
    with pytest.raises(HousewayError) as caught:
        simulate(filing, rounds=told.pop("rounds", 10), workers=1, **told)
    return caught.value


def test_what_cannot_be_simulated_is_refused_with_its_place(tmp_path: Path) -> None:
    tcp = "500-club/three-card-poker-6-card-bonus"
    assert wrong("napa-valley/texas-holdem").code == "no-bank"
    assert wrong(tcp, rounds=0).code == "bad-rounds"
    assert wrong(tcp, seats=8).code == "bad-seats"
    assert wrong(tcp, seats=1).code == "bad-seats"
    assert wrong(tcp, bank=()).code == "no-bank-wager"
    assert wrong(tcp, bank=0).code == "bad-bank"
    assert wrong(tcp, schedule=999).code == "unknown-schedule"
    assert wrong(DOUBLE_HAND, engine="kernel").code == "no-engine"

    def table(**told: Any) -> SimulatedTable:
        return SimulatedTable.model_validate(told)

    ante = [{"seat": 2, "wagers": {"ante": 10}}]
    assert wrong(tcp, table=table(player=ante), seats=5).code == "seats-twice"
    assert wrong(tcp, table=table(player=ante, bank_seat=2)).code == "bank-seat"
    odd = [{"seat": 2, "wagers": {"ante": 10, "lucky": 5}}]
    assert wrong(tcp, table=table(player=odd)).code == "no-such-wager"
    assert wrong(tcp, table=table(player=ante, bankroll=400, hours=1)).code == "short-bankroll"
    none = [{"seat": 2, "wagers": {"ante": 0}}]
    assert wrong(tcp, table=table(player=none)).code == "no-wager"
    off = wrong(tcp, table=table(player=[{"seat": 2, "wagers": {"ante": 10}}], limits="20-100"))
    assert (off.code, off.where) == ("off-limits", "seat 2, ante")

    for text, code in (
        ("bankrol = 3", "unknown-key"),
        ("bankroll = 300", "bad-value"),
        ("goal = 3", "bad-value"),
        ("bank = 0", "bad-value"),
        ("[[player]]\nseat = 1", "bad-value"),
        ("[[player]]\nseat = 1\nwagers = { ante = { chance = 2, of = 5 } }", "bad-value"),
        ("[[player]]\nseat = 1\nwagers = { ante = { '5' = -1 } }", "bad-value"),
        ("[[player]]\nseat = 1\nwagers = { ante = { chance = nan, of = 5 } }", "bad-value"),
        ("[[player]]\nseat = 1\nwagers = { ante = { chance = -inf, of = 5 } }", "bad-value"),
    ):
        path = tmp_path / "table.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(HousewayError) as caught:
            read_simulated_table(path)
        assert caught.value.code == code
        assert str(path) in caught.value.where


def test_every_defect_of_a_table_file_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        'bank_seat = "x"\nbankrol = 1\n[[player]]\nseat = 1\nwagers = { ante = 10 }\nskil = "best"',
        encoding="utf-8",
    )
    with pytest.raises(Problems) as caught:
        read_simulated_table(path)
    found = [(one.code, one.where.removeprefix(f"{path}: ")) for one in caught.value.found]
    assert sorted(found) == [
        ("bad-value", "bank_seat"), ("unknown-key", "bankrol"), ("unknown-key", "player.0.skil"),
    ]  # fmt: skip


def test_bank_above_the_filed_maximum_is_refused() -> None:
    filing = opened("500-club/ez-baccarat")
    bank = filing.bank.model_copy(update={"wager_maximum": 400_00})
    assert wrong(filing.model_copy(update={"bank": bank}), bank=400_01).code == "off-limits"
    assert simulate(filing, rounds=10, workers=1, bank=400_01).rounds == 10


def test_bins_hold_every_result() -> None:
    filing = opened("500-club/ez-baccarat")
    table = usual_table(filing, None)
    totals = run(filing, table, engine="kernel", bank=7_03, hands=2000)
    assert totals.bins[0] > 0
    assert totals.bins[BINS] > 0  # the bank lost all of its wager, and won as much
    assert totals.bins.sum() == 2000


@pytest.mark.parametrize("used", [0, 1, 5, 32])
def test_cards_dealt_ahead_go_back_as_if_they_had_not_been_dealt(used: int) -> None:
    terms = make_terms(opened("500-club/ez-baccarat"))
    (shoe, state), (twin, twin_state) = ((shoe_of(terms), chance.start(1, 0)) for _ in range(2))
    ahead = chance.new_ahead(32)
    dealt = chance.deal_ahead(shoe, state, ahead)
    chance.put_back(shoe, state, ahead, dealt, used)
    assert ahead.cards[:used].tolist() == [chance.deal(twin, twin_state) for _ in range(used)]
    assert (state == twin_state).all()
    assert shoe.place == twin.place
    assert (shoe.stock == twin.stock).all()
