"""The account in the page: password, second factor, sessions, and a one-time link accepted."""

from __future__ import annotations

import time

import pytest

from houseway.service.people import totp
from tests.browser.cardroom import Served
from tests.browser.conftest import NewPlayer
from tests.browser.player import Player
from tests.browser.test_accessibility import axe as axe
from tests.browser.test_accessibility import problems

pytestmark = pytest.mark.browser

TCP = "outlaws/three-card-poker-6-card-bonus"


def code_of(key: str, *, later: int = 0) -> str:
    """A code opens once: one that is needed again is that of a later step."""
    return totp.code_at(key.replace(" ", ""), int(time.time()) // totp.SECONDS + later)


def enter(player: Player) -> None:
    player.quick_seat(TCP)
    player.page.goto(f"{player.address}/#/")


def open_account(player: Player) -> None:
    player.page.click("hw-header .account")
    player.page.wait_for_selector("dialog [data-part=sessions] li")


def toast(player: Player, words: str) -> None:
    player.page.wait_for_selector(f".toast >> text={words}")


def test_password_second_factor_and_sessions(
    new_player: NewPlayer, fresh: Served, axe: str
) -> None:
    ann = new_player("Annika", address=fresh.address)
    enter(ann)
    open_account(ann)
    page = ann.page
    page.fill("#new-password", "first secret")
    page.click("dialog >> text=Keep >> nth=-1")
    toast(ann, "Your name is kept with this password")
    # A change asks for the old one.
    page.wait_for_selector("#old-password")
    page.fill("#old-password", "wrong secret")
    page.fill("#new-password", "second secret")
    page.click("dialog button >> text=Change")
    toast(ann, "The password you have now is another")
    page.fill("#old-password", "first secret")
    page.click("dialog button >> text=Change")
    toast(ann, "Your password is changed")
    assert page.input_value("#new-password") == "", "what was typed is gone"
    # The second factor.
    page.fill("#factor-password", "second secret")
    page.click("dialog >> text=Set up an authenticator app")
    key = page.inner_text("dialog .key")
    assert page.evaluate("() => document.querySelector('.qr').naturalWidth") > 0
    assert problems(ann, axe) == []
    page.fill("#new-code", code_of(key))
    page.click("dialog >> text=Turn it on")
    toast(ann, "From now on logging in asks for a code")
    page.wait_for_selector("dialog >> text=Do without the second factor")
    assert problems(ann, axe) == []
    # Another device gets in with a code, and is sent away.
    other = new_player("Annika", address=fresh.address)
    other.page.goto(f"{fresh.address}/")
    other.page.click(f'[data-filing="{TCP}"]')
    other.page.fill("#guest-name", "Annika")
    other.page.click("dialog summary")
    other.page.fill("#guest-password", "second secret")
    other.page.click("dialog >> text=Come in")
    other.page.wait_for_selector("#guest-code:focus")
    other.page.fill("#guest-code", code_of(key, later=1))
    other.page.click("dialog >> text=Come in")
    other.page.wait_for_selector('hw-table[data-seat]:not([data-seat=""])')
    page.reload()
    open_account(ann)
    assert page.locator("dialog [data-part=sessions] li").count() == 2
    page.click("dialog [data-part=sessions] button >> text=End")
    toast(ann, "It must enter again")
    page.wait_for_function(
        "() => document.querySelectorAll('dialog [data-part=sessions] li').length === 1"
    )
    other.page.goto(f"{fresh.address}/#/")
    other.page.reload()
    other.page.wait_for_selector("hw-lobby h1")
    other.page.wait_for_function("() => !localStorage.getItem('houseway.token')")


def test_one_who_is_invited_sets_up_both_and_is_in(
    new_player: NewPlayer, fresh: Served, axe: str
) -> None:
    invite = fresh.ask("/api/staff", {"name": "Flora", "role": "floor"})["invite"]
    flora = new_player("Flora", address=fresh.address)
    page = flora.page
    page.goto(f"{fresh.address}/#/invite/{invite}")
    page.wait_for_selector("h1 >> text=Welcome, Flora")
    assert problems(flora, axe) == []
    key = page.inner_text(".key")
    page.fill("#invite-password", "floor secret")
    page.fill("#invite-code", "000000")
    page.click("text=Come in")
    page.wait_for_selector("[role=alert] >> text=this code is wrong")
    page.fill("#invite-code", code_of(key))
    page.click("text=Come in")
    page.wait_for_selector("hw-header .account >> text=Flora")
    page.wait_for_selector(".desk-home >> text=Records")
    open_account(flora)
    assert not flora.sees("dialog >> text=Who works here"), "the floor does not say who works here"
    again = new_player("Other", address=fresh.address)
    again.page.goto(f"{fresh.address}/#/invite/{invite}")
    again.page.wait_for_selector("h1 >> text=This link does not open")


def test_from_the_account_s_dialog_the_house_finds_who_works_here(
    new_player: NewPlayer, fresh: Served
) -> None:
    house = new_player("House", address=fresh.address)
    page = house.page
    page.goto(f"{fresh.address}/")
    page.evaluate("token => localStorage.setItem('houseway.token', JSON.stringify(token))",
                  fresh._token)  # fmt: skip
    page.reload()
    open_account(house)
    page.click("dialog >> text=Who works here")
    page.wait_for_selector("#hire-name")
    assert not house.sees("dialog")
