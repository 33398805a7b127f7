"""Which record a filing is read into: the schema of its family, loaded when a filing needs it."""

from __future__ import annotations

from houseway.family import find_family
from houseway.filings.schema.common import FilingBase


def family_schema(family: str) -> type[FilingBase]:
    schema: type[FilingBase] = find_family(family).part("schema")
    return schema
