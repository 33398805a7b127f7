"""Somebody at the page: everything is done by clicking what a person would click."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 120.0  # seconds, however busy the machine is

# What to click for a decision: given the player, answers once it is made.
Decide = Callable[["Player"], None]


class Player:
    """A person in a browser."""

    def __init__(self, page: Page, address: str, name: str, folder: Path) -> None:
        self.page, self.address, self.name, self._folder = page, address, name, folder
        self.errors: list[str] = []
        self.decided: list[str] = []  # kinds of decisions made
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.set_default_timeout(PATIENCE * 1000)

    # Coming in.

    def sit(self, table: str) -> None:
        self.page.goto(f"{self.address}/#/table/{table}")
        self.page.click('[data-do="sit"]')
        self.give_name()
        self.page.wait_for_selector('hw-table[data-seat]:not([data-seat=""])')

    def quick_seat(self, filing: str) -> None:
        """From the lobby, by the filing's own button."""
        self.page.goto(f"{self.address}/")
        self.page.click(f'[data-filing="{filing}"]')
        self.give_name()
        self.page.wait_for_selector('hw-table[data-seat]:not([data-seat=""])')

    def give_name(self) -> None:
        self.page.fill("#guest-name", self.name)
        self.page.click("dialog >> text=Come in")

    @property
    def table(self) -> Locator:
        return self.page.locator("hw-table")

    @property
    def seat(self) -> str:
        return self.table.get_attribute("data-seat") or ""

    @property
    def settled(self) -> int:
        """The number of the last hand that was settled before our eyes."""
        return int(self.table.get_attribute("data-settled") or 0)

    def sees(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    # Playing.

    def play_hand(
        self,
        *,
        bets: tuple[str, ...] = (),
        decide: Mapping[str, Decide] | None = None,
        bank: bool = False,
    ) -> int:
        """Play until a hand in which this player took part is settled; its number."""
        own, before, took_part = decide or {}, self.settled, False
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.settled > before:
                if took_part:
                    return self.settled
                before = self.settled
            if self.sees(".decision"):
                took_part = self.decide(own) or took_part
            elif self.sees('[data-do="take_bank"]:enabled'):
                took_part = bank or took_part
                self._answer_offer(bank)
            elif bets and self.sees('[data-do="ready"]:enabled'):
                took_part = self.bet(*bets) or took_part
            else:
                self.page.wait_for_timeout(30)
        raise AssertionError(f"nothing more happens: {self.page.inner_text('.dock')!r}")

    def _answer_offer(self, take: bool) -> None:
        self.page.locator(f'[data-do="{"take" if take else "decline"}_bank"]').click()
        self._changes('[data-do="take_bank"]:enabled')

    def bet(self, *spots: str) -> bool:
        """A chip on each of these spots, then deal."""
        for spot in spots:
            self.page.click(f'.seat.me button[data-spot="{spot}"]')
        self.page.wait_for_selector(f'.seat.me [data-spot="{spots[-1]}"]:not(.pending) hw-chips')
        hand = self.table.get_attribute("data-round")
        self.page.click('[data-do="ready"]')
        self._changes(f'hw-table[data-round="{hand}"] [data-do="ready"]:enabled')
        return True

    def decide(self, own: Mapping[str, Decide]) -> bool:
        """Make the open decision, and wait until it is done."""
        found = self.page.locator(".decision")
        kind, key = found.get_attribute("data-ask"), found.get_attribute("data-key")
        if kind is None or key is None:
            return False
        (own.get(kind) or DECIDE[kind])(self)
        self.decided.append(kind)
        self._changes(f'.decision[data-key="{key}"]')
        return True

    def _changes(self, selector: str) -> None:
        """Wait until something is gone that was there."""
        self.page.wait_for_function(
            "selector => !document.querySelector(selector)", arg=selector, timeout=PATIENCE * 1000
        )

    def move(self, move: str) -> None:
        if move == "house_way" and self.sees('[data-do="preview-way"]'):
            self.page.click('[data-do="preview-way"]')
            self.page.wait_for_selector('.decision [data-move="house_way"]:enabled')
        self.page.locator(f'.decision [data-move="{move}"]:enabled').first.click()

    def first_of(self, *moves: str) -> None:
        """The first of these moves that is open."""
        for move in moves:
            preview = move == "house_way" and self.sees('[data-do="preview-way"]:enabled')
            if preview or self.sees(f'.decision [data-move="{move}"]:enabled'):
                self.move(move)
                return
        raise AssertionError(f"none of {moves} is open: {self.page.inner_text('.dock')!r}")

    # Looking back.

    def lines(self) -> dict[tuple[str, str, str], tuple[str, str]]:
        """The settlement strip: outcome and net of every wager, by bettor, wager and hand."""
        found = self.page.locator(".side .line[data-bettor]")
        return {
            (row["bettor"], row["wager"], row["hand"]): (row["outcome"], row["net"])
            for row in found.evaluate_all("all => all.map(one => ({...one.dataset}))")
        }

    def download(self, hand: int) -> Path:
        """The hand's file, saved from the history."""
        self.open_tool("clock", "History")
        with self.page.expect_download() as saving:
            self.page.click(f'[data-file="{hand}"]')
        file = self._folder / saving.value.suggested_filename
        saving.value.save_as(file)
        self.close_drawer()
        return file

    def open_tool(self, tool: str, words: str) -> None:
        """A drawer at the table, from its button or, on a phone, from the menu."""
        button = self.page.locator(f'[data-tool="{tool}"]')
        if button.is_visible():
            button.click()
        else:
            self.page.click(".menu summary")
            self.page.locator(".menu-list").get_by_text(words, exact=True).click()
        self.page.wait_for_selector("dialog[open]")

    def close_drawer(self) -> None:
        self.page.click('dialog[open] [aria-label="Close"]')


# How each kind of decision is made when a test does not care: quietly, and to the end.


def _set_plain(player: Player) -> None:
    """The two lowest cards of different rank, which is never foul; any two tiles."""
    pieces = player.page.locator(".set-area.back .piece")
    ranks = [piece.get_attribute("data-piece") or "" for piece in pieces.all()]
    last = len(ranks) - 1
    other = next(i for i in range(last - 1, -1, -1) if ranks[i][0] != ranks[last][0])
    pieces.nth(last).click()
    player.page.locator(".set-area.back .piece").nth(other).click()
    player.move("set")


def _throw(player: Player) -> None:
    done = '.decision :is([data-move="draw"], [data-move="discard"])'
    if not player.sees(f"{done}:enabled"):
        player.page.locator(".discarding .piece").last.click()
    player.first_of("draw", "discard")


def place_all(player: Player) -> None:
    """Every card into the lowest row that has room."""
    while not player.sees('.decision [data-move="place"]:enabled'):
        if not player.sees(".placing .piece.picked"):
            player.page.locator(".placing > .set-pieces .piece").first.click()
        for row in ("bottom", "middle", "top"):
            if player.sees(f'[data-row="{row}"]:enabled'):
                player.page.click(f'[data-row="{row}"]')
                break
    player.move("place")


DECIDE: dict[str, Decide] = {
    "play-or-fold": lambda player: player.move("play"),
    "bet": lambda player: player.first_of("check", "bet 1", "call"),
    "play": lambda player: player.first_of("stand", "hit"),
    "after-double": lambda player: player.move("stand"),
    "insurance": lambda player: player.move("decline"),
    "early-surrender": lambda player: player.move("play on"),
    "set": _set_plain,
    "set-bank": lambda player: player.first_of("house_way"),
    "bring-in": lambda player: player.move("bring in"),
    "draw": _throw,
    "discard": _throw,
    "expose": lambda player: player.move("keep down"),
    "first-cards": place_all,
    "later-cards": place_all,
    "fantasy-land": place_all,
    "clean-sweep": lambda player: player.move("no-sweep"),
}
