"""The sign of a table: what it must say, and what a table may not post."""

from __future__ import annotations

import pytest

from houseway.errors import HousewayError
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load, schedule_sets
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    PotGroup,
    PotOption,
)
from houseway.filings.sign import table_sign, table_sign_json
from tests.filings.printed import flat

CASINO_TCP = "casino-club/three-card-poker-6-card-bonus"


def refusal(filing_id: str, schedules: str, limits: str) -> HousewayError:
    with pytest.raises(HousewayError) as refused:
        table_sign(load(filing_id), schedules.split(","), limits)
    return refused.value


# What it says


def test_casino_club_three_card_poker_option_2() -> None:
    text = flat(table_sign(load(CASINO_TCP), ["2"], "5-500"))
    for line in (
        "Three Card Poker 6 Card Bonus",
        "Casino Club",
        "Table limits: $5 to $500",
        "Pair Plus: $0 to $50",
        "6 Card Bonus: $0 to $25",
        "$51 to $100 $1",
        "$701 and over $10",
        "Mini Royal Flush 200:1",
        "areas marked Ante, Play, Pair Plus and 6 Card Bonus",
        "Players must be given ample notice of the fees.",
        "games without a player collection are under review",
        "The game belongs to its owner",
    ):
        assert line in text, line


def test_the_same_sign_as_json() -> None:
    sign = table_sign_json(load(CASINO_TCP), ["2"], "5-300")
    assert sign["filing"] == CASINO_TCP
    assert sign["schedules"] == [2]
    assert sign["limits"] == {"min": "5.00", "max": "300.00"}
    assert sign["bonus_limits"]["Pair Plus"] == {"min": "0.00", "max": "50.00"}
    assert [line["fee"] for line in sign["collection"]["fees"]] == [
        "0.50", "1.00", "3.00", "5.00", "10.00",
    ]  # fmt: skip
    six = next(table for table in sign["pay_tables"] if table["wager"] == "six_card_bonus")
    assert six["title"] == "TCB-6B4"
    assert six["rows"][2] == {"hand": "Four of a Kind", "pays": "100:1", "envy": None}
    assert len(sign["notices"]) == 2


def test_the_zero_collection_notice_hangs_only_where_players_pay_nothing() -> None:
    filing = load("outlaws/three-card-poker-6-card-bonus")
    paid = table_sign_json(filing, ["1"], "5-500")
    free = table_sign_json(filing, ["3"], "5-500")
    assert not any("under review" in notice["text"] for notice in paid["notices"])
    assert any("under review" in notice["text"] for notice in free["notices"])
    assert {line["from"] for line in paid["collection"]["fees"]} == {
        "player-dealer", "each player",
    }  # fmt: skip


def test_envy_prizes_stand_on_the_sign() -> None:
    text = flat(table_sign(load("napa-valley/fortune-pai-gow-poker-1.0"), ["8"], "5-2000"))
    assert "8000:1 $5,000" in text


def test_poker_posts_one_option_for_each_band() -> None:
    sign = table_sign_json(load("napa-valley/texas-holdem"), ["1", "7", "13"], "3-6")
    assert sign["schedules"] == [1, 7, 13]
    fees = [(line["from"], line["for"], line["fee"]) for line in sign["collection"]["fees"]]
    assert ("pot, 7 or more players", "regular fee", "5.00") in fees
    assert ("pot, 5 to 6 players", "regular fee", "3.00") in fees
    assert ("pot, 4 or less players", "regular fee", "2.00") in fees
    assert sum(fee == "1.00" for _, _, fee in fees) == 3


def test_a_timed_option_stands_alone() -> None:
    sign = table_sign_json(load("napa-valley/texas-holdem"), ["18"], "3-6")
    assert sign["collection"]["fees"] == [
        {"option": "18", "from": "each active player", "for": "every 30 minutes", "fee": "7.00"}
    ]


def test_no_limit_tables_post_the_buy_in() -> None:
    filing = load("500-club/texas-holdem")
    sign = table_sign_json(filing, ["1", "4", "7"], "100-500")
    assert sign["limits_are"] == "Buy-in"


def test_outlaws_poker_goes_by_the_day() -> None:
    text = flat(table_sign(load("outlaws/holdem"), ["monday"], "3-12"))
    assert "The blinds are the house's fee" in text
    assert "small blind $1" in text
    assert "big blind $3" in text


def test_a_missing_fee_and_a_city_cap_are_told() -> None:
    tiles = table_sign_json(load("napa-valley/pai-gow-tiles"), ["3"], "10-5000")
    assert tiles["warnings"] == ["the filing gives no bank fee for $501 and over"]
    pure = table_sign_json(load("500-club/pure-21.5-blackjack"), ["1"], "5-500")
    assert "no bet over $200" in pure["warnings"][0]


# What may not hang


@pytest.mark.parametrize("limits", ["1-500", "5-501", "5-none", "600-700"])
def test_limits_outside_the_option_are_refused(limits: str) -> None:
    error = refusal(CASINO_TCP, "2", limits)
    assert error.code == "limits-not-permitted"
    assert "its table limit is $5 to $500" in error.message
    assert error.cite == "Wagering Limits and Collection Fees, schedule options 1-5"


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ("1-2000", "a minimum of $1 is not in the range $5 to $500"),
        ("10-1000", "a maximum of $1,000 is not in the range $2,000 and over"),
    ],
)
def test_limits_outside_the_paragraph_s_ranges_are_refused(limits: str, words: str) -> None:
    error = refusal("napa-valley/ez-baccarat-panda-8", "8", limits)
    assert words in error.message
    assert "8 through 42" in error.cite


def test_napa_permits_no_maximum_under_options_8_to_42() -> None:
    assert table_sign_json(load("napa-valley/ez-baccarat-panda-8"), ["8"], "25-none")


def test_a_maximum_must_be_posted_where_the_range_ends() -> None:
    error = refusal("500-club/ez-baccarat", "1", "5+")
    assert "a maximum must be posted, at most $10,000" in error.message


def test_the_city_s_cap_binds_under_the_game_s_own_options() -> None:
    error = refusal("500-club/pure-21.5-blackjack", "game/1", "5-800")
    assert "no bet over $200" in error.message
    assert table_sign_json(load("500-club/pure-21.5-blackjack"), ["game/1"], "5-200")


def test_player_dealer_games_take_one_option() -> None:
    assert refusal(CASINO_TCP, "1,2", "5-500").code == "several-schedules"


def test_bands_that_overlap_or_are_missing_are_refused() -> None:
    overlap = refusal("napa-valley/texas-holdem", "1,2,7,13", "3-6")
    assert (overlap.code, "options 1 and 2" in overlap.message) == ("bands-overlap", True)
    missing = refusal("napa-valley/texas-holdem", "1,13", "3-6")
    assert missing.code == "band-missing"
    assert "5 players" in missing.message


def test_options_of_other_structures_or_kinds_do_not_go_together() -> None:
    other = refusal("napa-valley/texas-holdem", "1,7,36", "3-6")
    assert other.code == "options-do-not-go-together"
    assert "limit games" in other.message
    timed = refusal("napa-valley/texas-holdem", "1,7,13,18", "3-6")
    assert "fee by the clock" in timed.message


@pytest.mark.parametrize(("limits", "words"), [("2-4", "smallest game"), ("2000-4000", "largest")])
def test_limit_games_outside_the_paragraph_are_refused(limits: str, words: str) -> None:
    filing = load("500-club/texas-holdem")
    numbers = limit_options(filing.id)
    assert words in refusal(filing.id, numbers, limits).message
    assert table_sign_json(filing, numbers.split(","), "4-8")


def limit_options(filing_id: str) -> str:
    """One limit option for each band."""
    for one in schedule_sets(load(filing_id)):
        for group in one.group:
            if isinstance(group, PotGroup) and group.structures == ["limit"]:
                bands: dict[str, int] = {}
                for option in group.option:
                    bands.setdefault(str(option.players), option.number)
                return ",".join(map(str, bands.values()))
    raise AssertionError("no limit options")


@pytest.mark.parametrize(
    ("filing_id", "schedule", "code"),
    [
        (CASINO_TCP, "6", "unknown-schedule"),
        (CASINO_TCP, "first/1", "unknown-schedule"),
        ("generic/ultimate-texas-holdem", "1", "no-schedule"),
        ("outlaws/holdem", "1", "unknown-schedule"),
        ("outlaws/holdem", "monday,tuesday", "unknown-schedule"),
    ],
)
def test_an_unknown_schedule_is_refused(filing_id: str, schedule: str, code: str) -> None:
    assert refusal(filing_id, schedule, "5-500").code == code


def test_outlaws_limits_are_those_of_the_day() -> None:
    error = refusal("outlaws/holdem", "monday", "3-6")
    assert "$3 to $12" in error.message


@pytest.mark.parametrize("limits", ["five", "500-5", "50", "-5", ""])
def test_limits_are_two_amounts(limits: str) -> None:
    assert refusal(CASINO_TCP, "1", limits).code == "bad-limits"


# 003:112 and 285, 340: the two games speak of three rates; options 8 to 42 have five (003:1220).
THREE_RATES = {
    "napa-valley/no-bust-21st-century-blackjack": "Game Rules, item 14",
    "napa-valley/no-bust-21st-century-blackjack-4.3": "Round of Play, item 4; Game Rules, item 9",
}


@pytest.mark.parametrize(("filing_id", "cite"), THREE_RATES.items())
def test_a_table_with_more_rates_than_the_filing_allows_is_refused(
    filing_id: str, cite: str
) -> None:
    found = refusal(filing_id, "8", "5-2000")
    assert (found.code, found.cite) == ("too-many-rates", cite)
    assert "5 rates" in found.message
    assert "3 at a table" in found.message
    assert table_sign_json(load(filing_id), ["1"], "1-100")  # 003:1199: two rates


# Every filing


@pytest.mark.parametrize("filing_id", filing_ids())
def test_every_option_of_every_filing_can_be_posted(filing_id: str) -> None:
    """Under limits that the option itself permits, in each of its sets.

    Dead letters apart: options of a structure in which the game is not filed (poker G-27), and
    those for more players than it seats.
    """
    filing = load(filing_id)
    for one in schedule_sets(filing):
        for group in one.group:
            if isinstance(group, BlindsGroup):
                for game in group.game:
                    limits = f"{min(game.bets) // 100}-{max(game.bets) // 100}"
                    assert table_sign_json(filing, [game.days[0]], limits)["collection"]["fees"]
            elif isinstance(group, CaliforniaGroup):
                for option in group.option:
                    limits = permitted(group, option)
                    if filing_id in THREE_RATES and len(option.bank) > 3:
                        found = refusal(filing_id, str(option.number), limits)
                        assert found.code == "too-many-rates"
                        continue
                    sign = table_sign_json(filing, [f"{one.name}/{option.number}"], limits)
                    fees = [line["fee"] for line in sign["collection"]["fees"]]
                    assert len(fees) == len(option.bank) + len(option.player)
            elif filing.structures and not {*group.structures} & {*filing.structures}:
                assert refusal(filing_id, str(group.option[0].number), "100-200").code == (
                    "structure"
                )
            elif isinstance(group, PotGroup):
                limits = "4-8" if group.smallest_game or not group.buy_in else "100-200"
                seats = filing.most_players
                names = [f"{one.name}/{number}" for number in bands(one.group, group, seats)]
                assert table_sign_json(filing, names, limits)["collection"]["fees"]
            else:
                names = [f"{one.name}/{group.option[0].number}"]
                assert table_sign_json(filing, names, "4-8")["collection"]["fees"]


def bands(groups: object, wanted: PotGroup, seats: int) -> list[int]:
    found: dict[str, int] = {}
    assert isinstance(groups, list)
    for group in groups:
        if isinstance(group, PotGroup) and group.structures == wanted.structures:
            for option in group.option:
                assert isinstance(option, PotOption)
                if option.players.low <= seats:
                    found.setdefault(str(option.players), option.number)
    return list(found.values())


def permitted(group: CaliforniaGroup, option: CaliforniaOption) -> str:
    """The widest limits an option allows, in dollars."""
    cap = group.wager_cap if group.wager_cap_is == "refused" else None
    if option.limits is not None:
        low, high = option.limits.low, option.limits.high
    else:
        assert group.minimum is not None
        assert group.maximum is not None
        low, high = group.minimum.low, group.maximum.high
    if cap is not None:
        high = min(cap, high or cap)
    return f"{low // 100}-{'none' if high is None else high // 100}"
