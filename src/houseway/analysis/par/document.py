"""A document as a tree: sections of paragraphs, tables and strategy cards, whatever it is for.

Who writes it to a file knows these few parts and nothing of what they say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from houseway.analysis.strategy_cards import StrategyCard

Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; `small` for what stands beside the matter."""

    text: str
    small: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """Points of a list."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, and the side its cells stand on. Numbers are never broken; words are."""

    name: str
    side: Side = "left"
    breaks: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table. Cells of `lines` may go on in further lines; the last row may be a sum."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    note: str = ""
    summed: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """How to play, on one table."""

    card: StrategyCard


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it; one that begins a page is `apart`."""

    title: str
    parts: tuple[Part, ...]
    apart: bool = False


Part = Words | Items | Grid | Card | Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The whole: its title, the lines under it, its sections, and what stands on every page."""

    title: str
    parts: tuple[Part, ...]
    subtitle: tuple[str, ...] = ()
    foot: str = ""


def numbers(name: str) -> Column:
    """A column of figures."""
    return Column(name, "right", breaks=False)
