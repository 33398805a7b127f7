"""The desk answers what the commands answer, for anybody who asks."""

from __future__ import annotations

import asyncio
import inspect
import json
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from houseway.errors import Refused
from houseway.filings.catalogue import DATA, in_force, joined, look_again
from houseway.filings.house_book import opened
from houseway.service.backroom import desk
from tests.command_line.running import run as command
from tests.histories.test_floor import SILENT
from tests.service.running import Running, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
BACCARAT = "napa-valley/ez-baccarat-panda-8"
HOLDEM = "500-club/ultimate-texas-holdem"
TWENTY_ONE = "500-club/pure-21.5-blackjack"
OTHER_BACCARAT = "500-club/ez-baccarat"


def _told(*words: str) -> Any:
    status, out, err = command(*words, "--json")
    assert status in (0, 1), err
    return json.loads(out)


async def _asked(running: Running, path: str, **query: Any) -> Any:
    return await (await running.guest("Ann")).request("GET", path, **query)


def _same(standing: Running, path: str, wanted: Any, **query: Any) -> None:
    async def test() -> None:
        assert await _asked(standing, path, **query) == wanted

    run(test())


@pytest.mark.parametrize("filing", [BACCARAT, "napa-valley/pai-gow-tiles", "500-club/razz"])
def test_a_rule_sheet_is_that_of_the_command(filing: str, standing: Running) -> None:
    """All of `show --json` and `show --errors --json`, and beside it only what a page needs."""
    wanted, errors = _told("show", filing), _told("show", filing, "--errors")["errors"]

    async def test() -> None:
        found = await _asked(standing, f"/api/filings/{filing}")
        assert found.pop("errors") == errors
        beside = {key: found.pop(key) for key in ("told", "hints", "hand") if key in found}
        assert found == wanted
        assert set(beside) - {"hand"} == {"told", "hints"}

    run(test())


def test_what_a_rule_sheet_says_of_a_word_is_that_of_the_command(standing: Running) -> None:
    wanted = _told("show", THREE_CARD, "--find", "ante")
    _same(standing, f"/api/filings/{THREE_CARD}", wanted, find="ante")


def test_a_sign_is_that_of_the_command(standing: Running) -> None:
    wanted = _told("sign", THREE_CARD, "--schedule", "1", "--limits", "5-200")
    _same(standing, f"/api/filings/{THREE_CARD}/sign", wanted, schedule="1", limits="5-200")
    path = f"/api/filings/{THREE_CARD}/sign"
    for schedule, limits in (("99", "5-200"), ("1", ""), ("", "")):
        status, out, _ = command(
            "sign", THREE_CARD, "--schedule", schedule, "--limits", limits, "--json"
        )
        assert status
        _refused(standing, path, json.loads(out)["error"], schedule=schedule, limits=limits)


def _refused(standing: Running, path: str, wanted: Any, **query: Any) -> None:
    async def test() -> None:
        with pytest.raises(Refused) as caught:
            await _asked(standing, path, **query)
        assert caught.value.as_json() == wanted

    run(test())


def test_house_procedures_rule_as_in_the_command(standing: Running) -> None:
    text = SILENT.read_text(encoding="utf-8")

    async def test() -> None:
        ann = await standing.guest("Ann")
        for procedures in ("", "player-dealer"):
            given = ("--procedures", procedures) if procedures else ()
            wanted = _told("adjudicate", str(SILENT), "--explain", *given)
            path = f"/api/adjudicate?explain=true&procedures={procedures}"
            assert await ann.request("POST", path, text) == wanted
        with pytest.raises(Refused) as caught:
            await ann.request("POST", "/api/adjudicate?procedures=nobodys", text)
        assert caught.value.code == "unknown-procedures"

    run(test())


CASES = Path(__file__).parents[1] / "cases/irregular-poker"


@pytest.mark.parametrize(
    "name",
    [
        "500-omaha-hi-lo-silent-wrong-number.toml",
        "outlaws-holdem-20-early-turn-comes-back-on-the-river.toml",
    ],
)
def test_a_replay_is_that_of_the_command(name: str, standing: Running) -> None:
    """Hands of poker in which something went wrong: ruled, or left to the floor."""
    wanted = _told("replay", str(CASES / name), "--explain")
    text = (CASES / name).read_text(encoding="utf-8")

    async def test() -> None:
        ann = await standing.guest("Ann")
        assert await ann.request("POST", "/api/replay?explain=true", text) == wanted

    run(test())


# Each command that a person of the office uses, and the test that holds the desk's answer to it.
HELD = {
    "filings": "test_records:test_filings_are_those_of_the_command",
    "show": "test_desk:test_a_rule_sheet_is_that_of_the_command",
    "sign": "test_desk:test_a_sign_is_that_of_the_command",
    "diff": "test_desk:test_two_filings_differ_as_the_command_says",
    "lint": "test_desk:test_findings_are_those_of_the_command",
    "odds": "test_desk:test_odds_are_those_of_the_command",
    "simulate": "test_jobs:test_a_simulation_is_that_of_the_command",
    "adjudicate": "test_desk:test_house_procedures_rule_as_in_the_command",
    "set": "test_records:test_a_hand_is_set_as_by_the_command",
    "replay": "test_desk:test_a_replay_is_that_of_the_command",
    "equity": "test_records:test_equity_is_that_of_the_command",
    "report": "test_records:test_the_report_is_that_of_the_command",
    "verify": "test_records:test_verification_is_that_of_the_command",
    "export": "test_records:test_a_hand_is_given_out_as_by_the_command",
    "trace": "test_desk:test_trace_is_that_of_the_command",
}


@pytest.mark.parametrize(("name", "held"), HELD.items())
def test_every_command_of_the_office_is_held_to_the_desk(name: str, held: str) -> None:
    """The test that is named runs the command itself."""
    module, _, test = held.partition(":")
    source = inspect.getsource(getattr(import_module(f"tests.service.{module}"), test))
    assert f'"{name}"' in source


def test_trace_is_that_of_the_command(standing: Running) -> None:
    _same(standing, f"/api/filings/{BACCARAT}/trace", _told("trace", BACCARAT))


def test_odds_are_those_of_the_command(standing: Running) -> None:
    wanted = _told("odds", BACCARAT, "--option", "banker_three_card_seven=push")
    _same(standing, f"/api/filings/{BACCARAT}/odds", wanted, option="banker_three_card_seven=push")


def _read(address: str) -> bytes:
    with urlopen(address) as answer:
        body: bytes = answer.read()
    return body


def test_the_sheet_for_the_laboratory_is_that_of_the_command(
    standing: Running, tmp_path: Path
) -> None:
    told = ("--option", "banker_three_card_seven=push")

    async def test() -> None:
        for form in ("pdf", "html", "tex", "json"):
            file = tmp_path / f"sheet.{form}"
            status, _, err = command("par", BACCARAT, *told, "-o", str(file))
            assert status == 0, err
            query = urlencode({"form": form, "option": told[1]})
            path = f"{standing.address}/api/filings/{BACCARAT}/par?{query}"
            body = await asyncio.to_thread(_read, path)
            assert body == file.read_bytes()

    run(test())


def test_cards_are_those_of_the_report(standing: Running) -> None:
    """Ultimate hold'em: aces before the flop, as the report of `odds` has them."""
    hands = _told("odds", HOLDEM)["bets"]["ante"]["strategy"]["before the flop"]

    async def test() -> None:
        (card,) = await _asked(standing, f"/api/filings/{HOLDEM}/cards")
        assert card["rows"]["A"][0] == "4"
        wanted = {key: hands["AA"][key] for key in hands["AA"] if key != "choice"}
        assert card["worth"]["A"][0] == wanted
        assert await _asked(standing, f"/api/filings/{BACCARAT}/cards") == []
        place = f"/api/filings/{BACCARAT}/worth"
        assert await _asked(standing, place, column="T", row="hard 16") == {}

    run(test())


def test_what_choices_bring_is_counted_under_the_rules_of_the_card(tmp_path: Path) -> None:
    """The house book says one deck; the strategy card is that of one deck, and so is its worth."""
    book = tmp_path / "house.toml"
    text = f'house = "The house"\n[[game]]\nfiling = "{TWENTY_ONE}"\ndecks = 1\n'
    book.write_text(text, encoding="utf-8")
    place = ("T", ["hard 16"])
    one_deck = desk.worth(TWENTY_ONE, 1, {}, *place)
    assert desk.worth(TWENTY_ONE, None, {}, *place) != one_deck
    with opened(book):
        assert json.loads(desk.odds(TWENTY_ONE, None, {}))["decks"] == 1
        assert desk.worth(TWENTY_ONE, None, {}, *place) == one_deck


def test_what_choices_bring_goes_by_the_house_s_own_filing_as_it_stands_now(tmp_path: Path) -> None:
    """Eight decks at most, then six: the most are taken where nobody says how many."""
    text = (DATA / f"{TWENTY_ONE}.toml").read_text(encoding="utf-8").replace("500-club/", "mine/")
    file = tmp_path / "mine" / "pure-21.5-blackjack.toml"
    file.parent.mkdir()
    decks = []
    with joined(tmp_path):
        for most in (8, 6):
            file.write_text(text.replace("decks = [1, 8]", f"decks = [1, {most}]"), "utf-8")
            look_again()
            decks.append(desk._terms(in_force(), "", "mine/pure-21.5-blackjack", None, ()).decks)
    assert decks == [8, 6]


def test_findings_are_those_of_the_command(standing: Running) -> None:
    _same(standing, "/api/findings", _told("lint", BACCARAT), filing=BACCARAT)


def test_findings_by_the_law_of_a_day(standing: Running) -> None:
    wanted = _told("lint", BACCARAT, "--against", "2026-06-01")
    _same(standing, "/api/findings", wanted, filing=BACCARAT, against="2026-06-01")


def test_two_filings_differ_as_the_command_says(standing: Running) -> None:
    told = _told("diff", BACCARAT, OTHER_BACCARAT)
    wanted, readings = told["differences"], told["readings"]

    async def test() -> None:
        query = f"filing={BACCARAT}&filing={OTHER_BACCARAT}"
        found = await _asked(standing, f"/api/compare?{query}")
        assert [one["id"] for one in found["filings"]] == [BACCARAT, OTHER_BACCARAT]
        keys = ("kind", "path", "about")
        texts, cites = ("first", "second"), ("first_cite", "second_cite")
        assert found["rows"] == [
            {key: one[key] for key in keys}
            | {"texts": [one[key] for key in texts], "cites": [one[key] for key in cites]}
            for one in wanted
        ]
        assert list(found["readings"][BACCARAT]) == readings["first_only"]
        assert list(found["readings"][OTHER_BACCARAT]) == readings["second_only"]
        # As published for EZ baccarat with the three-card seven paid.
        bankers = [found["bets"][one]["banker"]["ev"] for one in (BACCARAT, OTHER_BACCARAT)]
        assert [round(one, 6) for one in bankers] == [0.012351, 0.012351]

    run(test())


def test_a_question_in_ones_own_words_finds_the_rule(standing: Running) -> None:
    async def test() -> None:
        words = "who returns the ante when the bank does not qualify?"
        found = await _asked(standing, "/api/search", words=words)
        houses = {one["filing"]: one["entries"] for one in found}
        told = [one for one in houses[THREE_CARD] if "does not qualify" in one["heading"]]
        assert any("ante" in one["heading"] for one in told)
        assert all(one["cite"] for one in told)
        assert "napa-valley/pai-gow-tiles" not in houses

    run(test())


def test_a_league_has_every_counted_bet(standing: Running) -> None:
    async def test() -> None:
        rows = await _asked(standing, "/api/league")
        assert len({row["filing"] for row in rows}) == 22
        (tie,) = (r for r in rows if (r["filing"], r["bet"]) == (BACCARAT, "tie"))
        assert round(tie["ev"], 6) == -0.143596  # the published figure of a tie at 8 to 1

    run(test())


def test_a_league_has_the_figures_of_the_command(standing: Running) -> None:
    """Every bet of every filing, as `odds --json` has it."""
    filings = (BACCARAT, THREE_CARD, "napa-valley/pai-gow-tiles")
    wanted = {
        (one, name): bet for one in filings for name, bet in _told("odds", one)["bets"].items()
    }

    async def test() -> None:
        rows = await _asked(standing, "/api/league")
        found = {(row["filing"], row["bet"]): row for row in rows if row["filing"] in filings}
        assert found.keys() == wanted.keys()
        for place, row in found.items():
            figures = ("unit", "ev", "sd", "hit", "edge", "exact", "standard_error")
            assert {key: row[key] for key in figures} == {
                key: wanted[place][key] for key in figures
            }

    run(test())


def test_what_the_first_pages_need_is_there_before_anybody_asks(tmp_path: Path) -> None:
    """Once the service has made its answers, a request for one begins no work."""

    async def test() -> None:
        async with serving(tmp_path, ahead=True) as running:
            workers = running.workers
            assert workers._ahead is not None
            await workers._ahead
            (first,) = workers._idle
            jobs = first.jobs
            for path in ("/api/league", "/api/findings", "/api/schema"):
                assert await _asked(running, path)
            assert first.jobs == jobs
            assert await _asked(running, "/api/search", words="ante")  # all filings are read there
            assert workers.pids == {first.pid}

    run(test())


def test_a_draft_is_checked_as_by_the_command(standing: Running, tmp_path: Path) -> None:
    text = command("new", "--from", BACCARAT)[1]
    draft = tmp_path / "draft.toml"
    draft.write_text(text, encoding="utf-8")
    wanted = _told("check", str(draft))

    async def test() -> None:
        found = await (await standing.guest("Ann")).request("POST", "/api/check?odds=true", text)
        assert found["odds"] == wanted["odds"]
        assert found["sheet"] == wanted["sheet"]
        named = json.dumps(found["findings"]).replace("draft.toml", str(draft))
        assert json.loads(named) == wanted["findings"]
        assert str(tmp_path) not in json.dumps(found)
        broken = await (await standing.guest("Bo")).request("POST", "/api/check", "family = 7")
        assert broken["findings"][0]["severity"] == "error"

    run(test())


@pytest.mark.parametrize("form", ["html", "svg", "pdf"])
def test_a_sign_s_page_is_that_of_the_command(form: str, standing: Running, tmp_path: Path) -> None:
    page = tmp_path / "sign"
    words = ("--schedule", "1", "--limits", "1-100", "--format", form, "-o", str(page))
    assert command("sign", BACCARAT, *words)[0] == 0

    async def test() -> None:
        path = f"{standing.address}/api/filings/{BACCARAT}/sign-page"
        query = f"?schedule=1&limits=1-100&form={form}"
        body = await asyncio.to_thread(_read, path + query)
        assert body == page.read_bytes()
        start = {"html": b"<!doctype html>", "svg": b"<svg", "pdf": b"%PDF"}[form]
        assert start in body[:200]

    run(test())


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/compare?filing=napa-valley/ez-baccarat-panda-8", "too-few"),
        ("/api/compare?filing=no/such&filing=napa-valley/pai-gow-tiles", "unknown-filing"),
        ("/api/filings/napa-valley/ez-baccarat-panda-8/odds?option=x", "bad-option"),
        ("/api/filings/500-club/razz/odds", "no-odds"),
        ("/api/search?words=a", "bad-request"),
        ("/api/findings?against=soon", "bad-request"),
    ],
)
def test_what_cannot_be_answered_is_said(path: str, code: str, standing: Running) -> None:
    async def test() -> None:
        with pytest.raises(Refused) as caught:
            await _asked(standing, path)
        assert caught.value.code == code

    run(test())
