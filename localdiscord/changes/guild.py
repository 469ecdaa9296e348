"""Changes of the guild: channels, threads, people and the bot are added, changed and removed; outages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypedDict, Unpack

import orjson

from localdiscord.changes.announcements import tell_channel, tell_thread
from localdiscord.changes.messages import check_may_see, post, rest_later, set_archived, wake
from localdiscord.model import permissions
from localdiscord.model.channel import HAS_THREAD, OF_POSTS, PUBLIC_THREAD, TEXT, Channel, Message
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.session import GUILD_MEMBERS, GUILDS
from localdiscord.model.user import User
from localdiscord.model.world import World

MOST_IN_GROUP = 10


def create_channel(world: World, name: str, kind: int = TEXT) -> Channel:
    """Create a channel below the others."""
    positions = [channel.position for channel in world.guild_channels()]
    new = world.add_channel(name, max(positions, default=-1) + 1, kind)
    tell_channel(world, "CHANNEL_CREATE", new)
    return new


def open_thread(
    world: World, parent: Channel, name: str, kind: int, owner: User, thread_id: str = "", **about: Any
) -> Channel:
    """Open a thread or post, to which the caller adds the messages.

    Args:
        world: The whole state.
        parent: The channel.
        name: The thread's name.
        kind: The thread's kind.
        owner: The user who owns the thread and becomes its first member.
        thread_id: The id; empty: a new one.
        about: Further attributes of the thread.
    """
    now = world.clock.iso()
    thread_id = thread_id or world.clock.snowflake()
    thread = Channel(thread_id, kind, name, world.bot.id, parent.guild_id, parent=parent, **about)
    thread.owner_id = owner.id
    thread.created_at = thread.archive_changed_at = now
    thread.members[owner.id] = now
    world.channels[thread.id] = thread
    rest_later(world, thread)
    tell_thread(world, "THREAD_CREATE", thread, new=True)
    return thread


def open_post(world: World, forum: Channel, name: str, author: User, **about: Any) -> tuple[Channel, Message]:
    """Open a post in a forum; return it and its first message, which has the post's id and no content."""
    thread = open_thread(world, forum, name, PUBLIC_THREAD, author, **about)
    return thread, Message(thread.id, thread, author, world.clock.iso())


def set_tags(world: World, forum: Channel, names: Iterable[str], moderated: Iterable[str]) -> None:
    """Replace a forum's tags, of which each post must have one; only moderators may set `moderated` ones."""
    free = list(names)
    forum.tags, forum.needs_tag = {}, True
    for name in (*free, *moderated):
        tag: Json = {"id": world.clock.snowflake(), "name": name, "moderated": name not in free}
        forum.tags[tag["id"]] = tag | {"emoji_id": None, "emoji_name": None}
    tell_channel(world, "CHANNEL_UPDATE", forum)


def post_in(world: World, author: User, forum: Channel, title: str, text: str) -> Channel:
    """Have a person open a post in a forum, with a first message; return the post.

    Raises:
        BadInput: if the channel is no forum, or the person may not write there.
    """
    check_may_see(author, forum)
    if forum.type not in OF_POSTS or not forum.permissions_of(author) & permissions.BITS["SEND_MESSAGES"]:
        raise BadInput(f"{author.name} can't open a post there")
    free = [one for one, tag in forum.tags.items() if forum.needs_tag and not tag["moderated"]]
    thread, message = open_post(world, forum, title, author, applied_tags=tuple(free[:1]))
    post(world, message, {"content": text})
    return thread


def deny(world: World, channel: Channel, names: Iterable[str]) -> None:
    """Take permissions from the bot in a channel; no names: give all permissions back.

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
    """Allow or deny a person permissions in a text channel; none: give them everybody's again."""
    allowed, denied = permissions.bits(allow), permissions.bits(deny)
    channel.changed.pop(person.id, None)
    if allowed or denied:
        channel.changed[person.id] = allowed, denied
    tell_channel(world, "CHANNEL_UPDATE", channel)


def found_server(
    world: World, name: str, founder: User, *, members: Iterable[User] = (), with_bot: bool = True
) -> Channel:
    """Have a person found another server with other people; its only channel has the server's name.

    `with_bot`: False: the bot is not in the server: it gets no events of it, and acts there only for people.
    """
    new = world.add_channel(name, 0)
    new.guild_id, new.founder, new.has_bot = world.clock.snowflake(), founder, with_bot
    new.people = tuple(dict.fromkeys([founder, *members]))
    for person in new.people:
        world.events.to_one_screen("GUILD_CREATE", person, {"id": new.guild_id})
    for session in world.events.sessions.values():
        if not with_bot or not session.hears(new.guild_id):
            continue
        body = world.neighbour_payload(session.intents, new)
        del body["unavailable"]  # A new server lacks this field: discord-api-docs pull request 5124.
        session.dispatch("GUILD_CREATE", orjson.dumps(body))
    world.events.changed()
    return new


def add_group(world: World, people: Iterable[User], name: str) -> Channel:
    """Add a group of people or, for two, their direct-message channel; the bot is no member of either.

    Raises:
        ValueError: if there are fewer than two people, or more than ten.
    """
    company = tuple(dict.fromkeys(people))
    if not 2 <= len(company) <= MOST_IN_GROUP:
        raise ValueError(f"a group has 2 to {MOST_IN_GROUP} people")
    new = world.add_group(company, name)
    tell_channel(world, "CHANNEL_CREATE", new)
    return new


def delete_channel(world: World, channel: Channel) -> None:
    """Delete a text channel with its threads.

    No events are sent for its threads and messages: discord-api-docs issue 4581, discord.js pull request
    10883. (discord.py dispatches `on_thread_delete` by itself.)
    """
    for thread in [thread for thread in world.channels.values() if thread.parent is channel]:
        drop(world, thread)
    drop(world, channel)
    tell_channel(world, "CHANNEL_DELETE", channel)


def delete_thread(world: World, thread: Channel) -> None:
    """Delete a thread; the message on which it was opened stays."""
    drop(world, thread)
    starter = thread.parent.messages.get(thread.id) if thread.parent is not None else None
    if starter is not None:
        starter.thread = None
        starter.flags &= ~HAS_THREAD
        starter.changed()
    tell_thread(world, "THREAD_DELETE", thread)


def drop(world: World, channel: Channel) -> None:
    """Remove a channel and its messages, without an event."""
    channel.deleted = True
    if channel.rest is not None:
        channel.rest.cancel()
    for message in channel.messages.values():
        message.deleted = True
    world.channels.pop(channel.id, None)


def close_thread(world: World, thread: Channel, *, lock: bool) -> None:
    """Archive a thread; with `lock`, only moderators can unarchive it."""
    thread.locked = lock
    set_archived(world, thread, archived=True)
    tell_thread(world, "THREAD_UPDATE", thread)


def reopen_thread(world: World, thread: Channel) -> None:
    """Unlock and unarchive a thread."""
    thread.locked = False
    wake(world, thread)
    rest_later(world, thread)


class Change(TypedDict, total=False):
    """Changes of a person for `change_person`; an empty `nick` or `timeout_until` removes the present one."""

    dms_open: bool | None
    installed: bool | None
    locale: str | None
    in_guild: bool | None
    nick: str | None
    timeout_until: str | None


def change_person(world: World, person: User, **change: Unpack[Change]) -> None:
    """Change a person's account: direct messages, language, nickname, timeout, installation, membership."""
    in_guild = change.pop("in_guild", None)
    for name, value in change.items():
        if value is not None:
            setattr(person, name, None if value == "" else value)
    if in_guild is not None and in_guild is not person.in_guild:
        (come_back if in_guild else leave)(world, person)
    tell_people(world)


def tell_people(world: World) -> None:
    """Send the pages the list of people."""
    people = [person.person_payload() for person in world.people.values()]
    world.events.to_screens("PEOPLE_UPDATE", orjson.dumps({"people": people}), None)
    world.events.changed()


def leave(world: World, person: User) -> None:
    """Make a person leave the guild; a bot without the intent for members gets no event."""
    person.in_guild = False
    for channel in world.channels.values():
        channel.members.pop(person.id, None)
    body = {"guild_id": world.guild_id, "user": person.payload()}
    _tell_of_member(world, "GUILD_MEMBER_REMOVE", body)
    world.events.to_one_screen("GUILD_DELETE", person, {"id": world.guild_id})
    world.events.changed()


def come_back(world: World, person: User) -> None:
    """Make a person join the guild again; the person must rejoin threads without help."""
    person.in_guild = True
    person.joined_at = world.clock.iso()
    body = {"guild_id": world.guild_id} | person.member_payload()
    _tell_of_member(world, "GUILD_MEMBER_ADD", body)
    world.events.to_one_screen("GUILD_CREATE", person, {"id": world.guild_id})
    world.events.changed()


def _tell_of_member(world: World, event: str, body: Json) -> None:
    if world.bot_is_told:
        world.events.to_bot(event, orjson.dumps(body), GUILD_MEMBERS)


def remove_bot(world: World) -> None:
    """Remove the bot from the guild; its messages stay."""
    if not world.bot.in_guild:
        return
    world.bot.in_guild = False
    for channel in world.channels.values():
        channel.members.pop(world.bot.id, None)
    # The event has only the id: discord-api-docs issue 714.
    world.events.to_bot("GUILD_DELETE", orjson.dumps({"id": world.guild_id}), GUILDS)
    world.tell_bot_state()


def invite_bot(world: World) -> None:
    """Let the bot into the guild again; to the bot, it is a new guild."""
    if world.bot.in_guild:
        return
    world.bot.in_guild = True
    world.bot.joined_at = world.clock.iso()
    _show_guild(world, is_new=True)
    world.tell_bot_state()


def begin_outage(world: World) -> None:
    """Make the guild unavailable: the bot gets no events of it, and nobody can use the bot in it."""
    if not world.bot_is_told:
        return
    world.outage = True
    body = {"id": world.guild_id, "unavailable": True}
    world.events.to_bot("GUILD_DELETE", orjson.dumps(body), GUILDS)
    world.events.changed()


def end_outage(world: World) -> None:
    """End the guild's outage."""
    if not world.outage:
        return
    world.outage = False
    if world.bot.in_guild:
        _show_guild(world, is_new=False)


def _show_guild(world: World, *, is_new: bool) -> None:
    for session in world.events.sessions.values():
        if not session.intents & GUILDS or not session.hears(world.guild_id):
            continue
        body = world.guild_create_payload(session.intents)
        if is_new:  # Then, and only then, the field is missing: discord-api-docs pull request 5124.
            del body["unavailable"]
        session.dispatch("GUILD_CREATE", orjson.dumps(body))
    world.events.changed()
