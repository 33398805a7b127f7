"""How long the page takes to answer a hand: from the press to the next picture, as the browser
counts it (Event Timing), over some hands of several games. Reported, not judged: it is of this
machine. Needs the browser tests' tools.

    PYTHONPATH=. python benchmarks/interaction.py [FILING …]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.browser.cardroom import Served
from tests.browser.conftest import CHROMIUM, SWITCHES
from tests.browser.player import Player

GAMES = (
    "casino-club/three-card-poker-6-card-bonus", "500-club/texas-holdem",
    "500-club/fortune-pai-gow-poker", "500-club/ez-baccarat",
)  # fmt: skip
WATCH = """window.taken = [];
new PerformanceObserver(list => window.taken.push(...list.getEntries()
  .filter(one => one.interactionId)
  .map(one => [one.duration, one.processingEnd - one.processingStart])))
  .observe({type: "event", durationThreshold: 16, buffered: true});
window.pressed = 0;
addEventListener("pointerdown", () => (window.pressed += 1), true);"""
HANDS = 3


def measure(player: Player, filing: str) -> tuple[int, list[list[float]]]:
    """How often something was pressed; of answers of 16 milliseconds or more, how long until the
    picture, and how long of that the page's own code took.
    """
    player.page.add_init_script(WATCH)
    player.quick_seat(filing)
    spots = player.page.locator(".seat.me .spot.base")
    for _ in range(HANDS):
        bets = (spots.first.get_attribute("data-spot") or "",) if spots.count() else ()
        player.play_hand(bets=bets)
    return player.page.evaluate("window.pressed"), player.page.evaluate("window.taken")


def main(games: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    folder = Path(tempfile.mkdtemp())
    served = Served(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        for filing in games:
            context = browser.new_context(
                viewport={"width": 1366, "height": 768}, reduced_motion="reduce"
            )
            pressed, taken = measure(
                Player(context.new_page(), served.address, "Ann", folder), filing
            )
            shown, own = ([one[place] for one in taken] or [0.0] for place in (0, 1))
            print(f"{filing}: {pressed} presses")
            for what, found in (("to the picture", shown), ("our own code", own)):
                print(f"  {what}: median {median(found):.0f} ms, longest {max(found):.0f}")
            context.close()
        browser.close()
    served.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
