"""Channels and threads: /channels/{channel_id}."""

from __future__ import annotations

from typing import Any

from localdiscord.changes import guild
from localdiscord.changes.announcements import tell_channel, tell_message, tell_thread, tell_thread_members
from localdiscord.changes.contents import check_form
from localdiscord.changes.messages import blank, check_awake, join, place, post, rest_later, set_archived
from localdiscord.model.channel import (
    HAS_THREAD,
    OF_POSTS,
    PRIVATE_THREAD,
    THREAD_KINDS,
    THREAD_STARTER,
    Channel,
)
from localdiscord.model.errors import FormErrors, Json, Refusal, bad_form, check_lacking, refusal
from localdiscord.rest.call import Call, route
from localdiscord.rest.messages import reference_to

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
DROPPED = (
    *("default_auto_archive_duration", "default_thread_rate_limit_per_user", "flags", "icon", "nsfw"),
    *("parent_id", "permission_overwrites", "position", "type"),
)
"""The fields of a text channel that the local Discord doesn't support in changes."""


@route("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Json:
    """Return a channel, thread or direct-message channel."""
    return shown(call, call.channel())


def shown(call: Call, channel: Channel) -> Json:
    """Return the channel object that the bot gets."""
    return call.world.thread_for_bot(channel) if channel.is_thread else channel.payload()


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_from_message(call: Call) -> Json:
    """Open a thread on a message, and return it."""
    channel = call.channel()
    message = call.message(channel)
    call.need("CREATE_PUBLIC_THREADS", channel)
    kinds = THREAD_KINDS.get(channel.type)
    if kinds is None or channel.type in OF_POSTS:
        raise refusal(50024)
    if message.thread is not None:
        raise refusal(160004)
    check_thread(call.form)
    call.verify()
    thread = make_thread(call, channel, min(kinds), message.id)
    message.thread = thread
    message.flags |= HAS_THREAD
    message.changed()
    tell_message(call.world, "MESSAGE_UPDATE", message)
    starter = blank(call.world, thread, message.author)
    starter.type = THREAD_STARTER
    starter.referenced, starter.reference = message, reference_to(message)
    place(call.world, starter)
    thread.messages_ever = 0  # The starter message isn't counted.
    call.status = 201
    return shown(call, thread)


@route("POST", "/channels/{channel_id}/threads")
def create_thread(call: Call) -> Json:
    """Open a thread without a message, or a post with its first message, and return it."""
    channel, body = call.channel(), call.form
    if channel.type in OF_POSTS:
        return create_post(call, channel)
    kind = body.get("type", PRIVATE_THREAD)
    if kind not in THREAD_KINDS.get(channel.type, ()):
        raise refusal(50024)
    call.need("CREATE_PRIVATE_THREADS" if kind == PRIVATE_THREAD else "CREATE_PUBLIC_THREADS", channel)
    check_thread(body)
    call.verify()
    thread = make_thread(call, channel, kind)
    call.status = 201
    return shown(call, thread)


def create_post(call: Call, forum: Channel) -> Json:
    """Open a post in a forum, and return it with its first message."""
    world, body = call.world, call.form
    first = body.get("message")
    call.need("SEND_MESSAGES", forum)
    check_tags(call, forum)
    check_thread(body)
    if not isinstance(first, dict):
        raise bad_form(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    check_form(world, first, call.uploads, None)
    call.verify()
    about = {**times_of(body), "applied_tags": tuple(body.get("applied_tags") or ())}
    thread, message = guild.open_post(world, forum, body["name"], world.bot, **about)
    post(world, message, first, call.uploads)
    call.status = 201
    return shown(call, thread) | {"message": message.payload()}


def check_tags(call: Call, forum: Channel) -> None:
    """Check the tags of a post that the bot opens.

    Raises:
        Refusal: 10087 (the forum has no such tag), 40067 (it asks for a tag), or 50013 (one is moderated).
    """
    tags = call.form.get("applied_tags") or []
    if forum.needs_tag and not tags:
        raise refusal(40067)
    for one in tags:
        if one not in forum.tags:
            raise refusal(10087)
        if forum.tags[one]["moderated"]:
            call.need("MANAGE_THREADS", forum)


def check_thread(body: Json) -> None:
    """Check a thread's name and its times in the body of a request.

    Raises:
        Refusal: 50035 (one of them is invalid).
    """
    errors = FormErrors()
    errors.length(("name",), body.get("name"), 1, 100)
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        text = f"Value must be one of {ARCHIVE_MINUTES}."
        errors.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", text)
    errors.refuse_if_any()


def make_thread(call: Call, parent: Channel, kind: int, thread_id: str = "") -> Channel:
    """Create a thread in a channel, owned by the bot."""
    body, is_open = call.form, call.form.get("invitable") is not False
    about = {**times_of(body), "invitable": is_open}
    return guild.open_thread(call.world, parent, body["name"], kind, call.world.bot, thread_id, **about)


def times_of(body: Json) -> Json:
    """Return a new thread's times, by the attributes of `Channel`."""
    minutes, slowmode_s = body.get("auto_archive_duration"), body.get("rate_limit_per_user")
    return {"auto_archive_minutes": minutes or 4320, "slowmode_s": slowmode_s or 0}


@route("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Json:
    """Change a thread, or another channel that the bot may manage; return it."""
    channel, body = call.channel(), call.form
    if not channel.is_thread:
        if channel.is_direct:
            raise refusal(50024)
        call.need("MANAGE_CHANNELS", channel)
        check_lacking(body, *DROPPED)
        channel.slowmode_s = body.get("rate_limit_per_user", channel.slowmode_s) or 0
        channel.topic = body.get("topic", channel.topic)
        channel.name = body.get("name") or channel.name
        tell_channel(call.world, "CHANNEL_UPDATE", channel)
        return channel.payload()
    check_may_edit_thread(call, channel, body)
    check_lacking(body, "applied_tags", "flags")
    if "name" in body or "auto_archive_duration" in body:
        check_thread({"name": channel.name} | body)
    call.verify()
    if "archived" in body:
        set_archived(call.world, channel, archived=bool(body["archived"]))
    channel.locked = bool(body.get("locked", channel.locked))
    channel.name = body.get("name") or channel.name
    channel.slowmode_s = body.get("rate_limit_per_user", channel.slowmode_s) or 0
    channel.invitable = bool(body.get("invitable", channel.invitable))
    channel.auto_archive_minutes = body.get("auto_archive_duration") or channel.auto_archive_minutes
    rest_later(call.world, channel)
    tell_thread(call.world, "THREAD_UPDATE", channel)
    return shown(call, channel)


def check_may_edit_thread(call: Call, thread: Channel, body: Json) -> None:
    """Check that the bot may change a thread; an archived one may only be unarchived.

    Raises:
        Refusal: 50013 (the bot may not change it) or 50083 (it is archived, and the change leaves it so).
    """
    manages = call.world.bot_may("MANAGE_THREADS", thread)
    mine = thread.owner_id == call.world.bot.id
    wakes = set(body) <= {"archived"} and not body.get("archived")
    # Even the thread's owner can't change a locked thread: comment on discord-api-docs pull request 7407.
    if not manages and (thread.locked or "locked" in body or not (mine or wakes)):
        raise refusal(50013)
    if thread.archived and body.get("archived") is not False:
        raise refusal(50083)


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Json:
    """Delete a channel or thread, or close a direct-message channel; returns the channel."""
    channel = call.channel()
    if channel.is_thread:
        call.need("MANAGE_THREADS", channel)
        guild.delete_thread(call.world, channel)
    elif not channel.is_direct:
        call.need("MANAGE_CHANNELS", channel)
        guild.delete_channel(call.world, channel)
    return channel.payload()


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(call: Call) -> None:
    """Add a member to a thread."""
    thread = thread_of(call)
    check_awake(thread)
    call.need("SEND_MESSAGES_IN_THREADS", thread)
    user = call.world.user(member_id(call))
    if not user.in_guild:
        raise refusal(10007)
    if user.id not in thread.members:
        join(call.world, thread, user)
        if thread.type == PRIVATE_THREAD:
            tell_thread(call.world, "THREAD_UPDATE", thread)


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_thread_member(call: Call) -> None:
    """Remove a member from a thread."""
    thread = thread_of(call)
    check_awake(thread)
    user = call.world.user(member_id(call))
    if user is not call.world.bot and thread.owner_id != call.world.bot.id:
        call.need("MANAGE_THREADS", thread)
    if thread.members.pop(user.id, None) is not None:
        tell_thread_members(call.world, thread, [], [user.id])


@route("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(call: Call) -> list[Json]:
    """Return the members of a thread."""
    thread = thread_of(call)
    return [thread_member(call, thread, user_id) for user_id in thread.members]


def thread_member(call: Call, thread: Channel, user_id: str) -> Json:
    """Return the member object of a thread; with the guild's member object, if the query asks for that."""
    shown = thread.thread_member_payload(user_id)
    if call.query.get("with_member", "").lower() in ("true", "1"):
        shown["member"] = call.world.user(user_id).member_payload()
    return shown


@route("GET", "/channels/{channel_id}/thread-members/{user_id}")
def get_thread_member(call: Call) -> Json:
    """Return one member of a thread."""
    thread, user_id = thread_of(call), member_id(call)
    if user_id not in thread.members:
        raise refusal(10007)
    return thread_member(call, thread, user_id)


@route("GET", "/channels/{channel_id}/threads/archived/public")
def list_archived(call: Call) -> Json:
    """Return the archived threads of a channel."""
    channel = call.channel()
    call.need("READ_MESSAGE_HISTORY", channel)
    found = [c for c in call.world.channels.values() if c.parent is channel and c.archived]
    return {"threads": [shown(call, thread) for thread in found], "members": [], "has_more": False}


def thread_of(call: Call) -> Channel:
    """Return the thread that the path names.

    Raises:
        Refusal: 50024 if the channel is no thread.
    """
    channel = call.channel()
    if not channel.is_thread:
        raise refusal(50024)
    return channel


def member_id(call: Call) -> str:
    """Return the user id that the path names; `@me` is the bot."""
    if call.params["user_id"] == "@me":
        return call.world.bot.id
    return call.snowflake("user_id")


@route("POST", "/users/@me/channels")
def open_direct_channel(call: Call) -> Json:
    """Return the bot's direct-message channel with a person. This channel always exists."""
    check_lacking(call.form, "access_tokens")
    recipient: Any = call.form.get("recipient_id")
    if recipient is None:
        raise bad_form(("recipient_id",), "BASE_TYPE_REQUIRED", "This field is required")
    call.verify()
    user = call.world.user(str(recipient))
    if user.bot:
        raise Refusal(400, 50007, "Cannot send messages to this user")
    return call.world.direct_channel(user).payload()
