"""Messages in channels: /channels/{channel_id}/messages."""

from __future__ import annotations

from typing import Any

from localdiscord.changes.contents import check_form
from localdiscord.changes.messages import blank, check_awake, check_may_change, check_open, delete, edit, post
from localdiscord.model.channel import EPHEMERAL, OF_POSTS, ORDINARY, REPLY, Channel, Message
from localdiscord.model.clock import made_at
from localdiscord.model.errors import Json, Refusal, bad_form, refusal
from localdiscord.rest.call import Call, number, route

OLD_S = 3600.0


@route("POST", "/channels/{channel_id}/messages")
def create_message(call: Call) -> bytes:
    """Post a message, and return it; if its nonce was used before, return the earlier message instead."""
    world, channel, body = call.world, call.channel(), call.form
    check_may_send(call, channel, body)
    check_form(world, body, call.uploads, None)
    if (body.get("flags") or 0) & EPHEMERAL:
        raise bad_form(("flags",), "MESSAGE_FLAGS_INVALID", "Only interactions can be answered in private")
    call.verify()
    nonce = body.get("nonce")
    key = (channel.id, str(nonce))
    if nonce is not None and body.get("enforce_nonce") and key in world.nonces:
        earlier = world.nonces[key]
        if world.clock.now() - made_at(earlier.id) < world.nonce_lasts_s:
            return earlier.raw()
    message = blank(world, channel, world.bot)
    message.nonce = nonce
    refer(call, message, body.get("message_reference"))
    post(world, message, body, call.uploads)
    if nonce is not None:
        world.nonces[key] = message
    return message.raw()


def check_may_send(call: Call, channel: Channel, body: Json) -> None:
    """Check that the bot may post a message in a channel.

    Raises:
        Refusal: 50278 (the bot shares no server with the person), 50007 (the person takes no direct
            messages), 50008 (the channel holds only posts), 50013 (a permission is missing) or 50083
            (the thread is locked).
    """
    if channel.recipient is not None:
        if not (channel.recipient.installed or call.world.share_guild(channel.recipient)):
            # Not 50007, which has the same text: discord-api-docs pull request 8212.
            raise refusal(50278)
        if not channel.recipient.dms_open:
            raise refusal(50007)
        return
    if channel.type in OF_POSTS:
        raise refusal(50008)
    call.need("SEND_MESSAGES_IN_THREADS" if channel.is_thread else "SEND_MESSAGES", channel)
    if body.get("embeds"):
        call.need("EMBED_LINKS", channel)
    if call.uploads:
        call.need("ATTACH_FILES", channel)
    check_open(call.world, channel)


def refer(call: Call, message: Message, reference: Any) -> None:
    """Make a message a reply, if its body refers to another message.

    Raises:
        Refusal: if there is no such message.
    """
    if not reference:
        return
    quoted = message.channel.messages.get(str(reference.get("message_id")))
    if quoted is None or quoted.only_for is not None:
        if reference.get("fail_if_not_exists", True):
            raise bad_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return
    call.need("READ_MESSAGE_HISTORY", message.channel)
    message.type = REPLY
    message.referenced = quoted
    message.reference = reference_to(quoted)


def reference_to(message: Message) -> Json:
    """Return the `message_reference` of a reply to a message."""
    told: Json = {"type": 0, "channel_id": message.channel.id, "message_id": message.id}
    if message.channel.guild_id:
        told["guild_id"] = message.channel.guild_id
    return told


@route("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> list[Json]:
    """Return a channel's messages, newest first; none if the bot may not read the history."""
    channel, query = call.channel(), call.query
    limit = number(query.get("limit"), 1, 100, 50, "limit")
    if not channel.is_direct and not call.world.bot_may("READ_MESSAGE_HISTORY", channel):
        return []
    found = [message for message in channel.messages.values() if message.only_for is None]
    if "before" in query:
        found = [message for message in found if int(message.id) < int(query["before"])]
    if "after" in query:
        found = [message for message in found if int(message.id) > int(query["after"])][:limit]
    if "around" in query:
        found.sort(key=lambda message: abs(int(message.id) - int(query["around"])))
        found = sorted(found[:limit], key=lambda message: int(message.id))
    return [message.payload() for message in reversed(found[-limit:])]


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> bytes:
    """Return one message."""
    channel = call.channel()
    call.need("READ_MESSAGE_HISTORY", channel)
    return call.message(channel).raw()


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(call: Call) -> bytes:
    """Edit a message of the bot, and return it; an old message can be edited only a few times."""
    channel, body = call.channel(), call.form
    message = call.message(channel)
    check_may_edit(call, message)
    check_form(call.world, body, call.uploads, message)
    call.verify()
    return edit(call.world, message, body, call.uploads).raw()


def check_may_edit(call: Call, message: Message) -> None:
    """Check that the bot may edit a message.

    Raises:
        Refusal: 50005 (another author's message), 50021 (a system message), 50083 (the thread is archived or
            locked), 50013 (files without the permission to attach them) or 30046 (too many edits of old
            messages).
    """
    if message.author is not call.world.bot:
        raise refusal(50005)
    if message.type not in (ORDINARY, REPLY, 20):
        raise refusal(50021)
    check_may_change(call.world, message)
    if call.uploads:
        call.need("ATTACH_FILES", message.channel)
    if call.world.clock.now() - made_at(message.id) > OLD_S:
        wait_s = call.limits.old_edit(message.channel.id)
        if wait_s is not None:
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise Refusal(
                429,
                30046,
                text,
                headers={"Retry-After": str(max(1, round(wait_s))), "Via": "1.1 localdiscord"},
                extra={"retry_after": wait_s, "global": False},
            )


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> None:
    """Delete a message; for another author's message, the bot needs the permission to manage messages."""
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.world.bot:
        if channel.is_direct:
            raise refusal(50013)
        call.need("MANAGE_MESSAGES", channel)
    check_awake(channel)
    delete(call.world, message)


@route("POST", "/channels/{channel_id}/typing")
def type_something(call: Call) -> None:
    """Accept that the bot is typing, without effect: nobody sees this here."""
    channel = call.channel()
    if not channel.is_direct:
        call.need("SEND_MESSAGES_IN_THREADS" if channel.is_thread else "SEND_MESSAGES", channel)
