"""The floor console in a real browser: what is ordered is read before it is declared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

DOUBLE_HAND = "napa-valley/double-hand-poker"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def the_floor(served: Served, new_player: Any, table: str, **window: Any) -> Player:
    """The house, looking on at a table with its console open."""
    floor: Player = new_player("House", **window)
    page = floor.page
    page.add_init_script(
        f"localStorage.setItem('houseway.token', JSON.stringify('{served._token}'))"
    )
    page.goto(f"{served.address}/#/table/{table}")
    page.click(".menu summary")
    page.click('[data-do="floor"]')
    page.wait_for_selector(".floor-console")
    return floor


def playing(served: Served, new_player: Any) -> tuple[str, Player]:
    """Two people and no bot, so that nobody goes on by themselves; the second one has bet."""
    table = served.open_table(DOUBLE_HAND, bots=0, seats=4)
    bank, guest = new_player(), new_player("Bob")
    for player in (bank, guest):
        player.sit(table)
    for _ in range(400):
        if guest.sees(".decision"):
            return table, guest
        if bank.sees(".decision"):  # which pile comes first; no card lies before
            bank.move("pile 1")
        elif bank.sees('[data-do="take_bank"]:enabled'):
            bank._answer_offer(True)
        elif guest.sees('[data-do="take_bank"]:enabled'):
            guest._answer_offer(False)
        elif guest.sees('[data-do="ready"]:enabled'):
            guest.bet("game")
        guest.page.wait_for_timeout(50)
    raise AssertionError("no hand begins")


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_a_joker_shown_in_an_unused_pile_voids_the_hand(
    served: Served, new_player: Any, window: dict[str, Any], tmp_path: Path
) -> None:
    """003:217-219; the remedies are read with their lines before anything is declared."""
    table, guest = playing(served, new_player)
    floor = the_floor(served, new_player, table, **window)
    page = floor.page
    page.wait_for_selector('.floor-console[data-phase="play"]')
    page.select_option("#floor-kind", "exposed-card")
    free = page.locator("#floor-place option", has_text="nobody sits").first
    page.select_option("#floor-place", free.get_attribute("value"))
    page.wait_for_selector(".floor-offer >> text=003:217-219")
    assert page.locator(".floor-offer [data-remedy]").count() == 3
    page.fill("#floor-lay", "Jk")
    page.screenshot(path=str(tmp_path / "floor-declare.png"))
    page.click('[data-form="declare"] [type="submit"]')
    page.wait_for_selector('.floor-console:not([data-phase="play"])')
    guest.page.wait_for_selector(".log >> text=/misdeal: .* was exposed at seat/ >> nth=0")


def test_the_floor_notes_gives_time_voids_corrects_and_unseats(
    served: Served, new_player: Any, tmp_path: Path
) -> None:
    table, guest = playing(served, new_player)
    floor = the_floor(served, new_player, table, **PHONE)
    page = floor.page

    def do(act: str, form: str, why: str) -> None:
        part = page.locator(f'[data-act="{act}"]')
        if part.get_attribute("open") is None:
            part.locator("summary").first.click()
        page.fill(f"#why-{form}", why)
        page.click(f'[data-form="{form}"] [type="submit"]:not([disabled])')

    do("note", "note", "warned about the phone")
    guest.page.wait_for_selector(".log >> text=The floor notes: warned about the phone")
    do("restore_time", "restore_time", "the shuffler jammed")
    guest.page.wait_for_selector(".log >> text=time again: the shuffler jammed")
    do("void", "void", "a card lay on the floor")
    guest.page.wait_for_selector(".log >> text=void: a card lay on the floor")
    page.wait_for_selector("#correct-from", state="attached")
    page.locator('[data-act="correct"] summary').first.click()
    names = page.locator("#correct-from option").evaluate_all(
        "all => all.map((one) => one.value).filter(Boolean)"
    )
    page.select_option("#correct-from", names[0])
    page.select_option("#correct-to", names[1])
    page.fill("#correct-amount", "5")
    page.screenshot(path=str(tmp_path / "floor-correct.png"))
    do("correct", "correct", "paid short the hand before")
    guest.page.wait_for_selector(".log >> text=Correction of record")
    page.locator('[data-act="seat"] summary').first.click()
    seated = page.locator("#unseat-name option", has_text="Bob")
    page.select_option("#unseat-name", seated.first.get_attribute("value"))
    do("seat", "unseat", "asked to leave")
    guest.page.wait_for_selector(".log >> text=/takes Bob.* off the table: asked to leave/")


def test_the_console_is_not_for_players(served: Served, new_player: Any) -> None:
    _, guest = playing(served, new_player)
    guest.page.click(".menu summary")
    assert not guest.sees('[data-do="floor"]')


def test_house_procedure_is_marked_and_followed_where_the_filing_is_silent(
    new_player: Any, tmp_path: Path
) -> None:
    """003:223 is about the bank's hand: a player's eight cards are the house's matter."""
    book = tmp_path / "house.toml"
    book.write_text('house = "Napa"\nprocedures = ["player-dealer"]\n', encoding="utf-8")
    served = Served(tmp_path, house=book)
    try:
        table, guest = playing(served, lambda *a, **k: new_player(*a, address=served.address, **k))
        floor = the_floor(served, new_player, table, **PHONE)
        page = floor.page
        page.select_option("#floor-kind", "wrong-number")
        page.select_option("#floor-place", guest.seat)
        page.wait_for_selector('[data-house="void"]')
        words = page.inner_text(".house-orders")
        assert "House procedure, not filed" in words
        assert "player-dealer" in words
        assert not page.locator('[data-form="declare"] [type="submit"]').count()
        page.click('[data-house="void"] button')
        page.wait_for_selector('.floor-console:not([data-phase="play"])')
        guest.page.wait_for_selector(".log >> text=/House procedure player-dealer, not filed/")
    finally:
        served.close()
