"""The office's work as a page asks for it: by the same code as the commands, in a worker's process.

Each function answers what a command answers with `--json`; a test holds the two together.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.analysis.report import Bet


def search(question: str) -> bytes:
    """Which filings answer a question, and by what rules."""
    from houseway.filings.catalogue import filing_ids
    from houseway.filings.find import search as look
    from houseway.filings.loader import load

    found = look([load(one) for one in filing_ids()], question)
    return json.dumps([one.as_json() for one in found]).encode()


def sign_page(filing: str, schedule: list[str], limits: str, form: str) -> bytes:
    """The sign as a page to hang up."""
    from houseway.filings.loader import load
    from houseway.filings.sign import make_sign
    from houseway.filings.sign_forms import sign_page as page

    return page(make_sign(load(filing), schedule, limits), form)


def findings(filings: list[str], against: str = "") -> bytes:
    """What lint finds, in some filings or in all."""
    from houseway.filings.lint import lint_filings, lint_filings_against

    found = lint_filings_against(filings, against) if against else lint_filings(filings)
    return json.dumps([one.as_json() for one in found]).encode()


def odds(filing: str, decks: int | None, options: dict[str, Any]) -> bytes:
    """Every bet of a filing."""
    from houseway.analysis.odds import odds as work_out

    return json.dumps(work_out(filing, decks=decks, options=options).as_json()).encode()


def compare(filings: list[str]) -> bytes:
    """What some filings do differently, rule by rule, and what each bet is worth in each."""
    from houseway.analysis.odds import kept
    from houseway.filings.diff import side_by_side
    from houseway.filings.loader import load
    from houseway.filings.terms import make_terms

    held = [load(one) for one in filings]
    told = [{"id": one.id, "house": one.house, "title": one.title} for one in held]
    bets = {one.id: {name: _figures(bet) for name, bet in kept(make_terms(one)).items()}
            for one in held}  # fmt: skip
    rows = [row.as_json() for row in side_by_side(held)]
    return json.dumps({"filings": told, "rows": rows, "bets": bets}).encode()


def check(text: str, with_odds: bool) -> bytes:
    """A draft's findings, rule sheet and odds, as `houseway check` has them."""
    import tempfile
    from pathlib import Path

    from houseway.analysis.checking import check as look

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "draft.toml"
        file.write_text(text, encoding="utf-8")
        told = json.dumps(look(file, with_odds=with_odds).as_json())
        return told.replace(json.dumps(str(file))[1:-1], "draft.toml").encode()


_FIGURES = ("unit", "ev", "sd", "hit", "edge", "exact", "standard_error")


def _figures(bet: Bet) -> dict[str, Any]:
    told = bet.as_json()
    return {key: told[key] for key in _FIGURES}


def league() -> bytes:
    """Every bet of every house that is counted, as one list."""
    from houseway.analysis.odds import kept, shippable
    from houseway.filings.loader import load
    from houseway.filings.terms import make_terms

    rows = []
    for name in shippable():
        filing = load(name)
        about = {"filing": name, "house": filing.house, "title": filing.title}
        for bet, found in kept(make_terms(filing)).items():
            rows.append({**about, "family": filing.family, "bet": bet, **_figures(found)})
    return json.dumps(rows).encode()
