"""Rate limits of requests, and the headers in which Discord reports them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from localdiscord.model.clock import Clock
from localdiscord.model.errors import Refusal

VIA = {"Via": "1.1 localdiscord"}  # Without this header, discord.py takes a 429 for a ban.


@dataclass(slots=True)
class Window:
    """A period of a rate limit: its end, by the clock, and the number of requests counted in it."""

    ends: float = 0.0
    used: int = 0


@dataclass
class Limits:
    """The rate limits in force; None: there is no such limit.

    Attributes:
        per_channel: posts, and edits, in each channel: how many in how many seconds (Discord: about 5 in 5).
        overall: all requests of the bot: how many in how many seconds (Discord: 50 in 1).
        old_edits: edits of messages older than an hour in each channel: how many in how many seconds.
        old_edit_retry_s: the `retry_after` in seconds when an edit of an old message is refused.
    """

    clock: Clock
    per_channel: tuple[int, float] | None = None
    overall: tuple[int, float] | None = None
    old_edits: tuple[int, float] | None = (3, 3600.0)
    old_edit_retry_s: float = 0.1
    _windows: dict[tuple[str, ...], Window] = field(default_factory=dict)
    _old: dict[str, deque[float]] = field(default_factory=dict)

    def check(self, method: str, template: str, major: str) -> dict[str, str]:
        """Count a request, and return the headers about its rate limit.

        Raises:
            Refusal: 429 if there were too many.
        """
        if self.overall is not None:
            self._count(("overall",), *self.overall, shared=True)
        per_channel = self.per_channel
        is_message = template.startswith("/channels/{channel_id}/messages") and method in ("POST", "PATCH")
        if per_channel is None or not is_message:
            return {}
        window = self._count((method, template, major), *per_channel, shared=False)
        return self._headers(method + template, per_channel[0], window)

    def _count(self, key: tuple[str, ...], most: int, seconds: float, *, shared: bool) -> Window:
        now = self.clock.now()
        window = self._windows.setdefault(key, Window())
        if now >= window.ends:
            window.ends, window.used = now + seconds, 0
        if window.used >= most:
            raise too_many(
                window.ends - now, shared=shared, headers=self._headers("".join(key), most, window)
            )
        window.used += 1
        return window

    def _headers(self, bucket: str, most: int, window: Window) -> dict[str, str]:
        return headers(bucket, most, most - window.used, window.ends, window.ends - self.clock.now())

    def old_edit(self, channel_id: str) -> float | None:
        """Count an edit of an old message; return the seconds to wait if there are too many, else None."""
        if self.old_edits is None:
            return None
        most, seconds = self.old_edits
        now = self.clock.now()
        times = self._old.setdefault(channel_id, deque())
        while times and times[0] <= now - seconds:
            times.popleft()
        if len(times) >= most:
            return self.old_edit_retry_s
        times.append(now)
        return None


def headers(bucket: str, most: int, left: int, ends: float, after_s: float) -> dict[str, str]:
    """Return Discord's headers about a rate limit."""
    return {
        "X-RateLimit-Limit": str(most),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{ends:.3f}",
        "X-RateLimit-Reset-After": f"{max(0.0, after_s):.3f}",
        "X-RateLimit-Bucket": f"{hash(bucket) & 0xFFFFFFFFFFFF:012x}",
    }


def too_many(after_s: float, *, shared: bool, headers: dict[str, str] | None = None) -> Refusal:
    """Return the refusal of a request over the limit; `shared`: the limit counts all requests."""
    wait = round(max(after_s, 0.001), 3)
    more = {"Retry-After": str(max(1, round(wait))), **VIA, **(headers or {})}
    more["X-RateLimit-Scope"] = "global" if shared else "user"
    if shared:
        more["X-RateLimit-Global"] = "true"
    extra = {"retry_after": wait, "global": shared}
    return Refusal(429, 0, "You are being rate limited.", headers=more, extra=extra)
