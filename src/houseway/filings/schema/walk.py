"""The schema as a tree: which records a key holds, and which keys there are at a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from houseway.filings.schema.base import Record, parts_of


def records_of(annotation: Any) -> list[type[Record]]:
    """The records an annotation may hold."""
    parts = parts_of(annotation)
    return [part for part in parts if isinstance(part, type) and issubclass(part, Record)]


def records_in(node: Any, path: str = "") -> Iterator[tuple[str, Record]]:
    """Every record of a filing with its place, the filing itself first."""
    if isinstance(node, Record):
        yield path, node
        for key in type(node).model_fields:
            yield from records_in(getattr(node, key), f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for place, one in enumerate(node):
            yield from records_in(one, f"{path}[{place}]")


def keys_at(schema: type[Record], location: tuple[int | str, ...]) -> list[str]:
    """The keys a filing may have at a place, as pydantic names places."""
    here = [schema]
    for part in location:
        if isinstance(part, int):
            continue
        below = [m.model_fields[part].annotation for m in here if part in m.model_fields]
        if below:
            here = [record for annotation in below for record in records_of(annotation)]
        else:  # the name of an alternative
            here = [m for m in here if part == m.__name__ or part in _tags(m)] or here
    return list(dict.fromkeys(key for model in here for key in model.model_fields))


def _tags(model: type[Record]) -> tuple[object, ...]:
    """The values by which a record of several kinds is told apart."""
    kind = model.model_fields.get("kind")
    return get_args(kind.annotation) if kind and get_origin(kind.annotation) is Literal else ()
