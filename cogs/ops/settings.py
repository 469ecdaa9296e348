"""The settings of a process's connections: how events, clicks and requests reach it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from nacl.signing import VerifyKey

from cogs.people.access import Shard
from tables.model.errors import Coded
from tables.store.address import configured, is_shared

INTERACTIONS: Final = "INTERACTIONS"
"""The prefix of the receiver's settings, such as `INTERACTIONS_PORT`."""
RELAY: Final = "RELAY"
"""The prefix of the relay's settings."""
HOST: Final = "127.0.0.1"
PORT: Final = 8018


class BadSetting(Coded):
    """Raised for an invalid setting."""


class Door(NamedTuple):
    """The address at which the receiver listens, and the key by which it checks signatures.

    Attributes:
        key: Discord's public key for the application.
        host: The host to listen at.
        port: The port to listen at; 0: any free port.
    """

    key: VerifyKey
    host: str = HOST
    port: int = PORT


class LargeBoard(NamedTuple):
    """The settings of the Activity.

    Attributes:
        secret: The application's secret, with which the bot asks Discord for the person who opened a page.
        local: The addresses of the local Discord that has the page in a frame, separated by spaces; empty:
            Discord itself has it.
    """

    secret: str
    local: str = ""


class Network(NamedTuple):
    """The connections of a process.

    Attributes:
        door: The receiver of interactions over HTTPS; None: interactions come over the gateway.
        has_gateway: Whether the gateway is used; False: the bot gets interactions only, and no other events.
        shard: The part of all servers whose events this process gets; None: all servers.
        relay_at: The host and port at which other processes relay interactions to this process; port 0: any
            free port.
        large_board: The settings of the Activity; None: the Activity is off.
    """

    door: Door | None = None
    has_gateway: bool = True
    shard: Shard | None = None
    relay_at: tuple[str, int] = (HOST, 0)
    large_board: LargeBoard | None = None


ALONE: Final = Network()
"""The connections of a process that is alone, and gets interactions over the gateway."""


def network(settings: Mapping[str, str]) -> Network:
    """Return the connections that the settings ask for.

    Raises:
        BadSetting: `bad_public_key`, `bad_port`; `bad_switch`: a setting is neither on nor off; `no_way_in`:
            gateway and HTTPS are off; `bad_shard`; `shard_alone`: the database is for one process only;
            `no_client_secret`: the Activity's secret is missing; `no_door`: the Activity needs HTTPS.
    """
    door, has_gateway = _door(settings), is_on(settings, "GATEWAY", default=True)
    if door is None and not has_gateway:
        raise BadSetting("no_way_in")
    secret = settings.get("DISCORD_CLIENT_SECRET", "").strip()
    has_large_board = is_on(settings, "ACTIVITY", default=False)
    if has_large_board and not secret:
        raise BadSetting("no_client_secret")
    if has_large_board and door is None:
        raise BadSetting("no_door")
    relay_at, large_board = address(settings, RELAY, "0"), LargeBoard(secret) if has_large_board else None
    return Network(door, has_gateway, _shard(settings), relay_at, large_board)


def _door(settings: Mapping[str, str]) -> Door | None:
    text = settings.get("INTERACTIONS_PUBLIC_KEY", "").strip()
    if not text:
        return None
    try:
        key = VerifyKey(bytes.fromhex(text))
    except ValueError:  # PyNaCl raises ValueError for a key of the wrong length.
        raise BadSetting("bad_public_key") from None
    return Door(key, *address(settings, INTERACTIONS, str(PORT)))


def _shard(settings: Mapping[str, str]) -> Shard | None:
    """Return the shard that a setting such as `SHARD=0/4` names; None: the setting is missing."""
    text = settings.get("SHARD", "").strip()
    if not text:
        return None
    found = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text, re.ASCII)
    if found is None or int(found[1]) >= int(found[2]):
        raise BadSetting("bad_shard", value=text)
    if not is_shared(configured(settings)):
        raise BadSetting("shard_alone")
    return Shard(int(found[1]), int(found[2]))


def address(settings: Mapping[str, str], of: str, default: str) -> tuple[str, int]:
    """Return host and port from `<of>_HOST` (else loopback) and `<of>_PORT` (else `default`).

    Raises:
        BadSetting: `bad_port`.
    """
    port = settings.get(f"{of}_PORT", "").strip() or default
    if not (port.isascii() and port.isdecimal() and 0 <= int(port) < 1 << 16):
        raise BadSetting("bad_port", of=of, port=port)
    return settings.get(f"{of}_HOST", "").strip() or HOST, int(port)


def is_on(settings: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Whether the setting `name` is on; `default`: the result if the setting is missing.

    Raises:
        BadSetting: `bad_switch`: the setting is neither on nor off.
    """
    text = settings.get(name, "").strip().lower()
    if text not in ("", "on", "off"):
        raise BadSetting("bad_switch", of=name, value=text)
    return text == "on" if text else default
