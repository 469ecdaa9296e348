"""Sessions of people on the page: each is a signed cookie, which every process can read.

The cookie tells a person's identity, not their rights: these are checked anew at each view and each press.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from hmac import compare_digest
from typing import Final

import msgspec

from engine.game import Struct

COOKIE: Final = "activity"
"""The name of the cookie."""
LASTS_S: Final = 12 * 3600.0
"""Seconds for which a session lasts."""
SEALED: Final = "activity-session"
MOST: Final = 1024
"""The most characters of a cookie's value."""


class Session(Struct, frozen=True):
    """A person on the page of a table.

    Attributes:
        key: A random text, different for each session.
        person: The person's id at Discord.
        name: The person's name at Discord.
        locale: The locale of the person's Discord.
        instance: The id of the Activity's instance that the person is in.
        table: The id of the table that the page shows.
        ends: When the session ends, in seconds since 1970.
    """

    key: str
    person: int
    name: str
    locale: str
    instance: str
    table: str
    ends: float


Seal = Callable[..., str]


def sealed(session: Session, seal: Seal) -> str:
    """Return a session as the signed value of a cookie."""
    body = base64.urlsafe_b64encode(msgspec.json.encode(session)).decode()
    return f"{body}.{seal(SEALED, body)}"


def opened(cookie: str, seal: Seal, now: float) -> Session | None:
    """Return the session in a cookie's value; None: the cookie is forged, malformed or too old."""
    body, _, signature = cookie.partition(".")
    if len(cookie) > MOST or not compare_digest(signature.encode(), seal(SEALED, body).encode()):
        return None
    try:
        session = msgspec.json.decode(base64.urlsafe_b64decode(body), type=Session)
    except (msgspec.DecodeError, ValueError):
        return None
    return session if now < session.ends else None


def set_cookie(value: str, *, is_local: bool) -> str:
    """Return the header that sets the cookie; in a frame of Discord (not `is_local`), a partitioned one."""
    how = ("samesite=strict",) if is_local else ("samesite=none", "secure", "partitioned")
    return "; ".join((f"{COOKIE}={value}", f"max-age={int(LASTS_S)}", "path=/", "httponly", *how))


class Allowance:
    """A rate limit (token bucket): `burst` uses at once, and `per_s` further ones each second."""

    def __init__(self, per_s: float, burst: float, now: Callable[[], float]) -> None:
        self._per_s, self._burst, self._now = per_s, burst, now
        self._left, self._at = burst, now()

    def take(self) -> bool:
        """Use the allowance once; False: no use is left at present."""
        now = self._now()
        passed_s = max(now - self._at, 0.0)  # The clock may be set back.
        self._left = min(self._burst, self._left + passed_s * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
