"""Inputs made up by chance: right files of every kind, with something wrong put into them."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from houseway.filings.catalogue import DATA, filing_ids
from houseway.histories.dealing import deal
from houseway.histories.event_log import START, seal_of

ROOT = Path(__file__).parents[2]
NAMES = tuple(sorted(filing_ids()))

WORDS = (
    "", " ", "0", "1", "-1", "²", "٣", "½", "1e9", "1e999999", "NaN", "inf", "0x10", "9" * 50,
    "9" * 5000, "true", "None", "[/b]", "[bold]", "[link=x]y[/link]", ":smile:",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07", "\x9b2J", "\x7f", "\r", "\u202eabc", "\u2066", "\x00", "a\nb",
    "é", "\U0001f0cf",
    "%s", "{0}", "..", "/", "/dev/null", "/dev/zero", "*", "-", "--", "--help", "x=y", "=", "x=²",
    "AhKh", "AxKh", "Zz", "Ah Ah", "AhAh", "Jk", "JkJkJkJk", "2c3d4h5s6c7d8h", "11 22 33 44", "00",
    "1/2", "3:2", "1-1", "5-500", "500-5", "-", "1,2,3", "2025-13-45", "25:00", "06:00", "a" * 3000,
    "fold", "p1 cbr 100", "p1 cbr ²", "d db AhKhQh", "d dh p1 AhAd", "p9 f", "p1 sm AhKh", "cbr",
    "500-club", "500-club/omaha", "500-club/nothing", "collections/casino-club",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *WORDS, 0, 1, -1, 2, 7, 100, 10**6, 2**31, 2**63, 10**30, -(10**30), True, False,
    Decimal("0.5"), Decimal("-12.505"), Decimal("1e30"), Decimal("inf"), Decimal("nan"),
    [], [[]], [1], ["a"], [1, "a", True], {}, {"a": 1}, {"a": {"b": []}}, [{}], [{"a": 1}],
    date(2025, 1, 1), time(12), datetime(2025, 1, 1, 12),
)  # fmt: skip


class Given(NamedTuple):
    """A command with its files; `{folder}` in its words is where they lie."""

    words: tuple[str, ...]
    files: dict[str, bytes]


def to_toml(value: Any) -> str:
    """A value as TOML; tables within are written in braces."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Decimal():
            return str(value).lower() if not value.is_finite() else f"{value:f}".ljust(1, "0")
        case date() | time():
            return value.isoformat()
        case list():
            return f"[{', '.join(map(to_toml, value))}]"
        case dict():
            pairs = (f"{to_toml(str(key))} = {to_toml(one)}" for key, one in value.items())
            return f"{{{', '.join(pairs)}}}"
    return str(value)


def document(data: dict[str, Any]) -> bytes:
    lines = (f"{to_toml(str(key))} = {to_toml(value)}" for key, value in data.items())
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


# Something wrong.


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: what holds it, and its key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def _value(source: random.Random) -> Any:
    """One of the values, a new one each time: what is spoilt further must not spoil the list."""
    return deepcopy(source.choice(VALUES))


def spoil(data: Any, source: random.Random) -> Any:
    """The same document with a value changed, added, taken away, moved or doubled, now and then
    several."""
    data = json.loads(json.dumps(data, default=_keep), object_hook=_kept)
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        places = list(_places(data))
        if not places:
            return data
        holder, key = source.choice(places)
        match source.randrange(7):
            case 0 | 1 | 2:
                holder[key] = _value(source)
            case 3:
                del holder[key]
            case 4:
                other, from_key = source.choice(places)
                if from_key in (other if isinstance(other, dict) else range(len(other))):
                    holder[key] = json.loads(
                        json.dumps(other[from_key], default=_keep), object_hook=_kept
                    )
            case 5 if isinstance(holder, dict):
                holder[source.choice(WORDS)] = _value(source)
            case _ if isinstance(holder, list):
                holder.insert(source.randrange(len(holder) + 1), _value(source))
    return data


def _keep(value: Any) -> dict[str, str]:
    return {"\0kind": type(value).__name__, "\0text": str(value)}


def _kept(pairs: dict[str, Any]) -> Any:
    kinds: dict[str, Callable[[str], Any]] = {
        "Decimal": Decimal, "date": date.fromisoformat, "time": time.fromisoformat,
        "datetime": datetime.fromisoformat,
    }  # fmt: skip
    if "\0kind" in pairs and len(pairs) == 2:
        return kinds[pairs["\0kind"]](pairs["\0text"])
    return pairs


def spoil_text(text: bytes, source: random.Random) -> bytes:
    """The same text with bytes or lines changed, doubled, lost or exchanged."""
    for _ in range(source.choice((1, 1, 2, 5))):
        place = source.randrange(len(text) + 1)
        end = min(len(text), place + source.choice((1, 1, 3, 20, 300)))
        match source.randrange(6):
            case 0:
                text = text[:place] + source.randbytes(source.choice((1, 1, 4))) + text[end:]
            case 1:
                text = text[:place] + text[end:]
            case 2:
                word = source.choice(WORDS).encode("utf-8", "replace")
                text = text[:place] + word + text[place:]
            case 3:
                text = text[:place] + text[place:end] * source.choice((2, 50)) + text[end:]
            case 4:
                sign = source.choice((b"[", b"]", b"{", b"}", b'"', b"'", b"=", b".", b"\n", b"#"))
                text = text[:place] + sign * source.choice((1, 1, 3, 5000)) + text[place:]
            case _:
                text = text[:place]
    return text


# Right files of every kind.


@cache
def rounds() -> tuple[str, ...]:
    folders = ("tests/rounds", "tests/cases/tablegames", "tests/cases/twentyone")
    found = [p for f in folders for p in sorted((ROOT / f).rglob("*.toml"))]
    paths = [path for path in found if "poker/" not in str(path.relative_to(ROOT))]
    return tuple(path.read_text(encoding="utf-8") for path in paths)


@cache
def hands() -> tuple[str, ...]:
    paths = [*sorted((ROOT / "tests/cases/poker").glob("*.toml"))]
    return tuple(path.read_text(encoding="utf-8") for path in paths)


@cache
def filings() -> tuple[str, ...]:
    return tuple((DATA / f"{name}.toml").read_text(encoding="utf-8") for name in NAMES)


@cache
def tables() -> tuple[str, ...]:
    paths = sorted((ROOT / "docs/examples").glob("*.toml"))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


@cache
def logs() -> tuple[tuple[dict[str, Any], ...], ...]:
    """Evenings of every family, as parsed lines without their seals."""
    chosen = (
        "500-club/ez-baccarat", "500-club/omaha", "500-club/pure-21.5-blackjack",
        "casino-club/three-card-poker-6-card-bonus", "500-club/face-up-chinese-poker",
        "casino-club/ultimate-texas-holdem", "500-club/face-up-pai-gow-poker",
    )  # fmt: skip
    made = []
    for name in (one for one in chosen if one in NAMES):
        lines = [json.loads(line) for line in deal(name, seed=3, rounds=2, as_log=True)]
        for line in lines:
            del line["hash"]
        made.append(tuple(lines))
    return tuple(made)


COUNT = 'shifts = {day = "06:00", night = "18:00"}\n' + (
    '[[box]]\ntable = "1"\nshift = "2025-01-01 night"\namount = 12.50\n'
    '[[box]]\ntable = "1"\nchips = {"0.50" = 3, "5" = 60}\n'
)


def sealed(lines: list[Any]) -> bytes:
    """Lines with seals that are right, so that a reader looks at what they say."""
    before, out = START, b""
    for line in lines:
        body = json.dumps(line, ensure_ascii=True, default=str, separators=(",", ":"))
        bare = body[:-1].encode() if body.endswith("}") else body.encode()
        before = seal_of(before, bare)
        out += bare + f',"hash":"{before}"}}\n'.encode()
    return out


# Inputs, kind by kind.


def _toml(texts: tuple[str, ...], source: random.Random) -> bytes:
    text = source.choice(texts)
    if source.random() < 0.3:
        return spoil_text(text.encode(), source)
    made = document(spoil(tomllib.loads(text, parse_float=Decimal), source))
    return spoil_text(made, source) if source.random() < 0.05 else made


def _json_too(source: random.Random) -> tuple[str, ...]:
    return ("--json",) if source.random() < 0.4 else ()


def adjudicate(source: random.Random) -> Given:
    return Given(
        ("adjudicate", "{folder}/a.toml", *_json_too(source)), {"a.toml": _toml(rounds(), source)}
    )


def replay(source: random.Random) -> Given:
    return Given(
        ("replay", "{folder}/a.phh", *_json_too(source)), {"a.phh": _toml(hands(), source)}
    )


def _of_filing(
    words: Callable[[random.Random], tuple[str, ...]],
) -> Callable[[random.Random], Given]:
    def make(source: random.Random) -> Given:
        return Given((*words(source), *_json_too(source)), {"a.toml": _toml(filings(), source)})

    return make


show = _of_filing(lambda _: ("show", "{folder}/a.toml"))
lint = _of_filing(lambda _: ("lint", "{folder}/a.toml"))
sign = _of_filing(
    lambda source: (
        "sign", "{folder}/a.toml", f"--schedule={source.choice(('1', '2', *WORDS))}",
        f"--limits={source.choice(('5-100', '5-500', *WORDS))}",
    )
)  # fmt: skip
diff = _of_filing(lambda source: ("diff", "{folder}/a.toml", source.choice(NAMES)))
set_hand = _of_filing(
    lambda source: (
        "set", source.choice(("{folder}/a.toml", *NAMES)),
        source.choice(("Ah Kh Qh Jh 9c 9d 2s", "JkAhKd2c3s4h5d", "66 11 24 45", *WORDS)),
    )
)  # fmt: skip
deal_rounds = _of_filing(
    lambda source: (
        "deal", source.choice(("{folder}/a.toml", "{folder}/a.toml", *NAMES)), "--seed=1",
        f"--rounds={source.choice(('1', '2', '0', '-1', '²'))}",
        *source.choice(((), (), ("--seats=2",), ("--seats=0",), ("--seats=-1",), ("--seats=99",))),
    )
)  # fmt: skip


def _log(source: random.Random) -> bytes:
    lines: list[Any] = list(source.choice(logs()))
    if source.random() < 0.25:
        return spoil_text(sealed(lines), source)
    for _ in range(source.choice((1, 1, 2))):
        place = source.randrange(len(lines))
        match source.randrange(8):
            case 0:
                lines[place] = _value(source)
            case 1:
                del lines[place]
            case 2:
                lines.insert(place, source.choice(lines))
            case _:
                lines[place] = spoil(lines[place], source) if isinstance(lines[place], dict) else {}
        lines = lines or [{}]
    return sealed(lines)


def verify(source: random.Random) -> Given:
    return Given(("verify", "{folder}/a.log", *_json_too(source)), {"a.log": _log(source)})


def export(source: random.Random) -> Given:
    number = source.choice(("1", "2", "2", "1", "0", "-1", "99999999999999999999", "²"))
    words = ("export", "{folder}/a.log", f"--round={number}", *_json_too(source))
    return Given(words, {"a.log": _log(source)})


def report(source: random.Random) -> Given:
    return Given(("report", "{folder}/a.log", *_json_too(source)), {"a.log": _log(source)})


def counted(source: random.Random) -> Given:
    as_json = source.random() < 0.3
    name = "c.json" if as_json else "c.toml"
    sheet = _toml((COUNT,), source)
    if as_json:
        data = spoil(tomllib.loads(COUNT, parse_float=Decimal), source)
        sheet = json.dumps(data, default=str).encode()
    words = ("report", "{folder}/a.log", "--counted", "{folder}/" + name, *_json_too(source))
    return Given(words, {"a.log": sealed(list(logs()[0])), name: sheet})


def simulate(source: random.Random) -> Given:
    words = (
        "simulate", source.choice(("casino-club/three-card-poker-6-card-bonus", "500-club/omaha")),
        "--table", "{folder}/t.toml", "--rounds=20", "--workers=1", *_json_too(source),
    )  # fmt: skip
    return Given(words, {"t.toml": _toml(tables(), source)})


def odds(source: random.Random) -> Given:
    words = (
        "odds", "casino-club/three-card-poker-6-card-bonus", "--table", "{folder}/t.toml",
        *_json_too(source),
    )  # fmt: skip
    return Given(words, {"t.toml": _toml(tables()[2:], source)})


def protect(source: random.Random) -> Given:
    """Counts, cut cards and cards seen that are none."""
    game = source.choice(("500-club/ez-baccarat", "napa-valley/ez-baccarat-panda-8", *NAMES[:2]))
    counts = ("dragon_7: 89=2 4567=-1 at 4", "dragon_7: 89=2", "tie:", "tie: 6=", ": 6=1", *WORDS)
    words = [
        source.choice((f"--count={source.choice(counts)}", f"--cut={source.choice(WORDS)}"))
        for _ in range(source.randrange(1, 3))
    ]
    if source.random() < 0.5:
        cards = ("8*3", "8h9d", "9*99", "8*", "*3", "K", *WORDS)
        words = [f"--seen={source.choice(cards)}", f"--decks-left={source.choice(WORDS)}"]
        return Given(_without_nulls("odds", game, *words, *_json_too(source)), {})
    return Given(_without_nulls("protect", game, "--samples=1", *words, *_json_too(source)), {})


def _without_nulls(*words: str) -> tuple[str, ...]:
    return tuple(word for word in words if "\0" not in word)


_OPTIONS = (
    "--json", "--find", "--schedule", "--limits", "--seed", "--rounds", "--seats", "--round",
    "--counted", "--decks", "--option", "--table", "--counts", "--card", "--board", "--bank",
    "--port", "--output", "--format", "--nothing",
)  # fmt: skip
_COMMANDS = (
    "filings", "show", "sign", "schema", "diff", "lint", "adjudicate", "replay", "set", "deal",
    "export", "report", "verify", "odds", "equity", "simulate", "protect", "par",
    "nothing", "",
)  # fmt: skip


def arguments(source: random.Random) -> Given:
    """Any command with words that are not meant for it."""
    command = source.choice(_COMMANDS)
    words: list[str] = [command]
    places = (*NAMES[:3], "{folder}", "{folder}/none", "{folder}/a", *WORDS)
    words += source.choices(places, k=source.randrange(4))
    for option in source.sample(_OPTIONS, source.randrange(4)):
        words.append(option if option == "--json" else f"{option}={source.choice(WORDS)}")
    if command in ("deal", "simulate"):
        words += ["--rounds=2"]
    if command == "simulate":
        words += ["--workers=1"]
    if command in (
        "odds",
        "equity",
        "simulate",
        "protect",
        "par",
    ):  # whole counts belong to other tests
        words = [word for word in words if word not in NAMES]
    return Given(_without_nulls(*words), {"a": source.randbytes(40)})


def equity(source: random.Random) -> Given:
    """Hands that are none; where they are, on a board that leaves little to count."""
    game = source.choice(("500-club/omaha", "napa-valley/texas-holdem", "500-club/badugi"))
    cards = ("AhKh", "2c2d", "AxKh", "Zz", "AhKhQhJh", "2c2d3c3d", "JkAh", "", "AhAh", *WORDS)
    hands = source.choices(cards, k=source.randrange(1, 5))
    board = source.choice(("7c8c9cTc", "7c8c9cTcJc", "Zz", "AhKh", "²", *WORDS))
    words = ("equity", game, *hands, f"--board={board}", *_json_too(source))
    return Given(_without_nulls(*words), {})


KINDS: dict[str, Callable[[random.Random], Given]] = {
    make.__name__ if name is None else name: make
    for name, make in (
        (None, adjudicate), (None, replay), ("show", show), ("lint", lint), ("sign", sign),
        ("diff", diff), ("set", set_hand), ("deal", deal_rounds), (None, verify), (None, export),
        (None, report), (None, counted), (None, simulate), (None, odds), (None, arguments),
        (None, equity), (None, protect),
    )
}  # fmt: skip
