"""The button *New post*, which moves a lobby from a forum's post into a new post of the same forum."""

from __future__ import annotations

from typing import Any, Final

import discord
import structlog

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE, code_of
from cogs.interactions.click import Click, button
from cogs.interactions.lobby import adopt, set_up_reply
from cogs.messages.board import AWAKE_MINUTES, thread_name
from cogs.messages.repaint import BEHIND
from cogs.messages.whereabouts import BOARD, OLD, is_there
from cogs.views.board import board_message
from cogs.views.set_up import NEW_POST
from engine.game import Struct
from tables import Refused
from tables.verbs.access import Right
from tables.verbs.lobby import check_may_set_up, moved_to

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST_TAGS: Final = 5
"""The most tags of a post, by Discord's limit."""


class NewPost(Struct, frozen=True):
    """A forum's post that doesn't exist yet; the first message sent there by `Attachments.send` opens it."""

    forum: discord.ForumChannel
    name: str
    tags: list[discord.ForumTag]

    @property
    def id(self) -> int:
        """The forum's id."""
        return self.forum.id

    async def send(self, **how: Any) -> discord.Message:
        """Open the post; return its first message."""
        made = await self.forum.create_thread(
            name=self.name, applied_tags=self.tags, auto_archive_duration=AWAKE_MINUTES, **how
        )
        return made.message


@button(NEW_POST, Right.AGAIN)
async def posted_anew(click: Click) -> Reply:
    """Move the lobby to its own post, unless an earlier click has moved it; show its address on the panel."""
    await adopt(click)
    async with click.parts.displays.of(click.table).reposting:
        await click.tables.check(click.table, click.person, check_may_set_up)
        if (await click.facts()).channel_id == click.interaction.channel_id:
            await _move(click)
    look = await click.look()
    url = await click.url(look)
    return await set_up_reply(click, look, click.words("table.see_board", url=url) if url else "")


async def _move(click: Click) -> None:
    """Open a post with the lobby's board as its first message, and move the table there.

    The board is noted before the table moves, so that the table has its board whatever fails in between.

    Raises:
        Refused: `no_new_post`: Discord refuses the post; what `_tags` raises.
    """
    parts, table_id, messages = click.parts, click.table, click.tables.messages
    look = await click.look()
    forum = await parts.membership.forum_of(click.interaction, look.table)
    if forum is None:
        raise Refused("no_new_post")
    view = board_message(look, parts.words(look.table.locale))
    post: Any = NewPost(forum, thread_name(parts, look.table), _tags(click, forum))
    async with parts.displays.of(table_id).board:  # A running repaint is finished first.
        try:
            sent = await parts.attachments.send(post, view)
        except TROUBLE as fault:
            log.info("no_new_post", table=table_id, code=code_of(fault), fault=type(fault).__name__)
            raise Refused("no_new_post") from fault
        former = (await messages.get(table_id)).get(BOARD)
        if former is not None and is_there(former):
            name = f"{OLD}{former.message_id}"
            await messages.put(table_id, name, former.channel_id, former.message_id, BEHIND)
        await parts.updaters.board.posted(look, sent.channel.id, sent.id, view)
    await click.do(moved_to, sent.channel.id)


def _tags(click: Click, forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """Return the clicked post's tags that anybody may set; if none, and the forum needs one, another tag.

    Raises:
        Refused: `no_post_tag`: the forum needs a tag, and only its moderators may set one.
    """
    place = click.interaction.channel
    free = [one for one in forum.available_tags if not one.moderated]
    of_post = {one.id for one in place.applied_tags} if isinstance(place, discord.Thread) else set()
    tags = [one for one in free if one.id in of_post] or free[: int(forum.flags.require_tag)]
    if forum.flags.require_tag and not tags:
        raise Refused("no_post_tag")
    return tags[:MOST_TAGS]
