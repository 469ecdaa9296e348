"""Sends the events of changes to the bot and to people."""

from __future__ import annotations

import orjson

from localdiscord.model.channel import PRIVATE_THREAD, Channel, Message
from localdiscord.model.errors import Json
from localdiscord.model.session import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT
from localdiscord.model.world import World


def audience_of(world: World, channel: Channel) -> frozenset[str] | None:
    """Return the ids of the people who can read a channel; None: everybody can."""
    if channel.is_direct:
        return frozenset(user.id for user in channel.company)
    place = channel.parent or channel
    is_open = place.founder is None and not place.changed and channel.type != PRIVATE_THREAD
    if is_open and len(world.members()) == len(world.people):
        return None
    return frozenset(user.id for user in world.people.values() if channel.seen_by(user))


def hears(world: World, channel: Channel) -> bool:
    """Whether the bot gets the events of a channel."""
    if not world.bot_is_in(channel):
        return False
    return channel.is_direct or (world.bot_is_told and world.bot_may("VIEW_CHANNEL", channel))


def tell_message(world: World, event: str, message: Message) -> None:
    """Send the event of a new or edited message to the bot, if its intents allow that, and to people.

    People get it only if they may see the message.
    """
    channel = message.channel
    raw = message.raw()
    if message.only_for is not None:  # ephemeral messages are sent like direct messages, without a guild
        if world.bot_is_in(channel):
            tell_bot_message(world, event, message, raw, DIRECT_MESSAGES)
        world.events.to_people(event, raw, frozenset([message.only_for.id]))
    elif channel.is_direct:
        raw = splice(raw, {"channel_type": channel.type})
        if hears(world, channel):
            tell_bot_message(world, event, message, raw, DIRECT_MESSAGES)
        world.events.to_people(event, raw, audience_of(world, channel))
    else:
        member = message.author.member_payload(with_user=False)
        raw = splice(raw, {"guild_id": channel.guild_id, "channel_type": channel.type, "member": member})
        if hears(world, channel):
            tell_bot_message(world, event, message, raw, GUILD_MESSAGES)
        world.events.to_people(event, raw, audience_of(world, channel))
    world.events.changed()


def tell_bot_message(world: World, event: str, message: Message, raw: bytes, intents: int) -> None:
    """Send a message's event to the bot; without the content, if the bot may not read it."""
    hidden: bytes | None = None
    for session in world.events.sessions.values():
        if not session.intents & intents:
            continue
        if session.intents & MESSAGE_CONTENT or may_read(world, message):
            session.dispatch(event, raw)
            continue
        if hidden is None:
            empty: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
            hidden = orjson.dumps(orjson.loads(raw) | empty)
        session.dispatch(event, hidden)


def may_read(world: World, message: Message) -> bool:
    """Whether the bot may read a message without the content intent: its own, direct ones, mentions of it."""
    return message.author is world.bot or message.channel.is_direct or world.bot in message.mentions


def splice(raw: bytes, more: Json) -> bytes:
    """Return a serialised JSON object, `raw`, with the fields of `more` added."""
    return raw[:-1] + b"," + orjson.dumps(more)[1:]


def tell_deleted(world: World, message: Message) -> None:
    """Send the event that a message was deleted."""
    channel = message.channel
    body: Json = {"id": message.id, "channel_id": channel.id}
    if message.only_for is not None:
        world.events.to_people("MESSAGE_DELETE", orjson.dumps(body), frozenset([message.only_for.id]))
        world.events.changed()
        return
    if channel.guild_id:
        body["guild_id"] = channel.guild_id
    raw = orjson.dumps(body)
    if hears(world, channel):
        intents = DIRECT_MESSAGES if channel.is_direct else GUILD_MESSAGES
        world.events.to_bot("MESSAGE_DELETE", raw, intents)
    world.events.to_people("MESSAGE_DELETE", raw, audience_of(world, channel))
    world.events.changed()


def tell_thread(world: World, event: str, thread: Channel, *, new: bool = False) -> None:
    """Send the event that a thread was created, changed or deleted."""
    body = world.thread_for_bot(thread)
    if event == "THREAD_DELETE":
        body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
    if new:
        body["newly_created"] = True
    raw = orjson.dumps(body)
    if hears(world, thread):
        world.events.to_bot(event, raw, GUILDS)
    world.events.to_people(event, raw, audience_of(world, thread))
    world.events.changed()


def tell_thread_members(world: World, thread: Channel, added: list[str], removed: list[str]) -> None:
    """Send the bot the event that people joined or left a thread."""
    body: Json = {
        "id": thread.id,
        "guild_id": thread.guild_id,
        "member_count": min(50, len(thread.members)),
        "added_members": [
            thread.thread_member_payload(user_id) | {"member": world.user(user_id).member_payload()}
            for user_id in added
        ],
        "removed_member_ids": removed,
    }
    if hears(world, thread):
        world.events.to_bot("THREAD_MEMBERS_UPDATE", orjson.dumps(body), GUILDS)
    world.events.changed()


def tell_channel(world: World, event: str, channel: Channel) -> None:
    """Send the event that a text channel was created, changed or deleted, or a DM channel created."""
    raw = orjson.dumps(channel.payload())
    if not channel.is_direct and world.bot_is_told and world.bot_is_in(channel):
        world.events.to_bot(event, raw, GUILDS)
    world.events.to_screens(event, raw, audience_of(world, channel))
    world.events.changed()
