"""A PAR sheet arranged as a document: what a reader of the laboratory looks for, in that order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from houseway.analysis.par import document as doc
from houseway.analysis.par.sheet import BetSheet, Paid, ParSheet
from houseway.analysis.report import Bet, at_most, said_option
from houseway.analysis.sheet import compared_lines
from houseway.filings.schema.base import written
from houseway.filings.told import DECK, ORDER
from houseway.filings.wording.base import count, option_name
from houseway.filings.wording.common import choice_words
from houseway.version import __version__

_RARE: Final = 1e-6  # calculated results that come less often stand together


def outline(sheet: ParSheet) -> doc.Document:
    """The whole sheet."""
    filing = sheet.filing
    named = [filing.house, filing.approval, filing.version and f"version {filing.version}"]
    return doc.Document(
        title=f"PAR sheet: {filing.title}",
        subtitle=(
            ", ".join(one for one in named if one),
            f"{_decks(sheet)}; {filing.id}; text {filing.source.file}, lines {filing.source.lines}",
        ),
        parts=tuple(_parts(sheet)),
        foot=f"{filing.id}, {_decks(sheet)}, sheet {sheet.content_hash[:16]}",
    )


def _decks(sheet: ParSheet) -> str:
    pieces = len(sheet.filing.deck.pieces())
    if sheet.filing.deck.kind == "tiles-32":
        return f"one set of {pieces} tiles"
    return f"{count(sheet.report.decks, 'deck')} of {pieces} cards"


def _parts(sheet: ParSheet) -> Iterator[doc.Part]:
    yield doc.Section("Every wager", tuple(_summary(sheet)))
    yield doc.Section("Rules in force", tuple(_rules(sheet)))
    options = {
        said_option(one.name, value): f"{option_name(one.name)} {choice_words(value)}"
        for one in sheet.filing.option
        for value in one.values
    }
    for several in _sharing(sheet.bets):
        if len(several) == 1:
            yield doc.Section(several[0].label, tuple(_bet(several[0], options)))
        else:
            yield doc.Section("Results of a round", (_shared(several),))
            for one in several:
                yield doc.Section(one.label, tuple(_bet(one, options, rows=False)))
    if sheet.cards:
        cards = tuple(doc.Card(card) for card in sheet.cards)
        yield doc.Section("How to play", cards, apart=True)
    else:
        nothing = doc.Words("The game leaves a bettor no choice after the deal.")
        yield doc.Section("How to play", (nothing,))
    yield doc.Section("Readings taken", tuple(_readings(sheet)))
    yield doc.Section("Origin of the figures", tuple(_origin(sheet)))


def _summary(sheet: ParSheet) -> Iterator[doc.Part]:
    rows = []
    for one in sheet.bets:
        bet = one.bet
        rows.append(
            (one.label, f"{1 + float(bet.ev):.4%}", f"{-float(bet.ev):+.4%}", f"{bet.sd:.4f}",
             f"{float(bet.hit):.4%}", f"{float(bet.element_of_risk):+.4%}", _how(bet))
        )  # fmt: skip
    columns = ("Return", "Edge", "Spread", "Hit", "Of all wagered", "Figures")
    yield doc.Grid(columns=(doc.Column("Wager"), *map(doc.numbers, columns)), rows=tuple(rows))
    yield doc.Words(
        "Return: what comes back of a unit wagered, before the collection. Edge: the "
        "player-dealer's part of the first wager; of all wagered, its part of everything put up "
        "in the end. Spread: the standard deviation of one result, in units. Hit: how often the "
        "bettor ends with more than before. Adds: a result's part of the expected result, "
        "which is the return less the unit wagered.",
        small=True,
    )
    if sheet.report.not_counted:
        yield doc.Words("Not counted:")
        yield doc.Items(tuple(sheet.report.not_counted.values()))
    yield doc.Words("Supposed throughout:")
    yield doc.Items(sheet.report.assumed)


def _how(bet: Bet) -> str:
    if bet.exact:
        return "exact"
    if bet.standard_error is not None:
        return f"standard error {bet.standard_error:.4%}"
    return f"within {(100 * at_most(bet.error_bound or 0.0)).normalize():f}%"


# Rules


def _rules(sheet: ParSheet) -> Iterator[doc.Part]:
    for title, lines in sheet.rules.items():
        if title == ORDER and sheet.options:
            yield _options(sheet)
        if lines:
            yield _told(title, [(line.about, line.says, line.cite) for line in lines])
        if title == DECK:
            yield doc.Grid(
                title="Wagers",
                columns=(doc.Column("Spot"), doc.Column("Needs"), doc.Column("Limits"),
                         doc.Column("Bets behind"), doc.Column("Source")),
                rows=sheet.wagers,
            )  # fmt: skip


def _options(sheet: ParSheet) -> doc.Grid:
    return doc.Grid(
        title="Left to the house, and chosen",
        columns=(doc.Column("Option"), doc.Column("In force"), doc.Column("What is permitted"),
                 doc.Column("Source")),
        rows=sheet.options,
    )  # fmt: skip


def _told(title: str, lines: Sequence[tuple[str, str, str]]) -> doc.Grid:
    """Rules, each with its clause; a label that is the same as in the line above stands once."""
    rows, last = [], ""
    for about, says, cite in lines:
        label = about[:1].upper() + about[1:]
        rows.append(("" if label == last else label, says, cite))
        last = label
    columns = doc.Column("Rule"), doc.Column("What it says"), doc.Column("Source")
    return doc.Grid(title=title, columns=columns, rows=tuple(rows))


# Bets


def _sharing(bets: Sequence[BetSheet]) -> list[list[BetSheet]]:
    """Bets next to one another that are decided by the same results stand together."""
    found: list[list[BetSheet]] = []
    for one in bets:
        same = found and _cases(found[-1][0].bet) == _cases(one.bet)
        if same and one.bet.exact:
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _cases(bet: Bet) -> list[tuple[str, int | float]]:
    return [(outcome.name, outcome.weight) for outcome in bet.outcomes]


def _shared(bets: Sequence[BetSheet]) -> doc.Grid:
    """One list of results with what each wager gains by them."""
    first = bets[0]
    rows = []
    for row, *others in zip(*(one.rows() for one in bets), strict=True):
        nets = (one["net"] for one in (row, *others))
        rows.append((
            _capital(row["result"]), f"{row['cases']:,}", _fraction(row),
            f"{row['probability']:.8f}", *nets,
        ))  # fmt: skip
    rows.append(("Sum", f"{first.bet.cases:,}", "1", "1", *("" for _ in bets)))
    names = (one.label for one in bets)
    return doc.Grid(
        columns=(doc.Column("Result", breaks=False), doc.numbers("Cases"),
                 doc.Column("Fraction", "right"), doc.numbers("Probability"),
                 *(doc.Column(name, "right") for name in names)),
        rows=tuple(rows),
        summed=True,
        note="What each wager gains (or loses) by a result, in units.",
    )  # fmt: skip


def _bet(one: BetSheet, options: Mapping[str, str], *, rows: bool = True) -> Iterator[doc.Part]:
    bet = one.bet
    yield doc.Grid(
        columns=(doc.Column("Figure"), doc.Column("Value", "right")), rows=tuple(_figures(one))
    )
    yield doc.Words(one.method)
    if bet.assumed:
        yield doc.Items(tuple(_capital(line.replace("`", "")) + "." for line in bet.assumed))
    for paid in one.paid:
        yield _pay_table(paid)
    if rows:
        yield _results(one)
    yield _bands(one)
    if others := compared_lines(bet, named=options):
        yield doc.Words("The same wager otherwise (its expected result, in units):")
        yield doc.Items(others)


def _figures(one: BetSheet) -> Iterator[tuple[str, str]]:
    bet = one.bet
    yield "Unit", f"one on {one.label if bet.unit == bet.name else bet.unit.replace('_', ' ')}"
    yield "Return", f"{1 + float(bet.ev):.6%}"
    yield "Player-dealer's edge", f"{-float(bet.ev):+.6%}"
    if isinstance(bet.ev, Fraction):
        yield "Bettor's expected result, exactly", str(bet.ev)
    yield "Spread of one result, units", f"{bet.sd:.6f}"
    yield "Skewness", f"{one.skewness:.4f}"
    yield "Wins", f"{float(bet.hit):.6%}"
    yield "Loses", f"{float(bet.lost):.6%}"
    if bet.average_wager != 1:
        yield "Units at stake in the end, on average", f"{float(bet.average_wager):.6f}"
        yield "Edge of all that is wagered", f"{float(bet.element_of_risk):+.6%}"


def _pay_table(paid: Paid) -> doc.Grid:
    envy = paid.has_envy
    rows = [(hand, pays, *([prize] if envy else [])) for hand, pays, prize in paid.rows]
    if paid.otherwise:
        rows.append(("Any other hand", paid.otherwise, *(["-"] if envy else [])))
    columns = [
        doc.Column("Hand"),
        doc.numbers("Pays"),
        *([doc.numbers("Envy prize")] if envy else []),
    ]
    return doc.Grid(
        title=f"Pay table: {paid.title}", columns=tuple(columns), rows=tuple(rows), note=paid.cite
    )


def _results(one: BetSheet) -> doc.Grid:
    bet, exact = one.bet, one.bet.exact
    raised = exact and any(outcome.staked != 1 for outcome in bet.outcomes)
    columns = [
        doc.Column("Result"),
        doc.numbers("Net"),
        *([doc.numbers("At stake")] if raised else []),
    ]
    if exact:
        columns += [doc.numbers("Cases"), doc.Column("Fraction", "right")]
    columns += [doc.numbers("Probability"), doc.numbers("Adds, units")]
    rows = []
    for row in one.rows() if exact else _together(one):
        counted = [f"{row['cases']:,}", _fraction(row)] if exact else []
        staked = [row["staked"]] if raised else []
        rows.append((
            one.filed.get(row["result"]) or _capital(row["result"]), row["net"], *staked, *counted,
            _share(row["probability"]), _share(row["adds"], "+"),
        ))  # fmt: skip
    whole = [f"{bet.cases:,}", "1"] if exact else []
    total = "Sum", "", *([""] if raised else []), *whole, "1", f"{float(bet.ev):+.8f}"
    return doc.Grid(title="Results", columns=tuple(columns), rows=(*rows, total), summed=True)


def _together(one: BetSheet) -> Iterator[Mapping[str, Any]]:
    """Results that were calculated: the same whatever lay, in one row; the rarest in the last."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for row in one.rows():
        same = rows.setdefault((row["result"], row["net"]), {**row, "probability": 0, "adds": 0})
        same["probability"] += row["probability"]
        same["adds"] += row["adds"]
    rare = [row for row in rows.values() if row["probability"] < _RARE]
    yield from (row for row in rows.values() if row["probability"] >= _RARE)
    if rare:
        nets = sorted(float(Fraction(row["net"])) for row in rare)
        yield {
            "result": f"{len(rare)} rarer results together",
            "net": f"{nets[0]:g} to {nets[-1]:g}",
            "probability": sum(row["probability"] for row in rare),
            "adds": sum(row["adds"] for row in rare),
        }


def _fraction(row: Mapping[str, Any]) -> str:
    """With room to go on in a second line."""
    return str(row["fraction"]).replace("/", " / ")


def _share(part: float, sign: str = "") -> str:
    """What is too small for eight places is written by its power of ten."""
    form = "8f" if part == 0 or abs(part) >= _RARE else "3e"
    return format(part, f"{sign}.{form}")


def _bands(one: BetSheet) -> doc.Grid:
    rows = []
    for band in one.bands():
        ends = (f"{low:.3%} to {high:.3%}" for low, high in band.low_high.values())
        rows.append((f"{band.hands:,}{' *' if band.rough else ''}", *ends))
    marked = any(band.rough for band in one.bands())
    star = (
        " * The wager is so skewed that over so few hands one end may be off by more than half a "
        "percent of all results."
    )
    return doc.Grid(
        title="Return over a number of hands",
        columns=tuple(map(doc.numbers, ("Hands", "90 of 100", "95 of 100", "99 of 100"))),
        rows=tuple(rows),
        note="Between these returns so many results in a hundred end, by the normal law."
        + (star if marked else ""),
    )


# Readings and origin


def _readings(sheet: ParSheet) -> Iterator[doc.Part]:
    if not sheet.readings:
        yield doc.Words("The text left no doubt that a reading had to settle.")
        return
    yield doc.Words(
        "Where the text is in doubt, these readings are in force; the others were possible."
    )
    rows, own = [], sheet.filing.reading
    for one in sheet.readings:
        others = " ".join(one.others)
        chosen = f" {_capital(option_name(one.option))} chooses another." if one.option else ""
        number = f"this filing {one.id.rpartition(' ')[2]}" if one in own else one.id
        rows.append((f"{one.title} ({number})", one.doubt, one.taken + chosen, others or "-"))
    names = ("Reading", "Doubt", "Taken", "Not taken")
    yield doc.Grid(columns=tuple(map(doc.Column, names)), rows=tuple(rows))


def _origin(sheet: ParSheet) -> Iterator[doc.Part]:
    options = "".join(
        f" --option {name}={written(value)}" for name, value in sheet.report.options.items()
    )
    decks = f" --decks {sheet.report.decks}" if sheet.filing.deck.decks[1] > 1 else ""
    yield doc.Grid(
        columns=(doc.Column("What"), doc.Column("Which")),
        rows=(
            ("Program", f"houseway {__version__}"),
            ("Made by", f"houseway par {sheet.filing.id}{decks}{options} -o FILE"),
            ("Rules, SHA-256", sheet.rules_hash),
            ("Counts, by their name", sheet.counts),
            ("This sheet, SHA-256", sheet.content_hash),
        ),
    )
    yield doc.Words(
        "The hash of the sheet is that of all it says, in the form `-o FILE.json` writes without "
        "the hash itself, keys in order, without spaces. A sheet of another kind with the same "
        "hash says the same. The counts' name changes with the rules they were counted under and "
        "with every change of the count itself.".replace("`", ""),
        small=True,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
