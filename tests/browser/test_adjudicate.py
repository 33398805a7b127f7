"""A disputed round tapped in: the sheet says what the command says, errors stand at their field."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.catalogue import index
from houseway.histories.adjudicate import adjudicate_file
from houseway.histories.dealing import deal
from houseway.histories.export import export_round
from tests.browser.player import Player

pytestmark = pytest.mark.browser

BANKED = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]
CASES = Path(__file__).parents[1] / "cases"
SETTLED = sorted(
    file
    for folder in ("tablegames", "twentyone")
    for file in (CASES / folder).glob("*.toml")
    if "net" in tomllib.loads(file.read_text()).get("expect", {})
)
CASINO_TCP = "casino-club/three-card-poker-6-card-bonus"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


class Form:
    """Somebody filling in the form."""

    def __init__(self, player: Player, filing: str) -> None:
        self.page = player.page
        self.page.goto(f"{player.address}/#/adjudicate")
        self.page.wait_for_selector("#filing option", state="attached")
        self.page.select_option("#filing", filing)
        self.page.wait_for_selector(f'#filing:has(option[value="{filing}"]:checked)')
        self.page.wait_for_selector("#seat-0-number")

    def tap(self, field: str, cards: str) -> None:
        """Cards from the picker, in their order."""
        self.page.click(f'[data-pick="{field}"]')
        for card in cards.split():
            self.page.click(f'.picker .keys [data-piece="{card}"]')
        self.page.click('[data-do="picked"]')

    def type(self, field: str, words: Any) -> None:
        self.page.fill(f"#{field}", str(words))

    def set(self, place: str, panel: str, held: dict[str, Any]) -> None:
        """The small hand by tapping; nothing where the house way is asked for."""
        if "set" not in held:
            return
        self.page.uncheck(f'[data-house-way="{place}"]')
        for card in held["set"].split():
            group = self.page.locator(f"{panel} .set-pieces")
            group.locator(f'.piece[aria-label="{card}"]:not(.picked)').first.click()

    def fill(self, file: dict[str, Any]) -> None:
        """A whole round: the bank's and the first seat's cards tapped, the others typed."""
        self._terms(file)
        bank = file["bank"]
        self.type("bank-seat", bank["seat"])
        self.type("bank-wager", bank["wager"])
        if "cards" in bank:
            self.tap("bank-cards", bank["cards"])
        self.set("bank", '[data-place="bank"]', bank)
        if "board" in file:
            self.tap("board", file["board"])
        for side in ("player", "banker"):
            if "hands" in file:
                self.tap(f"{side}-hand", file["hands"][side])
        if "dice" in file:
            self.type("dice", " ".join(map(str, file["dice"])))
        for place, seat in enumerate(file["seat"]):
            self._seat(place, seat)

    def _terms(self, file: dict[str, Any]) -> None:
        self.page.locator("details.panel summary").first.click()
        if "schedule" in file:
            # Of several sets a bare number means the first one's option.
            number = file["schedule"]
            option = f'#schedule option[value="{number}"], #schedule option[value$="/{number}"]'
            value = self.page.locator(option).first.get_attribute("value")
            self.page.select_option("#schedule", value)
        for name in ("limits", "decks"):
            if name in file:
                self.type(name, file[name])
        for name, value in file.get("options", {}).items():
            words = str(value).lower() if isinstance(value, bool) else str(value)
            self.page.select_option(f"#option-{name}", words)

    def _seat(self, place: int, seat: dict[str, Any]) -> None:
        if place:
            self.page.click('[data-do="add-seat"]')
        at = f"seat-{place}"
        self.type(f"{at}-number", seat["number"])
        for spot, amount in seat["wagers"].items():
            self.type(f"{at}-wager-{spot}", amount)
        if "cards" in seat:
            (self.type if place else self.tap)(f"{at}-cards", seat["cards"])
        if "draws" in seat:
            self.type(f"{at}-draws", seat["draws"])
        panel = f'[data-place="seat {seat["number"]}"]'
        self.set(f"{at}-set", panel, seat)
        for action in seat.get("actions", []):
            self._choose(panel, at, action)

    def _choose(self, panel: str, at: str, action: str) -> None:
        hand, _, move = action.rpartition(": ")
        if hand:
            self.page.select_option(f"#{at}-hand", hand)
        word, _, amount = move.partition(" ")
        if word in ("double", "insure") and amount:
            self.type(f"{at}-amount", amount)
            label = "Double for less" if word == "double" else "Insure"
            self.page.locator(panel).get_by_role("button", name=label, exact=True).click()
        else:
            self.page.click(f'{panel} [data-add="{move}"]')

    def settle(self) -> dict[str, str]:
        """What everybody wins or loses by the sheet."""
        self.page.click('[data-do="settle"]')
        self.page.wait_for_selector(".settlement-sheet")
        return self.nets()

    def nets(self) -> dict[str, str]:
        found: dict[str, str] = self.page.locator(".nets li").evaluate_all(
            """all => Object.fromEntries(all.map(one =>
              [one.dataset.bettor, one.querySelector("strong").dataset.net]))"""
        )
        return found

    def save(self, folder: Path) -> Path:
        with self.page.expect_download() as saving:
            self.page.click("text=Round file >> nth=-1")
        file = folder / saving.value.suggested_filename
        saving.value.save_as(file)
        return file


def dealt(filing: str, folder: Path) -> str:
    """A round played by bots, as a round file."""
    log = folder / "evening.jsonl"
    log.write_text("\n".join(deal(filing, seed=8, seats=3, as_log=True)) + "\n")
    return export_round(log, 1).text


@pytest.mark.parametrize("filing", BANKED)
def test_a_round_of_every_filing_tapped_in(filing: str, player: Player, tmp_path: Path) -> None:
    source = tmp_path / "dealt.toml"
    source.write_text(dealt(filing, tmp_path))
    expected = adjudicate_file(source).as_json()
    form = Form(player, filing)
    form.fill(tomllib.loads(source.read_text()))
    assert form.settle() == expected["net"]
    rows = player.page.locator(".sheet-lines .line-main").count()
    assert rows == len(expected["lines"])
    again = adjudicate_file(form.save(tmp_path)).as_json()
    assert again == expected


@pytest.mark.parametrize("file", SETTLED, ids=lambda file: file.stem)
def test_a_settled_case_pasted_as_a_round_file(file: Path, player: Player) -> None:
    form = Form(player, CASINO_TCP)
    player.page.click('[data-do="as-text"]')
    player.page.fill("#round-text", file.read_text())
    nets = {name: float(net) for name, net in form.settle().items()}
    expected = tomllib.loads(file.read_text())["expect"]["net"]
    assert nets == {str(name): float(net) for name, net in expected.items()}


@pytest.mark.parametrize(
    ("field", "words", "said"),
    [
        ("seat-0-wager-ante", "ten", "no amount of dollars"),
        ("seat-0-wager-ante", "", "has no wager"),
        ("seat-0-number", "99", "seats 1 to 7"),
        ("seat-0-cards", "2h 3h", "the rules deal 3"),
        ("seat-0-cards", "2h 3h zz", "is not a card"),
        ("seat-0-cards", "2h 3h Ah", "lies 2 times"),
        ("bank-cards", "Ah Kd", "the rules deal 3"),
        ("bank-wager", "much", "no amount of dollars"),
        ("bank-seat", "2", "does not wager at its own seat"),
        ("limits", "low", "no limits"),
    ],
)
def test_an_error_stands_at_its_field(field: str, words: str, said: str, player: Player) -> None:
    form = Form(player, CASINO_TCP)
    page = player.page
    form.type("bank-cards", "Ah Kd 9c")
    form.type("seat-0-wager-ante", "10")
    form.type("seat-0-cards", "2h 3h 4h")
    page.click('[data-add="play"]')
    if field == "limits":
        page.locator("details.panel summary").first.click()
    form.type(field, words)
    page.click('[data-do="settle"]')
    page.wait_for_selector(f'#{field}[aria-invalid="true"]:focus')
    assert said in page.inner_text(f"#{field}-wrong").lower().replace("  ", " ")
    assert page.locator(".field-error").count() == 1
    assert not page.locator(".settlement-sheet").count()


def test_a_missing_choice_is_shown_at_the_choices(player: Player) -> None:
    form = Form(player, CASINO_TCP)
    form.type("bank-cards", "Ah Kd 9c")
    form.type("seat-0-wager-ante", "10")
    form.type("seat-0-cards", "2h 3h 4h")
    player.page.click('[data-do="settle"]')
    player.page.wait_for_selector('#seat-0-moves[aria-invalid="true"]')
    assert "must choose (play, fold)" in player.page.inner_text("#seat-0-moves-wrong")


def test_the_sheet_prints_alone(player: Player) -> None:
    form = Form(player, CASINO_TCP)
    form.type("bank-cards", "Qh Jd 4c")
    form.type("seat-0-wager-ante", "10")
    form.type("seat-0-cards", "Ah As 7d")
    player.page.click('[data-add="play"]')
    form.settle()
    player.page.emulate_media(media="print")
    assert player.page.locator(".settlement-sheet").is_visible()
    assert not player.page.locator('[data-do="settle"]').is_visible()
    assert not player.page.locator("hw-header").is_visible()


def test_a_round_tapped_in_on_a_phone(new_player: Any) -> None:
    """Casino Club: queen-jack does not qualify with less than queen high, so this one plays."""
    player: Player = new_player(**PHONE)
    form = Form(player, CASINO_TCP)
    form.tap("bank-cards", "Qh Jd 4c")
    form.type("seat-0-wager-ante", "10")
    form.type("seat-0-wager-pair_plus", "5")
    form.tap("seat-0-cards", "Ah As 7d")
    player.page.click('[data-add="play"]')
    assert form.settle() == {"2": "25.00", "bank": "-25.00"}
    assert player.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
