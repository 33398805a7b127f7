"""Who waits for kernels to be compiled is told so, once."""

from __future__ import annotations

import io
import sys
from typing import Any

import numba
import pytest

import houseway.hands.kernels  # noqa: F401  (listens to what is compiled)
from houseway.cli.app import compiling_said


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _compile_twice() -> None:
    njit: Any = numba.njit
    for _ in range(2):
        assert njit(lambda: 7)() == 7


def test_a_person_at_a_terminal_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with compiling_said():
        assert not terminal.getvalue()
        _compile_twice()
    _compile_twice()
    assert terminal.getvalue() == "Compiling the fast kernels, once; they are kept.\n"


def test_a_file_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with compiling_said():
        _compile_twice()
    assert not file.getvalue()
