"""The settings of the Activity, outside of the room `activity`, which is imported only for this setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cogs.ops.bad_setting import BadSetting, is_on


class LargeBoard(NamedTuple):
    """The settings of the Activity.

    Attributes:
        secret: The application's secret, with which the bot asks Discord for the person who opened a page.
        local: The address of the local Discord that has the page in a frame; empty: Discord itself has it.
    """

    secret: str
    local: str = ""


def large_board(settings: Mapping[str, str]) -> LargeBoard | None:
    """Return the Activity's settings; None: the Activity is off.

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
