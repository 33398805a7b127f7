"""The JSON Schema of a filing, for editors and for `check-jsonschema`.

Kinds are told apart by the key that names them (`family`, a group's `kind`): only the part that is
meant is looked at, so that one slip is one report. TOML has no null, so none is offered.
"""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from houseway.family import family_names, find_family
from houseway.filings.described import about, describe, values_in_words
from houseway.filings.loader import shared_readings, shared_set_names
from houseway.filings.schema.base import Record, written
from houseway.filings.schema.filing import family_schema

Json = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Described(GenerateJsonSchema):
    """Every key with what it is for."""

    def model_schema(self, schema: Any) -> Json:
        made: Json = super().model_schema(schema)
        model = schema["cls"]
        if issubclass(model, Record):
            made["description"] = about(model)
            for key, part in made.get("properties", {}).items():
                part["description"] = _described(model, key)
                part.pop("title", None)
        return made


def _described(model: type[Record], key: str) -> str:
    meant = values_in_words(model, key).items()
    values = "; ".join(f"{written(value)}: {said}"
                       for value, said in meant)  # fmt: skip
    said = describe(model, key)
    return f"{said.rstrip('.')}. {values}" if values else said


def json_schema() -> Json:
    """The schema of all families."""
    families = family_names()
    every = [family_schema(family) for family in families]
    names, made = models_json_schema(
        [(model, "validation") for model in every], schema_generator=_Described
    )
    parts = {
        family: names[model, "validation"] for family, model in zip(families, every, strict=True)
    }
    schema: Json = {
        "$schema": DIALECT,
        "title": "A Houseway filing",
        "description": "What a cardroom told the Bureau about one game.",
        **_told_apart("family", parts),
        "$defs": {name: _plain(part) for name, part in made["$defs"].items()},
    }
    labels = "; ".join(f"{name}: {find_family(name).label}" for name in families)
    schema["properties"]["family"]["description"] = f"Which game it is. {labels}"
    _enumerate(schema["$defs"])
    return schema


def _told_apart(key: str, parts: dict[str, Json]) -> Json:
    """One of several records, by the key that names which."""
    return {
        "type": "object",
        "required": [key],
        "properties": {key: {"enum": list(parts)}},
        "allOf": [
            {
                "if": {"required": [key], "properties": {key: {"const": name}}},
                "then": part,
            }
            for name, part in parts.items()
        ],
    }


def _plain(node: Any) -> Any:
    """Without null, and with kinds told apart by what names them."""
    if isinstance(node, list):
        return [_plain(one) for one in node]
    if not isinstance(node, dict):
        return node
    if "discriminator" in node:
        key, mapping = node["discriminator"]["propertyName"], node["discriminator"]["mapping"]
        rest = {k: v for k, v in node.items() if k not in ("discriminator", "oneOf")}
        return rest | _told_apart(key, {name: {"$ref": ref} for name, ref in mapping.items()})
    made = {key: _plain(value) for key, value in node.items() if not _is_null(key, value)}
    several = [one for one in made.get("anyOf", ()) if one != {"type": "null"}]
    if several and all(set(one) == {"type"} for one in several):
        made["type"] = [one["type"] for one in several]
        del made["anyOf"]
        if len(several) == 1:
            made["type"] = several[0]["type"]
    elif len(several) == 1:
        del made["anyOf"]
        made = several[0] | made
    elif several:
        made["anyOf"] = several
    return made


def _is_null(key: str, value: Any) -> bool:
    return key == "default" and value is None


def _enumerate(records: dict[str, Json]) -> None:
    """Names that stand in the catalogue: shared schedules and readings."""
    sets = shared_set_names()
    readings = [reading.id for reading in shared_readings()]
    for record in records.values():
        keys = record.get("properties", {})
        if "shared" in keys and "none_filed" in keys:
            keys["shared"]["items"] = {"enum": sets}
        if "readings" in keys and "family" in keys:
            keys["readings"]["items"] = {"enum": readings}
