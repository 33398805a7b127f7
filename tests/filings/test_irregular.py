"""Orders for irregularities: which one holds, what must be told, what is known of a silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from houseway.errors import CannotHaveHappened, FilingError
from houseway.filings.catalogue import DATA, filing_ids
from houseway.filings.irregular import (
    HOUSE,
    Fact,
    house_orders,
    lines_of,
    ordered,
    procedure_sets,
    procedures,
    silent,
)
from houseway.filings.loader import load
from houseway.filings.schema.irregular import KINDS, HouseOrder, Order

DOUBLE_HAND = load("napa-valley/double-hand-poker")
TILES = load("napa-valley/pai-gow-tiles")
CARD = Fact("exposed-card", "seat", "deal", ("9",))


def lines(fact: Fact, *earlier: Fact) -> str:
    found = ordered(DOUBLE_HAND.orders, fact, earlier)
    return "" if found is None else lines_of(DOUBLE_HAND, found)


def test_the_narrower_order_holds_003_215_to_221() -> None:
    assert lines(CARD) == "003:215"
    assert lines(CARD._replace(ranks=("A",))) == "003:217-219"
    assert lines(CARD._replace(ranks=("Jk",), whose="unused")) == "003:217-219"
    assert lines(CARD._replace(number=2)) == "003:221"
    assert lines(CARD, CARD._replace(kind="boxed-card")) == "003:221"  # boxed or exposed, two
    assert lines(CARD, CARD._replace(kind="wrong-pile")) == "003:215"


def test_only_the_banks_miscount_is_a_misdeal_003_223() -> None:
    assert lines(Fact("wrong-number", "bank")) == "003:223"
    assert lines(Fact("wrong-number", "seat", "deal")) == ""


def test_a_hand_that_lies_miscounted_is_foul_003_213() -> None:
    assert lines(Fact("wrong-number", "seat", "settling")) == "003:207-213"


def test_a_pile_goes_wrong_until_the_cup_is_closed_003_232() -> None:
    assert lines(Fact("wrong-pile", "seat", "deal")) == "003:232"
    assert lines(Fact("wrong-pile", "seat", "choices")) == ""


def test_a_misread_hand_must_be_intact_003_231() -> None:
    assert lines(Fact("miscalled-hand", "seat", "after")) == "003:231"
    assert lines(Fact("miscalled-hand", "seat", "after", intact=False)) == ""


def test_what_decides_must_be_told() -> None:
    for fact, asked in (
        (CARD._replace(ranks=None), "`cards`"),
        (CARD._replace(noticed=None), "`noticed`"),
        (Fact("wrong-number"), "`place`"),
    ):
        with pytest.raises(CannotHaveHappened, match=asked) as refused:
            ordered(DOUBLE_HAND.orders, fact)
        assert refused.value.code == "fact-needed"


def test_a_misspelt_kind_is_named() -> None:
    with pytest.raises(CannotHaveHappened, match="did you mean exposed-card"):
        ordered(DOUBLE_HAND.orders, Fact("exposed-crad"))


def test_touching_counts_once_the_bank_has_its_tiles_003_1156() -> None:
    for noticed, remedy in (("choices", "stands"), ("settling", "forfeit")):
        found = ordered(TILES.orders, Fact("touched-tiles", "seat", noticed))
        assert found is not None
        assert found.remedy == remedy


def test_the_nearest_words_are_an_order_of_the_same_thing_that_does_not_fit() -> None:
    told = silent(load("napa-valley/double-hand-poker"), "wrong-pile")  # after the dice: silent
    assert "before the dice cup is closed" in told.nearest  # 003:232


def test_silence_names_the_nearest_words_and_the_others() -> None:
    told = silent(load("casino-club/three-card-poker-6-card-bonus"), "miscalled-hand")
    assert "laid out again" in told.nearest  # 000:371
    assert ("napa-valley/double-hand-poker", "003:231") in {
        (one.filing, one.lines) for one in told.elsewhere
    }
    assert all(source["source"] == HOUSE for source in told.as_json()["house"])


@pytest.mark.parametrize("filing", filing_ids())
def test_every_order_is_of_a_known_kind_and_cited_within_its_text(filing: str) -> None:
    one = load(filing)
    for order in one.orders:
        assert set(order.kinds) <= set(KINDS)
        assert order.says
        assert order.cite.at
        assert lines_of(one, order).startswith(one.source.file)
        if isinstance(order, Order) and order.remedy == "forfeit" and order.wagers:
            assert set(order.wagers) <= {spot.name for spot in getattr(one, "spot", [])}


def test_the_shipped_procedures_speak_of_kinds_of_irregularities() -> None:
    assert "player-dealer" in procedure_sets()
    common = procedures("player-dealer")
    assert common.kind == "player-dealer"
    said = {kind for order in common.order for kind in order.kinds}
    assert said <= set(KINDS)
    # Whatever a text of these games speaks of, and what the floor is called for most.
    named = {kind for one in filing_ids() if load(one).kind == "player-dealer"
             for order in load(one).orders for kind in order.kinds}  # fmt: skip
    assert named <= said
    assert {"called-off", "short-deck", "out-of-turn", "wrong-order-shown"} <= said


def test_procedures_are_chosen_by_a_name_that_is_there_and_for_the_game() -> None:
    with pytest.raises(FilingError, match="no house procedures 'mine'"):
        house_orders(DOUBLE_HAND, "mine")
    with pytest.raises(FilingError, match="are for player-dealer games"):
        house_orders(load("outlaws/holdem"), "player-dealer")
    assert house_orders(DOUBLE_HAND, "") == ()


def test_an_order_of_no_known_kind_does_not_load() -> None:
    with pytest.raises(ValidationError, match="no kind of irregularity"):
        HouseOrder(kinds=["sneeze"], remedy="stands", says="bless you")


def test_procedures_are_no_filings() -> None:
    assert (DATA / "procedures").is_dir()
    assert not [one for one in filing_ids() if Path(one).parent.name == "procedures"]


def test_the_nearest_words_are_about_the_thing_000_350_003_1158() -> None:
    three_card = silent(load("casino-club/three-card-poker-6-card-bonus"), "out-of-turn")
    assert three_card.nearest.startswith("asked from the player-dealer's left")
    tiles = silent(load("napa-valley/pai-gow-tiles"), "miscalled-hand")
    assert tiles.nearest.startswith("Players' hands are opened in turn")


def test_tiles_are_touched_at_no_poker_table() -> None:
    assert silent(load("500-club/omaha"), "touched-tiles").nearest == ""


def test_only_what_the_house_dealer_set_stays_so_004_620() -> None:
    orders = load("500-club/fortune-pai-gow-poker").orders
    fact = Fact("changed-setting", "seat", "choices")
    assert ordered(orders, fact) is not None
    assert ordered(orders, fact._replace(by_house=False)) is None


def test_a_reading_about_those_behind_is_none_where_nobody_bets_behind_003_1156() -> None:
    orders = load("napa-valley/pai-gow-tiles").orders
    touched = Fact("touched-tiles", "seat", "settling")
    alone, followed = ordered(orders, touched), ordered(orders, touched._replace(backed=True))
    assert isinstance(alone, Order)
    assert isinstance(followed, Order)
    assert (alone.remedy, alone.reading) == ("forfeit", "")
    assert (followed.remedy, followed.reading) == ("forfeit", "own 1")


@pytest.mark.parametrize("noticed", ["deal", "choices", "settling", "after", None])
def test_a_joker_or_an_ace_shown_is_a_misdeal_whenever_it_is_noticed_003_217(
    noticed: str | None,
) -> None:
    orders = load("napa-valley/double-hand-poker").orders
    for fact in (
        Fact("boxed-card", "bank", noticed, ("A",)),
        Fact("exposed-card", "unused", noticed, ("Jk",)),
        Fact("exposed-card", "seat", noticed, ("9", "5"), number=2),
    ):
        order = ordered(orders, fact)
        assert order is not None
        assert order.remedy == "void"
