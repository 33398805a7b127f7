"""How long the first view of a page takes, the lobby's and the desk's: from the request to the
largest picture of it, and to the last answer it asked for. Each is seen once before, so that the
server has made what it makes once, and then by three newcomers. Reported, not judged: it is of
this machine. Needs the browser tests' tools.

    PYTHONPATH=. python benchmarks/views.py [PAGE …]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.cardroom import Served
from tests.browser.conftest import CHROMIUM, SWITCHES

PAGES = (
    "", "adjudicate", "desk", "desk/filings", "desk/filings/who gets the odd chip",
    "desk/filing/500-club/ez-baccarat", "trace/500-club/ez-baccarat",
    "desk/filing/napa-valley/ez-baccarat-panda-8/sign/1;1-100",
    "desk/compare/500-club/ez-baccarat+napa-valley/ez-baccarat-panda-8", "desk/check",
    "desk/odds", "desk/odds/500-club/pure-21.5-blackjack", "desk/bank/500-club/ez-baccarat",
    "desk/draft/500-club/ez-baccarat", "desk/hands", "desk/records", "desk/login",
)  # fmt: skip
WATCH = """new PerformanceObserver(list => { window.largest = list.getEntries().at(-1).startTime; })
  .observe({type: "largest-contentful-paint", buffered: true});"""
TAKEN = """() => [window.largest,
  Math.max(0, ...performance.getEntriesByType("resource").map(one => one.responseEnd))]"""
NEWCOMERS = 3


def view(browser: Any, address: str) -> tuple[float, float]:
    """Milliseconds until the largest picture, and until the last answer."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    largest, last = page.evaluate(TAKEN)
    context.close()
    return largest, last


def main(pages: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    served = Served(Path(tempfile.mkdtemp()))
    print(f"{'page':<66} {'picture':>12} {'last answer':>14}   ms, best and worst")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        for page in pages:
            address = f"{served.address}/#/{page}"
            view(browser, address)
            pictures, answers = zip(
                *(view(browser, address) for _ in range(NEWCOMERS)), strict=True
            )
            shown = (f"{min(some):5.0f} {max(some):5.0f}" for some in (pictures, answers))
            print(f"{page or 'lobby':<66} {' '.join(f'{one:>13}' for one in shown)}", flush=True)
        browser.close()
    served.close()
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:] or list(PAGES))
