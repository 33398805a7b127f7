"""Every key of the schema has a wording, and different values read differently."""

from __future__ import annotations

import itertools

from houseway.family import family_names
from houseway.filings.schema.base import Record
from houseway.filings.wording import REFERENCES, is_reference, words_of
from tests.filings.schema_walk import (
    EVERY_WORD,
    every_model,
    field_samples,
    names_items,
    variations,
)

MODELS = every_model()
KEYS = [
    (model, key) for model in MODELS for key in model.model_fields if not is_reference(model, key)
]


def test_the_walk_reaches_every_family() -> None:
    packages = {model.__module__.rpartition(".")[0] for model in MODELS}
    assert {
        "houseway.filings.schema",
        *(f"houseway.families.{name.replace('-', '_')}" for name in family_names()),
    } <= packages
    assert len(KEYS) > 250


def test_only_sources_and_remarks_go_unworded() -> None:
    assert {
        "cite", "note", "lines", "source", "third_party_cite", "reading", "readings",
    } == REFERENCES  # fmt: skip


def test_every_key_has_a_sentence() -> None:
    for model, key in KEYS:
        check_sentence(model, key)


def check_sentence(model: type[Record], key: str) -> None:
    words = words_of(model, EVERY_WORD)
    if words.sentence is not None:
        said = [
            (words.sentence(one), words.sentence(other)) for one, other in variations(model, key)
        ]
        differ = any(one != other for one, other in said)
        assert differ or names_items(model, key), f"the sentence leaves out {key}"
        return
    assert key in words.keys, f"no wording for {key}"
    wording = words.keys[key]
    values = field_samples(model, key)
    if isinstance(wording.says, dict):
        fixed = {one for one in values if one not in ("", None)}
        assert fixed <= set(wording.says), "a value without words"
    if wording.says is None and isinstance(values[0], Record | list):
        return  # a table, or a list of tables: told key by key
    texts = [wording.sentence(one) for one in values]
    for one, other in itertools.combinations(texts, 2):
        assert one != other, f"{key}: two values read alike: {one}"
    assert all(texts)
