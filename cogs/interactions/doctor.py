"""`/doctor`: reports on the bot's permissions and health to people who run the server or the bot."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from typing import Final, TypeVar

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import places
from cogs.interactions.click import Click
from cogs.ops.connection import HEARTBEATS, Socket
from cogs.ops.operator import version
from cogs.views.doctor import Line, Whole, doctor_message
from tables import Facts, Phase, StorageFailed
from tables.verbs.access import check_runs

T = TypeVar("T")

IN_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""The permissions that the bot uses only where a channel can have threads."""
USED: Final = (
    "view_channel",
    "send_messages",
    *IN_THREADS,
    "attach_files",
    "read_message_history",
    "mention_everyone",
)
"""The permissions that the bot uses where a table is; the bot can do without the last one."""


async def examined(click: Click) -> Reply:
    """Report on this place to a person who runs the server, and on the whole bot to its operator.

    Raises:
        Refused: `not_in_charge`: the author runs neither server nor bot; `not_a_member`: the bot isn't here.
    """
    asked, parts = click.interaction, click.parts
    is_operator = parts.operator_id == click.user_id
    is_there = asked.guild_id is not None and asked.is_guild_integration()
    check_runs(
        is_operator=is_operator,
        runs_server=asked.permissions.manage_guild or asked.permissions.manage_channels,
        is_server=asked.guild_id is not None,
        is_there=is_there,
    )
    tables = [await _read(click.tables.tables_in(place), []) for place in places(asked) if is_there]
    view = doctor_message(
        version(),
        _line(click),
        click.words,
        lacking=_lacking(asked) if is_there else None,
        here=[(facts, _ails(click, facts)) for found in tables for facts in found],
        whole=await _whole(click) if is_operator else None,
    )
    return Reply(view)


async def _read(work: Awaitable[T], otherwise: T) -> T:
    """Return the result of a database query (`work`); if the database fails, return `otherwise`."""
    try:
        return await work
    except StorageFailed:
        return otherwise


def _lacking(asked: discord.Interaction) -> dict[str, str]:
    """Return the permissions that the bot needs in the interaction's channel but lacks.

    The value of each is the permission whose description the report shows: in a thread, the permission to
    post has another name (`send_messages_in_threads`), but the description of `send_messages`.
    """
    place, allowed = asked.channel, asked.app_permissions
    used = {name: name for name in USED if isinstance(place, discord.TextChannel) or name not in IN_THREADS}
    if isinstance(place, discord.Thread):
        used = {"send_messages_in_threads": used.pop("send_messages"), **used}
    return {name: costs for name, costs in used.items() if not getattr(allowed, name)}


def _line(click: Click) -> Line:
    parts, now = click.parts, time.perf_counter()
    socket, ago_s, latency_s = parts.client.ws, None, 0.0
    if isinstance(socket, Socket) and socket.heartbeat is not None:
        at, interval_s = socket.heartbeat
        # discord.py keeps the last heartbeat of an ended connection until another connection begins.
        if now - at < HEARTBEATS * interval_s:
            ago_s, latency_s = now - at, socket.latency
    has_gateway, off_s = parts.reach.has_gateway, round(parts.discord_clock.off_s)
    return Line(has_gateway=has_gateway, heartbeat_s=ago_s, latency_s=latency_s, off_s=off_s)


def _ails(click: Click, facts: Facts) -> str:
    """Return the word for a table's trouble, as `doctor_message` explains for `here`; empty: no trouble."""
    if facts.held:
        return "held"
    if not click.tables.cluster.is_ours(facts.id):
        return "elsewhere"
    return "resting" if click.parts.displays.of(facts.id).rests.is_any_resting else ""


async def _whole(click: Click) -> Whole:
    parts, probe = click.parts, click.tables.probe
    counted = [(phase, count) for _, phase, count in await probe.counted()]
    is_writable = await probe.is_writable()
    errors = (watcher.errors() for watcher in parts.watchers)
    return Whole(
        servers=len(parts.client.guilds) if parts.reach.has_gateway else None,
        counts={
            "running": sum(count for phase, count in counted if phase is Phase.RUNNING),
            "lobbies": sum(count for phase, count in counted if phase is Phase.LOBBY),
            "held": len(await _read(click.tables.held_tables(), [])),
            "resting": sum(display.rests.is_any_resting for display in parts.displays.all()),
            "at_work": len(parts.capacity.busy),
            "waiting": parts.capacity.waiting,
            "repaints": len(parts.refresher.busy),
        },
        write_ms=round(probe.took_s * 1000) if is_writable else None,
        workers=await _read(probe.workers(), None),
        errors=next((found for found in errors if found is not None), None),
        free=await _read(probe.disk_free(), None),
    )
