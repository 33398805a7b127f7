"""What `houseway serve` is told, and by what: the command line, the environment, a file, or nobody.

The file is TOML; every key of it can be set in the environment as `HOUSEWAY_` and the key in
capitals (`HOUSEWAY_PACE_BET_SECONDS` for `bet_seconds` under `[pace]`). What stands nearer to the
person decides: the command line before the environment before the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from houseway.errors import HousewayError, did_you_mean
from houseway.reading import parse_toml, read_toml, toml_value
from houseway.service.settings import Limits, Pace, Settings, Tls, default_database

PREFIX = "HOUSEWAY_"
SECTIONS = ("pace", "limits")
LIST = "`houseway serve --show-settings` lists them"
ELSEWHERE = ("filings", "house")  # every command takes these, and their variables
MOST = 10**13  # of anything that is bounded: bytes of memory are the largest
MOST_DOLLARS = 10_000_000
USUAL: Mapping[str, Any] = {one.name: one.default for one in fields(Settings)}


class Configuration(BaseModel):
    """Every key of the file."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for the network")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on")
    database: str = Field(
        default_factory=default_database, description="URL of the store: SQLite or PostgreSQL"
    )
    browser: bool = Field(True, description="Open a browser")
    names: tuple[str, ...] = Field(USUAL["hosts"], description="Names the cardroom is reached by")
    proxies: tuple[str, ...] = Field(
        USUAL["proxies"],
        description="Proxies (addresses or networks) whose X-Forwarded-For is believed",
    )
    origins: tuple[str, ...] = Field(
        USUAL["origins"], description="Other origins whose pages may speak to us"
    )
    tls_cert: Path | None = Field(None, description="Certificate with its chain, PEM")
    tls_key: Path | None = Field(None, description="Key of the certificate, PEM")
    internal: str | None = Field(
        USUAL["internal"],
        description="Where other servers of the same store reach this one (http://HOST:PORT)",
    )
    drain: float = Field(
        USUAL["drain_seconds"], ge=0, description="Seconds for hands to end when told to stop"
    )
    log: str | None = Field(None, description="File for JSON lines about requests; - for stderr")
    filings: tuple[Path, ...] = Field(
        USUAL["filings"], description="Folders of the house's own filings"
    )
    house: Path | None = Field(USUAL["house"], description="The house book")
    bots: int = Field(
        USUAL["bots"], ge=0, le=20, description="Bots at a table that a quick seat opens"
    )
    gift: int = Field(
        USUAL["gift"] // 100,
        ge=0,
        le=MOST_DOLLARS,
        description="Play chips of a new guest, in dollars",
    )
    refill_below: int = Field(
        USUAL["refill_below"] // 100,
        ge=0,
        le=MOST_DOLLARS,
        description="Guests with less get them again, in dollars",
    )
    spare_newcomers: bool = Field(
        USUAL["spare_newcomers"], description="Ask nobody to bank who has not seen a hand"
    )
    ahead: bool = Field(
        USUAL["ahead"], description="Work out at the start what the desk's first pages need"
    )
    cluster: str = Field(
        USUAL["cluster"], description="Dask scheduler for long work; else processes of its own"
    )
    pace: Pace = Field(default_factory=Pace, description="How a table's time runs")
    limits: Limits = Field(default_factory=Limits, description="Bounds against hostile clients")

    @field_validator("pace", "limits")
    @classmethod
    def _within_reason(cls, chosen: Pace | Limits) -> Pace | Limits:
        """A bound that is no number, or none, would let everything or nobody through."""
        for one in fields(chosen):
            given = getattr(chosen, one.name)
            least = 1 if isinstance(given, int) else 0
            for value in given if isinstance(given, tuple) else (given,):
                if not least <= value <= MOST:
                    raise ValueError(f"{one.name}: {value} is not from {least} to {MOST:g}")
        return chosen

    def settings(self) -> Settings:
        if (self.tls_cert is None) != (self.tls_key is None):
            raise HousewayError(
                "bad-certificate", "give both a certificate and its key", where="tls_cert, tls_key"
            )
        chosen = {name: getattr(self, name) for name in USUAL if name in type(self).model_fields}
        chosen |= {
            "gift": self.gift * 100,
            "refill_below": self.refill_below * 100,
            "hosts": self.names,
            "tls": Tls(self.tls_cert, self.tls_key) if self.tls_cert and self.tls_key else None,
            "drain_seconds": self.drain,
        }
        return Settings(**chosen)


@dataclass(frozen=True, slots=True)
class Told:
    """A configuration, and what each key has its value from."""

    configuration: Configuration
    origins: Mapping[str, str]  # by dotted key; what is not here is a default

    def lines(self) -> Iterator[str]:
        """Every key with its value and origin, as a file would hold them; without passwords."""
        section = ""
        for key, value in _flat(self.configuration.model_dump()):
            within, dot, name = key.rpartition(".")
            if dot and within != section:
                section = within
                yield ""
                yield f"[{section}]"
            shown = _without_password(value) if key == "database" else value
            written = f"# {name} is not set" if value is None else f"{name} = {_toml(shown)}"
            yield f"{written:<40}  # {self.origins.get(key, 'default')}"


def configure(file: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> Told:
    """The configuration of a file, the environment and the options of the command line."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    if file is not None:
        for key, value in _flat(read_toml(file)):
            values[key], origins[key] = value, str(file)
    for key in _keys():
        variable = PREFIX + key.upper().replace(".", "_")
        if variable in environment and key not in ELSEWHERE:
            values[key], origins[key] = _read(key, environment[variable], variable), variable
    for key, value in given.items():
        values[key], origins[key] = value, "command line"
    try:
        return Told(Configuration.model_validate(_nested(values)), origins)
    except ValidationError as error:
        raise _refusal(error, origins) from None


def _keys() -> list[str]:
    return [key for key, _ in _flat(Configuration().model_dump())]


def _flat(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Sections opened up: `pace.bet_seconds`."""
    for key, value in values.items():
        section = asdict(value) if isinstance(value, Pace | Limits) else value
        if key in SECTIONS and isinstance(section, Mapping):
            yield from ((f"{key}.{name}", one) for name, one in section.items())
        else:
            yield key, value


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for key, value in values.items():
        section, dot, name = key.partition(".")
        if dot:
            nested.setdefault(section, {})[name] = value
        else:
            nested[key] = value
    return nested


def _read(key: str, text: str, variable: str) -> Any:
    """A variable's value: text as it is, lists with commas, numbers and the like as in TOML."""
    kind = Configuration.model_fields[key].annotation if key in Configuration.model_fields else None
    if kind in (str, str | None, Path | None):
        return text
    if kind in (tuple[str, ...], tuple[Path, ...]):
        return [one.strip() for one in text.split(",") if one.strip()]
    return parse_toml(f"value = {text}", where=variable)["value"]


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return (
        str(value)
        if isinstance(value, float)
        else toml_value(str(value) if isinstance(value, Path) else value)
    )


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "(no URL)"


def _refusal(error: ValidationError, origins: Mapping[str, str]) -> HousewayError:
    """Every wrong value at once, each with where it comes from."""
    said = []
    for one in error.errors():
        key = ".".join(map(str, one["loc"][:2] if one["loc"][0] in SECTIONS else one["loc"][:1]))
        unknown = one["type"] in ("extra_forbidden", "unexpected_keyword_argument")
        what = (
            f"no such setting{did_you_mean(key, _keys(), otherwise=LIST)}"
            if unknown
            else one["msg"]
        )
        said.append(f"{key} ({origins.get(key, 'default')}): {what}")
    return HousewayError("bad-setting", "; ".join(said), where="settings")
