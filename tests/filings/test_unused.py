"""What no rule uses, or no rule understands, does not load: nothing filed is passed over."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any, get_args

import pytest

from houseway.errors import HousewayError, Problems
from houseway.families.poker.schema import READS, Ranking
from houseway.filings.catalogue import find_file
from houseway.filings.lint import lint_data
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.show import rule_sheet
from tests.filings.printed import flat

Data = dict[str, Any]
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
ULTIMATE = "casino-club/ultimate-texas-holdem"
BAD_BEAT = "napa-valley/ultimate-texas-holdem"
BACCARAT = "napa-valley/ez-baccarat-panda-8"
PAI_GOW = "500-club/fortune-pai-gow-poker"
TILES = "napa-valley/pai-gow-tiles"
PURE = "casino-club/pure-21.5-blackjack"
NO_BUST = "napa-valley/no-bust-21st-century-blackjack-4.3"
HOLDEM = "500-club/texas-holdem"
RAZZ = "500-club/razz"
OMAHA = "500-club/omaha"
BADUGI = "500-club/badugi"
CITE = "Planted, item 1 | 1"


@cache
def _read(filing_id: str) -> Data:
    path = find_file(filing_id)
    assert path is not None
    return read_toml(path)


def data_of(filing_id: str) -> Data:
    return copy.deepcopy(_read(filing_id))


def named(items: list[Data], name: str) -> Data:
    return next(item for item in items if item["name"] == name)


def refused(data: Data) -> list[tuple[str, str, str]]:
    """Code, key path and message of everything wrong; nothing where the filing loads."""
    try:
        parse_filing(data, "draft.toml")
    except HousewayError as error:
        several = error.found if isinstance(error, Problems) else [error]
        return [
            (one.code, one.where.removeprefix("draft.toml").removeprefix(": "), one.message)
            for one in several
        ]
    return []


def add_spot(data: Data, name: str) -> None:
    spot = {"name": name, "label": name.title(), "backline": "refused", "cite": CITE}
    data["spot"].append(spot)
    data["settlement"]["wager_order"].append(name)


def add_table(data: Data, name: str, *hands: str) -> None:
    rows = [{"hand": hand, "pays": 5} for hand in hands]
    data.setdefault("pay_table", []).append(
        {"name": name, "wager": name, "rows": rows, "cite": CITE}
    )


def pay_table_on_the_ante(data: Data) -> None:
    add_table(data, "ante", "straight-flush")


def another_bonus_spot(data: Data) -> None:
    add_spot(data, "prime")
    add_table(data, "prime", "all-same-color")


def misspelt_bonus_spot(data: Data) -> None:
    named(data["spot"], "trips")["name"] = "tripps"
    named(data["pay_table"], "trips").update(name="tripps", wager="tripps")
    order = data["settlement"]["wager_order"]
    order[order.index("trips")] = "tripps"


def row_of_no_ranking(data: Data) -> None:
    data["pay_table"][0]["rows"][0]["hand"] = "all-same-color"


def row_of_five_cards_for_three(data: Data) -> None:
    named(data["pay_table"], "pair_plus")["rows"][0]["hand"] = "full-house"


def two_rules_for_a_wager(data: Data) -> None:
    data["game"]["bonus"].append(dict(data["game"]["bonus"][0]))


def rule_for_the_tie_line(data: Data) -> None:
    data["game"]["bonus"].append({**data["game"]["bonus"][0], "wager": "tie"})


def rule_for_no_spot(data: Data) -> None:
    bonus = {**data["game"]["bonus"][0], "wager": "dragn_7"}
    data["game"]["bonus"].append(bonus)


def second_row_of_one(data: Data) -> None:
    named(data["pay_table"], "tie")["rows"].append({"hand": "tie-with-nines", "pays": 100})
    named(data["pay_table"], "dragon_7")["rows"].append({"hand": "natural", "pays": 2})


def two_tables_of_a_name(data: Data) -> None:
    data["pay_table"].append(copy.deepcopy(named(data["pay_table"], "trips")))


def table_of_another_wager(data: Data) -> None:
    named(data["pay_table"], "trips")["wager"] = "blind"


def envy_where_nobody_pays_it(data: Data) -> None:
    data["pay_table"][0]["rows"][0]["envy"] = 25


def envy_without_its_rule(data: Data) -> None:
    del data["game"]["envy"]
    data["settlement"]["wager_order"].remove("envy")


def fortune_without_its_spot(data: Data) -> None:
    data["spot"] = [spot for spot in data["spot"] if spot["name"] == "game"]
    data["pay_table"] = []


def bad_beat_without_its_rule(data: Data) -> None:
    del data["game"]["bad_beat"]


def bonus_on_tiles(data: Data) -> None:
    add_spot(data, "gee_joon")


def option_nobody_asks(data: Data) -> None:
    option = {"name": "burn", "about": "x", "values": [True, False], "default": True}
    data.setdefault("option", []).append({**option, "cite": CITE})


def misspelt_option(data: Data) -> None:
    named(data["option"], "push_totals")["name"] = "push_total"


def option_with_a_value_nobody_knows(data: Data) -> None:
    option = named(data["option"], "banker_three_card_seven")
    option.update(values=["pays", "half"], default="pays")


def option_against_its_rule(data: Data) -> None:
    named(data["option"], "natural_ends_drawing")["default"] = False


def spot_with_an_option_not_listed(data: Data) -> None:
    data["spot"][1]["option"] = "six_cards"


def spot_equal_to_none(data: Data) -> None:
    data["spot"][1]["equals"] = "anti"


def deck(kind: str, ranking: str = "") -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data["deck"]["kind"] = kind
        if ranking:
            data["game"]["high"]["ranking"] = ranking

    return change


def ranking(key: str, hole: str = "any") -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data["game"]["high"].update(ranking=key, hole=hole)

    return change


# filing, what is changed, the code, its place, words of the message
SEEN: list[tuple[str, Callable[[Data], None], str, str, str]] = [
    (THREE_CARD, pay_table_on_the_ante, "unused", "pay_table[2].name",
     "no rule reads a pay table 'ante'; there are 'pair_plus', 'six_card_bonus'"),
    (BACCARAT, two_rules_for_a_wager, "two-rules", "game.bonus[2].wager",
     "decided here and in game.bonus[0].wager: a wager has one rule"),
    (THREE_CARD, another_bonus_spot, "unused", "spot[3].name",
     "spot 'prime' has no rule; there are 'ante', 'pair_plus', 'six_card_bonus'"),
    (ULTIMATE, another_bonus_spot, "unused", "spot[3].name", "spot 'prime' has no rule"),
    (THREE_CARD, row_of_no_ranking, "row-unknown", "pay_table[0].rows[0].hand",
     "'all-same-color' is no row of this bet and would never be paid; there are 'flush'"),
    (RAZZ, deck("joker-53"), "deck-and-ranking", "game.high.ranking",
     "the deck has 1 jokers, and 'razz' can read none"),
    (HOLDEM, deck("spanish-48", "short-deck"), "deck-and-ranking", "game.high.ranking",
     "'short-deck' is for a deck of AKQJT9876"),
]  # fmt: skip

NEAR: list[tuple[str, Callable[[Data], None], str, str, str]] = [
    (ULTIMATE, misspelt_bonus_spot, "unused", "spot[2].name", "did you mean 'trips'?"),
    (ULTIMATE, row_of_no_ranking, "row-unknown", "pay_table[0].rows[0].hand", "is no row"),
    (THREE_CARD, row_of_five_cards_for_three, "row-unknown", "pay_table[0].rows[0].hand", "no row"),
    (BACCARAT, rule_for_the_tie_line, "two-rules", "game.bonus[2].wager", "and in game.tied"),
    (BACCARAT, rule_for_no_spot, "unknown-spot", "game.bonus[2].wager", "did you mean 'dragon_7'"),
    (BACCARAT, second_row_of_one, "row-unknown", "pay_table[0].rows[1].hand", "there are 'tie'"),
    (BACCARAT, second_row_of_one, "unused", "pay_table[2].rows[1]", "decided by 1 row"),
    (ULTIMATE, two_tables_of_a_name, "bad-value", "pay_table", "two pay tables are named 'trips'"),
    (ULTIMATE, table_of_another_wager, "unused", "pay_table[1].wager", "read for 'trips'"),
    (THREE_CARD, envy_where_nobody_pays_it, "unused", "pay_table[0].rows[0].envy", "no rule pays"),
    (PAI_GOW, envy_without_its_rule, "unused", "pay_table[0].rows[0].envy", "no rule pays"),
    (PAI_GOW, fortune_without_its_spot, "unknown-spot", "game.fortune", "no spot of the game"),
    (BAD_BEAT, bad_beat_without_its_rule, "unused", "spot[3].name", "spot 'bad_beat' has no rule"),
    (PURE, another_bonus_spot, "unused", "spot[3].name", "there are 'buster', 'game'"),
    (PAI_GOW, another_bonus_spot, "unused", "spot[2].name", "there are 'fortune', 'game'"),
    (TILES, bonus_on_tiles, "unused", "spot[1].name", "spot 'gee_joon' has no rule"),
    (NO_BUST, misspelt_option, "unknown-option", "game.player_push.option", "'push_total'?"),
    (BACCARAT, option_with_a_value_nobody_knows, "bad-value", "option[1].values", "'half' is no"),
    (BACCARAT, option_against_its_rule, "bad-value", "option[0].default", "the rule says True"),
    (THREE_CARD, spot_with_an_option_not_listed, "unknown-option", "spot[1].option", "six_cards"),
    (THREE_CARD, spot_equal_to_none, "bad-value", "spot", "names no spot 'anti'; did you mean"),
    (HOLDEM, deck("standard-52", "short-deck"), "deck-and-ranking", "game.high.ranking", "deck of"),
    (HOLDEM, deck("jokers-54"), "deck-and-ranking", "game.high.ranking", "has 2 jokers"),
    (HOLDEM, ranking("mexican"), "deck-and-ranking", "game.high.ranking", "deck of AKQJ765432"),
    (HOLDEM, ranking("ace-to-five-8"), "deck-and-ranking", "game.high.ranking", "low half alone"),
    (HOLDEM, ranking("badugi"), "deck-and-ranking", "game.high.ranking", "reads 4 to 4"),
    (BADUGI, ranking("high"), "deck-and-ranking", "game.high.ranking", "has 4 cards at the end"),
    (OMAHA, ranking("razz", "exactly-two"), "deck-and-ranking", "game.high.ranking", "high or"),
    (OMAHA, ranking("high", "any"), "deck-and-ranking", "game.high.ranking", "has 9 cards"),
]  # fmt: skip


@pytest.mark.parametrize(("filing_id", "change", "code", "place", "words"), SEEN + NEAR)
def test_what_no_rule_uses_is_refused_with_its_place_and_the_known_names(
    filing_id: str, change: Callable[[Data], None], code: str, place: str, words: str
) -> None:
    data = data_of(filing_id)
    assert refused(data) == []
    change(data)
    found = refused(data)
    assert any(
        one == code and where.endswith(place) and words in message for one, where, message in found
    ), found
    assert {one.severity for one in lint_data(data, "draft.toml")} == {"error"}


def test_an_option_nobody_asks_is_an_error_of_lint() -> None:
    data = data_of(THREE_CARD)
    option_nobody_asks(data)
    (found,) = (one for one in lint_data(data, "draft.toml") if one.severity == "error")
    assert (found.code, found.where) == ("unused", "option burn")
    assert "choosing it changes nothing" in found.message
    assert "'backline', 'coverage', 'seats'" in found.message


def test_every_ranking_says_what_it_reads() -> None:
    assert set(READS) == set(get_args(Ranking))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (("deck",), "; there are 'alternating', 'bonus_ranks', 'cite'"),
        (("collection", "set", 0), "; there are 'approval', 'cite', 'games', 'group', 'name'"),
        (("collection", "set", 0, "group", 0), "'bank_basis', 'bonus_limits', 'cite', 'kind'"),
        (("game", "qualifies"), "; there are 'cite', 'high_card', 'note'"),
    ],
)
def test_an_unknown_key_is_answered_with_the_keys_there_are(
    place: tuple[str | int, ...], words: str
) -> None:
    from tests.filings.test_lint_mutations import filing_data

    data = filing_data(THREE_CARD)
    node: Any = data
    for part in place:
        node = node[part]
    node["zzz"] = 1
    ((code, where, message),) = refused(data)
    assert (code, where.rpartition(".")[2]) == ("unknown-key", "zzz")
    assert "check its spelling" in message
    for key in words.removeprefix("; there are ").split(", "):
        assert key in message


@pytest.mark.parametrize(
    ("written", "meant"), [("high_crad", "high_card"), ("highcard", "high_card")]
)
def test_a_misspelt_key_is_answered_with_the_nearest(written: str, meant: str) -> None:
    data = data_of(THREE_CARD)
    data["game"]["qualifies"][written] = data["game"]["qualifies"].pop("high_card")
    found = {where: message for _, where, message in refused(data)}
    assert f"did you mean {meant!r}?" in found[f"game.qualifies.{written}"]


# Slips of a newcomer


@pytest.mark.parametrize(
    ("several", "said"),
    [
        ([{"total": 10, "pays": "1:2"}], "a hand wins with a total of 1 to 9, never with 10"),
        ([{"total": 0, "push": True}], "never with 0"),
        ([{"total": 6, "cards": 4, "push": True}], "a hand has 2 to 3 cards, never 4"),
        (
            [{"total": 6, "pays": "1:2"}, {"total": 6, "cards": 3, "pays": "1:4"}],
            "a total of 6 is taken by one above it and never fits",
        ),
    ],
)
def test_a_total_no_winner_has_or_an_earlier_rule_takes(several: list[Data], said: str) -> None:
    data = data_of(BACCARAT)
    data["game"]["banker_line"]["on_total"] = several
    assert [said in message for _, _, message in refused(data)] == [True]


def test_a_total_in_three_cards_may_stand_before_the_total_itself() -> None:
    data = data_of(BACCARAT)
    data["game"]["banker_line"]["on_total"] = [
        {"total": 6, "cards": 3, "push": True}, {"total": 6, "pays": "1:2"},
    ]  # fmt: skip
    assert refused(data) == []


@pytest.mark.parametrize("pays", [0, -1, "0:1", "0 to 2", "1:0"])
def test_a_payoff_brings_something(pays: Any) -> None:
    data = data_of(THREE_CARD)
    data["pay_table"][0]["rows"][0]["pays"] = pays
    ((code, where, message),) = refused(data)
    assert (code, where) == ("bad-value", "pay_table[0].rows[0].pays")
    assert message == f"{pays!r} is no payoff (as 40, '3:2' or '6 to 5')"


def test_a_size_of_the_play_wager_stands_once() -> None:
    data = data_of(ULTIMATE)
    data["game"]["street"][0]["bets"] = [4, 4]
    assert refused(data) == [
        ("bad-value", "game.street[0].bets", "a size of the play wager stands twice")
    ]


def test_a_hand_checked_to_the_end_has_no_rule() -> None:
    # Aces that checked three times were settled as folded.
    data = data_of(ULTIMATE)
    data["game"]["street"][2]["may_check"] = True
    ((_, where, message),) = refused(data)
    assert (where, "may_check is false there" in message) == ("game", True)
    data = data_of(ULTIMATE)
    data["game"]["street"][1] |= {"bets": [], "may_check": False, "may_fold": False}
    ((_, where, message),) = refused(data)
    assert (where, message) == ("game", "with 3 board cards nothing may be chosen")


def test_no_bank_of_three_cards_is_below_five_high() -> None:
    # 4-3-2 is a straight.
    data = data_of(THREE_CARD)
    data["game"]["qualifies"]["high_card"] = "4"
    ((_, where, message),) = refused(data)
    assert where == "game.qualifies.high_card"
    assert message.endswith("write always = true")


def idle(data: Data) -> list[str]:
    """Where lint finds rules that change nothing."""
    found = (one for one in lint_data(data, "draft.toml") if one.code == "unused")
    return [one.where.removeprefix("draft.toml: ") for one in found]


def limit_only() -> Data:
    data = data_of(HOLDEM)
    data["game"]["structures"]["allowed"] = data["game"]["raise_cap"]["holds_in"] = ["limit"]
    del data["game"]["pot_limit"], data["game"]["least_raise"]
    return data


def test_rules_of_a_structure_that_is_not_allowed_are_idle() -> None:
    assert idle(limit_only()) == []
    for key in ("pot_limit", "least_raise"):
        data = limit_only()
        data["game"][key] = {"cite": CITE}
        assert idle(data) == [f"game.{key}"]
    data = limit_only()
    data["game"]["raise_cap"]["holds_in"] = ["limit", "no-limit"]
    assert idle(data) == ["game.raise_cap"]


def test_raises_without_a_limit_can_be_written() -> None:
    data = data_of(HOLDEM)
    data["game"]["raise_cap"] = {"raises": "any", "holds_in": ["no-limit"], "cite": CITE}
    filing = parse_filing(data, "draft.toml")
    assert filing.game.raise_cap.raises is None  # type: ignore[attr-defined]
    again = parse_filing(json.loads(filing.model_dump_json()), "draft.toml")
    assert again == filing
    assert "without limit; in: no limit" in flat(rule_sheet(filing))
    del data["game"]["raise_cap"]["raises"]
    assert [code for code, _, _ in refused(data)] == ["missing-key"]


def test_a_discard_leaves_everybody_a_card() -> None:
    data = data_of("500-club/crazy-pineapple")
    street = next(one for one in data["game"]["street"] if "discard" in one)
    street["discard"]["count"] = 3
    assert any("the discard leaves nobody a card" in message for _, _, message in refused(data))


def test_a_key_one_level_too_deep_is_told_where_it_belongs() -> None:
    data = data_of("500-club/texas-holdem")
    group = {
        "kind": "pot", "options": "1", "structures": ["limit"], "taken": "flop-turn-river",
        "cite": CITE,
        "option": [{"number": 1, "players": "2+", "regular": 4, "jackpot_pot": 20, "lines": "1"}],
    }  # fmt: skip
    data["collection"] = {"set": [{"name": "f", "title": "F", "cite": CITE, "group": [group]}]}
    assert refused(data) == [
        (
            "unknown-key",
            "collection.set[0].group[0].option[0].jackpot_pot",
            "this key is not part of the schema here; it belongs to collection.set[0].group[0]",
        )
    ]
    data = data_of(BACCARAT)
    data["game"]["tied"]["approval"] = "GEGR-1"
    ((_, _, message),) = refused(data)
    assert message.endswith("it belongs to the top of the file")


def test_a_drop_for_the_jackpot_as_large_as_its_pot_is_found() -> None:
    data = data_of("500-club/texas-holdem")
    option = {"number": 1, "players": "2+", "regular": 4, "jackpot": 16, "lines": "1"}
    group = {
        "kind": "pot", "options": "1", "structures": ["limit", "no-limit", "pot-limit"],
        "taken": "flop-turn-river", "jackpot_pot": 20, "option": [option], "cite": CITE,
    }  # fmt: skip
    data["collection"] = {"set": [{"name": "f", "title": "F", "cite": CITE, "group": [group]}]}
    assert "fee-takes-pot" in {one.code for one in lint_data(data, "draft.toml")}
    option["jackpot"] = 1
    assert "fee-takes-pot" not in {one.code for one in lint_data(data, "draft.toml")}


def test_pai_gow_poker_without_any_chart_is_linted() -> None:
    data = data_of("napa-valley/double-hand-poker")
    del data["option"]
    assert "no-odds" not in {one.code for one in lint_data(data, "draft.toml")}
