"""The check of the collection data finds what is planted: it reads a small text of its own."""

from __future__ import annotations

import pytest

from houseway.filings.schema.collection import CollectionDocument
from tests.tools import check_collections as check

TEXT = [
    "For schedule options 1 through 2, a fee is taken.",
    "Minimum wagering limit shall be \\$1",
    "Maximum wagering limits shall be between \\$50 and \\$100",
    "Schedule Option\tTotal Table Action\tPlayer-Dealer Fee\tPlayer Fee",
    "1\t\\$1-\\$100\t\\$1\t\\$0.50",
    "\t\\$101 +\t\\$2\t",
    "A heading of the next page",
    "2\t\\$1-\\$1,000\t\\$.50\t\\$1",
    "\t\\$1,001 or more\t\\$3\t",
]
TOML_OPTIONS = [
    {"number": 1, "player": ["0+: 0.50"], "bank": ["1-100: 1", "101+: 2"], "lines": "5-6"},
    {"number": 2, "player": ["0+: 1"], "bank": ["1-1000: 0.50", "1001+: 3"], "lines": "8-9"},
]


def problems(
    *, text: list[str] = TEXT, option: object = TOML_OPTIONS, group: dict[str, object] | None = None
) -> list[str]:
    data = CollectionDocument.model_validate(
        {
            "house": "h",
            "title": "Fees",
            "source": "000",
            "set": [
                {
                    "name": "a",
                    "title": "A",
                    "cite": "Fees | 1-9",
                    "group": [
                        {
                            "kind": "california",
                            "options": "1-2",
                            "minimum": "1",
                            "maximum": "50-100",
                            "bank_basis": "table-action",
                            "player_basis": "flat",
                            "cite": "Fees | 1-9",
                            "option": option,
                        }
                        | (group or {})
                    ],
                }
            ],
        }
    )
    one = data.set[0]
    found = check.check_options("a", one, "000", text, [[(1, 9)]])
    found += check.check_paragraph("a", one.group[0], text)
    return found + check.unclaimed({"000": text}, {"a": data})


def test_a_true_transcription_has_no_differences() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("number", "key", "value"),
    [
        (0, "bank", ["1-100: 1", "101+: 3"]),
        (0, "bank", ["1-99: 1", "101+: 2"]),
        (0, "bank", ["1-100: 1"]),
        (0, "bank", ["1-100: 1", "101-500: 2"]),
        (0, "player", ["0+: 1"]),
        (1, "bank", ["1-1000: 5", "1001+: 3"]),
        (1, "limits", "5-500"),
        (1, "bank_missing", ["1001+"]),
        (1, "lines", "8"),
        (1, "lines", "7-9"),
        (1, "number", 3),
    ],
)
def test_a_wrong_option_is_found(number: int, key: str, value: object) -> None:
    changed = [dict(option) for option in TOML_OPTIONS]
    changed[number][key] = value
    assert problems(option=changed) != []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("minimum", "5"),
        ("minimum", None),
        ("maximum", "50-200"),
        ("maximum", "50-none"),
        ("options", "1-3"),
        ("taken", "after-first-cards"),
        ("backline_pays", True),
        ("bonus_limits", {"*": "1-50"}),
        ("wager_cap", 200),
    ],
)
def test_a_wrong_paragraph_is_found(key: str, value: object) -> None:
    assert problems(group={key: value}) != []


def test_a_row_no_option_claims_is_found() -> None:
    extra = [*TEXT, "3\t\\$1 +\t\\$4\t\\$1"]
    assert problems(text=extra) == ["000:10 belongs to no option: '3\\t\\\\$1 +\\t\\\\$4\\t\\\\$1'"]
