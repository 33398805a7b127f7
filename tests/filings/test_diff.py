"""Two filings compared: the differences the texts have, in sentences, and no others."""

from __future__ import annotations

import itertools
import json

import pytest

from houseway.filings.catalogue import filing_ids
from houseway.filings.diff import Difference, differences, differences_json, differences_table
from houseway.filings.loader import load
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.said import Term
from tests.filings.printed import flat

CASINO_TCP = "casino-club/three-card-poker-6-card-bonus"
OUTLAWS_TCP = "outlaws/three-card-poker-6-card-bonus"


def compared(first: str, second: str) -> dict[str, Difference]:
    return {one.path: one for one in differences(load(first), load(second))}


def rules(first: str, second: str) -> dict[str, Difference]:
    return {path: one for path, one in compared(first, second).items() if one.kind == "rule"}


def test_casino_club_and_outlaws_three_card_poker() -> None:
    found = rules(CASINO_TCP, OUTLAWS_TCP)
    assert {path: (one.first, one.second) for path, one in found.items()} == {
        # 002:307 counts a wager on any position but one's own as backline betting.
        "table.other_spots": (
            "silent on bets on empty positions",
            "players bet on their own position and no other",
        ),
        "spot.ante.backline": ("backline bets permitted", "no backline bets"),
        "spot.pair_plus.backline": ("backline bets permitted", "no backline bets"),
        "spot.six_card_bonus.backline": ("backline bets permitted", "no backline bets"),
        "settlement.wager_order": (
            "play, ante, pair plus, six card bonus",
            "ante, play, pair plus, six card bonus",
        ),
        "pay_table.six_card_bonus.rows.four-of-a-kind.pays": ("100:1", "50:1"),
        "pay_table.six_card_bonus.rows.full-house.pays": ("20:1", "25:1"),
        "pay_table.six_card_bonus.rows.three-of-a-kind.pays": ("7:1", "5:1"),
        "game.ante_unqualified": (
            "pays 1:1 whatever the hands",
            "pays 1:1 if the player is higher, else is returned",
        ),
    }


def test_a_difference_reads_as_a_sentence_with_both_clauses() -> None:
    found = compared(CASINO_TCP, OUTLAWS_TCP)["game.ante_unqualified"]
    assert str(found) == (
        "bank does not qualify: ante: pays 1:1 whatever the hands / "
        "pays 1:1 if the player is higher, else is returned"
    )
    assert found.first_cite == "How Each Wager Wins, Loses or Pushes, item 1.b"
    assert found.second_cite == "Round of Play, item 5.b (first)"


def test_a_bet_only_one_house_has() -> None:
    found = rules("casino-club/ultimate-texas-holdem", "napa-valley/ultimate-texas-holdem")
    spot = found["spot.bad_beat"]
    assert spot.first == "nothing"
    assert "needs ante, blind and trips" in spot.second
    assert found["game.bad_beat"].first == "not offered"
    assert "compared even when the bank does not qualify" in found["game.bad_beat"].second


def test_collection_is_summed_up_in_the_table_and_whole_in_json() -> None:
    first, second = load(CASINO_TCP), load(OUTLAWS_TCP)
    found = differences(first, second)
    text = flat(differences_table(first, second, found))
    assert "Set 1, options other fees or limits in 1-5" in text
    document = json.loads(json.dumps(differences_json(first, second, found)))
    fees = {one["path"]: one for one in document["differences"] if one["kind"] == "collection"}
    assert fees["collection.set 1.options.1.player"]["first"] == "none"
    assert fees["collection.set 1.options.1.player"]["second"] == (
        "$5 to $300: $0.50, $301 to $500: $1"
    )
    assert document["same_family"] is True
    assert document["same"] is False
    assert "table-games 14" in document["readings"]["first_only"]
    assert "table-games 40" in document["readings"]["second_only"]


def test_filings_that_share_a_set_have_no_difference_in_it() -> None:
    found = compared("napa-valley/omaha", "napa-valley/texas-holdem")
    assert not [one for one in found.values() if one.kind == "collection"]


def test_500_club_crazy_pineapple_and_pineapple_discard_at_another_time() -> None:
    found = rules("500-club/pineapple", "500-club/crazy-pineapple")
    streets = {path for path in found if path.startswith("game.street")}
    assert streets


@pytest.mark.parametrize("filing_id", filing_ids())
def test_a_filing_is_the_same_as_itself(filing_id: str) -> None:
    filing = load(filing_id)
    found = differences(filing, filing)
    assert found == []
    assert flat(differences_table(filing, filing, found)) == "The two filings are the same."
    assert differences_json(filing, filing, found)["same"] is True


def test_the_same_rules_in_other_words_are_said_to_be_the_same() -> None:
    filing = load(CASINO_TCP)
    rule = filing.rule[0].model_copy(update={"text": "Nothing moves any more."})
    other = filing.model_copy(update={"rule": [rule, *filing.rule[1:]]})
    found = differences(filing, other)
    assert [one.kind for one in found] == ["prose"]
    text = flat(differences_table(filing, other, found))
    assert "Every rule that decides play or money is the same." in text
    assert "Nothing moves any more." in text
    assert differences_json(filing, other, found)["same"] is True


def test_citations_and_notes_are_no_difference() -> None:
    filing = load(CASINO_TCP)
    cite = filing.deck.cite.model_copy(update={"at": "Elsewhere"})
    deck = filing.deck.model_copy(update={"cite": cite, "note": "A remark."})
    assert differences(filing, filing.model_copy(update={"deck": deck})) == []


def test_a_word_explained_by_nothing_says_as_much_as_one_that_is_not_there() -> None:
    filing = load(CASINO_TCP)
    term = Term(term="Foul", means="", cite=filing.deck.cite)
    assert differences(filing, filing.model_copy(update={"term": [*filing.term, term]})) == []


def test_games_of_other_kinds_are_compared_in_what_they_share() -> None:
    first, second = load("500-club/ez-baccarat"), load("500-club/texas-holdem")
    found = differences(first, second)
    paths = {one.path.partition(".")[0] for one in found if one.kind == "rule"}
    assert paths <= {"deck", "table", "option", "not_for_play"}
    text = flat(differences_table(first, second, found))
    assert "games of different kinds; only what both have is compared" in text
    assert differences_json(first, second, found)["same_family"] is False


def family(filing: FilingBase) -> str:
    return str(getattr(filing, "family", ""))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pair
        for pair in itertools.combinations(filing_ids(), 2)
        if family(load(pair[0])) == family(load(pair[1])) != "poker"
    ],
)
def test_a_comparison_is_the_mirror_of_its_reverse(first: str, second: str) -> None:
    there = {(one.path, one.first, one.second) for one in differences(load(first), load(second))}
    back = {(one.path, one.second, one.first) for one in differences(load(second), load(first))}
    assert there == back
    assert all(one and other for _, one, other in there)
