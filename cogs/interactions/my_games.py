"""The tables of one person on all servers, those first that wait for them."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import discord

from cogs.discord_io.delivery import Reply
from cogs.discord_io.faults import TROUBLE
from cogs.interactions.click import Click, button
from cogs.messages.parts import Parts
from cogs.messages.whereabouts import message_url
from cogs.text import ids
from cogs.text.names import written
from cogs.views.my_games import Entry, games_message
from cogs.views.panel import owes
from tables import Facts, Follower, Phase, Refused

Interaction = discord.Interaction

NEVER: Final = float("inf")


@button("games")
async def my_games(click: Click) -> Reply:
    """A page of the list of one's tables and of those that one follows; the detail is its number."""
    found, page = await entries(click.parts, click.interaction), ids.number(click.detail, 0)
    is_further = bool(click.detail) and click.is_private
    return Reply(games_message(found, page, click.words), edit=is_further)


async def entries(parts: Parts, interaction: Interaction) -> list[Entry]:
    """The clicker's tables, those first that wait for them, then those that they follow and may still see."""
    person_id = interaction.user.id
    seated = [
        await _entry(parts, table, person_id, None) for table in await parts.tables.tables_of(person_id)
    ]
    followed: list[Entry] = []
    for one in await parts.tables.followers.of_person(person_id):
        with suppress(Refused):  # The table can't be read, or doesn't exist any more.
            table = await parts.tables.table(one.table_id)
            presence = await parts.membership.of(interaction, table.guild_id, table.channel_id)
            if presence is None:  # It isn't known whether they may still see it.
                followed.append(Entry(table, None, Refused("discord_trouble"), None, "", one))
            elif presence.sees:
                followed.append(await _entry(parts, table, None, one))
    return [*sorted(seated, key=_urgency), *followed]


async def _entry(parts: Parts, table: Facts, person_id: int | None, follower: Follower | None) -> Entry:
    server = await _server(parts, table.guild_id)
    try:
        look = await parts.tables.look(table.id, person_id)
    except Refused as fault:
        return Entry(table, None, fault, None, server, follower)
    url = message_url(look, await parts.tables.messages.get(table.id))
    return Entry(look.table, look, None, url, server, follower)


async def _server(parts: Parts, guild_id: int | None) -> str:
    """The name of a server; empty where that isn't known."""
    guild = None
    if guild_id is not None:
        with suppress(*TROUBLE):
            guild = await parts.membership.server(guild_id)
    return written(guild.name) if guild is not None else ""


def _urgency(entry: Entry) -> tuple[bool, bool, float, float]:
    """Sorts tables that wait for the reader first: by when the time runs out, or since when they wait."""
    clock = entry.look.clocks.get(entry.look.seat) if entry.look and entry.look.seat is not None else None
    waits = entry.look is not None and owes(entry.look)
    if not waits or clock is None:
        return not waits, entry.table.phase is Phase.LOBBY, NEVER, -entry.table.created_at
    return False, False, NEVER if clock.runs_out is None else clock.runs_out, clock.since
