"""Finding families: ours by their folder, others by entry points, and what is wrong with some."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

from houseway import family
from houseway.errors import FilingError

Offer = Callable[..., None]


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Packages that offer families, by entry point."""

    def offered(**points: str) -> None:
        found = {
            name.replace("_", "-"): EntryPoint(name.replace("_", "-"), value, family.ENTRY_POINT)
            for name, value in points.items()
        }
        monkeypatch.setattr(family, "_others", lambda: found)
        family.find_family.cache_clear()

    yield offered
    family.find_family.cache_clear()


def test_a_package_that_is_not_there_is_named(offer: Offer) -> None:
    offer(whist="no_such_package:FAMILY")
    with pytest.raises(
        FilingError, match=r"'whist' cannot be loaded from 'no_such_package:FAMILY'"
    ):
        family.find_family("whist")


def test_what_is_no_family_of_that_name_is_refused(offer: Offer) -> None:
    offer(whist="houseway.families.baccarat:FAMILY", bridge="houseway.family:OURS")
    for name in ("whist", "bridge"):
        with pytest.raises(FilingError) as refused:
            family.find_family(name)
        assert refused.value.code == "bad-family"


def test_ours_cannot_be_replaced(offer: Offer) -> None:
    offer(baccarat="no_such_package:FAMILY")
    assert family.find_family("baccarat").package == "houseway.families.baccarat"
    assert family.other_families() == []


def test_an_unknown_family_names_those_there_are() -> None:
    with pytest.raises(FilingError, match="known are baccarat, chinese-poker"):
        family.find_family("whist")
