"""The settings of the Activity, which lie outside of its room, since that is imported only if it is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cogs.ops.bad_setting import BadSetting, is_on


class LargeBoard(NamedTuple):
    """How people are let into the Activity.

    Attributes:
        secret: The application's secret, by which Discord tells the bot who has opened the page.
        local: The address of a local Discord, whose frame the page is in; empty: Discord itself.
    """

    secret: str
    local: str = ""


def large_board(settings: Mapping[str, str]) -> LargeBoard | None:
    """Return the Activity's settings; None: it is off.

    Raises:
        BadSetting: `bad_switch`; `no_client_secret`: the secret is missing; `no_door`: HTTPS is off.
    """
    if not is_on(settings, "ACTIVITY", default=False):
        return None
    secret = settings.get("DISCORD_CLIENT_SECRET", "").strip()
    if not secret:
        raise BadSetting("no_client_secret")
    if not settings.get("INTERACTIONS_PUBLIC_KEY", "").strip():
        raise BadSetting("no_door")
    return LargeBoard(secret)
