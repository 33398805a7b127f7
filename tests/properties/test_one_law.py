"""Sign, table, round file, hand and simulation permit the same tables, by the same clause."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from houseway.errors import HousewayError
from houseway.families.poker.schema import Poker
from houseway.filings.catalogue import index
from houseway.filings.loader import load, schedule_sets
from houseway.filings.schema.base import Span
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    PotGroup,
    ScheduleSet,
    TimedGroup,
)
from houseway.filings.sign import table_sign_json
from houseway.table.evening import usual_setup
from houseway.table.opening import fold
from houseway.table.records import Entry, Opened
from houseway.table.setup import Setup
from tests.properties.surfaces import (
    adjudicated,
    answer,
    opened,
    replayed,
    signed,
    simulated,
    spread,
    stakes,
    table,
)

BANKED = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]
POKER = [entry["id"] for entry in index() if entry["family"] == "poker"]
HOLDEM = "500-club/texas-holdem"
ONE_FOR_EACH = {"limit": ("171", "173", "175"), "no-limit": ("1", "4", "7")}  # of 500-club/omaha

Limits = tuple[int, int | None]


# Seen at the tables: each was posted, sold or opened by one and refused by another.


@pytest.mark.parametrize(
    ("game", "schedule", "limits", "clause"),
    [
        ("three-card-poker-6-card-bonus", "1", "300-500", "options 1 through 4"),  # 004:3941
        ("ultimate-texas-holdem", "1", "200-500", "options 1 through 8"),  # 004:3974
        ("fortune-pai-gow-poker", "5", "1500-10000", "options 5 through 7"),  # 004:3746
        ("face-up-pai-gow-poker", "1", "5-50", "options 1 through 4"),  # 004:5029
    ],
)
def test_500_club_ranges_bind_every_table(
    game: str, schedule: str, limits: str, clause: str
) -> None:
    filing = f"500-club/{game}"
    for found in (
        signed(filing, (schedule,), limits),
        opened(filing, (schedule,), limits),
        adjudicated(filing, schedule, limits),
        simulated(filing, schedule, limits),
    ):
        assert found is not None
        assert found.code == "limits-not-permitted"
        assert clause in found.cite


@pytest.mark.parametrize("limits", [None, "100-500"])
def test_004_4458_holdem_option_90_sells_20_to_100_000(limits: str | None) -> None:
    # "$20 Minimum Buy-In to $100,000 Maximum Buy-In"; a house may post less than that.
    posted = ("1", "4", "90")
    setup = Setup(HOLDEM, schedule=posted, limits=limits, stakes={"structure": "no-limit",
                  "min_bet": 2, "blinds": [1, 2]})  # fmt: skip
    low, high = (20_00, 100_000_00) if limits is None else (100_00, 500_00)
    at = table(setup)
    for wrong in (5_00, low - 1, high + 1, 200_000_00):
        with pytest.raises(HousewayError) as refused:
            at.sit("Ann", 1, buy_in=wrong)
        assert refused.value.code == "buy-in"
        assert refused.value.cite
    at.sit("Ann", 1, buy_in=low)
    at.sit("Bob", 2, buy_in=high)
    with pytest.raises(HousewayError):  # two halves are not a way round the maximum
        at.buy_in("Bob", 1)
    at.buy_in("Ann", 5_00)  # one who has chips may add a few


def test_004_4660_draw_and_stud_sell_40_without_an_option_in_force_too() -> None:
    at = table(Setup("500-club/badugi", stakes={"structure": "no-limit", "min_bet": 2,
                     "blinds": [1, 2]}))  # fmt: skip
    with pytest.raises(HousewayError) as refused:
        at.sit("Ann", 1, buy_in=39_99)
    assert refused.value.code == "buy-in"
    at.sit("Ann", 1, buy_in=40_00)


@pytest.mark.parametrize("game", ["razz", "seven-card-stud", "seven-card-stud-hi-lo", "stud-8"])
def test_004_4658_no_limit_options_are_dead_letters_where_all_bets_are_fixed(game: str) -> None:
    # As G-27 has it for limit options of a pot-limit game.
    filing = load(f"500-club/{game}")
    assert isinstance(filing, Poker)
    found = {
        signed(filing.id, ("1", "4", "7"), "100-500"),
        spread(filing, ("1", "4", "7"), "no-limit", (100, 500)),
        *(replayed(filing, "7", one, (4, 8), 4) for one in ("limit", "no-limit", "pot-limit")),
    }
    assert found == {("structure", str(filing.game.structures.cite))}


def test_g27_limit_options_of_pot_limit_omaha_are_dead_letters() -> None:
    filing = load("500-club/pot-limit-omaha-8")
    assert isinstance(filing, Poker)
    found = {
        signed(filing.id, ONE_FOR_EACH["limit"], "4-8"),
        spread(filing, ONE_FOR_EACH["limit"], "pot-limit", (4, 8)),
        spread(filing, ONE_FOR_EACH["limit"], "limit", (4, 8)),
        replayed(filing, "175", "pot-limit", (4, 8), 4),
        replayed(filing, "175", "limit", (4, 8), 4),
    }
    assert found == {("structure", str(filing.game.structures.cite))}


@pytest.mark.parametrize("game", ["2-7-single-draw", "2-7-triple-draw", "triple-draw-poker"])
def test_a_game_for_six_has_no_option_for_seven(game: str) -> None:
    filing = load(f"500-club/{game}")
    assert isinstance(filing, Poker)
    seven, six, four = (_first(filing, "limit", band) for band in (7, 5, 2))
    found = {
        signed(filing.id, (seven, six, four), "4-8"),
        spread(filing, (seven, six, four), "limit", (4, 8)),
        replayed(filing, seven, "limit", (4, 8), 6),
    }
    assert found == {("schedule-seats", str(filing.table.cite))}
    assert signed(filing.id, (six, four), "4-8") is None
    assert spread(filing, (six, four), "limit", (4, 8)) is None


def _first(filing: Poker, structure: str, players: int) -> str:
    return next(
        str(option.number)
        for group in schedule_sets(filing)[0].group
        if isinstance(group, PotGroup) and structure in group.structures
        for option in group.option
        if players in option.players
    )


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"schedule": ("175",)}, "band-missing"),  # five would not be dealt in
        ({"schedule": ("1", "4", "7")}, "schedule-structure"),
        ({"stakes": {"structure": "limit", "small_bet": 4}}, "no-bet"),
        ({"stakes": {"structure": "limit", "small_bet": 8, "big_bet": 4}}, "bets"),
        ({"stakes": {"structure": "limit", "small_bet": 2, "big_bet": 4}}, "limits-not-permitted"),
        ({"stakes": {"structure": "limit", "small_bet": 4, "big_bet": 6}}, "limits-not-permitted"),
        ({"stakes": {"structure": "no limit"}}, "structure"),
        ({"stakes": {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [4]}}, "blinds"),
        ({"stakes": {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": 4}},
         "bad-stakes"),
        ({"limits": "10-20"}, "limits-differ"),
        ({"limits": "2-4"}, "limits-not-permitted"),
    ],
)  # fmt: skip
def test_a_table_that_could_not_deal_does_not_open(wrong: dict[str, object], code: str) -> None:
    right: dict[str, object] = {
        "schedule": ONE_FOR_EACH["limit"],
        "stakes": {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]},
    }
    at = table(Setup("500-club/omaha", **right))  # type: ignore[arg-type]
    with pytest.raises(HousewayError) as refused:
        table(Setup("500-club/omaha", **right | wrong))  # type: ignore[arg-type]
    assert refused.value.code == code
    with pytest.raises(HousewayError) as changed:
        at.change_terms(wrong)
    assert str(changed.value) == str(refused.value)


def test_chinese_poker_and_player_dealer_games_take_no_stakes_of_others() -> None:
    for filing, given in (
        ("500-club/face-up-chinese-poker", {"small_bet": 4}),
        ("500-club/face-up-chinese-poker", {"point_value": "much"}),
        ("500-club/face-up-chinese-poker", {"point_value": 0}),
        ("casino-club/three-card-poker-6-card-bonus", {"small_bet": 4}),
    ):
        with pytest.raises(HousewayError) as refused:
            table(Setup(filing, stakes=given))
        assert refused.value.code == "bad-stakes"


def test_a_log_is_read_under_the_terms_its_table_had() -> None:
    """What was once opened is replayed, though it could not be opened today."""
    setup = Setup("500-club/three-card-poker-6-card-bonus", schedule=("1",), limits="300-500")
    with pytest.raises(HousewayError):
        table(setup)
    state = fold([Entry(0, "2024-01-01T00:00:00+00:00", Opened("0.1", "ab", setup))])
    assert state.terms.limits == Span(low=300_00, high=500_00)


@pytest.mark.parametrize("filing", [entry["id"] for entry in index()])
def test_the_usual_table_of_every_filing_opens(filing: str) -> None:
    table(usual_setup(load(filing)))


# Every filing, option and limit


def edges(*spans: Span | None, beyond: int = 100) -> list[int]:
    """In dollars: the ends of ranges and what lies just outside them."""
    ends = {end for span in spans if span is not None for end in (span.low, span.high) if end}
    return sorted({(end + step) // 100 for end in ends for step in (-beyond, 0, beyond)} - {0})


def limits_around(group: CaliforniaGroup, option: CaliforniaOption) -> list[Limits]:
    cap = Span(low=group.wager_cap, high=None) if group.wager_cap else None
    if option.limits is not None:
        lows = highs = edges(option.limits, cap)
    else:
        lows, highs = edges(group.minimum), edges(group.maximum, cap)
    tops: list[int | None] = [*highs, None]
    return [(low, top) for low in lows for top in tops if top is None or low <= top]


def is_permitted(group: CaliforniaGroup, option: CaliforniaOption, limits: Limits) -> bool:
    """The text once more, in its own words, to hold the law against."""
    low = limits[0] * 100
    high = 10**12 if limits[1] is None else limits[1] * 100
    if group.wager_cap and group.wager_cap_is == "refused" and high > group.wager_cap:
        return False
    if option.limits is not None:  # "table limit $5-$500"
        top = 10**12 if option.limits.high is None else option.limits.high
        return option.limits.low <= low and high <= top
    assert group.minimum is not None
    assert group.minimum.high is not None
    assert group.maximum is not None
    top = 10**12 if group.maximum.high is None else group.maximum.high
    return group.minimum.low <= low <= group.minimum.high and group.maximum.low <= high <= top


THREE_RATES = ("napa-valley/no-bust-21st-century-blackjack",  # 003:112
               "napa-valley/no-bust-21st-century-blackjack-4.3")  # 003:285  # fmt: skip


def banked_tables(filing: str) -> Iterator[tuple[str, Limits, bool]]:
    """Every option with limits around its own. One with more rates than the game's rules allow is
    left out: no table posts it, and a round played by it is settled (ruling twenty-one 80).
    """
    for one in schedule_sets(load(filing)):
        for group in one.group:
            assert isinstance(group, CaliforniaGroup)
            for option in group.option:
                if filing in THREE_RATES and max(len(option.bank), len(option.player)) > 3:
                    continue
                for limits in limits_around(group, option):
                    name = f"{one.name}/{option.number}"
                    yield name, limits, is_permitted(group, option, limits)


def check_banked(filing: str, tables: list[tuple[str, Limits, bool]]) -> None:
    for schedule, (low, high), permitted in tables:
        limits = f"{low}-{'none' if high is None else high}"
        found = signed(filing, (schedule,), limits)
        assert (found is None) is permitted, (schedule, limits, found)
        others = {
            "table": opened(filing, (schedule,), limits),
            "round file": adjudicated(filing, schedule, limits),
            "simulation": simulated(filing, schedule, limits),
        }
        assert set(others.values()) == {found}, (schedule, limits, found, others)


@pytest.mark.parametrize("filing", BANKED)
def test_player_dealer_tables_are_permitted_alike(filing: str) -> None:
    tables = list(banked_tables(filing))
    assert bool(tables) is bool(schedule_sets(load(filing)))
    some = random.Random(filing).sample(tables, min(len(tables), 25))
    check_banked(filing, some)
    assert not some or {permitted for _, _, permitted in some} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("filing", BANKED)
def test_every_player_dealer_table_is_permitted_alike(filing: str) -> None:
    check_banked(filing, list(banked_tables(filing)))


STAKES = [(1, 2), (3, 8), (4, 7), (4, 8), (20, 40), (39, 100_000), (40, 100_000), (100, 200),
          (101, 200), (100, 201), (250, 500), (250, 501), (1000, 2000), (1001, 2000),
          (1000, 2001), (100, 100_000), (100, 100_001)]  # fmt: skip


def posted_together(one: ScheduleSet, group: PotGroup, most: int) -> list[tuple[str, ...]]:
    """Each option of a paragraph with the first that fits for every other number of players."""
    alike = [
        option
        for other in one.group
        if isinstance(other, PotGroup) and other.structures == group.structures
        for option in other.option
    ]
    found = []
    for option in group.option:
        chosen = [option]
        for players in range(2, most + 1):
            if not any(players in other.players for other in chosen):
                chosen.append(next(other for other in alike if players in other.players))
        found.append(tuple(str(other.number) for other in chosen))
    return found


def check_poker(filing: Poker, share: float, dice: random.Random) -> int:
    """How many tables were looked at, with the same answer from everybody."""
    seen = 0
    for one in schedule_sets(filing):
        for group in one.group:
            assert not isinstance(group, CaliforniaGroup | BlindsGroup)
            timed = isinstance(group, TimedGroup)
            posted = (
                [(str(option.number),) for option in group.option]
                if isinstance(group, TimedGroup)
                else posted_together(one, group, filing.game.players.most or filing.table.seats)
            )
            posted += [(str(option.number),) for option in group.option]
            open_to = [s for s in group.structures if s in filing.game.structures.allowed]
            for schedules in posted:
                for bets in STAKES:
                    if dice.random() >= share:
                        continue
                    structure = dice.choice(open_to or group.structures)
                    _check_poker_table(filing, schedules, structure, bets, timed=timed)
                    seen += 1
    return seen


def _check_poker_table(
    filing: Poker, schedules: tuple[str, ...], structure: str, bets: tuple[int, int], *, timed: bool
) -> None:
    case = (schedules, structure, bets)
    found = signed(filing.id, schedules, f"{bets[0]}-{bets[1]}")
    assert spread(filing, schedules, structure, bets) == found, case
    if found is not None and found.code == "band-missing":
        return  # one hand needs one option only
    sells = structure != "limit"  # the amounts are no bets then, and a hand knows no buy-in
    alone = [
        replayed(filing, one, structure, bets, 4 if timed else _players(filing, one))
        for one in schedules
    ]
    if found is None or (sells and found.code == "limits-not-permitted"):
        assert alone == [None] * len(schedules), (case, alone)
    elif found.code == "limits-not-permitted":  # each option by its own paragraph
        assert alone[0] == found, (case, alone)
        assert {one and one.code for one in alone} == {found.code}, (case, alone)
    elif found.code in ("structure", "schedule-seats"):
        assert found in alone, (case, alone)


def _players(filing: Poker, schedule: str) -> int:
    """A number of players the option is for, or as many as the game takes."""
    _, option = next(
        pair for pair in schedule_sets(filing)[0].options() if str(pair[1].number) == schedule
    )
    most = filing.game.players.most or filing.table.seats
    return next((n for n in range(2, most + 1) if n in option.players), most)  # type: ignore[union-attr]


NUMBERED = [one for one in POKER if not one.startswith("outlaws/")]


@pytest.mark.parametrize("filing", NUMBERED)
def test_poker_tables_are_permitted_alike(filing: str) -> None:
    game = load(filing)
    assert isinstance(game, Poker)
    assert check_poker(game, 0.02, random.Random(filing)) > 5


@pytest.mark.long
@pytest.mark.parametrize("filing", NUMBERED)
def test_every_poker_table_is_permitted_alike(filing: str) -> None:
    game = load(filing)
    assert isinstance(game, Poker)
    assert check_poker(game, 1.0, random.Random(filing)) > 500


@pytest.mark.parametrize("day", ["sunday", "monday"])
def test_002_117_outlaws_limits_are_those_of_the_day(day: str) -> None:
    from houseway.families.poker.phh import PhhHand
    from houseway.families.poker.phh_replay import set_up

    filing = load("outlaws/holdem")
    high = 12 if day == "monday" else 6
    for bets in ((3, 6), (3, 12), (4, 12), (3, 8)):
        hand = PhhHand(
            variant="FT", filing=filing.id, structure="limit", weekday=day, antes=(0, 0, 0),
            blinds_or_straddles=(1, 3, 0), small_bet=bets[0], big_bet=bets[1],
            starting_stacks=(100, 100, 100), actions=(),
        )  # fmt: skip
        found = answer(lambda hand=hand: set_up(hand))  # type: ignore[misc]
        said = f"{bets[0]}-{bets[1]}"
        assert found == answer(lambda said=said: table_sign_json(filing, [day], said))  # type: ignore[misc]
        assert (found is None) is (bets == (3, high))
    with pytest.raises(HousewayError) as refused:  # a table stands for more than a day
        table(Setup(filing.id, limits="3-6"))
    assert refused.value.code == "limits-not-permitted"


def test_stakes_of_a_test_are_those_of_a_table() -> None:
    """The helper writes what a house writes, or the comparisons would compare nothing."""
    game = load("500-club/omaha")
    assert isinstance(game, Poker)
    written = stakes(game, "limit", (4, 8))
    assert written == {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [1, 4]}
