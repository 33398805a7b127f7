"""A ruling on one printed page: what was decided and why, with a place to sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.filings.page import (
    Block,
    Box,
    Mark,
    Stroke,
    Word,
    fitted,
    heading,
    paragraph,
    pdf,
    rows,
)

Json = Mapping[str, Any]

RULED = {
    "settled": "Settled", "void": "Void: nobody wins or loses", "played-on": "Played on",
    "open": "Open: something depends on what is unknown", "floor": "The floor decides",
}  # fmt: skip
SOURCES = {
    "filed": "filed",
    "reading": "filed, by a reading",
    "house": "house procedure, not filed",
}
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
MOST_STEPS = 18


def ruling_pdf(case: Json) -> bytes:
    """One page from a kept ruling, or from a file with its answer (`file`, `answer`)."""
    number = case.get("number")
    title = f"Ruling {number}" if number else "Ruling"
    return pdf(fitted(list(_blocks(case, title))), title)


def _blocks(case: Json, title: str) -> Iterator[Block]:
    answer: Json = case["answer"]
    told = [case.get("at", ""), case.get("table") and f"table {case['table']}",
            case.get("names", ""), case.get("by") and f"ruled by {case['by']}"]  # fmt: skip
    yield heading(title, 20)
    if any(told):
        yield paragraph(", ".join(one for one in told if one), 11)
    yield paragraph(_game(case), 11, grey=True)
    if case.get("note"):
        yield paragraph(str(case["note"]), 11)
    yield _hands(list(_lay(case["file"])))
    yield heading(RULED[answer["ruling"]], 15)
    if remedy := answer.get("remedy"):
        lines = f", {remedy['lines']}" if remedy.get("lines") else ""
        yield paragraph(_capital(remedy["says"]) + ".", 12)
        yield paragraph(f"{remedy['cite']}{lines}; {SOURCES[remedy['source']]}", 10, grey=True)
    if silent := answer.get("silent"):
        yield from _silence(silent)
    money = list(_money(answer))
    if money:
        yield rows(money, 11)
    for other in answer.get("readings", ()):
        net = ", ".join(f"{who} {amount}" for who, amount in other["net"].items())
        named = " ".join(str(other[key]) for key in ("reading", "option") if other.get(key))
        said = f"Read otherwise ({named} = {other['value']}), it would be: {net}."
        yield paragraph(said, 10)
    yield from _steps(answer)
    yield _signatures()


def _game(case: Json) -> str:
    name = case.get("filing") or case["file"].get("_filing") or case["file"].get("filing") or ""
    try:
        filing = load(str(name))
    except HousewayError:
        return str(name)
    return f"{filing.title}, {filing.house} ({name})"


def _money(answer: Json) -> Iterator[tuple[str, str]]:
    """Who is owed what, each amount once."""
    for who, amount in answer.get("net", {}).items():
        yield f"{_who(who)}, net", amount
    stacks = answer.get("finishing_stacks") or ()
    for number, stack in enumerate(stacks, 1):
        yield f"p{number} has", "open" if stack is None else stack
    if "fee" in answer:
        yield "Fee", answer["fee"]
    for key, words in (("returned", "goes back to"), ("corrections", "still to move to")):
        for who, amount in answer.get(key, {}).items():
            yield f"{_capital(words)} {_who(who).lower()}", amount
    if fees := answer.get("fees_returned"):
        for who, amount in {"bank": fees["bank"], **fees["seats"]}.items():
            yield f"Fee back to {_who(who).lower()}", amount
    for button in answer.get("buttons", ()):
        yield f"Free-collection button owed to seat {button['bettor']}", "1"
    for one in answer.get("open", ()):
        possible = ", ".join(f"{how} {chance}" for how, chance in one["possible"].items())
        what = f"{_who(str(one.get('bettor') or one['player']))} {one.get('wager', '')}".strip()
        hint = f" ({one['decides']} decides)" if one.get("decides") else ""
        yield f"{what}{hint}: {possible}", f"{one['least']} to {one['most']}"


def _who(name: str) -> str:
    return "The bank" if name == "bank" else f"Seat {name}" if name[:1].isdigit() else name


def _silence(silent: Json) -> Iterator[Block]:
    about = silent["about"].replace("-", " ")
    why = silent.get("why")
    said = f"What the filing says does not fit: {why}" if why else "The filing says nothing of this"
    yield paragraph(f"{said} ({about}).", 12)
    if silent.get("nearest"):
        cite = silent.get("nearest_cite", "")
        yield paragraph(f"Nearest in its text: {silent['nearest']} ({cite})", 10)
    for one in silent["elsewhere"][:4]:
        yield paragraph(f"{one['filing']}: {one['says']} ({one['cite']})", 9, grey=True)


def _steps(answer: Json) -> Iterator[Block]:
    steps = answer.get("explain", [])
    if not steps:
        return
    yield heading("Step by step", 12)
    for number, step in enumerate(steps[:MOST_STEPS], 1):
        clause = f"  [{step['clause']}]" if step["clause"] else ""
        yield paragraph(f"{number}. {_capital(step['fact'])}: {step['follows']}{clause}", 9)
    if len(steps) > MOST_STEPS:
        yield paragraph(f"and {len(steps) - MOST_STEPS} more", 9, grey=True)


def _signatures() -> Block:
    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        size, below, half = 10 * scale, y + 46 * scale, width / 2 - 10
        marks: list[Mark] = []
        for start, words in ((x, "Floor"), (x + width / 2 + 10, "Player")):
            marks.append(Stroke(start, below, start + half, below))
            marks.append(Word(start, below + size * 1.2, words, size, grey=True))
        return marks, 64 * scale

    return Block(draw)


# The cards as they lay.


def _lay(file: Json) -> Iterator[tuple[str, list[str]]]:
    """Every hand with its cards, and those that went wrong."""
    named: list[tuple[str, str]] = []
    if "bank" in file:
        named = [("Bank", file["bank"].get("cards", "")), ("Board", file.get("board", ""))]
        named += [(_capital(place), cards) for place, cards in file.get("hands", {}).items()]
        for seat in file.get("seat", ()):
            held = f"{seat.get('cards', '')} {seat.get('draws', '')}"
            named.append((f"Seat {seat['number']}", held))
    for number, player in enumerate(file.get("player", ()), 1):
        named += [(f"p{number} {row}", player.get(row, "")) for row in ("top", "middle", "bottom")]
    for action in file.get("actions", ()):
        words = str(action).partition("#")[0].split()
        if words[:2] == ["d", "db"]:
            named.append(("Board", "".join(words[2:])))
        elif words[:2] == ["d", "dh"] and len(words) > 3:
            named.append((words[2], "".join(words[3:])))
    for error in (*file.get("error", ()), *file.get("_errors", ())):
        named.append((_capital(error["kind"].replace("-", " ")), error.get("cards", "")))
    for name, cards in named:
        if pieces := _pieces(str(cards or "")):
            yield name, pieces


def _pieces(text: str) -> list[str]:
    joined = "".join(text.split())
    return [joined[place : place + 2] for place in range(0, len(joined), 2)]


def _hands(hands: Sequence[tuple[str, list[str]]]) -> Block:
    """Hands side by side as far as they fit, each with its name above it."""

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        wide, high, gap = 19 * scale, 26 * scale, 14 * scale
        left, top = x, y + 4 * scale
        marks: list[Mark] = []
        for name, pieces in hands:
            needed = len(pieces) * (wide + 2)
            if left > x and left + needed > x + width:
                left, top = x, top + high + 18 * scale
            marks.append(Word(left, top + 8 * scale, name, 8 * scale, grey=True))
            for place, piece in enumerate(pieces):
                marks += _piece(left + place * (wide + 2), top + 11 * scale, wide, high, piece)
            left += max(needed, 40 * scale) + gap
        return marks, top - y + high + 22 * scale

    return Block(draw if hands else lambda *_: ([], 0.0))


def _piece(x: float, y: float, wide: float, high: float, piece: str) -> Iterable[Mark]:
    middle = x + wide / 2
    yield Box(x, y, wide, high, 2.5, 0.7)
    rank, suit = piece[:1], SUITS.get(piece[1:])
    if suit is None:  # a joker, an unknown card, a tile
        yield Word(middle, y + high * 0.62, piece, high * 0.38, bold=True, at="middle")
        return
    yield Word(middle, y + high * 0.46, "10" if rank == "T" else rank, high * 0.42, bold=True,
               at="middle")  # fmt: skip
    yield Word(middle, y + high * 0.88, suit, high * 0.38, at="middle")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
