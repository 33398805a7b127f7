"""Whatever a user hands us is read here, and bounded before it is parsed.

The kind and size of a file, how deep it is nested and how many digits its numbers have are looked
at first: parsers take their time and memory by those (a dotted key of TOML by its square).
"""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from houseway.errors import CannotHaveHappened, HousewayError

MOST_BYTES = 16 * 1024 * 1024  # of a file that is read as a whole
MOST_LINE = 1024 * 1024  # bytes of one line of a log; a log may have any number
MOST_DEEP = 32  # brackets within brackets
MOST_PARTS = 16  # of a dotted key
MOST_DIGITS = 40
MOST_EXPONENT = 40

Kind = type[HousewayError]

_KINDS = (
    (stat.S_ISDIR, "folder; name the files in it"),
    (stat.S_ISFIFO, "pipe; save what it gives to a file first"),
    (stat.S_ISSOCK, "socket; name a file"),
)  # fmt: skip


# Files.


def is_file(path: str | Path) -> bool:
    """Whether a file is there; a name that cannot be one is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path | str, *, kind: Kind = CannotHaveHappened) -> bytes:
    """A whole file, or an error that names it."""
    with open_file(path, kind) as file:
        try:
            content = file.read(MOST_BYTES + 1) or b""
        except OSError as error:
            raise _unreadable(path, error, kind) from None
    if len(content) > MOST_BYTES:
        _too_large(str(path), kind)
    return content


def read_text(path: Path | str, *, what: str = "text", kind: Kind = CannotHaveHappened) -> str:
    """A file's text in UTF-8; `what` it should have been names the error (`not-toml`)."""
    try:
        return read_bytes(path, kind=kind).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"this is no text in UTF-8 (byte {error.start}); save it as UTF-8"
        raise kind(f"not-{what}", message, where=str(path)) from None


def read_lines(path: Path | str, *, kind: Kind = CannotHaveHappened) -> Iterator[bytes]:
    """The lines of a file with their ends, one at a time."""
    with open_file(path, kind) as file:
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(MOST_LINE + 1)
            except OSError as error:
                raise _unreadable(path, error, kind) from None
            if not line:
                return
            if len(line) > MOST_LINE:
                said = f"a line has {MOST_LINE:,} bytes at most"
                raise kind("too-large", said, where=f"{path}, line {number}")
            yield line


def open_file(path: Path | str, kind: Kind) -> Any:
    """An ordinary file, open; never one that waits or has no end."""
    try:
        _check_kind(os.stat(path), path, kind)
        # It may have been exchanged since: opened without waiting, and looked at again.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error, kind) from None
    file = os.fdopen(handle, "rb")
    try:
        _check_kind(os.fstat(handle), path, kind)
    except HousewayError:
        file.close()
        raise
    return file


def _check_kind(found: os.stat_result, path: Path | str, kind: Kind) -> None:
    if stat.S_ISREG(found.st_mode):
        return
    what = next((name for of, name in _KINDS if of(found.st_mode)), "device; name a file")
    raise kind("not-a-file", f"this is a {what}", where=str(path))


def _unreadable(path: Path | str, error: Exception, kind: Kind) -> HousewayError:
    if isinstance(error, FileNotFoundError):
        said = "there is no such file; check the name"
    else:
        said = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    return kind("no-such-file", said, where=str(path))


def _too_large(where: str, kind: Kind) -> NoReturn:
    said = f"this is larger than {MOST_BYTES // 1024 // 1024} MB; split it"
    raise kind("too-large", said, where=where)


# Words.

# Control characters of the terminal, marks that turn the direction of text, halves of characters.
CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def toml_value(value: bool | int | Decimal | str) -> str:
    """A single value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return toml_text(value) if isinstance(value, str) else str(value)


def toml_text(text: str) -> str:
    """Text as TOML writes it, readable again, with nothing in it that a terminal obeys.

    >>> print(toml_text('Ann "Ace"\\x1b[2J\\x7f'))
    "Ann \\"Ace\\"\\u001b[2J\\u007f"
    """
    written = json.dumps(text, ensure_ascii=False)
    return CONTROL.sub(
        lambda found: (
            f"\\U{ord(found[0]):08x}" if found[0] > "\uffff" else f"\\u{ord(found[0]):04x}"
        ),
        written,
    )


_WHOLE = re.compile(f"[0-9]{{1,{MOST_DIGITS}}}")


def whole_number(text: str) -> int | None:
    """The number a word is, if it is one; `²` is a digit to Python, and no number.

    >>> whole_number("12"), whole_number("²"), whole_number("-1"), whole_number("")
    (12, None, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def chosen_options(written: Iterable[str]) -> dict[str, bool | int | str]:
    """`NAME=VALUE` as a round file would hold it.

    >>> chosen_options(["dealer_hits=true", "decks=8", "coverage=net"])
    {'dealer_hits': True, 'decks': 8, 'coverage': 'net'}
    """
    chosen: dict[str, bool | int | str] = {}
    for one in written:
        name, equals, value = one.partition("=")
        if not equals:
            raise HousewayError(
                "bad-option", f"{one!r}: an option is written NAME=VALUE", where="--option"
            )
        words: dict[str, bool] = {"true": True, "false": False}
        number = whole_number(value)
        chosen[name] = words.get(value.lower(), value if number is None else number)
    return chosen


# TOML.

# `number` is one of more than 40 digits. No parser comes to what follows a string without an end.
_TOML = re.compile(
    r'''(?:(?P<number>[+-]*[0-9][0-9A-Za-z_+-]{40,}+)
         |(?P<plain>"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+"""(?:"{0,2})
                   |\'\'\'[^']*+(?:'(?!'')[^']*+)*+\'\'\'(?:'{0,2})
                   |"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"
                   |'[^'\n]*+'
                   |[A-Za-z0-9_+-]++)
         |(?P<dot>\.)
         |(?P<open>[\[{])
         |(?P<close>[\]}])
         |(?P<torn>["'])
         |(?P<else>\#[^\n]*+|[^"'\#\[\]{}.A-Za-z0-9_+-]++)
        )[ \t]*+''',
    re.VERBOSE | re.DOTALL,
)


def parse_toml(text: str, *, where: str = "", kind: Kind = CannotHaveHappened) -> dict[str, Any]:
    """TOML with exact decimals, or an error that says where."""
    _check_toml(text, where, kind)
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        raise kind("not-toml", f"cannot be read as TOML: {error}", where=where) from None
    except _BadNumberError as error:
        raise kind("bad-value", str(error), where=where) from None


def read_toml(path: Path | str, *, kind: Kind = CannotHaveHappened) -> dict[str, Any]:
    return parse_toml(read_text(path, what="toml", kind=kind), where=str(path), kind=kind)


def _check_toml(text: str, where: str, kind: Kind) -> None:
    if len(text) > MOST_BYTES:
        _too_large(where, kind)
    deep = parts = 0
    for found in _TOML.finditer(text):
        token, said, code = found.lastgroup, "", "too-deep"
        if token == "plain":
            continue
        if token == "dot":
            parts += 1
            if parts >= MOST_PARTS:
                said = f"a dotted key has {MOST_PARTS} parts at most"
        elif token == "number":
            said, code = _MANY_DIGITS, "bad-value"
        elif token == "torn":
            return
        else:
            parts = 0
            if token == "open":
                deep += 1
                said = _DEEP if deep > MOST_DEEP else ""
            elif token == "close":
                deep -= 1
        if said:
            line = f"line {text.count(chr(10), 0, found.start()) + 1}"
            raise kind(code, said, where=f"{where}, {line}" if where else line)


_DEEP = f"nothing is nested more than {MOST_DEEP} deep"
_MANY_DIGITS = f"a number has {MOST_DIGITS} digits at most"


class _BadNumberError(Exception):
    """A number no file of ours has."""


def _decimal(written: str) -> Decimal:
    mantissa, _, exponent = written.lower().partition("e")
    if len(mantissa) > MOST_DIGITS + 2:
        raise _BadNumberError(_MANY_DIGITS)
    if exponent and (len(exponent) > 4 or abs(int(exponent)) > MOST_EXPONENT):
        said = f"{written[:MOST_DIGITS]}: a number is written without such an exponent"
        raise _BadNumberError(said)
    return Decimal(written.replace("_", ""))


# JSON.

_JSON = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}"]', re.DOTALL)
_LONG = re.compile(f"[0-9]{{{MOST_DIGITS + 1}}}")


def parse_json(
    text: str | bytes, *, where: str = "", kind: Kind = CannotHaveHappened, exact: bool = True
) -> Any:
    """JSON with exact decimals (`exact`; else floats), or an error that says where."""
    if len(text) > MOST_BYTES:
        _too_large(where, kind)
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        check_json(text, where=where, kind=kind)
        return json.loads(
            text,
            parse_float=_decimal if exact else _float,
            parse_int=_int if _LONG.search(text) else None,
            parse_constant=_no_number,
            object_pairs_hook=_once,
        )
    except UnicodeDecodeError:
        raise kind("not-json", "this is no text in UTF-8", where=where) from None
    except json.JSONDecodeError as error:
        raise kind("not-json", f"cannot be read as JSON: {error}", where=where) from None
    except _BadNumberError as error:
        raise kind("bad-value", str(error), where=where) from None
    except _TwiceError as error:
        raise kind("key-twice", f"{error} stands twice in one object", where=where) from None


def read_json(path: Path | str, *, kind: Kind = CannotHaveHappened) -> Any:
    return parse_json(read_text(path, what="json", kind=kind), where=str(path), kind=kind)


def check_json(text: str, *, where: str = "", kind: Kind = CannotHaveHappened) -> None:
    """Refuse what is nested too deep for a parser."""
    if text.count("[") + text.count("{") <= MOST_DEEP:
        return
    deep = 0
    for found in _JSON.finditer(text):
        match found[0]:
            case "[" | "{":
                deep += 1
                if deep > MOST_DEEP:
                    raise kind("too-deep", _DEEP, where=where)
            case "]" | "}":
                deep -= 1
            case '"':
                return


class _TwiceError(Exception):
    """A key that stands twice: which of the two is meant nobody knows."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _TwiceError(repr(name))
            seen.add(name)
    return made


def _int(written: str) -> int:
    if len(written.lstrip("-")) > MOST_DIGITS:
        raise _BadNumberError(_MANY_DIGITS)
    return int(written)


def _float(written: str) -> float:
    return float(_decimal(written))


def _no_number(written: str) -> NoReturn:
    raise _BadNumberError(f"{written} is no number")
