"""`/doctor`: what the bot may do in a place, and how it is, for who runs the server or the bot."""

from __future__ import annotations

import time
from math import isfinite
from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import places
from cogs.interactions.click import Click
from cogs.ops.connection import HEARTBEATS, Socket
from cogs.ops.operator import version
from cogs.views.doctor import Lacking, Line, OpenTable, Whole, doctor_message
from tables import Facts, Phase
from tables.verbs.access import check_runs

COMMON: Final = ("view_channel", "send_messages", "attach_files", "read_message_history", "mention_everyone")
"""The permissions that the bot uses wherever a table is."""
IN_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""Those that it uses besides where a channel can have threads."""
INSIDE: Final = {"send_messages": "send_messages_in_threads"}
"""Inside a thread, the second permission stands for the first."""


async def examined(click: Click) -> Reply:
    """Report to who runs the server on this place, and to the bot's operator on the whole bot.

    Raises:
        Refused: `not_in_charge`: the author runs neither; `not_a_member`: the bot isn't in this server.
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
    found = [await click.tables.tables_in(place) for place in places(asked)] if is_there else []
    view = doctor_message(
        version(),
        _line(click),
        click.words,
        lacking=_lacking(asked) if is_there else None,
        here=[OpenTable(facts, _ails(click, facts)) for here in found for facts in here],
        whole=await _whole(click) if is_operator else None,
    )
    return Reply(view)


def _lacking(asked: discord.Interaction) -> list[Lacking]:
    """Return the permissions that the bot uses in the interaction's channel, and lacks."""
    place, allowed = asked.channel, asked.app_permissions
    if isinstance(place, discord.Thread):
        used = {INSIDE.get(name, name): name for name in COMMON}
    else:
        has_threads = isinstance(place, discord.TextChannel)
        used = {name: name for name in (*COMMON, *(IN_THREADS if has_threads else ()))}
    return [Lacking(name, costs) for name, costs in used.items() if not getattr(allowed, name)]


def _line(click: Click) -> Line:
    parts = click.parts
    socket, latency = parts.client.ws, parts.client.latency
    beat = socket.heartbeat if isinstance(socket, Socket) else None
    # After a connection has ended, its last heartbeat stays until another connection begins.
    ago_s = None if beat is None else time.perf_counter() - beat[0]
    return Line(
        has_gateway=parts.reach.has_gateway,
        is_heard=beat is not None and ago_s is not None and ago_s < HEARTBEATS * beat[1],
        heartbeat_s=ago_s,
        latency_ms=round(latency * 1000) if isfinite(latency) else 0,
        off_s=round(parts.discord_clock.off_s),
    )


def _ails(click: Click, facts: Facts) -> str:
    """Return what ails a table, as in `OpenTable`; whether messages rest is known to the table's owner."""
    if facts.held:
        return "held"
    if not click.tables.cluster.is_ours(facts.id):
        return "elsewhere"
    return "resting" if click.parts.displays.of(facts.id).rests.is_any_resting else ""


async def _whole(click: Click) -> Whole:
    parts, probe = click.parts, click.tables.probe
    counted = await probe.counted()
    displays = parts.displays.all()
    is_writable = await probe.is_writable()
    found = [errors for watcher in parts.watchers if (errors := watcher.errors()) is not None]
    return Whole(
        servers=len(parts.client.guilds) if parts.reach.has_gateway else None,
        tables={
            "running": sum(count for _, phase, count in counted if phase is Phase.RUNNING),
            "lobbies": sum(count for _, phase, count in counted if phase is Phase.LOBBY),
            "held": len(await click.tables.held_tables()),
            "resting": sum(display.rests.is_any_resting for display in displays),
        },
        queues={
            "at_work": len(parts.capacity.busy),
            "waiting": parts.capacity.waiting,
            "repaints": len(parts.refresher.busy),
        },
        write_ms=round(probe.took_s * 1000) if is_writable else None,
        workers=await probe.workers(),
        errors=found[0] if found else None,
        free=await probe.disk_free(),
    )
