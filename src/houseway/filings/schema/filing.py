"""Which schema a family has. Schemas load when a filing of the family does, not before."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from houseway.filings.schema.common import FilingBase

FAMILIES: dict[str, str] = {
    "twenty-one": "twenty_one:TwentyOne",
    "three-card-poker": "three_card:ThreeCardPoker",
    "ultimate-holdem": "ultimate:UltimateHoldem",
    "baccarat": "baccarat:Baccarat",
    "pai-gow-poker": "pai_gow:PaiGowPoker",
    "pai-gow-tiles": "tiles:PaiGowTiles",
    "poker": "poker:Poker",
    "chinese-poker": "chinese:ChinesePoker",
}


def family_schema(family: str) -> type[FilingBase]:
    module, _, name = FAMILIES[family].partition(":")
    schema: type[FilingBase] = getattr(import_module(f"houseway.filings.schema.{module}"), name)
    return schema


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a filing, for editors."""
    from pydantic.json_schema import models_json_schema

    every = [family_schema(family) for family in FAMILIES]
    names, schema = models_json_schema([(model, "validation") for model in every])
    schema["anyOf"] = list(names.values())
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A Houseway filing"
    return schema
