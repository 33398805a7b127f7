"""Prove the collection data against the texts of the filings, by a second reading.

The texts are not part of the repository; give the folder that holds them:

    python tests/tools/check_collections.py FOLDER

Each table of the texts is read by its own heading row, and compared with what the data holds:
every option, bracket, fee and limit, and the lines it claims. Then every row of every text that
shows dollars must belong to an option. Nothing here is shared with the way the data was written.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

import houseway.filings
from houseway.filings.schema.base import Span
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    CollectionDocument,
    Group,
    PotGroup,
    PotOption,
    ScheduleSet,
    TimedGroup,
    TimedOption,
)

DATA = Path(houseway.filings.__file__).parent / "data" / "collections"

# Where each set stands: the text, and the first and last line of each printing. Lines of one
# printing that lie apart are joined.
PRINTED: dict[str, list[list[tuple[int, int]]]] = {
    "casino-club/pure-21.5-blackjack": [[(195, 270)]],
    "casino-club/three-card-poker": [[(432, 469)]],
    "casino-club/ultimate-texas-holdem": [[(725, 735)]],
    "outlaws/poker": [[(109, 146)]],
    "outlaws/three-card-poker": [[(323, 356)]],
    "outlaws/pure-21.5-blackjack": [[(507, 531)]],
    "napa-valley-california-games/california-games": [[(1188, 1408)], [(1720, 1938)]],
    "napa-valley-california-games/pai-gow-tiles": [[(1409, 1471)]],
    "napa-valley-poker/poker": [[(1948, 2041)]],
    "500-club-pure-21.5-blackjack/game": [[(176, 197)]],
    "500-club-pure-spanish-21.5/game": [[(340, 385)]],
    "500-club-california-games/ez-baccarat": [[(3585, 3710)]],
    "500-club-california-games/fortune-pai-gow-poker": [[(3711, 3767)]],
    "500-club-california-games/pure-21.5-blackjack": [[(3768, 3840)]],
    "500-club-california-games/pure-spanish-21.5": [[(3841, 3936)]],
    "500-club-california-games/three-card-poker": [[(3937, 3969)]],
    "500-club-california-games/ultimate-texas-holdem": [[(3970, 4021)]],
    "500-club-poker/pineapple-and-omaha-hi-lo": [[(4034, 4246)]],
    "500-club-poker/omaha-and-big-o": [[(4247, 4451)]],
    "500-club-poker/texas-holdem": [[(4452, 4657)]],
    "500-club-poker/draw-and-stud": [[(4658, 4737)]],
    "500-club-poker/face-up-chinese-poker": [[(4738, 4744)]],
    "500-club-face-up-pai-gow/face-up-pai-gow-poker": [[(5023, 5242)]],
}
# Rows that a ruling gives to another option than the one above them (table-games 38), and rows
# that only repeat others.
MOVED = {("002", 345): 4, ("002", 349): 5, ("002", 350): 5}
REPEATED = {("002", 353), ("002", 354)}
# A table of dollars that is no schedule (twenty-one 95).
NO_SCHEDULE = {("003", 382), ("003", 383), ("003", 384)}

AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
Bounds = tuple[int, int | None]

COLUMNS = (  # the first pattern found in a heading says what the column is
    (r"schedule option", "number"),
    (r"table limit", "limits"),
    (r"total (table action|action|bet)", "action"),
    (r"player[-/ ]dealer (fee|collection)", "bank"),
    (r"number of players", "players"),
    (r"(player wager|wager amount|player ante bet)$", "wager"),
    (r"player (fee|collection)", "player"),
    (r"turn fee", "turn"),
    (r"river fee", "river"),
    (r"modified fee", "modified"),
    (r"table fee #2", "second"),
    (r"table fee #3", "third"),
    (r"(regular table|round) fee", "regular"),
    (r"^collection fee$", "fee"),
)


def amounts(text: str) -> list[int]:
    """Every amount in a text, in cents."""
    return [int(Decimal(found.replace(",", "")) * 100) for found in AMOUNT.findall(text)]


def bounds(cell: str) -> Bounds:
    """A cell such as `5-50`, `501 +`, `501 or more`; a lone amount is read as "and over"."""
    found = amounts(cell)
    return found[0], found[1] if len(found) == 2 else None


@dataclass
class Printed:
    """One option as the text prints it."""

    lines: set[int] = field(default_factory=set)
    limits: Bounds | None = None
    bank: list[tuple[Bounds, int]] = field(default_factory=list)
    player: list[tuple[Bounds, int]] = field(default_factory=list)
    missing: list[Bounds] = field(default_factory=list)
    players: str = ""
    fees: dict[str, int] = field(default_factory=dict)


def roles(heading: str) -> list[str]:
    found = []
    for cell in heading.lower().split("\t"):
        found.append(next(role for pattern, role in COLUMNS if re.search(pattern, cell)))
    return ["fee" if r == "regular" and len(found) == 2 else r for r in found]


def read_rows(
    text: list[str], spans: list[tuple[int, int]]
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of the tables between two lines, each with its cells by the heading's roles."""
    numbers = [n for first, last in spans for n in range(first, last + 1)]
    headings = [n for n in numbers if text[n - 1].startswith("Schedule Option")]
    for n in numbers:
        line = text[n - 1]
        if n in headings or not re.match(r"\d*\t+.*\\\$", line):
            continue
        # A page printed before its heading belongs to the first one.
        heading = max((h for h in headings if h < n), default=headings[0])
        cells = [cell.strip() for cell in line.split("\t")]
        names = roles(text[heading - 1])
        if len(cells) != len(names):
            raise SystemExit(f"line {n}: {len(cells)} cells under {len(names)} headings")
        yield n, dict(zip(names, cells, strict=True))


def read_set(source: str, text: list[str], spans: list[tuple[int, int]]) -> dict[int, Printed]:
    """Every option a set's tables print, by number."""
    options: dict[int, Printed] = defaultdict(Printed)
    current = 0
    for n, row in read_rows(text, spans):
        if row["number"]:
            current = int(row["number"])
        option = options[MOVED.get((source, n), current)]
        option.lines.add(n)
        bank, player = row.get("bank", ""), row.get("player", "")
        if row.get("limits"):
            option.limits = bounds(row["limits"])
        if row.get("action") and (source, n) not in REPEATED:
            option.bank.append((bounds(row["action"]), amounts(bank)[0]))
        elif row.get("action"):
            if (bounds(row["action"]), amounts(bank)[0]) not in option.bank:
                raise SystemExit(f"{source}:{n} repeats no row of its option")
        elif "action" in row and bank:  # a bracket in the fee column
            option.missing.append(bounds(bank))
        elif bank:
            option.bank.append(((0, None), amounts(bank)[0]))
        if row.get("wager"):
            option.player.append((bounds(row["wager"]), amounts(player)[0]))
        elif "wager" in row and player:  # the wager's cell is blank: the one above, and its fee
            if option.player and amounts(player)[0] != option.player[-1][1]:
                raise SystemExit(f"{source}:{n}: a second fee for one bracket")
        elif player:
            option.player.append(((0, None), amounts(player)[0]))
        option.players = row.get("players", "")
        for name in ("regular", "turn", "river", "modified", "second", "third", "fee"):
            if name in row:
                option.fees[name] = amounts(row[name])[0]
    for option in options.values():
        option.bank.sort(key=lambda bracket: bracket[0][0])
        if all(fee == 0 for _, fee in option.player):
            option.player = []
    return dict(options)


def expand(lines: str) -> set[int]:
    found: set[int] = set()
    for part in lines.split(","):
        first, _, last = part.strip().partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def pair(span: Span) -> Bounds:
    return span.low, span.high


def held(option: CaliforniaOption | PotOption | TimedOption) -> Printed:
    """An option as the data holds it, in the same shape."""
    found = Printed(lines=expand(option.lines))
    if isinstance(option, CaliforniaOption):
        found.limits = None if option.limits is None else pair(option.limits)
        found.bank = [(pair(b.span), b.fee) for b in option.bank]
        found.player = [(pair(b.span), b.fee) for b in option.player]
        found.missing = [pair(span) for span in option.bank_missing]
    elif isinstance(option, TimedOption):
        found.fees = {"fee": option.fee}
    else:
        low, high = option.players.low, option.players.high
        found.players = {(7, None): "7 or more", (5, 6): "5-6", (1, 4): "4 or less"}[low, high]
        names = ("regular", "turn", "river", "modified", "second", "third")
        found.fees = {name: getattr(option, name) for name in names}
    return found


def compare(where: str, read: Printed, data: Printed) -> list[str]:
    """What differs between the text's option and the data's, over the parts both have."""
    problems = []
    for name in ("bank", "player", "missing"):
        if getattr(read, name) != getattr(data, name):
            problems.append(
                f"{where}: {name} is {getattr(read, name)} in the text, {getattr(data, name)} here"
            )
    if read.limits is not None and read.limits != data.limits:
        problems.append(f"{where}: limits {read.limits} in the text, {data.limits} here")
    # Limits by reading (table-games 177, 179): the lowest wager of the brackets, no maximum.
    by_reading = [None] if not read.player else [None, (read.player[0][0][0], None)]
    if read.limits is None and data.limits not in by_reading:
        problems.append(f"{where}: limits {data.limits} stand nowhere in the text")
    if read.players.replace(" to ", "-") != data.players:
        problems.append(f"{where}: players {read.players!r} in the text, {data.players!r} here")
    for name in read.fees.keys() | data.fees.keys():
        if read.fees.get(name, 0) != data.fees.get(name, 0):
            problems.append(f"{where}: {name} fee differs")
    if not read.lines <= data.lines:
        problems.append(f"{where}: lines {sorted(read.lines)} are not all claimed")
    return problems


def check_options(
    name: str,
    one: ScheduleSet,
    source: str,
    text: list[str],
    printings: list[list[tuple[int, int]]],
) -> list[str]:
    problems = []
    data = {option.number: option for _, option in one.options()}
    lines: dict[int, set[int]] = defaultdict(set)
    for spans in printings:
        read = read_set(source, text, spans)
        if sorted(read) != sorted(data):
            problems.append(f"{name}: options {sorted(read.keys() ^ data.keys())} differ")
        for number in read.keys() & data.keys():
            lines[number] |= read[number].lines
            where = f"{name} option {number}"
            problems += compare(where, read[number], held(data[number]))
    for number, claimed in lines.items():
        if expand(data[number].lines) != claimed:
            problems.append(f"{name} option {number}: it claims lines that are not its own")
    return problems


def ends(span: Span | None, *, no_end: bool = False) -> list[int]:
    """The amounts a text prints for a range; -1 stands for "no limit"."""
    if span is None:
        return [-1] if no_end else []
    if span.high is None:
        return [span.low, -1]
    return [span.low] if span.low == span.high else [span.low, span.high]


class Paragraph:
    """The words a group cites, and what they name against what the data holds."""

    def __init__(self, name: str, group: Group, text: list[str]) -> None:
        lines = [text[n - 1] for n in sorted(expand(group.cite.lines))]
        self.words = "\n".join(line.replace("\\$", "$").strip("*") for line in lines)
        self.name, self.text = name, text
        self.problems: list[str] = []

    def says(self, pattern: str) -> list[str]:
        return re.findall(pattern, self.words, re.IGNORECASE)

    def expect(self, what: str, pattern: str, value: list[int]) -> None:
        found = self.says(pattern)
        for one in found:
            read = amounts(one) + ([-1] if "no limit" in one.lower() else [])
            if read != value:
                self.problems.append(f"{self.name}: {what} is {one!r} in the text, {value} here")
        if value and not found:
            self.problems.append(f"{self.name}: {what} {value} stands nowhere in the paragraph")

    def require(self, what: str, holds: bool) -> None:
        if not holds:
            self.problems.append(f"{self.name}: {what} is not what the paragraph says")

    def numbers_and_limits(self, group: Group) -> None:
        limit = r"{} Wagering Limits? (?:shall be|is)(?: between)? (.+)"
        self.expect("minimum", limit.format("Minimum"), ends(group.minimum))
        largest = ends(group.maximum, no_end=group.no_maximum)
        self.expect("maximum", limit.format("Maximum"), largest)
        if group.options:
            first, _, last = group.options.partition("-")
            named = re.findall(
                r"schedule options? (\d+)(?: through | and |-)?(\d+)?", self.words, re.IGNORECASE
            )
            self.require(f"options {group.options}", (first, last) in named)

    def pot(self, group: PotGroup) -> None:
        buy_in = ends(group.buy_in)
        self.expect("smallest buy-in", r"(\$[\d,]+) Minimum Buy-In", buy_in[:1])
        self.expect("largest buy-in", r"(\$[\d,]+) Maximum Buy-In", buy_in[1:])
        game = r"(\$[\d,]+-\$[\d,]+) {} Wagering Limit Game"
        self.expect("smallest game", game.format("Minimum"), ends(group.smallest_game))
        self.expect("largest game", game.format("Maximum"), ends(group.largest_game))
        rounds = "after the first round of betting" in self.words
        self.require(f"taken {group.taken}", rounds == (group.taken == "betting-rounds"))

    def structures(self, group: PotGroup | TimedGroup) -> None:
        limit, no_limit = "\nLimit Games" in self.words, "No Limit/" in self.words
        wanted = ["limit"] * limit + ["no-limit", "pot-limit"] * no_limit
        self.require(f"structures {group.structures}", group.structures == wanted)

    def timed(self, group: TimedGroup) -> None:
        said = self.words.lower().replace("forty", "40")
        self.require(f"{group.minutes} minutes", f"every {group.minutes} minutes" in said)

    def california(self, group: CaliforniaGroup) -> None:
        limits = {spot: ends(span) for spot, span in group.bonus_limits.items()}
        self.expect("bonus bets", r"Bonus Bets must be (between .+)", limits.get("*", []))
        for spot, title in (
            ("pair_plus", "Pair Plus bonus wager"),
            ("six_card_bonus", "6 Card bonus wager"),
            ("trips", "Trips Bonus Bet"),
        ):
            smallest, largest = limits.get(spot, [])[:1], limits.get(spot, [])[1:]
            self.expect(spot, rf"minimum wager for the {title} shall be (\$\d+)", smallest)
            self.expect(spot, rf"maximum wager for the {title} shall be (\$\d+)", largest)
        buster = r"Buster Blackjack Bonus Bet must be made in an amount of at least (.+?) and may"
        self.expect("buster", buster, limits.get("buster", []))
        if group.wager_cap_is == "refused":
            cap = [] if group.wager_cap is None else [group.wager_cap]
            self.expect("wager cap", r"wagering maximum of (\$\d+) per bet", cap)
        after = "initial two card hand" in self.words
        self.require(f"taken {group.taken}", after == (group.taken == "after-first-cards"))
        charged = "backline bettor" in self.words and group.player_basis != "none"
        self.require("backline_pays", charged == group.backline_pays)

    def blinds(self, group: BlindsGroup) -> None:
        named = [amounts(one)[0] for one in self.says(r"(?:little|big) blind of (\$\d+)")]
        self.require(f"blinds {group.blinds}", named == group.blinds)
        for game in group.game:
            day = [self.text[n - 1].replace("\\$", "$") for n in sorted(expand(game.lines))]
            bets = [amounts(line)[-1] for line in day if re.match(r"\d\w\w round of betting", line)]
            caps = re.findall(r"\$(\d+) betting round, \$(\d+) is the maximum", "\n".join(day))
            most = {amounts(bet)[0]: amounts(top)[0] for bet, top in caps}
            self.require(f"{game.title}: bets", bets == game.bets)
            self.require(f"{game.title}: most", [most.get(bet) for bet in bets] == game.most)
            days = re.findall(r"\w+day", day[0].lower())
            self.require(f"{game.title}: days", days == list(game.days))


def check_paragraph(name: str, group: Group, text: list[str]) -> list[str]:
    """The limits, stakes, numbers and times the paragraph of a group names."""
    paragraph = Paragraph(name, group, text)
    paragraph.numbers_and_limits(group)
    if isinstance(group, PotGroup):
        paragraph.pot(group)
    if isinstance(group, TimedGroup):
        paragraph.timed(group)
    if isinstance(group, PotGroup | TimedGroup):
        paragraph.structures(group)
    if isinstance(group, CaliforniaGroup):
        paragraph.california(group)
    if isinstance(group, BlindsGroup):
        paragraph.blinds(group)
    return paragraph.problems


def unclaimed(texts: dict[str, list[str]], documents: dict[str, CollectionDocument]) -> list[str]:
    """Rows of dollars in the texts that no option claims, pay tables apart; and double claims."""
    claims: dict[tuple[str, int], int] = defaultdict(int)
    for document in documents.values():
        for one in document.set:
            for _, option in one.options():
                for n in expand(option.lines):
                    claims[document.source, n] += 1
    problems = [f"{s}:{n} is claimed {k} times" for (s, n), k in claims.items() if k != 1]
    for source, text in texts.items():
        for n, line in enumerate(text, 1):
            row = "\t" in line and "\\$" in line and " to 1" not in line
            if row and (source, n) not in claims and (source, n) not in NO_SCHEDULE:
                problems.append(f"{source}:{n} belongs to no option: {line!r}")
    return problems


def load_documents(folder: Path) -> dict[str, CollectionDocument]:
    found = {}
    for path in sorted(folder.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        found[path.stem] = CollectionDocument.model_validate(data)
    return found


def main(folder: Path) -> int:
    texts = {
        path.name[:3]: path.read_text(encoding="utf-8").split("\n")
        for path in sorted(folder.glob("*.txt"))
    }
    documents = load_documents(DATA)
    problems = []
    total = 0
    for key, document in documents.items():
        for one in document.set:
            name = f"{key}/{one.name}"
            if name not in PRINTED:
                problems.append(f"{name}: the check does not know where it is printed")
                continue
            text = texts[document.source]
            found: list[str] = []
            if one.options():
                found += check_options(name, one, document.source, text, PRINTED[name])
            for group in one.group:
                found += check_paragraph(f"{name} {group.cite.at!r}", group, text)
            options = len(one.options())
            rows = sum(len(expand(option.lines)) for _, option in one.options())
            total += options
            print(f"{name}: {options} options, {rows} lines, {len(found)} differences")
            problems += found
    for name in PRINTED.keys() - {f"{k}/{s.name}" for k, d in documents.items() for s in d.set}:
        problems.append(f"{name} is printed in the texts and missing here")
    problems += unclaimed(texts, documents)
    print(f"{total} options in all")
    print("\n".join(problems) or "no differences")
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(Path(sys.argv[1])))
