"""The sign of a table: what it must say, and what a table may not post."""

from __future__ import annotations

from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from houseway.cli import app
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
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.sign import make_sign, table_sign, table_sign_json
from houseway.filings.sign_forms import sign_page
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


def fees_of(filing_id: str, schedule: str, limits: str) -> list[tuple[str, str, str | None]]:
    sign = table_sign_json(load(filing_id), schedule.split(","), limits)
    return [(fee["from"], fee["for"], fee["fee"]) for fee in sign["collection"]["fees"]]


def test_half_hours_and_betting_squares_are_said_as_such() -> None:
    """002:511, 522: players pay for each square under options 1 to 3, else by the half hour."""
    outlaws = "outlaws/pure-21.5-blackjack"
    square = ("each player", "a hand, for each betting square", "0.50")
    assert square in fees_of(outlaws, "1", "5-50")
    assert ("each player", "every half hour", "1.00") in fees_of(outlaws, "4", "5-500")


def test_brackets_are_printed_as_they_are_charged() -> None:
    """000:202-203 overlap, 002:523-524 leave a gap; an amount belongs to the last start reached."""
    pure = "pure-21.5-blackjack"
    overlap = fees_of(f"casino-club/{pure}", "4", "5-500")
    assert overlap[0] == ("player-dealer", "$5 to $50", "1.00")
    assert overlap[1] == ("player-dealer", "$51 to $250", "2.00")
    gap = fees_of(f"outlaws/{pure}", "4", "5-500")
    # 002:523: a wager of $5 is legal, and pays what the first bracket costs.
    assert gap[0] == ("player-dealer", "$5 to $104", "1.00")
    read = table_sign_json(load(f"casino-club/{pure}"), ["4"], "5-500")["readings"]
    # 000:202-203; what is read of options 11 and 12 (000:260, 265) does not bear on it.
    assert [one["cite"] for one in read] == ["twenty-one R5, twenty-one 28"]
    assert "Printed as $5 to $100, charged as $5 to $50" in read[0]["text"]
    read = table_sign_json(load(f"outlaws/{pure}"), ["4"], "5-500")["readings"]
    assert {one["cite"] for one in read} == {"twenty-one R5, twenty-one 38"}


def test_a_bracket_without_a_fee_is_said_to_have_none() -> None:
    """003:1426: the row of $501 and over has no fee."""
    fees = fees_of("napa-valley/pai-gow-tiles", "3", "10-5000")
    assert ("player-dealer", "$501 and over", None) in fees
    text = flat(table_sign(load("napa-valley/pai-gow-tiles"), ["3"], "10-5000"))
    assert "$501 and over none filed" in text


def test_pot_fees_say_when_they_fall_due() -> None:
    """004:4036, 4247, 4452: flop, turn, river, and a modified fee for a hand without a flop;
    004:4658: after the rounds of betting, none in the first."""
    holdem = table_sign_json(load("500-club/texas-holdem"), ["92", "155", "170"], "4-8")
    dues = {(fee["for"], fee["due"]) for fee in holdem["collection"]["fees"]}
    assert ("regular fee", "after the flop") in dues
    assert ("modified fee", "instead, if there is no flop") in dues
    basis = holdem["collection"]["basis"]
    assert "nothing is due in the first round of betting but the modified fee" in basis
    draw = table_sign_json(load("500-club/2-7-triple-draw"), ["41", "51"], "4-8")
    dues = {(fee["for"], fee["due"]) for fee in draw["collection"]["fees"]}
    assert ("regular fee", "after the first round of betting") in dues
    assert ("table fee 2", "after the second round of betting") in dues
    assert "until the first round of betting is over" in draw["collection"]["basis"]


def test_a_fee_of_a_round_that_is_not_played_is_not_posted() -> None:
    """004:4658: table fee 3 is for the third round; 004:1211-1226: single draw has two."""
    draw = table_sign_json(load("500-club/2-7-single-draw"), ["41", "51"], "4-8")
    assert {fee["for"] for fee in draw["collection"]["fees"]} == {"regular fee", "table fee 2"}
    (read,) = draw["readings"]
    assert read["text"].startswith("Table fee 3, after the third round of betting, is never due")


def test_a_bracket_printed_without_its_plus_is_said_to_be_read() -> None:
    """004:5092: "$301", read as 301 and over."""
    sign = table_sign_json(load("500-club/face-up-pai-gow-poker"), ["10"], "5-500")
    assert "printed as 301 without a plus" in sign["readings"][0]["text"]


def test_a_table_of_points_posts_what_a_point_is_worth() -> None:
    """004:1960: a point has a value in money, by the table limit."""
    text = flat(table_sign(load("500-club/face-up-chinese-poker"), ["1"], "5-5"))
    assert "A point: $5 " in text
    assert "every 40 minutes $10" in text  # 004:4740-4743


def test_an_open_pair_is_said_where_bets_are_posted() -> None:
    """004:3005: two cards of a pair up may bet the higher limit on fourth street."""
    sign = table_sign_json(load("500-club/seven-card-stud"), ["31", "41", "51"], "4-8")
    assert sign["stakes"][1] == {
        "round": "fourth street, higher with an open pair", "bet": "4.00", "most": None,
    }  # fmt: skip


def test_bets_stand_round_by_round() -> None:
    """004:3431-3447: the lower limit before and on the flop, then the higher."""
    holdem = table_sign_json(load("500-club/texas-holdem"), ["92", "155", "170"], "4-8")
    assert [stake["bet"] for stake in holdem["stakes"]] == ["4.00", "4.00", "8.00", "8.00"]
    no_limit = table_sign_json(load("500-club/texas-holdem"), ["1", "4", "7"], "100-500")
    assert no_limit["stakes"] == []


def test_outlaws_signs_say_when_raises_are_unlimited() -> None:
    """002:129, 143: with two players left the most of a round binds nobody."""
    for game, day, limits in (("holdem", "friday", "3-6"), ("draw-poker-hi-lo", "monday", "3-3")):
        text = flat(table_sign(load(f"outlaws/{game}"), [day], limits))
        assert "raises are unlimited in the" in text


def test_outlaws_draw_is_three_and_three_on_every_day() -> None:
    """002:77, 121-123: the draw game has two rounds, both at $3; at most $12 with raises."""
    draw = load("outlaws/draw-poker-hi-lo")
    for limits in ("3-3", "3-12"):
        stakes = table_sign_json(draw, ["monday"], limits)["stakes"]
        assert [(one["bet"], one["most"]) for one in stakes] == [("3.00", "12.00")] * 2
    assert refusal("outlaws/draw-poker-hi-lo", "monday", "3-6").code == "limits-not-permitted"
    holdem = table_sign_json(load("outlaws/holdem"), ["monday"], "3-12")["stakes"]
    assert [one["bet"] for one in holdem] == ["3.00", "3.00", "6.00", "12.00"]  # 002:131-141


def test_a_filing_without_a_schedule_has_a_sign_too() -> None:
    sign = table_sign_json(load("generic/ultimate-texas-holdem"), [], "5-100")
    assert sign["collection"]["fees"] == []
    assert "no fee may be taken" in sign["collection"]["basis"]
    assert refusal(CASINO_TCP, "", "5-500").code == "unknown-schedule"


def test_the_ranking_chart_stands_on_the_sign() -> None:
    # 000:302-311
    assert table_sign_json(load(CASINO_TCP), ["2"], "5-500")["ranking"] == {
        "Three-card hands": [
            "Mini royal flush", "Straight flush", "Three of a kind", "Straight", "Flush",
            "One pair", "High card",
        ]
    }  # fmt: skip
    # 003:1092-1097
    tiles = table_sign_json(load("napa-valley/pai-gow-tiles"), ["3"], "10-5000")["ranking"]
    assert tiles["Hands of two tiles"][0] == "Supreme pair"


def test_the_felt_s_words_are_those_of_the_text() -> None:
    # 000:317-328: Ante, Play, Pair Plus, 6 Card Bonus; 003:582: the bonus is called Bonus
    assert set(table_sign_json(load(CASINO_TCP), ["2"], "5-500")["spots"]) == {
        "Ante", "Play", "Pair Plus", "6 Card Bonus",
    }  # fmt: skip
    napa = load("napa-valley/three-card-poker-6-card-bonus-1.3")
    assert "Bonus" in table_sign_json(napa, ["1"], "1-100")["spots"]


def test_what_is_not_filed_is_marked() -> None:
    sign = table_sign_json(load("napa-valley/omaha"), ["18"], "3-6")
    assert {one["key"] for one in sign["not_filed"]} == {"table.seats", "deck.dealt_from"}
    assert "Not filed: The text gives no number of seats" in flat(
        table_sign(load("napa-valley/omaha"), ["18"], "3-6")
    )


# Pages to hang up

SIGNS = {
    CASINO_TCP: ("2", "5-500"),
    "500-club/texas-holdem": ("92,155,170", "4-8"),
    "napa-valley/fortune-pai-gow-poker-1.0": ("8", "5-2000"),
    "500-club/pure-21.5-blackjack": ("1", "5-200"),
    "outlaws/draw-poker-hi-lo": ("monday", "3-3"),
    "generic/ultimate-texas-holdem": ("", "5-100"),
}


def page(filing_id: str, form: str) -> bytes:
    schedule, limits = SIGNS[filing_id]
    chosen = [part for part in schedule.split(",") if part]
    return sign_page(make_sign(load(filing_id), chosen, limits), form)


@pytest.mark.parametrize("filing_id", SIGNS)
def test_a_page_is_one_page_and_says_what_the_sign_says(filing_id: str) -> None:
    drawn = page(filing_id, "svg").decode()
    root = ElementTree.fromstring(drawn)
    words = [node for node in root.iter() if node.tag.endswith("text")]
    for node in words:
        assert 0 < float(node.attrib["y"]) < 792
        assert 0 < float(node.attrib["x"]) < 612
    text = " ".join(node.text or "" for node in words)
    filing = load(filing_id)
    assert filing.house in text
    html = page(filing_id, "html").decode()
    assert escape(filing.title) in html
    assert 'lang="en"' in html
    for table in filing.pay_table if isinstance(filing, PlayerDealerFiling) else []:
        for row in table.rows:
            if row.label:
                assert escape(row.label) in html
                assert row.label.split()[0] in text


@pytest.mark.parametrize("filing_id", SIGNS)
def test_a_pdf_is_one_page_and_the_same_each_time(filing_id: str) -> None:
    made = page(filing_id, "pdf")
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == 1
    assert made == page(filing_id, "pdf")


def test_large_print_fits_every_filing_on_one_page() -> None:
    """Nothing smaller than 5 points, and the head of the page at 20 or more."""
    for filing_id in SIGNS:
        root = ElementTree.fromstring(page(filing_id, "svg").decode())
        sizes = [float(n.attrib["font-size"]) for n in root.iter() if n.tag.endswith("text")]
        assert min(sizes) >= 5, filing_id
        assert max(sizes) >= 20, filing_id


def test_the_command_writes_pages(tmp_path: Path) -> None:
    wanted = ["sign", CASINO_TCP, "--schedule", "2", "--limits", "5-500"]
    for form in ("html", "svg", "pdf", "text"):
        path = tmp_path / f"sign.{form}"
        done = CliRunner().invoke(app, [*wanted, "--format", form, "-o", str(path)])
        assert (done.exit_code, done.stdout) == (0, "")
        assert path.stat().st_size > 500
    bad = CliRunner().invoke(app, [*wanted, "--format", "svg", "-o", str(tmp_path / "no" / "x")])
    assert bad.exit_code == 2
    assert CliRunner().invoke(app, [*wanted, "--format", "png"]).exit_code == 2


# What may not hang


def test_a_sign_without_its_limits_says_what_is_missing() -> None:
    assert "missing" in refusal("500-club/ez-baccarat", "1", "").message


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
                    filed = len(option.bank) + len(option.player)
                    assert sum(fee is not None for fee in fees) == filed
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


def test_the_name_of_the_game_is_the_filed_one() -> None:
    """003:706, 749: the felt bears the game's name, and the text's game is version 1.0."""
    text = flat(table_sign(load("napa-valley/fortune-pai-gow-poker-1.0"), ["1"], "1-100"))
    assert "Fortune Pai Gow Poker 1.0" in text
