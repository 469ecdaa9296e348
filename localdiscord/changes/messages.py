"""Posts, edits and deletes messages; archives and unarchives threads."""

from __future__ import annotations

from localdiscord.changes.announcements import (
    tell_channel,
    tell_deleted,
    tell_message,
    tell_thread,
    tell_thread_members,
)
from localdiscord.changes.attachments import drop_files
from localdiscord.changes.contents import Uploads, fill, people_told
from localdiscord.model.channel import OF_POSTS, Channel, Message
from localdiscord.model.errors import BadInput, Json, Refusal, refusal
from localdiscord.model.user import User
from localdiscord.model.world import World


def blank(world: World, channel: Channel, author: User) -> Message:
    """Return a new message without content, which is not in its channel yet."""
    return Message(world.clock.snowflake(), channel, author, world.clock.iso())


def post(world: World, message: Message, body: Json, uploads: Uploads | None = None) -> Message:
    """Fill a blank message, put it into its channel, and send its event; returns the message."""
    fill(world, message, body, uploads or {}, is_new=True)
    place(world, message)
    tell_message(world, "MESSAGE_CREATE", message)
    for user in people_told(world, message):
        world.notify(user, message)
        if message.channel.is_thread and user.id not in message.channel.members:
            join(world, message.channel, user)
    return message


def place(world: World, message: Message) -> None:
    """Put a message into its channel; if that is an archived thread, unarchive it."""
    channel = message.channel
    first_direct = channel.recipient is not None and not channel.messages
    channel.messages[message.id] = message
    if message.only_for is None:
        channel.last_message_id = message.id
        channel.messages_ever += 1
    if first_direct:
        tell_channel(world, "CHANNEL_CREATE", channel)
    if channel.is_thread and message.only_for is None:
        wake(world, channel)
        if message.author.id not in channel.members:
            join(world, channel, message.author)
        rest_later(world, channel)


def rest_later(world: World, thread: Channel) -> None:
    """Schedule the archiving of a thread, after its set time without messages."""
    if thread.rest is not None:
        thread.rest.cancel()

    def rest() -> None:
        if not thread.archived and not thread.deleted:
            set_archived(world, thread, archived=True)
            tell_thread(world, "THREAD_UPDATE", thread)

    thread.rest = world.clock.after(thread.auto_archive_minutes * 60, rest)


def wake(world: World, thread: Channel) -> None:
    """Unarchive a thread; if it isn't archived, do nothing."""
    if thread.archived:
        set_archived(world, thread, archived=False)
        tell_thread(world, "THREAD_UPDATE", thread)
        rest_later(world, thread)


def set_archived(world: World, thread: Channel, *, archived: bool) -> None:
    """Mark a thread as archived or not, from now on; no event is sent."""
    thread.archived = archived
    thread.archive_changed_at = world.clock.iso()


def join(world: World, thread: Channel, user: User) -> None:
    """Make a user a member of a thread."""
    thread.members[user.id] = world.clock.iso()
    tell_thread_members(world, thread, [user.id], [])


def edit(world: World, message: Message, body: Json, uploads: Uploads | None = None) -> Message:
    """Edit a message and send its event, which notifies nobody; returns the message."""
    was_loading = message.is_loading
    fill(world, message, body, uploads or {}, is_new=False)
    if not was_loading:
        message.edited_at = world.clock.iso()
    tell_message(world, "MESSAGE_UPDATE", message)
    return message


def delete(world: World, message: Message) -> None:
    """Delete a message and send the event."""
    message.deleted = True
    channel = message.channel
    channel.messages.pop(message.id, None)
    drop_files(world, message.attachments)
    if channel.is_thread and message.only_for is None:
        channel.messages_ever = max(0, channel.messages_ever - 1)
    tell_deleted(world, message)


def check_awake(channel: Channel) -> None:
    """Check that a thread is not archived.

    Raises:
        Refusal: 50083 if the thread is archived.
    """
    if channel.archived:
        raise refusal(50083)


def check_open(world: World, channel: Channel) -> None:
    """Check that the bot may write in a thread, archived or not.

    Raises:
        Refusal: 50083 if it is locked and the bot may not manage threads.
    """
    if channel.locked and not world.bot_may("MANAGE_THREADS", channel):
        # Discord says so even of locked threads, with another status: discord-api-docs issues 6884 and 7707.
        raise Refusal(403, 50083, "Thread is archived")


def check_may_change(world: World, message: Message) -> None:
    """Check that a message can be edited in its channel; an ephemeral message always can.

    Raises:
        Refusal: 50083 if the message is in an archived or locked thread.
    """
    if message.only_for is None:
        check_awake(message.channel)
        check_open(world, message.channel)


def check_may_answer(world: World, channel: Channel, *, ephemeral: bool) -> None:
    """Check that an interaction can be answered with a message.

    Raises:
        Refusal: 10003 if the channel was deleted; 50083 if the channel is a locked thread.
    """
    if channel.deleted:
        raise refusal(10003)
    if not ephemeral:
        check_open(world, channel)


def check_may_see(user: User, channel: Channel) -> None:
    """Check that a user can see a channel.

    Raises:
        BadInput: if the user can't, or if the channel was deleted.
    """
    if channel.deleted or not channel.seen_by(user):
        raise BadInput(f"{user.name} is not in that channel")


def check_may_say(world: World, user: User, channel: Channel) -> None:
    """Check that a user can write in a channel.

    Raises:
        BadInput: if the user can't.
    """
    check_may_see(user, channel)
    if channel.recipient is not None and not (user.installed or world.share_guild(user)):
        raise BadInput(f"{user.name} and {world.bot.name} are in no common guild")
    if channel.type in OF_POSTS:
        raise BadInput("a forum takes messages in its posts only")
    if channel.locked:
        raise BadInput("a locked thread takes no messages")
