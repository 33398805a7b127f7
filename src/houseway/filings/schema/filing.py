"""Which record a filing is read into: the schema of its family, loaded when a filing needs it."""

from __future__ import annotations

from typing import Any

from houseway.family import family_names, find_family
from houseway.filings.schema.common import FilingBase


def family_schema(family: str) -> type[FilingBase]:
    schema: type[FilingBase] = find_family(family).part("schema")
    return schema


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a filing, for editors."""
    from pydantic.json_schema import models_json_schema

    every = [family_schema(family) for family in family_names()]
    names, schema = models_json_schema([(model, "validation") for model in every])
    schema["anyOf"] = list(names.values())
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A Houseway filing"
    return schema
