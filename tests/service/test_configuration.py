"""What the service is told: by a file, the environment and the command line, and who told it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.service.configuration import Configuration, configure
from houseway.service.settings import Limits, Settings
from tests.command_line.running import run

SETTINGS = Path(__file__).parents[2] / "docs" / "service.md"

FILE = """
port = 9000
database = "postgresql://cards:hush@db.example/cardroom"
names = ["cards.example"]
gift = 250

[pace]
bet_seconds = 12.5

[limits]
messages = [5, 10]
"""


def _file(folder: Path, text: str = FILE) -> Path:
    path = folder / "houseway.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_stands_nearer_to_the_person_decides(tmp_path: Path) -> None:
    environment = {"HOUSEWAY_PORT": "9001", "HOUSEWAY_DRAIN": "30", "HOUSEWAY_NAMES": "a.b, c.d"}
    told = configure(_file(tmp_path), environment, {"port": 9002})
    chosen = told.configuration
    assert told.origins["names"] == "HOUSEWAY_NAMES"
    assert (chosen.port, chosen.drain, chosen.names) == (9002, 30, ("a.b", "c.d"))
    assert (chosen.pace.bet_seconds, chosen.limits.messages) == (12.5, (5, 10))
    assert chosen.limits.connections == Limits().connections
    assert told.origins["port"] == "command line"
    assert told.origins["drain"] == "HOUSEWAY_DRAIN"
    assert told.origins["pace.bet_seconds"].endswith("houseway.toml")
    assert "host" not in told.origins


def test_the_environment_reaches_into_sections() -> None:
    told = configure(
        None, {"HOUSEWAY_PACE_ACT_SECONDS": "9", "HOUSEWAY_LIMITS_CODES": "[1, 2]"}, {}
    )
    assert told.configuration.pace.act_seconds == 9
    assert told.configuration.limits.codes == (1, 2)


def test_money_is_in_dollars_outside_and_in_cents_inside(tmp_path: Path) -> None:
    assert configure(_file(tmp_path), {}, {}).configuration.settings().gift == 250_00


def test_without_anything_it_is_what_it_always_was() -> None:
    made, usual = configure(None, {}, {}).configuration.settings(), Settings()
    for name in ("database", "pace", "limits", "bots", "gift", "refill_below", "hosts", "tls"):
        assert getattr(made, name) == getattr(usual, name), name


def test_settings_are_shown_as_a_file_with_their_origins_and_no_password(tmp_path: Path) -> None:
    lines = list(configure(_file(tmp_path), {}, {"port": 1}).lines())
    shown = tomllib.loads("\n".join(lines))
    assert shown["database"] == "postgresql://cards:***@db.example/cardroom"
    assert shown["limits"]["messages"] == [5, 10]
    assert "port = 1" in lines[1]
    assert lines[1].endswith("# command line")
    assert set(shown["limits"]) == set(Limits.__slots__)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", "prot (FILE): no such setting; did you mean 'port'"),
        ("[pace]\nbet_secs = 1", "pace.bet_secs (FILE): no such setting; did you mean"),
        ('port = "many"', "port (FILE): Input should be a valid integer"),
        ("port = 70000", "port (FILE): Input should be less than or equal to 65535"),
        ("[limits]\nmessages = 5", "limits.messages (FILE): Input should be a valid tuple"),
        ('tls_cert = "a.pem"', "give both a certificate and its key"),
        ("[limits]\nconnections = -1", "connections: -1 is not from 1 to"),
        ("[limits]\nworkers = 0", "workers: 0 is not from 1 to"),
        ("[limits]\nrequests = [nan, 200]", "requests: nan is not from 0 to"),
        ("[limits]\nrequests = [40, inf]", "requests: inf is not from 0 to"),
        ("[pace]\nbet_seconds = nan", "bet_seconds: nan is not from 0 to"),
        ("[pace]\nact_seconds = -1", "act_seconds: -1.0 is not from 0 to"),
        ("gift = 99999999999999999999", "gift (FILE): Input should be less than or equal to"),
        ("bots = 99999", "bots (FILE): Input should be less than or equal to 20"),
    ],
)
def test_a_wrong_setting_is_named_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    path = _file(tmp_path, text)
    with pytest.raises(HousewayError) as caught:
        configure(path, {}, {}).configuration.settings()
    assert said.replace("FILE", str(path)) in str(caught.value)


def test_every_wrong_setting_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(HousewayError) as caught:
        configure(_file(tmp_path, 'port = "x"\ndrain = -1'), {}, {})
    assert "port (" in str(caught.value)
    assert "drain (" in str(caught.value)


def test_the_command_prints_them_and_starts_nothing(tmp_path: Path) -> None:
    status, out, _ = run("serve", "--config", _file(tmp_path), "--port", "7", "--show-settings")
    assert status == 0
    assert "port = 7" in out
    assert "hush" not in out
    status, _, err = run("serve", "--config", _file(tmp_path, "prot = 1"), "--show-settings")
    assert status == 2
    assert "did you mean 'port'" in err


def test_the_page_names_every_setting() -> None:
    page = SETTINGS.read_text(encoding="utf-8")
    for name, field in Configuration.model_fields.items():
        assert f"| `{name}` | {field.description} |" in page, name
