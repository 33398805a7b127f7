"""Pai gow tiles the house way, which is how most players set them too."""

from __future__ import annotations

from houseway.rounds.steps import Ask
from houseway.table.sight import Sight


def choose(ask: Ask, sight: Sight, filing: object) -> str:  # noqa: ARG001
    return "house_way"
