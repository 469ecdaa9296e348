"""The list of the tables at which a person plays or which they follow; and clicks to follow a table."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE
from cogs.discord_io.origin import places
from cogs.interactions.click import Click, button
from cogs.messages.parts import Parts
from cogs.messages.whereabouts import message_url
from cogs.text import ids
from cogs.text.names import written
from cogs.views.follow import STOP, choice_message, stopped_message
from cogs.views.my_games import Entry, games_message
from cogs.views.panel import Onward, owes
from tables import Facts, Follower, Look, Phase, Refused, What
from tables.model.table import OPEN_PHASES
from tables.store.followers import check_may_follow
from tables.verbs.access import Right

NEVER: Final = float("inf")


@button("games")
async def my_games(click: Click) -> Reply:
    """List the tables at which the clicker plays or which they follow; the detail is the page's number."""
    found, page = await entries(click.parts, click.interaction), ids.number(click.detail, 0)
    is_further = bool(click.detail) and click.is_private
    return Reply(games_message(found, page, click.words), edit=is_further)


async def entries(parts: Parts, interaction: discord.Interaction) -> list[Entry]:
    """Return the clicker's tables, most urgent first, then the tables that they follow and may still see."""
    person_id = interaction.user.id
    seated = [
        await _entry(parts, table, person_id, None) for table in await parts.tables.tables_of(person_id)
    ]
    followed: list[Entry] = []
    for one in await parts.tables.followers.of_person(person_id):
        with suppress(Refused):  # A followed table may be unreadable or gone.
            table = await parts.tables.table(one.table_id)
            presence = await parts.membership.of(interaction, table.guild_id, table.channel_id)
            if presence is None:  # It isn't known whether the follower still sees the channel.
                followed.append(Entry(table, None, Refused("discord_trouble"), None, "", one))
            elif presence.sees:
                followed.append(await _entry(parts, table, None, one))
    return [*sorted(seated, key=lambda entry: _urgency(entry.table, entry.look)), *followed]


async def onward(click: Click, look: Look) -> Onward | None:
    """Return the other table that waits for the clicker most urgently, and how many wait; None: no table."""
    waiting: list[Look] = []
    for table in await click.tables.tables_of(click.user_id):
        if table.phase is Phase.RUNNING and table.id != look.table.id:
            with suppress(Refused):  # Tables that can't be read are left out.
                waiting.append(await click.tables.look(table.id, click.user_id))
    waiting = sorted(filter(owes, waiting), key=lambda one: _urgency(one.table, one))
    return Onward(waiting[0].table.id, len(waiting)) if waiting else None


async def _entry(parts: Parts, table: Facts, person_id: int | None, follower: Follower | None) -> Entry:
    server = await _server(parts, table.guild_id)
    try:
        look = await parts.tables.look(table.id, person_id)
    except Refused as fault:
        return Entry(table, None, fault, None, server, follower)
    url = message_url(look, await parts.tables.messages.get(table.id))
    return Entry(look.table, look, None, url, server, follower)


async def _server(parts: Parts, guild_id: int | None) -> str:
    """Return the name of a server; empty: the name is unknown, or `guild_id` is None."""
    guild = None
    if guild_id is not None:
        with suppress(*TROUBLE):
            guild = await parts.membership.server(guild_id)
    return written(guild.name) if guild is not None else ""


def _urgency(table: Facts, look: Look | None) -> tuple[bool, bool, float, float]:
    """Return a sort key: tables where the reader must move, by deadline; then running ones; then lobbies."""
    clock = look.clocks.get(look.seat) if look and look.seat is not None else None
    waits = look is not None and owes(look)
    if not waits or clock is None:
        return not waits, table.phase is Phase.LOBBY, NEVER, -table.created_at
    return False, False, NEVER if clock.runs_out is None else clock.runs_out, clock.since


@button("follow", Right.READ)
async def followed(click: Click) -> Reply:
    """Have the clicker follow a table, with the news that the detail (a `What`) names, or ask which news."""
    table = await click.tables.table(click.table)
    if click.detail and click.detail not in list(What):
        raise Refused("unknown_button")
    check_may_follow(table, click.user_id)
    if not click.detail:
        follower = await click.tables.followers.get(table.id, click.user_id)
        return Reply(choice_message(table, follower, click.words))
    try:
        with click.parts.updaters.followers.confirming(table.id, click.user_id):
            follower = await _chosen(click, What(click.detail))
    finally:
        click.parts.refresher.mark(table.id)  # If the table has just ended, a repaint ends the following.
    return Reply(choice_message(table, follower, click.words), edit=click.is_private)


async def follow_choice(click: Click, note: str) -> Reply:
    """Return an edit of the clicked message: the question which news the clicker wants, with the line `note`.

    Raises:
        Refused: The clicked message isn't ephemeral, so other people could read the reply.
    """
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
        followers = click.parts.updaters.followers
        if not await followers.confirm(await click.look(), follower, shown, click.words):
            raise Refused("follow_closed")
    await click.parts.people.note_locale(click.interaction)
    return follower


@button("follow", Right.UNFOLLOW, detail=STOP)
async def stopped(click: Click) -> Reply:
    """End the clicker's following of the table."""
    table = await click.tables.table(click.table)
    former = await click.tables.followers.unfollow(table.id, click.user_id)
    here = click.message.id if click.message is not None else 0
    if former is not None and former.message_id != here:
        await click.parts.updaters.followers.leave(table, former)
    if table.phase in OPEN_PHASES and table.channel_id in places(click.interaction):
        return Reply(choice_message(table, None, click.words), edit=click.is_private)
    url = await click.url(await click.look())
    return Reply(stopped_message(table, click.words, url), edit=click.is_private)
