"""Sessions of people on the page: each is a signed cookie, which every process can read.

The cookie tells a person's identity, not their rights: these are checked anew at each view and each press.
"""

from __future__ import annotations

import base64
from collections import OrderedDict
from collections.abc import Callable, Hashable
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
MOST_KNOWN: Final = 5_000
"""How many people or instances a `Limits` remembers: the latest."""


class Session(Struct, frozen=True):
    """A person on the page of a table.

    Attributes:
        person: The person's id at Discord.
        name: The person's name at Discord.
        locale: The locale of the person's Discord.
        instance: The id of the Activity's instance that the person is in.
        table: The id of the table that the page shows until the person opens another one.
        ends: When the session ends, in seconds since 1970.
    """

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


class Limits:
    """A rate limit for each person or instance (token buckets): `at_once` uses, and `per_s` more a second."""

    def __init__(self, per_s: float, at_once: float, now: Callable[[], float]) -> None:
        self._per_s, self._at_once, self._now = per_s, at_once, now
        self._known: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, who: Hashable) -> bool:
        """Use up one of the uses of a person or instance; False: none is left at present."""
        now = self._now()
        left, at = self._known.pop(who, (self._at_once, now))
        left = min(self._at_once, left + max(now - at, 0.0) * self._per_s)  # The clock may be set back.
        self._known[who] = left - (left >= 1), now
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return left >= 1
