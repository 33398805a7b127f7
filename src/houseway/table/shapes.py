"""Whether a value is what its annotation says: for records that come from a file.

>>> fits(("Ann", 3), tuple[str, int]), fits(("Ann", "3"), tuple[str, int]), fits(True, int)
(True, False, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Check = Callable[[Any], bool]


def fits(value: Any, hint: Any) -> bool:
    return checker(hint)(value)


@cache
def checker(hint: Any) -> Check:
    """The test for an annotation; parts of tuples, mappings and records are tested too."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return checker(args[0])
    if origin in (Union, UnionType):
        choices = [checker(one) for one in args]
        return lambda value: any(test(value) for test in choices)
    if origin is Literal:
        return lambda value: value in args
    if origin is tuple:
        return _tuple(args)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, item = map(checker, args)
        return lambda value: (
            isinstance(value, Mapping)
            and all(key(name) and item(one) for name, one in value.items())
        )
    if hint is Any:
        return lambda _: True
    if hint in (None, NoneType):
        return lambda value: value is None
    if hint in (int, str, bool):
        return lambda value: type(value) is hint  # true is no number
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _record(hint)
    if isinstance(hint, type):
        return lambda value: isinstance(value, hint)
    raise TypeError(f"{hint!r} is no annotation that can be tested")


def _tuple(args: tuple[Any, ...]) -> Check:
    if args[1:] == (...,):
        each = checker(args[0])
        return lambda value: isinstance(value, tuple) and all(map(each, value))
    tests = [checker(one) for one in args]
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(tests)
        and all(test(one) for test, one in zip(tests, value, strict=True))
    )


def _record(kind: type[Any]) -> Check:
    hints = get_type_hints(kind, include_extras=True)
    names = (
        kind._fields if hasattr(kind, "_fields") else [one.name for one in fields(kind) if one.init]
    )
    tests = [(name, checker(hints[name])) for name in names]
    return lambda value: (
        isinstance(value, kind) and all(test(getattr(value, name)) for name, test in tests)
    )
