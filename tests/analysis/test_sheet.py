"""What a person reads of odds and of a simulated bank, within 80 columns."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console, RenderableType
from typer.testing import CliRunner

from houseway.analysis.odds import odds, shippable, strategy_cards
from houseway.analysis.sheet import odds_sheet
from houseway.analysis.simulate.run import simulate
from houseway.analysis.strategy_cards import as_text
from houseway.cli import app
from houseway.filings.catalogue import DATA

TABLE = Path(__file__).parents[2] / "docs" / "examples" / "three-card.toml"
TCP = "500-club/three-card-poker-6-card-bonus"
BACCARAT = "napa-valley/ez-baccarat-panda-8"


def printed(shown: RenderableType) -> str:
    page = io.StringIO()
    Console(file=page, width=80).print(shown)
    return page.getvalue()


@pytest.mark.parametrize("filing", shippable())
def test_sheet_of_every_filing_fits_80_columns_with_nothing_cut(filing: str) -> None:
    report = odds(filing)
    page = printed(odds_sheet(report))
    assert "…" not in page
    assert max(map(len, page.splitlines())) <= 80
    joined = " ".join(page.split())
    for bet in report.bets.values():
        assert f"{float(bet.ev):+.6f}" in page
        for words in (*report.assumed, *bet.assumed):
            assert re.sub(r"\s+", " ", words) in joined
        for other, found in bet.compared.items():
            assert other in joined
            if "ev" in found:
                assert f"{found['ev']:+.6f}" in page
    for card in strategy_cards(report):
        assert max(map(len, as_text(card).splitlines())) <= 80


def test_sheet_shows_the_banker_line_if_it_pushed_on_a_three_card_seven() -> None:
    """Published as EZ baccarat's banker line: 1.0183% (Wizard of Odds)."""
    shown = printed(odds_sheet(odds(BACCARAT)))
    assert "banker_three_card_seven = push (reading table-games 100): banker -0.010183" in shown


def test_sheet_shows_three_card_poker_with_no_card_seen() -> None:
    page = printed(odds_sheet(odds("casino-club/three-card-poker-6-card-bonus")))
    assert "no card of the bank seen: -0.086580" in page


def test_sheet_of_a_table_shows_each_schedule_before_and_after_the_fee() -> None:
    report = odds(TCP, table=TABLE)
    page = printed(odds_sheet(report))
    assert "…" not in page
    for answer in report.collection:
        assert answer["schedule"] in page
        bank = answer["bank"]
        assert bank["after"] == pytest.approx(bank["ev"] - bank["fee"])
        assert f"{bank['ev']:+.4f}" in page
        assert f"{bank['after']:+.4f}" in page


def test_simulated_bank_fits_80_columns_with_nothing_cut() -> None:
    """The table file is the one that `odds` takes."""
    page = printed(simulate(TCP, table=TABLE, rounds=400, workers=1).as_text())
    assert "…" not in page
    assert max(map(len, page.splitlines())) <= 80


def test_cards_and_counts_by_the_command(tmp_path: Path) -> None:
    card, counts = tmp_path / "card.svg", tmp_path / "counts.csv"
    told = ["odds", "500-club/pure-spanish-21.5", "--card", str(card), "--counts", str(counts)]
    result = CliRunner().invoke(app, told)
    assert result.exit_code == 0, result.output
    assert card.read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "card-2.svg").exists()  # what follows a double
    lines = counts.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("filing,decks,bet,unit,outcome")
    assert any(",match_dealer," in line and line.endswith(",yes") for line in lines)


def test_a_game_without_a_choice_has_no_card_to_write(tmp_path: Path) -> None:
    told = ["odds", BACCARAT, "--card", str(tmp_path / "card.svg")]
    result = CliRunner().invoke(app, told)
    assert result.exit_code == 2
    assert "no choice" in result.output


def test_a_users_own_file_is_read_like_a_filing_of_the_catalogue(tmp_path: Path) -> None:
    """The same rules under another name: the same figures, at once."""
    draft = tmp_path / "draft.toml"
    draft.write_text((DATA / f"{BACCARAT}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    result = CliRunner().invoke(app, ["odds", str(draft), "--decks", "6"])
    assert result.exit_code == 0, result.output
    ev = float(odds(BACCARAT, decks=6).bets["player"].ev)
    assert f"{ev:+.6f}" in result.output
