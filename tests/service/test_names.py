"""Names at the table: none that cannot be seen, none that looks like another's."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.service.names import clean_name, fold, looks
from tests.service.running import run, serving


@pytest.mark.parametrize(
    "name",
    [
        "Ann\ufe0f", "\ufe0fAnn", "A\u034fnn", "Ann\u2800", "\u2800", "\u3164", "\u115f\u1160",
        "Ann\U000e0101", "\u0301", "\u0301Ann", "q\u0302\u0303\u0304", "Ann\u200b", "\u202eAnn",
        "\u0410nn", "\u0391nn", "Ann\u0430", "B\u03bfb",
    ],
)  # fmt: skip
def test_a_name_with_something_unseen_or_of_mixed_letters_is_none(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_name(name)
    assert refusal.value.code == "bad-name"


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "Đặng", "Нина", "Ελένη", "山田 太郎", "やまだタロウ", "김민수", "O'Neil-2",
     "दीपा", "สมชาย", "Ann 山", "🂡 Ace"],
)  # fmt: skip
def test_names_of_people_everywhere_are_names(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("taken", "tried"),
    [
        ("coco", "сосо"),  # all of it Cyrillic
        ("Alice", "AIice"),  # a capital i
        ("Alice", "A1ice"),
        ("Tim", "Tirn"),
        ("Tim", "TIrn"),
        ("OTTO", "0TT0"),
        ("COCO", "сосо"),
        ("coco", "C0C0"),
        ("Kate", "Κate".replace("Κ", "\u212a")),  # the sign for kelvin
    ],
)
def test_names_that_look_alike_have_a_look_in_common(taken: str, tried: str) -> None:
    assert looks(taken) & looks(tried) or fold(taken) == fold(tried)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Bob", "Rob"), ("Nina", "Нина"), ("Ann 2", "Ann 3")]
)
def test_names_that_differ_to_the_eye_differ(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


def test_a_look_alike_of_a_taken_name_is_refused_and_the_same_name_gets_a_number(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            accounts = running.parts.accounts
            await accounts.new_guest("coco")
            assert (await accounts.new_guest("Coco"))[1].name == "Coco 2"
            for tried in ("сосо", "c\u043eco", "coco\ufe0f", "СОСО", "C0C0", "c\u034foco"):
                with pytest.raises(Refused) as refusal:
                    await accounts.new_guest(tried)
                assert refusal.value.code in ("look-alike", "bad-name"), tried
            # Those of the bots and of the house are taken from the start.
            for tried in ("H0use", "HOUSE\u2800", "DeaIer", "P1ayer"):
                with pytest.raises(Refused):
                    await accounts.new_guest(tried)

    run(test())


def test_names_of_an_older_store_are_compared_too(tmp_path: Path) -> None:
    """The step to this version works out how the names it finds look."""
    from sqlalchemy import text

    from houseway.service.storage import migrations
    from houseway.service.storage.store import Store, database_url, make_engine

    file = f"sqlite:///{tmp_path / 'cardroom.db'}"
    engine = make_engine(database_url(file))
    migrations.migrate(engine, upto=1)
    with engine.begin() as connection:
        for name in ("coco", "\u0441\u043e\u0441\u043e"):  # both were let in then
            connection.execute(
                text(
                    "INSERT INTO accounts (name, folded, role, created) "
                    "VALUES (:name, :name, 'player', '2025')"
                ),
                {"name": name},
            )
    engine.dispose()
    store = Store(file)
    store.close()

    async def test() -> None:
        async with serving(tmp_path, database=file) as running:
            with pytest.raises(Refused) as refusal:
                await running.parts.accounts.new_guest("C0C0")
            assert refusal.value.code == "look-alike"

    run(test())
