"""Defects to plant in pay tables, rules and words."""

from __future__ import annotations

from collections.abc import Iterator

from tests.filings.mutations import MUTATIONS, Data, plants

ALL_MUTATIONS = MUTATIONS  # those of schedules and those below

_COUNTED = ("buster", "red_flex")


def tables(data: Data, *, least: int = 1) -> Iterator[Data]:
    yield from (one for one in data.get("pay_table", []) if len(one["rows"]) >= least)


@plants("rows-out-of-order")
def two_pays_exchanged(data: Data) -> bool:
    for table in tables(data, least=2):
        first, second = table["rows"][0], table["rows"][1]
        first["pays"], second["pays"] = second["pays"], first["pays"]
        return True
    return False


@plants("rows-out-of-order")
def envy_prizes_exchanged(data: Data) -> bool:
    for table in tables(data, least=2):
        first, second = table["rows"][0], table["rows"][1]
        if "envy" in first:
            first["envy"], second["envy"] = second["envy"], first["envy"]
            return True
    return False


@plants("higher-pays-less")
def a_lower_hand_pays_more(data: Data) -> bool:
    for table in tables(data, least=3):
        table["rows"][-1]["pays"] = 9999
        return True
    return False


@plants("row-unknown", "bad-value")
def a_row_for_no_hand(data: Data) -> bool:
    for table in tables(data, least=2):
        table["rows"][-1]["hand"] = "seven-of-a-kind"
        return True
    return False


@plants("row-impossible", "row-unknown", "bad-value")
def a_row_for_a_hand_the_deck_cannot_make(data: Data) -> bool:
    for table in tables(data, least=3):
        if table["wager"] in _COUNTED:
            table["rows"][-1]["hand"] = {"buster": "2-cards", "red_flex": "0-cards"}[table["wager"]]
            return True
        if data["deck"]["kind"] != "joker-53":
            table["rows"][0]["hand"] = "five-aces"
            return True
    return False


@plants("row-impossible")
def a_joker_row_without_a_joker(data: Data) -> bool:
    for table in tables(data, least=3):
        if data["family"] == "pai-gow-poker":
            data["deck"]["kind"] = "standard-52"
            return table["wager"] in ("fortune", "ace_high")
    return False


@plants("row-missing")
def a_row_left_out(data: Data) -> bool:
    for table in tables(data, least=3):
        if table["wager"] not in ("fortune", "match_dealer"):
            del table["rows"][1]
            return True
    return False


@plants("row-unreachable")
def a_row_that_is_never_paid(data: Data) -> bool:
    for table in tables(data, least=3):
        if table["wager"] in _COUNTED:
            table["rows"].append({"hand": "11-cards", "label": "Eleven", "pays": 1})
            return "or-more" in table["rows"][0]["hand"]
        if table["wager"] == "fortune":
            next(row for row in table["rows"] if row["hand"] == "royal-flush")["pays"] = 50
            return True
    return False


@plants("row-pays-nothing", "bad-value")
def a_row_without_a_payoff(data: Data) -> bool:
    for table in tables(data):
        table["rows"][-1].pop("pays")
        table["rows"][-1].pop("envy", None)
        return True
    return False


@plants("pay-table-missing", "bad-value")
def a_pay_table_left_out(data: Data) -> bool:
    for table in tables(data):
        data["pay_table"].remove(table)
        return True
    return False


@plants("unknown-spot", "bad-value")
def a_pay_table_for_no_wager(data: Data) -> bool:
    for table in tables(data):
        data["pay_table"].append({**table, "name": "planted", "wager": "planted"})
        return True
    return False


@plants("one-name-two-tables")
def a_name_used_for_two_tables(data: Data) -> bool:
    several = list(tables(data))
    if len(several) < 2:
        return False
    for table in several[:2]:
        table["title"] = "PLANTED-1"
    return True


@plants("one-name-two-tables")
def a_name_of_another_house_s_table(data: Data) -> bool:
    for table in tables(data):
        if table["wager"] == "six_card_bonus":
            table["title"] = "TCB-6B4"
            table["rows"][1]["pays"] = 201
            return True
    return False


# Rules


@plants("rule-missing")
def a_later_wager_without_its_place(data: Data) -> bool:
    order = data.get("settlement", {}).get("wager_order", [])
    for name in ("play", "insurance", "envy"):
        if name in order:
            order.remove(name)
            return True
    return False


@plants("unknown-wager")
def an_unknown_wager_in_the_order(data: Data) -> bool:
    if "settlement" not in data:
        return False
    data["settlement"]["wager_order"].append("lucky_ladies")
    return True


@plants("unknown-wager")
def a_wager_twice_in_the_order(data: Data) -> bool:
    if "settlement" not in data:
        return False
    order = data["settlement"]["wager_order"]
    order.append(order[0])
    return True


@plants("rule-missing")
def no_number_for_a_card(data: Data) -> bool:
    values = data.get("first_action", {}).get("values")
    if not values:
        return False
    del values["9"]
    return True


@plants("button-value")
def a_card_that_counts_nothing(data: Data) -> bool:
    values = data.get("first_action", {}).get("values")
    if not values:
        return False
    values["9"] = 0
    return True


@plants("deck-too-small", "bad-value")
def more_seats_than_cards(data: Data) -> bool:
    if data["family"] not in ("pai-gow-poker", "pai-gow-tiles"):
        return False
    data["table"]["seats"] = 9
    data["table"].pop("active", None)
    return True


@plants("deck-too-small", "bad-value")
def more_players_than_first_cards(data: Data) -> bool:
    if data["family"] != "poker":
        return False
    data["table"]["seats"] = data["game"]["players"]["most"] = 54
    return True


@plants("bad-value")
def a_bank_offered_on_after_no_hand(data: Data) -> bool:
    if "bank" not in data:
        return False
    data["bank"]["hands"] = 0
    return True


@plants("rule-missing", "bad-value")
def the_base_spot_left_out(data: Data) -> bool:
    spots = data.get("spot", [])
    if not spots:
        return False
    name = spots[0]["name"]
    data["spot"] = [one for one in spots[1:] if name not in (*one.get("needs", ()), one["name"])]
    for one in data["spot"]:
        one.pop("equals", None)
    return True


@plants("unknown-wager")
def a_fold_that_loses_no_wager_of_the_game(data: Data) -> bool:
    for path in (("play", "fold_forfeits"), ("fold", "forfeits")):
        rule = data.get("game", {}).get(path[0], {})
        if path[1] in rule:
            rule[path[1]].append("lucky_ladies")
            return True
    return False


@plants("fold-is-free")
def a_fold_that_costs_nothing(data: Data) -> bool:
    for path in (("play", "fold_forfeits"), ("fold", "forfeits")):
        rule = data.get("game", {}).get(path[0], {})
        if path[1] in rule:
            rule[path[1]].remove("ante")
            return True
    return False


@plants("silent-third-party")
def silence_on_third_parties(data: Data) -> bool:
    if data.get("bank", {}).get("third_party") != "permitted":
        return False
    data["bank"]["third_party"] = "silent"
    return True


@plants("silent-backline")
def silence_on_backline_bets(data: Data) -> bool:
    for spot in data.get("spot", []):
        if spot["backline"] != "silent":
            spot["backline"] = "silent"
            return True
    return False


@plants("limit-from-zero")
def a_limit_from_zero(data: Data) -> bool:
    for spot in data.get("spot", []):
        if spot.get("limits", "1-2")[:2] != "0-":
            spot["limits"] = "0-75"
            return True
    return False


@plants("limits-contradict", "bad-value")
def more_dealt_in_than_seats(data: Data) -> bool:
    data["table"]["active"] = data["table"]["seats"] + 1
    return True


@plants("rule-missing", "bad-value")
def no_rule_for_a_deck_that_runs_out(data: Data) -> bool:
    game = data.get("game", {})
    if data["family"] != "poker" or "shortage" not in game:
        return False
    del game["shortage"]
    return True


@plants("rows-out-of-order")
def points_of_two_bonus_rows_exchanged(data: Data) -> bool:
    if data["family"] != "chinese-poker":
        return False
    rows = data["game"]["bonus"]["rows"]
    rows[0]["top"], rows[1]["top"] = rows[1]["top"], rows[0]["top"]
    return True


@plants("rows-out-of-order")
def two_sweeps_exchanged(data: Data) -> bool:
    if data["family"] != "chinese-poker":
        return False
    rows = data["game"]["clean_sweep"]["rows"]
    rows[0], rows[1] = rows[1], rows[0]
    return True


@plants("bad-value")
def more_hands_than_the_deck_has_cards(data: Data) -> bool:
    if data["family"] != "chinese-poker":
        return False
    data["table"]["active"] = 4
    return True


@plants("words-of-another-game")
def a_button_the_game_does_not_have(data: Data) -> bool:
    game = data.get("game", {})
    if data["family"] != "poker" or "button" in game:
        return False
    if game["odd_chips"]["tied"] == "left-of-button":
        return False
    game["odd_chips"]["tied"] = "left-of-button"
    return True


@plants("rule-missing")
def a_filing_without_its_house(data: Data) -> bool:
    data["house"] = " "
    return True


# Words


@plants("words-of-another-game")
def a_term_of_another_game(data: Data) -> bool:
    means = "Dice are thrown for the tiles and the player line is paid from the flop."
    data.setdefault("term", []).append({"term": "Planted", "means": means, "cite": "Glossary | 1"})
    return True


@plants("words-of-another-house")
def a_rule_of_another_house(data: Data) -> bool:
    own = data["house"].lower()
    other = next(one for one in ("Casino Club", "Napa Valley Casino") if one.lower() not in own)
    data.setdefault("rule", []).append(
        {"topic": "planted", "text": f"At {other} seats are drawn.", "cite": "Rules | 1"}
    )
    return True


@plants("reading")
def a_reading_of_its_own(data: Data) -> bool:
    data.setdefault("reading", []).append(
        {"id": "planted 1", "title": "Planted", "doubt": "Which?", "taken": "This."}
    )
    return True
