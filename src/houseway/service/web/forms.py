"""Answers as files to take away."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Response

# What a spreadsheet would work out; the last four are the wide forms of the first.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows of the same keys, for a spreadsheet; nothing in them is worked out as a formula.

    >>> print(as_csv([{"name": "=1+1", "net": "-5.00", "more": {"a": 1}}]).splitlines()[1])
    '=1+1,-5.00,"{""a"": 1}"
    """
    written = io.StringIO()
    out = csv.writer(written)
    if rows:
        out.writerow(rows[0])
        out.writerows([_cell(value) for value in row.values()] for row in rows)
    return written.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value)
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) and not _is_amount(text) else text


def _is_amount(text: str) -> bool:
    return text[1:].replace(".", "", 1).isdigit()


def download(body: str | bytes, name: str, kind: str = "text/plain") -> Response:
    head = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=head)
