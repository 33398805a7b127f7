"""What a table's records add up to between two hands, as JSON, so that they need not be read again.

A checkpoint is derived and never the truth: the same records give the same checkpoint, and a table
brought back by one is the table that all of its records make. Each state names what it keeps
(`kept`); setup, terms and rules are read off the records that set them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from houseway.cards import write
from houseway.rounds.events import Event
from houseway.settlement.ledger import Ledger
from houseway.table.codec import read_event, read_pieces, write_event
from houseway.table.shoes import Stock


def _write_stock(stock: Stock) -> list[Any]:
    return [stock.deck, write(stock.order), stock.cut, stock.dealt]


def _read_stock(written: Any) -> Stock:
    deck, order, cut, dealt = written
    return Stock(deck, read_pieces(order), cut, dealt)


KeptStock = Annotated[Stock, PlainValidator(_read_stock), PlainSerializer(_write_stock)]
KeptEvent = Annotated[Event, PlainValidator(read_event), PlainSerializer(write_event)]
KeptLedger = Annotated[
    Ledger, PlainValidator(Ledger), PlainSerializer(lambda ledger: ledger.balances())
]


@cache
def _adapters(kind: Any) -> Mapping[str, TypeAdapter[Any]]:
    """How each thing that a state keeps is written, those of its base classes included."""
    named = {
        name: how
        for base in reversed(kind.__mro__)
        for name, how in vars(base).get("kept", {}).items()
    }
    return {name: TypeAdapter(how) for name, how in named.items()}


def take(state: Any) -> dict[str, Any]:
    """A state between two hands."""
    assert state.phase != "play"
    return {
        name: how.dump_python(getattr(state, name), mode="json")
        for name, how in _adapters(state.__class__).items()
    }


def give(state: Any, taken: Mapping[str, Any]) -> None:
    """Have a state that knows its setup hold what was taken; a key too many or too few is none
    of this program's.
    """
    adapters = _adapters(state.__class__)
    if taken.keys() != adapters.keys():
        raise ValueError("this checkpoint was taken by another program")
    for name, how in adapters.items():
        setattr(state, name, how.validate_python(taken[name]))
