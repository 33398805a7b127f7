"""Every kind of defect, planted in every filing it applies to, is found."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from houseway.filings.catalogue import DATA, filing_ids
from houseway.filings.lint import lint_data, lint_filing
from houseway.filings.loader import load, read_toml, schedule_sets
from tests.catalogue import IN_THE_SUITE
from tests.filings.mutations_rules import ALL_MUTATIONS

# In how many of the 47 filings each defect can be planted.
PLANTED = {
    "overlapping_brackets": 21,
    "gap_between_brackets": 21,
    "first_bracket_above_the_minimum": 21,
    "table_limit_above_the_first_bracket": 21,
    "last_bracket_closed": 21,
    "bracket_above_the_limit": 4,
    "six_rates": 21,
    "fee_that_falls": 21,
    "fee_repeated": 21,
    "brackets_exchanged": 21,
    "upper_fee_lost": 21,
    "percentage_fee": 43,
    "fee_taken_at_two_times": 21,
    "players_pay_nothing": 13,
    "city_cap_below_the_limit": 21,
    "minimum_above_the_maximum": 21,
    "option_limit_outside_the_paragraph": 21,
    "bonus_limit_not_that_of_the_spot": 17,
    "bonus_limit_for_no_spot": 21,
    "option_number_used_twice": 41,
    "option_number_skipped": 43,
    "two_options_alike": 41,
    "paragraph_names_other_numbers": 43,
    "two_paragraphs_name_an_option": 21,
    "a_second_set_with_the_same_numbers": 43,
    "no_schedule_at_all": 46,
    "bands_of_players_overlap": 21,
    "a_number_of_players_without_a_fee": 21,
    "largest_game_below_the_smallest": 21,
    "two_pays_exchanged": 16,
    "envy_prizes_exchanged": 3,
    "a_lower_hand_pays_more": 16,
    "a_row_for_no_hand": 16,
    "a_row_for_a_hand_the_deck_cannot_make": 13,
    "a_joker_row_without_a_joker": 3,
    "a_row_left_out": 13,
    "a_row_that_is_never_paid": 7,
    "a_row_without_a_payoff": 18,
    "a_pay_table_left_out": 18,
    "a_pay_table_for_no_wager": 18,
    "a_name_used_for_two_tables": 13,
    "a_name_of_another_house_s_table": 4,
    "a_later_wager_without_its_place": 14,
    "an_unknown_wager_in_the_order": 22,
    "a_wager_twice_in_the_order": 22,
    "no_number_for_a_card": 6,
    "a_card_that_counts_nothing": 6,
    "more_seats_than_cards": 5,
    "more_players_than_first_cards": 24,
    "a_bank_offered_on_after_no_hand": 22,
    "the_base_spot_left_out": 22,
    "a_fold_that_loses_no_wager_of_the_game": 8,
    "a_fold_that_costs_nothing": 8,
    "silence_on_third_parties": 13,
    "silence_on_backline_bets": 19,
    "a_limit_from_zero": 22,
    "more_dealt_in_than_seats": 47,
    "no_rule_for_a_deck_that_runs_out": 9,
    "points_of_two_bonus_rows_exchanged": 1,
    "two_sweeps_exchanged": 1,
    "more_hands_than_the_deck_has_cards": 1,
    "a_button_the_game_does_not_have": 1,
    "a_filing_without_its_house": 47,
    "a_term_of_another_game": 47,
    "a_rule_of_another_house": 47,
    "a_reading_of_its_own": 47,
}


def filing_data(filing_id: str) -> dict[str, Any]:
    """The TOML of a filing with its shared schedule sets written out, to change."""
    data: dict[str, Any] = pickle.loads(_pickled(filing_id))
    return data


@cache
def _pickled(filing_id: str) -> bytes:
    data = read_toml(DATA / f"{filing_id}.toml")
    sets = [one.model_dump(mode="json") for one in schedule_sets(load(filing_id))]
    free = {k: v for k, v in data["collection"].items() if k not in ("shared", "set")}
    return pickle.dumps({**data, "collection": {**free, "set": sets}})


@cache
def found_before(filing_id: str) -> frozenset[tuple[str, str, str]]:
    found = lint_data(filing_data(filing_id), "planted.toml")
    return frozenset((one.code, one.where, one.message) for one in found)


@pytest.mark.parametrize("filing_id", filing_ids())
def test_a_set_written_out_is_linted_like_a_shared_one(filing_id: str) -> None:
    shared = {(one.code, one.where, one.message) for one in lint_filing(load(filing_id))}
    assert found_before(filing_id) == shared


def planted(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The filings a defect can be planted in, each with it."""
    for filing_id in filing_ids():
        data = filing_data(filing_id)
        if ALL_MUTATIONS[name][0](data):
            yield filing_id, data


def assert_found(name: str, several: Iterable[tuple[str, dict[str, Any]]]) -> None:
    missed = []
    for filing_id, data in several:
        before = found_before(filing_id)
        found = lint_data(data, "planted.toml")
        new = [one for one in found if (one.code, one.where, one.message) not in before]
        if not any(one.code in ALL_MUTATIONS[name][1] for one in new):
            missed.append((filing_id, [(one.code, one.where) for one in new]))
    assert not missed


@pytest.mark.parametrize("name", ALL_MUTATIONS)
def test_a_planted_defect_is_found_in_one_filing_of_every_way(name: str) -> None:
    every = list(planted(name))
    assert len(every) == PLANTED[name]
    some = [one for one in every if one[0] in IN_THE_SUITE]
    assert_found(name, some or every)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL_MUTATIONS)
def test_a_planted_defect_is_found_in_every_filing(name: str) -> None:
    assert_found(name, planted(name))
