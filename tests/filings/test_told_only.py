"""No data without effect: a key is asked by code that decides, or it is told only and listed so."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import houseway
from houseway.filings.schema.walk import records_of
from houseway.filings.told_only import has_one_value, is_told_only
from houseway.filings.wording import is_reference
from tests.filings.schema_walk import every_model

SOURCE = Path(houseway.__file__).parent
# Modules that tell what is filed and decide nothing.
TELLING = (
    "filings/wording", "filings/lint", "filings/trace", "filings/show.py", "filings/sheet.py",
    "filings/told.py", "filings/told_only.py", "filings/diff.py", "filings/find.py",
    "filings/described.py", "filings/drafting.py", "filings/json_schema.py",
)  # fmt: skip


@cache
def asked() -> frozenset[str]:
    """Every name that deciding code asks a record for, or names to ask by."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE).as_posix()
        if place.startswith(TELLING) or path.name in ("wording.py", "lint.py"):
            continue
        schema = path.name.startswith("schema") or "/schema/" in place
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif not schema and isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return frozenset(found)


KEYS = [(model, key) for model in every_model() for key in model.model_fields]


def test_a_key_is_asked_by_code_that_decides_or_is_told_only() -> None:
    unasked = [(m, k) for m, k in KEYS if not is_told_only(m, k) and k not in asked()]
    assert unasked == []


def test_what_is_told_only_is_a_key() -> None:
    for model in every_model():
        here = vars(model).get("told_only", ())
        assert set(here) <= set(model.model_fields), model.__name__


def test_the_list_of_what_is_told_only() -> None:
    listed = {
        f"{model.__name__}.{key}"
        for model, key in KEYS
        if is_told_only(model, key)
        and not is_reference(model, key)
        and not has_one_value(model, key)
        and key in vars(model).get("told_only", ())
    }
    assert listed == {
        # what things are called, and words for readers
        "BonusRow.label", "Clause.text", "HouseWayChart.title", "HouseWayRow.example",
        "HouseWayRow.hand", "HouseWayRow.otherwise", "Kept.says", "Natural.name", "NotFiled.key",
        "NotFiled.why", "Notice.text", "Notice.topic", "OptionRule.about", "PayRow.label",
        "PayTable.title", "Posting.text", "Rule.text", "Rule.topic", "ScheduleSet.approval",
        "ScheduleSet.title", "Segment.label", "Split.says", "Spot.label", "Street.label",
        "SweepRow.label", "Table.shape", "Term.means", "Term.term", "Way.says",
        "WeekdayGame.title", "Whole.says",
        # what follows from other keys
        "Deck.jokers_as_decks", "FantasyLand.cards", "Segment.cards", "Segment.ranking",
        # what another place of the text says, where this one holds
        "CaliforniaGroup.taken_elsewhere", "SeatsClause.seats", "Table.seats_elsewhere",
        "TimingClause.taken",
        # doubts, and the texts they are about
        "Reading.doubt", "Reading.id", "Reading.option", "Reading.others", "Reading.places",
        "Reading.taken", "Reading.title", "Reading.touches", "Reading.weight", "Source.file",
        # what the text says and no table asks
        "CaliforniaGroup.bonus_in_table_limits", "Collection.none_filed", "Deck.bonus_ranks",
        "FreeCollection.earned", "FreeCollection.obligatory", "FreeCollection.waives",
        "ButtonDraw.method", "Piles.by_hand", "Piles.first_pile", "Piles.without_wager",
        "PlayerDealer.third_party", "PlayersSet.house_way", "PlayersSet.house_way_binds",
        "Posts.between_blinds", "Reset.how", "ScheduleSet.games",
        "ScheduleSet.notices", "ScheduleSet.procedures", "Spot.limits_in_schedule",
        "Table.seats_allowed",
    }  # fmt: skip


def test_a_table_that_is_told_only_holds_nothing_that_decides() -> None:
    for model, key in KEYS:
        if is_told_only(model, key) and not is_reference(model, key):
            for record in records_of(model.model_fields[key].annotation):
                deciding = [k for k in record.model_fields if not is_told_only(record, k)]
                assert not deciding, record.__name__
