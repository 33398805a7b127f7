"""The order of the deal: it depends on the device, and on what is filed for it."""

from __future__ import annotations

import pytest

from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.loader import load
from houseway.rounds.events import Dealt
from tests.table.tables import banked, fill

CASINO, NAPA, GENERIC = (
    f"{house}/ultimate-texas-holdem" for house in ("casino-club", "napa-valley", "generic")
)
# Ann at seat 1 banks; Bob and Cy at 2 and 3 bet. The house dealer begins at the left, seat 1 on.
ONE_BY_ONE = [(2, 1), (3, 1), ("bank", 1), (2, 1), (3, 1), ("bank", 1), ("board", 5)]
BOARD_LAST = [(2, 2), (3, 2), ("bank", 2), ("board", 5)]
BOARD_FIRST = [("board", 5), (2, 2), (3, 2), ("bank", 2)]


@pytest.mark.parametrize(
    ("filing", "device", "order"),
    [
        (CASINO, "shoe", ONE_BY_ONE),  # 000:598-601
        (CASINO, "shuffler", BOARD_LAST),  # 000:602-605
        (NAPA, "shoe", ONE_BY_ONE),  # 003:1564-1567
        (NAPA, "shuffler", BOARD_FIRST),  # 003:1568-1571
        (GENERIC, "shoe", ONE_BY_ONE),  # 001:99-102
    ],
)
def test_cards_come_in_the_order_filed_for_the_device(
    filing: str, device: str, order: list[tuple[int | str, int]]
) -> None:
    table, _ = banked(filing, dealt_from=device)
    fill(table)
    table.take_bank("Ann", 500_00)
    for name, seat in (("Bob", 2), ("Cy", 3)):
        table.place(name, seat, {"ante": 10_00, "blind": 10_00})
    table.no_more_bets()
    dealt = [event for event in table.state.events if isinstance(event, Dealt)]
    assert [(event.place, event.count) for event in dealt] == order
    stock = table.state.stock
    assert stock is not None
    came = [card for event in dealt for card in event.cards or ()]
    assert tuple(came) == stock.order[: len(came)]


def test_a_filing_without_an_order_for_the_shoe_deals_as_it_always_did() -> None:
    filing = load("500-club/ultimate-texas-holdem")
    assert isinstance(filing, UltimateHoldem)
    assert filing.game.deal.from_shoe is None
