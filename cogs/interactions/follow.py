"""Clicks by which people follow a table, and choose what they are told of it."""

from __future__ import annotations

from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import board_channel
from cogs.interactions.click import Click, button
from cogs.views.follow import STOP, choice_message, stopped_message
from tables import Follower, Refused, What
from tables.model.table import OPEN_PHASES
from tables.store.followers import check_may_follow
from tables.verbs.access import Right


@button("follow", Right.READ)
async def followed(click: Click) -> Reply:
    """Show what one can be told of a table, or have the clicker told what the detail, a `What`, names."""
    table = await click.tables.table(click.table)
    if click.detail and click.detail not in list(What):
        raise Refused("unknown_button")
    check_may_follow(table, click.user_id)
    if not click.detail:
        follower = await click.tables.followers.get(table.id, click.user_id)
        return Reply(choice_message(table, follower, click.words))
    try:
        with click.parts.painters.followers.confirming(table.id, click.user_id):
            follower = await _chosen(click, What(click.detail))
    finally:
        click.parts.refresher.mark(table.id)  # It may have ended meanwhile.
    return Reply(choice_message(table, follower, click.words), edit=click.is_private)


async def follow_choice(click: Click, note: str) -> Reply:
    """The choice of what one is told of a table, in place of the one clicked, with a line on top."""
    if not click.is_ephemeral:
        raise Refused("not_now")
    await click.check(Right.READ)
    table = await click.tables.table(click.table)
    check_may_follow(table, click.user_id)
    follower = await click.tables.followers.get(table.id, click.user_id)
    return Reply(choice_message(table, follower, click.words, note), edit=True)


async def _chosen(click: Click, what: What) -> Follower:
    who = click.user_id
    follower = await click.tables.followers.follow(click.table, who, what, click.interaction.id)
    if not follower.is_confirmed:
        shown = await click.tables.messages.get(click.table)
        followers = click.parts.painters.followers
        if not await followers.confirm(await click.look(), follower, shown, click.words):
            raise Refused("follow_closed")
    await click.parts.people.note_locale(click.interaction)
    return follower


@button("follow", Right.UNFOLLOW, detail=STOP)
async def stopped(click: Click) -> Reply:
    """Tell the clicker nothing more of a table."""
    table = await click.tables.table(click.table)
    former = await click.tables.followers.unfollow(table.id, click.user_id)
    here = click.message.id if click.message is not None else 0
    if former is not None and former.message_id != here:
        await click.parts.painters.followers.leave(table, former)
    if table.phase in OPEN_PHASES and table.channel_id == board_channel(click.interaction):
        return Reply(choice_message(table, None, click.words), edit=click.is_private)
    url = await click.url(await click.look())
    return Reply(stopped_message(table, click.words, url), edit=click.is_private)
