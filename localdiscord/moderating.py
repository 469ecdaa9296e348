"""What moderators do: channels come and go, threads are closed and opened."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from localdiscord.model import permissions
from localdiscord.model.channel import HAS_THREAD, Channel
from localdiscord.model.user import User
from localdiscord.posting import rest_later, set_archived, wake
from localdiscord.telling import tell_channel, tell_thread
from localdiscord.world import World


def create_channel(world: World, name: str) -> Channel:
    """Open one more text channel, below the others."""
    positions = [channel.position for channel in world.text_channels()]
    new = world.add_channel(name, max(positions, default=-1) + 1)
    tell_channel(world, "CHANNEL_CREATE", new)
    return new


def deny(world: World, channel: Channel, names: Iterable[str]) -> None:
    """Take permissions from the bot in a channel; none: give all back.

    Raises:
        ValueError: if a permission is unknown.
    """
    channel.denied = permissions.bits(names)
    if channel.is_thread:
        tell_thread(world, "THREAD_UPDATE", channel)
    else:
        tell_channel(world, "CHANNEL_UPDATE", channel)


def change_permissions(
    world: World, channel: Channel, person: User, allow: Iterable[str], deny: Iterable[str]
) -> None:
    """Allow or deny somebody permissions in a text channel; with none named they have those of everybody."""
    allowed, denied = permissions.bits(allow), permissions.bits(deny)
    channel.changed.pop(person.id, None)
    if allowed or denied:
        channel.changed[person.id] = allowed, denied
    tell_channel(world, "CHANNEL_UPDATE", channel)


def found_server(world: World, name: str, founder: User) -> Channel:
    """Have somebody found another server and invite the bot; its one channel has the server's name."""
    new = world.add_channel(name, 0)
    new.guild_id, new.founder = world.clock.snowflake(), founder
    for session in world.hub.sessions.values():
        if not session.hears(new.guild_id):
            continue
        body = world.neighbour_payload(session.intents, new)
        del body["unavailable"]  # the field is missing of a new server: discord-api-docs pull request 5124
        session.dispatch("GUILD_CREATE", orjson.dumps(body))
    world.hub.changed()
    return new


def delete_channel(world: World, channel: Channel) -> None:
    """Delete a text channel with its threads.

    Of the threads and messages in it nobody is told: discord-api-docs issue 4581, discord.js pull request
    10883.  (discord.py makes its own `on_thread_delete` of it.)
    """
    for thread in [thread for thread in world.channels.values() if thread.parent is channel]:
        drop(world, thread)
    drop(world, channel)
    tell_channel(world, "CHANNEL_DELETE", channel)


def delete_thread(world: World, thread: Channel) -> None:
    """Delete a thread; the message that it hung on stays."""
    drop(world, thread)
    starter = thread.parent.messages.get(thread.id) if thread.parent is not None else None
    if starter is not None:
        starter.thread = None
        starter.flags &= ~HAS_THREAD
        starter.changed()
    tell_thread(world, "THREAD_DELETE", thread)


def drop(world: World, channel: Channel) -> None:
    """Remove a channel and its messages, telling nobody."""
    channel.deleted = True
    if channel.rest is not None:
        channel.rest.cancel()
    for message in channel.messages.values():
        message.deleted = True
    world.channels.pop(channel.id, None)


def close_thread(world: World, thread: Channel, *, lock: bool) -> None:
    """Archive a thread; locked, only moderators can open it again."""
    thread.locked = lock
    set_archived(world, thread, archived=True)
    tell_thread(world, "THREAD_UPDATE", thread)


def reopen_thread(world: World, thread: Channel) -> None:
    """Unlock and wake a thread."""
    thread.locked = False
    wake(world, thread)
    rest_later(world, thread)
