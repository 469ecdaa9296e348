"""Where a table's messages are: their names and addresses, and whether their channel still exists.

The gateway reports which channels exist; if it doesn't report a server, `looked_for` asks by a request.
Accordingly, updaters paint a table's messages or not, and `cogs.ops` puts tables on hold.

This module also finds messages that a process sent but could not note before it was killed: sentences of
calls, and lobbies.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping
from enum import Enum, auto
from typing import Any, Final

import discord
import structlog

from cogs.discord_io.faults import MESSAGE_GONE, MISSING_ACCESS, TROUBLE, UNKNOWN_CHANNEL, code_of
from cogs.messages.parts import Parts
from cogs.messages.tracked_message import BOARD as BOARD
from cogs.messages.tracked_message import PANEL
from cogs.people.access import AnyPlace, is_orphaned
from cogs.text.ids import TableId
from cogs.text.names import written_table_name
from cogs.views import calls
from tables import Facts, Look, MessageRef
from tables.model.table import OPEN_PHASES

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Whereabouts(Enum):
    """Whether the bot can reach a table's place (here always called its channel) and, if not, the reason."""

    HERE = auto()
    """The channel exists, and the bot may see it."""
    UNKNOWN = auto()
    """The gateway has not reported the server yet, or the server has an outage."""
    NO_CHANNEL = auto()
    """The channel was deleted; the table's players can still get direct messages."""
    UNLISTED = auto()
    """The gateway doesn't list the channel: it is an archived thread, or was deleted before the start."""
    HIDDEN = auto()
    """The channel exists, but the bot may not see it any more."""
    LOCKED = auto()
    """The channel is a thread that was locked, so that the bot can't write there."""
    NO_SERVER = auto()
    """The bot was removed from the server."""


BY_CODE: Final[Mapping[int | None, Whereabouts]] = {
    UNKNOWN_CHANNEL: Whereabouts.NO_CHANNEL,
    MISSING_ACCESS: Whereabouts.HIDDEN,
}
"""The whereabouts of a channel, by the error code with which Discord refuses a request for the channel."""


def whereabouts(parts: Parts, table: Facts) -> Whereabouts:
    """Return whether the bot can reach a table's channel now, by the gateway's reports alone.

    The gateway reports even channels that the bot may not see, but without names.  So a channel that isn't
    reported was deleted, or is an archived thread (discord-api-docs pull request 8454).
    """
    if table.guest:  # Only answers to interactions can tell a guest.
        return Whereabouts.HERE
    if table.guild_id is None or not parts.reach.has_heard or not parts.reach.covers(table.guild_id):
        return Whereabouts.UNKNOWN
    guild = parts.client.get_guild(table.guild_id)
    if guild is None:
        return Whereabouts.NO_SERVER
    if guild.unavailable:
        return Whereabouts.UNKNOWN
    if table.channel_id in parts.reach.deleted:
        return Whereabouts.NO_CHANNEL
    place = guild.get_channel_or_thread(table.channel_id)
    if place is None or is_orphaned(place):
        return Whereabouts.UNLISTED
    # `me` usually comes with the server; without it, the bot's permissions aren't known.
    return Whereabouts.HERE if guild.me is None else _reached(place, place.permissions_for(guild.me))


def _reached(place: AnyPlace, allowed: discord.Permissions) -> Whereabouts:
    """Return whether the bot can reach an existing place, by its permissions there."""
    if not allowed.view_channel:
        return Whereabouts.HIDDEN
    is_locked = isinstance(place, discord.Thread) and place.locked and not allowed.manage_threads
    return Whereabouts.LOCKED if is_locked else Whereabouts.HERE


async def looked_for(parts: Parts, table: Facts) -> Whereabouts:
    """Return whether the bot can reach a table's channel, by the gateway's reports or else a request."""
    is_covered = parts.reach.covers(table.guild_id)
    where = whereabouts(parts, table)
    if table.guild_id is None or table.guest or (is_covered and where is not Whereabouts.UNLISTED):
        return where
    try:
        told: Any = await parts.client.http.get_channel(table.channel_id)
    except TROUBLE as fault:
        found = BY_CODE.get(code_of(fault), Whereabouts.UNKNOWN)
        if is_covered and found is Whereabouts.NO_CHANNEL:
            parts.reach.deleted.add(table.channel_id)
        return found
    if told.get("thread_metadata", {}).get("locked"):
        known = await parts.membership.of_bot(table.guild_id, table.channel_id)
        return Whereabouts.LOCKED if known is None else _reached(*known)
    return Whereabouts.HERE


async def is_deleted(parts: Parts, channel_id: int) -> bool:
    """Whether a channel or thread was deleted, by a request to Discord; False also if the request fails."""
    try:
        await parts.client.http.get_channel(channel_id)
    except TROUBLE as fault:
        log.info("channel_not_seen", code=code_of(fault), fault=type(fault).__name__)
        return code_of(fault) == UNKNOWN_CHANNEL
    return False


def is_painted(parts: Parts, table: Facts) -> bool:
    """Whether a table's board and play-by-play are kept up to date: only while its channel can be reached."""
    where = whereabouts(parts, table)
    is_open = where in (Whereabouts.UNKNOWN, Whereabouts.UNLISTED) and not table.held
    return where is Whereabouts.HERE or is_open


def has_panels(parts: Parts, table: Facts) -> bool:
    """Whether a table's panels are kept up to date: only while the bot is in the table's server."""
    where = whereabouts(parts, table)
    if not parts.reach.covers(table.guild_id):
        return True
    return where is not Whereabouts.NO_SERVER and (where is not Whereabouts.UNKNOWN or not table.held)


FRESH_S: Final = 3600.0
"""The age in seconds from which on Discord allows only few edits of a message (error 30046)."""
UNTIL_THE_END: Final = 2**60
"""The noted version of a message that never has to be repainted."""

ADDRESS: Final = "https://discord.com/channels/{0}/{1.channel_id}/{1.message_id}"
"""The address of a message, by its server's id (or `@me`) and its `MessageRef`."""
OLD: Final = "old:"
"""The start of the name of a note (the message's id follows) on a former board that still has buttons."""
CALL: Final = "call:"
"""The start of the name of a note (the message's id follows) on a call to a lobby."""
POSTED: Final = "posted:"
"""The start of the name of a note (the channel's id follows) on a posted result of a daily deal."""
THREAD: Final = "thread"
STORY: Final = "story"

Shown = Mapping[str, MessageRef]
"""The database notes of a table's messages, by the messages' names; `Messages.get` returns them."""


def panel_name(seat: int) -> str:
    """Return the name of the panel in the direct messages of a seat's player: `panel:0`."""
    return f"{PANEL}{seat}"


def is_there(ref: MessageRef | None) -> bool:
    """Whether the noted message exists: it was posted, and the bot doesn't know of its deletion."""
    return ref is not None and ref.message_id != 0


def message_url(look: Look, shown: Shown) -> str | None:
    """Return the address of a table's board message; None: there is none."""
    ref = shown.get(BOARD)
    return None if ref is None or not ref.message_id else ADDRESS.format(look.table.guild_id or "@me", ref)


def message_at(parts: Parts, channel_id: int, message_id: int) -> discord.PartialMessage:
    """Return a message by its ids, to be edited or deleted; makes no request to Discord."""
    return parts.client.get_partial_messageable(channel_id).get_partial_message(message_id)


def channel(parts: Parts, channel_id: int) -> discord.PartialMessageable:
    """Return a channel by its id, to post in; makes no request to Discord."""
    return parts.client.get_partial_messageable(channel_id)


async def has_message(parts: Parts, channel_id: int, message_id: int) -> bool:
    """Whether a message exists, by a request to Discord; True also if the request fails."""
    if not message_id:
        return False
    try:
        await message_at(parts, channel_id, message_id).fetch()
    except TROUBLE as fault:
        return code_of(fault) not in MESSAGE_GONE
    return True


def nonce(parts: Parts, *named: str | int) -> str:
    """Return a nonce (at most 25 characters): a post that is retried with the same nonce appears only once.

    `named`: the values that tell the post from others.  They are sealed, but must be public facts all the
    same, since everybody in the channel can read the nonce.
    """
    return parts.tables.seal(*named)


def answered(parts: Parts, table: Facts, message_id: int, is_sure: bool) -> None:
    """Remember the message of a click's answer; if the answer may be outdated or lost, repaint the table.

    `is_sure`: Whether Discord has certainly taken the answer.
    """
    if table.phase in OPEN_PHASES or not is_sure:
        parts.displays.of(table.id).messages[message_id] = parts.displays.message(message_id)
    if not (is_sure and parts.tables.sessions.is_newest(table.id, table.version)):
        parts.refresher.mark(table.id)


LATEST_CALLS: Final = 10
"""How many of a channel's latest messages are searched for calls that still show only their sentence."""
LATEST_IN_CHANNEL: Final = 50
"""How many of a channel's latest messages are searched for a lobby."""


async def delete_bare_calls(parts: Parts, table: Facts, people: Iterable[int]) -> None:
    """Delete a table's unfinished calls in its thread and DMs: sentences never edited into a panel or post.

    Called after the first whole repaint of a table whose messages an earlier process left outdated.  That
    repaint has again sent the calls that are still valid, with the same nonces; so Discord has returned their
    sentences, and the bot has edited these.  The remaining sentences are no longer valid.
    """
    for person_id in people:
        place = parts.tables.people.get(person_id).dm_channel_id
        if place is not None:
            await delete_bare_calls_in(parts, table, place)
    thread = (await parts.tables.messages.get(table.id)).get(THREAD)
    if thread is not None:
        of_thread = calls.of_thread(table, parts.words(table.locale))
        await _delete(parts, table, thread.message_id or thread.channel_id, of_thread)


async def delete_bare_calls_in(parts: Parts, table: Facts, place: int) -> None:
    """Delete a table's unfinished calls (see `delete_bare_calls`) in one channel of direct messages."""
    named = re.escape(written_table_name(table))  # The pattern matches any language's quotation marks.
    await _delete(parts, table, place, re.compile(rf"{table.id}|[“„«「]\s?{named}\s?[”“»」]"))


async def _delete(parts: Parts, table: Facts, place: int, about: re.Pattern[str]) -> None:
    try:
        async for message in _ours(parts, place, LATEST_CALLS):
            if not message.components and about.search(message.content):
                await message.delete()
    except TROUBLE as fault:
        log.info("bare_calls_stay", table=table.id, fault=type(fault).__name__)


async def _ours(parts: Parts, place: int, limit: int) -> AsyncIterator[discord.Message]:
    """Yield the bot's messages among the latest `limit` messages of a channel."""
    async for message in channel(parts, place).history(limit=limit):
        if parts.client.user is not None and message.author.id == parts.client.user.id:
            yield message


def is_lobby_of(message: discord.Message, table: Facts) -> bool:
    """Whether a message of ours can be a lobby's board, by its channel and its buttons.

    The id of a clicked button doesn't prove this: a forged id can name any table, on any message of ours.
    """
    is_public = not message.flags.ephemeral and message.channel.id == table.channel_id
    return is_public and any(
        isinstance(one, discord.Button) and one.custom_id == str(TableId(table.id, "set_up"))
        for part in message.components
        for row in getattr(part, "children", ())
        for one in getattr(row, "children", ())
    )


async def left_lobby(parts: Parts, table: Facts) -> int | None:
    """Return the id of a lobby's board that a killed process posted but did not note; None: not found."""
    try:
        async for message in _ours(parts, table.channel_id, LATEST_IN_CHANNEL):
            if is_lobby_of(message, table):
                return message.id
    except TROUBLE as fault:
        log.info("no_lobby_looked_for", table=table.id, fault=type(fault).__name__)
    return None
