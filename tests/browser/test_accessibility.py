"""Names, contrast, headings, live regions: checked on every main page, in dark and in light.

The rules of axe-core are run on the same pages. npm fetches it, or HOUSEWAY_TEST_AXE names a copy
of its `axe.min.js`.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

PAGE = Path(__file__).parents[2] / "src" / "houseway" / "service" / "page"

HOW = (
    "Install npm with a registry that has axe-core, or set HOUSEWAY_TEST_AXE to the path of "
    "axe.min.js from the axe-core package, version 4."
)

NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=img], [role=group], dialog")]
  .filter(one => one.checkVisibility())
  .filter(one => !(one.getAttribute("aria-label") || one.getAttribute("aria-labelledby")
    || one.labels?.length || one.textContent.trim() || one.getAttribute("title")))
  .map(one => one.outerHTML.slice(0, 160))"""
DOUBLE_IDS = """() => {
  const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
  return ids.filter((id, i) => ids.indexOf(id) !== i && id !== "card-back-field");
}"""
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3")]
  .filter(one => one.checkVisibility()).map(one => Number(one.localName[1]))"""


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core's script. Without it nothing was checked, so its absence is a failure."""
    if own := os.environ.get("HOUSEWAY_TEST_AXE"):
        return Path(own).read_text()
    npm = shutil.which("npm")
    assert npm, f"npm is not installed. {HOW}"
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        [npm, "pack", "axe-core@4", "--silent", "--pack-destination", str(folder)],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert not done.returncode, f"npm cannot fetch axe-core: {done.stderr.strip()} {HOW}"
    (packed,) = folder.glob("axe-core-*.tgz")
    with tarfile.open(packed) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def problems(player: Player, axe: str) -> list[Any]:
    """Everything wrong with the page as it stands."""
    page = player.page
    found: list[Any] = page.evaluate(NAMELESS)
    found += page.evaluate(DOUBLE_IDS)
    levels: list[int] = page.evaluate(HEADINGS)
    if levels.count(1) != 1:
        found.append(f"{levels.count(1)} headings of the first rank")
    found += [f"h{b} after h{a}" for a, b in itertools.pairwise(levels) if b > a + 1]
    page.evaluate(axe)
    found += page.evaluate(
        """async () => (await axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        })).violations.map(one => [one.id, one.nodes.map(node => node.html.slice(0, 120))])"""
    )
    return found


@pytest.fixture(params=["dark", "light"])
def visitor(request: pytest.FixtureRequest, new_player: Any) -> Player:
    player: Player = new_player(color_scheme=request.param)
    return player


PLACES = (
    "", "adjudicate", "rules/500-club/pure-spanish-21.5",
    "trace/generic/ultimate-texas-holdem", "desk", "desk/filings",
    "desk/filings/who%20gets%20the%20odd%20chip", "desk/filing/500-club/razz",
    "desk/filing/napa-valley/ez-baccarat-panda-8/sign/1%3B1-100",
    "desk/compare/500-club/ez-baccarat+napa-valley/ez-baccarat-panda-8", "desk/check/500-club/razz",
    "desk/odds", "desk/odds/napa-valley/three-card-poker-6-card-bonus-1.3",
    "desk/bank/500-club/ez-baccarat",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_pages(place: str, visitor: Player, axe: str) -> None:
    visitor.page.goto(f"{visitor.address}/#/{place}")
    visitor.page.wait_for_selector("h1")
    visitor.page.wait_for_load_state("networkidle")
    assert problems(visitor, axe) == []


def test_the_table_from_the_offer_to_the_settlement(
    served: Served, visitor: Player, axe: str
) -> None:
    visitor.sit(served.open_table("500-club/ultimate-texas-holdem"))
    page = visitor.page
    page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    assert problems(visitor, axe) == []

    def check(player: Player) -> None:
        assert problems(player, axe) == []
        player.first_of("check", "bet 1")

    visitor.play_hand(bets=("ante", "trips"), decide={"bet": check})
    assert problems(visitor, axe) == []
    for tool, words in (("book", "Rules"), ("sign", "Sign"), ("clock", "History")):
        visitor.open_tool(tool, words)
        page.wait_for_load_state("networkidle")
        assert problems(visitor, axe) == []
        visitor.close_drawer()


def test_a_showdown_an_invitation_and_words(visitor: Player, axe: str) -> None:
    visitor.quick_seat("500-club/omaha-hi-lo")
    visitor.play_hand(decide={"bet": lambda one: one.first_of("check", "call")})
    assert problems(visitor, axe) == []
    page = visitor.page
    for entry in ("invite", "say", "settings"):
        page.click(".menu summary")
        page.click(f'.menu [data-do="{entry}"]')
        page.wait_for_selector("dialog[open]")
        assert problems(visitor, axe) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.parametrize("filing", ["500-club/fortune-pai-gow-poker", "napa-valley/pai-gow-tiles"])
def test_setting_a_hand(filing: str, served: Served, visitor: Player, axe: str) -> None:
    def check(player: Player) -> None:
        player.page.locator(".set-area.back .piece").first.click()
        assert problems(player, axe) == []
        player.move("house_way")

    visitor.sit(served.open_table(filing))
    visitor.play_hand(bets=("game",), decide={"set": check})


def test_the_dealers_calls_are_read_aloud(served: Served, player: Player) -> None:
    player.sit(served.open_table("outlaws/three-card-poker-6-card-bonus"))
    player.play_hand(bets=("ante",))
    calls = player.page.locator('#calls[aria-live="polite"]').inner_text()
    assert "No more bets" in calls
    assert "The bank has" in calls
    assert "Ante" in calls  # what became of the own wagers


def test_a_decision_is_read_aloud_with_its_meaning(served: Served, player: Player) -> None:
    heard: list[str] = []

    def listen(player: Player) -> None:
        heard.append(player.page.locator("#calls").inner_text())
        player.move("play")

    player.sit(served.open_table("outlaws/three-card-poker-6-card-bonus"))
    player.play_hand(bets=("ante",), decide={"play-or-fold": listen})
    assert "Your decision. Play or fold?" in heard[0]


# Contrast of the tokens, computed from the style sheet itself.

PAIRS = [
    ("text", "bg", 7.0), ("text", "surface", 7.0), ("text-soft", "bg", 4.5),
    ("text-soft", "surface", 4.5), ("text-soft", "bg-raised", 4.5), ("text-soft", "surface-2", 4.5),
    ("link", "bg", 4.5), ("on-primary", "primary", 4.5), ("on-primary", "primary-hover", 4.5),
    ("on-gold", "gold", 4.5), ("win", "surface", 4.5), ("lose", "surface", 4.5),
    ("push", "surface", 4.5), ("short", "surface", 4.5), ("felt-ink", "felt-1", 4.5),
    ("felt-ink-soft", "felt-1", 4.5), ("line-strong", "bg", 3.0), ("focus", "bg", 3.0),
    ("focus", "surface", 3.0),
]  # fmt: skip


def tokens(theme: str) -> dict[str, str]:
    text = (PAGE / "css" / "tokens.css").read_text()
    dark, light = text.split(':root[data-theme="light"]')[0], text.split('[data-theme="light"]')[1]
    found = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", dark))
    if theme == "light":
        found |= dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", light.split("}")[0]))
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_contrast_of_the_tokens(theme: str, ink: str, ground: str, least: float) -> None:
    found = tokens(theme)
    one, other = sorted((luminance(found[ink]), luminance(found[ground])), reverse=True)
    assert (one + 0.05) / (other + 0.05) >= least
