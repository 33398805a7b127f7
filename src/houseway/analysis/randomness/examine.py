"""Samples drawn the way the tables draw them, and handed to the tests."""

from __future__ import annotations

import platform
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from houseway.analysis.randomness.decks import DeckCounts
from houseway.analysis.randomness.report import Finding, Report
from houseway.analysis.randomness.throws import dice_findings
from houseway.cards import Chance, deck, dice, roll
from houseway.errors import HousewayError
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms
from houseway.table import shoes
from houseway.table.setup import Setup
from houseway.version import __version__

LEAST = 2_500  # fewer, and some counts are too small for their law
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Box:
    """The cards or tiles of one or more filings, under the terms of the first."""

    name: str
    terms: Terms[Any]
    pieces: tuple[str, ...]

    def shuffle(self, source: Chance) -> list[str]:
        """As a table shuffles before a round, read back from what its log would say."""
        setup = Setup(filing=self.terms.filing.id)
        return shoes.shuffle(self.terms, setup, None, source).order.split()


def boxes() -> list[Box]:
    """Every different box of cards or tiles in the catalogue."""
    found: dict[tuple[str, ...], Box] = {}
    for filing_id in filing_ids():
        terms = make_terms(load(filing_id))
        pieces = tuple(piece.text for piece in shoes.pieces_of(terms))
        kind = terms.filing.deck.kind
        name = kind if terms.decks == 1 else f"{terms.decks} x {kind}"
        found.setdefault(pieces, Box(name, terms, pieces))
    return sorted(found.values(), key=lambda box: (len(box.pieces), box.name))


def examine(
    source: Chance,
    *,
    began: datetime,
    source_name: str = "",
    shuffles: int = 10_000,
    throws: int = 200_000,
    progress: Progress | None = None,
) -> Report:
    """All tests over every box of the catalogue and three dice.

    A shoe of several decks is shuffled as many times less often: each gives as many cards more.
    """
    for given, name in ((shuffles, "--shuffles"), (throws, "--throws")):
        if given < LEAST:
            raise HousewayError(
                "too-few-samples", f"{given:,} is too few to test; give {LEAST:,} or more",
                where=name,
            )  # fmt: skip
    stock = boxes()
    drawn = [(box, -(-shuffles // box.terms.decks)) for box in stock]
    share = _Share(sum(len(box.pieces) * times for box, times in drawn) + 3 * throws, progress)
    findings: list[Finding] = []
    for box, times in drawn:
        counts = DeckCounts(box.name, box.pieces)
        for _ in range(times):
            counts.add(box.shuffle(source))
            share.step(len(box.pieces))
        findings += counts.findings()
    thrown = []
    for _ in range(throws):
        thrown.append(roll(source).faces)
        share.step(3)
    findings += dice_findings(thrown)
    return Report(
        version=__version__,
        began=began.isoformat(timespec="seconds"),
        source=source_name or type(source).__name__,
        system=f"{platform.python_implementation()} {platform.python_version()},"
        f" {platform.system()} {platform.release()} {platform.machine()}",
        code=tuple(_code(module) for module in (deck, dice, shoes, random)),
        boxes=tuple(
            (box.name, box.terms.filing.id, len(box.pieces), times) for box, times in drawn
        ),
        throws=throws,
        findings=tuple(findings),
    )


def _code(module: ModuleType) -> tuple[str, str]:
    """What ran, so that a report can be held against the program it speaks of."""
    file = module.__file__
    return module.__name__, sha256(Path(file).read_bytes()).hexdigest() if file else "built in"


class _Share:
    """Tells how much is done, a hundred times and no more."""

    def __init__(self, total: int, tell: Progress | None) -> None:
        self._total, self._tell = total, tell
        self._done = self._told = 0

    def step(self, pieces: int) -> None:
        self._done += pieces
        if self._tell is not None and 100 * self._done // self._total > self._told:
            self._told = 100 * self._done // self._total
            self._tell(self._done / self._total)
