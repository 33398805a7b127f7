"""One-time codes by the clock (RFC 6238), as every authenticator app makes them.

A dozen lines over the standard library, so no package is taken for it.
"""

from __future__ import annotations

import base64
import hmac
import io
import secrets
from urllib.parse import quote, urlencode

SECONDS = 30
DIGITS = 6
SLACK = 1  # steps a phone's clock may be off, either way


def new_secret() -> str:
    """160 random bits in the letters that apps take."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of one step of the clock.

    >>> code_at(base64.b32encode(b"12345678901234567890").decode(), 59 // SECONDS, digits=8)
    '94287082'
    """
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 0x0F
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: str, code: str, now: float, after: int = 0) -> int | None:
    """The step a code belongs to, none if it is wrong; a code up to `after` was used before."""
    given, middle = "".join(code.split()).encode(), int(now) // SECONDS
    for step in range(middle - SLACK, middle + SLACK + 1):
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), given):
            return step
    return None


def address_of(secret: str, name: str) -> str:
    """What an app reads from the picture."""
    asked = urlencode({"secret": secret, "issuer": "Houseway"}, quote_via=quote)
    return f"otpauth://totp/{quote(f'Houseway:{name}')}?{asked}"


def enrolment(secret: str, name: str) -> dict[str, str]:
    """The secret in letters, as an address, and as a picture to point a phone at."""
    import segno

    picture, address = io.BytesIO(), address_of(secret, name)
    segno.make(address, micro=False).save(
        picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, light="#fff",
        title="Code for an authenticator app",
    )  # fmt: skip
    image = f"data:image/svg+xml;base64,{base64.b64encode(picture.getvalue()).decode()}"
    return {"secret": secret, "address": address, "image": image}
